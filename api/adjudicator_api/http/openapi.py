"""The OpenAPI 3.1 document, made from the record that each resource keeps of its operations."""

from __future__ import annotations

import json
import re
import tomllib
from http import HTTPStatus
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic.json_schema import models_json_schema

from adjudicator_api.http import idempotency
from adjudicator_api.http.operations import JSON
from adjudicator_api.http.problems import Problem
from adjudicator_api.http.wording import MEDIA_TYPE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pydantic import BaseModel
    from pydantic.json_schema import JsonSchemaMode

    from adjudicator_api.http.operations import Operation, Request, Resource

EXAMPLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))  # of bodies
REF = "#/components/schemas/{model}"
TAGS = {
    "judge": "Is it a compound by the rules of the game?",
    "challenges": "A challenged move: every run it made, its score, and who loses what.",
    "rulesets": "The rule sets and the editions they judge by.",
    "reference": "Known compounds.",
    "structures": "Drawings.",
    "substances": "Substances looked up by formula or name.",
    "names": "Names of substances, and whether a player's answer is right.",
    "valence": "The round of names: what cards build, and what that is called.",
    "exercises": "Exercises by topic or from a list, each marked by the judge.",
    "editions": "What is in a box, if it differs from ours.",
    "trials": "How an edition plays.",
    "prints": "Boxes to print.",
    "classes": "A class of up to forty: a teacher asks, pupils answer in secret, closing deletes it.",
    "class_tables": "The tables that a class is spread over, for its teacher and its pupils.",
    "games": "Whole games, live, with people and bots. A seat's token goes in `Authorization: Bearer …`.",
    "records": "Records of games, played here or elsewhere, looked at again.",
    "health": "For whoever runs the service.",
}

# Answers that were paid for have the last two as well.
LIMITS = {
    "Retry-After": {
        "description": "The number of seconds after which to try again.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "RateLimit": {
        "description": 'What is left, and in how many seconds all of it is back: `"questions";r=0;t=60`.',
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": 'The allowance, and the seconds in which it fills: `"questions";q=1200;w=60`.',
        "schema": {"type": "string"},
    },
}
IDEMPOTENCY_KEY = {
    "name": idempotency.HEADER,
    "in": "header",
    "required": False,
    "description": idempotency.DESCRIPTION,
    "schema": {"type": "string", "pattern": f"^{idempotency.PATTERN}$", "minLength": 16, "maxLength": 255},
}


def document(resources: Sequence[Resource]) -> dict[str, Any]:
    operations = [operation for resource in resources for operation in resource.operations]
    modes = _models(operations)
    names, schemas = models_json_schema(sorted(modes, key=str), ref_template=REF)
    paths: dict[str, Any] = {}
    for operation in operations:
        item = paths.setdefault(re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", operation.path), {})
        item[operation.method.lower()] = _operation(operation, names, schemas["$defs"])
    _name_choices(schemas["$defs"])
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Adjudicator",
            "version": version("adjudicator"),
            "summary": "The referee for chemistry games.",
            "description": (
                "A well-formed question always gets 200 and a ruling, also when the ruling is invalid. "
                f"Every error is {MEDIA_TYPE} (RFC 9457) with a stable code."
            ),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": r.name, "description": TAGS[r.name]} for r in resources if r.operations],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas["$defs"].items())),
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def _name_choices(schemas: dict[str, Any]) -> None:
    """An object that takes one of several fields becomes one named schema for each: client generators cannot
    express the choice otherwise.
    """
    for name, schema in list(schemas.items()):
        if "oneOf" not in schema or "properties" not in schema:
            continue
        choices = [
            (choice["required"][0], choice.get("not", {}).get("required", [])) for choice in schema["oneOf"]
        ]
        fields = [field for field, _ in choices]
        for field, without in choices:
            left_out = {*fields, *without} - {field}
            schemas[f"{name}Of{field.capitalize()}"] = {
                **{key: value for key, value in schema.items() if key != "oneOf"},
                "title": f"{name}Of{field.capitalize()}",
                "properties": {k: part for k, part in schema["properties"].items() if k not in left_out},
                "required": [*schema.get("required", ()), field],
            }
        schemas[name] = {
            "title": name,
            "description": schema.get("description", ""),
            "oneOf": [{"$ref": REF.format(model=f"{name}Of{field.capitalize()}")} for field in fields],
        }


Moded = tuple["type[BaseModel]", "JsonSchemaMode"]
Names = dict[Any, dict[str, Any]]  # by Moded; pydantic's own type allows for dataclasses too


def _models(operations: Iterable[Operation]) -> set[Moded]:
    found: set[Moded] = {(Problem, "serialization")}
    for operation in operations:
        if operation.body:
            found.add((operation.body, "validation"))
        if operation.query:
            found.add((operation.query, "validation"))
        if operation.answer:
            found.add((operation.answer, "serialization"))
    return found


def _operation(operation: Operation, names: Names, schemas: dict[str, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "tags": [operation.tag],
        "responses": _responses(operation, names),
    }
    if operation.description:
        described["description"] = operation.description
    parameters = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "string", "pattern": f"^{pattern}$"},
        }
        for name, pattern in operation.parameters.items()
    ]
    if operation.query:
        parameters += _query_parameters(operation.query, names, schemas)
    if operation.idempotent:
        parameters.append(IDEMPOTENCY_KEY)
    parameters += [
        {"name": name, "in": "header", "required": False, "description": text, "schema": {"type": "string"}}
        for name, text in operation.headers.items()
    ]
    if parameters:
        described["parameters"] = parameters
    if operation.bearer:
        described["security"] = [{}, {"seat": []}]
    if operation.body:
        example = EXAMPLES[operation.body.__name__]
        described["requestBody"] = {
            "required": True,
            "content": {
                JSON: {
                    "schema": names[operation.body, "validation"],
                    "example": example,
                },
                **({operation.text: _text_like(example)} if operation.text else {}),
            },
        }
    return described


def _text_like(example: dict[str, Any]) -> dict[str, Any]:
    """The same body as a TOML file; its example has no tables."""
    lines = [f"{name} = {json.dumps(value)}\n" for name, value in example.items()]
    return {"schema": {"type": "string"}, "example": "".join(lines)}


def _query_parameters(query: type[Request], names: Names, schemas: dict[str, Any]) -> list[dict[str, Any]]:
    schema = schemas[names[query, "validation"]["$ref"].rpartition("/")[2]]
    required = schema.get("required", ())
    return [
        {"name": name, "in": "query", "required": name in required, "schema": part}
        for name, part in schema["properties"].items()
    ]


def _responses(operation: Operation, names: Names) -> dict[str, Any]:
    schema = names[operation.answer, "serialization"] if operation.answer else {"type": "string"}
    answers: dict[str, Any] = {
        str(operation.status): {
            "description": "The answer.",
            "content": {operation.media_type: {"schema": schema}},
        }
    }
    if operation.links:
        answers[str(operation.status)]["links"] = dict(operation.links)
    for status in operation.problems:
        answers[str(status)] = {
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA_TYPE: {"schema": names[Problem, "serialization"]}},
        }
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            answers[str(status)]["headers"] = LIMITS
    return answers

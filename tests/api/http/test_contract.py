"""The OpenAPI document is valid, and the service does what it says: schemathesis, all checks."""

from __future__ import annotations

import json
import re
import tomllib
from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

import pytest
import schemathesis
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, seed, settings, strategies
from hypothesis.errors import FlakyStrategyDefinition
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis import Case
from schemathesis.checks import load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test

from adjudicator.chem.elements import ELEMENTS
from adjudicator_api import Config, create_app
from adjudicator_api.http.idempotency import HEADER
from tests.support.sampling import by_day
from tests.support.tabling import OnlineTable

load_all_checks()
FOLDER = TemporaryDirectory()  # lives as long as the module
schema = schemathesis.openapi.from_wsgi(
    "/openapi.json",
    create_app(Config(database_url=f"sqlite:///{FOLDER.name}/test.sqlite", rate_limit="off", log="off")),
    config=SchemathesisConfig.from_path("schemathesis.toml"),
)


OPERATIONS = [(path, method) for path, methods in schema.raw_schema["paths"].items() for method in methods]


@settings(
    max_examples=6,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def kept(case: Case[Any]) -> None:
    case.call_and_validate(headers={"Accept-Encoding": "identity"})  # this client does not decompress


@pytest.mark.parametrize(("path", "method"), by_day(8, [pytest.param(*each) for each in OPERATIONS]))
def test_every_operation_keeps_its_contract(path: str, method: str) -> None:
    """Written as schemathesis's own decorator would, except that it gives all operations one test id, so that
    workers run only that one.
    """
    test = build_operation_test(
        config=schema.config,
        operation=schema[path][method],
        test_func=kept,
        given_kwargs={},
        feedback=FeedbackSources(),
    )
    test()


PLAYED = [
    (path, method)
    for path, method in OPERATIONS
    if path.startswith("/v1/games/{id}") and path != "/v1/games/{id}/events"
]


@pytest.mark.parametrize(("path", "method"), by_day(4, [pytest.param(*each) for each in PLAYED]))
@settings(max_examples=4, derandomize=True, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(data=strategies.data())
def test_schemathesis_plays(path: str, method: str, data: strategies.DataObject) -> None:
    """We give it what it cannot invent: a table, a seat and its token, and the version. It makes up the rest."""
    case: Case[Any] = data.draw(schema[path][method].as_strategy())
    table = _table()
    case.path_parameters = {**case.path_parameters, "id": table.id}
    seat = next((ask["player"] for ask in table.view(0)["asks"]), 0)
    token = table.host if path.endswith(HOSTS) else table.tokens[seat]
    headers = {"Accept-Encoding": "identity", "Authorization": f"Bearer {token}"}
    if path.endswith("/actions"):
        headers["If-Match"] = str(table.view(0)["version"])
    for name in headers:
        case.headers.pop(name, None)
    answer = case.call(headers=headers)
    case.validate_response(answer, excluded_checks=[schemathesis.checks.ignored_auth])
    assert answer.status_code not in (401, 428), answer.text
    assert b"no_such_game" not in answer.content


HOSTS = ("/start", "/cancel", "/seats/{seat}")


def _table() -> OnlineTable:
    seats = [{"name": "Ann"}, {"name": "Bob"}]
    return OnlineTable.open(schema.app.test_client(), "compoundit", seats, watch="public", hints=True)


# --- links ------------------------------------------------------------------------------------------------


def filled(value: Any, answer: Any) -> Any:
    """Fills in a link's expressions: $response.body#/id, also inside a text."""
    if isinstance(value, dict):
        return {name: filled(part, answer) for name, part in value.items()}
    if isinstance(value, list):
        return [filled(part, answer) for part in value]
    if not isinstance(value, str):
        return value

    def found(pointer: str) -> Any:
        part = answer
        for step in pointer.removeprefix("$response.body#/").split("/"):
            part = part[int(step)] if isinstance(part, list) else part[step]
        return part

    if value.startswith("$"):
        return found(value)
    return re.sub(r"\{([^}]*)\}", lambda inside: str(found(inside[1])), value)


def links_of(client: FlaskClient, path: str) -> dict[str, Any]:
    answers = client.get("/openapi.json").get_json()["paths"][path]["post"]["responses"]
    found: dict[str, Any] = next(answer["links"] for answer in answers.values() if "links" in answer)
    return found


def test_the_link_of_a_challenge_leads_to_its_settlement(client: FlaskClient) -> None:
    links = links_of(client, "/v1/challenges")
    answer = client.post(
        "/v1/challenges", json={"runs": ["HHO"], "player": "ann", "challenger": "bob"}
    ).get_json()
    settle = filled(links["settle"], answer)
    settled = client.post(
        f"/v1/challenges/{settle['parameters']['id']}/settlement", json=settle["requestBody"]
    )
    assert (settled.status_code, settled.get_json()["decided_by"]) == (200, "agreement")
    read = filled(links["read"], answer)
    assert client.get(f"/v1/challenges/{read['parameters']['id']}").status_code == 200


def test_the_links_of_a_new_table_lead_to_acting(client: FlaskClient) -> None:
    links = links_of(client, "/v1/games")
    answer = client.post("/v1/games", json=TABLE).get_json()
    paths = {
        described["operationId"]: (path, method)
        for path, methods in client.get("/openapi.json").get_json()["paths"].items()
        for method, described in methods.items()
    }

    def follow(name: str, body: Any = None) -> Any:
        path, method = paths[links[name]["operationId"]]
        given = filled(links[name]["parameters"], answer)
        headers = {key.removeprefix("header."): given[key] for key in given if key.startswith("header.")}
        return client.open(path.format(**given), method=method.upper(), json=body, headers=headers)

    assert follow("view_game").get_json()["you"] == 0
    assert follow("preview", {"type": "resign"}).status_code == 200
    acted = follow("act", {"type": "resign"})
    assert (acted.status_code, acted.get_json()["events"][-1]["type"]) == (200, "game_ended")
    assert follow("cancel_game", {}).get_json()["code"] == "game_over", "with the host's token"


WALKS, EXAMPLES = 20, 200
TABLE = {"game": "compoundit", "seats": [{"name": "Ann"}, {"name": "Bob"}]}
CHALLENGE = {"runs": ["HHO", "NaCl"], "player": "ann", "challenger": "bob"}


def about(*prefixes: str) -> Any:
    """The operations at these addresses and no others.

    The others are excluded, because schemathesis adds what its settings name to whatever is included.
    """
    return schema.exclude(lambda context: not context.operation.path.startswith(prefixes))


def test_what_is_left_out_of_a_walk_is_left_out() -> None:
    labels = {found.ok().path for found in about("/v1/challenges").get_all_operations()}
    assert labels == {"/v1/challenges", "/v1/challenges/{id}", "/v1/challenges/{id}/settlement"}


def walk(operations: Any, told: dict[str, Any], watched: str) -> list[int]:
    """Schemathesis goes from answer to answer by the links; returns how it was answered at the watched end.

    What it cannot invent, ids and tokens, it gets from the answers that links name. It does not know which
    texts are runs and which games there are, so about half of the requests of an operation get a body from
    `told`. What the service stores outlives an example, so the same draws may meet another state: Hypothesis
    then gives up, and the next of the short walks goes on. A failed check is a different error and is not
    ignored. Schemathesis takes ids and versions from links and tokens from its settings, so we insert the
    tokens that a link names.
    """
    statuses: list[int] = []
    tokens: dict[str, str] = {}  # of the first seat, by table

    class Walking(operations.as_state_machine()):  # type: ignore[misc]
        def get_call_kwargs(self, case: Case[Any]) -> dict[str, Any]:  # noqa: ARG002
            return {"headers": {"Accept-Encoding": "identity"}}

        def before_call(self, case: Case[Any]) -> None:
            case.headers.pop(HEADER, None)  # a repeated key would get an earlier answer
            if case.operation.label in told and crc32(repr(case.body).encode()) % 2:
                case.body = told[case.operation.label]
            token = tokens.get(str(case.path_parameters.get("id")))
            if token and case.operation.label == watched:
                case.headers["Authorization"] = f"Bearer {token}"

        def after_call(self, response: Any, case: Case[Any]) -> None:
            if case.operation.label == watched:
                statuses.append(response.status_code)
            if case.operation.label == "POST /v1/games" and response.status_code == 201:
                made = response.json()
                tokens[made["id"]] = made["seats"][0]["token"]

    for number in range(WALKS):
        with suppress(FlakyStrategyDefinition):
            seed(number)(Walking).run(
                settings=settings(
                    max_examples=EXAMPLES // WALKS,
                    stateful_step_count=6,
                    deadline=None,
                    database=None,
                    phases=[Phase.generate],
                    suppress_health_check=list(HealthCheck),
                )
            )
    return statuses


@pytest.mark.nightly
def test_schemathesis_reaches_settlement_by_that_link() -> None:
    told = {"POST /v1/challenges": CHALLENGE}
    statuses = walk(about("/v1/challenges"), told, "POST /v1/challenges/{id}/settlement")
    assert 200 in statuses, statuses


@pytest.mark.nightly
def test_schemathesis_goes_from_a_new_table_to_acting_by_its_links() -> None:
    acts = "POST /v1/games/{id}/actions"
    told = {"POST /v1/games": TABLE, acts: {"type": "resign"}}
    statuses = walk(about("/v1/games", "/v1/join"), told, acts)
    assert 200 in statuses, statuses


def test_the_document_is_valid_openapi(client: FlaskClient) -> None:
    document = client.get("/openapi.json").get_json()
    OpenAPIV31SpecValidator(document).validate()
    assert document["openapi"].startswith("3.1")


def test_the_document_names_every_endpoint_of_the_contract(client: FlaskClient) -> None:
    paths = client.get("/openapi.json").get_json()["paths"]
    assert {
        "/v1/judge", "/v1/judge/batch", "/v1/challenges", "/v1/challenges/{id}", "/v1/challenges/{id}/settlement",
        "/v1/rulesets", "/v1/rulesets/{name}", "/v1/reference/{formula}", "/v1/structures.svg",
        "/v1/names", "/v1/names/check", "/v1/valence/name", "/healthz", "/readyz", "/metrics",
    } <= set(paths)  # fmt: skip


def test_every_operation_documents_its_problems(client: FlaskClient) -> None:
    for path, methods in client.get("/openapi.json").get_json()["paths"].items():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                if not status.startswith("2"):
                    assert "application/problem+json" in answer["content"], (path, status)


def test_every_body_has_an_example_that_its_shape_allows(client: FlaskClient) -> None:
    document = client.get("/openapi.json").get_json()
    operations = [operation for methods in document["paths"].values() for operation in methods.values()]
    bodies = [operation["requestBody"]["content"] for operation in operations if "requestBody" in operation]
    assert len(bodies) > 20
    for body in (content["application/json"] for content in bodies):
        shape = {**body["schema"], "components": document["components"]}
        Draft202012Validator(shape).validate(body["example"])
    for body in bodies:
        if len(body) > 1:
            assert tomllib.loads(body["application/toml"]["example"]) == body["application/json"]["example"]


def shapes_in(value: Any, shapes: dict[str, Any]) -> set[str]:
    """The names of all schemas that a part of the document refers to, directly or through others."""
    named: set[str] = set()
    left = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(value))
    while left:
        name = left.pop()
        if name not in named:
            named.add(name)
            left += re.findall(r'"#/components/schemas/(\w+)"', json.dumps(shapes[name]))
    return named


def test_answers_may_get_fields_and_requests_may_not(client: FlaskClient) -> None:
    """docs/stability.md promises the one; the other finds misspelt fields."""
    document = client.get("/openapi.json").get_json()
    shapes = document["components"]["schemas"]
    operations = [operation for methods in document["paths"].values() for operation in methods.values()]
    answers = shapes_in([operation["responses"] for operation in operations], shapes)
    assert [name for name in answers if shapes[name].get("additionalProperties") is False] == []
    bodies = shapes_in([operation.get("requestBody") for operation in operations], shapes)
    described = {name for name in bodies if "properties" in shapes[name]}
    open_ones = {name for name in described if shapes[name].get("additionalProperties") is not False}
    assert open_ones == {"Act", "EditionData"}, "actions and editions have the fields of their game"


def test_every_schema_has_a_name_of_its_own(client: FlaskClient) -> None:
    """Client generators name types by title: of two that are the same one is lost, with its operations."""
    shapes = client.get("/openapi.json").get_json()["components"]["schemas"]
    assert [name for name, shape in shapes.items() if shape.get("title", name) != name] == []
    assert len({name.lower() for name in shapes}) == len(shapes)


def test_no_symbol_is_a_choice(client: FlaskClient) -> None:
    """A generated type for all elements would fail on a tile that it does not list."""
    shapes = client.get("/openapi.json").get_json()["components"]["schemas"]
    assert "enum" not in shapes["Symbol"]
    assert [symbol for symbol in ELEMENTS if not re.fullmatch(shapes["Symbol"]["pattern"], symbol)] == []


def test_the_reference_shows_every_shape_and_loads_nothing_from_elsewhere(client: FlaskClient) -> None:
    page = client.get("/docs/api")
    assert page.status_code == 200
    # Curl examples may contain addresses.
    assert not re.findall(r"""(?:src|href|action)=["']?https?:""", page.text)
    for name in client.get("/openapi.json").get_json()["components"]["schemas"]:
        assert f'id="shape-{name}"' in page.text

"""The OpenAPI document is valid, and the service does what it says: schemathesis, all checks."""

from __future__ import annotations

import re
from itertools import count
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import schemathesis
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings, strategies
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis import Case
from schemathesis.config import SchemathesisConfig

from api import Config, create_app
from tests.support.tabling import OnlineTable

FOLDER = TemporaryDirectory()  # lives as long as the module
schema = schemathesis.openapi.from_wsgi(
    "/openapi.json",
    create_app(Config(database_url=f"sqlite:///{FOLDER.name}/test.sqlite", rate_limit="off", log="off")),
    config=SchemathesisConfig.from_path("schemathesis.toml"),
)


@schema.parametrize()
@settings(
    max_examples=20,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_operation_keeps_its_contract(case: Case[Any]) -> None:
    case.call_and_validate(headers={"Accept-Encoding": "identity"})  # what calls here does not unpack


PLAYED = [
    (path, method)
    for path, methods in schema.raw_schema["paths"].items()
    if path.startswith("/v1/games/{id}") and path != "/v1/games/{id}/events"
    for method in methods
]


@pytest.mark.parametrize(("path", "method"), PLAYED)
@settings(max_examples=8, derandomize=True, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(data=strategies.data())
def test_schemathesis_plays(path: str, method: str, data: strategies.DataObject) -> None:
    """What it cannot make up it is told: a table, a seat and its token, and the version. The rest is its own."""
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


def test_the_link_of_a_challenge_leads_to_its_settlement(client: FlaskClient) -> None:
    document = client.get("/openapi.json").get_json()
    links = document["paths"]["/v1/challenges"]["post"]["responses"]["200"]["links"]
    answer = client.post(
        "/v1/challenges", json={"runs": ["HHO"], "player": "ann", "challenger": "bob"}
    ).get_json()

    def filled(value: Any) -> Any:
        if isinstance(value, list):
            return [filled(part) for part in value]
        return answer[value.rpartition("/")[2]] if value.startswith("$response.body#/") else value

    id_ = filled(links["settle"]["parameters"]["id"])
    body = {name: filled(value) for name, value in links["settle"]["requestBody"].items()}
    settled = client.post(f"/v1/challenges/{id_}/settlement", json=body)
    assert (settled.status_code, settled.get_json()["decided_by"]) == (200, "agreement")
    assert client.get(f"/v1/challenges/{filled(links['read']['parameters']['id'])}").status_code == 200


@pytest.mark.nightly
def test_schemathesis_reaches_settlement_by_that_link() -> None:
    """What schemathesis cannot make up, the id and the key, it gets from the answer that the link names.

    Nor does it know which texts are runs: every other challenge it makes is given some.
    """
    statuses: list[int] = []
    made = count()

    about = schema.include(path_regex="^/v1/challenges")

    class Settling(about.as_state_machine()):  # type: ignore[misc]
        def get_call_kwargs(self, case: Case[Any]) -> dict[str, Any]:  # noqa: ARG002
            return {"headers": {"Accept-Encoding": "identity"}}

        def before_call(self, case: Case[Any]) -> None:
            if case.operation.label == "POST /v1/challenges" and next(made) % 2:
                case.body = {"runs": ["HHO", "NaCl"], "player": "ann", "challenger": "bob"}

        def after_call(self, response: Any, case: Case[Any]) -> None:
            if case.operation.label.endswith("/settlement"):
                statuses.append(response.status_code)

    Settling.run(
        settings=settings(
            max_examples=200,
            stateful_step_count=6,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
    )
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


def test_the_docs_page_loads_nothing_from_elsewhere(client: FlaskClient) -> None:
    page = client.get("/docs")
    assert page.status_code == 200
    assert not re.findall(r"""(?:src|href|action)=["']?https?:""", page.text)  # curl examples may say where
    assert "style=" not in page.text  # the policy forbids it
    assert "<script" not in page.text
    assert client.get("/static/docs.css").status_code == 200
    for name in client.get("/openapi.json").get_json()["components"]["schemas"]:
        assert f'id="shape-{name}"' in page.text

"""The answers of the other endpoints, and the headers of every answer."""

from __future__ import annotations

import gzip
import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator import judge, ruleset
from adjudicator.reference.online.pace import FOLDER
from adjudicator_api import Config, create_app
from adjudicator_api.config import OTHERS, ConfigError, _misspelt, settings
from adjudicator_api.launch.serve import _pacing, lan_address, serve


@pytest.mark.parametrize(
    "body",
    [
        {"tiles": ["Mg", "N", "O", "O", "N", "O", "O"]},
        {"tiles": "MgNOONOO", "rules": "compoundit:beginner"},
        {"formula": "Mg(NO2)2"},
        {"tiles": "Mg N N O O O O"},
        {"tiles": ["H"]},
        {"tiles": "WO"},
    ],
)
def test_a_verdict_is_the_same_as_in_python_asked_once_or_twice(
    client: FlaskClient, body: dict[str, Any]
) -> None:
    expected = judge(
        body["formula"] if "formula" in body else "".join(body["tiles"]),
        body.get("rules", "compoundit:standard"),
    ).to_json()
    for _ in range(2):
        response = client.post("/v1/judge", json=body)
        assert response.status_code == 200
        assert response.get_json() == json.loads(json.dumps(expected))


@pytest.mark.rule("I-COUNT", "K-ASK")
def test_a_question_can_say_more_than_the_pieces(client: FlaskClient) -> None:
    def given(**body: Any) -> Any:
        return client.post("/v1/judge", json=body).get_json()

    iron = {"formula": "Fe2(SO4)3", "rules": "ion:transition+polyatomic"}
    for _ in range(2):  # judged, then remembered: the box is part of the question
        assert given(**iron)["ruling"] == "invalid"
        assert given(**iron, box="any")["ruling"] == "valid"
    bench = {"rules": "compounded", "bench": "C O", "level": 2}
    assert given(**bench)["ruling"] == "valid"
    assert given(**bench, formula="CO2")["ruling"] == "invalid"
    assert given(**{**bench, "level": 3}, formula="CO2", wilds=1)["ruling"] == "valid"
    assert given(formula="H2O", box="any")["code"] == "unknown_term"
    assert given(formula="NaCl", rules="ion:base", box="some")["code"] == "invalid_request"
    assert given(bench="C O", rules="compoundit:standard")["code"] == "unknown_term"
    batch = client.post(
        "/v1/judge/batch", json={"rules": iron["rules"], "items": [iron, {**iron, "box": "any"}, bench]}
    ).get_json()
    assert [answer["ruling"] for answer in batch["verdicts"]] == ["invalid", "valid", "valid"]


def test_a_play_gets_one_ruling_and_a_verdict_for_every_run(client: FlaskClient) -> None:
    def given(*runs: Any, rules: str = "compoundit:standard") -> Any:
        return client.post("/v1/judge", json={"runs": runs, "rules": rules}).get_json()

    both = given(["H", "H", "O"], "MgO")
    assert both["ruling"] == "valid"
    alone = [client.post("/v1/judge", json={"tiles": tiles}).get_json() for tiles in ("HHO", "MgO")]
    assert both["verdicts"] == alone
    assert given("HHO", "MgCl")["ruling"] == "invalid"
    assert given("Mg(NO2)2", "HHO")["verdicts"][0]["name"] == "magnesium nitrite"
    assert given("HHO", "Xx")["code"] == "unknown_symbol"
    assert len(given(*["HHO"] * 30)["verdicts"]) == 30
    refused: list[dict[str, Any]] = [
        {"runs": []},
        {"runs": ["HHO"] * 31},
        {"runs": ["HHO"], "tiles": "HHO"},
        {},
    ]
    for body in refused:
        assert client.post("/v1/judge", json=body).status_code == 422


def test_a_batch_answers_in_order_and_goes_on_past_errors(client: FlaskClient) -> None:
    items = [
        {"tiles": "HHO", "id": "a"},
        {"formula": "Xx", "id": 7},
        {"tiles": "MgNOONOO", "rules": "compoundit:beginner"},
        {"tiles": "HHO", "rules": "chess"},
    ]
    verdicts = client.post("/v1/judge/batch", json={"items": items}).get_json()["verdicts"]
    assert [verdict.get("ruling") for verdict in verdicts] == ["valid", None, "invalid", None]
    assert [verdict.get("id") for verdict in verdicts] == ["a", 7, None, None]
    assert verdicts[1]["error"]["code"] == "unknown_symbol"
    assert verdicts[3]["error"]["code"] == "unknown_ruleset"


def test_a_batch_has_at_most_a_thousand_items(client: FlaskClient) -> None:
    thousand = [{"tiles": "HHO"}] * 1000
    assert len(client.post("/v1/judge/batch", json={"items": thousand}).get_json()["verdicts"]) == 1000
    for items in ([*thousand, {"tiles": "HHO"}], []):
        assert client.post("/v1/judge/batch", json={"items": items}).status_code == 422
    assert client.post("/v1/judge/batch", json={"items": thousand[:1], "rules": "chess"}).status_code == 422


def test_rulesets_show_the_edition(client: FlaskClient) -> None:
    names = [line["name"] for line in client.get("/v1/rulesets").get_json()["rulesets"]]
    assert {"compoundit:beginner", "compoundit:standard"} <= set(names)
    for name in names:
        shown = client.get(f"/v1/rulesets/{name}").get_json()
        assert shown["name"] == name
        assert shown["edition"]
    edition = client.get("/v1/rulesets/compoundit:standard").get_json()["edition"]
    assert edition["tiles"][0] == {"symbol": "H", "count": 20, "points": 1, "oxidation": [1]}
    assert edition["board"]["centre"] == [8, 8]


def test_reference_lists_known_compounds(client: FlaskClient) -> None:
    answer = client.get("/v1/reference/C2H6O").get_json()
    assert answer["hill"] == "C2H6O"
    assert {"ethanol", "dimethyl ether"} <= {compound["name"] for compound in answer["compounds"]}
    assert answer["failures"] == []
    assert client.get("/v1/reference/NCl5").get_json()["compounds"] == []


def test_structures_are_drawings(client: FlaskClient) -> None:
    for query in ("smiles=O%3DC%3DO", "formula=CO2", "formula=SO2"):
        response = client.get(f"/v1/structures.svg?{query}")
        assert response.status_code == 200
        assert response.mimetype == "image/svg+xml"
        assert response.text.startswith("<svg")
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]


@pytest.mark.parametrize("formula", ["NO", "NO2", "N2", "O3", "NH4^+", "NO3^-", "O2^2-"])
def test_elements_ions_and_radicals_are_drawn(client: FlaskClient, formula: str) -> None:
    response = client.get("/v1/structures.svg", query_string={"formula": formula})
    assert (response.status_code, response.text[:60].count('class="lewis"')) == (200, 1)


def test_what_has_no_structure_is_a_sentence_in_the_language_asked_for(client: FlaskClient) -> None:
    for formula, english, german in (
        ("SiO2", "endlessly linked atoms", "endlos verknüpften Atomen"),
        ("NaCl", "Sodium is a metal", "Natrium ist ein Metall"),
        ("Na^+", "a single atom", "ein einzelnes Atom"),
        ("NH4NO3", "made of ions", "aus Ionen"),
        ("SF6", "more than eight", "mehr als acht"),
    ):
        for language, words in (("en", english), ("de", german), ("en", english)):
            response = client.get(
                "/v1/structures.svg", query_string={"formula": formula}, headers={"Accept-Language": language}
            )
            assert response.status_code == 200
            assert "Accept-Language" in response.headers["Vary"]
            assert 'class="words"' in response.text
            assert words in response.text.partition("</title>")[0], formula


def test_names(client: FlaskClient) -> None:
    assert client.get("/v1/names?formula=NaOH").get_json()["names"][0] == "sodium hydroxide"
    for name, answer in {"caustic soda": "right", "sodium oxide": "wrong"}.items():
        ruling = client.post("/v1/names/check", json={"formula": "NaOH", "name": name}).get_json()
        assert ruling["answer"] == answer
        assert ruling["is"] == name
        assert ruling["message"]


@pytest.mark.parametrize(
    ("cards", "name", "answer", "molecule"),
    [
        (["Na", "O", "H"], "sodium hydroxide", "right", "Base"),
        (["H", "O", "Na"], "lye", "right", "Base"),
        ("NaOH", "base", "wrong", "Base"),
        (["Na", "O"], "sodium oxide", "wrong", None),
    ],
)
def test_valence_names(client: FlaskClient, cards: Any, name: str, answer: str, molecule: str | None) -> None:
    ruling = client.post("/v1/valence/name", json={"cards": cards, "name": name}).get_json()
    assert (ruling["answer"], ruling["molecule"]) == (answer, molecule)
    assert ruling["message"]
    assert ruling["is"] == name


def test_every_answer_carries_the_security_headers(client: FlaskClient) -> None:
    for path in ("/healthz", "/docs", "/nothing", "/v1/rulesets"):
        headers = client.get(path).headers
        assert headers["Content-Security-Policy"].startswith("default-src 'self'")
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "Access-Control-Allow-Origin" not in headers


FRIENDS = ("https://club.example", "http://localhost:5173")


def test_other_origins_may_ask_only_when_they_are_named(config: Config) -> None:
    limited = replace(config, cors_origin=", ".join(FRIENDS), rate_limit="2 per day")
    client = create_app(limited).test_client()
    for friend in FRIENDS:
        before = client.options("/v1/judge", headers={"Origin": friend})
        assert before.headers["Access-Control-Allow-Origin"] == friend
        assert "PUT" in before.headers["Access-Control-Allow-Methods"]
        assert "Authorization" in before.headers["Access-Control-Allow-Headers"]
    stranger = client.get("/healthz", headers={"Origin": "https://evil.example"})
    for answer in (stranger, client.get("/healthz")):
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "Origin" in answer.headers["Vary"].split(", ")
    refused = [client.get("/v1/rulesets", headers={"Origin": FRIENDS[1]}) for _ in range(3)][-1]
    assert refused.status_code == 429, "refused before Flask"
    for path in ("/v1/judge", "/v1/games/abc/actions"):
        assert client.options(path, headers={"Origin": FRIENDS[1]}).status_code == 200, "it only asks whether"
    assert refused.headers["Access-Control-Allow-Origin"] == FRIENDS[1]
    assert "Retry-After" in refused.headers["Access-Control-Expose-Headers"]
    assert refused.headers.getlist("Cross-Origin-Resource-Policy") == ["cross-origin"]


def test_every_origin_of_the_list_must_be_one() -> None:
    assert not list(Config(cors_origin=",".join(FRIENDS)).faults())
    for wrong in ("*", "https://club.example, *", "club.example", "https://club.example/"):
        assert any("cors_origin" in fault for fault in Config(cors_origin=wrong).faults()), wrong


@pytest.mark.parametrize("given", ["abc-123", "A.b_c"])
def test_request_ids_come_back(client: FlaskClient, given: str) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": given}).headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "<script>", "ü"])
def test_strange_request_ids_are_replaced(client: FlaskClient, given: str) -> None:
    answer = client.get("/healthz", environ_base={"HTTP_X_REQUEST_ID": given}).headers["X-Request-ID"]
    assert answer != given
    assert len(answer) == 16


def test_metrics_count_rulings_and_requests(client: FlaskClient) -> None:
    for tiles in ("HHO", "HHO", "HO"):
        client.post("/v1/judge", json={"tiles": tiles})
    client.post("/v1/judge", json={"tiles": "HHO", "rules": "compoundit:beginner+beginner"})
    text = client.get("/metrics").text
    assert 'adjudicator_rulings_total{rules="compoundit:standard",ruling="valid"} 2.0' in text
    assert 'adjudicator_rulings_total{rules="compoundit:standard",ruling="invalid"} 1.0' in text
    assert 'adjudicator_rulings_total{rules="compoundit:(other)",ruling="valid"} 1.0' in text
    assert 'adjudicator_cache_total{result="hit"} 1.0' in text
    assert 'adjudicator_request_seconds_count{method="POST",route="/v1/judge",status="200"} 4.0' in text
    assert "adjudicator_source_failures_total" in text


def test_answers_are_compressed_for_who_can_read_them(client: FlaskClient) -> None:
    body = {"tiles": "MgNOONOO"}
    plain = client.post("/v1/judge", json=body)
    small = client.post("/v1/judge", json=body, headers={"Accept-Encoding": "gzip, br"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small.headers["Vary"].split(", ")
    assert int(small.headers["Content-Length"]) == len(small.data) < len(plain.data) / 2
    assert gzip.decompress(small.data) == plain.data
    assert "Content-Encoding" not in plain.headers
    for refused in ("gzip;q=0", "gzip;q=0, *", "identity"):
        assert (
            "Content-Encoding"
            not in client.post("/v1/judge", json=body, headers={"Accept-Encoding": refused}).headers
        )
    tiny = client.get("/healthz", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in tiny.headers
    assert client.head("/v1/rulesets", headers={"Accept-Encoding": "gzip"}).status_code == 200


def test_metrics_are_for_this_machine_or_behind_a_token(config: Config) -> None:
    client = create_app(config).test_client()
    far = {"REMOTE_ADDR": "192.0.2.1"}
    assert client.get("/metrics", environ_base=far).get_json()["code"] == "metrics_private"
    assert client.get("/metrics", headers={"X-Forwarded-For": "192.0.2.1"}).status_code == 403
    client = create_app(replace(config, metrics_token="sesame")).test_client()
    for given in ("", "Bearer open", "sesam"):
        assert client.get("/metrics", headers={"Authorization": given}).status_code == 401
    right = {"Authorization": "Bearer sesame"}
    assert client.get("/metrics", headers=right, environ_base=far).status_code == 200
    client = create_app(replace(config, metrics_port=9999)).test_client()
    assert client.get("/metrics", headers=right).status_code == 404


def test_every_setting_is_an_option_a_variable_and_a_line_of_the_docs() -> None:
    from tools.derived.settings import files

    for path, page in files().items():
        assert path.read_text(encoding="utf-8") == page, "run python -m tools derive settings --write"
        for name in OTHERS:
            assert f"`ADJUDICATOR_{name}`" in page
    variables = re.compile(r'"ADJUDICATOR_(\w+)"')
    sources = Path("adjudicator").rglob("*.py")
    read = {name for path in sources for name in variables.findall(path.read_text(encoding="utf-8"))}
    assert read - {setting.name.upper() for setting in settings()} == set(OTHERS)
    options = {option for parameter in serve.params for option in parameter.opts}
    for setting in settings():
        assert f"--{setting.name.replace('_', '-')}" in options
        given = {f"ADJUDICATOR_{setting.name.upper()}": str(setting.default)}
        assert getattr(Config.from_env(given), setting.name) == setting.default


def test_a_source_that_is_silent_leaves_it_open_is_counted_and_not_remembered(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ADJUDICATOR_REFERENCE_TABLE", str(tmp_path / "gone.sqlite"))
    ruleset.default_authority.cache_clear()
    ruleset._load.cache_clear()
    question = {"tiles": "CCHHHHHHO", "rules": "compoundit:organic"}
    try:
        assert client.post("/v1/judge", json=question).get_json()["ruling"] == "unresolved"
        assert 'adjudicator_source_failures_total{source="table"} 1.0' in client.get("/metrics").text
        assert client.get("/readyz").get_json()["checks"]["reference"] == "table_missing"
        monkeypatch.undo()
        ruleset.default_authority.cache_clear()
        ruleset._load.cache_clear()
        assert client.post("/v1/judge", json=question).get_json()["ruling"] == "valid"
    finally:
        monkeypatch.undo()
        ruleset.default_authority.cache_clear()
        ruleset._load.cache_clear()


def test_logs_are_json_without_personal_data(
    config: Config, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    app = create_app(replace(config, log="info"))

    def crash() -> str:
        raise RuntimeError("ann lives here")

    app.add_url_rule("/crash", view_func=crash)
    client = app.test_client()
    body = {"runs": ["HHO"], "player": "ann", "challenger": "bob"}
    id_ = client.post("/v1/challenges", json=body, headers={"X-Request-ID": "r-1"}).get_json()["id"]
    client.get(f"/v1/challenges/{id_}")
    client.get("/crash")
    client.get("/healthz")
    out = capfdbinary.readouterr().err.decode()
    lines = [json.loads(line) for line in out.splitlines()]
    assert [(line["event"], line["route"]) for line in lines] == [
        ("request", "/v1/challenges"),
        ("request", "/v1/challenges/<id>"),
        ("crashed", "/crash"),
        ("request", "/crash"),
    ]
    assert lines[0]["request_id"] == "r-1"
    assert lines[2]["error"] == "RuntimeError"
    for private in ("ann", "bob", id_, "127.0.0.1"):
        assert private not in out.replace("/channel", "")


def test_config_reads_the_environment_and_lists_every_fault(tmp_path: Path) -> None:
    config = Config.from_env({"ADJUDICATOR_PORT": "9000", "ADJUDICATOR_RATE_LIMIT": "off", "PORT": "1"})
    assert config.port == 9000
    assert config.limit is None
    assert Config.from_env(config.to_env()) == config
    bad = {
        "ADJUDICATOR_PORT": "x",
        "ADJUDICATOR_WORKERS": "0",
        "ADJUDICATOR_LOG": "loud",
        "ADJUDICATOR_RATE_LIMIT": "x",
    }
    with pytest.raises(ConfigError) as refused:
        Config.from_env(bad)
    assert len(refused.value.details["faults"]) == 4


def test_a_misspelt_setting_is_refused_with_the_right_one() -> None:
    allowed = {"ADJUDICATOR_SOURCES": "table", "ADJUDICATOR_TEST_POSTGRES": "x", "OTHER_PROT": "1"}
    assert Config.from_env(allowed) == Config()
    with pytest.raises(ConfigError) as refused:
        Config.from_env({"ADJUDICATOR_PROT": "9000", "ADJUDICATOR_ZZZ": "1"})
    assert refused.value.details["faults"] == [
        "ADJUDICATOR_PROT is no setting; ADJUDICATOR_PORT is",
        "ADJUDICATOR_ZZZ is no setting; see docs/settings.md",
    ]


def test_everything_that_is_read_from_the_environment_is_a_setting() -> None:
    """Otherwise the service would refuse to start when it is set."""
    for folder in ("adjudicator", "api/adjudicator_api"):
        for path in Path(folder).rglob("*.py"):
            for name in re.findall(r'"(ADJUDICATOR_[A-Z_]+[A-Z])"', path.read_text(encoding="utf-8")):
                assert not list(_misspelt({name: ""})), (path, name)


def test_the_lan_address_is_an_address() -> None:
    assert lan_address().count(".") == 3


def test_apps_live_side_by_side(app: Flask, tmp_path: Path) -> None:
    other = create_app(Config(database_url=f"sqlite:///{tmp_path}/other.sqlite", log="off"))
    assert (
        app.test_client().get("/readyz").status_code == other.test_client().get("/readyz").status_code == 200
    )


# --- in the caller's language ---------------------------------------------------------------------------------

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


def test_a_ruling_speaks_the_language_of_who_asks(client: FlaskClient) -> None:
    """Cached answers are kept per language; substances and rule ids are the same."""
    question = {"tiles": "MgCl", "rules": "compoundit:standard"}
    first, german, again = (
        client.post("/v1/judge", json=question, headers=headers).get_json()
        for headers in ({}, GERMAN, {"Accept-Language": "fr"})
    )
    assert first == again
    assert "would make it MgCl2" in first["reason"]
    assert "MgCl2" in german["reason"]
    assert german["reason"] != first["reason"]
    assert [check["code"] for check in german["checks"]] == [check["code"] for check in first["checks"]]
    client.set_cookie("language", "en")
    assert client.post("/v1/judge", json=question, headers=GERMAN).get_json() == first


def test_runs_batches_and_challenges_speak_german(client: FlaskClient) -> None:
    german = client.post("/v1/judge", json={"tiles": "MgCl"}, headers=GERMAN).get_json()["reason"]
    runs = client.post("/v1/judge", json={"runs": ["MgCl", "HHO"]}, headers=GERMAN).get_json()
    assert runs["verdicts"][0]["reason"] == german
    batch = client.post("/v1/judge/batch", json={"items": [{"tiles": "MgCl"}]}, headers=GERMAN).get_json()
    assert batch["verdicts"][0]["reason"] == german
    body = {
        "board": [],
        "move": [{"row": 8, "col": 8, "symbol": "Mg"}, {"row": 8, "col": 9, "symbol": "Cl"}],
        "player": "ann",
        "challenger": "bob",
    }
    asked = client.post("/v1/challenges", json=body, headers=GERMAN).get_json()
    assert asked["runs"][0]["verdict"]["reason"] == german
    read = client.get(f"/v1/challenges/{asked['id']}").get_json()
    assert "would make it MgCl2" in read["runs"][0]["verdict"]["reason"]


def test_a_condensed_formula_is_not_answered_with_its_isomer(client: FlaskClient) -> None:
    """Cached answers are kept per spelling of the formula."""
    names = [
        client.post("/v1/judge", json={"formula": text, "rules": "compoundit:organic"}).get_json()["name"]
        for text in ("CH3CH2OH", "CH3OCH3", "CH3CH2OH")
    ]
    assert names == ["ethanol", "dimethyl ether", "ethanol"]


def test_a_state_is_read_and_set_aside_with_a_note(client: FlaskClient) -> None:
    for rules in ("compoundit:standard", "valence-plus"):
        checks = client.post("/v1/judge", json={"formula": "CO2(g)", "rules": rules}).get_json()["checks"]
        said = [check["message"] for check in checks if check["code"] == "state_set_aside"]
        assert said == ["The state, (g), was read and set aside."]


def test_services_that_name_one_folder_share_their_pace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PubChem counts by address; without a name, the processes of one service share a folder of their own."""
    monkeypatch.delenv(FOLDER, raising=False)
    with _pacing():
        own = Path(os.environ[FOLDER])
        assert own.is_dir()
    assert FOLDER not in os.environ
    assert not own.exists()
    monkeypatch.setenv(FOLDER, str(tmp_path / "run" / "pace"))
    with _pacing():
        assert os.environ[FOLDER] == str(tmp_path / "run" / "pace")
    assert (tmp_path / "run" / "pace").is_dir()

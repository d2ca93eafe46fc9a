"""Sentences of the pages in every language, and the files that carry them to the browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from adjudicator_api.http import languages
from adjudicator_api.pages import bundling, pages, tables

PAGES = Path("api/adjudicator_api/pages")
SOURCES = [
    *(PAGES / "static").rglob("*.js"),
    *Path("rulesets").rglob("table/*.js"),
    *(PAGES / "templates").glob("*.html"),
]
# Keys that are composed of two parts: those of these sections are in use when their section is.
BUILT = (
    "class",
    "practice",
    "lesson",
    "phrases",
    "seal",
    "variants",
    "language",
    "wait",
    "words",
    "ruling",
    "trouble",
    "sets",
    "as",
    "judge",
    "board",
    "frame",
    "lobby",
    "table",
    "box",
    "share",
)


# The origin of a value, which the editor writes by itself, and the list of entries of a table.
NO_FIELD = ("source", "why", "points_source", "source_of_points", "each")


def used_keys() -> set[str]:
    text = "\n".join(path.read_text() for path in SOURCES)
    return set(re.findall(r"""["'](\w+\.[\w-]+)["']""", text)) & set(languages.languages()["en"]) | {
        f"words.{key}" for key in re.findall(r'counted\([^"]*"(\w+)"\)', text)
    }


def test_every_language_has_the_same_sentences_with_the_same_words() -> None:
    english, *others = map(languages.own_sentences, languages.languages())
    compare(english, others)


@pytest.mark.parametrize("game", sorted(tables.folders()))
def test_a_table_speaks_every_language(game: str) -> None:
    """A table has its own sections: what it says at the table, before the game, and about the fields of its box."""
    english, *others = (tables.words(game, code) for code in languages.languages())
    compare(english, others)
    assert {key.partition(".")[0] for key in english} <= {game, f"lobby-{game}", f"box-{game}", "legend"}
    assert english[f"lobby-{game}.about"].count(".") == 2, "two sentences"


def fields_in(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything for which the editor of a box draws a field, at any depth."""
    for name, inner in schema.get("properties", {}).items():
        yield name, inner
        yield from fields_in(inner)
    for inner in (schema.get("items"), schema.get("additionalProperties")):
        if isinstance(inner, dict):
            yield from fields_in(inner)


def test_every_field_of_a_box_has_a_name_and_its_choices_too(client: FlaskClient) -> None:
    """Labels are words that a player knows, in both languages, not a prettified `hand_with_radioactive`."""
    for game in sorted(tables.folders()):
        shape = client.get(f"/v1/editions/schemas/{game}").get_json()["shape"]
        sections = {
            name: part for name, part in shape["properties"].items() if part["type"] in {"object", "array"}
        }
        fields = [field for part in sections.values() for field in fields_in(part)]
        wanted = {f"table_{name}" for name in sections} | {f"field_{name}" for name, _ in fields}
        choices = [part for _, inner in fields for part in (inner, inner.get("items", {}))]
        wanted |= {f"word_{word}" for part in choices for word in part.get("enum", ())}
        own = {key.removeprefix(f"box-{game}.") for key in tables.words(game, "en")}
        lacking = {
            key for key in wanted if key not in own and f"box.{key}" not in languages.languages()["en"]
        }
        assert lacking <= {f"field_{name}" for name in NO_FIELD}, game
        left_over = {key for key in own if key.startswith(("field_", "word_"))} - wanted
        assert not left_over, game


def compare(english: dict[str, Any], others: list[dict[str, Any]]) -> None:
    for other in others:
        assert other.keys() == english.keys()
        for key, text in english.items():
            there = other[key]
            assert type(there) is type(text), key
            if key not in {
                "words.numbers",
                "rule.english",
                "rules.english",
                "docs.english",
            }:
                assert bool(there) == bool(text), key
            assert set(re.findall(r"\{\w+\}", str(there))) == set(re.findall(r"\{\w+\}", str(text))), key


def test_no_sentence_is_missing_or_left_over() -> None:
    known = set(languages.languages()["en"])
    text = "\n".join(path.read_text() for path in SOURCES)
    asked = set(re.findall(r"""\bt\(\s*["']([\w-]+\.[\w-]+)["'][,)]""", text))
    known |= {key for game in tables.folders() for key in tables.words(game, "en")}
    assert asked <= known, asked - known
    left = {key for key in set(languages.languages()["en"]) - used_keys() if key.split(".")[0] not in BUILT}
    assert not left, left


@pytest.mark.parametrize(
    ("accepted", "cookie", "language"),
    [
        ("de-CH, en;q=0.8", None, "de"),
        ("fr", None, "en"),
        ("", None, "en"),
        ("de", "en", "en"),
        ("en", "de", "de"),
        ("de", "<x>", "de"),
    ],
)
def test_the_language_is_chosen_by_hand_else_by_the_browser(
    client: FlaskClient, accepted: str, cookie: str | None, language: str
) -> None:
    if cookie:
        client.set_cookie(languages.COOKIE, cookie)
    answer = client.get("/", headers={"Accept-Language": accepted})
    assert answer.headers["Content-Language"] == language
    assert f'<html lang="{language}"' in answer.text
    assert {"accept-language", "cookie"} <= {
        word.strip().lower() for word in answer.headers["Vary"].split(",")
    }
    assert languages.sentence(language, "judge.ask") in answer.text


def test_every_answer_says_its_language_and_what_decided_it(client: FlaskClient) -> None:
    """Answers and problems of the interface as well as pages; caches may keep what has no words."""
    german = {"Accept-Language": "de"}
    made = client.post("/v1/games", json={"game": "ion", "seats": [{"name": "Ann"}, {}]}, headers=german)
    view = f"/v1/games/{made.get_json()['id']}"
    seat = {**german, "Authorization": f"Bearer {made.get_json()['seats'][0]['token']}"}
    answers = [
        made,
        client.get(view, headers=seat),
        client.get(view, headers=german),
        client.get("/v1/rulesets", headers=german),
        client.post("/v1/judge", json={"tiles": "HHO"}, headers=german),
        client.post("/v1/judge", json={"tiles": "?"}, headers=german),
        client.get("/v1/nothing", headers=german),
    ]
    for answer in answers:
        named = {word.strip() for word in answer.headers["Vary"].split(",")}
        assert answer.headers["Content-Language"] == "de", answer.request.path
        assert {"Accept-Language", "Cookie"} <= named, answer.request.path
    assert "Authorization" in answers[1].headers["Vary"]
    drawing = client.get("/v1/structures.svg?formula=H2O", headers=german)
    assert "Content-Language" not in drawing.headers
    sheet = client.get("/v1/exercises/worksheet.pdf?set=name:NaCl&language=en", headers=german)
    assert sheet.headers["Content-Language"] == "en"
    lesson = client.post(
        "/v1/classes", json={"exercises": "NaCl", "language": "en"}, headers=german
    ).get_json()
    held = client.get(f"/v1/classes/{lesson['id']}", headers=german)
    assert held.headers["Content-Language"] == "en", "the language of the class"


def test_sentences_with_numbers() -> None:
    assert languages.sentence("en", "words.points", count=1, n="one") == "one point"
    assert languages.sentence("de", "words.points", count=2, n=2) == "2 Punkte"
    with pytest.raises(KeyError):
        languages.sentence("en", "words.nothing")


@pytest.mark.parametrize("script", pages.SCRIPTS)
def test_every_script_is_one_file_without_imports(client: FlaskClient, script: str) -> None:
    answer = client.get(pages.app_address(f"{script}.de.js"))
    assert answer.status_code == 200
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.text.startswith('globalThis.adjudicatorWords = {"language":"de"')
    assert not re.search(r"^(import|export)\b", answer.text, re.MULTILINE)


def test_a_script_carries_the_sentences_that_it_can_say(client: FlaskClient) -> None:
    """A script has all of a section whose keys are composed, and nothing that belongs to another page."""
    english = languages.languages()["en"]
    tables_of_games = [f"table-{game}" for game in tables.folders()]
    played, _ = carried_by(client, "played")
    for script in (*pages.SCRIPTS, "played", "box", "docs", "lookup", *pages.BEFORE, *tables_of_games):
        own, source = carried_by(client, script)
        imports = '} from "./played.en.js";' in source
        assert imports == (script in (*pages.BEFORE, *tables_of_games))
        carried = own | played if imports else own
        assert carried >= {key for key in english if f'"{key}"' in source}, script
        for section in {key.partition(".")[0] for key in english}:
            if f"`{section}.${{" in source:
                assert carried >= {key for key in english if key.startswith(f"{section}.")}, script
        assert not (imports and own & played), script
        assert ("challenge.title" in carried) == ('"challenge.title"' in source), script


def carried_by(client: FlaskClient, script: str) -> tuple[set[str], str]:
    spoken, _, source = client.get(pages.app_address(f"{script}.en.js")).text.partition(";\n")
    words = json.loads(spoken[spoken.index("{") :].removesuffix(")"))
    return set(words.get("sentences", words)), source


def test_files_of_another_version_are_not_kept_and_unknown_ones_not_found(client: FlaskClient) -> None:
    assert client.get("/app/older/style.css").headers["Cache-Control"] == "no-cache"
    for file in ("judge.js", "judge.fr.js", "nothing.en.js", "judge.en.css", "..%2fapp.py"):
        assert client.get(pages.app_address(file)).status_code == 404


def test_modules_that_cannot_be_put_together_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\nexport const a = b;\n')
    (tmp_path / "b.js").write_text('import { a } from "./a.js";\nexport const b = a;\n')
    with pytest.raises(bundling.BundlingError, match="imports itself"):
        bundling.script("a.js", tmp_path)
    (tmp_path / "b.js").write_text("export let b = 1;\n")
    with pytest.raises(bundling.BundlingError, match="export let b"):
        bundling.script("a.js", tmp_path)


def test_modules_are_put_together_in_the_order_of_their_need(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(
        'import * as all from "./b.js";\nimport { b as c } from "./b.js";\nuse(all, c);\n'
    )
    (tmp_path / "b.js").write_text("/** Says b. */\nexport const b = 1; // one\n")
    assert bundling.script("a.js", tmp_path) == (
        "const $own_b = (() => {\nconst b = 1;\nreturn { b };\n})();\n"
        "const $own_a = (() => {\nconst all = $own_b;\nconst { b: c } = $own_b;\nuse(all, c);\nreturn {  };\n})();\n"
    )


# --- what is refused ----------------------------------------------------------------------------------------

GERMAN = {"Accept-Language": "de-AT, en;q=0.5"}


@pytest.mark.parametrize(
    ("body", "german"),
    [
        (b'{"tiles": "\xff"}', "Er ist nicht in UTF-8."),
        (b'{"tiles": ?}', "Sieh in Zeile 1, Spalte 11 nach."),
        (b'{"tiles": NaN}', "Eine Zahl darin ist keine."),
    ],
)
def test_a_body_that_is_not_json_is_refused_in_german(client: FlaskClient, body: bytes, german: str) -> None:
    answer = client.post("/v1/judge", data=body, content_type="application/json", headers=GERMAN)
    assert answer.get_json()["detail"] == f"Der Inhalt ist kein gültiges JSON: {german}"


def test_metrics_are_refused_in_german(client: FlaskClient) -> None:
    answer = client.get("/metrics", headers={**GERMAN, "X-Forwarded-For": "192.0.2.1"})
    assert answer.get_json()["detail"] == "Die Messwerte bekommt nur dieser Rechner; siehe --metrics-token."


def test_unreadable_input_is_told_in_the_language_of_who_asks(client: FlaskClient) -> None:
    """Every route that reads a formula or a run, including a batch in another process."""
    asked = [
        ("/v1/judge", {"formula": "Mg(NO2"}, "Klammern"),
        ("/v1/judge", {"tiles": "mgno"}, "Gemeint sein kann Mg N O"),
        ("/v1/judge", {"runs": ["HHO", "HXx"]}, "kein Element"),
        ("/v1/names/check", {"formula": "H0", "name": "water"}, "Gezählt wird ab 1"),
        ("/v1/valence/name", {"cards": ["Na", "Xx"], "name": "x"}, "ist kein Element"),
    ]
    for path, body, said in asked:
        german = client.post(path, json=body, headers=GERMAN).get_json()
        english = client.post(path, json=body).get_json()
        assert said in german["detail"], path
        assert german["code"] == english["code"]
        assert said not in english["detail"]
    assert "Vor die Ladung" in client.get("/v1/names?formula=O2-", headers=GERMAN).get_json()["detail"]
    batch = {"items": [{"formula": "H0"}]}
    (answer,) = client.post("/v1/judge/batch", json=batch, headers=GERMAN).get_json()["verdicts"]
    assert "Gezählt wird ab 1" in answer["error"]["message"]


def test_names_are_ruled_on_in_german(client: FlaskClient) -> None:
    for name, said in (
        ("caustic soda", "Ja: caustic soda ist ein Name von NaOH"),
        ("sodium oxide", "Nein: sodium oxide ist Na2O"),
        ("natrium", "heißt Natriumhydroxid"),
    ):
        body = {"formula": "NaOH", "name": name}
        answer = client.post("/v1/names/check", json=body, headers=GERMAN).get_json()
        assert said in answer["message"], answer
        assert answer["names"][0] == "Natriumhydroxid"


def test_refusals_are_told_in_german_and_keep_their_code(client: FlaskClient) -> None:
    for path, code, said in (
        ("/v1/challenges/AAAAAAAAAAAAAAAAAAAAAA", "no_such_challenge", "kein Urteil"),
        ("/v1/games/AAAAAAAAAAAAAAAAAAAAAA", "no_such_game", "gibt es nicht"),
        ("/v1/nothing", "not_found", "Unter dieser Adresse"),
    ):
        answer = client.get(path, headers=GERMAN).get_json()
        assert answer["code"] == code
        assert said in answer["detail"]
        assert said not in client.get(path).get_json()["detail"]


@pytest.mark.parametrize(
    ("path", "body", "faults"),
    [
        ("/v1/judge", {"tiles": ["H"] * 61}, {"/tiles": "darf höchstens 60 Einträge haben, hat aber 61"}),
        ("/v1/judge", {"formula": "H" * 65, "x": 1}, {"/formula": "höchstens 64 Zeichen", "/x": "nicht vorgesehen"}),
        ("/v1/judge", {"tiles": "HHO", "formula": "H2O"}, {"": 'genau eines davon angeben: "tiles", "formula"'}),
        ("/v1/judge", {"tiles": 7}, {"/tiles": "Plättchen als Liste"}),
        ("/v1/games", {"game": "ion", "seats": [{"name": "x" * 25}]}, {"/seats/0/name": "hat 1 bis 24 Zeichen"}),
        ("/v1/games", {"game": "ion", "seats": [{"name": "A"}, {"name": "a"}]}, {"": "denselben Namen"}),
        ("/v1/games", {"seats": [], "clock": {"seconds": 1}, "hints": 3},
         {"/game": "fehlt", "/seats": "mindestens 1 Einträge", "/clock/seconds": "mindestens 5", "/hints": "true oder"}),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_request_is_told_in_german(
    client: FlaskClient, path: str, body: dict[str, Any], faults: dict[str, str]
) -> None:
    answer = client.post(path, json=body, headers=GERMAN).get_json()
    told = {fault["pointer"]: fault["message"] for fault in answer["errors"]}
    assert told.keys() == faults.keys()
    for pointer, said in faults.items():
        assert said in told[pointer]
    assert next(iter(faults.values())) in answer["detail"]
    english = client.post(path, json=body).get_json()
    assert [fault["code"] for fault in english["errors"]] == [fault["code"] for fault in answer["errors"]]
    assert not set(told.values()) & {fault["message"] for fault in english["errors"]}


@pytest.mark.parametrize(
    ("formula", "german"),
    [
        ("H%", "'H%' hat an Stelle 2 '%'; das steht in keiner Formel."),
        ("2H2O", "Vor einer Formel steht keine Zahl; gefragt ist ein Molekül."),
        ("\ud800", "„\\ud800“ ist ein halbes Zeichen; Text besteht aus ganzen, wie in „é“."),
    ],
)
def test_a_character_that_no_formula_has_is_named_in_german(
    client: FlaskClient, formula: str, german: str
) -> None:
    """One code for two faults: neither is told as the other."""
    answer = client.post("/v1/judge", json={"formula": formula}, headers={"Accept-Language": "de"})
    assert answer.get_json()["code"] == "bad_character"
    assert german in answer.get_json()["detail"]


def test_every_refusal_that_is_translated_is_one_that_happens() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in Path("api").rglob("*.py"))
    for code, said in languages.problems("de").items():
        assert f'"{code}"' in source, code
        assert said.endswith("."), code

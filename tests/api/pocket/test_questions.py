"""What the judge of a device answers without the service: as the service does, and with few modules."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest

from adjudicator.exercises import topics
from adjudicator_api.http.operations import decode
from adjudicator_api.http.problems import Refused
from adjudicator_api.pocket import archives, lacking, reading
from adjudicator_api.pocket.device import Device
from adjudicator_api.pocket.judging import Judge
from adjudicator_api.pocket.lacking import TABLE, TOOLKIT
from tests.api.pocket.test_device import asked
from tests.support.device_questions import KINDS, OURS, ROUND, RULINGS


@pytest.fixture
def judge() -> Iterator[Judge]:
    found = Judge()
    found.bring(TABLE)
    found.bring(TOOLKIT)
    yield found
    lacking.end()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Device:
    return Device(str(tmp_path_factory.mktemp("device")))


def given(judge: Judge, method: str, address: str, body: object, language: str) -> tuple[int, bytes] | None:
    found = judge.answer(method, address, language, "" if body is None else json.dumps(body))
    return found and (found[0], found[2])


def plain(answer: tuple[int, bytes]) -> Any:
    """Without the id of a request, and without the moments at which something was answered."""
    status, content = answer
    if content.startswith(b"<svg"):
        return status, content
    data = json.loads(content)
    data.pop("request_id", None)
    for moment in ("due", "last"):
        data.get("memory", {}).pop(moment, None)
    return status, data


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", KINDS)
def test_answers_and_refusals_are_those_of_the_service(
    judge: Judge, service: Device, kind: str, language: str
) -> None:
    for question in KINDS[kind]:
        found = given(judge, *question, language)
        assert found is not None, question
        assert plain(found) == plain(asked(service, *question, language)), question


def test_a_round_on_every_topic(judge: Judge, service: Device) -> None:
    """Without a seed a round is another one each time; its exercises, as a list, are asked alike."""
    for topic in topics():
        found = given(judge, "POST", "/v1/exercises", {"topic": topic, **ROUND}, "en")
        assert found is not None
        made = json.loads(found[1])
        assert 0 < len(made["exercises"]) <= 4
        question = ("POST", "/v1/exercises", {"list": made["set"].replace(";", "\n"), "kind": "name"})
        again = given(judge, *question, "en")
        assert again is not None
        assert plain(again) == plain(asked(service, *question)), topic


def test_without_a_language_the_judge_speaks_english_as_the_service_does(judge: Judge) -> None:
    question = RULINGS[1]
    assert given(judge, *question, "") == given(judge, *question, "en")


def test_what_is_not_plainly_in_order_is_left_to_the_service(judge: Judge) -> None:
    own = "sha256:" + "0" * 64
    for address, body in (
        ("/v1/valence/name", {"cards": ["Na"], "name": "x", "edition": own}),
        ("/v1/valence/name", {"cards": [7], "name": "x"}),
        ("/v1/valence/name", {"cards": ["Na"], "name": "\ud800"}),
        ("/v1/valence/name", {"cards": ["Na"], "name": "x", "rules": []}),
        ("/v1/exercises", {"topic": "ions", "list": "NaCl"}),
        ("/v1/exercises", {"topic": "ions", "count": 0}),
        ("/v1/exercises", {"topic": "ions", "count": True}),
        ("/v1/exercises", {"topic": "ions", "kinds": [["name"]]}),
        ("/v1/exercises", {"list": "NaCl", "kind": ["name"]}),
        ("/v1/exercises", {}),
        ("/v1/exercises/mark", {"exercise": "name:NaCl", "answer": 7}),
        ("/v1/exercises/mark", {"exercise": "name:NaCl", "answer": "x", "memory": []}),
        ("/v1/exercises/mark", []),
    ):
        assert given(judge, "POST", address, body, "en") is None, body
    for address in ("/v1/substances", "/v1/substances?q=a&q=b", "/v1/exercises/topics"):
        assert given(judge, "GET", address, None, "en") is None, address
    assert judge.answer("POST", "/v1/judge", "en", '{"tiles": "HHO", "tiles": "HO"}') is None


def test_what_is_nested_deep_never_reaches_pythons_own_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a browser's worker Python dies of it, and the judge with it; brackets in text are only text."""
    read: list[str] = []
    monkeypatch.setattr(json, "loads", lambda body, **_: read.append(body))
    for deep in ("[" * 10_000, '{"a":' * 10_000, '["\\"", ' * 10_000):
        assert reading.fields_of(deep) is None
        with pytest.raises(Refused, match="nested too deep"):
            decode(deep.encode())
    assert read == []
    flat = json.dumps({"text": '"' + "[" * 10_000, "runs": [["H"]] * 1000})
    reading.fields_of(flat)
    assert read == [flat]
    assert decode(flat.encode())["runs"][0] == ["H"]


# --- what it takes ------------------------------------------------------------------------------------------

SERVICE = {"alembic", "flask", "jinja2", "pydantic", "pydantic_core", "sqlalchemy", "werkzeug"}
# Prints the modules that each kind of question imports for the first time.
IMPORTED = """
import json, sys
from adjudicator_api.pocket.judging import Judge
judge = Judge()
judge.bring("table")
judge.bring("rdkit")
for kind, questions in json.load(sys.stdin).items():
    for method, address, body in questions:
        assert judge.answer(method, address, "en", "" if body is None else json.dumps(body)), address
    print(json.dumps([kind, list(sys.modules)]))
"""


def test_nothing_that_judges_imports_the_service() -> None:
    """Counted one kind after the other: what a device imports is the time of its first answer."""
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED], input=json.dumps(KINDS), capture_output=True, text=True, check=True
    )
    counts = {}
    packed = _packed()
    for kind, modules in map(json.loads, done.stdout.splitlines()):
        roots = {module.partition(".")[0] for module in modules}
        assert not roots & SERVICE, kind
        ours = {module for module in modules if module.partition(".")[0] in OURS}
        there = packed["judge"] | packed["bots"] if kind == "practice" else packed["judge"]
        assert ours <= there, (kind, ours - there)
        counts[kind] = len(ours)
    assert counts["rulings"] < 190, "of our own modules; the service imports about 300, and 500 of others"
    assert counts["practice"] < 250


def _packed() -> dict[str, set[str]]:
    """The modules in each pack."""
    others = {name: b"" for name, _ in archives._installed(distribution("fsrs"))}
    others["typing_extensions.py"] = b""
    _, packs = archives.divided(dict(archives._ours()), python={}, service=others, printing={})
    return {pack: {_module(name) for name in files if name.endswith(".py")} for pack, files in packs.items()}


def _module(name: str) -> str:
    return ".".join(Path(name).with_suffix("").parts).removesuffix(".__init__")

"""On the device, before the service: rulings as soon as Python and the rules are there.

The table of compounds and RDKit arrive later. Until then a question is answered if no check of it asked for
them; the rulings are those that come later too, only what is on record beside them is missing. Whatever is no
plain question to the judge is left to the service (device.py), which takes longer to begin.
"""

from __future__ import annotations

import gc
import json
from contextlib import suppress
from importlib.metadata import MetadataPathFinder
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import parse_qs

from adjudicator import prose, ruleset
from adjudicator.chem import toolkit
from adjudicator.chem.formula import MAX_LENGTH, MAX_TILES, MAX_TILES_LENGTH, Formula, Tiles
from adjudicator.chem.toolkit.javascript import JavaScriptToolkit
from adjudicator.errors import AdjudicatorError, ReferenceUnavailable
from adjudicator.reference.authority import Authority
from adjudicator.verdict import Outcome
from adjudicator_api.jobs.drawings import draw_anew

if TYPE_CHECKING:
    from adjudicator.chem.toolkit.javascript import Texts
    from adjudicator.verdict import Verdict

Headers = list[tuple[str, str]]
Answer = tuple[int, Headers, bytes]

JSON: Headers = [("Content-Type", "application/json")]
SVG: Headers = [("Content-Type", "image/svg+xml")]
EARLY = ("Adjudicator-Early", "1")  # the same question has more to say once everything is here
ASKED = frozenset({"tiles", "formula", "runs", "rules"})
MAX_RUNS = 30
MAX_RULES = 200
WARMING = ("HHO", "NaCl", "HHOOO", "MgNOONOO")  # legal somewhere, legal by ions, illegal with a nearest miss


def _still_loading() -> NoReturn:
    raise ReferenceUnavailable("table_loading", "The table of compounds is still loading.", path="")


class _ComingAuthority(Authority):
    """The table while it is on its way: a check that asks for it stays open."""

    def __init__(self) -> None:
        super().__init__(_still_loading)

    @property
    def offline(self) -> bool:
        """As a source outside: nobody waits for a remark beside a ruling."""
        return False


class _ComingToolkit:
    """RDKit while it is on its way."""

    def __getattr__(self, name: str) -> NoReturn:
        _still_loading()


class Judge:
    def __init__(self) -> None:
        self._authority: Authority | None = _ComingAuthority()  # None: the usual one
        toolkit.use(_ComingToolkit())

    def complete(self, texts: Texts | None) -> None:
        """Everything is here. `texts` is RDKit.js; None where the Python package is installed."""
        toolkit.use(None if texts is None else JavaScriptToolkit(texts))
        self._authority = None

    def warm(self) -> None:
        """What first questions would wait for: every rule set, in every language."""
        for listed in ruleset.listed():
            for language in prose.LANGUAGES:
                for run in WARMING:
                    question = json.dumps({"tiles": run, "rules": listed["name"]})
                    self.answer("POST", "/v1/judge", language, question)
        MetadataPathFinder.invalidate_caches()  # it holds Python's archive open; a kept memory has no files
        gc.collect()

    def answer(self, method: str, address: str, language: str, body: str) -> Answer | None:
        """The service's own answer, byte for byte; None if the service is to be asked, or all to be here."""
        if language not in prose.LANGUAGES:
            return None
        path, _, query = address.partition("?")
        with prose.speaking(language), suppress(AdjudicatorError, ImportError):  # the service says it
            if (method, path) == ("POST", "/v1/judge"):
                return self._judge(body)
            if (method, path) == ("GET", "/v1/structures.svg") and self._authority is None:
                return _draw(query)
        return None

    def _judge(self, body: str) -> Answer | None:
        asked = _asked(body)
        if asked is None:
            return None
        rules, questions, several = asked
        loaded = ruleset.load_ruleset(rules, authority=self._authority)
        verdicts = [ruleset.ask(loaded, question, {}) for question in questions]
        if self._authority is not None and any(map(_open, verdicts)):
            return None
        said = [_text(verdict.to_json()) for verdict in verdicts]
        headers = [*JSON, EARLY] if self._authority is not None else JSON
        if not several:
            return 200, headers, said[0].encode()
        given = {verdict.ruling.value for verdict in verdicts}
        ruling = next(word for word in ("invalid", "unresolved", "valid") if word in given)
        return 200, headers, f'{{"ruling":"{ruling}","verdicts":[{",".join(said)}]}}'.encode()


def begin() -> Judge:
    """The one of this process; the worker keeps the memory in which it is for the next start."""
    global _judge  # noqa: PLW0603 - found again in a memory that was kept
    _judge = _judge or Judge()
    return _judge


_judge: Judge | None = None


def _open(verdict: Verdict) -> bool:
    return any(check.outcome is Outcome.UNRESOLVED for check in verdict.checks)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _asked(body: str) -> tuple[str, list[Tiles | Formula], bool] | None:
    """The rules, the questions, and whether they are several; None for what the service has to look at."""
    try:
        data = json.loads(body)
    except ValueError:
        return None
    if not isinstance(data, dict) or not data.keys() <= ASKED:
        return None
    rules = data.pop("rules", ruleset.DEFAULT_RULES)
    if not isinstance(rules, str) or not 0 < len(rules) <= MAX_RULES or len(data) != 1:
        return None
    [(kind, given)] = data.items()
    if kind == "formula":
        return (rules, [Formula.parse(given)], False) if _is_text(given, MAX_LENGTH) else None
    if kind == "tiles":
        return (rules, [Tiles.parse(given)], False) if _is_run(given) else None
    if not isinstance(given, list) or not 0 < len(given) <= MAX_RUNS or not all(map(_is_run, given)):
        return None
    read = [ruleset.read_question(run) if isinstance(run, str) else Tiles.parse(run) for run in given]
    return rules, read, True


def _is_text(given: Any, longest: int) -> bool:
    return isinstance(given, str) and 0 < len(given) <= longest


def _is_run(given: Any) -> bool:
    if isinstance(given, list):
        return 0 < len(given) <= MAX_TILES and all(isinstance(tile, str) for tile in given)
    return _is_text(given, MAX_TILES_LENGTH)


def _draw(query: str) -> Answer | None:
    """By SMILES or by formula, as the page asks; anything else is for the service."""
    asked = parse_qs(query, keep_blank_values=True)
    if len(asked) != 1:
        return None
    [(kind, given)] = asked.items()
    if kind not in ("smiles", "formula") or len(given) != 1 or not given[0]:
        return None
    return 200, SVG, draw_anew(Formula.parse(given[0]) if kind == "formula" else given[0]).encode()

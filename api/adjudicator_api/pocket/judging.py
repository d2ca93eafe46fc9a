"""Rulings on the device before the service has started: as soon as Python and the rules are loaded.

The table of compounds and RDKit arrive later. Until then a question is answered if none of its checks needs
them; the ruling is the same as later, and only the known compound beside it is missing. Anything but a plain
question to the judge is left to the service (device.py), which takes longer to start.
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
EARLY = ("Adjudicator-Early", "1")  # the answer will say more once everything has loaded
ASKED = frozenset({"tiles", "formula", "runs", "rules"})
MAX_RUNS = 30
MAX_RULES = 200
WARMING = ("HHO", "NaCl", "HHOOO", "MgNOONOO")  # legal somewhere, legal by ions, illegal with a nearest miss


def _still_loading() -> NoReturn:
    raise ReferenceUnavailable("table_loading", "The table of compounds is still loading.", path="")


class _ComingAuthority(Authority):
    """Stands in for the table until it has loaded: a check that needs it stays open."""

    def __init__(self) -> None:
        super().__init__(_still_loading)

    @property
    def offline(self) -> bool:
        """Treated as an outside source: a ruling does not wait for remarks."""
        return False


class _ComingToolkit:
    """Stands in for RDKit until it has loaded."""

    def __getattr__(self, name: str) -> NoReturn:
        _still_loading()


class Judge:
    def __init__(self) -> None:
        self._authority: Authority | None = _ComingAuthority()  # None: the usual one
        toolkit.use(_ComingToolkit())

    def complete(self, texts: Texts | None) -> None:
        """Called when everything has loaded. `texts` is RDKit.js; None if the Python package is installed."""
        toolkit.use(None if texts is None else JavaScriptToolkit(texts))
        self._authority = None

    def warm(self) -> None:
        """Loads what first questions would wait for: every rule set, in every language."""
        for listed in ruleset.listed():
            for language in prose.LANGUAGES:
                for run in WARMING:
                    question = json.dumps({"tiles": run, "rules": listed["name"]})
                    self.answer("POST", "/v1/judge", language, question)
        MetadataPathFinder.invalidate_caches()  # it holds an archive open; a saved memory has no files
        gc.collect()

    def answer(self, method: str, address: str, language: str, body: str) -> Answer | None:
        """The same bytes as the service's answer; None if the service or the missing parts are needed."""
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
    """The judge of this process; the worker saves the memory with it for the next start."""
    global _judge  # noqa: PLW0603 - found again in a restored memory
    _judge = _judge or Judge()
    return _judge


_judge: Judge | None = None


def _open(verdict: Verdict) -> bool:
    return any(check.outcome is Outcome.UNRESOLVED for check in verdict.checks)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _asked(body: str) -> tuple[str, list[Tiles | Formula], bool] | None:
    """The rules, the questions, and whether there are several; None if the service must answer."""
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
    """By SMILES or by formula, as pages ask; anything else is left to the service."""
    asked = parse_qs(query, keep_blank_values=True)
    if len(asked) != 1:
        return None
    [(kind, given)] = asked.items()
    if kind not in ("smiles", "formula") or len(given) != 1 or not given[0]:
        return None
    return 200, SVG, draw_anew(Formula.parse(given[0]) if kind == "formula" else given[0]).encode()

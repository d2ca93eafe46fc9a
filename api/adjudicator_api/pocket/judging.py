"""Rulings on the device before the service has started: as soon as Python and the rules are loaded.

The table of compounds arrives later, RDKit when something first needs it (lacking.py). Until then a question
is answered if none of its checks needs them; the ruling is the same as later, and only the known compound
beside it is missing. Then come drawings, names, look-ups and practice (questions.py). Anything else is left
to the service (device.py), which takes longer to start.
"""

from __future__ import annotations

import gc
import json
from contextlib import suppress
from importlib import import_module
from importlib.metadata import MetadataPathFinder
from typing import TYPE_CHECKING, NoReturn

from adjudicator import prose, ruleset
from adjudicator.chem.formula import MAX_LENGTH, Formula, Tiles
from adjudicator.errors import AdjudicatorError, ReferenceUnavailable
from adjudicator.reference.authority import Authority
from adjudicator.verdict import Outcome
from adjudicator_api.http.wording import MEDIA_TYPE, problem_text, status_of
from adjudicator_api.pocket import lacking
from adjudicator_api.pocket.lacking import TABLE, Lacking
from adjudicator_api.pocket.reading import fields_of, parameters_of, run, text

if TYPE_CHECKING:
    from adjudicator.chem.toolkit.javascript import Texts
    from adjudicator.verdict import Verdict

Headers = list[tuple[str, str]]
Answer = tuple[int, Headers, bytes]

JSON: Headers = [("Content-Type", "application/json")]
PROBLEM: Headers = [("Content-Type", MEDIA_TYPE)]
SVG: Headers = [("Content-Type", "image/svg+xml")]
EARLY = ("Adjudicator-Early", "1")  # the answer will say more once everything has loaded
FIELDS = frozenset({"tiles", "formula", "runs", "rules"})
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


class Judge:
    def __init__(self) -> None:
        self._authority: Authority | None = _ComingAuthority()  # None: the usual one
        lacking.begin()

    def bring(self, part: str, texts: Texts | None = None) -> None:
        """Called when a part has come. `texts` is RDKit.js; None if the Python package is installed."""
        if part == TABLE:
            self._authority = None
        else:
            lacking.bring_toolkit(texts)

    def warm(self) -> None:
        """Loads what first questions would wait for: every rule set, in every language."""
        for listed in ruleset.listed():
            for language in prose.LANGUAGES:
                for tiles in WARMING:
                    question = json.dumps({"tiles": tiles, "rules": listed["name"]})
                    with suppress(Lacking):
                        self.answer("POST", "/v1/judge", language, question)
        import_module("adjudicator_api.pocket.questions")
        MetadataPathFinder.invalidate_caches()  # it holds an archive open; a saved memory has no files
        gc.collect()

    def answer(self, method: str, address: str, language: str, body: str) -> Answer | None:
        """The same bytes as the service's answer; None if the service is needed. Lacking: a part is."""
        language = language or prose.ENGLISH
        if language not in prose.LANGUAGES:
            return None
        path, _, query = address.partition("?")
        with prose.speaking(language):
            try:
                if (method, path) == ("POST", "/v1/judge"):
                    return self._judge(body)
                return self._answer(method, path, query, body)
            except ImportError:  # of the archive of the bots
                return None
            except ReferenceUnavailable:
                if self._authority is not None:
                    raise Lacking(TABLE) from None
                return None
            except AdjudicatorError as error:
                return _refused(error, language)

    def _judge(self, body: str) -> Answer | None:
        asked = _questions_in(body)
        if asked is None:
            return None
        rules, questions, several = asked
        loaded = ruleset.load_ruleset(rules, authority=self._authority)
        verdicts = [ruleset.ask(loaded, question, {}) for question in questions]
        if self._authority is not None and any(map(_open, verdicts)):
            raise Lacking(TABLE)
        said = [_text(verdict.to_json()) for verdict in verdicts]
        headers = [*JSON, EARLY] if self._authority is not None else JSON
        if not several:
            return 200, headers, said[0].encode()
        given = {verdict.ruling.value for verdict in verdicts}
        ruling = next(word for word in ("invalid", "unresolved", "valid") if word in given)
        return 200, headers, f'{{"ruling":"{ruling}","verdicts":[{",".join(said)}]}}'.encode()

    def _answer(self, method: str, path: str, query: str, body: str) -> Answer | None:
        """What needs the table of compounds, and often RDKit."""
        from adjudicator_api.pocket.questions import ANSWERS  # no ruling needs it

        answer = ANSWERS.get((method, path))
        asked = fields_of(body) if method == "POST" else parameters_of(query)
        if answer is None or asked is None:
            return None
        if self._authority is not None:
            raise Lacking(TABLE)
        found = answer(asked)
        if isinstance(found, str):
            return 200, SVG, found.encode()
        return None if found is None else (200, JSON, _text(found).encode())


def begin() -> Judge:
    """The judge of this process; the worker saves the memory with it for the next start."""
    global _judge  # noqa: PLW0603 - found again in a restored memory
    _judge = _judge or Judge()
    return _judge


_judge: Judge | None = None


def _open(verdict: Verdict) -> bool:
    return any(check.outcome is Outcome.UNRESOLVED for check in verdict.checks)


def _refused(error: AdjudicatorError, language: str) -> Answer:
    """In the words of the service; ids of requests are for logs, and a device has none."""
    status = status_of(error)
    text = problem_text(status, error.code, error.message, "", language, error.details)
    return status, PROBLEM, text.encode()


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _questions_in(body: str) -> tuple[str, list[Tiles | Formula], bool] | None:
    """The rules, the questions, and whether there are several; None if the service must answer."""
    data = fields_of(body)
    if data is None or not data.keys() <= FIELDS:
        return None
    rules = data.pop("rules", ruleset.DEFAULT_RULES)
    if not isinstance(rules, str) or not 0 < len(rules) <= MAX_RULES or len(data) != 1:
        return None
    [(kind, given)] = data.items()
    if kind == "formula":
        return (rules, [Formula.parse(given)], False) if text(given, MAX_LENGTH) else None
    if kind == "tiles":
        return (rules, [Tiles.parse(given)], False) if run(given) else None
    if not isinstance(given, list) or not 0 < len(given) <= MAX_RUNS or not all(map(run, given)):
        return None
    read = [ruleset.read_question(one) if isinstance(one, str) else Tiles.parse(one) for one in given]
    return rules, read, True

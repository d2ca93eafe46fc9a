"""Verdicts as JSON, cached where final; and batches of them, judged in a process of `jobs.pool`."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import pydantic_core

from adjudicator import prose, ruleset
from adjudicator.chem.formula import Formula, Tiles
from adjudicator.errors import AdjudicatorError, EditionError, quote
from adjudicator.reference.online.failures import TITLES
from adjudicator.verdict import Ruling

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adjudicator.parts import RuleSet
    from adjudicator.verdict import Check, Verdict

MAX_CACHED = 4096
MAX_LOADED = 64
QUICK_TILES = 12

Key = tuple[Hashable, ...]
Conditions = tuple[tuple[str, Any], ...]  # what a question says besides the pieces, by name
Note = tuple[str, ...]  # what to count: see server.metrics.Metrics.note
HIT: Note = ("cache", "hit")
MISS: Note = ("cache", "miss")


class Box(NamedTuple):
    """An edition, as judging needs it."""

    digest: str
    game: str
    label: str
    text: str


def load_by(rules: str, box: Box | None) -> RuleSet:
    """The rules with an edition; raises EditionError if it belongs to another game."""
    try:
        return ruleset.load_ruleset(rules, None if box is None else box.text)
    except EditionError as error:
        if box is None or rules.startswith(box.game):
            raise
        raise EditionError(
            "edition_of_other_game", f"{box.label} is not an edition for {quote(rules)}.", faults=[]
        ) from error


class Verdicts:
    """A verdict depends on its question alone, so final ones are cached."""

    def __init__(self, note: Callable[[Note], None]) -> None:
        self._note = note
        self._kept: dict[Key, tuple[bytes, Note]] = {}
        self._loaded: set[tuple[str, str, str]] = set()  # rules, edition, language: judged before

    def warm(self) -> None:
        """Loads what a language's first question would wait for: rules, the table, nearest misses, names, and
        the words of refusals.
        """
        for language in prose.LANGUAGES:
            with prose.speaking(language):
                self._load(ruleset.DEFAULT_RULES, None)
                prose.retold("")

    def _load(self, rules: str, box: Box | None) -> None:
        # One legal run, an illegal one with a nearest miss, and one that is named by its ions.
        for run in ("HHO", "HHOOO", "MgNOONOO"):
            with suppress(AdjudicatorError):
                load_by(rules, box).judge(Tiles.parse(run)).to_json()
        if len(self._loaded) >= MAX_LOADED:
            self._loaded.clear()
        self._loaded.add((rules, _digest(box), prose.spoken()))

    def give(
        self,
        rules: str,
        question: Tiles | Formula | None,
        box: Box | None = None,
        conditions: Conditions = (),
    ) -> tuple[bytes, str]:
        """The verdict as JSON, and its ruling."""
        key = _key(rules, question, box, conditions)
        kept = self._kept.get(key)
        if kept is None:
            kept = self._judge(rules, question, box, key, conditions)
            self._note(MISS)
        else:
            self._note(HIT)
        answer, ruling = kept
        self._note(ruling)
        return answer, ruling[-1]

    def is_quick(
        self,
        rules: str,
        question: Tiles | Formula | None,
        box: Box | None = None,
        conditions: Conditions = (),
    ) -> bool:
        """Whether it usually takes well under a millisecond: it is cached, or it has few tiles, its rules are
        loaded, and no outside source is asked.
        """
        size = question.size if isinstance(question, Formula) else len(question or ())
        few = size <= QUICK_TILES
        loaded = (rules, _digest(box), prose.spoken()) in self._loaded
        at_hand = few and loaded and not ruleset.default_authority().online
        return at_hand or _key(rules, question, box, conditions) in self._kept

    def _judge(
        self, rules: str, question: Tiles | Formula | None, box: Box | None, key: Key, conditions: Conditions
    ) -> tuple[bytes, Note]:
        verdict = ruleset.ask(load_by(rules, box), question, dict(conditions))
        if (rules, _digest(box), prose.spoken()) not in self._loaded:
            self._load(rules, box)
        for source in _silent_sources(verdict):
            self._note(("silent", source))
        ruling = ("ruling", rules_label(rules), verdict.ruling.value)
        judged = _encoded(verdict), ruling  # nothing in a verdict is hidden
        if _is_final(verdict):
            if len(self._kept) >= MAX_CACHED:
                self._kept.clear()
            self._kept[key] = judged
        return judged


def _encoded(verdict: Verdict) -> bytes:
    language = prose.spoken()

    def rendered(check: Check) -> dict[str, Any]:
        of_any_run = prose.ADDED.isdisjoint(check.params.keys())
        return _rendered(check, language) if of_any_run else check.to_json()

    return pydantic_core.to_json(verdict.to_json(rendered))


@lru_cache(1 << 13)  # most checks say the same of many runs; without this an answer takes two thirds longer
def _rendered(check: Check, _language: str) -> dict[str, Any]:
    return check.to_json()


def _digest(box: Box | None) -> str:
    return "" if box is None else box.digest


def _key(rules: str, question: Tiles | Formula | None, box: Box | None, conditions: Conditions) -> Key:
    """Includes the language, because of the sentences, and the formula as written, because of the name."""
    if isinstance(question, Formula):
        return rules, _digest(box), prose.spoken(), conditions, str(question), question.text, question.state
    return rules, _digest(box), prose.spoken(), conditions, *(question or ())


def _silent_sources(verdict: Verdict) -> set[str]:
    """The sources that left a check open by not answering."""
    reasons = [
        r for check in verdict.checks if check.code == "source_failed" for r in check.params["reasons"]
    ]
    if not reasons:
        return set()
    return {source for source, title in TITLES.items() for reason in reasons if reason.startswith(title)}


def _is_final(verdict: Verdict) -> bool:
    """Whether it will not change: an outside source that does not answer now may do so later."""
    outside = "+" in (verdict.authority or "")
    return verdict.ruling is not Ruling.UNRESOLVED and not (outside and verdict.known is None)


@lru_cache(256)
def rules_label(rules: str) -> str:
    """For metrics: the countless combinations of rule sets share one label for each game."""
    game, _, variant = rules.partition(":")
    return rules if variant in ruleset.variants_of(game) else f"{game}:(other)"


# --- batches ----------------------------------------------------------------------------------------------

BUDGET = 5.0  # seconds of work for one batch; a nonsense question takes a tenth of a second at worst
SPENT = AdjudicatorError(
    "budget_spent", "The questions before this one took all the time of the batch. Ask this one again."
)

# Rules, "tiles" or "formula", the question, its conditions, id.
Item = tuple[str, str, "str | list[str] | None", Conditions, "str | int | None"]

_tally: Counter[Note] = Counter()
_verdicts = Verdicts(lambda note: _tally.update((note,)))


def judge_items(
    items: Sequence[Item], language: str = prose.ENGLISH, box: Box | None = None
) -> tuple[bytes, dict[Note, int]]:
    """In a separate process: the verdicts in order as a JSON list, and what to count."""
    _tally.clear()
    spent = time.process_time() + BUDGET
    with prose.speaking(language):
        answers = [_answer(item, box, late=time.process_time() > spent) for item in items]
    return b"[%b]" % b",".join(answers), dict(_tally)


def _question(kind: str, text: str | list[str] | None) -> Tiles | Formula | None:
    if text is None:
        return None  # a bench alone
    return Formula.parse(str(text)) if kind == "formula" else Tiles.parse(text)


def _answer(item: Item, box: Box | None, *, late: bool) -> bytes:
    rules, kind, text, conditions, id_ = item
    try:
        if late:
            raise SPENT
        answer, _ = _verdicts.give(rules, _question(kind, text), box, conditions)
    except AdjudicatorError as error:
        answer = pydantic_core.to_json({"error": error.to_json()})
    if id_ is None:
        return answer
    # The id goes in front of the encoded members: decoding them for it makes a batch half as slow again.
    return b'{"id":%b,%b' % (pydantic_core.to_json(id_), answer[1:])

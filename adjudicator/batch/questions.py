"""Many questions by one rule set, in order, over any executor."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from adjudicator.batch.executors import AHEAD, ordered
from adjudicator.chem.formula import Formula, Tiles
from adjudicator.editions.registry import text_in
from adjudicator.errors import AdjudicatorError
from adjudicator.ruleset import (
    DEFAULT_RULES,
    ask,
    conditions_of,
    load_ruleset,
    named_edition,
    question_of,
    read_any,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor

    from adjudicator.editions.registry import Labelled
    from adjudicator.parts import RuleSet
    from adjudicator.ruleset import EditionLike, Question
    from adjudicator.verdict import Verdict

    AnyQuestion = Question | Mapping[str, Any]

ROWS = 1_000  # of a piece of work: about a tenth of a second
REMEMBERED = 1 << 13  # questions that come again are answered once, as long as memory stays small


@dataclass(frozen=True, slots=True)
class Paper:
    """By what the questions of a run are judged; a value that goes to every process."""

    rules: str = DEFAULT_RULES
    edition: str | Labelled | None = None  # the name or the text of one, or the edition itself
    sources: tuple[str, ...] | None = None  # None: as configured where it is judged
    kind: str | None = None  # "tiles" or "formula"; None: by the look of each
    full: bool = False
    common: tuple[
        tuple[str, Any], ...
    ] = ()  # what all questions say besides the pieces: adjudicator.ruleset.CONDITIONS

    @property
    def conditions(self) -> dict[str, Any]:
        return dict(self.common)

    def loaded(self) -> RuleSet:
        """The rule set; a bad name or edition is refused here."""
        return _loaded(self.rules, self.edition, self.sources)

    def judge(self, question: object) -> Verdict:
        if isinstance(question, Tiles | Formula | list | tuple):
            return ask(self.loaded(), read_any(question), self.conditions)
        if self.kind is None or not isinstance(question, str):
            return ask(self.loaded(), question_of(question), self.conditions | conditions_of(question))
        read = Tiles.parse if self.kind == "tiles" else Formula.parse
        return ask(self.loaded(), read(question), self.conditions)


@lru_cache(8)
def _loaded(rules: str, edition: str | Labelled | None, sources: tuple[str, ...] | None) -> RuleSet:
    authority = None
    if sources is not None:
        from adjudicator.reference.authority import Authority

        authority = Authority.from_config(sources)
    return load_ruleset(rules, edition, authority)


@overload
def judge_many(
    questions: Sequence[AnyQuestion] | Iterator[AnyQuestion],
    rules: str = DEFAULT_RULES,
    executor: Executor | None = None,
    *,
    edition: EditionLike | None = None,
    kind: str | None = None,
    ahead: int = AHEAD,
) -> Iterator[Verdict | AdjudicatorError]: ...
@overload
def judge_many(
    questions: Iterable[Any],
    rules: str = DEFAULT_RULES,
    executor: Executor | None = None,
    *,
    edition: EditionLike | None = None,
    kind: str | None = None,
    ahead: int = AHEAD,
) -> Any: ...
def judge_many(
    questions: Iterable[Any],
    rules: str = DEFAULT_RULES,
    executor: Executor | None = None,
    *,
    edition: EditionLike | None = None,
    kind: str | None = None,
    ahead: int = AHEAD,
) -> Any:
    """The verdicts on many questions, in their order; what cannot be read gives its error in its place.

    A question is what `judge` takes, or {"tiles": ...}. Any executor of `concurrent.futures` shares the work;
    without one this process does it, question by question. A column of pandas or polars gives a frame with
    the columns `ruling`, `accepted_by`, `reason`, `formula` and `name`.
    """
    paper = Paper(rules, _portable(edition), kind=kind)
    paper.loaded()
    home = type(questions).__module__.partition(".")[0]
    if home in {"pandas", "polars"}:
        from adjudicator.batch.frames import frame_of

        return frame_of(home, questions, _shared(paper, questions, executor, ahead))
    return _shared(paper, questions, executor, ahead)


def _portable(edition: EditionLike | None) -> str | Labelled | None:
    """A file as its text, because workers may be on another machine."""
    meant = named_edition(edition)
    return text_in(meant) if isinstance(meant, Path) else meant


def _shared(
    paper: Paper, questions: Iterable[Any], executor: Executor | None, ahead: int
) -> Iterator[Verdict | AdjudicatorError]:
    if executor is None:
        yield from (answer(paper, question) for question in questions)
        return
    for answers in ordered(executor, partial(_answers, paper), in_pieces(questions), ahead):
        yield from answers


def in_pieces(rows: Iterable[Any], size: int = ROWS) -> Iterator[list[Any]]:
    rows = iter(rows)
    while piece := list(islice(rows, size)):
        yield piece


def _answers(paper: Paper, questions: list[Any]) -> list[Verdict | AdjudicatorError]:
    return [answer(paper, question) for question in questions]


def answer(paper: Paper, question: object) -> Verdict | AdjudicatorError:
    return _remembered(paper, question) if isinstance(question, str) else _answer(paper, question)


@lru_cache(REMEMBERED)
def _remembered(paper: Paper, question: str) -> Verdict | AdjudicatorError:
    return _answer(paper, question)


def _answer(paper: Paper, question: object) -> Verdict | AdjudicatorError:
    try:
        return paper.judge(question)
    except AdjudicatorError as error:
        return error

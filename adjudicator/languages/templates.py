"""Sentences as a file of words has them: text with gaps for facts.

`{card}` is a fact as it is, `{target.formula}` a part of one, and `{cards|list and}` a fact through filters.
A sentence may be a list of texts, so that nothing is joined from halves: the first whose conditions hold is
said, or else the last. Conditions are gaps that print nothing: `{tiles|if}`, `{sign|is positive}`,
`{turn|given}`; a text without one is said if all its facts are there. An empty text says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator import prose
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.errors import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Filter = Callable[..., Any]
    Step = tuple[Filter, Any]  # a filter and the words that it has in the gap

MOST_QUOTED = 12  # of what somebody sent
CONDITIONS = ("if", "is", "given")
WAYS = 2  # to mend a formula, said at once
_GAP = re.compile(r"\{\{|\}\}|\{([^{}]+)\}")
_LITERAL = {"{{": "{", "}}": "}"}


class Speech(NamedTuple):
    """What a sentence is said with: its facts, the players, and the words of the language and of the game."""

    words: Words
    facts: Mapping[str, Any]
    players: Sequence[str] = ()

    def about(self, facts: Any) -> Speech:
        """The same of something smaller: a row of a list, which has facts, or is one (`it`)."""
        own = facts if isinstance(facts, Mapping) else {"it": facts}
        return Speech(self.words, {**self.facts, **own}, self.players)


@dataclass(frozen=True)
class Words:
    """The words of one language in one game, and how its box is said in it."""

    language: str
    tables: Mapping[str, Mapping[str, str]]  # of words for values: {state|of STATES}
    parts: Mapping[str, Any]  # of sentences: {terms|each part term|list and}
    numbers: Sequence[str]  # zero, one, two
    say: Callable[[str], str]
    filters: Mapping[str, Filter]  # what the game adds

    @cached_property
    def templates(self) -> Mapping[str, Template]:
        return {name: Template(text, self.filters) for name, text in self.parts.items()}


# --- filters ------------------------------------------------------------------------------------------------


def _spelled(number: int, speech: Speech, _: str = "") -> str:
    numbers = speech.words.numbers
    return numbers[number] if 0 <= number < len(numbers) else str(number)


def _one(value: Any, _: Speech, forms: str) -> str:
    """`{n|one point/points}`: the form for one, or that for any other number of things."""
    number = value if isinstance(value, int | float) else len(value)
    one, more = forms.split("/")
    return one if abs(number) == 1 else more


def _count(number: int, speech: Speech, forms: str) -> str:
    """`{n|count a point/points}`: a point, two points."""
    one, more = forms.split("/")
    return one if number == 1 else f"{_spelled(number, speech)} {more}"


def _list(words: Sequence[Any], _: Speech, joint: str) -> str:
    return prose.listed([str(word) for word in words], joint) if words else ""


def _of(value: Any, speech: Speech, table: str) -> str:
    """The word of a table; what it has no word for stays as it is, unless it has one for that (`else`)."""
    words = speech.words.tables[table]
    return words.get(str(value), words.get("else", str(value)))


def _part(value: Any, speech: Speech, name: str) -> str:
    return speech.words.templates[name].render(speech.about(value)) or ""


def _named(name: str, speech: Speech, _: str = "") -> str:
    """A substance, an ion or an element as the language calls it."""
    from adjudicator.chem.naming import translated

    return translated(name, speech.words.language)


def _element(symbol: str, speech: Speech, _: str = "") -> str:
    return _named(ELEMENTS[symbol].name, speech) if symbol in ELEMENTS else symbol


def _mending(mends: Sequence[Mapping[str, Any]] | None, speech: Speech, _: str = "") -> str:
    """A sentence with at most two of the smallest changes: One more Cl would make it MgCl2."""

    def way(mend: Mapping[str, Any]) -> str:
        ions = mend.get("ions", ())  # the same in whole ions, where it is
        moved = mend.get("moved", 0)
        if _brings_element(mend):
            changes = [("adding", [(kind, n) for kind, n in mend["changes"] if n > 0])]
            changes += [("removing", [(kind, -n) for kind, n in mend["changes"] if n < 0])]
            steps = [
                _part({"tiles": [{"number": n, "kind": kind} for kind, n in some]}, speech, step)
                for step, some in changes
                if some
            ]
            steps += [_part({"number": moved}, speech, "moving")] if moved else []
        else:
            ending = "_ions" if ions else ""
            steps = [
                _part({"number": abs(n), "kind": kind}, speech, ("more" if n > 0 else "fewer") + ending)
                for kind, n in ions or mend["changes"]
            ]
            steps += [_part({"number": moved}, speech, "moved")] if moved else []
        return _part({"steps": steps, "makes": mend["makes"]}, speech, "mend")

    ways = [way(mend) for mend in (mends or ())[:WAYS]]
    if not ways:
        return ""
    text = _part({"ways": ways}, speech, "mends")
    return f" {text[0].upper()}{text[1:]}."


def _brings_element(mend: Mapping[str, Any]) -> bool:
    """Whether all tiles of some element are added: "one more" would speak of one that is there."""
    if mend.get("ions"):
        return False
    made = dict(Formula.parse(mend["makes"]).atoms)
    return any(n > 0 and made.get(kind) == n for kind, n in mend["changes"])


def _player(seat: int | None, speech: Speech, _: str = "") -> str | None:
    return None if seat is None else speech.players[seat]


def _scored(scores: Sequence[int], speech: Speech, _: str = "") -> str:
    """Anna 12, Ben 9."""
    return ", ".join(f"{name} {score}" for name, score in zip(speech.players, scores, strict=False))


def _reason(text: str, *_: Any) -> str:
    """Why a source gave no answer: its title, a colon and a clause or the message of an error."""
    source, colon, reason = text.partition(": ")
    clause = prose.retold_fact(reason)
    return f"{source}{colon}{clause if clause != reason else prose.retold(reason)}"


FILTERS: Mapping[str, Filter] = {
    "above": lambda number, _, least: number if number > int(least) else None,
    "abs": lambda number, *_: abs(number),
    "below": lambda number, _, most: number if number < int(most) else None,
    "between": lambda words, _, joint: f" {joint} ".join(map(str, words)),
    "called": lambda seat, *_: prose.called(seat),
    "capital": lambda text, *_: text[:1].upper() + text[1:],
    "commas": lambda words, *_: ", ".join(map(str, words)),
    "count": _count,
    "element": _element,
    "else": lambda value, _, text: value or text,
    "figure": lambda number, *_: f"{number:g}".replace(".", prose.phrase("figures", ".")),
    "given": lambda *_: "",
    "if": lambda *_: "",
    "in": lambda value, speech, name: value if value in speech.facts[name] else None,
    "is": lambda *_: "",
    "items": lambda mapping, *_: list(mapping.items()),
    "joined": lambda words, *_: "".join(words),
    "less": lambda number, _, by: number - int(by),
    "list": _list,
    "mending": _mending,
    "named": _named,
    "of": _of,
    "one": _one,
    "part": _part,
    "player": _player,
    "plus": lambda number, _, by: number + int(by),
    "quote": lambda value, *_: quote(value if isinstance(value, str) else str(value)),
    "quoted": lambda words, *_: [quote(word) for word in words[:MOST_QUOTED]],
    "reason": _reason,
    "row": lambda words, *_: " ".join(words),
    "seat": lambda seat, *_: seat + 1,
    "say": lambda text, speech, *_: speech.words.say(text),
    "scored": _scored,
    "semicolons": lambda words, *_: "; ".join(words),
    "signed": lambda number, *_: prose.signed(number),
    "size": lambda values, *_: len(values),
    "sources": lambda titles, *_: prose.sources(titles),
    "spelled": _spelled,
    "stop": lambda text, *_: f"{text.rstrip('.')}.",
    "unless": lambda value, speech, name: None if value == speech.facts[name] else value,
    "upper": lambda text, *_: text.upper(),
}


# Filters that an alternative may depend on: it is left out where nothing comes through them.
MEASURES: set[Filter] = {FILTERS[name] for name in ("above", "abs", "below", "in", "size", "unless")}


def measure(function: Filter) -> Filter:
    """A filter of a game that alternatives may depend on."""
    MEASURES.add(function)
    return function


def _called(text: str, own: Mapping[str, Filter]) -> Step:
    """A filter of a gap, with its words; `each` does the rest to every part of a list."""
    name, _, rest = text.partition(" ")
    if name == "each":
        return _each, _called(rest, own)
    call = own.get(name) or FILTERS.get(name)
    if call is None:
        known = ", ".join(sorted({"each", *FILTERS, *own}))
        raise ValueError(f"There is no filter {quote(name)}. There are {known}, and those of `filters.py`.")
    return call, rest


def _each(values: Sequence[Any], speech: Speech, step: Step) -> list[Any]:
    call, words = step
    return [call(value, speech, words) for value in values]


# --- templates ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Gap:
    path: tuple[str, ...]
    filters: tuple[str, ...]
    steps: tuple[Step, ...] = field(compare=False)
    measured: tuple[Step, ...] = field(compare=False)  # the steps that its condition goes through
    holds: Callable[[Any], bool] = field(compare=False)  # whether its condition does, by what comes out

    @classmethod
    def read(cls, text: str, own: Mapping[str, Filter]) -> _Gap:
        path, *filters = text.split("|")
        steps = tuple(_called(each, own) for each in filters)
        number, holds = _condition(filters, own)
        return cls(tuple(path.split(".")), tuple(filters), steps, steps[:number], holds)

    def value(self, speech: Speech) -> Any:
        fact: Any = speech.facts.get(self.path[0])
        if len(self.path) == 1:
            return fact
        for step in self.path[1:]:
            if fact is None:
                return None
            if not step.isdigit():
                fact = fact.get(step)
            else:
                fact = fact[int(step)] if int(step) < len(fact) else None
        return fact

    @property
    def conditional(self) -> bool:
        return bool(self.filters) and self.filters[-1].partition(" ")[0] in CONDITIONS

    def there(self, speech: Speech) -> bool:
        """Whether its condition holds, or its fact is there: neither missing, empty nor 0."""
        value = self.value(speech)
        for call, words in self.measured:
            value = call(value, speech, words)
        return self.holds(value)

    def render(self, speech: Speech) -> str:
        value = self.value(speech)
        for call, words in self.steps:
            value = call(value, speech, words)
        return "" if value is None else str(value)


def _reads(wanted: str, value: Any) -> bool:
    return str(value) == wanted


def _condition(filters: Sequence[str], own: Mapping[str, Filter]) -> tuple[int, Callable[[Any], bool]]:
    """The measures that a condition begins with, and whether it holds for what comes out of them."""
    for number, text in enumerate(filters):
        name, _, wanted = text.partition(" ")
        if name in ("else", "part"):
            return number, lambda _: True
        if name == "is":
            return number, partial(_reads, wanted)
        if name in ("given", "player", "called", "seat"):  # a seat may be 0
            return number, lambda value: value is not None
        if (own.get(name) or FILTERS.get(name)) not in MEASURES:
            return number, bool
    return len(filters), bool


class _Text:
    """An alternative: its gaps, each with its place among the pieces."""

    def __init__(self, text: str, own: Mapping[str, Filter]) -> None:
        self.pieces: list[str] = []
        self.gaps: list[tuple[int, _Gap]] = []
        at = 0
        for gap in _GAP.finditer(text):
            self.pieces += text[at : gap.start()], _LITERAL.get(gap[0], "")
            if gap[1]:
                self.gaps.append((len(self.pieces) - 1, _Gap.read(gap[1], own)))
            at = gap.end()
        self.pieces.append(text[at:])
        if any(mark in piece for piece in self.pieces[::2] for mark in "{}"):
            raise ValueError(f"A brace in {quote(text)} has no partner; one to be read is written twice.")

    @cached_property
    def conditions(self) -> list[_Gap]:
        gaps = [gap for _, gap in self.gaps]
        return [gap for gap in gaps if gap.conditional] or gaps

    def render(self, speech: Speech) -> str:
        pieces = self.pieces.copy()
        for place, gap in self.gaps:
            pieces[place] = gap.render(speech)
        return "".join(pieces)


class Template:
    """One text or several alternatives, read once."""

    def __init__(self, text: str | Sequence[str], own: Mapping[str, Filter] = FILTERS) -> None:
        *self._first, self._last = [_Text(each, own) for each in ([text] if isinstance(text, str) else text)]

    @property
    def gaps(self) -> list[_Gap]:
        """Of all alternatives."""
        return [gap for each in (*self._first, self._last) for _, gap in each.gaps]

    @property
    def facts(self) -> set[str]:
        """The facts that it has gaps for."""
        return {gap.path[0] for gap in self.gaps}

    def check(self, words: Words) -> None:
        """Raises ValueError for a table or a part of a sentence that the words do not have."""
        for step in (step for gap in self.gaps for step in gap.filters):
            name, _, wanted = step.removeprefix("each ").partition(" ")
            known = {"of": words.tables, "part": words.parts}.get(name)
            if known is not None and wanted not in known:
                section = f"[tables.{wanted}]" if name == "of" else f"{wanted} in [parts]"
                raise ValueError(f"There is no {section}, which {{…|{step}}} uses.")

    def render(self, speech: Speech) -> str | None:
        for text in self._first:
            if all(gap.there(speech) for gap in text.conditions):
                return text.render(speech) or None
        return self._last.render(speech) or None

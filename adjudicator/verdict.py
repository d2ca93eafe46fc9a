"""The one answer type: a ruling, every check behind it, and what convinces a person.

Everything is frozen and hashable and goes to and from JSON under the names it has here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from adjudicator import prose
from adjudicator.chem.lewis import networks

if TYPE_CHECKING:
    from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView


class Ruling(StrEnum):
    VALID = "valid"
    INVALID = "invalid"
    UNRESOLVED = "unresolved"


class Outcome(StrEnum):
    PASS = "pass"  # noqa: S105 - a word of the contract, not a password
    FAIL = "fail"
    UNRESOLVED = "unresolved"

    __hash__ = str.__hash__  # as of the text that it equals; that of an Enum is Python, and checks are kept


SCALARS = frozenset((str, int, bool, float, type(None)))  # as they are in JSON
PASS, FAIL, UNRESOLVED = Outcome.PASS, Outcome.FAIL, Outcome.UNRESOLVED  # asked for with every verdict


class Facts(Mapping[str, Any]):
    """An immutable, hashable JSON object: the parameters of a check, or its witness."""

    __slots__ = ("_facts", "_hash")

    def __init__(self, **facts: Any) -> None:
        self._facts = facts
        self._hash: int | None = None  # kept: shared facts are hashed often

    def __getitem__(self, name: str) -> Any:
        return self._facts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def __contains__(self, name: object) -> bool:
        return name in self._facts

    # The views that Mapping provides ask for every item by its name.
    def keys(self) -> KeysView[str]:
        return self._facts.keys()

    def items(self) -> ItemsView[str, Any]:
        return self._facts.items()

    def __eq__(self, other: object) -> bool:
        return self._facts == (other._facts if type(other) is Facts else other)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._facts.items()))
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Facts, **self._facts), ()  # without the hash, which differs between processes

    def plus(self, **more: Any) -> Facts:
        return Facts(**self._facts, **more)

    def __repr__(self) -> str:
        return f"Facts({', '.join(f'{k}={v!r}' for k, v in self._facts.items())})"


NO_FACTS = Facts()


class Check(NamedTuple):
    """One question a rule set asked, by the rule it comes from, and its answer."""

    rule: str
    set: str | None  # None: asked of every run, whatever the rule set
    outcome: Outcome
    code: str
    params: Facts = NO_FACTS
    witness: Facts | None = None

    @property
    def message(self) -> str:
        return prose.render(prose.game_of(self.rule), self.code, self.params)

    @property
    def passed(self) -> bool:
        return self.outcome is Outcome.PASS

    def to_json(self) -> dict[str, Any]:
        return {
            "rule": self.rule,
            "set": self.set,
            "outcome": self.outcome.value,
            "code": self.code,
            "params": _plain(self.params),
            "witness": _plain(self.witness),
            "message": self.message,
        }

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> Check:
        return cls(
            plain["rule"],
            plain["set"],
            Outcome(plain["outcome"]),
            plain["code"],
            _frozen(plain["params"]),
            _frozen(plain["witness"]),
        )


class LateChecks(Sequence[Check]):
    """Checks that are completed only when they are read: finding the nearest miss takes as long as
    the ruling itself, and callers that only need the ruling do not wait for it.

    Their maker also says which of them leads, if that is known.
    """

    __slots__ = ("_lead", "_made", "_make")

    def __init__(self, make: Callable[[], tuple[Iterable[Check], Check | None]]) -> None:
        self._make = make
        self._made: tuple[Check, ...] | None = None
        self._lead: Check | None = None

    @property
    def _checks(self) -> tuple[Check, ...]:
        if self._made is None:
            checks, self._lead = self._make()
            self._made = tuple(checks)
        return self._made

    @property
    def lead(self) -> Check | None:
        return self._lead if self._checks else None

    def __iter__(self) -> Iterator[Check]:
        return iter(self._checks)

    def __getitem__(self, place: Any) -> Any:
        return self._checks[place]

    def __len__(self) -> int:
        return len(self._checks)

    def __eq__(self, other: object) -> bool:
        return self._checks == (other._checks if isinstance(other, LateChecks) else other)

    def __hash__(self) -> int:
        return hash(self._checks)

    def __repr__(self) -> str:
        return repr(self._checks)

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self._checks,)


@dataclass(frozen=True, slots=True)
class Known:
    """A compound on record, as evidence: what it is and where that is written."""

    name: str
    smiles: str
    cid: int | None
    boiling_point_k: float | None
    source: str
    kind: str | None = None  # "boils" or "sublimes", where there is a temperature
    remark: str | None = None  # what is known instead: "decomposes at about 200 °C", "58 °C at 22 mmHg"

    @property
    def shown(self) -> Known:
        """In the language that is spoken; without a remark that nobody has translated."""
        if prose.spoken() == prose.ENGLISH:
            return self
        remark = prose.part("remark", remark=self.remark) or None if self.remark else None
        return replace(
            self, name=_in_spoken(self.name) or self.name, remark=remark, source=prose.sources(self.source)
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    ruling: Ruling
    rules: str
    edition: str
    tiles: tuple[str, ...]
    formula: str
    hill: str
    accepted_by: tuple[str, ...]
    checks: Sequence[Check]
    known: Known | None = None
    authority: str | None = None
    name: str | None = None  # by the reading that made it legal; of what was refused, where it is a substance

    def __bool__(self) -> NoReturn:
        raise TypeError("A verdict is valid, invalid or unresolved: compare verdict.ruling, not its truth.")

    def __str__(self) -> str:
        """In short: "valid: Mg(NO2)2, magnesium nitrite"."""
        about = ", ".join(filter(None, [self.formula, self.shown_name]))
        return f"{self.ruling.value}: {about}" if about else self.ruling.value

    def __repr__(self) -> str:
        return f"<Verdict {self} ({self.rules})>"

    @property
    def decisive(self) -> Check:
        """The check to lead with: what accepted the run, or the nearest miss of the set that came closest."""
        if self.accepted_by:
            checks = [check for check in self.checks if check.set == self.accepted_by[0]]
            return next((check for check in checks if check.witness is not None), checks[-1])
        lead = self.checks.lead if isinstance(self.checks, LateChecks) else None
        return lead or miss_to_lead_with(self.checks, self.ruling)

    def to_json(self, render: Callable[[Check], Mapping[str, Any]] | None = None) -> dict[str, Any]:
        """`render` gives a check as JSON, if the caller keeps them; it takes most of the time."""
        checks = tuple(self.checks)
        rendered = [*map(render or Check.to_json, checks)]
        return {
            "ruling": self.ruling.value,
            "rules": self.rules,
            "edition": self.edition,
            "tiles": list(self.tiles),
            "formula": self.formula,
            "hill": self.hill,
            "name": self.shown_name,
            "accepted_by": list(self.accepted_by),
            "checks": rendered,
            "known": _plain(self.known_shown),
            "authority": self.authority,
            "reason": rendered[checks.index(self.decisive)]["message"],
        }

    @property
    def known_shown(self) -> Known | None:
        """In the language that is spoken; of a solid without molecules without a structure.

        A name on record that nobody has translated gives way to that of the verdict.
        """
        if self.known is None:
            return None
        shown = self.known.shown
        if self.name is not None and not _is_spoken(self.known.name) and _is_spoken(self.name):
            shown = replace(shown, name=self.shown_name or shown.name)
        return replace(shown, smiles="") if self.hill in networks() else shown

    @property
    def shown_name(self) -> str | None:
        """The name in the language that is spoken."""
        return _in_spoken(self.name)

    @property
    def smiles(self) -> str | None:
        """The structure to draw: by which the run is legal, else the known one, else what it could be.

        None for a solid without molecules, such as SiO2: its structure is not what a rule counts.
        """
        if self.hill in networks():
            return None
        shown = [(c.set, c.witness["smiles"]) for c in self.checks if c.witness and "smiles" in c.witness]
        legal = [smiles for set_, smiles in shown if set_ in self.accepted_by]
        known = [self.known.smiles] if self.known is not None else []
        return next(iter([*legal, *known, *(smiles for _, smiles in shown)]), None)

    def _repr_html_(self) -> str:
        """For notebooks: the ruling, what it is, why, and every check."""
        from adjudicator.chem.drawing import DrawingError, draw

        picture = ""
        if self.smiles is not None:
            with suppress(DrawingError):
                picture = draw(self.smiles)
        title = " · ".join(filter(None, [self.ruling.value.upper(), self.formula, self.shown_name]))
        rows = "".join(
            f"<tr><td>{'✔' if c.passed else '✘' if c.outcome is FAIL else '?'}</td>"
            f"<td>{escape(c.rule)}</td><td style='text-align:left'>{escape(c.message)}</td></tr>"
            for c in self.checks
        )
        reason = escape(self.decisive.message)
        return f"<div><b>{escape(title)}</b><p>{reason}</p>{picture}<table>{rows}</table></div>"

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> Verdict:
        known = plain["known"]
        return cls(
            ruling=Ruling(plain["ruling"]),
            rules=plain["rules"],
            edition=plain["edition"],
            tiles=tuple(plain["tiles"]),
            formula=plain["formula"],
            hill=plain["hill"],
            accepted_by=tuple(plain["accepted_by"]),
            checks=tuple(Check.from_json(check) for check in plain["checks"]),
            known=None if known is None else Known(**known),
            authority=plain["authority"],
            name=plain["name"],
        )


def _in_spoken(name: str | None) -> str | None:
    if name is None or prose.spoken() == prose.ENGLISH:
        return name
    from adjudicator.chem.naming import in_spoken

    return in_spoken(name)


def _is_spoken(name: str) -> bool:
    """Whether the language that is spoken has this name."""
    if prose.spoken() == prose.ENGLISH:
        return True
    from adjudicator.chem.naming import translation

    return translation(name, prose.spoken()) is not None


def miss_to_lead_with(checks: Sequence[Check], ruling: Ruling) -> Check:
    """Of the first miss of every set the one that says most: one with a nearest miss, then that of the set
    that came closest, then that of the last one, which players chose on top of the others. The checks of a
    set lie together.
    """
    wanted = UNRESOLVED if ruling is Ruling.UNRESOLVED else FAIL
    first: dict[str | None, Check] = {}
    for check in checks:
        if check.outcome is wanted:
            first.setdefault(check.set, check)
    assert first, "a refusal has a miss"
    clear = [miss for miss in reversed(first.values()) if not prose.is_vague(miss.rule, miss.code)]
    if not clear:
        return next(reversed(first.values()))
    return clear[0] if len(clear) == 1 else min(clear, key=partial(_remoteness, checks))


def with_beside(checks: Sequence[Check], remark: Facts | None) -> tuple[Check, ...]:
    """The checks of a refusal; the one that leads says something beside its own: what chemistry knows."""
    if remark is None:
        return tuple(checks)
    lead = miss_to_lead_with(checks, Ruling.INVALID)
    leading = lead._replace(params=lead.params.plus(beside=remark))
    return tuple(leading if check is lead else check for check in checks)


def _remoteness(checks: Sequence[Check], miss: Check) -> tuple[object, ...]:
    """How far a set was from accepting: it got further when more checks passed before the first miss."""
    of_set = [check for check in checks if check.set == miss.set]
    leads, nearest = prose.is_leading(miss.rule, miss.code), "nearest" in miss.params
    missed = sum(check.outcome is not PASS for check in of_set)
    return not leads, not nearest, -of_set.index(miss), missed


def together(checks: Sequence[Check]) -> Outcome:
    """What the checks of one rule set come to: it fails by one, and passes when all do."""
    if len(checks) == 1:  # most sets refuse most runs at once
        return checks[0].outcome
    outcomes = [check.outcome for check in checks]
    return FAIL if FAIL in outcomes else UNRESOLVED if UNRESOLVED in outcomes else PASS


def add_up(outcomes: Mapping[str, Outcome]) -> tuple[Ruling, tuple[str, ...]]:
    """The ruling of rule sets that add up (C-SETS), and which of them accept.

    One that accepts is enough; one that is unresolved leaves the ruling open unless another accepts.
    """
    found = outcomes.values()
    if PASS in found:
        return Ruling.VALID, tuple(name for name, outcome in outcomes.items() if outcome is PASS)
    return (Ruling.UNRESOLVED if UNRESOLVED in found else Ruling.INVALID), ()


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    kind = type(value)
    if kind is Facts:  # its type is abstract: isinstance would cost more than the rest
        return {name: item if type(item) in SCALARS else _plain(item) for name, item in value.items()}
    if kind in SCALARS:
        return value
    if isinstance(value, tuple):
        return [item if type(item) in SCALARS else _plain(item) for item in value]
    if isinstance(value, Known):
        return {name: getattr(value, name) for name in Known.__slots__}
    return value.value if isinstance(value, StrEnum) else value


def _frozen(value: Any) -> Any:
    """A JSON value as a hashable one: the inverse of `_plain`."""
    if isinstance(value, dict):
        return Facts(**{name: _frozen(item) for name, item in value.items()})
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    return value

"""What a game waits for: asks, and the agenda of matters that they come from.

An ask says whose answer is wanted, of which kinds, whether the game can go on without it, and what happens if
nobody answers. The agenda is a stack of matters in the state: what is on top is settled first, and what lies
below goes on afterwards, to any depth: a rent brings a debt, the debt an auction, and then the turn goes on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from inspect import get_annotations
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    Protocol,
    TypeVar,
    dataclass_transform,
    get_args,
    overload,
)

from adjudicator.engine import codec
from adjudicator.errors import UnreadableInput, quote

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import UnionType

T = TypeVar("T")


class HasType(Protocol):
    """A frozen dataclass whose `type` says which kind it is: an action, or a matter."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def type(self) -> str: ...


def _type_of(name: str) -> str:
    """The type of a class that says none: "take_card" of TakeCard."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _check_tag(name: str, bases: tuple[type, ...], tag: Mapping[str, Any]) -> None:
    """Raises TypeError for anything else than a type in the first line of a class."""
    example = f'class {name}({", ".join(base.__name__ for base in bases)}, type="{_type_of(name)}")'
    for word, value in tag.items():
        if word != "type":
            raise TypeError(
                f"{name} says {word}={value!r} in its first line, which may say its type: {example}."
            )
        if not isinstance(value, str) or not value:
            raise TypeError(f"The type of {name} is {value!r}; it must be a word: {example}.")


@dataclass_transform(frozen_default=True)
class _Declaring(type):
    """Makes every kind a frozen dataclass with slots, whose last field is its type."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **tag: str) -> Any:
        if "__slots__" in body:  # `dataclass` makes the class once more, with slots
            return super().__new__(cls, name, bases, body)
        _check_tag(name, bases, tag)
        groups = [base for base in bases if isinstance(base, cls) and base is not Typed]
        for base in groups:
            if "__kinds__" not in vars(base):
                raise TypeError(
                    f"{name} inherits {base.__name__}, which is a kind and no group. A group is directly "
                    "below Typed and has no fields: write those that kinds share in each of them."
                )
        has_fields = any(name.startswith("__annot") for name in body)  # before Python 3.14, and since
        if not (groups or tag or has_fields or "type" in body):
            return super().__new__(cls, name, bases, {**body, "__slots__": (), "__kinds__": []})
        made: Any = super().__new__(cls, name, bases, body)
        fields = get_annotations(made)
        if "type" in fields or "type" in body:
            example = f'class {name}({bases[0].__name__}, type="{body.get("type", "other")}")'
            raise TypeError(f"The type of {name} is its name, or in its first line: {example}.")
        made.type = tag.get("type") or _type_of(name)
        made.__annotations__ = {**fields, "type": Literal[made.type]}
        kind: Any = dataclass(frozen=True, slots=True)(made)
        for group in groups:
            vars(group)["__kinds__"].append(kind)
        return kind


class Typed(metaclass=_Declaring):
    """What actions and matters inherit. A class of its own fields is a kind, as {"type": "take_card", ...}:

        class TakeCard(Typed):
            card: str

    One without fields is a group, and its kinds are the classes that inherit it; a kind can say its type, and
    must if it has neither a group nor fields, as `class Roll(Typed, type="roll")`:

        class Action(Typed): ...
        class Pick(Action):
            cards: tuple[str, ...]
        class TurnMetal(Action, type="turn"):
            group: int

    The contract of games (adjudicator.testing) checks that every `match` over a group names all its kinds.
    """

    if TYPE_CHECKING:

        @property
        def type(self) -> str: ...


@overload
def by_type(*kinds: type[T]) -> dict[str, type[T]]: ...
@overload
def by_type(*kinds: type[Any] | UnionType) -> dict[str, type[Any]]: ...
def by_type(*kinds: Any) -> dict[str, type[Any]]:
    """The kinds of groups, or single classes and unions of them, by their `type`: {"pass": Pass, ...}.

    Raises TypeError for a group without kinds, and for two kinds of one type. mypy knows the kinds of a group
    and of single classes; of a union only that they are classes.
    """
    classes: dict[str, type[Any]] = {}
    for kind in [kind for each in kinds for one in get_args(each) or (each,) for kind in _kinds_of(one)]:
        type_ = kind.__dataclass_fields__["type"].default
        other = classes.setdefault(type_, kind)
        if other is not kind:
            raise TypeError(f"{other.__qualname__} and {kind.__qualname__} are both of the type {type_!r}.")
    return classes


def _kinds_of(each: Any) -> Sequence[Any]:
    kinds: Sequence[Any] = vars(each).get("__kinds__", (each,))
    if not kinds:
        name = each.__name__
        raise TypeError(
            f"{name} has no fields and nothing inherits it, so it is a group without kinds. If it is a kind, "
            f'say its type: class {name}(Typed, type="{_type_of(name)}").'
        )
    return kinds


def read_typed(kinds: Mapping[str, type[T]], data: Any, what: str) -> T:
    """The value of JSON that says its type, as in {"type": "pass"}; raises UnreadableInput."""
    kind = data.get("type") if hasattr(data, "get") else None
    if not isinstance(kind, str) or kind not in kinds:
        raise UnreadableInput(
            f"bad_{what}",
            f"A {what} has a type, one of {', '.join(kinds) or 'none'}, not {quote(repr(kind))}.",
        )
    return codec.read(kinds[kind], data, what)


# --- asks ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to one player. Everybody sees its kinds, so they depend on public facts only."""

    player: int
    kinds: tuple[str, ...]
    obliged: bool = True  # the game waits for it; if not, it is an offer, as a challenge is
    parallel: bool = False  # what others pick, bid, accept or trade meanwhile does not make an answer stale
    since: int = 0  # the version at which its matter came up, or was handed back
    otherwise: Any = None  # the action if nobody answers: legal, listed, complete; the player's secret
    about: str = "turn"  # the type of its matter

    def public(self) -> dict[str, Any]:
        """What everybody sees of it."""
        return {
            "player": self.player,
            "kinds": list(self.kinds),
            "obliged": self.obliged,
            "since": self.since,
            "about": self.about,
        }


def stale(ask: Ask, seen: int, version: int) -> bool:
    """Whether an answer based on version `seen` is too late for the current ask."""
    return seen < ask.since if ask.parallel else seen != version


@dataclass(frozen=True, slots=True)
class Open:
    """A kind of action that has too many instances to list: `judge` decides any of them."""

    type: str
    open: bool = True


# --- the agenda ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    matter: Any
    since: int


@dataclass(frozen=True, slots=True)
class Agenda:
    """The matters that are open, the most urgent last. Changed only in folds, by the event's version."""

    entries: tuple[Entry, ...] = ()

    @classmethod
    def of(cls, matter: Any, version: int) -> Agenda:
        return cls((Entry(matter, version),))

    @property
    def top(self) -> Any:
        """The matter to be settled now; None when nothing is open."""
        return self.entries[-1].matter if self.entries else None

    @property
    def since(self) -> int:
        return self.entries[-1].since if self.entries else 0

    @property
    def matters(self) -> tuple[Any, ...]:
        return tuple(entry.matter for entry in self.entries)

    def find(self, kind: type[T]) -> T | None:
        """The most urgent matter of a kind, wherever it lies."""
        return next((m for m in reversed(self.matters) if isinstance(m, kind)), None)

    def push(self, matter: Any, version: int) -> Agenda:
        """Something comes between."""
        return Agenda((*self.entries, Entry(matter, version)))

    def pop(self, version: int) -> Agenda:
        """Settles the top matter; the one below is asked again."""
        below = self.entries[:-1]
        return Agenda((*below[:-1], Entry(below[-1].matter, version)) if below else ())

    def swap(self, matter: Any) -> Agenda:
        """The same question, further on: a player has bid, picked or said something."""
        return Agenda((*self.entries[:-1], Entry(matter, self.since)))

    def follow(self, matter: Any, version: int) -> Agenda:
        """The next question in place of this one: the next turn, the next phase."""
        return Agenda((*self.entries[:-1], Entry(matter, version)))

    def ask(
        self,
        player: int,
        *kinds: str,
        obliged: bool = True,
        parallel: bool = False,
        otherwise: Any = None,
    ) -> Ask:
        """A question about the matter on top."""
        return Ask(player, kinds, obliged, parallel, self.since, otherwise, self.top.type)

    def read(self, kinds: Mapping[str, type[Any]]) -> Agenda:
        """The agenda with its matters restored to these types; read from JSON, they are plain facts."""
        return Agenda(
            tuple(Entry(read_typed(kinds, entry.matter, "matter"), entry.since) for entry in self.entries)
        )

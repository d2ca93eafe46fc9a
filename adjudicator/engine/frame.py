"""What every state has, whatever the game: the header that belongs to the engine, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - the types of fields are read at run time
from dataclasses import dataclass
from html import escape
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from adjudicator import ruleset
from adjudicator.engine.accounts import Accounts
from adjudicator.engine.agenda import Agenda
from adjudicator.engine.events import Result  # noqa: TC001
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.offers import Offers
from adjudicator.engine.rng import Rng  # noqa: TC001
from adjudicator.engine.terminal import terminal_of
from adjudicator.engine.values import once_per_state
from adjudicator.errors import UnknownRuleset
from adjudicator.notebook import html_answer, html_table

if TYPE_CHECKING:
    from collections.abc import Sequence

Kind = Literal["player", "neutral"]
Departure = Literal["resigned", "eliminated"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at the table; a neutral one has no player. `out` says how its player left, and when."""

    kind: Kind = "player"
    out: Departure | None = None
    left: int = 0

    @property
    def plays(self) -> bool:
        """Somebody sits here and is still in."""
        return self.out is None and self.kind == "player"


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game is started with, before anything has happened."""

    options: Any
    edition: str  # its label
    seats: tuple[Seat, ...]

    @property
    def players(self) -> tuple[int, ...]:
        return players_in(self.seats)


class Preset(NamedTuple):
    """A way to play that is worth offering."""

    players: int
    options: Mapping[str, Any] = MappingProxyType({})


NO_ACCOUNTS, NOTHING_OPEN, NO_OFFERS = Accounts(), Agenda(), Offers()
NO_PIECES = Inventory(())  # of a game without any


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a game that has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The header of a state; a game's own inherits it, names the type of its options and adds its table."""

    version: int
    options: Any
    edition: str  # the label; the text is kept by `editions`
    seats: tuple[Seat, ...]
    rng: Rng
    pieces: Inventory = NO_PIECES
    accounts: Accounts = NO_ACCOUNTS
    agenda: Agenda = NOTHING_OPEN
    offers: Offers = NO_OFFERS
    result: Result | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that players sit on, or have left."""
        return players_in(self.seats)

    @property
    def playing(self) -> tuple[int, ...]:
        """Those who are still in the game."""
        return _playing(self.seats)

    def _repr_html_(self) -> str:
        """For notebooks: the table as a spectator sees it."""
        name = self.edition.partition("/")[0]
        game = ruleset.part_of(name, "playable", "not_playable", "is not played")
        view = game.view(self, None)
        scores = [(place, score) for place, score in enumerate(view["scores"])]
        title = html_answer(name, f"version {self.version}, {'over' if self.result else 'being played'}")
        names = [f"Player {place}" for place in range(len(self.seats))]
        try:
            table = f"<pre>{escape(terminal_of(name).draw(view, names))}</pre>"
        except UnknownRuleset:  # a game that is not for terminals
            table = ""
        return f"{title}{html_table(('seat', 'score'), scores)}{table}"

    def others(self, player: int) -> tuple[int, ...]:
        """The others who are still in, clockwise from this one."""
        number = len(self.seats)
        around = [(player + step) % number for step in range(1, number)]
        return tuple(other for other in around if self.seats[other].plays)


@once_per_state(64)
def _playing(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    """Asked for many times in a state, while seats change when somebody leaves."""
    return tuple([place for place, seat in enumerate(seats) if seat.plays])


def players_in(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    return tuple(place for place, seat in enumerate(seats) if seat.kind == "player")


def ranked(scores: Sequence[int], seats: Sequence[Seat]) -> tuple[int, ...]:
    """Ranks from 1 by score, equal ones shared; below them those who are out, the first to go last."""
    pairs = zip(seats, scores, strict=True)
    standing = [(0, seat.left, 0) if seat.out else (1, 0, score) for seat, score in pairs]
    players = players_in(tuple(seats))
    return tuple(
        1 + sum(standing[other] > standing[place] for other in players) if place in players else 0
        for place in range(len(seats))
    )

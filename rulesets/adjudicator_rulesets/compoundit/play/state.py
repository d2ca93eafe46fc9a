"""A game of CompoundIt! at one moment: the options, the actions, and the state itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engine.agenda import Typed, by_type
from adjudicator.engine.frame import Frame
from adjudicator_rulesets.compoundit.judging.board.laying import Placement

BOARD, SET_ASIDE = "board", "set aside"


def rack(player: int) -> str:
    return f"rack {player}"


def supply(player: int) -> str:
    return f"supply {player}"


@dataclass(frozen=True, slots=True)
class Options:
    rules: str = "compoundit:standard"
    mode: Literal["verified", "challenge"] = "verified"  # C-MODES
    consensus: bool = True  # C-CONSENSUS: a challenge goes to the table first, not directly to the judge
    # C-CHAL: for whom a pass accepts the last move; C-CHAL-OPEN: for nobody, until the next move
    passing: Literal["own", "all", "until-next-move"] = "own"
    starts: Literal["any-atom", "centre-first"] = "any-atom"  # C-CENTRE-SQ: where beginners begin


# The readings for games begun before these options existed.
FORMER = {"passing": "all", "starts": "centre-first"}


# --- actions ------------------------------------------------------------------------------------------------


class Action(Typed):
    """What a player can do."""


class Place(Action):
    placements: tuple[Placement, ...]


class Pass(Action):
    pass


class Challenge(Action):
    """Challenges a move, named by the version of its event so that it cannot be mistaken for another."""

    move: int


class Accept(Action):
    """Accepts the last move; once all have, it is final."""

    move: int


class Settle(Action):
    """Gives an opinion on a challenged move; a unanimous opinion is the ruling (C-CONSENSUS)."""

    ruling: Literal["valid", "invalid"]


class AskJudge(Action):
    """Ends the discussion of a challenged move: the judge rules (C-SOURCE)."""


REPLIES: dict[str, type[Challenge | Accept]] = by_type(Challenge, Accept)
ACTIONS = by_type(Action)


# --- the state ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LastMove:
    """The latest move while it can still be challenged; its tiles are the last ones on the board."""

    version: int  # of its event, which replies must name
    player: int
    tiles: int
    score: int
    accepted: tuple[int, ...] = ()
    skipped: tuple[int, ...] = ()  # players who have lost their turn since then


# --- the agenda ---------------------------------------------------------------------------------------------


class Matter(Typed):
    """What the game can wait for."""


class TileTurn(Matter, type="turn"):
    """A player's turn, during which the others may object to the last move."""


class OpenChallenge(Matter, type="challenge"):
    """A challenged move under discussion (C-CONSENSUS)."""

    challenger: int
    said: tuple[tuple[int, Literal["valid", "invalid"]], ...] = ()


MATTERS = by_type(Matter)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Frame):
    options: Options
    squares: tuple[tuple[int, int], ...]  # of the tiles on the board, in the order they were laid
    scores: tuple[int, ...]
    first: int
    turn: int | None  # None when all last turns are taken
    passed: tuple[int, ...] = ()  # players who have passed since the last move
    lost_turns: tuple[int, ...] = ()  # how many turns each player must still lose
    last_move: LastMove | None = None
    last_turns: tuple[int, ...] | None = None  # players who still have a turn once the end is near (C-END)

    @property
    def stays_open(self) -> bool:
        """C-CHAL-OPEN: whether the last move is open to everybody until the next one is made."""
        return self.options.passing == "until-next-move" and self.turn is not None

    @property
    def challenge(self) -> OpenChallenge | None:
        return self.agenda.find(OpenChallenge)

    @property
    def board(self) -> tuple[Placement, ...]:
        tiles = self.pieces[BOARD]
        return tuple(Placement(row, col, tile) for (row, col), tile in zip(self.squares, tiles, strict=True))

    @property
    def before_last_move(self) -> tuple[Placement, ...]:
        return self.board[: len(self.squares) - self._laid]

    @property
    def laid_last(self) -> tuple[Placement, ...]:
        return self.board[len(self.squares) - self._laid :]

    @property
    def _laid(self) -> int:
        return 0 if self.last_move is None else self.last_move.tiles

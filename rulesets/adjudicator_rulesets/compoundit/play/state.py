"""A game of CompoundIt! at one moment: the options, what the players may ask, and the state itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from adjudicator.engine.agenda import by_type
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
    consensus: bool = True  # C-CONSENSUS: a challenge is first put to the table, not at once to the judge
    passing: Literal["own", "all"] = "own"  # C-CHAL: for whom a pass speaks about the last move
    starts: Literal["any-atom", "centre-first"] = "any-atom"  # C-CENTRE-SQ: where beginners begin


# Readings of games that began before these options existed.
FORMER = {"passing": "all", "starts": "centre-first"}


# --- what players ask ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    placements: tuple[Placement, ...]
    type: Literal["place"] = "place"


@dataclass(frozen=True, slots=True)
class Pass:
    type: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Says that a move is illegal; named by the version of its event, so that it is never another one."""

    move: int
    type: Literal["challenge"] = "challenge"


@dataclass(frozen=True, slots=True)
class Accept:
    """Says that the last move will not be challenged; once all have, it is final."""

    move: int
    type: Literal["accept"] = "accept"


@dataclass(frozen=True, slots=True)
class Settle:
    """Says what one holds of a challenged move; if all say the same, that is the ruling (C-CONSENSUS)."""

    ruling: Literal["valid", "invalid"]
    type: Literal["settle"] = "settle"


@dataclass(frozen=True, slots=True)
class AskJudge:
    """Ends the talk about a challenged move: the judge rules (C-SOURCE)."""

    type: Literal["ask_judge"] = "ask_judge"


Action = Place | Pass | Challenge | Accept | Settle | AskJudge
REPLIES: dict[str, type[Challenge | Accept]] = by_type(Challenge, Accept)
ACTIONS: dict[str, type[Action]] = by_type(Place, Pass, Challenge, Accept, Settle, AskJudge)


# --- the state ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LastMove:
    """The latest move while it can still be challenged; its tiles are the last ones on the board."""

    version: int  # of its event: what replies to it name
    player: int
    tiles: int
    score: int
    accepted: tuple[int, ...] = ()
    skipped: tuple[int, ...] = ()  # who lost their turn since


# --- what is on the agenda ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn, during which the others may object to the last move."""

    type: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """A challenged move that the table talks about (C-CONSENSUS)."""

    challenger: int
    said: tuple[tuple[int, Literal["valid", "invalid"]], ...] = ()
    type: Literal["challenge"] = "challenge"


MATTERS = by_type(Turn, OpenChallenge)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Frame):
    options: Options
    squares: tuple[tuple[int, int], ...]  # of the tiles on the board, in the order in which they were laid
    scores: tuple[int, ...]
    first: int
    turn: int | None  # None when every last turn is taken
    passed: tuple[int, ...] = ()  # those who passed since the last move
    lost_turns: tuple[int, ...] = ()  # how many turns each player still has to lose
    last_move: LastMove | None = None
    last_turns: tuple[int, ...] | None = None  # who still has one, once the end is near (C-END)

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

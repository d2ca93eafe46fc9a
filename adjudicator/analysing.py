"""A finished game looked at again: for each turn, what was played and what could have been."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from adjudicator.engine.replay import states

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.engine.game import Game
    from adjudicator.engine.replay import Record


@dataclass(frozen=True, slots=True)
class Turn:
    version: int  # of its event in the record
    player: int
    played: str
    score: int
    best: str | None  # None where nothing could be played
    best_score: int
    taken_back: bool = False

    @property
    def lost(self) -> int:
        """What the best would have scored more; a bluff that stands can score more than the best."""
        return max(0, self.best_score - self.score)

    def to_json(self) -> dict[str, Any]:
        return {
            "version": self.version,
            "player": self.player,
            "played": self.played,
            "score": self.score,
            "best": self.best,
            "best_score": self.best_score,
            "lost": self.lost,
            "taken_back": self.taken_back,
        }


def turns_of(game: Game[Any, Any], record: Record) -> Iterator[Turn]:
    """Every turn, as soon as it is known whether it stands. Players see here what they saw then, no more."""
    companion, before, turn = game.companion(), None, None
    for event, state in states(game, record.events):
        score = companion.scored(event)
        if turn is not None and companion.undone(event):
            turn = replace(turn, score=0, taken_back=True)
        elif score is not None and event.player is not None:
            if turn is not None:
                yield turn
            hints = companion.hints(game.view(before, event.player), 1)
            best, best_score = (hints[0].text, hints[0].score) if hints else (None, 0)
            played = companion.tell(event, record.players) or event.type
            turn = Turn(event.version, event.player, played, score, best, best_score)
        before = state
    if turn is not None:
        yield turn


def totals(record: Record, turns: Sequence[Turn]) -> list[dict[str, Any]]:
    """What each player lost in all."""
    return [
        {
            "player": name,
            "score": sum(turn.score for turn in turns if turn.player == player),
            "lost": sum(turn.lost for turn in turns if turn.player == player),
            "turns": sum(turn.player == player for turn in turns),
            "best_found": sum(turn.player == player and not turn.lost for turn in turns),
        }
        for player, name in enumerate(record.players)
    ]

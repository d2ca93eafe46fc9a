"""A finished game looked at again: for each turn, what was played and what could have been."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine.bots import players_of
from adjudicator.engine.figures import figures_of
from adjudicator.engine.replay import states
from adjudicator.engine.terminal import terminal_of

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
    why: str | None  # it is the best
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
            "why": self.why,
            "lost": self.lost,
            "taken_back": self.taken_back,
        }


def turns_of(game: Game[Any, Any], record: Record) -> Iterator[Turn]:
    """Every turn, with the best there was for its player, who sees here what could be seen then, no more."""
    players, terminal = players_of(game.name), terminal_of(game.name)
    scored = {turn.version: turn for turn in figures_of(game.name).turns(record.events)}
    before = None
    for event, state in states(game, record.events):
        turn = scored.get(event.version)
        if turn is not None:
            hints = players.hints(game.view(before, turn.player), 1)
            yield Turn(
                version=turn.version,
                player=turn.player,
                played=prose.tell(game.name, event, record.players) or event.type,
                score=turn.score,
                best=terminal.write(hints[0].action) if hints else None,
                best_score=hints[0].value if hints else 0,
                why=hints[0].why if hints else None,
                taken_back=turn.taken_back,
            )
        before = state


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

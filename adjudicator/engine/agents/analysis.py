"""A finished game looked at again: for each turn, what was played and what could have been."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine import codec
from adjudicator.engine.agents.bots import players_of
from adjudicator.engine.agents.figures import figures_of
from adjudicator.engine.replay import states
from adjudicator.engine.terminal import terminal_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.agents.bots import Hint
    from adjudicator.engine.agents.figures import Scored
    from adjudicator.engine.game import Game
    from adjudicator.engine.replay import Record
    from adjudicator.engine.terminal import Terminal

MOST_HINTS = 99
OPEN = ("exchange",)  # written with cards in some order, which is no matter here


@dataclass(frozen=True, slots=True)
class Turn:
    version: int  # of its event in the record
    player: int
    played: str
    score: int
    best: str | None  # None where nothing could be played
    best_score: float
    why: str | None  # it is the best
    lost: float | None  # by its choices, not by luck; None where no better one was looked for
    taken_back: bool = False
    others: tuple[tuple[int, int], ...] = ()  # what it changed for other players
    until: int = 0  # the version of its last event
    best_action: Mapping[str, Any] | None = None  # as it would have been sent
    by_chance: bool = False  # whether what came of it was partly luck

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
            "until": self.until,
            "best_action": self.best_action,
            "others": [{"player": player, "change": change} for player, change in self.others],
        }


def turns_of(
    game: Game[Any, Any], record: Record, after: int = 0, search: int | None = None
) -> Iterator[Turn]:
    """Every turn, with the best there was for its player, who sees here what could be seen then, no more.

    From the version `after` on; looking for the best takes its time: it is done for the first `search` turns.
    """
    at = {event.version: state for event, state in states(game, record.events)}
    scored = {turn.version: turn for turn in figures_of(game.name).turns(record.events)}
    wanted = [scored[event.version] for event in record.events[after:] if event.version in scored]
    for place, turn in enumerate(wanted):
        told = _told(game, record, turn)
        yield told if search is not None and place >= search else _with_the_best(game, at, turn, told)


def _told(game: Game[Any, Any], record: Record, turn: Scored) -> Turn:
    last = turn.version if turn.until is None else turn.until
    events = record.events[turn.version - 1 : last]
    names = prose.told_apart(record.players)
    told = [prose.tell(game.name, event, names) for event in events]
    return Turn(
        version=turn.version,
        player=turn.player,
        played="; ".join(text for text in told if text) or events[0].type,
        score=turn.score,
        best=None,
        best_score=0,
        why=None,
        lost=None,
        taken_back=turn.taken_back,
        others=turn.others,
        until=last,
        by_chance=turn.choice is not None,
    )


def _with_the_best(game: Game[Any, Any], at: Mapping[int, Any], turn: Scored, told: Turn) -> Turn:
    players, terminal = players_of(game.name), terminal_of(game.name)

    def hints(version: int, count: int) -> Sequence[Hint[Any]]:
        return players.hints(game.view(at[version - 1], turn.player), count)

    found = hints(turn.version, MOST_HINTS if turn.choice else 1)
    later = () if turn.going_on is None else hints(turn.going_on, 1)
    told = replace(told, lost=_lost(turn, found, terminal, later))
    if not found:
        return told
    best = found[0]
    return replace(
        told,
        best=terminal.write(best.action),
        best_score=best.value,
        why=best.why,
        best_action=codec.plain(best.action),
    )


def _lost(turn: Scored, hints: Sequence[Hint[Any]], terminal: Terminal, then: Sequence[Hint[Any]]) -> float:
    """What better choices would have scored more; a bluff that stands can score more than the best.

    Where chance comes between, what was chosen is weighed before and after it, and luck is nobody's loss.
    """
    if not hints:
        return 0
    best = hints[0].value
    if turn.choice is None:
        return max(0, best - turn.score)
    written = [(terminal.write(hint.action), hint.value) for hint in hints]
    kinds = (turn.choice, f"{turn.choice} ") if turn.choice in OPEN else (turn.choice,)
    chosen = [value for text, value in written if text == turn.choice or text.startswith(kinds[1:])]
    lost = best - max(chosen, default=best)
    return round(max(0.0, lost) + (max(0.0, then[0].value - turn.made) if then else 0.0), 1)


def totals(record: Record, turns: Sequence[Turn]) -> list[dict[str, Any]]:
    """What each player lost in all."""
    return [
        {
            "player": name,
            "score": sum(turn.score for turn in turns if turn.player == player)
            + sum(change for turn in turns for other, change in turn.others if other == player),
            "lost": round(sum(turn.lost or 0 for turn in turns if turn.player == player), 1),
            "turns": sum(turn.player == player for turn in turns),
            "best_found": sum(turn.player == player and turn.lost == 0 for turn in turns),
        }
        for player, name in enumerate(prose.told_apart(record.players))
    ]

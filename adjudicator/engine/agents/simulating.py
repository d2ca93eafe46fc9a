"""Many games between bots, and what they amount to. The same seed gives the same games everywhere."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, product
from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.batch.executors import ALONE, ordered
from adjudicator.engine import codec
from adjudicator.engine.agents.bots import play_on
from adjudicator.engine.agents.figures import figures_of
from adjudicator.engine.game import load_game

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from adjudicator.batch.executors import Workforce
    from adjudicator.engine.agents.figures import Measures
    from adjudicator.engine.replay import Record

Z = 1.959963984540054  # 95 %
UNFINISHED = "unfinished"  # the reason of a game that did not end within its bound


@dataclass(frozen=True, slots=True)
class Plan:
    game: str
    players: tuple[str, ...]
    games: int
    seed: str
    options: Mapping[str, Any] = field(default_factory=dict)
    record: Path | None = None
    edition: str | None = None  # its text

    def seats(self, number: int) -> tuple[int, ...]:
        """Which entrant sits where: everybody sits everywhere equally often."""
        places = range(len(self.players))
        return tuple((place + number) % len(self.players) for place in places)


@dataclass(frozen=True, slots=True)
class Match:
    """One game, told by entrants in the order of the plan, wherever they sat."""

    scores: tuple[int, ...]
    wins: tuple[float, ...]  # a shared win is a share; one that all win together is everybody's
    first: int
    turns: tuple[int, ...]
    passes: tuple[int, ...]
    pieces_left: tuple[int, ...]
    reason: str
    idle: str = "Passes before the end"  # what a turn is called in which nothing was made
    ranks: tuple[int, ...] = ()  # from 1; those who tie share one

    @classmethod
    def unfinished(cls, players: int) -> Match:
        """Nobody has won or lost it: it is counted, and stays out of all other figures."""
        none = (0,) * players
        return cls(none, (0.0,) * players, 0, none, none, none, UNFINISHED, ranks=none)

    @property
    def is_finished(self) -> bool:
        return self.reason != UNFINISHED

    def ahead(self, entrant: int, other: int) -> float:
        """1 if the entrant ranks before the other, 0 behind, a half where they tie."""
        mine, theirs = self.ranks[entrant], self.ranks[other]
        return 0.5 if mine == theirs else float(mine < theirs)


class Played(NamedTuple):
    """What a worker returns: files are written here, not there."""

    match: Match
    record: str


def played(plan: Plan, force: Workforce = ALONE) -> Iterator[Match]:
    """Every game in its order. What a game brings depends on its number, not on who plays it when."""
    if plan.record is not None:
        plan.record.mkdir(parents=True, exist_ok=True)
    numbers = range(plan.games)
    for number, game in enumerate(ordered(force.executor, partial(play_one, plan), numbers, force.ahead)):
        if plan.record is not None:
            target = plan.record / f"{plan.game}-{number + 1:05d}.json"
            free_path(target).write_text(game.record, encoding="utf-8")
        yield game.match


def play_one(plan: Plan, number: int) -> Played:
    game, seats = load_game(plan.game), plan.seats(number)
    names = [plan.players[entrant] for entrant in seats]
    record = play_on(game, plan.options, names, f"{plan.seed}/{number}", plan.edition)
    if record.result is None:
        match = Match.unfinished(len(seats))
    else:
        match = _match(record, figures_of(game.name).measure(record), seats)
    return Played(match, written(record) if plan.record is not None else "")


def free_path(path: Path) -> Path:
    """The path itself, or the first of name-2, name-3 ... that is free: no record overwrites another."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def written(record: Record) -> str:
    """A record for a file, one event a line, so that it can be read and compared."""
    plain = record.to_json()
    events = ",\n".join("  " + json.dumps(event, ensure_ascii=False) for event in plain.pop("events"))
    head = json.dumps(plain, ensure_ascii=False)[:-1]
    return f'{head},\n "events": [\n{events}\n]}}\n'


def _match(record: Record, measures: Measures, seats: Sequence[int]) -> Match:
    result = record.result
    assert result is not None
    seat_of = [seats.index(entrant) for entrant in range(len(seats))]
    together = len(result.winners) == len(result.scores) > 1 and len(set(result.scores)) == 1
    share = (1.0 if together and measures.together else 1 / len(result.winners)) if result.winners else 0.0
    return Match(
        scores=tuple(result.scores[seat] for seat in seat_of),
        wins=tuple(share if seat in result.winners else 0.0 for seat in seat_of),
        first=seats[measures.first],
        turns=tuple(measures.turns[seat] for seat in seat_of),
        passes=tuple(measures.passes[seat] for seat in seat_of),
        pieces_left=tuple(measures.pieces_left[seat] for seat in seat_of),
        reason=result.reason,
        idle=measures.idle,
        ranks=tuple(result.ranks[seat] for seat in seat_of),
    )


# --- figures ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of all games, with its Wilson 95 % interval."""

    share: float
    low: float
    high: float

    @classmethod
    def of(cls, successes: float, number: int) -> Rate:
        if not number:
            return cls(0.0, 0.0, 1.0)
        share, weight = successes / number, Z * Z / number
        centre = (share + weight / 2) / (1 + weight)
        spread = Z * sqrt(share * (1 - share) / number + weight / number / 4) / (1 + weight)
        return cls(share, max(0.0, centre - spread), min(1.0, centre + spread))

    def to_json(self) -> dict[str, float]:
        return {"share": round(self.share, 4), "low": round(self.low, 4), "high": round(self.high, 4)}


def summary(plan: Plan, matches: Sequence[Match]) -> dict[str, Any]:
    """The figures of a simulation, as JSON has them; of an edition only its label."""
    setup = load_game(plan.game).setup(plan.options, len(plan.players), plan.edition)
    ends = Counter(match.reason for match in matches)
    whole, idle, matches = len(matches), matches[0].idle, finished(matches)
    number = len(matches)
    firsts = sum(match.wins[match.first] for match in matches)
    turns = sum(sum(match.turns) for match in matches)
    return {
        "game": plan.game,
        "edition": setup.edition,
        "options": codec.plain(setup.options),
        "seed": plan.seed,
        "games": whole,
        "unfinished": ends[UNFINISHED],
        "players": [
            {
                "player": player,
                "wins": Rate.of(sum(match.wins[entrant] for match in matches), number).to_json(),
                **_figures(matches, entrant),
            }
            for entrant, player in enumerate(plan.players)
        ],
        "pairs": pairs(plan.players, matches),
        "turns": _spread([sum(match.turns) for match in matches]),
        "idle": matches[0].idle if matches else idle,
        "passes_before_end": _ratio(sum(sum(match.passes) for match in matches), turns),
        "points_per_turn": _ratio(sum(sum(match.scores) for match in matches), turns),
        "first_player_wins": Rate.of(firsts, number).to_json(),
        "pieces_left": _spread([sum(match.pieces_left) for match in matches]),
        "ends": {reason: count / whole for reason, count in sorted(ends.items())},
    }


def finished(matches: Sequence[Match]) -> list[Match]:
    return [match for match in matches if match.is_finished]


def pairs(players: Sequence[str], matches: Sequence[Match]) -> list[dict[str, Any]]:
    """Every two bots compared by rank wherever they met, ties half. A game counts once, however many of each
    sat there: what happens at one table is no independent sample.
    """
    matches = finished(matches)
    names = list(dict.fromkeys(players))
    places = {name: [place for place, player in enumerate(players) if player == name] for name in names}
    found = []
    for one, other in combinations(names, 2):
        meetings = list(product(places[one], places[other]))
        ahead = sum(fmean(match.ahead(*meeting) for meeting in meetings) for match in matches)
        found.append({"player": one, "against": other, "ahead": Rate.of(ahead, len(matches)).to_json()})
    return found


def _figures(matches: Sequence[Match], entrant: int) -> dict[str, Any]:
    turns = sum(match.turns[entrant] for match in matches)
    return {
        "score": _spread([match.scores[entrant] for match in matches]),
        "points_per_turn": _ratio(sum(match.scores[entrant] for match in matches), turns),
        "passes_before_end": _ratio(sum(match.passes[entrant] for match in matches), turns),
        "pieces_left": _spread([match.pieces_left[entrant] for match in matches])["mean"],
    }


def _spread(numbers: Sequence[int]) -> dict[str, float]:
    """All nothing where no game was finished."""
    numbers = numbers or [0]
    return {"mean": round(fmean(numbers), 2), "least": min(numbers), "most": max(numbers)}


def _ratio(part: float, whole: float) -> float:
    return round(part / whole, 4) if whole else 0.0

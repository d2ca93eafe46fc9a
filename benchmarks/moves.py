"""Finding plays of CompoundIt!: the best one, exactly, on boards in the middle of a game."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.reference.authority import Authority
from adjudicator_rulesets.compoundit.bots.moves import best_plays, every_play, has_play
from adjudicator_rulesets.compoundit.edition import load
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt
from adjudicator_rulesets.compoundit.judging.sets import sets_of
from benchmarks.harness import Contender, Row, forget_everything, race, ratio_of, size, spread
from tests.oracle.moves_twin import MovesTwin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator_rulesets.compoundit.edition import Square

BOARDS, TILES_DOWN, RACK = size(60, quick=1), 60, 10
GAMES = size(10, quick=1)
SMALL_BOARDS, SMALL_RACK = size(12, quick=1), 4  # for the slow twin, which tries everything
TRIES = size(3, quick=1)
CHOICE = 8  # each turn plays one of this many best plays, so that boards differ

FIRST_CALL = """
import sys
import time
from benchmarks.moves import midgame, rules_of
from adjudicator_rulesets.compoundit.judging.compositions import _made
from adjudicator_rulesets.compoundit.bots.moves import best_plays
question = next(iter(midgame(rules_of("standard"), 1)))
_made.clear()
rules = rules_of(sys.argv[1])
start = time.perf_counter()
best_plays(question.position, question.rack, rules)
print(time.perf_counter() - start)
"""


class Question(NamedTuple):
    position: dict[Square, str]
    rack: list[str]
    rules: CompoundIt


def rows() -> list[Row]:
    return [*best_play("standard"), *best_play("expert"), *against_twin(), *first_call()]


def best_play(variant: str) -> list[Row]:
    questions = list(midgame(rules_of(variant), BOARDS))
    forget = forget_everything()  # all but the dictionary of compounds, which a game builds once
    times = race(
        {
            f"the best play: {variant}, {TILES_DOWN} tiles down, {RACK} on the rack": Contender(
                best, questions, forget
            ),
            "  another rack on the same board": Contender(best, questions, best),
            "  the twenty best": Contender(
                lambda q: best_plays(q.position, q.rack, q.rules, 20), questions, forget
            ),
            "  is there any play?": Contender(lambda question: has_play(*question), questions, forget),
        },
        rounds=5,
    )
    plays = statistics.median(sum(1 for _ in every_play(*question)) for question in questions)
    return [
        *(Row(label, spread(taken)) for label, taken in times.items()),
        Row("  turn by turn in a game", spread(turns(variant))),
        Row("  plays there are, by squares and tiles", f"median {plays:.0f}, {len(questions)} boards"),
    ]


def turns(variant: str) -> list[float]:
    """Microseconds for every turn of whole games, including what a game remembers from earlier turns."""
    rules, forget, clock, times = rules_of(variant), forget_everything(), time.perf_counter_ns, []
    for game in range(GAMES):
        forget(None)
        for question in _game(rules, random.Random(game)):
            start = clock()
            best(question)
            times.append((clock() - start) / 1000)
    return times


def best(question: Question) -> object:
    return best_plays(*question)


def against_twin() -> list[Row]:
    """The twin tries every order of every choice of tiles on every line, with all runs judged beforehand."""
    rules, forget = rules_of("standard"), forget_everything()
    twin = MovesTwin(rules)
    questions = [
        question._replace(rack=question.rack[:SMALL_RACK]) for question in midgame(rules, SMALL_BOARDS)
    ]

    def by_twin(question: Question) -> object:
        return max(twin.best_scores(question.position, question.rack).values(), default=None)

    times = race(
        {
            "ours": Contender(best, questions, before=forget),
            "twin": Contender(by_twin, questions, before=by_twin),
        },
        rounds=3,
    )
    ratio = statistics.median(t / o for t, o in zip(times["twin"], times["ours"], strict=True))
    return [Row(f"a brute-force search, {SMALL_RACK} tiles on the rack", f"{ratio_of(ratio)} ours", ratio)]


def first_call(tries: int = TRIES) -> list[Row]:
    """In a new process: the time includes building the dictionary of compounds and reading the table."""
    found = []
    for variant in ("standard", "expert"):
        command = [sys.executable, "-c", FIRST_CALL, variant]
        seconds = min(
            float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            for _ in range(tries)
        )
        found.append(Row(f"the first best play of a process: {variant}", f"{seconds * 1000:.0f} ms"))
    return found


# --- boards -------------------------------------------------------------------------------------------------


def rules_of(variant: str) -> CompoundIt:
    return CompoundIt(f"compoundit:{variant}", sets_of(variant), load(), Authority.from_config(["table"]))


def midgame(rules: CompoundIt, number: int) -> Iterator[Question]:
    """Positions with sixty tiles on the board and a full rack, from games between two good players."""
    chance = random.Random(60)
    while number:
        for question in _game(rules, chance):
            if len(question.position) >= TILES_DOWN and len(question.rack) == RACK:
                yield question
                number -= 1
                break


def _game(rules: CompoundIt, chance: random.Random) -> Iterator[Question]:
    """Every turn of a game in which each player plays one of the best plays."""
    box = [tile.symbol for tile in rules.edition.tiles for _ in range(tile.count)]
    chance.shuffle(box)
    racks: list[list[str]] = [[], []]
    position: dict[Square, str] = {}
    passes = turn = 0
    while passes < len(racks):
        rack = racks[turn % 2]
        while box and len(rack) < RACK:
            rack.append(box.pop())
        yield Question(dict(position), list(rack), rules)
        plays = best_plays(position, rack, rules, CHOICE)
        passes = 0 if plays else passes + 1
        if plays:
            play = chance.choice(plays)
            position |= {placement.square: placement.symbol for placement in play.placements}
            left = Counter(rack) - Counter(placement.symbol for placement in play.placements)
            rack[:] = left.elements()
        turn += 1

"""How well bots choose by the analyst's measures: strong is to come before greedy, greedy before random.

    python tools/measure_accuracy.py --games 51 --game ion --decisions 8 --playouts 32

Games are recorded by each bot in turn against itself, and at decisions of these games every bot is asked what
it would do there. Where not all do the same, their choices are weighed in the same worlds. (Bots that are
compared in games of their own meet different decisions: two random players of Ion are soon so far apart that
nothing they do costs a chance to win.)
Of a bot's choices `accuracy` is the share whose loss is below two standard errors, `loss` the mean loss of
winning chance, each with its own standard error; `points` is the mean loss in points. What was found is kept
in var/accuracy.json after every game, so that an interrupted run goes on where it was; --page writes all that
is kept there into docs/strength.md.
"""

from __future__ import annotations

import argparse
import json
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.engine.agents.analyst import Analyst
from adjudicator.engine.agents.bots import chance_of, chosen_by, play_on, recalling, seated
from adjudicator.engine.agents.rollouts import Difference, Estimate, Question, finished, weighed
from adjudicator.engine.game import load_game, playable_games

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.agents.analyst import Act

KEPT = Path("var/accuracy.json")
PAGE = Path("docs/strength.md")
TITLE = "## Accuracy"
EXPLAINED = """
What the analysis says of the bots' choices. Each bot in turn records games against itself. At some decisions
of these games every bot is asked what it would do, and where not all do the same, their choices are weighed
in the same worlds. Accuracy is the share of choices whose loss is below two standard errors; the loss is that
of winning chance, then that of points (of AMUny in Chemistry Monopoly). Decisions on which all three agree
are left out, so in a whole game every accuracy is higher. Where figures differ by less than two errors, these
games do not tell the bots apart.
"""
BOTS = ("strong", "greedy", "random")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--game", action="append", choices=playable_games(), help="only these")
    parser.add_argument("--decisions", type=int, default=0, help="of each game; 0 for all")
    parser.add_argument("--playouts", type=int, default=24, help="for each decision")
    parser.add_argument("--page", action="store_true", help="measure nothing, write what is kept")
    parser.add_argument("--fresh", action="store_true", help="forget what was found before")
    options = parser.parse_args()
    KEPT.parent.mkdir(exist_ok=True)
    known = KEPT.exists() and not options.fresh
    kept: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if known else {}
    if options.page:
        before = PAGE.read_text(encoding="utf-8").split(f"\n{TITLE}\n")[0].rstrip()
        PAGE.write_text(f"{before}\n\n{section(kept)}", encoding="utf-8")
        return
    for game in options.game or playable_games():
        for number in range(options.games):
            key = f"{game} {number} {options.decisions} {options.playouts}"
            if key not in kept:
                kept[key] = losses(game, number, options.decisions, options.playouts)
                KEPT.write_text(json.dumps(kept), encoding="utf-8")
        wanted = [
            f"{game} {number} {options.decisions} {options.playouts}" for number in range(options.games)
        ]
        print(f"{game}: {options.games} games, {options.playouts} playouts a decision")
        print("\n".join(lines([Loss(*loss) for key in wanted for loss in kept[key]])), flush=True)


class Loss(NamedTuple):
    """Of a choice: whose, whether it was as good as the best, and what it cost."""

    bot: str
    accurate: bool
    chance: float
    points: float


def losses(name: str, number: int, most: int, playouts: int) -> list[Loss]:
    """Of every bot at each decision of one game that is looked into."""
    game = load_game(name)
    bot = BOTS[number % len(BOTS)]
    analyst = Analyst(game, play_on(game, {}, (bot, bot), f"accuracy/{number}"), playouts)
    decisions = list(analyst.turns())
    Random(number).shuffle(decisions)
    found = (Asked.of(analyst, act, candidates) for act, _, candidates in decisions)
    asked = (one for one in found if one is not None and len({id(a) for a in one.choices.values()}) > 1)
    return [loss for one in islice(asked, most or None) for loss in one.losses(playouts)]


class Asked(NamedTuple):
    """A decision, and what every bot would do there."""

    question: Question
    choices: Mapping[str, Any]  # each of them a candidate of the question

    @classmethod
    def of(cls, analyst: Analyst, act: Act, candidates: Sequence[Any]) -> Asked | None:
        """None where one of the bots would rather wait for others."""
        game, foresight, seat = analyst.game, analyst.foresight, act.player
        view = game.view(act.before, seat)
        seen = game.events_shown(analyst.record.events[: act.version - 1], seat)
        found, choices = list(candidates), {}
        for name, bot in zip(BOTS, seated(game.name, BOTS), strict=True):
            chance = chance_of(f"accuracy/{name}", seat, act.version)
            action = chosen_by(recalling(bot, seen), game, view, chance)
            if action is None:
                return None
            if not any(foresight.same(known, action) for known in found):
                found.append(action)
            choices[name] = next(known for known in found if foresight.same(known, action))
        return cls(Question(foresight, view, found, f"accuracy/{act.version}", seen), choices)

    def losses(self, playouts: int) -> Iterator[Loss]:
        found = finished(weighed(self.question, playouts, keep=tuple(self.choices.values())))
        for name, action in self.choices.items():
            own = next(candidate for candidate in found if candidate.action is action)
            lost = Difference.between(found[0], own, self.question.seat)
            worse = own is not found[0] and lost.counts
            points, chance = lost.points.mean * worse, lost.chance.mean * worse
            yield Loss(name, not worse, max(0.0, chance), max(0.0, points))


def lines(found: list[Loss]) -> list[str]:
    told, means = [], []
    for bot in BOTS:
        accuracy, chance, points = estimates(found, bot)
        means.append((-accuracy.mean, chance.mean))
        told.append(
            f"  {bot:<7} {len(found) // len(BOTS):>4} decisions"
            f"  accuracy {100 * accuracy.mean:5.1f} ± {100 * accuracy.error:.1f} %"
            f"  loss {100 * chance.mean:5.2f} ± {100 * chance.error:.2f} %"
            f"  points {points.mean:6.2f} ± {points.error:.2f}"
        )
    in_order = all(list(column) == sorted(column) for column in zip(*means, strict=True))
    return [*told, f"  strong > greedy > random by both: {'yes' if in_order else 'NO'}"]


def section(kept: Mapping[str, Sequence[Sequence[Any]]]) -> str:
    """Everything that is kept, as a table with the commands that it is from."""
    rows, commands = [], []
    for game, decisions, playouts in sorted({(g, d, p) for g, _, d, p in map(str.split, kept)}):
        keys = [key for key in kept if key.split()[::2] == [game, decisions] and key.split()[3] == playouts]
        found = [Loss(*loss) for key in keys for loss in kept[key]]
        commands.append(
            f"python tools/measure_accuracy.py --game {game} --games {len(keys)}"
            f" --decisions {decisions} --playouts {playouts}"
        )
        for bot in BOTS:
            accuracy, chance, points = estimates(found, bot)
            rows.append(
                f"| {game}, {len(keys)} games | {bot} | {len(found) // len(BOTS)}"
                f" | {100 * accuracy.mean:.0f} ± {100 * accuracy.error:.0f} %"
                f" | {100 * chance.mean:.1f} ± {100 * chance.error:.1f} %"
                f" | {points.mean:.2f} ± {points.error:.2f} |"
            )
    head = ["| game | bot | choices | accuracy | loss | points |", "|---|---|---|---|---|---|"]
    return "\n".join([TITLE, EXPLAINED, *head, *rows, "", "```", *commands, "```", ""])


def estimates(found: Sequence[Loss], bot: str) -> tuple[Estimate, Estimate, Estimate]:
    """Of a bot's accuracy, and of its loss of winning chance and of points."""
    own = [loss for loss in found if loss.bot == bot]
    return (
        Estimate.of([float(loss.accurate) for loss in own]),
        Estimate.of([loss.chance for loss in own]),
        Estimate.of([loss.points for loss in own]),
    )


if __name__ == "__main__":
    main()

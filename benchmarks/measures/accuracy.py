"""How well bots choose by the analyst's measures: policy is to come before greedy, greedy before random."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from adjudicator.engine.agents.analyst import Analyst
from adjudicator.engine.agents.bots import chance_of, chosen_by, play_on, recalling, seated
from adjudicator.engine.agents.playouts import Question
from adjudicator.engine.agents.rollouts import Difference, Estimate, finished, weighed
from adjudicator.engine.game import load_game, playable_games

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.agents.acts import Act

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
BOTS = ("policy", "greedy", "random")


@click.command()
@click.option("--games", default=50, show_default=True)
@click.option("--game", "chosen", multiple=True, type=click.Choice(playable_games()), help="Only these.")
@click.option("--decisions", default=0, help="Of each game; 0 for all.")
@click.option("--playouts", default=24, show_default=True, help="For each decision.")
@click.option(
    "--write", is_flag=True, help="Keep every game in var/accuracy.json, and write docs/strength.md."
)
def accuracy(games: int, chosen: tuple[str, ...], decisions: int, playouts: int, write: bool) -> None:
    """Measure how well bots choose: policy is to come before greedy, greedy before random.

    \b
      python -m tools measure accuracy --game ion --games 51 --decisions 8 --playouts 32
      python -m tools measure accuracy --games 0 --write      only the page, from what is kept

    Games are recorded by each bot in turn against itself, and at decisions of these games every bot is asked
    what it would do there. Where not all do the same, their choices are weighed in the same worlds. (Bots
    that are compared in games of their own meet different decisions: two random players of Ion are soon so
    far apart that nothing they do costs a chance to win.) Of a bot's choices `accuracy` is the share whose
    loss is below two standard errors, `loss` the mean loss of winning chance, each with its own standard
    error; `points` is the mean loss in points. With --write an interrupted run goes on where it was.
    """
    known = write and KEPT.exists()
    kept: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if known else {}
    for game in chosen or playable_games():
        wanted = [f"{game} {number} {decisions} {playouts}" for number in range(games)]
        for number, key in enumerate(wanted):
            if key not in kept:
                kept[key] = losses(game, number, decisions, playouts)
                if write:
                    KEPT.parent.mkdir(exist_ok=True)
                    KEPT.write_text(json.dumps(kept), encoding="utf-8")
        if wanted:
            click.echo(f"{game}: {games} games, {playouts} playouts a decision")
            click.echo("\n".join(lines([Loss(*loss) for key in wanted for loss in kept[key]])))
    if write:
        before = PAGE.read_text(encoding="utf-8").split(f"\n{TITLE}\n")[0].rstrip()
        PAGE.write_text(f"{before}\n\n{section(kept)}", encoding="utf-8")


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
            worse = own is not found[0] and lost.is_better
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
    return [*told, f"  policy > greedy > random by both: {'yes' if in_order else 'NO'}"]


def section(kept: Mapping[str, Sequence[Sequence[Any]]]) -> str:
    """Everything that is kept, as a table with the commands that it is from."""
    rows, commands = [], []
    for game, decisions, playouts in sorted({(g, d, p) for g, _, d, p in map(str.split, kept)}):
        keys = [key for key in kept if key.split()[::2] == [game, decisions] and key.split()[3] == playouts]
        found = [Loss(*loss) for key in keys for loss in kept[key]]
        commands.append(
            f"python -m tools measure accuracy --game {game} --games {len(keys)}"
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

"""The bots of Valence Plus by name, and hints."""

from __future__ import annotations

from collections import Counter
from math import prod
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine.agents.bots import POLICY, Character, GentleBot, Hint, chooser_of
from adjudicator.engine.agents.thinking import ThinkingBot
from adjudicator_rulesets.valence_plus.bots.bots import GreedyChooser, RandomChooser, ValencePlusBot
from adjudicator_rulesets.valence_plus.bots.position import Situation, name_of
from adjudicator_rulesets.valence_plus.bots.strong import StrongChooser
from adjudicator_rulesets.valence_plus.bots.worth import hand_worth
from adjudicator_rulesets.valence_plus.judging.solver import best, plans
from adjudicator_rulesets.valence_plus.play.opening import NAME
from adjudicator_rulesets.valence_plus.play.rulings import cards_to_draw
from adjudicator_rulesets.valence_plus.play.state import Build, Draw, Exchange, TradeUp

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator_rulesets.valence_plus.bots.bots import Chooser
    from adjudicator_rulesets.valence_plus.judging.builds import Recipe
    from adjudicator_rulesets.valence_plus.judging.solver import Plan
    from adjudicator_rulesets.valence_plus.play.state import Action

BOTS: Mapping[str, str] = {name: name for name in ("random", "gentle", "greedy", POLICY, "strong")}
OVERLOOKS = 0.7  # how often gentle does not look for the best
PLAYOUTS = 96  # for a choice: mostly a tenth of a second of one core, at most about a second
SAMPLES = 24  # of three cards, for a hint
LEVELLED: frozenset[str] = frozenset()
CHOOSERS: dict[str, type[Chooser]] = {
    "random": RandomChooser,
    "greedy": GreedyChooser,
    POLICY: StrongChooser,
}


def bot(character: Character) -> ValencePlusBot | GentleBot | ThinkingBot:
    if character == Character("gentle"):
        # It does other kinds of things too: else it hardly errs.
        return GentleBot(bot(Character("greedy")), _complete, OVERLOOKS, same_kind=False)
    if character == Character("strong"):
        return ThinkingBot(NAME, bot(Character(POLICY)), PLAYOUTS)
    return ValencePlusBot(chooser_of(character, CHOOSERS, BOTS)())


def _complete(view: Mapping[str, Any], number: int) -> tuple[Hint[Action], ...]:
    """Hints that can be played as they are; where names are required, a build needs one (V-NAME)."""
    return () if view["options"]["naming"] else hints(view, number)


def hints(view: Mapping[str, Any], number: int) -> tuple[Hint[Action], ...]:
    """The best ways to collect, by expected points; after collecting, the best builds."""
    table = view["table"]
    if table["turn"] != view["you"] or table["open_name"] is not None or table["aimed"] is not None:
        return ()
    situation = Situation.of(view)
    found = _collecting(situation) if table["phase"] == "collect" else _building(situation)
    return tuple(sorted(found, key=lambda hint: -hint.value)[:number])


def _values(situation: Situation) -> dict[str, float]:
    """The value of each molecule: its points or, when cooperating, whether its kind is still to be made."""
    molecules = situation.rules.edition.molecules
    if situation.options.cooperative:
        return {card.name: float(card.name in situation.wanted) for card in molecules}
    return {card.name: float(card.points) for card in molecules}


def _building(situation: Situation) -> Iterator[Hint[Action]]:
    """The sets of builds that bring most this turn, including what is already built."""
    allowed = {build.cards for build in situation.buildable()}
    values = _values(situation)
    built = 0 if situation.options.cooperative else situation.table["built"]
    found = [
        plan
        for plan in plans(situation.hand, situation.bank.elements(), situation.rules.builds)
        if plan.builds and all(build.cards in allowed for build in plan.builds)
    ]
    found.sort(key=lambda plan: (-plan.points, -plan.cards, len(plan.builds)))
    for plan in found:
        kinds = {build.molecule.name for build in plan.builds}
        worth = sum(values[kind] for kind in kinds) if situation.options.cooperative else plan.points
        # V-NAME: the player has to name the substance.
        formulas = [build["formula"] for build in _named(situation, plan)]
        title = prose.render(NAME, "hint_title", {"formulas": formulas, "points": plan.points})
        action = Build(plan.builds[0].cards)
        yield Hint(action, built + worth, _why(situation, plan), now=float(plan.points), title=title)


def why_kept(situation: Situation, discards: Sequence[str]) -> str | None:
    """What the cards that stay make with those that may be drawn next."""
    hope = _hope(situation, Counter(situation.hand) - Counter(discards))
    return None if hope is None else prose.render(NAME, "hint_keep", hope)


def _hope(situation: Situation, kept: Counter[str]) -> dict[str, Any] | None:
    """What these cards make with those that may be drawn next, if that is more than without them: the most
    points by their chance.
    """
    drawn, hidden = cards_to_draw(kept.total()), max(1, sum(situation.unseen.values()))
    found: list[tuple[float, Recipe, tuple[str, ...]]] = []
    now = 0
    for build in situation.rules.builds.by_cards.values():
        missing = tuple((Counter(build.cards) - kept).elements())
        if not missing:
            now = max(now, build.molecule.points)
        elif len(missing) <= min(drawn, len(build.cards) - 1):
            chance = prod([situation.unseen[symbol] / hidden for symbol in missing])
            found.append((build.molecule.points * chance, build, missing))
    more = [one for one in found if one[0] and one[1].molecule.points > now]
    if not more or situation.options.cooperative:
        return None
    _, build, missing = max(more, key=lambda one: one[0])
    words = {"formula": build.formula, "molecule": build.molecule.name, "points": build.molecule.points}
    return {**words, "missing": missing}


def _collecting(situation: Situation) -> Iterator[Hint[Action]]:
    values = _values(situation)
    worth = hand_worth(situation.rules, tuple(sorted(values.items())))
    hidden = sorted(situation.unseen.elements())
    chance = Random("hints")  # noqa: S311 - the same hints for the same view
    draws = [chance.sample(hidden, min(3, len(hidden))) for _ in range(SAMPLES)]

    def expected(hand: Sequence[str], cards: int) -> float:
        return fmean(worth.now(tuple(sorted((*hand, *drawn[:cards])))) for drawn in draws)

    def hint(action: Action, value: float, code: str, now: float = 0.0, **params: Any) -> Hint[Action]:
        return Hint(action, round(value, 1), prose.render(NAME, code, params), now=now)

    number = situation.draws
    plan = best(situation.hand, situation.bank.elements(), situation.rules.builds)
    ready = _named(situation, plan) if plan.points else []
    hope = None if ready else _hope(situation, Counter(situation.hand))
    drawing = expected(situation.hand, number)
    if hope is None:
        yield hint(Draw("deck"), drawing, "hint_draw", builds=ready)
    else:
        yield hint(Draw("deck"), drawing, "hint_hope", **hope)
    top = situation.top()
    if top is not None:
        with_top = worth.now(tuple(sorted((*situation.hand, top))))
        more = with_top > worth.now(tuple(sorted(situation.hand)))
        yield hint(Draw("discard"), with_top, "hint_discard", symbol=top, more=more, builds=ready)
    if situation.may("exchange"):
        yield hint(Exchange(situation.hand), expected((), 3), "hint_exchange")
    for listed in situation.listed("trade_up"):
        card = next(c for c in situation.stashes[situation.me] if c.formula == listed["formula"])
        cost = 0 if situation.options.cooperative else card.points
        value = expected(situation.hand, 3) - cost
        yield hint(TradeUp(listed["formula"]), value, "hint_trade", -cost, molecule=card.molecule, cost=cost)
    for action, swap in situation.reactions():
        made = [card.molecule for card in swap.products]
        change = -sum(card.points for card in swap.reactors)
        theirs = sum(card.points for card in swap.products) - swap.target.points
        if swap.owner == situation.me:
            change, theirs = change + theirs, 0
        now = change - theirs
        if situation.options.cooperative:
            theirs, now = 0, 0
            change = sum(kind in situation.wanted for kind in set(made))
        cost = 0 if situation.options.cooperative else max(0, -change)
        facts = {"products": made, "cost": cost, "theirs": max(0, -theirs)}
        yield hint(action, expected(situation.hand, 3) + change, "hint_react", now, **facts)


def _why(situation: Situation, plan: Plan) -> str:
    """What it builds and, where that brings no points, what it is good for (V-REACTOR)."""
    reacting = [build.formula for build in plan.builds if "reactor" in build.molecule.marks]
    if plan.points or situation.options.younger:
        reacting = []
    return prose.render(NAME, "hint_builds", {"builds": _named(situation, plan), "reacting": reacting})


def _named(situation: Situation, plan: Plan) -> list[dict[str, Any]]:
    """The molecules, equal ones counted: 2 KCl."""
    counted = Counter([(build.formula, build.molecule.name) for build in plan.builds])
    return [
        {
            "formula": formula if number == 1 else f"{number} {formula}",
            "molecule": molecule,
            "name": name if name != formula else None,
        }
        for (formula, molecule), number in counted.items()
        for name in [name_of(situation.rules, formula)]
    ]

"""The bots of Ion by name, and hints."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine.agents.bots import POLICY, Character, GentleBot, Hint, chooser_of, level_of
from adjudicator.engine.agents.thinking import ThinkingBot
from adjudicator_rulesets.ion.bots.bots import GREEDY, STRONG, IonBot, RandomChooser, RememberingBot
from adjudicator_rulesets.ion.bots.memory import hands_known
from adjudicator_rulesets.ion.bots.position import Situation
from adjudicator_rulesets.ion.bots.worth import Scale
from adjudicator_rulesets.ion.judging.bonding import Laid, mixed, total, usual
from adjudicator_rulesets.ion.judging.scoring import noble_points
from adjudicator_rulesets.ion.play.folds import lying
from adjudicator_rulesets.ion.play.opening import NAME, compound_of
from adjudicator_rulesets.ion.play.state import (
    Decline,
    Hold,
    Pick,
    Place,
    Ready,
    Rxn,
    Settle,
    TakeCard,
    TakeCenter,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.engine.events import Event
    from adjudicator_rulesets.ion.bots.bots import Chooser
    from adjudicator_rulesets.ion.play.state import Action, Area

BOTS: Mapping[str, str] = {name: name for name in ("random", "gentle", "greedy", POLICY, "strong")}
OVERLOOKS = 0.62  # how often gentle does not look for the best
LEVELLED = frozenset({"strong"})
LEVELS = (1, 2)
PLAYOUTS = 32  # for a choice: about half a second of one core
RECALLING = frozenset({POLICY, "strong"})  # bots that remember what their seat has seen
NAMED = 2  # compounds that a card is said to be kept for
CHOOSERS: dict[str, Chooser] = {"random": RandomChooser(), "greedy": GREEDY, POLICY: STRONG}


def bot(character: Character) -> IonBot | GentleBot | ThinkingBot:
    if character == Character("gentle"):
        return GentleBot(bot(Character("greedy")), hints, OVERLOOKS)
    if character.name in LEVELLED and not character.habits:
        quick = bot(Character(POLICY))
        return quick if level_of(character, LEVELS, 2) == 1 else ThinkingBot(NAME, quick, PLAYOUTS)
    chooser = chooser_of(character, CHOOSERS, BOTS)
    return RememberingBot(chooser) if character.name in RECALLING else IonBot(chooser)


def hints(view: Mapping[str, Any], number: int) -> tuple[Hint[Action], ...]:
    """The best actions by expected points; none while others have to act."""
    situation = Situation(view)
    if view["you"] is None or not view["actions"]:
        return ()
    listed = {action["type"] for action in view["actions"]}
    found = [choice for choice in STRONG.choices(situation) if choice.action.type in listed]
    found.sort(key=lambda choice: -choice.value)
    return tuple(
        Hint(c.action, round(c.value, 1), _why(situation, c.action), now=_now(situation, c.action))
        for c in found[:number]
    )


def steps(view: Mapping[str, Any], seen: Sequence[Event], action: Action) -> list[Hint[Action]]:
    """What a picked card is for: where it can be placed, first where it scores most at once."""
    situation = Situation(view, hands_known(seen))
    match action:
        case Pick((card,)):
            scale = Scale(situation)
            base = scale.now(situation.area)
            found = [
                (scale.now(area) - base, STRONG.worth_of(situation, area), place)
                for place, area in situation.placements(situation.area, card)
            ]
            found.sort(key=lambda way: (-max(way[0], 0.0), -way[1]))
            return [
                Hint(place, round(value, 1), _placing(situation, card, place), now=now)
                for now, value, place in found
            ]
        case Place(card):
            return [Hint(action, 0.0, _placing(situation, card, action))]
        case _:  # what is no card to lay is not done for a place
            return []


def _now(situation: Situation, action: Action) -> float | None:
    """The points that an action brings at once: of a card, in the place where it scores most."""
    scale = Scale(situation)
    base = scale.now(situation.area)
    match action:
        case Pick((card,)):
            return max(scale.now(area) for _, area in situation.placements(situation.area, card)) - base
        case Place(card):
            placed = dict(situation.placements(situation.area, card))
            return scale.now(placed[action]) - base if action in placed else None
        case _:  # what two cards or a tile bring depends on more than a place
            return None


def _why(situation: Situation, action: Action) -> str:
    def say(code: str, **params: Any) -> str:
        return prose.render(NAME, code, params)

    match action:
        case Pick((card,)):
            return _placing(situation, card)
        case Pick():
            return say("hint_two")
        case Place(card):
            return _placing(situation, card, action)
        case TakeCenter():
            return say("hint_take")
        case Rxn():
            scale = Scale(situation)
            after = scale.now(replace(situation.area, groups=action.groups))
            return say("hint_rxn", worth=int(after - scale.now(situation.area)))
        case TakeCard(card=card):
            return say("hint_take_card", card=card)
        case Settle(refresh):
            return say("hint_settle", tiles=[entry.tile for entry in refresh])
        case Hold():
            return say("hint_hold")
        case Ready():
            return say("hint_ready")
        case Decline():
            return say("hint_decline")
        case _:  # the bot that hints turns no metal
            raise AssertionError(action)


def _placing(situation: Situation, card: str, action: Place | None = None) -> str:
    """What a card becomes in its best place, or where it is laid."""
    known = situation.cards[card]
    if known.kind == "noble":
        then = replace(situation.area, nobles=(*situation.area.nobles, card))
        goals, paid = Scale(situation).goals_reached(situation.area, then)
        sets = situation.edition.noble_sets
        worth = noble_points(then.nobles, sets) - noble_points(situation.area.nobles, sets)
        return prose.render(NAME, "hint_noble", {"card": card, "worth": worth, "goals": goals, "paid": paid})
    if known.kind == "radioactive":
        return prose.render(NAME, "hint_radioactive", {"card": card, "decay": known.decay})
    place = action or STRONG.best_place(situation, card)
    charge = known.charges[0] if place.charge is None else place.charge
    last = not situation.picks_after and len(situation.to_place) < 2
    group = () if place.onto is None else situation.area.groups[place.onto]
    joined = lying((*group, Laid(card, charge)))
    made = compound_of(situation.game, joined)
    if made is not None:
        after = _with_group(situation.area, place.onto, joined)
        goals, paid = Scale(situation).goals_reached(situation.area, after)
        facts = {"formula": usual(made.formula), "worth": made.points, "goals": goals, "paid": paid}
        return prose.render(NAME, "hint_compound", facts)
    if last:
        return prose.render(NAME, "hint_last", {})
    charges = total(joined)
    facts = {"need": -charges, "formulas": _awaited(situation, joined)}
    if place.onto is None:
        return prose.render(NAME, "hint_lay", facts)
    is_mixed = mixed(joined, situation.game.options.reading)
    facts |= {"cards": [laid.card for laid in group], "mixed": is_mixed, "sum": charges}
    return prose.render(NAME, "hint_bond", facts)


def _with_group(area: Area, onto: int | None, group: tuple[Laid, ...]) -> Area:
    groups = [each for place, each in enumerate(area.groups) if place != onto]
    return replace(area, groups=(*groups, group))


def _awaited(situation: Situation, group: tuple[Laid, ...]) -> list[str]:
    """What a group is kept for: the compounds that it becomes with what is likely to come round."""
    wholes = Scale(situation).awaited(situation.area, group, situation.picks_after)
    made = [compound_of(situation.game, lying(whole)) for whole in wholes]
    return list(dict.fromkeys([usual(one.formula) for one in made if one is not None]))[:NAMED]

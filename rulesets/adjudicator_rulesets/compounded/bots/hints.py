"""What is worth doing in a game of Compounded: an action, its value in points, and a sentence why."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine.agents.bots import Hint
from adjudicator_rulesets.compounded.bots.bots import Situation, placing_gain
from adjudicator_rulesets.compounded.bots.strong import StrongChooser, first_step, plans
from adjudicator_rulesets.compounded.bots.worth import Worth
from adjudicator_rulesets.compounded.play import choices, lab
from adjudicator_rulesets.compounded.play.state import (
    Claim,
    Claiming,
    Discard,
    End,
    Pass,
    Research,
    Score,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

REASONS: dict[type, str] = {Pass: "hint_pass", Discard: "hint_discard"}  # by action


def hints_for(view: Mapping[str, Any]) -> tuple[Hint[Any], ...]:
    """The best first; nothing while this player is asked nothing."""
    if view["you"] is None or not any(ask["player"] == view["you"] for ask in view["asks"]):
        return ()
    situation = Situation.of(view)
    worth = Worth(situation.state, situation.seat)
    match situation.state.agenda.top:
        case Research() if situation.my_turn and situation.seat == situation.me:
            found = [*_research(situation, worth)]
        case Claiming() if situation.my_turn:
            found = [*_claims(situation, worth)]
        case _:  # the bot's own answer
            found = [*_other(situation)]
    return tuple(sorted(found, key=lambda hint: -hint.value))


def _say(code: str, **params: Any) -> str:
    return prose.render(lab.NAME, code, params)


def _research(situation: Situation, worth: Worth) -> Iterator[Hint[Any]]:
    """By the points that are scored in this turn's Lab phase; then what prepares a compound, best first."""
    state, seat = situation.state, situation.seat
    ready = sum(compound.card.points for compound in lab.to_score(state, seat))
    seen = set()
    for plan in plans(situation, worth):
        step = first_step(situation, plan)
        if step not in seen:
            seen.add(step)
            names = [compound.card.name for compound in plan.compounds]
            yield Hint(step, float(ready + plan.points), _say("hint_completes", cards=names))
    gains = [(placing_gain(worth, situation, a), a) for a in choices.placements(state, seat)]
    for gain, action in sorted(gains, key=lambda pair: -pair[0]):
        if action in seen or gain <= 0:
            continue
        if action.slot is None:
            yield Hint(action, float(ready), _say("hint_extinguisher"))
            continue
        compound = lab.compound_at(state, action.slot)
        assert compound is not None
        left = sum(number for _, number in compound.missing) - 1
        yield Hint(action, float(ready), _say("hint_place", card=compound.card.name, left=left))
    yield Hint(End(), float(ready), _say("hint_end"))


def _claims(situation: Situation, worth: Worth) -> Iterator[Hint[Any]]:
    held = worth.in_hand()
    base = worth.held(held)
    for compound in choices.unclaimed(situation.state):
        value = worth.held(held, more=(compound,)) - base + worth.progress(compound, len(compound.crystals))
        card, lacking = compound.card, Counter(dict(compound.missing)) - held
        why = _say(
            "hint_claim",
            card=card.name,
            points=card.points,
            places=len(card.places),
            have=len(card.places) - lacking.total(),
            lacking=[symbol if number == 1 else f"{number} {symbol}" for symbol, number in lacking.items()],
        )
        yield Hint(Claim(compound.slot), round(value, 1), why)


def _other(situation: Situation) -> Iterator[Hint[Any]]:
    """What the strong bot would do."""
    chance = Random("hints")  # noqa: S311 - the same hints for the same view
    action = StrongChooser().choose(situation, chance)
    if action is None:
        return
    if isinstance(action, Score):
        compound = lab.compound_at(situation.state, action.slot)
        assert compound is not None
        yield Hint(action, float(compound.card.points), _say("hint_score", card=compound.card.name))
        return
    yield Hint(action, 0.0, _say(REASONS.get(type(action), "hint_best")))

"""What is worth doing in a game of Compounded: an action, its value in points, and a sentence why."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine.agents.bots import Hint
from adjudicator.engine.offers import AcceptOffer, CounterOffer, DeclineOffer, ProposeOffer
from adjudicator_rulesets.compounded.bots.bots import Situation, placing_gain
from adjudicator_rulesets.compounded.bots.strong import StrongChooser, first_step, plans
from adjudicator_rulesets.compounded.bots.worth import Worth
from adjudicator_rulesets.compounded.play import choices, lab
from adjudicator_rulesets.compounded.play.state import (
    Burn,
    Claim,
    Claiming,
    Cylinder,
    Discard,
    Done,
    End,
    Extinguish,
    Fire,
    Grant,
    Keep,
    MoveClaim,
    Pass,
    Place,
    Raise,
    Research,
    Scatter,
    ScatterCard,
    Score,
    Scoring,
    Swap,
    SwapNobel,
    TakeBack,
    UseGoggles,
    UseKey,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator_rulesets.compounded.play.lab import Compound

REASONS: dict[type, str] = {  # by action
    Pass: "hint_pass",
    Discard: "hint_discard",
    Done: "hint_done",
    DeclineOffer: "hint_decline",
    UseGoggles: "hint_goggles",
    Grant: "hint_grant",
    TakeBack: "hint_take_back",
    ScatterCard: "hint_scatter_card",
    UseKey: "hint_key",
    End: "hint_lab_end",
}
OF_CARD: dict[type, str] = {Score: "hint_score", Extinguish: "hint_extinguish", Burn: "hint_burn"}
RAISED = {
    "discovery": "hint_raise_discovery",
    "study": "hint_raise_study",
    "research": "hint_raise_research",
    "lab": "hint_raise_lab",
}


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
        if action not in seen and gain > 0:
            yield Hint(action, float(ready), _why_placed(situation, action))
    yield Hint(End(), float(ready), _say("hint_end"))


def _claims(situation: Situation, worth: Worth) -> Iterator[Hint[Any]]:
    held, free = worth.in_hand(), choices.unclaimed(situation.state)
    base = worth.held(held)
    for compound, with_it in zip(free, worth.held_with(held, free), strict=True):
        value = with_it - base + worth.progress(compound, len(compound.crystals))
        yield Hint(Claim(compound.slot), round(value, 1), _why_claimed(compound, held))


def _why_claimed(compound: Compound, held: Counter[str]) -> str:
    card, lacking = compound.card, Counter(dict(compound.missing)) - held
    return _say(
        "hint_claim",
        card=card.name,
        points=card.points,
        places=len(card.places),
        have=len(card.places) - lacking.total(),
        lacking=[symbol if number == 1 else f"{number} {symbol}" for symbol, number in lacking.items()],
    )


def _why_placed(situation: Situation, action: Place) -> str:
    """What a crystal does where it is placed; K-NOBEL-PLACE: of Nobel's, what is in it for this player."""
    if action.slot is None:
        return _say("hint_extinguisher")
    compound = lab.compound_at(situation.state, action.slot)
    assert compound is not None
    lacking = Counter(dict(compound.missing)) - Counter([action.crystal])
    facts = {"card": compound.card.name, "left": lacking.total()}
    if situation.seat == situation.me:
        return _say("hint_place", **facts)
    have = (lacking & Worth(situation.state, situation.me).in_hand()).total()
    has_to = not situation.state.agenda.top.placed
    return _say("hint_nobel", **facts, have=have, has_to=has_to)


def why(view: Mapping[str, Any], action: Any) -> str | None:
    """What speaks for an action that the bot itself would not take here; None where the hints say it."""
    match action:
        case Claim() | MoveClaim() | Discard() | Raise():
            return _reason(Situation.of(view), action)
        case Place():
            return _why_placed(Situation.of(view), action)
        case _:  # has the reason of its hint
            return None


def _other(situation: Situation) -> Iterator[Hint[Any]]:
    """What the strong bot would do."""
    chance = Random("hints")  # noqa: S311 - the same hints for the same view
    action = StrongChooser().choose(situation, chance)
    if action is None:
        return
    value = 0
    if isinstance(action, Score):
        compound = lab.compound_at(situation.state, action.slot)
        assert compound is not None
        value = compound.card.points
    yield Hint(action, float(value), _reason(situation, action))


def _reason(situation: Situation, action: Any) -> str:
    """In terms of the game: what one gets by it, or what it spares."""
    state, seat = situation.state, situation.seat
    worth = Worth(state, seat)
    compound = lab.compound_at(state, action.slot) if getattr(action, "slot", None) is not None else None
    match action:
        case Claim() if compound is not None:
            return _why_claimed(compound, worth.in_hand())
        case MoveClaim(target=target) if (moved := lab.compound_at(state, target)) is not None:
            return _why_claimed(moved, worth.in_hand())
        case Score() | Extinguish() | Burn() if compound is not None:
            return _say(OF_CARD[type(action)], card=compound.card.name)
        case Scatter() if compound is not None:
            return _say("hint_scatter", mine=compound.owner == situation.me, card=compound.card.name)
        case Place():
            return _why_placed(situation, action)
        case Raise(experiment):
            track, step = lab.tracks_of(state.edition)[experiment], lab.step_of(state, experiment, seat)
            return _say(RAISED[experiment], old=track[step], new=track[step + 1])
        case Cylinder(down, up):
            return _say("hint_cylinder", down=down, up=up)
        case Swap(get=get) | SwapNobel(get=get):
            return _why_got(worth, [get])
        case Keep(crystal=get):
            return _why_got(worth, [get], "hint_keep")
        case AcceptOffer(number):
            offers = [offer for offer in state.offers.open if offer.id == number]
            if not any(goods.pieces for offer in offers for goods in offer.demanded_of(seat)):
                return _say("hint_present")
            return _why_got(
                worth,
                [piece for offer in offers for goods in offer.promised_to(seat) for piece in goods.pieces],
            )
        case ProposeOffer(terms=terms) | CounterOffer(terms=terms):
            return _why_got(worth, [piece for term in terms for piece in term.gets.pieces])
        case Discard() if seat == state.nobel:
            return _say("hint_discard_nobel")
        case Pass() if isinstance(state.agenda.top, Scoring):
            return _say("hint_pass_raise")
        case Pass() if isinstance(state.agenda.top, Fire):
            return _say("hint_pass_fire")
        case End() if isinstance(state.agenda.top, Research):
            return _say("hint_end_nobel")
        case _:  # one sentence for the kind
            return _say(REASONS[type(action)])


def _why_got(worth: Worth, pieces: Sequence[str], otherwise: str = "hint_worth_more") -> str:
    """The own compound, nearest to its end, that lacked one of these; else what all swaps are made for."""
    for compound in worth.own:
        for symbol in Counter(dict(compound.missing)) - worth.in_hand():
            if symbol in pieces:
                return _say("hint_lacking", card=compound.card.name, symbol=symbol)
    return _say(otherwise)

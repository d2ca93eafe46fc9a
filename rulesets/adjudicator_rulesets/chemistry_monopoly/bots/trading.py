"""Offers that a bot makes: the missing element of a set, for elements the other can use, and money."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from adjudicator.engine.offers import Goods, ProposeOffer, Term
from adjudicator_rulesets.chemistry_monopoly.bots.ideas import Idea, deal, fair_share
from adjudicator_rulesets.chemistry_monopoly.play.holdings import cash, raisable
from adjudicator_rulesets.chemistry_monopoly.play.rulings import offer_refusals
from adjudicator_rulesets.chemistry_monopoly.play.state import MONEY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator_rulesets.chemistry_monopoly.bots.appraisal import Appraisal
    from adjudicator_rulesets.chemistry_monopoly.play.state import Debt

LEAST_GAIN = 30
KEEP = 40
CHEAP = 0.12  # of a fair share, what is tried first
SOLD = 0.9  # of what something is worth to another, what is asked for it in need


def wishes(eye: Appraisal) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Owners of everything that is missing from one of this player's sets."""
    for family in eye.board.sets.values():
        owners = {deed: eye.now.owner.get(deed) for deed in family}
        missing = tuple([deed for deed, owner in owners.items() if owner != eye.me])
        others = {owners[deed] for deed in missing}
        if not missing or len(missing) == len(family) or len(others) != 1:
            continue
        (owner,) = others
        if owner is not None and not any(eye.now.level(deed) for deed in family):
            yield owner, missing


def proposals(eye: Appraisal, *, cheap: bool = False) -> list[Idea]:
    """Offers that gain for both, the best for oneself first; `cheap` ones leave the other just a little."""
    share = fair_share(eye) * (CHEAP if cheap else 1)
    found: list[Idea] = []
    for owner, missing in wishes(eye):
        names = [eye.board.name(deed) for deed in missing]
        for mine in _to_give(eye, owner):
            idea = _offer(eye, owner, missing, mine, share)
            if idea is not None:
                theirs = [eye.board.name(deed) for deed in mine if _fills(eye, owner, deed, mine)]
                words = {"names": names, "player": owner, "theirs": theirs}
                found.append(Idea(idea[0], idea[1], "hint_offer", words))
    found.sort(key=lambda idea: -idea.value)
    return [idea for idea in found[:6] if not any(offer_refusals(eye.state, eye.me, idea.action))]


def sales(eye: Appraisal, debt: Debt) -> list[Idea]:
    """M-DEBT: sales for which a player would pay enough to settle the debt; the best for the seller first.

    At a loss only if the seller would otherwise be bankrupt.
    """
    needed = debt.amount - eye.money
    least = -inf if raisable(eye.state, eye.me) < debt.amount else 0
    found = []
    for deed in eye.now.of(eye.me):
        if eye.now.level(deed):
            continue
        fee = eye.board.interest(deed) if deed in eye.now.transferred else 0
        for other in eye.state.others(eye.me):
            wanted = eye.worth_to(other, deed) - fee
            price = int(min(max(needed, SOLD * wanted), cash(eye.state, other) - fee))
            gain = price + eye.gain(eye.me, {deed: other})
            if needed <= price < wanted and gain > least:
                words = {"name": eye.board.name(deed), "price": price}
                found.append(Idea(sale(other, deed, price), gain, "hint_sell", words))
    found.sort(key=lambda idea: -idea.value)
    return [idea for idea in found if not any(offer_refusals(eye.state, eye.me, idea.action))]


def sale(other: int, deed: str, price: int) -> ProposeOffer:
    return ProposeOffer((Term(other, Goods((deed,)), Goods((), ((MONEY, price),))),))


def _to_give(eye: Appraisal, owner: int) -> Iterator[tuple[str, ...]]:
    """Nothing but money, or one or two elements that are not part of a whole set of one's own."""
    yield ()
    free = [
        deed
        for deed in eye.now.of(eye.me)
        if not eye.now.level(deed)
        and not (eye.board.set_of(deed) and eye.now.has_all(eye.board, eye.me, deed))
    ]
    useful = [deed for deed in free if _has_mates(eye, owner, deed)]
    for deed in free:
        yield (deed,)
    for place, first in enumerate(useful):
        for second in useful[place + 1 :]:
            yield (first, second)


def _fills(eye: Appraisal, owner: int, deed: str, given: tuple[str, ...]) -> bool:
    """Whether a card completes a set of its receiver, together with the other cards given."""
    family = eye.board.set_of(deed)
    return bool(family) and all(mate in given or eye.now.owner.get(mate) == owner for mate in family)


def _has_mates(eye: Appraisal, owner: int, deed: str) -> bool:
    return any(eye.now.owner.get(other) == owner for other in eye.board.alike(deed))


def _offer(
    eye: Appraisal, owner: int, missing: tuple[str, ...], mine: tuple[str, ...], share: float
) -> tuple[ProposeOffer, float] | None:
    """With money added on one side, so that the other gains that share of what one gains oneself."""
    if set(mine) & {other for deed in missing for other in eye.board.set_of(deed)}:
        return None
    my_gain, their_gain = deal(eye, owner, Goods(missing), Goods(mine))
    if my_gain + their_gain < 2 * LEAST_GAIN:
        return None
    # To the other, so much that it is worth their while; below nothing, from the other.
    money = int((share * my_gain - their_gain) / (1 + share)) + 5
    steps = 2 * sum(eye.board.deeds[deed].step for deed in eye.board.set_of(missing[0]))
    limit = eye.money - KEEP - steps if money > 0 else cash(eye.state, owner) - KEEP
    if abs(money) > max(0, limit):
        money = max(0, limit) if money > 0 else -max(0, limit)
    gain, theirs = my_gain - money, their_gain + money
    if gain < LEAST_GAIN or theirs < 1 or theirs < share * gain:
        return None
    gives = Goods(mine, ((MONEY, money),) if money > 0 else ())
    gets = Goods(missing, ((MONEY, -money),) if money < 0 else ())
    return ProposeOffer((Term(owner, gives, gets),)), gain

"""Offers that a bot makes: the missing element of a set, for elements the other can use, and money."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.engine.offers import Goods, ProposeOffer, Term
from adjudicator.engine.values import once_per_state
from adjudicator_rulesets.chemistry_monopoly.bots.ideas import (
    WHOLE_GAME,
    Idea,
    agrees,
    deal,
    ideas,
    missed,
    outlook,
    patience,
    penniless,
    would_accept,
)
from adjudicator_rulesets.chemistry_monopoly.play.holdings import cash
from adjudicator_rulesets.chemistry_monopoly.play.rulings import offer_refusals
from adjudicator_rulesets.chemistry_monopoly.play.state import MONEY, GiveUp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator_rulesets.chemistry_monopoly.bots.appraisal import Appraisal
    from adjudicator_rulesets.chemistry_monopoly.play.holdings import Holdings
    from adjudicator_rulesets.chemistry_monopoly.play.state import Debt

LEAST_GAIN = 30
LEAST_CHANCE = 0.01  # of winning, that an offer is to bring
KEEP = 40
ON_PAPER = 1.2  # of the printed prices, what is offered at least, cheap as it is: many count by these
CHEAP = 0.1  # of what it gains itself, what a cheap offer leaves the other
TRIED = 8  # swaps, those by which both together gain most, that are weighed by the chance to win
STEPS = 7  # in which a fair price is found, to within one AMUny in a hundred
SOLD = 0.9  # of what something is worth to another, what is asked for it in need


class Swap(NamedTuple):
    """Everything that is missing from a set, for some of one's own; and what each of the two gains by it."""

    owner: int
    missing: tuple[str, ...]
    mine: tuple[str, ...]
    my_gain: float
    their_gain: float


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
    """Offers that make this player likelier to win, the best first, and that the other could accept.

    By a fair one both become likelier to win, about by as much, where there are others to win from: the best
    leaves most to both. `cheap` ones leave the other just a little, for those who count by printed prices.
    """
    priced = []
    for swap in sorted(swaps(eye), key=lambda swap: -swap.my_gain - swap.their_gain)[:TRIED]:
        money = _cheap_price(eye, swap) if cheap else _fair_price(eye, swap)
        if money is None or swap.my_gain - money < 1 or swap.their_gain + money < 1:
            continue
        mine, theirs = outlook(eye, swap.owner, *_goods(swap, money))
        least = LEAST_CHANCE - patience(eye)
        if mine >= least and agrees(eye, mine, theirs) and (cheap or agrees(eye, theirs, mine)):
            priced.append((mine if cheap else min(mine, theirs), swap, money))
    priced.sort(key=lambda found: -found[0])
    offers = [_idea(eye, *found) for found in priced]
    return [idea for idea in offers if not any(offer_refusals(eye.state, eye.me, idea.action))]


def _goods(swap: Swap, money: int) -> tuple[Goods, Goods]:
    """What is got and what is given, with so much money added; below nothing, it is asked for."""
    return (
        Goods(swap.missing, ((MONEY, -money),) if money < 0 else ()),
        Goods(swap.mine, ((MONEY, money),) if money > 0 else ()),
    )


def _cheap_price(eye: Appraisal, swap: Swap) -> int | None:
    """So much that the other has a little of the gain, also by printed prices."""
    money = int((CHEAP * swap.my_gain - swap.their_gain) / (1 + CHEAP)) + 5
    money = max(money, ceil(ON_PAPER * eye.printed(swap.missing) - eye.printed(swap.mine)))
    most, least = _limits(eye, swap)
    return None if money > most else max(money, least)


def _fair_price(eye: Appraisal, swap: Swap) -> int:
    """By which both become likelier to win by as much, as far as there is money for it."""
    most, least = _limits(eye, swap)
    for _ in range(STEPS):
        middle = (least + most) // 2
        mine, theirs = outlook(eye, swap.owner, *_goods(swap, middle))
        least, most = (middle, most) if mine > theirs else (least, middle)
    return (least + most) // 2


def _limits(eye: Appraisal, swap: Swap) -> tuple[int, int]:
    """The most that this player pays, and the most, below nothing, that the other can."""
    return max(0, eye.money - max(KEEP, eye.reserve)), -max(0, cash(eye.state, swap.owner) - KEEP)


def _idea(eye: Appraisal, chance: float, swap: Swap, money: int) -> Idea:
    gets, gives = _goods(swap, money)
    words = {
        "names": [eye.board.name(deed) for deed in swap.missing],
        "player": swap.owner,
        "theirs": [eye.board.name(deed) for deed in swap.mine if _fills(eye, swap.owner, deed, swap.mine)],
    }
    return Idea(ProposeOffer((Term(swap.owner, gives, gets),)), WHOLE_GAME * chance, "hint_offer", words)


def sales(eye: Appraisal, debt: Debt) -> list[Idea]:
    """M-DEBT: sales for which a player would pay enough to settle the debt; what is missed least first.

    Their worth is how much less they take from the chance to win than the best way to pay without a trade, or
    than giving up.
    """
    needed = debt.amount - eye.money
    alone = next(ideas(eye))
    least = -WHOLE_GAME if isinstance(alone.action, GiveUp) else alone.value
    sold, before = [], penniless(eye, eye.now)
    for deed in eye.now.of(eye.me):
        for other in () if eye.now.level(deed) else eye.state.others(eye.me):
            price = _price_in_need(eye, other, deed, needed)
            if price is None:
                continue
            fee = eye.board.interest(deed) if deed in eye.now.transferred else 0
            paid = {eye.me: price, other: -price - fee}
            value = -WHOLE_GAME * missed(eye, needed, before, eye.owned({deed: other}), paid)
            if value > least:
                words = {"name": eye.board.name(deed), "price": price}
                sold.append(Idea(sale(other, deed, price), value - least, "hint_sell", words))
    sold.sort(key=lambda idea: -idea.value)
    return [idea for idea in sold if not any(offer_refusals(eye.state, eye.me, idea.action))]


def _price_in_need(eye: Appraisal, other: int, deed: str, needed: int) -> int | None:
    """A little less than what a card is worth to another, or what that player would pay; or not enough."""
    fee = eye.board.interest(deed) if deed in eye.now.transferred else 0
    most = int(min(SOLD * (eye.worth_to(other, deed) - fee), cash(eye.state, other) - fee - KEEP))
    least = needed
    if most < least or not would_accept(eye, sale(other, deed, least).terms[0]):
        return None
    while most > least and not would_accept(eye, sale(other, deed, most).terms[0]):
        most = (least + most) // 2
    return most


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


def swaps(eye: Appraisal) -> tuple[Swap, ...]:
    """Elements for elements, by which both together gain; what is added in money is not in them."""
    known = _swaps(eye.now)
    if eye.me not in known:
        known[eye.me] = tuple(_worth_swapping(eye))
    return known[eye.me]


@once_per_state(64)
def _swaps(now: Holdings) -> dict[int, tuple[Swap, ...]]:  # noqa: ARG001 - what is known about it
    """By player: money goes round in every turn, and cards change hands in few."""
    return {}


def _worth_swapping(eye: Appraisal) -> Iterator[Swap]:
    for owner, missing in wishes(eye):
        mates = {other for deed in missing for other in eye.board.set_of(deed)}
        for mine in _to_give(eye, owner):
            if mates.isdisjoint(mine):
                swap = Swap(owner, missing, mine, *deal(eye, owner, Goods(missing), Goods(mine)))
                if swap.my_gain + swap.their_gain >= 2 * LEAST_GAIN:
                    yield swap

"""Judging offers and carrying them out: all that they depend on at one moment, as a value.

A game says when and what may be offered, and who has what where; the engine records the steps.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator import prose
from adjudicator.engine.accounts import pay
from adjudicator.engine.answers import refusal
from adjudicator.engine.offers import (
    AcceptOffer,
    CounterOffer,
    DeclineOffer,
    ProposeOffer,
    WithdrawOffer,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from adjudicator.engine.accounts import Accounts, Transfer
    from adjudicator.engine.events import Event
    from adjudicator.engine.inventory import Inventory
    from adjudicator.engine.offers import Goods, Offer, OfferAction, Offers, Onward, Term
    from adjudicator.verdict import Check

MOST = 10**9  # of anything that is counted, in one offer


@dataclass(frozen=True, slots=True)
class Belongings:
    """Where a seat keeps what it may offer: places, and accounts by what is counted, ("money", "money 0").

    All seats have them in the same order: what leaves one's first place goes to the other's first place.
    """

    places: tuple[str, ...] = ()
    accounts: tuple[tuple[str, str], ...] = ()


class Step(NamedTuple):
    """An event to record."""

    type: str
    player: int
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Market:
    """All that offers depend on at one moment."""

    offers: Offers
    pieces: Inventory
    accounts: Accounts
    belongings: Mapping[int, Belongings]  # of everybody who may trade now
    limit: int  # offers of a seat in a phase
    rule: str  # of the game, by which offers are allowed

    def refusals(self, player: int, action: OfferAction) -> Iterator[Check]:
        """Every reason against an action; whether offers may be made now at all is up to the game."""
        if player not in self.belongings:
            yield self._no("offer_not_now")
            return
        match action:
            case ProposeOffer(terms):
                yield from self._against_terms(player, terms)
            case CounterOffer(number, terms):
                yield from self._against_answer(player, number)
                if number in self.offers and self.offers[number].by not in [t.partner for t in terms]:
                    yield self._no("offer_not_back", player=self.offers[number].by)
                yield from self._against_terms(player, terms)
            case AcceptOffer(number):
                yield from self._against_answer(player, number)
                if number in self.offers:
                    offer = self.offers[number]
                    if player in offer.accepted:
                        yield self._no("offer_accepted_before", offer=number)
                    if offer.is_to(player):
                        yield from self._uncovered(player, *offer.demanded_of(player))
            case DeclineOffer(number):
                yield from self._against_answer(player, number)
            case WithdrawOffer(number):
                if number not in self.offers:
                    yield self._no("no_such_offer", offer=number)
                elif self.offers[number].by != player:
                    yield self._no("offer_not_yours", offer=number)

    def steps(self, player: int, action: OfferAction) -> tuple[Step, ...]:
        """The consequences of an allowed action. Offers that it makes impossible are in `void` afterwards."""
        match action:
            case ProposeOffer(terms):
                return (self._made(player, terms, None),)
            case CounterOffer(number, terms):
                return self._declined(player, number), self._made(player, terms, number)
            case AcceptOffer(number):
                offer = self.offers[number]
                accepted = Step("offer_accepted", player, {"offer": number})
                waiting = set(offer.partners) - {*offer.accepted, player}
                return (accepted,) if waiting else (accepted, self._carried_out(player, offer))
            case DeclineOffer(number):
                return (self._declined(player, number),)
            case WithdrawOffer(number):
                return (Step("offer_withdrawn", player, {"offer": number}),)
        raise NotImplementedError(action.type)

    def void(self) -> tuple[int, ...]:
        """The offers that can no longer be carried out: who promised something has it no more, or is gone.

        What partners hold who have not answered stays their secret.
        """
        return tuple(offer.id for offer in self.offers.open if not self._stands(offer))

    def listed(self, player: int) -> tuple[OfferAction, ...]:
        """The answers that this player may give; new offers are too many to list, and are `open_kinds`."""
        if player not in self.belongings:
            return ()
        answers: list[OfferAction] = []
        for offer in self.offers.open:
            if offer.by == player:
                answers.append(WithdrawOffer(offer.id))
            elif offer.is_to(player):
                covered = not any(self._uncovered(player, *offer.demanded_of(player)))
                if covered and player not in offer.accepted:
                    answers.append(AcceptOffer(offer.id))
                answers.append(DeclineOffer(offer.id))
        return tuple(answers)

    def open_kinds(self, player: int) -> tuple[str, ...]:
        others = player in self.belongings and len(self.belongings) > 1
        if not others or self.offers.made_by(player) >= self.limit:
            return ()
        may_counter = any(offer.is_to(player) for offer in self.offers.open)
        return ("propose_offer", "counter_offer") if may_counter else ("propose_offer",)

    # --- the parts of it ------------------------------------------------------------------------------------

    def _no(self, code: str, **params: Any) -> Check:
        return refusal(self.rule, code, **params)

    def _against_answer(self, player: int, number: int) -> Iterator[Check]:
        if number not in self.offers:
            yield self._no("no_such_offer", offer=number)
        elif not self.offers[number].is_to(player):
            yield self._no("offer_not_to_you", offer=number)

    def _against_terms(self, player: int, terms: Sequence[Term]) -> Iterator[Check]:
        if self.offers.made_by(player) >= self.limit:
            yield self._no("offers_used_up", limit=self.limit)
        partners = [term.partner for term in terms]
        if not partners or len(set(partners)) != len(partners) or (None in partners and len(partners) > 1):
            yield self._no("offer_partners")
        for partner in partners:
            if partner is not None and (partner == player or partner not in self.belongings):
                yield self._no("offer_no_partner", player=partner)
        handed = [one for term in terms for one in term.onward]
        if not all(term.gives or term.gets or term.onward or _reached(term, handed) for term in terms):
            yield self._no("offer_empty")
        for term in terms:
            targets = [one.to for one in term.onward]
            apart = {*partners} - {None, term.partner}
            if (
                not {*targets} <= apart
                or len(targets) != len({*targets})
                or not all(o.goods for o in term.onward)
            ):
                yield self._no("offer_bad_onward")
        counted = dict(self.belongings[player].accounts)
        sides = [goods for term in terms for goods in (term.gives, term.gets)]
        sides += [one.goods for one in handed]
        for goods in sides:
            kinds = [kind for kind, _ in goods.amounts]
            for kind, amount in goods.amounts:
                if kind not in counted or kinds.count(kind) > 1 or not 0 < amount <= MOST:
                    yield self._no("offer_bad_amount", kind=kind, amount=amount, kinds=tuple(counted))
        demanded = [*(term.gets for term in terms), *(one.goods for one in handed)]
        demand = Counter(piece for goods in demanded for piece in goods.pieces)
        for piece in demand - self.pieces.census():
            yield self._no("offer_no_such_piece", piece=piece)
        yield from self._uncovered(player, *(term.gives for term in terms))

    def _uncovered(self, player: int, *goods: Goods) -> Iterator[Check]:
        """What this player would have to give and does not have."""
        own = self.belongings[player]
        held = Counter(piece for place in own.places for piece in self.pieces[place])
        for piece in Counter(piece for part in goods for piece in part.pieces) - held:
            yield self._no("offer_lacks_piece", piece=piece)
        accounts = dict(own.accounts)
        for kind, amount in _added_up(goods).items():
            if kind in accounts and amount > self.accounts[accounts[kind]]:
                yield self._no("offer_lacks_amount", kind=kind, amount=amount)

    def _stands(self, offer: Offer) -> bool:
        promised = {offer.by: [term.gives for term in offer.terms]}
        promised |= {player: [*offer.demanded_of(player)] for player in offer.accepted}
        here = all(player in self.belongings for player in (offer.by, *offer.partners))
        return here and not any(
            check for p, goods in promised.items() for check in self._uncovered(p, *goods)
        )

    def _made(self, player: int, terms: tuple[Term, ...], counters: int | None) -> Step:
        facts = {"offer": self.offers.last + 1, "terms": terms, "counters": counters}
        return Step("offer_made", player, facts)

    def _declined(self, player: int, number: int) -> Step:
        """An open offer stays until no player is left who could accept it."""
        offer = self.offers[number]
        left = [other for other in self.belongings if offer.is_to(other) and other != player]
        return Step("offer_declined", player, {"offer": number, "closed": not (offer.is_open and left)})

    def _carried_out(self, player: int, offer: Offer) -> Step:
        terms = [replace(term, partner=player) if offer.is_open else term for term in offer.terms]
        moves: dict[tuple[str, str], list[str]] = {}
        transfers: list[Transfer] = []
        left = {place: Counter(pieces) for place, pieces in self.pieces.places}
        for term in terms:
            assert term.partner is not None
            onward = [(term.partner, handed.to, handed.goods) for handed in term.onward]
            for giver, taker, goods in (
                (offer.by, term.partner, term.gives),
                (term.partner, offer.by, term.gets),
                *onward,
            ):
                source, target = self.belongings[giver], self.belongings[taker]
                ways = tuple(zip(source.places, target.places, strict=True))
                for piece in goods.pieces:
                    way = next(way for way in ways if left[way[0]][piece] > 0)
                    left[way[0]][piece] -= 1
                    moves.setdefault(way, []).append(piece)
                accounts = dict(source.accounts), dict(target.accounts)
                transfers += [pay(accounts[0][kind], accounts[1][kind], n) for kind, n in goods.amounts]
        listed = [{"pieces": pieces, "from": way[0], "to": way[1]} for way, pieces in moves.items()]
        facts = {"offer": offer.id, "terms": terms, "moves": listed, "accounts": transfers}
        return Step("offer_carried_out", player, facts)


def _reached(term: Term, handed: Sequence[Onward]) -> bool:
    """Whether a player hands something on to this partner."""
    return any(one.to == term.partner for one in handed)


def _added_up(goods: Sequence[Goods]) -> Counter[str]:
    total: Counter[str] = Counter()
    for part in goods:
        for kind, amount in part.amounts:
            total[kind] += amount
    return total


# --- in words -----------------------------------------------------------------------------------------------


def _goods(goods: Mapping[str, Any]) -> str:
    amounts = [f"{amount} {kind}" for kind, amount in goods["amounts"]]
    return prose.listed([*goods["pieces"], *amounts] or ["nothing"])


def _tell_terms(event: Event, names: Sequence[str]) -> str:
    return "; ".join([part for term in event["terms"] for part in _tell_term(term, names)])


def _tell_term(term: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    who = "anybody" if term["partner"] is None else names[term["partner"]]
    onward = term.get("onward", ())  # records made before there were rings have none
    if not onward or has_goods(term["gives"]) or has_goods(term["gets"]):
        yield f"{who} gets {_goods(term['gives'])} for {_goods(term['gets'])}"
    for handed in onward:
        yield f"{who} gives {_goods(handed['goods'])} to {names[handed['to']]}"


def has_goods(goods: Mapping[str, Any]) -> bool:
    return bool(goods["pieces"] or goods["amounts"])


def _tell_made(name: str, event: Event, names: Sequence[str]) -> str:
    answers = "" if event["counters"] is None else f" in answer to {event['counters']}"
    return f"{name}: offer {event['offer']}{answers}: {_tell_terms(event, names)}"


TOLD: dict[str, Callable[..., str | None]] = {
    "offer_made": _tell_made,
    "offer_carried_out": lambda _, event, names: f"Trade: {_tell_terms(event, names)}",
}

prose.register(
    prose.SHARED,
    {
        "offer_bad_amount": lambda kind, amount, kinds: (
            f"{amount} {kind} cannot be offered: an amount is from 1 to {MOST}, named once, of "
            + (prose.listed(kinds, "or") if kinds else "nothing in this game")
            + "."
        ),
    },
    told=TOLD,
)

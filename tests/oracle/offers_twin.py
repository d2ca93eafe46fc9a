"""Offers the slow way: a table that is changed in place, with everything looked up again at every step."""

from __future__ import annotations

from typing import Any


class Table:
    """Seats with their pieces and money, and up to `limit` offers each.

    Terms are (partner, gives, gets, onward), goods are (pieces, money), onward is a list of (to, goods).
    """

    def __init__(self, pieces: dict[int, list[str]], money: dict[int, int], limit: int) -> None:
        self.pieces, self.money, self.limit = pieces, money, limit
        self.made = dict.fromkeys(pieces, 0)
        self.offers: dict[int, dict[str, Any]] = {}
        self.count = 0

    def has(self, seat: int, *goods: Any) -> bool:
        held = list(self.pieces[seat])
        for wanted, _ in goods:
            for piece in wanted:
                if piece not in held:
                    return False
                held.remove(piece)
        return bool(sum(money for _, money in goods) <= self.money[seat])

    def asked(self, number: int) -> list[int]:
        """Whom the offer waits for."""
        offer = self.offers[number]
        named = [term[0] for term in offer["terms"]]
        if named == [None]:
            return [seat for seat in self.pieces if seat not in (offer["by"], *offer["declined"])]
        return named

    def due(self, number: int, seat: int) -> list[Any]:
        for partner, _, gets, onward in self.offers[number]["terms"]:
            if partner in (seat, None):
                return [gets, *(goods for _, goods in onward)]
        raise AssertionError

    def may_propose(self, seat: int, terms: Any) -> bool:
        named = [term[0] for term in terms]
        if named != [None] and (not named or None in named or len(named) != len(set(named))):
            return False
        if any(partner == seat or (partner is not None and partner not in self.pieces) for partner in named):
            return False
        everything = sorted(piece for held in self.pieces.values() for piece in held)
        for pieces, _ in [part for _, _, gets, onward in terms for part in (gets, *(g for _, g in onward))]:
            for piece in pieces:
                if piece not in everything:
                    return False
                everything.remove(piece)
        for partner, _, _, onward in terms:
            others = [name for name in named if name not in (None, partner)]
            for to, goods in onward:
                if to not in others or goods == ((), 0):
                    return False
                others.remove(to)
        reached = {to for *_, onward in terms for to, _ in onward}
        filled = all(
            gives != ((), 0) or gets != ((), 0) or onward or partner in reached
            for partner, gives, gets, onward in terms
        )
        own = [gives for _, gives, _, _ in terms]
        return filled and self.made[seat] < self.limit and self.has(seat, *own)

    def may(self, seat: int, kind: str, number: int | None = None, terms: Any = ()) -> bool:
        if kind == "propose":
            return self.may_propose(seat, terms)
        if number not in self.offers:
            return False
        offer = self.offers[number]
        if kind == "withdraw":
            return bool(offer["by"] == seat)
        if seat not in self.asked(number):
            return False
        if kind == "accept":
            return seat not in offer["accepted"] and self.has(seat, *self.due(number, seat))
        if kind == "counter":
            return offer["by"] in [term[0] for term in terms] and self.may_propose(seat, terms)
        return True

    def do(self, seat: int, kind: str, number: int | None = None, terms: Any = ()) -> None:
        if kind in ("decline", "counter"):
            assert number is not None
            offer = self.offers[number]
            offer["declined"].append(seat)
            if offer["terms"][0][0] is not None or not self.asked(number):
                del self.offers[number]
        if kind in ("propose", "counter"):
            self.count += 1
            self.made[seat] += 1
            self.offers[self.count] = {"by": seat, "terms": terms, "accepted": [], "declined": []}
        if kind == "withdraw":
            assert number is not None
            del self.offers[number]
        if kind == "accept":
            assert number is not None
            self.accept(seat, number)
        self.void()

    def accept(self, seat: int, number: int) -> None:
        offer = self.offers[number]
        offer["accepted"].append(seat)
        named = [term[0] for term in offer["terms"]]
        if named != [None] and set(named) != set(offer["accepted"]):
            return
        del self.offers[number]
        for partner, gives, gets, onward in offer["terms"]:
            other = seat if partner is None else partner
            self.hand_over(offer["by"], other, gives)
            self.hand_over(other, offer["by"], gets)
            for to, goods in onward:
                self.hand_over(other, to, goods)

    def hand_over(self, giver: int, taker: int, goods: Any) -> None:
        pieces, money = goods
        for piece in pieces:
            self.pieces[giver].remove(piece)
            self.pieces[taker].append(piece)
        self.money[giver] -= money
        self.money[taker] += money

    def void(self) -> None:
        for number, offer in list(self.offers.items()):
            covered = self.has(offer["by"], *(term[1] for term in offer["terms"]))
            if not covered or not all(self.has(s, *self.due(number, s)) for s in offer["accepted"]):
                del self.offers[number]

"""The judge of Compounded: which card a set of crystals is, or what it can complete."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem.formula import Formula
from adjudicator.ruleset import Described
from adjudicator.verdict import Check, Facts, Outcome, Verdict, add_up, together
from adjudicator_rulesets.compounded.words.judging import SENTENCES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.formula import Tiles
    from adjudicator.reference.authority import Authority
    from adjudicator.verdict import Known
    from adjudicator_rulesets.compounded.edition import Card, Edition

PASS, FAIL = Outcome.PASS, Outcome.FAIL
SET = "card"
MOST_SHOWN = 5

prose.register("compounded", SENTENCES, rules="K", home="adjudicator_rulesets.compounded.words")


class Compounded(Described):
    """An edition of the game, ready to say what crystals make."""

    def __init__(self, name: str, edition: Edition, authority: Authority) -> None:
        self.name = name
        self.edition = edition
        self.authority = authority
        self._stock = {crystal.symbol: crystal.count for crystal in edition.crystals}

    def judge(self, question: Tiles | Formula) -> Verdict:
        """Valid if the crystals are just those of a card; their order never matters."""
        formula = question if isinstance(question, Formula) else Formula.of_tiles(tuple(question))
        crystals = Counter(dict(formula.atoms))
        card = self.card_of(crystals)
        checks = [*self._crystal_checks(crystals)]
        if all(check.passed for check in checks):
            checks += self._card_checks(card) if card is not None else [self._completing(crystals)]
        ruling, accepted_by = add_up({SET: together(checks)})
        return Verdict(
            ruling=ruling,
            rules=self.name,
            edition=self.edition.label,
            tiles=tuple(symbol for symbol in self._stock for _ in range(crystals[symbol])),
            formula=formula.conventional if card is None else card.formula,
            hill=formula.hill,
            accepted_by=accepted_by,
            checks=tuple(checks),
            known=None if card is None else self._known(card, formula),
            authority=self.authority.label,
            name=None if card is None else card.name,
        )

    def describe(self) -> dict[str, Any]:
        return {"name": self.name, "sets": [SET], "edition": self.edition.to_json()}

    def card_of(self, crystals: Counter[str]) -> Card | None:
        """The card that takes just these crystals."""
        return next((card for card in self.edition.cards if Counter(card.places) == crystals), None)

    def completed_by(self, crystals: Counter[str]) -> list[Card]:
        """Every card that these crystals are enough for, the one that scores most first."""
        enough = [card for card in self.edition.cards if Counter(card.places) <= crystals]
        return sorted(enough, key=lambda card: (-card.points, len(card.places), card.name))

    def _crystal_checks(self, crystals: Counter[str]) -> Iterator[Check]:
        missing = tuple(symbol for symbol in crystals if symbol not in self._stock)
        if missing:
            yield Check("K-CRYSTALS", SET, FAIL, "no_such_crystal", Facts(symbols=missing))
            return
        for symbol, number in crystals.items():
            if number > self._stock[symbol]:
                facts = Facts(symbol=symbol, count=self._stock[symbol])
                yield Check("K-CRYSTALS", SET, FAIL, "too_few_crystals", facts)
                return
        yield Check("K-CRYSTALS", SET, PASS, "crystals_in_bag")

    def _card_checks(self, card: Card) -> Iterator[Check]:
        lesson = Facts(name=card.name, points=card.points, lesson=card.lesson)
        yield Check("K-CARDS", SET, PASS, "is_card", lesson, self._witness(card))
        yield Check("K-STATE", SET, PASS, "state_of_card", Facts(state=card.state))
        yield Check("K-FIRE", SET, PASS, "flames_of_card", Facts(limit=card.flames))

    def _witness(self, card: Card) -> Facts:
        """What a page draws: the structure of a molecule, and what the card brings."""
        about: dict[str, Any] = {"card": card.name, "tool": card.tool, "reaction": card.reaction}
        return Facts(**about, smiles=card.smiles) if card.smiles else Facts(**about)

    def _completing(self, crystals: Counter[str]) -> Check:
        cards = self.completed_by(crystals)[:MOST_SHOWN]
        if cards:
            names = tuple(f"{card.name} ({card.formula}, {card.points} points)" for card in cards)
            return Check("K-CARDS", SET, FAIL, "crystals_complete", Facts(cards=names))
        lacking = [(Counter(card.places) - crystals, card) for card in self.edition.cards]
        fewest = min(missing.total() for missing, _ in lacking)
        near = [(missing, card) for missing, card in lacking if missing.total() == fewest]
        near.sort(key=lambda pair: (-(Counter(pair[1].places) & crystals).total(), pair[1].name))
        missing, card = near[0]
        named = tuple(f"{number} {symbol}" for symbol, number in missing.items())
        return Check(
            "K-CARDS",
            SET,
            FAIL,
            "crystals_short",
            Facts(cards=(f"{card.name} ({card.formula})",), missing=named),
        )

    def _known(self, card: Card, formula: Formula) -> Known | None:
        return self.authority.known(formula) if card.smiles else None

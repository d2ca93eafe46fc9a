"""The judge of Compounded: which card a set of crystals is, or what it can complete; and what a bench can."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem.formula import Formula, Tiles, unreadable
from adjudicator.errors import UnreadableInput
from adjudicator.parts import Described
from adjudicator.reference.salts import familiar
from adjudicator.ruleset import refuse_conditions
from adjudicator.verdict import Check, Facts, Outcome, Verdict, add_up, together, with_beside
from adjudicator_rulesets.compounded.judging.benches import Bench, Wanted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adjudicator.reference.authority import Authority
    from adjudicator.verdict import Known
    from adjudicator_rulesets.compounded.edition import Card, Edition

PASS, FAIL = Outcome.PASS, Outcome.FAIL
SET = "card"
MOST_SHOWN = 5
MOST_WILDS = 20

prose.register("compounded", rules="K", home="adjudicator_rulesets.compounded.words")


class Compounded(Described):
    """An edition of the game, ready to say what crystals make."""

    def __init__(self, name: str, edition: Edition, authority: Authority) -> None:
        self.name = name
        self.edition = edition
        self.authority = authority
        self._stock = {crystal.symbol: crystal.count for crystal in edition.crystals}

    def judge(self, question: Tiles | Formula) -> Verdict:
        """Valid if the crystals are just those of a card; their order never matters."""
        return self._judged(question, None)

    def judge_under(self, question: Tiles | Formula | None, conditions: Mapping[str, Any]) -> Verdict:
        """K-ASK: what a bench, with wilds and a Research level, completes now: one card, or which of all."""
        refuse_conditions(self.name, conditions, ("bench", "wilds", "level"))
        if "bench" not in conditions:
            said = unreadable("term_value", "", name="bench", wanted="crystals, as in H H O")
            raise UnreadableInput("bad_term", said, input="")
        bench = self._bench(conditions)
        if question is not None:
            return self._judged(question, bench)
        crystals = Counter(bench.crystals)
        checks = [*self._crystal_checks(crystals)]
        if all(check.passed for check in checks):
            checks += self._bench_checks(bench)
        ruling, accepted_by = add_up({SET: together(checks[:2])})
        lying = tuple(symbol for symbol in self._stock for _ in range(crystals[symbol]))
        return Verdict(
            ruling=ruling,
            rules=self.name,
            edition=self.edition.label,
            tiles=lying,
            formula=" ".join(lying),
            hill=Formula.of(crystals).hill,
            accepted_by=accepted_by,
            checks=tuple(checks),
            authority=self.authority.label,
        )

    def _bench(self, conditions: Mapping[str, Any]) -> Bench:
        levels = dict(self.edition.tracks)["research"]
        wilds = _number(conditions, "wilds", 0, range(MOST_WILDS + 1))
        level = _number(conditions, "level", levels[0], range(1, levels[-1] + 1))
        return Bench(tuple(Tiles.parse(conditions["bench"])), wilds, level)

    def _judged(self, question: Tiles | Formula, bench: Bench | None) -> Verdict:
        formula = question if isinstance(question, Formula) else Formula.of_tiles(tuple(question))
        crystals = Counter(dict(formula.atoms))
        card = self.card_of(crystals)
        extinguisher = crystals == Counter(self.edition.play.extinguisher)
        known = self._known(card, formula)
        real = known.name if known is not None and len(formula.atoms) > 1 else self.authority.real(formula)
        checks = [*self._crystal_checks(crystals)]
        fitting = all(check.passed for check in checks)
        if fitting and card is not None:
            checks += self._card_checks(card)
        elif fitting and extinguisher:
            checks += self._extinguisher_checks()
        else:
            checks += self._other_checks(formula, crystals, real, fitting=fitting)
        if bench is not None and fitting and (card is not None or extinguisher):
            wanted = Wanted.of(card) if card is not None else self._extinguisher
            checks.append(self._bench_check(bench, wanted))
        ruling, accepted_by = add_up({SET: together(checks)})
        beside = Facts(code="real_compound", name=real) if real is not None and not fitting else None
        return Verdict(
            ruling=ruling,
            rules=self.name,
            edition=self.edition.label,
            tiles=tuple(symbol for symbol in self._stock for _ in range(crystals[symbol])),
            formula=self.authority.written(formula) if card is None else card.formula,
            hill=formula.hill,
            accepted_by=accepted_by,
            checks=tuple(checks) if fitting else with_beside(checks, beside),
            known=known,
            authority=self.authority.label,
            name=self.authority.called(formula, known) if card is None else card.name,
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
        if card.tool is not None:
            yield Check("K-TOOL", SET, PASS, "tool_of_card", Facts(tool=card.tool))
        if card.reaction is not None:
            yield Check("K-REACTION", SET, PASS, "reaction_of_card", Facts(reaction=card.reaction))

    def _extinguisher_checks(self) -> Iterator[Check]:
        play = self.edition.play
        facts = Facts(crystals=play.extinguisher, worth=play.worth_extinguisher)
        yield Check("K-EXTINGUISHER", SET, PASS, "is_extinguisher", facts)

    def _other_checks(
        self, formula: Formula, crystals: Counter[str], name: str | None, *, fitting: bool
    ) -> Iterator[Check]:
        """K-EXTINGUISHER: no card has it; and whether it is a real compound, by name."""
        text = self.authority.written(formula)
        meant = self._meant(formula)
        if meant is not None:
            yield Check("K-CARDS", SET, FAIL, "zero_for_letter", Facts(text=text, meant=meant))
        if name is not None and fitting:
            yield Check("K-EXTINGUISHER", SET, FAIL, "real_but_no_card", Facts(text=text, name=name))
        if fitting:
            yield self._completing(crystals)
        if name is None and len(formula.atoms) > 1:  # an element is no compound
            yield Check("K-EXTINGUISHER", SET, FAIL, "no_card_not_on_record", Facts(text=text))

    def _meant(self, formula: Formula) -> str | None:
        """A zero that was typed for the letter O: H20, where H2O is a card."""
        meant = formula.text.replace("0", "O")
        if meant == formula.text:
            return None
        try:
            atoms = dict(Formula.parse(meant).atoms)
        except UnreadableInput:
            return None
        return meant if self.card_of(Counter(atoms)) is not None else None

    # --- what a bench completes (K-ASK) ---------------------------------------------------------------------

    @property
    def _extinguisher(self) -> Wanted:
        play = self.edition.play
        return Wanted("fire extinguisher", "CO2", play.worth_extinguisher, play.extinguisher)

    def _bench_checks(self, bench: Bench) -> Iterator[Check]:
        wanted = [*map(Wanted.of, self.edition.cards), self._extinguisher]
        wanted.sort(key=lambda card: (*bench.nearness(card), -card.points, card.name))
        witness = Facts(cards=tuple(bench.facts(card) for card in wanted))
        ready = [bench.facts(card) for card in wanted if bench.completes(card)]
        lacking = [bench.facts(card) for card in wanted if not bench.completes(card)]
        if ready:
            yield Check("K-ASK", SET, PASS, "bench_completes", Facts(cards=tuple(ready)), witness)
        else:
            facts = Facts(wilds=bench.wilds, level=bench.level)
            yield Check("K-ASK", SET, FAIL, "bench_completes_none", facts, witness)
        if lacking:
            facts = Facts(cards=tuple(lacking[:MOST_SHOWN]), level=bench.level)
            yield Check("K-ASK", SET, PASS, "bench_lacks", facts)

    def _bench_check(self, bench: Bench, card: Wanted) -> Check:
        if bench.completes(card):
            return Check("K-ASK", SET, PASS, "bench_completes_it", Facts(card=bench.facts(card)))
        facts = Facts(card=bench.facts(card), level=bench.level)
        return Check("K-ASK", SET, FAIL, "bench_lacks_for_it", facts)

    def _witness(self, card: Card) -> Facts:
        """What a page draws: the structure of a molecule, and what the card brings."""
        about: dict[str, Any] = {"card": card.name, "tool": card.tool, "reaction": card.reaction}
        return Facts(**about, smiles=card.smiles) if card.smiles else Facts(**about)

    def _completing(self, crystals: Counter[str]) -> Check:
        cards = self.completed_by(crystals)[:MOST_SHOWN]
        if cards:
            enough = tuple(Facts(card=c.name, formula=c.formula, points=c.points) for c in cards)
            return Check("K-CARDS", SET, FAIL, "crystals_complete", Facts(cards=enough))
        lacking = [(Counter(card.places) - crystals, card) for card in self.edition.cards]
        fewest = min(missing.total() for missing, _ in lacking)
        near = [(missing, card) for missing, card in lacking if missing.total() == fewest]
        missing, card = min(near, key=lambda pair: self._nearness(pair[1], crystals))
        named = tuple(f"{number} {symbol}" for symbol, number in missing.items())
        return Check(
            "K-CARDS",
            SET,
            FAIL,
            "crystals_short",
            Facts(cards=(f"{card.name} ({card.formula})",), missing=named),
        )

    @staticmethod
    def _nearness(card: Card, crystals: Counter[str]) -> tuple[int, bool, int, str]:
        """C-HINT: of what is equally near the better known first, water before calcium hydride.

        The rarer the elements, the more points.
        """
        unknown = Formula.of_tiles(tuple(card.places)).hill not in familiar()
        return -(Counter(card.places) & crystals).total(), unknown, card.points, card.name

    def _known(self, card: Card | None, formula: Formula) -> Known | None:
        return self.authority.known(formula) if card is None or card.smiles else None


def _number(conditions: Mapping[str, Any], name: str, default: int, allowed: range) -> int:
    number = conditions.get(name, default)
    if type(number) is not int or number not in allowed:
        wanted = f"{allowed[0]} - {allowed[-1]}"
        said = unreadable("term_value", str(number), name=name, wanted=wanted)
        raise UnreadableInput("bad_term", said, input=str(number)[:80])
    return number

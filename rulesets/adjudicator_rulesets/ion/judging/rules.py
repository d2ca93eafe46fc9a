"""The rulings of Ion on a set of cards: neutral or not, what is mixed, what is missing, and its class."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import gcd
from typing import TYPE_CHECKING, Any, Literal

from adjudicator import prose
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import MAX_TILES, Formula, Tiles, too_large, unreadable
from adjudicator.chem.naming import names
from adjudicator.errors import UnreadableInput
from adjudicator.parts import Described
from adjudicator.reference.salts import remark_on_salt
from adjudicator.ruleset import refuse_conditions
from adjudicator.verdict import Check, Facts, Outcome, Ruling, Verdict, add_up, together, with_beside
from adjudicator_rulesets.ion.judging.bonding import (
    TODAYS,
    cards_written,
    classify,
    formula_of,
    neutral,
    proportions,
    total,
    ways_to_show,
    well_bonded,
)
from adjudicator_rulesets.ion.judging.scoring import noble_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adjudicator.reference.authority import Authority
    from adjudicator_rulesets.ion.edition import Card, Edition
    from adjudicator_rulesets.ion.judging.bonding import Laid

PASS, FAIL = Outcome.PASS, Outcome.FAIL
SET = "compound"
MAX_MENDS = 3
MAX_HANDS = 200  # readings of one composition that are looked at, those of few cards first

Box = Literal["counted", "any"]  # I-COUNT: whether the cards must be there, or only their charges count

prose.register("ion", rules="I", home="adjudicator_rulesets.ion.words")


class Ion(Described):
    """An edition of the game with its expansions, ready to judge sets of cards."""

    def __init__(
        self, name: str, expansions: tuple[str, ...], edition: Edition, authority: Authority
    ) -> None:
        self.name = name
        self.expansions = expansions
        self.edition = edition
        self.authority = authority
        self.cards = edition.with_expansions(expansions)
        self._atoms = {card: Counter(dict(Formula.parse(card).atoms)) for card in self.cards}

    def judge(self, question: Tiles | Formula) -> Verdict:
        """Whether these cards are one neutral compound; their order never matters.

        The question says atoms; the cards are those that together have just these: Na O H is Na and OH. A
        tile may be a card of several atoms, as in the tiles of a verdict.
        """
        return self._judged(question, "counted")

    def judge_under(self, question: Tiles | Formula | None, conditions: Mapping[str, Any]) -> Verdict:
        """I-COUNT: with `box` "any" the charges alone are asked for, however few cards there are."""
        refuse_conditions(self.name, conditions, ("box",))
        box = conditions.get("box", "counted")
        if box not in ("counted", "any"):
            said = unreadable("term_value", str(box), name="box", wanted='"counted" or "any"')
            raise UnreadableInput("bad_term", said, input=str(box)[:80])
        if question is None:
            raise UnreadableInput("bad_question", unreadable("no_pieces", self.name))
        return self._judged(question, box)

    def _judged(self, question: Tiles | Formula, box: Box) -> Verdict:
        formula = self._composition(question)
        hands = self._hands(formula)
        if not hands:
            cards = tuple(question) if not isinstance(question, Formula) else ()
            return self._verdict(formula, cards, [*self._meant(formula, box), self._missing(formula)])
        judged = [(cards, self._checks(cards, box)) for cards in map(self._ordered, hands)]
        cards, checks = max(
            judged,
            key=lambda pair: (all(c.passed for c in pair[1]), sum(c.passed for c in pair[1])),
        )
        if not all(check.passed for check in checks):
            checks = [*self._meant(formula, box), *checks]
        return self._verdict(formula, cards, checks)

    def _composition(self, question: Tiles | Formula) -> Formula:
        """Raises UnreadableInput for a tile that is neither a card of the game nor an element."""
        if not isinstance(question, Formula):
            cards = [tile for tile in question if tile not in ELEMENTS]
            atoms = Counter(tile for tile in question if tile in ELEMENTS)
            for card in cards:
                known = card in self.edition.with_expansions(_ALL)
                atoms.update(dict(Formula.parse(card).atoms) if known else Tiles.parse([card]))
            question = Formula.of(atoms)
        if question.size > MAX_TILES:
            raise too_large(question)
        return question

    def _meant(self, formula: Formula, box: Box) -> Iterator[Check]:
        """A zero that was typed for the letter O: H20, where H2O is a compound of these cards."""
        meant = formula.text.replace("0", "O")
        if meant == formula.text:
            return
        try:
            verdict = self._judged(Formula.parse(meant), box)
        except UnreadableInput:
            return
        if verdict.ruling is Ruling.VALID:
            facts = Facts(text=formula.text, meant=meant)
            yield Check("I-DECK", SET, FAIL, "zero_for_letter", facts)

    def describe(self) -> dict[str, Any]:
        """Only the cards that are in play (I-EXPANSIONS)."""
        edition = self.edition.to_json()
        edition["cards"] = [card for card in edition["cards"] if card["card"] in self.cards]
        return {"name": self.name, "sets": [SET, *self.expansions], "edition": edition}

    def _verdict(self, formula: Formula, cards: tuple[str, ...], checks: list[Check]) -> Verdict:
        ruling, accepted_by = add_up({SET: together(checks)})
        laid = self._shown(cards)
        legal = ruling is Ruling.VALID
        known = cards and all(card in self.cards for card in cards)
        asked = formula.text or (cards_written(cards) if known else self.authority.written(formula))
        real = None if legal else self.authority.real(formula)
        beside = "real_but_mixed" if cards and _only_mixed(laid, checks) else "real_compound"
        remark = Facts(code=beside, name=real) if real and not _tells(checks) else None
        return Verdict(
            ruling=ruling,
            rules=self.name,
            edition=self.edition.label,
            tiles=cards,
            formula=_written(laid) if legal else asked,
            hill=formula.hill,
            accepted_by=accepted_by,
            checks=(*checks, *_remark(laid)) if legal else with_beside(checks, remark),
            known=None,
            authority=self.authority.label,
            name=next(iter(names(_written(laid, times=1), self.authority.table)), None)
            if legal
            else self.authority.called(formula),
        )

    # --- which cards are meant -----------------------------------------------------------------------------

    def _hands(self, formula: Formula) -> tuple[tuple[str, ...], ...]:
        """Every set of cards that has these atoms, few cards first.

        A sum formula that is a substance of its own is no multiple of another: C6H12O6 is glucose, not
        three times acetic acid (C-WORDS).
        """
        atoms = Counter(dict(formula.atoms))
        useful = [card for card, own in self._atoms.items() if own <= atoms]
        useful.sort(key=lambda card: (-self._atoms[card].total(), card))
        hands = _covers(atoms, tuple(useful), self._atoms)
        if formula.text and "(" not in formula.text and self.authority.real(formula):
            hands = (hand for hand in hands if gcd(*Counter(hand).values()) == 1)
        return tuple(sorted(hands, key=len)[:MAX_HANDS])

    def _missing(self, formula: Formula) -> Check:
        """Why no cards make this: an element without a card, a card of an expansion, or atoms left over."""
        text = self.authority.written(formula)
        everything = Ion(self.name, _ALL, self.edition, self.authority) if self.expansions != _ALL else self
        for card in everything.cards.values():
            if card.card not in self.cards and _hands_with(everything, formula, card.card):
                return Check(
                    "I-EXPANSIONS", SET, FAIL, "expansion_missing", Facts(card=card.card, expansion=card.kind)
                )
        missing = _without_card(everything, formula) or _without_card(self, formula)
        if missing:  # carbon has a card of an expansion, so lithium is named first
            return Check("I-DECK", SET, FAIL, "not_in_deck", Facts(text=text, missing=missing))
        grouped = tuple(symbol for symbol, _ in formula.atoms if symbol not in self.cards)
        return Check("I-DECK", SET, FAIL, "no_cards_make_it", Facts(text=text, grouped=grouped))

    def _ordered(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Positive cards first, as they lie and as formulas are written."""
        return tuple(sorted(cards, key=lambda card: (-max(self.cards[card].charges, default=0), card)))

    # --- what is asked of them -----------------------------------------------------------------------------

    def _checks(self, cards: tuple[str, ...], box: Box) -> list[Check]:
        known = [self.cards[card] for card in cards]
        checks = [Check("I-DECK", SET, PASS, "cards_in_deck")]
        nobles = tuple(card.card for card in known if card.kind == "noble")
        if nobles:
            worth = noble_points(nobles, self.edition.noble_sets)
            checks.append(
                Check(
                    "I-NOBLE-FREE",
                    SET,
                    FAIL,
                    "noble_never_bonds",
                    Facts(gases=_names(known, "noble"), worth=worth),
                )
            )
        if any(card.kind == "radioactive" for card in known):
            names = _names(known, "radioactive")
            checks.append(Check("I-RAD", SET, FAIL, "radioactive_never_bonds", Facts(cards=names)))
        if len(checks) > 1:
            return [*checks, self._count(cards, box)]
        if len(cards) == 1:
            return [*checks, Check("I-BOND", SET, FAIL, "single_card")]
        laid = self._shown(cards)
        bonds = list(self._bond_checks(laid, box))
        if not all(check.passed for check in bonds):
            return [*checks, *bonds, self._count(cards, box)]
        count = self._count(cards, box, neutral=True)
        return [*checks, *bonds, count, *(self._compound(laid) if count.passed else ())]

    def _count(self, cards: tuple[str, ...], box: Box, *, neutral: bool = False) -> Check:
        """I-COUNT: whether the box has so many of each card."""
        if box == "any":
            return Check("I-COUNT", SET, PASS, "any_box")
        needed = Counter(cards)
        short = tuple(
            Facts(card=card, number=number, there=self.cards[card].count)
            for card, number in needed.items()
            if number > self.cards[card].count
        )
        if not short:
            return Check("I-COUNT", SET, PASS, "enough_cards")
        if neutral:
            laid = self._shown(cards)
            facts = Facts(formula=_written(laid), short=short)
            return Check("I-COUNT", SET, FAIL, "neutral_but_short", facts, _witness(laid))
        return Check("I-COUNT", SET, FAIL, "box_is_short", Facts(short=short))

    def _shown(self, cards: tuple[str, ...]) -> tuple[Laid, ...]:
        """The charges at which the cards come nearest to a compound; one metal shows one charge (I-KIND)."""
        kinds = sorted({card for card in cards if card in self.cards})
        ways = [ways_to_show(self.cards[card]) for card in kinds]
        laid = [
            tuple(shown[card] for card in cards)
            for chosen in product(*ways)
            for shown in [{way.card: way for way in chosen}]
            if len(shown) == len(set(cards))
        ]
        return min(laid, key=lambda group: (not neutral(group, TODAYS), abs(total(group)))) if laid else ()

    def _bond_checks(self, laid: tuple[Laid, ...], box: Box) -> Iterator[Check]:
        witness = _witness(laid)
        signs = {card.charge > 0 for card in laid}
        if len(signs) == 1:
            sign = "positive" if True in signs else "negative"
            yield Check("I-UNLIKE", SET, FAIL, "one_sign", Facts(sign=sign), witness)
            return
        yield Check("I-UNLIKE", SET, PASS, "both_signs")
        layable = well_bonded(laid, TODAYS)
        mixed = [
            (sign, tuple(sorted(kinds)))
            for sign, kinds in (
                ("positive", {card.card for card in laid if card.charge > 0}),
                ("negative", {card.card for card in laid if card.charge < 0}),
            )
            if len(kinds) > 1
        ]
        if mixed:
            yield self._layability(laid, layable=layable)
            for sign, cards in mixed:
                facts = Facts(kinds=cards, sign=sign, layable=layable)
                yield Check(
                    "I-MIXED" if sign == "negative" else "I-MIXED-POSITIVE",
                    SET,
                    FAIL,
                    "mixed_kinds",
                    facts,
                    witness,
                )
            return
        yield Check("I-NEUTRAL", SET, PASS, "one_kind_each")
        positive, negative = max(laid, key=lambda c: c.charge), min(laid, key=lambda c: c.charge)
        if total(laid):
            mends = self._mends(laid, positive, negative, box)
            facts = Facts(sum=total(laid), mends=mends)
            if not mends:  # Ca3(PO4)2, where the box has one PO4
                facts = facts.plus(beyond=formula_of(positive, negative, 1))
            yield Check("I-NEUTRAL", SET, FAIL, "charges_remain", facts, witness)
            yield self._layability(laid, layable=layable)
            return
        yield Check("I-NEUTRAL", SET, PASS, "charges_cancel")
        yield self._layability(laid, layable=layable)

    def _layability(self, laid: tuple[Laid, ...], *, layable: bool) -> Check:
        """I-BOND: whether these cards can come to lie in one group, laid one by one."""
        if layable:
            return Check("I-BOND", SET, PASS, "can_be_laid")
        positive = next(card for card in laid if card.charge > 0)
        negative = next(card for card in laid if card.charge < 0)
        plus, minus = proportions(positive, negative)
        finished = (positive.card,) * plus + (negative.card,) * minus
        after = next(iter(Counter(card.card for card in laid) - Counter(finished)))
        facts = Facts(finished=finished, after=after)
        return Check("I-BOND", SET, FAIL, "finished_before", facts, _witness(laid))

    def _compound(self, laid: tuple[Laid, ...]) -> Iterator[Check]:
        times = gcd(*Counter(laid).values())
        if times > 1:
            facts = Facts(number=times, formula=_written(laid, times=1))
            yield Check("I-NEUTRAL", SET, PASS, "several_times", facts)
        worth = sum(self.cards[card.card].points for card in laid)
        facts = Facts(formula=_written(laid), worth=worth, kind=classify(laid))
        yield Check("I-COMPOUND", SET, PASS, "compound", facts, _witness(laid))

    def _mends(self, laid: tuple[Laid, ...], positive: Laid, negative: Laid, box: Box) -> tuple[Facts, ...]:
        """The fewest cards more or fewer that make the compound, in any multiple that can be laid (I-NEUTRAL)
        and that the box has (I-COUNT); a metal may have to be turned for it.
        """
        here = Counter(card.card for card in laid)
        mends = []
        for plus, times in product(ways_to_show(self.cards[positive.card]), range(1, max(here.values()) + 1)):
            number = [times * each for each in proportions(plus, negative)]
            wanted = dict(zip((plus.card, negative.card), number, strict=True))
            group = (plus,) * number[0] + (negative,) * number[1]
            if (times > 1 and not well_bonded(group, TODAYS)) or not self._count(_cards(group), box).passed:
                continue
            changes = tuple((card, n - here[card]) for card, n in wanted.items() if n != here[card])
            mends.append((sum(abs(n) for _, n in changes), changes, formula_of(plus, negative, times)))
        mends.sort()
        near = [(changes, makes) for number, changes, makes in mends if number == mends[0][0]]
        return tuple(Facts(changes=changes, makes=makes) for changes, makes in near[:MAX_MENDS])


_ALL = ("transition", "polyatomic", "radioactive")


def _without_card(rules: Ion, formula: Formula) -> tuple[str, ...]:
    elements = {symbol for own in rules._atoms.values() for symbol in own}  # noqa: SLF001 - as below
    return tuple(symbol for symbol, _ in formula.atoms if symbol not in elements)


def _hands_with(rules: Ion, formula: Formula, card: str) -> bool:
    return any(card in hand for hand in rules._hands(formula))  # noqa: SLF001 - the same rules with more cards


def _covers(
    atoms: Counter[str], cards: tuple[str, ...], own: dict[str, Counter[str]]
) -> Iterator[tuple[str, ...]]:
    """Every multiset of cards whose atoms are exactly these, card by card: none, one, two ... of it."""
    if not atoms:
        yield ()
        return
    if not cards or not set(atoms) <= {symbol for card in cards for symbol in own[card]}:
        return
    card, *others = cards
    left, number = atoms, 0
    while True:
        yield from ((card,) * number + rest for rest in _covers(left, tuple(others), own))
        if not own[card] <= left:
            return
        left, number = +(left - own[card]), number + 1


def _cards(laid: tuple[Laid, ...]) -> tuple[str, ...]:
    return tuple(card.card for card in laid)


def _witness(laid: tuple[Laid, ...]) -> Facts:
    return Facts(numbers=tuple(card.charge for card in laid), sum=total(laid))


def _written(laid: tuple[Laid, ...], times: int | None = None) -> str:
    """A neutral compound as it lies, Mg2Cl4, or so many times."""
    number = gcd(*Counter(laid).values()) if times is None else times
    return formula_of(max(laid, key=lambda c: c.charge), min(laid, key=lambda c: c.charge), number)


def _remark(laid: tuple[Laid, ...]) -> tuple[Check, ...]:
    code = remark_on_salt(Formula.parse(_written(laid, times=1)))
    return () if code is None else (Check("I-RULE-FIRST", None, PASS, code),)


def _only_mixed(laid: tuple[Laid, ...], checks: list[Check]) -> bool:
    """Whether the charges sum to zero, and only cards of several kinds keep it from being a compound."""
    return total(laid) == 0 and {check.code for check in checks if not check.passed} == {"mixed_kinds"}


def _tells(checks: list[Check]) -> bool:
    """Whether it is neutral and only the box is short, or a slip of the pen: then nothing is to be added."""
    return any(check.code in ("neutral_but_short", "zero_for_letter") for check in checks)


def _names(cards: list[Card], kind: str) -> tuple[str, ...]:
    return tuple(sorted({card.name for card in cards if card.kind == kind}))

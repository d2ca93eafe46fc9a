"""The rulings of Valence Plus on one build: V-BUILD, V-SECOND, V-ZERO, V-CLASS, and names (V-NAME)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem.elements import ELEMENTS, WRITING_ORDER
from adjudicator.chem.formula import MAX_TILES, Formula, Written, too_large
from adjudicator.chem.naming import names
from adjudicator.notebook import html_answer
from adjudicator.parts import Described, Hand
from adjudicator.reference.salts import familiar, remark_on_salt
from adjudicator.verdict import Check, Facts, Outcome, Ruling, Verdict, add_up, together, with_beside
from adjudicator_rulesets.valence_plus.judging.builds import Builds
from adjudicator_rulesets.valence_plus.judging.reactions import members

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adjudicator.chem.formula import Tiles
    from adjudicator.chem.naming import NameCheck
    from adjudicator.reference.authority import Authority
    from adjudicator.verdict import Known
    from adjudicator_rulesets.valence_plus.edition import Edition
    from adjudicator_rulesets.valence_plus.judging.builds import Recipe

PASS, FAIL = Outcome.PASS, Outcome.FAIL
SET = "build"
MAX_MENDS = 3

prose.register("valence-plus", rules="V", home="adjudicator_rulesets.valence_plus.words")


class ValencePlus(Described):
    """An edition of the game, ready to judge builds and names."""

    def __init__(self, name: str, edition: Edition, authority: Authority) -> None:
        self.name = name
        self.edition = edition
        self.authority = authority
        self.builds = Builds(edition)

    def judge(self, question: Tiles | Formula) -> Verdict:
        """Whether the cards are one build; their order never matters."""
        cards = _cards(question)
        formula = question if isinstance(question, Formula) else Formula.of_tiles(cards)
        checks = self._eligible(cards, formula)
        outcomes: dict[str, Outcome] = {}
        if all(check.passed for check in checks):
            build = [*self._complex(formula), *self._build_checks(cards)]
            checks += build
            outcomes[SET] = together(build)
        ruling, accepted_by = add_up(outcomes)
        legal = ruling is Ruling.VALID
        known = self._known(formula)
        real = None if legal or formula in self._reacted else self.authority.real(formula)
        beside = Facts(code="real_compound", name=real) if real else None
        return Verdict(
            ruling=ruling,
            rules=self.name,
            edition=self.edition.label,
            tiles=cards,
            formula=self.builds.write(cards) if legal else str(Written.of(formula)),
            hill=formula.hill,
            accepted_by=accepted_by,
            checks=(*checks, *_remark(formula)) if legal else with_beside(checks, beside),
            known=known,
            authority=self.authority.label,
            name=self._name(formula, known, legal=legal),
        )

    def describe(self) -> dict[str, Any]:
        return {"name": self.name, "sets": [SET], "edition": self.edition.to_json()}

    def _name(self, formula: Formula, known: Known | None, *, legal: bool) -> str | None:
        if not legal:
            return self.authority.called(formula, known)
        if len(formula.atoms) == 1:  # two cards of a metal, a molecule by V-ZERO only
            return None
        return next(iter(names(formula, self.authority.table)), None)

    def classify(self, cards: tuple[str, ...]) -> Recipe | None:
        """The molecule that exactly these cards build, if they are one build."""
        return self.builds.by_cards.get(tuple(sorted(cards)))

    def rule_on_name(self, cards: Tiles | Formula, name: str) -> NameRuling:
        """V-NAME: is that the name of the concrete substance these cards build?"""
        from adjudicator.chem.naming import check

        verdict = self.judge(cards)
        build = self.classify(verdict.tiles)
        if build is None:
            return NameRuling(verdict, None, None)
        ruling = check(build.formula, name, self.authority.table, school=dict(self.edition.names))
        return NameRuling(verdict, build.molecule.name, ruling)

    def hands(self) -> list[Hand]:
        """Every hand of cards that is one build."""
        return [Hand(b.cards, b.molecule.name, b.formula) for b in self.builds.by_cards.values()]

    def _eligible(self, cards: tuple[str, ...], formula: Formula) -> list[Check]:
        """What is asked of any cards: V-ELEMENTS, at least two, none that never bonds (V-NOBLE)."""
        known = self.builds.cards
        missing = tuple(symbol for symbol, _ in formula.atoms if symbol not in known)
        if missing:
            return [Check("V-ELEMENTS", None, FAIL, "cards_not_in_edition", Facts(symbols=missing))]
        checks = [Check("V-ELEMENTS", None, PASS, "cards_in_edition")]
        inert = tuple(ELEMENTS[s].name for s, _ in formula.atoms if known[s].colour == "noble")
        if inert:
            checks.append(Check("V-NOBLE", None, FAIL, "never_bonds", Facts(symbols=inert)))
        if len(cards) < 2:
            checks.append(Check("V-BUILD", None, FAIL, "too_few_cards"))
        if formula.charge:
            checks.append(Check("V-BUILD", None, FAIL, "has_charge", Facts(charge=formula.charge)))
        if formula.state:
            checks.append(Check("V-BUILD", None, PASS, "state_set_aside", Facts(state=formula.state)))
        return checks

    @cached_property
    def _reacted(self) -> dict[Formula, str]:
        """V-COMPLEX: what only a reaction makes, with the molecule that it is."""
        complex_ones = [card.name for card in self.edition.molecules if not card.colours]
        return {Formula.parse(one): name for name in complex_ones for one in members(name, self.builds)}

    def _complex(self, formula: Formula) -> list[Check]:
        molecule = self._reacted.get(formula)
        if molecule is None:
            return []
        made_by = [reaction for reaction in self.edition.reactions if molecule in reaction.products]
        reactions = tuple(Facts(taken=(*reaction.reactors, reaction.target)) for reaction in made_by)
        facts = Facts(molecule=molecule, reactions=reactions)
        return [Check("V-COMPLEX", SET, FAIL, "made_by_reaction", facts)]

    def _build_checks(self, cards: tuple[str, ...]) -> list[Check]:
        valences = self.builds.valences(cards)
        witness = Facts(numbers=valences, sum=sum(valences))
        build = self.classify(cards)
        if build is not None:
            molecule = Facts(molecule=build.molecule.name, points=build.molecule.points)
            return [
                self._sum_passed(cards, valences, witness),
                Check("V-BUILD", SET, PASS, "no_smaller_part"),
                Check("V-CLASS", SET, PASS, "molecule", molecule),
            ]
        several = self.builds.partition(cards)
        parts = tuple(f"{part.formula} ({part.molecule.name})" for part in several)
        if sum(valences) != 0:
            near = [] if parts else self._near(cards)
            numbers = _numbers_of(cards, valences, several or [build for _, _, build in near[:1]])
            total = sum(numbers)
            mends = tuple(
                Facts(changes=((symbol, change),), makes=build.formula) for symbol, change, build in near
            )
            params = Facts(total=total, mends=mends, parts=parts)
            witness = Facts(numbers=numbers, sum=total)
            return [Check("V-BUILD", SET, FAIL, "valences_off", params, witness)]
        passed = self._sum_passed(cards, valences, witness)
        if parts or self.builds.splits_anywhere(cards):
            return [passed, Check("V-BUILD", SET, FAIL, "contains_smaller", Facts(parts=parts))]
        colours = tuple(sorted({self.builds.cards[symbol].colour for symbol in cards}))
        return [passed, Check("V-CLASS", SET, FAIL, "no_such_molecule", Facts(colours=colours))]

    def _sum_passed(self, cards: tuple[str, ...], valences: tuple[int, ...], witness: Facts) -> Check:
        turned = {s: v for s, v in zip(cards, valences, strict=True) if v != self.builds.cards[s].valence}
        if not turned:
            return Check("V-BUILD", SET, PASS, "valences_zero", witness=witness)
        rule = "V-ZERO" if set(turned.values()) == {0} else "V-SECOND"
        params = Facts(symbols=tuple(sorted(turned)), valence=next(iter(turned.values())))
        return Check(rule, SET, PASS, "second_valence", params, witness)

    def _near(self, cards: tuple[str, ...]) -> list[tuple[str, int, Recipe]]:
        """C-HINT: what is on record one card away, of the same elements first, then what schools know."""
        real = [mend for mend in self.builds.near(cards) if mend[2].formula in self._real]
        return sorted(real, key=lambda mend: _strangeness(mend, cards))[:MAX_MENDS]

    @cached_property
    def _real(self) -> frozenset[str]:
        """Builds that are real compounds: no KNaO, and no pair of metals, which no molecule is."""
        formulas = [build.formula for build in self.builds.by_cards.values()]
        return frozenset(one for one in formulas if self.authority.real(Formula.parse(one)))

    def _known(self, formula: Formula) -> Known | None:
        if any(ELEMENTS[symbol].metal for symbol, _ in formula.atoms):
            return None  # the records are of molecules
        return self.authority.known(formula)


def _remark(formula: Formula) -> tuple[Check, ...]:
    code = remark_on_salt(formula)
    return () if code is None else (Check("V-RULE-FIRST", None, PASS, code),)


def _numbers_of(
    cards: tuple[str, ...], valences: tuple[int, ...], proposed: Iterable[Recipe]
) -> tuple[int, ...]:
    """As what is proposed instead has them: S is at +6 where one more O makes SO3 (V-SECOND)."""
    numbers = {s: v for build in proposed for s, v in zip(build.cards, build.valences, strict=True)}
    return tuple(numbers.get(symbol, valence) for symbol, valence in zip(cards, valences, strict=True))


def _strangeness(mend: tuple[str, int, Recipe], cards: tuple[str, ...]) -> tuple[bool, bool]:
    """Of a card more or fewer: whether it brings another element, and whether no school knows the result."""
    symbol, _, build = mend
    return symbol not in cards, Formula.of_tiles(build.cards).hill not in familiar()


# V-NAME: of what kind a mistake is, by the code of the check.
MISTAKES = {
    "class": "names_a_class",
    "number_missing": "wrong_number",
    "prefix_missing": "wrong_number",
    "wrong_number": "wrong_number",
    "wrong_count": "wrong_number",
    "water_missing": "wrong_number",
    "wrong_ending": "slip_of_the_pen",
    "no_such_ending": "slip_of_the_pen",
    "two_spellings": "slip_of_the_pen",
    "only_an_ion": "names_a_part",
    "order": "names_a_part",
    "is_a_formula": "no_name",
    "empty": "no_name",
}


def sealed_code(answer: str, code: str) -> str:
    if answer == "right":
        return "name_is_right"
    mistake = MISTAKES.get(code.removeprefix("name_"))
    return mistake or ("name_undecided" if answer == "unresolved" else "names_another")


@dataclass(frozen=True, slots=True)
class NameRuling:
    """The ruling on a name: the verdict on the cards, and on the name if they are a molecule."""

    verdict: Verdict
    molecule: str | None
    check: NameCheck | None

    @property
    def answer(self) -> str:
        return "wrong" if self.check is None else self.check.answer

    @property
    def message(self) -> str:
        if self.check is None:
            return prose.render("valence-plus", "no_molecule", {"why": self.verdict.decisive.message})
        return self.check.message

    def _repr_html_(self) -> str:
        return html_answer(self.answer, self.message)

    @property
    def sealed(self) -> str:
        """The same without the answer, while the build can be tried again."""
        if self.check is None:
            return ""
        return prose.render("valence-plus", sealed_code(self.check.answer, self.check.code), {})

    def to_json(self) -> dict[str, Any]:
        named = (
            {"code": "no_molecule", "names": [], "name": None} if self.check is None else self.check.to_json()
        )
        return {
            **named,
            "answer": self.answer,
            "molecule": self.molecule,
            "message": self.message,
            "verdict": self.verdict.to_json(),
        }


def _cards(question: Tiles | Formula) -> tuple[str, ...]:
    if not isinstance(question, Formula):
        return tuple(question)
    if question.size > MAX_TILES:
        raise too_large(question)
    in_order = sorted(question.atoms, key=lambda pair: WRITING_ORDER[pair[0]])
    return tuple(symbol for symbol, n in in_order for _ in range(n))

"""The rulings of CompoundIt!: what each rule set says about one run of tiles.

A rule set is a function from a run to its checks, in the order the rulebook asks; it accepts when all
of them pass. C-SETS: the sets in force add up.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache, partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem import oxidation
from adjudicator.chem.elements import ELEMENTS, WRITING_ORDER
from adjudicator.chem.formula import MAX_TILES, Formula, Written, too_large, write_atoms
from adjudicator.chem.ions import Ion
from adjudicator.chem.naming import name_of_ions, names, structure_of, written_apart
from adjudicator.chem.naming.knowledge.common import common
from adjudicator.parts import Described
from adjudicator.reference.salts import listed_salt, remark_on_salt
from adjudicator.reference.substances import listed_name
from adjudicator.verdict import (
    Check,
    Facts,
    LateChecks,
    Ruling,
    Verdict,
    add_up,
    miss_to_lead_with,
    together,
)
from adjudicator_rulesets.compoundit.edition import SETS
from adjudicator_rulesets.compoundit.judging.chemistry import OF_IONS, Chemistry
from adjudicator_rulesets.compoundit.judging.double_salts import listed_salts
from adjudicator_rulesets.compoundit.judging.findings import (
    FAIL,
    MAX_MENDED,
    PASS,
    Finding,
    Run,
    name_on_record,
    ratio_check,
)
from adjudicator_rulesets.compoundit.judging.in_ions import in_ions
from adjudicator_rulesets.compoundit.judging.polyatomic import UNEXPLAINED, lay, polyatomic, tiles_of
from adjudicator_rulesets.compoundit.judging.sets import BEGINNER, LEWIS_SETS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from adjudicator.chem.formula import Tiles
    from adjudicator.chem.oxidation import Policy
    from adjudicator.reference.authority import Authority
    from adjudicator.verdict import Known, Outcome
    from adjudicator_rulesets.compoundit.edition import Edition, NamedException
    from adjudicator_rulesets.compoundit.judging.nearest import Nearest

# What only says that a run is not of this kind; see `adjudicator.prose.register`.
VAGUE = ("not_diatomic", "not_two_elements", "no_polyatomic_ion", "not_organic", "has_metal")
# C-ALONE: what the run is explains more than how far the other sets were. C-STABLE: where only the boiling
# point is missing, nothing else is. C-WORDS: an ion that the edition lacks is the reason.
LEADING = ("ion_alone", "foreign_ion", "no_boiling_point")

prose.register(
    "compoundit",
    rules="C",
    vague=VAGUE,
    leading=LEADING,
    home="adjudicator_rulesets.compoundit.words",
)


class CompoundIt(Described):
    """A choice of rule sets and an edition, ready to judge."""

    def __init__(
        self,
        name: str,
        sets: tuple[str, ...],
        edition: Edition,
        authority: Authority,
        *,
        centre_first: bool = False,
    ) -> None:
        self.name = name
        self.authority = authority
        self.sets = sets
        self.sets_for_metals = tuple(set_ for set_ in sets if set_ not in LEWIS_SETS)
        self.other_sets = tuple(set_ for set_ in SETS if set_ not in sets)
        # C-CENTRE-SQ: beginners may start on any atom square; once their first move had to cover the centre.
        self.atom_starts = sets == BEGINNER
        self.centre_first = centre_first or not self.atom_starts
        self.edition = edition
        self.numbers = {tile.symbol: tile.oxidation for tile in edition.tiles}
        self.single_tiles = {
            tile.symbol: Ion(tile.symbol, tile.symbol, tile.oxidation) for tile in edition.tiles
        }
        # A unit of a polyatomic compound is a cation or an anion, never both at once (C-POLY).
        mixing = edition.mixed_oxidation
        self.unit_policy: Policy = "same-sign" if mixing == "any" else mixing
        self.salts = listed_salts(edition, self.single_tiles, self.unit_policy)
        self.ions_of = lru_cache(1 << 12)(self._ions_of)
        self.kept_out = cache(self._kept_out)  # there are no more than metals
        self.exceptions = {(set_, e.formula): e for e in edition.exceptions for set_ in e.sets}
        self.named_formulas = frozenset(e.formula for e in edition.exceptions)
        self.findings: dict[tuple[str, Formula], Finding] = {}  # by the Lewis sets
        self._nearest: Nearest | None = None
        listed = Facts(listed=edition.diatomic)
        self.not_diatomic = Finding((Check("C-DIA", "diatomic", FAIL, "not_diatomic", listed),))

    def judge(self, question: Tiles | Formula) -> Verdict:
        run = self._run(question)
        checks = self._eligible(run)
        outcomes: dict[str, Outcome] = {}
        accepted, torn, known, why = None, None, None, None
        eligible = all([check.outcome is PASS for check in checks])  # noqa: C419 - measurably faster than a generator
        metal = run.metal
        if eligible:
            named = run.formula in self.named_formulas
            for name in self.sets if metal is None else self.sets_for_metals:
                finding = self.ask(name, run) if named else RULE_SETS[name](run, self)
                checks += finding.checks
                outcome = outcomes[name] = together(finding.checks)
                if outcome is PASS:
                    accepted = accepted or finding
                    known = known or finding.known
                elif finding.name is not None:
                    torn = finding
                else:
                    why = why or finding.why
            if metal is not None:
                checks += self.kept_out(metal)
        ruling, accepted_by = add_up(outcomes)
        reading = accepted or torn
        if reading is not None and reading.salt:
            known = None  # the records are of molecules: urea is no evidence of ammonium cyanate
        elif eligible and known is None and metal is None:
            known, remark = self._on_record(run.formula, ruling)
            checks += remark
        if ruling is Ruling.VALID and (metal is not None or (reading is not None and reading.salt)):
            checks += _remark_on_salt(run.formula)
        called = self._name(run, reading, known, eligible=eligible)
        refused = ruling is Ruling.INVALID
        near = eligible and refused and len(run.tiles) <= MAX_MENDED
        told = partial(self._told, run, checks, why, called, refused=refused, eligible=eligible, near=near)
        late = LateChecks(told) if why or refused else None
        if run.formula.text:
            known, called = self._of_structure(run, known, called)
        return Verdict(
            ruling=ruling,
            rules=self.name,
            edition=self.edition.label,
            tiles=run.tiles,
            formula=(accepted and accepted.text) or _written(run, ruling),
            hill=run.formula.hill,
            accepted_by=accepted_by,
            checks=tuple(checks) if late is None else late,
            known=known,
            authority=self.authority.label,
            name=called,
        )

    def _name(self, run: Run, reading: Finding | None, known: Known | None, *, eligible: bool) -> str | None:
        """By the reading that made it legal, or that its torn ions would have; else as it is known, legal or
        not. The records of what is eligible have been looked up.
        """
        if reading is not None and reading.name is not None:
            return reading.name
        if not eligible:
            return self.authority.called(run.formula)
        recorded = name_on_record(known, run.formula)
        if recorded is not None:
            return recorded
        return listed_name(run.formula) if reading is None else next(iter(names(run.formula)), None)

    def _of_structure(
        self, run: Run, known: Known | None, name: str | None
    ) -> tuple[Known | None, str | None]:
        """A condensed formula and a complex are ruled on as a composition, and called as they are written."""
        if "[" in run.formula.text:
            return known, listed_name(run.formula)
        if structure_of(run.formula) is None:
            return known, name
        from adjudicator.reference.isomers import of_structure

        listed = of_structure(self.authority.compounds(run.formula, lookups=1), run.formula).compounds
        named = next(iter(names(run.formula, self.authority.table)), None)
        return (listed[0], listed[0].name) if listed else (None, named)

    def _run(self, question: Tiles | Formula) -> Run:
        if not isinstance(question, Formula):
            return Run(question, Formula.of_tiles(question))
        if question.size > MAX_TILES:
            raise too_large(question)
        known = all(symbol in self.numbers for symbol, _ in question.atoms)
        return Run(lay(question, self) if known else tiles_of(question.atoms), question)

    def describe(self) -> dict[str, Any]:
        return {"name": self.name, "sets": list(self.sets), "edition": self.edition.to_json()}

    def ask(self, set_: str, run: Run) -> Finding:
        """What one rule set says; a printed example beats it (C-EXCEPT)."""
        return self._named(set_, run) or self.by_set(set_, run)

    def by_set(self, set_: str, run: Run) -> Finding:
        """The same by its rules alone."""
        return RULE_SETS[set_](run, self)

    def _told(
        self,
        run: Run,
        checks: list[Check],
        why: Callable[[], Check] | None,
        name: str | None,
        *,
        refused: bool,
        eligible: bool,
        near: bool,
    ) -> tuple[list[Check], Check | None]:
        """The checks as somebody reads them: the reason in full, what chemistry says, and the nearest miss.

        C-WORDS: with the check to lead with stands what is only true of these tiles, and beside it what
        chemistry knows of the run; if other rules of this game accept it, that comes first.
        """
        if why is not None:
            checks = [why() if check is UNEXPLAINED else check for check in checks]
        if not refused:
            return checks, None
        chemistry = Chemistry.of(run, self, name, eligible=eligible)
        found = self._hint(run, checks, whole=chemistry.real is not None) if near else None
        fitting = [c for c in checks if c.code not in OF_IONS] if chemistry.molecule else checks
        lead = self._lead(fitting, found and found[1])
        said = chemistry.beside(lead)
        if found is not None and not lead.params.get("simplest"):  # that is a hint
            said["nearest"] = in_ions(found[0], lead, self)
        if not said:
            return checks, lead
        told = lead._replace(params=lead.params.plus(**said))
        return [told if check is lead else check for check in checks], told

    def _hint(self, run: Run, checks: list[Check], *, whole: bool) -> tuple[Facts, str] | None:
        if self._nearest is None:
            from adjudicator_rulesets.compoundit.judging.nearest import Nearest

            self._nearest = Nearest.of(self)
        by_code = {check.code: check.params for check in checks}
        kinds = self._kinds_off(by_code)
        return self._nearest.hint(run.tiles, kinds, whole=whole, alone="ion_alone" in by_code)

    def _kinds_off(self, by_code: dict[str, Facts]) -> tuple[tuple[Ion, int], ...]:
        """The kinds of ion that lie there, each in one piece, and are not neutral in these numbers."""
        several = by_code.get("not_two_kinds") or by_code.get("salt_not_listed")
        ions = {**self.single_tiles, **{ion.name: ion for ion in self.edition.ions}}
        if several:
            return tuple((ions[name], 0) for name in several["kinds"])  # their numbers were not counted
        if not {"charges_off", "ions_contiguous"} <= by_code.keys():
            return ()
        kinds = by_code["two_kinds"]
        return (ions[kinds["cation"]], kinds["cations"]), (ions[kinds["anion"]], kinds["anions"])

    def _lead(self, checks: list[Check], set_: str | None) -> Check:
        """The check to lead with; the set that would accept the nearest compound has the plainest reason."""
        lead = miss_to_lead_with(checks, Ruling.INVALID)
        if set_ is not None and not prose.is_leading(lead.rule, lead.code) and lead.set not in LEWIS_SETS:
            own = [check for check in checks if check.set == set_ and check.outcome is FAIL]
            lead = own[0] if own and not prose.is_vague(own[0].rule, own[0].code) else lead
        return lead

    def _eligible(self, run: Run) -> list[Check]:
        """What is asked of every run, whatever the rule set: C-RUN, C-EDITION, no charge."""
        missing = tuple([symbol for symbol, _ in run.formula.atoms if symbol not in self.numbers])
        checks = [
            LONG_ENOUGH if len(run.tiles) > 1 else Check("C-RUN", None, FAIL, "too_short"),
            Check("C-EDITION", None, FAIL, "not_in_edition", Facts(symbols=missing))
            if missing
            else IN_EDITION,
        ]
        if run.formula.charge:
            checks.append(Check("C-ALONE", None, FAIL, "has_charge", Facts(charge=run.formula.charge)))
        if run.formula.state:
            checks.append(Check("C-RUN", None, PASS, "state_set_aside", Facts(state=run.formula.state)))
        return checks

    def _on_record(self, formula: Formula, ruling: Ruling) -> tuple[Known | None, tuple[Check, ...]]:
        """A known compound of nonmetals, as information; C-RULE-FIRST: also that there is none.

        The records are of molecules: they say nothing about salts (`_remark_on_salt`).
        """
        listing = self.authority.compounds(formula, lookups=1, enough=True)
        if listing.compounds:
            return listing.compounds[0], _remark_on_salt(formula) if ruling is Ruling.VALID else ()
        if ruling is not Ruling.VALID or listing.failures or listed_salt(formula):
            return None, ()
        return None, (NOT_ON_RECORD,)

    def _kept_out(self, metal: str) -> tuple[Check, ...]:
        """C-METAL: what the Lewis sets say of every run with this metal, whatever else it has."""
        run = Run((metal,), Formula(((metal, 1),)))
        return tuple(
            check for set_ in self.sets if set_ in LEWIS_SETS for check in self.by_set(set_, run).checks
        )

    def _ions_of(self, elements: frozenset[str]) -> tuple[Ion, ...]:
        """The polyatomic ions that can be made of these elements."""
        return tuple([ion for ion in self.edition.ions if ion.elements <= elements])

    def exception(self, set_: str, formula: Formula) -> NamedException | None:
        return self.exceptions.get((set_, formula))

    def _named(self, set_: str, run: Run) -> Finding | None:
        """A printed example beats a general rule (C-EXCEPT). The Lewis sets show its structure as well."""
        named = None if set_ in LEWIS_SETS else self.exception(set_, run.formula)
        if named is None:
            return None
        return Finding((Check(named.rule, set_, PASS, "named_exception", Facts(passage=named.passage)),))


def _written(run: Run, ruling: Ruling) -> str:
    """What was refused as it was written, or as a chemist writes the salt that it is, or as it was laid; else
    as a composition: what is legal, and two elements, of which the positive one comes first.
    """
    formula = run.formula
    if ruling is Ruling.VALID or (len(formula.atoms) <= 2 and not (formula.text and formula.charge)):
        return formula.conventional
    if not formula.text and run.metal is None:
        return common().texts.get(formula) or formula.conventional
    if formula.text or formula.charge:
        return str(Written.of(formula))
    laid = [(symbol, len(list(alike))) for symbol, alike in groupby(run.tiles)]
    return written_apart(formula) or write_atoms(laid)


LONG_ENOUGH = Check("C-RUN", None, PASS, "long_enough")
IN_EDITION = Check("C-EDITION", None, PASS, "in_edition")
NOT_ON_RECORD = Check("C-RULE-FIRST", None, PASS, "not_on_record")


def _remark_on_salt(formula: Formula) -> tuple[Check, ...]:
    code = remark_on_salt(formula)
    return () if code is None else (Check("C-RULE-FIRST", None, PASS, code),)


# --- diatomic elements --------------------------------------------------------------------------------------


def diatomic(run: Run, rules: CompoundIt) -> Finding:
    """C-DIA: two tiles of one of the elements that the rulebook lists."""
    listed = rules.edition.diatomic
    if len(run.tiles) == 2 and run.tiles[0] == run.tiles[1] and run.tiles[0] in listed:
        found = Check("C-DIA", "diatomic", PASS, "diatomic", Facts(symbol=run.tiles[0]))
        return Finding((found,), name=ELEMENTS[run.tiles[0]].name)
    if len(run.formula.atoms) > 1:
        return rules.not_diatomic
    params = Facts(symbol=run.tiles[0], listed=listed)
    return Finding((Check("C-DIA", "diatomic", FAIL, "other_element", params),))


# --- binary compounds ---------------------------------------------------------------------------------------


def binary(run: Run, rules: CompoundIt) -> Finding:
    """C-BIN, C-SIGN, C-RATIO: two elements, numbers that add up to zero, in the simplest ratio."""
    counts = dict(run.formula.atoms)
    if len(counts) != 2:
        return _not_two(tuple(counts))
    a, b = elements = in_writing_order(counts)  # C-WORDS: P and O, and the ratio of P4O10 is 4 : 10
    total = _sum_check(run, rules)
    policy, numbers = rules.edition.mixed_oxidation, rules.numbers

    def write(x: int, y: int) -> str | None:
        """A ratio that balances; Pb2N2 does only with two numbers of Pb, and PbN not at all."""
        balances = oxidation.neutral(numbers[a], x, numbers[b], y, policy)
        return Formula.of({a: x, b: y}).conventional if balances else None

    ratio = ratio_check("binary", counts[a], counts[b], write)
    checks = (Check("C-BIN", "binary", PASS, "two_elements", Facts(elements=elements)), total, ratio)
    legal = total.outcome is PASS and ratio.outcome is PASS
    return Finding(checks, name=_name_by_numbers(run.tiles, total.witness) if legal else None)


@lru_cache(1 << 12)  # the same elements come up in other numbers, and hashing a check anew costs as much
def _not_two(elements: tuple[str, ...]) -> Finding:
    formula = Formula.of(dict.fromkeys(elements, 1)).conventional  # H, Cl and O: as an acid is written
    facts = Facts(elements=tuple(re.findall("[A-Z][a-z]?", formula)))
    return Finding((Check("C-BIN", "binary", FAIL, "not_two_elements", facts),))


def in_writing_order(elements: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(elements, key=WRITING_ORDER.__getitem__))


def _name_by_numbers(tiles: tuple[str, ...], witness: Facts | None) -> str | None:
    """What two elements with these oxidation numbers are called: iron(III) oxide, carbon dioxide."""
    assert witness is not None
    numbers: tuple[int, ...] = witness["numbers"]
    positive = next(tile for tile, number in zip(tiles, numbers, strict=True) if number > 0)
    negative = next(tile for tile, number in zip(tiles, numbers, strict=True) if number < 0)
    return name_of_ions(
        ((positive, 1),),
        tuple(n for tile, n in zip(tiles, numbers, strict=True) if tile == positive),
        ((negative, 1),),
        tuple(n for tile, n in zip(tiles, numbers, strict=True) if tile == negative),
    )


def _sum_check(run: Run, rules: CompoundIt) -> Check:
    (a, count_a), (b, count_b) = run.formula.atoms
    kinds = (rules.numbers[a], count_a, rules.numbers[b], count_b)
    policy = rules.edition.mixed_oxidation
    numbers = oxidation.neutral(*kinds, policy)
    if numbers:
        witness = _number_every_tile(run.tiles, a, *numbers)
        mixed = tuple(
            symbol for symbol, chosen in zip((a, b), numbers, strict=True) if chosen[0] != chosen[-1]
        )
        if mixed:
            return Check("C-SIGN", "binary", PASS, "sum_zero_mixed", Facts(elements=mixed), witness)
        return Check("C-BIN", "binary", PASS, "sum_zero", witness=witness)
    numbers = oxidation.neutral(*kinds, "any") if policy != "any" else None
    if numbers:
        # Numbers are sorted: an element breaks the policy by its first and its last.
        broken = tuple(
            symbol
            for symbol, chosen in zip((a, b), numbers, strict=True)
            if (chosen[0] < 0 < chosen[-1] if policy == "same-sign" else chosen[0] != chosen[-1])
        )
        witness = _number_every_tile(run.tiles, a, *numbers)
        return Check("C-SIGN", "binary", FAIL, "needs_mixing", Facts(elements=broken, policy=policy), witness)
    numbers = oxidation.nearest(*kinds, policy)
    if numbers is None:
        return Check("C-BIN", "binary", FAIL, "never_opposite", Facts(elements=in_writing_order((a, b))))
    witness = _number_every_tile(run.tiles, a, *numbers)
    return Check("C-BIN", "binary", FAIL, "sum_not_zero", Facts(total=witness["sum"]), witness)


def _number_every_tile(
    tiles: tuple[str, ...], first: str, numbers_first: tuple[int, ...], numbers_second: tuple[int, ...]
) -> Facts:
    """The witness of an oxidation check: the number of every tile, in the order of the run."""
    give_first, give_second = iter(numbers_first), iter(numbers_second)
    numbers = tuple(next(give_first if tile == first else give_second) for tile in tiles)
    return Facts(numbers=numbers, sum=sum(numbers))


def _advanced(name: str) -> Callable[[Run, CompoundIt], Finding]:
    """The Lewis and organic sets, imported with the first question: they bring the structures with them."""

    def judge(run: Run, rules: CompoundIt) -> Finding:
        from adjudicator_rulesets.compoundit.judging import lewis_sets

        RULE_SETS.update(lewis_sets.SETS)  # from now on without a detour
        return lewis_sets.SETS[name](run, rules)

    return judge


RULE_SETS: dict[str, Callable[[Run, CompoundIt], Finding]] = {
    "diatomic": diatomic,
    "binary": binary,
    "polyatomic": polyatomic,
    **{name: _advanced(name) for name in LEWIS_SETS},
}

"""The advanced rule sets of CompoundIt!: simple Lewis, organic and complex Lewis structures.

Each asks the same questions: no metal, the right elements, a Lewis structure, and a stable compound on
record whose own structure satisfies the rule. C-STABLE: "unstable" is meant of structures, not of formulas.
They ask about the atoms, never about their order, so what they found is kept for the same atoms in another.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

from adjudicator.chem.lewis import (
    LewisStructure,
    NoStructure,
    Skeleton,
    formula_structure,
    octet_structure,
)
from adjudicator.reference.stability import StabilityOutcome
from adjudicator.verdict import Check, Facts, together
from adjudicator_rulesets.compoundit.judging.findings import FAIL, PASS, UNRESOLVED, Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from adjudicator.chem.formula import Formula
    from adjudicator_rulesets.compoundit.judging.findings import Rules, Run

ORGANIC_ELEMENTS = frozenset({"C", "H", "O", "N", "S", "F", "Cl", "Br", "I"})  # C-ORG

OUTCOMES = {
    StabilityOutcome.STABLE: PASS,
    StabilityOutcome.NOT_STABLE: FAIL,
    StabilityOutcome.UNRESOLVED: UNRESOLVED,
}


MAX_FINDINGS = 1 << 12  # findings that are kept
MOST_AROUND_A_CENTRE = 5  # C-CENTRE: an atom with four bonds, and what it is bonded to


def simple_lewis(formula: Formula, rules: Rules) -> Finding:
    """C-LEWIS, C-CENTRE, C-STABLE: one atom is bonded to all others."""
    return _lewis("simple-lewis", formula, rules, centre=formula.size > 2)


def complex_lewis(formula: Formula, rules: Rules) -> Finding:
    """C-COMPLEX: Lewis structures of any size."""
    return _lewis("complex-lewis", formula, rules, centre=False)


def organic(formula: Formula, rules: Rules) -> Finding:
    """C-ORG: carbon and hydrogen, and nothing but the elements of organic chemistry."""
    elements = frozenset(symbol for symbol, _ in formula.atoms)
    others = tuple(sorted(elements - ORGANIC_ELEMENTS))
    if others or not {"C", "H"} <= elements:
        missing = tuple(symbol for symbol in ("C", "H") if symbol not in elements)
        return Finding(
            (Check("C-ORG", "organic", FAIL, "not_organic", Facts(missing=missing, others=others)),)
        )
    found = _lewis("organic", formula, rules, centre=False)
    return found._replace(checks=(Check("C-ORG", "organic", PASS, "organic_elements"), *found.checks))


def _lewis(set_: str, formula: Formula, rules: Rules, *, centre: bool) -> Finding:
    """Of nonmetals: `_of_atoms` has looked."""
    no_metal = Check("C-METAL", set_, PASS, "no_metal")
    named = rules.exception(set_, formula)
    accepts = _has_centred_octets if centre else _has_octets
    # Whatever is on record with such a structure shows that there is one; the table is asked for little.
    first = rules.authority.offline and not named and not (centre and formula.size > MOST_AROUND_A_CENTRE)
    stability = rules.authority.stable(formula, accepts) if first else None
    if stability is None or stability.outcome is not StabilityOutcome.STABLE:
        answer = _structure_of(formula, centre)
        if isinstance(answer, NoStructure):
            rule = "C-CENTRE" if answer.code == "no_centre_atom" else "C-LEWIS"
            return Finding((no_metal, Check(rule, set_, FAIL, answer.code, Facts(**dict(answer.params)))))
        structure = answer
        if named:
            stable = Check(named.rule, set_, PASS, "named_exception", Facts(passage=named.passage))
            return Finding((no_metal, *_structure_checks(set_, structure, centre=centre), stable))
        stability = stability or rules.authority.stable(formula, accepts, _smiles_of(structure))
    known = stability.evidence
    if known is not None and stability.outcome is StabilityOutcome.STABLE:
        structure = octet_of(known.smiles)  # the compound on record teaches more than just any structure
    params = stability.params
    if stability.code == "no_fitting_structure" and known is not None:
        params = params.plus(fault=_fault_of(known.smiles))
    elif stability.code == "no_boiling_point" and known is not None and rules.authority.offline:
        best = rules.authority.known(formula)  # C-WORDS: what most people think of
        if best is not None and best.boiling_point_k is not None and not accepts(best.smiles):
            params = params.plus(better_known=best.name, fault=_fault_of(best.smiles))
    stable = Check("C-STABLE", set_, OUTCOMES[stability.outcome], stability.code, params)
    checks = (no_metal, *_structure_checks(set_, structure, centre=centre), stable)
    return Finding(checks, known=known)


@lru_cache(1 << 10)  # two sets ask the same; with outside sources nothing else is cached
def _structure_of(formula: Formula, centre: bool) -> LewisStructure | NoStructure:
    return formula_structure(formula, centre=centre)


def _smiles_of(structure: LewisStructure) -> Callable[[], str]:
    return lambda: structure.smiles


def _structure_checks(set_: str, structure: LewisStructure, *, centre: bool) -> Iterator[Check]:
    """The witness of a Lewis ruling: an octet SMILES, the centre atom, and where its drawing is served."""
    smiles = structure.smiles
    atom = None if structure.centre is None else structure.symbols[structure.centre]
    witness = Facts(smiles=smiles, centre=atom, drawing=f"/v1/structures.svg?smiles={quote_plus(smiles)}")
    yield Check("C-LEWIS", set_, PASS, "octets", witness=witness)
    if centre:
        yield Check("C-CENTRE", set_, PASS, "centre_atom", Facts(element=atom))


# --- the structure of a compound on record ------------------------------------------------------------------


@lru_cache(1 << 12)
def _octet_answer(smiles: str) -> LewisStructure | NoStructure:
    return octet_structure(Skeleton.from_smiles(smiles))


def octet_of(smiles: str) -> LewisStructure:
    """The octet structure of a compound that is known to have one."""
    answer = _octet_answer(smiles)
    assert isinstance(answer, LewisStructure), smiles
    return answer


def _fault_of(smiles: str) -> str:
    """C-WORDS: at what the structure of a known compound fails; with octets it only lacks a centre."""
    answer = _octet_answer(smiles)
    return answer.code if isinstance(answer, NoStructure) else "no_centre_atom"


def _has_octets(smiles: str) -> bool:
    return isinstance(_octet_answer(smiles), LewisStructure)


def _has_centred_octets(smiles: str) -> bool:
    answer = _octet_answer(smiles)
    return isinstance(answer, LewisStructure) and answer.centre is not None


# --- asking -------------------------------------------------------------------------------------------------


def _of_atoms(set_: str, judge: Callable[[Formula, Rules], Finding]) -> Callable[[Run, Rules], Finding]:
    """C-METAL first; of nonmetals what was found is kept."""

    def ask(run: Run, rules: Rules) -> Finding:
        metal = run.metal
        if metal is not None:
            return Finding((Check("C-METAL", set_, FAIL, "has_metal", Facts(element=metal)),))
        found = rules.findings.get((set_, run.formula))
        if found is None:
            found = judge(run.formula, rules)
            if rules.authority.offline and together(found.checks) is not UNRESOLVED:
                if len(rules.findings) >= MAX_FINDINGS:
                    rules.findings.clear()
                rules.findings[set_, run.formula] = found
        return found

    return ask


SETS = {
    name: _of_atoms(name, judge)
    for name, judge in (
        ("simple-lewis", simple_lewis),
        ("organic", organic),
        ("complex-lewis", complex_lewis),
    )
}

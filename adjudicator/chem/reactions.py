"""Balancing reactions: the smallest whole numbers, or why there are none.

Where chempy is installed, it does the algebra. It is asked only about compositions that our own parser has
read, and imported only when there is something to balance, because that costs more than half a second.
Elsewhere `balancing` does the same; a test holds the two together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem import balancing
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.errors import UnreadableInput, quote
from adjudicator.notebook import html_answer, html_formula

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MAX_SPECIES = 12  # on both sides together
MAX_COEFFICIENT = 9999
CACHE = 1 << 10
ARROW = "→"
SEVERAL = (0,)  # no single set of numbers

Side = tuple[tuple[str, int], ...]  # species as given, each with its coefficient


@dataclass(frozen=True, slots=True)
class Balanced:
    reactants: Side
    products: Side

    @property
    def equation(self) -> str:
        """2 H2 + O2 → 2 H2O"""
        return f"{_write(self.reactants)} {ARROW} {_write(self.products)}"

    def __str__(self) -> str:
        return self.equation

    def _repr_html_(self) -> str:
        """For notebooks: 2 H<sub>2</sub> + O<sub>2</sub> → 2 H<sub>2</sub>O."""
        return html_formula(self.equation)

    def to_json(self) -> dict[str, Any]:
        return {
            "equation": self.equation,
            "reactants": dict(self.reactants),
            "products": dict(self.products),
        }


@dataclass(frozen=True, slots=True)
class NoBalance:
    """Why no whole numbers balance: a code of SENTENCES and what its sentence needs."""

    code: str
    params: tuple[tuple[str, Any], ...] = ()

    @property
    def message(self) -> str:
        return prose.render(prose.SHARED, self.code, dict(self.params))

    def __str__(self) -> str:
        return self.message

    def _repr_html_(self) -> str:
        return html_answer("not balanced", self.message)

    def to_json(self) -> dict[str, Any]:
        plain = {k: list(v) if isinstance(v, tuple) else v for k, v in self.params}
        return {"code": self.code, "message": self.message, **plain}


NO_WAY = NoBalance("reaction_no_way")


def balance(reactants: Sequence[str], products: Sequence[str]) -> Balanced | NoBalance:
    """Balances `balance(["H2", "O2"], ["H2O"])`; raises UnreadableInput where a species is no formula."""
    species = (*reactants, *products)
    if not reactants or not products:
        raise UnreadableInput("no_species", "A reaction has at least one substance on each side.")
    if len(species) > MAX_SPECIES:
        raise UnreadableInput(
            "too_many_species",
            f"{len(species)} substances; a reaction of up to {MAX_SPECIES} is balanced.",
            limit=MAX_SPECIES,
        )
    for side in (reactants, products):
        for text in side:
            if list(side).count(text) > 1:
                raise UnreadableInput("species_twice", f"{quote(text)} is listed twice.", input=text)
    return _balance(tuple(reactants), tuple(products))


def is_balanced(reactants: Sequence[tuple[str, int]], products: Sequence[tuple[str, int]]) -> bool:
    """Whether an equation with its coefficients has the same atoms and charge on both sides."""
    return total(reactants) == total(products)


def total(side: Sequence[tuple[str, int]]) -> tuple[dict[str, int], int]:
    atoms: dict[str, int] = {}
    charge = 0
    for text, times in side:
        formula = Formula.parse(text)
        charge += formula.charge * times
        for symbol, n in formula.atoms:
            atoms[symbol] = atoms.get(symbol, 0) + n * times
    return atoms, charge


@lru_cache(CACHE)
def _balance(reactants: tuple[str, ...], products: tuple[str, ...]) -> Balanced | NoBalance:
    formulas = {text: Formula.parse(text) for text in (*reactants, *products)}
    both = tuple(text for text in reactants if formulas[text] in [formulas[p] for p in products])
    if both:
        return NoBalance("reaction_same_on_both_sides", (("species", both),))
    before = {symbol for text in reactants for symbol, _ in formulas[text].atoms}
    after = {symbol for text in products for symbol, _ in formulas[text].atoms}
    if before != after:
        lost, new = tuple(sorted(before - after)), tuple(sorted(after - before))
        return NoBalance("reaction_element_missing", (("lost", lost), ("new", new)))
    return _solve(reactants, products, formulas)


def _solve(
    reactants: tuple[str, ...], products: tuple[str, ...], formulas: dict[str, Formula]
) -> Balanced | NoBalance:
    numbers = _ask_chempy(reactants, products, formulas) if _has_chempy() else None
    if numbers is None:
        numbers = _work_out(reactants, products, formulas)
    if numbers == SEVERAL:
        example = _example(reactants, products, formulas)
        return NoBalance("reaction_several_ways", (("example", example.equation),)) if example else NO_WAY
    found = _balanced(reactants, products, numbers) if numbers else None
    return found if found and _stands(found) else NO_WAY


def _ask_chempy(
    reactants: tuple[str, ...], products: tuple[str, ...], formulas: dict[str, Formula]
) -> tuple[int, ...]:
    from chempy import Substance, balance_stoichiometry

    substances = {text: Substance(text, composition=_composition(f)) for text, f in formulas.items()}
    try:
        left, right = balance_stoichiometry(
            list(reactants), list(products), substances, underdetermined=False
        )
        return (*(int(left[text]) for text in reactants), *(int(right[text]) for text in products))
    except ValueError as error:
        return SEVERAL if "under-determined" in str(error) else ()


def _work_out(
    reactants: tuple[str, ...], products: tuple[str, ...], formulas: dict[str, Formula]
) -> tuple[int, ...]:
    """The same by our own algebra, where chempy is not installed."""
    basis = balancing.null_space(_matrix(reactants, products, formulas), len(formulas))
    if len(basis) > 1:
        return SEVERAL
    numbers = balancing.whole(basis[0]) if basis else ()
    return tuple(-n for n in numbers) if numbers and numbers[0] < 0 else numbers


@cache
def _has_chempy() -> bool:
    return find_spec("chempy") is not None and find_spec("sympy") is not None


def _balanced(reactants: tuple[str, ...], products: tuple[str, ...], numbers: Sequence[int]) -> Balanced:
    numbered = tuple(zip((*reactants, *products), numbers, strict=True))
    return Balanced(numbered[: len(reactants)], numbered[len(reactants) :])


def _stands(found: Balanced) -> bool:
    """Positive, not absurd, and equal on both sides by a count of our own."""
    numbers = [n for _, n in found.reactants + found.products]
    sane = min(numbers) >= 1 and max(numbers) <= MAX_COEFFICIENT
    return sane and is_balanced(found.reactants, found.products)


def _example(
    reactants: tuple[str, ...], products: tuple[str, ...], formulas: dict[str, Formula]
) -> Balanced | None:
    """One of several positive solutions, the one with the smallest sum; or None where there is none."""
    exact = balancing.smallest(_matrix(reactants, products, formulas), len(formulas))
    if exact is None:
        return None
    found = _balanced(reactants, products, balancing.whole(exact))
    return found if _stands(found) else None


def _matrix(
    reactants: tuple[str, ...], products: tuple[str, ...], formulas: dict[str, Formula]
) -> list[list[int]]:
    """A row for each element and the charge, a column for each substance, products negative."""
    signed = [(1, formulas[text]) for text in reactants] + [(-1, formulas[text]) for text in products]
    counted = [(sign, _composition(formula)) for sign, formula in signed]
    kinds = sorted({kind for _, atoms in counted for kind in atoms})
    return [[sign * atoms.get(kind, 0) for sign, atoms in counted] for kind in kinds]


def _composition(formula: Formula) -> dict[int, int]:
    """As chempy has it: by atomic number, the charge under 0."""
    atoms = {ELEMENTS[symbol].number: n for symbol, n in formula.atoms}
    return {0: formula.charge, **atoms} if formula.charge else atoms


def _write(side: Side) -> str:
    return " + ".join(text if n == 1 else f"{n} {text}" for text, n in side)


def _say_missing(lost: tuple[str, ...], new: tuple[str, ...]) -> str:
    said = []
    if lost:
        said.append(f"{prose.listed(list(lost))} would vanish")
    if new:
        said.append(f"{prose.listed(list(new))} would come from nowhere")
    return f"Not balanced by any numbers: {' and '.join(said)}."


def _say_same(species: tuple[str, ...]) -> str:
    stand = "stands" if len(species) == 1 else "stand"
    return f"{prose.listed(list(species))} {stand} on both sides; leave out what does not react."


SENTENCES: dict[str, Callable[..., str]] = {
    "reaction_element_missing": _say_missing,
    "reaction_same_on_both_sides": _say_same,
}

prose.register(prose.SHARED, SENTENCES)

"""Reactions with real substances: what the cards say, and the balanced equation beside it (V-REAL).

A card speaks of classes, "Acid + Base -> Salt + Water". Here the concrete substances react: their ions are
sorted into the products that the card names, and chempy finds the coefficients.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Any

from adjudicator.chem.elements import WRITING_ORDER
from adjudicator.chem.formula import Formula, write_unit
from adjudicator.chem.reactions import Balanced, balance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.reactions import NoBalance
    from adjudicator_rulesets.valence_plus.edition import Reaction
    from adjudicator_rulesets.valence_plus.judging.builds import Builds

FIXED = {
    "Water": "H2O",
    "Carbon Dioxide": "CO2",
    "Carbonyl Sulfide": "COS",
    "Hydrogen Sulfide": "H2S",
    "Sulfuric Acid": "H2SO4",
}
METALS = "Transition Metal Compound"
GAS = "H2"  # what acids set free from a metal; no card, so it leaves the game


@dataclass(frozen=True, slots=True)
class Substance:
    """A molecule card with what it is in fact: Base, NaOH."""

    molecule: str
    formula: str


@dataclass(frozen=True, slots=True)
class Reacted:
    """What a reaction gives: one substance per product card, and the equation with everything in it."""

    products: tuple[Substance, ...]
    equation: str
    simplified: bool  # the card leaves out coefficients or further products
    in_the_flask: str | None = None  # a code of what happens there instead, where this does not (V-REAL)

    def to_json(self) -> dict[str, Any]:
        return {
            "products": [{"molecule": s.molecule, "formula": s.formula} for s in self.products],
            "equation": self.equation,
            "simplified": self.simplified,
            "in_the_flask": self.in_the_flask,
        }


def members(molecule: str, builds: Builds) -> tuple[str, ...]:
    """Every concrete substance that a card of this molecule can stand for."""
    if molecule in FIXED:
        return (FIXED[molecule],)
    metals = [card for card in builds.edition.elements if card.colour in {"metal", "transition"}]
    if molecule == "Bisulfate":  # only from a Base or a Hydrosulfide, which have metals of valence 1
        return tuple(f"{metal.symbol}HSO4" for metal in metals if metal.valence == 1)
    if molecule == "Metal Sulfate":
        oxides = [b for b in builds.by_cards.values() if b.molecule.name == "Metal Oxide"]
        return tuple(_with_anion(Counter(s for s in b.cards if s != "O"), "SO4") for b in oxides)
    return tuple(b.formula for b in builds.by_cards.values() if b.molecule.name == molecule)


@lru_cache(1 << 10)
def products_of(
    reaction: Reaction, reactors: tuple[str, ...], target: str, builds: Builds
) -> tuple[Substance, ...]:
    """What each product card stands for. Bots that weigh a reaction skip its equation, which is slow."""
    made = {name: _product(name, reactors, target, builds) for name in reaction.products}
    return tuple(Substance(name, listed[0]) for name, listed in made.items())


@lru_cache(1 << 10)
def react(reaction: Reaction, reactors: tuple[str, ...], target: str, builds: Builds) -> Reacted:
    """The products of concrete reactors and a concrete target, with the balanced equation."""
    made = {name: _product(name, reactors, target, builds) for name in reaction.products}
    formulas = [formula for listed in made.values() for formula in listed]
    used: tuple[str, ...] = (target,)
    if reaction.target == METALS:  # metals are written as such: Cu, not Cu2
        formulas.append(GAS)
        used = tuple(symbol for symbol, _ in Formula.parse(target).atoms)
    equation = _equation(tuple(dict.fromkeys((*reactors, *used))), tuple(dict.fromkeys(formulas)))
    simplified = any(part.isdigit() for part in equation.split()) or len(formulas) != len(reaction.products)
    products = products_of(reaction, reactors, target, builds)
    return Reacted(products, equation, simplified, _in_the_flask(reaction, target))


# V-REAL: where each remark, by its code, is treated in N. N. Greenwood and A. Earnshaw, Chemistry of the
# Elements, 2nd ed. (1997).
FLASK_SOURCES = {
    "copper_in_acid": "chapter 28, copper: reactions of the metal with acids",
    "brass_in_acid": "chapter 28, copper, and chapter 29, zinc: reactions of the metals with acids",
    "copper_sulfide_in_acid": "chapter 15, sulfides of metals: those that dilute acids do not dissolve",
}


def _in_the_flask(reaction: Reaction, target: str) -> str | None:
    """V-REAL: copper and its sulfide do not dissolve in the acids of the game."""
    metals = {symbol for symbol, _ in Formula.parse(target).atoms}
    if "Cu" not in metals:
        return None
    if reaction.target == METALS:
        return "brass_in_acid" if "Zn" in metals else "copper_in_acid"
    return "copper_sulfide_in_acid" if reaction.target == "Metal Sulfide" else None


def _equation(before: tuple[str, ...], after: tuple[str, ...]) -> str:
    balanced = balance(before, after)
    return balanced.equation if isinstance(balanced, Balanced) else _one_of_several(balanced)


def _one_of_several(balanced: NoBalance) -> str:
    """Two acids can share one metal in any proportion; the smallest numbers will do."""
    if balanced.code != "reaction_several_ways":
        raise RuntimeError(f"a reaction of the edition does not balance: {balanced.message}")
    return str(dict(balanced.params)["example"])


def _product(name: str, reactors: tuple[str, ...], target: str, builds: Builds) -> tuple[str, ...]:
    """The concrete substances behind one product card, the one that the card stands for first."""
    if name in FIXED:
        return (FIXED[name],)
    inside = dict(Formula.parse(target).atoms)
    metals = Counter({s: n for s, n in inside.items() if builds.cards[s].colour in {"metal", "transition"}})
    if name == "Acid":
        return tuple(f"H{symbol}" for symbol in inside if builds.cards[symbol].colour == "halogen")
    if name == "Bisulfate":
        return (f"{next(iter(metals))}HSO4",)
    if name == "Metal Sulfate":
        return (_with_anion(metals, "SO4"),)
    return tuple(_salts(metals, reactors, builds))


def _salts(metals: Counter[str], reactors: tuple[str, ...], builds: Builds) -> Iterator[str]:
    """The salts of the metals with what the acids bring: halogens, or sulfate."""
    anions = sorted(
        {"SO4" if acid == FIXED["Sulfuric Acid"] else acid.removeprefix("H") for acid in reactors}
    )
    symbols = sorted(metals, key=WRITING_ORDER.__getitem__)
    if "SO4" in anions and len(anions) > 1:  # each acid makes a salt of its own
        pairs = zip((symbols * 2)[:2], anions, strict=True)
        yield from (_salt(symbol, builds.cards[symbol].valence, (anion,)) for symbol, anion in pairs)
        return
    for symbol in symbols:
        yield _salt(symbol, builds.cards[symbol].valence, tuple(anions))


def _salt(metal: str, valence: int, anions: tuple[str, ...]) -> str:
    """CaCl2, NaCl, CuSO4, Na2SO4; with two halogens of a metal of valence 2, CuClF."""
    if len(anions) == valence == 2:
        return metal + "".join(anions)
    charge = 2 if anions[0] == "SO4" else 1
    common = gcd(valence, charge)
    return write_unit(metal, charge // common) + write_unit(anions[0], valence // common)


def _with_anion(metals: Counter[str], anion: str) -> str:
    """Na2SO4 of Na2O, CaSO4 of CaO, KNaSO4 of KNaO: the metals that held one O now hold the anion."""
    symbols = sorted(metals, key=WRITING_ORDER.__getitem__)
    return "".join(write_unit(symbol, metals[symbol]) for symbol in symbols) + anion

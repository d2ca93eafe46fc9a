"""Isomers told apart: which structure a condensed formula stands for, and which a name.

Structures are compared by their skeletons. Salts have none here: what makes NH4OCN another substance than
CO(NH2)2 is that it says ammonium.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from adjudicator.chem.formula import Formula
from adjudicator.chem.formula.condensed import is_ammonium_salt, read_condensed
from adjudicator.chem.naming.families.acids import acid_formula, acid_names, acids
from adjudicator.chem.naming.families.organic import in_words_of, recorded_as
from adjudicator.chem.naming.knowledge.common import common
from adjudicator.chem.naming.knowledge.data import knowledge
from adjudicator.chem.naming.knowledge.normalise import normalise
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, vocabulary
from adjudicator.chem.naming.reading.inorganic import oxoacid_skeleton, skeleton_without_carbon

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adjudicator.chem.naming.knowledge.known import KnownCompound, KnownNames


_SYMBOL = re.compile("[A-Z][a-z]?")
_SUM = re.compile(r"C[0-9]*H[0-9]*(?:[A-Z][a-z]?[0-9]*)+")
_PLACES = re.compile(r"(?<![A-Za-z])(?:[0-9]+'*(?:,[0-9]+'*)*|[omp])-")
_INNER_PLACES = re.compile(r"(?<=[a-z])-[0-9]+(?:,[0-9]+)*-(?=[a-z])")
_CONFIGURATION = re.compile(r"\A(?:cis|trans|\([0-9EZRS,]+\)|[DL])-")
_CYANATE, _FULMINATE = re.compile("OCN|NCO"), re.compile("ONC(?!O)")


@dataclass(frozen=True, slots=True)
class Structure:
    """What a formula says beyond its composition: skeletons, the usual one first; or that it is a salt."""

    skeletons: tuple[str, ...] = ()
    ammonium: bool = False

    def fits(self, skeletons: frozenset[str]) -> bool:
        return not skeletons.isdisjoint(self.skeletons)


def structure_of(formula: Formula) -> Structure | None:
    """The structure that the text of a formula gives; None where it gives a composition only."""
    if not formula.text or formula.charge:
        return None
    if not any(symbol == "C" for symbol, _ in formula.atoms):
        skeleton = skeleton_without_carbon(formula.text)
        return Structure((skeleton,)) if skeleton else None
    listed = common().structures.get(formula.text)
    if listed is not None:
        condensed = read_condensed(listed)
        return Structure(condensed.skeletons) if condensed else None
    if _SUM.fullmatch(formula.text) and len(formula.atoms) == len(_SYMBOL.findall(formula.text)):
        return None  # C2H3OCl: every element once, as a sum is written
    if is_ammonium_salt(formula.text):
        return Structure(ammonium=True)
    condensed = read_condensed(formula.text)
    return Structure(condensed.skeletons) if condensed else None


def on_record(formula: Formula, structure: Structure, known: KnownNames | None) -> list[KnownCompound]:
    """The compounds on record that have the structure, in the order of its skeletons."""
    if known is None or structure.ammonium:
        return []
    place = {skeleton: n for n, skeleton in enumerate(structure.skeletons)}
    found = [c for c in known.by_formula(formula.hill) if c.skeleton in place]
    return sorted(found, key=lambda compound: place[compound.skeleton])


def each_substance(compounds: Iterable[KnownCompound]) -> Iterator[KnownCompound]:
    """Each skeleton once, by what is best known of it; others that are well known or differ in space.

    Glucose and L-idose, maleic and fumaric acid; not limonene, which may be either, and its mirror images.
    """
    told: dict[str, list[str]] = {}
    for compound in compounds:
        alike = told.setdefault(compound.skeleton, [])
        if compound.well_known or all(differ_in_space(compound.smiles, other) for other in alike):
            yield compound
            alike.append(compound.smiles)


def has_configuration(smiles: str) -> bool:
    return re.search(r"[@/\\]", smiles) is not None


def without_configuration(name: str) -> str:
    """But-2-enedioic acid, of the (E) and the (Z) one."""
    return _CONFIGURATION.sub("", name)


def without_any_places(name: str) -> str:
    """Xylene of o-xylene, benzenediol of benzene-1,4-diol."""
    return _PLACES.sub("", _INNER_PLACES.sub("", without_configuration(name)))


def differ_in_space(mine: str, theirs: str) -> bool:
    """Whether these SMILES are of different configurations: one that has none may be any of them."""
    return mine != theirs and has_configuration(mine) and has_configuration(theirs)


def skeletons_of(
    name: str, formula: Formula, known: KnownNames | None, language: str = ENGLISH
) -> frozenset[str]:
    """What a name of this composition stands for: as our lists have it, else as it is on record.

    What our lists have without a structure, dextrose and TNT, is the best known substance.
    """
    found = listed_skeletons(name, formula, language) or frozenset(
        c.skeleton for c in records(name, formula, known, language) if c.formula == formula.hill
    )
    if found or known is None or formula not in common(language).formulas.get(normalise(name, language), ()):
        return found
    return frozenset(c.skeleton for c in known.by_formula(formula.hill)[:1] if c.well_known)


def listed_skeletons(name: str, formula: Formula, language: str = ENGLISH) -> frozenset[str]:
    """What our lists say that a name of this composition stands for."""
    return _listed(language).get((normalise(name, language), formula.hill), frozenset())


def records(name: str, formula: Formula, known: KnownNames | None, language: str) -> list[KnownCompound]:
    """The compounds that go by the name: as it is on record, or, of the composition, as it is shown there."""
    if known is None:
        return []
    found = [c for n in recorded_as(name, language) for c in known.by_name(n)]
    if language != ENGLISH:
        key = normalise(name, language)
        found += [
            c
            for c in known.by_formula(formula.hill)
            if c.named and normalise(in_words_of(c.name, language), language) == key
        ]
    placed = without_places(name, formula, known, language)
    own = [c for c in found if c.formula == formula.hill and _is_own_name(name, c, language)]
    here = {c.smiles for c in found if c.formula == formula.hill}
    if placed and here.isdisjoint(c.smiles for c in placed):
        return [*own, *placed]  # chlorotoluene is not what sources call so, the benzyl chloride
    return found


def without_places(
    name: str, formula: Formula, known: KnownNames | None, language: str
) -> list[KnownCompound]:
    """The compounds whose name it is without the places: dichlorotoluene is any of six.

    None where a well-known substance is called just so: acetylsalicylic acid is not 5-acetylsalicylic acid.
    """
    listed = known.by_formula(formula.hill) if known is not None else ()
    if any(c.well_known and _is_own_name(name, c, language) for c in listed):
        return []
    key = normalise(name, language)
    ours = listed_skeletons(name, formula, language)
    texts = (
        [text for text, names in common(language).written.items() if name in names] if len(ours) > 1 else []
    )
    if len(texts) == 1 and not any(_is_own_name(name, c, language) for c in listed):
        return [compound for compound in listed if compound.skeleton in ours]  # toluidine; butene is two

    def is_placed(whole: str) -> bool:
        spoken = _PLACES.sub("", in_words_of(whole, language))
        return bool(_PLACES.search(whole)) and normalise(spoken, language) == key

    return [compound for compound in listed if any(map(is_placed, _whole_names(compound)))]


def _is_own_name(name: str, compound: KnownCompound, language: str) -> bool:
    key = normalise(name, language)
    return any(normalise(in_words_of(whole, language), language) == key for whole in _whole_names(compound))


def _whole_names(compound: KnownCompound) -> list[str]:
    return [name for name in (compound.name, compound.systematic) if name and compound.named]


def isomeric_ion(text: str, name: str, language: str = ENGLISH) -> str:
    """The formula with the ion of the name, where the text has its isomer: OCN is cyanate, ONC fulminate.

    CNO is written for both.
    """
    phrases = vocabulary(language).phrases
    if _CYANATE.search(text) and re.search(phrases["fulminate"], name, re.IGNORECASE):
        return _CYANATE.sub("ONC", text)
    if _FULMINATE.search(text) and re.search(phrases["cyanate"], name, re.IGNORECASE):
        return _FULMINATE.sub("OCN", text)
    return ""


def speaks_of_another_ion(name: str, other: str, language: str = ENGLISH) -> bool:
    """Silver fulminate beside silver cyanate: AgCNO is written for both."""
    phrases = vocabulary(language).phrases
    fulminates = [re.search(phrases["fulminate"], said, re.IGNORECASE) is not None for said in (name, other)]
    cyanate = other if fulminates[0] else name
    return any(fulminates) != all(fulminates) and bool(re.search(phrases["cyanate"], cyanate, re.IGNORECASE))


@cache
def _listed(language: str) -> dict[tuple[str, str], frozenset[str]]:
    """The structures of common names and of acids: the text of their formulas gives them."""
    found: dict[tuple[str, str], frozenset[str]] = {}
    texts = [(names, text) for text, names in common(language).written.items()]
    texts += [  # also of names that are never shown
        ((key,), formula.text) for key, several in common(language).formulas.items() for formula in several
    ]
    texts += [
        (tuple(acid_names(acid_formula(anion), anion, language)), anion.structure)
        for anion in knowledge().anions
        if anion.structure
    ]
    for names, text in texts:
        condensed = read_condensed(common(language).structures.get(text, text))
        for key in [normalise(name, language) for name in names] if condensed else ():
            place = key, Formula.parse(text).hill
            found[place] = found.get(place, frozenset()) | frozenset(condensed.skeletons if condensed else ())
    for formula, anions in acids().items():
        for anion in anions:
            skeleton = oxoacid_skeleton(anion)
            for name in acid_names(formula, anion, language) if skeleton else ():
                found[normalise(name, language), formula.hill] = frozenset([skeleton])
    return found

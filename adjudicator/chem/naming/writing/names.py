"""From a composition to its names: the careful name first, then the others a teacher would accept.

The rules propose, and the reader confirms: a name is given only if it reads back as the same composition.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING

from adjudicator.chem.formula import Formula
from adjudicator.chem.naming.families.acids import acid_names, is_written_acid
from adjudicator.chem.naming.families.complexes import carbonyl_names, complex_names, complex_salt_names
from adjudicator.chem.naming.families.molecular import molecular_names
from adjudicator.chem.naming.families.organic import in_words_of
from adjudicator.chem.naming.families.organometallic import organometallic_names
from adjudicator.chem.naming.families.salts import (
    nonmetal_salts,
    plain_salts,
    salt_and_water,
    salt_names,
    salts,
)
from adjudicator.chem.naming.knowledge.common import alloy_names, common, element_names
from adjudicator.chem.naming.knowledge.data import GREEK, ROMAN, Anion, knowledge
from adjudicator.chem.naming.knowledge.normalise import normalise
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, vocabulary
from adjudicator.chem.naming.reading.comparing import compare
from adjudicator.chem.naming.reading.meaning import read
from adjudicator.chem.naming.reading.structures import (
    differ_in_space,
    each_substance,
    has_configuration,
    isomeric_ion,
    listed_skeletons,
    on_record,
    records,
    skeletons_of,
    speaks_of_another_ion,
    structure_of,
    without_any_places,
    without_configuration,
)
from adjudicator.errors import AmbiguousInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adjudicator.chem.naming.families.salts import Salt
    from adjudicator.chem.naming.knowledge.data import Cation
    from adjudicator.chem.naming.knowledge.known import KnownCompound, KnownNames
    from adjudicator.chem.naming.reading.structures import Structure

CACHE = 1 << 12
MAX_ISOMERS = 20  # of the reference table that are listed
MAX_READABLE = 60  # characters of the name of an isomer
# A metal of the first two groups with a ligand in square brackets.
_MAIN_GROUP_CENTRE = re.compile(r"\[(?:Li|Na|K|Rb|Cs|Be|Mg|Ca|Sr|Ba)\(")
_HYDRATE = re.compile(r"(?P<two>2?)(?P<dry>[A-Z(\[][^·]*)·(?P<waters>[0-9]{0,2})H2O\Z")


def names(
    formula: Formula | str, known: KnownNames | None = None, language: str = ENGLISH
) -> tuple[str, ...]:
    """The preferred name, then other right ones; empty when no rule and no record has any.

    A text may have its water apart, CuSO4·5H2O, or be a condensed formula, CH3OCH3: then only names of that
    structure are given. Raises UnreadableInput where the text is no formula.
    """
    whole = substance(formula) if isinstance(formula, str) else formula
    hydrate = _HYDRATE.fullmatch(whole.text)
    if hydrate is not None:
        waters, half = int(hydrate["waters"] or 1), bool(hydrate["two"])
        return _hydrate_names(whole, hydrate["dry"], waters, language, half=half)
    recorded = _recorded(whole, known, language)
    found = _names(whole, known, language, recorded)
    if "[" in whole.text:
        proposed = list(complex_names(whole, language))
        if whole.charge:
            as_ions = [vocabulary(language).phrase("ion", name=name) for name in proposed]
            found = _each_once([*as_ions, *proposed, *found], language)
        else:  # what is in brackets is one ion: [Cu(NH3)4]SO4 is no salt of ammonium
            spoken = list(confirmed(whole, proposed, language))
            if not spoken and _MAIN_GROUP_CENTRE.search(whole.text):
                return ()  # H2[Mg(O2)] is no milk of magnesia
            salt = not spoken or _says_ammonium(spoken[0])
            others = (name for name in found if salt or not _says_ammonium(name))
            found = _each_once([*spoken, *others], language)
    found = _as_written(whole, whole.text, found, language)
    structure = structure_of(whole)
    if structure is None:
        return _isomers_once(whole, found, recorded, known, language)
    return _of_structure(whole, structure, found, recorded, known, language)


def _isomers_once(
    formula: Formula,
    found: tuple[str, ...],
    recorded: dict[str, frozenset[str]],
    known: KnownNames | None,
    language: str,
) -> tuple[str, ...]:
    """The names of a composition, each isomer by one: of hex-1-ene and 1-hexene beside cyclohexane the first.

    An isomer with a name that the language cannot write, or that is too long to read, is left out.
    """
    if known is None or len(recorded) < 2:
        return found
    listed = known.by_formula(formula.hill)
    english = {compound.name for compound in listed} if language != ENGLISH else set()
    skeletons = {name: recorded.get(name) or listed_skeletons(name, formula, language) for name in found}
    first = skeletons[found[0]]
    if in_words_of(listed[0].name, language) == found[0]:  # a name of our own lists, which have no structure
        first = first or frozenset([listed[0].skeleton])
    kept: list[str] = []
    others: list[str] = []
    for name in found:
        theirs = skeletons[name]
        if kept and ((name in recorded and len(name) > MAX_READABLE) or name in english):
            continue
        if not (first and theirs) or not first.isdisjoint(theirs):
            kept.append(name)
            continue
        again = any(  # two records are never one substance
            not theirs.isdisjoint(skeletons[other]) and not recorded.keys() >= {name, other}
            for other in others
        )
        if not again:
            kept.append(name)
            others.append(name)
    return tuple(kept)


def isomers_among(
    listed: Sequence[str], formula: Formula, known: KnownNames | None = None, language: str = ENGLISH
) -> tuple[str, ...]:
    """Of the names of a composition, those of other substances than the first: butyne beside butadiene.

    Also where the same atoms are joined in the same way and differ in space: galactose beside glucose. A
    written structure has only names that fit it.
    """
    if structure_of(formula) is not None:
        return ()
    recorded = _recorded(formula, known, language)
    structures = {name: recorded.get(name) or skeletons_of(name, formula, known, language) for name in listed}
    in_space = {name: frozenset(c.smiles for c in records(name, formula, known, language)) for name in listed}

    def differs(name: str) -> bool:
        if speaks_of_another_ion(name, listed[0], language):
            return True
        first, theirs = structures[listed[0]], structures[name]
        if first and theirs and first.isdisjoint(theirs):
            return True
        both = list(product(in_space[listed[0]], in_space[name]))
        return bool(both) and all(differ_in_space(mine, other) for mine, other in both)

    return tuple(name for name in structures if differs(name))


@lru_cache(CACHE)
def _as_written(formula: Formula, text: str, found: tuple[str, ...], language: str) -> tuple[str, ...]:
    """The names that say what stands in the text; formulas are equal whatever their text."""
    return tuple(
        name
        for name in found
        if not isomeric_ion(text, name, language) and _is_as_written(formula, name, language)
    )


def _is_as_written(formula: Formula, name: str, language: str) -> bool:
    """Whether the name, where a rule gives it, says what stands in the text."""
    meanings = [m for m in read(normalise(name, language), language).definite if m.formula == formula]
    return not meanings or any(compare(formula, meaning) == "same" for meaning in meanings)


def substance(text: str) -> Formula:
    """A formula as people write it. NO3- is nitrate, for there is no NO^3-; what O2- is nobody can tell."""
    try:
        return Formula.parse(text)
    except AmbiguousInput as ambiguous:
        readings = [Formula.parse(reading) for reading in ambiguous.details["readings"]]
        ions = [formula for formula in readings if next(ion_names(formula), None)]
        if ambiguous.code != "ambiguous_charge" or len(ions) != 1:
            raise
        return ions[0]


def _of_structure(
    formula: Formula,
    structure: Structure,
    found: tuple[str, ...],
    recorded: dict[str, frozenset[str]],
    known: KnownNames | None,
    language: str,
) -> tuple[str, ...]:
    """The names that are not of an isomer, and those on record for the structure."""
    theirs = {name: recorded.get(name) or skeletons_of(name, formula, known, language) for name in found}
    if structure.ammonium:
        return tuple(name for name, skeletons in theirs.items() if not skeletons)
    fitting = [
        name
        for name, skeletons in theirs.items()
        if structure.fits(skeletons) or not (skeletons or _says_ammonium(name))
    ]
    fitting.sort(key=lambda name: len(theirs[name]) > 1)  # butene, which is two substances, after but-2-ene
    every = on_record(formula, structure, known)
    own = [
        name
        for compound in each_substance(every)
        if _is_its_own(compound)
        for name in _both_names(compound, language)
        if not (fitting and language != ENGLISH and name == compound.name)  # no English beside Thiophosgen
    ]
    open_already = [
        name for name in fitting if len(theirs[name]) > 1 and theirs[name] == {*structure.skeletons}
    ]
    first = []
    if not (fitting and _is_listed_for_several(fitting[0], formula, language)):
        first = _leaving_open([*fitting, *own], [c for c in every if c.named], open_already, language)
    return _each_once([*first, *fitting, *own], language)


def _is_listed_for_several(name: str, formula: Formula, language: str) -> bool:
    """Whether our list has the name for an open place, or for a composition: salicylic acid."""
    listed = normalise(name, language) in common(language).formulas
    return listed and len(listed_skeletons(name, formula, language)) != 1


def _leaving_open(
    found: list[str], fitting: list[KnownCompound], listed: list[str], language: str
) -> list[str]:
    """The name of a structure that leaves open what the formula does: xylene, but-2-enedioic acid.

    One of our lists, else what the names of the substances have in common. None where what comes first
    leaves it open already.
    """
    alone = len({compound.skeleton for compound in fitting}) == 1
    definite = [compound for compound in fitting if not alone or has_configuration(compound.smiles)]
    if len(definite) < 2 or not found:
        return []
    definite_names = {name for compound in definite for name in _both_names(compound, language)}
    if found[0] not in definite_names:
        return []
    if listed:
        return listed[:1]
    spoken: dict[str, set[str]] = {}
    for compound in definite:
        for whole in filter(None, (compound.name, compound.systematic)):
            plain = without_configuration(whole) if alone else without_any_places(whole)
            if plain != whole:
                spoken.setdefault(plain, set()).add(compound.smiles)
    best = next(
        c.smiles for c in definite if found[0] in _both_names(c, language)
    )  # C5H11OH is rather pentanol
    common_to = sorted((n for n in spoken if best in spoken[n]), key=lambda name: -len(spoken[name]))[:1]
    return [in_words_of(name, language) for name in common_to if len(spoken[name]) > 1]


def _both_names(compound: KnownCompound, language: str) -> Iterator[str]:
    """The name, and the systematic one where the language can write it."""
    yield in_words_of(compound.name, language)
    careful = compound.systematic and in_words_of(compound.systematic, language)
    if careful and (language == ENGLISH or careful != compound.systematic):
        yield careful


def _is_its_own(compound: KnownCompound) -> bool:
    """Whether the name on record is shown: one that no rule gives to something else (C-NAME-SHOWN)."""
    reading = read(normalise(compound.name)) if compound.named else None
    meanings = (reading.definite or reading.possible) if reading else ()
    alike = not meanings or any(meaning.formula.hill == compound.formula for meaning in meanings)
    return compound.named and alike


def _recorded(formula: Formula, known: KnownNames | None, language: str) -> dict[str, frozenset[str]]:
    """The names on record for a composition, as they are shown, each with its structures."""
    if known is None or formula.charge:
        return {}
    found: dict[str, frozenset[str]] = {}
    for compound in _isomers(formula, known):
        name = in_words_of(compound.name, language)
        found[name] = found.get(name, frozenset()) | {compound.skeleton}
    return found


def _says_ammonium(name: str) -> bool:
    return normalise(name).startswith(("ammonium", "diammonium", "triammonium"))


def _names(
    formula: Formula, known: KnownNames | None, language: str, recorded: dict[str, frozenset[str]]
) -> tuple[str, ...]:
    by_rule = _rule_names(formula, language)
    if known is None or formula.charge:
        return by_rule or _paper_names(formula, language)
    isomers = [] if is_written_acid(formula) else list(recorded)
    if by_rule and language != ENGLISH:  # our rules have the words that the record lacks in this language
        isomers = [name for name in isomers if name not in _rule_names(formula, ENGLISH)]
        listed = known.by_formula(formula.hill)
        if len(listed) == 1 and isomers == [listed[0].name]:  # Chloramin needs no chloramine beside it
            isomers = []
    best = known.by_formula(formula.hill)[:1] if {"C", "H"} <= {symbol for symbol, _ in formula.atoms} else ()
    first = [in_words_of(compound.name, language) for compound in best if compound.well_known]
    first = [name for name in first if name in (*by_rule, *isomers)]
    return _each_once([*first, *by_rule, *isomers], language) or _paper_names(formula, language)


@lru_cache(CACHE)
def _rule_names(formula: Formula, language: str) -> tuple[str, ...]:
    return _each_once(
        ion_names(formula, language) if formula.charge else _by_rule(formula, language), language
    )


@lru_cache(CACHE)
def _paper_names(formula: Formula, language: str) -> tuple[str, ...]:
    """For what only a game makes: phosphorus(V) hydroxide."""
    return _each_once(
        (
            name
            for salt in nonmetal_salts(formula)
            for name in confirmed(formula, salt_names(salt, language), language)
        ),
        language,
    )


def _by_rule(formula: Formula, language: str) -> Iterator[str]:
    listed = common(language)
    yield from listed.first.get(formula, ())
    yield from listed.phases.get(formula, ())
    # Beside a name of our own list only usual charges are told: iron diarsenide has no iron(VI).
    usual = formula in common().phases or formula in common().first
    mineral = formula in listed.names and _is_aluminosilicate(formula)
    interstitial = formula in common().phases and "C" in dict(formula.atoms)  # no tungsten(IV) carbide
    yield from element_names(formula, language)
    complexes = (*complex_salt_names(formula, language), *carbonyl_names(formula, language))
    acids = tuple(confirmed(formula, acid_names(formula, language=language), language))
    yield from acids
    counts_one_each = formula.size == 2 and formula in listed.first  # no silicon monocarbide
    for proposed in (
        organometallic_names(formula, language),
        complexes,
        # HSbF6 is an acid, and no antimony tetrafluoride hydrogen difluoride.
        *(
            salt_names(salt, language)
            for salt in _likeliest(salts(formula))
            if not (interstitial or mineral)
            and (not acids or len(salt.anions) == 1)
            and (salt.everyday or not usual)
        ),
        () if counts_one_each else molecular_names(formula, language),
    ):
        yield from confirmed(formula, proposed, language)
    yield from _as_hydrate(formula, language)
    yield from listed.names.get(formula, ())
    if formula not in listed.names:  # caesium auride is a salt
        yield from alloy_names(formula, language)


def _is_aluminosilicate(formula: Formula) -> bool:
    """Whether aluminium is in the net of the silicate, which has twice as many oxygens, as in albite, or
    beside rings, as in beryl: then it is no salt of aluminium.
    """
    counts = dict(formula.atoms)
    if not {"Al", "Si", "O"} <= counts.keys():
        return False
    return counts["O"] == 2 * (counts["Al"] + counts["Si"]) or "Be" in counts


def _likeliest(found: Iterable[Salt]) -> Iterator[Salt]:
    """Each set of ions once: chalcopyrite has copper(I) and iron(III), and not copper(II) and iron(II) too,
    and soluble Prussian blue is no iron(II) hexacyanidoferrate(III).

    One metal may be said to have its usual or its mixed charges.
    """
    told: set[frozenset[object]] = set()
    for salt in found:
        anions = ((anion.atoms, share) for anion, share in salt.anions)
        ions = frozenset((*(charged.kind for charged in salt.cations), *anions))
        if len(salt.cations) == 1 or ions not in told:
            yield salt
        told.add(ions)


def listed_names() -> Iterator[tuple[Formula, tuple[str, ...]]]:
    """The substances that our own lists have, with their names there: cementite, iron carbide."""
    listed = common()
    for formula in dict.fromkeys((*listed.first, *listed.phases, *listed.names)):
        groups = (listed.first, listed.phases, listed.names)
        yield formula, tuple(name for group in groups for name in group.get(formula, ()))


def plain_name(formula: Formula) -> str | None:
    """The careful name of a substance with one kind of anion, or of a molecule.

    For what a ruling refused: KAl(SO4)2 is worth naming, what nomenclature makes of just any atoms is not.
    """
    return next(confirmed(formula, _plain_names(formula)), None)


def _plain_names(formula: Formula) -> Iterator[str]:
    yield from common().first.get(formula, ())
    yield from element_names(formula)
    yield from acid_names(formula)
    for salt in plain_salts(formula)[:1]:
        if not salt.rarity[0] and salt.everyday:
            yield next(salt_names(salt))
    yield from molecular_names(formula)


def confirmed(formula: Formula, proposed: Iterable[str], language: str = ENGLISH) -> Iterator[str]:
    """Those that read back as this composition."""
    for name in proposed:
        meanings = read(normalise(name, language), language).definite
        if any(meaning.formula == formula and meaning.sound for meaning in meanings):
            yield name


def _isomers(formula: Formula, known: KnownNames) -> Iterator[KnownCompound]:
    """Every isomer with a name to show, unless by rule that is the name of something else.

    Beside what is well known no curiosities: C6H6 is benzene, and not also fulvene and fifteen more.
    """
    every = known.by_formula(formula.hill)
    listed = [compound for compound in every if compound.well_known] or every
    for compound in islice(each_substance(listed), MAX_ISOMERS):
        reading = read(normalise(compound.name)) if compound.named else None
        if reading and not (reading.definite or reading.possible):
            yield compound


def _each_once(found: Iterable[str], language: str) -> tuple[str, ...]:
    by_key: dict[str, str] = {}
    for name in found:
        by_key.setdefault(normalise(name, language), name)
    return tuple(by_key.values())


# --- water ------------------------------------------------------------------------------------------------


def _hydrate_names(
    whole: Formula, dry: str, waters: int, language: str, *, half: bool = False
) -> tuple[str, ...]:
    """`half`: of two of the salt, as in 2CaSO4·H2O, the hemihydrate, and 2K2CO3·3H2O, the sesquihydrate."""
    words, usual = vocabulary(language), common(language)
    listed = (*usual.first.get(whole, ()), *usual.names.get(whole, ()))
    halves: dict[int, str] = {n: prefix for prefix, n in reversed(words.phrases["halves"].items())}
    prefix = halves.get(waters) if half else GREEK[waters] if waters < len(GREEK) else None
    if prefix is None:
        return listed
    salt = Formula.parse(dry)
    everyday = usual.names.get(salt, ())  # there is no anhydrite dihydrate
    many = words.begun(prefix)
    by_rule = [
        words.hydrate.format(salt=name, count=many)
        for name in names(salt, language=language)
        if name not in everyday
    ]
    confirmed = [
        name
        for name in by_rule
        if any(m.formula == whole for m in read(normalise(name, language), language).definite)
    ]
    return _each_once([*usual.first.get(whole, ()), *confirmed, *listed], language)


def _as_hydrate(formula: Formula, language: str) -> Iterator[str]:
    parts = salt_and_water(formula)
    if parts:
        dry, waters = parts
        yield from _hydrate_names(formula, dry.hill, waters, language)


# --- ions -------------------------------------------------------------------------------------------------


def ion_names(formula: Formula, language: str = ENGLISH) -> Iterator[str]:
    """Sulfate for SO4^2-, iron(III) for Fe^3+, each with the word ion."""
    listed, words = knowledge(), vocabulary(language)
    ions: tuple[Anion | Cation, ...] = (*listed.anions, *listed.cations)
    for ion in ions:
        if ion.atoms == formula.atoms and ion.charge == formula.charge:
            spoken = words.anion(ion) if isinstance(ion, Anion) else words.cation(ion)
            yield from (words.phrase("ion", name=name) for name in spoken)
            yield from (words.begun(name) for name in spoken)
    symbol, count = formula.atoms[0]
    metal = listed.metals.get(symbol)
    if (formula.atoms, formula.charge) == ((("H", 1),), 1):
        yield from (words.phrases["proton"][0], words.phrases["proton"][-1])
    mercurous = (symbol, formula.size, formula.charge) == ("Hg", 2, 2)
    number = 1 if mercurous else formula.charge
    if metal and (formula.size == count == 1 or mercurous) and number in metal.all_charges:
        stock = f"({ROMAN[number]})" if metal.numbered else ""
        name = f"{words.elements[symbol]}{stock}"
        yield words.phrase("ion", name=name)
        yield from [words.begun(name)] if stock else []
        for charge, old in words.written_traditional_names(metal).items():
            if charge == number:
                yield from (words.phrase("ion", name=old), words.begun(old))

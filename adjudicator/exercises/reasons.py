"""Why a substance has its name and its formula: charges cancel, atoms are counted, groups are there.

A reason never repeats what was asked: "FeCl3 is iron(III) chloride" is none, "3 Cl^- have −3 together, so
iron has +3: (III)" is one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adjudicator import prose
from adjudicator.chem import naming
from adjudicator.chem.elements import ELEMENTS, METALS
from adjudicator.chem.formula import Formula
from adjudicator.chem.naming.knowledge.vocabulary import vocabulary
from adjudicator.exercises.complexes import complex_in, salt_in
from adjudicator.exercises.words import is_called, say
from adjudicator.prose import signed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.chem.naming import Ions
    from adjudicator.exercises.complexes import Complex

GREEK = (
    "", "mono", "di", "tri", "tetra", "penta", "hexa", "hepta", "octa", "nona", "deca", "undeca", "dodeca",
)  # fmt: skip
# Names that symbols come from.
LATIN = {
    "Na": "natrium", "K": "kalium", "Fe": "ferrum", "Cu": "cuprum", "Ag": "argentum", "Au": "aurum",
    "Hg": "hydrargyrum", "Sn": "stannum", "Sb": "stibium", "Pb": "plumbum", "W": "wolframium",
    "H": "hydrogenium", "C": "carboneum", "N": "nitrogenium", "O": "oxygenium",
}  # fmt: skip
HYDROGEN = (("H", 1),)
# Acids that keep one hydrogen, by composition: the ion of their salts, and the atom that holds it.
# H3PO3 is H2PHO3 (IUPAC Red Book 2005, table IR-8.1).
KEEPING = {"H3O3P": ("HPO3^2-", "P")}
# Greenwood: Greenwood and Earnshaw, Chemistry of the Elements, 2nd ed. 1997.
# Acids that take up OH^- and give no H^+, by composition (Greenwood, chapter 6).
TAKING_HYDROXIDE = frozenset({"BH3O3"})
NO_CATION = 4  # the charge from which no metal is an ion in a compound: Mn2O7 and TiCl4 are molecules
MOLECULES = frozenset({"Cl2Hg"})  # of lower charges (Greenwood, chapter 29)
PEROXIDE = ((Formula.parse("H^+"), 2), (Formula.parse("O2^2-"), 1))
STEMS = {1: "meth", 2: "eth", 3: "prop", 4: "but", 5: "pent", 6: "hex"}
NUMERAL = re.compile(r"\(([IVX]+)\)")
MAIN_GROUPS = (1, 2, 13)  # whose atoms give away all their outer electrons
# What a condensed formula shows, the most telling first, and what it makes of the substance.
GROUPS = (
    (r"COOH", "COOH makes it a carboxylic acid."),
    (r"CONH2|CO\(NH2\)2", "CO beside NH2 makes it an amide."),
    (r"COO", "COO between two carbon chains makes it an ester."),
    (r"CHO", "CHO makes it an aldehyde."),
    (r"C[0-9H]+COC", "CO between two carbon atoms makes it a ketone."),
    (r"C6H5OH", "OH on a ring of six carbon atoms makes it a phenol."),
    (r"OH", "OH on carbon makes it an alcohol."),
    (r"NH2", "NH2 on carbon makes it an amine."),
    (r"CN", "CN makes it a nitrile."),
    (r"OC", "O between two carbon atoms makes it an ether."),
    (r"=", "The double bond makes it an alkene, -ene."),
    (r"≡", "The triple bond makes it an alkyne, -yne."),
)
# By the ending of the ion; the ending of the acid is that of the name, else nothing is said.
ENDINGS = (
    ("ate", "Its salts end in -ate, the acid in -ic."),
    ("ite", "Its salts end in -ite, the acid in -ous."),
    ("ide", "Its salts end in -ide; in water the acid is called hydro- and -ic."),
)


def because(formula: Formula, name: str) -> str:
    """The reason for a name, in the language that is spoken."""
    if formula.charge:
        return _of_ion(formula, name)
    if len(formula.atoms) == 1:
        return _of_element(formula)
    dry, _, water = formula.text.partition("·")
    if water:
        count = int(re.match(r"[0-9]*", water)[0] or 1)  # type: ignore[index]
        return (
            f"{because(Formula.parse(dry), name)} {say('{count} H2O: {prefix}hydrate.', **_counted(count))}"
        )
    complex_ = complex_in(formula, name)
    if complex_ is not None:
        return _of_complex(formula, complex_)
    ions = naming.ions_of(formula)
    if not is_molecule(formula) and ions:
        return (
            _of_acid(formula, ions, name) if ions[0][0].atoms == HYDROGEN else _of_salt(formula, ions, name)
        )
    return _of_molecule(formula, name)


def is_molecule(formula: Formula) -> bool:
    """Whether it has no metal, ammonium or hydrogen of an acid: COCl2 is none of ions, unlike its name."""
    elements = {symbol for symbol, _ in formula.atoms}
    if not elements.isdisjoint(METALS):
        return False
    if "C" not in elements or "H" not in elements:
        ions = naming.ions_of(formula)
        return not ions or (ions[0][0].size > 1 and "NH4" not in naming.written(formula))
    return not re.search(r"COOH|^H[0-9]?C[0-9]?O[0-9]?$|^HS?CN$|NH4", formula.text)


def _of_element(formula: Formula) -> str:
    ((symbol, count),) = formula.atoms
    element = ELEMENTS[symbol]
    number = say("{symbol} is element {number}.", symbol=symbol, number=element.number)
    called = vocabulary(prose.spoken()).element(symbol).lower()
    if symbol in LATIN and not called.startswith(symbol.lower()):
        number += " " + say("The symbol is from its Latin name, {latin}.", latin=LATIN[symbol])
    return f"{number} {say('{count} atoms make a molecule.', count=count)}" if count > 1 else number


def _counted(count: int) -> dict[str, object]:
    return {
        "count": count,
        "prefix": GREEK[count] if prose.spoken() == prose.ENGLISH else GREEK[count].capitalize(),
    }


# --- ions ---------------------------------------------------------------------------------------------------


def _many(ion: Formula, count: int) -> str:
    return f"{count} {naming.written(ion)}" if count > 1 else naming.written(ion)


def _of_salt(formula: Formula, ions: Ions, name: str) -> str:
    cations = [(ion, n) for ion, n in ions if ion.charge > 0]
    anions = [(ion, n) for ion, n in ions if ion.charge < 0]
    called = [is_called(naming.written(ion), _name_of(ion)) for ion, _ in anions if ion.size > 1]
    numbered = formula.hill in MOLECULES or any(
        ion.size == 1 and ion.charge >= NO_CATION for ion, _ in cations
    )
    balance = _of_numbers if numbered else _balance
    return " ".join([balance(cations, anions, name), *called])


def _of_numbers(cations: list[tuple[Formula, int]], anions: list[tuple[Formula, int]], name: str) -> str:
    """By oxidation numbers, for a compound without the ions that its name speaks of."""
    minus = sum(ion.charge * n for ion, n in anions)
    below = prose.listed([_numbered(ion, n) for ion, n in anions], say("and"))
    numeral = NUMERAL.search(name)
    if numeral is None or len(cations) > 1:
        return _zero([_numbered(ion, n) for ion, n in cations], below, minus)
    ((cation, count),) = cations
    ((symbol, _),) = cation.atoms
    each = "{parts} make {total}, so each {symbol} has {charge}: ({numeral})."
    one = "{parts} make {total}, so {symbol} has {charge}: ({numeral})."
    return say(
        each if count > 1 else one,
        parts=below,
        total=signed(minus),
        symbol=symbol,
        charge=signed(cation.charge),
        numeral=numeral[1],
    )


def _zero(cations: list[str], anions: str, minus: int) -> str:
    """Both sides with their sums, where the name says no number of its own."""
    template = "{plus} and {anions}: {up} and {down} make 0."
    plus = prose.listed(cations, say("and"))
    return say(template, plus=plus, anions=anions, up=signed(-minus), down=signed(minus))


def _numbered(ion: Formula, count: int) -> str:
    """7 O with the oxidation number −2; a group has a charge."""
    bare = naming.written(ion).partition("^")[0]
    template = (
        "{atoms} with the oxidation number {each}" if ion.size == 1 else "{atoms} with the charge {each}"
    )
    return say(template, atoms=f"{count} {bare}", each=signed(ion.charge))


def _balance(cations: list[tuple[Formula, int]], anions: list[tuple[Formula, int]], name: str) -> str:
    minus = sum(ion.charge * n for ion, n in anions)
    shown = prose.listed([_many(ion, n) for ion, n in anions], say("and"))
    numeral = NUMERAL.search(name)
    if numeral is None or len(cations) > 1:
        return _zero([_many(ion, n) for ion, n in cations], shown, minus)
    ((cation, count),) = cations
    ((symbol, atoms),) = cation.atoms
    facts = {
        "anions": shown,
        "total": signed(minus),
        "metal": _name_of(Formula.of({symbol: 1})),
        "charge": signed(cation.charge // atoms),
        "numeral": numeral[1],
        "count": count,
    }
    if atoms > 1:
        return _of_pair(cation, numeral[1])
    several = sum(n for _, n in anions) > 1
    if count > 1:
        template = (
            "{anions} have {total} together, so each of the {count} ions of {metal} "
            "has {charge}: ({numeral})."
        )
        one = "{anions} has {total}, so each of the {count} ions of {metal} has {charge}: ({numeral})."
    else:
        template = "{anions} have {total} together, so {metal} has {charge}: ({numeral})."
        one = "{anions} has {total}, so {metal} has {charge}: ({numeral})."
    return say(template if several else one, **facts)


def _of_acid(formula: Formula, ions: Ions, name: str) -> str:
    (hydrogen, count), (anion, _) = ions
    ion, holder = KEEPING.get(formula.hill, ("", ""))
    if ion:
        anion = Formula.parse(ion)
        count = -anion.charge
    english = naming.names(anion)[0].removesuffix(" ion")
    ending = next((say(rule) for end, rule in ENDINGS if english.endswith(end) and _ends_so(name, end)), "")
    shown = f"{formula.text[:-1]}^-" if formula.text.endswith("COOH") else naming.written(anion)
    facts = {"anion": shown, "ion": _name_of(anion), "charge": signed(anion.charge)}
    if formula.hill in TAKING_HYDROXIDE:
        return f"{say('It is the acid of {anion}, the {ion}.', **facts)} {ending}"
    one = "It is the acid of {anion}, the {ion}: {hydrogens} balances {charge}."
    several = "It is the acid of {anion}, the {ion}: {hydrogens} balance {charge}."
    said = say(one if count == 1 else several, hydrogens=_many(hydrogen, count), **facts)
    kept = say("The other H is bound to {symbol} and stays there.", symbol=holder) if holder else ""
    return " ".join(filter(None, [said, kept, ending]))


def _ends_so(name: str, ending: str) -> bool:
    """Whether an acid has the ending that goes with that of its ion: phosphinic acid has not."""
    words = vocabulary(prose.spoken()).acid_endings
    index = [english for english, _ in vocabulary(prose.ENGLISH).acid_endings].index
    return ending == "ide" or name.endswith(words[index(ending)][1].partition("}")[2])


def _of_ion(ion: Formula, name: str) -> str:
    complex_ = complex_in(ion, name) if ion.size > 1 else None
    if complex_ is not None:
        return _of_complex(ion, complex_)
    numeral = NUMERAL.search(name)
    if numeral and ion.size > 1:
        return _of_pair(ion, numeral[1])
    if numeral:
        return say(
            "({numeral}) is the number of the charge: {charge}.",
            numeral=numeral[1],
            charge=signed(ion.charge),
        )
    if ion.size == 1:
        return _of_one_atom(ion)
    if ion.text.endswith("COO"):
        return say("{ion} is {molecule} without one H^+.", ion=f"{ion.text}^-", molecule=f"{ion.text}H")
    hydrogens = dict(ion.atoms).get("H", 0) - ion.charge
    if hydrogens < 0:  # UO2^2+
        return ""
    acid = Formula.of(
        {**dict(ion.atoms), "H": hydrogens} if hydrogens else {s: n for s, n in ion.atoms if s != "H"}
    )
    facts = {"molecule": naming.written(acid), "ion": naming.written(ion), "count": abs(ion.charge)}
    if ion.charge > 0:
        return say("{ion} is {molecule} with one H^+ more.", **facts)
    if ion.charge == -1:
        return say("{ion} is {molecule} without one H^+.", **facts)
    return say("{ion} is {molecule} without {count} H^+.", **facts)


def _of_complex(formula: Formula, complex_: Complex) -> str:
    """What metal and ligands make together, and in a salt what balances it."""
    parts = prose.listed([f"{n} {part}" if n > 1 else part for part, n in complex_.parts], say("and"))
    said = say(
        "In {ion}, {parts} make {charge} together.",
        ion=complex_.ion,
        parts=parts,
        charge=signed(complex_.charge),
    )
    salt = salt_in(formula, complex_)
    if salt.beside is None:
        return said
    complexes = f"{salt.complexes} {complex_.ion}" if salt.complexes > 1 else complex_.ion
    others = _many(salt.beside, salt.times)
    plus, minus = (complexes, others) if complex_.charge > 0 else (others, complexes)
    total = abs(salt.complexes * complex_.charge)
    balance = say(
        "{plus} and {anions}: {up} and {down} make 0.",
        plus=plus,
        anions=minus,
        up=signed(total),
        down=signed(-total),
    )
    return f"{said} {balance}"


def _of_pair(ion: Formula, numeral: str) -> str:
    """Hg2^2+, whose charge is not the number in its name."""
    return say(
        "In {ion} two atoms share {up}, so each has {charge}: ({numeral}).",
        ion=naming.written(ion),
        up=signed(ion.charge),
        charge=signed(ion.charge // ion.size),
        numeral=numeral,
    )


def _of_one_atom(ion: Formula) -> str:
    ((symbol, _),) = ion.atoms
    group, count = ELEMENTS[symbol].group, abs(ion.charge)
    if ion.charge < 0 and group >= 14:
        template = "Group {group}: {count} electrons are missing to eight, and are taken up."
        one = "Group {group}: one electron is missing to eight, and is taken up."
    elif ion.charge < 0:
        template = one = "{ion} has one electron more than the atom."
    elif group in MAIN_GROUPS:
        template = "Group {group}: the {count} outer electrons are given away."
        one = "Group {group}: the one outer electron is given away."
    else:
        template = one = "The metal has this charge in nearly all its compounds."
    return say(one if count == 1 else template, group=group, count=count, ion=naming.written(ion))


def _name_of(formula: Formula) -> str:
    return naming.names(formula, language=prose.spoken())[0]


# --- molecules ----------------------------------------------------------------------------------------------


def _of_molecule(formula: Formula, name: str) -> str:
    elements = {symbol for symbol, _ in formula.atoms}
    if {"C", "H"} <= elements:
        clauses = list(_of_carbon(formula, name))
        if clauses:
            return " ".join(clauses)
    counts = [f"{n} {symbol} ({prefix})" for symbol, n, prefix in _prefixes(formula, name)]
    if counts:
        return say("The name counts the atoms: {counts}.", counts=", ".join(counts))
    parts = _parts(formula, name)
    if parts:
        return say("The name says the parts: {parts}.", parts=", ".join(parts))
    others = elements - {"H"}
    if "H" in elements and len(others) == 1:
        element = vocabulary(prose.spoken()).element(*others)
        told = say("Only hydrogen and {element}: the name ends in -ane.", element=element)
        if _ends_as_told(name, told):
            return told
    atoms = ", ".join(f"{n} {symbol}" for symbol, n in formula.atoms)
    return say("The name is not made by a rule, but learnt. Atoms: {atoms}.", atoms=atoms)


def _ends_as_told(name: str, told: str) -> bool:
    """Whether the name has the ending that a sentence ends with, if it does."""
    ending = re.search(r" -([a-z]+)\.$", told)
    return ending is None or name.endswith(ending[1])


def _parts(formula: Formula, name: str) -> list[str]:
    """The groups that the name puts together, with what each is called: phosphoryl chloride."""
    parts = PEROXIDE if formula.hill == "H2O2" else naming.ions_of(formula)
    called = {ion: re.sub("( ion|-Ion)$", "", _name_of(ion)) for ion, _ in parts}
    if len(called) < 2 or not all(one.lower() in name.lower() for one in called.values()):
        return []
    atoms = {ion: naming.written(ion).partition("^")[0] for ion in called}
    return [f"{f'{n} ' if n > 1 else ''}{atoms[ion]} ({called[ion]})" for ion, n in parts]


def _prefixes(formula: Formula, name: str) -> Iterator[tuple[str, int, str]]:
    """The elements whose count stands in the name before their own: di-nitrogen, tetr-oxide."""
    language = prose.spoken()
    for symbol, n in formula.atoms:
        called = (_name_of(Formula.of({symbol: 2})), naming.ide_of(symbol, language) or "")
        begins = "|".join(word[:3].lower() for word in called if word)
        prefix = GREEK[n] if n < len(GREEK) else ""
        if prefix and re.search(f"{prefix.rstrip('ao')}[ao]?({begins})", name.lower()):
            yield symbol, n, f"{prefix}-"


def _of_carbon(formula: Formula, name: str) -> Iterator[str]:
    counts = dict(formula.atoms)
    stem = STEMS.get(counts["C"], "")
    if stem and re.match(rf"(1-|2-)?{stem}(an|en|in|yn)", name.lower()):
        yield say("{count} C: {stem}-.", count=counts["C"], stem=stem)
    found = next((says for pattern, says in GROUPS if re.search(pattern, formula.text)), "")
    if not found and set(counts) == {"C", "H"} and counts["H"] == 2 * counts["C"] + 2:
        found = "Only single bonds make it an alkane, -ane."
    told = say(found) if found else ""
    if not _ends_as_told(name, told):  # acetylene
        others = (one for one in naming.names(formula, language=prose.spoken()) if _ends_as_told(one, told))
        told = f"{told.removesuffix('.')}: {next(others, name)}."
    if told:
        yield told

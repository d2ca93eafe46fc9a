"""adjudicator/reference/salts.tsv and identified.tsv, from the package chemicals, and familiar.txt.

The CRC Handbook's tables of inorganic compounds, as the package `chemicals` has them, give names without
formulas. A name counts if our reader finds exactly one composition for it; of a hydrate the dry salt is
taken. The thermodynamic table is left out, for it has fleeting gases such as AlCl2. What the reader
leaves open and a school would still miss is in reviewed_salts.tsv, each line with its source.

The identifier files of `chemicals` have many more salts and acids, with formulas and names by depositors:
identified.tsv has those with a name in which our reader finds just that formula.
"""

from __future__ import annotations

import csv
import re
import tomllib
from pathlib import Path

import chemicals

from adjudicator.chem.elements import METALS
from adjudicator.chem.formula import Formula
from adjudicator.chem.naming import MAX_NAME, names, normalise, plain_name
from adjudicator.chem.naming.reading.meaning import read
from adjudicator.errors import UnreadableInput
from adjudicator.reference.salts import unmade
from adjudicator.reference.table.reading import CompoundTable
from tools.files import ROOT

FILES = (
    "Misc/Physical Constants of Inorganic Compounds.csv",
    "Density/CRC Solid Inorganic Constant Densities.tsv",
)
TO = ROOT / "adjudicator/reference/salts.tsv"
IDENTIFIED = ROOT / "adjudicator/reference/identified.tsv"
IDENTIFIED_HEAD = """\
# Salts and acids beyond salts.tsv, with one formula and name in the identifier files of chemicals {version}.
# They are named, and not called real: depositors list what nobody has made.
# Derived by `python -m tools derive salts`.
formula\tname
"""
IDENTIFIERS = (
    "Inorganic db.tsv",
    "chemical identifiers pubchem small.tsv",
    "chemical identifiers pubchem large.tsv",
)
TABLE = CompoundTable.open()
MOST_ATOMS = 20  # of a salt that is named by its composition
TOPICS = ROOT / "adjudicator/exercises/topics.toml"
FAMILIAR = ROOT / "adjudicator/reference/familiar.txt"
FAMILIAR_HEAD = """\
# Substances that schools know, each with its grade: those of the exercises, of hydrates the dry salt, and of
# the lab shelf. The less the grade, the better known; tools/derived/salts.py says how it is found.
# Derived by `python -m tools derive salts`. Compositions in Hill's order.
"""
HEAD = """\
# Compounds of metals and of ammonium that the CRC Handbook lists, and {reviewed} reviewed by hand.
# Derived by `python -m tools derive salts` from chemicals {version}. Compositions in Hill's order.
formula\tname
"""
# What stands in every school's chemicals or textbook and in no exercise: without it a hint for KNO4 is KNO2.
LAB_SHELF = """
    KNO3 Ca(NO3)2 Fe(NO3)3 Zn(NO3)2 NaNO2 KOH LiOH Ba(OH)2 Mg(OH)2 K2CO3 Li2CO3 MgCO3 FeCO3 ZnCO3 KHCO3
    KCl KI NaBr NaF LiCl AgBr PbCl2 PbI2 PbO Fe3O4 Na2S FeS ZnS PbS CuS Al2S3 Li3N CaC2 SiC AlPO4
"""
REVIEWED = Path(__file__).with_name("reviewed_salts.tsv")  # formula, name and where it is written
_WATER = re.compile(
    r" (?:hemi|mono|di|tri|tetra|penta|hexa|hepta|octa|nona|deca|undeca|dodeca|octadeca)?hydrate$"
)
_ANION = re.compile(
    r"(?:ide|ate|ite)\b"
)  # with two, as in calcium hydroxide phosphate, the name does not say how many
# Of these only the main groups keep to their charges: hafnium silicide is HfSi2, and no HfSi.
_LOOSE = re.compile(r"(?:silic|bor|carb|german|phosph|arsen|antimon|stann|hydr|nitr)ide$")
_KEEP = frozenset(["Li", "Na", "K", "Rb", "Cs", "Be", "Mg", "Ca", "Sr", "Ba", "Al", "Zn"])
_REMARK = re.compile(
    r" (?:\((?![IV,]+\))[^)]*\)|\[[^]]*\])$"
)  # (litharge), [UB4]; not the number in iron(III)


def files() -> dict[Path, str]:
    folder = Path(chemicals.__file__).parent
    by_hand = _reviewed()
    found = {formula.hill: _shown(formula, name) for formula, name in by_hand}
    keys, reviewed = {normalise(name) for _, name in by_hand}, len(found)
    for file in FILES:
        with (folder / file).open(encoding="utf-8") as lines:
            for row in csv.DictReader(lines, delimiter="\t"):
                name = _WATER.sub("", _REMARK.sub("", row["Chemical"]))
                if normalise(name) in keys:
                    continue
                readings = {meaning.formula for meaning in read(normalise(name)).definite}
                if len(readings) == 1 and len(_ANION.findall(name)) == 1:
                    formula = readings.pop()
                    loose = "(" not in name and _is_loose(name, formula)
                    if (
                        not loose
                        and not formula.charge
                        and len(formula.atoms) > 1
                        and _is_salt(formula, name)
                        and unmade(formula) is None
                    ):
                        found.setdefault(formula.hill, _shown(formula, name))
    rows = "".join(f"{hill}\t{name}\n" for hill, name in sorted(found.items()))
    head = HEAD.format(reviewed=reviewed, version=chemicals.__version__)
    named = "".join(
        f"{hill}\t{name}\n" for hill, name in sorted(_identified(folder).items()) if hill not in found
    )
    identified = IDENTIFIED_HEAD.format(version=chemicals.__version__) + named
    return {TO: head + rows, IDENTIFIED: identified, FAMILIAR: familiar_file()}


def _identified(folder: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for file in IDENTIFIERS:
        with (folder / "Identifiers" / file).open(encoding="utf-8") as lines:
            for line in lines:
                _, _, text, _, _, _, _, *theirs = line.rstrip("\n").split("\t")
                formula = _salt_or_acid(text, line)
                if formula is not None and formula.hill not in found and unmade(formula) is None:
                    ours = plain_name(formula)
                    if ours and not _is_loose(ours, formula) and any(_says(name, formula) for name in theirs):
                        found[formula.hill] = names(Formula.of(dict(formula.atoms)))[0]
    return found


def _is_loose(name: str, formula: Formula) -> bool:
    return bool(_LOOSE.search(name)) and not _KEEP & set(dict(formula.atoms))


def _salt_or_acid(text: str, line: str) -> Formula | None:
    """The formula of a salt or an acid that the table of molecules does not have."""
    try:
        formula = Formula.parse(text)
    except UnreadableInput:
        return None
    elements = {symbol for symbol, _ in formula.atoms}
    acid = "H" in elements and "C" not in elements
    of_ions = not METALS.isdisjoint(elements) or (len(elements) > 2 and (acid or "ammonium" in line.lower()))
    fits = of_ions and not formula.charge and len(elements) > 1 and formula.size <= MOST_ATOMS
    return formula if fits and not TABLE.by_formula(formula.hill) else None


def _says(name: str, formula: Formula) -> bool:
    bare = _REMARK.sub("", name)
    if len(bare) > MAX_NAME or _WATER.search(bare):
        return False
    meanings = read(normalise(bare)).definite
    return {meaning.formula for meaning in meanings} == {formula} and all(m.sound for m in meanings)


def familiar_file() -> str:
    """What the exercises ask about is what a school knows, and the lab shelf; of a hydrate its dry salt.

    The grade of each is the level that teaches it, one better where two topics do. The lab shelf, and a salt
    that only its hydrate stands for, come with the second level.
    """
    levels: dict[str, list[int]] = {}
    beside = {Formula.parse(text).hill for text in LAB_SHELF.split()}
    for row in tomllib.loads(TOPICS.read_text(encoding="utf-8"))["topic"]:
        for n in (1, 2, 3) if "write" in row.get("kinds", ()) else ():
            for text in row[f"level-{n}"]:
                dry, dot, _ = text.partition("·")
                formula = Formula.parse(dry)
                if dot:
                    beside.add(formula.hill)
                elif not formula.charge:
                    levels.setdefault(formula.hill, []).append(n)
    grades = dict.fromkeys(beside, 2)
    grades |= {hill: min(found) - (found.count(min(found)) > 1) for hill, found in levels.items()}
    return FAMILIAR_HEAD + "".join(f"{hill}\t{grade}\n" for hill, grade in sorted(grades.items()))


def _reviewed() -> list[tuple[Formula, str]]:
    """What is named so here is not read in the tables: bismuth tetroxide counts short."""
    with REVIEWED.open(encoding="utf-8") as lines:
        rows = csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t")
        return [(Formula.parse(row["formula"]), row["name"]) for row in rows]


def _is_salt(formula: Formula, name: str) -> bool:
    return "ammonium" in name.lower() or any(symbol in METALS for symbol, _ in formula.atoms)


def _shown(formula: Formula, name: str) -> str:
    """As `adjudicator name` calls it; ammonium cyanide, with the atoms of a molecule too, as a salt."""
    spelled = (name[0].lower() + name[1:]).replace("aluminum", "aluminium").replace("cesium", "caesium")
    ours = names(Formula.of(dict(formula.atoms)))
    if "ammonium" in spelled:
        ours = tuple(one for one in ours if "ammonium" in one)
    return ours[0] if ours else spelled

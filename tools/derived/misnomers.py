"""misnomers.tsv: names in the reference table that are other substances' names.

OPSIN reads every name of the table, and every name that was taken out of it, as a structure; where that is
not the row's, the name is wrong for it. What is taken out makes room for another synonym, so build the table
anew afterwards, and run this again until it finds nothing new. Names of groups (1-methylethenyl for allene),
which OPSIN reads with an open bond, are looked for among all that the sources have. Needs Java.
"""

from __future__ import annotations

import re
import sqlite3
import tempfile
import warnings
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from py2opsin import py2opsin
from rdkit import Chem, rdBase

from adjudicator.chem.skeleton import skeleton_key
from adjudicator.errors import UnreadableInput
from adjudicator.reference.table import names
from adjudicator.reference.table.building import INCHIKEY_SKELETON, MISNOMERS, OPEN, SCHOOL
from adjudicator.reference.table.reading import SHIPPED, CompoundTable
from adjudicator.reference.table.school import read_school
from adjudicator.reference.table.sources import Inputs

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from adjudicator.reference.table.reading import Compound

BATCH = 20_000
ANOTHER = "another"
# Numbers, Greek letters, ortho and its kin, and what tells branched groups apart.
# Trivial names that OPSIN builds upon otherwise than chemists do: camphanic acid is a lactone, no camphane.
BUILT_OTHERWISE = re.compile(r"camphan(?:ic|oyl|yl)|neuraminic|thioadenosine|acetylcodeine")
# A word that ends as the name of a group does, unless two groups make a molecule: acetylpropionyl.
GROUP = re.compile(r"[^ ]*(?:yl|oxy|ylidene)")
TWO_GROUPS = re.compile(
    r"cacodyl|.*dibenzyl|(?:acetyl|benzoyl|valeryl)[a-z]*(?:acetyl|formyl|benzoyl|oyl|ionyl|yryl|eryl)"
)
SAYS_WHERE = re.compile(r"\d|alpha|beta|gamma|delta|omega|\b[omp]-|ortho|meta|para|iso|sec|tert|neo|sym|vic")


def misnomers(pairs: list[tuple[Compound, str]]) -> Iterator[tuple[str, ...]]:
    """The first part of the InChIKey and the name that is not the compound's; or may be, then "open"."""
    structures = dict(_structures(sorted({name for _, name in pairs})))
    owned = {(compound.skeleton, names.normalise(name)) for compound, name in pairs}
    reviewed = {
        names.normalise(name) for lesson in read_school(SCHOOL) for name in (lesson.name, lesson.on_record)
    }
    for compound, name in pairs:
        smiles, key = structures.get(name, ""), names.normalise(name)
        found = doubt(name, smiles, compound.skeleton) if smiles and key not in reviewed else ""
        if found == OPEN and (skeleton_key(smiles), key) in owned:
            found = ANOTHER  # glycylalanine is not alanylglycine, for there is such a substance
        if found:
            yield compound.inchikey[:INCHIKEY_SKELETON], name, *([OPEN] if found == OPEN else [])


def groups(rows: Collection[str]) -> Iterator[tuple[str, ...]]:
    """The first part of the InChIKey and the name of a group, of what the sources call these compounds."""
    pairs = {
        (record.inchikey[:INCHIKEY_SKELETON], name.lower())
        for record in Inputs.installed().records()
        if record.inchikey[:INCHIKEY_SKELETON] in rows
        for name in (record.common, *record.synonyms)
        if GROUP.fullmatch(name.lower()) and names.is_word(name)
    }
    listed = sorted({name for _, name in pairs})
    open_bonds = {name for name, smiles in _structures(listed, groups_too=True) if "*" in smiles}
    molecules = {name for name, smiles in _structures(listed) if smiles}
    for key, name in pairs:
        if name in open_bonds - molecules and not TWO_GROUPS.fullmatch(name):
            yield key, name


def _structures(listed: list[str], *, groups_too: bool = False) -> Iterator[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of every name that it cannot read
        for start in range(0, len(listed), BATCH):
            batch = listed[start : start + BATCH]
            read = py2opsin(
                batch,
                allow_radicals=groups_too,
                wildcard_radicals=groups_too,
                tmp_fpath=f"{folder}/names.txt",
            )
            yield from zip(batch, read, strict=True)


def doubt(name: str, smiles: str, skeleton: str) -> str:
    """Whether the structure that a name was read as is certainly not the row's: another, open, or no doubt.

    Tautomers are no proof. Another set of heavy atoms is; other bonds between them are where the name says
    where. Where it does not, it leaves the structure open: (allyloxy)propanediol may be several ethers.
    """
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles, sanitize=False)
    if (
        mol is None
        or BUILT_OTHERWISE.search(name)
        or "." in smiles
        or "*" in smiles
        or any(atom.GetFormalCharge() for atom in mol.GetAtoms())
    ):
        return ""
    try:
        read = skeleton_key(smiles)
    except UnreadableInput:
        return ""
    if _element(read) and _element(read) == _element(skeleton):
        return ""  # sulfur is S8, S6 and S
    theirs, ours = _heavy(read), _heavy(skeleton)
    if _symbols(theirs) != _symbols(ours):
        return ANOTHER
    if Chem.MolToSmiles(theirs) == Chem.MolToSmiles(ours):
        return ""
    return ANOTHER if SAYS_WHERE.search(name) else OPEN


def _element(skeleton: str) -> str:
    """The symbol of what is an element, not a compound."""
    symbols = set(re.findall("[A-Z][a-z]?", skeleton))
    return symbols.pop() if len(symbols) == 1 else ""


def _heavy(skeleton: str) -> Chem.Mol:
    """The skeleton without hydrogens."""
    mol = Chem.MolFromSmiles(skeleton, sanitize=False)
    for atom in mol.GetAtoms():
        atom.SetNumExplicitHs(0)
    return mol


def _symbols(mol: Chem.Mol) -> list[str]:
    return sorted(atom.GetSymbol() for atom in mol.GetAtoms())


def files() -> dict[Path, str]:
    table, path = CompoundTable.open(), Path(MISNOMERS)
    lines = path.read_text(encoding="utf-8").splitlines()
    listed = {tuple(line.split("\t")) for line in lines if line and not line.startswith("#")}
    with closing(sqlite3.connect(SHIPPED)) as database:
        formulas = [formula for (formula,) in database.execute("SELECT DISTINCT formula FROM compound")]
    compounds = [compound for formula in formulas for compound in table.by_formula(formula)]
    pairs = [(compound, name) for compound in compounds for name in table.names_of(compound)]
    rows = {compound.inchikey[:INCHIKEY_SKELETON]: compound for compound in compounds}
    pairs += [(rows[key], name) for key, name, *_ in listed if key in rows]
    found = {*misnomers(pairs), *groups(rows), *(line for line in listed if line[0] not in rows)}
    head = [line for line in lines if line.startswith("#")]
    return {path: "\n".join([*head, *map("\t".join, sorted(found))]) + "\n"}

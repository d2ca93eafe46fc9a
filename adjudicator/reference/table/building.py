"""Derives the shipped table from the `chemicals` package and overrides.toml: same input, same bytes."""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.chem.naming import MAX_NAME
from adjudicator.chem.naming import names as name_by_rule
from adjudicator.errors import AdjudicatorError
from adjudicator.reference.policy import agreed_value, contradicted, plausible
from adjudicator.reference.screening import Fault, inchikey_of, screen, structure_of
from adjudicator.reference.table import names
from adjudicator.reference.table.estimate import fit
from adjudicator.reference.table.overrides import read_overrides
from adjudicator.reference.table.reading import SHIPPED, WELL_KNOWN
from adjudicator.reference.table.reading_back import agreement, opsin
from adjudicator.reference.table.school import KNOWN_AT_SCHOOL, at_school, read_school
from adjudicator.reference.table.sources import Inputs, read_handbook
from adjudicator.reference.table.writing import Entry, write_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from adjudicator.chem.formula import Formula
    from adjudicator.reference.screening import Structure
    from adjudicator.reference.table.overrides import Override
    from adjudicator.reference.table.reading_back import Reader
    from adjudicator.reference.table.sources import HandbookLine, Record

OVERRIDES = Path(__file__).parent / "overrides.toml"
HANDBOOK = Path(__file__).parent / "handbook.tsv"
SCHOOL = Path(__file__).parent / "school.toml"
MISNOMERS = Path(__file__).parent / "misnomers.tsv"
NEVER = Path(__file__).parent / "never.tsv"
OPEN = "open"  # of a name in misnomers.tsv: the structure may be this one
Misnomers = dict[str, dict[str, str]]
# How the identifier files write systematic names, in small letters and with prefixes that nobody says.
_LOCANT = re.compile(r"(?<![a-z])n(?=[-,'])")
_MANY = re.compile(r"(bis|tris|tetrakis|pentakis|hexakis)\(((?:oxid|az|fluor|chlor|brom|iod)anyl)\)")
_GREEK = {"bis": "di", "tris": "tri", "tetrakis": "tetra", "pentakis": "penta", "hexakis": "hexa"}
_USUAL = tuple(
    (re.compile(rf"(?:{machine_made})(?!idene|ium)"), usual)
    for machine_made, usual in (
        ("oxidanylidene", "oxo"),
        ("azanyl", "amino"),
        ("(?<!di)oxidanyl|(?<=[0-9]-di)oxidanyl", "hydroxy"),
        ("fluoranyl", "fluoro"),
        ("chloranyl", "chloro"),
        ("bromanyl", "bromo"),
        ("iodanyl", "iodo"),
    )
)
INCHIKEY_SKELETON = 14  # letters of an InChIKey that say how the atoms are joined
# Synonyms kept, for space: of compounds with a boiling point, and of other small ones.
SYNONYMS_STABLE, SYNONYMS_SMALL, SMALL_ATOMS = 6, 3, 20


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What went into the table, what did not, and why."""

    version: str
    rows: int
    formulas: int
    boiling: int
    set_aside: int
    contradicted: int
    nameless: int
    not_at_hand: int
    unnamed: int
    confirmed: int
    synonyms: int
    size: int
    lines_read: int
    dropped: dict[Fault, int] = field(default_factory=dict)
    overrides: dict[str, int] = field(default_factory=dict)

    def lines(self) -> list[str]:
        return [
            f"{self.lines_read:>7,} lines read",
            *(f"{self.dropped.get(fault, 0):>7,} dropped: {fault.value}" for fault in Fault),
            f"{self.nameless:>7,} dropped: nothing but a catalogue number for a name, and no boiling point",
            *(f"{n:>7,} overrides: {action}" for action, n in sorted(self.overrides.items())),
            f"{self.rows:>7,} compounds with {self.formulas:,} formulas",
            f"{self.boiling:>7,} with an accepted boiling or sublimation point",
            f"{self.set_aside:>7,} values set aside: too low for the structure, or far off and another near",
            f"{self.contradicted:>7,} accepted values that two agreeing sources contradict",
            f"{self.not_at_hand:>7,} names of school.toml that no compound has",
            f"{self.unnamed:>7,} without a name to show: neither ours nor read back to the structure",
            f"{self.confirmed:>7,} synonyms that OPSIN reads as the structure",
            f"{self.synonyms:>7,} other synonyms",
            f"{self.size:>7,} kB",
            f"version {self.version}",
        ]


def build(
    target: Path = SHIPPED,
    *,
    inputs: Inputs | None = None,
    overrides: Path = OVERRIDES,
    handbook: Path | None = HANDBOOK,
    school: Path | None = SCHOOL,
    misnomers: Path | None = MISNOMERS,
    never: Path | None = NEVER,
    reader: Reader = opsin,
    progress: Callable[[int], None] = lambda _: None,
) -> BuildReport:
    """Writes the table to `target`; `progress` is told how many lines have been read."""
    inputs = inputs or Inputs.installed()
    reviewed = read_overrides(overrides)
    boiling = inputs.boiling_points()
    handbook_names = inputs.handbook_names()
    mentions = inputs.mentions()

    dropped: Counter[Fault] = Counter()
    entries: dict[str, Entry] = {}  # by structure, stereo included
    left_out: dict[int, tuple[str, ...]] = {}  # names of what an override may bring back, by CAS number
    lines_read = 0
    for record in inputs.records():
        lines_read += 1
        progress(lines_read)
        structure = screen(record.smiles, record.formula)
        if isinstance(structure, Fault):
            dropped[structure] += 1
            left_out[record.cas] = (record.common, *record.synonyms)
            continue
        entry = _entry(record, structure, boiling.get(record.cas, {}), handbook_names.get(record.cas))
        if structure.smiles in entries:
            dropped[Fault.DUPLICATE] += 1
            entry = _better(entries[structure.smiles], entry)
        entries[structure.smiles] = entry

    for line in read_handbook(handbook) if handbook else ():
        _add_handbook_line(line, entries, boiling)
    for override in reviewed:
        _apply(override, entries, boiling, left_out)
    _estimate(entries)
    famous = [replace(entry, fame=mentions.get(entry.cas or 0, 0)) for entry in entries.values()]
    doubts = read_misnomers(misnomers) if misnomers is not None else {}
    banned = read_never(never) if never is not None else frozenset()
    famous = [_without(entry, banned) for entry in _without_misnomers(famous, doubts)]
    lessons = read_school(school) if school is not None else ()
    famous = list(at_school(lessons, famous))
    named = [entry for entry in famous if entry.sources or not names.is_code(entry.name)]
    rows = sorted((_trim(entry) for entry in _settle_names(named)), key=Entry.order)
    rows = list(_read_back(rows, reader, doubts))
    reviewed_files = [
        path.read_bytes() for path in (overrides, handbook, school, misnomers, never) if path is not None
    ]
    version = write_table(target, rows, inputs, reviewed_files)
    return BuildReport(
        version=version,
        rows=len(rows),
        formulas=len({entry.structure.formula for entry in rows}),
        boiling=sum(entry.sources != () for entry in rows),
        set_aside=sum(len(e.values) - len(plausible(e.values, e.estimate)) for e in rows),
        nameless=len(famous) - len(named),
        not_at_hand=len({lesson.name for lesson in lessons} - {entry.name for entry in rows}),
        contradicted=sum(
            e.override is None
            and e.boiling is not None
            and contradicted(e.boiling.kelvin, plausible(e.values, e.estimate))
            for e in rows
        ),
        unnamed=sum(not entry.name for entry in rows),
        confirmed=sum(len(entry.confirmed) for entry in rows),
        synonyms=sum(len(entry.synonyms) for entry in rows),
        size=target.stat().st_size // 1000,
        lines_read=lines_read,
        dropped=dict(dropped),
        overrides=dict(Counter(override.action for override in reviewed)),
    )


def _entry(record: Record, structure: Structure, values: dict[str, float], handbook: str | None) -> Entry:
    name = names.choose(handbook, record.common, record.iupac, record.synonyms)
    return Entry(
        structure=structure,
        name=name,
        inchikey=record.inchikey,
        cid=record.cid,
        cas=record.cas,
        values=values,
        synonyms=names.keep_english(name, (record.common, *record.synonyms, record.iupac)),
        iupac=record.iupac,
    )


def _add_handbook_line(
    line: HandbookLine, entries: dict[str, Entry], boiling: dict[int, dict[str, float]]
) -> None:
    """Boiling points under a registry number that no identifier file has, for a structure without one."""
    structure = structure_of(line.smiles)
    earlier = entries.get(structure.smiles)
    if earlier is not None:
        entries[structure.smiles] = replace(earlier, values={**boiling.get(line.cas, {}), **earlier.values})
        return
    entries[structure.smiles] = Entry(
        structure=structure,
        name=names.choose(line.name, "", "", ()),
        inchikey=inchikey_of(line.smiles),
        cid=None,
        cas=line.cas,
        values=boiling.get(line.cas, {}),
        synonyms=(),
        own_name=True,
    )


def _estimate(entries: dict[str, Entry]) -> None:
    """Gives every compound that some source has a boiling point of the one its structure lets expect."""
    measured = {smiles: entry for smiles, entry in entries.items() if entry.values}
    agreed = [(smiles, shared) for smiles, e in measured.items() if (shared := agreed_value(e.values))]
    estimator = fit(agreed)
    for smiles, entry in measured.items():
        entries[smiles] = replace(entry, estimate=estimator.estimate(smiles))


def _better(earlier: Entry, later: Entry) -> Entry:
    """Of two lines for one structure, the one with a boiling point, else the later file's."""
    return earlier if earlier.sources and not later.sources else later


def _without_misnomers(entries: Iterable[Entry], misnomers: Misnomers) -> Iterator[Entry]:
    """The entries without names of other substances: what a source mixed up, argon as cyclopentenone. What
    leaves the structure open, trichloropropene, is a name among others, but never the one that is shown.
    """
    for entry in entries:
        doubts = misnomers.get(entry.inchikey[:INCHIKEY_SKELETON])
        if not doubts:
            yield entry
            continue
        every = (entry.name, *entry.synonyms)
        left = [n for n in every if names.normalise(n) not in doubts]
        left += [n for n in every if doubts.get(names.normalise(n)) == OPEN]
        left = left or [entry.name]  # there is no better one
        yield replace(entry, name=left[0], synonyms=tuple(left[1:]))


def _without(entry: Entry, banned: frozenset[str]) -> Entry:
    """The entry without what is never accepted; its own name is replaced by the next."""
    every = [n for n in (entry.name, *entry.synonyms) if names.normalise(n) not in banned]
    if len(every) == 1 + len(entry.synonyms):
        return entry
    return replace(entry, name=every[0] if every else entry.iupac, synonyms=tuple(every[1:]))


def read_never(path: Path) -> frozenset[str]:
    """Names that are never accepted, though sources agree on them: the name and, after a tab, why."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return frozenset(names.normalise(line.split("\t")[0]) for line in lines if line and line[0] != "#")


def read_misnomers(path: Path) -> Misnomers:
    """By the first part of the InChIKey, the names that are not the compound's, or leave it open."""
    found: dict[str, dict[str, str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            skeleton, name, *doubt = line.split("\t")
            found.setdefault(skeleton, {})[names.normalise(name)] = doubt[0] if doubt else ""
    return found


def _settle_names(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Names as `adjudicator name` gives them, and no synonym that is the name of another substance."""
    ordered = sorted(entries, key=Entry.order)
    owners = {names.normalise(entry.name): entry.structure.formula for entry in ordered}
    settled: set[Formula] = set()
    for entry in ordered:
        formula = entry.structure.formula
        by_rule = None if formula in settled else _preferred(entry)
        settled.add(formula)
        candidates = (entry.name, *entry.synonyms)
        own = [n for n in candidates if owners.get(names.normalise(n), formula) == formula]
        name = by_rule or entry.name
        synonyms = names.keep(name, own)
        yield replace(entry, name=name, own_name=entry.own_name or by_rule is not None, synonyms=synonyms)


def _preferred(entry: Entry) -> str | None:
    """The first of the rule-made names of an inorganic compound, if its own is one of the others; of one or
    two elements in any case: fluorine, not diatomic fluorine; phosphorus pentachloride.
    """
    elements = {symbol for symbol, _ in entry.structure.formula.atoms}
    if {"C", "H"} <= elements or entry.fame >= KNOWN_AT_SCHOOL:
        return None  # a composition of carbon and hydrogen is many substances
    # The records are of molecules: H2N-N=N-NH2 is not ammonium azide.
    by_rule = [name for name in name_by_rule(entry.structure.formula) if not name.startswith("ammonium ")]
    own = names.normalise(entry.name)
    simple = len(elements) == 1 or (len(elements) == 2 and "C" not in elements)
    return by_rule[0] if by_rule and (simple or own in map(names.normalise, by_rule)) else None


def _read_back(entries: list[Entry], reader: Reader, doubts: Misnomers) -> Iterator[Entry]:
    """The name to show is ours, or the first that is read as this very structure (C-NAME-SHOWN).

    Synonyms that say another structure are dropped, unless they only leave it open which.
    """
    read = reader(sorted({name for e in entries for name in (e.name, *e.synonyms, *_systematic(e)) if name}))
    for entry in entries:
        left_open = doubts.get(entry.inchikey[:INCHIKEY_SKELETON], {})
        agreements = {
            name: "open"
            if left_open.get(names.normalise(name)) == OPEN
            else agreement(smiles, entry.structure)
            for name in (entry.name, *entry.synonyms, *_systematic(entry))
            if (smiles := read.get(name, ""))
        }
        synonyms = [name for name in entry.synonyms if agreements.get(name) not in ("other", "tautomer")]
        confirmed = [name for name in synonyms if agreements.get(name) == "same"]
        name = entry.name
        if not entry.own_name and agreements.get(name) != "same":
            candidates = (*_systematic(entry), *confirmed, name)
            true = [n for kind in ("same", "tautomer") for n in candidates if agreements.get(n) == kind]
            synonyms += [name] if agreements.get(name) not in ("other", "tautomer") else []
            name = true[0] if true else ""
        careful = next((n for n in _systematic(entry) if agreements.get(n) == "same"), None)
        if careful is not None and (
            entry.fame < WELL_KNOWN or names.normalise(careful) == names.normalise(name)
        ):
            careful = None  # for space: beside the names of what people speak of
        shown = {names.normalise(n) for n in (name, careful or "")}
        yield replace(
            entry,
            name=name,
            systematic=careful,
            confirmed=tuple(n for n in confirmed if names.normalise(n) not in shown),
            synonyms=tuple(n for n in synonyms if n not in confirmed and names.normalise(n) not in shown),
        )


def _systematic(entry: Entry) -> tuple[str, ...]:
    """The source's systematic name as chemists write it: 1-aminopropan-2-ol, not 1-azanylpropan-2-ol."""
    if not entry.iupac:
        return ()
    text = _LOCANT.sub("N", names.tidy(entry.iupac))
    text = _MANY.sub(lambda found: f"{_GREEK[found[1]]}{found[2]}", text)
    for machine_made, usual in _USUAL:
        text = machine_made.sub(usual, text)
    return (text,) if len(text) <= MAX_NAME else ()


def _trim(entry: Entry) -> Entry:
    """The entry with as many synonyms as are worth their space."""
    small = entry.structure.formula.size <= SMALL_ATOMS
    most = SYNONYMS_STABLE if entry.sources else SYNONYMS_SMALL if small else 0
    return replace(entry, synonyms=entry.synonyms[:most])


# --- overrides --------------------------------------------------------------------------------------------


def _apply(
    override: Override,
    entries: dict[str, Entry],
    boiling: dict[int, dict[str, float]],
    left_out: dict[int, tuple[str, ...]],
) -> None:
    if override.action == "reject":
        matches = [e for e in entries.values() if e.structure.skeleton == override.structure.skeleton]
    else:
        matches = [entries[s] for s in [override.structure.smiles] if s in entries]
        if not matches and override.action == "add":
            matches = [_new_entry(override, left_out.get(override.cas or 0, ()))]
    if not matches:
        raise AdjudicatorError(
            "override_without_effect",
            f"The override of {override.structure.formula} ({override.structure.smiles}) meets no compound.",
        )
    for entry in matches:
        if override.action == "strike":
            del entries[entry.structure.smiles]
            left_out[entry.cas or 0] = (entry.name, *entry.synonyms)
            continue
        name = override.name or entry.name
        entries[entry.structure.smiles] = replace(
            entry,
            name=name,
            own_name=entry.own_name or override.name is not None,
            synonyms=names.keep(name, (entry.name, *entry.synonyms)),
            cas=override.cas or entry.cas,
            values=entry.values if override.cas is None else boiling.get(override.cas, {}),
            override=override.kelvin if override.kelvin is not None else entry.override,
            review=override.review or entry.review,
            reviewed_remark=override.remark or entry.reviewed_remark,
        )


def _new_entry(override: Override, synonyms: tuple[str, ...]) -> Entry:
    if override.name is None:
        raise AdjudicatorError("bad_overrides", f"{override.structure.formula} is new and needs a name.")
    return Entry(
        structure=override.structure,
        name=override.name,
        inchikey=inchikey_of(override.structure.smiles),
        cid=override.cid,
        cas=override.cas,
        values={},
        synonyms=names.keep_english(override.name, synonyms),
        own_name=True,
    )


# --- from the command line --------------------------------------------------------------------------------


def build_showing_progress(target: Path = SHIPPED) -> BuildReport:
    """A bar on a terminal, plain lines elsewhere, and the report at the end."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(file=sys.stdout, highlight=False, soft_wrap=True)
    inputs = Inputs.installed()
    total = inputs.count_lines()
    if console.is_terminal:
        with Progress(TextColumn("Reading"), BarColumn(), MofNCompleteColumn(), console=console) as bar:
            task = bar.add_task("", total=total)
            report = build(target, inputs=inputs, progress=lambda n: bar.update(task, completed=n))
    else:
        report = build(target, inputs=inputs, progress=_print_every(10_000, total, console.print))
    for line in report.lines():
        console.print(line)
    return report


def _print_every(step: int, total: int, write: Callable[[str], None]) -> Callable[[int], None]:
    def progress(done: int) -> None:
        if done % step == 0:
            write(f"read {done:,} of {total:,} lines")

    return progress


def main(arguments: Iterable[str] = ()) -> None:
    """`python -m adjudicator.reference.table.building [target]`"""
    given = list(arguments)
    try:
        build_showing_progress(Path(given[0]) if given else SHIPPED)
    except AdjudicatorError as error:
        sys.exit(error.message)


if __name__ == "__main__":
    main(sys.argv[1:])

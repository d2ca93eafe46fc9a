"""The build of the reference table, on a handful of lines in the layout of the `chemicals` package."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from adjudicator.chem.skeleton import skeleton_key
from adjudicator.errors import AdjudicatorError
from adjudicator.reference.policy import MEASURED
from adjudicator.reference.screening import Fault, Structure, screen, structure_of
from adjudicator.reference.table.building import (
    HANDBOOK,
    MISNOMERS,
    NEVER,
    OVERRIDES,
    SCHOOL,
    BuildReport,
    _print_every,
    build,
    main,
)
from adjudicator.reference.table.overrides import read_overrides
from adjudicator.reference.table.reading import SHIPPED, CompoundTable
from adjudicator.reference.table.schema import (
    pack_inchikey,
    pack_skeleton,
    unpack_inchikey,
    unpack_skeleton,
)
from adjudicator.reference.table.sources import BOILING_FILES, IDENTIFIER_FILES, Inputs, read_handbook
from tools.derived.misnomers import doubt

# cid, CAS, formula, SMILES, InChIKey, IUPAC name, common name, synonyms
WATER = (962, "7732-18-5", "H2O", "O", "XLYOFNOQVPJJNP-UHFFFAOYSA-N", "oxidane", "water", "aqua", "7732-18-5")
ETHANOL = (702, "64-17-5", "C2H6O", "CCO", "LFQSCWFLJHTTHZ-UHFFFAOYSA-N", "ethanol", "ethanol", "alcohol")
ETHER = (8254, "115-10-6", "C2H6O", "COC", "LCGLNKUTAGEVQW-UHFFFAOYSA-N", "methoxymethane", "dimethyl ether")
METHANE = (297, "74-82-8", "CH4", "C", "VNWKTEOKZEHHVL-UHFFFAOYSA-N", "methane", "methane")
LARGE, SMALL, EXAMPLE, INORGANIC = range(4)

Line = tuple[object, ...]


def _inputs(
    directory: Path, lines: dict[int, list[Line]], boiling: dict[str, dict[str, float]] | None = None
) -> Inputs:
    for number, name in enumerate(IDENTIFIER_FILES):
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        rows = []
        for cid, cas, formula, smiles, inchikey, *names in lines.get(number, []):
            rows.append("\t".join(map(str, (cid, cas, formula, 1.0, smiles, "x", inchikey, *names))) + "\n")
        path.write_text("".join(rows), encoding="utf-8")
    columns = {"crc_inorg": "Chemical", "crc_org": "Name"}
    for source, name in BOILING_FILES.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # Some of the real files write CAS numbers without hyphens.
        table = [f"{cas.replace('-', '')}\t\t{k}\n" for cas, k in (boiling or {}).get(source, {}).items()]
        path.write_text(f"CAS\t{columns.get(source, 'Tm')}\tTb\n" + "".join(table), encoding="utf-8")
    return Inputs(directory, "0.0.1")


Builder = Callable[..., tuple[BuildReport, CompoundTable]]


def _agreeing(lines: dict[int, list[Line]]) -> Callable[[Sequence[str]], dict[str, str]]:
    """A reader of names that agrees with the lines: each name is the structure of the line that has it."""
    said = {
        str(name).lower(): str(line[3])
        for group in lines.values()
        for line in group
        if isinstance(screen(str(line[3]), str(line[2])), Structure)
        for name in line[5:]
    }
    return lambda listed: {name: said[name.lower()] for name in listed if name.lower() in said}


@pytest.fixture
def make(tmp_path: Path) -> Builder:
    def make_table(
        lines: dict[int, list[Line]],
        boiling: dict[str, dict[str, float]] | None = None,
        overrides: str = "",
        handbook: Path | None = None,
        reader: Callable[[Sequence[str]], dict[str, str]] | None = None,
        never: Path | None = None,
    ) -> tuple[BuildReport, CompoundTable]:
        reviewed = tmp_path / "overrides.toml"
        reviewed.write_text(overrides, encoding="utf-8")
        target = tmp_path / "table.sqlite"
        inputs = _inputs(tmp_path / "data", lines, boiling)
        report = build(
            target,
            inputs=inputs,
            overrides=reviewed,
            handbook=handbook,
            school=None,
            misnomers=None,
            never=never,
            reader=reader or _agreeing(lines),
        )
        return report, CompoundTable.open(target)

    return make_table


# --- which lines are kept ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("smiles", "formula", "fault"),
    [
        ("[Na+].[Cl-]", "ClNa", Fault.SEVERAL_FRAGMENTS),
        ("C[Hg]C", "C2H6Hg", Fault.METAL),
        ("[2H]O[2H]", "D2O", Fault.ISOTOPE),
        ("[13CH4]", "CH4", Fault.ISOTOPE),
        ("C[N+](C)(C)C", "C4H12N+", Fault.CHARGED),
        ("CC(=O)[O-]", "C2H3O2-", Fault.CHARGED),
        ("", "H2", Fault.UNREADABLE),
        ("C(", "CH4", Fault.UNREADABLE),
        ("C" * 30, "C30H62", Fault.TOO_LARGE),
        ("C(C(=O)O)OOCl(Cl)Cl", "C2H3Cl3O4", Fault.IMPOSSIBLE_VALENCE),
        ("CCO", "C2H4O", Fault.FORMULA_DISAGREES),
        ("CC[Si](CC)CC", "C6H15Si", Fault.ODD_ELECTRONS),
        ("[N]=O", "NO", Fault.ODD_ELECTRONS),
        ("C[Si](C)O[Si](C)C", "C4H12OSi2", Fault.OPEN_SHELL),
        ("[CH2]", "CH2", Fault.OPEN_SHELL),
    ],
)
def test_lines_that_cannot_be_believed(smiles: str, formula: str, fault: Fault) -> None:
    assert screen(smiles, formula) is fault


@pytest.mark.parametrize(
    ("smiles", "formula", "skeleton"),
    [
        ("O", "H2O", "[OH2]"),
        ("[HH]", "H2", "[H][H]"),
        ("O=S=O", "O2S", "[O][S][O]"),
        ("[C-]#[O+]", "CO", "[C][O]"),
        ("FCl(F)F", "ClF3", "[F][Cl]([F])[F]"),
        ("[BH2]1[H][BH2][H]1", "B2H6", "[H]1[BH2][H][BH2]1"),
        ("[Ar]", "Ar", "[Ar]"),
    ],
)
def test_lines_that_are_kept(smiles: str, formula: str, skeleton: str) -> None:
    found = screen(smiles, formula)
    assert isinstance(found, Structure)
    assert (found.formula.hill, found.skeleton) == (formula, skeleton)


def test_every_drop_is_counted(make: Builder) -> None:
    salt = (1, "7647-14-5", "ClNa", "[Na+].[Cl-]", "A-B", "sodium chloride", "sodium chloride")
    heavy = (2, "7789-20-0", "D2O", "[2H]O[2H]", "C-D", "heavy water", "heavy water")
    again = (3, "999-99-4", "H2O", "[H]O[H]", "XLYOFNOQVPJJNP-UHFFFAOYSA-N", "oxidane", "moisture")
    report, table = make({LARGE: [WATER, salt, heavy], SMALL: [ETHANOL, ETHER], INORGANIC: [again]})
    assert report.lines_read == 6
    assert report.dropped == {Fault.SEVERAL_FRAGMENTS: 1, Fault.ISOTOPE: 1, Fault.DUPLICATE: 1}
    assert (report.rows, report.formulas, report.boiling) == (3, 2, 0)
    assert any("1 dropped: isotopically labelled" in line for line in report.lines())
    assert [c.cas for c in table.by_formula("H2O")] == ["999-99-4"]  # from the later file
    assert [c.name for c in table.by_formula("H2O")] == ["water"]  # by rule, as for all binary compounds


def test_of_two_lines_the_one_with_a_boiling_point_stays(make: Builder) -> None:
    again = (-1, "999-99-4", "H2O", "[H]O[H]", "XLYOFNOQVPJJNP-UHFFFAOYSA-N", "oxidane", "moisture")
    _, table = make({LARGE: [WATER], INORGANIC: [again]}, {"crc_inorg": {"7732-18-5": 373.15}})
    assert [(c.name, c.cas, c.boiling_point_k) for c in table.by_formula("H2O")] == [
        ("water", "7732-18-5", 373.15)
    ]


def test_all_four_files_are_read(make: Builder) -> None:
    _, table = make({LARGE: [WATER], SMALL: [ETHANOL], EXAMPLE: [METHANE], INORGANIC: [ETHER]})
    assert [len(table.by_formula(formula)) for formula in ("H2O", "C2H6O", "CH4")] == [1, 2, 1]


def test_columns_come_through(make: Builder) -> None:
    values = {source: {"64-17-5": 351.0 + n / 2} for n, source in enumerate(MEASURED)}
    _, table = make({LARGE: [ETHANOL, (-1, *ETHER[1:])]}, values)
    ethanol, ether = table.by_formula("C2H6O")
    assert (ethanol.cid, ethanol.cas, ethanol.smiles) == (702, "64-17-5", "CCO")
    assert (ethanol.inchikey, ethanol.skeleton) == ("LFQSCWFLJHTTHZ-UHFFFAOYSA-N", "[CH3][CH2][OH]")
    assert (ethanol.boiling_point_k, ethanol.sources) == (351.0, MEASURED)
    assert (ether.cid, ether.boiling_point_k) == (None, None)
    assert table.names_of(ethanol) == ("ethanol", "alcohol")
    assert table.names_of(ether) == ("dimethyl ether", "methoxymethane")


# --- overrides --------------------------------------------------------------------------------------------

LINE = """[[override]]
action = "{action}"
formula = "{formula}"
smiles = "{smiles}"
citation = "CRC Handbook of Chemistry and Physics"
reason = "a test"
{more}
"""


def test_overrides_add_reject_and_rename(make: Builder) -> None:
    silane = (
        5,
        "617-86-7",
        "C6H15Si",
        "CC[Si](CC)CC",
        "E-F",
        "triethylsilicon",
        "triethylsilane",
        "silyl thing",
    )
    overrides = (
        LINE.format(action="add", formula="CH4", smiles="C", more='kelvin = 111.7\nkind = "sublimation"')
        + LINE.format(action="reject", formula="H2O", smiles="O", more="")
        + LINE.format(action="rename", formula="C2H6O", smiles="CCO", more='name = "spirit"')
        + LINE.format(
            action="add",
            formula="C6H16Si",
            smiles="CC[SiH](CC)CC",
            more='name = "triethylsilane"\ncas = "617-86-7"',
        )
    )
    boiling = {"crc_inorg": {"7732-18-5": 373.15}, "crc_org": {"617-86-7": 382.15}}
    report, table = make({LARGE: [WATER, ETHANOL, METHANE, silane]}, boiling, overrides)
    assert report.overrides == {"add": 2, "reject": 1, "rename": 1}
    (methane,), (water,), (ethanol,) = map(table.by_formula, ("CH4", "H2O", "C2H6O"))
    assert (methane.boiling_point_k, methane.boiling_kind, methane.sources) == (
        111.7,
        "sublimes",
        ("override",),
    )
    assert (water.boiling_point_k, water.sources) == (None, ())
    assert table.names_of(ethanol) == ("spirit", "ethanol", "alcohol")
    (silane_row,) = table.by_formula("C6H16Si")
    assert (silane_row.boiling_point_k, silane_row.sources) == (382.15, ("crc_org",))
    assert silane_row.inchikey == "AQRLNPVMDITEJU-UHFFFAOYSA-N"  # triethylsilane in PubChem, CID 12052
    assert "silyl thing" in table.names_of(silane_row)


def test_substances_of_the_handbook_that_the_identifier_files_lack(make: Builder, tmp_path: Path) -> None:
    handbook = tmp_path / "handbook.tsv"
    handbook.write_text(
        "# a comment\ncas\tsmiles\tname\n64-17-6\tCCO\tEthanol\n371-90-4\tFC1(F)CCCCC1\t1,1-Difluorocyclohexane\n",
        encoding="utf-8",
    )
    boiling = {"crc_org": {"64-17-6": 351.4, "371-90-4": 372.65}}
    _, table = make({LARGE: [ETHANOL]}, boiling, handbook=handbook)
    [ethanol] = table.by_formula("C2H6O")
    assert (ethanol.cid, ethanol.boiling_point_k) == (702, 351.4)
    [ring] = table.by_formula("C6H10F2")
    assert (ring.name, ring.cid, ring.cas) == ("1,1-difluorocyclohexane", None, "371-90-4")
    assert (ring.boiling_point_k, ring.sources) == (372.65, ("crc_org",))


def test_every_line_of_the_handbook_is_read_and_has_its_boiling_point() -> None:
    table = CompoundTable.open()
    for line in read_handbook(HANDBOOK):
        structure = structure_of(line.smiles)
        found = [c for c in table.by_formula(structure.formula.hill) if c.skeleton == structure.skeleton]
        assert any(c.boiling_point_k for c in found), line


def test_every_override_is_cited_and_says_whether_that_was_checked() -> None:
    reviewed = read_overrides(OVERRIDES)
    assert all(len(line.citation) >= 20 and line.reason for line in reviewed)
    assert [line.structure.formula.hill for line in reviewed if not line.checked] == []


def test_a_struck_drawing_leaves_its_names_to_the_right_one(make: Builder) -> None:
    wrong = (
        -1,
        "6303-21-5",
        "HO2P",
        "O=PO",
        "G-H",
        "phosphinic acid",
        "hypophosphorous acid",
        "phosphinic acid",
    )
    overrides = LINE.format(action="strike", formula="HO2P", smiles="O=PO", more="") + LINE.format(
        action="add", formula="H3O2P", smiles="O=[PH2]O", more='name = "phosphinic acid"\ncas = "6303-21-5"'
    )
    _, table = make({LARGE: [wrong]}, {"crc_inorg": {"6303-21-5": 403.15}}, overrides)
    assert table.by_formula("HO2P") == ()
    assert [c.formula for c in table.by_name("Hypophosphorous acid")] == ["H3O2P"]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (LINE.format(action="keep", formula="CH4", smiles="C", more=""), "action is 'keep'"),
        (LINE.format(action="reject", formula="CH4", smiles="CC", more=""), "CC is C2H6"),
        (LINE.format(action="reject", formula="CH4", smiles="C", more="kelvin = 3"), "kelvin has no meaning"),
        (LINE.format(action="add", formula="CH4", smiles="C", more="kelvin = 111.7"), "kelvin and a kind"),
        (
            LINE.format(action="add", formula="CH4", smiles="C", more='kelvin = 0\nkind = "boiling"'),
            "0 K is no",
        ),
        (LINE.format(action="reject", formula="CH4", smiles="C.C", more=""), "no structure of one molecule"),
        ('[[override]]\naction = "reject"\nformula = "CH4"\nsmiles = "C"', "citation is missing"),
    ],
)
def test_faulty_overrides_are_refused(tmp_path: Path, line: str, fault: str) -> None:
    path = tmp_path / "overrides.toml"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(AdjudicatorError) as refused:
        read_overrides(path)
    assert refused.value.code == "bad_overrides"
    assert fault in refused.value.message


@pytest.mark.parametrize("action", ["reject", "rename"])
def test_an_override_that_meets_nothing_is_refused(make: Builder, action: str) -> None:
    with pytest.raises(AdjudicatorError) as refused:
        make({LARGE: [WATER]}, {}, LINE.format(action=action, formula="CH4", smiles="C", more=""))
    assert refused.value.code == "override_without_effect"


def test_reviewed_overrides_are_sound() -> None:
    overrides = read_overrides(OVERRIDES)
    keys = [(o.action, o.structure.smiles) for o in overrides]
    assert len(set(keys)) == len(keys)
    assert all(len(o.reason) > 10 for o in overrides)


# --- the file ---------------------------------------------------------------------------------------------


def test_same_input_same_bytes(make: Builder) -> None:
    lines: dict[int, list[Line]] = {LARGE: [WATER, ETHANOL, ETHER], EXAMPLE: [METHANE]}
    boiling = {"crc_org": {"64-17-5": 351.4}}
    _, table = make(lines, boiling)
    first = table.path.read_bytes()
    _, table = make({LARGE: [ETHER, WATER, ETHANOL], EXAMPLE: [METHANE]}, boiling)
    other_order = table.path.read_bytes()
    report, table = make(lines, boiling)
    assert table.path.read_bytes() == first
    assert len(other_order) == len(first)
    assert table.version == report.version
    assert first[96:100] == (3_000_000).to_bytes(4, "big")  # not the version of this machine's SQLite
    assert not table.path.with_name("table.sqlite.partial").exists()


def test_another_datum_is_another_version(make: Builder) -> None:
    one, _ = make({LARGE: [WATER]}, {"crc_inorg": {"7732-18-5": 373.15}})
    two, _ = make({LARGE: [WATER]}, {"crc_inorg": {"7732-18-5": 373.16}})
    assert one.version != two.version


def test_meta_says_what_it_was_made_from(make: Builder) -> None:
    report, table = make({LARGE: [WATER, ETHANOL]})
    meta = dict(sqlite3.connect(table.path).execute("SELECT key, value FROM meta"))
    assert meta["version"] == report.version
    assert (meta["chemicals"], meta["rows"], meta["formulas"], meta["schema"]) == ("0.0.1", "2", "2", "4")
    assert len(meta["inputs_sha256"]) == len(meta["reviewed_sha256"]) == 64


def test_the_shipped_file_is_of_the_reviewed_overrides() -> None:
    from hashlib import sha256

    meta = dict(sqlite3.connect(SHIPPED).execute("SELECT key, value FROM meta"))
    reviewed = b"".join(path.read_bytes() for path in (OVERRIDES, HANDBOOK, SCHOOL, MISNOMERS, NEVER))
    assert meta["reviewed_sha256"] == sha256(reviewed).hexdigest()
    assert sqlite3.connect(SHIPPED).execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize(
    "key", ["[CH3][CH2][OH]", "[H]1[BH2][H][BH2]1", "[SiH3][Cl]", "[F][Xe][F]", "[AsH2][Br]"]
)
def test_packing_loses_nothing(key: str) -> None:
    assert unpack_skeleton(pack_skeleton(key)) == key
    for inchikey in ("LFQSCWFLJHTTHZ-UHFFFAOYSA-N", "WQZGKKKJIJFFOK-GASJEMHNSA-N"):
        assert unpack_inchikey(pack_inchikey(inchikey)) == inchikey


@pytest.mark.nightly
def test_the_whole_build_gives_the_shipped_bytes(tmp_path: Path) -> None:
    pytest.importorskip("chemicals")
    target = tmp_path / "table.sqlite"
    report = build(target)
    assert report.lines_read == Inputs.installed().count_lines()
    assert target.read_bytes() == SHIPPED.read_bytes()


@pytest.mark.nightly
def test_values_are_those_of_the_package() -> None:
    """The files are read as text here; the package reads them with pandas."""
    phase_change = pytest.importorskip("chemicals.phase_change")
    own = Inputs.installed().boiling_points()
    for cas in (
        "7732-18-5",
        "64-17-5",
        "74-82-8",
        "7664-41-7",
        "630-08-0",
        "7446-09-5",
        "71-43-2",
        "7803-62-5",
    ):
        methods = [method for method in phase_change.Tb_methods(cas) if method != "JOBACK"]
        theirs = {method.lower(): round(phase_change.Tb(cas, method), 2) for method in methods}
        assert own[int(cas.replace("-", ""))] == theirs


# --- names that are shown ---------------------------------------------------------------------------------


@pytest.mark.rule("C-NAME-SHOWN")
def test_a_name_is_shown_only_if_it_is_read_back_to_the_structure(make: Builder) -> None:
    line = (
        6342,
        "75-05-8",
        "C2H3N",
        "CC#N",
        "WEVYAHXRMPXWCK-UHFFFAOYSA-N",
        "acetonitrile",
        "mecnol",
        "ethyl nitrile",
    )
    read = {"acetonitrile": "CC#N", "ethyl nitrile": "CCC#N"}
    _, table = make({LARGE: [line]}, reader=lambda listed: {n: read[n] for n in listed if n in read})
    (compound,) = table.by_formula("C2H3N")
    assert compound.name == "acetonitrile"
    assert table.names_of(compound) == ("acetonitrile", "mecnol")
    assert table.names_of(compound, harvested=False) == ("acetonitrile",)
    assert table.by_name("mecnol") == (compound,)
    assert table.attested.by_name("mecnol") == ()
    assert table.by_name("ethyl nitrile") == ()


@pytest.mark.rule("C-NAME-SHOWN")
def test_without_a_name_that_is_read_the_formula_is_shown(make: Builder) -> None:
    line = (6342, "75-05-8", "C2H3N", "CC#N", "WEVYAHXRMPXWCK-UHFFFAOYSA-N", "", "mecnol")
    report, table = make({LARGE: [line]}, reader=lambda _: {})
    (compound,) = table.by_formula("C2H3N")
    assert (compound.name, compound.named, report.unnamed) == ("C2H3N", False, 1)
    assert table.names_of(compound) == ("mecnol",)


@pytest.mark.rule("C-NAME-SHOWN")
def test_machine_made_prefixes_are_written_as_chemists_do(make: Builder) -> None:
    line = (
        4,
        "78-96-6",
        "C3H9NO",
        "CC(O)CN",
        "HXKKHQJGJAFBHI-UHFFFAOYSA-N",
        "1-azanylpropan-2-ol",
        "mipanol",
    )
    read = {"1-aminopropan-2-ol": "CC(O)CN"}
    _, table = make({LARGE: [line]}, reader=lambda listed: {n: read[n] for n in listed if n in read})
    assert table.by_formula("C3H9NO")[0].name == "1-aminopropan-2-ol"


def test_what_is_never_accepted_is_left_out(make: Builder, tmp_path: Path) -> None:
    never = tmp_path / "never.tsv"
    never.write_text("# why\nMeCN-ol\ta brand\n", encoding="utf-8")
    line = (6342, "75-05-8", "C2H3N", "CC#N", "WEVYAHXRMPXWCK-UHFFFAOYSA-N", "acetonitrile", "mecnol")
    _, table = make({LARGE: [line]}, never=never)
    assert table.by_name("mecnol") == ()
    assert table.by_formula("C2H3N")[0].name == "acetonitrile"


# --- the command ------------------------------------------------------------------------------------------


def test_command_builds_and_reports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    inputs = _inputs(tmp_path, {LARGE: [WATER, ETHANOL]})
    (tmp_path / "none.toml").write_text("", encoding="utf-8")
    monkeypatch.setattr(Inputs, "installed", classmethod(lambda _: inputs))
    monkeypatch.setattr(
        "adjudicator.reference.table.building.build.__kwdefaults__",
        {
            "inputs": None,
            "overrides": tmp_path / "none.toml",
            "handbook": None,
            "school": None,
            "misnomers": None,
            "never": None,
            "reader": _agreeing({LARGE: [WATER, ETHANOL]}),
            "progress": lambda _: None,
        },
    )
    main([str(tmp_path / "made.sqlite")])
    assert "2 compounds with 2 formulas" in capsys.readouterr().out
    assert len(CompoundTable.open(tmp_path / "made.sqlite").by_formula("H2O")) == 1


def test_without_the_package_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(SystemExit) as left:
        main([])
    assert "adjudicator[reference]" in str(left.value.code)


def test_progress_in_plain_lines() -> None:
    written: list[str] = []
    progress = _print_every(10, 25, written.append)
    for done in range(1, 26):
        progress(done)
    assert written == ["read 10 of 25 lines", "read 20 of 25 lines"]


# Values of handbooks, in degrees Celsius, written down by a second person without looking at the overrides.
SECOND_READING = {
    "CO2": -78.5, "C2H2": -84.7, "ClI": 97.4, "BrI": 116, "BrCl": 5, "CHNO": 23.5, "F3OP": -39.7, "N2O5": 33, "F6S": -63.9,
    "Cl5P": 160, "F2Xe": 114.3, "O2Se": 315, "O6P4": 175, "O10P4": 360, "P4S10": 514, "CClF3O2S": 31,
    "C9H18O2": 175, "C4H4O2": 204, "C3H6ClF": 35.2, "C18H15P": 377, "CH3N3": 20.5, "CF2S": -54,
    "ClFOS": 12.3, "H9NSi3": 52, "S8": 445, "P4": 280,
}  # fmt: skip


def test_every_boiling_point_of_the_overrides_was_read_twice() -> None:
    reviewed = read_overrides(OVERRIDES)
    added = {line.structure.formula.hill: line.kelvin for line in reviewed if line.kelvin is not None}
    assert added.keys() == SECOND_READING.keys()
    for formula, kelvin in added.items():
        assert kelvin - 273.15 == pytest.approx(SECOND_READING[formula], abs=2), formula


# --- names of other substances ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "smiles", "row", "doubted"),
    [
        ("cyclopentene-4-one", "O=C1CC=CC1", "[Ar]", "another"),  # other atoms
        # The name gives the position.
        ("2-hydroxyphenylethanol", "OCCc1ccccc1O", "OCCc1ccc(O)cc1", "another"),
        ("sulfur", "[S]", "S1SSSSSSS1", ""),  # an element, whatever the number of atoms
        ("sulfane", "S", "SS", "another"),
        ("camphanic acid", "CC1(C)C2CCC1(C)CC2C(O)=O", "CC1(C)C2(C)CCC1(C(O)=O)OC2=O", ""),
        ("dextrose", "OCC(O)C(O)C(O)C(O)C=O", "OCC1OC(O)C(O)C(O)C1O", "open"),  # a ring and a chain
        ("o-hydroxyphenylethanol", "OCCc1ccccc1O", "OCCc1ccc(O)cc1", "another"),
        ("hydroxyphenylethanol", "OCCc1ccccc1O", "OCCc1ccc(O)cc1", "open"),  # the name leaves it open
        ("2-hydroxypyridine", "Oc1ccccn1", "O=c1cccc[nH]1", ""),  # tautomers
    ],
)
def test_what_proves_that_a_name_is_another_substances(
    name: str, smiles: str, row: str, doubted: str
) -> None:
    assert doubt(name, smiles, skeleton_key(row)) == doubted

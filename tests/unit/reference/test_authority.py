"""C-STABLE: the chain of authorities, from the real table through a PubChem on this machine to every fault."""

from __future__ import annotations

import logging
import sqlite3
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest

from adjudicator.chem.formula import Formula
from adjudicator.chem.lewis import LewisStructure, Skeleton, octet_structure
from adjudicator.errors import AdjudicatorError, UnreadableInput
from adjudicator.reference.authority import MAX_LOOKUPS, Authority, check_sources
from adjudicator.reference.online.chemspider import ChemSpider
from adjudicator.reference.online.pubchem import Candidate, Candidates, PubChem
from adjudicator.reference.stability import Failure, Stability, StabilityOutcome
from adjudicator.reference.table.reading import Compound, CompoundTable
from tests.support.few_compounds import FewCompounds, compound
from tests.support.online import quick, stay_on_this_machine
from tests.support.pubchem_server import HTML, FakePubChem, fake_pubchem, fixture

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from adjudicator.reference.online.pubchem import Reported

STABLE, NOT_STABLE, UNRESOLVED = StabilityOutcome


def has_octets(smiles: str) -> bool:
    return isinstance(octet_structure(Skeleton.from_smiles(smiles)), LewisStructure)


def ask(authority: Authority, formula: str, structure: str | None = None) -> Stability:
    possible = None if structure is None else lambda: structure
    return authority.stable(Formula.parse(formula), has_octets, possible)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakePubChem]:
    stay_on_this_machine(monkeypatch)
    with fake_pubchem() as running:
        monkeypatch.setenv("ADJUDICATOR_PUBCHEM_URL", running.url)
        monkeypatch.setenv("ADJUDICATOR_CHEMSPIDER_URL", running.url)
        yield running


def with_pubchem(*compounds: Compound, **manners: Any) -> Authority:
    return Authority(lambda: FewCompounds(compounds), PubChem(quick(**manners)))


# --- the table --------------------------------------------------------------------------------------------


def test_C_STABLE_names_compound_datum_and_source() -> None:
    found = ask(Authority.from_config(("table",)), "C2H6O")
    assert found.outcome is STABLE
    assert found.evidence is not None
    assert (found.evidence.name, found.evidence.cid, found.evidence.kind) == ("ethanol", 702, "boils")
    assert found.evidence.boiling_point_k == pytest.approx(351.4, abs=0.5)
    assert "CRC Handbook" in found.evidence.source
    assert found.message.startswith("Ethanol boils at 78 °C (CRC Handbook")


def test_C_STABLE_is_about_structures_formic_acid_cannot_make_dioxirane_stable() -> None:
    authority = Authority.from_config(("table",))
    formula = Formula.parse("CH2O2")
    assert authority.stable(formula, lambda smiles: "1" not in smiles).outcome is STABLE
    rings = authority.stable(formula, lambda smiles: "1" in smiles)
    assert rings.outcome is NOT_STABLE
    assert rings.code in {"no_boiling_point", "no_fitting_structure"}


def test_C_STABLE_sublimation_counts() -> None:
    found = ask(Authority.from_config(("table",)), "CO2")
    assert found.outcome is STABLE
    assert found.evidence is not None
    assert found.evidence.kind == "sublimes"
    assert "sublimes at" in found.message


@pytest.mark.parametrize(
    ("formula", "compounds", "code", "name", "message"),
    [
        ("NH9", (), "no_compound_on_record", None, "No compound NH9 is on record."),
        (
            "SF6",
            (compound("F6S", "sulfur hexafluoride", "FS(F)(F)(F)(F)F", 222.0),),
            "no_fitting_structure",
            "sulfur hexafluoride",
            "SF6 is on record as sulfur hexafluoride, but with a structure that does not satisfy the rule.",
        ),
        (
            "CH2O3",
            (compound("CH2O3", "carbonic acid", "OC(O)=O", None),),
            "no_boiling_point",
            "carbonic acid",
            "Carbonic acid is on record, but without a boiling point, so in this game it counts as unstable.",
        ),
        (
            "NH4NO3",  # no molecule, and yet known
            (),
            "no_boiling_point",
            None,
            "Ammonium nitrate is on record, but without a boiling point, so in this game it counts as unstable.",
        ),
    ],
)
def test_C_STABLE_a_no_says_what_was_found(
    formula: str, compounds: tuple[Compound, ...], code: str, name: str | None, message: str
) -> None:
    found = ask(Authority(lambda: FewCompounds(compounds)), formula)
    assert (found.outcome, found.code, found.message) == (NOT_STABLE, code, message)
    assert (found.evidence.name if found.evidence else None) == name


def test_ions_are_no_compounds() -> None:
    authority = Authority.from_config(("table",))
    assert authority.stable(Formula.parse("SO3^2-"), has_octets).code == "no_compound_on_record"
    assert authority.known(Formula.parse("SO3^2-")) is None


def test_a_structure_that_cannot_be_read_leaves_the_question_open() -> None:
    def unreadable(smiles: str) -> bool:
        raise UnreadableInput("bad_smiles", "cannot be read")

    table = FewCompounds((compound("CH4", "methane", "?", 111.0),))
    found = Authority(lambda: table).stable(Formula.parse("CH4"), unreadable)
    assert found.outcome is UNRESOLVED
    assert "methane" in found.message


def test_known_is_for_information() -> None:
    authority = Authority.from_config(("table",))
    known = authority.known(Formula.parse("H2O"))
    assert known is not None
    assert known.name == "water"
    assert authority.known(Formula.parse("NH9")) is None


# --- a table that cannot be read --------------------------------------------------------------------------


@pytest.fixture(params=["missing", "corrupt", "cut", "wrong version"])
def broken_table(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    file = tmp_path / "table.sqlite"
    if request.param != "missing":
        with sqlite3.connect(file) as database:
            database.execute("PRAGMA user_version = 4711")
            database.execute("CREATE TABLE meta (key TEXT, value TEXT)")
        database.close()
    if request.param == "corrupt":
        file.write_bytes(b"no table" * 1000)
    if request.param == "cut":
        file.write_bytes(file.read_bytes()[:5000])
    monkeypatch.setenv("ADJUDICATOR_REFERENCE_TABLE", str(file))
    return str(request.param)


def test_C_STABLE_without_its_table_the_question_stays_open(broken_table: str) -> None:
    authority = Authority.from_config(("table",))
    found = ask(authority, "C2H6O")
    assert (found.outcome, found.code) == (UNRESOLVED, "source_failed")
    assert "The reference table" in found.message
    assert "adjudicator reference build" in found.message
    assert found.failures[0].source == "table"
    assert authority.known(Formula.parse("C2H6O")) is None
    assert authority.label.startswith("table (")


def test_C_STABLE_pubchem_can_stand_in_for_the_table(server: FakePubChem, broken_table: str) -> None:
    authority = Authority(CompoundTable.open, PubChem(quick()))
    found = ask(authority, "C2H6O")
    assert found.outcome is STABLE
    assert found.evidence is not None
    assert found.evidence.source.startswith("PubChem CID 702")
    # PubChem's "nothing" does not replace the table's
    assert ask(authority, "NH9").outcome is UNRESOLVED


def test_a_table_that_is_put_right_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ADJUDICATOR_REFERENCE_TABLE", str(tmp_path / "none.sqlite"))
    authority = Authority.from_config(("table",))
    assert ask(authority, "C2H6O").outcome is UNRESOLVED
    monkeypatch.delenv("ADJUDICATOR_REFERENCE_TABLE")
    assert ask(authority, "C2H6O").outcome is STABLE


# --- PubChem ----------------------------------------------------------------------------------------------


def test_pubchem_is_asked_only_where_the_table_has_no_evidence(server: FakePubChem) -> None:
    ethanol = compound("C2H6O", "ethanol", "CCO", 351.4)
    assert (
        ask(with_pubchem(ethanol), "C2H6O").evidence
        == ask(Authority(lambda: FewCompounds((ethanol,))), "C2H6O").evidence
    )
    assert not server.requests
    found = ask(with_pubchem(), "C2H6O")
    assert found.outcome is STABLE
    assert found.evidence is not None
    assert found.evidence.source.startswith("PubChem CID 702, ")


def test_C_STABLE_pubchem_says_how_it_knows(server: FakePubChem) -> None:
    found = ask(with_pubchem(), "CO2")
    assert found.outcome is STABLE
    assert found.message == (
        "Carbon Dioxide sublimes at −78 °C"
        ' (PubChem CID 280, CAMEO Chemicals: "-109.3 °F at 760 mmHg (sublimes) (NTP, 1992)").'
    )


def test_structures_are_tested_before_boiling_points_are_asked_for(server: FakePubChem) -> None:
    authority = with_pubchem()
    found = authority.stable(Formula.parse("CH2O2"), lambda smiles: "1" in smiles)
    assert (found.outcome, found.code) == (NOT_STABLE, "no_boiling_point")
    assert found.evidence is not None
    assert found.evidence.name == "Dioxirane"
    assert [path for path in server.requests if "pug_view" in path] == [
        "/rest/pug_view/data/compound/449520/JSON"
    ]


@pytest.mark.parametrize(
    ("formula", "code"),
    [
        ("CH2O3", "no_boiling_point"),
        ("C3H5N3O9", "no_boiling_point"),
        ("C30H50", "no_boiling_point"),
        ("NH9", "no_compound_on_record"),
    ],
)
def test_C_STABLE_pubchem_says_no(server: FakePubChem, formula: str, code: str) -> None:
    found = ask(with_pubchem(), formula)
    assert (found.outcome, found.code) == (NOT_STABLE, code)


def test_known_from_pubchem(server: FakePubChem) -> None:
    known = with_pubchem().known(Formula.parse("CH2O3"))
    assert known is not None
    assert (known.name, known.boiling_point_k, known.kind) == ("Carbonic Acid", None, None)
    listing = with_pubchem().compounds(Formula.parse("C2H4O"))
    assert [k.name for k in listing.compounds] == ["Acetaldehyde", "Ethylene Oxide", "Vinyl alcohol"]
    assert listing.compounds[-1].boiling_point_k is None
    assert listing.failures == ()


def test_answers_are_kept_in_the_process(server: FakePubChem) -> None:
    authority = with_pubchem()
    first = ask(authority, "C2H6O")
    server.stop()
    assert ask(authority, "C2H6O") == first


class ManyIsomers:
    def __init__(self, n: int, *, complete: bool) -> None:
        self.n = n
        self.complete = complete
        self.looked_up: list[int] = []

    def candidates(self, formula: Formula) -> Candidates:
        compounds = tuple(Candidate(i, f"isomer {i}", formula, "CCO", str(i)) for i in range(self.n))
        return Candidates(compounds, self.complete)

    def boiling_point(self, cid: int) -> Reported | None:
        self.looked_up.append(cid)
        return None


@pytest.mark.parametrize(("n", "complete"), [(MAX_LOOKUPS + 1, True), (3, False)])
def test_too_many_isomers_leave_the_question_open(n: int, *, complete: bool) -> None:
    many = ManyIsomers(n, complete=complete)
    found = ask(Authority(FewCompounds, many), "C2H6O")
    assert found.outcome is UNRESOLVED
    assert found.failures[0].code == "too_many"
    assert len(many.looked_up) <= MAX_LOOKUPS


# --- faults -----------------------------------------------------------------------------------------------

FAULTS = {
    "busy": (503, fixture("faults/busy.json"), "application/json", "ServerBusy"),
    "fault on 200": (200, fixture("faults/server_error.json"), "application/json", "ServerError"),
    "html": (200, fixture("faults/portal.html"), HTML, "web page"),
    "cut off": (200, b'{"IdentifierList": {"CI', "application/json", "cut off"),
    "http error": (500, b"", "text/plain", "HTTP 500"),
}


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize("after", [0, 2])
def test_C_STABLE_a_source_that_fails_never_means_unstable(
    server: FakePubChem, name: str, after: int
) -> None:
    """The fault comes at once, or only with the boiling point."""
    status, body, kind, words = FAULTS[name]
    server.fault = lambda right: (status, body, kind) if len(server.requests) > after else right
    found = ask(with_pubchem(), "CH2O3")
    assert (found.outcome, found.code) == (UNRESOLVED, "source_failed")
    assert "PubChem: " in found.message
    assert words in found.message
    assert found.failures[0].source == "pubchem"
    server.fault = None
    assert ask(with_pubchem(), "CH2O3").outcome is NOT_STABLE


def test_C_STABLE_pubchem_down(server: FakePubChem) -> None:
    server.stop()
    methane = compound("CH4", "methane", "C", 111.7)
    authority = with_pubchem(methane, tries=1)
    assert ask(authority, "CH4").outcome is STABLE  # the table is enough
    found = ask(authority, "CH2O3")
    assert found.outcome is UNRESOLVED
    assert found.message == (
        "Whether a stable CH2O3 is known stays open, because not every source answered."
        " PubChem: no connection, or it broke off."
    )
    assert authority.known(Formula.parse("CH2O3")) is None
    listing = authority.compounds(Formula.parse("CH2O3"))
    assert listing.failures == (Failure("pubchem", "unreachable", "no connection, or it broke off"),)


def test_C_STABLE_pubchem_slow(server: FakePubChem) -> None:
    server.silent = True
    found = ask(with_pubchem(read_timeout=0.05, tries=1), "CH2O3")
    assert found.outcome is UNRESOLVED
    assert "does not answer in time" in found.message


def test_C_STABLE_busy_for_a_moment(server: FakePubChem) -> None:
    server.times(2, 503, fixture("faults/busy.json"))
    assert ask(with_pubchem(), "C2H6O").outcome is STABLE


def test_C_STABLE_a_failure_is_not_kept(server: FakePubChem) -> None:
    authority = with_pubchem()
    server.always(503, fixture("faults/busy.json"))
    assert ask(authority, "C2H6O").outcome is UNRESOLVED
    server.fault = None
    assert ask(authority, "C2H6O").outcome is STABLE


@pytest.mark.parametrize("damage", ["corrupt", "unwritable"])
def test_C_STABLE_with_a_cache_that_fails(
    server: FakePubChem, tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "answers.sqlite"
    if damage == "corrupt":
        file.write_bytes(b"no database" * 1000)
    place = str(file) if damage == "corrupt" else "/proc/none/answers.sqlite"
    authority = Authority(FewCompounds, PubChem(quick(place)))
    assert ask(authority, "C2H6O").outcome is STABLE
    assert ask(authority, "CH2O3").outcome is NOT_STABLE
    assert "The cache" in caplog.text


# --- ChemSpider -------------------------------------------------------------------------------------------

DIOXIRANE = "C1OO1"


def with_chemspider(**manners: Any) -> Authority:
    return Authority(FewCompounds, None, ChemSpider("key", quick(**manners), sleep=lambda _: None))


def test_chemspider_has_no_entry(server: FakePubChem) -> None:
    assert ask(with_chemspider(), "CH2O2", DIOXIRANE).code == "no_compound_on_record"


def test_chemspider_tells_unmeasured_from_unknown(server: FakePubChem) -> None:
    server.entries.add("ASQQEOXYFGEFKQ-UHFFFAOYSA-N")
    found = ask(with_chemspider(), "CH2O2", DIOXIRANE)
    assert (found.outcome, found.code) == (NOT_STABLE, "no_boiling_point")
    assert found.message.startswith("A compound CH2O2 is on record, but without a boiling point")


def test_chemspider_is_spared_where_it_cannot_help(server: FakePubChem) -> None:
    table = FewCompounds((compound("CH2O3", "carbonic acid", "OC(O)=O", None),))
    chemspider = ChemSpider("key", quick())
    assert ask(Authority(lambda: table, None, chemspider), "CH2O3", "OC(O)=O").code == "no_boiling_point"
    assert ask(Authority(FewCompounds, None, chemspider), "CH2O3").code == "no_compound_on_record"
    assert not server.requests


@pytest.mark.parametrize("structure", [DIOXIRANE, "not a structure"])
def test_chemspider_down_leaves_the_question_open(server: FakePubChem, structure: str) -> None:
    server.stop()
    found = ask(with_chemspider(tries=1), "CH2O2", structure)
    assert found.outcome is UNRESOLVED
    assert "ChemSpider: " in found.message


# --- configuration ----------------------------------------------------------------------------------------


def test_sources_by_name_and_by_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ADJUDICATOR_SOURCES", raising=False)
    assert check_sources(None) == ("table",)
    assert check_sources(()) == ("table",)
    assert check_sources(("PubChem", " table")) == ("table", "pubchem")
    monkeypatch.setenv("ADJUDICATOR_SOURCES", "chemspider, pubchem,table")
    assert check_sources(None) == ("table", "pubchem", "chemspider")
    with pytest.raises(
        AdjudicatorError, match="'wikipedia' is not a source; there are table, pubchem, chemspider"
    ):
        Authority.from_config(("wikipedia",))


def test_labels(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    table = Authority.from_config(("table",)).label
    assert table.startswith("table@")
    assert Authority.from_config(("table", "pubchem"), quick()).label == f"{table}+pubchem"
    assert Authority.from_config(("pubchem",), quick()).label == "pubchem"
    monkeypatch.delenv("ADJUDICATOR_CHEMSPIDER_KEY", raising=False)
    with caplog.at_level(logging.WARNING):
        assert Authority.from_config(("table", "chemspider"), quick()).label == table
    assert "no key in ADJUDICATOR_CHEMSPIDER_KEY" in caplog.text
    monkeypatch.setenv("ADJUDICATOR_CHEMSPIDER_KEY", "key")
    assert Authority.from_config(("table", "chemspider"), quick()).label == f"{table}+chemspider"


def test_bad_settings_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AdjudicatorError, match="is no cache"):
        Authority.from_config(("pubchem",), quick("postgres://host/db"))
    monkeypatch.setenv("ADJUDICATOR_DROP_SOURCES", "nonsense")
    with pytest.raises(AdjudicatorError, match="nonsense"):
        Authority.from_config(("table",))


def test_many_threads_share_an_authority(server: FakePubChem) -> None:
    authority = with_pubchem()
    formulas = ["C2H6O", "CO2", "CH2O2", "C2H4O", "C6H6", "C3H8O3"] * 2
    outcomes: list[StabilityOutcome] = []
    threads = [
        threading.Thread(target=lambda f=f: outcomes.append(ask(authority, f).outcome)) for f in formulas
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == [STABLE] * len(formulas)


def test_the_table_alone_costs_no_web_library() -> None:
    code = (
        "import sys; from adjudicator.reference.authority import Authority;"
        "from adjudicator.chem.formula import Formula;"
        "Authority.from_config(('table',)).stable(Formula.parse('C2H6O'), lambda s: True);"
        "print([m for m in ('requests', 'requests_cache', 'pubchempy', 'urllib3') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"

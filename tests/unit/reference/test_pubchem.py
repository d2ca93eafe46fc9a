"""PubChem through the real client, the real pubchempy and the real cache, against a server on this machine."""

from __future__ import annotations

import gc
import json
import socket
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from adjudicator.chem.formula import Formula
from adjudicator.reference.boiling import Kind
from adjudicator.reference.online.failures import SourceFailed
from adjudicator.reference.online.pubchem import BASE_URL, PubChem
from tests.support.online import quick, stay_on_this_machine
from tests.support.patience import wait_until
from tests.support.pubchem_server import HTML, Answer, FakePubChem, fake_pubchem, fixture

if TYPE_CHECKING:
    from collections.abc import Iterator

ETHANOL = Formula.parse("C2H6O")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakePubChem]:
    stay_on_this_machine(monkeypatch)
    with fake_pubchem() as running:
        monkeypatch.setenv("ADJUDICATOR_PUBCHEM_URL", running.url)
        yield running


def client(**manners: Any) -> PubChem:
    return PubChem(quick(**manners))


# --- right answers ----------------------------------------------------------------------------------------


def test_candidates_are_neutral_in_one_piece_and_unlabelled(server: FakePubChem) -> None:
    found = client().candidates(ETHANOL)
    assert [(c.cid, c.name, c.smiles) for c in found.compounds] == [
        (702, "Ethanol", "CCO"),
        (8254, "Dimethyl ether", "COC"),
    ]
    assert found.compounds[0].inchikey == "LFQSCWFLJHTTHZ-UHFFFAOYSA-N"
    assert found.complete


def test_three_calls_and_each_only_once(server: FakePubChem) -> None:
    pubchem = client()
    for _ in range(2):
        pubchem.candidates(ETHANOL)
        pubchem.boiling_point(702)
    assert [path.split("/")[2:5] for path in server.requests] == [
        ["pug", "compound", "fastformula"],
        ["pug", "compound", "cid"],
        ["pug_view", "data", "compound"],
    ]


def test_a_formula_that_pubchem_does_not_know(server: FakePubChem) -> None:
    pubchem = client()
    for _ in range(2):
        assert pubchem.candidates(Formula.parse("NH9")).compounds == ()
    assert len(server.requests) == 1


def test_a_list_of_no_compound_is_an_absence_too(server: FakePubChem) -> None:
    server.always(200, b'{"IdentifierList": {"CID": [0]}}')
    assert client().candidates(ETHANOL).compounds == ()


@pytest.mark.parametrize("body", [b'{"IdentifierList": {}}', b'{"IdentifierList": {"CID": []}}'])
def test_an_empty_list_proves_nothing_and_is_not_kept(server: FakePubChem, body: bytes) -> None:
    """PubChem answers like this under load; where it has nothing it says NotFound."""
    server.always(200, body)
    with pytest.raises(SourceFailed) as failed:
        client(rest=0).candidates(ETHANOL)
    assert failed.value.code == "incomplete"
    server.fault = None
    assert len(client(rest=0).candidates(ETHANOL).compounds) == 2


def test_an_empty_table_of_properties_is_asked_for_again_and_not_kept(server: FakePubChem) -> None:
    tables: list[bytes] = []

    def empty_at_first(right: Answer) -> Answer:
        if b"PropertyTable" in right[1]:
            tables.append(right[1])
        return (200, b'{"PropertyTable": {"Properties": []}}', right[2]) if len(tables) == 1 else right

    server.fault = empty_at_first
    assert len(client().candidates(ETHANOL).compounds) == 2
    assert len(tables) == 2


def test_what_stands_under_another_name_is_no_boiling_point(server: FakePubChem) -> None:
    page = json.loads(fixture("view/702.json"))
    for information in page["Record"]["Section"][0]["Section"][0]["Section"][0]["Information"]:
        information["Name"] = "Flash Point"
    server.always(200, json.dumps(page).encode())
    assert client().boiling_point(702) is None


def test_more_compounds_than_we_asked_for(server: FakePubChem) -> None:
    many = json.dumps({"IdentifierList": {"CID": list(range(1, 201))}}).encode()
    server.fault = lambda right: (200, many, right[2]) if b"IdentifierList" in right[1] else right
    assert not client().candidates(ETHANOL).complete


@pytest.mark.parametrize(
    ("cid", "kelvin", "kind"),
    [
        (702, 351.4, Kind.BOILS),
        (8254, 248.4, Kind.BOILS),
        (280, 194.7, Kind.SUBLIMES),
        (284, 373.9, Kind.BOILS),
        (177, 293.3, Kind.BOILS),
        (6354, 283.8, Kind.BOILS),
        (241, 353.2, Kind.BOILS),
        (753, 563.2, Kind.BOILS),
        (2519, 450.9, Kind.SUBLIMES),
    ],
)
def test_C_STABLE_boiling_points(server: FakePubChem, cid: int, kelvin: float, kind: Kind) -> None:
    found = client().boiling_point(cid)
    assert found is not None
    assert found.boiling.kelvin == pytest.approx(kelvin, abs=0.3)
    assert found.boiling.kind is kind


@pytest.mark.parametrize("cid", [767, 4510, 638072])
def test_C_STABLE_no_data_explosions_and_reduced_pressure(server: FakePubChem, cid: int) -> None:
    assert client().boiling_point(cid) is None


def test_texts_come_with_their_contributor(server: FakePubChem) -> None:
    reported = client().reported(753)
    assert [(r.origin, r.boiling.kind) for r in reported] == [
        ("CAMEO Chemicals", Kind.DECOMPOSES),
        ("Hazardous Substances Data Bank (HSDB)", Kind.BOILS),
    ]


def test_the_value_that_most_support_wins(server: FakePubChem) -> None:
    page = json.loads(fixture("view/702.json"))
    section = page["Record"]["Section"][0]["Section"][0]["Section"][0]
    section["Information"].insert(
        0, {"ReferenceNumber": 1, "Value": {"StringWithMarkup": [{"String": "178 °C"}]}}
    )
    server.always(200, json.dumps(page).encode())
    found = client().boiling_point(702)
    assert found is not None
    assert found.boiling.text == "173.3 °F at 760 mmHg (NTP, 1992)"


def test_computed_values_are_not_looked_at(server: FakePubChem) -> None:
    page = fixture("view/702.json").replace(b"Experimental Properties", b"Computed Properties")
    server.always(200, page)
    assert client().reported(702) == ()


# --- pubchempy --------------------------------------------------------------------------------------------


def test_pubchempy_goes_through_our_session_and_no_other(server: FakePubChem) -> None:
    import pubchempy

    pubchem = client()
    pubchem.candidates(ETHANOL)
    ours: Any = pubchem._pubchempy
    assert ours.urlopen == pubchem._urlopen
    assert pubchempy.urlopen.__module__ == "urllib.request"
    assert pubchempy.API_BASE.startswith(BASE_URL)
    server.requests.clear()
    for _ in range(3):
        rows = ours.get_properties(["Title"], [702, 8254], "cid")
        assert [row["CID"] for row in rows] == [702, 8254]
    assert len(server.requests) == 1
    assert pubchem._web.session.cache.responses


def test_pubchempy_sees_absences_as_its_own_error(server: FakePubChem) -> None:
    server.always(404, fixture("faults/rest_not_found.json"))
    ours: Any = client()._pubchempy
    assert ours.get_properties(["Title"], 999, "cid") == []
    with pytest.raises(ours.NotFoundError):
        ours.get(999, "cid")


# --- faults -----------------------------------------------------------------------------------------------


def ask_everything(pubchem: PubChem) -> None:
    pubchem.candidates(ETHANOL)
    pubchem.boiling_point(702)


FAULTS = {
    "html": (200, fixture("faults/portal.html"), HTML, "not_json", "web page"),
    "html_error": (502, fixture("faults/portal.html"), HTML, "http_error", "HTTP 502"),
    "fault_on_200": (200, fixture("faults/server_error.json"), "application/json", "fault", "ServerError"),
    "bad_request": (400, fixture("faults/bad_request.json"), "application/json", "fault", "BadRequest"),
    "busy": (503, fixture("faults/busy.json"), "application/json", "busy", "ServerBusy"),
    "busy_on_200": (200, fixture("faults/busy.json"), "application/json", "busy", "ServerBusy"),
    "busy_without_words": (503, b"", "text/plain", "busy", "HTTP 503"),
    "too_many_requests": (429, b"slow down", "text/plain", "busy", "HTTP 429"),
    "404_without_fault": (404, b"{}", "application/json", "http_error", "HTTP 404"),
    "redirect": (301, b"", "text/plain", "redirected", "elsewhere"),
    "empty": (200, b"", "application/json", "unreadable", "cut off"),
    "not_an_object": (200, b"[1]", "application/json", "unexpected_shape", "JSON object"),
    "fault_is_text": (200, b'{"Fault": "x"}', "application/json", "fault", "unknown"),
    "other_object": (200, b'{"x": 1}', "application/json", "unexpected_shape", "cannot be read"),
    "deep": (200, b'{"x":' * 100_000, "application/json", "unreadable", "cut off"),
    "waiting": (202, b'{"Waiting": {"ListKey": "1"}}', "application/json", "unexpected_shape", "read"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_ends_in_one_error(server: FakePubChem, name: str) -> None:
    status, body, kind, code, reason = FAULTS[name]
    server.always(status, body, kind)
    if name == "deep":
        gc.collect()  # objects left by other tests must not be finalised at the bottom of the deepest answer
    with pytest.raises(SourceFailed, match=reason) as failed:
        ask_everything(client())
    assert (failed.value.source, failed.value.code) == ("pubchem", code)
    assert failed.value.message.startswith("PubChem could not be asked: ")
    server.fault = None
    ask_everything(client())


def test_down(server: FakePubChem) -> None:
    pubchem = client()
    server.stop()
    with pytest.raises(SourceFailed) as failed:
        ask_everything(pubchem)
    assert failed.value.code == "unreachable"


def test_slow(server: FakePubChem) -> None:
    server.silent = True
    with pytest.raises(SourceFailed) as failed:
        ask_everything(client(read_timeout=0.05, tries=2))
    assert failed.value.code == "timeout"
    wait_until(lambda: len(server.requests) == 2)


def test_an_answer_that_only_trickles(server: FakePubChem) -> None:
    """Each byte comes in time, but not the whole answer."""
    server.trickle = 0.02
    with pytest.raises(SourceFailed) as failed:
        ask_everything(client(patience=0.2))
    assert failed.value.code == "timeout"


def test_busy_then_fine(server: FakePubChem) -> None:
    server.times(2, 503, fixture("faults/busy.json"))
    assert len(client().candidates(ETHANOL).compounds) == 2


def test_cut_off(server: FakePubChem) -> None:
    server.cut_off()
    with pytest.raises(SourceFailed) as failed:
        ask_everything(client())
    assert failed.value.code == "unreadable"


def test_too_large(server: FakePubChem) -> None:
    with pytest.raises(SourceFailed) as failed:
        client(max_bytes=20).reported(702)
    assert failed.value.code == "too_large"


def test_a_connection_that_breaks_off(server: FakePubChem) -> None:
    with socket.create_server(("127.0.0.1", 0)) as half:
        half.settimeout(5)
        pubchem = PubChem(quick(tries=1, read_timeout=0.2), f"http://127.0.0.1:{half.getsockname()[1]}")
        with pytest.raises(SourceFailed) as failed:
            pubchem.reported(702)
    assert failed.value.code in {"timeout", "unreachable"}


def test_no_tls_where_it_is_wanted(server: FakePubChem) -> None:
    with pytest.raises(SourceFailed) as failed:
        PubChem(quick(), server.url.replace("http://", "https://")).reported(702)
    assert failed.value.code == "tls"


@pytest.mark.parametrize("url", ["http://127.0.0.1:99999", "http://", "ftp://127.0.0.1", "http://[::1", "x"])
def test_an_address_that_is_none(server: FakePubChem, url: str) -> None:
    with pytest.raises(SourceFailed):
        PubChem(quick(), url).reported(702)


@pytest.mark.parametrize(
    "change",
    [
        {"CID": "x"},
        {"SMILES": None, "Charge": "0"},
        {"SMILES": "é"},
        {"SMILES": "C" * 5000},
        {"MolecularFormula": "?"},
        {"MolecularFormula": 7},
    ],
)
def test_rows_of_another_shape(server: FakePubChem, change: dict[str, Any]) -> None:
    table = json.loads(fixture("properties.json"))
    row = table["PropertyTable"]["Properties"][0]
    row.update(change)
    if "Charge" in change:
        del row["SMILES"], row["Charge"]
    body = json.dumps({"PropertyTable": {"Properties": [row]}}).encode()
    server.fault = lambda right: (200, body, right[2]) if b"PropertyTable" in right[1] else right
    with pytest.raises(SourceFailed) as failed:
        client().candidates(ETHANOL)
    assert failed.value.code == "unexpected_shape"


@pytest.mark.parametrize(
    "record",
    [
        None,
        [],
        {"Section": [7]},
        {"Section": {"TOCHeading": "Boiling Point"}},
        {"Section": [{"TOCHeading": "Boiling Point", "Information": [{"Value": 7}]}]},
        {"Section": [{"TOCHeading": "Boiling Point", "Information": [{}]}]},
        {
            "Section": [
                {"TOCHeading": "Boiling Point", "Information": [{"Value": {"StringWithMarkup": [{}]}}]}
            ]
        },
        {"Reference": [{"x": 1}]},
    ],
)
def test_pages_of_another_shape(server: FakePubChem, record: Any) -> None:
    server.always(200, json.dumps({"Record": record}).encode())
    with pytest.raises(SourceFailed) as failed:
        client().reported(702)
    assert failed.value.code == "unexpected_shape"


def test_names_are_made_fit_to_show(server: FakePubChem) -> None:
    row = json.loads(fixture("properties.json"))["PropertyTable"]["Properties"][0]
    row["Title"] = "Eth\nanol\x1b[31m " + "x" * 500
    body = json.dumps({"PropertyTable": {"Properties": [row]}}).encode()
    server.fault = lambda right: (200, body, right[2]) if b"PropertyTable" in right[1] else right
    name = client().candidates(ETHANOL).compounds[0].name
    assert name.startswith("Eth anol [31m x")
    assert len(name) == 120


def test_importing_costs_no_web_library() -> None:
    code = (
        "import sys, adjudicator.reference.online.pubchem, adjudicator.reference.online.chemspider;"
        "print([m for m in ('requests', 'requests_cache', 'pubchempy', 'urllib3') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"

"""ChemSpider: existence only, few calls, and the key stays secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from adjudicator.reference.online.chemspider import ChemSpider
from adjudicator.reference.online.failures import SourceFailed
from tests.support.online import quick, stay_on_this_machine
from tests.support.pubchem_server import FakePubChem, fake_pubchem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEY = "a-key-that-nobody-should-see"
ETHANOL = "LFQSCWFLJHTTHZ-UHFFFAOYSA-N"
OTHER = "ASQQEOXYFGEFKQ-UHFFFAOYSA-N"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakePubChem]:
    stay_on_this_machine(monkeypatch)
    with fake_pubchem() as running:
        running.entries = {ETHANOL}
        monkeypatch.setenv("ADJUDICATOR_CHEMSPIDER_URL", f"{running.url}/compounds/v1")
        yield running


def client(cache_url: str = "memory:", **manners: Any) -> ChemSpider:
    return ChemSpider(KEY, quick(cache_url, **manners), sleep=lambda _: None)


def test_is_there_an_entry(server: FakePubChem) -> None:
    chemspider = client()
    for _ in range(3):
        assert chemspider.has_entry(ETHANOL)
        assert not chemspider.has_entry(OTHER)
    assert len(server.requests) == 6  # three calls per question, once
    assert set(server.keys) == {KEY}


def test_a_search_that_takes_its_time(server: FakePubChem) -> None:
    server.polls = 2
    assert client().has_entry(ETHANOL)
    assert len(server.requests) == 5


def test_a_search_without_end(server: FakePubChem) -> None:
    server.polls = 1000
    with pytest.raises(SourceFailed) as failed:
        client().has_entry(ETHANOL)
    assert failed.value.code == "timeout"


def test_a_kept_search_that_is_forgotten_over_there_is_begun_again(server: FakePubChem) -> None:
    chemspider = client()
    assert not chemspider.has_entry(OTHER)
    store = chemspider._web.session.cache.responses
    for key in list(store):
        kept = store[key]
        if kept.url.endswith("results"):
            kept.reset_expiration(-10)
            store[key] = kept
    server.searches = {"query-0": ""}  # so that new searches get a new number
    server.entries.add(OTHER)
    assert chemspider.has_entry(OTHER)


def test_the_key_is_in_no_cache_and_no_message(
    server: FakePubChem, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "answers.sqlite"
    assert client(str(file)).has_entry(ETHANOL)
    assert KEY.encode() not in file.read_bytes()
    server.always(401, b'{"message": "Unauthorized"}')
    with pytest.raises(SourceFailed, match="ADJUDICATOR_CHEMSPIDER_KEY") as failed:
        client(str(file)).has_entry(OTHER)
    assert failed.value.code == "bad_key"
    assert KEY not in failed.value.message + caplog.text


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (429, b'{"message": "quota"}', "quota"),
        (403, b"{}", "bad_key"),
        (500, b"{}", "http_error"),
        (200, b"<html>", "not_json"),
        (200, b"[]", "unexpected_shape"),
        (200, b"{}", "unexpected_shape"),
        (200, b'{"queryId": "../../x"}', "unexpected_shape"),
        (200, b'{"queryId": "q", "status": "Failed"}', "fault"),
        (200, b'{"queryId": "q", "status": "Complete"}', "unexpected_shape"),
        (200, b'{"queryId": "q", "status": "Not Found"}', "expired"),
        (404, b'{"message": "no"}', "expired"),
    ],
)
def test_every_fault_ends_in_one_error(server: FakePubChem, status: int, body: bytes, code: str) -> None:
    server.always(status, body)
    with pytest.raises(SourceFailed) as failed:
        client().has_entry(ETHANOL)
    assert (failed.value.source, failed.value.code) == ("chemspider", code)


def test_down(server: FakePubChem) -> None:
    server.stop()
    with pytest.raises(SourceFailed) as failed:
        client().has_entry(ETHANOL)
    assert failed.value.code == "unreachable"


@pytest.mark.parametrize("key", ["", "CCO", "lfqscwfljhttHZ-UHFFFAOYSA-N", ETHANOL + "/x"])
def test_only_inchikeys_are_asked_for(server: FakePubChem, key: str) -> None:
    with pytest.raises(SourceFailed, match="is not an InChIKey"):
        client().has_entry(key)
    assert not server.requests

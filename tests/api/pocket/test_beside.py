"""Long work on the device: the request is interrupted, a second worker does the work, and the request is repeated."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator.engine.game import load_game
from adjudicator_api.pocket.device import Device
from adjudicator_api.pocket.thinking import do
from tests.api.pocket.test_device import BASE, asked

SHEET = "/v1/exercises/worksheet.pdf?set=name:NaCl;name:CO2&title=Salts"


@pytest.fixture(scope="module")
def device(tmp_path_factory: pytest.TempPathFactory) -> Device:
    return Device(str(tmp_path_factory.mktemp("device")))


def begun(device: Device, address: str, headers: dict[str, str] | None = None) -> tuple[int, bytes, str]:
    answer, task = device.ask("GET", address, BASE, (headers or {}).items(), b"")
    assert answer is None
    assert task is not None
    return task


def finished(
    device: Device, address: str, number: int, done: bytes, headers: dict[str, str] | None = None
) -> tuple[int, bytes]:
    answer, task = device.ask("GET", address, BASE, (headers or {}).items(), b"", number, done)
    assert task is None
    assert answer is not None
    return answer[0], answer[2]


def test_a_worksheet_is_made_beside_and_is_the_same(device: Device) -> None:
    number, task, needs = begun(device, SHEET)
    assert needs == "print"
    status, pdf = finished(device, SHEET, number, do(task))
    assert (status, pdf[:5]) == (200, b"%PDF-")
    assert pdf == device.answer("GET", SHEET, BASE, (), b"")[2], "in place it is the same"


def test_a_box_is_made_beside(device: Device) -> None:
    digest = load_game("compoundit").editions.current.split()[-1]
    address = f"/v1/editions/{digest}.pdf?ink=black&sides=1"
    number, task, _ = begun(device, address)
    assert finished(device, address, number, do(task))[1].startswith(b"%PDF-")


def test_what_is_refused_beside_is_refused(device: Device) -> None:
    address = "/v1/exercises/worksheet.pdf?set=name:Qq"
    number, task, _ = begun(device, address)
    status, said = finished(device, address, number, do(task))
    assert status == 422, said


def test_work_that_failed_is_told_and_may_be_tried_again(device: Device) -> None:
    number, _, _ = begun(device, SHEET)
    status, said = finished(device, SHEET, number, b"")
    assert (status, json.loads(said)["code"]) == (503, "took_too_long")
    number, task, _ = begun(device, SHEET)
    assert finished(device, SHEET, number, do(task))[0] == 200


def table(device: Device) -> tuple[str, dict[str, str]]:
    body = {"game": "ion", "seats": [{"name": "Ann"}, {"bot": "random"}], "hints": True}
    status, answer = asked(device, "POST", "/v1/games", body)
    assert status == 201
    made: dict[str, Any] = json.loads(answer)
    return made["id"], {"Authorization": f"Bearer {made['seats'][0]['token']}"}


def test_hints_are_of_the_table_as_it_is_when_they_are_there(device: Device) -> None:
    """If somebody moves in the meantime, old hints are discarded and searched for again."""
    id_, mine = table(device)
    address = f"/v1/games/{id_}/hints?count=2"
    number, task, needs = begun(device, address, mine)
    assert needs == ""
    done = do(task)
    answer, again = device.ask("GET", address, BASE, mine.items(), b"", number, done)
    assert answer is not None
    assert again is None
    hint = json.loads(answer[2])["hints"][0]
    number, task, _ = begun(device, address, mine)
    sent = {**mine, "If-Match": f'"{json.loads(answer[2])["version"]}"', "Content-Type": "application/json"}
    acted = device.answer(
        "POST", f"/v1/games/{id_}/actions", BASE, sent.items(), json.dumps(hint["action"]).encode()
    )
    assert acted[0] == 200, acted
    answer, again = device.ask("GET", address, BASE, mine.items(), b"", number, do(task))
    assert answer is None
    assert again is not None

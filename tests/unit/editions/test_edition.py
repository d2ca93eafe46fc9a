"""Editions: the shipped one matches the rulebook; a bad one is refused with all its faults."""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from adjudicator import EditionError, Ruling, Tiles, load_ruleset
from adjudicator_rulesets.compoundit.edition import DEFAULT, READER, load


@pytest.fixture
def data() -> dict[str, Any]:
    return tomllib.loads(DEFAULT.read_text(encoding="utf-8"))


def faults(data: dict[str, Any]) -> list[str]:
    with pytest.raises(EditionError) as caught:
        READER.read(data, "0" * 64, "my.toml")
    assert caught.value.code == "edition_faulty"
    return list(caught.value.details["faults"])


@pytest.mark.rule("C-TILES")
def test_C_TILES_what_the_rulebook_fixes() -> None:
    oxidation = {tile.symbol: set(tile.oxidation) for tile in load().tiles}
    assert oxidation["C"] == {4, -4}
    assert oxidation["O"] == {-2}
    assert oxidation["I"] == {-1}
    assert {"Mg", "N", "H", "Cl", "S", "F", "Br"} <= set(oxidation)


def test_C_BOARD_five_atom_squares_and_four_kinds_of_bonus() -> None:
    board = load().board
    assert len(board.atoms) == 5
    assert board.centre in board.atoms == ((8, 8), (4, 4), (4, 12), (12, 4), (12, 12))
    kinds = Counter(kind for _, kind in board.bonuses)
    assert kinds == {"double-element": 16, "triple-element": 12, "double-compound": 12, "triple-compound": 8}
    assert not {square for square, _ in board.bonuses} & set(board.atoms)


def test_the_board_is_fourfold_symmetric() -> None:
    bonuses = dict(load().board.bonuses)
    for (row, col), kind in bonuses.items():
        turned = [(row, col), (col, 16 - row), (16 - row, 16 - col), (16 - col, row)]
        assert {bonuses.get(square) for square in turned} == {kind}


def test_there_are_enough_tiles_for_every_number_of_players() -> None:
    edition = load()
    total = sum(tile.count for tile in edition.tiles)
    assert total == 110
    assert all(players * size <= total for players, size in edition.supplies)


def test_the_digest_is_of_the_file() -> None:
    digest = hashlib.sha256(DEFAULT.read_bytes()).hexdigest()
    assert load().label == f"compoundit/reference-2 sha256:{digest}"


def test_every_table_says_where_it_is_from(data: dict[str, Any]) -> None:
    for name, table in data.items():
        if isinstance(table, dict):
            assert table["source"] in {"rulebook", "public", "reconstruction"}, name
            assert table["source"] == "rulebook" or table["why"], name
    assert all(row["source"] == "rulebook" for row in data["exceptions"])


def test_all_faults_are_reported_at_once(data: dict[str, Any]) -> None:
    data["schema"] = 2
    data["tiles"]["each"][0]["symbol"] = "Hx"
    data["tiles"]["each"][1]["oxidation"] = [0]
    data["ions"]["each"][2]["formula"] = "NO3^-"
    data["ions"]["each"][3]["charge"] = 0
    data["binary"]["mixed_oxidation"] = "sometimes"
    data["polyatomic"]["partners"] = ["hydronium"]
    data["exceptions"][0]["sets"] = ["ternary"]
    data["play"]["supplies"]["2"] = 99
    data["board"]["bonuses"]["double-element"][0] = [16, 1]
    data["board"]["bonuses"]["triple-element"][0] = [8, 8]
    del data["diatomic"]
    data["extra"] = {}
    found = "\n".join(faults(data))
    for part in (
        "schema", "'Hx' is no element", "oxidation numbers", "NO3^-", "charge other than 0", "mixed_oxidation",
        "'hydronium' is not among the ions", "sets", "more than the 110", "[16, 1]", "already atoms",
        "[diatomic] is missing", "'extra' is not part",
    ):  # fmt: skip
        assert part in found, f"{part} is not in:\n{found}"


JUNK = [7, "text", [], {}, [7], None, True, -1, [[1]], {"x": 1}]
TABLES = ["tiles", "ions", "diatomic", "binary", "polyatomic", "play", "board"]
FIELDS = [
    ("tiles", "each"), ("ions", "each"), ("diatomic", "elements"), ("polyatomic", "partners"), ("play", "rack"),
    ("play", "supplies"), ("play", "new_tiles"), ("board", "size"), ("board", "centre"), ("board", "atoms"),
    ("board", "bonuses"),
]  # fmt: skip
FAIR_FIELDS = [("rack", 7), ("elements", []), ("partners", []), ("bonuses", {}), ("supplies", {})]
FAIR_CELLS = [
    ("count", 7),
    ("points", 7),
    ("oxidation", []),
    ("oxidation", [7]),
    ("charge", 7),
    ("charge", -1),
]


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize("table", TABLES)
def test_junk_in_a_table_is_a_fault_not_a_crash(data: dict[str, Any], table: str, junk: object) -> None:
    assert faults({**data, table: junk})


@pytest.mark.parametrize("junk", [junk for junk in JUNK if junk != []], ids=repr)
def test_junk_for_exceptions_is_a_fault_not_a_crash(data: dict[str, Any], junk: object) -> None:
    assert faults({**data, "exceptions": junk})


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize(("table", "field"), FIELDS)
def test_junk_in_a_field_is_a_fault_not_a_crash(
    data: dict[str, Any], table: str, field: str, junk: object
) -> None:
    changed = {**data, table: {**data[table], field: junk}}
    if (field, junk) in FAIR_FIELDS:
        READER.read(changed, "0" * 64, "my.toml")
    else:
        assert faults(changed)


@pytest.mark.parametrize("junk", [junk for junk in JUNK if junk != "text"], ids=repr)
@pytest.mark.parametrize("table", ["tiles", "ions"])
def test_junk_in_a_cell_is_a_fault_not_a_crash(data: dict[str, Any], table: str, junk: object) -> None:
    first, *others = data[table]["each"]
    for field in first:
        if (field, junk) not in FAIR_CELLS:
            assert faults({**data, table: {**data[table], "each": [{**first, field: junk}, *others]}})


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"not toml [", "line 1 is not TOML: 'not toml ['"),
        (b'game = "ion"\n\nname = \n', "line 3 is not TOML: 'name = '"),
        (b"[tiles]\nsize = 3\neach = [\n", "it ends too early, in line 3: 'each = ['"),
        (b"x = 1\nx = 2\ny = 3", "line 2 is not TOML: 'x = 2'"),
        (b'name = "without an end', "it ends too early, in line 1: 'name = \"without an end'"),
        (b"x = " + b"9" * 5000, "a number or a date in it is out of all bounds"),
        (b"\xff\xfe", "it is not UTF-8 text"),
    ],
)
def test_unreadable_files_are_refused_in_words_of_ours(tmp_path: Path, content: bytes, fault: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    with pytest.raises(EditionError) as caught:
        load_ruleset("compoundit:standard", path)
    assert caught.value.code == "edition_unreadable"
    assert caught.value.details["faults"] == [fault]
    assert str(caught.value) == f"This edition cannot be read: {fault}."


def test_missing_and_huge_files(tmp_path: Path) -> None:
    with pytest.raises(EditionError) as missing:
        load_ruleset("compoundit:standard", tmp_path / "none.toml")
    assert missing.value.code == "edition_missing"
    huge = tmp_path / "huge.toml"
    huge.write_bytes(b"#" * 300_000)
    with pytest.raises(EditionError) as caught:
        load_ruleset("compoundit:standard", huge)
    assert caught.value.code == "edition_too_large"


def test_an_edited_edition_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = DEFAULT.read_text(encoding="utf-8")
    path.write_text(text.replace('"reference-2"', '"mine"'), encoding="utf-8")
    first = load_ruleset("compoundit:standard", path).judge(Tiles.parse("NaCl"))
    assert first.ruling is Ruling.VALID
    assert first.edition.startswith("compoundit/mine sha256:")
    path.write_text(text.replace("oxidation = [1] }", "oxidation = [2] }"), encoding="utf-8")
    assert load_ruleset("compoundit:standard", path).judge(Tiles.parse("NaCl")).ruling is Ruling.INVALID

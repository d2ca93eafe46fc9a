"""Editions by hostile people, or with typing errors: every one is either refused in words or playable."""

from __future__ import annotations

import json
import random
import tomllib
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from adjudicator.editions.checking import MAX_PIECES
from adjudicator.editions.faults import Fault
from adjudicator.editions.reader import MAX_FAULTS
from adjudicator.editions.toml import written
from adjudicator.engine.game import load_game, playable_games
from adjudicator.errors import AdjudicatorError, EditionError
from tests.support.sampling import more_at_night, slow_unless_today

if TYPE_CHECKING:
    from collections.abc import Iterator

ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 7, 10**9, 2.5, "", "N", "Xx", "<script>alert(1)</script>", "a\x1b[31mb", "x" * 5000,
    [], [0], [[]], ["N"], {}, {"N": 1}, {"each": []}, [{"symbol": ["H"]}],
)  # fmt: skip


def data_of(game: str) -> dict[str, Any]:
    editions = load_game(game).editions
    return tomllib.loads(editions.text_of(editions.current))


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in an edition."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, part in parts:
        yield (*at, step)
        yield from places(part, (*at, step))


def changed(data: dict[str, Any], at: tuple[Any, ...], chance: random.Random) -> dict[str, Any]:
    """One value is removed, doubled or replaced."""
    *way, last = at
    new = deepcopy(data)
    around: Any = new
    for step in way:
        around = around[step]
    act = chance.randrange(4)
    if act == 0:
        del around[last]
    elif act == 1 and isinstance(around, list):
        around.append(deepcopy(around[last]))
    else:
        around[last] = deepcopy(chance.choice(ODD))
    return new


def faults_of(game: str, data: dict[str, Any]) -> list[Fault]:
    try:
        text = written(data)
    except TypeError:  # not TOML at all: what is posted as JSON is checked earlier
        return [Fault("not TOML")]
    try:
        load_game(game).editions.remember(text)
    except EditionError as error:
        return list(error.details["faults"])
    return []


@pytest.mark.parametrize("number", more_at_night(40, 400))
@pytest.mark.parametrize("game", slow_unless_today(5, playable_games()))
def test_whatever_is_changed_is_refused_in_words_or_can_be_played(game: str, number: int) -> None:
    data, chance, played = data_of(game), random.Random(21), 0
    every = list(places(data))
    for _ in range(number):
        faulty = changed(data, chance.choice(every), chance)
        faults = faults_of(game, faulty)
        assert all(isinstance(fault, Fault) and len(fault) < 3000 for fault in faults)
        assert len(faults) <= MAX_FAULTS + 1
        if not faults and played < 12:
            played += 1
            try:
                state = load_game(game).new({}, 1, edition=written(faulty))
            except AdjudicatorError:  # for example: not enough tiles for two
                continue
            assert load_game(game).players_to_act(state)


@pytest.mark.parametrize("game", playable_games())
def test_the_schema_fits_every_released_edition_and_the_file_is_written_as_it_was_read(game: str) -> None:
    editions = load_game(game).editions
    jsonschema.Draft202012Validator.check_schema(editions.schema)
    for text in editions.released.values():
        data = tomllib.loads(text)
        assert tomllib.loads(written(data)) == data
        assert list(tomllib.loads(written(data))) == list(data)
    jsonschema.validate(data_of(game), editions.schema)


@pytest.mark.parametrize(
    ("at", "value", "said"),
    [
        (("tiles", "each", 0, "count"), 100_000, f"more than {MAX_PIECES:,} pieces"),
        (("tiles", "each"), [{"symbol": "H", "count": 1, "points": 1, "oxidation": [1]}] * 3000, "entries"),
        (("board", "size"), 1, "size is 1; it must be from 3 to 60"),
        (("name",), "a\nb", "name is"),
        (("name",), "n" * 61, "at most 60 characters"),
        (("ions", "each", 0, "name"), "\x1b[2J", "characters that can be shown"),
        (("play", "rack"), 21, "at most 20"),
        (("diatomic", "elements"), [[[[[[[[["H"]]]]]]]]], "is nested more than"),
    ],
)
def test_what_no_box_has_is_refused_with_its_place(at: tuple[Any, ...], value: Any, said: str) -> None:
    data = data_of("compoundit")
    around: Any = data
    for step in at[:-1]:
        around = around[step]
    around[at[-1]] = value
    [fault] = [fault for fault in faults_of("compoundit", data) if said in fault]
    assert fault.at[: len(at)] == at[: len(fault.at)]


def test_a_fault_knows_its_field() -> None:
    data = data_of("compoundit")
    data["tiles"]["each"][3]["oxidation"] = [9]
    data["ions"]["each"][2] |= {"charge": 0, "formula": "N0"}
    assert {fault.at for fault in faults_of("compoundit", data)} == {
        ("tiles", "each", 3, "oxidation"),
        ("ions", "each", 2, "charge"),
        ("ions", "each", 2, "formula"),
    }


@pytest.mark.parametrize(
    ("game", "at", "value"),
    [
        ("compounded", ("cards", "each", 0, "smiles"), 5),
        ("compounded", ("cards", "each", 0, "start"), 1),
        ("valence-plus", ("molecules", "each", 1, "marks"), 6),  # of a molecule that reacts
        ("chemistry-monopoly", ("board", "each", 0, "element"), "Xx"),  # of a square without one
        ("chemistry-monopoly", ("board", "each", 4, "name"), ""),  # of a tax
    ],
)
def test_what_a_rule_never_looks_at_is_of_its_type_all_the_same(
    game: str, at: tuple[Any, ...], value: Any
) -> None:
    data = data_of(game)
    row: Any = data[at[0]]["each"][at[2]]
    row[at[3]] = value
    assert at in {fault.at for fault in faults_of(game, data)}


def test_text_that_toml_has_to_quote_comes_back() -> None:
    data = {
        "a b": 'say "x" \\ \n\t é \x7f',
        "list": [],
        "t": {"k.k": {"ä": [True, -1, {"z": []}]}},
        "l": [{}],
    }
    assert tomllib.loads(written(data)) == data
    with pytest.raises(TypeError):
        written({"a": json.loads("null")})

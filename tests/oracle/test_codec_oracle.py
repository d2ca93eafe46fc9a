"""Readers built once against the slow reader that inspects the type of every value; and the schemas."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from adjudicator.engine import codec
from adjudicator.engine.game import load_game, playable_games
from adjudicator.errors import UnreadableInput
from adjudicator.verdict import Facts, Ruling
from tests.oracle import codec_twin


class Square(NamedTuple):
    row: int
    col: int
    tile: str = "Na"


@dataclass(frozen=True, slots=True)
class Lay:
    squares: tuple[Square, ...]
    type: Literal["lay"] = "lay"


@dataclass(frozen=True, slots=True)
class Bid:
    amount: Annotated[int, range(1, 501)]
    type: Literal["bid"] = "bid"


@dataclass(frozen=True, slots=True)
class Table:
    turn: int
    speed: float
    done: bool
    doing: Lay | Bid | None
    level: Literal[1, 2, 3] = 2
    mode: Literal["open", "hidden"] = "open"
    places: tuple[tuple[str, tuple[str, ...]], ...] = ()
    pair: tuple[int, str] = (0, "x")
    ruling: Ruling = Ruling.VALID
    loose: Any = None
    marks: tuple[int, ...] = field(default_factory=lambda: (1, 2))
    either: int | str = 0


NUMBERS = st.integers(-3, 600)
WORDS = st.sampled_from(["", "Na", "open", "valid", "lay", "bid", "é"])
LOOSE = st.recursive(
    st.none() | st.booleans() | NUMBERS | WORDS | st.just(0.5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
SQUARES = st.builds(Square, NUMBERS, NUMBERS, WORDS)
DOING = (
    st.none() | st.builds(Lay, st.lists(SQUARES, max_size=3).map(tuple)) | st.builds(Bid, st.integers(1, 500))
)
TABLES = st.builds(
    Table,
    turn=NUMBERS,
    speed=st.floats(allow_nan=False, allow_infinity=False),
    done=st.booleans(),
    doing=DOING,
    level=st.sampled_from([1, 2, 3]),
    mode=st.sampled_from(["open", "hidden"]),
    places=st.lists(st.tuples(WORDS, st.lists(WORDS, max_size=3).map(tuple)), max_size=3).map(tuple),
    pair=st.tuples(NUMBERS, WORDS),
    ruling=st.sampled_from(Ruling),
    loose=LOOSE.map(codec.frozen),
    marks=st.lists(NUMBERS, max_size=3).map(tuple),
    either=NUMBERS | WORDS,
)


@st.composite
def damaged(draw: st.DrawFn) -> Any:
    """The JSON of a table in which up to three values, at any depth, are replaced, removed or added."""
    data = json.loads(json.dumps(codec.plain(draw(TABLES))))
    for _ in range(draw(st.integers(0, 3))):
        spots = list(_spots(data))
        holder, key = draw(st.sampled_from(spots))
        damage = draw(st.sampled_from(["other", "gone", "more"]))
        if damage == "other":
            holder[key] = draw(LOOSE)
        elif damage == "gone":
            del holder[key]
        elif isinstance(holder, dict):
            holder["surplus"] = draw(LOOSE)
        else:
            holder.append(draw(LOOSE))
        if not data:
            break
    return data


def _spots(data: Any) -> Any:
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, item in list(items):
        yield data, key
        yield from _spots(item)


def compiled(kind: Any, data: Any) -> tuple[Any, list[str]]:
    try:
        return codec.read(kind, data, "table"), []
    except UnreadableInput as refused:
        return None, refused.details["faults"]


@given(TABLES)
def test_what_is_written_is_read_again(table: Table) -> None:
    data = json.loads(json.dumps(codec.plain(table)))
    again = codec.read(Table, data, "table")
    assert again == table
    assert json.dumps(codec.plain(again)) == json.dumps(data)
    assert hash(again) == hash(table)


@given(damaged() | LOOSE)
def test_the_compiled_reader_takes_and_refuses_what_the_slow_one_does(data: Any) -> None:
    value, faults = compiled(Table, data)
    slow, slow_faults = codec_twin.read(Table, data)
    assert faults == slow_faults
    assert value == slow
    assert codec.plain(value) == codec.plain(slow)  # 1 and True and 1.0 are equal, but not the same


@settings(max_examples=settings().max_examples // 2)
@given(damaged() | LOOSE)
def test_the_schema_lets_through_what_is_read(data: Any) -> None:
    """A schema requires the tag that a reader may do without, and accepts 2 for the number that must be 2.0."""
    if isinstance(data, dict):
        assume(type(data.get("speed")) is not int)
        assume(not isinstance(data.get("doing"), dict) or "type" in data["doing"])
    fits = Draft202012Validator(codec.schema(Table)).is_valid(data)
    assert fits == (not compiled(Table, data)[1])


def test_a_schema_says_what_a_form_needs() -> None:
    assert codec.schema(Lay | Bid) == {
        "anyOf": [
            {
                "title": "Lay",
                "type": "object",
                "properties": {
                    "squares": {
                        "type": "array",
                        "items": {
                            "title": "Square",
                            "type": "object",
                            "properties": {
                                "row": {"type": "integer"},
                                "col": {"type": "integer"},
                                "tile": {"type": "string", "default": "Na"},
                            },
                            "required": ["row", "col"],
                            "additionalProperties": False,
                        },
                    },
                    "type": {"const": "lay"},
                },
                "required": ["squares", "type"],
                "additionalProperties": False,
            },
            {
                "title": "Bid",
                "type": "object",
                "properties": {
                    "amount": {"type": "integer", "minimum": 1, "maximum": 500},
                    "type": {"const": "bid"},
                },
                "required": ["amount", "type"],
                "additionalProperties": False,
            },
        ]
    }
    table = codec.schema(Table)["properties"]
    assert table["mode"] == {"enum": ["open", "hidden"], "default": "open"}
    assert table["level"] == {"enum": [1, 2, 3], "default": 2}
    assert table["ruling"]["default"] == "valid"
    assert table["marks"]["default"] == [1, 2]
    assert table["loose"] == {"default": None}
    assert (table["pair"]["minItems"], table["pair"]["maxItems"]) == (2, 2)


def test_numbers_outside_their_bounds_are_refused_with_the_bounds() -> None:
    with pytest.raises(UnreadableInput, match="amount must be a whole number from 1 to 500, not 501"):
        codec.read(Bid, {"amount": 501}, "bid")


def test_a_mapping_is_read_like_an_object_of_json() -> None:
    assert codec.read(Square, Facts(row=1, col=2), "square") == Square(1, 2)


@pytest.mark.parametrize("name", playable_games())
def test_every_game_has_schemas(name: str) -> None:
    game = load_game(name)
    for kind in (*game.actions.values(), game.state_type):
        found = codec.schema(kind)
        Draft202012Validator.check_schema(found)
        json.dumps(found)

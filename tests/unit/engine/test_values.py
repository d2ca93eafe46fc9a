"""Values with changed fields, answers kept per state, and views that are built part by part."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import pytest

from adjudicator.engine.game import load_game, playable_games
from adjudicator.engine.glance import world_of
from adjudicator.engine.inventory import Inventory
from adjudicator.engine.values import once_per_state, replace


@dataclass(frozen=True, slots=True)
class Checked:
    number: int

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError(self.number)


@pytest.mark.parametrize("name", playable_games())
def test_a_changed_state_is_what_the_standard_function_makes_of_it(name: str) -> None:
    state: Any = load_game(name).new({}, 1)
    before = dataclasses.asdict(state)
    changes = {"version": 99, "edition": "another"}
    changed = replace(state, **changes)
    assert changed == dataclasses.replace(state, **changes)
    assert hash(changed) == hash(dataclasses.replace(state, **changes))
    assert dataclasses.asdict(state) == before
    with pytest.raises(dataclasses.FrozenInstanceError):
        changed.version = 5


def test_what_a_class_checks_is_checked_and_unknown_fields_are_refused() -> None:
    with pytest.raises(ValueError, match="-1"):
        replace(Checked(1), number=-1)
    with pytest.raises(TypeError, match="colour"):
        replace(Checked(1), colour="red")
    inventory = replace(Inventory.of({"bag": ["H"]}), places=(("bag", ("O",)),))
    assert inventory["bag"] == ("O",)


def test_answers_are_kept_per_state_by_identity_and_only_so_many() -> None:
    asked: list[tuple[int, str]] = []

    @once_per_state(2)
    def reading(state: Checked, word: str) -> str:
        asked.append((state.number, word))
        return f"{word} {state.number}"

    one, twin = Checked(1), Checked(1)
    assert [reading(one, "a"), reading(one, "a"), reading(one, "b")] == ["a 1", "a 1", "b 1"]
    assert asked == [(1, "a"), (1, "b")]
    assert reading(twin, "a") == "a 1"  # equal, but another state: makes room, and is asked for
    assert reading(twin, "a") == reading(one, "a") == "a 1"
    assert asked == [(1, "a"), (1, "b"), (1, "a"), (1, "a")]


@pytest.mark.parametrize("name", playable_games())
def test_a_glance_reads_as_the_view_and_of_a_real_game_has_no_state(name: str) -> None:
    game = load_game(name)
    state = game.new({}, 1)
    for player in state.players:
        glance = game.glance(state, player)
        assert dict(glance) == game.view(state, player)
        assert world_of(glance) is None
        assert world_of(game.view(state, player)) is None
        assert world_of(game.glance(state, player, imagined=True)) is state

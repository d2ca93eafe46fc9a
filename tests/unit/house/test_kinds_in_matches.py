"""A `match` over actions or matters names every kind, or says of the rest why they are alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adjudicator import engine
from adjudicator.classroom.game import Class
from adjudicator.engine.agenda import by_type
from adjudicator.engine.offers import OfferAction
from adjudicator.testing.kinds import Lapse, groups_of, lapses_in, lapses_of
from tests.sixth_game.pick_and_trade.play.game import Action, PickAndTrade
from tests.support.subjects import SUBJECTS

GAMES = [*(subject.game for subject in SUBJECTS.values()), Class(), PickAndTrade()]


def explained(lapse: Lapse) -> bool:
    """By a comment beside `case _`, or because mypy knows that nothing is left."""
    return "#" in lapse.rest.partition("\n")[0] or "assert_never" in lapse.rest


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_match_of_a_game_names_every_kind_or_says_why(game: Any) -> None:
    assert [str(lapse) for lapse in lapses_of(game) if not explained(lapse)] == []


def test_the_engine_names_every_answer_to_offers() -> None:
    groups, files = groups_of(by_type(OfferAction)), Path(engine.__path__[0]).rglob("*.py")
    assert [lapse for path in files for lapse in lapses_in(path, groups)] == []


MATCH = """
match action:
    case Pick(card) | state.Hold(card) if card:
        pass
    {rest}
        pass
"""


@pytest.mark.parametrize(
    ("rest", "missing", "for_all"),
    [
        ("case Ready():", (), False),
        ("case Pick() | Hold(): # not of this group: Settle", ("Ready",), False),
        ("case _:", ("Ready",), True),
        ("case other:", ("Ready",), True),
        ("case _ if card:", ("Ready",), False),
        ("case (Settle(), Pick()):", ("Drop", "Ready"), False),
    ],
)
def test_a_forgotten_kind_is_named(
    rest: str, missing: tuple[str, ...], for_all: bool, tmp_path: Path
) -> None:
    path = tmp_path / "game.py"
    path.write_text(MATCH.format(rest=rest))
    groups = [frozenset({"Pick", "Hold", "Ready"}), frozenset({"Settle", "Drop"})]
    lapses = list(lapses_in(path, groups))
    assert [lapse.kinds for lapse in lapses] == ([missing] if missing else [])
    assert [bool(lapse.rest) for lapse in lapses] == ([for_all] if missing else [])


def test_a_kind_that_is_added_to_a_game_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Action, "__kinds__", [*vars(Action)["__kinds__"]])  # as it was, afterwards

    class Swap(Action):
        card: str

    game = PickAndTrade()
    monkeypatch.setattr(PickAndTrade, "actions", by_type(Action))
    lapses = [lapse for lapse in lapses_of(game) if not explained(lapse)]
    assert {lapse.kinds for lapse in lapses} == {(Swap.__name__,)}
    assert [lapse.path.name for lapse in lapses] == ["game.py", "game.py"]  # `refusals` and `decide`

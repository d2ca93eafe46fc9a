"""What players missed in their games, from records alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.engine.events import Event
from adjudicator.engine.replay import Record
from adjudicator.exercises import exercise_from_text, set_from_text, solution
from adjudicator.exercises.missed import MOST, missed, missed_in
from adjudicator.verdict import Facts
from adjudicator_rulesets.compounded.play import missed as compounded
from tests.support.compounded_table import Table

GAMES = Path("fixtures/games")


def record_of(name: str) -> Record:
    return Record.from_json(json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("compoundit/consensus-3", {"mend", "legal"}),
        ("valence_plus/naming-3", {"name"}),
        ("ion/base-2", {"name", "charge"}),
        # Takes a second to replay.
        pytest.param("compounded/players-2", {"write"}, marks=pytest.mark.nightly),
        ("chemistry_monopoly/questions-2", {"name", "write", "charge"}),
    ],
)
def test_every_game_tells_what_was_missed_as_exercises_that_have_an_answer(
    name: str, kinds: set[str]
) -> None:
    record = record_of(name)
    found = missed(record)
    assert len(found) == len(record.players)
    exercises = [exercise for of_one in found for exercise in of_one.exercises]
    assert exercises
    assert {exercise.kind.value for exercise in exercises} <= kinds
    assert all(len(of_one.exercises) <= MOST for of_one in found)
    for of_one in found:
        # As in the address of the practice page.
        assert set_from_text(of_one.text).exercises == of_one.exercises
    assert solution(exercises[0], "en").answer


def test_a_run_that_did_not_stand_is_to_be_mended_and_a_lost_challenge_asks_whether_it_is_legal() -> None:
    """Read from the rulings of the record, one by one."""
    record = record_of("compoundit/consensus-3")
    rulings = [event for event in record.events if event.facts.get("decided_by") == "judge"]
    wrong = {(e.by, tuple(run["tiles"])) for e in rulings if e["ruling"] == "invalid" for run in e["runs"]}
    lost = {
        (e["challenger"], tuple(run["tiles"])) for e in rulings if e["ruling"] == "valid" for run in e["runs"]
    }
    for seat, of_one in enumerate(missed(record)):
        for exercise in of_one.exercises:
            among = wrong if exercise.kind == "mend" else lost
            assert exercise.material.replace(" ", "") in {
                "".join(tiles) for who, tiles in among if who == seat
            }


def test_K_BLAST_the_first_seat_has_missed_its_compounds_as_the_others_have(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Claims that were never completed, then what exploded; what nobody had claimed nobody has missed."""
    table = Table(players=3)
    for seat, slot in enumerate((0, 1, 2)):
        table.claim(seat, slot)
    table.fill(2)
    blasts = [
        {"card": card, "owner": owner} for card, owner in (("water", 0), ("urea", None), ("cyanamide", 1))
    ]
    exploded = Event(9, "exploded", None, Facts(cards=blasts))
    monkeypatch.setattr(compounded, "replay", lambda *_: table.state)
    record = replace(record_of("compounded/players-2"), events=(exploded,))
    assert list(compounded.missed(record)) == [
        (0, "write:ammonia"),
        (1, "write:nitric oxide"),
        (0, "write:water"),
        (1, "write:cyanamide"),
    ]


def test_what_most_players_missed_comes_first_in_a_class() -> None:
    record = record_of("chemistry_monopoly/questions-2")
    (asked, *_) = [event for event in record.events if event.type == "question_answered"]
    wrong = [
        replace(asked, player=seat, facts=Facts(**{**asked.facts, "exercise": exercise, "right": False}))
        for seat, exercise in ((0, "name:KBr"), (0, "name:NaCl"), (1, "name:NaCl"), (1, "name:Xx"))
    ]
    told = replace(record, events=tuple(wrong))
    assert [of_one.text for of_one in missed(told)] == ["name:KBr;name:NaCl", "name:NaCl"]
    assert missed_in([told, told]).text == "name:NaCl;name:KBr"
    assert missed_in([]).exercises == ()
    assert exercise_from_text("name:NaCl") in missed_in([told]).exercises

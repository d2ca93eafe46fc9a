"""Moves of recorded games that an analysis by hints alone called best: the analyst calls them mistakes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.engine.agents.acts import Act, acts_of
from adjudicator.engine.agents.analyst import AnalysedTurn, Analyst, turning_points
from adjudicator.engine.agents.rollouts import finished
from adjudicator.engine.replay import Record, game_of
from adjudicator_rulesets.compounded.bots.foresight import Ahead

FOLDER = Path("fixtures/games")


def recorded(name: str, until: int | None = None) -> Record:
    """A recorded game, or its first events where later ones do not matter."""
    read = Record.from_json(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))
    return read if until is None else replace(read, events=read.events[:until], result=None)


def looked_into(record: Record, versions: range, playouts: int) -> Iterator[AnalysedTurn]:
    analyst = Analyst(game_of(record), record, playouts)
    for decision in analyst.turns(versions.start - 1):
        if decision[1].version in versions:
            yield finished(analyst.looked_into(*decision))


@pytest.mark.slow
def test_two_metals_picked_for_a_tile_in_ion_are_worse_than_one() -> None:
    """By the strong bot's own measure the pair was worth -1.7 and the best pick 3.5; no hint named the pair."""
    (turn,) = looked_into(recorded("frozen/ion/tiles-4", 13), range(11, 12), 32)
    assert turn.accurate is False
    assert turn.lost is not None
    assert turn.error is not None
    assert turn.lost > 2 * turn.error > 0
    assert (turn.best_action or {})["type"] == "pick"
    assert sorted((turn.best_action or {})["cards"]) != ["Ca", "K"]
    assert str(turn.best) in str(turn.text)


def test_accepting_the_offer_that_completes_a_rivals_set_in_monopoly_is_a_turning_point() -> None:
    """Arsenic goes to the player with the other two of its group, who builds on it at once and bankrupts the seller."""
    record = recorded("chemistry_monopoly/players-2", 161)
    (turn,) = looked_into(record, range(160, 161), 24)
    assert (turn.accurate, (turn.best_action or {})["type"]) == (False, "decline_offer")
    assert turn.chance_lost is not None
    assert turn.chance_error is not None
    assert turn.chance_lost > 0.1 > turn.chance_error
    assert turning_points([turn]) == [turn]


def test_the_last_crystal_of_compoundeds_last_round_costs_the_win() -> None:
    """On urea it would have won alone; where it was placed, both players had equal points. Earlier steps cost
    nothing.

    Until the last placement the mistake could still be corrected: charging the player for each step of the
    turn would count one mistake five times.
    """
    turns = list(looked_into(recorded("compounded/players-3"), range(823, 825), 8))
    assert [turn.version for turn in turns] == [823, 824]
    assert [turn.chance_lost for turn in turns] == [0, 0.5]
    assert [turn.accurate for turn in turns] == [True, False]
    assert "urea" in (turns[-1].best or "")
    assert turns[-1].best_action == {"crystal": "H", "slot": 0, "source": "bench", "type": "place"}


@pytest.mark.slow
def test_a_mistake_that_can_still_be_made_good_is_not_charged_by_a_policy_as_blind_as_its_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Greedy goes on from the step before as the player did, and wins less than with the best choice then."""
    monkeypatch.setattr(Ahead, "policy", "greedy")
    turns = list(looked_into(recorded("compounded/players-3"), range(823, 825), 32))
    assert [turn.chance_lost for turn in turns] == [0, 0.5]


def test_offers_of_older_records_are_found_again_though_they_tell_less() -> None:
    """Today's terms say what is handed on. Those of older records do not, and were once left out of the analysis."""
    record = recorded("chemistry_monopoly/short-4", 90)
    told = [event for event in record.events if event.type.startswith("offer_")]
    assert not any("onward" in term for event in told for term in event.facts.get("terms", ()))
    found: dict[int, Act] = {act.version: act for act in acts_of(game_of(record), record)}
    made: list[Any] = [event for event in told if event.type in ("offer_made", "offer_accepted")]
    assert made
    assert all(event.version in found for event in made if event.type == "offer_accepted")
    assert {found[event.version].action.type for event in made if event.version in found} >= {
        "propose_offer",
        "accept_offer",
    }


def test_what_somebody_did_is_told_before_what_came_of_it() -> None:
    """Ending a turn is an action: "It is the turn of greedy" alone only says what another player has to do."""
    record = recorded("chemistry_monopoly/players-2", 40)
    analyst = Analyst(game_of(record), record)
    acts = [act for act in acts_of(game_of(record), record) if act.action.type == "end_turn"]
    assert {analyst._told(act).split(". ")[0] for act in acts} == {
        "strong: ends the turn",
        "greedy: ends the turn",
    }

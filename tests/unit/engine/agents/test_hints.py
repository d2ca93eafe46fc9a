"""Hints: what the strong bot would do comes first, with by how much it is ahead."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import prose
from adjudicator.engine.agents.bots import Character, chance_of, players_of, recalling, sparing
from adjudicator.engine.agents.foresight import Outlook
from adjudicator.engine.agents.rollouts import Candidate
from adjudicator.engine.agents.thinking import STRONG, ThinkingBot, hints_of
from adjudicator.engine.game import load_game, playable_games
from adjudicator_rulesets.ion.play.state import Pick
from tests.support.sampling import slow_unless_today

ION = load_game("ion")


def opening(game: Any, seed: int = 3) -> tuple[dict[str, Any], Any]:
    """What the first player to act sees, and the events until then as that player saw them."""
    state, events = game.start({}, seed, players=2)
    seat = game.players_to_act(state)[0]
    return game.view(state, seat), game.events_shown(events, seat)


def played_out(action: Any, *points: float) -> Candidate:
    """A candidate of seat 0 that came out so many points ahead, world by world."""
    return Candidate(
        action, [Outlook((ahead, 0.0), (0.5 + ahead / 100, 0.5 - ahead / 100)) for ahead in points]
    )


def led_by(patch: pytest.MonkeyPatch, *ranked: Candidate) -> tuple[Any, ...]:
    view, _ = opening(ION)
    patch.setattr(ThinkingBot, "ranked", lambda *_: list(ranked))
    return hints_of(ION, view, 4)


@pytest.mark.parametrize("game", slow_unless_today(5, playable_games()))
def test_the_first_hint_is_what_the_strong_bot_does(game: str) -> None:
    played = load_game(game)
    view, seen = opening(played)
    hints = hints_of(played, view, 3, seen, 0.25)
    strong = recalling(sparing(players_of(game).bot(Character(STRONG)), 0.25), seen)
    chosen = strong.choose(view, chance_of("hints", view["you"], view["version"]))
    own = players_of(game).hints(view, 12)
    assert [hint.action for hint in hints][:1] == [hint.action for hint in own if hint.action == chosen]
    assert {hint.action for hint in hints} <= {hint.action for hint in own}
    assert hints == hints_of(played, view, 3, seen, 0.25)


def test_the_choice_of_the_bot_goes_before_what_looks_better(monkeypatch: pytest.MonkeyPatch) -> None:
    view, _ = opening(ION)
    first, second, third, *_ = players_of("ion").hints(view, 4)
    ranked = [played_out(third.action, 5, 6, 5, 6, 5, 6), played_out(first.action, 1, 1, 1, 1, 1, 1)]
    hints = led_by(monkeypatch, *ranked)
    assert [hint.action for hint in hints[:3]] == [third.action, first.action, second.action]
    assert hints[0].why.startswith(third.why)
    assert "4.5 ± 0.3 points more, 4.5 ± 0.3 % more winning chance" in hints[0].why
    assert hints[1] == first
    with prose.speaking("de"):
        assert "4,5 ± 0,3 Punkte mehr, 4,5 ± 0,3 % mehr Gewinnaussicht" in led_by(monkeypatch, *ranked)[0].why


def test_nothing_is_said_of_a_lead_within_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    view, _ = opening(ION)
    first, second, *_ = players_of("ion").hints(view, 4)
    hints = led_by(monkeypatch, played_out(second.action, 9, -7, 3, 2), played_out(first.action, 0, 1, 0, 1))
    assert hints[:2] == (second, first)


def test_what_the_game_has_no_reason_for_is_a_hint_by_its_figures_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, _ = opening(ION)
    first, *_ = players_of("ion").hints(view, 4)
    unusual = Pick(("Xe", "Xe"))
    worse = played_out(first.action, 0, 1, 0, 1)
    hints = led_by(monkeypatch, played_out(unusual, 8, 9, 8, 9), worse)
    assert hints[0].action == unusual
    assert hints[0].why == "Against the next best: 8 points more, 8 % more winning chance."
    assert led_by(monkeypatch, played_out(unusual, 9, -7, 3, 2), worse)[0] == first


def test_where_the_bot_leaves_it_to_others_the_hints_stay_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, _ = opening(ION)
    assert led_by(monkeypatch) == players_of("ion").hints(view, 4)

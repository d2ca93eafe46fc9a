"""Hints: the plain thing comes first unless another is clearly better, and what follows goes on with it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.engine.agents.bots import (
    Character,
    Hint,
    Seen,
    chance_of,
    next_action,
    players_of,
    recalling,
    seated,
    sparing,
)
from adjudicator.engine.agents.foresight import Outlook, foresight_of
from adjudicator.engine.agents.rollouts import Candidate
from adjudicator.engine.agents.thinking import STRONG, ThinkingBot, hints_of
from adjudicator.engine.game import load_game, playable_games
from adjudicator_rulesets.ion.play.state import Pick, Place
from tests.support.sampling import slow_unless_today

ION = load_game("ion")
WORDS = re.compile(r" (The next hint|Clearly better|A little better|Fewer points at once).*")


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


def plain_first(view: dict[str, Any]) -> list[Hint[Any]]:
    """The hints of Ion, first what scores most at once."""
    hints = list(players_of("ion").hints(view, 8))
    first = max(hints, key=lambda hint: hint.now or 0.0)
    return [first, *(hint for hint in hints if hint is not first)]


def led_by(patch: pytest.MonkeyPatch, *ranked: Candidate) -> tuple[Any, ...]:
    view, _ = opening(ION)
    patch.setattr(ThinkingBot, "ranked", lambda *_: list(ranked))
    patch.setattr(ThinkingBot, "meant", lambda *args: args[-1])
    return hints_of(ION, view, 4)


@pytest.mark.parametrize("game", slow_unless_today(5, playable_games()))
def test_the_first_hint_is_what_the_strong_bot_does_or_the_plain_thing(game: str) -> None:
    played = load_game(game)
    view, seen = opening(played)
    hints = hints_of(played, view, 3, seen, 0.25)
    strong = recalling(sparing(players_of(game).bot(Character(STRONG)), 0.25), seen)
    chosen = strong.choose(view, chance_of("hints", view["you"], view["version"]))
    own = players_of(game).hints(view, 12)
    telling = [hint for hint in own if hint.now is not None]
    plain = max(telling, key=lambda hint: hint.now or 0.0).action if telling else chosen
    assert [hint.action for hint in hints][:1] in [
        [hint.action for hint in own if hint.action == first] for first in (chosen, plain)
    ]
    assert {hint.action for hint in hints} <= {hint.action for hint in own}
    assert hints == hints_of(played, view, 3, seen, 0.25)


@pytest.mark.parametrize(
    ("ahead", "words"),
    [
        ((15, 16, 15, 16, 15, 16), "clearly better"),
        ((5, 6, 5, 6, 5, 6), "a little better"),
    ],
)
def test_what_is_better_goes_before_what_scores_more_at_once(
    ahead: tuple[float, ...], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, _ = opening(ION)
    plain, second, third, *_ = plain_first(view)
    ranked = [played_out(third.action, *ahead), played_out(second.action, *[2] * 6)]
    ranked.append(played_out(plain.action, *[1] * 6))
    hints = led_by(monkeypatch, *ranked)
    assert [hint.action for hint in hints[:2]] == [third.action, plain.action], (
        "it is compared with the plain"
    )
    assert hints[0].why.lower() == (
        f"{third.why} Fewer points at once than the next hint, but {words} in the end.".lower()
    )
    assert hints[1] == plain


def of_equal_points(patch: pytest.MonkeyPatch) -> list[Hint[Any]]:
    """The hints of Ion, as if each brought a point at once."""
    view, _ = opening(ION)
    hints = [replace(hint, now=1.0) for hint in players_of("ion").hints(view, 8)]
    patch.setattr(players_of("ion"), "hints", lambda *_: hints)
    return hints


def test_a_lead_is_told_in_words_without_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, second, *_ = of_equal_points(monkeypatch)
    ranked = [played_out(plain.action, 15, 16, 15, 16), played_out(second.action, 0, 1, 0, 1)]
    hints = led_by(monkeypatch, *ranked)
    assert hints[:2] == (hints[0], second)
    assert hints[0].why == f"{plain.why} Clearly better than the next hint."
    with prose.speaking("de"):
        assert led_by(monkeypatch, *ranked)[0].why.endswith("Deutlich besser als der nächste Tipp.")


def test_a_difference_within_the_error_is_called_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, second, *_ = of_equal_points(monkeypatch)
    hints = led_by(monkeypatch, played_out(plain.action, 0, 1, 0, 1), played_out(second.action, 9, -7, 3, 2))
    assert [hint.action for hint in hints[:2]] == [plain.action, second.action]
    assert hints[0].why == f"{plain.why} The next hint is about as good."


@pytest.mark.parametrize("ahead", [(15, 16, 15, 16), (0, 1, 0, 1)])
def test_nothing_is_compared_where_the_points_say_it(
    ahead: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two points and none were called about as good."""
    view, _ = opening(ION)
    plain, second, *_ = plain_first(view)
    assert (plain.now or 0) > (second.now or 0)
    hints = led_by(monkeypatch, played_out(plain.action, *ahead), played_out(second.action, 9, -7, 3, 2))
    assert hints[:2] == (plain, second)


def test_the_plain_thing_stays_first_unless_another_is_better_by_more_than_the_error() -> None:
    """Of what a bot has played out: it is asked with the plain choice in place of its own."""
    view, seen = opening(ION)
    bot = recalling(sparing(players_of("ion").bot(Character(STRONG)), 0.25), seen)
    assert isinstance(bot, ThinkingBot)
    for hint in players_of("ion").hints(view, 3):
        first, *others = bot.ranked(view, chance_of("a", 0, 1), hint.action)
        found = [one for one in (first, *others) if one.action == hint.action]
        assert len(found) == 1
        if found[0] is not first:
            assert (first.chance(0), first.margin(0)) > (found[0].chance(0), found[0].margin(0))


def test_what_the_game_has_no_reason_for_comes_first_only_if_it_is_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, _ = opening(ION)
    plain, *_ = plain_first(view)
    unusual = Pick(("Xe", "Xe"))
    worse = played_out(plain.action, 0, 1, 0, 1)
    hints = led_by(monkeypatch, played_out(unusual, 8, 9, 8, 9), worse)
    assert hints[0].action == unusual
    assert WORDS.sub("", f" {hints[0].why}") == ""
    assert led_by(monkeypatch, played_out(unusual, 9, -7, 3, 2), worse)[0] == plain


def test_where_the_bot_leaves_it_to_others_the_hints_stay_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, _ = opening(ION)
    hints = led_by(monkeypatch)
    assert hints == tuple(hint for hint in players_of("ion").hints(view, 12) if hint in hints)[:4]


def test_the_next_step_goes_on_with_the_plan_of_the_first() -> None:
    """Regression: "Pick K: finishes KCl", and at once, of the picked K, "lay it alone" with another reason."""
    state, begun = ION.start({}, "plans", players=2)
    history, bots = list(begun), dict(enumerate(seated("ion", ["greedy"] * 2)))
    planned, kept = None, 0
    chosen: Any
    while state.round == 1 and state.result is None:
        if 0 in ION.players_to_act(state) and any(
            ask.player == 0 and ask.obliged for ask in ION.asked(state)
        ):
            view, seen = ION.view(state, 0), Seen(ION, history, 0)
            first = hints_of(ION, view, 3, seen, 0.5)[0]
            reason = WORDS.sub("", first.why)
            if isinstance(first.action, Place) and planned is not None:
                assert reason == planned or "Fewer points at once" in first.why or "better" in first.why
                kept += reason == planned
            planned = reason if isinstance(first.action, Pick) else None
            chosen = 0, first.action
        else:
            chosen = next_action(ION, state, bots, "plans", history)
        state, events = ION.apply(state, *chosen)
        history += events
    assert kept >= 4


def test_hints_of_one_reason_are_one_hint() -> None:
    state, events = ION.start({}, 5, players=2)
    view = ION.view(state, 0)
    told = [hint.why for hint in hints_of(ION, view, 12, Seen(ION, events, 0), 0.25)]
    assert len(set(told)) == len(told)


def test_the_reason_of_a_first_step_is_that_of_the_best_next_one() -> None:
    """A picked card is meant for the place that its playouts prefer, and that place is told."""
    state, events = ION.start({}, 5, players=2)
    view, seen = ION.view(state, 0), Seen(ION, events, 0)
    pick = next(hint for hint in players_of("ion").hints(view, 8) if isinstance(hint.action, Pick))
    steps = foresight_of(ION).steps(view, seen, pick.action)
    bot = recalling(sparing(players_of("ion").bot(Character(STRONG)), 0.25), seen)
    assert isinstance(bot, ThinkingBot)
    assert bot.meant(view, chance_of("a", 0, 1), pick).why in {step.why for step in steps}

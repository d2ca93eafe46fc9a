"""The contract of games, over every registered game with all its presets; and proof that it finds faults."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.engine.frame import Preset
from adjudicator.engine.game import playable_games
from adjudicator.testing import contract
from adjudicator.testing.contract import CHECKS
from adjudicator.testing.subject import Moment, Subject, play
from adjudicator.testing.suite import moments as moments_of
from tests.support import bazaar
from tests.support import broken_games as broken
from tests.support.pick_and_trade import PickAndTrade, subject_of
from tests.support.sampling import by_day
from tests.support.subjects import SUBJECTS

TEST_ONLY = {
    "pick-and-trade": subject_of(PickAndTrade()),
    "bazaar": bazaar.subject_of(bazaar.Bazaar()),
}
ALL = {**SUBJECTS, **TEST_ONLY}
PARTS = 10  # of the presets of each game: one in every run, the others nightly
CASES = [
    case
    for name, subject in ALL.items()
    for case in by_day(
        PARTS, [pytest.param(name, preset, id=f"{name}: {preset}") for preset in subject.game.presets()]
    )
]


def test_every_playable_game_is_under_contract() -> None:
    assert set(playable_games()) == set(SUBJECTS)


def moments(name: str, preset: str) -> tuple[Moment, ...]:
    return moments_of(ALL[name], preset, len(preset))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("name", "preset"), CASES)
def test_contract(name: str, preset: str, check: Any) -> None:
    for number, moment in enumerate(moments(name, preset)):
        check(ALL[name], moment, Random(number))


@pytest.mark.parametrize(("name", "preset"), CASES)
def test_a_game_in_which_nobody_answers_ends(name: str, preset: str) -> None:
    """From the beginning, and from the middle, when there is more to settle."""
    seen = moments(name, preset)
    for moment in (seen[0], seen[len(seen) // 2]):
        contract.it_ends_if_nobody_answers(ALL[name], moment, Random(0))


# --- the suite finds faults -----------------------------------------------------------------------------------

FAULTS = {
    broken.ShowsTheDeck: contract.hidden_stays_hidden,
    broken.ShowsTheSeed: contract.hidden_stays_hidden,
    broken.SaysWhatOthersHold: contract.hidden_stays_hidden,
    broken.ShowsAWatcherSeatNought: contract.the_log_tells_no_secrets,
    broken.AsksByTheHand: contract.hidden_stays_hidden,
    broken.AsksWithoutAnswer: contract.asks_can_be_answered,
    broken.WaitsForEver: contract.asks_can_be_answered,
    broken.OtherwiseDoesWhatIsNotAllowed: contract.asks_can_be_answered,
    broken.PaysForNothing: contract.accounts_change_only_as_told,
    broken.MakesAnswersStale: contract.parallel_answers_do_not_collide,
    broken.NeverEndsByItself: contract.it_ends_if_nobody_answers,
    broken.RentVanishes: contract.accounts_change_only_as_told,
    broken.LosesACardOnPassing: contract.pieces_are_conserved,
    broken.KeepsWithdrawnOffers: contract.what_is_withdrawn_is_gone,
    broken.LeavesOutWhatIsHandedOn: contract.offers_are_carried_out_whole,
    broken.BotsShareAStream: contract.bots_have_chances_of_their_own,
    broken.SaysNothingOfTrades: contract.what_happens_can_be_told,
    broken.GoesOnAskingWhoLeft: contract.anybody_may_leave,
    broken.TellsPicks: contract.choices_are_simultaneous,
    broken.TellsHowManyHigherCards: contract.events_keep_secrets,
    broken.ChangesItsArgument: contract.apply_judges,
    broken.LosesCards: contract.pieces_are_conserved,
    broken.ListsTooMuch: contract.listed_means_valid,
    broken.PreviewsWhatIsLegal: contract.previews_do_not_judge,
    broken.PreviewRefusesWhatIsLegal: contract.previews_do_not_judge,
    broken.ListsTooLittle: contract.listed_means_valid,
    broken.ListsTradesThatAreForbidden: contract.listed_means_valid,
    broken.PlaysOnAfterTheEnd: contract.the_end_is_the_end,
    broken.RollsDiceOnReplay: contract.replay_gives_the_same,
    broken.ForgetsItsOldEvents: contract.older_events_can_be_read,
    broken.ForgetsWhenSaved: contract.json_round_trip,
}


def made(faulty: type[Any]) -> Subject:
    return bazaar.subject_of(faulty()) if issubclass(faulty, bazaar.Bazaar) else subject_of(faulty())


@pytest.mark.parametrize("faulty", FAULTS, ids=lambda faulty: faulty.__name__)
def test_the_suite_finds_the_fault(faulty: type[Any]) -> None:
    with pytest.raises((AssertionError, prose.UnknownSentence)):
        look(made(faulty), FAULTS[faulty])


SOUND = sorted({(faulty.__mro__[1].__name__, check) for faulty, check in FAULTS.items()}, key=str)


@pytest.mark.parametrize(("name", "check"), SOUND, ids=[f"{name}: {c.__name__}" for name, c in SOUND])
def test_without_a_fault_the_same_look_finds_nothing(name: str, check: Any) -> None:
    look(TEST_ONLY["bazaar" if name == "Bazaar" else "pick-and-trade"], check, seeds=1)


def look(subject: Subject, check: Any, seeds: int = 3) -> None:
    for seed in range(seeds):
        for moment in as_far_as_it_goes(subject, seed):
            check(subject, moment, Random(seed))


def as_far_as_it_goes(subject: Subject, seed: int) -> list[Moment]:
    """The moments of a game; a faulty game may break down on the way, and the moments before that are
    checked.
    """
    seen: list[Moment] = []
    with suppress(Exception):
        seen.extend(play(subject, Preset(3), seed, limit=60))
    return seen

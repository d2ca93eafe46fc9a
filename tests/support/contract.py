"""What every game has to keep, as checks that a test can run on any game, also on one that breaks them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from adjudicator.engine.answers import IllegalAction
from adjudicator.engine.codec import plain
from adjudicator.engine.events import Event
from adjudicator.engine.game import Game, Open
from adjudicator.engine.replay import Record, record_of, record_shown, replay
from adjudicator.engine.rng import Rng
from adjudicator.verdict import Ruling


@dataclass(frozen=True)
class Subject:
    """A game to be checked, and what only its tester can know."""

    game: Game[Any, Any]
    act: Callable[[Any, int, Random], Any]  # something this player may do now
    candidates: Callable[[Any, int, Random], list[Any]]  # of every kind, sensible or not
    # Another state that differs only in what this player neither sees nor will see by the next action.
    lasting_twin: Callable[[Any, int, Random], Any]
    secret: tuple[str, ...] = ()  # actions that say nothing to others while somebody still has to choose


@dataclass(frozen=True)
class Moment:
    state: Any
    events: tuple[Event, ...]


def play(subject: Subject, options: Any, seed: int, limit: int = 600) -> Iterator[Moment]:
    """Every moment of a random game, from the start until nobody has anything to do."""
    random, game = Random(seed), subject.game
    state, events = game.start(options, f"a secret of the test, number {seed}")
    yield Moment(state, events)
    for _ in range(limit):
        acting = game.players_to_act(state)
        if not acting:
            return
        player = acting[0] if random.random() < 0.7 else random.choice(acting)
        state, more = game.apply(state, player, subject.act(state, player, random))
        events += more
        yield Moment(state, events)
    raise AssertionError(f"no end after {limit} actions")


def bytes_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def players(subject: Subject, moment: Moment) -> range:
    return range(len(subject.game.view(moment.state, None)["scores"]))


# --- the checks ---------------------------------------------------------------------------------------------


def listed_means_valid(subject: Subject, moment: Moment, random: Random) -> None:
    """Listed if and only if judged valid; of kinds that are not listed one by one, no instance without the kind."""
    game, state = subject.game, moment.state
    for player in players(subject, moment):
        listed = game.legal_actions(state, player)
        open_kinds = {entry.type for entry in listed if isinstance(entry, Open)}
        for action in (*listed, *subject.candidates(state, player, random)):
            if isinstance(action, Open):
                continue
            valid = game.judge(state, player, action).ruling is Ruling.VALID
            if action.type in open_kinds:
                continue
            assert valid == (action in listed), (
                f"{action} of player {player}: valid is {valid}, listed {listed}"
            )
        assert bool(listed) == (player in game.players_to_act(state))


def apply_judges(subject: Subject, moment: Moment, random: Random) -> None:
    """What is judged valid happens; anything else raises with its verdict; and the input stays as it was."""
    game, state = subject.game, moment.state
    for player in players(subject, moment):
        for action in subject.candidates(state, player, random):
            verdict = game.judge(state, player, action)
            before = bytes_of(game.state_to_json(state))
            if verdict.ruling is Ruling.VALID:
                after, events = game.apply(state, player, action)
                assert events
                assert after.version == state.version + len(events)
            else:
                with pytest.raises(IllegalAction) as refused:
                    game.apply(state, player, action)
                assert refused.value.verdict == verdict
                assert refused.value.message
                assert type(verdict).from_json(json.loads(bytes_of(verdict.to_json()))) == verdict
                assert all(check.rule and check.message for check in verdict.checks)
            assert bytes_of(game.state_to_json(state)) == before, f"{action} changed its argument"


def replay_gives_the_same(subject: Subject, moment: Moment, random: Random) -> None:
    state = replay(subject.game, moment.events)
    assert state == moment.state
    assert bytes_of(plain(state)) == bytes_of(plain(moment.state))


def json_round_trip(subject: Subject, moment: Moment, random: Random) -> None:
    game, state = subject.game, moment.state
    saved = bytes_of(game.state_to_json(state))
    assert game.state_from_json(json.loads(saved)) == state
    names = [f"player {player}" for player in players(subject, moment)]
    record = record_of(game, moment.events, names)
    again = Record.from_json(json.loads(bytes_of(record.to_json())))
    assert again == record
    assert replay(game, again.events) == state
    assert hash(state) == hash(game.state_from_json(json.loads(saved)))
    for player in players(subject, moment):
        json.dumps(game.view(state, player))
        for action in subject.candidates(state, player, random):
            assert game.read_action(json.loads(bytes_of(plain(action)))) == action


def pieces_are_conserved(subject: Subject, moment: Moment, random: Random) -> None:
    assert moment.state.pieces.census() == subject.game.box(moment.state)


def the_end_is_the_end(subject: Subject, moment: Moment, random: Random) -> None:
    game, state = subject.game, moment.state
    if game.result(state) is None:
        assert game.players_to_act(state), "nobody can act, and the game is not over"
        return
    assert game.players_to_act(state) == ()
    for player in players(subject, moment):
        assert game.legal_actions(state, player) == ()
        for action in subject.candidates(state, player, random):
            assert game.judge(state, player, action).ruling is Ruling.INVALID
    result = game.result(state)
    assert result is not None
    best = tuple(p for p, score in enumerate(result.scores) if score == max(result.scores))
    assert result.winners in (best, ())  # a game that is played together can be lost by all


def hidden_stays_hidden(subject: Subject, moment: Moment, random: Random) -> None:
    """States that differ only in what a viewer cannot see: equal views, listed actions, verdicts and errors."""
    game, state = subject.game, moment.state
    for viewer in (*players(subject, moment), None):
        view = bytes_of(game.view(state, viewer))
        made_up = game.imagine(json.loads(view), Rng(str(random.random())))
        for twin in (made_up, subject.lasting_twin(state, viewer, random) if viewer is not None else made_up):
            assert bytes_of(game.view(twin, viewer)) == view
            if viewer is None:
                continue
            assert game.legal_actions(twin, viewer) == game.legal_actions(state, viewer)
            for action in subject.candidates(state, viewer, random):
                assert _answer(game, twin, viewer, action) == _answer(game, state, viewer, action)


def _answer(game: Game[Any, Any], state: Any, player: int, action: Any) -> str:
    """The verdict, or the error that apply raises with it, as it would be sent."""
    verdict = game.judge(state, player, action)
    if verdict.ruling is Ruling.VALID:
        return bytes_of(verdict.to_json())
    with pytest.raises(IllegalAction) as refused:
        game.apply(state, player, action)
    return bytes_of(refused.value.to_json())


def events_keep_secrets(subject: Subject, moment: Moment, random: Random) -> None:
    """Whoever acts, what a viewer is told of it does not depend on what stays hidden from that viewer."""
    game, state = subject.game, moment.state
    for viewer in players(subject, moment):
        twin = subject.lasting_twin(state, viewer, random)
        for actor in players(subject, moment):
            for action in subject.candidates(state, actor, random):
                if (
                    not game.judge(state, actor, action).ruling
                    is game.judge(twin, actor, action).ruling
                    is Ruling.VALID
                ):
                    continue
                told = [_told(game, start, actor, action, viewer) for start in (state, twin)]
                assert told[0] == told[1], f"{action} of player {actor} tells player {viewer} too much"
    log = record_shown(game, moment.events, ["x"] * len(players(subject, moment)), None).to_json()
    assert state.rng.seed not in bytes_of(log)


def _told(game: Game[Any, Any], state: Any, actor: int, action: Any, viewer: int) -> str:
    after, events = game.apply(state, actor, action)
    shown = [event.to_json() for event in game.events_shown(events, viewer)]
    return bytes_of([shown, game.view(after, viewer)])


def choices_are_simultaneous(subject: Subject, moment: Moment, random: Random) -> None:
    """While somebody still has to choose, two different choices look the same to everybody else."""
    game, state = subject.game, moment.state
    for actor in players(subject, moment):
        choices = [a for a in game.legal_actions(state, actor) if a.type in subject.secret]
        for viewer in players(subject, moment):
            if viewer != actor and choices and len(_choosing(subject, moment)) > 1:
                assert len({_told(game, state, actor, action, viewer) for action in choices}) == 1


def _choosing(subject: Subject, moment: Moment) -> list[int]:
    return [
        player
        for player in players(subject, moment)
        if any(action.type in subject.secret for action in subject.game.legal_actions(moment.state, player))
    ]


CHECKS = (
    listed_means_valid,
    apply_judges,
    replay_gives_the_same,
    json_round_trip,
    pieces_are_conserved,
    the_end_is_the_end,
    hidden_stays_hidden,
    events_keep_secrets,
    choices_are_simultaneous,
)

# ruff: noqa: ARG001 - every check is called alike
"""What every game has to keep, as checks that a test can run on any game, also on one that breaks them."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from adjudicator import prose
from adjudicator.engine.agenda import Open
from adjudicator.engine.agents.bots import Character, chance_of, quick_bots
from adjudicator.engine.answers import IllegalAction
from adjudicator.engine.codec import plain
from adjudicator.engine.game import Resign
from adjudicator.engine.offers import AcceptOffer, DeclineOffer, WithdrawOffer
from adjudicator.engine.replay import Record, record_of, record_shown, replay, states
from adjudicator.engine.rng import Rng
from adjudicator.testing.subject import Moment
from adjudicator.verdict import Ruling

if TYPE_CHECKING:
    from random import Random

    from adjudicator.engine.answers import ActionVerdict
    from adjudicator.engine.events import Event
    from adjudicator.engine.game import Game
    from adjudicator.testing.subject import Subject

SOME = 8  # candidates that a costly check looks at


def some(subject: Subject, state: Any, player: int, random: Random) -> list[Any]:
    """A few of the candidates, others at every look: each is judged for many viewers and twins."""
    found = subject.candidates(state, player, random)
    return random.sample(found, min(SOME, len(found)))


def bytes_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def players(moment: Moment) -> tuple[int, ...]:
    found: tuple[int, ...] = moment.state.players
    return found


def it_ends_if_nobody_answers(subject: Subject, moment: Moment, random: Random) -> None:
    assert unanswered(subject.game, moment.state).result is not None


def unanswered(game: Game[Any, Any], state: Any, limit: int = 2000) -> Any:
    """The state when nobody ever answers, and what follows from that is done."""
    for _ in range(limit):
        obliged = next((ask for ask in game.asked(state) if ask.obliged), None)
        if obliged is None:
            return state
        state, _ = game.apply(state, obliged.player, obliged.otherwise)
    raise AssertionError(f"nobody answers, and there is no end after {limit} actions")


# --- the checks ---------------------------------------------------------------------------------------------


def listed_means_valid(subject: Subject, moment: Moment, random: Random) -> None:
    """Listed if and only if judged valid; kinds that are open are not listed one by one."""
    game, state = subject.game, moment.state
    for player in players(moment):
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
        assert len(set(listed)) == len(listed), f"listed twice: {listed}"


def previews_do_not_judge(subject: Subject, moment: Moment, random: Random) -> None:
    """A preview refuses nothing that is legal; drafts that it lets pass look alike, whether legal or not."""
    game, state = subject.game, moment.state
    for player in players(moment):
        looks: dict[tuple[str, bool], set[Any]] = {}
        for action in some(subject, state, player, random):
            verdict, preview = game.judge(state, player, action), game.preview(state, player, action)
            legal = verdict.ruling is Ruling.VALID
            passes = preview.ruling is Ruling.VALID
            assert passes or not legal, f"{action} of player {player} is legal, and its preview refuses it"
            if passes:
                looks.setdefault((action.type, legal), set()).add(_look(preview, verdict))
        for kind in {kind for kind, _ in looks}:
            legal_looks, illegal_looks = looks.get((kind, True)), looks.get((kind, False))
            assert not legal_looks or not illegal_looks or legal_looks & illegal_looks, (
                f"the preview of {kind} tells legal drafts from others: {legal_looks} and {illegal_looks}"
            )


def _look(preview: ActionVerdict, verdict: ActionVerdict) -> tuple[Any, ...]:
    """What a preview says, apart from names, numbers, and how the draft lies, which the verdict says too."""
    said = preview.to_json()
    judged = {check.code for check in verdict.checks if check.passed}
    own = frozenset(check.code for check in preview.checks if check.code not in judged)
    return own, len(preview.checks), frozenset(key for key in said if said[key])


def apply_judges(subject: Subject, moment: Moment, random: Random) -> None:
    """What is judged valid happens; anything else raises with its verdict; and the input stays as it was."""
    game, state = subject.game, moment.state
    before = bytes_of(game.state_to_json(state))
    for player in players(moment):
        for action in subject.candidates(state, player, random):
            verdict = game.judge(state, player, action)
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
    names = [f"player {player}" for player in players(moment)]
    record = record_of(game, moment.events, names)
    again = Record.from_json(json.loads(bytes_of(record.to_json())), game)
    assert again == record
    assert replay(game, again.events) == state
    assert hash(state) == hash(game.state_from_json(json.loads(saved)))
    for player in players(moment):
        json.dumps(game.view(state, player))
        for action in subject.candidates(state, player, random):
            assert game.read_action(json.loads(bytes_of(plain(action)))) == action


def pieces_are_conserved(subject: Subject, moment: Moment, random: Random) -> None:
    assert moment.state.pieces.census() == subject.game.box(moment.state)


def the_end_is_the_end(subject: Subject, moment: Moment, random: Random) -> None:
    game, state = subject.game, moment.state
    if state.result is None:
        assert game.players_to_act(state), "nobody can act, and the game is not over"
        return
    assert not game.asked(state)
    assert not game.players_to_act(state)
    for player in players(moment):
        assert game.legal_actions(state, player) == ()
        for action in (*subject.candidates(state, player, random), Resign()):
            assert game.judge(state, player, action).ruling is Ruling.INVALID
    the_result_is_sound(state)


def the_result_is_sound(state: Any) -> None:
    """Ranks count like those of a race: as many are before you as your rank says."""
    result = state.result
    assert len(result.scores) == len(result.ranks) == len(state.seats)
    ranks = [result.ranks[player] for player in state.players]
    assert sorted(ranks) == sorted(1 + sum(other < rank for other in ranks) for rank in ranks)
    assert all(
        (rank == 0) == (seat.kind == "neutral") for rank, seat in zip(result.ranks, state.seats, strict=True)
    )
    first = {player for player in state.players if result.ranks[player] == 1}
    assert set(result.winners) in (first, set(state.playing), set())  # one can win or lose together
    stayed = [result.ranks[player] for player in state.playing]
    assert all(
        max(stayed, default=0) < result.ranks[player] for player in set(state.players) - set(state.playing)
    )


def asks_can_be_answered(subject: Subject, moment: Moment, random: Random) -> None:
    """Every ask has answers of its kinds; an obliged one also something to do if nobody gives any."""
    game, state = subject.game, moment.state
    asks = game.asked(state)
    if state.result is None:
        again = game.asks(state)
        assert asks[: len(again)] == again, "asked again, the same state waits for others"
    assert bool(asks) == any(ask.obliged for ask in asks), "there are asks, but nobody is held to answer"
    for ask in asks:
        assert ask.player in state.playing, f"{ask} is put to somebody who does not play"
        listed = game.answers(state, ask)
        assert listed, f"{ask} cannot be answered"
        assert ask.since <= state.version
        assert set(ask.kinds) <= set(game.every_action) - {"resign"}
        assert {answer.type for answer in listed} <= set(ask.kinds)
        json.dumps(ask.public())
        if not ask.obliged:
            continue
        assert ask.otherwise is not None, f"{ask} has no answer for somebody who gives none"
        assert ask.otherwise == Resign() or ask.otherwise in listed, f"{ask.otherwise} is not listed"
        assert game.judge(state, ask.player, ask.otherwise).ruling is Ruling.VALID


def parallel_answers_do_not_collide(subject: Subject, moment: Moment, random: Random) -> None:
    """While a matter goes on, an answer to one of its parallel asks makes no other one stale."""
    game, state = subject.game, moment.state
    for ask in game.asked(state):
        answers = [a for a in game.answers(state, ask) if not isinstance(a, Open)]
        if not ask.parallel or not answers:
            continue
        after, _ = game.apply(state, ask.player, random.choice(answers))
        fresh = {(a.player, a.about, a.kinds): a.since for a in game.asked(after) if a.parallel}
        for other in game.asked(state):
            key = (other.player, other.about, other.kinds)
            if other.parallel and other.player != ask.player and after.agenda.since == state.agenda.since:
                assert fresh.get(key, other.since) == other.since, f"{other} was made stale by {ask}"


def anybody_may_leave(subject: Subject, moment: Moment, random: Random) -> None:
    """At any time; the pieces stay, the others go on, and the game still ends."""
    game, state = subject.game, moment.state
    for player in random.sample(state.playing, 1) if state.result is None else ():
        after, events = game.apply(state, player, Resign())
        assert after.seats[player].out == "resigned"
        assert replay(game, (*moment.events, *events)) == after
        assert after.pieces.census() == game.box(after)
        left = Moment(after, (*moment.events, *events))
        the_end_is_the_end(subject, left, random)
        asks_can_be_answered(subject, left, random)
        hidden_stays_hidden(subject, left, random)
        assert game.judge(after, player, Resign()).ruling is Ruling.INVALID
        it_ends_if_nobody_answers(subject, left, random)


def accounts_change_only_as_told(subject: Subject, moment: Moment, random: Random) -> None:
    """After the start every balance is what the events say was paid."""
    before = None
    for event, state in states(subject.game, moment.events):
        if before is not None:
            transfers = event.facts.get("accounts", ())
            assert state.accounts == before.accounts.after(transfers), f"{event.type} changed other balances"
        before = state


def what_is_withdrawn_is_gone(subject: Subject, moment: Moment, random: Random) -> None:
    """An offer that was taken back is neither listed nor accepted, however fast the answer was."""
    game, state = subject.game, moment.state
    for offer in state.offers.open:
        after, _ = game.apply(state, offer.by, WithdrawOffer(offer.id))
        for player in after.playing:
            answers = AcceptOffer(offer.id), DeclineOffer(offer.id)
            assert not set(answers) & set(game.legal_actions(after, player))
            assert all(game.judge(after, player, answer).ruling is Ruling.INVALID for answer in answers)


def offers_are_carried_out_whole(subject: Subject, moment: Moment, random: Random) -> None:
    """When all who were named have accepted, and then everything that was promised changes hands at once."""
    game = subject.game
    for offer in moment.state.offers.open:
        state = moment.state
        told: list[Event] = []
        waiting = [player for player in offer.partners if player not in offer.accepted]
        for player in random.sample(waiting, len(waiting)):
            if game.judge(state, player, AcceptOffer(offer.id)).ruling is not Ruling.VALID:
                break
            assert not told, "somebody who was named has not accepted"
            state, events = game.apply(state, player, AcceptOffer(offer.id))
            told += [event for event in events if event.type == "offer_carried_out"]
            waiting.remove(player)
        assert bool(told) == (not waiting and bool(offer.partners))
        for event in told:
            sides = [goods for term in offer.terms for goods in (term.gives, term.gets)]
            sides += [handed.goods for term in offer.terms for handed in term.onward]
            moved = Counter(piece for move in event["moves"] for piece in move["pieces"])
            assert moved == Counter(piece for goods in sides for piece in goods.pieces)
            paid = sum(transfer["amount"] for transfer in event.facts.get("accounts", ()))
            assert paid == sum(amount for goods in sides for _, amount in goods.amounts)


def the_log_tells_no_secrets(subject: Subject, moment: Moment, random: Random) -> None:
    """The record shows of each event what the allow-list says, and nothing else."""
    game, seed = subject.game, moment.state.rng.seed
    names = [f"player {seat}" for seat in range(len(moment.state.seats))]
    for viewer in (*players(moment), None):
        record = record_shown(game, moment.events, names, viewer)
        assert len(record.events) == len(moment.events)
        for event, whole in zip(record.events, moment.events, strict=True):
            shown = game.allowed[whole.type]
            own = viewer is not None and viewer == whole.player
            allowed = {*shown.to_all, *(shown.to_own if own else ())}
            assert set(event.facts) == allowed & set(whole.facts), f"{event.type} to {viewer}"
            assert all(event[name] == whole[name] for name in event.facts)
        assert seed not in bytes_of(record.to_json())


def hidden_stays_hidden(subject: Subject, moment: Moment, random: Random) -> None:
    """States that differ only in what a viewer cannot see give equal views, lists, verdicts and errors."""
    game, state = subject.game, moment.state
    for viewer in (*players(moment), None):
        view = bytes_of(game.view(state, viewer))
        made_up = game.imagine(json.loads(view), Rng(str(random.random())))
        twins = [made_up]
        if viewer is not None and subject.lasting_twin is not None:
            twins.append(subject.lasting_twin(state, viewer, random))
        for twin in twins:
            assert bytes_of(game.view(twin, viewer)) == view
            if viewer is None:
                continue
            assert game.legal_actions(twin, viewer) == game.legal_actions(state, viewer)
            for action in some(subject, state, viewer, random):
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
    for viewer in players(moment) if subject.lasting_twin is not None else ():
        assert subject.lasting_twin is not None
        twin = subject.lasting_twin(state, viewer, random)
        for actor in players(moment):
            for action in some(subject, state, actor, random):
                if (
                    not game.judge(state, actor, action).ruling
                    is game.judge(twin, actor, action).ruling
                    is Ruling.VALID
                ):
                    continue
                for watcher in (viewer, None):  # who only watches sees no more than any player
                    told = [_told(game, start, actor, action, watcher) for start in (state, twin)]
                    assert told[0] == told[1], f"{action} of player {actor} tells {watcher} too much"


def _told(game: Game[Any, Any], state: Any, actor: int, action: Any, viewer: int | None) -> str:
    return _shown(game, *game.apply(state, actor, action), viewer)


def _shown(game: Game[Any, Any], after: Any, events: tuple[Event, ...], viewer: int | None) -> str:
    shown = [event.to_json() for event in game.events_shown(events, viewer)]
    return bytes_of([shown, game.view(after, viewer)])


def choices_are_simultaneous(subject: Subject, moment: Moment, random: Random) -> None:
    """While somebody else still has to choose, two different choices look the same to everybody else.

    Also those of somebody who has chosen and may still change it.
    """
    game, state = subject.game, moment.state
    for actor in players(moment):
        listed = game.legal_actions(state, actor)
        choices = (
            [a for a in listed if a.type in subject.secret] if _choosing(subject, moment) - {actor} else []
        )
        told: dict[int | None, set[str]] = {}
        for action in random.sample(choices, min(SOME, len(choices))):
            after, events = game.apply(state, actor, action)
            for viewer in {*players(moment), None} - {actor}:
                told.setdefault(viewer, set()).add(_shown(game, after, events, viewer))
        for viewer, seen in told.items():
            assert len(seen) == 1, f"player {actor} tells {viewer} what was chosen"


def _choosing(subject: Subject, moment: Moment) -> set[int]:
    """The players whose choice the game waits for."""
    asks = subject.game.asked(moment.state)
    return {ask.player for ask in asks if ask.obliged and set(ask.kinds) & set(subject.secret)}


def what_happens_can_be_told(subject: Subject, moment: Moment, random: Random) -> None:
    """Every event has a sentence for everybody, made of what that viewer may know."""
    game, seats = subject.game, range(len(moment.state.seats))
    names = [f"player {seat}" for seat in seats]
    for viewer in (*players(moment), None):
        for event in game.events_shown(moment.events, viewer):
            told = prose.tell(game.name, event, names)
            assert told is None or told.strip(), f"{event.type} to {viewer}"


def older_events_can_be_read(subject: Subject, moment: Moment, random: Random) -> None:
    """Of a type of event that has changed, each former schema has a step to the next; new ones say theirs."""
    game = subject.game
    for kind, schema in game.schemas.items():
        assert kind in game.allowed, f"there is no event {kind}"
        missing = [old for old in range(1, schema) if (kind, old) not in game.older]
        assert not missing, f"{kind} of schema {missing} cannot be read any more"
    for event in moment.events:
        assert event.schema == game.schemas.get(event.type, 1), event.type


def bots_have_chances_of_their_own(subject: Subject, moment: Moment, random: Random) -> None:
    """What a bot does follows from its view and its chance, whatever other bots do in between."""
    game, state = subject.game, moment.state
    if subject.players is None or not game.players_to_act(state):
        return
    players, seed = subject.players(), random.random()
    name = random.choice(quick_bots(players))
    character = Character(name, 1 if name in players.LEVELLED else None)

    def choose(player: int) -> Any:
        chance = chance_of(str(seed), player, state.version)
        return players.bot(character).choose(game.view(state, player), chance)

    player = game.players_to_act(state)[0]
    first = choose(player)
    for other in game.players_to_act(state):
        choose(other)
    assert choose(player) == first, f"{name} chose otherwise after others had chosen"
    assert first is None or game.judge(state, player, first).ruling is Ruling.VALID


CHECKS = (
    listed_means_valid,
    previews_do_not_judge,
    apply_judges,
    replay_gives_the_same,
    json_round_trip,
    pieces_are_conserved,
    accounts_change_only_as_told,
    the_end_is_the_end,
    asks_can_be_answered,
    parallel_answers_do_not_collide,
    anybody_may_leave,
    what_is_withdrawn_is_gone,
    offers_are_carried_out_whole,
    hidden_stays_hidden,
    events_keep_secrets,
    the_log_tells_no_secrets,
    choices_are_simultaneous,
    what_happens_can_be_told,
    older_events_can_be_read,
    bots_have_chances_of_their_own,
)

"""Analysing a finished game: what was best, and what each player missed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator
from dataclasses import replace
from functools import cache
from itertools import chain, islice, pairwise, zip_longest
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator import prose
from adjudicator.cli import main
from adjudicator.engine import codec
from adjudicator.engine.agents import analyst as analyst_module
from adjudicator.engine.agents import rollouts
from adjudicator.engine.agents.acts import Act, acts_of
from adjudicator.engine.agents.analyst import AnalysedTurn, Analyst, totals, turns_of
from adjudicator.engine.agents.bots import play_out
from adjudicator.engine.agents.foresight import Outlook
from adjudicator.engine.agents.playouts import Policy
from adjudicator.engine.agents.remarks import amount, lead
from adjudicator.engine.agents.rollouts import (
    LEAST,
    Candidate,
    Difference,
    Estimate,
    finished,
)
from adjudicator.engine.agents.simulating import Plan, written
from adjudicator.engine.agents.simulating import played as played_matches
from adjudicator.engine.game import load_game, playable_games
from adjudicator.engine.offers import AcceptOffer, DeclineOffer
from adjudicator.engine.replay import Record, game_of, record_of, states
from adjudicator.engine.terminal import terminal_of
from adjudicator_rulesets.compoundit.bots.bots import Situation
from adjudicator_rulesets.compoundit.play.game import CompoundItGame
from adjudicator_rulesets.compoundit.play.state import Place
from adjudicator_rulesets.valence_plus.bots import players
from adjudicator_rulesets.valence_plus.play.game import ValencePlusGame
from tests.support import monopoly_table
from tests.support.sampling import by_day, more_at_night

GAME = CompoundItGame()
FEW = 4  # playouts
FIELDS = {
    "version", "player", "played", "score", "best", "best_score", "why", "lost", "taken_back", "others", "until",
    "best_action", "error", "chance_lost", "chance_error", "chances", "luck", "candidates", "accurate", "swing", "text",
}  # fmt: skip
RECORDED = sorted(path for path in Path("fixtures/games").glob("*/*.json") if path.parent.name != "frozen")


def analyse(path: Path | str, *arguments: str, text: bytes | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["analyse", str(path), *arguments], input=text, catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def opening(record: Record, events: int) -> Record:
    """The first events of a game, as if it had been interrupted."""
    return replace(record, events=record.events[:events], result=None)


@pytest.fixture(scope="module")
def played() -> Record:
    return play_out(GAME, {}, ["greedy", "random"], "analysed")


@pytest.fixture(scope="module")
def looked(played: Record) -> list[AnalysedTurn]:
    """The first half of the game: every turn of it is played on hundreds of times."""
    return list(turns_of(GAME, opening(played, len(played.events) // 2), playouts=2))


def test_a_greedy_player_finds_the_play_that_scores_most_and_a_random_one_does_not(
    played: Record, looked: list[AnalysedTurn]
) -> None:
    turns = [turn for _, turn, _ in Analyst(GAME, played).turns()]
    assert played.result is not None
    assert tuple(player["score"] for player in totals(played.players, turns)) == played.result.scores
    greedy, random = totals(played.players, looked)
    assert greedy["lost"] == 0
    assert greedy["best_found"] == greedy["turns"]
    assert random["lost"] > 50
    assert greedy["accuracy"] > random["accuracy"]
    assert greedy["chance_lost"] < random["chance_lost"]


def test_no_better_move_is_told_of_where_the_outlook_shows_no_difference(looked: list[AnalysedTurn]) -> None:
    """Regression: a move with less at once was called worse, although the decision counted as accurate."""
    assert any(turn.accurate and turn.lost for turn in looked)
    assert any(turn.text and turn.text.startswith("Better was") for turn in looked if not turn.accurate)
    for turn in looked:
        assert not (turn.accurate and (turn.text or "").startswith("Better was")), turn


def test_what_a_hint_named_first_is_never_called_worse(
    played: Record, looked: list[AnalysedTurn], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: the analysis began with what the first hint had said to do, as the largest miss."""
    worse = next(turn for turn in looked if not turn.accurate)
    analyst = Analyst(GAME, opening(played, len(played.events) // 2), playouts=2)
    act, turn, candidates = next(one for one in analyst.turns() if one[1].version == worse.version)
    monkeypatch.setattr(analyst_module, "advised", lambda *_: act.action)
    found = finished(analyst.looked_into(act, turn, candidates))
    assert found.accurate
    assert not found.chance_lost
    assert not (found.text or "").startswith("Better was")


def test_within_the_error_nothing_is_said_to_be_lost(looked: list[AnalysedTurn]) -> None:
    """Regression: "Luck cost 9.9 points, the choice cost 4" of a choice that counted as good as the best."""
    for turn in looked:
        remark = turn.text or ""
        assert "the choice cost" not in remark or not turn.accurate or remark.endswith("the choice cost 0.")
        assert not turn.chance_lost or turn.chance_lost > 2 * (turn.chance_error or 0) - 0.002
    choice = Difference(Estimate(3.6, 27.0), Estimate(0.009, 0.004))
    assert choice.is_better
    assert lead("chemistry-monopoly", choice) == "0.9 ± 0.4 % more winning chance"
    assert lead("chemistry-monopoly", Difference(Estimate(1108.9, 167.5), Estimate(0.4, 0.03))) == (
        "1109 ± 168 AMUny more, 40 ± 3 % more winning chance"
    )


def test_a_choice_that_is_better_by_less_than_a_hundredth_is_not_called_so(
    played: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    analyst = Analyst(GAME, played, playouts=4)
    act, turn, candidates = next(iter(analyst.turns()))
    monkeypatch.setattr(analyst.foresight, "exact", lambda _: None)
    other = next(action for action in candidates if action != act.action)

    def found(chance: float) -> AnalysedTurn:
        view = GAME.view(act.before, act.player)
        done, best = Candidate(act.action), Candidate(other)
        done.outlooks.append(Outlook((0.0, 0.0), (0.5, 0.5)))
        difference = Difference(Estimate(0.1, 3.0), Estimate(chance, 0.001))
        return analyst._finding(act, turn, view, best, done, difference, None)

    assert (found(0.009).accurate, found(0.009).text) == (True, None)
    assert not found(0.03).accurate
    assert (found(0.03).lost, found(0.03).chance_lost) == (0.0, 0.03)


def test_where_only_the_last_to_have_money_wins_more_of_it_is_not_called_better() -> None:
    """Regression: late in a game that was lost anyway, trades were better "by 162 AMUny"."""
    (path,) = (path for path in RECORDED if path.match("chemistry_monopoly/players-2.json"))
    record = opening(Record.from_json(json.loads(path.read_text(encoding="utf-8"))), 60)
    analyst = Analyst(game_of(record), record, FEW)
    act, turn, candidates = next(iter(analyst.turns()))
    other = next(action for action in candidates if action != act.action)

    def found(chance: float) -> AnalysedTurn:
        view = analyst.game.view(act.before, act.player)
        done, best = Candidate(act.action), Candidate(other)
        done.outlooks.append(Outlook((0.0, 0.0), (0.5, 0.5)))
        difference = Difference(Estimate(162.0, 20.0), Estimate(chance, 0.002))
        return analyst._finding(act, turn, view, best, done, difference, None)

    assert (found(0.001).accurate, found(0.001).lost, found(0.001).text) == (True, 0.0, None)
    assert not found(0.03).accurate
    assert "3 ± 0.2 % more winning chance" in (found(0.03).text or "")


def test_luck_with_a_new_deal_is_what_its_round_comes_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: the horizon was the deal itself, so that no hand of Ion was ever lucky or unlucky."""
    ion = load_game("ion")
    record = play_out(ion, {}, ["greedy", "greedy"], "dealt")
    analyst = Analyst(ion, record, FEW)
    decisions = analyst.turns()
    act, turn, candidates = next(one for one in decisions if one[0].after.round > one[0].before.round)
    horizons: list[int] = []
    play_on = Policy.play_on

    def counted(self: Policy, start: Any, state: Any, seed: str, *told: Any) -> Outlook:
        if "/after/" in seed:
            horizons.append(start.round)
        return play_on(self, start, state, seed, *told)

    monkeypatch.setattr(Policy, "play_on", counted)
    found = finished(analyst.looked_into(act, turn, candidates))
    assert found.luck is not None
    assert found.luck.points.error > 0
    assert len(horizons) >= 2 * LEAST
    assert set(horizons) == {act.after.round}
    assert act.after.round == act.before.round + 1


def test_a_play_that_scores_less_is_named_where_it_is_what_was_better() -> None:
    """Regression: the highest-scoring play was named even to who had made it, with the lead of another."""
    record = play_out(GAME, {}, ["greedy", "greedy"], "named")
    analyst = Analyst(GAME, record, FEW)
    act, turn, candidates = next(iter(analyst.turns()))
    view = GAME.view(act.before, act.player)
    other = next(one for one in candidates if not analyst.foresight.same(one, act.action))
    done, best = Candidate(act.action), Candidate(other)
    done.outlooks.append(Outlook((0.0, 0.0), (0.5, 0.5)))
    difference = Difference(Estimate(10.0, 1.0), Estimate(0.1, 0.02))
    found = analyst._finding(act, turn, view, best, done, difference, None)
    assert found.lost == 0, "greedy scores most at once"
    assert found.best_action == codec.plain(other)
    assert found.best
    assert found.best in (found.text or "")
    assert "10 ± 1 points more" in (found.text or "")


def test_of_plays_that_score_as_much_the_one_that_was_made_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: who had made one of the highest-scoring plays was shown another as the best."""
    record = play_out(GAME, {}, ["greedy", "greedy"], "named")
    analyst = Analyst(GAME, record, FEW)
    act, turn, candidates = next(iter(analyst.turns()))
    view = GAME.view(act.before, act.player)
    other = next(one for one in candidates if not analyst.foresight.same(one, act.action))
    ties = [(other, turn.score), (act.action, turn.score)]
    monkeypatch.setattr(analyst.foresight, "exact", lambda _: ties)
    done = Candidate(act.action, [Outlook((0.0, 0.0), (0.5, 0.5))])
    found = analyst._finding(act, turn, view, done, done, Difference.between(done, done, act.player), None)
    assert found.lost == 0
    assert found.best_action == codec.plain(act.action)
    monkeypatch.setattr(analyst.foresight, "exact", lambda _: [(other, turn.score + 1)])
    found = analyst._finding(act, turn, view, done, done, Difference.between(done, done, act.player), None)
    assert found.lost == 1
    assert found.best_action == codec.plain(other)


def test_what_looks_better_is_made_sure_of_in_as_many_worlds_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: "2.1 ± 0.7 points more" where hundreds of worlds said 0.75: the best of many looks too good."""
    valence = load_game("valence-plus")
    analyst = Analyst(valence, play_out(valence, {}, ["random", "random"], "made sure"), 8)
    looked: list[list[tuple[Candidate, int]]] = []
    weighed = []

    def trying(*asked: Any) -> Generator[int, None, list[Candidate]]:
        found = yield from rollouts.trying(*asked)
        looked.append([(candidate, len(candidate.outlooks)) for candidate in found])
        return found

    def finding(act: Act, turn: AnalysedTurn, _: Any, best: Candidate, *rest: Any) -> AnalysedTurn:
        weighed.append((act, best))
        return turn

    monkeypatch.setattr(analyst_module, "trying", trying)
    monkeypatch.setattr(analyst, "_finding", finding)
    sure = 0
    for decision in islice(analyst.turns(), 12):
        looked.clear()
        finished(analyst.looked_into(*decision))
        act, best = weighed[-1]
        done, worlds = next(one for one in looked[0] if analyst.foresight.same(one[0].action, act.action))
        earlier = [replace(one, outlooks=one.outlooks[:worlds]) for one in (best, done)]
        before = Difference.between(earlier[0], earlier[1], act.player)
        if best is not done and analyst._is_better(before):
            sure += 1
            assert len(best.outlooks) == len(done.outlooks) == 2 * worlds
    assert sure


def test_the_luck_of_a_draw_is_told_apart_where_the_next_move_brings_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Regression: with challenges the tiles of a move come with the next player's, and counted as that one's luck."""
    game = load_game("compoundit")
    record = play_out(game, {"mode": "challenge"}, ["greedy", "greedy"], "drawn later")
    analyst = Analyst(game, record, FEW)
    acts = {act.version: (act, turn, found) for act, turn, found in islice(analyst.turns(), 8)}
    draw = next(e for e in record.events if e.type == "tiles_drawn" and e.version in acts)
    act, turn, candidates = next(one for one in reversed(acts.values()) if one[0].version < draw.version)
    assert (act.player, acts[draw.version][0].player) == (draw.by, 1 - draw.by)
    racks: list[Counter[str]] = []

    def lucky(self: Policy, start: Any, state: Any, seed: str, *told: Any) -> Outlook:
        """More points for every tile that was drawn, by half a tile more or less."""
        rack = Counter(state.pieces[f"rack {draw.by}"])
        if "/drawn/" in seed:
            racks.append(rack)
        share = (rack & Counter(draw["symbols"])).total() / 20 + len(seed) / 1000
        return Outlook((share, share), (share, 1 - share) if draw.by == 0 else (1 - share, share))

    monkeypatch.setattr(Policy, "play_on", lucky)
    luck = finished(analyst.looked_into(act, turn, candidates)).luck
    assert luck is not None
    assert luck.chance.mean > 0
    came, anew = racks[::2], racks[1::2]
    rack = Counter(analyst.game.view(analyst._states[draw.version], draw.by)["table"]["rack"])
    assert all(one == rack for one in came)
    kept = rack - Counter(draw["symbols"])
    assert all(kept <= one and one.total() == rack.total() for one in anew)
    assert len({tuple(sorted(one.elements())) for one in anew}) > 1
    after = next(event for event in record.events if event.version == draw.version)
    lost = analyst.foresight.settled_by(1 - draw.by, acts[draw.version][0].events[:1], (after,))
    assert lost is None, "tiles of another are no luck of the next player"


def test_the_acts_of_every_seat_are_found_again_those_of_the_first_as_well() -> None:
    ion = load_game("ion")
    state, events = ion.start({}, "acts", players=2)
    done = []
    for player in (0, 1):
        done.append((player, next(a for a in ion.legal_actions(state, player) if a.type == "pick")))
        state, made = ion.apply(state, *done[-1])
        events += made
    acts = list(acts_of(ion, record_of(ion, events, ["Ann", "Bob"])))
    assert [(act.player, act.action) for act in acts] == done


def test_every_turn_is_there_once_with_what_its_player_saw(
    played: Record, looked: list[AnalysedTurn]
) -> None:
    moves = {event.version for event in played.events if event.type in ("tiles_placed", "passed")}
    turns = [turn for _, turn, _ in Analyst(GAME, played).turns()]
    assert {version for turn in turns for version in range(turn.version, turn.until + 1)} >= moves
    assert [turn.version for turn in looked] == [turn.version for turn in turns][: len(looked)]
    before = {event.version: state for event, state in states(GAME, played.events)}
    for turn in looked[:6]:
        best = Situation.of(GAME.view(before[turn.version - 1], turn.player)).best()[0]
        assert (turn.best_score, turn.best_action) == (best.score, codec.plain(Place(best.placements)))


def test_a_bluff_that_is_caught_scores_nothing_and_one_that_stands_loses_nothing() -> None:
    record = play_out(GAME, {"mode": "challenge"}, ["greedy+daring", "greedy"], "caught")
    analyst = Analyst(GAME, record, playouts=4)
    decisions = list(analyst.turns())
    turns = [turn for _, turn, _ in decisions]
    caught = [decision for decision in decisions if decision[1].taken_back]
    assert caught
    for decision in caught:
        turn = finished(analyst.looked_into(*decision))
        assert (turn.score, turn.lost) == (0, turn.best_score)
        assert (turn.best_score or 0) > 0
    assert record.result is not None
    assert tuple(player["score"] for player in totals(record.players, turns)) == record.result.scores


# --- all games ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=by_day(5, playable_games()))
def record(request: pytest.FixtureRequest) -> Record:
    """A game of each, between a good bot and a bad one."""
    return decided(request.param)


@cache
def decided(name: str) -> Record:
    return play_out(
        load_game(name), {}, ["greedy" if name == "compoundit" else "policy", "random"], "decided"
    )


def test_every_act_is_found_again_in_the_events_it_brought_about(record: Record) -> None:
    """The twin is the game itself: the same actions produce the whole record once more."""
    game = load_game(record.game)
    acts = list(acts_of(game, record))
    state, events = None, []
    for act in acts:
        if state is None:
            state, events = act.before, list(record.events[: act.version - 1])
        assert act.version == len(events) + 1, "nothing lies between two acts"
        state, more = game.apply(state, act.player, act.action)
        events += more
    assert tuple(events) == record.events


def test_a_decision_has_two_ways_to_go_and_the_one_that_was_gone_is_among_them(record: Record) -> None:
    """Left out of what is weighed is only what the same player can still do in the next decision, at once."""
    analyst = Analyst(load_game(record.game), record)
    decisions = list(analyst.turns())
    for (act, turn, candidates), following in zip_longest(decisions, decisions[1:]):
        at_once = following and (following[0].player, following[0].version) == (act.player, act.until + 1)
        assert turn.candidates > 1
        assert len(candidates) == turn.candidates or (at_once and len(candidates) < turn.candidates)
        assert sum(analyst.foresight.same(action, act.action) for action in candidates) == 1
        assert turn.played


def test_what_is_found_has_its_figures_and_errors_and_is_the_same_each_time(record: Record) -> None:
    found = []
    for _ in range(2):
        analyst = Analyst(load_game(record.game), record, playouts=2)
        decisions = list(islice(analyst.turns(), 4, 5))
        found.append([finished(analyst.looked_into(*decision)) for decision in decisions])
    assert found[0] == found[1]
    for turn in found[0]:
        assert turn.lost is not None
        assert turn.lost >= 0
        assert sum(turn.chances) == pytest.approx(1)
        assert turn.error is not None
        assert set(turn.to_json()) == FIELDS
        assert turn.accurate or turn.best


def test_an_analysis_knows_no_more_than_the_player_knew(
    monkeypatch: pytest.MonkeyPatch, record: Record
) -> None:
    """Worlds are imagined from views: hidden parts of the true state are never read."""
    game = load_game(record.game)
    analyst = Analyst(game, record, playouts=4)
    act, turn, candidates = next(iter(analyst.turns()))
    asked: list[Any] = []
    whole = analyst.foresight.imagine

    def imagine(view: Any, seen: Any, rng: Any) -> Any:
        assert view == game.view(act.before, act.player) or view == game.view(act.after, act.player)
        assert list(seen) == list(game.events_shown(record.events[: view["version"]], act.player))
        asked.append(view)
        return whole(view, seen, rng)

    monkeypatch.setattr(analyst.foresight, "imagine", imagine)
    finished(analyst.looked_into(act, turn, candidates))
    assert len(asked) >= 2


def test_in_german_everything_that_is_said_is_german(played: Record) -> None:
    with prose.speaking("de"):
        turns = list(turns_of(GAME, opening(played, 12), playouts=2))
    said = [turn.text for turn in turns if turn.text]
    assert said
    assert all("Besser war" in text or "Das Glück" in text for text in said)
    assert not any("Better" in text or "Luck" in text for text in said)


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_analysis_speaks_in_identifiers(record: Record, language: str) -> None:
    """Actions and their alternatives are described in words, without names of events and commands."""
    game = load_game(record.game)
    analyst = Analyst(game, record)
    written: set[str] = set()
    with prose.speaking(language):
        for act, turn, candidates in islice(analyst.turns(), 0, None, 7):
            said = [turn.played, *(analyst.written(act, action) for action in candidates)]
            commands = {terminal_of(record.game).write(action) for action in candidates}
            assert not [text for text in said if "_" in text or text in commands], said
            written.update(said)
    assert len(written) > 5


@pytest.mark.parametrize("path", by_day(20, RECORDED), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_recorded_games_of_every_kind_brought_adds_up_to_their_results(path: Path) -> None:
    record = Record.from_json(json.loads(path.read_text(encoding="utf-8")))
    game = game_of(record)
    turns = [turn for _, turn, _ in Analyst(game, record).turns()]
    assert turns
    assert record.result is not None
    began = 1500 if record.game == "chemistry-monopoly" else 0
    found = [player["score"] + began for player in totals(record.players, turns)]
    assert found == list(record.result.scores[: len(record.players)])


def test_the_annotated_game_for_people(played: Record, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(written(opening(played, 20)), encoding="utf-8")
    code, out, err = analyse(path, "--playouts", str(FEW))
    assert (code, err) == (0, "")
    assert "  1. " in out
    assert "nothing was better" in out
    assert "Better was: " in out
    assert "Turning points:" in out
    assert "random: " in out.splitlines()[-1]
    assert "% of " in out.splitlines()[-1]
    code, out, err = analyse(path, "--playouts", "4", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert all(set(turn) == FIELDS for turn in found["turns"])
    assert set(found["turning_points"]) <= {turn["version"] for turn in found["turns"]}


@pytest.mark.parametrize(
    ("game", "language", "told"),
    [
        ("chemistry-monopoly", "en", "1.5 ± 0.5 AMUny"),
        ("chemistry-monopoly", "de", "1,5 ± 0,5 AMUny"),
        ("compounded", "en", "1.5 ± 0.5 points"),
        ("compounded", "de", "1,5 ± 0,5 Punkte"),
    ],
)
def test_what_a_game_is_decided_by_is_named_as_the_game_names_it(game: str, language: str, told: str) -> None:
    load_game(game)
    with prose.speaking(language):
        assert amount(game, 1.5, 0.5) == told


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", ["1 point", "2 points", "0.3 points"]), ("de", ["1 Punkt", "2 Punkte", "0,3 Punkte"])],
)
def test_one_point_is_no_points(language: str, told: list[str]) -> None:
    load_game("ion")
    with prose.speaking(language):
        assert [amount("ion", number) for number in (1.0, 2.0, 0.3)] == told


def test_two_bots_of_one_kind_are_told_apart() -> None:
    record = play_out(VALENCE, {}, ["greedy", "greedy"], "apart")
    code, out, _ = analyse("-", "--playouts", "4", text=written(opening(record, 16)).encode())
    assert code == 0
    assert [line.split(":")[0] for line in out.splitlines()[-2:]] == ["greedy", "greedy 2"]
    assert "greedy 2: builds " in out
    asked = ["simulate", "valence-plus", "--games", "1", "--workers", "1", "--players", "greedy,greedy"]
    shown = CliRunner().invoke(main, asked).stdout.splitlines()
    assert [line.split("  ")[0] for line in shown[3:5]] == ["greedy", "greedy 2"]


def test_standard_input_by_a_dash(played: Record) -> None:
    code, out, _ = analyse("-", "--json", "--playouts", "4", text=written(opening(played, 9)).encode())
    assert code == 0
    assert json.loads(out)["game"] == "compoundit"


def changed(record: Record, **fields: Any) -> bytes:
    return json.dumps({**record.to_json(), **fields}).encode()


def test_what_is_no_record_is_refused_in_a_line(played: Record) -> None:
    for text, said in (
        (b"{", "bad_json"),
        (b"[]", "unknown_schema"),
        (b'{"schema": 1}', "bad_record"),
        (changed(played, schema=3), "unknown_schema"),
        (changed(played, game="chess"), "unknown_ruleset"),
        (changed(played, events=played.to_json()["events"][1:]), "bad_event"),
        (b" " * ((1 << 24) + 1), "file_too_large"),
    ):
        code, out, err = analyse("-", text=text)
        assert (code, out) == (2, "")
        assert said in err
        assert err.count("\n") == 1


# --- Valence Plus -------------------------------------------------------------------------------------------

VALENCE = ValencePlusGame()


@pytest.mark.parametrize("games", more_at_night(5, 50))
@pytest.mark.parametrize("cooperative", [False, True])
def test_totals_equal_the_result_of_every_game(cooperative: bool, games: int) -> None:
    """A turn is the unit: what it changed for everybody, including the last one; nightly, fifty games together."""
    bots = ["policy", "policy", "policy"] if cooperative else ["greedy", "random"]
    for seed in range(games * (3 if cooperative else 7) // 10):
        record = play_out(VALENCE, {"cooperative": cooperative}, bots, f"analysed/{seed}")
        turns = [turn for _, turn, _ in Analyst(VALENCE, record).turns()]
        assert record.result is not None
        assert tuple(player["score"] for player in totals(record.players, turns)) == record.result.scores


@pytest.mark.rule("V-COLLECT")
def test_hints_for_collecting_can_be_played_as_they_are() -> None:
    state = VALENCE.new({}, 5)
    hints = players.hints(VALENCE.view(state, state.turn), 9)
    assert {hint.action.type for hint in hints} >= {"draw", "exchange"}
    assert [hint.value for hint in hints] == sorted((hint.value for hint in hints), reverse=True)
    for hint in hints:
        VALENCE.apply(state, state.turn, hint.action)
        assert hint.why.endswith(".")


def test_a_win_together_is_a_win_of_everybody() -> None:
    plan = Plan("valence-plus", ("policy", "policy"), 3, "t", {"cooperative": True})
    matches = list(played_matches(plan))
    assert all(set(match.wins) in ({0.0}, {1.0}) for match in matches)
    assert any(set(match.wins) == {1.0} for match in matches)


@pytest.fixture(scope="module")
def stepwise() -> Analyst:
    """Of a game whose turns have several steps, until its 120th event."""
    text = Path("fixtures/games/compounded/players-2.json").read_text(encoding="utf-8")
    record = opening(Record.from_json(json.loads(text)), 120)
    return Analyst(game_of(record), record, 32)


def test_what_can_still_be_done_at_once_is_not_weighed_before_the_last_step(stepwise: Analyst) -> None:
    same, left_out = stepwise.foresight.same, 0
    for (act, turn, candidates), (following, _, _) in pairwise(stepwise.turns()):
        assert any(same(one, act.action) for one in candidates)
        at_once = following.player == act.player and following.version == act.until + 1
        if not at_once or not stepwise._goes_on(act):
            assert len(candidates) == turn.candidates
            continue
        still = stepwise.foresight.candidates(stepwise.game.view(following.before, following.player))
        others = [one for one in candidates if not same(one, act.action)]
        assert not any(same(one, other) for one in others for other in still)
        left_out += turn.candidates - len(candidates)
    assert left_out


def test_where_only_what_was_done_is_left_a_few_playouts_tell_the_chances(stepwise: Analyst) -> None:
    def is_quick(act: Act) -> bool:
        return bool(stepwise._quick(act) == act.action)

    turn = next(turn for turn in stepwise.turns() if len(turn[2]) == 1 and is_quick(turn[0]))
    assert len(list(stepwise.looked_into(*turn))) == LEAST
    found = finished(stepwise.looked_into(*turn))
    assert (found.accurate, found.text) == (True, None)
    assert sum(found.chances) == pytest.approx(1)


def test_the_playouts_of_a_long_game_are_few_where_the_policy_agrees(
    stepwise: Analyst, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spent() -> dict[bool, list[int]]:
        found: dict[bool, list[int]] = {True: [], False: []}
        for act, turn, candidates in list(stepwise.turns())[::4]:
            quick = stepwise._quick(act)
            agreed = quick is not None and stepwise.foresight.same(quick, act.action)
            found[agreed].append(len(list(stepwise.looked_into(act, turn, candidates))))
        return found

    whole = spent()
    monkeypatch.setattr("adjudicator.engine.agents.analyst.WHOLE", 1)
    monkeypatch.delitem(stepwise.__dict__, "_steps")
    few = spent()
    monkeypatch.delitem(stepwise.__dict__, "_steps")
    assert all(whole.values()), "decisions of both kinds"
    assert max(few[True]) <= 3 * LEAST < max(whole[True])
    assert fmean(few[False]) < fmean(whole[False])
    assert min(few[False]) >= LEAST


def test_decisions_of_a_turn_share_playouts_and_each_is_found_the_same_alone(
    stepwise: Analyst, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever's decisions are looked into first: what is shared depends on the record alone."""
    played: list[Any] = []
    play_on = Policy.play_on

    def counted(self: Policy, start: Any, state: Any, seed: str, *told: Any) -> Outlook:
        played.append(seed)
        return play_on(self, start, state, seed, *told)

    monkeypatch.setattr(Policy, "play_on", counted)
    decisions = list(stepwise.turns())[20:32]
    stepwise._lines.clear()
    together = [finished(stepwise.looked_into(*decision)) for decision in decisions]
    shared, alone = len(played), []
    played.clear()
    for decision in reversed(decisions):
        stepwise._lines.clear()
        alone.append(finished(stepwise.looked_into(*decision)))
    assert together == alone[::-1]
    assert shared < 0.8 * len(played)


def test_worlds_of_a_player_who_knows_more_are_not_shared_with_another(stepwise: Analyst) -> None:
    """In Ion hands are hidden, in Compounded nothing is that a player knows."""
    assert any(act.player != before.player for act, before in linked(stepwise))
    ion = load_game("ion")
    hidden = linked(Analyst(ion, play_out(ion, {}, ["greedy", "greedy"], "hidden")))
    assert all(act.player == before.player for act, before in hidden)
    between = [
        stepwise.record.events[before.version - 1 : act.version - 1] for act, before in linked(stepwise)
    ]
    assert not any(map(stepwise.foresight.by_chance, chain.from_iterable(between)))


def linked(analyst: Analyst) -> list[tuple[Act, Act]]:
    """Decisions with those that they may share playouts with."""
    acts = {act.version: act for act, _, _ in analyst.turns()}
    return [(acts[version], before) for version, before in analyst._before.items()]


def test_sentences_address_the_player_who_asks() -> None:
    record = play_out(load_game("ion"), {}, ["greedy", "greedy"], "addressed")
    names = prose.told_apart(record.players)

    def told(language: str, you: int | None) -> list[str]:
        with prose.speaking(language):
            turns = Analyst(game_of(record), record, FEW, you=you).turns()
            return [turn.played for act, turn, _ in islice(turns, 12) if act.player == 0]

    assert all(text.startswith(names[0]) for text in told("en", None))
    assert all(text.startswith("You ") and names[0] not in text.partition(". ")[0] for text in told("en", 0))
    assert any(text.startswith("You pick") for text in told("en", 0))
    assert all(text.startswith("Du ") for text in told("de", 0))


def test_what_was_better_for_nobel_addresses_the_player_who_asks() -> None:
    """Regression: "Better was: Nobel: places N on ammonia (by Ann)" told Ann of herself."""
    record = play_out(load_game("compounded"), {}, ["greedy", "greedy"], "nobel")
    game = game_of(record)

    def better(you: int | None) -> str:
        analyst = Analyst(game, replace(record, players=("Ann", "Bob")), FEW, you=you)
        placed = (act for act, _, _ in analyst.turns() if act.events[0].type == "crystal_placed")
        nobels = next(act for act in placed if act.events[0]["seat"] == 2 and act.player == 0)
        return analyst.written(nobels, nobels.action)

    assert better(None).endswith(" (by Ann)")
    assert better(1).endswith(" (by Ann)")
    assert better(0).endswith(" (by you)")


@pytest.mark.parametrize(
    ("language", "accepts", "declines"),
    [
        (
            "en",
            "accepts offer 1 (Trade: Ann gets Ca and 100 AMUny for C)",
            "declines offer 1 (Trade: Ann gets Ca and 100 AMUny for C)",
        ),
        (
            "de",
            "nimmt Angebot 1 an (Tausch: Ann bekommt Ca und 100 AMUny für C)",
            "lehnt Angebot 1 ab (Tausch: Ann bekommt Ca und 100 AMUny für C)",
        ),
    ],
)
def test_an_answer_to_an_offer_says_what_is_traded(language: str, accepts: str, declines: str) -> None:
    """Regression: "Better was: declines offer 18" told nobody what the offer was."""
    names = ("Ann", "Bob", "Mia")
    _, events = monopoly_table.GAME.start({}, 1, players=len(names))
    analyst = Analyst(monopoly_table.GAME, record_of(monopoly_table.GAME, events, names))
    table = monopoly_table.Table(len(names)).give(0, "C").give(2, "Ca")
    table.turn(1)
    table.act(2, monopoly_table.offer(0, ["Ca", 100], ["C"]))
    act = Act(0, DeclineOffer(1), table.state, table.state, ())
    with prose.speaking(language):
        assert analyst.written(act, AcceptOffer(1)) == accepts
        assert analyst.written(act, DeclineOffer(1)) == declines

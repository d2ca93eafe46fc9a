"""A client generated from the document alone asks, names, challenges and settles, with types throughout."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from flask import Flask

from adjudicator_api.app import RESOURCES
from adjudicator_api.http import openapi
from tests.support.patience import PATIENCE

PACKAGE = "adjudicator_written_client"
MOVES = 500
FILES = ("application/pdf", "application/toml", "image/svg+xml", "text/event-stream")  # answers as they are


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which the client is generated, once."""
    tmp_path = tmp_path_factory.mktemp("written")
    document = tmp_path / "openapi.json"
    document.write_text(json.dumps(openapi.document(RESOURCES)))
    config = tmp_path / "config.json"
    overrides = dict.fromkeys(FILES, "application/octet-stream")
    config.write_text(json.dumps({"content_type_overrides": overrides, "post_hooks": []}))
    command = [
        "generate",
        "--fail-on-warning",
        "--config",
        str(config),
        "--path",
        str(document),
        "--meta",
        "none",
        "--output-path",
        str(tmp_path / PACKAGE),
    ]
    subprocess.run([sys.executable, "-m", "openapi_python_client", *command], check=True, timeout=PATIENCE)
    return tmp_path


@pytest.fixture
def written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Finds the modules of the client: `written("models")`, `written("api.judge.judge")`."""
    monkeypatch.syspath_prepend(str(folder))
    yield lambda module: importlib.import_module(f"{PACKAGE}.{module}")
    for module in [name for name in sys.modules if name.startswith(PACKAGE)]:
        del sys.modules[module]


def test_a_written_client_judges_names_challenges_and_settles(app: Flask, written: Any) -> None:
    models = written("models")
    client = written("client").Client(
        base_url="http://here", httpx_args={"transport": httpx.WSGITransport(app=app.wsgi_app)}
    )
    judge = written("api.judge.judge").sync
    assert {kind.__name__ for kind in get_args(judge.__annotations__["body"])} == {
        "QuestionOfBench",
        "QuestionOfTiles",
        "QuestionOfFormula",
        "QuestionOfRuns",
    }

    one = judge(client=client, body=models.QuestionOfTiles(tiles="MgNOONOO"))
    assert isinstance(one, models.VerdictAnswer)
    assert (one.ruling, one.formula) == ("valid", "Mg(NO2)2")
    assert judge(client=client, body=models.QuestionOfTiles(tiles=["H", "H", "O"])).ruling == "valid"
    assert judge(client=client, body=models.QuestionOfFormula(formula="H2O")).checks[0].rule

    play = judge(client=client, body=models.QuestionOfRuns(runs=["HHO", "HHH"]))
    assert isinstance(play, models.PlayAnswer)
    assert [play.ruling, *(verdict.ruling for verdict in play.verdicts)] == ["invalid", "valid", "invalid"]

    items = [models.BatchItemOfTiles(tiles="NaCl", id=1), models.BatchItemOfFormula(formula="Xx", id="b")]
    batch = written("api.judge.judge_batch").sync(client=client, body=models.Batch(items=items))
    assert isinstance(batch.verdicts[0], models.VerdictAnswer)
    assert batch.verdicts[1].error.code == "unknown_symbol"

    asked = models.NameQuestion(formula="NaOH", name="caustic soda")
    assert written("api.names.check_name").sync(client=client, body=asked).answer == "right"

    move = models.ChallengeOfRuns(runs=["HHO"], player="ann", challenger="bob")
    receipt = written("api.challenges.challenge").sync(client=client, body=move)
    assert isinstance(receipt, models.FullReceipt)
    agreement = models.Agreement(
        ruling=models.AgreementRuling("invalid"),
        agreed_by=["ann", "bob"],
        settlement_key=receipt.settlement_key,
    )
    settled = written("api.challenges.settle_challenge").sync(receipt.id, client=client, body=agreement)
    assert (settled.decided_by, settled.ruling) == ("agreement", "invalid")

    refused = judge(client=client, body=models.QuestionOfTiles(tiles="xx"))
    assert isinstance(refused, models.Problem)
    assert refused.code == "wrong_case"


def test_a_written_client_plays_a_game(app: Flask, written: Any) -> None:
    """Opening, joining, looking, acting and leaving, typed except for what belongs to a single game."""
    models = written("models")
    here = {"base_url": "http://here", "httpx_args": {"transport": httpx.WSGITransport(app=app.wsgi_app)}}
    client = written("client").Client(**here)
    catalogue = written("api.games.catalogue").sync(client=client)
    entry = next(game for game in catalogue.games if game.game == "compoundit")
    assert isinstance(entry, models.CatalogueGame)
    assert entry.actions["place"]["properties"]["placements"]
    wanted = models.NewGame(game=entry.game, seats=[models.NewSeat(name="Ann"), models.NewSeat()])
    made = written("api.games.create_game").sync(client=client, body=wanted)
    assert isinstance(made, models.NewGameAnswer)
    joined = written("api.games.join_by_code").sync(made.code, client=client, body=models.Join(name="Bob"))
    tokens = {0: made.seats[0].token, joined.seat: joined.token}
    seats = {
        seat: written("client").AuthenticatedClient(token=token, **here) for seat, token in tokens.items()
    }
    view = written("api.games.view_game").sync(made.id, client=seats[0])
    assert isinstance(view, models.View)
    assert [player.name for player in view.players] == ["Ann", "Bob"]
    turn = view.asks[0].player
    act = written("api.games.act").sync
    acted = act(made.id, client=seats[turn], body=models.Act(type_="pass"), if_match=str(view.version))
    assert isinstance(acted, models.Acted)
    assert acted.version > view.version
    stale = act(made.id, client=seats[turn], body=models.Act(type_="pass"), if_match=str(view.version))
    assert isinstance(stale, models.Problem)
    assert stale.code == "asked_anew"
    left = written("api.games.leave_game").sync(made.id, client=seats[1], body=models.Nothing())
    assert isinstance(left, models.Said)


def test_a_written_client_judges_and_practises(app: Flask, written: Any) -> None:
    models = written("models")
    client = written("client").Client(
        base_url="http://here", httpx_args={"transport": httpx.WSGITransport(app=app.wsgi_app)}
    )
    judged = written("api.judge.judge").sync(
        client=client, body=models.QuestionOfTiles(tiles=["H", "H", "O"])
    )
    assert judged.ruling == "valid"
    wanted = models.RoundRequest(list_="NaCl\nXx9", kind=models.RoundRequestKind("name"))
    asked = written("api.exercises.make_round").sync(client=client, body=wanted)
    assert isinstance(asked, models.RoundAnswer)
    assert [(fault.line, fault.text) for fault in asked.faults] == [(2, "'Xx9'")]
    answer = models.MarkRequest(exercise=asked.exercises[0].exercise, answer="sodium chloride")
    mark = written("api.exercises.mark_answer").sync(client=client, body=answer)
    assert (mark.outcome, mark.right) == ("right", True)


@pytest.mark.slow
def test_a_written_client_plays_a_game_to_its_end(app: Flask, written: Any) -> None:
    """Whoever must act takes the first action on the list; then the log and the record are read."""
    models = written("models")
    here = {"base_url": "http://here", "httpx_args": {"transport": httpx.WSGITransport(app=app.wsgi_app)}}
    client = written("client").Client(**here)
    seats = [models.NewSeat(name="Ann"), models.NewSeat(name="Bob")]
    made = written("api.games.create_game").sync(client=client, body=models.NewGame(game="ion", seats=seats))
    players = [written("client").AuthenticatedClient(token=seat.token, **here) for seat in made.seats]
    look, act = written("api.games.view_game").sync, written("api.games.act").sync
    view = look(made.id, client=players[0])
    for _ in range(MOVES):
        if view.status == "over":
            break
        turn = next(ask.player for ask in view.asks if ask.obliged)
        mine = look(made.id, client=players[turn])
        action = next(choice for choice in mine.actions if not choice.to_dict().get("open"))
        body = models.Act.from_dict(action.to_dict())
        acted = act(made.id, client=players[turn], body=body, if_match=str(mine.version))
        assert isinstance(acted, models.Acted), acted
        view = look(made.id, client=players[0])
    assert view.status == "over"
    assert len(view.result.ranks) == 2
    log = written("api.games.read_log").sync(made.id, client=players[0])
    assert isinstance(log, models.GameFields)
    assert log["events"][-1]["type"] == "game_ended"
    record = written("api.games.export_game").sync(made.id, client=players[0])
    assert isinstance(record, models.GameFields)
    assert record["result"]["ranks"] == view.result.ranks

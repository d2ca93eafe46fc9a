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
from tests.support.sampling import in_turn

PACKAGE = "adjudicator_written_client"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which the client is generated, once."""
    tmp_path = tmp_path_factory.mktemp("written")
    document = tmp_path / "openapi.json"
    document.write_text(json.dumps(openapi.document(RESOURCES)))
    command = [
        "generate",
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


@in_turn(3)
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
    symbols = [models.Symbol("H"), models.Symbol("H"), models.Symbol("O")]
    assert judge(client=client, body=models.QuestionOfTiles(tiles=symbols)).ruling == "valid"
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

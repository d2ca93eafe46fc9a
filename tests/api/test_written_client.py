"""A client that a program writes from the document alone: it asks, names, challenges and settles, all typed."""

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

PACKAGE = "adjudicator_written_client"


@pytest.fixture
def written(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Finds the modules of the client: `written("models")`, `written("api.judge.judge")`."""
    document = tmp_path / "openapi.json"
    document.write_text(json.dumps(app.test_client().get("/openapi.json").get_json()))
    command = [
        "generate",
        "--path",
        str(document),
        "--meta",
        "none",
        "--output-path",
        str(tmp_path / PACKAGE),
    ]
    subprocess.run([sys.executable, "-m", "openapi_python_client", *command], check=True, timeout=120)
    monkeypatch.syspath_prepend(str(tmp_path))
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

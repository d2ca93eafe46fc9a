"""The service in this process, with its own database for every test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from adjudicator_api import Config, create_app
from adjudicator_api.storage import Storage
from tests.support.applications import processes_passed_on, routes_compiled_once
from tests.support.patience import PATIENCE, without_deadlines


@pytest.fixture(scope="session", autouse=True)
def _unhurried() -> Iterator[None]:
    with without_deadlines():
        yield


@pytest.fixture(scope="session", autouse=True)
def _shared() -> Iterator[None]:
    with routes_compiled_once(), processes_passed_on():
        yield


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all tables, all of them empty."""
    path = tmp_path_factory.mktemp("empty") / "empty.sqlite"
    storage = Storage(f"sqlite:///{path}")
    storage.migrate()
    storage.close()
    return path


@pytest.fixture
def config(tmp_path: Path, empty: Path) -> Config:
    shutil.copy(empty, tmp_path / "test.sqlite")
    return Config(
        database_url=f"sqlite:///{tmp_path}/test.sqlite",
        rate_limit="off",
        log="off",
        thinking_percent=0,
        answer_seconds=int(PATIENCE),
        body_seconds=int(PATIENCE),
    )


@pytest.fixture
def app(config: Config) -> Flask:
    return create_app(config)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()

"""The service in this process, with a database of its own for every test."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import Config, create_app


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(database_url=f"sqlite:///{tmp_path}/test.sqlite", rate_limit="off", log="off")


@pytest.fixture
def app(config: Config) -> Flask:
    return create_app(config)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()

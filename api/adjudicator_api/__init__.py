"""The HTTP service: the same rulings for programs and for people at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator_api.config import Config

if TYPE_CHECKING:
    from flask import Flask

__all__ = ["Config", "create_app"]


def create_app(config: Config | None = None) -> Flask:
    """The WSGI application; set up from the environment when no config is given."""
    from adjudicator_api.app import (
        create_app,
    )  # Flask and the database are imported when the service is started

    return create_app(config)

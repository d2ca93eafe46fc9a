"""`--report-to`: where the pages report doubted rulings."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator_api.app import create_app
from adjudicator_api.config import Config


@pytest.mark.parametrize("to", ["", "judge@club.example"])
def test_the_pages_carry_the_address_and_the_version(to: str, tmp_path: Path) -> None:
    app = create_app(Config(database_url=f"sqlite:///{tmp_path}/x.sqlite", log="off", report_to=to))
    page = app.test_client().get("/").text
    assert ('data-report-to="judge@club.example"' in page) == bool(to)
    assert 'data-version="adjudicator 0.' in page


@pytest.mark.parametrize("to", ["judge@club.example", "https://club.example/new?title=ruling&body={text}"])
def test_a_mail_address_or_a_form_will_do(to: str) -> None:
    assert list(Config(report_to=to).faults()) == []


@pytest.mark.parametrize(
    "to", ["judge", "http://club.example/{text}", "https://club.example", "a@b?cc=c@d", "javascript:{text}"]
)
def test_anything_else_is_refused_at_the_start(to: str) -> None:
    (fault,) = Config(report_to=to).faults()
    assert fault.startswith("report_to is ")

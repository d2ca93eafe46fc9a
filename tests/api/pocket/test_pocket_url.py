"""`--pocket-url`: the service says where a pocket edition is, on every page."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator_api.app import create_app
from adjudicator_api.config import Config


def page_with(tmp_path: Path, url: str) -> str:
    app = create_app(Config(database_url=f"sqlite:///{tmp_path}/x.sqlite", log="off", pocket_url=url))
    return app.test_client().get("/").get_data(as_text=True)


def test_pages_say_where_it_is(tmp_path: Path) -> None:
    page = page_with(tmp_path, "https://club.example/judge/")
    assert 'data-pocket-url="https://club.example/judge/"' in page
    assert '<a href="https://club.example/judge/">Keep on this phone</a>' in page


def test_without_one_nothing_is_said(tmp_path: Path) -> None:
    page = page_with(tmp_path, "")
    assert "data-pocket-url" not in page
    assert "Keep on this phone" not in page


@pytest.mark.parametrize("url", ["/pocket/", "/", "https://a.example/", "http://192.168.0.7:8080/x/"])
def test_addresses_of_folders_are_taken(url: str) -> None:
    assert list(Config(pocket_url=url).faults()) == []


@pytest.mark.parametrize("url", ["pocket", "https://a.example", "javascript:alert(1)//", "/a b/", '/"/'])
def test_what_is_no_folder_is_refused(url: str) -> None:
    (fault,) = Config(pocket_url=url).faults()
    assert fault.startswith("pocket_url is ")

"""The package as an index shows it: no link of its README is dead there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="the lock of what builds the wheel is not installed")

import hatch_build

README = Path("README.md").read_text(encoding="utf-8")
HOME = "https://code.example/club/adjudicator"
RELATIVE = re.compile(r"\]\((?!https?:|#)")


def test_links_of_the_readme_lead_to_files_of_this_version() -> None:
    shown = hatch_build.readme(README, HOME, "1.2.3")
    assert not RELATIVE.search(shown)
    targets = re.findall(rf"\]\({HOME}/(?:blob|raw)/v1\.2\.3/([^)#]+)", shown)
    assert len(targets) == len(RELATIVE.findall(hatch_build.START.sub(hatch_build.INSTALL, README))) > 10
    assert [target for target in targets if not Path(target).exists()] == []
    pictures = re.findall(rf'<img src="{HOME}/raw/v1\.2\.3/([^"]+)"', shown)
    assert len(pictures) == README.count("<img ") > 0
    assert [picture for picture in pictures if not Path(picture).exists()] == []
    assert (
        f"![The judge's page]({HOME}/raw/v1/p.png) [a]({HOME}/blob/v1/b.md#c) [d](#e)"
        == hatch_build.linked("![The judge's page](p.png) [a](b.md#c) [d](#e)", f"{HOME}/", "1")
    )


def test_an_index_begins_with_how_to_install_the_wheel() -> None:
    """Nobody who reads it there has a checkout, in which there is something to make."""
    shown = hatch_build.readme(README, HOME, "1.2.3")
    start = shown.index("## Start")
    assert shown[start:].startswith('## Start\n\n```\npip install "adjudicator[web,print]"\n')
    assert start < shown.index("Ask for a ruling:") < shown.index("$ adjudicator judge")
    assert "make serve" not in shown
    with pytest.raises(ValueError, match="no section Start"):
        hatch_build.readme("# Title\n", HOME, "1")


def test_without_an_address_no_link_is_dead() -> None:
    text = '![Picture](p.png)<img width="9" src="p.png" alt="P">\nSee [the docs](docs/README.md).'
    assert hatch_build.linked(text, "", "1") == "See the docs."
    shown = hatch_build.readme(README, "", "1")
    assert not RELATIVE.search(shown)
    assert "<img" not in shown
    assert hatch_build.urls("", "1") == {}


def test_the_addresses_of_the_package_follow_from_one() -> None:
    assert set(hatch_build.urls(HOME, "1")) == {"Homepage", "Documentation", "Changelog", "Issues"}
    assert all(address.startswith(HOME) for address in hatch_build.urls(HOME, "1").values())
    home = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["metadata"]
    assert re.fullmatch(r"(https://.+[^/])?", home["hooks"]["custom"]["home"])

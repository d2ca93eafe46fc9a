"""The parts of the pocket edition: pinned, checked, and refused when they differ."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from hashlib import sha512
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator_api.pocket import archives, site
from adjudicator_api.pocket.commands import site as command
from adjudicator_api.pocket.parts import Package, PartsError, check_integrity, fetch, packages, wanted


def test_every_part_is_pinned_by_its_content() -> None:
    for package in packages():
        assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", package.integrity)
        assert re.fullmatch(r"[0-9.]+", package.version)
        assert package.files


def test_rdkit_is_of_one_version() -> None:
    """Keys are canonical only within one version of RDKit: the device must have the version that the table
    was made with.
    """
    pinned = Path(__file__).parents[3].joinpath("constraints.txt").read_text()
    (released,) = re.findall(r"(?m)^rdkit==(.*)$", pinned)
    assert [one.version for one in packages() if one.name == "@rdkit/rdkit"] == [released]


def test_other_content_is_refused() -> None:
    good = "sha512-" + b64encode(sha512(b"as it was").digest()).decode()
    package = Package("thing", "1.0", good, ())
    check_integrity(package, b"as it was")
    with pytest.raises(PartsError) as refused:
        check_integrity(package, b"something else")
    assert refused.value.code == "other_content"
    assert "thing@1.0" in refused.value.message


def test_without_npm_the_command_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PartsError) as refused:
        fetch(tmp_path / "parts")
    assert refused.value.code == "missing_program"
    given = ["--out", str(tmp_path / "out"), "--parts", str(tmp_path / "parts")]
    result = CliRunner().invoke(command, given)
    assert result.exit_code == 1
    assert "'npm' is not here" in result.output


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(site.SiteError) as refused:
        site.build(tmp_path, tmp_path / "parts")
    assert refused.value.code == "not_empty"
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    "url", ["club.example", "https://club.example/play", "javascript:alert(1)", "https://"]
)
def test_an_address_of_no_service_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(site.SiteError) as refused:
        site.build(tmp_path / "out", tmp_path / "parts", url)
    assert refused.value.code == "bad_server_url"
    assert repr(url) in refused.value.message


def test_what_is_shipped_is_plain_python() -> None:
    """Files compiled for this machine are left out; dependencies of the packages are included."""
    found = archives._dependencies(wanted()["python"]["packages"])
    assert {"flask", "werkzeug", "jinja2", "sqlalchemy", "pydantic"} <= found
    assert not {"pydantic-core", "rdkit", "numpy", "chempy", "granian"} & found
    shipped = dict(archives._ours())
    assert not [name for name in shipped if name.endswith((".so", ".pyc"))]
    assert any(name.endswith("dist-info/entry_points.txt") for name in shipped)
    assert archives.TABLE in shipped
    rulebooks = ("compoundit.md", "de/compoundit.md", "passages.toml")
    assert {f"adjudicator/seeds/{name}" for name in rulebooks} <= set(shipped)


def test_no_file_is_in_two_packs() -> None:
    """A device fetches all packs: a file in two of them would be fetched twice."""
    ours = dict(archives._ours())
    of_python = ("json/__init__.py", "xml/__init__.py", "xml/etree/ElementTree.py", "wsgiref/types.py")
    first, packs = archives.divided(
        ours,
        python=dict.fromkeys(of_python, b""),
        service=dict.fromkeys(("flask/app.py", "flask-3.dist-info/METADATA"), b""),
        printing=dict.fromkeys(("reportlab/rl_config.py", "reportlab-4.dist-info/METADATA"), b""),
    )
    times = Counter(name for files in (first, *packs.values()) for name in files)
    assert {name: count for name, count in times.items() if count > 1} == {}
    assert times.keys() == {*ours, *of_python, *packs["service"], *packs["print"]}
    assert first.keys() == {"json/__init__.py"}
    assert "adjudicator/printing/press.py" in packs["print"]
    assert "adjudicator_api/jobs/prints.py" in packs["bots"], "what both workers import comes before them"


def test_addresses_are_relative_to_where_a_page_lies() -> None:
    page = '<html data-folder="/" data-icons="/app/x/icons.svg"><a href="/name">N</a><a href="#top">T</a>'
    assert site._relative(page, 0) == page.replace('"/', '"./')
    assert site._relative(page, 2) == page.replace('"/', '"../../')

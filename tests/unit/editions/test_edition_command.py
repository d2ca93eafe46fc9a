"""Your own edition from the command line: started, corrected, checked, compared, used for judging."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli import main
from adjudicator.engine import playable_games


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(arguments), catch_exceptions=False)
    return result.exit_code, result.output


def corrected(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("game", playable_games())
def test_every_game_s_edition_can_be_begun_and_is_without_faults(game: str, tmp_path: Path) -> None:
    mine = tmp_path / "my.toml"
    code, said = run("edition", "new", game, "--out", str(mine))
    assert (code, f"{game}/my-box sha256:" in said) == (0, True)
    assert run("edition", "check", str(mine))[0] == 0
    code, said = run("edition", "diff", game, str(mine))
    assert (code, len(said.splitlines())) == (1, 1)
    assert '-> "my-box"' in said
    assert json.loads(run("edition", "show", str(mine))[1])["game"] == game


def test_a_box_with_other_nitrogen_rules_otherwise(tmp_path: Path) -> None:
    mine = tmp_path / "my.toml"
    run("edition", "new", "compoundit", "--out", str(mine))
    corrected(
        mine,
        'symbol = "N", count = 8, points = 2, oxidation = [-3, 5]',
        'symbol = "N", count = 9, points = 2, oxidation = [-3, 3, 5]',
    )
    code, said = run("edition", "diff", "compoundit", str(mine))
    assert code == 1
    assert "~ tiles.each.N.count: 8 -> 9" in said
    assert "~ tiles.each.N.oxidation: [-3, 5] -> [-3, 3, 5]" in said
    assert run("judge", "NCl3")[0] == 1
    assert run("judge", "NCl3", "--edition", str(mine))[0] == 0


def test_what_is_no_edition_is_refused_with_its_faults(tmp_path: Path) -> None:
    mine = tmp_path / "my.toml"
    run("edition", "new", "compoundit", "--out", str(mine))
    assert "exists" in run("edition", "new", "compoundit", "--out", str(mine))[1]
    corrected(mine, 'symbol = "N", count = 8', 'symbol = "Zz", count = -8')
    code, said = run("edition", "check", str(mine))
    assert code == 2
    assert "Zz" in said
    assert "-8" in said
    mine.write_text("game = 7", encoding="utf-8")
    assert "must name its game" in run("edition", "check", str(mine))[1]
    mine.write_text("game = ", encoding="utf-8")
    assert "it ends too early, in line 1: " in run("edition", "check", str(mine))[1]
    assert "cannot be read" in run("edition", "check", str(tmp_path / "none.toml"))[1]
    assert "There is no game 'chess'" in run("edition", "new", "chess")[1]


def test_a_file_that_is_nested_too_deep_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """Python takes gigabytes for sixty kilobytes of dots."""
    deep = tmp_path / "deep.toml"
    deep.write_text(f"game = 'ion'\n{'.'.join('a' * 10_000)} = 1\n", encoding="utf-8")
    for arguments in (("edition", "check", str(deep)), ("judge", "H2O", "--edition", str(deep))):
        result = CliRunner().invoke(main, list(arguments))
        assert result.exit_code != 0
        assert "line 2 is nested more than 8 deep" in result.output, arguments

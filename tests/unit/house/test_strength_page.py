"""The page of how strong bots are: what is played anew replaces its row, and all else stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.engine.game import playable_games
from tools import tournaments

BEFORE = """# How strong the bots are

Of another time.

## ion

| pair | ahead | games | unfinished |
|---|---|---|---|
| strong against greedy | 50 % (9 to 91) | 2 | 0 |
| greedy against random | 90 % (73 to 97) | 26 | 0 |

| bot | a move, ms | slowest | moves |
|---|---|---|---|
| greedy | 0.7 | 2 | 72 |

## Accuracy

| game | bot | choices |
|---|---|---|
| ion | greedy | 306 |
"""
PLAYED = {
    "ion strong greedy": {"ahead": [1.0] * 21, "unfinished": 0},
    "ion policy": {"median": 0.001, "slowest": 0.002, "moves": 70},
}


def test_rows_that_were_not_played_here_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "strength.md"
    page.write_text(BEFORE, encoding="utf-8")
    monkeypatch.setattr(tournaments, "PAGE", page)
    after = tournaments.page(PLAYED)
    _, _, below = BEFORE.partition("## ion\n")
    expected = below.replace("50 % (9 to 91) | 2", "100 % (85 to 100) | 21")
    expected = expected.replace("| greedy | 0.7", "| policy | 1.0 | 2 | 70 |\n| greedy | 0.7")
    assert after == f"{tournaments.HEAD}## ion\n{expected}"
    page.write_text(after, encoding="utf-8")
    assert tournaments.page({}) == after


def test_a_strong_bot_plays_on_until_its_share_is_known_to_be_above_60_or_below() -> None:
    two_in_three = [1.0, 1.0, 0.0] * 30
    assert tournaments.decided(two_in_three)
    assert tournaments.settled(("policy", "gentle"), two_in_three)
    assert not tournaments.settled(("strong", "greedy"), two_in_three)
    assert tournaments.settled(("strong", "greedy"), [1.0, 1.0, 0.0] * 80)
    assert tournaments.settled(("policy", "greedy"), [1.0, 0.0] * 300)
    assert not tournaments.settled(("strong", "greedy"), [1.0] * 8)


def test_quick_levels_play_on_until_their_share_is_known_to_twelve_points() -> None:
    four_in_five = [1.0, 1.0, 0.0, 1.0, 1.0]
    assert tournaments.decided(four_in_five * 10)
    for pair in (("greedy", "gentle"), ("gentle", "random"), ("greedy", "random")):
        assert not tournaments.settled(pair, four_in_five * 30)
        assert tournaments.settled(pair, four_in_five * 36)
        assert not tournaments.settled(pair, [1.0] * 21)
        assert tournaments.settled(pair, [1.0] * 30)


@pytest.mark.parametrize("game", playable_games())
def test_a_level_means_the_same_in_every_game(game: str) -> None:
    """As it was measured; who changes a bot plays these pairs anew, and tunes how often gentle overlooks."""
    page = Path("docs/strength.md").read_text(encoding="utf-8")
    rows = tournaments.rows_of(page.partition(f"## {game}\n")[2].partition("\n## ")[0])
    ahead = {pair: int(line.split(" | ")[1].split(" ")[0]) for pair, line in rows.items() if len(pair) == 2}
    assert 75 <= ahead["greedy", "gentle"] <= 85
    assert ahead["gentle", "random"] >= 80

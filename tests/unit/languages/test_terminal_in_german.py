"""Whole games in the terminal, in German, played by hints: according to a word list, nothing is English.

Typed commands are the same in every language, so words that a game reads do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.cli import play, render
from adjudicator.engine import codec
from adjudicator.engine.game import load_game, playable_games
from adjudicator.engine.terminal import noted, terminal_of
from adjudicator.ruleset import load_ruleset
from tests.support.english_words import english_in
from tests.support.sampling import slow_unless_today

BY_DAY = 3  # our moves that are checked
MOST = 3000
SEED = "german"


class Player:
    """Types the best hint, or a listed action; notes every line of output."""

    def __init__(self, game: str, moves: int) -> None:
        self.table = play.TerminalTable(load_game(game), ["you", "gentle"], None, SEED)
        self.lines: list[str] = []
        self._moves, self._asked = moves, self._questions()

    def _questions(self) -> Iterator[str]:
        yield from ("help", "board", "rule X-NONE", "?", *self.table._look_up)

    def say(self, text: str) -> None:
        self.lines += text.splitlines()

    def type(self, prompt: str) -> str:
        self.say(re.sub(r"\([^)]*\)", self._without_kinds, prompt))
        question = next(self._asked, None)
        if question is not None:
            return question
        self._moves -= 1
        if self._moves < 0:
            raise play.Leave
        return self._move()

    def _without_kinds(self, found: re.Match[str]) -> str:
        kinds = {action["type"] for action in self._view()["actions"]}
        return " ".join(word for word in re.split(r"[(), ]+", found[0]) if word not in kinds)

    def _view(self) -> Any:
        table = self.table
        player = next(p for p in table._game.players_to_act(table._state) if table._seats[p].bot is None)
        return table._game.view(table._state, player)

    def _move(self) -> str:
        view, table = self._view(), self.table
        for hint in table._players.hints(view, 1):
            return table._terminal.write(hint.action)
        listed = [
            action for action in view["actions"] if not action.get("open") and action["type"] != "resign"
        ]
        return table._terminal.write(table._game.read_action(codec.plain(listed[0]))) if listed else ""


def played(game: str, moves: int, monkeypatch: pytest.MonkeyPatch) -> Player:
    with prose.speaking("de"):
        player = Player(game, moves)
        monkeypatch.setattr("builtins.input", player.type)
        monkeypatch.setattr(play, "_say", player.say)
        player.table.start({}, None)
        with suppress(play.Leave):
            player.table.play()
    return player


def english(player: Player) -> list[tuple[str, str]]:
    """Hints and the help show what to type before what it means; names of games are typed too."""
    game = player.table._game.name
    with prose.speaking("de"):
        helped = {*noted(game, player.table._terminal).splitlines()}
    found = []
    for line in player.lines:
        said = HINT.sub("", line)
        typed = TYPED if line in helped or COMMAND.match(line) else {"help", game}
        found += [(word, line) for word in english_in(said) if word.lower() not in typed]
    return found


HINT = re.compile(r"^ +[\d,-]+  .{18,}?  ")
COMMAND = re.compile(
    f"^  (?:{'|'.join([*(w.split()[0] for w, _ in play.COMMANDS[1:]), 'cards', 'squares', 'tiles'])})"
)
# Words that a game reads, on the help page about writing moves.
TYPED = frozenset(
    """
    accept across all and answer back bank bid block board bond build burn buy card cards challenge claim condense counter cylinder
    decline deeds discard done down draw end evaporate exchange ext extinguish extinguisher fine for from give gives
    goggles grant help hold interest invalid ions judge keep key lab last lay let lay move nobel nothing offer pass
    pick place points quit raise react reactions ready refresh refuse roll rule rxn salts score scatter share sheets
    squares study swap take tax test tiles trade transfer turn valid wild with withdraw
    """.split()
)


@pytest.mark.parametrize("game", slow_unless_today(5, playable_games()))
def test_a_game_in_the_terminal_has_no_english_word(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    player = played(game, BY_DAY, monkeypatch)
    assert len(player.lines) > BY_DAY
    assert english(player) == []


@pytest.mark.nightly
@pytest.mark.parametrize("game", playable_games())
def test_a_whole_game_in_the_terminal_has_no_english_word(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    player = played(game, MOST, monkeypatch)
    assert player.table._state.result is not None
    assert english(player) == []


@pytest.mark.parametrize("game", playable_games())
def test_how_moves_are_written_is_told_in_german_line_by_line(game: str) -> None:
    """Every word to be typed in a line of the English page is there in German, in the same order of lines."""
    terminal = terminal_of(game)
    with prose.speaking("de"):
        told = noted(game, terminal)
    assert told != terminal.NOTATION
    begun = [
        [line.split()[0] for line in text.splitlines() if line[2] != " "]
        for text in (told, terminal.NOTATION)
    ]
    assert begun[0] == begun[1]


def test_the_box_of_compounded_is_shown_in_german() -> None:
    described = load_ruleset("compounded").describe()
    with prose.speaking("de"):
        shown = render.ruleset(described).splitlines()
    cards = shown[shown.index("Karten") + 1 :]
    assert "Bunsenbrenner" in cards[1]
    assert "Der Hauptbestandteil von Erdgas" in cards[1]
    end = cards[0].index("Quelle")  # what is quoted keeps its language
    assert [word for line in (*shown[4:11], *cards) for word in english_in(line[:end])] == []

"""`adjudicator play GAME`: a game in the terminal against bots."""

from __future__ import annotations

import json
import os
import re
import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator import prose, rulebook
from adjudicator.chem.formula.typeset import prose_in_signs
from adjudicator.cli.game_help import GameCommand
from adjudicator.cli.options import EDITION, GAME, refused, text_of, told
from adjudicator.cli.simulate import MODE, OPTION, RULES, find_here, options_of
from adjudicator.engine.agents.bots import (
    RECALLED,
    Character,
    chance_of,
    chosen_by,
    is_own,
    own_bot,
    players_of,
    recalling,
    usual_bots,
)
from adjudicator.engine.agents.simulating import free_path
from adjudicator.engine.agents.thinking import hints_of
from adjudicator.engine.answers import IllegalAction
from adjudicator.engine.terminal import noted, terminal_of
from adjudicator.errors import AdjudicatorError, UnreadableInput, quote

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.engine.agents.bots import Bot, Players
    from adjudicator.engine.events import Event
    from adjudicator.engine.game import Game

YOU = "you"
HINTS = 5
QUIT = ("quit", "exit", "q")
CURTAIN = 50  # empty lines
COMMANDS = (
    ("?, ?10", "the best moves: five, or as many as you ask for"),
    ("board", "show the table again"),
    ("rule {}", "show a rule by its id"),
    ("help", "show this help"),
    ("quit", "leave the game"),
)


class Leave(Exception):  # noqa: N818 - it is no error
    """The player has left the table."""


@click.command(cls=GameCommand)
@GAME
@click.option(
    "--players",
    help="The players by seat, separated by commas: you, people by name such as @Ann, bots, or your own bot "
    "as mymodule:MyBot. By default you and a strong bot.",
)
@click.option("--level", type=click.IntRange(1, 9), help="The strength of bots that have levels.")
@click.option("--seed", help="The same seed gives the same game.")
@RULES
@MODE
@OPTION
@EDITION
@click.option(
    "--record",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the game to this file at the end; an existing file is never overwritten.",
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    help="Continue a game from its record.",
)
@click.option("--server", help="Play at a table on this server, such as https://play.example.")
@click.option("--join", "code", help="With --server: the code of the table, of six characters.")
@click.option("--name", default="Player", show_default=True, help="With --server: your name.")
def play(
    game: str,
    players: str | None,
    level: int | None,
    seed: str | None,
    rules: str | None,
    mode: str | None,
    settings: tuple[tuple[str, Any], ...],
    edition: Path | None,
    record: Path | None,
    resume: Path | None,
    server: str | None,
    code: str | None,
    name: str,
) -> None:
    """Play against bots in the terminal. During the game, write help to see how to move.

    \b
      adjudicator play compoundit
      adjudicator play compoundit --players you,strong:5 --rules compoundit:expert
      adjudicator play compoundit --players you,greedy+daring --mode challenge
      adjudicator play compoundit --server http://127.0.0.1:8000 --join K7QXMA --name Ann
      adjudicator play valence-plus --players @Ann,@Bob --record game.json

    play GAME --help lists the rule sets, options and bots of a game.
    """
    from adjudicator.engine.game import load_game
    from adjudicator.ruleset import game as package_of

    names = _usual(game) if players is None else [name.strip() for name in players.split(",")]
    if not any(_is_person(name) for name in names):
        names = [YOU, *names]
    options = options_of(rules, mode, settings)
    if server is not None:
        from adjudicator.cli.online import join_online

        join_online(game, server, code, name, [other for other in names if other != YOU], options)
        return
    if code is not None:
        raise click.UsageError(told("--join needs --server, the address of the table's server."))
    plays: tuple[str, Mapping[str, Any]] = getattr(package_of(game), "plays", (game, {}))
    game, preset = plays
    found = load_game(game)
    table = TerminalTable(found, names, level, secrets.token_hex(8) if seed is None else seed)
    try:
        if resume is None:
            table.start({**preset, **options}, text_of(edition, game))
        else:
            table.resume(resume)
        table.play()
    except (Leave, EOFError, KeyboardInterrupt):
        _say("\n" + told("You leave the table."))
    if record is not None:
        table.write(record)


def _usual(game: str) -> list[str]:
    from adjudicator.engine.game import load_game
    from adjudicator.ruleset import box_of

    played = box_of(game)
    return [YOU, *usual_bots(played, ["strong"] * (load_game(played).numbers[0] - 1))]


def _called(name: str) -> str:
    """A person's name, or the word of the current language for a bot or "you"."""
    if name.startswith("@"):
        return name[1:]
    kind = re.split("[:+]", name, maxsplit=1)[0]
    return name.replace(kind, told(kind), 1)


def _is_person(name: str) -> bool:
    return name == YOU or name.startswith("@")


@dataclass(frozen=True, slots=True)
class Chair:
    name: str
    bot: Bot[Any] | None  # None for a person


class TerminalTable:
    def __init__(self, game: Game[Any, Any], players: Sequence[str], level: int | None, seed: str) -> None:
        self._game, self._seed = game, seed
        self._players, self._terminal = players_of(game.name), terminal_of(game.name)
        self._names = prose.told_apart([_called(name) for name in players])
        self._seats = [Chair(name, _bot(self._players, name, level)) for name in players]
        self._people = [player for player, seat in enumerate(self._seats) if seat.bot is None]
        self._look_up: Mapping[str, Any] = getattr(self._terminal, "LOOK_UP", {})  # tables printed in the box
        self._looking: int | None = None  # the last player at the screen
        self._state: Any = None
        self._events: list[Event] = []

    def start(self, options: Mapping[str, Any], edition: str | None) -> None:
        players = len(self._seats)
        self._state, events = self._game.start(options, self._seed, players=players, edition=edition)
        names = ", ".join(self._names)
        _say(told("{title}: {names}. Write help to see how to move.", title=self._game.name, names=names))
        self._tell(events)

    def resume(self, path: Path) -> None:
        """Continues where a record ends; `--players` says who sits where now."""
        from adjudicator.engine.replay import Record, game_of, replay

        record = Record.from_json(json.loads(path.read_text(encoding="utf-8")))
        if record.game != self._game.name or len(record.players) != len(self._seats):
            raise UnreadableInput(
                "other_game",
                f"{path} is a game of {record.game} for {len(record.players)} players; name them "
                "with --players.",
            )
        self._events = list(record.events)
        self._state = replay(game_of(record), record.events)
        names, version = ", ".join(self._names), record.events[-1].version
        _say(
            told(
                "{title}: {names} continue after event {version}.",
                title=self._game.name,
                names=names,
                version=version,
            )
        )

    def play(self) -> None:
        while self._state.result is None:
            any(self._act(player) for player in self._game.players_to_act(self._state))

    def write(self, target: Path) -> None:
        from adjudicator.engine.agents.simulating import written
        from adjudicator.engine.replay import record_of

        if not self._events:
            return
        target = free_path(target)
        try:
            target.write_text(written(record_of(self._game, self._events, self._names)), encoding="utf-8")
        except OSError as error:
            raise AdjudicatorError("cannot_write", f"{target} cannot be written: {error.strerror}.") from None

    def _act(self, player: int) -> bool:
        """Whether this player did anything."""
        seat = self._seats[player]
        if seat.bot is None:
            return self._ask(player)
        chance = chance_of(self._seed, player, self._state.version)
        bot = recalling(seat.bot, self._game.events_shown(self._events[-RECALLED:], player))
        action = chosen_by(bot, self._game, self._game.view(self._state, player), chance)
        if action is None:
            return False
        self._apply(player, action)
        return True

    # --- a person's turn ------------------------------------------------------------------------------------

    def _ask(self, player: int) -> bool:
        self._curtain(player)
        view = self._game.view(self._state, player)
        may = ", ".join(dict.fromkeys(action["type"] for action in view["actions"]))
        _say(f"\n{self._terminal.draw(view, self._names)}\n")
        others = len(self._game.players_to_act(self._state)) > 1
        while True:
            wait = told(", or Enter to wait") if others else ""
            text = input(f"{self._names[player]} ({may}{wait})> ").strip()
            if not text and others:
                return False
            if text and not self._command(text, view) and self._try(player, text, view):
                return True

    def _curtain(self, player: int) -> None:
        """Hides one person's view from the next, if several share the screen."""
        if len(self._people) > 1 and self._looking != player:
            _say("\n" * CURTAIN)
            ask = told("{name}, press Enter when only you can see the screen.", name=self._names[player])
            reply = input(f"{ask} ")
            if reply.strip().lower() in QUIT:
                raise Leave
        self._looking = player

    def _command(self, text: str, view: Mapping[str, Any]) -> bool:
        """Handles a command; False if the text is none, so that it may be a move."""
        match text.lower():
            case word if word in QUIT:
                raise Leave
            case "help" | "h":
                shelf = ", ".join(self._look_up)
                rows = [(written.format(self._game.rule_end), told(about)) for written, about in COMMANDS]
                rows += [(shelf, told("show what is printed in the box"))] if shelf else []
                _say(
                    "\n".join([noted(self._game.name, self._terminal), *(f"  {a:<17}  {b}" for a, b in rows)])
                )
            case "board":
                _say(self._terminal.draw(view, self._names))
            case word if word.startswith("rule "):
                _say(_rule(self._game.name, text.split()[1].upper()))
            case word if word in self._look_up:
                _say(self._look_up[word](view))
            case word if word.startswith("?"):
                self._hint(word[1:].strip(), view)
            case _:
                return False
        return True

    def _hint(self, number: str, view: Mapping[str, Any]) -> None:
        count = int(number) if number.isdecimal() and int(number) else HINTS
        seen = self._game.events_shown(self._events[-RECALLED:], view["you"])
        hints = hints_of(self._game, view, count, seen)
        for hint in hints:
            worth = f"{hint.value}".replace(".", prose.phrase("figures", "."))
            _say(f"  {worth:>4}  {self._terminal.write(hint.action):<20}  {prose_in_signs(hint.why)}")
        if not hints:
            _say("  " + told("There is nothing better than to end here."))

    def _try(self, player: int, text: str, view: Mapping[str, Any]) -> bool:
        try:
            with prose.seated(self._names):
                self._apply(player, self._terminal.read(text, view))
        except AdjudicatorError as error:
            _say(refused(prose.retold(error.message)))
            usage = getattr(self._terminal, "usage", None)  # for games where typing errors look like moves
            written = usage(text) if usage and isinstance(error, IllegalAction) else ""
            if written:
                _say("  " + told("Enter it as: {written}.", written=written))
            return False
        return True

    # --- events ---------------------------------------------------------------------------------------------

    def _apply(self, player: int, action: Any) -> None:
        self._state, events = self._game.apply(self._state, player, action)
        self._tell(events)

    def _tell(self, events: Sequence[Event]) -> None:
        self._events += events
        viewer = self._people[0] if len(self._people) == 1 else None
        for event in self._game.events_shown(events, viewer):
            line = prose.tell(self._game.name, event, self._names, you=self._addressed())
            if line:
                _say(prose_in_signs(line))

    def _addressed(self) -> int | None:
        """The player to address as "du": a single person. In English, the name "you" does that."""
        alone = len(self._people) == 1 and self._seats[self._people[0]].name == YOU
        return self._people[0] if alone and prose.spoken() != prose.ENGLISH else None


def _bot(players: Players, name: str, level: int | None) -> Bot[Any] | None:
    if _is_person(name):
        return None
    if is_own(name):
        find_here()
        return own_bot(name)
    character = Character.parse(name)
    if level is not None and character.level is None and character.name in players.LEVELLED:
        character = replace(character, level=level)
    return players.bot(character)


def _rule(game: str, rule: str) -> str:
    """A rule as in our rulebook."""
    rules = rulebook.rulebook(game, prose.spoken()).rules if game in rulebook.GAMES else ()
    text = next((known.text for known in rules if known.id == rule), None)
    return prose_in_signs(f"{rule}: {text}") if text else told("There is no rule {rule}.", rule=quote(rule))


def _say(text: str) -> None:
    """Prints; colour only on a terminal without NO_COLOR."""
    click.echo(text, color=False if os.environ.get("NO_COLOR") else None)

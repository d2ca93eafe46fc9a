"""How a game is played in a terminal."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator import prose, ruleset
from adjudicator.engine import codec
from adjudicator.errors import UnreadableInput, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class Terminal(Protocol):
    """What a game brings for it: a module will do. What happened is told by `prose.tell`."""

    NOTATION: str  # how a player writes actions

    def draw(self, view: Mapping[str, Any], names: Sequence[str]) -> str:
        """What a player sees."""
        ...

    def read(self, text: str, view: Mapping[str, Any]) -> Any:
        """An action as a player writes it; raises UnreadableInput."""
        ...

    def write(self, action: Any) -> str:
        """An action as `read` reads it."""
        ...


class PlainTerminal:
    """For a game that brings none: its table as lines, and actions as words, `take 0 3`, or as JSON."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self.NOTATION = "\n".join(self._usage(kind) for kind in game.every_action)

    def _usage(self, kind: str) -> str:
        names = self._names(kind)
        return f"  {' '.join([kind, *(name.upper() for name in names)])}"

    def _names(self, kind: str) -> list[str]:
        """The fields of an action, in the order in which they are written."""
        return [field.name for field in fields(self._game.every_action[kind]) if field.name != "type"]

    def draw(self, view: Mapping[str, Any], names: Sequence[str]) -> str:
        scores = ", ".join(f"{name} {score}" for name, score in zip(names, view["scores"], strict=True))
        facts = [
            f"{prose.phrase('terminal', name, self._game.name)}: {_value_in_words(value)}"
            for name, value in view["table"].items()
        ]
        return "\n".join([scores, *facts])

    def read(self, text: str, view: Mapping[str, Any]) -> Any:  # noqa: ARG002
        """Values are JSON or else plain words; the last one has the rest of the line."""
        if text.startswith("{"):
            return self._game.read_action(_value(text))
        kind = text.split(maxsplit=1)[0]
        if kind not in self._game.every_action:
            kinds = ", ".join(self._game.every_action)
            raise UnreadableInput("bad_move", f"You can write {kinds}, not {quote(kind)}.", input=text[:200])
        names = self._names(kind)
        values = text.split(maxsplit=len(names))[1:]
        if len(values) != len(names):
            written = self._usage(kind).strip()
            raise UnreadableInput(
                "bad_move", f"It is written {written}, not {quote(text)}.", input=text[:200]
            )
        found = {name: _value(value) for name, value in zip(names, values, strict=True)}
        return self._game.read_action({"type": kind, **found})

    def write(self, action: Any) -> str:
        values = [codec.plain(getattr(action, name)) for name in self._names(action.type)]
        if all(isinstance(value, int) or (isinstance(value, str) and _is_word(value)) for value in values):
            return " ".join(
                [action.type, *(value if isinstance(value, str) else json.dumps(value) for value in values)]
            )
        return json.dumps(codec.plain(action), ensure_ascii=False)


def _value_in_words(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(one, str | int) for one in value):
        return ", ".join(map(str, value)) or "-"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _is_word(text: str) -> bool:
    """Whether it is read as it is written: one word that is no JSON."""
    return len(text.split()) == 1 and _value(text) == text and not text.startswith("{")


def noted(game: str, terminal: Terminal) -> str:
    """How actions are written, in the current language; what is typed is the same in every language."""
    return prose.texts_of(game, "terminal").get("notation", terminal.NOTATION).rstrip("\n")


def terminal_of(game: str) -> Terminal:
    """What the game brings for it, or else the plain one."""
    load: Callable[[], Terminal] | None = ruleset.loader_of(ruleset.game(game), "load_terminal")
    if load is not None:
        return load()
    return PlainTerminal(ruleset.part_of(game, "playable", "not_playable", "can be judged, not played yet"))

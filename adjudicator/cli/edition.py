"""`adjudicator edition`: creates, checks, shows and compares editions: files that say what is in a box."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli import completing
from adjudicator.cli.options import GAME, told
from adjudicator.editions.labels import short_label
from adjudicator.editions.toml import parsed
from adjudicator.errors import AdjudicatorError, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = click.Path(path_type=Path, dir_okay=False)
KEYS = ("symbol", "name", "id", "card", "formula", "square")  # what identifies an entry of a list
OURS = "my-box"


@click.group()
def edition() -> None:
    """Create, check and compare your own editions: what is in your box.

    \b
      adjudicator edition new compoundit --out my.toml    a copy of the shipped edition
      adjudicator edition check my.toml                   its label, or all its faults
      adjudicator edition diff compoundit my.toml         the differences
      adjudicator judge NCl3 --edition my.toml
    """


@edition.command()
@GAME
@click.option("--out", type=FILE, default=Path("my.toml"), show_default=True, help="The file to write.")
@click.option("--name", default=OURS, show_default=True, help="The name of your edition.")
def new(game: str, out: Path, name: str) -> None:
    """Create your own edition as a copy of the shipped one."""
    named = re.sub(r'(?m)^name = ".*"$', f"name = {json.dumps(name)}", _shipped(game), count=1)
    label = _label(named)
    try:
        with out.open("x", encoding="utf-8", newline="") as file:
            file.write(named)
    except FileExistsError:
        raise AdjudicatorError(
            "output_exists", f"{quote(str(out))} already exists; choose another --out."
        ) from None
    except OSError as error:
        raise AdjudicatorError(
            "cannot_write", f"{quote(str(out))} cannot be written: {error.strerror}."
        ) from None
    click.echo(
        told(
            "{file}: {label}. Correct it, then: adjudicator edition check {file}",
            file=out,
            label=short_label(label),
        )
    )


@edition.command()
@click.argument("file", type=FILE)
def check(file: Path) -> None:
    """Check an edition file: print its label, or all its faults."""
    click.echo(told("{file}: {label}, without faults.", file=file, label=short_label(_label(_text(file)))))


@edition.command()
@click.argument("which", shell_complete=completing.games_and_files)
def show(which: str) -> None:
    """Print an edition as JSON: WHICH is a game or a file."""
    click.echo(json.dumps(_data(which), ensure_ascii=False, indent=2))


@edition.command()
@click.argument("one", shell_complete=completing.games_and_files)
@click.argument("other", shell_complete=completing.games_and_files)
@click.pass_context
def diff(ctx: click.Context, one: str, other: str) -> None:
    """Show the differences between two editions, each a game or a file. Exit code 1 if there are any."""
    lines = list(_differences(_data(one), _data(other)))
    click.echo("\n".join(lines) or told("There are no differences."))
    ctx.exit(1 if lines else 0)


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode()
    except OSError as error:
        raise AdjudicatorError(
            "cannot_read", f"{quote(str(file))} cannot be read: {error.strerror}."
        ) from None
    except UnicodeDecodeError:
        raise AdjudicatorError("cannot_read", f"{quote(str(file))} is not UTF-8 text.") from None


def _shipped(game: str) -> str:
    from adjudicator.engine import load_game

    editions = load_game(game).editions
    return editions.text_of(editions.current)


def _data(which: str) -> dict[str, Any]:
    """The tables of an edition, which must have no faults."""
    text = _text(Path(which)) if which.endswith(".toml") or Path(which).exists() else _shipped(which)
    _label(text)
    return parsed(text)


def _label(text: str) -> str:
    """The label of an edition; raises EditionError with all its faults."""
    from adjudicator.engine import load_game, playable_games

    game = parsed(text).get("game")
    if game not in playable_games():
        games = ", ".join(playable_games())
        raise AdjudicatorError("edition_faulty", f"An edition must name its game: game = one of {games}.")
    return load_game(game).editions.remember(text)


def _differences(one: Any, other: Any, place: str = "") -> Iterator[str]:
    if isinstance(one, dict) and isinstance(other, dict):
        for name in dict.fromkeys([*one, *other]):
            where = f"{place}.{name}" if place else str(name)
            if name not in other:
                yield f"- {where}: {_short(one[name])}"
            elif name not in one:
                yield f"+ {where}: {_short(other[name])}"
            else:
                yield from _differences(one[name], other[name], where)
    elif isinstance(one, list) and isinstance(other, list) and _keyed(one + other):
        yield from _differences(_by_key(one), _by_key(other), place)
    elif one != other:
        yield f"~ {place}: {_short(one)} -> {_short(other)}"


def _keyed(entries: list[Any]) -> str | None:
    """The key that identifies the entries of a list; None for plain values."""
    if not entries or not all(isinstance(entry, dict) for entry in entries):
        return None
    return next((key for key in KEYS if all(key in entry for entry in entries)), None)


def _by_key(entries: list[Any]) -> dict[str, Any]:
    key = _keyed(entries)
    found: dict[str, Any] = {}
    for entry in entries:
        name = str(entry[key]) if key else ""
        while name in found:
            name += "'"
        found[name] = entry
    return found


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 100 else text[:99] + "…"

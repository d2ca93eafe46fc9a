"""What games bring to the browser: the folder `table` beside the package that their entry point names.

It holds `table.js`, `table.css`, a TOML file of sentences for each language, and `picture.svg`; `lobby.toml`
with what the lobby says of it besides words; also `box.js` if it shows pieces on the page "My box" in its own
way. The section `box-<game>` of the sentences names the fields of its box.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from adjudicator import ruleset
from adjudicator.engine.game import playable_games

PLAIN = "plain"  # the table of games without their own


@lru_cache(64)
def folder(game: str) -> Path | None:
    """The folder of an installed game's own table, if it has one."""
    if game not in playable_games():
        return None
    own = Path(str(ruleset.game(game).__file__)).parent / "table"
    return own if (own / "table.js").is_file() else None


@lru_cache(1)
def folders() -> dict[str, Path]:
    found = {game: folder(game) for game in playable_games()}
    return {game: own for game, own in found.items() if own is not None}


def picture(game: str) -> Path | None:
    own = folder(game)
    return own / "picture.svg" if own is not None and (own / "picture.svg").is_file() else None


@lru_cache(64)
def lobby(game: str) -> dict[str, Any]:
    """How hard a game is, whether to begin with it, the bot for a first game, and its foremost presets."""
    own = folder(game)
    path = own / "lobby.toml" if own is not None else None
    return tomllib.loads(path.read_text(encoding="utf-8")) if path is not None and path.is_file() else {}


def editor(game: str) -> Path | None:
    """The script of a game that shows its own pieces on the page that edits a box."""
    own = folder(game)
    return own / "box.js" if own is not None and (own / "box.js").is_file() else None


@lru_cache(64)
def words(game: str, language: str) -> dict[str, Any]:
    """A game's own sentences, for its table and for the lobby, by `section.key`."""
    own = folder(game)
    if own is None or not (own / f"{language}.toml").is_file():
        return {}
    sections = tomllib.loads((own / f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{section}.{key}": text for section, texts in sections.items() for key, text in texts.items()}

"""What several commands share: options, exit codes, and the sources for known compounds."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator import ruleset
from adjudicator.chem.formula.typeset import prose_in_signs
from adjudicator.cli import completing
from adjudicator.errors import EditionError
from adjudicator.prose import phrase
from adjudicator.verdict import Ruling

if TYPE_CHECKING:
    from adjudicator.reference.authority import Authority

GAME = click.argument("game", shell_complete=completing.games)
EXIT = {Ruling.VALID: 0, Ruling.INVALID: 1, Ruling.UNRESOLVED: 3}

EDITION = click.option(
    "--edition",
    type=click.Path(path_type=Path, dir_okay=False),
    shell_complete=completing.editions,
    help="Your own edition file, or the name of another shipped edition.",
)
ONLINE = click.option("--online", is_flag=True, help="Also ask PubChem and ChemSpider about known compounds.")
WORKERS = click.option(
    "--workers", "--jobs", type=click.IntRange(1), help="The number of processes; by default one per core."
)
CLUSTER = click.option(
    "--cluster", metavar="ADDRESS", help="Use a Dask cluster instead, such as tcp://127.0.0.1:8786."
)


told = partial(phrase, "terminal")  # a constant text in the current language


def text_of(edition: Path | None, game: str) -> str | None:
    """The text of the user's own edition or of a shipped one, to store with a game or send to processes."""
    if edition is not None and not edition.exists():
        text = _released(str(edition), game)
        if text is not None:
            return text
    try:
        return None if edition is None else edition.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise click.BadParameter(f"{edition} cannot be read: {error}") from None


def _released(name: str, game: str) -> str | None:
    from adjudicator.engine.game import load_game, playable_games

    if game not in playable_games():
        return None
    editions = load_game(game).editions
    try:
        return editions.text_of(editions.label_of(name))
    except EditionError:
        return None


def authority_of(*, online: bool) -> Authority:
    """The configured sources; with --online all of them."""
    if not online:
        return ruleset.default_authority()
    from adjudicator.reference.authority import SOURCES, Authority

    return Authority.from_config(SOURCES)


def refused(message: str) -> str:
    """Why something cannot be done at a table."""
    return click.style(f"✘ {prose_in_signs(message)}", fg="red")

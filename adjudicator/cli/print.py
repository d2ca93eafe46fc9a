"""`adjudicator print`: a game's box as a PDF, to print, cut out and play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.options import EDITION, GAME, text_of, told
from adjudicator.errors import AdjudicatorError, quote

if TYPE_CHECKING:
    from typing import Any


@click.command("print")
@GAME
@click.option(
    "--paper", type=click.Choice(["A4", "Letter"], case_sensitive=False), default="A4", show_default=True
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), default=Path("box.pdf"), show_default=True,
    help="The file to write; an existing one is replaced.",
)  # fmt: skip
@EDITION
@click.option(
    "--tile",
    type=click.Choice(["19", "25"]),
    default="19",
    show_default=True,
    help="The side of a square tile, in mm.",
)
@click.option(
    "--ink", type=click.Choice(["colour", "black"]), default="colour", show_default=True,
    help="black: only greys, with patterns for the families.",
)  # fmt: skip
@click.option(
    "--board", type=click.Choice(["tiled", "whole"]), default="tiled", show_default=True,
    help="tiled: several overlapping pages. whole: one large page for a copy shop.",
)  # fmt: skip
@click.option(
    "--sides", type=click.Choice(["2", "1"]), default="2", show_default=True,
    help="2: each front is followed by its back, for two-sided printing. 1: no backs, no empty pages.",
)  # fmt: skip
@click.option("--players", type=int, help="The number of players; by default the maximum.")
@click.option("--parts", metavar="NAME,...", help="Only these parts of the box; by default all.")
@click.option("--list", "listed", is_flag=True, help="Only list the parts of the box.")
def print_command(
    game: str, out: Path, edition: Path | None, parts: str | None, *, listed: bool, **options: Any
) -> None:
    """Write a game's box as a PDF: everything needed to play, from the data of an edition.

    Print at 100 %, two-sided, flipped on the long edge. The first page lists the contents and has a line to
    check the scale.

    \b
      adjudicator print compoundit --out box.pdf
      adjudicator print compoundit --tile 25 --board whole --paper Letter
      adjudicator print ion --list                              the parts of its box
      adjudicator print ion --parts cards,goals --ink black
      adjudicator print valence-plus --edition my.toml          your own box
    """
    from adjudicator.printing import Options, lay_out, parts_of

    if listed:
        for name, title in parts_of(game).items():
            click.echo(f"{name:12} {title}")
        return
    chosen = Options(
        paper={"a4": "A4", "letter": "Letter"}[options["paper"].lower()],
        tile=int(options["tile"]),
        ink=options["ink"],
        board=options["board"],
        sides=int(options["sides"]),
        players=options["players"],
        parts=tuple(filter(None, (name.strip() for name in (parts or "").split(",")))),
    )
    printed = lay_out(game, text_of(edition, game), chosen)
    try:
        out.write_bytes(printed.pdf)
    except OSError as error:
        raise AdjudicatorError(
            "cannot_write", f"{quote(str(out))} cannot be written: {error.strerror}."
        ) from None
    size = len(printed.pdf) / 1000
    click.echo(told("{file}: {pages} pages, {size:.0f} kB.", file=out, pages=printed.pages, size=size))

"""`adjudicator site`: the pocket edition as a folder of files."""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.errors import AdjudicatorError
from adjudicator_api.pocket.parts import default_folder


@click.command()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="The folder to write; an earlier build there is replaced.",
)
@click.option(
    "--parts",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where downloads from npm and PyPI are cached.  [~/.cache/adjudicator/parts]",
)
@click.option(
    "--server-url",
    default="",
    help="A service for playing with friends, to link to, such as https://club.example.",
)
def site(out: Path, parts: Path | None, server_url: str) -> None:
    """Write the pocket edition: a folder that lets a browser judge without a server.

    Put it on any web host that has https. Node and npm are needed to build it, not to host it.

    \b
      adjudicator site --out site
    """
    from adjudicator_api.pocket.site import build

    try:
        build(out.absolute(), parts or default_folder(), server_url)
    except AdjudicatorError as error:
        raise click.ClickException(error.message) from error
    files = [path for path in out.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    click.echo(f"{out}: {len(files)} files, {size / 1e6:.1f} MB.")

"""What several commands share: options, exit codes, and whom to ask about known compounds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator import ruleset
from adjudicator.verdict import Ruling

if TYPE_CHECKING:
    from adjudicator.reference.authority import Authority

EXIT = {Ruling.VALID: 0, Ruling.INVALID: 1, Ruling.UNRESOLVED: 3}

EDITION = click.option(
    "--edition",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Your own edition file instead of the shipped one.",
)
ONLINE = click.option("--online", is_flag=True, help="Also ask PubChem and ChemSpider about known compounds.")


def authority_of(*, online: bool) -> Authority:
    """The configured sources; with --online all of them."""
    if not online:
        return ruleset.default_authority()
    from adjudicator.reference.authority import SOURCES, Authority

    return Authority.from_config(SOURCES)

"""Files of this repository that follow from something else."""

from __future__ import annotations

import importlib

import click

from tools.files import settle, writing

DERIVED = ("elements", "locks", "misnomers", "playthroughs", "salts", "settings")


@click.command()
@click.argument("names", nargs=-1, required=True, type=click.Choice(DERIVED))
@writing
def derive(names: tuple[str, ...], write: bool) -> None:
    """Derive files of this repository from what they follow from.

    \b
      elements      adjudicator/chem/elements.csv, from RDKit's periodic table and chempy's groups
      locks         locks/*.txt, from constraints.txt and what is installed; hashes of new versions
                    come from the index of PIP_INDEX_URL, or else PyPI
      misnomers     misnomers.tsv of the reference table, by OPSIN (needs Java; minutes); run
                    `make reference` after it, and both again until nothing new is found
      playthroughs  fixtures/playthroughs: games as text, after a change that was meant
      salts         adjudicator/reference/salts.tsv and identified.tsv, from the package chemicals
      settings      docs/settings.md, from the settings themselves

    \b
      python -m tools derive settings            what would change
      python -m tools derive settings --write    change it
    """
    for name in names:
        settle(importlib.import_module(f"tools.derived.{name}").files(), write=write)

"""Refusals to read one by one: `python -m tools.print_refusals [--number 100] [--seed 1] [--language en]`.

A teacher should be able to defend each: what is asked is drawn from runs near to compounds, real compounds of
the table and of the list of salts, and just any tiles, over the rule sets of all games.
"""

from __future__ import annotations

import random

import click

from adjudicator import Formula, Ruling, Tiles, load_ruleset
from adjudicator.prose import speaking
from adjudicator.reference.salts import listed_salts
from adjudicator.reference.table.reading import CompoundTable

RULES = (
    *(
        f"compoundit:{sets}"
        for sets in ("beginner", "standard", "simple-lewis", "organic", "complex-lewis", "expert")
    ),
    "ion:base",
    "ion:transition+polyatomic",
    "valence-plus",
    "valence-original",
    "compounded",
    "chemistry-monopoly",
)
OTHERS = "Cl S Na K Mg Ca F P Fe Al Br I Cu Li Zn Si Ag Pb"
SYMBOLS = tuple(
    symbol for n, symbols in ((3, "H O"), (2, "C N"), (1, OTHERS)) for symbol in symbols.split() * n
)
MOST = 12  # atoms


@click.command()
@click.option("--number", default=100, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--language", default="en", show_default=True)
def main(number: int, seed: int, language: str) -> None:
    drawing = random.Random(seed)
    table = CompoundTable.open()
    salts = [text for text in listed_salts() if _is_fit(text)]
    molecules = [text for text in table.formulas() if _is_fit(text)]
    told = 0
    with speaking(language):
        while told < number:
            rules = RULES[told % len(RULES)]
            verdict = load_ruleset(rules).judge(_question(drawing, salts, molecules))
            if verdict.ruling is Ruling.INVALID:
                told += 1
                click.echo(f"{told:3} {rules:28} {verdict.formula:12} {verdict.decisive.message}")


def _is_fit(text: str) -> bool:
    """Of few atoms, most of them on tiles: otherwise every refusal would be that a tile is missing."""
    formula = Formula.parse(text)
    return formula.size <= MOST and {symbol for symbol, _ in formula.atoms} <= {*SYMBOLS, "B", "Mn", "Ba"}


def _question(drawing: random.Random, salts: list[str], molecules: list[str]) -> Tiles | Formula:
    kind = drawing.choice(("salt", "molecule", "near", "any"))
    if kind == "any":
        return Tiles(drawing.choice(SYMBOLS) for _ in range(drawing.randint(2, 6)))
    formula = Formula.parse(drawing.choice(molecules if kind == "molecule" else salts))
    if kind != "near":
        return formula
    atoms = dict(formula.atoms)
    symbol = drawing.choice(sorted(atoms))
    atoms[symbol] = max(1, atoms[symbol] + drawing.choice((-1, 1)))
    return Formula.of(atoms)


if __name__ == "__main__":
    main()

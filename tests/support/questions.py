"""Seeded questions for comparing two versions of the judge: `python -m tests.support.questions --count 10000`.

Prints a question a line, for `adjudicator judge --jsonl`; with `--names`, for `adjudicator name --jsonl`.
Nothing of the judge is imported, so that the questions stay the same whatever changes there.
"""

from __future__ import annotations

import json
import re
from math import lcm
from random import Random

import click

RULES = (
    "compoundit:beginner",
    "compoundit:standard",
    "compoundit:simple-lewis",
    "compoundit:organic",
    "compoundit:complex-lewis",
    "compoundit:expert",
    "compoundit:simple-lewis+organic",
    "valence-plus",
    "valence-original",
    "ion:base",
    "ion:transition+polyatomic",
    "ion:radioactive",
    "compounded",
    "chemistry-monopoly",
    "chemistry-monopoly:short",
)
COMMON = "H H H H C C C N N O O O O O F S S P Cl Cl Br I Na K Mg Ca Al Fe Cu Zn".split()
RARE = (
    "He Li Be B Ne Si Ar Sc Ti V Cr Mn Co Ni Ga Ge As Se Kr Rb Sr Ag Sn Sb Te Xe Cs Ba Pt Au Hg Pb Bi U"
).split()
GROUPS = "OH NO3 NO2 SO4 SO3 CO3 PO4 NH4 HCO3 ClO3 ClO4 CN SCN MnO4 Cr2O7 C2H3O2 O2 HSO4".split()
CATIONS = {"H": 1, "Li": 1, "Na": 1, "K": 1, "Mg": 2, "Ca": 2, "Zn": 2, "Cu": 2, "Fe": 3, "Al": 3, "NH4": 1}
ANIONS = {"F": 1, "Cl": 1, "Br": 1, "O": 2, "S": 2, "N": 3, "OH": 1, "NO3": 1, "SO4": 2, "CO3": 2, "PO4": 3}
MOLECULES = "H2 O2 N2 Cl2 H2O CO CO2 SO2 NH3 CH4 CH2O C2H6O C2H4 PCl3 H2O2 N2O CCl4 CH3Cl HCN".split()
WORDS = (
    "sodium potassium calcium magnesium iron copper aluminium ammonium hydrogen carbon nitrogen sulfur "
    "phosphorus chloride oxide hydroxide sulfate sulfite nitrate nitrite carbonate phosphate acid hydrogen "
    "dioxide trioxide tetrachloride monoxide nitric sulfuric hydrochloric iron(III) iron(II) copper(I) "
    "copper(II) dinitrogen diphosphorus pentoxide water ammonia methane ethanol lye salt"
).split()


def _symbol(random: Random) -> str:
    return random.choice(COMMON if random.random() < 0.85 else RARE)


def _spelled(formula: str) -> list[str]:
    """The tiles of a formula without brackets: NO3 is N, O, O, O."""
    return [
        symbol for symbol, count in re.findall(r"([A-Z][a-z]?)(\d*)", formula) for _ in range(int(count or 1))
    ]


def _salt(random: Random) -> tuple[str, list[str]]:
    """A salt that balances, and its tiles ion by ion."""
    cation, anion = random.choice(list(CATIONS)), random.choice(list(ANIONS))
    balance = lcm(CATIONS[cation], ANIONS[anion])
    units = ((cation, balance // CATIONS[cation]), (anion, balance // ANIONS[anion]))
    written = "".join(
        ion if count == 1 else f"({ion}){count}" if len(_spelled(ion)) > 1 else f"{ion}{count}"
        for ion, count in units
    )
    return written, [tile for ion, count in units for _ in range(count) for tile in _spelled(ion)]


def _tiles(random: Random) -> str:
    chance = random.random()
    if chance < 0.4:
        run = _salt(random)[1]
        if random.random() < 0.2:
            random.shuffle(run)
        return "".join(run)
    if chance < 0.5:
        return "".join(_spelled(random.choice(MOLECULES)))
    parts = [
        "".join(_spelled(random.choice(GROUPS)))
        if random.random() < 0.25
        else _symbol(random) * random.choice((1, 1, 1, 2, 3))
        for _ in range(random.randint(1, 4))
    ]
    return "".join(parts)


def _formula(random: Random) -> str:
    chance = random.random()
    if chance < 0.4:
        return _salt(random)[0]
    if chance < 0.5:
        return random.choice(MOLECULES)
    parts = []
    for _ in range(random.randint(1, 3)):
        count = random.choice(("", "", "2", "3", "4"))
        if random.random() < 0.35:
            group = random.choice(GROUPS)
            parts.append(f"({group}){count}" if count else group)
        else:
            parts.append(_symbol(random) + count)
    return "".join(parts)


def _nonsense(random: Random) -> str:
    return "".join(random.choice("HhCOoNnaKX()123·^+- ") for _ in range(random.randint(1, 12)))


def question(random: Random) -> dict[str, str]:
    rules = random.choice(RULES)
    kind = random.random()
    if kind < 0.03:
        return {"rules": rules, random.choice(("tiles", "formula")): _nonsense(random)}
    if kind < 0.6:
        return {"rules": rules, "tiles": _tiles(random)}
    return {"rules": rules, "formula": _formula(random)}


def name_question(random: Random) -> dict[str, str]:
    asked = {"formula": _formula(random)}
    if random.random() < 0.7:
        asked["is"] = " ".join(random.choice(WORDS) for _ in range(random.randint(1, 3)))
    return asked


@click.command(help=__doc__)
@click.option("--seed", default=1, show_default=True)
@click.option("--count", default=10_000, show_default=True)
@click.option("--names", is_flag=True, help="Questions for `adjudicator name`.")
def main(seed: int, count: int, names: bool) -> None:
    random = Random(seed)
    ask = name_question if names else question
    for number in range(count):
        click.echo(json.dumps({"id": number, **ask(random)}, ensure_ascii=False))


if __name__ == "__main__":
    main()

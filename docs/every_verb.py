# every_verb.py
"""Every verb once, as a program of your own would use it; mypy --strict and pyright find nothing in it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from adjudicator import (
    AdjudicatorError,
    Formula,
    Record,
    Ruling,
    Tiles,
    balance,
    best_plays,
    check_name,
    draw,
    is_legal,
    judge,
    judge_many,
    known,
    load_game,
    load_ruleset,
    names,
)
from adjudicator.engine import play_out, replay


def rulings() -> dict[str, Ruling]:
    """A question is text, tiles one by one, `Tiles` or a `Formula`; rules and editions are names or objects."""
    rules = load_ruleset("compoundit:standard", edition="reference-1")
    return {
        "text": judge("MgNOONOO").ruling,
        "tiles": judge(["Na", "Cl"], "compoundit:beginner").ruling,
        "run": judge(Tiles.parse("Mg N N O O O O"), rules).ruling,
        "formula": judge(Formula.parse("Fe2O3"), rules="compoundit:standard", edition=rules.edition).ruling,
    }


def lesson(formula: str, answer: str) -> list[str]:
    """What a teacher says about a name, an equation and a substance."""
    checked = check_name(formula, answer)
    built = check_name("Na O H", "lye", "valence-plus")
    equation = balance("H2 + O2 -> H2O")
    said = [checked.answer, checked.message, built.answer, str(equation), *names(formula)]
    for compound in known("C2H6O"):
        point = compound.boiling_point_k
        said.append(f"{compound.name}: {point:.1f} K" if point is not None else compound.name or "no name")
    return said


class First:
    """A bot: the first thing that it may do."""

    def choose(self, view: Mapping[str, Any], random: Random) -> Any:
        return next((action for action in view["actions"] if not action.get("open")), None)


def games() -> tuple[Record, list[str]]:
    game = load_game("ion")
    record = play_out(game, {}, [First(), "greedy"], seed=1)
    assert replay(game, record.events).result == record.result
    state = game.new(seed=1)
    plays = [str(play) for play in best_plays("ClO", [(8, 8, "Na")], count=2)]
    return record, plays + [hint.why for hint in best_plays(game.view(state, 0), count=1)]


def main() -> None:
    print({asked: ruling.value for asked, ruling in rulings().items()})
    print(*lesson("NaNO2", "sodium nitrate"), sep="\n")
    record, plays = games()
    print(record.players, record.result.winners if record.result else (), plays)
    for answer in judge_many(
        ["HHO", ["Na", "Cl"], Formula.parse("CO2"), "HeO", "hho"], edition="reference-1"
    ):
        print(answer.code if isinstance(answer, AdjudicatorError) else answer.ruling.value)
    Path("so2.svg").write_text(draw("SO2"), encoding="utf-8")
    try:
        is_legal("mgo")
    except AdjudicatorError as refused:
        print(refused.code, refused)


if __name__ == "__main__":
    main()

"""A user's script with every verb of the library: `make check` checks its types, and a test runs it."""

from typing import assert_type

from adjudicator import (
    Formula,
    Tiles,
    Verdict,
    balance,
    best_plays,
    check_name,
    draw,
    is_legal,
    judge,
    known,
    load_game,
    names,
)
from adjudicator.engine import play_out
from adjudicator.parts import NameRuling, Play

verdict: Verdict = judge(["Na", "Cl"], "compoundit:beginner", edition="reference-1")
assert is_legal(Tiles.parse("NaCl"))
assert is_legal(Formula.parse("NaCl"))
found: tuple[str, ...] = names("NaOH")
answer: str = check_name("NaOH", "lye").code
ruling = check_name("NaOH", "lye", "valence-plus")
assert_type(ruling, NameRuling)
equation: str = str(balance("H2 + O2 -> H2O")) + str(balance(["H2", "O2"], ["H2O"]))
for compound in known("C2H6O"):
    svg: str = draw(compound)
plays = best_plays("NaCl", [(8, 8, "Na")], "compoundit:standard", count=2)
assert_type(plays, tuple[Play, ...])
places: list[tuple[int, int, str]] = list(plays[0].placements)
game = load_game("ion")
state = game.new(seed=1)
hints = best_plays(game.view(state, 0))
best: float = max(hint.value for hint in hints)
record = play_out(game, {}, ["greedy", "random"], seed=1)
print(verdict.ruling, found, answer, ruling.message, equation, len(svg), places, best, record.result)

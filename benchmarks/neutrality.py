"""Charge neutrality: our whole verdict compared with a peer's yes or no, on the same compositions."""

from __future__ import annotations

import random
import statistics
from itertools import islice
from typing import TYPE_CHECKING

from adjudicator import Formula, load_ruleset
from benchmarks import workload
from benchmarks.harness import NOT_INSTALLED, Contender, against, forget_everything, micro, peer, race

if TYPE_CHECKING:
    from benchmarks.harness import Row

COMPOSITIONS = 250
SMACT = "smact, smact_validity: yes or no"
PYMATGEN = "pymatgen, oxi_state_guesses: the numbers"


def rows() -> list[Row]:
    rules = load_ruleset("compoundit:standard")
    near = workload.compounds(random.Random(workload.SEED))
    compositions = list(dict.fromkeys(Formula.of_tiles(run) for run in islice(near, 4 * COMPOSITIONS)))
    del compositions[COMPOSITIONS:]
    contenders = {
        "ours": Contender(rules.judge, compositions, before=rules.judge),
        "at first sight": Contender(rules.judge, compositions, before=forget_everything()),
    }
    pymatgen, smact = peer("pymatgen.core"), peer("smact.screening")
    if pymatgen:
        theirs = [pymatgen.Composition(dict(formula.atoms)) for formula in compositions]
        contenders[PYMATGEN] = Contender(lambda composition: composition.oxi_state_guesses(), theirs)
        if smact:
            contenders[SMACT] = Contender(smact.smact_validity, theirs)
    times = race(contenders, rounds=5)
    ours, first = times["ours"], times["at first sight"]
    found = [
        ("the compositions", f"{len(compositions)} different ones of 2 to 12 atoms, valid or nearly"),
        ("ours, judge: every check with its witness", f"median {micro(statistics.median(ours))}"),
        ("  at first sight, every cache empty", f"median {micro(statistics.median(first))}"),
    ]
    for label in (SMACT, PYMATGEN):
        if label in times:
            found.append((label, against(times[label], ours)))
            found.append(("  beside ours at first sight", against(times[label], first)))
        else:
            found.append((label, NOT_INSTALLED))
    return found

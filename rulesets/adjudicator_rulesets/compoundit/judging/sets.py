"""Which rule sets of CompoundIt! there are, and how a variant puts them together (C-SETS)."""

from __future__ import annotations

from adjudicator.errors import UnknownRuleset, quote
from adjudicator_rulesets.compoundit.edition import SETS

BEGINNER = ("diatomic", "binary")
STANDARD = (*BEGINNER, "polyatomic")
ADVANCED = tuple(name for name in SETS if name not in STANDARD)
LEWIS_SETS = ("simple-lewis", "organic", "complex-lewis")


def played(sets: tuple[str, ...]) -> tuple[str, ...]:
    """Sets in force as players call them: beginner, standard, organic; what adds to standard by itself."""
    advanced = tuple(name for name in ADVANCED if name in sets)
    if len(advanced) == len(ADVANCED):
        return ("expert",)
    return advanced or (("standard",) if "polyatomic" in sets else ("beginner",))


def sets_of(variant: str) -> tuple[str, ...]:
    """The rule sets that a variant puts in force, in the rulebook's order (C-SETS)."""
    chosen: set[str] = set()
    for part in variant.split("+"):
        if part == "beginner":
            chosen |= set(BEGINNER)
        elif part == "standard":
            chosen |= set(STANDARD)
        elif part == "expert":
            chosen |= set(SETS)
        elif part in ADVANCED:
            chosen |= {*STANDARD, part}
        else:
            raise UnknownRuleset(
                "unknown_ruleset",
                f"CompoundIt! has no rule set {quote(part)}. There are beginner, standard, "
                f"{', '.join(ADVANCED)} and expert, combined with +, as in compoundit:simple-lewis+organic.",
                input=variant,
            )
    return tuple(name for name in SETS if name in chosen)

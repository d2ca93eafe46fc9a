"""CompoundIt!: element tiles as letters, compounds as words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import UnknownRuleset, quote
from rulesets.compoundit.edition import DEFAULT, SETS
from rulesets.compoundit.edition import load as load_edition
from rulesets.compoundit.rules import CompoundIt

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.reference.authority import Authority
    from adjudicator.ruleset import RuleSet
    from rulesets.compoundit.game import CompoundItGame

title = "CompoundIt!"

BEGINNER = ("diatomic", "binary")
STANDARD = (*BEGINNER, "polyatomic")
ADVANCED = tuple(name for name in SETS if name not in STANDARD)


def variants() -> dict[str, str]:
    return {
        "beginner": "diatomic elements and binary compounds",
        "standard": "beginner, and compounds with polyatomic ions",
        "simple-lewis": "standard, and small molecules around one central atom",
        "organic": "standard, and organic compounds of any size",
        "complex-lewis": "standard, and Lewis structures of any size",
        "expert": "everything",
    }


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


def load(variant: str, edition: Path | None, authority: Authority) -> RuleSet:
    variant = variant or "standard"
    return CompoundIt(f"compoundit:{variant}", sets_of(variant), load_edition(edition or DEFAULT), authority)


def playable() -> CompoundItGame:
    from rulesets.compoundit.game import CompoundItGame

    return CompoundItGame()

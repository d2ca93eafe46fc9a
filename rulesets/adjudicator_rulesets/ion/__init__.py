"""Ion: draft ions, bond them to neutral compounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import UnknownRuleset, quote
from adjudicator_rulesets.ion.edition import DEFAULT, EXPANSIONS
from adjudicator_rulesets.ion.edition import load as load_edition
from adjudicator_rulesets.ion.judging.rules import Ion

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.reference.authority import Authority
    from adjudicator_rulesets.ion.edition import Edition

title = "Ion"
whole = ":transition+polyatomic+radioactive"


def variants() -> dict[str, str]:
    return {name: name for name in ("base", *EXPANSIONS)}


def expansions_of(variant: str) -> tuple[str, ...]:
    """The expansions that a variant puts in play: "base", "transition+polyatomic" (I-EXPANSIONS)."""
    chosen = set(variant.split("+")) - {"base"}
    unknown = chosen - set(EXPANSIONS)
    if unknown:
        raise UnknownRuleset(
            "unknown_ruleset",
            f"Ion has no rule set {quote(min(unknown))}. There are base, {', '.join(EXPANSIONS)}, combined "
            "with +, as in ion:transition+polyatomic.",
            input=variant,
        )
    return tuple(name for name in EXPANSIONS if name in chosen)


def load(variant: str, edition: Path | str | Edition | None, authority: Authority) -> Ion:
    variant = variant or "base"
    return Ion(f"ion:{variant}", expansions_of(variant), load_edition(edition or DEFAULT), authority)

"""Adjudicator: the referee for chemistry games. `judge("MgNOONOO")` gives a verdict and why."""

from adjudicator.bulk import judge_many
from adjudicator.chem.formula import Formula, Tiles
from adjudicator.errors import AdjudicatorError, AmbiguousInput, EditionError, UnknownRuleset, UnreadableInput
from adjudicator.ruleset import judge, load_ruleset
from adjudicator.verdict import Check, Facts, Known, Outcome, Ruling, Verdict

__all__ = [
    "AdjudicatorError",
    "AmbiguousInput",
    "Check",
    "EditionError",
    "Facts",
    "Formula",
    "Known",
    "Outcome",
    "Ruling",
    "Tiles",
    "UnknownRuleset",
    "UnreadableInput",
    "Verdict",
    "judge",
    "judge_many",
    "load_ruleset",
]

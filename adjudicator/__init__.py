"""Adjudicator: the referee for chemistry games. `judge("MgNOONOO")` gives a verdict and why.

Beside it are `names`, `check_name`, `balance`, `known`, `draw` and `best_plays`. Games are in
`adjudicator.engine`, tables on a server in `adjudicator.client`.
"""

from typing import TYPE_CHECKING, Any

from adjudicator.chem.formula import Formula, Tiles
from adjudicator.errors import AdjudicatorError, AmbiguousInput, EditionError, UnknownRuleset, UnreadableInput
from adjudicator.ruleset import is_legal, judge, load_ruleset
from adjudicator.verdict import Check, Facts, Known, Outcome, Ruling, Verdict

if TYPE_CHECKING:
    __version__: str
    from adjudicator.batch import judge_many
    from adjudicator.engine import IllegalAction, Record, load_game
    from adjudicator.referee import balance, best_plays, check_name, draw, known, names

__all__ = [
    "AdjudicatorError",
    "AmbiguousInput",
    "Check",
    "EditionError",
    "Facts",
    "Formula",
    "IllegalAction",
    "Known",
    "Outcome",
    "Record",
    "Ruling",
    "Tiles",
    "UnknownRuleset",
    "UnreadableInput",
    "Verdict",
    "balance",
    "best_plays",
    "check_name",
    "draw",
    "is_legal",
    "judge",
    "judge_many",
    "known",
    "load_game",
    "load_ruleset",
    "names",
]

# Imported on first use: judging alone need not load the games.
_LATER = {
    "IllegalAction": "adjudicator.engine",
    "Record": "adjudicator.engine",
    "balance": "adjudicator.referee",
    "best_plays": "adjudicator.referee",
    "check_name": "adjudicator.referee",
    "draw": "adjudicator.referee",
    "judge_many": "adjudicator.batch",
    "known": "adjudicator.referee",
    "load_game": "adjudicator.engine",
    "names": "adjudicator.referee",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("adjudicator")
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)

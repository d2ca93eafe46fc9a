"""A substance as an answer shows it: what is on record, and the ruling of every rule set."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from adjudicator import prose, ruleset
from adjudicator.chem.formula import Formula
from adjudicator.errors import AdjudicatorError

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.lookup import LookedUp, Substance
    from adjudicator.reference.stability import Failure

    Judge = Callable[[str, Formula], tuple[str, str]]  # the ruling of a rule set and its reason


def failures_of(lookup: LookedUp) -> dict[str, Failure]:
    """Sources that could not be asked, each once."""
    return {failure.source: failure for one in lookup.substances for failure in one.failures}


def looked_up(lookup: LookedUp, authority: str, judge: Judge) -> dict[str, Any]:
    return {
        "asked": lookup.text,
        "read_as": lookup.read_as,
        "authority": authority,
        "substances": [_shown(substance, judge) for substance in lookup.substances],
        "elsewhere": [
            {"language": one.language, "formula": one.written, "name": one.name, "text": one.message}
            for one in lookup.elsewhere
        ],
        "failures": [asdict(failure) for failure in failures_of(lookup).values()],
    }


def _shown(substance: Substance, judge: Judge) -> dict[str, Any]:
    return {
        "formula": substance.written,
        "hill": substance.formula.hill,
        "names": list(substance.names),
        "known": asdict(substance.known.shown) if substance.known else None,
        "listed": substance.listed,
        "isomers": [asdict(known.shown) for known in substance.isomers],
        "rulings": [] if substance.formula.charge else _rulings(Formula.parse(substance.written), judge),
    }


def _rulings(formula: Formula, judge: Judge) -> list[dict[str, str]]:
    """The rulings of all rule sets that can judge it."""
    rulings = []
    forms = ruleset.question_forms()
    for listed in ruleset.listed():
        with suppress(AdjudicatorError):
            game = ruleset.game_of(listed["name"])
            ruling, reason = judge(listed["name"], formula)
            rulings.append(
                {
                    "rules": listed["name"],
                    "game": game,
                    "title": _title(game, forms[game].title if game in forms else listed["game"]),
                    "ruling": ruling,
                    "reason": reason,
                }
            )
    return rulings


def _title(game: str, title: str) -> str:
    return prose.phrase("rules", title, ruleset.box_of(game))

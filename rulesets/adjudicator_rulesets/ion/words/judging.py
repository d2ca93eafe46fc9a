"""The sentences behind the codes of Ion's judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.prose import listed, mending, signed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

CLASSES = {"acid": "an acid", "base": "a base", "salt": "a salt", "water": "water, no acid, base or salt"}


def points(number: int) -> str:
    return f"{number} point{'' if abs(number) == 1 else 's'}"


def _charges_remain(sum: int, mends: Sequence[Mapping[str, Any]]) -> str:  # noqa: A002 - its name in the verdict
    return f"The charges add up to {signed(sum)}, so it is not neutral.{mending(mends)}"


def _there(short: Sequence[Mapping[str, Any]]) -> str:
    return listed([f"{row['there']} {row['card']}" for row in short])


def _needed(short: Sequence[Mapping[str, Any]]) -> str:
    return listed([f"{row['number']} {row['card']}" for row in short])


SENTENCES: dict[str, Callable[..., str]] = {
    "noble_never_bonds": lambda gases, worth: (
        f"{listed(gases)}: in this game noble gases, with their full shells, bond with nothing. By "
        f"themselves they score {points(worth)}."
    ),
    "charges_remain": _charges_remain,
    "finished_before": lambda finished, after: (
        f"{' '.join(finished)} is finished before {'another ' if after in finished else ''}{after} comes, "
        "and a finished compound takes no more cards. So these cards never lie in one group."
    ),
    "neutral_but_short": lambda formula, short: (
        f"{formula} is neutral, but not from this box: it needs {_needed(short)}, and there is only "
        f"{_there(short)}."
    ),
    "box_is_short": lambda short: f"It needs {_needed(short)}; this box has only {_there(short)}.",
    "compound": lambda formula, worth, kind: f"{formula} is worth {points(worth)}. It is {CLASSES[kind]}.",
}

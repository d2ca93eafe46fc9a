"""The German of numbers and lists, for the catalogues of all games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import prose

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_NUMBERS = (
    "kein",
    "ein",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
)


def named(name: str) -> str:
    """A substance, an ion or an element by its German name."""
    from adjudicator.chem.naming import translated

    return translated(name, "de")


def listed(words: Sequence[str], joint: str = "und") -> str:
    """Words in a row: a; a und b; a, b und c."""
    return prose.listed(words, joint)


def spelled(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def counted(number: int, one: str, more: str) -> str:
    """Ein Plättchen, zwei Plättchen; `one` with its article: "ein Plättchen", "eine Karte"."""
    return one if number == 1 else f"{spelled(number)} {more}"


def mending(mends: Sequence[Mapping[str, Any]]) -> str:
    """Suggests at most two of the smallest changes, as in: Mit einem Cl mehr wird es MgCl2."""
    ways = []
    for mend in mends[:2]:
        steps = [f"{abs(n)} {kind} {'mehr' if n > 0 else 'weniger'}" for kind, n in mend["changes"]]
        moved = mend.get("moved", 0)
        steps += [counted(moved, "einem verschobenen Plättchen", "verschobenen Plättchen")] if moved else []
        ways.append(f"mit {listed(steps)} wird es {mend['makes']}")
    if not ways:
        return ""
    text = ", oder ".join(ways)
    return f" {text[0].upper()}{text[1:]}."

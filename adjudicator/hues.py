"""The colours that mean something: a hue for each family of elements, the squares and sets of boards.

hues.toml is the one place where they are; the pages make their style sheet of it, paper its inks.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.chem.elements import Element

Shades = tuple[str, str]  # on white, on black


@dataclass(frozen=True, slots=True)
class Hue:
    """The ground of a tile, its edge, and letters on paper; what tells it from others without colour."""

    title: str
    pattern: str
    ground: Shades
    edge: Shades
    ink: Shades


@dataclass(frozen=True, slots=True)
class Colour:
    """A strong colour for bands, the edge that sets it off, and letters on it where there are any."""

    ground: Shades
    edge: Shades
    ink: Shades | None = None


def _read() -> tuple[dict[str, Hue], dict[str, Shades], dict[str, Colour], dict[str, Colour]]:
    data = tomllib.loads((Path(__file__).parent / "hues.toml").read_text(encoding="utf-8"))
    hues = {
        name: Hue(row["title"], row["pattern"], tuple(row["ground"]), tuple(row["edge"]), tuple(row["ink"]))
        for name, row in data["families"].items()
    }
    squares = {name: tuple(shades) for name, shades in data["squares"].items()}
    colours = {
        name: Colour(tuple(row["ground"]), tuple(row["edge"])) for name, row in data["colours"].items()
    }
    crystals = {
        name: Colour(tuple(row["ground"]), tuple(row["edge"]), tuple(row["ink"]))
        for name, row in data["crystals"].items()
    }
    return hues, squares, colours, crystals


FAMILIES, SQUARES, COLOURS, CRYSTALS = _read()
_BY_GROUP = {13: "carbon", 14: "carbon", 15: "nitrogen", 16: "oxygen", 17: "halogen", 18: "noble"}
_METALS_BY_GROUP = {0: "transition", 1: "alkali", 2: "alkaline"}


def colour(name: str) -> Colour | None:
    """By the name that players use: light blue; None for one without shades of its own."""
    return COLOURS.get(name.lower().replace(" ", "-"))


def family(element: Element) -> str:
    if element.symbol == "H":
        return "hydrogen"
    if element.metal:
        return _METALS_BY_GROUP.get(element.group, "metal")
    return _BY_GROUP.get(element.group, "metal")

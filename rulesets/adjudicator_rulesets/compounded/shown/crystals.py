"""Crystals of Compounded on paper, in the edition's colours; without colour their symbol tells them apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.hues import CRYSTALS
from adjudicator.printing.geometry import Box, corners
from adjudicator.printing.press import BLACK, LINE, WHITE
from adjudicator.printing.setting import bold, plain

if TYPE_CHECKING:
    from adjudicator.printing.press import Press
    from adjudicator_rulesets.compounded.edition import Edition

Colours = Mapping[str, str]  # the colour of each element, as the edition calls it


class Inks(NamedTuple):
    ground: str
    edge: str
    letters: str


def colours_of(edition: Edition) -> Colours:
    return {crystal.symbol: crystal.colour for crystal in edition.crystals}


def inks(press: Press, symbol: str, colours: Colours) -> Inks:
    """K-CRYSTALS: the colour of the key; with black ink crystals stay white."""
    shades, hue = press.shades_of(symbol), CRYSTALS.get(colours[symbol])
    if press.ink == "black":
        return Inks(WHITE, shades.edge, BLACK)
    if hue is not None and hue.ink is not None:
        return Inks(hue.ground[0], hue.edge[0], hue.ink[0])
    ground = press.named(colours[symbol]) or shades.ground
    return Inks(ground, shades.edge, press.contrast(ground))


def place(press: Press, box: Box, symbol: str, colours: Colours) -> None:
    """Where a crystal goes, on a card or in the key: a disc with its symbol."""
    ink = inks(press, symbol, colours)
    x, y = box.centre
    radius = box.w / 2 - 0.4
    press.circle(x, y, radius, fill=ink.ground, line=ink.edge, thick=LINE)
    room = Box(x - radius * 0.7, y - radius * 0.6, radius * 1.4, radius * 1.2)
    press.text(plain(symbol), room, 13, colour=ink.letters, lines=1)


def crystal(press: Press, cell: Box, symbol: str, colours: Colours) -> None:
    ink = inks(press, symbol, colours)
    x, y = cell.centre
    press.shape(corners(x, y, 6, cell.w / 2 - 0.5), fill=ink.ground, line=ink.edge, thick=LINE)
    press.text(bold(symbol), cell.inset(2.4, 3), 15, colour=ink.letters, lines=1)

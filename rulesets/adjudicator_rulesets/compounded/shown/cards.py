"""The cards of Compounded on paper: compounds with a model, Lab Fires, extinguishers."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.printing.geometry import Box, corners
from adjudicator.printing.pictures import STATES, TOOLS, YELLOW, extinguisher, flame
from adjudicator.printing.pieces import back_of, disc, plain_face
from adjudicator.printing.press import BLACK, GREY, LINE, THICK, WHITE
from adjudicator.printing.setting import bold, formula, ion, italic, joined, plain, prose, worded
from adjudicator.printing.sheets import CARD, Piece, copies, cut_out
from adjudicator.printing.structures import structure
from adjudicator.prose import worded as named
from adjudicator_rulesets.compounded.shown.crystals import place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.printing.box import Order
    from adjudicator.printing.press import Press
    from adjudicator.printing.setting import Text
    from adjudicator_rulesets.compounded.edition import Card, Edition
    from adjudicator_rulesets.compounded.shown.crystals import Colours

_named = partial(named, "compounded")
PLACE = 11.4  # for a crystal on a card
RAISES = {"solid": "study", "liquid": "discovery", "gas": "research"}  # K-STATE
CHARGES = {1: 1, 2: 2}  # of metals, by group
ANIONS = {"H": 1, "N": 3, "O": 2, "S": 2}


def print_cards(press: Press, edition: Edition, order: Order, colours: Colours) -> None:
    back = back_of(order.title, "compound", "halogen")
    fire = Piece("Lab Fire", _fire, back)
    ready = partial(_extinguisher, places=(), title="ready", colours=colours)
    unfinished = partial(_extinguisher, places=edition.play.extinguisher, title="unfinished", colours=colours)
    pieces = copies(
        (
            *(
                (Piece(card.name, partial(_compound, card=card, colours=colours), back), 1)
                for card in edition.cards
            ),
            (fire, edition.play.fires),
            (Piece("Extinguisher", unfinished, ready), order.players),
        )
    )
    cut_out(press, "compound_cards", pieces, CARD)


def _compound(press: Press, cell: Box, card: Card, colours: Colours) -> None:
    """K-CARDS: name, formula, state, points, a model, and a tool or a reaction; places for its crystals."""
    inner = plain_face(press, cell)
    if card.start:
        press.rect(cell.inset(2.9), line=YELLOW, thick=THICK * 3, radius=1.6)  # K-FIELD
    high = _places_high(card.places, inner.w)
    head = inner.top(14)
    press.text(formula(card.formula, "bold"), head.top(8.5).left(head.w - 14), 20, align="left", lines=1)
    press.text(plain(_named(card.name)), head.below(8.5).left(head.w - 13), 11, align="left", lines=1)
    disc(press, head.rightmost(12).top(12), bold(str(card.points)), 19, BLACK)
    foot = inner.bottom(9)
    lesson = inner.above(10).bottom(9.5)
    places = inner.above(20.5).bottom(high)
    _foot(press, foot, card)
    press.text(prose(_named(card.lesson), "italic"), lesson, 7.5, colour=GREY)
    _places(press, places, card.places, colours)
    model = Box(inner.x, head.low, inner.w, places.y - head.low - 1)
    if card.smiles is None:
        press.text(_ions(card.formula) or italic("salt_model"), model.inset(2, 0), 20, lines=2)
    elif not structure(press, model, card.smiles):
        press.text(italic("no_structure"), model, 9, colour=GREY)


def _ions(text: str) -> Text:
    """The ions of a salt of one metal: 3 Ca2+ and 2 N3-; nothing where the charges are not certain."""
    found = re.fullmatch(r"([A-Z][a-z]?)(\d*)(?:\((\w+)\)(\d*)|(\w+))", text)
    metal = ELEMENTS.get(found[1]) if found else None
    if found is None or metal is None or not metal.metal or metal.group not in CHARGES:
        return ()
    metals, charge = int(found[2] or 1), CHARGES[metal.group]
    anion, number = found[3] or found[5], int(found[4] or 1)
    single = re.fullmatch(r"([A-Z][a-z]?)(\d*)", anion)
    if found[3] is None and single and ANIONS.get(single[1], 0) * int(single[2] or 1) == metals * charge:
        anion, number = single[1], int(single[2] or 1)
    each, rest = divmod(metals * charge, number)
    if rest:
        return ()
    return joined(_counted(metals), ion(metal.symbol, charge), "  ", _counted(number), ion(anion, -each))


def _counted(number: int) -> Text:
    return plain(f"{number} ") if number > 1 else ()


def _foot(press: Press, box: Box, card: Card) -> None:
    """K-STATE, K-FLAMES, K-TOOL, K-REACTION: state, limit of flames, and what scoring it brings."""
    STATES[card.state](press, box.left(7).inset(0.7))
    said = Box(box.x + 8, box.y, 16.5, box.h)
    upper, lower = said.rows(1, 1)
    press.text(bold(card.state), upper, 8.5, align="left", lines=1)
    raised = worded("raises_experiment", experiment=worded(RAISES[card.state]))  # K-STATE-LAB
    press.text(plain(raised), lower, 7.5, align="left", lines=1)
    _limit(press, Box(said.right + 0.8, box.y + 1.5, 9, box.h - 3), card.flames or 0)
    sign = box.rightmost(box.h)
    x, y = sign.centre
    if card.tool:  # K-TOOL: a diamond
        press.shape(corners(x, y, 4, box.h / 2), fill=WHITE, line=BLACK, thick=LINE)
        TOOLS[card.tool](press, sign.inset(2.3))
    elif card.reaction:  # K-REACTION: a circle
        word = Box(sign.x - 9, box.y, 8.5, box.h)
        press.text(bold(card.reaction), word, 8, align="right", lines=1)
        press.circle(x, y, box.h / 2, fill=WHITE, line=BLACK, thick=LINE)
        if card.reaction == "volatile":
            flame(press, sign.inset(2.4, 1.2))
        else:
            press.text(bold("↑"), sign.inset(1.5), 18, lines=1)


def _limit(press: Press, box: Box, flames: int) -> None:
    """K-EXPLODE: the flames at which it explodes; in figures where there is no room for them."""
    if flames <= 3:
        for at in range(flames):
            flame(press, Box(box.x + at * 3.2, box.y, 3, box.h))
    else:
        flame(press, box.left(4))
        press.text(bold(f"× {flames}"), box.rightmost(box.w - 5), 10, align="left", lines=1)


def _columns(places: Sequence[str], wide: float) -> int:
    """So many in a line that few lines are needed, and none is much shorter than the others."""
    most = int(wide / PLACE)
    return ceil(len(places) / ceil(len(places) / most)) if len(places) <= 2 * most else ceil(len(places) / 2)


def _places_high(places: Sequence[str], wide: float) -> float:
    lines = ceil(len(places) / _columns(places, wide))
    return lines * min(PLACE, wide / _columns(places, wide))


def _places(press: Press, box: Box, places: Sequence[str], colours: Colours) -> None:
    columns = _columns(places, box.w)
    side = min(PLACE, box.w / columns)
    for at, symbol in enumerate(places):
        line, column = divmod(at, columns)
        there = min(columns, len(places) - line * columns)
        x = box.x + (box.w - there * side) / 2 + column * side
        place(press, Box(x, box.y + line * side, side, side), symbol, colours)


def _fire(press: Press, cell: Box) -> None:
    """K-FIRE: a Lab Fire."""
    inner = plain_face(press, cell)
    head, picture, text = inner.rows(14, 40, 20)
    press.text(bold("lab_fire"), head, 24, lines=1)
    flame(press, Box(picture.centre[0] - 13, picture.y, 26, picture.h))
    press.text(plain("lab_fire_does"), text, 11)


def _extinguisher(press: Press, cell: Box, places: Sequence[str], title: str, colours: Colours) -> None:
    """K-START-EXT, K-EXT-BUILD: the compound on the front, ready when it is turned over."""
    inner = plain_face(press, cell, inset=3)
    head, picture, text = inner.rows(20, 30, 18)
    press.text(joined(bold("fire_extinguisher"), " ", title), head, 17)
    if places:
        written, below = picture.rows(1, 1)
        press.text(formula(str(Formula.of(Counter(places))), "bold"), written, 34, lines=1)
        _places(press, below.inset(2, 1.5), places, colours)
        press.text(plain("extinguisher_unfinished"), text, 11)
    else:
        extinguisher(press, picture)
        press.text(plain("extinguisher_ready"), text, 11)

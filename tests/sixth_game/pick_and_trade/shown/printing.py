"""Its box: only the cards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from adjudicator.printing.box import Part
from adjudicator.printing.pieces import back_of, plain_face
from adjudicator.printing.setting import bold
from adjudicator.printing.sheets import CARD, Piece, cut_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.printing.box import Order
    from adjudicator.printing.geometry import Box
    from adjudicator.printing.press import Press

    from ..edition import Plain


def parts(_: Plain, order: Order) -> Sequence[Part]:
    numbers = range(1, 3 * order.players + 1)
    return (Part("cards", "Cards", f"{len(numbers)} cards", partial(_cards, numbers=numbers)),)


def _cards(press: Press, numbers: Sequence[int]) -> None:
    back = back_of("Pick and Trade", "card", "noble")
    pieces = [Piece(str(number), partial(_card, number=number), back) for number in numbers]
    cut_out(press, "Cards", pieces, CARD)


def _card(press: Press, cell: Box, number: int) -> None:
    press.text(bold(str(number)), plain_face(press, cell), 90, lines=1)

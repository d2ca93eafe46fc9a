"""Its box: only the cards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from adjudicator.printing.box import Part
from adjudicator.printing.pieces import back_of, plain_face
from adjudicator.printing.setting import bold
from adjudicator.printing.sheets import CARD, Piece, cut_out
from adjudicator.prose import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.printing.box import Order
    from adjudicator.printing.geometry import Box
    from adjudicator.printing.press import Press

    from ..edition import Plain


GAME = "pick-and-trade"


def parts(_: Plain, order: Order) -> Sequence[Part]:
    numbers = range(1, 3 * order.players + 1)
    holds = phrase("print", "n_cards", n=len(numbers))
    return (Part("cards", phrase("print", "cards", GAME), holds, partial(_cards, numbers=numbers)),)


def _cards(press: Press, numbers: Sequence[int]) -> None:
    back = back_of("Pick and Trade", phrase("print", "card", GAME), "noble")
    pieces = [Piece(str(number), partial(_card, number=number), back) for number in numbers]
    cut_out(press, phrase("print", "cards", GAME), pieces, CARD)


def _card(press: Press, cell: Box, number: int) -> None:
    press.text(bold(str(number)), plain_face(press, cell), 90, lines=1)

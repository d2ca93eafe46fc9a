"""The box of Chemistry Monopoly on paper: board, deeds, day cards, AMUny, liquids and solids, pieces."""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS
from adjudicator.hues import FAMILIES, colour, family
from adjudicator.printing.box import Part
from adjudicator.printing.geometry import Box
from adjudicator.printing.patterns import band
from adjudicator.printing.pictures import cube, drop, seat
from adjudicator.printing.pieces import back_of, plain_face
from adjudicator.printing.press import BLACK, GREY, LINE, PALE, THICK, THIN, WHITE
from adjudicator.printing.setting import bold, italic, joined, plain, prose, worded
from adjudicator.printing.sheets import CARD, Piece, copies, cut_out, poster, score_sheet, whole_table
from adjudicator.prose import worded as named
from adjudicator_rulesets.chemistry_monopoly.edition import OWNED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.printing.box import Order
    from adjudicator.printing.press import Press
    from adjudicator.printing.setting import Text
    from adjudicator_rulesets.chemistry_monopoly.edition import DayCard, Edition, Square

_named = partial(named, "chemistry-monopoly")
SIDE, CORNER = 29.0, 46.0  # breadth of a square, and of a corner, which is as deep as all squares
PER_SIDE = 10
WHOLE = 2 * CORNER + (PER_SIDE - 1) * SIDE
NOTE = (63.0, 30.0)
TOKEN = 14.0
STANDING = (22.0, 66.0)
LAB_SHARES = 2  # so many starts of a player are printed for the Lab
DAYS = {"lab-day": ("Lab Day", "oxygen"), "test-day": ("Test Day", "nitrogen")}


def parts(edition: Edition, order: Order) -> Sequence[Part]:
    deeds = [square for square in edition.board if square.kind in OWNED]
    notes = copies((value, number * (order.players + LAB_SHARES)) for value, number in edition.notes)
    days = len(edition.lab_day) + len(edition.test_day)
    stock = edition.stock
    return (
        Part(
            "board",
            "board",
            worded("board_holds", n=len(edition.board), cm=WHOLE / 10),
            partial(_board, edition=edition, order=order),
        ),
        Part(
            "deeds",
            "element_cards",
            worded("deeds_hold", n=len(deeds)),
            partial(_deeds, deeds=deeds, edition=edition),
        ),
        Part(
            "days",
            "day_cards",
            worded("n_cards", n=days),
            partial(_days, edition=edition, title=order.title),
        ),
        Part(
            "money",
            "money_notes",
            worded("money_holds", n=len(notes), players=order.players),
            partial(_money, notes=notes, edition=edition),
        ),
        Part(
            "tokens",
            "liquids_and_solids",
            worded("tokens_hold", liquids=stock.liquids, solids=stock.solids),
            partial(_tokens, edition=edition),
        ),
        Part(
            "pieces",
            "playing_pieces",
            worded("pieces_hold", players=order.players),
            partial(_pieces, players=order.players),
        ),
        Part(
            "scores",
            "score_sheet",
            "scores_hold",
            partial(_scores, order=order),
        ),
    )


# --- colours ------------------------------------------------------------------------------------------------


def _family(square: Square, edition: Edition) -> str:
    """Whose hue and pattern it has: that of the set's last element, as boron stands among metals here."""
    if square.element is None:
        return "noble"
    members = [one.element for one in edition.board if one.family == square.family and one.element] or [
        square.element
    ]
    return family(ELEMENTS[members[-1] if square.family else square.element])


def _colour(press: Press, square: Square, edition: Edition) -> str:
    """M-COLOURS: the colour by which players call the set."""
    found = edition.family_of(square)
    known = colour(found.colour) if found else None
    if known is not None:
        return known.ground[0]
    named = press.named(found.colour) if found else None
    return named or FAMILIES[_family(square, edition)].edge[0]


# --- board --------------------------------------------------------------------------------------------------


def _board(press: Press, edition: Edition, order: Order) -> None:
    seams = [0.0, *(CORNER + SIDE * at for at in range(PER_SIDE)), WHOLE]
    draw = partial(_ring, edition=edition, title=order.title)
    poster(press, "board", (WHOLE, WHOLE), draw, whole=order.whole_board, seams=seams)


def _ring(press: Press, box: Box, edition: Edition, title: str) -> None:
    press.rect(box, fill=WHITE, line=BLACK, thick=THICK)
    for square in edition.board:
        place, degrees = _place(box, square.square)
        if press.sees(place):
            _lay(press, place, degrees, square, edition)
    _middle(press, box, edition, title)


def _place(box: Box, number: int) -> tuple[Box, int]:
    """Where a square lies, clockwise from Go in the lower right corner, and how it is turned."""
    side, at = divmod(number, PER_SIDE)
    away = 0.0 if at == 0 else CORNER + (at - 1) * SIDE  # from the corner in which the side begins
    long = CORNER if at == 0 else SIDE
    if side == 0:
        return Box(box.right - away - long, box.low - CORNER, long, CORNER), 0
    if side == 1:
        return Box(box.x, box.low - away - long, CORNER, long), 90
    if side == 2:
        return Box(box.x + away, box.y, long, CORNER), 180
    return Box(box.right - CORNER, box.y + away, CORNER, long), 270


def _lay(press: Press, place: Box, degrees: int, square: Square, edition: Edition) -> None:
    press.rect(place, fill=WHITE, line=BLACK, thick=LINE)
    if not press.shows(place):
        return
    x, y = place.centre
    wide, high = (place.h, place.w) if degrees in (90, 270) else (place.w, place.h)
    with press.turned(x, y, degrees):
        _square(press, Box(x - wide / 2, y - high / 2, wide, high), square, edition)


def _square(press: Press, box: Box, square: Square, edition: Edition) -> None:
    inner = box.inset(1.2)
    if square.family:
        _set_band(press, Box(box.x, box.y, box.w, 9), square, edition)
        inner = inner.below(9)
    name, middle, low = inner.rows(8, 18, 8)
    press.text(
        plain(_named(square.name)) if square.element else bold(_named(square.name)),
        name,
        10 if square.element else 13,
        lines=2,
    )
    if square.element:
        press.text(bold(square.element), middle, 34, lines=1)
    elif square.kind in DAYS:
        press.text(bold("?"), middle, 40, lines=1)
    elif square.kind in CORNERS:
        press.text(plain(worded(f"corner_{square.kind}", money=edition.money)), middle, 14)
    text = _foot(square)
    if text:
        press.text(plain(text), low, 10, lines=2)


def _set_band(press: Press, box: Box, square: Square, edition: Edition) -> None:
    press.rect(box, fill=_colour(press, square, edition), line=BLACK, thick=LINE)
    press.rect(box.bottom(2.6), fill=WHITE)
    band(press, box.bottom(2.2).inset(1, 0.2), press.shades(_family(square, edition)))


CORNERS = ("go", "biology-class", "extra-credit", "go-to-biology")


def _foot(square: Square) -> str:
    if square.kind == "tax":
        if square.per_cent is None:
            return worded("pay_amount", amount=square.amount)
        return worded("pay_or_share", amount=square.amount, share=square.per_cent)
    return str(square.price) if square.price else ""


def _middle(press: Press, box: Box, edition: Edition, title: str) -> None:
    """The middle: places for both decks, the title, the sets. All clear of where the board is cut."""
    field = box.inset(CORNER)
    upper, lower = field.inset(8).rows(1, 1, gap=55)
    (one, two), (three, four) = (row.columns(1, 1, gap=55) for row in (upper, lower))
    for deck, place in (("lab-day", one), ("test-day", four)):
        _deck(press, place, *DAYS[deck])
    if press.shows(two):
        press.text(bold(title), two, 40)
    if press.shows(three):
        rows = [
            (bold(_named(found.name)), plain(found.colour), plain(", ".join(_members(found.name, edition))))
            for found in edition.families
        ]
        whole_table(press, three, (), rows, (2, 1.2, 1.2), 9)


def _members(name: str, edition: Edition) -> list[str]:
    return [square.element for square in edition.board if square.family == name and square.element]


def _deck(press: Press, box: Box, name: str, hue: str) -> None:
    x, y = box.centre
    place = Box(x - CARD[0] / 2 - 1, y - CARD[1] / 2 - 1, CARD[0] + 2, CARD[1] + 2)
    if not press.shows(place):
        return
    shades = press.shades(hue)
    press.rect(place, fill=shades.ground, line=shades.edge, thick=LINE, radius=3)
    press.text(bold(_named(name)), place.inset(5, 30), 22, colour=shades.ink)


# --- cards --------------------------------------------------------------------------------------------------


def _deeds(press: Press, deeds: Sequence[Square], edition: Edition) -> None:
    pieces = [
        Piece(
            square.name,
            partial(_deed, square=square, edition=edition),
            partial(_transferred, square=square, edition=edition),
        )
        for square in deeds
    ]
    cut_out(press, "element_cards", pieces, CARD)


def _deed(press: Press, cell: Box, square: Square, edition: Edition) -> None:
    """M-DEED, M-RENT, M-CONDENSE: price, rents and what a step costs."""
    inner = plain_face(press, cell)
    head = inner.top(19)
    ground = _colour(press, square, edition) if square.family else WHITE
    press.rect(head, fill=ground, line=BLACK, thick=LINE)
    ink = press.contrast(ground)
    title = (
        joined(bold(square.element), f" {_named(square.name)}")
        if square.element
        else bold(_named(square.name))
    )
    press.text(title, head.inset(2, 1).top(11), 19, colour=ink, lines=1)
    press.text(
        plain(_named(square.family) if square.family else f"kind_{square.kind}"),
        head.inset(2, 1).below(11).top(5),
        9,
        colour=ink,
        lines=1,
    )
    if square.element:
        band(press, Box(inner.x, head.low + 0.8, inner.w, 1.8), press.shades(_family(square, edition)))
    rows = _rents(square, edition)
    whole_table(
        press, inner.below(23).above(15), (), [(text, bold(str(rent))) for text, rent in rows], (2.6, 1), 9.5
    )
    low = inner.bottom(14).rows(*[1] * 3)
    step = "no_step"
    if square.step:
        step = worded("step_price", step=square.step)
    for text, line in zip(
        (
            worded("price_of", n=square.price),
            step,
            worded("transfer_value", n=square.transfer),
        ),
        low,
        strict=True,
    ):
        press.text(plain(text), line, 9, lines=1)


def _rents(square: Square, edition: Edition) -> list[tuple[Text, int | str]]:
    """M-RENT, M-RENT-OTHER, M-RENT-DOUBLE."""
    if square.kind == "life":
        own = [one.element for one in edition.board if one.kind == "life"]
        return [
            (
                plain(
                    worded("rent_of_one_element", elements=", ".join(filter(None, own)))
                    if number == 1
                    else "rent_of_both_elements"
                ),
                worded("times_dice", times=times),
            )
            for number, times in enumerate(edition.life_rent, start=1)
        ]
    if square.kind == "supply":
        return [
            (
                plain("rent_of_one_supply" if number == 1 else worded("rent_of_supplies", n=number)),
                rent,
            )
            for number, rent in enumerate(edition.supply_rent, start=1)
        ]
    names = [
        "no_liquid",
        "one_liquid",
        *(worded("n_liquids", n=n) for n in range(2, len(square.rents) - 1)),
        "solid",
    ]
    return [(plain(name), rent) for name, rent in zip(names, square.rents, strict=True)]


def _transferred(press: Press, cell: Box, square: Square, edition: Edition) -> None:
    """M-TRANSFER, M-REDEEM: turned over; the interest is rounded up (M-MONEY)."""
    inner = plain_face(press, cell, inset=3)
    fee = ceil(square.transfer * edition.money.interest_per_cent / 100)
    name, state, paid, back, none = inner.rows(16, 14, 14, 18, 10)
    title = (
        joined(bold(square.element), f" {_named(square.name)}")
        if square.element
        else bold(_named(square.name))
    )
    press.text(title, name, 17, colour=GREY, lines=1)
    press.text(bold("transferred"), state, 18, lines=1)
    press.text(plain(worded("lab_paid", n=square.transfer)), paid, 12)
    press.text(plain(worded("buy_back", n=square.transfer + fee)), back, 13)
    press.text(italic("no_rent"), none, 10, colour=GREY, lines=1)


def _days(press: Press, edition: Edition, title: str) -> None:
    pieces: list[Piece] = []
    for kind, cards in (("lab-day", edition.lab_day), ("test-day", edition.test_day)):
        name, hue = DAYS[kind]
        back = back_of(_named(name), title, hue)
        pieces += [Piece(name, partial(_day, card=card, name=name, hue=hue), back) for card in cards]
    cut_out(press, "day_cards", pieces, CARD)


def _day(press: Press, cell: Box, card: DayCard, name: str, hue: str) -> None:
    shades = press.shades(hue)
    inner = plain_face(press, cell)
    head, text, lesson = inner.rows(10, 40, 24)
    press.text(bold(_named(name)), head, 13, colour=shades.ink, lines=1)
    band(press, Box(inner.x, head.low, inner.w, 1.8), shades)
    press.text(prose(_named(card.text)), text.inset(1, 3), 14)
    press.text(prose(_named(card.chemistry), "italic"), lesson.inset(1, 0), 9, colour=GREY, upright="low")


# --- money, tokens, pieces ----------------------------------------------------------------------------------


def _money(press: Press, notes: Sequence[int], edition: Edition) -> None:
    hues = list(FAMILIES)
    by_value = {value: hues[at % len(hues)] for at, (value, _) in enumerate(edition.notes)}
    pieces = [Piece(str(value), partial(_note, value=value, hue=by_value[value])) for value in notes]
    cut_out(press, "money_notes", pieces, NOTE)


def _note(press: Press, cell: Box, value: int, hue: str) -> None:
    shades = press.shades(hue)
    frame = cell.inset(1.5)
    press.rect(frame, fill=shades.ground, line=shades.edge, thick=LINE, radius=1.5)
    inner = frame.inset(2)
    for strip in (inner.top(2), inner.bottom(2)):
        band(press, strip, shades)
    middle = inner.inset(2, 4)
    press.text(bold(str(value)), middle.left(middle.w * 0.6), 34, lines=1)
    press.text(plain("money_notes"), middle.rightmost(middle.w * 0.36), 14, colour=shades.ink, lines=1)


def _tokens(press: Press, edition: Edition) -> None:
    liquid, solid = (Piece(name, partial(_token, picture=name)) for name in ("liquid", "solid"))
    pieces = copies(((liquid, edition.stock.liquids), (solid, edition.stock.solids)))
    cut_out(press, "liquids_and_solids", pieces, (TOKEN, TOKEN))


def _token(press: Press, cell: Box, picture: str) -> None:
    drawn = drop if picture == "liquid" else cube
    drawn(press, cell.inset(2, 1.2).above(3))
    press.text(plain(picture), cell.bottom(3.8).inset(1, 0.5), 7, lines=1)


def _pieces(press: Press, players: int) -> None:
    pieces = [Piece(f"piece {number}", partial(_standing, number=number)) for number in range(1, players + 1)]
    cut_out(press, "playing_pieces", pieces, STANDING)


def _standing(press: Press, cell: Box, number: int) -> None:
    """Folded at the dashes it stands: two sides that lean, and feet to glue over each other."""
    foot, upper, lower, other = cell.rows(9, 24, 24, 9)
    for y in (foot.low, upper.low, lower.low):
        press.line(cell.x, y, cell.right, y, colour=GREY, thick=THIN, dash=(1.5, 1.5))
    with press.turned(*upper.centre, 180):
        seat(press, upper.inset(2.5), number)
    seat(press, lower.inset(2.5), number)
    for end in (foot, other):
        press.rect(end.inset(1), line=PALE, thick=THIN)


def _scores(press: Press, order: Order) -> None:
    columns = [worded("player_number", number=number) for number in range(1, order.players + 1)]
    lines = ("money_notes", "worth_of_deeds", "worth_of_transferred", "worth_of_tokens", "in_all")
    score_sheet(
        press,
        "score_sheet",
        "scores_remark",
        columns,
        [*lines] * 4,
    )

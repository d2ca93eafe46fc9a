"""The box of Valence Plus on paper: element cards, the bank of molecule cards, help for each player."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS
from adjudicator.printing.box import Part
from adjudicator.printing.geometry import Box
from adjudicator.printing.pieces import back_of, disc, face, plain_face, tag
from adjudicator.printing.press import BLACK, GREY, LINE, PALE, WHITE
from adjudicator.printing.setting import bold, formula, italic, joined, plain, signed, worded
from adjudicator.printing.sheets import (
    CARD,
    Piece,
    copies,
    cut_out,
    heading,
    paragraphs,
    poster,
    score_sheet,
    whole_table,
)
from adjudicator.prose import worded as named
from adjudicator_rulesets.valence_plus.edition import COLOURS
from adjudicator_rulesets.valence_plus.judging.builds import Builds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.printing.box import Order
    from adjudicator.printing.press import Press
    from adjudicator.printing.setting import Text
    from adjudicator.printing.sheets import Row
    from adjudicator_rulesets.valence_plus.edition import Edition, ElementCard, MoleculeCard, Reaction
    from adjudicator_rulesets.valence_plus.judging.builds import Recipe

# V-CLASS goes by colour, not by family: sulfur must not look like oxygen, nor calcium unlike sodium.
HUES = {
    "hydrogen": "hydrogen",
    "metal": "alkali",
    "transition": "transition",
    "carbon": "carbon",
    "oxygen": "oxygen",
    "sulfur": "nitrogen",
    "halogen": "halogen",
    "noble": "noble",
}
_named = partial(named, "valence-plus")
EXAMPLES = 4  # on a molecule card
GAMES = 12  # lines of a score sheet
ACROSS = 6  # stacks in a line of the board
ROOM, LABEL = 4.0, 8.0  # millimetres around a stack, and for its name
NAVY, PURPLE = "#1b2a5c", "#6b2c91"
BORDER = 2.0


def parts(edition: Edition, order: Order) -> Sequence[Part]:
    elements = copies((card, card.count) for card in (*edition.elements, *edition.optional))
    molecules = copies((card, card.count) for card in edition.molecules)
    extra = sum(card.count for card in edition.optional)
    places = worded("board_holds", kinds=len(edition.molecules))
    return (
        Part("board", "game_board", places, partial(_board, edition=edition, order=order)),
        Part(
            "cards",
            "element_cards",
            worded("cards_hold", n=len(elements), extra=extra),
            partial(_elements, cards=elements, edition=edition, title=order.title),
        ),
        Part(
            "bank",
            "bank",
            worded(
                "bank_holds",
                n=len(molecules),
                kinds=len(edition.molecules),
            ),
            partial(_molecules, cards=molecules, edition=edition, title=order.title),
        ),
        Part(
            "help",
            "valences_and_reactions",
            worded("help_holds", players=order.players),
            partial(_help, edition=edition, order=order),
        ),
        Part(
            "scores",
            "score_sheet",
            worded("scores_hold", n=GAMES, target=edition.target),
            partial(_scores, edition=edition, order=order),
        ),
    )


# --- the board ----------------------------------------------------------------------------------------------


def _board(press: Press, edition: Edition, order: Order) -> None:
    """V-BANK-START: where the stacks of the bank, the deck and the discard pile lie."""
    wide, high = CARD[0] + 2 * ROOM, CARD[1] + 2 * ROOM + LABEL
    lines = -(-(len(edition.molecules) + 2) // ACROSS)
    seams = [*(wide * at for at in range(1, ACROSS)), *(high * at for at in range(1, lines))]
    poster(
        press,
        "game_board",
        (ACROSS * wide, lines * high),
        partial(_places, edition=edition, place=(wide, high)),
        whole=order.whole_board,
        seams=seams,
    )


def _places(press: Press, box: Box, edition: Edition, place: tuple[float, float]) -> None:
    wide, high = place
    stacks = [
        *((bold(_named(card.name)), plain(f"× {card.count}"), card) for card in edition.molecules),
        (bold("element_deck"), (), None),
        (bold("discard_pile"), (), None),
    ]
    for at, (title, count, card) in enumerate(stacks):
        line, column = divmod(at, ACROSS)
        cell = Box(box.x + column * wide, box.y + line * high, wide, high)
        if not press.shows(cell):
            continue
        label, lying = cell.top(ROOM + LABEL).below(ROOM), cell.below(ROOM + LABEL).inset(ROOM, 0)
        press.text(
            title, label.inset(ROOM, 0).above(0.5).left(wide - 2 * ROOM - 10), 11, align="left", lines=1
        )
        if count:
            press.text(count, label.rightmost(10 + ROOM).above(0.5), 9, align="left", colour=GREY, lines=1)
        press.rect(lying.top(CARD[1]), line=GREY, thick=LINE, radius=2, dash=(2, 1.5))
        if card is not None:
            disc(press, Box(lying.centre[0] - 8, lying.y + 14, 16, 16), bold(str(card.points)), 22, PALE)
            for row, way in enumerate(card.colours):
                _chips(press, Box(lying.x + 6, lying.y + 40 + row * 12, lying.w - 12, 10), way)


# --- element cards ------------------------------------------------------------------------------------------


def _elements(press: Press, cards: Sequence[ElementCard], edition: Edition, title: str) -> None:
    back = back_of(title, "element", "noble")
    pieces = [Piece(card.symbol, partial(_element, card=card, edition=edition), back) for card in cards]
    cut_out(press, "element_cards", pieces, CARD)


def _element(press: Press, cell: Box, card: ElementCard, edition: Edition) -> None:
    shades = press.shades(HUES[card.colour])
    inner = face(press, cell, shades)
    top, middle, number, name, second = inner.rows(12, 30, 6, 7, 13)
    press.text(bold(signed(card.valence)), top.left(24), 26, align="left", lines=1)
    press.text(plain(_named(card.colour)), top.rightmost(26), 10, align="right", colour=shades.ink, lines=1)
    press.text(bold(card.symbol), middle, 84, lines=1)
    element = ELEMENTS[card.symbol]
    press.text(bold(str(element.number)), number, 13, colour=PURPLE, lines=1)  # V-FIRST
    press.text(plain(_named(element.name)), name, 13, lines=1)
    if card.second is not None:  # V-SECOND: seen when the card is turned upside down
        with press.turned(*second.centre, 180):
            press.text(bold(signed(card.second)), second.left(16), 26, align="left", lines=1)
            press.text(
                plain(_condition(card, edition)), second.below(1).rightmost(34), 9, align="left", lines=2
            )


def _condition(card: ElementCard, edition: Edition) -> str:
    """V-SECOND: when a second valence may be used."""
    if card.symbol == edition.sulfur:
        partners = ", ".join(f"{n} {symbol}" for symbol, n in Counter(edition.sulfur_partners).items())
        return worded("with_partners", partners=partners)
    return worded("with_another", colour=card.colour)


# --- molecule cards -----------------------------------------------------------------------------------------


def _molecules(press: Press, cards: Sequence[MoleculeCard], edition: Edition, title: str) -> None:
    builds = Builds(edition)
    pieces = [
        Piece(
            card.name,
            partial(_molecule, card=card, builds=builds),
            partial(_recipe, card=card, builds=builds, title=title),
        )
        for card in cards
    ]
    cut_out(press, "bank", pieces, CARD)


def _molecule(press: Press, cell: Box, card: MoleculeCard, builds: Builds) -> None:
    inner = _bordered(press, cell, card)
    head, built, reactions, marks = inner.rows(13, 21, 39, 5)
    press.text(bold(_named(card.name)), head.left(head.w - 14), 14, align="left", lines=2)
    disc(press, head.rightmost(12).top(12), bold(str(card.points)), 20, BLACK)
    _ways(press, built, card, builds)
    _reactions_of(press, reactions, card, builds.edition)
    if card.marks:
        press.text(italic(" · ".join(map(worded, card.marks))), marks, 9.5, colour=GREY, lines=1)


def _bordered(press: Press, cell: Box, card: MoleculeCard) -> Box:
    """V-MARKS: reactors have a navy border, what they react with a white one, the others a pale one."""
    frame = cell.inset(1.0)
    border = NAVY if "reactor" in card.marks else WHITE if "vulnerable" in card.marks else PALE
    press.rect(frame, fill=border, line=GREY, thick=LINE, radius=2.5)
    inner = frame.inset(BORDER)
    press.rect(inner, fill=WHITE, line=GREY, thick=LINE, radius=1.5)
    return inner.inset(1.6)


def _recipe(press: Press, cell: Box, card: MoleculeCard, builds: Builds, title: str) -> None:
    """V-BACK: what the molecule is made of, to check a build against."""
    inner = plain_face(press, cell, inset=3)
    head, built, rest, foot = inner.rows(14, 30, 26, 8)
    press.text(bold(_named(card.name)), head, 15, lines=2)
    _ways(press, built, card, builds)
    made = [reaction for reaction in builds.edition.reactions if card.name in reaction.products]
    if made:
        paragraphs(press, rest, [_equation(reaction) for reaction in made], 8.5, gap=0.6)
    press.text(italic(title), foot, 9, colour=GREY, lines=1)


def _chips(press: Press, line: Box, way: tuple[str, ...]) -> None:
    """The colours of the cards, each with how many."""
    kinds = _kinds_of(way)
    for (colour, number), chip in zip(kinds, line.columns(*[1] * max(2, len(kinds)), gap=1), strict=False):
        text = joined(bold(f"{number} ") if number > 1 else (), _named(colour))
        tag(press, chip, text, press.shades(HUES[colour]), 9)


def _ways(press: Press, box: Box, card: MoleculeCard, builds: Builds) -> None:
    """V-CLASS: the colours it is made of, each way a line, and what that can be."""
    if not card.colours:
        press.text(italic("only_by_reaction"), box, 10, colour=GREY)
        return
    *lines, low = box.rows(*[1] * max(2, len(card.colours)), 0.7, gap=1)
    for way, line in zip(card.colours, lines, strict=False):
        _chips(press, line, way)
    found = sorted(builds.of(card.name), key=partial(_plainness, builds=builds))
    if found:
        some = joined(*(part for one in found[:EXAMPLES] for part in (", ", formula(one.formula))))[1:]
        press.text(joined(f"{worded('such_as')} ", some), low, 9.5, align="left", lines=1)


def _plainness(build: Recipe, builds: Builds) -> tuple[int, int, list[int]]:
    """Few elements, few cards, and those that there are most of."""
    kinds = set(build.cards)
    return len(kinds), len(build.cards), sorted(-builds.cards[symbol].count for symbol in kinds)


def _kinds_of(way: tuple[str, ...]) -> list[tuple[str, int]]:
    return sorted(Counter(way).items(), key=lambda kind: COLOURS.index(kind[0]))


def _reactions_of(press: Press, box: Box, card: MoleculeCard, edition: Edition) -> None:
    """Its reactions; where it has none, what makes it."""
    own = [r for r in edition.reactions if card.name in (*r.reactors, r.target)]
    lines = [_equation(r) for r in own or [r for r in edition.reactions if card.name in r.products]]
    paragraphs(press, box, lines, 8.5, gap=0.6)


def _equation(reaction: Reaction) -> Text:
    """Reactors, what they take, and what comes of it."""
    taken = " + ".join(map(_named, (*reaction.reactors, reaction.target)))
    return joined(f"{taken} → ", bold(" + ".join(map(_named, reaction.products))))


# --- help ---------------------------------------------------------------------------------------------------


def _help(press: Press, edition: Edition, order: Order) -> None:
    for player in range(1, order.players + 1):
        page = press.page().inset(8, 6).above(4)
        press.place(f"help {player}", page.inset(-4))
        rest = heading(
            press,
            page,
            "valences_and_reactions",
            plain(worded("help_remark", number=player, target=edition.target)),
        )
        left, right = rest.columns(1.3, 1, gap=8)  # German has long names
        upper, lower = left.rows(14, 20, gap=4)
        whole_table(
            press,
            upper,
            (plain("element"), plain("valence"), plain("colour")),
            list(_valences(edition)),
            (1.6, 2.2, 1.6),
        )
        whole_table(
            press,
            lower,
            (plain("molecule"), plain("points"), plain("built_of")),
            list(_kinds(edition)),
            (2.6, 0.6, 2.4),
        )
        whole_table(press, right, (plain("reaction"),), [(_equation(r),) for r in edition.reactions], (1,))
        press.foot("valences_and_reactions", press.edition)


def _valences(edition: Edition) -> Iterator[Row]:
    for card in (*edition.elements, *edition.optional):
        numbers = bold(signed(card.valence))
        if card.second is not None:
            numbers = joined(
                numbers, f" {worded('or')} ", bold(signed(card.second)), " ", _condition(card, edition)
            )
        yield (
            joined(bold(card.symbol), f" {_named(ELEMENTS[card.symbol].name)}"),
            numbers,
            plain(_named(card.colour)),
        )


def _kinds(edition: Edition) -> Iterator[Row]:
    for card in edition.molecules:
        ways = "; ".join(
            ", ".join(
                f"{number} {_named(colour)}" if number > 1 else _named(colour)
                for colour, number in _kinds_of(way)
            )
            for way in card.colours
        )
        yield bold(_named(card.name)), plain(str(card.points)), plain(ways or "a_reaction")


def _scores(press: Press, edition: Edition, order: Order) -> None:
    columns = [worded("player_number", number=number) for number in range(1, order.players + 1)]
    lines = [worded("game_number", number=number) for number in range(1, GAMES + 1)]
    score_sheet(
        press,
        "score_sheet",
        worded("scores_remark", target=edition.target),
        columns,
        lines,
    )

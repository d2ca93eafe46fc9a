"""The box of Valence Plus on paper: element cards, the bank of molecule cards, help for each player."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS
from adjudicator.printing.box import Part
from adjudicator.printing.pieces import back_of, disc, face, plain_face, tag
from adjudicator.printing.press import BLACK, GREY
from adjudicator.printing.setting import bold, formula, italic, joined, plain, signed, worded
from adjudicator.printing.sheets import (
    CARD,
    Piece,
    copies,
    cut_out,
    heading,
    paragraphs,
    score_sheet,
    whole_table,
)
from adjudicator.prose import worded as named
from adjudicator_rulesets.valence_plus.edition import COLOURS
from adjudicator_rulesets.valence_plus.judging.builds import Builds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.printing.box import Order
    from adjudicator.printing.geometry import Box
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


def parts(edition: Edition, order: Order) -> Sequence[Part]:
    elements = copies((card, card.count) for card in (*edition.elements, *edition.optional))
    molecules = copies((card, card.count) for card in edition.molecules)
    extra = sum(card.count for card in edition.optional)
    return (
        Part(
            "cards",
            "Element cards",
            worded("{n} cards, {extra} of them optional", n=len(elements), extra=extra),
            partial(_elements, cards=elements, edition=edition, title=order.title),
        ),
        Part(
            "bank",
            "Bank",
            worded(
                "{n} molecule cards of {kinds} kinds, with their reactions",
                n=len(molecules),
                kinds=len(edition.molecules),
            ),
            partial(_molecules, cards=molecules, edition=edition, title=order.title),
        ),
        Part(
            "help",
            "Valences and reactions",
            worded("a page for each of {players} players", players=order.players),
            partial(_help, edition=edition, order=order),
        ),
        Part(
            "scores",
            "Score sheet",
            worded("{n} games to {target} points", n=GAMES, target=edition.target),
            partial(_scores, edition=edition, order=order),
        ),
    )


# --- element cards ------------------------------------------------------------------------------------------


def _elements(press: Press, cards: Sequence[ElementCard], edition: Edition, title: str) -> None:
    back = back_of(title, "element", "noble")
    pieces = [Piece(card.symbol, partial(_element, card=card, edition=edition), back) for card in cards]
    cut_out(press, "Element cards", pieces, CARD)


def _element(press: Press, cell: Box, card: ElementCard, edition: Edition) -> None:
    shades = press.shades(HUES[card.colour])
    inner = face(press, cell, shades)
    top, middle, name, second = inner.rows(12, 34, 8, 14)
    press.text(bold(signed(card.valence)), top.left(24), 26, align="left", lines=1)
    press.text(plain(_named(card.colour)), top.rightmost(26), 10, align="right", colour=shades.ink, lines=1)
    press.text(bold(card.symbol), middle, 84, lines=1)
    press.text(plain(_named(ELEMENTS[card.symbol].name)), name, 13, lines=1)
    if card.second is not None:
        tag(
            press,
            second.inset(0, 1.5),
            joined(f"{worded('or')} ", bold(signed(card.second)), " ", _condition(card, edition)),
            shades,
            10,
        )


def _condition(card: ElementCard, edition: Edition) -> str:
    """V-SECOND: when a second valence may be used."""
    if card.symbol == edition.sulfur:
        partners = ", ".join(f"{n} {symbol}" for symbol, n in Counter(edition.sulfur_partners).items())
        return worded("with {partners}", partners=partners)
    return worded("with one other {colour} metal", colour=card.colour)


# --- molecule cards -----------------------------------------------------------------------------------------


def _molecules(press: Press, cards: Sequence[MoleculeCard], edition: Edition, title: str) -> None:
    back = back_of(title, "molecule", "nitrogen")
    builds = Builds(edition)
    pieces = [Piece(card.name, partial(_molecule, card=card, builds=builds), back) for card in cards]
    cut_out(press, "Bank", pieces, CARD)


def _molecule(press: Press, cell: Box, card: MoleculeCard, builds: Builds) -> None:
    inner = plain_face(press, cell)
    head, built, reactions, marks = inner.rows(14, 22, 37, 6)
    press.text(bold(_named(card.name)), head.left(head.w - 14), 14, align="left", lines=2)
    disc(press, head.rightmost(12).top(12), bold(str(card.points)), 20, BLACK)
    _ways(press, built, card, builds)
    _said(press, reactions, card, builds.edition)
    if card.marks:
        press.text(italic(" · ".join(map(worded, card.marks))), marks, 9.5, colour=GREY, lines=1)


def _ways(press: Press, box: Box, card: MoleculeCard, builds: Builds) -> None:
    """V-CLASS: the colours it is made of, each way a line, and what that can be."""
    if not card.colours:
        press.text(italic("made by a reaction only"), box, 10, colour=GREY)
        return
    *lines, low = box.rows(*[1] * max(2, len(card.colours)), 0.7, gap=1)
    for way, line in zip(card.colours, lines, strict=False):
        kinds = _kinds_of(way)
        for (colour, number), chip in zip(
            kinds, line.columns(*[1] * max(2, len(kinds)), gap=1), strict=False
        ):
            text = joined(bold(f"{number} ") if number > 1 else (), _named(colour))
            tag(press, chip, text, press.shades(HUES[colour]), 9)
    found = sorted(builds.of(card.name), key=partial(_plainness, builds=builds))
    if found:
        some = joined(*(part for one in found[:EXAMPLES] for part in (", ", formula(one.formula))))[1:]
        press.text(joined(f"{worded('such as')} ", some), low, 9.5, align="left", lines=1)


def _plainness(build: Recipe, builds: Builds) -> tuple[int, int, list[int]]:
    """Few elements, few cards, and those that there are most of."""
    kinds = set(build.cards)
    return len(kinds), len(build.cards), sorted(-builds.cards[symbol].count for symbol in kinds)


def _kinds_of(way: tuple[str, ...]) -> list[tuple[str, int]]:
    return sorted(Counter(way).items(), key=lambda kind: COLOURS.index(kind[0]))


def _said(press: Press, box: Box, card: MoleculeCard, edition: Edition) -> None:
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
            "Valences and reactions",
            plain(
                worded(
                    "Player {number}. First to {target} points wins.", number=player, target=edition.target
                )
            ),
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
            (plain("molecule"), plain("points"), plain("built of")),
            list(_kinds(edition)),
            (2.6, 0.6, 2.4),
        )
        whole_table(press, right, (plain("reaction"),), [(_equation(r),) for r in edition.reactions], (1,))
        press.foot("Valences and reactions", press.edition)


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
        yield bold(_named(card.name)), plain(str(card.points)), plain(ways or "a reaction")


def _scores(press: Press, edition: Edition, order: Order) -> None:
    columns = [worded("player {number}", number=number) for number in range(1, order.players + 1)]
    lines = [worded("game {number}", number=number) for number in range(1, GAMES + 1)]
    score_sheet(
        press,
        "Score sheet",
        worded("Points of each game; {target} win it.", target=edition.target),
        columns,
        lines,
    )

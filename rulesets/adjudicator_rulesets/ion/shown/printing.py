"""The box of Ion on paper: drafting cards, goals, action tiles with their costs behind, summaries, scores."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.hues import family
from adjudicator.printing.box import Part
from adjudicator.printing.pictures import radiation
from adjudicator.printing.pieces import back_of, disc, face, plain_face
from adjudicator.printing.press import BLACK, GREY, LINE, THICK
from adjudicator.printing.setting import bold, formula, ion, italic, joined, plain, signed, worded
from adjudicator.printing.sheets import (
    CARD,
    Piece,
    copies,
    cut_out,
    halves,
    heading,
    score_sheet,
    whole_table,
)
from adjudicator.prose import worded as named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.printing.box import Order
    from adjudicator.printing.geometry import Box
    from adjudicator.printing.press import Press
    from adjudicator.printing.setting import Text
    from adjudicator.printing.sheets import Row
    from adjudicator_rulesets.ion.edition import Card, Edition, Goal, Tile, TileSet

_named = partial(named, "ion")
TILE = (44.0, 44.0)
LYING = ("face_up", "turned", "face_down")  # radioactive cards, I-RAD
MOST_ROUNDS = 5  # on a score sheet
ACTIONS: tuple[Tile, ...] = ("select_two", "take", "rxn")


def parts(edition: Edition, order: Order) -> Sequence[Part]:
    cards = copies((card, card.count) for card in edition.cards)
    kinds = Counter(card.kind for card in cards)
    counted = ", ".join(f"{number} {worded(f'kind_{kind}')}" for kind, number in kinds.items())
    tiles = len(edition.tiles) * len(ACTIONS)
    return (
        Part(
            "cards",
            "drafting_cards",
            worded("cards_hold", n=len(cards), kinds=counted),
            partial(_cards, cards=cards, title=order.title),
        ),
        Part(
            "goals",
            "goal_cards",
            worded("n_cards", n=len(edition.goals)),
            partial(_goals, edition=edition, title=order.title),
        ),
        Part(
            "tiles",
            "action_tiles",
            worded("tiles_hold", n=tiles, sets=len(edition.tiles)),
            partial(_tiles, edition=edition),
        ),
        Part(
            "summary",
            "summary",
            worded("summary_holds", players=order.players),
            partial(_summaries, edition=edition, order=order),
        ),
        Part(
            "scores",
            "score_sheet",
            worded("scores_hold", n=edition.play.rounds),
            partial(_scores, edition=edition, order=order),
        ),
    )


# --- drafting cards -----------------------------------------------------------------------------------------


def _cards(press: Press, cards: Sequence[Card], title: str) -> None:
    back = back_of(title, "drafting_card", "oxygen")
    cut_out(
        press, "drafting_cards", [Piece(card.card, partial(_card, card=card), back) for card in cards], CARD
    )


def leading(card: str) -> str:
    """The element whose family a card is shown in: the first but hydrogen, as at the table in the browser."""
    symbols: list[str] = re.findall("[A-Z][a-z]?", card)
    return next((symbol for symbol in symbols if symbol != "H"), symbols[0])


def _card(press: Press, cell: Box, card: Card) -> None:
    shades = press.shades(family(ELEMENTS[leading(card.card)]))
    inner = face(press, cell, shades)
    top, middle, name, kind = inner.rows(14, 35, 9, 13)
    if card.kind == "transition":
        _turnable(press, inner, card)
    elif card.charges:
        press.text(bold(signed(card.charges[0])), top.left(24), 26, align="left", lines=1)
    if card.charges:  # I-COMPOUND: the points at the bottom left
        disc(press, kind.bottom(13).left(13), bold(str(card.points)), 19, shades.edge)
    if card.kind == "radioactive":
        _decay(press, top, card)
    written = (
        ion(card.card, card.charges[0], "bold") if len(card.charges) == 1 else formula(card.card, "bold")
    )
    press.text(written, middle.inset(1, 0), 64, lines=1)
    press.text(plain(_named(card.name)), name, 13, lines=1)
    said = kind.inset(14, 0) if card.charges else kind
    if card.kind == "polyatomic":  # I-POLY
        said, choice = said.rows(1, 1.6)
        press.text(plain("polyatomic_does"), choice, 7.5, lines=2)
    press.text(italic(f"kind_{card.kind}"), said, 9, colour=shades.ink, lines=1)


def _turnable(press: Press, inner: Box, card: Card) -> None:
    """I-METAL: turned so that the charge in force stands at the top left."""
    first, second = card.charges
    corner = inner.top(14).left(20)
    press.text(bold(signed(first)), corner, 28, align="left", lines=1)
    with press.turned(*inner.centre, 180):
        press.text(bold(signed(second)), corner, 28, align="left", lines=1)


def _decay(press: Press, top: Box, card: Card) -> None:
    radiation(press, top.left(13).top(13))
    press.text(
        joined(f"{worded('decay')} ", bold(str(card.decay))), top.rightmost(30), 15, align="right", lines=1
    )


# --- goals --------------------------------------------------------------------------------------------------


def _goals(press: Press, edition: Edition, title: str) -> None:
    back = back_of(title, "goal", "halogen")
    charges = {card.card: card.charges[0] for card in edition.cards if card.charges}
    pieces = [Piece(goal.goal, partial(_goal, goal=goal, charges=charges), back) for goal in edition.goals]
    cut_out(press, "goal_cards", pieces, CARD)


def _goal(press: Press, cell: Box, goal: Goal, charges: dict[str, int]) -> None:
    inner = plain_face(press, cell)
    head, first, second, one, both, foot = inner.rows(14, 14, 14, 12, 12, 6)
    title = _named(goal.goal)
    press.text(bold(title[:1].upper() + title[1:]), head, 15, lines=2)
    press.line(inner.x, head.low, inner.right, head.low, colour=GREY, thick=LINE)
    wanted = list(_wanted(goal, charges))
    for text, line in zip(wanted, (first, second), strict=True):
        press.text(text, line.inset(1), 24 if goal.compounds else 12)
    labels = ("one_of_them", "both") if goal.compounds else ("the_first", "the_second")
    for label, pays, line in zip(labels, goal.pays, (one, both), strict=True):
        press.text(plain(label), line.left(line.w - 16), 12, align="left")
        disc(press, line.rightmost(11).inset(0, 0.5), bold(str(pays)), 16, BLACK)
    if goal.from_players > 2:
        press.text(
            italic(worded("from_players", n=goal.from_players)),
            foot,
            9,
            colour=GREY,
            lines=1,
        )


def _wanted(goal: Goal, charges: dict[str, int]) -> Iterator[Text]:
    """I-GOAL: two compounds; I-GOAL-NOBLE and I-GOAL-NEUT name none."""
    if goal.kind == "noble":
        yield plain("two_gases")
        yield plain("three_gases")
    elif goal.kind == "neutralisation":
        yield plain("acid_or_base")
        yield plain("acid_and_base")
    else:
        yield from (formula(_compound(cards, charges), "bold") for cards in goal.compounds)


def _compound(cards: tuple[str, ...], charges: dict[str, int]) -> str:
    """Mg(OH)2: the positive cards first, several of a group in brackets."""
    counted = sorted(Counter(cards).items(), key=lambda kind: -charges[kind[0]])
    return "".join(
        card if number == 1 else f"({card}){number}" if Formula.parse(card).size > 1 else f"{card}{number}"
        for card, number in counted
    )


# --- action tiles -------------------------------------------------------------------------------------------


def _tiles(press: Press, edition: Edition) -> None:
    pieces = [
        Piece(
            f"{tiles.letter}/{kind}",
            partial(_tile, tiles=tiles, kind=kind),
            partial(_cost, tiles=tiles, kind=kind),
        )
        for tiles in edition.tiles
        for kind in ACTIONS
    ]
    cut_out(press, "action_tiles", pieces, TILE)


def _tile(press: Press, cell: Box, tiles: TileSet, kind: Tile) -> None:
    """I-TILES, I-TILE-HIDDEN: the action and the letter of the set in front; the cost is behind."""
    frame = cell.inset(2)
    press.rect(frame, line=BLACK, thick=THICK, radius=3)
    letter, name, what = frame.inset(3, 2).rows(9, 13, 14)
    press.text(bold(tiles.letter), letter, 15, align="left", lines=1)
    press.text(bold(f"{kind}_tile"), name, 17, lines=2)
    press.text(plain(f"{kind}_does"), what, 8.5)


def _cost(press: Press, cell: Box, tiles: TileSet, kind: Tile) -> None:
    frame = cell.inset(3)
    shades = press.shades("carbon")
    press.rect(frame, fill=shades.ground, line=shades.edge, thick=LINE, radius=3)
    letter, cost, used = frame.inset(3, 2).rows(8, 20, 8)
    press.text(bold(tiles.letter), letter, 13, align="right", lines=1)
    press.text(bold(signed(-tiles.cost(kind))), cost, 44, lines=1)
    press.text(plain(worded("used_tile", tile=worded(f"{kind}_tile"))), used, 9, lines=1)


# --- summary and scores -------------------------------------------------------------------------------------


def _summaries(press: Press, edition: Edition, order: Order) -> None:
    halves(press, "summary", order.players, partial(_summary, edition=edition))


def _summary(press: Press, box: Box, player: int, edition: Edition) -> None:
    remark = plain(
        worded(
            "summary_remark",
            number=player,
            n=edition.play.rounds,
        )
    )
    rest = heading(press, box, "what_scores", remark)
    left, right = rest.columns(1.15, 1, gap=6)
    cards = list(_worths(edition))
    whole_table(
        press,
        left,
        (plain("card"), plain("charge"), plain("points")),
        cards,
        (2, 1.2, 1),
        10,
    )
    upper, lower = right.rows(1, 2.2, gap=3)
    sets = [
        (plain(worded("n_gases", n=n) if n > 1 else "one_gas"), bold(str(worth)))
        for n, worth in enumerate(edition.noble_sets, start=1)
    ]
    tiles = [(bold(f"{kind}_tile"), plain(f"{kind}_does")) for kind in ACTIONS]
    rows: list[Row] = [*sets, *((plain("tile_not_refreshed"), plain("its_cost")),)]
    whole_table(press, upper, (plain("set"), plain("points")), rows, (3, 1), 10)
    _radioactive(press, lower, edition, tiles)


def _radioactive(press: Press, box: Box, edition: Edition, tiles: Sequence[Row]) -> None:
    head = (
        plain("radioactive_by_players"),
        plain(worded("up_to", n=edition.rad_many_from - 1)),
        plain(worded("or_more", n=edition.rad_many_from)),
    )
    few, many = edition.few, edition.many
    rows: list[Row] = [
        (plain(lies), plain(signed(few.worth(lies))), plain(signed(many.worth(lies)))) for lies in LYING
    ]
    for rank in range(max(len(few.decay), len(many.decay))):
        cells = [signed(row.decay[rank]) if rank < len(row.decay) else "" for row in (few, many)]
        rows.append((plain(worded("decay_rank", n=rank + 1)), *map(plain, cells)))
    rows.append((plain("least_decay"), plain(signed(few.least)), plain(signed(many.least))))
    upper, lower = box.rows(1.6, 1, gap=3)
    whole_table(press, upper, head, rows, (2.4, 1, 1), 9.5)
    whole_table(press, lower, (), tiles, (1, 2.6), 9)


def _worths(edition: Edition) -> Iterator[Row]:
    for card in edition.cards:
        if card.charges:
            charges = f" {worded('or')} ".join(map(signed, card.charges))
            yield (
                joined(formula(card.card, "bold"), f" {_named(card.name)}"),
                plain(charges),
                plain(str(card.points)),
            )


def _scores(press: Press, edition: Edition, order: Order) -> None:
    columns = [worded("player_number", number=number) for number in range(1, order.players + 1)]
    sources = ("compounds", "noble_gases", "goals", "radioactive", "round_in_all")
    lines = [
        f"{number}: {worded(source)}"
        for number in range(1, min(edition.play.rounds, MOST_ROUNDS) + 1)
        for source in sources
    ]
    score_sheet(
        press,
        "score_sheet",
        "scores_remark",
        columns,
        [*lines, "decay", "used_tiles", "in_all"],
    )

"""A whole box as a PDF: what the game brings, a first page that says what is in it, and the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from adjudicator import prose, rulebook, ruleset
from adjudicator.editions.labels import short_label
from adjudicator.engine import load_game
from adjudicator.errors import quote
from adjudicator.printing.geometry import PAPERS, Box
from adjudicator.printing.how_to_play import headings, page_of, print_how_to_play
from adjudicator.printing.press import GREY, LINE, Press
from adjudicator.printing.rules import print_rules
from adjudicator.printing.setting import PrintError, bold, box_of, joined, plain, shown, worded
from adjudicator.printing.sheets import heading, paragraphs, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from adjudicator.printing.geometry import Paper
    from adjudicator.printing.press import Ink, Placed

TILES = (19, 25)
RULES = "rules"
HOW_TO_PLAY = "how-to-play"
CONTENTS = "contents"


@dataclass(frozen=True, slots=True)
class Options:
    """How a box is printed; `parts` names some of it, all if none."""

    paper: str = "A4"
    tile: int = 19  # millimetres
    ink: Ink = "colour"
    board: Literal["tiled", "whole"] = "tiled"
    sides: int = 2  # of a sheet: with 1 there are no backs
    players: int | None = None  # the most that can play if not said
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    """What a game is asked to print: the options, with everything said."""

    title: str
    paper: Paper
    tile: float
    whole_board: bool
    players: int


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a box: its name for `parts`, its title, how many pieces of what, and how it is printed."""

    name: str
    title: str
    holds: str
    draw: Callable[[Press], None]


class Printing(Protocol):
    """What a game brings in `load_printing`: the parts of its box, from the data of an edition alone."""

    def parts(self, edition: Any, order: Order) -> Sequence[Part]: ...


@dataclass(frozen=True, slots=True)
class Printed:
    """A box as bytes, and what stands where in it."""

    pdf: bytes
    pages: int
    placed: tuple[Placed, ...]


def print_box(game: str, edition: str | None = None, options: Options | None = None) -> bytes:
    """The PDF of a game's box; `edition` is nothing, a label, its digest or the text of an edition."""
    return lay_out(game, edition, options).pdf


def lay_out(game: str, edition: str | None = None, options: Options | None = None) -> Printed:
    """The same with what was counted on the way."""
    with box_of(game):
        return _laid_out(game, edition, options or Options())


def _laid_out(game: str, edition: str | None, options: Options) -> Printed:
    played = load_game(game)
    label = played.editions.label_of(edition)
    order = _order(game, options, played.numbers)
    parts = _parts(game, played.editions.get(label), order, options.parts)
    press = Press(order.paper, options.ink, order.title, short_label(label), two_sided=options.sides == 2)
    _cover(press)
    began: list[tuple[Part, int]] = []
    for part in parts:
        press.begin(part.name, worded(part.title))
        began.append((part, press.pages + 1))
        part.draw(press)
    pages = press.pages
    with press.later(CONTENTS):
        _contents(press, began)
    return Printed(press.finish(), pages, tuple(press.placed))


def parts_of(game: str) -> dict[str, str]:
    """The parts of a game's box by name, each with what it is."""
    played = load_game(game)
    order = _order(game, Options(), played.numbers)
    with box_of(game):
        return {
            part.name: worded(part.title)
            for part in _parts(game, played.editions.get(played.editions.current), order, ())
        }


def _parts(game: str, edition: Any, order: Order, asked: Sequence[str]) -> list[Part]:
    printing: Printing = ruleset.part_of(game, "load_printing", "not_printable", "cannot be printed yet")
    there = [*_how_to_play(game, edition), *printing.parts(edition, order), *_rules(game)]
    names = [part.name for part in there]
    for name in asked:
        if name not in names:
            raise PrintError(
                "unknown_part",
                f"{order.title} has no part {quote(name)}. There are: {', '.join(names)}.",
                input=name[:200],
            )
    return [part for part in there if not asked or part.name in asked]


def _how_to_play(game: str, edition: Any) -> Iterator[Part]:
    language = prose.spoken()
    if page_of(game, language) is not None:
        head = headings(language)
        yield Part(
            HOW_TO_PLAY,
            head["part"],
            head["holds"],
            lambda press: print_how_to_play(press, game, edition, language),
        )


def _rules(game: str) -> Iterator[Part]:
    if game in rulebook.GAMES:
        yield Part(RULES, "the_rules", "rules_hold", lambda press: print_rules(press, game))


def _order(game: str, options: Options, numbers: range) -> Order:
    """Raises PrintError for what cannot be printed."""
    _one_of("paper", options.paper, tuple(PAPERS))
    _one_of("tile", options.tile, TILES)
    _one_of("ink", options.ink, ("colour", "black"))
    _one_of("board", options.board, ("tiled", "whole"))
    _one_of("sides", options.sides, (1, 2))
    players = max(numbers) if options.players is None else options.players
    if players not in numbers:
        raise PrintError(
            "bad_players",
            f"{players} cannot play; it is for {min(numbers)} to {max(numbers)}.",
            input=str(players),
        )
    return Order(
        ruleset.game(game).title,
        PAPERS[options.paper],
        float(options.tile),
        options.board == "whole",
        players,
    )


def _one_of(name: str, value: object, known: tuple[object, ...]) -> None:
    if value not in known:
        listed = " or ".join(map(str, known))
        raise PrintError(
            f"bad_{name}", f"{name} is {quote(str(value))}; it must be {listed}.", input=str(value)[:200]
        )


# --- the first page -----------------------------------------------------------------------------------------

ADVICE = ("advice_scale", "advice_sides", "advice_paper", "advice_boards")


def _cover(press: Press) -> None:
    press.begin(CONTENTS, worded("box_contents"))
    box = press.page().inset(10, 8)
    rest = heading(press, box, press.title, plain(worded("edition_label", label=shown(press.edition, 200))))
    press.later_here(CONTENTS)
    low = rest.bottom(62)
    y = paragraphs(press, low.above(26), [joined("• ", advice) for advice in ADVICE], 9.5, gap=1.2)
    _scale(press, low.x, y + 4)
    press.text(plain("disclaimer_of_box"), low.bottom(12), 7.5, align="left", colour=GREY, upright="low")
    press.foot("box_contents", press.edition)


def _scale(press: Press, x: float, y: float) -> None:
    """A line to measure: whether the printer kept the size."""
    press.line(x, y, x + 50, y, thick=LINE)
    for at in range(0, 51, 10):
        press.line(x + at, y - 1.5, x + at, y + 1.5, thick=LINE)
    press.text(plain("50 mm"), Box(x + 52, y - 2.5, 20, 5), 9, align="left")


def _contents(press: Press, began: Sequence[tuple[Part, int]]) -> None:
    box = press.paper.printable.inset(10, 8).below(24)
    rows = [
        (bold(part.title), joined(part.holds), plain(worded("from_page", page=page))) for part, page in began
    ]
    head = (plain("part"), plain("what_it_holds"), plain("where"))
    left = table(press, box.above(64), head, rows, (2.2, 4.6, 1.1), 9.5)
    assert not left, "more parts than a page lists"

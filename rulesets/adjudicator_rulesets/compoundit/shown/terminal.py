"""CompoundIt! in a terminal: the board in letters, and moves as players write them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from adjudicator.chem.formula.typeset import in_signs
from adjudicator.prose import english, phrase, signed, worded
from adjudicator_rulesets.compoundit.judging.board import laying
from adjudicator_rulesets.compoundit.play.notation import read_move, written
from adjudicator_rulesets.compoundit.play.state import (
    REPLIES,
    Accept,
    AskJudge,
    Challenge,
    Pass,
    Place,
    Settle,
)
from adjudicator_rulesets.compoundit.play.views import position_in, rules_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator_rulesets.compoundit.edition import Square
    from adjudicator_rulesets.compoundit.judging.board.laying import Layout
    from adjudicator_rulesets.compoundit.play.state import Action

NOTATION = english("compoundit", "terminal", "notation")

WORDS: dict[str, Action] = {
    "pass": Pass(),
    "valid": Settle("valid"),
    "invalid": Settle("invalid"),
    "judge": AskJudge(),
}

BONUS_COLOURS = {"2e": "cyan", "3e": "blue", "2c": "magenta", "3c": "red", "✶": "red"}


_say = partial(phrase, "terminal", game="compoundit")  # a constant text, in the language that is spoken
_word = partial(worded, "compoundit")  # what the box prints


# --- reading ------------------------------------------------------------------------------------------------


def read(text: str, view: Mapping[str, Any]) -> Action:
    """An action as NOTATION has it; whether it is allowed is for the judge."""
    text = " ".join(text.split())
    word = WORDS.get(text.lower().replace("settle ", "").replace("ask_judge", "judge"))
    if word is not None:
        return word
    if text.lower() in REPLIES:
        move = view["table"]["last_move"]
        return REPLIES[text.lower()](move["version"] if move else 0)
    taken = position_in(view) if _layout(view).leaping else ()
    return Place(read_move(text.removeprefix("place "), taken))


def _layout(view: Mapping[str, Any]) -> Layout:
    return laying.layout_of(rules_for(view).edition)


# --- writing ------------------------------------------------------------------------------------------------


def write(action: Action) -> str:
    """An action as NOTATION has it."""
    if isinstance(action, Place):
        return written(action.placements)
    if isinstance(action, (Challenge, Accept)):
        return action.type
    return next(word for word, meant in WORDS.items() if meant == action)


def draw(view: Mapping[str, Any], names: Sequence[str]) -> str:
    lines = [*_board(view), "", _say("legend"), "", *_players(view, names)]
    held = view["table"]["rack"]
    if held is not None:
        rack = "   ".join(_tile(tile, view) for tile in sorted(held))
        lines += [
            "",
            _say("rack", tiles=rack or _say("empty")),
            "            " + _say("rack_remark"),
        ]
    return "\n".join(lines)


def _tile(symbol: str, view: Mapping[str, Any]) -> str:
    """As it is printed, and not to be read as a formula: Cl −1 [2]."""
    tile = next(tile for tile in rules_for(view).edition.tiles if tile.symbol == symbol)
    numbers = "/".join(signed(number) for number in tile.oxidation)
    return f"{click.style(symbol, bold=True)} {numbers} [{tile.points}]"


def _tiles(view: Mapping[str, Any]) -> str:
    edition = rules_for(view).edition
    return "\n".join(f"  {tile.count:>2} × {_tile(tile.symbol, view)}" for tile in edition.tiles)


def _ions(view: Mapping[str, Any]) -> str:
    ions = rules_for(view).edition.ions
    return "\n".join(
        f"  {in_signs(ion.formula):<7} {signed(ion.charges[0])}  {_word(ion.name)}" for ion in ions
    )


def _salts(view: Mapping[str, Any]) -> str:
    """Each once, in however many ways it can be laid."""
    salts = dict.fromkeys((salt.text, salt.name) for salt in rules_for(view).edition.salts)
    return "\n".join(f"  {in_signs(text):<14} {_word(name)}" for text, name in salts) or "  " + _say("none")


LOOK_UP = {"tiles": _tiles, "ions": _ions, "salts": _salts}


def _board(view: Mapping[str, Any]) -> Iterator[str]:
    layout, tiles = _layout(view), position_in(view)
    move = view["table"]["last_move"]
    new = set(list(tiles)[-move["tiles"] :]) if move else set()
    numbers = range(1, layout.size + 1)
    header = "    " + " ".join(f"{chr(ord('A') + col - 1):<2}" for col in numbers)
    yield header.rstrip()
    for row in numbers:
        squares = [_square(layout, (row, col), tiles, new) for col in numbers]
        yield f"{row:>3} {' '.join(squares)} {row}"
    yield header.rstrip()


def _square(layout: Layout, square: Square, tiles: Mapping[Square, str], new: set[Square]) -> str:
    if square in tiles:
        return click.style(f"{tiles[square]:<2}", bold=True, underline=square in new)
    if square in layout.element_bonus:
        mark = f"{layout.element_bonus[square]}e"
    elif square in layout.compound_bonus:
        mark = f"{layout.compound_bonus[square]}c"
    else:
        mark = "✶" if square in layout.atoms else "·"
    return click.style(f"{mark:<2}", fg=BONUS_COLOURS.get(mark), dim=True)


def _players(view: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    table = view["table"]
    for player, name in enumerate(names):
        turn = "→" if player == table["turn"] else " "
        yield (
            f"{turn} {name:<16} "
            + _say(
                "score",
                points=view["scores"][player],
                rack=table["rack_sizes"][player],
                supply=table["supply_sizes"][player],
            )
        )

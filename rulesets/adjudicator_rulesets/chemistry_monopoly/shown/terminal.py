"""Chemistry Monopoly in a terminal: the table in letters, and actions as players write them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from adjudicator import hues
from adjudicator.chem.formula.typeset import in_signs
from adjudicator.engine.notation import OFFERS, TEXT, Field, Notation, offer_fields
from adjudicator.engine.offers import Goods
from adjudicator.errors import UnreadableInput, quote
from adjudicator.prose import called, english, phrase, worded
from adjudicator_rulesets.chemistry_monopoly.bots.bots import Situation
from adjudicator_rulesets.chemistry_monopoly.edition import OWNED
from adjudicator_rulesets.chemistry_monopoly.play.holdings import board_for, deed_of
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    DECKS,
    MONEY,
    Answer,
    Bid,
    Buy,
    BuyBack,
    Condense,
    Decline,
    EndTurn,
    Evaporate,
    GiveUp,
    Pass,
    PayFine,
    PayInterest,
    PayTax,
    Roll,
    TakeTest,
    Transfer,
    UseCard,
    money,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator_rulesets.chemistry_monopoly.play.holdings import Board

NOTATION = english("chemistry-monopoly", "terminal", "notation")

MOST_DIGITS = 9


_say = partial(phrase, "terminal", game="chemistry-monopoly")  # constant, in the language that is spoken
_word = partial(worded, "chemistry-monopoly")  # what the box prints


# --- reading and writing ------------------------------------------------------------------------------------


def _board(view: Mapping[str, Any]) -> Board:
    return board_for(view["edition"], view["options"]["short"])


def _named(board: Board) -> dict[str, str]:
    """What the board's deeds are called, in small letters: na, sodium, Natrium, beaker."""
    return {
        name.lower(): deed
        for deed, square in board.deeds.items()
        for name in (deed, square.name, _word(square.name))
    }


def _deed(text: str, view: Mapping[str, Any]) -> str:
    """Na, na or sodium; a lab supply by its name."""
    deed = _named(_board(view)).get(text.lower())
    if deed is None:
        raise UnreadableInput("bad_move", f"There is no {quote(text[:40])} on the board.", input=text[:200])
    return deed


def _goods(text: str, view: Mapping[str, Any]) -> Goods:
    """Names with commas or spaces between, a number for AMUny, `card lab` for a free card; or nothing."""
    board, pieces, amount = _board(view), [], 0
    text = text.strip().lower()
    named = _named(board) | {f"card {deck.partition('-')[0]}": _free_card(board, deck) for deck in DECKS}
    words = [] if text == "nothing" else text.replace(",", " ").replace(" and ", " ").split()
    while words:
        size = next((n for n in (2, 1) if " ".join(words[:n]) in named), 0)
        if size:
            pieces.append(named[" ".join(words[:size])])
        elif words[0].isdecimal() and len(words[0]) <= MOST_DIGITS:
            amount += int(words[0])
            size = 1
        else:
            raise UnreadableInput(
                "bad_move", f"{quote(words[0][:40])} can be neither given nor got.", input=text[:200]
            )
        words = words[size:]
    return Goods(tuple(pieces), ((MONEY, amount),) if amount else ())


def _free_card(board: Board, deck: Any) -> str:
    return next((card for card in board.decks[deck] if board.cards[card].effect("free")), deck)


def _written(goods: Goods) -> str:
    cards = [f"card {piece.partition('-')[0]}" if "-day " in piece else piece for piece in goods.pieces]
    return " ".join([*cards, *(str(amount) for _, amount in goods.amounts)])


_notation = Notation(
    "chemistry-monopoly",
    NOTATION,
    {
        "roll": Roll(),
        "end": EndTurn(),
        "buy": Buy(),
        "decline": Decline(),
        "bid {amount:number}": Bid,
        "pass": Pass(),
        "condense {deed}": Condense,
        "evaporate {deed}": Evaporate,
        "transfer {deed}": Transfer,
        "buy back {deed}": BuyBack,
        "interest {deed}": PayInterest,
        "tax 200": PayTax("fixed"),
        "tax share": PayTax("share"),
        "tax fixed": PayTax("fixed"),
        "fine": PayFine(),
        "card lab": UseCard("lab-day"),
        "card test": UseCard("test-day"),
        "test": TakeTest(),
        "answer {answer}": Answer,
        **OFFERS,
        "give up": GiveUp(),
    },
    {"deed": Field(".+", _deed), "answer": TEXT, **offer_fields(_goods, _written)},
)
read, write = _notation.read, _notation.write


# --- drawing ------------------------------------------------------------------------------------------------


def draw(view: Mapping[str, Any], names: Sequence[str]) -> str:
    return "\n".join([*_players(view, names), "", *_open(view, names)])


def _players(view: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    board, table = _board(view), view["table"]
    for player, name in enumerate(names):
        turn = "→" if player == table["turn"] else " "
        if view["seats"][player]["out"]:
            yield f"  {player + 1} {name:<14} {_say('out')}"
            continue
        square = _word(board.edition.board[table["positions"][player]].name)
        detained = table["detained"][player] is not None
        where = _say("detained_on" if detained else "stands_on", square=square)
        yield f"{turn} {player + 1} {name:<14} {view['accounts'][money(player)]:>5} AMUny, {where}"
        yield from _holdings(view, player)


def _holdings(view: Mapping[str, Any], player: int) -> Iterator[str]:
    """M-COLOURS: a line for each set, with its colour and the word for its family; then what is in none."""
    board, table = _board(view), view["table"]
    own = [deed for deed, now in table["deeds"].items() if now["owner"] == player]
    for family in board.edition.families:
        deeds = [_deed_in_words(view, deed) for deed in board.sets[family.name] if deed in own]
        if deeds:
            yield f"      {_coloured(family.colour)} ({_word(family.name)}): {', '.join(deeds)}"
    rest = [_deed_in_words(view, deed) for deed in own if not board.set_of(deed)]
    rest += [_say("free_card")] * len(table["kept"][player])
    if rest:
        yield f"      {', '.join(rest)}"


def _coloured(name: str) -> str:
    """The name of a colour after a block of it; where a terminal has no colours the word is left."""
    known = hues.colour(name)
    own = phrase("print", name, "chemistry-monopoly")
    if known is None:
        return own
    red, green, blue = (int(known.ground[1][at : at + 2], 16) for at in (1, 3, 5))
    return f"{click.style('■', fg=(red, green, blue))} {own}"


def _deed_in_words(view: Mapping[str, Any], deed: str) -> str:
    now = view["table"]["deeds"][deed]
    board = _board(view)
    if now["transferred"]:
        return f"{_word(deed)} ({_say('transferred')})"
    if now["level"]:
        lies = f"liquids_{now['level']}" if now["level"] < board.solid else "solid"
        return f"{click.style(_word(deed), bold=True)} ({_say(lies)})"
    return _word(deed)


def _open(view: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    """The matter to be settled, and the offers on the table."""
    board, table = _board(view), view["table"]
    if view["options"]["pot"]:
        yield _say("pot", n=view["accounts"]["pot"])
    for matter in table["matters"]:
        match matter["type"]:
            case "purchase":
                price = board.deeds[matter["deed"]].price
                yield _say("purchase", deed=_word(board.name(matter["deed"])), price=price)
            case "auction":
                who = _say("nobody") if matter["leader"] is None else names[matter["leader"]]
                bidders = ", ".join(names[player] for player in matter["bidders"]) or _say("nobody")
                yield _say(
                    "auction",
                    deed=_word(board.name(matter["deed"])),
                    bid=matter["bid"],
                    who=who,
                    bidders=bidders,
                )
            case "debt":
                to = _say("lab") if matter["creditor"] is None else names[matter["creditor"]]
                who, n = names[matter["debtor"]], matter["amount"]
                yield _say("debt", who=who, to=to, n=n)
            case "tax":
                square = board.edition.board[matter["square"]]
                name, share = _word(square.name), square.per_cent
                yield _say("tax", name=name, n=square.amount, share=share)
            case "fees":
                deed = matter["deeds"][0]
                yield _say(
                    "fees",
                    deed=_word(board.name(deed)),
                    price=board.redeeming(deed),
                    interest=board.interest(deed),
                )
            case "question":
                yield from _question(matter["asked"])
    for offer in view["offers"]["open"]:
        term = offer["terms"][0]
        gives, gets = (_plain_goods(term[side]) for side in ("gives", "gets"))
        yield _say(
            "offer",
            number=offer["id"],
            who=names[offer["by"]],
            to=names[term["partner"]],
            gives=gives,
            gets=gets,
        )


def _question(asked: Mapping[str, Any]) -> Iterator[str]:
    """M-QUESTION."""
    facts = {"formula": in_signs(asked.get("formula", "")), "name": _word(asked.get("name", ""))}
    yield _say(f"question_{asked['kind']}", **facts)
    choices = [
        _word(choice["name"]) if "name" in choice else in_signs(choice["answer"])
        for choice in asked["choices"]
    ]
    if choices:
        yield _say("choices", choices=" · ".join(choices))


def _plain_goods(goods: Mapping[str, Any]) -> str:
    free = _say("free_card")
    pieces = [free if "-day " in piece else _word(piece) for piece in goods["pieces"]]
    return " ".join([*pieces, *(str(amount) for _, amount in goods["amounts"])]) or _say("nothing")


# --- what the box prints ------------------------------------------------------------------------------------


def _squares(view: Mapping[str, Any]) -> str:
    board, lines = _board(view), []
    for square in board.edition.board:
        text = f"  {square.square:>2} {_word(square.name)}"
        if square.kind in OWNED:
            now = view["table"]["deeds"][deed_of(square)]
            owner = "" if now["owner"] is None else f", {called(now['owner'])}"
            family = board.edition.family_of(square)
            named = f", {_coloured(family.colour)}, {_word(family.name)}" if family else ""
            text += f" ({_word(deed_of(square))}{named}): {square.price}{owner}"
        lines.append(text)
    return "\n".join(lines)


def _deeds(view: Mapping[str, Any]) -> str:
    lines = []
    for deed, square in _board(view).deeds.items():
        rents = _say(square.kind)
        if square.rents:
            rents = _say("rents", rents=" ".join(map(str, square.rents)), n=square.step)
        transfer = _say("transfer", n=square.transfer)
        lines.append(f"  {_word(deed):<13} {square.price:>4}, {transfer}, {rents}")
    return "\n".join(lines)


def _worth(view: Mapping[str, Any]) -> str:
    """What one could raise; the total worth nobody is told (M-TAX)."""
    from adjudicator_rulesets.chemistry_monopoly.play.holdings import raisable

    situation = Situation(view)
    most = raisable(situation.state, situation.me)
    return "  " + _say("raisable", n=most)


LOOK_UP = {"squares": _squares, "deeds": _deeds, "raise": _worth}

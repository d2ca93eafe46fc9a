"""Chemistry Monopoly in a terminal: the table in letters, and actions as players write them."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from adjudicator import hues
from adjudicator.engine.offers import (
    AcceptOffer,
    CounterOffer,
    DeclineOffer,
    Goods,
    ProposeOffer,
    Term,
    WithdrawOffer,
)
from adjudicator.errors import UnreadableInput, quote
from adjudicator.prose import called, phrase, worded
from adjudicator_rulesets.chemistry_monopoly.bots.bots import Situation
from adjudicator_rulesets.chemistry_monopoly.edition import OWNED
from adjudicator_rulesets.chemistry_monopoly.play.holdings import board, deed_of
from adjudicator_rulesets.chemistry_monopoly.play.state import (
    DECKS,
    MONEY,
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
    Transfer,
    UseCard,
    money,
)
from adjudicator_rulesets.chemistry_monopoly.words.judging import level

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator_rulesets.chemistry_monopoly.play.holdings import Board

NOTATION = """\
  roll, end          roll the dice; end the turn
  buy, decline       what you have landed on
  bid 120, pass      in an auction
  condense F         one step on an element of a whole set: a liquid, or the solid
  evaporate F        one step back, for half of what it cost
  transfer F         get half its price from the Lab; buy back F pays it back with interest
  interest F         for a transferred element that you have just got: only the interest
  tax 200, tax share in Avogadro's Tax: the sum, or the share of all you have
  fine, card lab     out of Biology Class; card test for the card of Test Day
  offer 2: Na 50 for F Cl      to player 2, as numbered on the table: your sodium and 50 for both;
                     one side may be nothing; counter 7: F for 90 answers offer 7
  accept 7, refuse 7, withdraw 7      an offer by its number
  give up            when you owe more than you can raise"""

WORDS: dict[str, Any] = {
    "roll": Roll(),
    "end": EndTurn(),
    "end turn": EndTurn(),
    "buy": Buy(),
    "decline": Decline(),
    "pass": Pass(),
    "fine": PayFine(),
    "pay fine": PayFine(),
    "card lab": UseCard("lab-day"),
    "card test": UseCard("test-day"),
    "tax 200": PayTax("fixed"),
    "tax share": PayTax("share"),
    "tax fixed": PayTax("fixed"),
    "give up": GiveUp(),
}
WITH_DEED: dict[str, type[Any]] = {
    "condense": Condense,
    "evaporate": Evaporate,
    "transfer": Transfer,
    "buy back": BuyBack,
    "interest": PayInterest,
    "pay interest": PayInterest,
}
WITH_OFFER: dict[str, type[Any]] = {
    "accept": AcceptOffer,
    "refuse": DeclineOffer,
    "withdraw": WithdrawOffer,
    "accept offer": AcceptOffer,
    "decline offer": DeclineOffer,
    "withdraw offer": WithdrawOffer,
}
MOST_DIGITS = 9
_DEED = re.compile(rf"({'|'.join(sorted(WITH_DEED, key=len, reverse=True))}) (.+)", re.IGNORECASE)
_NUMBER = re.compile(rf"({'|'.join(sorted(WITH_OFFER, key=len, reverse=True))}) (\d{{1,9}})", re.IGNORECASE)
_BID = re.compile(r"bid (\d{1,9})", re.IGNORECASE)
_OFFER = re.compile(r"(offer|counter) (\d{1,9}) ?: ?(.+?) for (.+)", re.IGNORECASE)


_say = partial(phrase, "terminal", game="chemistry-monopoly")  # constant, in the language that is spoken
_word = partial(worded, "chemistry-monopoly")  # what the box prints


# --- reading ------------------------------------------------------------------------------------------------


def read(text: str, view: Mapping[str, Any]) -> Any:
    """An action as NOTATION has it; whether it is allowed is for the judge."""
    text = " ".join(text.replace("_", " ").split())
    word = WORDS.get(text.lower())
    if word is not None:
        return word
    if found := _BID.fullmatch(text):
        return Bid(int(found[1]))
    if found := _NUMBER.fullmatch(text):
        return WITH_OFFER[found[1].lower()](int(found[2]))
    if found := _OFFER.fullmatch(text):
        return _offer(view, found[1].lower(), int(found[2]), found[3], found[4])
    if found := _DEED.fullmatch(text):
        return WITH_DEED[found[1].lower()](_deed(found[2], _board(view)))
    raise UnreadableInput(
        "bad_move",
        f"That is no action: {quote(text[:60])}. Write help to see how actions are written.",
        input=text[:200],
    )


def _board(view: Mapping[str, Any]) -> Board:
    return board(view["edition"], view["options"]["short"])


def _deed(text: str, found: Board) -> str:
    """Na, na or sodium; a lab supply by its name."""
    wanted = text.strip().lower()
    for deed, square in found.deeds.items():
        if wanted in (deed.lower(), square.name.lower(), _word(square.name).lower()):
            return deed
    raise UnreadableInput("bad_move", f"There is no {quote(text[:40])} on the board.", input=text[:200])


def _offer(view: Mapping[str, Any], kind: str, number: int, gives: str, gets: str) -> Any:
    mine, theirs = _goods(gives, view), _goods(gets, view)
    if kind == "offer":
        return ProposeOffer((Term(number - 1, mine, theirs),))
    made = [offer for offer in view["offers"]["open"] if offer["id"] == number]
    partner = made[0]["by"] if made else None
    return CounterOffer(number, (Term(partner, mine, theirs),))


def _goods(text: str, view: Mapping[str, Any]) -> Goods:
    """Names with commas or spaces between, a number for AMUny, `card lab` for a free card; or nothing."""
    found, pieces, amount = _board(view), [], 0
    text = text.strip().lower()
    named = {
        name.lower(): deed
        for deed, square in found.deeds.items()
        for name in (deed, square.name, _word(square.name))
    }
    named |= {f"card {deck.partition('-')[0]}": _free_card(found, deck) for deck in DECKS}
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


def _free_card(found: Board, deck: Any) -> str:
    return next((card for card in found.decks[deck] if found.cards[card].effect("free")), deck)


# --- writing ------------------------------------------------------------------------------------------------


def write(action: Any) -> str:
    """An action as NOTATION has it."""
    match action:
        case Bid(amount):
            return f"bid {amount}"
        case Condense() | Evaporate() | Transfer() | BuyBack() | PayInterest():
            return f"{_word_of(WITH_DEED, action)} {action.deed}"
        case AcceptOffer() | DeclineOffer() | WithdrawOffer():
            return f"{_word_of(WITH_OFFER, action)} {action.offer}"
        case ProposeOffer((term, *_)):
            return f"offer {(term.partner or 0) + 1}: {_written(term.gives)} for {_written(term.gets)}"
        case CounterOffer(offer, (term, *_)):
            return f"counter {offer}: {_written(term.gives)} for {_written(term.gets)}"
    return next(word for word, meant in WORDS.items() if meant == action)


def _word_of(words: Mapping[str, type[Any]], action: Any) -> str:
    return next(word for word, kind in words.items() if kind is type(action))


def _written(goods: Goods) -> str:
    cards = [f"card {piece.partition('-')[0]}" if "-day " in piece else piece for piece in goods.pieces]
    return " ".join([*cards, *(str(amount) for _, amount in goods.amounts)]) or "nothing"


# --- drawing ------------------------------------------------------------------------------------------------


def draw(view: Mapping[str, Any], names: Sequence[str]) -> str:
    return "\n".join([*_players(view, names), "", *_open(view, names)])


def _players(view: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    found, table = _board(view), view["table"]
    for player, name in enumerate(names):
        turn = "→" if player == table["turn"] else " "
        if view["seats"][player]["out"]:
            yield f"  {player + 1} {name:<14} {_say('is out')}"
            continue
        square = _word(found.edition.board[table["positions"][player]].name)
        detained = table["detained"][player] is not None
        where = _say("in {square}" if detained else "on {square}", square=square)
        yield f"{turn} {player + 1} {name:<14} {view['accounts'][money(player)]:>5} AMUny, {where}"
        yield from _holdings(view, player)


def _holdings(view: Mapping[str, Any], player: int) -> Iterator[str]:
    """M-COLOURS: a line for each set, with its colour and the word for its family; then what is in none."""
    found, table = _board(view), view["table"]
    own = [deed for deed, now in table["deeds"].items() if now["owner"] == player]
    for family in found.edition.families:
        deeds = [_deed_in_words(view, deed) for deed in found.sets[family.name] if deed in own]
        if deeds:
            yield f"      {_coloured(family.colour)} ({_word(family.name)}): {', '.join(deeds)}"
    rest = [_deed_in_words(view, deed) for deed in own if not found.set_of(deed)]
    rest += [_say("a card out of Biology Class")] * len(table["kept"][player])
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
    found = _board(view)
    if now["transferred"]:
        return f"{_word(deed)} ({_say('transferred')})"
    if now["level"]:
        step = level(now["level"], found.solid - 1)
        return f"{click.style(_word(deed), bold=True)} ({_say(step)})"
    return _word(deed)


def _open(view: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    """The matter to be settled, and the offers on the table."""
    found, table = _board(view), view["table"]
    if view["options"]["pot"]:
        yield _say("In the middle of the board: {n}", n=view["accounts"]["pot"])
    for matter in table["matters"]:
        match matter["type"]:
            case "purchase":
                price = found.deeds[matter["deed"]].price
                yield _say(
                    "For sale: {deed} for {price}", deed=_word(found.name(matter["deed"])), price=price
                )
            case "auction":
                who = _say("nobody") if matter["leader"] is None else names[matter["leader"]]
                bidders = ", ".join(names[player] for player in matter["bidders"]) or _say("nobody")
                yield _say(
                    "Auction: {deed}, {bid} by {who}; still in: {bidders}",
                    deed=_word(found.name(matter["deed"])),
                    bid=matter["bid"],
                    who=who,
                    bidders=bidders,
                )
            case "debt":
                to = _say("the Lab") if matter["creditor"] is None else names[matter["creditor"]]
                who, n = names[matter["debtor"]], matter["amount"]
                yield _say("{who} owes {to} {n}", who=who, to=to, n=n)
            case "tax":
                square = found.edition.board[matter["square"]]
                name, share = _word(square.name), square.per_cent
                yield _say(
                    "{name}: {n}, or {share} % of all you have", name=name, n=square.amount, share=share
                )
            case "fees":
                deed = matter["deeds"][0]
                yield _say(
                    "{deed} is transferred: buy back for {price}, or pay {interest} of interest",
                    deed=_word(found.name(deed)),
                    price=found.redeeming(deed),
                    interest=found.interest(deed),
                )
    for offer in view["offers"]["open"]:
        term = offer["terms"][0]
        gives, gets = (_plain_goods(term[side]) for side in ("gives", "gets"))
        yield _say(
            "Offer {number}: {who} gives {to} {gives} for {gets}",
            number=offer["id"],
            who=names[offer["by"]],
            to=names[term["partner"]],
            gives=gives,
            gets=gets,
        )


def _plain_goods(goods: Mapping[str, Any]) -> str:
    free = _say("a card out of Biology Class")
    pieces = [free if "-day " in piece else _word(piece) for piece in goods["pieces"]]
    return " ".join([*pieces, *(str(amount) for _, amount in goods["amounts"])]) or _say("nothing")


# --- what the box prints ------------------------------------------------------------------------------------


def _squares(view: Mapping[str, Any]) -> str:
    found, lines = _board(view), []
    for square in found.edition.board:
        text = f"  {square.square:>2} {_word(square.name)}"
        if square.kind in OWNED:
            now = view["table"]["deeds"][deed_of(square)]
            owner = "" if now["owner"] is None else f", {called(now['owner'])}"
            family = found.edition.family_of(square)
            named = f", {_coloured(family.colour)}, {_word(family.name)}" if family else ""
            text += f" ({_word(deed_of(square))}{named}): {square.price}{owner}"
        lines.append(text)
    return "\n".join(lines)


def _deeds(view: Mapping[str, Any]) -> str:
    lines = []
    for deed, square in _board(view).deeds.items():
        rents = _say(square.kind)
        if square.rents:
            rents = _say("rent {rents}, a step {n}", rents=" ".join(map(str, square.rents)), n=square.step)
        transfer = _say("transfer {n}", n=square.transfer)
        lines.append(f"  {_word(deed):<13} {square.price:>4}, {transfer}, {rents}")
    return "\n".join(lines)


def _worth(view: Mapping[str, Any]) -> str:
    """What one could raise; the total worth nobody is told (M-TAX)."""
    from adjudicator_rulesets.chemistry_monopoly.play.holdings import raisable

    situation = Situation(view)
    most = raisable(situation.state, situation.me)
    return "  " + _say("You could raise {n} by selling back and transferring.", n=most)


LOOK_UP = {"squares": _squares, "deeds": _deeds, "raise": _worth}

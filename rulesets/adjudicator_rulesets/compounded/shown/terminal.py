"""Compounded in a terminal: the table in letters, and actions as players write them."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from adjudicator.chem.formula.typeset import in_signs, prose_in_signs
from adjudicator.engine.notation import COUNTED, OFFERS, Field, Notation, offer_fields
from adjudicator.engine.offers import Goods
from adjudicator.prose import english, phrase, worded
from adjudicator_rulesets.compounded.edition import EXPERIMENTS
from adjudicator_rulesets.compounded.edition import FIELD as SIDE
from adjudicator_rulesets.compounded.play.lab import EDITIONS, NOBEL
from adjudicator_rulesets.compounded.play.state import (
    Burn,
    Claim,
    Cylinder,
    Discard,
    Done,
    End,
    Extinguish,
    Grant,
    Keep,
    MoveClaim,
    Pass,
    Place,
    Raise,
    Scatter,
    ScatterCard,
    Score,
    Swap,
    SwapNobel,
    TakeBack,
    UseGoggles,
    UseKey,
)
from adjudicator_rulesets.compounded.words.filters import square

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

NOTATION = english("compounded", "terminal", "notation")


_say = partial(phrase, "terminal", game="compounded")  # a constant text, in the language that is spoken
_word = partial(worded, "compounded")  # what the box prints


# --- reading and writing ------------------------------------------------------------------------------------


def _slot(text: str, _: Mapping[str, Any]) -> int | None:
    if text.lower().startswith("ext"):
        return None
    return (int(text[1]) - 1) * SIDE + ord(text[0].lower()) - ord("a")


def _element(text: str, _: Mapping[str, Any]) -> str:
    return text.capitalize()


def _experiment(text: str, _: Mapping[str, Any]) -> str:
    found = [name for name in EXPERIMENTS if name.startswith(text.lower())]
    if not found:
        raise ValueError(text)
    return found[0]


def _goods(text: str, view: Mapping[str, Any]) -> Goods:
    """H O pipet: crystals, and other pieces by their names."""
    known = {crystal.symbol for crystal in EDITIONS.get(view["edition"]).crystals}
    words = [word for word in text.replace(",", " ").lower().split() if word not in ("nothing", "a")]
    return Goods(tuple(w.capitalize() if w.capitalize() in known else w for w in words))


FIELD = f"[a-{chr(ord('a') + SIDE - 1)}][1-{SIDE}]"
_notation = Notation(
    "compounded",
    NOTATION,
    {
        "claim {slot}": Claim,
        "move {source:slot} {target:slot}": MoveClaim,
        "move {source:slot} to {target:slot}": MoveClaim,
        "place {crystal} {slot:place}": Place,
        "place {source} {crystal} {slot:place}": Place,
        "place {crystal} on {slot:place}": Place,
        "place {source} {crystal} on {slot:place}": Place,
        "swap {give:crystal} for {get:crystal}": Swap,
        "nobel {give:crystal} for {get:crystal}": SwapNobel,
        "score {slot}": Score,
        "raise {experiment}": Raise,
        "keep {crystal}": Keep,
        "grant {player}": Grant,
        "grant {player} {experiment}": Grant,
        **OFFERS,
        "done": Done(),
        "discard {crystal}": Discard,
        "goggles {number}": UseGoggles,
        "goggles": UseGoggles(1),
        "burn {slot}": Burn,
        "cylinder {down:experiment} {up:experiment}": Cylinder,
        "key": UseKey(),
        "extinguish {slot}": Extinguish,
        "scatter {slot}": ScatterCard,
        "scatter {crystal} {slot}": Scatter,
        "take {slot}": TakeBack,
        "end": End(),
        "pass": Pass(),
    },
    {
        "slot": Field(FIELD, _slot, square),
        "place": Field(rf"{FIELD}|ext\w*", _slot, lambda slot: "ext" if slot is None else square(slot)),
        "source": Field("bench|wild|goggles", lambda text, _: text.lower()),
        "crystal": Field(r"\S+", _element),
        "experiment": Field(r"\S+", _experiment),
        "player": COUNTED,
        **offer_fields(_goods, lambda goods: " ".join(goods.pieces)),
    },
)
read, write = _notation.read, _notation.write


# --- drawing ------------------------------------------------------------------------------------------------

WIDTH = 26


def draw(view: Mapping[str, Any], names: Sequence[str]) -> str:
    table = view["table"]
    everybody = [*names, NOBEL][: len(view["seats"])]
    return "\n".join([*_head(table, everybody), *_field(table, everybody), "", *_benches(view, everybody)])


def _head(table: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    turn = _say("turn", number=table["round"])
    if table["last"] is not None:
        turn = _say("last_turn", turn=turn, last=table["last"])
    phase = _say("end" if table["phase"] is None else f"{table['phase']}_phase")
    yield f"{turn} · {phase} · {_say('lead', name=names[table['lead']])}"
    bag = " ".join(f"{symbol}{number}" for symbol, number in table["bag"].items())
    yield _say("bag", bag=bag, n=table["deck_size"])
    yield ""


def _field(table: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    """Four rows of cards, each in three lines."""
    for row in range(SIDE):
        cards = table["field"][row * SIDE : (row + 1) * SIDE]
        lines = [_card(card, row * SIDE + place, names) for place, card in enumerate(cards)]
        for parts in zip(*lines, strict=True):
            yield "".join(part[:WIDTH].ljust(WIDTH + 1) for part in parts).rstrip()
        yield ""


def _card(card: Mapping[str, Any] | None, slot: int, names: Sequence[str]) -> tuple[str, str, str]:
    if card is None:
        return f"{square(slot)} —", "", ""
    burns = "" if card["limit"] is None else f" {_say('fire')} {card['flames']}/{card['limit']}"
    mark = f" +{_say(card['reaction'])}" if card["reaction"] else ""
    mark = f" +{_word(card['tool'])}" if card["tool"] else mark
    lying = Counter(crystal.rpartition(":")[2] for crystal in card["crystals"])
    places = []
    for symbol in card["places"]:
        filled = lying[symbol] > 0
        lying[symbol] -= filled
        places.append(f"[{symbol}]" if filled else f" {symbol} ")
    owner = ""
    if card["owner"] is not None:
        owner = f" ‹{names[card['owner']][:8]}›" + ("*" if card["temporary"] else "")
    title = f"{square(slot)} {in_signs(card['formula'])} {card['points']} {_say(card['state'])}{owner}"
    return title, "".join(places), f"{_word(card['card'])[:14]}{burns}{mark}"


def _benches(view: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    for seat, own in enumerate(view["table"]["benches"]):
        mark = "→" if any(ask["player"] == seat and ask["obliged"] for ask in view["asks"]) else " "
        levels = " ".join(f"{_say(name)} {value}" for name, value in own["levels"].items())
        crystals = click.style(" ".join(own["crystals"]) or "—", bold=seat == view["you"])
        points = _say("points", n=view["scores"][seat])
        yield f"{mark} {seat + 1} {names[seat]:<12} {points}   {levels}"
        kit = ", ".join(map(_word, own["kit"])) or _say("no_kit")
        pile = f"   {_say('goggles')}: {' '.join(own['pile'])}" if own["pile"] else ""
        started = f"   {_word('extinguisher')}: {' '.join(own['unfinished'])}" if own["unfinished"] else ""
        yield f"      {crystals}   {kit}{pile}{started}"
    for offer in view["offers"]["open"]:
        terms = [part for term in offer["terms"] for part in _told(term, names)]
        offered = _say("offer", number=offer["id"], name=names[offer["by"]])
        yield f"  {offered}: {'; '.join(terms)}"


def _told(term: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    who = _say("anybody") if term["partner"] is None else names[term["partner"]]
    onward = term["onward"]
    gives, gets = (_pieces(term[side]) for side in ("gives", "gets"))
    if not onward or term["gives"]["pieces"] or term["gets"]["pieces"]:
        yield _say("term", who=who, gives=gives, gets=gets)
    for handed in onward:
        to = names[handed["to"]]
        yield _say("onward", who=who, goods=_pieces(handed["goods"]), to=to)


def _pieces(goods: Mapping[str, Any]) -> str:
    return " ".join(map(_word, goods["pieces"])) or _say("nothing")


def _cards(view: Mapping[str, Any]) -> str:
    """What every card of the field is, and where one meets it."""
    found = [card for card in view["table"]["field"] if card is not None]
    return prose_in_signs(
        "\n".join(
            f"  {square(c['slot'])} {_word(c['card'])} ({c['formula']}): {_word(c['lesson'])}" for c in found
        )
    )


LOOK_UP = {"cards": _cards}

"""Compounded in a terminal: the table in letters, and actions as players write them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from adjudicator.engine.offers import (
    AcceptOffer,
    CounterOffer,
    DeclineOffer,
    Goods,
    Onward,
    ProposeOffer,
    Term,
    WithdrawOffer,
)
from adjudicator.errors import UnreadableInput, quote
from adjudicator.prose import phrase, texts_of, worded
from adjudicator_rulesets.compounded.edition import EXPERIMENTS
from adjudicator_rulesets.compounded.edition import FIELD as SIDE
from adjudicator_rulesets.compounded.play.lab import EDITIONS
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
from adjudicator_rulesets.compounded.words.play import EXPERIMENTS as TITLES
from adjudicator_rulesets.compounded.words.play import NOBEL, square

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

NOTATION = """\
  claim b3           a compound, by column and row of the field; move a1 c2 moves a claim
  place H b3         a crystal of your bench; place H on ext: your extinguisher;
                     place wild O b3: your wild as O; place goggles H b3: of the pile drawn with Goggles
  swap H for O       equal crystals for one from the bag; nobel H for O: one with Nobel
  score b3           a completed compound; then raise lab, keep H, grant 2 study, as you are asked
  offer H O to 2 for N           crystals, tools, wild or extinguisher to player 2; to all: whoever is first;
                     several partners: offer H to 2 for N and C to 3 for nothing;
                     a ring: offer H to 2 and 2 gives C to 3 and nothing to 3 for N
  accept 4, decline 4, withdraw 4, counter 4 with H for O        the offer of that number
  done               with trading; discard H: a crystal that has no space
  goggles 1, burn b3, cylinder lab study (down, up), key         tools
  extinguish b3      spares a card; scatter b3: the card that scatters next; scatter H c2: a crystal
  take b3            a claim too many; end: your Research turn or Lab part; pass: whatever you may decline"""

WORDS: dict[str, Any] = {
    "done": Done(),
    "end": End(),
    "pass": Pass(),
    "key": UseKey(),
    "goggles": UseGoggles(1),
}
_SQUARE = re.compile(r"([a-z])([1-9])", re.IGNORECASE)
_HANDED = re.compile(r"(\d{1,3}) gives (.+?) to (\d{1,3})", re.IGNORECASE)
_PART = re.compile(r"(.+?) to (\w+)(?: for (.+))?", re.IGNORECASE)


_say = partial(phrase, "terminal", game="compounded")  # a constant text, in the language that is spoken
_word = partial(worded, "compounded")  # what the box prints


# --- reading ------------------------------------------------------------------------------------------------


def read(text: str, view: Mapping[str, Any]) -> Any:
    """An action as NOTATION has it; whether it is allowed is for the judge."""
    text = " ".join(text.replace("_", " ").split())
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    verb, _, rest = text.partition(" ")
    reader = READERS.get(verb.lower())
    if reader is None:
        raise UnreadableInput(
            "bad_move", f"You can {', '.join([*READERS, *WORDS])}, not {quote(text[:60])}.", input=text[:200]
        )
    try:
        return reader(rest, view)
    except (ValueError, IndexError, KeyError, StopIteration):
        told = texts_of("compounded", "terminal").get("notation", NOTATION)
        usage = next(line for line in told.splitlines() if re.search(rf"\b{verb.lower()}\b", line))
        raise UnreadableInput("bad_move", f"That is written {usage.strip()}", input=text[:200]) from None


def _slot(text: str) -> int:
    found = _SQUARE.fullmatch(text)
    if found is None:
        raise ValueError(text)
    column = ord(found[1].lower()) - ord("a")
    if column >= SIDE or int(found[2]) > SIDE:
        raise ValueError(text)
    return (int(found[2]) - 1) * SIDE + column


def _element(text: str) -> str:
    return text[:1].upper() + text[1:].lower()


def _experiment(text: str) -> Any:
    return next(name for name in EXPERIMENTS if name.startswith(text.lower()) and text)


def _place(rest: str, _: Mapping[str, Any]) -> Place:
    words = [word for word in rest.split() if word.lower() != "on"]
    source = words.pop(0).lower() if words[0].lower() in ("wild", "goggles", "bench") else "bench"
    symbol, target = words
    slot = None if target.lower().startswith("ext") else _slot(target)
    return Place(_element(symbol), slot, source)  # type: ignore[arg-type]


def _pair(kind: type[Swap | SwapNobel]) -> Callable[[str, Mapping[str, Any]], Any]:
    def reader(rest: str, _: Mapping[str, Any]) -> Any:
        give, get = re.split(r"\s+for\s+", rest, flags=re.IGNORECASE)
        return kind(_element(give), _element(get))

    return reader


def _one(kind: Callable[[int], Any]) -> Callable[[str, Mapping[str, Any]], Any]:
    return lambda rest, _: kind(_slot(rest))


def _numbered(kind: Callable[[int], Any]) -> Callable[[str, Mapping[str, Any]], Any]:
    return lambda rest, _: kind(int(rest[:6]))


def _move(rest: str, _: Mapping[str, Any]) -> MoveClaim:
    source, target = rest.replace(" to ", " ").split()
    return MoveClaim(_slot(source), _slot(target))


def _grant(rest: str, _: Mapping[str, Any]) -> Grant:
    player, *experiment = rest.split()
    return Grant(int(player[:3]) - 1, _experiment(experiment[0]) if experiment else None)


def _cylinder(rest: str, _: Mapping[str, Any]) -> Cylinder:
    down, up = rest.split()
    return Cylinder(_experiment(down), _experiment(up))


def _scatter(rest: str, _: Mapping[str, Any]) -> ScatterCard | Scatter:
    words = rest.split()
    if len(words) == 1:
        return ScatterCard(_slot(words[0]))
    symbol, target = words
    return Scatter(_element(symbol), _slot(target))


def _goods(text: str | None, view: Mapping[str, Any]) -> Goods:
    """H O pipet: crystals, and other pieces by their names."""
    known = {crystal.symbol for crystal in EDITIONS.get(view["edition"]).crystals}
    words = [word for word in (text or "").replace(",", " ").split() if word.lower() not in ("nothing", "a")]
    return Goods(tuple([_element(w) if _element(w) in known else w.lower() for w in words]))


def _offer(rest: str, view: Mapping[str, Any]) -> ProposeOffer:
    """K-GROUP: a part for every partner, and one for what a partner hands on to another."""
    terms: list[Term] = []
    handed: list[tuple[int, Onward]] = []
    for part in re.split(r"\s+and\s+", rest, flags=re.IGNORECASE):
        if between := _HANDED.fullmatch(part):
            handed.append((int(between[1]) - 1, Onward(int(between[3]) - 1, _goods(between[2], view))))
            continue
        found = _PART.fullmatch(part)
        if found is None:
            raise ValueError(part)
        partner = None if found[2].lower() == "all" else int(found[2][:3]) - 1
        terms.append(Term(partner, _goods(found[1], view), _goods(found[3], view)))
    for seat in dict.fromkeys(seat for giver, onward in handed for seat in (giver, onward.to)):
        if seat not in {term.partner for term in terms}:
            terms.append(Term(seat))
    return ProposeOffer(tuple([_handing(term, handed) for term in terms]))


def _handing(term: Term, handed: Sequence[tuple[int, Onward]]) -> Term:
    return replace(term, onward=tuple([onward for giver, onward in handed if giver == term.partner]))


def _counter(rest: str, view: Mapping[str, Any]) -> CounterOffer:
    number, terms = re.split(r"\s+with\s+", rest, flags=re.IGNORECASE)
    give, get = re.split(r"\s+for\s+", terms, flags=re.IGNORECASE)
    offer = next(o for o in view["offers"]["open"] if o["id"] == int(number[:6]))
    return CounterOffer(offer["id"], (Term(offer["by"], _goods(give, view), _goods(get, view)),))


READERS: dict[str, Callable[[str, Mapping[str, Any]], Any]] = {
    "claim": _one(Claim),
    "move": _move,
    "place": _place,
    "swap": _pair(Swap),
    "nobel": _pair(SwapNobel),
    "burn": _one(Burn),
    "score": _one(Score),
    "grant": _grant,
    "raise": lambda rest, _: Raise(_experiment(rest)),
    "keep": lambda rest, _: Keep(_element(rest)),
    "discard": lambda rest, _: Discard(_element(rest)),
    "cylinder": _cylinder,
    "take": _one(TakeBack),
    "extinguish": _one(Extinguish),
    "scatter": _scatter,
    "goggles": _numbered(UseGoggles),
    "offer": _offer,
    "counter": _counter,
    "accept": _numbered(AcceptOffer),
    "decline": _numbered(DeclineOffer),
    "withdraw": _numbered(WithdrawOffer),
}


# --- writing ------------------------------------------------------------------------------------------------


def write(action: Any) -> str:
    """An action as NOTATION has it."""
    match action:
        case Place(crystal, slot, source):
            from_where = "" if source == "bench" else f"{source} "
            return f"place {from_where}{crystal} {'ext' if slot is None else square(slot)}"
        case MoveClaim(source, target):
            return f"move {square(source)} {square(target)}"
        case Swap(give, get):
            return f"swap {give} for {get}"
        case SwapNobel(give, get):
            return f"nobel {give} for {get}"
        case Grant(player, experiment):
            return f"grant {player + 1}" + (f" {experiment}" if experiment else "")
        case Raise(experiment):
            return f"raise {experiment}"
        case Keep(crystal):
            return f"keep {crystal}"
        case Discard(crystal):
            return f"discard {crystal}"
        case Cylinder(down, up):
            return f"cylinder {down} {up}"
        case Scatter(crystal, slot):
            return f"scatter {crystal} {square(slot)}"
        case UseGoggles(number):
            return f"goggles {number}"
        case ProposeOffer(terms):
            return f"offer {' and '.join([*map(_written, terms), *_handed(terms)])}"
        case CounterOffer(number, (term, *_)):
            return f"counter {number} with {_named(term.gives)} for {_named(term.gets)}"
        case AcceptOffer(number) | DeclineOffer(number) | WithdrawOffer(number):
            return f"{action.type.partition('_')[0]} {number}"
        case Claim() | Burn() | Score() | Extinguish() | ScatterCard() | TakeBack():
            return f"{SLOTTED[action.type]} {square(action.slot)}"
    return next(word for word, meant in WORDS.items() if meant == action)


SLOTTED = {
    "claim": "claim",
    "burn": "burn",
    "score": "score",
    "extinguish": "extinguish",
    "scatter_card": "scatter",
    "take_back": "take",
}


def _named(goods: Goods) -> str:
    return " ".join(goods.pieces) or "nothing"


def _written(term: Term) -> str:
    partner = "all" if term.partner is None else str(term.partner + 1)
    return f"{_named(term.gives)} to {partner} for {_named(term.gets)}"


def _handed(terms: Sequence[Term]) -> Iterator[str]:
    for term in terms:
        for onward in term.onward:
            yield f"{(term.partner or 0) + 1} gives {_named(onward.goods)} to {onward.to + 1}"


# --- drawing ------------------------------------------------------------------------------------------------

WIDTH = 26


def draw(view: Mapping[str, Any], names: Sequence[str]) -> str:
    table = view["table"]
    everybody = [*names, NOBEL][: len(view["seats"])]
    return "\n".join([*_head(table, everybody), *_field(table, everybody), "", *_benches(view, everybody)])


def _head(table: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    turn = _say("Turn {number}", number=table["round"])
    if table["last"] is not None:
        turn = _say("{turn}, the last is turn {last}", turn=turn, last=table["last"])
    phase = _say("the end" if table["phase"] is None else f"{table['phase'].title()} phase")
    yield f"{turn} · {phase} · {_say('lead: {name}', name=names[table['lead']])}"
    bag = " ".join(f"{symbol}{number}" for symbol, number in table["bag"].items())
    yield _say("Bag: {bag}   Cards in the deck: {n}", bag=bag, n=table["deck_size"])
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
    title = f"{square(slot)} {card['formula']} {card['points']} {_say(card['state'])}{owner}"
    return title, "".join(places), f"{_word(card['card'])[:14]}{burns}{mark}"


def _benches(view: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    for seat, own in enumerate(view["table"]["benches"]):
        mark = "→" if any(ask["player"] == seat and ask["obliged"] for ask in view["asks"]) else " "
        levels = " ".join(f"{_say(TITLES[name])} {value}" for name, value in own["levels"].items())
        crystals = click.style(" ".join(own["crystals"]) or "—", bold=seat == view["you"])
        points = _say("{n:>3} points", n=view["scores"][seat])
        yield f"{mark} {seat + 1} {names[seat]:<12} {points}   {levels}"
        kit = ", ".join(map(_word, own["kit"])) or _say("nothing else")
        pile = f"   {_say('drawn with Goggles')}: {' '.join(own['pile'])}" if own["pile"] else ""
        started = f"   {_word('extinguisher')}: {' '.join(own['unfinished'])}" if own["unfinished"] else ""
        yield f"      {crystals}   {kit}{pile}{started}"
    for offer in view["offers"]["open"]:
        terms = [part for term in offer["terms"] for part in _told(term, names)]
        offered = _say("offer {number} of {name}", number=offer["id"], name=names[offer["by"]])
        yield f"  {offered}: {'; '.join(terms)}"


def _told(term: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    who = _say("anybody") if term["partner"] is None else names[term["partner"]]
    onward = term["onward"]
    gives, gets = (_pieces(term[side]) for side in ("gives", "gets"))
    if not onward or term["gives"]["pieces"] or term["gets"]["pieces"]:
        yield _say("{who} gets {gives} for {gets}", who=who, gives=gives, gets=gets)
    for handed in onward:
        to = names[handed["to"]]
        yield _say("{who} gives {goods} to {to}", who=who, goods=_pieces(handed["goods"]), to=to)


def _pieces(goods: Mapping[str, Any]) -> str:
    return " ".join(map(_word, goods["pieces"])) or _say("nothing")


def _cards(view: Mapping[str, Any]) -> str:
    """What every card of the field is, and where one meets it."""
    found = [card for card in view["table"]["field"] if card is not None]
    return "\n".join(
        f"  {square(c['slot'])} {_word(c['card'])} ({c['formula']}): {_word(c['lesson'])}" for c in found
    )


LOOK_UP = {"cards": _cards}

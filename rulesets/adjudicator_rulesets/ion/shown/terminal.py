"""Ion in a terminal: the table in letters, and actions as players write them. Groups are counted from 1."""

from __future__ import annotations

import re
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from adjudicator.chem.formula.typeset import in_signs
from adjudicator.engine.notation import COUNTED, Field, Notation
from adjudicator.prose import english, phrase, signed, worded
from adjudicator_rulesets.ion.bots.position import Situation
from adjudicator_rulesets.ion.edition import TILES
from adjudicator_rulesets.ion.judging.bonding import Laid, usual, written
from adjudicator_rulesets.ion.play.state import (
    Decline,
    Hold,
    Pick,
    Place,
    Ready,
    Refreshed,
    Rxn,
    Settle,
    TakeCard,
    TakeCenter,
    TurnMetal,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

NOTATION = english("ion", "terminal", "notation")

TYPED = {"select_two": "select two", "take": "take from center", "rxn": "rxn"}
TILE_WORDS = {"select two": "select_two", "take from center": "take", "take": "take", "rxn": "rxn"}
_CARD = re.compile(r"(\S+?)([+-]\d)?")
_REFRESH = re.compile(r"(.+?) with (\S+) in (\d{1,3})", re.IGNORECASE)


_say = partial(phrase, "terminal", game="ion")  # a constant text, in the language that is spoken
_word = partial(worded, "ion")  # what the box prints


# --- reading and writing ------------------------------------------------------------------------------------


def _picked(text: str, _: Mapping[str, Any]) -> tuple[str, ...]:
    cards = tuple(word for word in text.split() if word.lower() != "and")
    if not cards:
        raise ValueError(text)
    return cards


def _groups(text: str, view: Mapping[str, Any]) -> tuple[tuple[Laid, ...], ...]:
    known = Situation(view).cards
    return tuple(
        tuple(_laid(word, known) for word in part.split()) for part in text.split("/") if part.split()
    )


def _laid(word: str, known: Mapping[str, Any]) -> Laid:
    """Fe+3 is iron with that charge; a card that has only one is written without."""
    found = _CARD.fullmatch(word)
    assert found is not None
    charges = known[found[1]].charges if found[1] in known else ()
    return Laid(found[1], int(found[2]) if found[2] else next(iter(charges), 0))


def _written(groups: Sequence[Sequence[Laid]]) -> str:
    return " / ".join(" ".join(f"{one.card}{one.charge:+d}" for one in group) for group in groups)


def _refreshed(text: str, _: Mapping[str, Any]) -> tuple[Refreshed, ...]:
    entries = []
    for part in text.split(","):
        found = _REFRESH.fullmatch(part.strip())
        tile: Any = TILE_WORDS.get(found[1].lower()) if found else None
        if found is None or tile is None:
            raise ValueError(part)
        entries.append(Refreshed(int(found[3]) - 1, found[2], tile))
    return tuple(entries)


def _refreshing(entries: Sequence[Refreshed]) -> str:
    return ", ".join(f"{TYPED[e.tile]} with {e.card} in {e.group + 1}" for e in entries)


_notation = Notation(
    "ion",
    NOTATION,
    {
        "pick {cards}": Pick,
        "lay {card}{charge}": Place,
        "bond {card}{charge} to {onto:group}": Place,
        "turn {card}{charge:shown} in {group}": TurnMetal,
        "hold": Hold(),
        "hold last": Hold(last=True),
        "ready": Ready(),
        "take {card}": TakeCenter,
        "take {card} from {group} of {owner:group}": TakeCard,
        "rxn": Rxn(()),
        "rxn {groups}": Rxn,
        "decline": Decline(),
        "points": Settle(),
        "refresh {refresh}": Settle,
    },
    {
        "cards": Field(".+", _picked, " ".join),
        "group": COUNTED,
        "charge": Field(
            r"(?:[+-]\d)?",
            lambda text, _: int(text) if text else None,
            lambda n: "" if n is None else f"{n:+d}",
        ),
        "shown": Field(r"[+-]\d", lambda text, _: int(text), lambda n: f"{n:+d}"),
        "groups": Field(".+", _groups, _written),
        "refresh": Field(".+", _refreshed, _refreshing),
    },
)
read, write, usage = _notation.read, _notation.write, _notation.usage


# --- drawing ------------------------------------------------------------------------------------------------


def draw(view: Mapping[str, Any], names: Sequence[str]) -> str:
    return "\n".join([*_round(view), "", *_players(view, names), *_hand(view)])


def _round(view: Mapping[str, Any]) -> Iterator[str]:
    table, cards = view["table"], Situation(view).cards
    yield _say(
        "pick",
        **{key: table[key] for key in ("round", "rounds", "pick", "picks")},
    )
    for goal in table["goals"]:
        groups = [[Laid(card, cards[card].charges[0]) for card in wanted] for wanted in goal["compounds"]]
        wanted = _say("and").join(in_signs(usual(written(group))) for group in groups)
        pays = f"{goal['pays'][0]}/{goal['pays'][1]}"
        named = f"{_word(goal['goal'])}{f' ({wanted})' if wanted else ''}"
        yield "  " + _say("goal", pays=pays, goal=named)
    if table["tiles"]:
        middle = " ".join(table["center"]) or _say("empty")
        yield _say("middle", middle=middle, deck=table["deck_size"])


def _players(view: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    table = view["table"]
    asked = {ask["player"] for ask in view["asks"] if ask["obliged"]}
    for player, name in enumerate(names):
        own = table["areas"][player]
        turn = "→" if player in asked else " "
        lying = [f"{number}: {_shown(group)}" for number, group in enumerate(own["groups"], 1)]
        lying += [" ".join(own["nobles"])] if own["nobles"] else []
        lying += [_radioactive(card) for card in own["radioactive"]]
        score = _say("score", points=view["scores"][player], worth=own["worth"])
        yield f"{turn} {player + 1} {name:<14} {score}   {',  '.join(lying) or '—'}"
        for place in ("new", "taken"):
            if table[place][player]:
                yield f"     {_say(place)}: {' '.join(table[place][player])}"
        if table["tiles"]:
            own_tiles = ", ".join(_tile(tile, table["tiles"][player][tile]) for tile in TILES)
            yield f"     {_say('tiles')}: {own_tiles}"


def _shown(group: Mapping[str, Any]) -> str:
    made = group["compound"]
    if made is not None:
        return f"{click.style(in_signs(made['formula']), bold=True)} ({made['points']})"
    cards = " ".join(in_signs(laid["card"]) for laid in group["cards"])
    return f"{cards} ({signed(group['charge']) if group['charge'] else _say('no_compound')})"


def _radioactive(card: Mapping[str, Any]) -> str:
    return f"{card['card']} ({_say(card['lies'] or 'just_played')})"


def _tile(tile: str, shown: Mapping[str, Any]) -> str:
    cost = "?" if shown["cost"] is None else shown["cost"]
    used = f"{_say('used')}, " if shown["used"] else ""
    return f"{_say(tile)} {used}-{cost}"


def _hand(view: Mapping[str, Any]) -> Iterator[str]:
    held = view["table"]["hand"]
    if held is None:
        return
    cards = Situation(view).cards
    shown = [
        f"{click.style(in_signs(name), bold=True)}{_about(cards[name])}{f' ×{number}' if number > 1 else ''}"
        for name, number in sorted(Counter(held).items())
    ]
    yield ""
    yield _say("hand", cards="   ".join(shown) or _say("empty"))
    if view["table"]["phase"] == "picking" and view["table"]["choices"]["own"]:
        yield _say("picked", cards=" ".join(view["table"]["choices"]["own"]))


def _about(card: Any) -> str:
    if card.kind == "noble":
        return ""
    if card.kind == "radioactive":
        return " " + _say("decay", decay=card.decay)
    return f"{'/'.join(signed(charge) for charge in card.charges)} ({card.points})"


def _cards(view: Mapping[str, Any]) -> str:
    """Every kind of card that is in play."""
    return "\n".join(
        f"  {card.count:>2} × {card.card}{_about(card)}  {_word(card.name)}"
        for card in Situation(view).cards.values()
    )


def _sheets(view: Mapping[str, Any]) -> str:
    """The score sheets of the rounds that are over."""
    lines = []
    for number, sheet in enumerate(view["table"]["sheets"], 1):
        of_round = number <= view["table"]["rounds"]
        lines.append("  " + (_say("round", number=number) if of_round else _say("final_count")))
        for player, own in enumerate(sheet):
            what = [f"{_for_what(line)} {line['points']}" for line in own]
            total = _say("points", n=sum(line["points"] for line in own))
            lines.append(f"    {player + 1}: {total}: {', '.join(what)}")
    return "\n".join(lines) or "  " + _say("no_sheet")


def _for_what(line: Mapping[str, Any]) -> str:
    cards = " ".join(line["cards"])
    goal = _word(line["goal"]) if line["goal"] else ""
    return f"{goal} ({cards})" if goal and cards else goal or cards


LOOK_UP = {"cards": _cards, "sheets": _sheets}

"""Valence Plus in a terminal: the table in letters, and actions as players write them."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from adjudicator.chem.formula.typeset import in_signs
from adjudicator.engine.notation import COUNTED, TEXT, Field, Notation
from adjudicator.errors import quote
from adjudicator.prose import english, phrase, signed, worded
from adjudicator.ruleset import read_question
from adjudicator_rulesets.valence_plus.bots.position import Situation
from adjudicator_rulesets.valence_plus.play.state import (
    Block,
    Build,
    Draw,
    EndTurn,
    Exchange,
    React,
    SettleName,
    TradeUp,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator_rulesets.valence_plus.edition import ElementCard

NOTATION = english("valence-plus", "terminal", "notation")


_say = partial(phrase, "terminal", game="valence-plus")  # a constant text, in the language that is spoken
_word = partial(worded, "valence-plus")  # what the box prints


# --- reading and writing ------------------------------------------------------------------------------------


def _symbols(text: str, _: Mapping[str, Any]) -> tuple[str, ...]:
    """H O Na, HONa or NaOH; with numbers a formula, as in H2O."""
    question = read_question(text)
    if isinstance(question, tuple):
        return tuple(question)
    return tuple(symbol for symbol, number in question.atoms for _ in range(min(number, 99)))


_notation = Notation(
    "valence-plus",
    NOTATION,
    {
        "draw": Draw("deck"),
        "draw discard": Draw("discard"),
        "draw from deck": Draw("deck"),
        "draw from discard": Draw("discard"),
        "draw {source}": Draw,
        "exchange {cards}": Exchange,
        "exchange{cards:whole}": Exchange,
        "trade {formula}": TradeUp,
        "react {reactors} with {target} of {owner}": React,
        "react {reactors} with {target}{owner:own}": React,
        "build {cards}": Build,
        "build {cards} as {name}": Build,
        "accept": SettleName(accept=True),
        "refuse": SettleName(accept=False),
        "settle name {accept}": SettleName,
        "block": Block(block=True),
        "let": Block(block=False),
        "end": EndTurn(),
        "end turn": EndTurn(),
        "end {discards:cards}": EndTurn,
    },
    {
        "source": Field("deck|discard", lambda text, _: text.lower()),
        "cards": Field(".+?", _symbols, " ".join),
        "whole": Field("", lambda _, view: tuple(view["table"]["hand"])),
        "reactors": Field(".+?", lambda text, _: tuple(text.replace("+", " ").split()), " ".join),
        "owner": COUNTED,
        "own": Field("", lambda _, view: view["you"]),
        "name": TEXT,
        "accept": Field("accept|refuse", lambda text, _: text.lower() == "accept"),
    },
)
read, write, usage = _notation.read, _notation.write, _notation.usage


# --- drawing ------------------------------------------------------------------------------------------------


def draw(view: Mapping[str, Any], names: Sequence[str]) -> str:
    return "\n".join([*_table(view["table"]), "", *_players(view, names), *_hand(view)])


def _table(table: Mapping[str, Any]) -> Iterator[str]:
    out = [_word(name) for name, number in table["bank"].items() if not number]
    left = _say("used_up", molecules=", ".join(out)) if out else _say("some_of_each")
    yield _say("bank", n=sum(table["bank"].values()), left=left)
    top = click.style(table["discard"][-1], bold=True) if table["discard"] else _say("none")
    yield _say("piles", n=table["deck_size"], top=top)
    if table["aimed"] is not None:
        aimed = table["aimed"]["target"]
        yield _say("aimed", target=aimed)
    if table["to_make"] is not None:
        left_to_make = sorted(_word(name) for name in set(table["to_make"]) - set(table["made"]))
        yield _say("to_make", molecules=", ".join(left_to_make) or _say("nothing"))
    if table["open_name"] is not None:
        cards, name = "".join(table["open_name"]["cards"]), quote(table["open_name"]["name"])
        yield _say("open_name", cards=cards, name=name)


def _bank(view: Mapping[str, Any]) -> str:
    return "\n".join(f"  {number:>2} × {_word(name)}" for name, number in view["table"]["bank"].items())


def _cards(view: Mapping[str, Any]) -> str:
    """The elements with their valences, and every molecule: its points, its marks, and what builds it."""
    rules = Situation.of(view).rules
    elements = (f"{card.count} × {card.symbol}{_valences(card)}" for card in rules.edition.elements)
    lines = [f"  {', '.join(elements)}"]
    for card in rules.edition.molecules:
        formulas = ", ".join(in_signs(build.formula) for build in rules.builds.of(card.name))
        marks = ", ".join(_say(mark) for mark in card.marks)
        builds = formulas or _say("only_by_reaction")
        lines.append(f"  {card.points} {_word(card.name)} ({marks}): {builds}")
    return "\n".join(lines)


def _valences(card: ElementCard) -> str:
    return "/".join(signed(v) for v in (card.valence, card.second) if v is not None)


def _reactions(view: Mapping[str, Any]) -> str:
    reactions = Situation.of(view).rules.edition.reactions
    return "\n".join(f"  {_sum(*r.reactors, r.target)} → {_sum(*r.products)}" for r in reactions)


def _sum(*molecules: str) -> str:
    return " + ".join(_word(name) for name in molecules)


LOOK_UP = {"cards": _cards, "reactions": _reactions, "bank": _bank}


def _players(view: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    table = view["table"]
    for player, name in enumerate(names):
        turn = "→" if player == table["turn"] else " "
        cards = [
            f"{in_signs(card['formula'])} ({_word(card['molecule'])}, {card['points']})"
            for card in table["stashes"][player]
        ]
        own = f"{view['scores'][player]:>2}"
        points = own if table["target"] is None else _say("points_of", n=own, goal=table["target"])
        held = table["hand_sizes"][player]
        score = _say("score", points=points, held=held)
        yield f"{turn} {player + 1} {name:<14} {score}   {', '.join(cards) or '—'}"
        if table["hands"] is not None and player != view["you"]:
            cards_held = " ".join(sorted(table["hands"][player])) or _say("nothing")
            yield "     " + _say("holds", cards=cards_held)


def _hand(view: Mapping[str, Any]) -> Iterator[str]:
    held = view["table"]["hand"]
    if held is None:
        return
    cards = Situation.of(view).rules.builds.cards
    shown = []
    for symbol, number in sorted(Counter(held).items()):
        card = cards[symbol]
        shown.append(
            f"{click.style(symbol, bold=True)}{_valences(card)}{f' ×{number}' if number > 1 else ''}"
        )
    yield ""
    yield _say("hand", cards="   ".join(shown) or _say("empty"))

"""Valence Plus in a terminal: the table in letters, and actions as players write them."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from adjudicator.errors import UnreadableInput, quote
from adjudicator.ruleset import read_question
from rulesets.valence_plus.situation import Situation
from rulesets.valence_plus.state import Block, Build, Draw, EndTurn, Exchange, React, SettleName, TradeUp

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.valence_plus.state import Action

NOTATION = """\
  draw               a card from the deck; draw discard takes the top of the discard pile
  exchange           the whole hand for three cards; with cards in an order, the last ends on top
  trade NaCl         a Salt or Hydrogen Sulfide of your stash for three cards
  react HCl with NaOH of 1       your reactor with a molecule of player 1, counted from 0; without
                     "of" your own. Two acids: react HCl H2SO4 with CuZn of 1
  build NaOH         or the cards in the order in which you put them away: build H O Na;
                     where names are asked: build NaOH as sodium hydroxide
  accept, refuse     a name that the judge could not decide
  block, let         a reaction that is aimed at your stash while you have a Transition Metal Compound
  end                the turn; with more than six cards, end F Cl discards these"""

WORDS: dict[str, Action] = {
    "draw": Draw("deck"),
    "draw deck": Draw("deck"),
    "draw discard": Draw("discard"),
    "accept": SettleName(accept=True),
    "refuse": SettleName(accept=False),
    "block": Block(block=True),
    "let": Block(block=False),
    "end": EndTurn(),
}
_BUILD = re.compile(r"build\s+(.+?)(?:\s+as\s+(.+))?", re.IGNORECASE)
_REACT = re.compile(r"react\s+(.+?)\s+with\s+(\S+)(?:\s+of\s+(\d+))?", re.IGNORECASE)
_TRADE = re.compile(r"trade(?:\s+up)?\s+(\S+)", re.IGNORECASE)
_EXCHANGE = re.compile(r"exchange(?:\s+(.+))?", re.IGNORECASE)
_END = re.compile(r"end\s+(.+)", re.IGNORECASE)


# --- reading ------------------------------------------------------------------------------------------------


def read(text: str, view: Mapping[str, Any]) -> Action:
    """An action as NOTATION has it; whether it is allowed is for the judge."""
    text = " ".join(text.split())
    word = WORDS.get(text.lower())
    if word is not None:
        return word
    if found := _BUILD.fullmatch(text):
        return Build(_cards(found[1]), found[2])
    if found := _REACT.fullmatch(text):
        owner = view["you"] if found[3] is None else int(found[3][:3])
        return React(tuple(found[1].replace("+", " ").split()), owner, found[2])
    if found := _TRADE.fullmatch(text):
        return TradeUp(found[1])
    if found := _EXCHANGE.fullmatch(text):
        return Exchange(tuple(view["table"]["hand"]) if found[1] is None else _cards(found[1]))
    if found := _END.fullmatch(text):
        return EndTurn(_cards(found[1]))
    raise UnreadableInput(
        "bad_move",
        f"You can draw, exchange, trade, react, build or end, not {quote(text[:60])}.",
        input=text[:200],
    )


def _cards(text: str) -> tuple[str, ...]:
    """H O Na, HONa or NaOH; with numbers a formula, as in H2O."""
    question = read_question(text)
    if isinstance(question, tuple):
        return tuple(question)
    return tuple(symbol for symbol, number in question.atoms for _ in range(min(number, 99)))


def write(action: Action) -> str:
    """An action as NOTATION has it."""
    match action:
        case Build(cards, name):
            return f"build {' '.join(cards)}" + (f" as {name}" if name else "")
        case React(reactors, owner, target):
            return f"react {' '.join(reactors)} with {target} of {owner}"
        case TradeUp(formula):
            return f"trade {formula}"
        case Exchange(cards):
            return f"exchange {' '.join(cards)}"
        case EndTurn(discards) if discards:
            return f"end {' '.join(discards)}"
    return next(word for word, meant in WORDS.items() if meant == action)


# --- drawing ------------------------------------------------------------------------------------------------


def draw(view: Mapping[str, Any], names: Sequence[str]) -> str:
    return "\n".join([*_table(view["table"]), "", *_players(view, names), *_hand(view)])


def _table(table: Mapping[str, Any]) -> Iterator[str]:
    bank = " · ".join(f"{name} {number}" for name, number in table["bank"].items())
    yield click.wrap_text(f"Bank: {bank}", width=110, subsequent_indent="      ")
    top = click.style(table["discard"][-1], bold=True) if table["discard"] else "none"
    yield f"Deck: {table['deck_size']} cards   Top of the discard pile: {top}"
    if table["to_make"] is not None:
        yield f"To be made: {', '.join(sorted(set(table['to_make']) - set(table['made']))) or 'nothing'}"
    if table["open_name"] is not None:
        yield f"Is {''.join(table['open_name']['cards'])} called {quote(table['open_name']['name'])}?"


def _players(view: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    table = view["table"]
    goal = "" if table["target"] is None else f" of {table['target']}"
    for player, name in enumerate(names):
        turn = "→" if player == table["turn"] else " "
        cards = [
            f"{card['formula']} ({card['molecule']}, {card['points']})" for card in table["stashes"][player]
        ]
        score = f"{view['scores'][player]:>2}{goal} points, {table['hand_sizes'][player]} cards"
        yield f"{turn} {player} {name:<14} {score}   {', '.join(cards) or '—'}"


def _hand(view: Mapping[str, Any]) -> Iterator[str]:
    held = view["table"]["hand"]
    if held is None:
        return
    cards = Situation.of(view).rules.builds.cards
    shown = []
    for symbol, number in sorted(Counter(held).items()):
        card = cards[symbol]
        valences = "/".join(f"{v:+d}" if v else "0" for v in (card.valence, card.second) if v is not None)
        shown.append(f"{click.style(symbol, bold=True)}{valences}{f' ×{number}' if number > 1 else ''}")
    yield ""
    yield f"Your hand:  {'   '.join(shown) or 'empty'}"

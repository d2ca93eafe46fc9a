"""The bots of Chemistry Monopoly by name, and what is worth doing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine.agents.bots import POLICY, Character, GentleBot, Hint, chooser_of
from adjudicator_rulesets.chemistry_monopoly.bots.bots import (
    BeginnerChooser,
    GreedyChooser,
    MonopolyBot,
    RandomChooser,
    Situation,
    StrongChooser,
)
from adjudicator_rulesets.chemistry_monopoly.bots.ideas import answer, ideas
from adjudicator_rulesets.chemistry_monopoly.bots.trading import proposals, sales
from adjudicator_rulesets.chemistry_monopoly.play.rulings import player_to_answer
from adjudicator_rulesets.chemistry_monopoly.play.state import NAME, DiceTurn

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator_rulesets.chemistry_monopoly.bots.bots import Chooser
    from adjudicator_rulesets.chemistry_monopoly.bots.ideas import Idea

BOTS: Mapping[str, str] = {name: name for name in ("random", "gentle", "greedy", POLICY, "strong")}
OVERLOOKS = 0.7  # how often gentle does not look for the best
RECALLING = frozenset(BOTS)  # bots that remember what their seat has seen: which offers were declined
ACCEPTED = 0.3  # of the offers that are made: what one brings is so much of its worth
LEVELLED: frozenset[str] = frozenset()
KNOWS = {
    "random": 25,
    "gentle": 45,
    "greedy": 60,
    POLICY: 85,
    "strong": 85,
}  # questions of a hundred (M-QUESTION)
CHOOSERS: dict[str, type[Chooser]] = {
    "random": RandomChooser,
    "greedy": GreedyChooser,
    POLICY: StrongChooser,
    "strong": StrongChooser,
}


def bot(character: Character) -> MonopolyBot | GentleBot:
    if character == Character("gentle"):
        return GentleBot(MonopolyBot(BeginnerChooser(), KNOWS[character.name]), hints, OVERLOOKS)
    return MonopolyBot(chooser_of(character, CHOOSERS, BOTS)(), KNOWS[character.name])


def hints(view: Mapping[str, Any], number: int) -> tuple[Hint[Any], ...]:
    """The best answers to what is asked, offers included, by what they are worth in AMUny."""
    situation = Situation(view)
    if situation.view["result"] is not None:
        return ()
    eye, state = situation.eye, situation.state
    found: list[Idea] = [answer(eye, offer, situation.accepting(offer)) for offer in situation.offers_to_me]
    if player_to_answer(state) == situation.me:
        found += ideas(eye)
        found += [replace(idea, value=ACCEPTED * idea.value) for idea in _trades(situation)]
    found.sort(key=lambda idea: -idea.value)
    return tuple(_hint(idea) for idea in found[:number])


def _trades(situation: Situation) -> list[Idea]:
    """What is worth a try, once a turn."""
    eye, state = situation.eye, situation.state
    if not situation.may("propose_offer") or state.offers.made_by(situation.me):
        return []
    if situation.debt:
        return sales(eye, situation.debt)[:2]
    return proposals(eye)[:2] if isinstance(state.agenda.top, DiceTurn) else []


def _hint(idea: Idea) -> Hint[Any]:
    return Hint(idea.action, round(idea.value, 1), prose.render(NAME, idea.code, idea.params))

"""What is said in a whole game: the sentences behind the codes of `refereeing`, of hints, and of events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.errors import quote
from adjudicator.prose import called, counted, listed, render, spelled, unsaid
from adjudicator_rulesets.valence_plus.judging.rules import sealed_code

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from adjudicator.engine.events import Event

MAX_SHOWN = 12


def _quoted(words: Sequence[str]) -> str:
    return listed([quote(word) for word in words[:MAX_SHOWN]])


# V-REAL: what the game lets happen, and a flask does not.
FLASK = {
    "copper_in_acid": (
        "In a flask copper does not dissolve in such acids: it stands behind hydrogen, and only an oxidising "
        "acid, as hot concentrated sulfuric acid, dissolves it, setting sulfur dioxide free."
    ),
    "brass_in_acid": "In a flask only the zinc dissolves, setting hydrogen free; the copper stays as it is.",
    "copper_sulfide_in_acid": (
        "In a flask copper sulfide does not dissolve in such acids; hot nitric acid dissolves it and leaves "
        "sulfur."
    ),
}

SENTENCES: dict[str, Callable[..., str]] = {
    "already_collected": lambda: "You have collected cards this turn; now you build, or end the turn.",
    "collect_first": lambda: "A turn begins with collecting cards: draw, exchange, trade up or react.",
    "may_collect": lambda: "You may collect cards in this way.",
    "draws_more_than_one": lambda number: (
        f"You draw {spelled(number)} cards; only who draws exactly one may take the discard pile's top card."
    ),
    "discard_pile_empty": lambda: "The discard pile is empty.",
    "nothing_to_exchange": lambda: "You have no cards to exchange.",
    "not_the_whole_hand": lambda: "An exchange puts the whole hand on the discard pile, every card once.",
    "not_in_hand": lambda symbols: f"Your hand does not have {_quoted(symbols)}.",
    "not_in_stash": lambda player, formulas: (
        f"The stash of {called(player)} has no {_quoted(formulas)} for this."
    ),
    "no_trade_up": lambda molecule, kinds: (
        f"{molecule} cannot be traded up; that is for {listed(list(kinds), 'or')}."
    ),
    "no_reactions_here": lambda: "In the game for younger players there are no reactions.",
    "no_reactor": lambda: "A reaction needs a reactor of your own stash.",
    "not_a_reactor": lambda molecule: f"{molecule} is no reactor.",
    "no_such_reaction": lambda reactors, target: f"{listed(list(reactors))} does not react with {target}.",
    "own_compound": lambda target: f"Only an opponent attacks a {target}.",
    "reaction_is_blocked": lambda owner, blocker: (
        f"The {blocker} of {called(owner)} blocks every reaction aimed at that stash."
    ),
    "reaction_is_aimed": lambda owner: f"{called(owner)} first says whether the reaction is blocked.",
    "was_blocked": lambda: "Your reaction was blocked; you react once a turn, so collect in another way.",
    "nothing_to_block": lambda: "No reaction is aimed at your stash.",
    "not_yours_to_block": lambda owner: f"The reaction is aimed at the stash of {called(owner)}.",
    "may_block": lambda: "You say whether your compound blocks the reaction.",
    "bank_is_out": lambda molecules: f"The bank has no {listed(list(molecules), 'or')} left.",
    "may_react": lambda equation, in_the_flask: (
        f"This reaction happens: {equation}.{' ' + FLASK[in_the_flask] if in_the_flask else ''}"
    ),
    "may_try": lambda: "You may try to build with these cards.",
    "in_the_bank": lambda molecule: f"The bank has {molecule}.",
    "name_wanted": lambda: "In this game you say which substance you build.",
    "name_overlong": lambda limit: f"A name has at most {limit} characters.",
    "misnamed_this_turn": lambda: "Its name was wrong; this build can be tried again in your next turn.",
    "name_is_open": lambda: "The others first say whether they accept the name.",
    "no_open_name": lambda: "No name waits for the table.",
    "your_own_name": lambda: "The others say whether they accept your name.",
    "opinion_was_given": lambda: "You have accepted this name already.",
    "may_settle_name": lambda: "You say whether you accept this name.",
    "discards_wanted": lambda number, limit: (
        f"You keep {limit} cards at most: discard exactly {spelled(number)}."
        if number
        else f"You hold no more than {limit} cards, so you discard none."
    ),
    "turn_may_end": lambda: "Your turn may end here.",
    "hint_draw": lambda number: f"Draws {spelled(number)} from the deck.",
    "hint_discard": lambda symbol: f"Takes the {symbol} on the discard pile.",
    "hint_exchange": lambda: "Three new cards for the whole hand.",
    "hint_trade": lambda molecule: f"Three cards for the {molecule}.",
    "hint_react": lambda products: f"Makes {listed(products)}, and draws three cards.",
    "hint_builds": lambda builds: f"Builds {listed(builds)} this turn.",
}


# --- events -------------------------------------------------------------------------------------------------


def _tell_draw(name: str, event: Event, _: Sequence[str]) -> str:
    seen = event.facts.get("symbols") or event["face_up"]
    pile = {"deck": "deck", "discard": "discard pile"}[event["source"]]
    drawn = counted(event["number"], "card")
    return f"{name}: draws {drawn} from the {pile}{': ' + ' '.join(seen) if seen else ''}"


def _tell_reaction(name: str, event: Event, names: Sequence[str]) -> str:
    reactors = listed([card["formula"] for card in event["reactors"]])
    whose = "" if event["owner"] == event.player else f" of {names[event['owner']]}"
    made = listed([f"{card['formula']} ({card['molecule']})" for card in event["products"]])
    target = event["target"]["formula"]
    flask = event.facts.get("in_the_flask")
    remark = f". {FLASK[flask]}" if flask else ""
    return f"{name}: reacts {reactors} with {target}{whose}, which gives {made}: {event['equation']}{remark}"


def said_of_name(facts: Mapping[str, Any]) -> str:
    """The ruling on a name, from the codes of the event, in the language that is spoken now."""
    return render("valence-plus", sealed_code(facts["answer"], facts["code"]), {})


def _tell_build(name: str, event: Event, _: Sequence[str]) -> str:
    return f"{name}: builds {event['formula']}, {event['name']} ({event['molecule']}, {event['points']})"


def _tell_end(_: str, event: Event, names: Sequence[str]) -> str:
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, event["scores"], strict=True))
    if event["reason"] == "target_reached":
        return f"The game is over. Winner: {listed([names[p] for p in event['winners']])}. {scores}."
    return f"The game is over: {ENDS[event['reason']]}"


ENDS = {
    "all_kinds_made": "every kind of molecule is made. All have won.",
    "cards_ran_out": "the cards have run out. All have lost.",
    "one_left": "nobody else is left.",
}
TOLD: dict[str, Callable[[str, Event, Sequence[str]], str | None]] = {
    "game_started": lambda _, event, names: f"First to play: {names[event['first']]}",
    "cards_drawn": _tell_draw,
    "deck_reshuffled": lambda _, event, __: (
        f"The discard pile is shuffled: {counted(event['number'], 'card')}."
    ),
    "hand_exchanged": lambda name, event, _: f"{name}: puts away {' '.join(event['cards'])}",
    "traded_up": lambda name, event, _: f"{name}: trades up {event['card']['formula']}",
    "reacted": _tell_reaction,
    "reaction_aimed": lambda name, event, names: (
        f"{name}: aims {listed(event['reactors'])} at {event['target']} of {names[event['owner']]}; "
        "it can be blocked"
    ),
    "reaction_blocked": lambda name, *_: f"{name}: blocks the reaction",
    "reaction_allowed": lambda name, *_: f"{name}: lets the reaction happen",
    "molecule_built": _tell_build,
    "name_given": lambda name, event, _: f"{name}: says {quote(event['name'])}. {said_of_name(event.facts)}",
    "name_settled": unsaid,
    "opinion_given": lambda name, event, _: (
        f"{name}: {'accepts' if event['accepted'] else 'refuses'} the name."
    ),
    "cards_discarded": lambda name, event, _: f"{name}: discards {' '.join(event['cards'])}",
    "turn_ended": lambda name, event, _: f"{name}: ends the turn, {counted(event['points'], 'point')} built",
    "game_ended": _tell_end,
}

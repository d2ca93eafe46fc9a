"""What is said in a whole game: the sentences behind the codes of `refereeing`, of hints, and of events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.errors import quote
from adjudicator.prose import counted, listed, render
from adjudicator_rulesets.valence_plus.judging.rules import sealed_code

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from adjudicator.engine.events import Event


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
# Where each of them is treated in N. N. Greenwood and A. Earnshaw, Chemistry of the Elements, 2nd ed. (1997).
FLASK_SOURCES = {
    "copper_in_acid": "chapter 28, copper: reactions of the metal with acids",
    "brass_in_acid": "chapter 28, copper, and chapter 29, zinc: reactions of the metals with acids",
    "copper_sulfide_in_acid": "chapter 15, sulfides of metals: those that dilute acids do not dissolve",
}

SENTENCES: dict[str, Callable[..., str]] = {
    "may_react": lambda equation, in_the_flask: (
        f"This reaction happens: {equation}.{' ' + FLASK[in_the_flask] if in_the_flask else ''}"
    ),
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
    "cards_drawn": _tell_draw,
    "reacted": _tell_reaction,
    "molecule_built": _tell_build,
    "name_given": lambda name, event, _: f"{name}: says {quote(event['name'])}. {said_of_name(event.facts)}",
    "opinion_given": lambda name, event, _: (
        f"{name}: {'accepts' if event['accepted'] else 'refuses'} the name."
    ),
    "game_ended": _tell_end,
}

"""What is said in a whole game: the sentences behind the codes of `refereeing`, of hints, and of events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.prose import ENGLISH, listed, spelled
from adjudicator_rulesets.chemistry_monopoly.play import questions
from adjudicator_rulesets.chemistry_monopoly.play.state import LAB_DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adjudicator.engine.events import Event

DECK_NAMES = {"lab-day": "Lab Day", "test-day": "Test Day"}


def _have(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _squares(number: int) -> str:
    return f"You hold {spelled(number)} square{'' if number == 1 else 's'}"


SENTENCES: dict[str, Callable[..., str]] = {
    "set_not_whole": lambda name, missing: (
        f"To condense {name} you need the whole set; {listed(missing)} {_have(missing)} not yours."
    ),
    "set_transferred": lambda names: (
        f"Nothing is condensed on a set while {listed(names)} {_have(names)} transferred."
    ),
    "hint_tax_fixed": lambda held: f"{_squares(held)}: the fixed sum is safe however much you have.",
    "hint_tax_share": lambda held: f"{_squares(held)}: with few squares the share is mostly the smaller sum.",
}


# --- events -------------------------------------------------------------------------------------------------


def _to(event: Event, names: Sequence[str]) -> str:
    return "the Lab" if event["to"] is None else names[event["to"]]


def _tell_moved(name: str, event: Event, _: Sequence[str]) -> str:
    go = f" and collects {event['collected']} for Go" if event["collected"] else ""
    return f"{name}: moves to {event['square']}{go}"


def _tell_evaporated(name: str, event: Event, _: Sequence[str]) -> str:
    left = f", {spelled(event['left'])} left" if event["left"] else ", nothing left"
    return f"{name}: evaporates {event['name']} for {event['price']}{left}"


def _tell_set(name: str, event: Event, _: Sequence[str]) -> str:
    left = listed([f"{spelled(level)} on {deed}" for deed, level in event["left"].items()])
    why = "the Lab lacks liquids for a solid"
    return f"{name}: evaporates {event['name']} and its set for {event['price']}, as {why}; left: {left}"


def _tell_auction(_: str, event: Event, names: Sequence[str]) -> str:
    first = names[event["bidders"][0]] if event["bidders"] else "nobody"
    return f"{event['name']} is auctioned; {first} begins."


def _tell_estate(name: str, event: Event, names: Sequence[str]) -> str:
    deeds = listed(event["deeds"]) if event["deeds"] else "nothing"
    return f"{names[event['to']]} gets what {name} had: {deeds}, and the money."


def _tell_left(name: str, event: Event, _: Sequence[str]) -> str:
    deeds = f"; to be auctioned: {listed(event['deeds'])}" if event["deeds"] else ""
    return f"What {name} had goes to the Lab{deeds}."


def _tell_end(_: str, event: Event, names: Sequence[str]) -> str:
    winners = listed([names[player] for player in event["winners"]])
    why = "is the last one left" if event["reason"] == "one_left" else "has most"
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, event["scores"], strict=True))
    return f"The game is over: {winners} {why}. {scores}."


SPARED = {
    "test-day": ", so the card costs nothing",
    "fine": ", so the fine is halved",
    "class": "",
}


def solved(exercise: str, language: str = ENGLISH) -> str:
    """The right answer in a sentence, as the end of another one."""
    return questions.solution(exercise, language).rstrip(".")


def _tell_answer(name: str, event: Event, _: Sequence[str]) -> str:
    if event["right"]:
        return f"{name}: answers {event['answer']}, which is right{SPARED[event['about']]}"
    wrong = f"answers {event['answer']}, which is wrong" if event["answer"] else "does not answer"
    return f"{name}: {wrong}: {solved(event['exercise'])}"


DEBTS = {
    "rent": "rent",
    "tax": "tax",
    "fine": "the fine",
    "card": "what the card says",
    "interest": "interest",
}

TOLD: dict[str, Callable[[str, Event, Sequence[str]], str | None]] = {
    "moved": _tell_moved,
    "evaporated": _tell_evaporated,
    "set_evaporated": _tell_set,
    "rent_paid": lambda name, event, names: (
        f"{name}: pays {_to(event, names)} {event['amount']} of rent for {event['name']}"
    ),
    "tax_chosen": lambda name, event, _: (
        f"{name}: chooses {'the sum' if event['choice'] == 'fixed' else 'the share'}, {event['amount']}"
    ),
    "card_drawn": lambda name, event, _: (
        f"{name}: draws from {'Lab Day' if event['deck'] == LAB_DAY else 'Test Day'}: {event['says']} "
        f"{event['chemistry']}"
    ),
    "card_paid": lambda name, event, names: f"{name}: pays {event['amount']} to {_to(event, names)}",
    "question_answered": _tell_answer,
    "debt_incurred": lambda name, event, names: (
        f"{name}: owes {_to(event, names)} {event['amount']}, {DEBTS[event['why']]}"
    ),
    "debt_paid": lambda name, event, names: (
        f"{name}: pays the debt of {event['amount']} to {_to(event, names)}"
    ),
    "auction_begun": _tell_auction,
    "went_bankrupt": lambda name, event, names: (
        f"{name}: cannot pay {event['amount']} to {_to(event, names)} and is bankrupt"
    ),
    "estate_taken": _tell_estate,
    "estate_left": _tell_left,
    "game_ended": _tell_end,
}

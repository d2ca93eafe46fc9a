"""What is said in a whole game of Compounded: why something is refused, hints, and what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.prose import listed
from adjudicator_rulesets.compounded.edition import FIELD as SIDE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adjudicator.engine.events import Event

NOBEL = "Nobel"
EXPERIMENTS = {"discovery": "Discovery", "study": "Study", "research": "Research", "lab": "Lab"}
MATTERS = {
    "nobel_trade": "swaps with Nobel",
    "trading": "trading",
    "surplus": "crystals that have no space",
    "claiming": "claims",
    "moving": "moving a claim",
    "goggles": "Safety Goggles",
    "research": "a Research turn",
    "last_burners": "Bunsen Burners",
    "lab": "scoring",
    "scoring": "the compound that is being scored",
    "taking_back": "a claim too many",
    "fire": "extinguishers",
    "scattering": "where crystals scatter",
    "refill": "the field",
    "keys": "Lab Keys",
}
KINDS = {
    "swap_nobel": "swap with Nobel", "done": "say that you are done", "discard": "discard a crystal",
    "claim": "claim a compound", "move_claim": "move a claim", "use_goggles": "use Goggles",
    "place": "place a crystal", "swap": "trade with the bag", "burn": "use a Burner", "end": "end this",
    "score": "score a compound", "grant": "name a Grant", "raise": "raise an experiment",
    "keep": "keep a crystal", "cylinder": "use a Cylinder", "take_back": "take a claim back",
    "extinguish": "use an extinguisher", "scatter_card": "choose a card to scatter",
    "scatter": "scatter a crystal", "use_key": "use a Key", "pass": "pass",
    "propose_offer": "make an offer", "counter_offer": "make a counter-offer",
    "accept_offer": "accept an offer", "decline_offer": "decline an offer",
    "withdraw_offer": "withdraw an offer",
}  # fmt: skip


def square(slot: int, side: int = SIDE) -> str:
    """A place of the field as players write it: a1 is the first, d4 the last."""
    row, column = divmod(slot, side)
    return f"{chr(ord('a') + column)}{row + 1}"


def crystal_words(crystals: Sequence[str]) -> str:
    """H, H and a wild as O."""
    return listed([_crystal(crystal) for crystal in crystals] or ["nothing"])


def _crystal(crystal: str) -> str:
    wild, _, symbol = crystal.rpartition(":")
    return f"a wild as {symbol}" if wild else symbol


def _not_asked(kind: str, about: str | None, asked: Sequence[str]) -> str:
    now = f"It is about {MATTERS[about]} now" if about in MATTERS else "It is not the time"
    if not asked:
        return f"{now}, and nothing is asked of you: you cannot {KINDS[kind]}."
    return f"{now}: you cannot {KINDS[kind]}, but {listed([KINDS[other] for other in asked], 'or')}."


SENTENCES: dict[str, Callable[..., str]] = {
    "not_asked": _not_asked,
    "not_raised_by_this": lambda experiment, wanted: (
        f"This compound does not raise {EXPERIMENTS[experiment]}, but "
        f"{listed([EXPERIMENTS[name] for name in wanted], 'or')}."
    ),
    "grant_an_experiment": lambda experiments: (
        f"Name an experiment that can still rise: {listed([EXPERIMENTS[e] for e in experiments], 'or')}."
    ),
    "grant_below_top": lambda experiments: (
        f"It is at its top; there is {listed([EXPERIMENTS[e] for e in experiments], 'or')}."
    ),
    "at_its_start": lambda experiment: f"{EXPERIMENTS[experiment]} is at its start and cannot go down.",
    "at_its_top": lambda experiment: f"{EXPERIMENTS[experiment]} is at its top and cannot go up.",
    "hint_best": lambda kind: f"Best is to {KINDS[kind]}.",
}


# --- events -------------------------------------------------------------------------------------------------


def _who(event: Event, names: Sequence[str], fact: str = "seat") -> str:
    seat: int = event[fact]
    return names[seat] if seat < len(names) else NOBEL


def _tell_drawn(_: str, event: Event, names: Sequence[str]) -> str:
    return f"{_who(event, names)}: draws {crystal_words(event['crystals'])}"


def _tell_placed(name: str, event: Event, names: Sequence[str]) -> str:
    who = _who(event, names)
    by = "" if who == name else f" (by {name})"
    where = "the extinguisher" if event["slot"] is None else f"{event['card']} ({square(event['slot'])})"
    return f"{who}: places {crystal_words([event['crystal']])} on {where}{by}"


def _tell_scored(_: str, event: Event, names: Sequence[str]) -> str:
    if event["shared"] is not None:
        each = f"shares its points with {_who(event, names, 'shared')}"
        return f"{_who(event, names)}: scores {event['card']} and {each}"
    return f"{_who(event, names)}: scores {event['card']} for {event['points']}"


def _tell_raised(_: str, event: Event, names: Sequence[str]) -> str:
    by = ", by a Grant" if event["why"] == "grant" else ""
    return f"{_who(event, names)}: {EXPERIMENTS[event['experiment']]} rises to {event['value']}{by}"


def _tell_grant(_: str, event: Event, names: Sequence[str]) -> str:
    to, experiment = _who(event, names, "to"), event["experiment"]
    what = "a share of the points" if experiment is None else EXPERIMENTS[experiment]
    return f"{_who(event, names)}: the Grant goes to {to}, {what}"


def _tell_fire(_: str, event: Event, __: Sequence[str]) -> str:
    cause = "A Lab Fire" if event["cause"] == "lab_fire" else "A Volatile reaction"
    return f"{cause}: flames come to {listed(event['cards'] or ['nothing'])}"


def _tell_flames(_: str, event: Event, __: Sequence[str]) -> str | None:
    return f"Flames on {listed(event['cards'])}" if event["cards"] else "No flame is placed."


def _tell_exploded(_: str, event: Event, __: Sequence[str]) -> str:
    return f"Exploded: {listed([row['card'] for row in event['cards']])}"


def _tell_scattered(name: str, event: Event, _: Sequence[str]) -> str:
    crystal = crystal_words([event["crystal"]])
    return f"{name}: moves {crystal} from {square(event['source'])} to {event['card']}"


def _tell_lost(name: str, event: Event, _: Sequence[str]) -> str | None:
    lost = event["crystals"]
    return f"{name}: moves {crystal_words(lost)} from {square(event['slot'])} to the bag" if lost else None


def _tell_final(name: str, event: Event, _: Sequence[str]) -> str:
    parts = {
        "for crystals on claims": event["claims"],
        "for the bench": event["bench"],
        "for extinguishers": event["extinguishers"],
        "for wilds": event["wilds"],
    }
    counted = [f"{number} {what}" for what, number in parts.items() if number]
    return f"{name}: {listed(counted)}" if counted else f"{name}: nothing more"


ENDS = {
    "points_reached": "somebody had reached the points",
    "experiments_complete": "somebody had completed three experiments",
    "field_not_filled": "the field could not be filled",
    "one_left": "nobody else is left",
}


def _tell_end(_: str, event: Event, names: Sequence[str]) -> str:
    people = [seat for seat, rank in enumerate(event["ranks"]) if rank]
    scores = ", ".join(f"{names[seat]} {event['scores'][seat]}" for seat in people)
    winners = listed([names[player] for player in event["winners"]] or ["nobody"])
    return f"The game is over, for {ENDS[event['reason']]}. Winner: {winners}. {scores}."


PASSES = {
    "nobel_trade": "does not swap with Nobel",
    "claiming": "declines to claim",
    "moving": "leaves the claims where they are",
    "goggles": "keeps the Safety Goggles",
    "last_burners": "keeps the Bunsen Burner",
    "scoring": "keeps no crystal",
    "fire": "uses no extinguisher",
    "keys": "keeps the Lab Key",
}

TOLD: dict[str, Callable[[str, Event, Sequence[str]], str | None]] = {
    "crystals_drawn": _tell_drawn,
    "crystal_discarded": lambda _, event, names: f"{_who(event, names)}: has no space for {event['crystal']}",
    "claim_placed": lambda name, event, _: f"{name}: claims {event['card']} ({square(event['slot'])})",
    "passed": lambda name, event, _: f"{name}: {PASSES.get(event['about'], 'passes')}",
    "crystal_placed": _tell_placed,
    "compound_completed": lambda _, event, names: (
        f"{_who(event, names)}: has completed {event['card']}, a temporary claim"
    ),
    "grant_named": _tell_grant,
    "compound_scored": _tell_scored,
    "experiment_raised": _tell_raised,
    "cylinder_used": lambda name, event, _: (
        f"{name}: lowers {EXPERIMENTS[event['down']]} and raises {EXPERIMENTS[event['up']]}"
    ),
    "end_announced": lambda name, event, _: (
        f"{name}: {'has the points' if event['reason'] == 'points_reached' else 'has three experiments'}; "
        f"turn {event['last']} is the last"
    ),
    "fire_broke_out": _tell_fire,
    "flames_placed": _tell_flames,
    "exploded": _tell_exploded,
    "crystal_scattered": _tell_scattered,
    "scattering_ended": _tell_lost,
    "card_laid": lambda _, event, __: f"New in the field: {event['card']} ({square(event['slot'])})",
    "final_scored": _tell_final,
    "game_ended": _tell_end,
}

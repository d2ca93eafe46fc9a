"""What is said in a whole game of Compounded: why something is refused, hints, and what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.prose import listed, spelled, unsaid
from adjudicator_rulesets.compounded.edition import FIELD as SIDE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adjudicator.engine.events import Event

NOBEL = "Nobel"
EXPERIMENTS = {"discovery": "Discovery", "study": "Study", "research": "Research", "lab": "Lab"}
TOOLS = {
    "goggles": "Safety Goggles",
    "key": "a Lab Key",
    "pipet": "a Pipet",
    "cylinder": "a Graduated Cylinder",
    "burner": "a Bunsen Burner",
    "journal": "a Journal",
}
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
    "may_do": lambda: "This is asked of you now.",
    "no_such_crystal_here": lambda crystal: f"There is no crystal of {crystal!r} to take.",
    "no_card": lambda slot: f"The field has no card in place {slot}.",
    "is_claimed": lambda card, player: f"{card} is claimed by player {player}.",
    "claims_used_up": lambda allowed: (
        f"Your Study level lets you claim {spelled(allowed)}; you have no claim to spare."
    ),
    "no_token": lambda: "All your claim tokens are on the field.",
    "bare_in_research": lambda card: f"In the Research phase only a card with a crystal; {card} has none.",
    "no_such_claim": lambda slot: f"There is no claim of yours in place {slot} for this.",
    "so_many_goggles": lambda number, held: f"You have {spelled(held)} Safety Goggles, not {number}.",
    "all_placed": lambda allowed: f"Your Research level lets you place {spelled(allowed)}, and you have.",
    "no_wild": lambda: "You have no wild element.",
    "extinguisher_takes_none": lambda crystal: f"Your extinguisher has no place for {crystal!r}.",
    "is_full": lambda card: f"{card} is complete.",
    "has_no_place": lambda card, crystal: f"{card} has no place left for {crystal}.",
    "no_token_to_complete": lambda card: (
        f"This would complete {card}, and no claim token of yours is off the field to mark it."
    ),
    "nobel_places_on_unclaimed": lambda card: f"Nobel places on unclaimed compounds; {card} is claimed.",
    "swapped_before": lambda: "You have traded with the bag this turn.",
    "too_few_to_swap": lambda crystal, number: (
        f"You give {spelled(number)} equal crystals of your bench; you have fewer of {crystal!r}."
    ),
    "not_in_bag": lambda crystal: f"The bag has no {crystal!r}.",
    "has_a_flame": lambda card: f"{card} has a flame already.",
    "no_flames_left": lambda: "All flames of the box lie on the field; there is none to put here.",
    "grant_where_room_is": lambda: "Somebody else has an experiment with room; name one of those.",
    "nothing_to_score": lambda slot: f"There is no completed compound to score in place {slot}.",
    "not_raised_by_this": lambda experiment, wanted: (
        f"This compound does not raise {EXPERIMENTS[experiment]}, but "
        f"{listed([EXPERIMENTS[name] for name in wanted], 'or')}."
    ),
    "grant_to_another": lambda player: f"A Grant goes to another scientist, not to player {player}.",
    "grant_an_experiment": lambda experiments: (
        f"Name an experiment that can still rise: {listed([EXPERIMENTS[e] for e in experiments], 'or')}."
    ),
    "grant_below_top": lambda experiments: (
        f"It is at its top; there is {listed([EXPERIMENTS[e] for e in experiments], 'or')}."
    ),
    "grant_is_shared": lambda experiments: (  # noqa: ARG005
        "All four experiments of that scientist are complete: name none, and the points are shared."
    ),
    "two_experiments": lambda: "One experiment goes down and another up.",
    "at_its_start": lambda experiment: f"{EXPERIMENTS[experiment]} is at its start and cannot go down.",
    "at_its_top": lambda experiment: f"{EXPERIMENTS[experiment]} is at its top and cannot go up.",
    "no_flame_comes_here": lambda slot: f"No flame is about to be put on place {slot}.",
    "not_yours_to_scatter": lambda slot: f"What exploded in place {slot} is not yours to scatter.",
    "cannot_scatter": lambda crystal, slot: f"No {crystal!r} of this explosion can go to place {slot}.",
    "hint_place": lambda card, left: (
        f"Completes {card}." if not left else f"Brings {card} nearer: {left} more to place."
    ),
    "hint_extinguisher": lambda: "An extinguisher saves a compound, or counts three at the end.",
    "hint_claim": lambda card, points: f"{card} is worth {points} points and suits your crystals.",
    "hint_score": lambda card: f"{card} is complete.",
    "hint_end": lambda: "Ends the Research turn.",
    "hint_best": lambda kind: f"Best is to {KINDS[kind]}.",
}


# --- events -------------------------------------------------------------------------------------------------


def _who(event: Event, names: Sequence[str]) -> str:
    seat: int = event["seat"]
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
        each = f"shares its points with {names[event['shared']]}"
        return f"{_who(event, names)}: scores {event['card']} and {each}"
    return f"{_who(event, names)}: scores {event['card']} for {event['points']}"


def _tell_raised(_: str, event: Event, names: Sequence[str]) -> str:
    by = ", by a Grant" if event["why"] == "grant" else ""
    return f"{_who(event, names)}: {EXPERIMENTS[event['experiment']]} rises to {event['value']}{by}"


def _tell_grant(_: str, event: Event, names: Sequence[str]) -> str:
    to, experiment = names[event["to"]], event["experiment"]
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


def _tell_lost(_: str, event: Event, __: Sequence[str]) -> str | None:
    lost = event["crystals"]
    return f"From {square(event['slot'])} to the bag: {crystal_words(lost)}" if lost else None


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
    "game_started": lambda _, event, names: f"Lead scientist: {names[event['lead']]}",
    "turn_begun": lambda _, event, names: f"Turn {event['round']}. Lead: {names[event['lead']]}",
    "crystals_drawn": _tell_drawn,
    "nobel_trade_begun": unsaid,
    "nobel_swapped": lambda name, event, _: f"{name}: gives Nobel {event['give']} and gets {event['get']}",
    "trading_begun": lambda *_: "Trading is open.",
    "done_said": lambda name, *_: f"{name}: is done trading",
    "trading_ended": lambda *_: "Trading is over.",
    "crystal_discarded": lambda _, event, names: f"{_who(event, names)}: has no space for {event['crystal']}",
    "bench_settled": unsaid,
    "study_begun": lambda *_: "Study phase",
    "claim_placed": lambda name, event, _: f"{name}: claims {event['card']} ({square(event['slot'])})",
    "claims_settled": unsaid,
    "claim_moved": lambda name, event, _: (
        f"{name}: moves a claim from {event['cards'][0]} to {event['cards'][1]}"
    ),
    "passed": lambda name, event, _: f"{name}: {PASSES.get(event['about'], 'passes')}",
    "research_begun": lambda *_: "Research phase",
    "goggles_used": lambda name, event, _: f"{name}: uses {spelled(event['number'])} Safety Goggles",
    "placing_begun": unsaid,
    "crystal_placed": _tell_placed,
    "compound_completed": lambda _, event, names: (
        f"{_who(event, names)}: has completed {event['card']}, a temporary claim"
    ),
    "extinguisher_ready": lambda name, *_: f"{name}: has an extinguisher ready",
    "crystals_swapped": lambda name, event, _: (
        f"{name}: gives {event['number']} {event['give']} for {event['get']} from the bag"
    ),
    "research_ended": unsaid,
    "placing_ended": unsaid,
    "lab_begun": lambda *_: "Lab phase",
    "part_ended": unsaid,
    "scoring_begun": unsaid,
    "grant_named": _tell_grant,
    "compound_scored": _tell_scored,
    "tool_gained": lambda name, event, _: f"{name}: gets {TOOLS[event['tool']]}",
    "experiment_raised": _tell_raised,
    "step_skipped": unsaid,
    "crystal_kept": lambda name, event, _: f"{name}: keeps {event['crystal']} by the Journal",
    "compound_cleared": unsaid,
    "cylinder_used": lambda name, event, _: (
        f"{name}: lowers {EXPERIMENTS[event['down']]} and raises {EXPERIMENTS[event['up']]}"
    ),
    "claim_too_many": unsaid,
    "claim_taken_back": lambda name, event, _: f"{name}: takes the claim on {event['card']} back",
    "bench_too_full": unsaid,
    "end_announced": lambda name, event, _: (
        f"{name}: {'has the points' if event['reason'] == 'points_reached' else 'has three experiments'}; "
        f"turn {event['last']} is the last"
    ),
    "burner_lit": lambda name, event, _: f"{name}: holds a Bunsen Burner to {event['card']}",
    "fire_broke_out": _tell_fire,
    "flame_prevented": lambda name, event, _: f"{name}: an extinguisher spares {event['card']}",
    "flames_placed": _tell_flames,
    "exploded": _tell_exploded,
    "scattering_begun": unsaid,
    "crystal_scattered": _tell_scattered,
    "scattering_ended": _tell_lost,
    "blast_over": unsaid,
    "refilling": unsaid,
    "card_laid": lambda _, event, __: f"New in the field: {event['card']} ({square(event['slot'])})",
    "fire_drawn": lambda _, event, __: (
        "A Lab Fire comes up." if event["burns"] else "Another Lab Fire is put aside."
    ),
    "keys_asked": unsaid,
    "key_used": lambda name, *_: f"{name}: discards a Lab Key to lead",
    "final_scored": _tell_final,
    "game_ended": _tell_end,
}

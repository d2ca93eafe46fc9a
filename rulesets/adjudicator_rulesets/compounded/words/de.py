"""What Compounded says, in German; the compounds of the cards by their German names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.languages import de
from adjudicator.languages.boxes import offers_with_words, saying, told_with_words, with_words
from adjudicator.languages.de_words import listed, spelled
from adjudicator.prose import unsaid
from adjudicator_rulesets.compounded.words import de_faults
from adjudicator_rulesets.compounded.words.play import NOBEL, square

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from adjudicator.engine.events import Event

FAULTS = de_faults.FAULTS

say = saying(Path(__file__).with_suffix(".toml"), "de")

EXPERIMENTS = {"discovery": "Entdeckung", "study": "Studium", "research": "Forschung", "lab": "Labor"}
RAISES = {"liquid": "Entdeckung", "gas": "Forschung", "solid": "Studium"}
STATES = {"liquid": "flüssig", "gas": "gasförmig", "solid": "fest"}
TOOLS = {
    "goggles": "eine Schutzbrille",
    "key": "einen Laborschlüssel",
    "pipet": "eine Pipette",
    "cylinder": "einen Messzylinder",
    "burner": "einen Bunsenbrenner",
    "journal": "ein Laborjournal",
}
MATTERS = {
    "nobel_trade": "den Tausch mit Nobel",
    "trading": "den Handel",
    "surplus": "Kristalle ohne Platz",
    "claiming": "Ansprüche",
    "moving": "das Versetzen eines Anspruchs",
    "goggles": "Schutzbrillen",
    "research": "einen Forschungszug",
    "last_burners": "Bunsenbrenner",
    "lab": "die Wertung",
    "scoring": "die Verbindung, die gewertet wird",
    "taking_back": "einen Anspruch zu viel",
    "fire": "Löscher",
    "scattering": "verstreute Kristalle",
    "refill": "das Feld",
    "keys": "Laborschlüssel",
}
KINDS = {
    "swap_nobel": "mit Nobel tauschen", "done": "den Handel beenden", "discard": "einen Kristall zurücklegen",
    "claim": "eine Verbindung belegen", "move_claim": "einen Anspruch versetzen",
    "use_goggles": "die Schutzbrille benutzen", "place": "einen Kristall legen",
    "swap": "mit dem Beutel tauschen", "burn": "einen Brenner benutzen", "end": "dies beenden",
    "score": "eine Verbindung werten", "grant": "eine Förderung vergeben", "raise": "ein Experiment erhöhen",
    "keep": "einen Kristall behalten", "cylinder": "den Messzylinder benutzen",
    "take_back": "einen Anspruch zurücknehmen", "extinguish": "einen Löscher benutzen",
    "scatter_card": "eine Karte zum Verstreuen wählen", "scatter": "einen Kristall verstreuen",
    "use_key": "einen Schlüssel benutzen", "pass": "verzichten", "propose_offer": "ein Angebot machen",
    "counter_offer": "ein Gegenangebot machen", "accept_offer": "ein Angebot annehmen",
    "decline_offer": "ein Angebot ablehnen", "withdraw_offer": "ein Angebot zurückziehen",
}  # fmt: skip


def _names(experiments: Sequence[str]) -> str:
    return listed([EXPERIMENTS[name] for name in experiments], "oder")


def _crystals(crystals: Sequence[str]) -> str:
    return listed([_crystal(crystal) for crystal in crystals] or ["nichts"])


def _crystal(crystal: str) -> str:
    wild, _, symbol = crystal.rpartition(":")
    return f"einen Joker als {symbol}" if wild else symbol


def _not_asked(kind: str, about: str | None, asked: Sequence[str]) -> str:
    now = f"Jetzt geht es um {MATTERS[about]}" if about in MATTERS else "Jetzt ist nicht die Zeit dafür"
    if not asked:
        return f"{now}, und du wirst nichts gefragt: {KINDS[kind]} geht nicht."
    return f"{now}: {KINDS[kind]} geht nicht, aber {listed([KINDS[other] for other in asked], 'oder')}."


def _flames(limit: int | None) -> str:
    if limit is None:
        return "Sie brennt nicht."
    return f"Sie brennt: {spelled(limit)} Flamme{'' if limit == 1 else 'n'}, und sie explodiert."


CARD_TOOLS = {
    "goggles": "eine Schutzbrille: abgelegt zieht sie Kristalle für einen Forschungszug",
    "key": "einen Laborschlüssel: abgelegt macht er dich zur Leitung der nächsten Runde",
    "pipet": "eine Pipette: zwei gleiche Kristalle für einen aus dem Beutel statt drei",
    "cylinder": "einen Messzylinder: einmal je Runde ein Experiment eine Stufe hinab, ein anderes hinauf",
    "burner": "einen Bunsenbrenner: abgelegt legt er eine Flamme auf eine Karte ohne",
    "journal": "ein Laborjournal: einmal je Laborphase bleibt ein Kristall des Gewerteten bei dir",
}
CARD_REACTIONS = {
    "grant": "Förderung: Wer sie wertet, erhöht ein Experiment eines anderen",
    "volatile": "Flüchtig: Beim Werten bekommt jede brennbare Karte eine Flamme",
}


def _wild(number: int) -> str:
    return "einem Joker" if number == 1 else f"{number} Jokern"


def _lacking(card: Mapping[str, Any], level: int) -> str:
    faults = []
    if card["lacks"]:
        wilds = f" (mit {_wild(card['wilds'])})" if card["wilds"] else ""
        faults.append(f"es fehlt {' '.join(card['lacks'])}{wilds}")
    if card["too_many"]:
        places = spelled(level + card["too_many"])
        faults.append(f"sie hat {places} Plätze, und die Forschung legt {level} je Zug")
    return f"{card['card']} ({card['formula']}): {' und '.join(faults)}"


def _worth(card: Mapping[str, Any]) -> str:
    return f"{card['card']} ({card['formula']}, {card['points']} Punkte)"


def _ready(card: Mapping[str, Any]) -> str:
    wilds = f" mit {_wild(card['wilds'])} für {' '.join(card['lacks'])}" if card["lacks"] else ""
    return f"{_worth(card)}{wilds}"


_SENTENCES: dict[str, Callable[..., str]] = {
    "crystals_in_bag": lambda: "Von jedem Element gibt es Kristalle.",
    "no_such_crystal": lambda symbols: f"Der Beutel hat keine Kristalle von {listed(symbols)}.",
    "too_few_crystals": lambda symbol, count: f"Von {symbol} gibt es nur {count} Kristalle.",
    "is_card": lambda name, points, lesson: f"{name}, {points} Punkte.",  # noqa: ARG005 - lessons are English
    "state_of_card": lambda state: f"Bei Raumtemperatur {STATES[state]}, also erhöht sie {RAISES[state]}.",
    "flames_of_card": _flames,
    "tool_of_card": lambda tool: f"Sie bringt {CARD_TOOLS[tool]}.",
    "reaction_of_card": lambda reaction: f"Sie löst eine Reaktion aus. {CARD_REACTIONS[reaction]}.",
    "is_extinguisher": lambda crystals, worth: (
        f"Der Feuerlöscher: Alle bauen einen aus {listed(crystals)}. Fertig hält er eine Flamme von einer "
        f"Karte fern; unbenutzt zählt er am Ende {worth} Punkte."
    ),
    "real_compound": lambda name: f"{name} gibt es wirklich, aber keine Karte dieser Schachtel hat es.",
    "real_but_no_card": lambda text, name: (
        f"{text} ist {name}: eine echte Verbindung, aber keine Karte dieser Schachtel hat sie."
    ),
    "no_card_not_on_record": lambda text: (
        f"Keine Karte hat {text}, und eine solche Verbindung ist nicht verzeichnet."
    ),
    "zero_for_letter": lambda text, meant: (
        f"In {text} steht eine Null. Ist {meant} gemeint, mit dem Buchstaben O?"
    ),
    "bench_completes": lambda cards: (
        f"Auf leeren Karten vollendet dieser Tisch jetzt {listed([_ready(card) for card in cards], 'oder')}."
    ),
    "bench_completes_none": lambda wilds, level: (
        f"Dieser Tisch mit {_wild(wilds)} vollendet keine leere Karte in einem Zug, der {level} legt."
    ),
    "bench_lacks": lambda cards, level: (
        f"Am nächsten von den anderen: {'; '.join(_lacking(card, level) for card in cards)}."
    ),
    "bench_completes_it": lambda card: f"Der Tisch vollendet sie jetzt: {_ready(card)}.",
    "bench_lacks_for_it": lambda card, level: (
        f"Der Tisch vollendet sie jetzt nicht: {_lacking(card, level)}."
    ),
    "crystals_complete": lambda cards: (
        "Keine Karte besteht genau aus diesen Kristallen. Sie reichen für "
        f"{listed([_worth(card) for card in cards], 'oder')}."
    ),
    "crystals_short": lambda cards, missing: (
        f"Diese Kristalle vollenden keine Karte. Am nächsten ist {listed(cards, 'oder')}: "
        f"{listed(missing)} fehlt."
    ),
    "not_asked": _not_asked,
    "may_do": lambda: "Das wirst du jetzt gefragt.",
    "no_such_crystal_here": lambda crystal: f"Hier ist kein Kristall von {crystal!r}.",
    "no_card": lambda slot: f"An Stelle {slot} des Feldes liegt keine Karte.",
    "is_claimed": lambda card, player: f"{card} ist von Person {player} belegt.",
    "claims_used_up": lambda allowed: (
        f"Dein Studium erlaubt {spelled(allowed)} Ansprüche; du hast keinen mehr frei."
    ),
    "no_token": lambda: "Alle deine Marken liegen auf dem Feld.",
    "bare_in_research": lambda card: (
        f"In der Forschung nur eine Karte, auf der ein Kristall liegt; {card} ist leer."
    ),
    "no_such_claim": lambda slot: f"An Stelle {slot} ist kein passender Anspruch von dir.",
    "so_many_goggles": lambda number, held: f"Du hast {spelled(held)} Schutzbrillen, nicht {number}.",
    "all_placed": lambda allowed: f"Deine Forschung erlaubt {spelled(allowed)} Kristalle; sie sind gelegt.",
    "no_wild": lambda: "Du hast keinen Joker.",
    "extinguisher_takes_none": lambda crystal: f"Dein Löscher hat keinen Platz für {crystal!r}.",
    "is_full": lambda card: f"{card} ist fertig.",
    "has_no_place": lambda card, crystal: f"{card} hat keinen Platz mehr für {crystal}.",
    "no_token_to_complete": lambda card: (
        f"Damit wäre {card} fertig, und dir fehlt eine Marke außerhalb des Feldes dafür."
    ),
    "nobel_places_on_unclaimed": lambda card: f"Nobel legt auf freie Verbindungen; {card} ist belegt.",
    "swapped_before": lambda: "Du hast in diesem Zug schon mit dem Beutel getauscht.",
    "too_few_to_swap": lambda crystal, number: (
        f"Man gibt {spelled(number)} gleiche Kristalle der Werkbank; von {crystal!r} hast du weniger."
    ),
    "not_in_bag": lambda crystal: f"Im Beutel ist kein {crystal!r}.",
    "has_a_flame": lambda card: f"{card} hat schon eine Flamme.",
    "no_flames_left": lambda: "Alle Flammen der Schachtel liegen auf dem Feld; für hier ist keine übrig.",
    "grant_where_room_is": lambda: "Jemand anders hat noch ein Experiment mit Platz; nenne eins davon.",
    "nothing_to_score": lambda slot: f"An Stelle {slot} ist keine fertige Verbindung zu werten.",
    "not_raised_by_this": lambda experiment, wanted: (
        f"Diese Verbindung erhöht nicht {EXPERIMENTS[experiment]}, sondern {_names(wanted)}."
    ),
    "grant_to_another": lambda player: f"Eine Förderung geht an jemand anderen, nicht an Person {player}.",
    "grant_an_experiment": lambda experiments: (
        f"Nenne ein Experiment, das noch steigen kann: {_names(experiments)}."
    ),
    "grant_below_top": lambda experiments: f"Es ist schon oben; es gibt {_names(experiments)}.",
    "grant_is_shared": lambda experiments: (  # noqa: ARG005
        "Alle vier Experimente sind abgeschlossen: Nenne keines, dann werden die Punkte geteilt."
    ),
    "two_experiments": lambda: "Ein Experiment sinkt, und ein anderes steigt.",
    "at_its_start": lambda experiment: f"{EXPERIMENTS[experiment]} ist am Anfang und kann nicht sinken.",
    "at_its_top": lambda experiment: f"{EXPERIMENTS[experiment]} ist oben und kann nicht steigen.",
    "no_flame_comes_here": lambda slot: f"Auf Stelle {slot} kommt gerade keine Flamme.",
    "not_yours_to_scatter": lambda slot: f"Was an Stelle {slot} explodiert ist, verstreust nicht du.",
    "cannot_scatter": lambda crystal, slot: (
        f"Kein {crystal!r} dieser Explosion kann auf Stelle {slot} gehen."
    ),
    "hint_place": lambda card, left: (
        f"Vollendet {card}." if not left else f"Bringt {card} näher: Es fehlen noch {left}."
    ),
    "hint_extinguisher": lambda: "Ein Löscher rettet eine Verbindung oder zählt am Ende drei.",
    "hint_claim": lambda card, points: f"{card} bringt {points} Punkte und passt zu deinen Kristallen.",
    "hint_score": lambda card: f"{card} ist fertig.",
    "hint_end": lambda: "Beendet den Forschungszug.",
    "hint_best": lambda kind: f"Am besten: {KINDS[kind]}.",
}
WORDS = {"card", "cards", "name", "names"}
SENTENCES = with_words(_SENTENCES, WORDS, say)


# --- events -------------------------------------------------------------------------------------------------


def _who(event: Event, names: Sequence[str]) -> str:
    seat: int = event["seat"]
    return names[seat] if seat < len(names) else NOBEL


def _tell_placed(name: str, event: Event, names: Sequence[str]) -> str:
    who = _who(event, names)
    by = "" if who == name else f" (durch {name})"
    where = "den Löscher" if event["slot"] is None else f"{event['card']} ({square(event['slot'])})"
    return f"{who}: legt {_crystals([event['crystal']])} auf {where}{by}"


def _tell_scored(_: str, event: Event, names: Sequence[str]) -> str:
    if event["shared"] is not None:
        return f"{_who(event, names)}: wertet {event['card']} und teilt mit {names[event['shared']]}"
    return f"{_who(event, names)}: wertet {event['card']} für {event['points']}"


def _tell_raised(_: str, event: Event, names: Sequence[str]) -> str:
    by = ", durch eine Förderung" if event["why"] == "grant" else ""
    return f"{_who(event, names)}: {EXPERIMENTS[event['experiment']]} steigt auf {event['value']}{by}"


def _tell_grant(_: str, event: Event, names: Sequence[str]) -> str:
    experiment = event["experiment"]
    what = "ein Teil der Punkte" if experiment is None else EXPERIMENTS[experiment]
    return f"{_who(event, names)}: Die Förderung geht an {names[event['to']]}, {what}"


def _tell_fire(_: str, event: Event, __: Sequence[str]) -> str:
    cause = "Ein Laborbrand" if event["cause"] == "lab_fire" else "Eine flüchtige Reaktion"
    return f"{cause}: Flammen kommen auf {listed(event['cards'] or ['nichts'])}"


def _tell_lost(_: str, event: Event, __: Sequence[str]) -> str | None:
    lost = event["crystals"]
    return f"Von {square(event['slot'])} in den Beutel: {_crystals(lost)}" if lost else None


def _tell_final(name: str, event: Event, _: Sequence[str]) -> str:
    parts = {
        "für Kristalle auf Ansprüchen": event["claims"],
        "für die Werkbank": event["bench"],
        "für Löscher": event["extinguishers"],
        "für Joker": event["wilds"],
    }
    counted = [f"{number} {what}" for what, number in parts.items() if number]
    return f"{name}: {listed(counted)}" if counted else f"{name}: nichts mehr"


ENDS = {
    "points_reached": "jemand hatte die Punkte erreicht",
    "experiments_complete": "jemand hatte drei Experimente abgeschlossen",
    "field_not_filled": "das Feld konnte nicht gefüllt werden",
    "one_left": "sonst ist niemand mehr da",
}


def _tell_end(_: str, event: Event, names: Sequence[str]) -> str:
    people = [seat for seat, rank in enumerate(event["ranks"]) if rank]
    scores = ", ".join(f"{names[seat]} {event['scores'][seat]}" for seat in people)
    winners = listed([names[player] for player in event["winners"]] or ["niemand"])
    return f"Das Spiel ist aus: {ENDS[event['reason']]}. Gewonnen: {winners}. {scores}."


PASSES = {
    "nobel_trade": "tauscht nicht mit Nobel",
    "claiming": "belegt nichts",
    "moving": "lässt die Ansprüche, wo sie sind",
    "goggles": "behält die Schutzbrille",
    "last_burners": "behält den Bunsenbrenner",
    "scoring": "behält keinen Kristall",
    "fire": "benutzt keinen Löscher",
    "keys": "behält den Laborschlüssel",
}


def _goggles(number: int) -> str:
    return "eine Schutzbrille" if number == 1 else f"{spelled(number)} Schutzbrillen"


_TOLD: dict[str, Callable[[str, Event, Sequence[str]], str | None]] = {
    "game_started": lambda _, event, names: f"Leitung: {names[event['lead']]}",
    "turn_begun": lambda _, event, names: f"Runde {event['round']}. Leitung: {names[event['lead']]}",
    "crystals_drawn": lambda _, event, names: f"{_who(event, names)}: zieht {_crystals(event['crystals'])}",
    "nobel_trade_begun": unsaid,
    "nobel_swapped": lambda name, event, _: f"{name}: gibt Nobel {event['give']} und bekommt {event['get']}",
    "trading_begun": lambda *_: "Der Handel ist eröffnet.",
    "done_said": lambda name, *_: f"{name}: ist mit dem Handel fertig",
    "trading_ended": lambda *_: "Der Handel ist vorbei.",
    "crystal_discarded": lambda _, event, names: (
        f"{_who(event, names)}: hat keinen Platz für {event['crystal']}"
    ),
    "bench_settled": unsaid,
    "study_begun": lambda *_: "Studium",
    "claim_placed": lambda name, event, _: f"{name}: belegt {event['card']} ({square(event['slot'])})",
    "claims_settled": unsaid,
    "claim_moved": lambda name, event, _: (
        f"{name}: versetzt einen Anspruch von {event['cards'][0]} auf {event['cards'][1]}"
    ),
    "passed": lambda name, event, _: f"{name}: {PASSES.get(event['about'], 'verzichtet')}",
    "research_begun": lambda *_: "Forschung",
    "goggles_used": lambda name, event, _: f"{name}: benutzt {_goggles(event['number'])}",
    "placing_begun": unsaid,
    "crystal_placed": _tell_placed,
    "compound_completed": lambda _, event, names: (
        f"{_who(event, names)}: hat {event['card']} vollendet, ein vorläufiger Anspruch"
    ),
    "extinguisher_ready": lambda name, *_: f"{name}: hat einen Löscher bereit",
    "crystals_swapped": lambda name, event, _: (
        f"{name}: gibt {event['number']} {event['give']} für {event['get']} aus dem Beutel"
    ),
    "research_ended": unsaid,
    "placing_ended": unsaid,
    "lab_begun": lambda *_: "Labor",
    "part_ended": unsaid,
    "scoring_begun": unsaid,
    "grant_named": _tell_grant,
    "compound_scored": _tell_scored,
    "tool_gained": lambda name, event, _: f"{name}: bekommt {TOOLS[event['tool']]}",
    "experiment_raised": _tell_raised,
    "step_skipped": unsaid,
    "crystal_kept": lambda name, event, _: f"{name}: behält {event['crystal']} durch das Laborjournal",
    "compound_cleared": unsaid,
    "cylinder_used": lambda name, event, _: (
        f"{name}: senkt {EXPERIMENTS[event['down']]} und erhöht {EXPERIMENTS[event['up']]}"
    ),
    "claim_too_many": unsaid,
    "claim_taken_back": lambda name, event, _: f"{name}: nimmt den Anspruch auf {event['card']} zurück",
    "bench_too_full": unsaid,
    "end_announced": lambda name, event, _: (
        f"{name}: hat {'die Punkte' if event['reason'] == 'points_reached' else 'drei Experimente'}; "
        f"Runde {event['last']} ist die letzte"
    ),
    "burner_lit": lambda name, event, _: f"{name}: hält einen Bunsenbrenner an {event['card']}",
    "fire_broke_out": _tell_fire,
    "flame_prevented": lambda name, event, _: f"{name}: Ein Löscher verschont {event['card']}",
    "flames_placed": lambda _, event, __: (
        f"Flammen auf {listed(event['cards'])}" if event["cards"] else "Es gibt keine Flamme."
    ),
    "exploded": lambda _, event, __: f"Explodiert: {listed([row['card'] for row in event['cards']])}",
    "scattering_begun": unsaid,
    "crystal_scattered": lambda name, event, _: (
        f"{name}: legt {_crystals([event['crystal']])} von {square(event['source'])} auf {event['card']}"
    ),
    "scattering_ended": _tell_lost,
    "blast_over": unsaid,
    "refilling": unsaid,
    "card_laid": lambda _, event, __: f"Neu im Feld: {event['card']} ({square(event['slot'])})",
    "fire_drawn": lambda _, event, __: (
        "Ein Laborbrand kommt auf." if event["burns"] else "Noch ein Laborbrand wird beiseitegelegt."
    ),
    "keys_asked": unsaid,
    "key_used": lambda name, *_: f"{name}: gibt einen Laborschlüssel ab und leitet",
    "final_scored": _tell_final,
    "game_ended": _tell_end,
}
TOLD = {**told_with_words(_TOLD, WORDS, say), **offers_with_words(de.TOLD, say)}

"""What Ion says, in German."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.errors import quote
from adjudicator.languages.boxes import saying, with_words
from adjudicator.languages.de_words import listed, mending, named, spelled
from adjudicator.prose import signed, unsaid
from adjudicator_rulesets.ion.words import de_faults
from adjudicator_rulesets.ion.words.play import MAX_SHOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from adjudicator.engine.events import Event

FAULTS = de_faults.FAULTS

say = saying(Path(__file__).with_suffix(".toml"), "de")

TILE_NAMES = {"select_two": "„Zwei wählen“", "take": "„Aus der Mitte“", "rxn": "RXN"}
CLASSES = {
    "acid": "eine Säure",
    "base": "eine Base",
    "salt": "ein Salz",
    "water": "Wasser: weder Säure, Base noch Salz",
}
SIGNS = {"positive": "positiven", "negative": "negativen"}
EXPANSIONS = {
    "transition": "Übergangsmetalle",
    "polyatomic": "mehratomige Ionen",
    "radioactive": "radioaktive Elemente",
}
LYING = {
    "face_up": "Es ist die einzige, also liegt sie offen.",
    "turned": "Es sind zwei, also liegen sie quer.",
    "face_down": "Es sind drei oder mehr, also liegen sie verdeckt.",
}


def points(number: int) -> str:
    return f"{number} {'Punkt' if abs(number) == 1 else 'Punkte'}"


def _quoted(words: Sequence[str]) -> str:
    return listed([quote(word) for word in words[:MAX_SHOWN]])


# --- the judge ----------------------------------------------------------------------------------------------


def _charges_remain(sum: int, mends: Sequence[Mapping[str, Any]]) -> str:  # noqa: A002 - its name in the verdict
    return f"Die Ladungen ergeben {signed(sum)}, also ist es nicht neutral.{mending(mends)}"


def _mixed(kinds: Sequence[str], sign: str, layable: bool) -> str:
    bond = " So eine Bindung darf liegen, aber sie wird nie neutral." if layable else ""
    return f"Eine Verbindung hat eine Art von {SIGNS[sign]} Karten; hier sind {listed(kinds)}.{bond}"


def _there(short: Sequence[Mapping[str, Any]]) -> str:
    return listed([f"{row['there']} {row['card']}" for row in short])


def _needed(short: Sequence[Mapping[str, Any]]) -> str:
    return listed([f"{row['number']} {row['card']}" for row in short])


JUDGING: dict[str, Callable[..., str]] = {
    "cards_in_deck": lambda: "Für alles davon gibt es in diesem Stapel eine Karte.",
    "zero_for_letter": lambda text, meant: (
        f"In {text} steht eine Null. Ist {meant} gemeint, mit dem Buchstaben O?"
    ),
    "not_in_deck": lambda text, missing: (
        f"{text} lässt sich mit den Karten dieses Stapels nicht legen: Für {listed(missing)} gibt es keine."
    ),
    "no_cards_make_it": lambda text: f"Keine Karten dieses Stapels ergeben zusammen {text}.",
    "expansion_missing": lambda card, expansion: (
        f"{card} gehört zur Erweiterung {EXPANSIONS[expansion]}, die nicht im Spiel ist."
    ),
    "single_card": lambda: "Eine Karte ist keine Verbindung: Sie braucht eine der anderen Ladung.",
    "real_compound": lambda name: f"{name} gibt es wirklich; diese Karten ergeben es nicht.",
    "noble_never_bonds": lambda gases, worth: (
        f"{listed(gases)}: In diesem Spiel binden sich Edelgase mit ihren vollen Schalen nicht. Für sich "
        f"zählen sie {points(worth)}."
    ),
    "radioactive_never_bonds": lambda cards: (
        f"{listed(cards)}: Eine radioaktive Karte hat keine Ladung und bindet sich in diesem Spiel nie."
    ),
    "both_signs": lambda: "Positive und negative Karten kommen zusammen.",
    "one_sign": lambda sign: (
        f"Alle diese Karten sind {'positiv' if sign == 'positive' else 'negativ'}; in diesem Spiel binden "
        "sich nur ungleiche."
    ),
    "one_kind_each": lambda: "Eine Art positiver Karten und eine Art negativer.",
    "mixed_kinds": _mixed,
    "charges_cancel": lambda: "Die Ladungen ergeben zusammen null.",
    "charges_remain": _charges_remain,
    "can_be_laid": lambda: "Diese Karten lassen sich als eine Gruppe legen.",
    "finished_before": lambda finished, after: (
        f"{' '.join(finished)} ist fertig, bevor {'noch ein ' if after in finished else ''}{after} kommt, "
        "und eine fertige Verbindung nimmt keine Karten mehr auf. Also liegen sie nie in einer Gruppe."
    ),
    "several_times": lambda number, formula: (
        f"Das ist {formula} {number}-mal in einer Gruppe: Alle Karten zählen, für Ziele zählt es einmal."
    ),
    "enough_cards": lambda: "Die Schachtel hat von jeder Karte genug.",
    "any_box": lambda: "Gefragt ist nur nach den Ladungen; wie viele Karten es gibt, zählt nicht.",
    "neutral_but_short": lambda formula, short: (
        f"{formula} ist neutral, aber nicht mit dieser Schachtel: Nötig sind {_needed(short)}, es gibt nur "
        f"{_there(short)}."
    ),
    "box_is_short": lambda short: f"Nötig sind {_needed(short)}; diese Schachtel hat nur {_there(short)}.",
    "compound": lambda formula, worth, kind: f"{formula} zählt {points(worth)}. Es ist {CLASSES[kind]}.",
}

# --- a whole game -------------------------------------------------------------------------------------------


def _other_cards(missing: Sequence[str], more: Sequence[str]) -> str:
    faults = []
    if missing:
        faults.append(f"{_quoted(missing)} fehlt")
    if more:
        faults.append(f"{_quoted(more)} liegt dort nicht")
    return f"RXN legt alle geladenen Karten deiner Auslage und keine anderen: {listed(faults)}."


def _charges(charges: Sequence[int]) -> str:
    return listed([signed(charge) for charge in charges], "oder")


PLAYING: dict[str, Callable[..., str]] = {
    "may_pick": lambda: "Das kannst du wählen, und ändern, bis alle gewählt haben.",
    "no_picking_now": lambda: "Jetzt wählt niemand: Erst legen alle, was sie haben.",
    "hand_is_empty": lambda: "Diese Hand hat keine Karten mehr zum Wählen.",
    "pick_one_card": lambda number: (
        f"Wähle eine Karte, oder zwei mit „Zwei wählen“, nicht {spelled(number)}."
    ),
    "not_in_hand": lambda cards: f"Deine Hand hat kein {_quoted(cards)}.",
    "place_taken_first": lambda card: f"{card}, das du genommen hast, wird vor allem anderen gelegt.",
    "no_tiles_here": lambda: "Dieses Spiel wird ohne Aktionsplättchen gespielt.",
    "tile_is_used": lambda tile: f"Dein {TILE_NAMES[tile]} ist benutzt; ein Plättchen gilt einmal im Spiel.",
    "may_place": lambda: "So darf diese Karte gelegt werden.",
    "nothing_to_place": lambda: "Du hast keine Karte zu legen.",
    "not_to_be_placed": lambda card, cards: (
        f"{quote(card)} ist jetzt nicht zu legen, sondern {listed(cards, 'oder')}."
    ),
    "say_the_charge": lambda card, charges: f"Sag, welche Ladung von {card} zeigt: {_charges(charges)}.",
    "no_choice_of_charge": lambda card: f"{card} hat keine Ladung zu wählen.",
    "card_never_bonds": lambda card: f"{card} bindet sich nie; es wird einzeln gelegt.",
    "no_such_group": lambda group, groups: (
        f"In deiner Auslage gibt es keine Gruppe {group}; es sind {groups}, von 0 an gezählt."
    ),
    "group_is_finished": lambda cards: f"{' '.join(cards)} ist fertig und nimmt keine Karten mehr auf.",
    "like_charges": lambda card, cards: (
        f"Nur ungleiche Ladungen binden sich: {card} kommt nicht zu {' '.join(cards)}."
    ),
    "may_turn": lambda: "Das Metall darf gedreht werden, bis die Hände weitergehen.",
    "cannot_turn": lambda card, charge: (
        f"{quote(card)} lässt sich dort nicht auf {signed(charge)} drehen: Das gilt für eben gelegte Metalle."
    ),
    "may_hold": lambda: "Du kannst warten und selbst bereit sagen.",
    "already_holding": lambda: "Du wartest schon.",
    "nothing_to_hold_for": lambda: "Nach dem Legen deiner Karte gäbe es für dich nichts zu tun.",
    "may_be_ready": lambda: "Du kannst sagen, dass du bereit bist.",
    "not_holding": lambda: "Du wartest nicht, also sagt das Legen deiner letzten Karte bereit.",
    "place_first": lambda cards: f"Lege erst {listed(cards)}.",
    "may_use_tile": lambda: "Du kannst dieses Plättchen jetzt einsetzen.",
    "too_late_for_tiles": lambda: "Plättchen gelten, bis die letzten Karten einer Runde gelegt sind.",
    "not_in_center": lambda card, cards: (
        f"{quote(card)} liegt nicht in der Mitte" + (f"; dort liegen {listed(cards)}." if cards else ".")
    ),
    "not_the_same_cards": _other_cards,
    "no_such_charge": lambda card, charge, charges: (
        f"{card} hat die Ladung {_charges(charges)}, nicht {signed(charge)}."
    ),
    "cannot_be_bonded": lambda cards: (
        f"{' '.join(cards) or 'Eine Gruppe ohne Karten'} kann nicht als eine Gruppe liegen: Ungleiche "
        "Ladungen binden sich, und eine fertige Verbindung nimmt keine Karten mehr auf."
    ),
    "no_taking_now": lambda: "Mit RXN nimmt man Karten, wenn die letzten einer Runde gelegt sind.",
    "may_take_card": lambda: "Mit RXN kannst du eine Karte nehmen, die nichts zählt, oder verzichten.",
    "not_another_player": lambda owner: f"Man nimmt von jemand anderem, nicht von {owner}.",
    "no_such_card_there": lambda card, group: f"Gruppe {group} dieser Auslage hat kein {quote(card)}.",
    "card_scores": lambda card: (
        f"{card} gehört zu einer neutralen Verbindung und kann nicht genommen werden."
    ),
    "may_settle": lambda: "Du wählst für deine mehratomigen Karten Punkte oder ein Plättchen.",
    "nothing_to_settle": lambda: "Du hast jetzt über keine mehratomige Karte zu entscheiden.",
    "card_refreshes_nothing": lambda card: (
        f"{quote(card)} ist dort keine mehratomige Karte von dir, die zählt, also dreht sie nichts zurück."
    ),
    "tile_not_to_refresh": lambda tile: (
        f"Ein benutztes {TILE_NAMES[tile]} dreht eine Karte zurück; deins nicht."
    ),
    "hint_compound": lambda formula, worth: f"Macht {formula} fertig, {points(worth)}.",
    "hint_bond": lambda card, cards: f"Bindet {card} an {' '.join(cards)}, auf dem Weg zur Verbindung.",
    "hint_lay": lambda card: f"Legt {card}, bis etwas dazu passt.",
    "hint_noble": lambda card: f"{card} zählt für sich, mehr mit anderen Gasen.",
    "hint_radioactive": lambda card, decay: f"{card} erhöht deinen Zerfall um {decay}.",
    "hint_two": lambda cards: f"Nimmt {listed(cards)} auf einmal, für die Punkte des Plättchens.",
    "hint_take": lambda card: f"Nimmt {card} aus der Mitte, für die Punkte des Plättchens.",
    "hint_rxn": lambda worth: f"Legt deine Karten neu aus, für {points(worth)} mehr.",
    "hint_take_card": lambda card: f"{card} nützt in deiner Auslage.",
    "hint_decline": lambda: "Nichts davon nützt.",
    "hint_ready": lambda: "Gibt die Hände weiter.",
    "hint_hold": lambda: "Wartet ab, was die anderen tun, bevor die Hände weitergehen.",
    "hint_settle": lambda tiles: (
        f"Dreht {listed([TILE_NAMES[tile] for tile in tiles])} zurück." if tiles else "Nimmt die Punkte."
    ),
}
SENTENCES = {**with_words(JUDGING, {"name"}, say), **PLAYING}


# --- events -------------------------------------------------------------------------------------------------


def _compound(made: Mapping[str, Any] | None) -> str:
    if made is None:
        return ""
    name = f", {named(made['name'])}" if made["name"] else ""
    return f": {made['formula']}{name} ({points(made['points'])})"


def _tell_pick(name: str, event: Event, _: Sequence[str]) -> str:
    cards = event.facts.get("cards")
    return f"{name}: wählt {' und '.join(cards)}, verdeckt" if cards else f"{name}: hat gewählt"


def _tell_reveal(_: str, event: Event, names: Sequence[str]) -> str:
    picks = [f"{name} {' '.join(cards)}" for name, cards in zip(names, event["picks"], strict=True) if cards]
    return f"Gewählt: {', '.join(picks) or 'nichts'}."


def _tell_placing(name: str, event: Event, _: Sequence[str]) -> str:
    charge = f" mit {signed(event['charge'])}" if event["family"] == "transition" else ""
    how = "legt" if event["onto"] is None else "bindet"
    return f"{name}: {how} {event['card']}{charge}{_compound(event['compound'])}"


def _tell_rearranging(name: str, event: Event, _: Sequence[str]) -> str:
    made = [compound["formula"] for compound in event["compounds"]]
    return f"{name}: legt die Auslage neu" + (f", mit {listed(made)}" if made else "")


def _tell_settled(_: str, event: Event, names: Sequence[str]) -> str:
    played = listed([f"{card['card']} von {names[card['player']]}" for card in event["cards"]])
    return f"Radioaktiv: {played}. {LYING[event['lies']]}"


def _tell_round(_: str, event: Event, names: Sequence[str]) -> str:
    scores = [f"{name} {score}" for name, score in zip(names, event["points"], strict=True)]
    return f"Runde {event['round']} ist vorbei: {', '.join(scores)}."


def _tell_final(_: str, event: Event, names: Sequence[str]) -> str:
    told = [
        f"{name} {signed(line['points']) if line['points'] else '0'} für {_for_what(line)}"
        for name, lines in zip(names, event["sheets"], strict=True)
        for line in lines
    ]
    return f"Schlusswertung: {'; '.join(told) or 'nichts kommt dazu'}."


def _for_what(line: Mapping[str, Any]) -> str:
    if line["what"] == "decay":
        return f"Zerfall {line['decay']}"
    return f"benutzte Plättchen ({', '.join(TILE_NAMES[tile] for tile in line['cards'])})"


def _tell_end(_: str, event: Event, names: Sequence[str]) -> str:
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, event["scores"], strict=True))
    winners = listed([names[player] for player in event["winners"]])
    if event["reason"] == "one_left":
        return f"Das Spiel ist vorbei: Sonst ist niemand mehr da. Gewonnen: {winners}."
    return f"Das Spiel ist vorbei. Gewonnen: {winners}. {scores}."


TOLD: dict[str, Callable[[str, Event, Sequence[str]], str | None]] = {
    "game_started": unsaid,
    "round_started": lambda _, event, __: (
        f"Runde {event['round']}. Ziele: {listed([say(goal) for goal in event['goals']])}."
    ),
    "cards_dealt": lambda name, event, _: (
        f"{name}: bekommt {' '.join(event['cards'])}" if "cards" in event.facts else None
    ),
    "center_laid": lambda _, event, __: f"In der Mitte: {' '.join(event['cards']) or 'nichts'}.",
    "card_picked": _tell_pick,
    "picks_revealed": _tell_reveal,
    "card_drawn": lambda name, event, _: (
        f"{name}: {event.facts.get('card', 'eine Karte')} vom Stapel kommt in die Hand"
    ),
    "card_placed": _tell_placing,
    "metal_turned": lambda name, event, _: (
        f"{name}: dreht {event['card']} auf {signed(event['charge'])}{_compound(event['compound'])}"
    ),
    "held_back": lambda name, *_: f"{name}: wartet noch",
    "ready_said": lambda name, *_: f"{name}: sagt bereit",
    "radioactives_settled": _tell_settled,
    "hands_passed": lambda *_: "Die Hände gehen nach links weiter.",
    "hands_put_away": lambda *_: "Die letzten Karten der Hände werden weggelegt.",
    "tile_used": lambda name, event, _: f"{name}: setzt {TILE_NAMES[event['tile']]} ein, -{event['cost']}",
    "center_taken": lambda name, event, _: f"{name}: nimmt {event['card']} aus der Mitte",
    "area_rearranged": _tell_rearranging,
    "card_taken": lambda name, event, names: f"{name}: nimmt {event['card']} von {names[event['owner']]}",
    "taking_declined": lambda name, event, _: (
        f"{name}: nimmt keine Karte"
        if event["why"] == "declined"
        else f"{name}: findet keine Karte zum Nehmen"
    ),
    "takings_over": unsaid,
    "choice_made": lambda name, *_: f"{name}: hat über die mehratomigen Karten entschieden",
    "tile_refreshed": lambda name, event, _: (
        f"{name}: dreht {TILE_NAMES[event['tile']]} mit {event['card']} zurück"
    ),
    "round_scored": _tell_round,
    "final_scored": _tell_final,
    "game_ended": _tell_end,
}

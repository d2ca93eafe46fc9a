"""What Valence Plus says, in German."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.errors import quote
from adjudicator.languages.boxes import saying, told_with_words, with_words
from adjudicator.languages.de_words import counted, listed, mending, spelled
from adjudicator.prose import called, signed, unsaid
from adjudicator_rulesets.valence_plus.words import de_faults
from adjudicator_rulesets.valence_plus.words.play import MAX_SHOWN, said_of_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from adjudicator.engine.events import Event

FAULTS = de_faults.FAULTS

say = saying(Path(__file__).with_suffix(".toml"), "de")

# --- the judge ----------------------------------------------------------------------------------------------


def _valences_off(total: int, mends: Sequence[Mapping[str, Any]], parts: Sequence[str]) -> str:
    if parts:
        return f"Diese Karten sind nicht ein Molekül: Baue stattdessen {listed(parts)}."
    return f"Die Wertigkeiten ergeben zusammen {signed(total)}.{mending(mends)}"


def _contains_smaller(parts: Sequence[str]) -> str:
    instead = f": Baue {listed(parts)}" if parts else ""
    return f"Schon ein Teil dieser Karten ergibt zusammen null, also ist es nicht ein Molekül{instead}."


JUDGING: dict[str, Callable[..., str]] = {
    "no_molecule": lambda why: f"Diese Karten sind kein Molekül. {why}",
    "name_is_right": lambda: "Das ist sein Name.",
    "names_a_class": lambda: "Das ist eine Art von Stoffen, und gefragt ist, welcher.",
    "wrong_number": lambda: "Nicht ganz: Eine Zahl im Namen ist falsch, fehlt oder ist zu viel.",
    "slip_of_the_pen": lambda: "Nicht ganz: Sieh dir die Schreibung an.",
    "names_a_part": lambda: "Das benennt nur einen Teil davon, oder die Teile in der falschen Weise.",
    "no_name": lambda: "Das ist kein Name.",
    "names_another": lambda: "Das ist der Name eines anderen Stoffes.",
    "name_undecided": lambda: "Ob das sein Name ist, kann der Schiedsrichter nicht entscheiden.",
    "cards_in_edition": lambda: "Jede Karte gehört zu dieser Ausgabe.",
    "cards_not_in_edition": lambda symbols: f"Für {listed(symbols)} gibt es in dieser Ausgabe keine Karte.",
    "too_few_cards": lambda: "Eine Karte ist kein Molekül; zum Bauen braucht es mindestens zwei.",
    "real_compound": lambda name: (
        f"{say(name)} gibt es wirklich, aber aus Elementkarten wird es nicht gebaut."
    ),
    "never_bonds": lambda symbols: f"Mit {listed(symbols)} bindet sich in diesem Spiel nichts.",
    "valences_zero": lambda: "Die Wertigkeiten ergeben zusammen null.",
    "second_valence": lambda symbols, valence: (
        f"Die Wertigkeiten ergeben zusammen null, {listed(symbols)} mit der zweiten Wertigkeit, "
        f"{signed(valence)}."
    ),
    "valences_off": _valences_off,
    "no_smaller_part": lambda: "Kein Teil der Karten ergibt schon für sich null.",
    "contains_smaller": _contains_smaller,
    "molecule": lambda molecule, points: (
        f"Die Farben machen es zu {molecule}, {counted(points, 'ein Punkt', 'Punkte')}."
    ),
    "no_such_molecule": lambda colours: f"Kein Molekül in der Bank hat die Farben {listed(colours)}.",
}

# --- a whole game -------------------------------------------------------------------------------------------


def _quoted(words: Sequence[str]) -> str:
    return listed([quote(word) for word in words[:MAX_SHOWN]])


FLASK = {
    "copper_in_acid": (
        "Im Kolben löst sich Kupfer in solchen Säuren nicht: Es steht hinter dem Wasserstoff, und nur eine "
        "oxidierende Säure, etwa heiße konzentrierte Schwefelsäure, löst es und setzt Schwefeldioxid frei."
    ),
    "brass_in_acid": (
        "Im Kolben löst sich nur das Zink und setzt Wasserstoff frei; das Kupfer bleibt, wie es ist."
    ),
    "copper_sulfide_in_acid": (
        "Im Kolben löst sich Kupfersulfid in solchen Säuren nicht; heiße Salpetersäure löst es und lässt "
        "Schwefel zurück."
    ),
}

PLAY: dict[str, Callable[..., str]] = {
    "already_collected": lambda: (
        "Du hast in diesem Zug schon Karten genommen; jetzt baust du oder hörst auf."
    ),
    "collect_first": lambda: (
        "Ein Zug beginnt damit, Karten zu nehmen: ziehen, tauschen, eintauschen oder reagieren lassen."
    ),
    "may_collect": lambda: "So darfst du Karten nehmen.",
    "draws_more_than_one": lambda number: (
        f"Du ziehst {spelled(number)} Karten; nur wer genau eine zieht, darf die oberste des Ablagestapels "
        "nehmen."
    ),
    "discard_pile_empty": lambda: "Der Ablagestapel ist leer.",
    "nothing_to_exchange": lambda: "Du hast keine Karten zum Tauschen.",
    "not_the_whole_hand": lambda: "Ein Tausch legt die ganze Hand auf den Ablagestapel, jede Karte einmal.",
    "not_in_hand": lambda symbols: f"In deiner Hand fehlt {_quoted(symbols)}.",
    "not_in_stash": lambda player, formulas: (
        f"In der Sammlung von {called(player)} fehlt dafür {_quoted(formulas)}."
    ),
    "no_trade_up": lambda molecule, kinds: (
        f"{molecule} lässt sich nicht eintauschen; das geht mit {listed(list(kinds), 'oder')}."
    ),
    "no_reactions_here": lambda: "Im Spiel für Jüngere gibt es keine Reaktionen.",
    "no_reactor": lambda: "Eine Reaktion braucht einen Reaktanten aus deiner eigenen Sammlung.",
    "not_a_reactor": lambda molecule: f"{molecule} ist kein Reaktant.",
    "no_such_reaction": lambda reactors, target: f"{listed(list(reactors))} reagiert nicht mit {target}.",
    "own_compound": lambda target: f"Nur ein Gegner greift {target} an.",
    "reaction_is_blocked": lambda owner, blocker: (
        f"{blocker} von {called(owner)} hält jede Reaktion auf, die auf diese Sammlung zielt."
    ),
    "reaction_is_aimed": lambda owner: f"{called(owner)} sagt zuerst, ob die Reaktion aufgehalten wird.",
    "was_blocked": lambda: (
        "Deine Reaktion wurde aufgehalten; je Zug gibt es eine, also nimm Karten auf andere Weise."
    ),
    "nothing_to_block": lambda: "Keine Reaktion zielt auf deine Sammlung.",
    "not_yours_to_block": lambda owner: f"Die Reaktion zielt auf die Sammlung von {called(owner)}.",
    "may_block": lambda: "Du sagst, ob deine Verbindung die Reaktion aufhält.",
    "bank_is_out": lambda molecules: f"In der Bank ist kein {listed(list(molecules), 'oder')} mehr.",
    "may_react": lambda equation, in_the_flask: (
        f"Diese Reaktion läuft ab: {equation}.{' ' + FLASK[in_the_flask] if in_the_flask else ''}"
    ),
    "may_try": lambda: "Mit diesen Karten darfst du es versuchen.",
    "in_the_bank": lambda molecule: f"Die Bank hat {molecule}.",
    "name_wanted": lambda: "In diesem Spiel sagst du, welchen Stoff du baust.",
    "name_overlong": lambda limit: f"Ein Name hat höchstens {limit} Zeichen.",
    "misnamed_this_turn": lambda: "Sein Name war falsch; im nächsten Zug kannst du es wieder versuchen.",
    "name_is_open": lambda: "Die anderen sagen zuerst, ob sie den Namen annehmen.",
    "no_open_name": lambda: "Kein Name wartet auf den Tisch.",
    "your_own_name": lambda: "Die anderen sagen, ob sie deinen Namen annehmen.",
    "opinion_was_given": lambda: "Diesen Namen hast du schon angenommen.",
    "may_settle_name": lambda: "Du sagst, ob du diesen Namen annimmst.",
    "discards_wanted": lambda number, limit: (
        f"Du behältst höchstens {limit} Karten: Lege genau {spelled(number)} ab."
        if number
        else f"Du hältst nicht mehr als {limit} Karten, also legst du keine ab."
    ),
    "turn_may_end": lambda: "Dein Zug darf hier enden.",
    "hint_draw": lambda number: f"Zieht {counted(number, 'eine', '')} vom Stapel.".replace("  ", " "),
    "hint_discard": lambda symbol: f"Nimmt {symbol} vom Ablagestapel.",
    "hint_exchange": lambda: "Drei neue Karten für die ganze Hand.",
    "hint_trade": lambda molecule: f"Drei Karten für {molecule}.",
    "hint_react": lambda products: f"Ergibt {listed(products)}, und drei Karten dazu.",
    "hint_builds": lambda builds: f"Baut in diesem Zug {listed(builds)}.",
}

SENTENCES = with_words(
    {**JUDGING, **PLAY},
    {
        "molecule",
        "molecules",
        "kinds",
        "reactors",
        "target",
        "blocker",
        "colours",
        "products",
        "builds",
        "parts",
    },
    say,
)


# --- events -------------------------------------------------------------------------------------------------

PILES = {"deck": "Stapel", "discard": "Ablagestapel"}


def _draw(name: str, event: Event, _: Sequence[str]) -> str:
    seen = event.facts.get("symbols") or event["face_up"]
    cards = counted(event["number"], "eine Karte", "Karten")
    pile = PILES.get(event["source"], event["source"])
    return f"{name} zieht {cards} vom {pile}{': ' + ' '.join(seen) if seen else ''}"


def _reaction(name: str, event: Event, names: Sequence[str]) -> str:
    reactors = listed([card["formula"] for card in event["reactors"]])
    whose = "" if event["owner"] == event.player else f" von {names[event['owner']]}"
    made = listed([f"{card['formula']} ({card['molecule']})" for card in event["products"]])
    flask = event.facts.get("in_the_flask")
    remark = f". {FLASK[flask]}" if flask else ""
    return (
        f"{name} lässt {reactors} mit {event['target']['formula']}{whose} reagieren, das ergibt {made}: "
        f"{event['equation']}{remark}"
    )


def _end(_: str, event: Event, names: Sequence[str]) -> str:
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, event["scores"], strict=True))
    if event["reason"] == "target_reached":
        return f"Das Spiel ist zu Ende. Gewonnen: {listed([names[p] for p in event['winners']])}. {scores}."
    return f"Das Spiel ist zu Ende: {ENDS[event['reason']]}"


ENDS = {
    "all_kinds_made": "Jede Art von Molekül ist gebaut. Alle haben gewonnen.",
    "cards_ran_out": "Die Karten sind aus. Alle haben verloren.",
    "one_left": "Sonst ist niemand mehr da.",
}
_TOLD: Mapping[str, Callable[[str, Any, Sequence[str]], str | None]] = {
    "game_started": lambda _, event, names: f"Es beginnt: {names[event['first']]}",
    "cards_drawn": _draw,
    "deck_reshuffled": lambda _, event, __: (
        f"Der Ablagestapel wird gemischt: {event['number']} {'Karte' if event['number'] == 1 else 'Karten'}."
    ),
    "hand_exchanged": lambda name, event, _: f"{name} legt {' '.join(event['cards'])} weg",
    "traded_up": lambda name, event, _: f"{name} tauscht {event['card']['formula']} ein",
    "reacted": _reaction,
    "reaction_aimed": lambda name, event, names: (
        f"{name} zielt mit {listed(event['reactors'])} auf {event['target']} von {names[event['owner']]}, "
        "und das kann aufgehalten werden"
    ),
    "reaction_blocked": lambda name, *_: f"{name} hält die Reaktion auf",
    "reaction_allowed": lambda name, *_: f"{name} lässt die Reaktion zu",
    "molecule_built": lambda name, event, _: (
        f"{name} baut {event['formula']}, {say(event['name'] or event['formula'])} ({event['molecule']}, "
        f"{event['points']})"
    ),
    "name_given": lambda name, event, _: f"{name} sagt {quote(event['name'])}. {said_of_name(event)}",
    "name_settled": unsaid,
    "opinion_given": lambda name, event, _: (
        f"{name} {'nimmt den Namen an' if event['accepted'] else 'lehnt den Namen ab'}."
    ),
    "cards_discarded": lambda name, event, _: f"{name} legt {' '.join(event['cards'])} ab",
    "turn_ended": lambda name, event, _: (
        f"{name} beendet den Zug, {event['points']} {'Punkt' if event['points'] == 1 else 'Punkte'} gebaut"
    ),
    "game_ended": _end,
}
TOLD = told_with_words(_TOLD, {"molecule", "products"}, say)

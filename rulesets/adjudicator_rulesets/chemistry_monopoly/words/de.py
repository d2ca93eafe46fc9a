"""What Chemistry Monopoly says, in German; squares and cards as de.toml has them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.languages import de
from adjudicator.languages.boxes import offers_with_words, saying, told_with_words, with_words
from adjudicator.languages.de_words import counted, listed, spelled
from adjudicator.prose import called, unsaid
from adjudicator_rulesets.chemistry_monopoly.words import de_faults
from adjudicator_rulesets.chemistry_monopoly.words.play import DECK_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from adjudicator.engine.events import Event

FAULTS = de_faults.FAULTS

say = saying(Path(__file__).with_suffix(".toml"), "de")

OPEN = {
    "turn": "ein Zug läuft",
    "purchase": "etwas steht zum Verkauf",
    "tax": "eine Steuer ist zu wählen",
    "debt": "eine Schuld ist zu bezahlen",
    "card": "eine Karte wird ausgeführt",
    "auction": "es wird versteigert",
    "estate": "ein Nachlass wird verkauft",
    "fees": "jemand entscheidet über ein übertragenes Element",
}
BUYING = {
    "set": "damit ist ein Satz voll",
    "block": "sonst macht jemand damit einen Satz voll",
    "more": "du hast andere aus seinem Satz",
    "rent": "es bringt Miete",
}
DEBTS = {
    "rent": "Miete",
    "tax": "Steuer",
    "fine": "die Buße",
    "card": "was die Karte sagt",
    "interest": "Zins",
}
COLOURS = {
    "brown": "Braun",
    "light blue": "Hellblau",
    "pink": "Rosa",
    "orange": "Orange",
    "red": "Rot",
    "yellow": "Gelb",
    "green": "Grün",
    "dark blue": "Dunkelblau",
}
NEXT = {"liquid": "ein Flüssiger", "solid": "ein Fester"}
WHAT = {"liquid": "einen Flüssigen", "solid": "einen Festen"}
LEFT = {"liquids": "Flüssigen", "solids": "Festen"}


def _are(names: Sequence[str]) -> str:
    return "ist" if len(names) == 1 else "sind"


def _fails(names: Sequence[str]) -> str:
    return "fehlt" if len(names) == 1 else "fehlen"


def _squares(number: int) -> str:
    return f"Du hast {'ein Feld' if number == 1 else f'{spelled(number)} Felder'}"


def _level(number: int, solid: int) -> str:
    """What lies on an element: liquids, or a solid."""
    if number == solid:
        return "einen Festen"
    return counted(number, "einen Flüssigen", "Flüssige")


def _rents(rents: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(f"{lot['name']} {lot['rent']}" for lot in rents)


def _colour(name: str) -> str:
    """As the table calls it; an edition may have a colour that we have no word for."""
    return COLOURS.get(name.lower(), name)


def _uneven(most: str, least: str, more: int, fewer: int, solid: int) -> str:
    only = f"nur {_level(fewer, solid)}" if fewer else "keinen"
    return (
        f"{most} hat {_level(more, solid)} und {least} {only}: {least} braucht zuerst "
        f"{_level(more - 1, solid)}, denn ein Satz wird gleichmäßig kondensiert."
    )


_SENTENCES: dict[str, Callable[..., str]] = {
    "on_the_board": lambda: "Alle Elemente sind auf diesem Brett.",
    "real_compound": lambda name: (
        f"{name} ist eine wirkliche Verbindung, aber dieses Spiel fragt nach Sätzen von Elementen."
    ),
    "not_on_board": lambda symbols: f"{listed(symbols)} {_are(symbols)} auf keinem Feld dieses Bretts.",
    "one_family": lambda family, why: f"Sie sind eine Familie ({family}): {say(why)}.",
    "of_family": lambda family, why: f"Seine Familie ({family}): {say(why)}.",
    "several_families": lambda families: f"Das sind verschiedene Sätze: {listed(families)}.",
    "never_condensed": lambda names: (
        f"{listed(names)} {_are(names)} nie zu kondensieren: Kohlenstoff und Silicium gehören zu keinem Satz."
    ),
    "whole_set": lambda colour, step, rents: (
        f"Der Satz {_colour(colour)} ist voll: leer verdoppeln sich die Mieten ({_rents(rents)}), eine "
        f"Stufe kostet {step}."
    ),
    "set_lacks": lambda missing, colour: f"Dem Satz {_colour(colour)} {_fails(missing)} {listed(missing)}.",
    "is_life": lambda name: (
        f"{name} ist ein Element des Lebens: es gehört zu keinem Satz und wird nie kondensiert."
    ),
    "one_of_set": lambda colour, others, step, double: (
        f"Es gehört zum Satz {_colour(colour)}. Mit {listed(others)} ist der Satz voll: die leere Miete ist "
        f"dann {double}, und eine Stufe kostet {step}."
    ),
    "costs": lambda name, price, bare, liquids, solid, transfer: (
        f"{name} kostet {price}. Miete: leer {bare}, mit einem bis {spelled(len(liquids))} Flüssigen "
        f"{listed([*map(str, liquids)])}, mit einem Festen {solid}. Wer es überträgt, bekommt vom Labor "
        f"{transfer}."
    ),
    "life_costs": lambda name, price, one, both, transfer: (
        f"{name} kostet {price}. Miete: {one} mal die Würfel, {both} mal mit beiden Elementen des "
        f"Lebens. Wer es überträgt, bekommt vom Labor {transfer}."
    ),
    "too_many_steps": lambda symbol, most: (
        f"{symbol} fasst {most - 1} Flüssige oder einen Festen, nicht mehr."
    ),
    "uneven": _uneven,
    "even": lambda elements, what, price: (
        f"Gleichmäßig. Als Nächstes darf {NEXT[what]} auf {listed(elements, 'oder')} kommen, für {price}."
    ),
    "set_full": lambda: "Gleichmäßig und fertig: jedes Element des Satzes hat seinen Festen.",
    "stock_short": lambda liquids, solids, has_liquids, has_solids: (
        f"Das braucht {liquids} Flüssige und {solids} Feste; es gibt {has_liquids} und {has_solids}."
    ),
    "may_do": lambda: "Das darfst du.",
    "not_now": lambda open: f"Nicht jetzt: {OPEN[open]}.",  # noqa: A006
    "rolled_already": lambda: "Du hast gewürfelt; nur nach einem Pasch würfelt man noch einmal.",
    "roll_first": lambda: "Würfle, bevor du den Zug beendest.",
    "not_in_class": lambda: "Du bist nicht im Biologieunterricht.",
    "only_before_rolling": lambda: "Im Biologieunterricht kommen Buße oder Karte vor dem Wurf.",
    "no_such_free_card": lambda deck: f"Du hast die Freikarte von {say(DECK_NAMES[deck])} nicht.",
    "too_dear": lambda price, money: f"Das braucht {price}, und du hast {money}.",
    "can_still_pay": lambda amount, raisable: (
        f"Du schuldest {amount} und kannst {raisable} aufbringen: gib zurück, übertrage oder handle."
    ),
    "fee_first": lambda name: f"Sag zuerst, was aus {name} wird.",
    "fee_open": lambda name: f"{name} wechselt erst den Besitz, wenn gesagt ist, was daraus wird.",
    "not_yours": lambda deed: f"{deed} gehört dir nicht.",
    "already_bare": lambda name: f"Auf {name} liegt nichts.",
    "evaporate_evenly": lambda name: (
        f"Ein Satz wird gleichmäßig verdampft; {name} ist nicht am weitesten kondensiert."
    ),
    "is_transferred": lambda name: f"{name} ist schon übertragen.",
    "not_bare": lambda name: f"{name} muss erst verdampft werden.",
    "not_transferred": lambda name: f"{name} ist nicht übertragen.",
    "never_a_lot": lambda name: f"{name} wird nie kondensiert.",
    "set_not_whole": lambda name, missing: (
        f"Um {name} zu kondensieren, brauchst du den ganzen Satz; dir {_fails(missing)} {listed(missing)}."
    ),
    "set_transferred": lambda names: (
        f"Auf einem Satz wird nichts kondensiert, solange {listed(names)} übertragen {_are(names)}."
    ),
    "is_solid": lambda name: f"{name} hat schon seinen Festen.",
    "condense_evenly": lambda name: (
        f"Ein Satz wird gleichmäßig kondensiert; {name} hat mehr als ein anderes Element des Satzes."
    ),
    "none_left": lambda what: f"Das Labor hat keine {LEFT[what]} mehr; warte, bis jemand verdampft.",
    "bid_too_low": lambda least: f"Ein Gebot ist mindestens {least}.",
    "bid_too_high": lambda most: f"Du kannst höchstens {most} bieten.",
    "offer_two_parties": lambda: "Ein Angebot richtet sich hier an eine einzelne Person.",
    "offer_one_each": lambda player: f"Du hast {called(player)} schon etwas angeboten; zieh das erst zurück.",
    "offer_not_theirs": lambda name, player: f"{name} gehört {called(player)} nicht.",
    "offer_not_tradable": lambda piece: (
        f"{piece} ist kein Handelsgut: Elemente, Geräte, Freikarten und AMUny sind es."
    ),
    "offer_no_interest": lambda player, amount: (
        f"{called(player)} könnte die {amount} Zins auf Übertragenes nicht zahlen."
    ),
    "debtor_needs_money": lambda player: f"{called(player)} hat Schulden: der Handel muss Geld bringen.",
    "debtor_loses": lambda player: (
        f"{called(player)} hat Schulden und könnte nach diesem Handel weniger aufbringen als davor."
    ),
    "hint_roll": lambda: "Vor dem Wurf ist nichts Besseres zu tun.",
    "hint_end": lambda: "In diesem Zug ist nichts Besseres zu tun.",
    "hint_condense": lambda name, rent: f"Die Miete von {name} steigt auf {rent}.",
    "hint_buy": lambda name, why: f"{name}: {BUYING[why]}.",
    "hint_decline": lambda name: f"{name} ließe zu wenig Geld übrig.",
    "hint_bid": lambda name, most: f"{name} ist dir bis {most} wert.",
    "hint_pass": lambda name: f"{name} ist dir nicht mehr wert.",
    "hint_tax_fixed": lambda held: f"{_squares(held)}: die feste Summe ist sicher, wie viel du auch hast.",
    "hint_tax_share": lambda held: (
        f"{_squares(held)}: mit wenigen Feldern ist der Anteil meist die kleinere Summe."
    ),
    "hint_fine": lambda: "Draußen gibt es noch viel zu kaufen.",
    "hint_stay": lambda: "Draußen sind die Mieten hoch; ein Wurf lässt dich vielleicht hier.",
    "hint_card": lambda: "Die Karte kostet jetzt nichts.",
    "hint_redeem": lambda name: f"{name} bringt wieder Miete.",
    "hint_interest": lambda name: f"{name} kann warten.",
    "hint_raise": lambda name, price: f"{name} bringt {price}, und du vermisst es am wenigsten.",
    "hint_give_up": lambda: "Es ist nichts mehr aufzubringen.",
    "hint_accept": lambda: "Du gewinnst mehr, als du gibst.",
    "hint_refuse": lambda: "Du gäbest mehr, als du gewinnst.",
    "hint_sell": lambda name, price: f"{name} für {price} tilgt die Schuld und ist es dem Käufer wert.",
    "hint_offer": lambda names: f"Damit wäre ein Satz von dir voll: {listed(names)}.",
}
SENTENCES = with_words(
    _SENTENCES,
    {
        "name",
        "names",
        "missing",
        "elements",
        "others",
        "most",
        "least",
        "deed",
        "family",
        "families",
        "piece",
        "rents",
    },
    say,
)


# --- events -------------------------------------------------------------------------------------------------


def _to(event: Event, names: Sequence[str]) -> str:
    return "das Labor" if event["to"] is None else names[event["to"]]


def _dice(event: Event) -> str:
    return " und ".join(map(str, event["dice"]))


def _tell_moved(name: str, event: Event, _: Sequence[str]) -> str:
    go = f" und bekommt {event['collected']} für {say('Go')}" if event["collected"] else ""
    return f"{name}: zieht nach {event['square']}{go}"


def _tell_evaporated(name: str, event: Event, _: Sequence[str]) -> str:
    left = f"; es bleiben {spelled(event['left'])}" if event["left"] else "; nichts bleibt"
    return f"{name}: verdampft {event['name']} für {event['price']}{left}"


def _tell_set(name: str, event: Event, _: Sequence[str]) -> str:
    left = listed([f"{spelled(level)} auf {say(deed)}" for deed, level in event["left"].items()])
    why = "dem Labor fehlen Flüssige für einen Festen"
    return f"{name}: verdampft {event['name']} samt Satz für {event['price']}, denn {why}; es bleiben {left}"


def _tell_auction(_: str, event: Event, names: Sequence[str]) -> str:
    first = names[event["bidders"][0]] if event["bidders"] else "niemand"
    return f"{event['name']} wird versteigert; {first} beginnt."


def _tell_left(name: str, event: Event, _: Sequence[str]) -> str:
    deeds = f"; zu versteigern: {listed(event['deeds'])}" if event["deeds"] else ""
    return f"Was {name} hatte, geht an das Labor{deeds}."


def _tell_end(_: str, event: Event, names: Sequence[str]) -> str:
    winners = listed([names[player] for player in event["winners"]])
    why = "ist übrig" if event["reason"] == "one_left" else "hat am meisten"
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, event["scores"], strict=True))
    return f"Das Spiel ist aus: {winners} {why}. {scores}."


CLASS_IN = {
    "square": "muss in den Biologieunterricht",
    "card": "muss durch die Karte in den Biologieunterricht",
    "doubles": "hat den dritten Pasch geworfen und muss in den Biologieunterricht",
}

_TOLD: dict[str, Callable[[str, Event, Sequence[str]], str | None]] = {
    "game_started": unsaid,
    "element_dealt": lambda name, event, _: f"{name}: bekommt {event['deed']} für {event['price']}",
    "first_rolled": lambda name, event, _: f"{name}: würfelt {_dice(event)} um den ersten Zug",
    "turn_begun": lambda name, *_: f"Es beginnt: {name}",
    "rolled": lambda name, event, _: f"{name}: würfelt {_dice(event)}",
    "dice_thrown": lambda name, event, _: f"{name}: würfelt {_dice(event)} für {event['deed']}",
    "moved": _tell_moved,
    "sent_to_class": lambda name, event, _: f"{name}: {CLASS_IN[event['why']]}",
    "class_left": lambda name, *_: f"{name}: verlässt den Biologieunterricht mit einem Pasch",
    "turn_ended": lambda _, event, names: f"Am Zug: {names[event['next']]}",
    "lot_for_sale": unsaid,
    "lot_bought": lambda name, event, _: f"{name}: kauft {event['name']} für {event['price']}",
    "lot_declined": lambda name, event, _: f"{name}: kauft {event['name']} nicht",
    "condensed": lambda name, event, _: (
        f"{name}: legt {WHAT[event['what']]} auf {event['name']} für {event['price']}"
    ),
    "evaporated": _tell_evaporated,
    "set_evaporated": _tell_set,
    "transferred": lambda name, event, _: f"{name}: überträgt {event['name']} für {event['price']}",
    "bought_back": lambda name, event, _: f"{name}: kauft {event['name']} für {event['price']} zurück",
    "interest_paid": lambda name, event, _: f"{name}: zahlt {event['amount']} Zins auf {event['name']}",
    "interest_owed": lambda name, event, _: (
        f"{name}: schuldet dem Labor {event['amount']} Zins auf {event['name']}"
    ),
    "rent_paid": lambda name, event, names: (
        f"{name}: zahlt {event['amount']} Miete für {event['name']} an {_to(event, names)}"
    ),
    "tax_due": lambda name, event, _: f"{name}: wählt, wie {event['name']} bezahlt wird",
    "tax_chosen": lambda name, event, _: (
        f"{name}: wählt {'die Summe' if event['choice'] == 'fixed' else 'den Anteil'}, {event['amount']}"
    ),
    "tax_paid": lambda name, event, _: f"{name}: zahlt {event['amount']}, {event['name']}",
    "fine_paid": lambda name, event, _: (
        f"{name}: zahlt {event['amount']} und verlässt den Biologieunterricht"
    ),
    "card_drawn": lambda name, event, _: (
        f"{name}: zieht von {say(DECK_NAMES[event['deck']])}: {event['says']} {event['chemistry']}"
    ),
    "card_collected": lambda name, event, _: f"{name}: bekommt {event['amount']}",
    "payment_called": unsaid,
    "card_paid": lambda name, event, names: f"{name}: zahlt {event['amount']} an {_to(event, names)}",
    "card_put_away": unsaid,
    "card_kept": lambda name, *_: f"{name}: behält die Karte",
    "card_used": lambda name, *_: f"{name}: verlässt den Biologieunterricht mit einer Karte",
    "pot_taken": lambda name, event, _: f"{name}: nimmt {event['amount']} aus der Mitte des Bretts",
    "debt_incurred": lambda name, event, names: (
        f"{name}: hat eine Schuld von {event['amount']} an {_to(event, names)}, {DEBTS[event['why']]}"
    ),
    "debt_paid": lambda name, event, names: (
        f"{name}: bezahlt die Schuld von {event['amount']} an {_to(event, names)}"
    ),
    "auction_begun": _tell_auction,
    "bid_made": lambda name, event, _: f"{name}: bietet {event['amount']}",
    "bid_passed": lambda name, *_: f"{name}: bietet nicht mehr",
    "lot_sold": lambda name, event, _: f"{name}: bekommt {event['name']} für {event['price']}",
    "lot_unsold": lambda _, event, __: f"Niemand will {event['name']}.",
    "went_bankrupt": lambda name, event, names: (
        f"{name}: kann {event['amount']} an {_to(event, names)} nicht zahlen und ist bankrott"
    ),
    "estate_taken": lambda name, event, names: (
        f"{names[event['to']]} bekommt, was {name} hatte: "
        f"{listed(event['deeds']) if event['deeds'] else 'nichts'}, und das Geld."
    ),
    "estate_left": _tell_left,
    "estate_settled": unsaid,
    "game_ended": _tell_end,
}
TOLD = {
    **told_with_words(_TOLD, {"square", "name", "deed", "deeds", "says", "chemistry"}, say),
    **offers_with_words(de.TOLD, say),
}

"""What CompoundIt! says, in German."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.naming import ide_of
from adjudicator.chem.naming.common import DIATOMIC
from adjudicator.errors import quote
from adjudicator.languages.boxes import saying, with_words
from adjudicator.languages.de_words import counted, listed, mending, named, spelled
from adjudicator.prose import called, signed, unsaid
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.play.notation import written
from adjudicator_rulesets.compoundit.words import de_faults
from adjudicator_rulesets.compoundit.words.judging import ANIONS
from adjudicator_rulesets.compoundit.words.play import MAX_SHOWN, reason_said

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from adjudicator.engine.events import Event

FAULTS = de_faults.FAULTS

say = saying(Path(__file__).with_suffix(".toml"), "de")

RULINGS = {"valid": "gültig", "invalid": "ungültig", "unresolved": "offen"}

# --- the judge ----------------------------------------------------------------------------------------------


def _pairs(symbols: Sequence[str]) -> str:
    return ", ".join(f"{symbol}{symbol}" for symbol in symbols)


def _other_element(symbol: str, listed: Sequence[str]) -> str:
    if symbol in listed:
        return f"Ein zweiatomiges Element hat genau zwei Plättchen: {symbol}{symbol}."
    real = f"{symbol}2 gibt es wirklich, aber " if symbol in DIATOMIC else ""
    return f"{real}{symbol} ist keines der zweiatomigen Elemente dieses Spiels; das sind {_pairs(listed)}."


def _not_two_elements(elements: Sequence[str]) -> str:
    rule = "Eine binäre Verbindung hat zwei verschiedene Elemente"
    if len(elements) == 1:
        return f"{rule}; das ist nur {elements[0]}."
    return f"{rule}; das hat {spelled(len(elements))}: {listed(elements)}."


def _needs_mixing(elements: Sequence[str], policy: str) -> str:
    if policy == "same-sign":
        rule = "in derselben Verbindung positiv und negativ sein könnte"
    else:
        rule = "in derselben Verbindung zwei verschiedene Zahlen haben könnte"
    return f"Die Summe wäre nur null, wenn {listed(elements)} {rule}, und das ist nicht erlaubt."


def _mixed_ions(ions: Sequence[str], partners: Sequence[str]) -> str:
    rule = (
        f"nur {listed(partners)} darf mit einem anderen verbunden werden"
        if partners
        else "sie dürfen nicht verbunden werden"
    )
    return f"{listed(ions)} sind verschiedene mehratomige Ionen; {rule}."


def _ion_alone(ion: str, formula: str, charge: int, times: int) -> str:
    what = f"Das ist das Ion {ion}, {formula}" if times == 1 else f"Das sind nur Ionen {ion}, {formula}"
    return (
        f"{what}, mit der Ladung {signed(charge * times)}; ein mehratomiges Ion braucht einen Partner, der "
        "sie ausgleicht."
    )


def _ion_name(kind: str, charge: int) -> str:
    """An ion by its German name, also where it is a single tile."""
    if kind not in ELEMENTS:
        return named(kind)
    ide = ide_of(kind, "de") if charge < 0 else None
    return ide.capitalize() if ide else named(ELEMENTS[kind].name)


def _named_kinds(kinds: Sequence[str]) -> str:
    return listed([_ion_name(kind, -1 if kind in ANIONS else 1) for kind in kinds])


def _ions_contiguous(charges: Sequence[tuple[str, Sequence[int]]] = ()) -> str:
    if not charges:
        return "Die Atome jedes Ions liegen nebeneinander."
    numbers = [number for _, own in charges for number in own]
    sum_ = f"{' '.join(map(signed, numbers))} = {signed(sum(numbers))}"
    ions = listed([f"{len(own)} {_ion_name(kind, own[0])}" for kind, own in charges])
    return f"{sum_}: {ions}, jedes Ion in einem Stück."


def _charges_off(
    total: int,
    mends: Sequence[Mapping[str, Any]] = (),
    charges: Sequence[tuple[str, Sequence[int]]] = (),
) -> str:
    kinds = listed([f"{len(own)} {_ion_name(kind, own[0])}" for kind, own in charges]) if charges else ""
    of = f" von {kinds}" if kinds else ""
    return f"Die Ladungen{of} ergeben zusammen {signed(total)}.{mending(mends)}"


def _not_in_edition(symbols: Sequence[str]) -> str:
    verb = "hat" if len(symbols) == 1 else "haben"
    return f"{listed(symbols)} {verb} in dieser Ausgabe kein Plättchen."


def _not_organic(missing: Sequence[str], others: Sequence[str]) -> str:
    if missing:
        return f"Eine organische Verbindung hat Kohlenstoff und Wasserstoff; hier fehlt {listed(missing)}."
    return f"{listed(others)} gehört nicht zu den Elementen organischer Verbindungen in diesem Spiel."


def _kinds(kinds: Sequence[str]) -> str:
    return f"{spelled(len(kinds))} Arten von Ionen"


RULES = {
    "beginner": "Einsteigerregeln",
    "standard": "Standardregeln",
    "simple-lewis": "einfachen Lewis-Regeln",
    "organic": "organischen Regeln",
    "complex-lewis": "komplexen Lewis-Regeln",
    "expert": "Expertenregeln",
}


def _legal_elsewhere(name: str, real: bool, rules: Sequence[str], playing: Sequence[str]) -> str:
    others = listed([f"den {RULES[name]}" for name in rules], "oder")
    yours = listed([f"den {RULES[name]}" for name in playing])
    if real:
        return (
            f"{named(name)} gibt es wirklich, aber erlaubt ist es nur mit {others}; ihr spielt mit {yours}."
        )
    return f"{named(name)} ist nur mit {others} erlaubt; ihr spielt mit {yours}."


def _real_compound(name: str, tiles: bool) -> str:
    but = ", aber keine Regeln dieses Spiels lassen es zu" if tiles else ""
    return f"{named(name)} gibt es wirklich{but}."


def _not_simplest(counts: Sequence[int], simplest: str | None) -> str:
    instead = f"; das wäre {simplest}" if simplest else ""
    return f"{counts[0]} : {counts[1]} ist nicht das einfachste Verhältnis{instead}."


JUDGING: dict[str, Callable[..., str]] = {
    "legal_elsewhere": _legal_elsewhere,
    "real_compound": _real_compound,
    "long_enough": lambda: "Zwei Plättchen oder mehr.",
    "too_short": lambda: (
        "Ein einzelnes Plättchen ist keine Verbindung; eine Reihe hat mindestens zwei Plättchen."
    ),
    "in_edition": lambda: "Jedes Plättchen gehört zu dieser Ausgabe.",
    "not_in_edition": _not_in_edition,
    "diatomic": lambda symbol: f"{symbol}{symbol} ist eines der zweiatomigen Elemente dieses Spiels.",
    "not_diatomic": lambda listed: f"Kein zweiatomiges Element: Das sind {_pairs(listed)}.",
    "other_element": _other_element,
    "two_elements": lambda elements: f"Zwei verschiedene Elemente: {listed(elements)}.",
    "not_two_elements": _not_two_elements,
    "sum_zero": lambda: "Die Oxidationszahlen ergeben zusammen null.",
    "sum_zero_mixed": lambda elements: (
        f"Die Oxidationszahlen ergeben zusammen null, {listed(elements)} mit mehreren seiner Zahlen."
    ),
    "needs_mixing": _needs_mixing,
    "never_opposite": lambda elements: (
        f"Auf diesen Plättchen stehen für {listed(elements)} keine entgegengesetzten Zahlen, also ergibt "
        "keine Anzahl zusammen null."
    ),
    "sum_not_zero": lambda total, mends=(): (
        f"Die aufgedruckten Oxidationszahlen ergeben zusammen {signed(total)}.{mending(mends)}"
    ),
    "simplest_ratio": lambda counts: f"{counts[0]} : {counts[1]} ist das einfachste Verhältnis.",
    "not_simplest": _not_simplest,
    "named_exception": lambda passage: f"Die Spielregel erlaubt es namentlich. {passage}.",
    "no_polyatomic_ion": lambda: "In diesen Plättchen ist kein mehratomiges Ion der Liste zu finden.",
    "two_kinds": lambda cation, cations, anion, anions: (
        f"Zwei Arten von Ionen: {cations} {_ion_name(cation, 1)} und {anions} {_ion_name(anion, -1)}."
    ),
    "not_two_kinds": lambda kinds: (
        f"Das liest sich als {_named_kinds(kinds)}, und keine ihrer Ladungen ergeben zusammen null."
        if len(kinds) == 2
        else "Nach den Ionenregeln hat eine Verbindung eine Art positiver und eine negativer Ionen; "
        f"das liest sich als {_named_kinds(kinds)}."
    ),
    "mixed_ions": _mixed_ions,
    "several_metals": lambda elements: (
        f"{spelled(len(elements))} verschiedene Metalle in einer Verbindung: {listed(elements)}. Erlaubt ist "
        "nur eines."
    ),
    "several_kinds": lambda kinds: f"{_kinds(kinds)}: {_named_kinds(kinds)}.",
    "salt_listed": lambda kinds, cite: (
        f"{_kinds(kinds)}, {_named_kinds(kinds)}, und das Salz steht auf unserer Liste ({cite})."
    ),
    "salt_not_listed": lambda kinds: (
        f"{_kinds(kinds)}, {_named_kinds(kinds)}, und kein solches Salz steht auf unserer Liste."
    ),
    "foreign_ion": lambda ion: f"{ion} gehört nicht zu den Ionen dieses Spiels.",
    "foreign_acid": lambda acid: f"Das Ion der Säure {named(acid)} gehört nicht zu den Ionen dieses Spiels.",
    "ions_neutral": lambda: "Die Ladungen ergeben zusammen null.",
    "charges_off": _charges_off,
    "ions_contiguous": _ions_contiguous,
    "ion_torn": lambda ion, formula, tile: (
        f"Die Atome von {ion} ({formula}) müssen nebeneinander liegen; die Reihe bricht bei Plättchen {tile}."
    ),
    "ion_alone": _ion_alone,
    "ion_or_molecule": _ion_alone,
    "no_metal": lambda: "Kein Metall.",
    "organic_elements": lambda: "Kohlenstoff und Wasserstoff, und nur Elemente der organischen Chemie.",
    "not_organic": _not_organic,
    "octets": lambda: "Es gibt eine Lewis-Struktur: acht Elektronen um jedes Atom, zwei um Wasserstoff.",
    "centre_atom": lambda element: f"Ein Atom, {element}, ist an alle anderen gebunden.",
    "not_on_record": lambda: "Spielbar, aber keine solche Verbindung ist verzeichnet.",
}

# --- the board ----------------------------------------------------------------------------------------------


def place(square: Sequence[int]) -> str:
    return f"Zeile {square[0]}, Spalte {square[1]}"


BOARD: dict[str, Callable[..., str]] = {
    "off_board": lambda square, size: f"{place(square)} gibt es auf einem Brett von {size} mal {size} nicht.",
    "square_taken": lambda square, symbols: (
        f"{spelled(len(symbols))} Plättchen liegen auf {place(square)}: "
        f"{listed([quote(symbol) for symbol in symbols[:5]])}."
    ),
    "unknown_tile": lambda symbol, square: f"{quote(symbol)} auf {place(square)} ist kein Element.",
    "foreign_tile": lambda symbol, square: (
        f"{symbol} liegt auf {place(square)}, hat in dieser Ausgabe aber kein Plättchen."
    ),
    "no_more_tiles": lambda symbol, found, count: (
        f"Hier sind {found} Plättchen {symbol}, die Ausgabe hat aber nur {count}."
    ),
    "no_more_blanks": lambda found, count: (
        f"Hier sind {found} leere Plättchen, die Ausgabe hat aber nur {count}."
        if count
        else "Hier liegt ein leeres Plättchen, die Ausgabe hat aber keines."
    ),
    "more_than_rack": lambda tiles, rack: f"Der Zug legt {tiles} Plättchen; auf eine Bank passen {rack}.",
    "nothing_laid": lambda: "Ein Zug legt mindestens ein Plättchen.",
    "own_move": lambda player: f"{quote(player)} kann den eigenen Zug nicht anfechten.",
    "one_line": lambda: "Die neuen Plättchen liegen nebeneinander in einer Zeile oder einer Spalte.",
    "turns_corner": lambda: "Die neuen Plättchen liegen nicht alle in einer Zeile oder einer Spalte.",
    "leaves_gap": lambda square: f"Die neuen Plättchen lassen {place(square)} zwischen sich leer.",
    "leaps_over": lambda square, symbol: (
        f"Die neuen Plättchen springen über {symbol} auf {place(square)}; sie müssen nebeneinander liegen."
    ),
    "covers_centre": lambda centre: f"Der erste Zug bedeckt die Mitte, {place(centre)}.",
    "misses_centre": lambda centre: f"Der erste Zug muss die Mitte bedecken, {place(centre)}.",
    "starts_on_atom": lambda square: (
        f"Der Zug beginnt eine neue Verbindung auf dem Atomfeld {place(square)}."
    ),
    "starts_off_atoms": lambda squares: (
        f"Der erste Zug muss ein Atomfeld bedecken: {listed([place(square) for square in squares], 'oder')}."
    ),
    "touches": lambda square: (
        f"Eine neue Verbindung nutzt das Plättchen auf {place(square)}, das schon da war."
    ),
    "touches_nothing": lambda: "Keine Verbindung dieses Zuges nutzt ein Plättchen, das schon da war.",
    "makes_runs": lambda number: f"Der Zug bildet {counted(number, 'eine Verbindung', 'Verbindungen')}.",
    "all_legal": lambda: "Jede Verbindung dieses Zuges ist erlaubt.",
    "makes_no_run": lambda: (
        "Der Zug bildet keine Verbindung: Eine Verbindung hat zwei oder mehr Plättchen in einer Reihe."
    ),
}

# --- a whole game -------------------------------------------------------------------------------------------

PLAY: dict[str, Callable[..., str]] = {
    "no_turns_left": lambda: "Alle hatten ihren letzten Zug.",
    "challenge_open": lambda challenger: (
        f"{called(challenger)} hat den letzten Zug angefochten; das wird zuerst geklärt."
    ),
    "not_on_rack": lambda symbols: (
        f"Auf deiner Bank fehlt {listed([quote(symbol) for symbol in symbols[:MAX_SHOWN]])}."
    ),
    "may_challenge": lambda: "Der letzte Zug kann angefochten werden.",
    "may_accept": lambda: "Der letzte Zug kann angenommen werden.",
    "may_settle": lambda: "Der Tisch kann diese Anfechtung klären.",
    "may_ask": lambda: "Der Schiedsrichter kann gefragt werden.",
    "no_challenges": lambda: (
        "In diesem Spiel wird jeder Zug geprüft, bevor er zählt; es gibt nichts anzufechten oder anzunehmen."
    ),
    "nothing_to_challenge": lambda: (
        "Kein Zug kann angefochten werden: Der letzte ist endgültig, oder es gab keinen."
    ),
    "another_move": lambda named, last: (
        f"Der letzte Zug ist Nummer {last} im Protokoll, nicht Nummer {named}; nur der letzte kann "
        "beantwortet werden."
    ),
    "your_own_move": lambda: "Das ist dein eigener Zug; die anderen können ihn anfechten oder annehmen.",
    "already_accepted": lambda: "Diesen Zug hast du schon angenommen.",
    "already_said": lambda: "Was du von diesem Zug hältst, hast du schon gesagt.",
    "no_challenge_open": lambda: "Keine Anfechtung ist offen.",
    "hint_play": lambda runs: f"Bildet {listed(runs)}.",
}

SENTENCES = {
    **with_words(JUDGING, {"ion", "ions", "partners", "passage"}, say),
    **BOARD,
    **PLAY,
}


# --- events -------------------------------------------------------------------------------------------------


def _move(name: str, event: Event, _: Sequence[str]) -> str:
    laid = [Placement(tile["row"], tile["col"], tile["symbol"]) for tile in event["placements"]]
    runs = ", ".join(f"{''.join(run['tiles'])} {run['score']}" for run in event["runs"])
    return f"{name}: {written(laid)} für {event['score']} ({runs})"


def _ruling(name: str, event: Event, names: Sequence[str]) -> str:
    ruling, reason = RULINGS[event["ruling"]], reason_said(event)
    challenger = names[event["challenger"]]
    return f"{challenger} hat den Zug von {name} angefochten; er ist {ruling}.{reason and f' {reason}'}"


def _end(_: str, event: Event, names: Sequence[str]) -> str:
    winners = listed([names[player] for player in event["winners"]])
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, event["scores"], strict=True))
    return f"Das Spiel ist zu Ende: {ENDS[event['reason']]}. Gewonnen: {winners}. {scores}."


ENDS = {
    "all_passed": "alle haben gepasst",
    "supply_low": "ein Vorrat geht zur Neige",
    "one_left": "sonst ist niemand mehr da",
}
LOST = {"this turn": "verliert diesen Zug", "next turn": "verliert den nächsten Zug"}
TOLD: Mapping[str, Callable[[str, Any, Sequence[str]], str | None]] = {
    "game_started": lambda _, event, names: f"Es beginnt: {names[event['first']]}",
    "tiles_drawn": unsaid,
    "tiles_placed": _move,
    "passed": lambda name, *_: f"{name} passt",
    "move_accepted": unsaid,
    "challenged": unsaid,
    "opinion_given": lambda name, event, _: f"{name} hält den Zug für {RULINGS[event['ruling']]}.",
    "ruling_given": _ruling,
    "move_taken_back": lambda name, event, _: (
        f"{name} nimmt die Plättchen zurück, {event['score']} Punkte verfallen."
    ),
    "turn_lost": lambda name, event, _: f"{name} {LOST[event['which']]}.",
    "game_ended": _end,
}

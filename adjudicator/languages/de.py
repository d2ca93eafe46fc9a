"""What the engine and the chemistry say, in German."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.naming.data import ROMAN
from adjudicator.engine.market import MOST, has_goods
from adjudicator.errors import quote
from adjudicator.languages import de_faults
from adjudicator.languages.de_remarks import remark_in_german
from adjudicator.languages.de_words import counted, listed, mending, named
from adjudicator.prose import called, signed, unsaid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


FAULTS = de_faults.FAULTS

Sentences = dict[str, "Callable[..., str]"]

# --- names --------------------------------------------------------------------------------------------------


LANGUAGES = {"de": "Deutsch", "en": "Englisch"}


def _it_is(formula: str, right: Sequence[str]) -> str:
    return f"{formula} heißt {right[0]}." if right else f"{formula} hat keinen Namen, den wir kennen."


def _instead(right: Sequence[str]) -> str:
    return f" Der sorgfältige Name ist {right[0]}." if right else ""


def _accepted(name: str, formula: str, right: Sequence[str]) -> str:
    more = f", auch {right[0]}" if right else ""
    return f"Ja: {name} ist ein Name von {formula}{more}."


def _isomer(name: str, formula: str, right: Sequence[str], other: str) -> str:
    which = f"das Isomer {other}" if other else "ein Isomer, dieselben Atome anders verbunden"
    return f"Nein: {name} ist {which}. {_it_is(formula, right)}"


def _of_another(name: str, formula: str, right: Sequence[str], other: str, called: Sequence[str]) -> str:
    also = f" ({called[0]})" if called and called[0] != name else ""
    return f"Nein: {name} ist {other}{also}. {_it_is(formula, right)}"


def _wrong_number(name: str, formula: str, right: Sequence[str], other: str, called: Sequence[int]) -> str:
    number = ",".join(ROMAN[n] for n in called)
    return f"Nein: {name} ist {other}. In {formula} ist die Zahl {number}: {_it_is(formula, right)}"


def _not_enough(what: str) -> Callable[..., str]:
    def say(name: str, formula: str, right: Sequence[str], options: Sequence[str]) -> str:
        may_be = listed(list(options), "oder")
        return f"Das reicht nicht: {name} kann {may_be} sein. {what}: {_it_is(formula, right)}"

    return say


def _impossible(name: str, formula: str, right: Sequence[str], other: str = "") -> str:
    literally = f" ({other})" if other else ""
    return (
        f"Nein: Die Ladungen in {name}{literally} gleichen sich nicht aus oder kommen nicht vor. "
        f"{_it_is(formula, right)}"
    )


def _unknown(name: str, formula: str, right: Sequence[str]) -> str:
    ours = f" {_it_is(formula, right)}" if right else f" Gefragt war {formula}."
    return f"Das können wir nicht sagen: {name} kennen wir nicht, also entscheiden die Spieler.{ours}"


def _leaves_open(name: str, formula: str, right: Sequence[str]) -> str:
    ours = f" {_it_is(formula, right)}" if right else f" Gefragt war {formula}."
    return (
        f"Das können wir nicht sagen: {name} nennt nicht, wie viele es von jedem sind;"
        f" es entscheiden die Spieler.{ours}"
    )


def _other_elements(name: str, formula: str, more: Sequence[str], missing: Sequence[str]) -> str:
    if more:
        return f"{name} spricht von {listed(list(more))}; davon ist in {formula} nichts"
    return f"{name} sagt nichts von {listed(list(missing))}, das {formula} hat"


def _with_isomers(sentence: Callable[..., str]) -> Callable[..., str]:
    """Right for a composition, and which other well-known substances have it."""

    def say(*, others: Sequence[str] = (), **params: Any) -> str:
        text = sentence(**params)
        if not others:
            return text
        have = f"{listed(list(others))} {'haben' if len(others) > 1 else 'hat'} sie auch"
        return f"{text} {params['formula']} ist eine Zusammensetzung: {have}."

    return say


def _with_spelling(sentence: Callable[..., str]) -> Callable[..., str]:
    """Of a name that was read as if it had been spelled otherwise: what was said, then the answer."""

    def say(*, taken: str = "", elsewhere: Sequence[str] = (), **params: Any) -> str:
        text = sentence(**params)
        if elsewhere:
            language, other = elsewhere
            text = f"{text} Auf {LANGUAGES.get(language, language)} ist {params['name']} {other}."
        return f"{taken} wurde als {params['name']} gelesen. {text}" if taken else text

    return say


def _no(what: Callable[..., str]) -> Callable[..., str]:
    """Nein: ...; and what it is called."""

    def say(name: str, formula: str, right: Sequence[str], **more: Any) -> str:
        return f"Nein: {what(name, formula, **more)}. {_it_is(formula, right)}"

    return say


RIGHT: Sentences = {
    "preferred": lambda name, formula, right: f"Ja: {formula} ist {right[0]}.",  # noqa: ARG005
    "accepted": _accepted,
    "number_not_needed": lambda name, formula, right: (
        f"Ja, {name} ist {formula}. Die Zahl ist nicht nötig: Es gibt nur eines.{_instead(right)}"
    ),
    "number_left_out": lambda name, formula, right: (
        f"Ja, {name} ist {formula}: Nur eine Ladung ist üblich.{_instead(right)}"
    ),
    "counted": lambda name, formula, right: f"Ja, {name} sagt, woraus {formula} besteht.{_instead(right)}",
    "on_record": lambda name, formula, right: (  # noqa: ARG005
        f"Ja: {name} ist als Name von {formula} verzeichnet."
    ),
    "misspelt": lambda name, formula, right, spelling="": (  # noqa: ARG005
        f"Ja, aber auf die Schreibung achten: {spelling or listed(list(right))}."
    ),
}
WRONG: Sentences = {
    "isomer": _isomer,
    "of_another": _of_another,
    "wrong_number": _wrong_number,
    "wrong_count": _no(
        lambda name, formula, other: (
            f"{name} zählt die Atome von {other}" if other else f"{name} zählt nicht die Atome von {formula}"
        )
    ),
    "other_elements": _no(_other_elements),
    "wrong_ending": _no(
        lambda name, formula, other, ion, other_ion: (
            f"{name} ist {other}, mit {other_ion}; {formula} hat {ion}"
        )
    ),
    "number_missing": _not_enough("Die Zahl gehört dazu"),
    "prefix_missing": _not_enough("Die Atome werden gezählt"),
    "class": _no(lambda name, _: f"{name} ist eine Art von Stoffen, und gefragt ist, welcher"),
    "only_an_ion": _no(lambda name, _: f"{name} benennt nur einen Teil"),
    "of_an_element": _no(lambda name, _, element: f"{name or element} ist ein Element"),
    "of_an_alloy": _no(lambda name, _, elements: f"{name} ist eine Legierung aus {listed(list(elements))}"),
    "impossible": _impossible,
    "other_ions": _no(lambda name, formula: f"{formula} ist nicht aus dem aufgebaut, was {name} benennt"),
    "does_not_fit": _no(
        lambda name, formula: f"{name} hat die Teile von {formula}, aber nicht in dessen Verhältnis"
    ),
    "water_missing": _no(lambda name, _: f"{name} ist ohne Wasser; zu sagen ist, wie viel da ist"),
    "order": _no(lambda name, _: f"In {name} stehen die Elemente in der falschen Reihenfolge"),
    "is_a_formula": lambda name, formula, right: (  # noqa: ARG005
        f"Das ist eine Formel, kein Name. {_it_is(formula, right)}"
    ),
    "not_how": _no(lambda name, _: f"So wie in {name} wird aus diesen Wörtern kein Name"),
    "unknown": _unknown,
    "leaves_open": _leaves_open,
    "two_spellings": lambda name, formula, right, spellings: (  # noqa: ARG005
        f"Das können wir nicht sagen: {name} kann {listed(list(spellings), 'oder')} heißen sollen."
    ),
    "no_such_ending": lambda name, formula, right, spelling: (  # noqa: ARG005
        f"Nein: {name} hat eine Endung, die etwas anderes bedeutet; {formula} ist {spelling}."
    ),
    "too_long": lambda name, formula, right, limit: (  # noqa: ARG005
        f"Ein Name von mehr als {limit} Zeichen wird nicht gelesen."
    ),
    "empty": lambda name, formula, right: f"Für {formula} wurde kein Name genannt.",  # noqa: ARG005
}
NAMES: Sentences = {
    **{f"name_{code}": _with_isomers(sentence) for code, sentence in RIGHT.items()},
    **{f"name_{code}": _with_spelling(sentence) for code, sentence in WRONG.items()},
}

# --- what cannot be read ------------------------------------------------------------------------------------


def _character(given: str, found: str, position: int, in_front: bool) -> str:
    hint = " Vor einer Formel steht keine Zahl; gefragt ist ein Molekül." if in_front else ""
    return f"{quote(given)} hat an Stelle {position} {quote(found)}; das steht in keiner Formel.{hint}"


def _term(given: str, rules: str, known: Sequence[str]) -> str:
    takes = f"außer den Teilen gilt dort {listed(known)}" if known else "dort gelten die Teile allein"
    return f"{rules} kann mit {quote(given)} nichts anfangen; {takes}."


def _symbol(given: str, symbol: str, two: bool, isotope: bool) -> str:
    if two:
        hint = f"Sind die zwei Elemente {symbol.upper()} gemeint?"
    elif isotope:
        hint = "Isotope werden nicht unterschieden; zu schreiben ist H."
    else:
        hint = "Symbole sind die des Periodensystems, wie H, Na oder Cl."
    return f"{quote(symbol)} in {quote(given)} ist kein Element. {hint}"


def _case(given: str, readings: Sequence[str]) -> str:
    hint = f" Gemeint sein kann {' oder '.join(readings)}." if readings else ""
    return (
        f"Bei {quote(given)} stimmen Groß- und Kleinbuchstaben nicht: Ein Symbol ist ein großer, dann "
        f"vielleicht ein kleiner.{hint}"
    )


UNREADABLE: Sentences = {
    "unreadable_depth": lambda given, limit: (
        f"In {quote(given)} stehen Klammern mehr als {limit} tief ineinander."
    ),
    "unreadable_nothing": lambda given: (
        f"{quote(given)} nennt kein Element. Eine Formel sieht aus wie H2O oder Mg(NO2)2."
    ),
    "unreadable_two_numbers": lambda given, readings: (
        f"{quote(given)} hat eine Zahl oder Atome in Klammern: Ist es {' oder '.join(readings)}? Eine Formel "
        "hat keine römischen Zahlen."
    ),
    "unreadable_two_charges": lambda given, readings: (
        f"{quote(given)} kann {' oder '.join(readings)} heißen. Vor die Ladung gehört ein ^."
    ),
    "unreadable_charge": lambda given: (
        f"Die Ladung in {quote(given)} ist nicht zu lesen. Sie steht am Ende, wie in SO4^2- oder NH4^+."
    ),
    "unreadable_charge_size": lambda given, limit: (
        f"Die Ladung in {quote(given)} gibt es nicht; zu lesen sind 1 bis {limit}."
    ),
    "unreadable_count": lambda given, digits: (
        f"{quote(given)} hat die Anzahl {digits}. Gezählt wird ab 1, ohne Null davor."
    ),
    "unreadable_atoms": lambda given, limit: f"{quote(given)} hat zu viele Atome: mehr als {limit}.",
    "unreadable_length": lambda given, limit: (
        f"{quote(given)} hat {len(given)} Zeichen. Eine Formel hat höchstens {limit}."
    ),
    "unreadable_brackets": lambda given: (
        f"In {quote(given)} passen die Klammern nicht. Jede ( braucht ihre ), mit etwas darin."
    ),
    "unreadable_character": _character,
    "unreadable_symbol": _symbol,
    "unreadable_no_pieces": lambda given: (
        f"{given} urteilt über Plättchen oder eine Formel; die Frage hat keins von beiden."
    ),
    "unreadable_term": _term,
    "unreadable_term_value": lambda given, name, wanted: f"{name} ist {quote(given)}; nötig ist: {wanted}.",
    "unreadable_run_length": lambda given, limit: (
        f"{quote(given)} hat {len(given)} Zeichen. Eine Reihe hat höchstens {limit} Plättchen."
    ),
    "unreadable_tiles": lambda given, tiles, limit: (
        f"{quote(given)} hat {tiles} Plättchen. Eine Reihe hat höchstens {limit}."
    ),
    "unreadable_size": lambda given, size, limit: (
        f"{quote(given)} hat {size} Atome. Eine Reihe hat höchstens {limit} Plättchen."
    ),
    "unreadable_no_tiles": lambda given: (
        f"{quote(given)} hat keine Plättchen. Eine Reihe sieht aus wie HHO oder Mg N O O."
    ),
    "unreadable_tile": lambda given: (
        f"{quote(given)} ist kein Element. Jedes Plättchen ist ein Symbol, wie O oder Mg."
    ),
    "unreadable_run_character": lambda given, found, position: (
        f"{quote(given)} hat an Stelle {position} {quote(found)}. Eine Reihe besteht nur aus Symbolen, "
        "wie in MgNOONOO."
    ),
    "unreadable_case": _case,
    "unreadable_substance": lambda given: (
        f"Einen Stoff namens {quote(given)} kennen wir nicht. Auch eine Formel wie C2H6O wird nachgeschlagen."
    ),
    "unreadable_question": lambda given: (
        'Eine Frage ist {"tiles": "HHO"}, {"tiles": ["H", "H", "O"]} oder {"formula": "H2O"}, '
        f"nicht {quote(given)}."
    ),
}

# --- structures ---------------------------------------------------------------------------------------------


def _pairs(number: int) -> str:
    return counted(number, "ein Paar", "Paare") if number > 0 else "kein Paar"


def _no_centre_atom(atoms: int) -> str:
    if atoms > 5:
        return (
            f"Bei {atoms} Atomen kann keines an alle anderen gebunden sein: Ein Oktett hat Platz für vier "
            "Nachbarn."
        )
    return "Es gibt Strukturen mit Oktetten, aber keine, in der ein Atom an alle anderen gebunden ist."


def _element(symbol: str) -> str:
    return named(ELEMENTS[symbol].name) if symbol in ELEMENTS else symbol


STRUCTURES: Sentences = {
    "too_large": lambda atoms, limit: f"{atoms} Atome; Strukturen werden bis {limit} ausgearbeitet.",
    "charged": lambda charge: f"Die Ladung ist {charge:+d}; eine Verbindung ist neutral.",
    "has_metal": lambda element: (
        f"{_element(element)} ist ein Metall; Lewis-Strukturen gibt es hier nur von Nichtmetallen."
    ),
    "single_element": lambda element: f"Nur {_element(element)}: Das ist ein Element, keine Verbindung.",
    "helium": lambda: "Helium ist mit zwei Elektronen voll: Für acht hat es keinen Platz.",
    "odd_electrons": lambda electrons: (
        f"{electrons} Valenzelektronen sind eine ungerade Zahl, also bliebe eines ungepaart (ein Radikal)."
    ),
    "hypervalent": lambda element, electrons, pairs, bonds: (
        f"Von {electrons} Valenzelektronen lassen volle Oktette {_pairs(pairs)} zum Teilen, und um die Atome "
        f"zusammenzuhalten, braucht es {bonds}. {_element(element)} bräuchte mehr als acht."
    ),
    "incomplete_octet": lambda element, electrons, pairs, most: (
        f"{electrons} Valenzelektronen sind zu wenige: Volle Oktette bräuchten {_pairs(pairs)}, und diese "
        f"Atome können nur {most} teilen. {_element(element)} bliebe ohne Oktett."
    ),
    "no_centre_atom": _no_centre_atom,
    "not_connected": lambda: "Die Atome hängen nicht alle zusammen: Das ist mehr als ein Molekül.",
    "hydrogen_bonds": lambda neighbours: f"Ein Wasserstoff hat {neighbours} Bindungen; es ist genau eine.",
    "too_many_neighbours": lambda element, neighbours, most: (
        f"Ein Atom {_element(element)} ist an {neighbours} andere gebunden; ein Oktett erlaubt {most}."
    ),
}

# --- known compounds, reactions -----------------------------------------------------------------------------

HOW = {"boils": "siedet", "sublimes": "sublimiert", "decomposes": "zersetzt sich"}


def _stable_compound(
    name: str,
    boiling_point_k: float,
    kind: str,
    source: str,
    remark: str | None = None,
) -> str:
    celsius = f"{boiling_point_k - 273.15:.0f}".replace("-", "−")
    german = remark_in_german(remark or "")
    also = f"; {german}" if german else ""
    return f"{named(name)} {HOW.get(kind, kind)} bei {celsius} °C ({prose.sources(source)}){also}."


UNFIT = {
    "no_centre_atom": "kein Atom darin ist an alle anderen gebunden",
    "odd_electrons": "es hat eine ungerade Zahl von Elektronen, also bleibt eines ungepaart",
    "hypervalent": "ein Atom darin hat mehr als acht Elektronen",
    "incomplete_octet": "ein Atom darin hat weniger als acht Elektronen",
    "too_many_neighbours": "ein Atom darin hat mehr Nachbarn, als ein Oktett erlaubt",
    "hydrogen_bonds": "ein Wasserstoff darin hat mehr als eine Bindung",
}


def _fault(code: str | None) -> str:
    return UNFIT.get(code or "", "mit einer Struktur, die der Regel nicht genügt")


def _no_boiling_point(
    formula: str,
    name: str | None,
    remark: str | None = None,
    better_known: str | None = None,
    fault: str | None = None,
) -> str:
    unfit = f"{named(better_known)} passt nicht: {_fault(fault)}. " if better_known else ""
    what = named(name) if name else f"eine Verbindung {formula}"
    german = remark_in_german(remark or "")
    instead = f" ({german})" if german else ""
    return f"{unfit}{what} ist verzeichnet, aber ohne Siedepunkt{instead}, und gilt darum als unbeständig."


def _no_fitting_structure(formula: str, name: str, fault: str | None = None) -> str:
    return f"{formula} ist als {named(name)} verzeichnet, aber {_fault(fault)}."


def _say_missing(lost: tuple[str, ...], new: tuple[str, ...]) -> str:
    said = []
    if lost:
        said.append(f"{listed(list(lost))} würde verschwinden")
    if new:
        said.append(f"{listed(list(new))} käme aus dem Nichts")
    return f"Keine Zahlen gleichen das aus: {' und '.join(said)}."


CHEMISTRY: Sentences = {
    "has_charge": lambda charge: f"Das hat die Ladung {signed(charge)}; eine Verbindung hat keine.",
    "state_set_aside": lambda state: f"Der Zustand ({state}) wurde gelesen und beiseitegelassen.",
    "nearest": lambda nearest: mending((nearest,)),
    "remark": remark_in_german,
    "stable_compound": _stable_compound,
    "no_compound_on_record": lambda formula: f"Keine Verbindung {formula} ist verzeichnet.",
    "no_fitting_structure": _no_fitting_structure,
    "no_boiling_point": _no_boiling_point,
    "source_failed": lambda formula, reasons: (
        f"Ob ein beständiges {formula} bekannt ist, bleibt offen, weil nicht jede Quelle geantwortet hat. "
        + " ".join(f"{reason.rstrip('.')}." for reason in reasons)
    ),
    "reaction_element_missing": _say_missing,
    "reaction_same_on_both_sides": lambda species: (
        f"{listed(list(species))} {'steht' if len(species) == 1 else 'stehen'} auf beiden Seiten; was nicht "
        "reagiert, bleibt weg."
    ),
    "reaction_several_ways": lambda example: (
        f"Mehrere Reaktionen auf einmal, also gleicht keine einzelne Reihe von Zahlen sie aus; eine von "
        f"vielen ist {example}."
    ),
    "reaction_no_way": lambda: "Keine positiven ganzen Zahlen gleichen es aus.",
}

# --- at every table -----------------------------------------------------------------------------------------


def _no_such_player(player: int | None, players: Sequence[int]) -> str:
    asked = "diesen Mitspieler" if player is None else f"den Spieler {player + 1}"
    return f"Unter {listed([called(other) for other in players])} gibt es {asked} nicht."


def _offer_bad_amount(kind: str, amount: int, kinds: Sequence[str]) -> str:
    of = listed(list(kinds), "oder") if kinds else "nichts in diesem Spiel"
    return f"{amount} {kind} kann man nicht anbieten: Eine Menge geht von 1 bis {MOST}, nur einmal, von {of}."


TABLE: Sentences = {
    "player": lambda number: f"Spieler {number}",
    "game_over": lambda: "Das Spiel ist zu Ende.",
    "no_such_player": _no_such_player,
    "not_your_turn": lambda turn: "Du bist nicht am Zug." if turn is None else f"{called(turn)} ist am Zug.",
    "your_turn": lambda: "Du bist am Zug.",
    "not_listed": lambda: "Das gehört nicht zu dem, was du jetzt tun kannst.",
    "you_are_out": lambda: "Du bist nicht mehr im Spiel.",
    "analysis_better": lambda best, lost, error, chance, chance_error: (
        f"Besser war: {best} ({f'{lost:g} ± {error:g}' if error else f'{lost:g}'} Punkte mehr, "
        f"{chance} ± {chance_error} % mehr Gewinnaussicht)."
    ),
    "analysis_luck": lambda points, chance, lost: (
        f"Das Glück {'kostete' if chance < 0 else 'brachte'} {abs(points):g} Punkte und {abs(chance)} % "
        f"Gewinnaussicht, die Entscheidung kostete {lost:g}."
    ),
    "may_resign": lambda: "Aufgeben darf man immer.",
    "may_trade": lambda: "Das kann man anbieten oder beantworten.",
    "offer_not_now": lambda: "Mit Angeboten hast du jetzt nichts zu tun.",
    "no_such_offer": lambda offer: f"Angebot {offer} liegt nicht mehr auf dem Tisch.",
    "offer_not_to_you": lambda offer: f"Angebot {offer} gilt nicht dir.",
    "offer_not_yours": lambda offer: f"Angebot {offer} ist nicht deines, du kannst es nicht zurücknehmen.",
    "offer_accepted_before": lambda offer: f"Angebot {offer} hast du schon angenommen.",
    "offer_not_back": lambda player: f"Ein Gegenangebot geht an {called(player)}, von dort kam das Angebot.",
    "offers_used_up": lambda limit: (
        f"Niemand macht mehr als {limit} Angebote in einer Phase; deine sind gemacht."
    ),
    "offer_partners": lambda: "Ein Angebot nennt jeden Partner einmal, oder niemanden und gilt dann allen.",
    "offer_no_partner": lambda player: f"{called(player)} kann man dieses Angebot nicht machen.",
    "offer_bad_onward": lambda: (
        "Weitergeben kann ein Partner etwas nur an einen anderen Partner desselben Angebots, je einmal."
    ),
    "offer_empty": lambda: "Jeder Teil eines Angebots gibt etwas oder verlangt etwas.",
    "offer_bad_amount": _offer_bad_amount,
    "offer_no_such_piece": lambda piece: f"So viele {piece} gibt es in diesem Spiel nicht.",
    "offer_lacks_piece": lambda piece: f"Du hast {piece} nicht, das du geben würdest.",
    "offer_lacks_amount": lambda kind, amount: f"Du hast keine {amount} {kind}, die du geben würdest.",
}

TERMINAL: Sentences = {
    "terminal_valid": lambda: "gültig",
    "terminal_invalid": lambda: "ungültig",
    "terminal_unresolved": lambda: "offen",
    "terminal_right": lambda: "richtig",
    "terminal_wrong": lambda: "falsch",
    "terminal_run": lambda: "Reihe",
    "terminal_legal_by": lambda rules: f"Erlaubt nach der Regel „{rules}“:",
    "terminal_on_record": lambda name, point, source: f"Verzeichnet: {name}, {point} ({source}).",
    "terminal_no_boiling_point": lambda name, remark: (
        f"Verzeichnet: {name}, ohne Siedepunkt{f': {remark}' if remark else ''}."
    ),
    "terminal_no_point": lambda: "kein Siedepunkt",
    "terminal_point": lambda kind, at: f"{HOW.get(kind, kind)} bei {at}",
    "terminal_found": lambda formula, number: f"{formula}: {number or 'nichts'} verzeichnet",
    "terminal_no_name": lambda formula: f"{formula}: Dafür ist kein Name bekannt.",
    "terminal_also": lambda: "auch:",
    "terminal_isomers": lambda: "mit derselben Zusammensetzung:",
    "terminal_names": lambda: "Namen:",
    "terminal_yes": lambda: "ja",
    "terminal_show_one": lambda: "Einzelne zeigt: adjudicator rulesets NAME",
}

SENTENCES: Sentences = {**NAMES, **UNREADABLE, **STRUCTURES, **CHEMISTRY, **TABLE, **TERMINAL}


# --- events -------------------------------------------------------------------------------------------------


def _goods(goods: Mapping[str, Any]) -> str:
    amounts = [f"{amount} {kind}" for kind, amount in goods["amounts"]]
    return listed([*goods["pieces"], *amounts] or ["nichts"])


def _terms(event: Any, names: Sequence[str]) -> str:
    return "; ".join([part for term in event["terms"] for part in _term_parts(term, names)])


def _term_parts(term: Mapping[str, Any], names: Sequence[str]) -> Iterator[str]:
    who = "wer will" if term["partner"] is None else names[term["partner"]]
    onward = term.get("onward", ())  # Aufzeichnungen aus der Zeit vor den Ringen haben keine
    if not onward or has_goods(term["gives"]) or has_goods(term["gets"]):
        yield f"{who} bekommt {_goods(term['gives'])} für {_goods(term['gets'])}"
    for handed in onward:
        yield f"{who} gibt {_goods(handed['goods'])} an {names[handed['to']]}"


def _made(name: str, event: Any, names: Sequence[str]) -> str:
    answers = "" if event["counters"] is None else f" als Antwort auf {event['counters']}"
    return f"{name}: Angebot {event['offer']}{answers}: {_terms(event, names)}"


def _ended(_: str, event: Any, names: Sequence[str]) -> str:
    winners = [names[player] for player in event["winners"]]
    won = f" Gewonnen: {listed(winners, 'und')}." if winners else ""
    return f"Das Spiel ist zu Ende.{won}"


TOLD: Mapping[str, Callable[[str, Any, Sequence[str]], str | None]] = {
    "game_started": unsaid,
    "game_ended": _ended,
    "resigned": lambda name, *_: f"{name} gibt auf",
    "player_out": lambda name, *_: f"{name} ist ausgeschieden",
    "offer_made": _made,
    "offer_accepted": lambda name, event, _: f"{name} nimmt Angebot {event['offer']} an",
    "offer_declined": lambda name, event, _: f"{name} lehnt Angebot {event['offer']} ab",
    "offer_withdrawn": lambda name, event, _: f"{name} nimmt Angebot {event['offer']} zurück",
    "offer_voided": lambda _, event, __: f"Angebot {event['offer']} ist nicht mehr zu erfüllen.",
    "offer_carried_out": lambda _, event, names: (
        f"Angebot {event['offer']} wird ausgeführt: {_terms(event, names)}"
    ),
}

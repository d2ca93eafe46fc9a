"""C-WORDS: the figures of a sentence add up, in Ion, Valence Plus, Compounded and Chemistry Monopoly.

Each is worked out again from the question, the sentence's own parameters and the file of the edition, and sought
in the text. CompoundIt! has a file of its own, tests/unit/rulesets/compoundit/test_figures_in_reasons.py.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from adjudicator import Formula, load_ruleset
from adjudicator.chem.elements import ELEMENTS
from adjudicator.languages.catalogue import HERE, words_of
from adjudicator.languages.templates import WAYS
from adjudicator.prose import ADDED
from adjudicator.ruleset import ask, read_question
from adjudicator.verdict import Facts
from adjudicator_rulesets.chemistry_monopoly.edition import DEFAULT as MONOPOLY
from adjudicator_rulesets.compounded.edition import DEFAULT as COMPOUNDED
from adjudicator_rulesets.ion.edition import DEFAULT as ION
from adjudicator_rulesets.valence_plus.edition import DEFAULT as VALENCE
from tests.support.sampling import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from adjudicator import Check, Verdict

QUESTIONS = 120  # of each game
SIGNED = re.compile(r"(?<![\w.])([+−]\d+|0)(?!\w)")
FIGURE = re.compile(r"(?<![\w(])\d+(?!\w)")
VERBS = re.compile(r"\b([Aa]dding|[Rr]emoving) ((?:\w+ [A-Z]\w*(?: and (?=\w+ [A-Z]))?)+)")
NUMBERS = words_of(HERE, "en").numbers


def box(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def atoms(text: str) -> Counter[str]:
    return Counter(dict(Formula.parse(text).atoms))


def of_cards(cards: Sequence[str]) -> Counter[str]:
    return sum((atoms(card) for card in cards), Counter())


def figures(message: str) -> list[int]:
    return [int(figure) for figure in FIGURE.findall(message)]


def figures_beside_formulas(message: str) -> list[str]:
    """Of all but formulas and the places in a name, 2-propynoic acid."""
    return re.findall(r"(?<![\w(,-])[+−]?\d+(?!\w|[\d,']*-)", re.sub(r"[A-Z][A-Za-z()\d]*", "", message))


def sum_is_said(check: Check, total: int) -> None:
    assert check.witness is not None
    assert sum(check.witness["numbers"]) == check.witness["sum"] == total
    assert SIGNED.findall(check.message)[:1] == [f"{total:+d}".replace("-", "−")]


def mends_lead_there(check: Check, verdict: Verdict) -> None:
    """What is here, with the changes, is what they are said to make; the first two of them are in the text."""
    changes = []
    for place, mend in enumerate(check.params["mends"]):
        made = Counter(verdict.tiles)
        for card, change in mend["changes"]:
            made[card] += change
            if place < WAYS:
                changes.append((NUMBERS[abs(change)], "more" if change > 0 else "fewer", card))
        assert of_cards([*made.elements()]) == atoms(mend["makes"])
    said = re.findall(r"(\w+) (more|fewer) (\w+)", check.message)
    for verb, cards in VERBS.findall(check.message):
        way = "more" if verb.lower() == "adding" else "fewer"
        said += [(number, way, card) for number, card in re.findall(r"(\w+) ([A-Z]\w*)", cards)]
    assert sorted((number.lower(), way, card) for number, way, card in said) == sorted(changes)


# --- Ion --------------------------------------------------------------------------------------------------

ION_BOX = box(ION)
ION_CARDS = {
    row["card"]: row
    for table in ("ions", "nobles", "transition", "polyatomic", "radioactive")
    for row in ION_BOX[table]["each"]
}


def ion_hand(rng: random.Random) -> str:
    kinds = rng.sample([*ION_CARDS], rng.randint(1, 3)) if rng.random() < 0.3 else _two_signs(rng)
    return "".join(f"({card}){rng.randint(1, 3)}" for card in kinds)


def _two_signs(rng: random.Random) -> list[str]:
    plus = [card for card, row in ION_CARDS.items() if row.get("charge", 0) > 0 or "charges" in row]
    minus = [card for card, row in ION_CARDS.items() if row.get("charge", 0) < 0]
    return [rng.choice(plus), rng.choice(minus)]


def best_of_nobles(gases: Counter[str]) -> int:
    """Sets of different gases, in the best way: every way is tried."""
    worth = ION_BOX["nobles"]["sets"]
    kinds = [gas for gas, number in gases.items() if number]
    if not kinds:
        return 0
    first, *others = kinds
    best = 0
    for chosen in range(1 << len(others)):
        taken = [first, *(gas for place, gas in enumerate(others) if chosen >> place & 1)]
        best = max(best, worth[len(taken) - 1] + best_of_nobles(gases - Counter(taken)))
    return best


def charges_remain(check: Check, verdict: Verdict) -> None:
    sum_is_said(check, check.params["sum"])
    mends_lead_there(check, verdict)


def box_is_short(check: Check, verdict: Verdict) -> None:
    here = Counter(verdict.tiles)
    rows = check.params["short"]
    for row in rows:
        assert row["number"] == here[row["card"]] > row["there"] == ION_CARDS[row["card"]]["count"]
    said = check.message.partition("needs ")[2]
    assert figures(said) == [*(row["number"] for row in rows), *(row["there"] for row in rows)]


def ion_compound(check: Check, verdict: Verdict) -> None:
    worth = sum(ION_CARDS[card].get("points", 0) for card in verdict.tiles)
    assert f"{worth} point" in check.message
    assert atoms(check.params["formula"]) == of_cards(verdict.tiles)


def several_times(check: Check, verdict: Verdict) -> None:
    times = check.params["number"]
    once = atoms(check.params["formula"])
    assert Counter({symbol: n * times for symbol, n in once.items()}) == of_cards(verdict.tiles)
    assert f"{NUMBERS[times]} times" in check.message


def nobles(check: Check, verdict: Verdict) -> None:
    gases = Counter(card for card in verdict.tiles if card in {"He", "Ne", "Ar"})
    assert f"{best_of_nobles(gases)} points" in check.message


# --- Valence Plus -----------------------------------------------------------------------------------------

VALENCE_BOX = box(VALENCE)
VALENCES = {row["symbol"]: row for row in VALENCE_BOX["elements"]["each"]}


def valence_hand(rng: random.Random) -> str:
    few = rng.sample([*VALENCES], rng.randint(2, 3))
    return "".join(rng.choice(few) for _ in range(rng.randint(2, 5)))


def valences_off(check: Check, verdict: Verdict) -> None:
    numbers = dict(zip(verdict.tiles, check.witness["numbers"] if check.witness else (), strict=True))
    assert all(n in (VALENCES[card]["valence"], VALENCES[card].get("second")) for card, n in numbers.items())
    if check.params["parts"]:
        parts_fit(check, verdict)
    else:
        sum_is_said(check, check.params["total"])
        mends_lead_there(check, verdict)


def parts_fit(check: Check, verdict: Verdict) -> None:
    parts = [part.partition(" (")[0] for part in check.params["parts"]]
    together = sum(map(atoms, parts), Counter())
    assert together <= Counter(verdict.tiles)
    assert all(
        check.message.count(part) >= check.params["parts"].count(part) for part in check.params["parts"]
    )


def second(check: Check, verdict: Verdict) -> None:
    assert check.witness is not None
    numbers = dict(zip(verdict.tiles, check.witness["numbers"], strict=True))
    assert sum(check.witness["numbers"]) == check.witness["sum"] == 0
    assert all(
        VALENCES[card]["second"] == numbers[card] == check.params["valence"]
        for card in check.params["symbols"]
    )
    assert SIGNED.findall(check.message) == [f"{check.params['valence']:+d}".replace("+0", "0")]


def molecule(check: Check, _: Verdict) -> None:
    (row,) = (row for row in VALENCE_BOX["molecules"]["each"] if row["name"] == check.params["molecule"])
    assert figures(check.message) == [row["points"]]


# --- Compounded -------------------------------------------------------------------------------------------

COMPOUNDED_BOX = box(COMPOUNDED)
CARDS = {row["name"]: row for row in COMPOUNDED_BOX["cards"]["each"]}


def crystals(rng: random.Random) -> str:
    if rng.random() < 0.5:
        return str(rng.choice([*CARDS.values()])["formula"])
    return "".join(rng.choice("HHHCCONS") for _ in range(rng.randint(2, 7)))


def is_card(check: Check, verdict: Verdict) -> None:
    card = CARDS[check.params["name"]]
    assert atoms(card["formula"]) == atoms(verdict.hill)
    assert f", {card['points']} points." in check.message


def flames_of_card(check: Check, verdict: Verdict) -> None:
    limits = {row.get("flames") for row in CARDS.values() if atoms(row["formula"]) == atoms(verdict.hill)}
    (limit,) = limits
    assert (
        (f"{NUMBERS[limit]} flame" in check.message)
        if limit
        else "In this game it does not burn." in check.message
    )


def extinguisher(check: Check, verdict: Verdict) -> None:
    assert Counter(COMPOUNDED_BOX["play"]["extinguisher"]) == Counter(verdict.tiles)
    assert figures(check.message) == [COMPOUNDED_BOX["play"]["worth"]["extinguisher"]]


def crystals_complete(check: Check, verdict: Verdict) -> None:
    for told in check.params["cards"]:
        card = CARDS[told["card"]]
        assert atoms(card["formula"]) <= Counter(verdict.tiles)
        assert f"({card['formula']}, {card['points']} points)" in check.message


def crystals_short(check: Check, verdict: Verdict) -> None:
    formulas = [card.rpartition("(")[2].rstrip(")") for card in check.params["cards"]]
    said = {card: int(n) for n, card in (text.split() for text in check.params["missing"])}
    assert any(atoms(formula) - Counter(verdict.tiles) == Counter(said) for formula in formulas)
    assert figures(check.message.rpartition(":")[2]) == [*said.values()]


# --- Chemistry Monopoly -----------------------------------------------------------------------------------

BOARD = box(MONOPOLY)
LOTS = {row["element"]: row for row in BOARD["board"]["each"] if "rents" in row}
NAMES = {ELEMENTS[symbol].name: symbol for symbol in LOTS}
SETS = {row["set"]: row for row in BOARD["sets"]["each"]}


def condensed(rng: random.Random) -> str:
    family = rng.choice([*SETS])
    members = [symbol for symbol, row in LOTS.items() if row.get("set") == family]
    kind = rng.random()
    if kind < 0.3:
        return str(rng.choice([*LOTS]))
    if kind < 0.5:
        return "".join(members)
    low = rng.randint(1, 4)
    return "".join(f"{symbol}{low + rng.randint(0, 1 if kind < 0.8 else 2)}" for symbol in members)


def costs(check: Check, verdict: Verdict) -> None:
    lot = LOTS[verdict.tiles[0]]
    bare, *liquids, solid = lot["rents"]
    assert figures(check.message) == [lot["price"], bare, *liquids, solid, lot["price"] // 2]


def whole_set(check: Check, _: Verdict) -> None:
    rents = [LOTS[NAMES[row["name"]]]["rents"][0] for row in check.params["rents"]]
    steps = {SETS[LOTS[NAMES[row["name"]]]["set"]]["step"] for row in check.params["rents"]}
    assert figures(check.message) == [*(2 * rent for rent in rents), *steps]


def one_of_set(check: Check, verdict: Verdict) -> None:
    lot = LOTS[verdict.tiles[0]]
    assert figures(check.message) == [2 * lot["rents"][0], SETS[lot["set"]]["step"]]


def uneven(check: Check, verdict: Verdict) -> None:
    assert check.witness is not None
    levels = {ELEMENTS[symbol].name: n for symbol, n in check.witness["levels"]}
    params = check.params
    assert (levels[params["most"]], levels[params["least"]]) == (params["more"], params["fewer"])
    assert params["more"] - params["fewer"] > 1
    here = dict(Formula.parse(verdict.hill).atoms)
    assert all(n == here.get(symbol, 0) for symbol, n in check.witness["levels"])


def even(check: Check, _: Verdict) -> None:
    (step,) = {SETS[LOTS[NAMES[name]]["set"]]["step"] for name in check.params["elements"]}
    assert figures(check.message) == [step]


def too_many(check: Check, verdict: Verdict) -> None:
    most = BOARD["stock"]["liquids_for_solid"]
    assert dict(Formula.parse(verdict.hill).atoms)[check.params["symbol"]] > check.params["most"] == most + 1
    assert figures(check.message) == [most]


# Facts of chemistry, whose numbers are in the words themselves, with a source in the edition's file.
FACTS = {"one_family", "of_family"}


GAMES: dict[
    str, tuple[Callable[[random.Random], str], dict[str, Callable[[Check, Verdict], None]], set[str]]
] = {
    "ion:transition+polyatomic+radioactive": (
        ion_hand,
        {
            "charges_remain": charges_remain,
            "box_is_short": box_is_short,
            "neutral_but_short": box_is_short,
            "compound": ion_compound,
            "several_times": several_times,
            "noble_never_bonds": nobles,
        },
        {"charges_remain", "box_is_short", "compound"},
    ),
    "valence-plus": (
        valence_hand,
        {
            "valences_off": valences_off,
            "contains_smaller": parts_fit,
            "molecule": molecule,
            "second_valence": second,
        },
        {"valences_off"},
    ),
    "compounded": (
        crystals,
        {
            "is_card": is_card,
            "is_extinguisher": extinguisher,
            "flames_of_card": flames_of_card,
            "crystals_complete": crystals_complete,
            "crystals_short": crystals_short,
        },
        {"is_card", "flames_of_card", "crystals_complete"},
    ),
    "chemistry-monopoly": (
        condensed,
        {
            "costs": costs,
            "whole_set": whole_set,
            "one_of_set": one_of_set,
            "uneven": uneven,
            "even": even,
            "too_many_steps": too_many,
        },
        {"costs", "whole_set", "one_of_set", "uneven", "even"},
    ),
}


@pytest.mark.rule("C-WORDS")
@pytest.mark.parametrize("name", GAMES)
def test_C_WORDS_the_figures_of_every_sentence_add_up_in_every_game(name: str) -> None:
    question, sentences, wanted = GAMES[name]
    rules = load_ruleset(name)
    rng = random.Random(f"{name} {DAY}")
    read: Counter[str] = Counter()
    for _ in range(QUESTIONS):
        asked = question(rng)
        verdict = ask(rules, read_question(asked), {})
        for check in verdict.checks:
            if check.code in sentences:
                own = Facts(**{key: value for key, value in check.params.items() if key not in ADDED})
                sentences[check.code](check._replace(params=own), verdict)
                read[check.code] += 1
            else:  # no figure without a test
                assert check.code in FACTS or not figures_beside_formulas(check.message), check.message
    assert all(read[code] for code in wanted), read

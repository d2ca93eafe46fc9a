"""C-WORDS: the figures of the sentences of Ion, Valence Plus, Compounded and Chemistry Monopoly are true.

Each is worked out again from the run and from the file of the box; a sentence with figures that a verdict does
not say stands in a list with the reason. Those of CompoundIt! are read in `test_figures_in_reasons`.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator import Check, Facts, Formula, Tiles, Verdict, load_ruleset, prose
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import write_unit
from adjudicator.languages.catalogue import words_of
from adjudicator.languages.templates import Template, Words
from adjudicator_rulesets.compounded.judging.rules import Compounded
from tests.oracle.ion_referee import divisions
from tests.oracle.refereeing import edition_of
from tests.support.sampling import DAY

GAMES = ("ion", "valence-plus", "compounded", "chemistry-monopoly")
RULES = {
    "ion:base": "H Na K Mg Ca OH F Cl He Ne Ar",
    "ion:transition+polyatomic": "Na Mg Ca F Cl OH Fe Cu Cr Au",
    "valence-plus": "H C O F Na S Cl K Ca Cu Zn",
    "compounded": "H C O N Ca S H O",
    "chemistry-monopoly": "",
}
RUNS = 60  # of each of the rule sets
NEUTRAL = {"ion:base": ("NaF", "MgF2", "Na2F2", "Mg6F12")}  # which chance makes on few days
# Facts that are figures, by their last word, and what makes a figure of any fact.
FIGURES = {
    *"sum number charge charges group groups worth paid need decay total valence points limit allowed held left".split(),
    *"have places new old count level wilds n error rents rent step double price bare liquids solid transfer".split(),
    *"one both most least fewer amount raisable money has_liquids has_solids solids mends short there too_many slot cost".split(),
}
FILTERS = {"spelled", "signed", "figure", "less", "size", "places"}

ELEMENT_NAMES = {symbol: element.name for symbol, element in ELEMENTS.items()}

Numbers = list[int]
Twin = Callable[[Facts, Verdict, dict[str, Any]], Numbers]


def atoms(cards: Counter[str]) -> Counter[str]:
    """Of cards that may be groups: OH."""
    found: Counter[str] = Counter()
    for card, n in cards.items():
        for symbol, each in Formula.parse(card).atoms:
            found[symbol] += each * n
    return found


def mended(facts: Facts, verdict: Verdict) -> Numbers:
    """What is changed makes the compound; the numbers of cards that are said."""
    for mend in facts["mends"]:
        made = Counter(verdict.tiles)
        for card, n in mend["changes"]:
            made[card] += n
        assert min(made.values()) >= 0
        assert atoms(+made) == Counter(dict(Formula.parse(mend["makes"]).atoms)), mend
    return [abs(n) for mend in facts["mends"][:1] for _, n in mend["changes"]]


# --- Ion ----------------------------------------------------------------------------------------------------


def ion_cards(box: dict[str, Any]) -> dict[str, dict[str, Any]]:
    kinds = ("ions", "nobles", "transition", "polyatomic", "radioactive")
    return {row["card"]: row for kind in kinds for row in box[kind]["each"]}


def charges_remain(facts: Facts, verdict: Verdict, box: dict[str, Any]) -> Numbers:
    sums = {0}
    for card, n in Counter(verdict.tiles).items():  # one metal shows one charge
        row = ion_cards(box)[card]
        sums = {total + n * charge for total in sums for charge in row.get("charges", [row.get("charge")])}
    assert facts["sum"] in sums - {0}
    return [facts["sum"], *mended(facts, verdict)]


def several_times(facts: Facts, verdict: Verdict, _: dict[str, Any]) -> Numbers:
    one = Counter(dict(Formula.parse(facts["formula"]).atoms))
    assert atoms(Counter(verdict.tiles)) == Counter({s: n * facts["number"] for s, n in one.items()})
    assert facts["number"] > 1
    return [facts["number"]]


def box_is_short(facts: Facts, verdict: Verdict, box: dict[str, Any]) -> Numbers:
    needed = Counter(verdict.tiles)
    due = {card: (n, int(ion_cards(box)[card]["count"])) for card, n in needed.items()}
    said = {row["card"]: (row["number"], row["there"]) for row in facts["short"]}
    assert said == {card: pair for card, pair in due.items() if pair[0] > pair[1]}
    return [number for pair in said.values() for number in pair]


def compound(facts: Facts, verdict: Verdict, box: dict[str, Any]) -> Numbers:
    assert facts["worth"] == sum(ion_cards(box)[card]["points"] for card in verdict.tiles)
    return [facts["worth"]]


def noble_never_bonds(facts: Facts, verdict: Verdict, box: dict[str, Any]) -> Numbers:
    gases = [card for card in verdict.tiles if any(card == row["card"] for row in box["nobles"]["each"])]
    assert facts["worth"] == divisions(gases, box["nobles"]["sets"])
    return [facts["worth"]]


# --- Valence Plus -------------------------------------------------------------------------------------------


def valence_of(symbol: str, box: dict[str, Any], which: str = "valence") -> int:
    return next(int(row.get(which, 0)) for row in box["elements"]["each"] if row["symbol"] == symbol)


def second_valence(facts: Facts, verdict: Verdict, box: dict[str, Any]) -> Numbers:
    second = {valence_of(symbol, box, "second") for symbol in facts["symbols"]}
    assert second == {facts["valence"]}
    shown = "second", "valence"
    assert not sum(valence_of(s, box, shown[s not in facts["symbols"]]) for s in verdict.tiles)
    return [facts["valence"]]


def valences_off(facts: Facts, verdict: Verdict, box: dict[str, Any]) -> Numbers:
    if facts["parts"]:
        parts = [Formula.parse(part.partition(" ")[0]).atoms for part in facts["parts"]]
        assert Counter(verdict.tiles) == sum((Counter(dict(part)) for part in parts), Counter())
        return []
    sums = {0}
    for symbol, n in Counter(verdict.tiles).items():  # sulfur by what it would be in SO3
        sums = {
            total + n * valence_of(symbol, box, which) for total in sums for which in ("valence", "second")
        }
    assert facts["total"] in sums - {0}
    return [facts["total"], *mended(facts, verdict)]


def molecule(facts: Facts, _: Verdict, box: dict[str, Any]) -> Numbers:
    rows = {row["name"]: row["points"] for row in box["molecules"]["each"]}
    assert facts["points"] == rows[facts["molecule"]]
    return [facts["points"]]


# --- Compounded ---------------------------------------------------------------------------------------------


def card_of(name: str, box: dict[str, Any]) -> dict[str, Any]:
    play = box["play"]
    fire = {"formula": "CO2", "points": play["worth"]["extinguisher"], "name": "fire extinguisher"}
    rows: list[dict[str, Any]] = [*box["cards"]["each"], fire]
    return next(row for row in rows if row["name"] == name)


def asked_card(verdict: Verdict, box: dict[str, Any]) -> dict[str, Any]:
    atoms_of = Counter(verdict.tiles)
    return next(
        row for row in box["cards"]["each"] if Counter(dict(Formula.parse(row["formula"]).atoms)) == atoms_of
    )


def too_few_crystals(facts: Facts, verdict: Verdict, box: dict[str, Any]) -> Numbers:
    counts = {row["symbol"]: row["count"] for row in box["crystals"]["each"]}
    assert verdict.tiles.count(facts["symbol"]) > counts[facts["symbol"]] == facts["count"]
    return [facts["count"]]


def is_card(facts: Facts, verdict: Verdict, box: dict[str, Any]) -> Numbers:
    assert facts["points"] == asked_card(verdict, box)["points"]
    return [facts["points"], *map(int, re.findall(r"\d+", facts["lesson"]))]


def flames_of_card(facts: Facts, verdict: Verdict, box: dict[str, Any]) -> Numbers:
    flames = asked_card(verdict, box).get("flames")
    assert facts["limit"] == flames
    return [flames] if flames else []


def is_extinguisher(facts: Facts, _: Verdict, box: dict[str, Any]) -> Numbers:
    assert facts["worth"] == box["play"]["worth"]["extinguisher"]
    return [facts["worth"]]


def crystals_complete(facts: Facts, verdict: Verdict, box: dict[str, Any]) -> Numbers:
    for card in facts["cards"]:
        row = card_of(card["card"], box)
        assert (card["formula"], card["points"]) == (row["formula"], row["points"])
        assert Counter(dict(Formula.parse(row["formula"]).atoms)) < Counter(verdict.tiles)
    return [card["points"] for card in facts["cards"]]


def crystals_short(facts: Facts, verdict: Verdict, box: dict[str, Any]) -> Numbers:
    missing = Counter({symbol: int(n) for n, symbol in map(str.split, facts["missing"])})
    formula = facts["cards"][0].partition(" (")[2][:-1]
    assert missing == Counter(dict(Formula.parse(formula).atoms)) - Counter(verdict.tiles)
    every = (Counter(dict(Formula.parse(row["formula"]).atoms)) for row in box["cards"]["each"])
    assert missing.total() == min((card - Counter(verdict.tiles)).total() for card in every)
    return list(missing.values())


def on_the_bench(card: Facts, box: dict[str, Any]) -> int:
    """Whether what a card lacks is what the bench does not have; its places."""
    formula = Formula.parse(card["formula"])
    row = card_of(card["card"], box)
    assert (card["formula"], card["points"]) == (row["formula"], row["points"])
    places = Counter(dict(formula.atoms))
    assert Counter(card["lacks"]) == places - Counter(box["bench"])
    assert card["wilds"] <= len(card["lacks"])
    return places.total()


def bench_completes(facts: Facts, _: Verdict, box: dict[str, Any]) -> Numbers:
    for card in facts["cards"]:
        on_the_bench(card, box)
        assert card["wilds"] == len(card["lacks"])
        assert not card["too_many"]
    return [card[fact] for card in facts["cards"] for fact in ("points", "wilds") if card[fact]]


def bench_completes_none(facts: Facts, _: Verdict, box: dict[str, Any]) -> Numbers:
    wilds, level = facts["wilds"], facts["level"]
    for row in box["cards"]["each"]:
        places = Counter(dict(Formula.parse(row["formula"]).atoms))
        assert places.total() > level or (places - Counter(box["bench"])).total() > wilds
    return [wilds, level]


def bench_lacks(facts: Facts, _: Verdict, box: dict[str, Any]) -> Numbers:
    said: Numbers = []
    for card in facts["cards"]:
        over = max(0, on_the_bench(card, box) - facts["level"])
        assert card["too_many"] == over
        assert over or len(card["lacks"]) > card["wilds"]
        said += [over + facts["level"], facts["level"]] if over else []
        said += [card["wilds"]] if card["wilds"] else []
    return said


# --- Chemistry Monopoly -------------------------------------------------------------------------------------


def square_of(name: str, box: dict[str, Any]) -> dict[str, Any]:
    symbol = next(s for s in ELEMENT_NAMES if ELEMENT_NAMES[s] == name)
    return next(row for row in box["board"]["each"] if row.get("element") == symbol)


def costs(facts: Facts, _: Verdict, box: dict[str, Any]) -> Numbers:
    row = square_of(facts["name"], box)
    bare, *liquids, solid = row["rents"]
    assert facts["price"] == row["price"] == 2 * facts["transfer"]
    assert (facts["bare"], list(facts["liquids"]), facts["solid"]) == (bare, liquids, solid)
    return [*row["rents"], row["price"], row["price"] // 2, len(liquids)]


def life_costs(facts: Facts, _: Verdict, box: dict[str, Any]) -> Numbers:
    row = square_of(facts["name"], box)
    assert facts["price"] == row["price"] == 2 * facts["transfer"]
    assert [facts["one"], facts["both"]] == box["rent"]["life"]
    return [row["price"], row["price"] // 2, *box["rent"]["life"]]


def whole_set(facts: Facts, verdict: Verdict, box: dict[str, Any]) -> Numbers:
    rents = [2 * square_of(row["name"], box)["rents"][0] for row in facts["rents"]]
    assert [row["rent"] for row in facts["rents"]] == rents
    assert len(rents) == len(verdict.tiles)
    assert facts["step"] == step_of(verdict.tiles[0], box)
    return [*rents, facts["step"]]


def step_of(symbol: str, box: dict[str, Any]) -> int:
    family = next(row["set"] for row in box["board"]["each"] if row.get("element") == symbol)
    return int(next(row["step"] for row in box["sets"]["each"] if row["set"] == family))


def one_of_set(facts: Facts, verdict: Verdict, box: dict[str, Any]) -> Numbers:
    row = square_of(ELEMENT_NAMES[verdict.tiles[0]], box)
    assert (facts["double"], facts["step"]) == (2 * row["rents"][0], step_of(verdict.tiles[0], box))
    return [facts["double"], facts["step"]]


def levels(verdict: Verdict) -> Counter[str]:
    return Counter(dict(Formula.parse(verdict.hill).atoms))


def too_many_steps(facts: Facts, verdict: Verdict, _: dict[str, Any]) -> Numbers:
    assert levels(verdict)[facts["symbol"]] > facts["most"] == 5
    return [facts["most"] - 1]


def uneven(facts: Facts, verdict: Verdict, _: dict[str, Any]) -> Numbers:
    by_name = {ELEMENT_NAMES[symbol]: n for symbol, n in levels(verdict).items()}
    more, fewer = by_name[facts["most"]], by_name.get(facts["least"], 0)
    assert (facts["more"], facts["fewer"], facts["solid"]) == (more, fewer, 5)
    assert more - fewer > 1
    return [n for n in (more, fewer, more - 1) if 0 < n < 5]


def even(facts: Facts, verdict: Verdict, box: dict[str, Any]) -> Numbers:
    assert facts["price"] == step_of(verdict.tiles[0], box)
    return [facts["price"]]


TWINS: dict[str, dict[str, Twin]] = {
    "ion": {
        "neutral_but_short": box_is_short,
        **{
            test.__name__: test
            for test in (charges_remain, several_times, box_is_short, compound, noble_never_bonds)
        },
    },
    "valence-plus": {test.__name__: test for test in (second_valence, valences_off, molecule)},
    "compounded": {
        "bench_completes_it": lambda facts, *rest: bench_completes(Facts(cards=(facts["card"],)), *rest),
        "bench_lacks_for_it": lambda facts, *rest: bench_lacks(
            Facts(cards=(facts["card"],), level=facts["level"]), *rest
        ),
        **{
            test.__name__: test
            for test in (
                too_few_crystals,
                is_card,
                flames_of_card,
                is_extinguisher,
                crystals_complete,
                crystals_short,
                bench_completes,
                bench_completes_none,
                bench_lacks,
            )
        },
    },
    "chemistry-monopoly": {
        test.__name__: test
        for test in (costs, life_costs, whole_set, one_of_set, too_many_steps, uneven, even)
    },
}
# What no verdict says: the refusals of actions and the hints of a table.
ASKED = "repeats what the action named"
STATE = "read off the table when an action is refused; what is allowed, the referees in tests/oracle replay"
HINT = "what a bot counts on its table, for its best choice"
READ = "worked out again in test_figures_of_hints"
LEFT: dict[str, dict[str, tuple[str, ...]]] = {
    "ion": {
        ASKED: ("cannot_turn", "no_such_card_there", "no_such_charge", "no_such_group", "pick_one_card"),
        STATE: ("say_the_charge",),
        HINT: ("hint_rxn",),
        READ: ("hint_bond", "hint_compound", "hint_noble", "hint_radioactive"),
    },
    "valence-plus": {
        STATE: ("discards_wanted", "draws_more_than_one", "name_overlong"),
        READ: ("hint_hope", "hint_keep", "hint_react", "hint_title", "hint_trade"),
    },
    "compounded": {
        ASKED: (
            "cannot_scatter",
            "no_card",
            "no_flame_comes_here",
            "no_such_claim",
            "not_yours_to_scatter",
            "nothing_to_score",
        ),
        STATE: ("all_placed", "claims_used_up", "so_many_goggles", "too_few_to_swap"),
        HINT: ("hint_nobel",),
        READ: (
            "hint_claim",
            "hint_place",
            *(f"hint_raise_{track}" for track in ("discovery", "lab", "research", "study")),
        ),
    },
    "chemistry-monopoly": {
        "never said of a box that has a token for every square, as ours": ("stock_short",),
        STATE: ("bid_too_high", "bid_too_low", "can_still_pay", "no_answer", "offer_no_interest", "too_dear"),
        HINT: ("analysis_amount", "hint_bid", "hint_decline", "hint_sell"),
        READ: ("hint_condense", "hint_raise", "hint_tax_fixed", "hint_tax_share"),
    },
}


@cache
def figured(game: str) -> set[str]:
    """The codes of a game whose sentence has a figure in some alternative."""
    home = f"adjudicator_rulesets.{game.replace('-', '_')}.words"
    words = words_of(home, "en")
    file = Path("rulesets", *home.split("."), "en.toml")
    written = tomllib.loads(file.read_text(encoding="utf-8"))["sentences"]
    return {code for code, text in written.items() if has_figure(Template(text, words.filters), words)}


def has_figure(template: Template, words: Words) -> bool:
    for gap in template.gaps:
        steps = [step.removeprefix("each ").partition(" ")[::2] for step in gap.filters]
        parts = [words.templates[name] for step, name in steps if step == "part"]
        if gap.path[-1] in FIGURES or any(step in FILTERS for step, _ in steps):
            return True
        if any(has_figure(part, words) for part in parts):
            return True
    return False


@pytest.mark.rule("C-WORDS")
@pytest.mark.parametrize("game", GAMES)
def test_C_WORDS_every_sentence_with_figures_is_worked_out_again_or_listed(game: str) -> None:
    twins, left = TWINS[game].keys(), {code for codes in LEFT[game].values() for code in codes}
    assert not twins & left
    assert figured(game) - twins - left == set(), "neither worked out again nor listed with a reason"
    assert left - figured(game) == set(), "listed, and without a figure"


def sets_of(box: dict[str, Any]) -> Iterator[list[str]]:
    for family in box["sets"]["each"]:
        yield [row["element"] for row in box["board"]["each"] if row.get("set") == family["set"]]


def of_squares(name: str) -> Iterator[Verdict]:
    """Each square alone, and sets of them with so many steps."""
    rules, rng = load_ruleset(name), random.Random(f"{name} {DAY}")
    box = edition_of(rules.edition.label)
    yield from (rules.judge(Tiles([row["element"]])) for row in box["board"]["each"] if "element" in row)
    for symbols in sets_of(box):
        yield rules.judge(Tiles(symbols))
        for _ in range(6):
            steps = [(symbol, rng.choice((1, 2, 2, 3, 4, 5, 6))) for symbol in symbols]
            yield rules.judge(Formula.parse("".join(write_unit(symbol, n) for symbol, n in steps)))


def of_runs(name: str) -> Iterator[Verdict]:
    rules, rng = load_ruleset(name), random.Random(f"{name} {DAY}")
    for _ in range(RUNS):
        few = rng.sample(RULES[name].split(), rng.randint(1, 3))
        run = [rng.choice(few) for _ in range(rng.randint(1, 8))]
        texts = {card: card if card in ELEMENTS else f"({card})" for card in few}
        yield rules.judge(
            Formula.parse("".join(write_unit(texts[card], n) for card, n in Counter(run).items()))
        )
    yield from (rules.judge(Formula.parse(text)) for text in NEUTRAL.get(name, ()))
    if name == "compounded":
        for row in edition_of(rules.edition.label)["cards"]["each"]:
            yield rules.judge(Formula.parse(row["formula"]))
        yield rules.judge(Tiles(["C", "O", "O"]))


def of_benches() -> Iterator[tuple[Verdict, list[str]]]:
    """What a bench completes, and whether it completes a card; with the bench."""
    rules, rng = load_ruleset("compounded"), random.Random(f"benches {DAY}")
    assert isinstance(rules, Compounded)
    cards = edition_of(rules.edition.label)["cards"]["each"]
    for _ in range(RUNS // 2):
        bench = rng.choices(RULES["compounded"].split(), k=rng.randint(2, 8))
        terms = {"wilds": rng.randint(0, 2), "level": rng.randint(2, 5), "bench": "".join(bench)}
        yield rules.judge_under(None, terms), bench
        yield rules.judge_under(Formula.parse(rng.choice(cards)["formula"]), terms), bench


def verdicts(game: str) -> Iterator[tuple[Verdict, list[str]]]:
    for name, symbols in RULES.items():
        if name.startswith(game):
            found = of_runs(name) if symbols else of_squares(name)
            yield from ((verdict, []) for verdict in found)
    if game == "compounded":
        yield from of_benches()


def said_as_it_is(check: Check, game: str, numbers: Numbers) -> None:
    """Each of the numbers is said in both languages, and no other figure is."""
    own = {name: value for name, value in check.params.items() if name not in prose.ADDED}
    for language in ("en", "de"):
        spelled = words_of(f"adjudicator_rulesets.{game.replace('-', '_')}.words", language).numbers
        text = prose.render(game, check.code, own, language=language)
        figures = {abs(int(n)) for n in re.findall(r"(?<![\w.,)])[+−-]?(\d+)(?!\w|[.,]\d)", text)}
        assert figures <= {abs(n) for n in numbers}, text
        for number in {abs(n) for n in numbers} - figures:
            word = spelled[number] if number < len(spelled) else str(number)
            assert re.search(rf"\b{'ein|kein|one|no' if number < 2 else word}", text, re.IGNORECASE), text


@pytest.mark.rule("C-WORDS")
@pytest.mark.parametrize("game", GAMES)
def test_C_WORDS_the_figures_of_every_verdict_add_up(game: str) -> None:
    read: Counter[str] = Counter()
    for verdict, bench in verdicts(game):
        box = edition_of(verdict.edition) | {"bench": bench}
        for check in verdict.checks:
            twin = TWINS[game].get(check.code)
            if twin is not None:
                said_as_it_is(check, game, twin(Facts(**check.params), verdict, box))
                read[check.code] += 1
    assert len(read) >= len(TWINS[game]) - 2, TWINS[game].keys() - read.keys()

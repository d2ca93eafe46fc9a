"""Compounded's deck is verified chemistry: every card is checked against outside data; and the judge that reads it."""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from rdkit import Chem
from rdkit.Chem.rdMolDescriptors import CalcMolFormula

from adjudicator import judge
from adjudicator.chem.formula import Formula, Tiles
from adjudicator.chem.naming import check
from adjudicator.chem.skeleton import skeleton_key
from adjudicator.errors import EditionError, UnknownRuleset, UnreadableInput
from adjudicator.reference.table.reading import CompoundTable
from adjudicator.ruleset import ask, load_ruleset, read_question
from adjudicator.verdict import Verdict
from adjudicator_rulesets.compounded.edition import DEFAULT, TOOLS, Card, load, parse

RULES = "compounded"
EDITION = load()
ROOM = 25.0
TABLE = CompoundTable.open()


def facts(name: str) -> dict[str, list[str]]:
    lines = Path(f"fixtures/compounded/{name}.csv").read_text(encoding="utf-8").splitlines()
    return {row[0]: row[1:] for row in csv.reader(line for line in lines if not line.startswith("#"))}


PHYSICAL, HAZARDS = facts("physical"), facts("hazards")
each_card = pytest.mark.parametrize("card", EDITION.cards, ids=lambda card: card.name)


# --- the deck -----------------------------------------------------------------------------------------------


@pytest.mark.rule("K-CARDS", "K-CRYSTALS")
def test_K_CARDS_sixty_three_compounds_of_six_elements() -> None:
    assert len(EDITION.cards) == len({card.name for card in EDITION.cards}) == 63
    assert len({Counter(card.places).items().__repr__() for card in EDITION.cards}) == 63
    assert {c.symbol: c.count for c in EDITION.crystals} == {
        "H": 30, "C": 20, "O": 20, "N": 15, "Ca": 10, "S": 5,
    }  # fmt: skip
    assert sum(card.start for card in EDITION.cards) == 9
    for name in ("calcium oxide", "acetylene", "nitric acid", "methanol"):
        assert name in EDITION.by_name


@each_card
def test_name_formula_and_structure_agree(card: Card) -> None:
    assert check(card.formula, card.name, TABLE).answer == "right"
    assert 2 <= len(card.places) <= 8
    assert 3 <= card.points <= 8
    if card.smiles is None:
        assert "Ca" in card.places, "only a salt has no molecule"
        return
    molecule = Chem.AddHs(Chem.MolFromSmiles(card.smiles))
    formula = Formula.parse(card.formula)
    assert Formula.parse(CalcMolFormula(molecule)) == formula
    if card.name in ("nitric oxide", "nitrogen dioxide"):
        return  # radicals: the table has none (reference/SOURCES.md)
    listed = TABLE.by_formula(formula.hill)
    assert skeleton_key(card.smiles) in {compound.skeleton for compound in listed}, "not on record"


@each_card
def test_state_follows_from_melting_and_boiling_points(card: Card) -> None:
    melts, boils, _ = PHYSICAL[card.name]
    if boils and float(boils) <= ROOM:
        assert card.state == "gas"
    elif float(melts) <= ROOM:
        assert card.state == "liquid"
    else:
        assert card.state == "solid"


def test_boiling_points_on_record_agree_with_the_handbook() -> None:
    """The shipped table and the fixture are two sources; where both have a value for a structure, they agree."""
    compared = 0
    for card in EDITION.cards:
        boils = PHYSICAL[card.name][1]
        if not (card.smiles and boils) or PHYSICAL[card.name][2]:
            continue
        for compound in TABLE.by_formula(Formula.parse(card.formula).hill):
            point = compound.boiling_point_k
            if compound.skeleton == skeleton_key(card.smiles) and point is not None:
                assert abs(point - 273.15 - float(boils)) < 6, card.name
                compared += 1
    assert compared > 25


@each_card
def test_flammability_follows_the_transport_class(card: Card) -> None:
    _, classes, unstable = HAZARDS[card.name]
    listed = set(classes.split())
    burns = bool(listed & {"1", "2.1", "3"}) or any(c.startswith("4") for c in listed)
    assert (card.flames is not None) is burns
    if burns:
        assert card.flames == (1 if unstable else 2 if card.state == "gas" else 3)


def test_volatile_cards_are_unstable_ones() -> None:
    volatile = [card.name for card in EDITION.cards if card.reaction == "volatile"]
    assert len(volatile) == 5
    assert all(HAZARDS[name][2] == "yes" for name in volatile)


def test_points_grow_with_size_and_rarity() -> None:
    """More of the same never scores less, and the rarer an element, the more it is worth."""
    for card in EDITION.cards:
        for other in EDITION.cards:
            if Counter(card.places) < Counter(other.places):
                assert card.points <= other.points, (card.name, other.name)
    by_size: dict[int, list[int]] = {}
    for card in EDITION.cards:
        by_size.setdefault(len(card.places), []).append(card.points)
    means = [sum(points) / len(points) for _, points in sorted(by_size.items())]
    assert all(smaller < larger for smaller, larger in pairwise(means))
    assert EDITION.by_name["calcium sulfide"].points > EDITION.by_name["carbon monoxide"].points


def test_the_deck_needs_elements_in_proportion_to_the_bag() -> None:
    needed = Counter(symbol for card in EDITION.cards for symbol in card.places)
    for crystal in EDITION.crystals:
        share = needed[crystal.symbol] / needed.total()
        assert 0.5 < share / (crystal.count / 100) < 1.5, crystal


@pytest.mark.rule("K-TOOL")
def test_K_TOOL_icons_are_there_in_sensible_numbers() -> None:
    icons = Counter(card.tool for card in EDITION.cards if card.tool)
    stock = dict(EDITION.tools)
    assert sum(stock.values()) == 22
    assert set(icons) == set(TOOLS) - {"journal"}
    assert all(stock[tool] <= icons[tool] <= stock[tool] + 2 for tool in icons)
    assert Counter(card.reaction for card in EDITION.cards)["grant"] == 6


def test_a_faulty_edition_is_refused_with_all_its_faults() -> None:
    text = DEFAULT.read_text(encoding="utf-8")
    bad = (
        text.replace('formula = "CH4"', 'formula = "NaH"')
        .replace(
            'state = "gas", points = 4, flames = 2, tool = "goggles"',
            'state = "plasma", points = 0, tool = "axe"',
        )
        .replace("study = [1, 2, 3, 4]", "study = [2, 1]")
        .replace("stacks = [8, 8, 8, 8, 8, 7]", "stacks = [8]")
        .replace("goggles = 4", "goggles = -4")
        .replace('name = "water"', 'name = "ammonia"')
        .replace("bench = 2 }", "bench = 0 }")
        .replace('extinguisher = ["C", "O", "O"]', 'extinguisher = ["Xe"]')
    )
    with pytest.raises(EditionError) as refused:
        parse(bad)
    told = "\n".join(refused.value.details["faults"])
    for part in ("no crystal of Na", "study must be", "field and stacks", "goggles is -4", "ammonia is listed twice",
                 "worth must have", "extinguisher is"):  # fmt: skip
        assert part in told, part


@pytest.mark.parametrize("name", ["H", "goggles", "wild", "extinguisher", "Lab Fire"])
def test_a_card_is_not_called_like_another_piece(name: str) -> None:
    text = DEFAULT.read_text(encoding="utf-8").replace('name = "methane"', f'name = "{name}"')
    with pytest.raises(EditionError) as refused:
        parse(text)
    assert refused.value.details["faults"] == [f"cards: {name} is listed twice"]


@pytest.mark.rule("K-FIELD")
def test_K_FIELD_a_field_of_another_size_is_refused() -> None:
    text = DEFAULT.read_text(encoding="utf-8")
    with pytest.raises(EditionError, match="square of 4 by 4"):
        parse(text.replace("field = 4", "field = 3"))


# --- the judge ----------------------------------------------------------------------------------------------


@each_card
def test_the_judge_knows_every_card(card: Card) -> None:
    verdict = judge("".join(card.places), RULES)
    assert (verdict.ruling, verdict.name, verdict.formula) == ("valid", card.name, card.formula)
    told = " ".join(check.message for check in verdict.checks)
    assert card.lesson in told
    assert f"A {card.state}" in told
    assert ("It burns" in told) is (card.flames is not None)


def test_what_crystals_can_complete() -> None:
    verdict = judge("HHHHOO", RULES)
    assert verdict.ruling == "invalid"
    assert verdict.decisive.code == "crystals_complete"
    assert "hydrogen peroxide" in verdict.decisive.message
    assert "1 O is missing" in judge("CaCa", RULES).decisive.message
    assert judge("NaCl", RULES).decisive.code == "no_such_crystal"
    assert judge("S6", RULES).decisive.code == "too_few_crystals"
    with pytest.raises(UnknownRuleset):
        load_ruleset("compounded:short")


def test_completing_agrees_with_counting_by_hand() -> None:
    rules = load_ruleset(RULES)
    for crystals in ("HHHHCCOONN", "CaCaOOSS", "NNNOOO", "H"):
        have = Counter(Formula.parse(crystals).atoms and dict(Formula.parse(crystals).atoms))
        by_hand = {
            card.name
            for card in EDITION.cards
            if all(have[symbol] >= card.places.count(symbol) for symbol in card.places)
        }
        assert {card.name for card in rules.completed_by(have)} == by_hand  # type: ignore[attr-defined]


# --- the judge, second reading ------------------------------------------------------------------------------


@pytest.mark.rule("K-EXTINGUISHER")
def test_K_EXTINGUISHER_carbon_dioxide_is_the_card_that_everybody_builds() -> None:
    verdict = judge("CO2", RULES)
    assert (verdict.ruling, verdict.name) == ("valid", "carbon dioxide")
    assert verdict.decisive.code == "is_extinguisher"
    assert "fire extinguisher" in verdict.decisive.message


@pytest.mark.rule("K-EXTINGUISHER")
@pytest.mark.parametrize(
    ("formula", "name"), [("C6H6", "benzene"), ("Ca(NO3)2", "calcium nitrate"), ("C2H5OH", "ethanol")]
)
def test_K_EXTINGUISHER_a_real_compound_without_a_card_is_named(formula: str, name: str) -> None:
    verdict = judge(formula, RULES)
    assert (verdict.ruling, verdict.name, verdict.formula) == ("invalid", name, formula)
    assert (
        verdict.decisive.message
        == f"{formula} is {name}: a compound on record, but no card of this box has it."
    )


@pytest.mark.rule("K-EXTINGUISHER")
def test_K_EXTINGUISHER_what_is_not_on_record_is_said_to_be_so() -> None:
    for formula in ("C3S", "N3O5"):
        codes = [check.code for check in judge(formula, RULES).checks]
        assert "no_card_not_on_record" in codes
        assert judge(formula, RULES).name is None
    assert judge("H20", RULES).decisive.params["meant"] == "H2O"


@pytest.mark.rule("K-EXTINGUISHER", "K-STATE", "K-TOOL", "K-REACTION")
@each_card
def test_K_EXTINGUISHER_tool_reaction_and_state_are_told_in_words(card: Card) -> None:
    checks = {check.code: check.message for check in judge(card.formula, RULES).checks}
    assert checks["state_of_card"].startswith(f"A {card.state} at room temperature")
    assert ("tool_of_card" in checks) is (card.tool is not None)
    assert ("reaction_of_card" in checks) is (card.reaction is not None)


def asked(question: str | None, **conditions: object) -> Verdict:
    return ask(load_ruleset(RULES), None if question is None else read_question(question), conditions)


@pytest.mark.rule("K-ASK")
@pytest.mark.parametrize(
    ("question", "bench", "wilds", "level", "ruling"),
    [
        ("H2O", "H H O", 0, 3, "valid"),
        ("H2O", "H H O", 0, 2, "invalid"),  # three places, two placed
        ("H2O", "H H", 1, 3, "valid"),
        ("H2O", "H", 1, 3, "invalid"),
        ("CO2", "C O", 1, 3, "valid"),  # the extinguisher
        (None, "N", 0, 2, "invalid"),
        (None, "N", 1, 2, "valid"),  # nitric oxide
    ],
)
def test_K_ASK_what_a_bench_completes(
    question: str | None, bench: str, wilds: int, level: int, ruling: str
) -> None:
    assert asked(question, bench=bench, wilds=wilds, level=level).ruling == ruling


@pytest.mark.rule("K-ASK")
@pytest.mark.parametrize(
    ("bench", "wilds", "level"), [("HHOCN", 1, 3), ("CaCOOO", 0, 5), ("SS", 2, 4), ("H", 0, 2)]
)
def test_K_ASK_lists_just_the_cards_that_slow_counting_finds(bench: str, wilds: int, level: int) -> None:
    """Every card is tried crystal by crystal, with a wild wherever the bench has none."""
    verdict = asked(None, bench=bench, wilds=wilds, level=level)
    listed = next(check for check in verdict.checks if check.witness is not None).witness["cards"]  # type: ignore[index]
    assert len(listed) == 64
    places = {card.name: card.places for card in EDITION.cards} | {"fire extinguisher": ("C", "O", "O")}
    for row in listed:
        left, spare, placed, lacks = list(Tiles.parse(bench)), wilds, 0, []
        for symbol in places[row["card"]]:
            placed += 1
            if symbol in left:
                left.remove(symbol)
            else:
                spare -= 1
                lacks.append(symbol)
        assert row["completes"] is (spare >= 0 and placed <= level), row["card"]
        assert list(row["lacks"]) == sorted(lacks)


@pytest.mark.rule("K-ASK")
def test_K_ASK_bad_terms_are_refused() -> None:
    for conditions, code in (
        ({"bench": "HHO", "level": 0}, "bad_term"),
        ({"bench": "HHO", "wilds": -1}, "bad_term"),
        ({"bench": "HHO", "level": 9}, "bad_term"),
        ({"level": 3}, "bad_term"),
        ({"bench": "HHO", "box": "any"}, "unknown_term"),
        ({"bench": "Hx"}, "unknown_symbol"),
    ):
        with pytest.raises(UnreadableInput) as refused:
            asked("H2O", **conditions)
        assert refused.value.code == code, conditions


@pytest.mark.rule("K-FACTS")
def test_K_FACTS_every_sentence_on_a_card_says_where_it_can_be_looked_up() -> None:
    assert [card.name for card in EDITION.cards if not re.search(r"[A-Za-z].{9}", card.source)] == []
    lessons = {card.name: card.lesson for card in EDITION.cards}
    assert "only a little" in lessons["formic acid"]
    assert "1828" in lessons["urea"]
    assert "first" not in lessons["urea"]
    assert "1824" in lessons["oxalic acid"]


@pytest.mark.rule("K-FACTS")
def test_K_FACTS_the_released_editions_stay_and_only_its_sentences_were_mended() -> None:
    for number in (1, 2):
        former = load(DEFAULT.with_name(f"reference-{number}.toml"))
        assert (former.crystals, former.tracks, former.play, former.tools) == (
            EDITION.crystals,
            EDITION.tracks,
            EDITION.play,
            EDITION.tools,
        )
        for old, new in zip(former.cards, EDITION.cards, strict=True):
            assert replace(old, lesson=new.lesson, source=new.source) == new


@pytest.mark.rule("C-HINT")
def test_C_HINT_of_what_is_equally_near_the_better_known_is_named() -> None:
    told = judge("HH", "compounded").decisive.message
    assert (
        told == "These crystals complete no card. Nearest is water (H2O): 1 O is missing."
    )  # not calcium hydride


@pytest.mark.rule("K-FACTS")
def test_K_FACTS_the_page_of_sources_speaks_of_cards_that_there_are() -> None:
    page = Path("adjudicator/reference/SOURCES.md").read_text(encoding="utf-8")
    section = page.partition("| card of Compounded |")[2].partition("| card of Chemistry Monopoly |")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    names = {card.name for card in EDITION.cards}
    assert len(rows) > 30
    assert {name for name, _ in rows} <= names
    assert not [name for name, read in rows if not read.strip(" |")]

"""Compounded's deck is verified chemistry: every card against outside data; and the judge that reads it."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from rdkit import Chem
from rdkit.Chem.rdMolDescriptors import CalcMolFormula

from adjudicator import judge
from adjudicator.chem.formula import Formula
from adjudicator.chem.naming import check
from adjudicator.chem.skeleton import skeleton_key
from adjudicator.errors import EditionError, UnknownRuleset
from adjudicator.reference.table.reading import Table
from adjudicator.ruleset import load_ruleset
from adjudicator_rulesets.compounded.edition import DEFAULT, TOOLS, Card, load, parse

RULES = "compounded"
EDITION = load()
ROOM = 25.0
TABLE = Table.open()


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
    """The shipped table and the fixture are two sources; where both have a value for the structure they agree."""
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
    """More of the same never scores less; and an element is dearer the fewer of it there are."""
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

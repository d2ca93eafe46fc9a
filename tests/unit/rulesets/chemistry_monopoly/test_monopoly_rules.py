"""The referee of a Chemistry Monopoly board, and the edition: families, prices, even condensing."""

from __future__ import annotations

import re
from colorsys import rgb_to_hsv
from itertools import combinations, product
from math import dist

import pytest

from adjudicator import judge, prose
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.errors import EditionError, UnknownRuleset, UnreadableInput
from adjudicator.hues import colour
from adjudicator.ruleset import load_ruleset
from adjudicator_rulesets.chemistry_monopoly.edition import DEFAULT, load, parse
from adjudicator_rulesets.chemistry_monopoly.judging.condensing import (
    even,
    may_condense,
    may_evaporate,
    pieces,
)
from tests.support.monopoly_table import GAME

RULES = "chemistry-monopoly"
EDITION = load()

# Groups of the periodic table by number, written down from any printed table (IUPAC, 1 to 18).
GROUPS = {
    1: "H Li Na K Rb Cs Fr", 2: "Be Mg Ca Sr Ba Ra", 10: "Ni Pd Pt Ds", 11: "Cu Ag Au Rg", 13: "B Al Ga In Tl Nh",
    15: "N P As Sb Bi Mc", 16: "O S Se Te Po Lv", 17: "F Cl Br I At Ts",
}  # fmt: skip


@pytest.mark.rule("M-BOARD")
def test_M_BOARD_forty_squares_with_eight_sets() -> None:
    kinds = [square.kind for square in EDITION.board]
    counted = {kind: kinds.count(kind) for kind in set(kinds)}
    assert counted == {
        "lot": 22, "life": 2, "supply": 4, "lab-day": 3, "test-day": 3, "tax": 2, "go": 1, "biology-class": 1,
        "extra-credit": 1, "go-to-biology": 1,
    }  # fmt: skip
    assert len(EDITION.families) == 8
    assert [kinds.index(kind) for kind in ("go", "biology-class", "extra-credit", "go-to-biology")] == [
        0,
        10,
        20,
        30,
    ]
    assert {square.element for square in EDITION.board if square.kind == "life"} == {"C", "Si"}


@pytest.mark.parametrize("family", EDITION.families, ids=lambda family: family.name)
def test_every_set_is_one_group_of_the_periodic_table(family: object) -> None:
    elements = [EDITION.board[square].element for square in family.squares]  # type: ignore[attr-defined]
    assert len(elements) in (2, 3)
    assert set(elements) <= set(GROUPS[family.group].split())  # type: ignore[attr-defined]
    groups = {ELEMENTS[element].group for element in elements if element}
    assert groups <= {family.group, 0}  # type: ignore[attr-defined]


HUES = {  # the place of a name's colour on the circle of hues, in degrees
    "brown": (15, 40),
    "light blue": (185, 215),
    "pink": (310, 345),
    "orange": (25, 40),
    "red": (345, 375),
    "yellow": (45, 60),
    "green": (130, 160),
    "dark blue": (215, 240),
}


@pytest.mark.rule("M-COLOURS")
def test_M_COLOURS_eight_that_are_what_they_are_called_and_far_apart() -> None:
    families = load().families
    assert [family.colour for family in families] == list(HUES)
    for scheme in (0, 1):
        grounds = {}
        for name, (low, high) in HUES.items():
            known = colour(name)
            assert known is not None
            red, green, blue = (int(known.ground[scheme][at : at + 2], 16) for at in (1, 3, 5))
            hue = rgb_to_hsv(red / 255, green / 255, blue / 255)[0] * 360
            assert low <= hue <= high or low <= hue + 360 <= high, name
            grounds[name] = (red, green, blue)
        for one, other in combinations(grounds.values(), 2):
            assert dist(one, other) > 60


@pytest.mark.rule("M-BOARD")
def test_the_yellow_set_is_fluorine_chlorine_iodine() -> None:
    yellow = next(family for family in EDITION.families if family.colour == "yellow")
    assert [EDITION.board[square].element for square in yellow.squares] == ["F", "Cl", "I"]
    assert yellow.squares == (26, 27, 29)


@pytest.mark.rule("M-START-CASH", "M-STOCK")
def test_M_START_CASH_and_stock_are_the_rulebooks() -> None:
    assert EDITION.money.start == 1500
    assert (EDITION.money.go, EDITION.money.fine, EDITION.money.interest_per_cent) == (200, 50, 10)
    assert (EDITION.stock.liquids, EDITION.stock.solids) == (51, 20)


@pytest.mark.rule("M-CARDS")
def test_M_CARDS_sixteen_each_with_a_line_of_chemistry() -> None:
    for deck in (EDITION.lab_day, EDITION.test_day):
        assert len(deck) == 16
        assert sum(bool(card.effect("free")) for card in deck) == 1
        assert all(card.effects and card.text and card.chemistry for card in deck)
    texts = [card.text for card in (*EDITION.lab_day, *EDITION.test_day)]
    assert "go to biology class" in " ".join(texts).lower()


@pytest.mark.rule("M-FACTS")
def test_M_FACTS_every_line_of_chemistry_has_its_source_and_the_two_wrong_ones_are_gone() -> None:
    cards = (*EDITION.lab_day, *EDITION.test_day)
    assert len(cards) == 32
    for source in (*(card.source for card in cards), *(family.source for family in EDITION.families)):
        assert re.search(r"[A-Za-z].{9}", source), source
    (titration,) = (card.chemistry for card in cards if "titration" in card.chemistry)
    assert titration.startswith("At the equivalence point")
    (coinage,) = (family.why for family in EDITION.families if family.colour == "green")
    assert "keep their shine" not in coinage
    assert "silver and copper tarnish" in coinage


@pytest.mark.rule("M-FACTS")
def test_M_FACTS_the_released_edition_stays_and_only_its_chemistry_was_mended() -> None:
    former = load(DEFAULT.with_name("reference-1.toml"))
    assert former.label.startswith("chemistry-monopoly/reference-1 sha256:6018624239bb")
    assert EDITION.label.startswith("chemistry-monopoly/reference-2 ")
    assert former.board == EDITION.board
    assert (former.money, former.stock, former.notes) == (EDITION.money, EDITION.stock, EDITION.notes)
    for old, new in zip(former.lab_day + former.test_day, EDITION.lab_day + EDITION.test_day, strict=True):
        assert (old.text, old.effects) == (new.text, new.effects)


def test_an_edition_whose_source_is_no_text_is_refused() -> None:
    text = DEFAULT.read_text(encoding="utf-8").replace('source = "IUPAC Gold Book, pH"', "source = 7")
    with pytest.raises(EditionError) as caught:
        parse(text)
    assert any("card 11: source is 7; it must be text" in fault for fault in caught.value.details["faults"])


def test_cards_say_what_they_do() -> None:
    """The number in the sentence is the number in the effect, and a named square is the one it leads to."""
    for card in (*EDITION.lab_day, *EDITION.test_day):
        for name in ("collect", "pay", "collect_each", "pay_each", "per_liquid", "per_solid"):
            if card.effect(name):
                assert str(card.effect(name)) in card.text, card
        if card.effect("advance") is not None:
            assert EDITION.board[card.effect("advance")].name.lower() in card.text.lower(), card


def test_prices_and_rents_rise_around_the_board() -> None:
    lots = [square for square in EDITION.board if square.kind == "lot"]
    assert [lot.price for lot in lots] == sorted(lot.price for lot in lots)
    for lot in lots:
        assert list(lot.rents) == sorted(set(lot.rents))
        assert lot.transfer * 2 == lot.price
    assert EDITION.board[39].rents == (50, 200, 600, 1400, 1700, 2000)


# --- the judge ----------------------------------------------------------------------------------------------


@pytest.mark.rule("M-EVEN")
@pytest.mark.parametrize(
    ("levels", "valid"),
    [
        ("F4Cl3I3", True),  # the rulebook's example
        ("F4Cl3I2", False),
        ("F3Cl3I3", True),
        ("F4Cl3", False),  # iodine is bare
        ("FCl", True),
        ("F5Cl4I4", True),  # a solid is one step more
        ("F5Cl4I3", False),
    ],
)
def test_M_EVEN_the_yellow_set(levels: str, valid: bool) -> None:
    verdict = load_ruleset(RULES).judge(Formula.parse(levels))
    assert (verdict.ruling == "valid") is valid, verdict.decisive.message


def test_M_EVEN_says_what_is_needed_first_and_what_comes_next() -> None:
    assert "iodine needs three liquids first" in judge("F4Cl3I2", RULES).decisive.message
    assert judge("F4Cl3I3", RULES).decisive.params["elements"] == ("chlorine", "iodine")
    assert "a solid on fluorine, chlorine or iodine, for 150" in judge("F4Cl4I4", RULES).decisive.message
    assert judge("F5Cl5I5", RULES).decisive.code == "set_full"


@pytest.mark.rule("M-SHORT-SOLID", "M-SOLID")
def test_M_SOLID_needs_four_liquids_and_in_the_short_game_three() -> None:
    assert "a liquid" in judge("F3Cl3I3", RULES).decisive.message
    assert "a solid" in judge("F3Cl3I3", "chemistry-monopoly:short").decisive.message
    assert judge("F6Cl5I5", RULES).decisive.code == "too_many_steps"
    assert judge("F5Cl4I4", "chemistry-monopoly:short").decisive.code == "too_many_steps"


@pytest.mark.rule("M-CONDENSE")
def test_M_CONDENSE_only_a_whole_set() -> None:
    assert judge("FClI", RULES).ruling == "valid"
    verdict = judge("FCl", RULES)
    assert verdict.ruling == "invalid"
    assert "iodine is missing" in verdict.decisive.message
    assert "halogens" in verdict.checks[1].message
    assert judge("NaF", RULES).decisive.code == "several_families"
    silver_oxide = judge(["Ag", "Ag", "O"], RULES)
    assert silver_oxide.formula == "Ag2O"  # of which the remark speaks, not of AgO
    assert "Silver oxide is a real compound" in silver_oxide.decisive.message
    assert judge("FeF", RULES).decisive.code == "not_on_board"


@pytest.mark.parametrize("elements", ["S O", "C Si", "F Cl I", "Cu Ag Au", "He Ne"])
def test_cards_of_a_set_are_no_compound(elements: str) -> None:
    verdict = judge(elements.split(), RULES)
    assert (verdict.formula, verdict.name) == (", ".join(elements.split()), None)
    assert judge(["Na", "Cl"], RULES).name == "sodium chloride"  # of no set: perhaps meant as a compound


@pytest.mark.rule("M-LIFE")
def test_M_LIFE_carbon_and_silicon_are_never_condensed() -> None:
    for asked in ("C2", "Si1", "CSi", "CNa"):
        verdict = judge(asked, RULES)
        assert verdict.ruling == "invalid"
        assert (verdict.decisive.rule, verdict.decisive.code) == ("M-LIFE", "never_condensed")


@pytest.mark.rule("M-RENT-OTHER", "M-BUY")
def test_M_BUY_what_a_square_costs() -> None:
    prices = {check.code: check.message for check in judge("Na", RULES).checks}
    assert "sodium costs 100" in prices["costs"].lower()
    assert "6 bare, 30, 90, 270 and 400 with" in prices["costs"]
    life = {check.code: check.message for check in judge("C", RULES).checks}
    assert "4 times the dice, 10 times with both" in life["life_costs"]


@pytest.mark.rule("M-BUY", "M-CONDENSE", "M-LIFE")
def test_M_BUY_a_single_square_is_answered_with_its_facts_in_both_languages() -> None:
    for square in EDITION.board:
        if square.element is None:
            continue
        verdict = judge(square.element, RULES)
        assert verdict.ruling == "valid", square.element
        told = {check.code: check.message for check in verdict.checks}
        assert {"on_the_board", "is_life" if square.kind == "life" else "one_of_set"} <= set(told)
        for check in verdict.checks:
            german = prose.render(RULES, check.code, dict(check.params), "de")
            assert german
            assert german != check.message
    fluorine = {check.code: check for check in judge("F", RULES).checks}
    assert fluorine["one_of_set"].message == (
        "It is of the yellow set. With chlorine and iodine the set is whole: the bare rent is then 44, and a step of "
        "condensing costs 150."
    )
    german = prose.render(RULES, "one_of_set", dict(fluorine["one_of_set"].params), "de")
    assert german.startswith("Es gehört zum Satz Gelb.")
    assert judge("Fe", RULES).decisive.code == "not_on_board"


@pytest.mark.rule("M-BUY", "M-SHORT-SOLID")
def test_M_BUY_a_formula_without_numbers_asks_for_the_square_and_rents_say_for_what() -> None:
    square = load_ruleset(RULES).judge(Formula.parse("F"))
    assert square.formula == "F"
    assert [check.code for check in square.checks] == ["on_the_board", "costs", "of_family", "one_of_set"]
    rents = "22 bare, 110, 330, 800 and 975 with one to four liquids, 1150 with a solid"
    assert rents in square.checks[1].message
    short = judge("F", "chemistry-monopoly:short").checks[1].message
    assert "110, 330 and 800 with one to three liquids, 1150 with a solid" in short
    assert judge("F5Cl4I4", RULES).formula == "F5Cl4I4", "echoed as it was written"


def test_rule_sets_that_do_not_exist_are_named() -> None:
    with pytest.raises(UnknownRuleset, match="chemistry-monopoly:short"):
        load_ruleset("chemistry-monopoly:long")


@pytest.mark.rule("M-SELL-EVEN")
def test_M_SELL_EVEN_and_condensing_against_every_path() -> None:
    """From a bare set, the steps that the functions allow reach exactly the even positions."""
    solid = 5
    reached, todo = set(), [(0, 0, 0)]
    while todo:
        levels = todo.pop()
        if levels in reached:
            continue
        reached.add(levels)
        named = dict(zip("abc", levels, strict=True))
        steps = [named | {element: named[element] + 1} for element in may_condense(named, solid)]
        todo += [(step["a"], step["b"], step["c"]) for step in steps]
        for element in may_evaporate(named):
            assert even(named | {element: named[element] - 1})
    assert reached == {
        levels for levels in product(range(solid + 1), repeat=3) if max(levels) - min(levels) <= 1
    }
    assert pieces({"a": 5, "b": 4, "c": 4}, solid) == (8, 1)


def test_a_faulty_edition_is_refused_with_all_its_faults() -> None:
    text = DEFAULT.read_text(encoding="utf-8")
    bad = (
        text.replace("start = 1500", "start = 1400")
        .replace('element = "B"', 'element = "Bq"')
        .replace('set = "alkali metals", price = 100', 'set = "metals", price = 100', 1)
        .replace("square = 39", "square = 40")
        .replace("supplies = [25, 50, 100, 200]", "supplies = [25]")
        .replace("advance = 24", "advance = 99")
        .replace("liquids = 51", "liquids = -1")
        .replace('nearest = "life"', 'nearest = "death"')
        .replace("rents = [50, 200, 600, 1400, 1700, 2000]", "rents = [50]")
    )
    with pytest.raises(EditionError) as refused:
        parse(bad)
    told = "\n".join(refused.value.details["faults"])
    for part in ("add up", "'Bq' is no element", "'metals' is not among the sets", "0 to 39", "4 whole numbers",
                 "no square 99", "liquids is -1", "death", "rents must be 6"):  # fmt: skip
        assert part in told, part


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("rents = [2, 10, 30, 90, 160, 250]", "rents = [-2, 10, 30, 90, 160, 250]", "square 1: nothing that is paid"),
        ("amount = 200, per_cent = 10", "amount = -200, per_cent = 10", "square 4: nothing that is paid"),
        ("per_cent = 10", "per_cent = 110", "per_cent is 110; it must be from 0 to 100"),
        ("per_cent = 10", 'per_cent = "ten"', "per_cent is 'ten'"),
        ("life = [4, 10]", "life = [4, -10]", "life: nothing that is paid is below 0"),
        ("liquids = 51", "liquids = 90000", "liquids is 90000; no box has more than"),
        ("liquids_for_solid = 4", "liquids_for_solid = 5", "liquids_for_solid is 5; there are rents for 1 to 4"),
        ("liquids_for_solid_short = 3", "liquids_for_solid_short = 0", "there are rents for 1 to 4"),
        ('kind = "life", element', 'kind = "lot", element', "sends to the nearest life, and there is none"),
        ("fine = 50", "fine = 0", "fine is 0; who pays it to leave Biology Class pays at least 1"),
        ("{ biology = true", "{ biology = false", "biology is true or is left out, not False"),
        ("{ free = true", "{ free = 1", "free is true or is left out, not 1"),
        ("{ back = 3", "{ pay = 20, back = 3", "pay, back do not go together on one card"),
        ("{ free = true", "{ free = true, collect_each = 5", "collect_each, free do not go together"),
        ("{ back = 3", "{ advance = 5, back = 3", "advance, back do not go together"),
    ],
)  # fmt: skip
def test_an_edition_that_could_not_be_played_to_its_end_is_refused(old: str, new: str, told: str) -> None:
    text = DEFAULT.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(EditionError) as refused:
        parse(text.replace(old, new))
    assert any(told in fault for fault in refused.value.details["faults"]), refused.value.details["faults"]


def test_cards_that_would_send_round_and_round_for_ever_are_refused() -> None:
    text = DEFAULT.read_text(encoding="utf-8")
    head, deck, rest = re.split(r"(?m)^(\[lab_day\])$", text)
    deck_text, following = re.split(r"(?m)^(?=\[test_day\])", rest)
    card = '{ advance = 2, text = "Again.", chemistry = "A cycle." }'
    free = '{ free = true, text = "Keep it.", chemistry = "Free." }'
    bad = re.sub(r"each = \[.*?\n\]", f"each = [\n  {card},\n  {free},\n]", deck_text, flags=re.DOTALL)
    with pytest.raises(EditionError) as refused:
        parse(head + deck + bad + following)
    assert "at least one card must neither move a token nor be kept" in "".join(
        refused.value.details["faults"]
    )


@pytest.mark.rule("M-SHORT-DEAL")
def test_M_SHORT_DEAL_nobody_is_dealt_what_the_start_money_cannot_pay() -> None:
    text = DEFAULT.read_text(encoding="utf-8").replace("price = 400", "price = 1400")
    with pytest.raises(UnreadableInput) as refused:
        GAME.new({"short": True}, 1, edition=text)
    assert "two element cards may cost 1750" in refused.value.message
    assert GAME.new({}, 1, edition=text)

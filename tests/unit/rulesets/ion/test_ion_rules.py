"""The judge, the edition and the scoring of Ion, rule by rule; the rulebook's own examples first."""

from __future__ import annotations

import csv
from collections import Counter
from math import comb
from pathlib import Path

import pytest

from adjudicator import judge
from adjudicator.chem.formula import Formula, Tiles
from adjudicator.chem.naming import check, names
from adjudicator.errors import EditionError, UnknownRuleset, UnreadableInput
from adjudicator.prose import speaking
from adjudicator.ruleset import ask, load_ruleset, read_question
from adjudicator_rulesets.ion.edition import DEFAULT, TILES, Card, Edition, Goal, load, parse
from adjudicator_rulesets.ion.judging.bonding import (
    TODAYS,
    Laid,
    Reading,
    classify,
    may_join,
    neutral,
    well_bonded,
)
from adjudicator_rulesets.ion.judging.scoring import (
    compound_lines,
    decay_points,
    goal_lines,
    how_they_lie,
    noble_points,
    radioactive_lines,
)

EVERYTHING = "ion:transition+polyatomic+radioactive"
EDITION = load()
CARDS = EDITION.with_expansions(("transition", "polyatomic", "radioactive"))


def laid(*cards: str, **charges: int) -> tuple[Laid, ...]:
    return tuple(Laid(card, charges.get(card, (*CARDS[card].charges, 0)[0])) for card in cards)


def points(lines: object) -> int:
    return sum(line.points for line in lines)  # type: ignore[attr-defined]


def facts(name: str) -> list[list[str]]:
    lines = Path(f"fixtures/ion/{name}.csv").read_text(encoding="utf-8").splitlines()
    return list(csv.reader(line for line in lines if not line.startswith("#")))


# --- the edition --------------------------------------------------------------------------------------------


@pytest.mark.rule("I-DECK", "I-BASE")
def test_I_DECK_the_deck_has_the_rulebooks_totals() -> None:
    counts: Counter[str] = Counter()
    for card in EDITION.cards:
        counts[card.kind] += card.count
    assert counts == {"ion": 50, "noble": 18, "transition": 6, "polyatomic": 6, "radioactive": 14}
    assert sum(card.count for card in EDITION.with_expansions(()).values()) == 68


@pytest.mark.rule("I-GOALS", "I-GOAL-PAY")
def test_I_GOALS_nine_goal_cards_of_the_rulebooks_kinds() -> None:
    assert Counter(goal.kind for goal in EDITION.goals) == {
        "acid": 1, "base": 2, "salt": 4, "noble": 1, "neutralisation": 1,
    }  # fmt: skip
    assert {goal.pays for goal in EDITION.goals} == {(2, 5), (3, 7)}
    assert len(EDITION.goals_for(4)) == 7
    assert len(EDITION.goals_for(5)) == 9


def chance_of_both(goal: Goal, edition: Edition, players: int) -> float:
    """That the cards dealt in the base game hold both compounds of a goal, by the hypergeometric distribution."""
    deck = [card for card in edition.cards if card.kind in ("ion", "noble")]
    needed = Counter(card for compound in goal.compounds for card in compound)
    ways = {0: 1}  # for so many cards of the deal, what may be among the kinds looked at
    for card in deck:
        more: Counter[int] = Counter()
        for dealt, number in ways.items():
            for taken in range(needed[card.card], card.count + 1):
                more[dealt + taken] += number * comb(card.count, taken)
        ways = more
    dealt = players * edition.play.hand
    return ways.get(dealt, 0) / comb(sum(card.count for card in deck), dealt)


@pytest.mark.rule("I-GOAL-FIVE")
@pytest.mark.parametrize("name", ["reference-2", "paired-2"])
def test_I_GOAL_FIVE_what_few_players_could_make_least_often_is_for_five_or_more(name: str) -> None:
    edition = load(DEFAULT.with_name(f"{name}.toml"))
    of_compounds = [goal for goal in edition.goals if goal.compounds]
    for few in (2, 3, 4):
        by_chance = sorted(of_compounds, key=lambda goal: chance_of_both(goal, edition, few))
        last, next_one = (
            chance_of_both(by_chance[1], edition, few),
            chance_of_both(by_chance[2], edition, few),
        )
        assert last < next_one, "which two are the last is no matter of order in the file"
        assert {goal.goal for goal in by_chance[:2]} == {
            goal.goal for goal in edition.goals if goal.from_players > few
        }
        assert {goal.kind for goal in edition.goals_for(few)} == {goal.kind for goal in edition.goals}


@pytest.mark.rule("I-GOAL-FIVE")
@pytest.mark.parametrize("name", ["reference-1", "paired-1"])
def test_I_GOAL_FIVE_older_games_keep_the_goals_that_they_began_with(name: str) -> None:
    edition = load(DEFAULT.with_name(f"{name}.toml"))
    assert [goal.goal for goal in edition.goals if goal.from_players == 5] == [
        "noble gases",
        "neutralisation",
    ]


@pytest.mark.rule("I-TILE-STOCK", "I-TILE-COST")
def test_I_TILE_COST_seven_sets_of_nine() -> None:
    assert len(EDITION.tiles) == 7
    for tiles in EDITION.tiles:
        costs = [tiles.cost(tile) for tile in TILES]
        assert sum(costs) == 9
        assert all(1 <= cost <= 4 for cost in costs)
    assert {sum(tiles.cost(tile) for tiles in EDITION.tiles) for tile in TILES} == {21}


def test_every_charge_is_one_that_chemistry_knows() -> None:
    known = {ion: {int(charge) for charge in charges.split()} for ion, charges in facts("charges")}
    for card in EDITION.cards:
        assert set(card.charges) <= known.get(card.card, set()), card


def test_decay_grows_as_half_lives_shrink() -> None:
    years = {element: float(half_life) for element, _, half_life in facts("half-lives")}
    decaying = [card for card in EDITION.cards if card.kind == "radioactive"]
    assert {card.decay for card in decaying} == {2, 3, 4, 5}
    for card in decaying:
        bounds = {2: (1e6, 1e12), 3: (1e3, 1e6), 4: (1, 1e3), 5: (0, 1)}[card.decay]
        assert bounds[0] <= years[card.card] < bounds[1], card


def test_the_goals_are_the_fourteen_compounds_of_the_eight_ions_but_water() -> None:
    ions = [card for card in EDITION.cards if card.kind == "ion"]
    pairs = {
        tuple(sorted((plus.card, *(minus.card,) * plus.charges[0])))
        for plus in ions if plus.charges[0] > 0
        for minus in ions if minus.charges[0] < 0
    }  # fmt: skip
    assert {compound for goal in EDITION.goals for compound in goal.compounds} == pairs - {("H", "OH")}


@pytest.mark.parametrize("goal", [goal for goal in EDITION.goals if goal.compounds], ids=lambda g: g.goal)
def test_every_compound_on_a_goal_is_named_and_of_its_class(goal: object) -> None:
    for compound in goal.compounds:  # type: ignore[attr-defined]
        verdict = judge("".join(compound), "ion:base")
        assert verdict.ruling == "valid"
        assert classify(laid(*compound)) == goal.kind  # type: ignore[attr-defined]
        assert check(verdict.formula, names(verdict.formula)[0]).answer == "right"


def test_a_faulty_edition_is_refused_with_all_its_faults() -> None:
    text = DEFAULT.read_text(encoding="utf-8")
    bad = (
        text.replace('card = "Na", name = "sodium", charge = 1', 'card = "Na", name = "sodium", charge = 0')
        .replace('letter = "A", select_two = 1', 'letter = "A", select_two = 2')
        .replace('{ card = "Ne"', '{ card = "He"')
        .replace("charges = [1, 2]", "charges = [1]")
        .replace("hand = 8", "hand = 0")
        .replace("pays = [2, 5]", "pays = [2]", 1)
        .replace("decay = 5", "decay = 0")
        .replace("sets = [2, 5, 9]", "sets = [2]")
        .replace("face_up = 3", 'face_up = "three"')
        .replace('kind = "acid"', 'kind = "sour"')
    )
    with pytest.raises(EditionError) as refused:
        parse(bad)
    told = "\n".join(refused.value.details["faults"])
    for part in ("charge", "cost 9", "He is listed twice", "two different charges", "hand", "pays", "decay", "sets",
                 "whole numbers for face_up", "sour"):  # fmt: skip
        assert part in told, part


# --- bonds --------------------------------------------------------------------------------------------------


@pytest.mark.rule("I-NEUTRAL", "I-DOUBLE", "I-COMPOUND")
@pytest.mark.parametrize(
    ("cards", "formula", "name", "worth"),
    [
        ("NaCl", "NaCl", "sodium chloride", 7),  # 3 + 4
        ("HCl", "HCl", "hydrogen chloride", 7),
        ("MgFF", "MgF2", "magnesium fluoride", 11),  # 5 + 3 + 3
        ("MgClCl", "MgCl2", "magnesium chloride", 13),
        ("CaOHOH", "Ca(OH)2", "calcium hydroxide", 11),
    ],
)
def test_I_NEUTRAL_the_rulebooks_compounds(cards: str, formula: str, name: str, worth: int) -> None:
    verdict = judge(cards, "ion:base")
    assert (verdict.ruling, verdict.formula) == ("valid", formula)
    assert verdict.name is not None
    assert check(formula, name).answer == check(formula, verdict.name).answer == "right"
    assert verdict.decisive.code == "compound"
    assert verdict.decisive.params["worth"] == worth


@pytest.mark.rule("I-MIXED")
def test_I_MIXED_magnesium_with_chloride_and_fluoride_counts_as_no_compound() -> None:
    """Its charges sum to zero, so nobody is told that it is not neutral."""
    verdict = judge("MgClF", "ion:base")
    assert verdict.ruling == "invalid"
    assert verdict.decisive.rule == "I-MIXED"
    assert verdict.decisive.witness is not None
    assert verdict.decisive.witness["sum"] == 0
    assert "Cl and F" in verdict.decisive.message
    assert "counts as no compound here" in verdict.decisive.message
    assert "neutral" not in verdict.decisive.message
    with speaking("de"):
        assert "zählt hier aber nicht als Verbindung" in verdict.decisive.message
        assert "neutral" not in verdict.decisive.message
    assert not neutral(laid("Mg", "Cl", "F"), TODAYS)
    assert may_join(Laid("F", -1), laid("Mg", "Cl"), TODAYS), "the bond itself is legal (I-BOND)"


@pytest.mark.rule("I-MIXED-POSITIVE")
def test_I_MIXED_POSITIVE_two_kinds_of_positive_card_are_a_compound_where_the_table_says_so() -> None:
    verdict = judge("NaKSO4", "ion:polyatomic")
    assert (verdict.ruling, verdict.decisive.rule) == ("invalid", "I-MIXED-POSITIVE")
    double, table = laid("Na", "K", "SO4"), Reading(mixed="positive")
    assert not neutral(double, TODAYS)
    assert neutral(double, table)
    assert classify(double) == "salt"
    assert [line.points for line in compound_lines([double], CARDS, table)] == [
        sum(CARDS[card].points for card in ("Na", "K", "SO4"))
    ]
    assert not neutral(laid("Mg", "Cl", "F"), table), "negative cards must be alike (I-MIXED)"
    assert not may_join(Laid("K", 1), double, table), "a finished compound takes no more"
    assert classify(laid("H", "Na", "CO3")) == "salt"
    assert classify(laid("Na", "Ca", "OH", "OH", "OH")) == "base"


def test_a_real_salt_of_two_kinds_is_not_denied() -> None:
    """NaHCO3: the cards have its atoms and their charges cancel; only the rule of one kind refuses it."""
    message = judge("NaHCO3", "ion:polyatomic").decisive.message
    assert "Sodium hydrogen carbonate is real; here only the rule of one kind is against it." in message
    assert "do not make it" not in message
    assert "do not make it" in judge("NaOCl", "ion:base").decisive.message


def test_what_is_missing_is_said() -> None:
    assert "One more Cl would make it MgCl2" in judge("MgCl", "ion:base").decisive.message
    assert "One fewer Cl would make it NaCl" in judge("NaClCl", "ion:base").decisive.message
    assert judge("NaClNaCl", "ion:base").decisive.code == "finished_before"
    assert judge("NaK", "ion:base").decisive.code == "one_sign"
    assert judge("Na", "ion:base").decisive.code == "single_card"


@pytest.mark.rule("I-NEUTRAL")
@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("Mg2Cl3", "One more Cl would make it Mg2Cl4."),
        ("Mg3Cl5", "One more Cl would make it Mg3Cl6."),
        ("H(OH)2", "One fewer OH would make it H2O."),
        ("Na2Cl", "One fewer Na would make it NaCl."),  # Na2Cl2 is never laid: NaCl is finished earlier
        (
            "Mg5Cl9",
            "One fewer Mg and one fewer Cl would make it Mg4Cl8.",
        ),  # the box has four magnesium (I-COUNT)
    ],
)
def test_I_NEUTRAL_the_nearest_compound_may_be_a_multiple(asked: str, hint: str) -> None:
    assert hint in judge(asked, "ion:base").decisive.message


@pytest.mark.rule("C-HINT", "I-COUNT")
def test_C_HINT_ion_leads_only_to_what_this_box_has() -> None:
    rules = load_ruleset("ion:polyatomic")
    short = rules.judge(Formula.parse("CaPO4")).decisive
    assert not short.params["mends"]
    assert short.message.endswith("Ca3(PO4)2 would be, but this box has too few cards for it.")
    anywhere = ask(rules, Formula.parse("CaPO4"), {"box": "any"}).decisive
    assert anywhere.message.endswith("Two more Ca and one more PO4 would make it Ca3(PO4)2.")


def test_what_is_refused_is_echoed_as_this_question_wrote_it() -> None:
    rules = load_ruleset("ion:polyatomic")
    for asked in ("HNaCO3", "NaHCO3", "CO3HNa"):  # one composition, three spellings, in sequence
        assert rules.judge(Formula.parse(asked)).formula == asked


@pytest.mark.rule("I-UNLIKE", "I-BOND")
@pytest.mark.parametrize(
    ("card", "group", "joins"),
    [
        ("Cl", ("Cl",), False),
        ("Cl", ("Mg", "Cl"), True),
        ("Na", ("Na", "SO4"), True),
        ("Na", ("Cl",), True),
        ("Cl", ("Na", "Cl"), False),  # finished compounds take no more
        ("F", ("Mg", "Cl"), True),  # legal, but never neutral
        ("He", ("Na",), False),
        ("Na", ("He",), False),
        ("U", ("Cl",), False),
    ],
)
def test_I_UNLIKE_what_may_join_what(card: str, group: tuple[str, ...], joins: bool) -> None:
    assert may_join(laid(card)[0], laid(*group), TODAYS) is joins


@pytest.mark.rule("I-NOBLE-FREE")
def test_I_NOBLE_FREE_noble_gases_bond_with_nothing() -> None:
    verdict = judge("HeNe", "ion:base")
    assert verdict.ruling == "invalid"
    assert verdict.decisive.rule == "I-NOBLE-FREE"
    assert "5 points" in verdict.decisive.message


@pytest.mark.rule("I-KIND", "I-METAL")
def test_I_KIND_a_metal_at_another_charge_is_another_kind() -> None:
    both = (Laid("Fe", 2), Laid("Fe", 3), *laid(*["Cl"] * 5))
    assert not neutral(both, TODAYS)
    assert judge("FeClCl", EVERYTHING).formula == "FeCl2"
    assert judge("FeClClCl", EVERYTHING).formula == "FeCl3"
    assert judge("CuCl", EVERYTHING).ruling == judge("CuClCl", EVERYTHING).ruling == "valid"
    assert judge("AuClCl", EVERYTHING).ruling == "invalid"


@pytest.mark.rule("I-EXPANSIONS")
def test_I_EXPANSIONS_a_card_of_an_expansion_needs_it() -> None:
    verdict = judge("NaNO3", "ion:base")
    assert verdict.decisive.code == "expansion_missing"
    assert judge("NaNO3", "ion:polyatomic").ruling == "valid"
    assert judge("FeCl2", "ion:polyatomic").decisive.code == "expansion_missing"
    assert judge("FePO4", "ion:transition+polyatomic").formula == "FePO4"
    with pytest.raises(UnknownRuleset, match="transition"):
        load_ruleset("ion:metals")


@pytest.mark.rule("C-WORDS")
def test_C_WORDS_a_substance_is_no_multiple_of_another() -> None:
    for rules in ("ion:base", "ion:polyatomic"):
        told = judge("C6H12O6", rules).decisive.message  # no three times acetic acid
        assert "C6H12O6" in told
        assert "C2H3O2" not in told
        assert "Glucose is real" in told
    assert judge("H2S2O8", "ion:polyatomic").decisive.code == "no_cards_make_it"
    assert judge("Mg2Cl4", "ion:base").ruling == "valid"  # I-NEUTRAL: in any multiple


@pytest.mark.rule("C-WORDS")
@pytest.mark.parametrize(("asked", "shown"), [("HCN", "HCN"), ("CONHHNHH", "CH4N2O"), ("Ca(CN)2", "Ca(CN)2")])
def test_C_WORDS_a_formula_is_written_as_chemists_do(asked: str, shown: str) -> None:
    verdict = judge(asked, "ion:base")
    assert verdict.formula == shown
    assert verdict.decisive.message.startswith(f"{shown} cannot be laid")


@pytest.mark.rule("I-RAD")
def test_I_RAD_radioactive_cards_never_bond() -> None:
    assert judge("UF", EVERYTHING).decisive.code == "radioactive_never_bonds"


@pytest.mark.rule("I-GOAL-CLASS")
@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("H Cl", "acid"), ("H NO3", "acid"), ("H H SO4", "acid"), ("Na OH", "base"), ("NH4 OH", "base"),
        ("Mg OH OH", "base"), ("Na Cl", "salt"), ("NH4 NO3", "salt"), ("H OH", "water"), ("Mg Mg Cl Cl Cl Cl", "salt"),
    ],
)  # fmt: skip
def test_I_GOAL_CLASS_acid_base_salt(cards: str, kind: str) -> None:
    assert classify(laid(*cards.split())) == kind


def test_bad_questions_get_clear_answers() -> None:
    assert judge("AgCl", "ion:base").decisive.code == "not_in_deck"
    lithium = judge("CaLiCO3", "ion:base").decisive
    assert lithium.message.endswith("there is none for Li."), "carbonate has a card, in an expansion"
    assert judge("NaO", "ion:base").decisive.code == "no_cards_make_it"
    with pytest.raises(UnreadableInput) as refused:
        judge("Na99Cl99", "ion:base")
    assert refused.value.code == "too_many_tiles"


# --- scores -------------------------------------------------------------------------------------------------


@pytest.mark.rule("I-NOBLE")
@pytest.mark.parametrize(
    ("gases", "worth"),
    [
        ("He", 2), ("He Ne", 5), ("He Ne Ar", 9), ("He He", 4), ("He He Ne", 7), ("He Ne Ar He Ne", 14),
        ("He He Ne Ne Ar Ar", 18), ("", 0), ("He He He Ne", 9),
    ],
)  # fmt: skip
def test_I_NOBLE_sets_of_different_gases(gases: str, worth: int) -> None:
    assert noble_points(gases.split(), EDITION.noble_sets) == worth


@pytest.mark.rule("I-SCORE")
def test_I_SCORE_only_neutral_compounds_score() -> None:
    groups = [laid("Na", "Cl"), laid("Mg", "Cl"), laid("K"), laid("Mg", "F", "F"), laid("Mg", "Cl", "F")]
    assert [line.points for line in compound_lines(groups, CARDS, TODAYS)] == [7, 11]


@pytest.mark.rule("I-GOAL", "I-GOAL-PAIR")
def test_I_GOAL_one_compound_or_both() -> None:
    goals = [goal for goal in EDITION.goals if goal.goal in ("alkali chlorides", "alkaline earth chlorides")]
    one, same, both = [laid("Na", "Cl")], [laid("Na", "Cl")] * 2, [laid("Na", "Cl"), laid("K", "Cl")]
    assert [points(goal_lines(groups, (), goals, TODAYS)) for groups in ([], one, same, both)] == [0, 2, 2, 5]
    two_goals = [*both, laid("Mg", "Cl", "Cl"), laid("Ca", "Cl", "Cl")]
    assert points(goal_lines(two_goals, (), goals, TODAYS)) == 5 + 7
    assert goal_lines([laid("Mg", "Cl")], (), goals, TODAYS) == []


@pytest.mark.rule("I-GOAL-NOBLE", "I-GOAL-NEUT")
def test_I_GOAL_NOBLE_and_neutralisation() -> None:
    goals = {goal.goal: goal for goal in EDITION.goals}
    noble = [
        points(goal_lines([], gases.split(), [goals["noble gases"]], TODAYS))
        for gases in ("", "He", "He He", "He Ne", "He Ne Ar")
    ]
    assert noble == [0, 0, 0, 2, 5]
    neutralisation = [
        points(goal_lines(groups, (), [goals["neutralisation"]], TODAYS))
        for groups in (
            [],
            [laid("H", "OH")],
            [laid("H", "Cl")],
            [laid("Na", "OH")],
            [laid("H", "Cl"), laid("Na", "OH")],
        )
    ]
    assert neutralisation == [0, 0, 3, 3, 7]


@pytest.mark.rule("I-RAD-FEW", "I-RAD-MANY", "I-RAD-TURN")
def test_I_RAD_FEW_and_MANY_by_how_a_card_lies() -> None:
    assert [how_they_lie(number) for number in (1, 2, 3, 4)] == [
        "face_up",
        "turned",
        "face_down",
        "face_down",
    ]
    played = [("U", "face_up"), ("Ra", "turned"), ("Po", "face_down")]
    few, many = EDITION.radioactive(4), EDITION.radioactive(5)
    assert [line.points for line in radioactive_lines(played, few)] == [2, 0, 0]
    assert [line.points for line in radioactive_lines(played, many)] == [3, 1, -1]


@pytest.mark.rule("I-DECAY", "I-DECAY-SUM", "I-DECAY-FEW", "I-DECAY-MANY", "I-DECAY-EDGE")
@pytest.mark.parametrize(
    ("totals", "given"),
    [
        ((10, 7, 7, 2), (9, 2, 2, -3)),  # the rulebook's example
        ((9, 5, 1), (9, 3, -3)),
        ((9, 5, 3, 0), (9, 3, 0, -3)),
        ((8, 4, 4, 4), (9, 1, 1, 1)),  # three tied for second share 3 + 0; nobody has the least
        ((4, 4, 4), (4, 4, 4)),  # 9 + 3 for three
        ((7, 2, 2), (9, 0, 0)),  # the last two share 3 - 3
        ((0, 0, 0), (0, 0, 0)),
        ((9, 7, 5, 3, 1), (13, 9, 3, 0, -3)),
        ((9, 7, 5, 5, 1, 0, 0), (13, 9, 2, 2, 0, -1, -1)),
        ((5, 5, 1, 0), (6, 6, 0, -3)),
    ],
)
def test_I_DECAY_the_tied_share(totals: tuple[int, ...], given: tuple[int, ...]) -> None:
    assert decay_points(totals, EDITION.radioactive(len(totals)), "ranked") == given


def test_groups_that_can_be_laid() -> None:
    assert well_bonded(laid("Mg", "Cl", "F", "Na"), TODAYS)
    assert not well_bonded(laid("Na", "Cl", "Cl"), TODAYS)
    assert not well_bonded(laid("Na", "K"), TODAYS)
    assert not well_bonded(laid("Na", "He"), TODAYS)
    assert well_bonded(laid("Mg", "Mg", "Cl", "Cl", "Cl", "Cl"), TODAYS)
    assert not well_bonded(laid("Na", "Na", "Cl", "Cl"), TODAYS), "Na Cl is finished before the next comes"
    assert not well_bonded(laid("Mg", "Cl", "Cl", "Cl"), TODAYS)


# --- the second reading -------------------------------------------------------------------------------------


@pytest.mark.rule("I-NEUTRAL")
def test_I_NEUTRAL_two_magnesium_with_four_chloride_score_all_six_cards() -> None:
    group = laid("Mg", "Mg", "Cl", "Cl", "Cl", "Cl")
    assert neutral(group, TODAYS)
    assert not neutral(group, Reading("smallest")), "the former reading, for games that were begun with it"
    verdict = judge("Mg2Cl4", "ion:base")
    assert (verdict.ruling, verdict.formula) == ("valid", "Mg2Cl4")
    assert verdict.decisive.params["worth"] == 26
    assert [line.points for line in compound_lines([group], CARDS, TODAYS)] == [26]
    assert compound_lines([group], CARDS, Reading("smallest")) == []


@pytest.mark.rule("I-NEUTRAL", "I-GOAL-PAIR")
def test_I_NEUTRAL_a_multiple_counts_once_for_goals() -> None:
    goals = [goal for goal in EDITION.goals if goal.goal == "alkaline earth chlorides"]
    twice = laid("Mg", "Mg", "Cl", "Cl", "Cl", "Cl")
    (line,) = goal_lines([twice], (), goals, TODAYS)
    assert (line.points, line.cards) == (3, ("Cl", "Cl", "Mg"))
    assert points(goal_lines([twice, laid("Ca", "Cl", "Cl")], (), goals, TODAYS)) == 7


@pytest.mark.rule("I-COUNT")
def test_I_COUNT_neutral_and_layable_neutral_but_short_or_never_laid() -> None:
    assert judge("FeSO4", EVERYTHING).ruling == "valid"
    short = judge("Fe2(SO4)3", EVERYTHING)
    assert (short.ruling, short.decisive.rule, short.decisive.code) == (
        "invalid",
        "I-COUNT",
        "neutral_but_short",
    )
    assert "is neutral, but not from this box" in short.decisive.message
    assert "1 Fe and 1 SO4" in short.decisive.message
    never = judge("NaOHCl", "ion:base")
    assert (never.ruling, never.decisive.code) == ("invalid", "finished_before")
    assert "is finished before" in never.decisive.message


@pytest.mark.rule("I-COUNT")
def test_I_COUNT_any_box_asks_for_the_charges_alone() -> None:
    rules = load_ruleset(EVERYTHING)
    verdict = ask(rules, read_question("Fe2(SO4)3"), {"box": "any"})
    assert (verdict.ruling, verdict.name) == ("valid", "iron(III) sulfate")
    assert ask(rules, read_question("Fe2(SO4)3"), {"box": "counted"}).ruling == "invalid"
    assert ask(rules, read_question("NaOHCl"), {"box": "any"}).ruling == "invalid", "it is never laid"
    with pytest.raises(UnreadableInput, match="must be") as refused:
        ask(rules, read_question("NaCl"), {"box": "half"})
    assert refused.value.code == "bad_term"
    with pytest.raises(UnreadableInput) as refused:
        ask(rules, read_question("NaCl"), {"bench": "HHO"})
    assert refused.value.code == "unknown_term"


@pytest.mark.rule("I-COUNT")
@pytest.mark.parametrize(
    "card", [card for card in CARDS.values() if card.charges], ids=lambda card: card.card
)
def test_I_COUNT_just_as_many_as_the_box_has(card: Card) -> None:
    """The last card of the box is enough; one more is not."""
    rules = load_ruleset(EVERYTHING)
    for number, enough in ((card.count, True), (card.count + 1, False)):
        question = read_question(f"({card.card}){number}")
        counts = [check for check in rules.judge(question).checks if check.rule == "I-COUNT"]
        if number > 1:  # a single card is refused for being single
            assert [check.passed for check in counts] == [enough]


@pytest.mark.rule("I-MIXED", "I-BOND")
def test_I_MIXED_never_neutral_is_said_only_of_what_may_be_laid() -> None:
    assert "may be laid" in judge("MgClF", "ion:base").decisive.message
    assert all("may be laid" not in check.message for check in judge("NaOHCl", "ion:base").checks)


@pytest.mark.rule("I-RULE-FIRST")
@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("MnCl3", "Legal by this game's rules; no such compound is on record."),
        ("Mn2Cl6", "Legal by this game's rules; no such compound is on record."),
        ("NH4OH", "Legal by this game's rules; in reality it is a solution and no substance of its own."),
        ("NaCl", None),
        ("FeCl3", None),
    ],
)
def test_I_RULE_FIRST_what_nobody_has_made_is_said_beside_the_ruling(formula: str, said: str | None) -> None:
    verdict = ask(load_ruleset(EVERYTHING), read_question(formula), {"box": "any"})
    assert verdict.ruling == "valid"
    remarks = [check.message for check in verdict.checks if check.rule == "I-RULE-FIRST"]
    assert remarks == ([said] if said else [])


@pytest.mark.rule("I-PAIRS")
def test_I_PAIRS_an_edition_in_which_polyatomic_ions_come_twice() -> None:
    paired = load(DEFAULT.with_name("paired-2.toml"))
    ours, theirs = (
        Counter([card.kind for card in edition.cards for _ in range(card.count)])
        for edition in (EDITION, paired)
    )
    assert ours == theirs, "the same number of every kind of card"
    assert {card.card: card.count for card in paired.cards if card.kind == "polyatomic"} == {
        "NH4": 2, "NO3": 2, "SO4": 2,
    }  # fmt: skip
    rules = load_ruleset(EVERYTHING, DEFAULT.with_name("paired-2.toml"))
    for formula in ("(NH4)2SO4", "Mg(NO3)2"):
        assert rules.judge(read_question(formula)).ruling == "valid"
        assert judge(formula, EVERYTHING).decisive.code == "neutral_but_short"


@pytest.mark.rule("I-LEAST")
@pytest.mark.parametrize(
    ("totals", "given"),
    [
        ((10, 7, 7, 2), (9, 2, 2, -3)),  # nobody is tied for the least
        ((8, 4, 4, 4), (9, -1, -1, -1)),
        ((7, 2, 2), (9, -1, -1)),
        ((4, 4, 4), (4, 4, 4)),  # a player with the most never has the least
        ((9, 7, 5, 5, 1, 0, 0), (13, 9, 2, 2, 0, -1, -1)),
        ((9, 0, 0, 0, 0), (13, 0, 0, 0, 0)),  # -3 for four, rounded up
        ((0, 0, 0), (0, 0, 0)),
    ],
)
def test_I_LEAST_the_tied_may_share_the_bottom_value(totals: tuple[int, ...], given: tuple[int, ...]) -> None:
    assert decay_points(totals, EDITION.radioactive(len(totals)), "shared") == given


@pytest.mark.rule("I-EXPANSIONS")
def test_I_EXPANSIONS_a_rule_set_describes_its_own_cards_only() -> None:
    for rules, number in (("ion:base", 68), ("ion:transition", 74), (EVERYTHING, 94)):
        cards = load_ruleset(rules).describe()["edition"]["cards"]
        assert sum(card["count"] for card in cards) == number


@pytest.mark.rule("I-GOAL-NEUT")
def test_I_GOAL_NEUT_the_line_names_the_cards() -> None:
    goals = [goal for goal in EDITION.goals if goal.kind == "neutralisation"]
    (line,) = goal_lines([laid("H", "Cl"), laid("K", "OH"), laid("Na", "OH")], (), goals, TODAYS)
    assert line.cards == ("H", "Cl", "K", "OH")


def test_a_formula_is_echoed_as_it_was_written() -> None:
    assert judge("NaHCO3", EVERYTHING).formula == "NaHCO3"
    assert judge("Fe2(SO4)3", EVERYTHING).formula == "Fe2(SO4)3"


def test_cards_that_are_no_compound_are_written_card_by_card() -> None:
    """Not by their atoms: Na, Cl and OH are not NaHClO."""
    rules = load_ruleset("ion:base")
    assert rules.judge(Tiles.parse("NaOHCl")).formula == "Na(OH)Cl"
    assert rules.judge(Tiles.parse("MgOHOHOH")).formula == "Mg(OH)3"


def test_a_zero_for_the_letter_o_is_asked_about() -> None:
    verdict = judge("H20", "ion:base")
    assert (verdict.ruling, verdict.decisive.code) == ("invalid", "zero_for_letter")
    assert verdict.decisive.params["meant"] == "H2O"
    assert judge("H10", "ion:base").decisive.code != "zero_for_letter", "H1O is no compound of these cards"


def test_a_tile_may_be_a_card_of_several_atoms_as_in_a_verdict() -> None:
    rules = load_ruleset("ion:polyatomic")
    asked = rules.judge(Tiles(("Mg", "OH")))
    assert asked.tiles == ("Mg", "OH")
    assert asked.decisive.message.endswith("One more OH would make it Mg(OH)2.")
    assert rules.judge(Tiles(asked.tiles)) == asked
    unplayed = load_ruleset("ion:base").judge(Tiles(("Mg", "SO4"))).decisive
    assert unplayed.code == "expansion_missing"
    with pytest.raises(UnreadableInput, match="Xx"):
        rules.judge(Tiles(("Mg", "Xx")))

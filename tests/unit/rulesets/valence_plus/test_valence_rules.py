"""Valence Plus: what the cards build, what it is called, and that its reactions are real chemistry."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement, product
from math import prod
from typing import Any

import jsonschema
import pytest

from adjudicator import Formula, Outcome, Ruling, Tiles, Verdict, judge, load_ruleset
from adjudicator.chem.naming import check, names
from adjudicator.errors import EditionError
from adjudicator.languages.catalogue import words_of
from adjudicator.prose import speaking
from adjudicator.ruleset import lesson_words
from adjudicator_rulesets.valence_plus.edition import DEFAULT, ORIGINAL, load
from adjudicator_rulesets.valence_plus.judging.builds import Builds
from adjudicator_rulesets.valence_plus.judging.reactions import FLASK_SOURCES, members, react
from adjudicator_rulesets.valence_plus.judging.rules import ValencePlus
from adjudicator_rulesets.valence_plus.play.opening import EDITIONS

PLUS = load()
BUILDS = Builds(PLUS)


def rules(name: str = "valence-plus") -> ValencePlus:
    loaded = load_ruleset(name)
    assert isinstance(loaded, ValencePlus)
    return loaded


def ruled(cards: str, name: str = "valence-plus") -> Verdict:
    return judge(Tiles.parse(cards), name)


def code(verdict: Verdict) -> str:
    return verdict.decisive.code


def molecule(cards: str, name: str = "valence-plus") -> str | None:
    build = rules(name).classify(Tiles.parse(cards))
    return build.molecule.name if build else None


# --- the edition ------------------------------------------------------------------------------------------


def test_V_ELEMENTS_sixty_three_cards_as_the_rulebook_lists_them() -> None:
    counts = {card.symbol: card.count for card in PLUS.elements}
    assert sum(counts.values()) == 63
    assert counts == {
        "O": 12,
        "H": 10,
        "S": 8,
        "Na": 8,
        "F": 6,
        "Cl": 6,
        "C": 4,
        "K": 4,
        "Cu": 2,
        "Zn": 2,
        "Ca": 1,
    }


def test_V_MOLECULES_one_hundred_and_one_cards_as_the_rulebook_lists_them() -> None:
    assert sum(card.count for card in PLUS.molecules) == 101
    assert {card.name: card.count for card in PLUS.molecules} == {
        "Salt": 8, "Water": 8, "Acid": 8, "Hydrogen Sulfide": 6, "Carbon Dioxide": 6, "Carbon Disulfide": 6,
        "Carbonyl Sulfide": 5, "Metal Oxide": 7, "Base": 7, "Metal Sulfide": 7, "Metal Hydrosulfide": 7,
        "Deadly Carbonyls": 4, "Thiophosgene": 4, "Sulfur Trioxide": 4, "Sulfuric Acid": 4, "Halocarbon": 3,
        "Metal Sulfate": 2, "Bisulfate": 2, "Transition Metal Compound": 3,
    }  # fmt: skip


def test_V_COLOURS_seven_and_the_noble_gases() -> None:
    assert len({card.colour for card in PLUS.elements}) == 7
    assert {card.colour for card in PLUS.optional} == {"noble"}


def test_a_formula_lays_its_cards_in_the_order_it_is_written() -> None:
    assert judge("ZnCl2", "valence-plus").tiles == ("Zn", "Cl", "Cl")
    assert judge("SO3", "valence-plus").tiles == ("S", "O", "O", "O")


def test_V_OPTIONAL_helium_and_oganesson_once_each() -> None:
    assert [(card.symbol, card.count) for card in PLUS.optional] == [("He", 1), ("Og", 1)]


def test_every_number_says_where_it_is_from() -> None:
    data: dict[str, Any] = tomllib.loads(DEFAULT.read_text(encoding="utf-8"))
    allowed = {"rulebook", "public", "reconstruction"}
    assert {table["source"] for table in data.values() if isinstance(table, dict)} <= allowed
    assert {row["source"] for row in (*data["elements"]["each"], *data["reactions"]["each"])} <= allowed
    assert {row["points_source"] for row in data["molecules"]["each"]} <= allowed


@pytest.mark.rule("V-COMPLEX")
def test_V_COMPLEX_three_molecules_cannot_be_built() -> None:
    assert {m.name for m in PLUS.molecules if not m.colours} == {
        "Sulfuric Acid",
        "Metal Sulfate",
        "Bisulfate",
    }
    assert molecule("HHSOOOO") is None
    assert molecule("NaNaSOOOO") is None


@pytest.mark.rule("V-COMPLEX")
@pytest.mark.parametrize(
    ("cards", "molecule", "reactions"),
    [
        ("HHSOOOO", "Sulfuric Acid", "Water + Sulfur Trioxide"),
        ("NaHSOOOO", "Bisulfate", "Sulfuric Acid + Base or Sulfuric Acid + Metal Hydrosulfide"),
        ("NaNaSOOOO", "Metal Sulfate", "Sulfuric Acid + Metal Oxide or Sulfuric Acid + Metal Sulfide"),
        ("CaSOOOO", "Metal Sulfate", "Sulfuric Acid + Metal Oxide or Sulfuric Acid + Metal Sulfide"),
    ],
)
def test_V_COMPLEX_the_judge_says_which_reaction_makes_it(cards: str, molecule: str, reactions: str) -> None:
    verdict = ruled(cards)
    assert verdict.ruling is Ruling.INVALID
    assert (verdict.decisive.rule, code(verdict)) == ("V-COMPLEX", "made_by_reaction")
    assert verdict.decisive.message == (
        f"{molecule} is a molecule of this game, but no build: only a reaction makes it, {reactions}."
    )


def test_V_COMPLEX_in_german_molecules_are_named_as_on_the_cards() -> None:
    with speaking("de"):
        message = ruled("HHSOOOO").decisive.message
    assert "Schwefelsäure gehört zu diesem Spiel" in message
    assert message.endswith("Wasser + Schwefeltrioxid.")


@pytest.mark.rule("V-WIN")
@pytest.mark.parametrize(("language", "at_once"), [("en", "wins at once"), ("de", "gewinnt sofort")])
def test_V_WIN_the_rule_card_ends_the_game_at_once(language: str, at_once: str) -> None:
    """The engine does (test_valence_game.py), so card and How to play, which prints it, say so."""
    assert at_once in lesson_words("valence-plus", language)["card"]["end"]


def test_V_POINTS_sulfur_trioxide_above_sulfuric_acid_and_the_sulfates_clinch() -> None:
    points = {m.name: m.points for m in PLUS.molecules}
    assert points["Sulfur Trioxide"] > points["Sulfuric Acid"]
    assert max(points, key=points.__getitem__) == "Metal Sulfate"
    assert sorted(points.values())[-2] == points["Bisulfate"]


# --- builds -------------------------------------------------------------------------------------------------


def test_V_BUILD_calcium_hydroxide_splits_into_its_parts() -> None:
    verdict = ruled("CaOOHH")
    assert verdict.ruling is Ruling.INVALID
    assert verdict.decisive.params["parts"] == ("CaO (Metal Oxide)", "H2O (Water)")
    assert code(verdict) == "contains_smaller"


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("NaCl", "Salt"), ("HHO", "Water"), ("OHH", "Water"), ("HCl", "Acid"), ("HF", "Acid"), ("HHS", "Hydrogen Sulfide"),
        ("COO", "Carbon Dioxide"), ("CSS", "Carbon Disulfide"), ("COS", "Carbonyl Sulfide"), ("NaNaO", "Metal Oxide"),
        ("CaO", "Metal Oxide"), ("NaOH", "Base"), ("KOH", "Base"), ("NaNaS", "Metal Sulfide"), ("NaSH", "Metal Hydrosulfide"),
        ("COClCl", "Deadly Carbonyls"), ("CSClCl", "Thiophosgene"), ("SOOO", "Sulfur Trioxide"), ("CFFFF", "Halocarbon"),
        ("CClClFF", "Halocarbon"), ("CuZn", "Transition Metal Compound"), ("CuO", "Metal Oxide"),
    ],
)  # fmt: skip
def test_V_CLASS_the_colours_decide(cards: str, expected: str) -> None:
    verdict = ruled(cards)
    assert verdict.ruling is Ruling.VALID
    assert verdict.decisive.outcome is Outcome.PASS
    assert verdict.checks[-1].params["molecule"] == expected == molecule(cards)


@pytest.mark.parametrize(
    ("cards", "expected"), [("CaClF", "Salt"), ("NaKO", "Metal Oxide"), ("COClF", "Deadly Carbonyls")]
)
def test_V_CLASS_two_of_one_colour_may_differ(cards: str, expected: str) -> None:
    assert molecule(cards) == expected


@pytest.mark.rule("V-RULE-FIRST")
def test_V_RULE_FIRST_what_falls_apart_is_said_beside_the_ruling() -> None:
    iodine = replace(next(card for card in PLUS.elements if card.symbol == "Cl"), symbol="I")
    with_iodine = ValencePlus("iodine", replace(PLUS, elements=(*PLUS.elements, iodine)), rules().authority)
    verdict = with_iodine.judge(Tiles.parse("CuII"))
    assert verdict.ruling is Ruling.VALID
    (remark,) = (check for check in verdict.checks if check.rule == "V-RULE-FIRST")
    assert remark.message == "Legal by this game's rules; the real compound does not last: it falls apart."
    assert all(check.rule != "V-RULE-FIRST" for check in with_iodine.judge(Tiles.parse("CuClCl")).checks)


def test_V_CLASS_refuses_colours_without_a_molecule() -> None:
    dry = replace(PLUS, molecules=tuple(m for m in PLUS.molecules if m.name != "Water"))
    verdict = ValencePlus("dry", dry, rules().authority).judge(Tiles.parse("HHO"))
    assert verdict.ruling is Ruling.INVALID
    assert verdict.decisive.params["colours"] == ("hydrogen", "oxygen")
    assert code(verdict) == "no_such_molecule"


def test_V_SECOND_sulfur_is_six_only_with_exactly_three_oxygen() -> None:
    assert ruled("SOOO").checks[1].params["valence"] == 6
    assert molecule("SOO") is None
    assert molecule("SOOOO") is None
    assert molecule("SFFFFFF") is None  # +6 would balance six halogens


def test_V_ZERO_copper_and_zinc_in_pairs_only() -> None:
    assert {molecule(pair) for pair in ("CuCu", "CuZn", "ZnZn")} == {"Transition Metal Compound"}
    assert molecule("CuCuZn") is None
    assert molecule("CuZnCuZn") is None
    assert molecule("CuClCl") == "Salt"  # otherwise the first valence


def test_V_NOBLE_nothing_bonds_with_helium() -> None:
    for cards in ("HeO", "HeHe", "OgHHO"):
        verdict = ruled(cards)
        assert verdict.ruling is Ruling.INVALID
        assert code(verdict) == "never_bonds"
    with speaking("de"):
        said = ruled("OgHeO").decisive.message
    assert said == "Mit Helium und Oganesson verbindet sich in diesem Spiel nichts."


def test_V_CLASS_german_counts_the_points_of_a_molecule() -> None:
    """Regression: "kein Punkte" for an acid, which has none."""
    with speaking("de"):
        said = [ruled(cards).checks[-1].message for cards in ("HF", "HHO", "CuCu")]
    assert said[0] == "Nach den Farben zählt es als Säure, keine Punkte."
    assert not any("kein Punkte" in each for each in said)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("CuCl", ("CuCl2",)),  # C-HINT: not CuClF, which is on no record
        ("KNaCl", ("NaCl", "KCl")),
        ("CuCuO", ("CuO",)),  # and not Cu2, no molecule
        ("HHHO", ("H2O",)),
        ("COCl", ("COCl2", "COClF")),
    ],
)
def test_a_missing_card_is_named(cards: str, expected: tuple[str, ...]) -> None:
    mends = ruled(cards).decisive.params["mends"]
    assert tuple(mend["makes"] for mend in mends) == expected


@pytest.mark.rule("V-SECOND")
@pytest.mark.parametrize(("cards", "total"), [("SOO", 2), ("NaHSOOOO", 0), ("SO", -4)])
def test_V_SECOND_a_sum_goes_on_from_the_numbers_of_what_is_proposed(cards: str, total: int) -> None:
    """One more O makes SO3 of sulfur at +6 only; NaOH and SO3 together have the cards of NaHSO4."""
    off = next(check for check in ruled(cards).checks if check.code == "valences_off")
    assert off.params["total"] == total
    assert off.witness
    assert off.witness["sum"] == total == sum(off.witness["numbers"])


def test_two_cards_of_a_metal_have_no_name_of_a_molecule() -> None:
    assert [ruled(cards).name for cards in ("CuCu", "ZnZn", "CuZn")] == [None, None, "brass"]


def test_cards_that_are_several_molecules_are_told_apart() -> None:
    verdict = ruled("CuZnHCl")
    assert verdict.decisive.params["parts"] == ("HCl (Acid)", "CuZn (Transition Metal Compound)")


@pytest.mark.parametrize(("cards", "told"), [("Na", "too_few_cards"), ("AuCl", "cards_not_in_edition")])
def test_other_refusals(cards: str, told: str) -> None:
    assert code(ruled(cards)) == told


def test_sixty_cards_are_answered() -> None:
    assert ruled("Ca" + "OH" * 29).ruling is Ruling.INVALID
    assert ruled("Na" * 30 + "Cl" * 30).ruling is Ruling.INVALID


def test_V_ORIGINAL_without_sulfur_and_transition_metals() -> None:
    first = ORIGINAL.load()
    assert sum(card.count for card in first.elements) == 63 - 8 - 2 - 2 - 2
    assert {m.name for m in first.molecules} == {
        "Salt", "Water", "Acid", "Carbon Dioxide", "Metal Oxide", "Base", "Deadly Carbonyls", "Halocarbon",
    }  # fmt: skip
    assert first.target == 10
    assert molecule("NaOH", "valence-original") == "Base"
    assert ruled("HHS", "valence-original").ruling is Ruling.INVALID


def twin(cards: tuple[str, ...]) -> str | None:
    """The rules once more, the slow way: valences by card, every part tried, colours counted."""
    valence = {c.symbol: c.valence for c in PLUS.elements}
    colour = {c.symbol: c.colour for c in PLUS.elements}
    counts = Counter(cards)
    if len(cards) == 2 and {colour[c] for c in cards} == {"transition"}:
        return "Transition Metal Compound"
    if counts == Counter("SOOO"):
        return "Sulfur Trioxide"
    subsets = [part for part in product(*(range(n + 1) for n in counts.values())) if any(part)]
    zero = [p for p in subsets if sum(n * valence[s] for n, s in zip(p, counts, strict=True)) == 0]
    if zero != [tuple(counts.values())]:
        return None
    seen = Counter("metal" if colour[c] == "transition" else colour[c] for c in cards)
    for m in PLUS.molecules:
        if m.name != "Transition Metal Compound" and any(Counter(way) == seen for way in m.colours):
            return m.name
    return "nothing"


def test_builds_are_those_of_the_slow_twin() -> None:
    symbols = [card.symbol for card in PLUS.elements]
    asked = 0
    for size in range(1, 6):
        for cards in combinations_with_replacement(symbols, size):
            asked += 1
            assert molecule_of(cards) == twin(cards), cards
    assert asked > 4000
    assert {build.molecule.name for build in BUILDS.by_cards.values()} == {
        m.name for m in PLUS.molecules if m.colours
    }


def molecule_of(cards: tuple[str, ...]) -> str | None:
    build = BUILDS.by_cards.get(tuple(sorted(cards)))
    return build.molecule.name if build else None


@pytest.mark.parametrize(
    ("cards", "formula"),
    [
        ("OHNa", "NaOH"),
        ("SHK", "KHS"),
        ("ClClOC", "COCl2"),
        ("OSC", "COS"),
        ("FClCa", "CaClF"),
        ("OKNa", "KNaO"),
        ("OOOS", "SO3"),
    ],
)
def test_formulas_are_written_as_chemists_do(cards: str, formula: str) -> None:
    assert ruled(cards).formula == formula


# --- names --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "name", "answer"),
    [
        ("NaOH", "Sodium Hydroxide", "right"),  # the rulebook's own example
        ("NaOH", "lye", "right"), ("NaOH", "base", "wrong"), ("NaOH", "sodium oxide", "wrong"),
        ("CuClCl", "cupric chloride", "right"), ("CuClCl", "copper(II) chloride", "right"), ("CuClCl", "copper(I) chloride", "wrong"),
        ("NaCl", "table salt", "right"), ("NaCl", "salt", "wrong"),
        ("HCl", "hydrochloric acid", "right"), ("HCl", "hydrogen chloride", "right"), ("HCl", "chloric acid", "wrong"),
        ("SOOO", "sulphur trioxide", "right"), ("SOOO", "sulfite", "wrong"),
        ("COClCl", "phosgene", "right"), ("CSClCl", "phosgene", "wrong"), ("CSClCl", "thiophosgene", "right"),
        ("CuZn", "brass", "right"), ("NaKO", "potassium sodium oxide", "right"), ("HHO", "WATER", "right"),
        ("NaOH", "zorblax", "unresolved"),
    ],
)  # fmt: skip
def test_V_NAME_any_name_a_teacher_would_accept(cards: str, name: str, answer: str) -> None:
    ruling = rules().rule_on_name(Tiles.parse(cards), name)
    assert ruling.answer == answer
    assert ruling.molecule == molecule(cards)
    assert ruling.to_json()["answer"] == answer
    assert ruling.message


def test_V_NAME_cards_that_are_no_molecule_have_no_right_name() -> None:
    ruling = rules().rule_on_name(Tiles.parse("CaOOHH"), "calcium hydroxide")
    assert (ruling.answer, ruling.molecule) == ("wrong", None)
    assert "CaO" in ruling.message


def test_V_NAME_OPEN_what_the_judge_does_not_know_is_left_to_the_table() -> None:
    assert rules().rule_on_name(Tiles.parse("NaOH"), "grandma's powder").answer == "unresolved"


# --- names of an edition ------------------------------------------------------------------------------------


def with_names(*rows: str, source: str = '"my own box"') -> str:
    text = DEFAULT.read_text(encoding="utf-8")
    return f"{text}\n[names]\nsource = {source}\neach = [{', '.join(rows)}]\n"


SCHOOL = with_names(
    '{ formula = "HF", names = ["etching acid", "Ätzsäure"] }', '{ formula = "FH", names = ["glass biter"] }'
)


@pytest.mark.parametrize("game", ["valence-plus", "valence-original"])
def test_V_NAME_an_edition_brings_names_of_its_school(game: str) -> None:
    school = load_ruleset(game, SCHOOL)
    assert isinstance(school, ValencePlus)
    for name in ("Etching Acid", "Ätzsäure", "hydrogen fluoride"):
        assert school.rule_on_name(Tiles.parse("HF"), name).answer == "right", name
        assert "etching acid" in school.rule_on_name(Tiles.parse("HF"), name).to_json()["names"]
    elsewhere = school.rule_on_name(Tiles.parse("HCl"), "etching acid")
    assert elsewhere.answer == "wrong"
    assert elsewhere.message.startswith("No: etching acid is HF.")
    assert school.rule_on_name(Tiles.parse("HF"), "hydrogen chloride").answer == "wrong"
    assert rules(game).rule_on_name(Tiles.parse("HF"), "etching acid").answer == "unresolved"
    told = {"formula": "HF", "names": ["etching acid", "Ätzsäure", "glass biter"]}
    assert school.describe()["edition"]["names"] == [told]


def test_the_schema_has_names_of_a_school_and_does_not_ask_for_them() -> None:
    schema = EDITIONS.schema
    assert "names" in schema["properties"]
    assert "names" not in schema["required"]
    for text in (DEFAULT.read_text(encoding="utf-8"), SCHOOL):
        jsonschema.validate(tomllib.loads(text), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(with_names('{ formula = "HF", names = "etching acid" }')), schema)


@pytest.mark.parametrize("name", ["etching acid", "glass biter"])
def test_V_NAME_two_rows_of_one_formula_are_both_right(name: str) -> None:
    school = load_ruleset("valence-plus", SCHOOL)
    assert isinstance(school, ValencePlus)
    assert school.rule_on_name(Tiles.parse("HF"), name).answer == "right"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (with_names('{ formula = "Xx", names = ["a"] }'), "names: 'Xx' is no formula"),
        (with_names('{ formula = "HF", names = [] }'), "names: HF: names are texts of 1 to"),
        (with_names('{ formula = "HF", names = [" ", "a"] }'), "names: HF: names are texts of 1 to"),
        (with_names('{ formula = "HF", names = [3] }'), "names: HF: names are texts of 1 to"),
        (with_names('{ formula = "HF" }'), "names must be"),
        (with_names('{ formula = "HF", names = ["a"] }', source='"hearsay"'), "names.source"),
    ],
)
def test_bad_names_of_an_edition_are_faults(text: str, fault: str) -> None:
    with pytest.raises(EditionError) as refused:
        load(text)
    assert any(fault in one for one in refused.value.details["faults"]), refused.value.message


def test_every_build_has_its_own_name_and_the_judge_accepts_it() -> None:
    preferred: dict[str, str] = {}
    for build in BUILDS.by_cards.values():
        name = names(build.formula)[0]
        assert check(build.formula, name).answer == "right", build
        assert preferred.setdefault(name, build.formula) == build.formula
    assert len(preferred) == len(BUILDS.by_cards)


# --- reactions ----------------------------------------------------------------------------------------------


def atoms(side: str) -> Counter[str]:
    """The atoms of one side of an equation, counted without chempy."""
    total: Counter[str] = Counter()
    for term in side.split(" + "):
        number, _, formula = term.rpartition(" ")
        for symbol, n in Formula.parse(formula).atoms:
            total[symbol] += n * int(number or 1)
    return total


@pytest.mark.parametrize("reaction", PLUS.reactions, ids=lambda r: f"{'+'.join(r.reactors)}-{r.target}")
def test_V_REAL_every_concrete_combination_balances(reaction: Any) -> None:
    pools = [members(name, BUILDS) for name in (*reaction.reactors, reaction.target)]
    assert prod(map(len, pools)) > 0
    for *reactors, target in product(*pools):
        reacted = react(reaction, tuple(reactors), target, BUILDS)
        before, after = reacted.equation.split(" → ")
        assert atoms(before) == atoms(after), reacted
        assert tuple(s.molecule for s in reacted.products) == reaction.products
        for substance in reacted.products:
            made = members(substance.molecule, BUILDS)
            assert substance.formula in made or reaction.target == "Transition Metal Compound", reacted


def test_V_REAL_the_simplified_card_is_shown_beside_the_balanced_equation() -> None:
    by_target = {(r.reactors, r.target): r for r in PLUS.reactions}
    phosgene = react(by_target[("Water",), "Deadly Carbonyls"], ("H2O",), "COCl2", BUILDS)
    assert phosgene.equation in {"COCl2 + H2O → CO2 + 2 HCl", "H2O + COCl2 → CO2 + 2 HCl"}
    assert phosgene.simplified
    base = react(by_target[("Acid",), "Base"], ("HCl",), "NaOH", BUILDS)
    assert [s.formula for s in base.products] == ["NaCl", "H2O"]
    assert not base.simplified
    brass = react(by_target[("Acid", "Acid"), "Transition Metal Compound"], ("HCl", "HCl"), "CuZn", BUILDS)
    assert brass.simplified
    assert brass.equation.endswith("+ 2 H2")


@pytest.mark.rule("V-REAL")
def test_V_REAL_what_happens_in_a_flask_has_a_source() -> None:
    assert set(FLASK_SOURCES) == set(
        words_of("adjudicator_rulesets.valence_plus.words", "en").tables["flask"]
    )
    assert all(source.startswith("chapter ") for source in FLASK_SOURCES.values())

"""Ready sets: every item can be asked and solved, rounds repeat nothing, and wrong choices are plausible."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from adjudicator import prose
from adjudicator.chem import naming
from adjudicator.cli import main
from adjudicator.errors import UnreadableInput
from adjudicator.exercises import (
    Kind,
    choices,
    judge_answer,
    make_round,
    question,
    set_from_text,
    solution,
    topics,
)
from adjudicator.exercises.choices import NEAR
from adjudicator.exercises.names import names_of

NEEDED = {"ions", "salts", "transition-metals", "acids", "covalent", "hydrates", "organic"}
GAMES = {"chemistry-monopoly", "compounded", "compoundit", "ion", "valence-plus"}


def run(*arguments: str, text: str = "") -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["practise", *arguments], input=text, catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def test_there_is_a_topic_for_each_part_of_chemistry_and_for_each_game_at_three_levels() -> None:
    assert set(topics()) >= NEEDED | GAMES
    assert {topic.game for topic in topics().values()} == {"", *GAMES}
    for topic in topics().values():
        assert all(len(texts) >= 6 for texts in topic.texts), topic.name
        assert [level.count(text) for level in topic.texts for text in level] == [1] * sum(
            map(len, topic.texts)
        )
        with prose.speaking("de"):
            german = topic.to_json()
        assert german["about"] != topic.to_json()["about"], "told in German"


def test_every_solution_of_a_sample_of_every_topic_is_right() -> None:
    for name in topics():
        for exercise in make_round(name, 1, 2, "sample").exercises:
            mark = judge_answer(exercise, solution(exercise, "de").answer, "de")
            assert (mark.right, mark.score) == (True, 1), exercise


@pytest.mark.nightly
def test_every_solution_of_every_topic_is_right() -> None:
    for topic in topics().values():
        for exercise in topic.exercises():
            for language in prose.LANGUAGES:
                mark = judge_answer(exercise, solution(exercise, language).answer, language)
                assert (mark.right, mark.score) == (True, 1), exercise


def test_a_round_asks_no_material_twice_so_that_no_question_answers_another() -> None:
    twenty = make_round("ions", 0, 20, "class 9b").exercises
    assert len({one.material for one in twenty}) == len(twenty) == 20
    assert {one.kind for one in twenty} == {Kind.NAME, Kind.WRITE, Kind.CHARGE}
    for name in topics():
        for level in (1, 2, 3):
            asked = make_round(name, level, 40, "all").exercises
            about = [(one.material.replace(" ", ""), one.rules) for one in asked]
            assert len(set(about)) == len(about) >= 5, (name, level)
    assert len(make_round("acids", 1, 40, "x").exercises) == 9, "all of them, each in one way"
    legal, named = set_from_text("legal:NaCl@valence-plus;name:Na Cl@valence-plus").exercises
    for seed in "abcdef":
        assert not {legal.material, named.material} <= {
            one.material for one in make_round("valence-plus", 1, 40, seed).exercises
        }, "cards that have a name are legal"


def test_a_round_follows_from_its_seed() -> None:
    assert make_round("salts", 2, 10, "a") == make_round("salts", 2, 10, "a")
    assert make_round("salts", 2, 10, "a") != make_round("salts", 2, 10, "b")
    asked = make_round("ions", 1, 12, "a", ["charge"]).exercises
    assert {one.kind for one in asked} == {Kind.CHARGE}
    assert set_from_text(make_round("compoundit", 0, 12, "a").text) == make_round("compoundit", 0, 12, "a")


def test_rounds_that_there_are_not_are_refused() -> None:
    for arguments, code in {
        ("alchemy", 0): "unknown_topic",
        ("ions", 7): "bad_level",
    }.items():
        with pytest.raises(UnreadableInput) as raised:
            make_round(*arguments)
        assert raised.value.code == code
    with pytest.raises(UnreadableInput) as raised:
        make_round("acids", kinds=["play"])
    assert raised.value.code == "no_such_kind"


def test_one_choice_is_right_and_the_others_are_wrong_and_can_be_read() -> None:
    for name in NEEDED:
        for exercise in make_round(name, 0, 2, "choices").exercises:
            offered = choices(exercise, "en")
            assert len(offered) >= 3, exercise
            assert offered == choices(exercise, "en"), "always in the same order"
            assert len(set(offered)) == len(offered)
            outcomes = [judge_answer(exercise, one, "en").outcome for one in offered]
            assert sorted(outcomes) == ["right", *["wrong"] * (len(offered) - 1)], exercise
            if exercise.kind is Kind.WRITE:
                assert all(naming.substance(one) for one in offered)


def test_wrong_choices_are_the_mistakes_that_people_make() -> None:
    def offered(text: str) -> set[str]:
        return set(choices(set_from_text(text).exercises[0], "en"))

    assert "iron(II) sulfate" in offered("name:Fe2(SO4)3~transition-metals.2"), "wrong charge"
    assert {"Al3O2", "AlO"} <= offered("write:Al2O3~salts.1"), "wrong ratio"
    assert "CaOH2" in offered("write:Ca(OH)2~salts.2"), "brackets forgotten"
    assert "NaNO2" in offered("write:NaNO3~salts.2"), "wrong ion"
    assert "dimethyl ether" in offered("name:CH3CH2OH~organic.1"), "isomer"
    assert {"+2", "−1"} <= offered("charge:SO4^2-"), "wrong sign, wrong number"


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_question_for_a_charge_has_it_in_the_name(language: str) -> None:
    asked = [one for one in topics()["ions"].exercises() if one.kind is Kind.CHARGE]
    assert len(asked) >= 30
    names = [question(one, language)["name"] for one in asked]
    assert [name for name in names if re.search(r"\([IV]+\)", name)] == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_charge_of_an_ion_whose_name_says_it_is_asked_in_a_compound(language: str) -> None:
    listed = "Fe^3+\nHg2^2+\nCu^+\nMn^7+\niron(II)\n[Fe(CN)6]^3-\nUO2^2+"
    shown = []
    for one in set_from_text(listed, "charge").exercises:
        asked = question(one, language)
        told = f"{asked['prompt']} {asked['formula']} {asked.get('name', '')}"
        right = solution(one, language)
        assert not re.search(r"H-[0-9]", right.because), right.because
        assert judge_answer(one, right.answer, language).score == 1
        if naming.substance(one.material).charge > 0:
            assert not re.search(r"\([IV]+\)", told), told
        shown.append(asked["formula"])
    assert shown[:5] == ["FeCl3", "Hg2Cl2", "CuCl", "Mn2O7", "FeCl2"]


# --- in the terminal ----------------------------------------------------------------------------------------


def test_practise_lists_its_topics_in_both_languages() -> None:
    assert "names, formulas and charges of ions" in run()[1]
    assert "Namen, Formeln und Ladungen von Ionen" in run("--lang", "de")[1]


def test_practise_asks_marks_and_asks_again_what_was_missed() -> None:
    code, out, _ = run(
        "acids", "--level", "1", "--count", "2", "--seed", "a", "--kind", "write", text="?\nx\n"
    )
    assert code == 0
    assert out.count("Write its formula.") == 3, "two, and again the first; then nobody answers"
    assert "0 of 2 right." in out
    right = [solution(one, "en").answer for one in make_round("acids", 1, 2, "a", ["write"]).exercises]
    code, out, _ = run(
        *("acids", "--level", "1", "--count", "2", "--seed", "a", "--kind", "write"),
        text="\n".join(right) + "\n",
    )
    assert out.count("✔") == 2
    assert "2 of 2 right." in out


def test_practise_takes_a_list_and_tells_what_is_wrong_with_its_lines() -> None:
    code, out, err = run("--list", "-", "--kind", "write", "--show", text="NaCl\nXx\n")
    assert (code, "Write its formula.  sodium chloride\n   NaCl" in out) == (0, True)
    assert "line 2: " in err
    assert "[unknown_symbol]" in err
    assert run("--list", "-", text="Xx\n")[0] == 2
    assert run("ions", "--list", "-")[0] == 2
    assert run("alchemy")[0] == 2


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("name:Ca(OH)2~salts.2", {"calcium oxide", "calcium hydride"}, {"water"}),
        ("write:Ca(OH)2~salts.2", {"CaOH2", "CaOH"}, {"H2O"}),
        ("name:HNO3~acids.1", {"nitrous acid"}, {"ammonia", "water"}),
        (
            "name:CuSO4·5H2O~hydrates.1",
            {"copper(I) sulfate pentahydrate", "copper(II) sulfate heptahydrate"},
            set(),
        ),
        ("name:N2O4~covalent.2", {"dinitrogen trioxide", "dinitrogen pentoxide"}, {"water"}),
        ("write:Mg^2+~ions.1", {"Mg^+", "Mg^3+", "Mg^2-"}, {"Cl^-"}),
        ("write:SOCl2~covalent.3", {"COCl2"}, {"SO(ClO3)2"}),
        ("name:COS~compounded.3", {"carbon disulfide"}, {"calcium cyanide"}),
        ("write:HNO3~acids.1", {"HNO2", "H2NO3"}, {"NH4NO3"}),
        ("name:Ne~chemistry-monopoly.1", {"sodium", "nickel"}, {"aluminium"}),
        ("charge:Cl^-~ions.1", {"+1", "−2", "+2"}, {"0"}),
        ("name:CH3OH~organic.1", {"methane", "ethanol", "formaldehyde"}, {"urea"}),
        ("name:C6H5CH3~organic.3", {"benzene", "phenol"}, {"1,3,5-norcaratriene"}),
        ("name:C6H6", {"toluene", "phenol", "hexane"}, {"1,3-pentadiyne", "benzyne"}),
        ("name:K^+~ions.1", {"sodium ion", "lithium ion", "calcium ion"}, {"hydride ion"}),
        ("name:Hg2^2+~ions.3", {"mercury(II) ion", "silver ion"}, {"fluoride ion"}),
        ("name:NH3~compounded.1", {"hydrazine", "ammonium ion"}, {"calcium hydride"}),
        ("name:H2O~covalent.1", {"hydrogen peroxide"}, {"trihydrogen monoxide"}),
        ("write:CH4N2O~compounded.3", {"C2H5NO"}, {"Ca(NH2)2", "CH3CONH2"}),
        ("name:Li~chemistry-monopoly.1", {"beryllium"}, {"lanthanum"}),
        ("name:KAl(SO4)2·12H2O", {"chromium(III) potassium sulfate dodecahydrate"}, set()),
    ],
)
def test_choices_are_near_misses_of_their_own_question(text: str, near: set[str], far: set[str]) -> None:
    offered = set(choices(set_from_text(text).exercises[0], "en"))
    assert near <= offered, offered
    assert not far & offered


@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_that_is_near_has_a_name_of_its_own(language: str) -> None:
    with prose.speaking(language):
        near = {text for row in NEAR["substances"] for text in row}
        called = {text: names_of(naming.substance(text))[0] for text in near}
        assert len(set(called.values())) == len(called)
        assert all(names_of(naming.substance(text)) for row in NEAR["ions"] for text in row)


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_name_and_formula_of_the_topics_has_three_wrong_choices(language: str) -> None:
    for topic in topics().values():
        for exercise in topic.exercises():
            if exercise.kind in (Kind.NAME, Kind.WRITE) and not exercise.rules:
                assert len(choices(exercise, language)) == 4, exercise


def test_wrong_choices_share_an_element_with_the_question_and_are_written_as_people_write() -> None:
    for name in ("salts", "acids", "covalent", "hydrates"):
        for exercise in make_round(name, 0, 4, "near", ["write"]).exercises:
            mine = {symbol for symbol, _ in naming.substance(exercise.material).atoms}
            for one in choices(exercise, "de"):
                assert mine & {symbol for symbol, _ in naming.substance(one).atoms}, (exercise, one)
                assert not re.search(r"H[0-9]*H|-1", one), (exercise, one)


def test_a_topic_with_less_than_was_asked_for_says_so() -> None:
    """A worksheet of 14 had 9 questions, without a word."""
    asked = ("acids", "--level", "2", "--show", "--count")
    assert "There are only 9 of these, not 14." in run(*asked, "14")[2]
    assert not run(*asked, "9")[2]

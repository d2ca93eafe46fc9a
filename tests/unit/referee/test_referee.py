"""Every verb of the library: its arguments, its results with and without rules, what it refuses and how."""

from __future__ import annotations

import runpy
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator import (
    AdjudicatorError,
    EditionError,
    Formula,
    Tiles,
    UnknownRuleset,
    UnreadableInput,
    balance,
    best_plays,
    check_name,
    draw,
    is_legal,
    judge,
    known,
    load_game,
    load_ruleset,
    names,
)
from adjudicator.chem.drawing import DrawingError
from adjudicator.chem.reactions import Balanced, is_balanced
from adjudicator.engine import play_out, playable_games, record_of
from adjudicator.engine.rng import Rng
from adjudicator.ruleset import Question

NITRITE: list[Question] = [
    "MgNOONOO",
    "Mg N O O N O O",
    ["Mg", "N", "O", "O", "N", "O", "O"],
    Tiles.parse("MgNOONOO"),
    Formula.parse("Mg(NO2)2"),
    "Mg(NO2)2",
]


@pytest.mark.parametrize("question", NITRITE, ids=repr)
def test_all_verbs_take_text_tiles_and_formulas(question: Question) -> None:
    assert judge(question).formula == "Mg(NO2)2"
    assert is_legal(question)
    assert names(question)[0] == names(question, "compoundit")[0] == "magnesium nitrite"
    assert check_name(question, "magnesium nitrite").answer == "right"
    assert len(known(question)) == len(known("MgN2O4"))
    assert best_plays(question, count=1)[0].score > 0


@pytest.mark.parametrize("wrong", [b"NaCl", None, 7, ["Na", 1], {"tiles": "NaCl"}], ids=repr)
def test_a_question_of_another_type_is_quoted(wrong: Any) -> None:
    for ask in (judge, names, known, draw):
        with pytest.raises(UnreadableInput) as caught:
            ask(wrong)
        assert (caught.value.code, repr(wrong) in caught.value.message) == ("bad_question", True)


# --- editions -----------------------------------------------------------------------------------------------


def edition_file(game: str) -> Path:
    return Path("rulesets/adjudicator_rulesets") / game / "editions" / "reference-1.toml"


def test_an_edition_is_a_name_a_file_a_text_or_itself() -> None:
    path = edition_file("compoundit")
    label = judge("NaCl", edition=path).edition
    assert label.startswith("compoundit/reference-1 sha256:")
    assert label != judge("NaCl").edition
    itself = load_ruleset("compoundit", path).edition
    for edition in ("reference-1", "compoundit/reference-1", label, str(path), path.read_text(), itself):
        assert judge("NaCl", "compoundit:beginner", edition=edition).edition == label
    assert names("NaCl", edition="reference-1") == names("NaCl", "compoundit")
    assert judge("NaCl", load_ruleset("compoundit", "reference-1")).edition == label


@pytest.mark.parametrize("name", playable_games())
def test_a_game_is_started_by_every_form_of_an_edition(name: str) -> None:
    game, folder = load_game(name), name.replace("-", "_")
    path = edition_file(folder)
    label = game.start({}, 1, edition=path)[0].edition
    itself = game.editions.get(label)
    for edition in ("reference-1", label, path.read_text(), itself):
        assert game.start({}, 1, edition=edition)[0].edition == label


def test_an_edition_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r"no edition 'nope' here. There are: reference-1, reference-2\."):
        judge("NaCl", edition="nope")
    with pytest.raises(EditionError, match="cannot be opened"):
        judge("NaCl", edition=str(tmp_path / "nope.toml"))
    with pytest.raises(EditionError, match=r"'ion/reference-2 sha256:\w+' is not an edition of compoundit"):
        judge("NaCl", edition=load_ruleset("ion").edition)
    with pytest.raises(AdjudicatorError, match="'compoundit:standard' is loaded with its edition already"):
        judge("NaCl", load_ruleset("compoundit"), edition="reference-1")


def test_text_that_may_come_from_elsewhere_never_opens_a_file() -> None:
    """Input of a service reaches `start` and `load_ruleset`: only the verbs read a path given as text."""
    path = str(edition_file("ion").resolve())
    with pytest.raises(EditionError, match="There is no edition"):
        load_game("ion").start({}, 1, edition=path)
    with pytest.raises(EditionError, match="There is no edition"):
        load_ruleset("ion", path)


# --- names --------------------------------------------------------------------------------------------------


def test_what_the_rules_refuse_has_no_names_by_them() -> None:
    assert "magnesium nitrite" in names("MgNNOOOO")
    assert names("MgNNOOOO", "compoundit") == ()


def test_a_name_by_the_rules_needs_cards_that_are_a_build() -> None:
    assert check_name("NaOH", "lye", "valence-plus").answer == "right"
    refused = check_name("Ca O O H H", "slaked lime", "valence-plus")  # V-BUILD
    assert (refused.answer, refused.verdict.ruling.value) == ("wrong", "invalid")
    assert check_name("Ca(OH)2", "slaked lime").answer == "right"
    assert check_name("CS(NH2)2", "thiourea").message == "Yes: CS(NH2)2 is thiourea."  # not NH4SCN
    with pytest.raises(AdjudicatorError, match="'ion:base' has no rule for naming"):
        check_name("NaOH", "lye", "ion")
    with pytest.raises(UnreadableInput, match="A name is text, not b'lye'"):
        check_name("NaOH", b"lye")  # type: ignore[call-overload]


# --- equations ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("equation", "balanced"),
    [
        ("H2 + O2 -> H2O", "2 H2 + O2 → 2 H2O"),
        ("2H2+O2→2H2O", "2 H2 + O2 → 2 H2O"),
        ("7 H2 + O2 = H2O", "2 H2 + O2 → 2 H2O"),
        ("CH2=CH2 + O2 = CO2 + H2O", "CH2=CH2 + 3 O2 → 2 CO2 + 2 H2O"),
        ("CuSO4·5H2O => CuSO4 + H2O", "CuSO4·5H2O → CuSO4 + 5 H2O"),
        (
            "MnO4^- + Fe^2+ + H+ ⇌ Mn^2+ + Fe^3+ + H2O",
            "MnO4^- + 5 Fe^2+ + 8 H+ → Mn^2+ + 5 Fe^3+ + 4 H2O",
        ),
    ],
)
def test_equations_are_read_as_people_write_them(equation: str, balanced: str) -> None:
    found = balance(equation)
    assert isinstance(found, Balanced)
    assert (str(found), is_balanced(found.reactants, found.products)) == (balanced, True)


def test_sides_are_lists_of_anything_that_is_a_substance() -> None:
    found = balance(["H2", Formula.parse("O2")], [Tiles.parse("HHO")])
    assert str(found) == "2 H2 + O2 → 2 H2O"
    assert "He would come from nowhere" in str(balance("H2 -> He"))


@pytest.mark.parametrize("wrong", ["H2O", "-> H2O", "H2 -> O2 -> H2O", b"H2 -> H2", None], ids=repr)
def test_what_is_no_equation_is_quoted(wrong: str) -> None:
    with pytest.raises(UnreadableInput) as caught:
        balance(wrong)
    assert (caught.value.code, repr(wrong) in caught.value.message) == ("bad_equation", True)


# --- records and drawings -----------------------------------------------------------------------------------


def test_a_condensed_formula_finds_and_draws_its_own_structure() -> None:
    assert [compound.name for compound in known("C2H6O")] == ["ethanol", "dimethyl ether"]
    (ether,) = known("CH3OCH3")
    assert ether.name == "dimethyl ether"
    assert draw("CH3OCH3") == draw(ether) != draw("C2H6O")
    assert [compound.name for compound in known("CCHHHHHHO", "compoundit:organic")] == ["ethanol"]


def test_the_ruling_shows_its_own_structure() -> None:
    verdict = judge("SOO", "compoundit:simple-lewis")
    assert draw(verdict) == draw("SOO", "compoundit:simple-lewis")
    with pytest.raises(DrawingError, match="No molecule NaCl is known"):
        draw("NaCl", "compoundit")


# --- plays --------------------------------------------------------------------------------------------------


def test_the_best_plays_of_a_rack_are_what_the_game_would_play() -> None:
    board = [(8, 8, "Na")]
    text = "/".join(["15"] * 7 + ["7Na7"] + ["15"] * 7)
    plays = best_plays("ClO", board, count=3)
    assert plays == best_plays(["Cl", "O"], text, count=3)
    assert [play.score for play in plays] == sorted((play.score for play in plays), reverse=True)
    assert "Na" not in {symbol for play in plays for _, _, symbol in play.placements}
    assert is_legal("NaClO")
    assert str(plays[0]).endswith("ClO")


@pytest.mark.parametrize("name", playable_games())
def test_the_best_plays_of_a_view_are_legal_in_every_game(name: str) -> None:
    game = load_game(name)
    state, _ = game.start({}, 3)
    player = game.players_to_act(state)[0]
    (hint,) = best_plays(game.view(state, player), count=1)
    assert game.judge(state, player, hint.action).ruling.value == "valid"


def test_plays_that_cannot_be_looked_for_are_refused() -> None:
    with pytest.raises(UnknownRuleset, match="Ion has no board"):
        best_plays("NaCl", rules="ion")
    with pytest.raises(UnreadableInput, match="has 3 rows; the board of this edition has 15"):
        best_plays("NaCl", "3/3/3")
    with pytest.raises(UnreadableInput, match="at least 1, not 0"):
        best_plays("NaCl", count=0)
    with pytest.raises(UnreadableInput, match="A board is a position"):
        best_plays("NaCl", [3])  # type: ignore[list-item]
    with pytest.raises(AdjudicatorError, match="99"):
        best_plays("NaCl", [(99, 1, "Na")])


# --- games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", playable_games())
def test_wrong_use_of_a_game_is_quoted(name: str) -> None:
    game = load_game(name)
    state, _ = game.start({}, 1)
    with pytest.raises(UnreadableInput, match="not None"):
        game.apply(state, 0, None)
    with pytest.raises(UnreadableInput, match="There is no player 7"):
        game.view(state, 7)
    with pytest.raises(UnreadableInput, match=f"A state of {name} is what start and apply give, not None"):
        game.apply(None, 0, None)
    with pytest.raises(UnreadableInput, match="not for 1"):
        game.start({}, 1, players=1)


class FirstListed:
    """A third-party bot: it takes the first complete action that it is shown."""

    def choose(self, view: Mapping[str, Any], random: Random) -> Any:  # noqa: ARG002
        listed = [action for action in view["actions"] if not action.get("open")]
        return load_game(view["game"]).read_action(listed[0]) if listed else None


def test_a_bot_of_ones_own_plays_against_those_of_the_game() -> None:
    record = play_out(load_game("ion"), {}, [FirstListed(), "greedy"], seed=1)
    assert record.players == ("FirstListed", "greedy")
    assert record.result is not None
    assert record == play_out(load_game("ion"), {}, [FirstListed(), "greedy"], seed=1)
    with pytest.raises(UnreadableInput, match=r"has choose\(view, random\), not 7"):
        play_out(load_game("ion"), {}, [7, "greedy"], seed=1)  # type: ignore[list-item]


def test_a_game_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(UnknownRuleset, match=f"no game 'chess'. There are: {', '.join(playable_games())}"):
        load_game("chess")
    with pytest.raises(UnknownRuleset, match="no game None"):
        load_game(None)  # type: ignore[arg-type]
    with pytest.raises(UnknownRuleset, match="'valence-original' is played as valence-plus with the options"):
        load_game("valence-original")


# --- notebooks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", playable_games())
def test_states_records_and_rule_sets_show_themselves(name: str) -> None:
    game = load_game(name)
    state, events = game.start({}, 1)
    assert f"<b>{name}</b>" in state._repr_html_()
    assert "<td" in load_ruleset(name)._repr_html_()  # type: ignore[attr-defined]
    record = record_of(game, events, ["Ann"] * len(state.players))
    assert f"{len(events)} events, still being played" in record._repr_html_()


def test_a_record_shows_how_it_ended() -> None:
    record = play_out(load_game("ion"), {}, ["greedy", "random"], seed=1)
    assert record.result is not None
    assert [f">{score}<" in record._repr_html_() for score in record.result.scores] == [True, True]


def test_a_state_shows_only_what_everybody_may_see() -> None:
    """Two states that differ only in hidden information look the same to a spectator."""
    game = load_game("ion")
    state, _ = game.start({}, 1)
    other = game.imagine(game.view(state, None), Rng.seeded(5))
    assert state != other
    assert state._repr_html_() == other._repr_html_()


def test_answers_show_themselves_and_let_no_markup_in() -> None:
    assert Formula.parse("Mg(NO2)2")._repr_html_() == "Mg(NO<sub>2</sub>)<sub>2</sub>"
    assert Formula.parse("SO4^2-")._repr_html_() == "SO<sub>4</sub><sup>2-</sup>"
    assert "→ 2 H<sub>2</sub>O" in balance("H2 + O2 -> H2O")._repr_html_()
    assert "not balanced" in balance("H2 -> He")._repr_html_()
    assert "right" in check_name("NaOH", "lye")._repr_html_()
    assert "<script>" not in check_name("NaOH", "<script>")._repr_html_()
    assert "ethanol" in known("C2H6O")._repr_html_()


# --- what cannot be read ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules", ["compoundit:expert", "valence-plus", "ion", "compounded", "chemistry-monopoly"]
)
def test_every_game_refuses_a_tile_that_is_no_element_as_unreadable(rules: str) -> None:
    """Regression: a KeyError of some table of elements, in all games but Ion."""
    for tiles in (("Xx",), ("H", "H", "Xx")):
        with pytest.raises(UnreadableInput, match="'Xx' is no element") as refused:
            load_ruleset(rules).judge(Tiles(tiles))
        assert refused.value.code == "unknown_symbol"


# --- types --------------------------------------------------------------------------------------------------


def test_a_script_that_uses_every_verb_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """`make check` checks its types, as strictly as ours."""
    runpy.run_module("tests.support.every_verb")
    assert "sodium hydroxide" in capsys.readouterr().out

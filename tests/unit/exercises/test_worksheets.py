"""The content of a worksheet, including the board, without which a best play cannot be found."""

from __future__ import annotations

import pytest

from adjudicator.errors import UnreadableInput
from adjudicator.exercises.cards import cards
from adjudicator.exercises.questions import exercise_from_text
from adjudicator.exercises.topics import make_round, topics
from adjudicator.exercises.worksheets import POINTS, in_versions, worksheet
from adjudicator.printing.geometry import PAPERS
from adjudicator.prose import speaking
from tests.support.pdf import pages_of
from tests.support.sampling import by_day

BOARD = "play:C O O O H H F|15/15/15/15/15/15/6FAg7/6HCl7/15/15/15/15/15/15/15"
MANY = [
    f"name:{formula}" for formula in ("NaF", "NaCl", "NaBr", "NaI", "KF", "KCl", "KBr", "KI", "MgO", "CaO")
]


def test_a_best_play_comes_with_its_board() -> None:
    sheet, _ = pages_of(worksheet([exercise_from_text(BOARD)], PAPERS["A4"]))
    said = sheet.text()
    assert all(part in said for part in ("Ag", "Cl", "12", "L"))


@pytest.mark.parametrize(("language", "word"), [("en", "no"), ("de", "nein")])
def test_the_key_says_yes_or_no_in_the_language_of_the_sheet(language: str, word: str) -> None:
    """Also where the reason has the letters of the answer in it: not neutral."""
    with speaking(language):
        _, key = pages_of(worksheet([exercise_from_text("legal:MgCl@ion:base")], PAPERS["A4"]))
    assert word in key.words()


def test_a_long_prompt_is_wrapped_before_it_is_shrunk() -> None:
    with speaking("de"):
        exercises = [exercise_from_text("mend:MgCl@compoundit:beginner")]
        sheet, _ = pages_of(worksheet(exercises, PAPERS["A4"]))
    assert min(size for letter, size in sheet.sizes if letter in "äöü") >= 7


def test_charges_stand_above_the_line_on_the_sheet_and_in_the_key() -> None:
    exercises = [
        exercise_from_text(text)
        for text in ("name:CrO4^2-", "write:Hg2^2+", "balance:Fe^2+ + MnO4^- + H^+ -> Fe^3+ + Mn^2+ + H2O")
    ]
    sheet, key = pages_of(worksheet(exercises, PAPERS["A4"]))
    for page, formula in (
        (sheet, "CrO42−"),
        (sheet, "Fe2+"),
        (sheet, "MnO4−"),
        (key, "Hg22+"),
        (key, "Mn2+"),
    ):
        at = page.text().index(formula)
        first, *_, sign = page.letters[at : at + len(formula)]
        assert sign.box.centre[1] < first.box.centre[1], (formula, "above the middle of the capital")
    assert "^" not in sheet.text() + key.text()


def test_a_triple_bond_is_printed() -> None:
    printed = worksheet([exercise_from_text("name:HC≡CH")], PAPERS["A4"])
    assert b"Symbol" not in printed, "every font is embedded"
    sheet, key = pages_of(printed)
    assert "HC≡CH" in sheet.text()
    assert all(letter.box.right < sheet.w / 2 for letter in sheet.letters if letter.text == "≡"), (
        "on the left"
    )
    assert "HC≡CH" in key.text()


@pytest.mark.parametrize(
    ("language", "fields"), [("en", ("Date:", "Points:")), ("de", ("Datum:", "Punkte:"))]
)
def test_a_sheet_has_lines_to_fill_in_and_says_what_each_question_is_worth(
    language: str, fields: tuple[str, ...]
) -> None:
    exercises = [
        exercise_from_text(text) for text in (*MANY, "legal:MgCl@ion:base", "balance:H2 + O2 -> H2O")
    ]
    with speaking(language):
        sheet, _ = pages_of(worksheet(exercises, PAPERS["A4"]))
    said = sheet.text()
    assert all(field in said for field in ("Name:", *fields))
    assert "/14" in said, "the sum"
    assert said.count("/2") == 2
    assert sum(POINTS[one.kind] for one in exercises) == 14


def test_versions_have_the_same_questions_with_other_numbers() -> None:
    exercises = make_round("salts", 1, 12, "seed").exercises
    a, b, c = in_versions(exercises, 3)
    assert a == exercises
    assert set(a) == set(b) == set(c)
    assert all(len({one, other, third}) == 3 for one, other, third in zip(a, b, c, strict=True))
    assert [a, b] == list(in_versions(exercises, 2)), "the same ones for the same exercises"
    assert list(in_versions(exercises[:1], 2)) == [exercises[:1]] * 2, "one question has one order"


def test_the_key_names_other_right_answers_in_words() -> None:
    with speaking("de"):
        _, key = pages_of(worksheet([exercise_from_text("mend:MgONNOOO")], PAPERS["A4"]))
    assert "Auchrichtig:Mg(NO3)2." in key.text()
    assert "ONONO" not in key.text(), "a formula, not a run of tiles"


def test_each_version_has_its_own_sheet_and_key() -> None:
    pages = pages_of(worksheet(make_round("salts", 1, 8, "s").exercises, PAPERS["A4"], "Salze", versions=2))
    assert [page.text()[:6] for page in pages] == ["SalzeA", "SalzeB", "SalzeA", "SalzeB"]
    assert ["Answers" in page.text() for page in pages] == [False, False, True, True]
    with pytest.raises(UnreadableInput, match="1 to 4 versions, not 5"):
        worksheet([exercise_from_text(MANY[0])], PAPERS["A4"], versions=5)


def test_what_does_not_fit_on_a_page_goes_on_the_next() -> None:
    many = [
        exercise_from_text(text)
        for text in (
            BOARD,
            *MANY,
            *(f"{text}!other" for text in MANY),
            *(f"write:{text[5:]}" for text in MANY),
        )
    ]
    pages = pages_of(worksheet(many, PAPERS["Letter"]))
    first, second, *keys = pages
    assert [page.text()[:16] for page in keys] == ["Worksheet:Answer"] * len(keys)
    assert "magnesiumoxide" in second.text(), "number 30"
    assert "Name:" in first.text()
    assert "Name:" not in second.text()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("topic", by_day(10, topics()))
@pytest.mark.slow
def test_every_topic_and_level_can_be_printed(topic: str, language: str) -> None:
    """Also: nothing is written across the margin."""
    with speaking(language):
        for level in (1, 2, 3):
            exercises = make_round(topic, level, 20, "seed").exercises
            for page in pages_of(worksheet(exercises, PAPERS["A4"])):
                assert all(letter.box.right < page.w - 10 for letter in page.letters)


@pytest.mark.parametrize(
    ("build", "shown"),
    [
        ("build:K OH Cl F@ion", ["K3", "OH3", "Cl4", "F3"]),
        ("build:Mg Cl Cl O@compoundit:beginner", ["Mg3", "Cl2", "O1"]),
        ("build:Na O H Cl@valence-plus", ["Points:4forBase", "1forSalt,Water"]),
    ],
)
def test_a_build_is_printed_with_the_points_that_its_score_needs(build: str, shown: list[str]) -> None:
    exercise = exercise_from_text(build)
    sheet, _ = pages_of(worksheet([exercise], PAPERS["A4"]))
    card, _ = pages_of(cards([exercise], PAPERS["A4"]))
    for page in (sheet, card):
        said = "".join(page.text().split())
        assert all(part in said for part in shown), said

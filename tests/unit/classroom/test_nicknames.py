"""Nicknames: offered ones can be shown, and refused ones stay refused however they are spelled."""

from __future__ import annotations

import pytest

from adjudicator.chem.elements import ELEMENTS
from adjudicator.classroom.nicknames import (
    _data,
    alike,
    beside,
    is_fit,
    is_ours,
    is_reserved,
    offered,
    place_in_list,
)
from adjudicator.engine.rng import Rng

HARMLESS = (
    "Ann", "Classy Cassie", "Analytical", "Arsen", "Arsenic", "Asse", "Assistant", "Bassett", "Cockatoo", "Dickens",
    "Essex", "Hancock", "Judith", "Jürgen", "Kikeriki", "Massimo", "Nazim", "Nigel", "Nigeria", "Peacock",
    "Pakistan", "Scunthorpe", "Sextant", "Titan", "Titania", "Hitchcock", "Homologous", "Judo", "Rapunzel",
    "Grapes", "Cumin", "Zoë", "Løve", "李雷", "Ärger", "Cassandra", "Sussex", "Pisa", "Spaß", "Homogen", "Transeuropa", "Wankel",
)  # fmt: skip
REFUSED = (
    "Fuck", "f.u.c.k", "F U C K", "fuuuck", "fück", "Sh1t", "$hit", "n1gger", "H1tler", "Adolf Hitler 2", "HeilHitler",
    "Sieg-Heil", "88", "Tom88", "ass", "big ass", "a$$", "Hurensohn", "Arschloch", "Arsch", "SCHEISSE", "Scheiße",
    "s e x", "Penis!", "nazi", "Nazi 3", "KKK", "s.s",
)  # fmt: skip


def test_the_worst_are_refused_however_they_are_written() -> None:
    assert [name for name in REFUSED if is_fit(name)] == []


def test_harmless_names_and_all_elements_are_not() -> None:
    named = [element.name for element in ELEMENTS.values()]
    assert [name for name in (*HARMLESS, *named, *ELEMENTS) if not is_fit(name)] == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_offered_is_fit_short_and_free(language: str) -> None:
    words = _data()["offered"][language]
    every = [words["join"].join((one, two)) for one in words["elements"] for two in words["animals"]]
    assert [name for name in every if not is_fit(name) or len(name) > 24] == []
    first = offered(Rng("7"), (), language)
    assert len(set(first)) == 3
    assert set(first).isdisjoint(offered(Rng("7"), first, language))
    assert set(offered(Rng("1"), every[:-1], language, 1)) <= {every[-1]}


def test_another_language_is_offered_the_english_ones() -> None:
    assert offered(Rng("1"), (), "fr") == offered(Rng("1"), (), "en")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("аb", "ab"),
        ("Ａnn", "Ann"),
        ("Ann\u2800", "Ann"),
        ("Ann\u3164", "Ann"),  # which is another filler after NFKC
        ("A\u034fnn\ufe0f", "Ann"),
        ("ANN", "ann"),
        ("Ο΄Neil".replace("΄", ""), "Oneil"),
        ("Ann  B", "ann b"),
        ("Βob", "bob"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert one != other
    assert alike(one) == alike(other)


def test_names_that_differ_stay_different() -> None:
    names = ["Ann", "Anna", "Änn", "Оля", "Коля", "Νίκος", "李雷"]
    assert len({alike(name) for name in names}) == len(names)


def test_nobody_is_called_the_teacher() -> None:
    assert all(is_reserved(name) for name in ("Teacher", "LEHRER", "Теасher", "Ｌehrerin", "Lehrer\u2800"))
    assert not is_reserved("Teachers pet")


def test_rude_words_in_other_letters_are_rude() -> None:
    assert not any(is_fit(name) for name in ("ѕhit", "Аrѕсhlосh", "Wixxer", "ｆｕｃｋ", "f1cker"))


def test_a_name_of_which_nothing_is_seen_is_none() -> None:
    assert not is_fit("\u2800\u3164")
    assert is_fit("\u2764\ufe0f"), "a heart is seen"


def test_what_is_offered_is_ours() -> None:
    assert all(is_ours(name) for language in ("en", "de") for name in offered(Rng("3"), (), language))
    assert not is_ours("Ann")


def test_the_second_anna_is_anna_b_and_the_third_anna_c() -> None:
    assert beside("Anna", ["Anna"]) == "Anna B."
    assert beside("anna", ["Anna", "Anna b."]) == "anna C."
    assert beside("Anna B.", ["Anna", "Anna B."]) == "Anna C."
    long = "Praseodymium Hippopotamu"
    assert beside(long, [long]) == "Praseodymium Hippopot B."
    assert beside("Anna", ["Anna", *(f"Anna {letter}." for letter in "BCDEFGHIJKLMNOPQRSTUVWXYZ")]) == ""


def test_names_are_listed_as_people_look_for_them() -> None:
    listed = ["anna", "Änne", "Ben 2", "Ben 10", "Özlem", "Paul", "Zoë"]
    assert sorted(sorted(listed), key=place_in_list) == listed


def test_a_list_of_names_is_sorted_as_people_sort_it() -> None:
    names = ["Zoë", "Øyvind", "Bob2", "bob", "Łukasz", "Anna B.", "Bob10", "Özil", "Anna", "Ole", "Lukas"]
    assert sorted(names, key=place_in_list) == [
        "Anna", "Anna B.", "bob", "Bob2", "Bob10", "Lukas", "Łukasz", "Ole", "Øyvind", "Özil", "Zoë",
    ]  # fmt: skip

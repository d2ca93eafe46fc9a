"""Nicknames: offered ones can be shown, and refused ones stay refused however they are spelled."""

from __future__ import annotations

import pytest

from adjudicator.chem.elements import ELEMENTS
from adjudicator.classroom.nicknames import _data, is_fit, offered
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

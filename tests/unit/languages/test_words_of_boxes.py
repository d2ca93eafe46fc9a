"""English texts of editions, views and events, for pages in another language."""

from __future__ import annotations

import pytest

from adjudicator import prose, ruleset
from adjudicator.engine.game import playable_games
from adjudicator.languages.boxes import TEXTS, words_in
from tests.support.english_words import english_in

NAMED = {
    "chemistry-monopoly": ("beaker", "Becherglas"),
    "compounded": ("urea", "Harnstoff"),
    "compoundit": ("nitrite", "Nitrit"),
    "ion": ("sodium", "Natrium"),
    "valence-plus": ("Metal Oxide", "Metalloxid"),
}


@pytest.mark.parametrize("game", playable_games())
def test_every_text_of_a_box_has_its_words(game: str) -> None:
    edition = ruleset.load_ruleset(ruleset.whole_box(game)).describe()["edition"]
    with prose.speaking("de"):
        words = words_in(game, edition)
    english, german = NAMED[game]
    assert words[english] == german
    assert [said for said in words.values() if english_in(said)] == []
    assert {text for text in _texts(edition) if text not in words} == set()
    assert words_in(game, edition) == {}


def _texts(value: object) -> set[str]:
    """The sentences, found in another way than in the code."""
    if isinstance(value, dict):
        own = {each for key, each in value.items() if key in TEXTS and each and isinstance(each, str)}
        return own.union(*map(_texts, value.values()))
    return set().union(*map(_texts, value)) if isinstance(value, (list, tuple)) else set()


def test_what_is_no_substance_keeps_its_name() -> None:
    with prose.speaking("de"):
        words = words_in("chemistry-monopoly", {"board": [{"name": "the lab next door"}, {"name": "sodium"}]})
    assert words == {"sodium": "Natrium"}

"""The texts on the boxes in German: nothing of the shipped editions is left in English."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator import prose
from adjudicator.chem.naming import translation
from adjudicator.engine.events import Event
from adjudicator.engine.game import load_game
from adjudicator.languages.boxes import printed, saying
from adjudicator.verdict import Facts

GAMES = Path("rulesets/adjudicator_rulesets")


def texts(game: str, *keys: str) -> set[str]:
    """The texts of a game's shipped editions under these keys."""

    def inside(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            for key, each in value.items():
                if key in keys and isinstance(each, str):
                    yield each
                yield from inside(each)
        elif isinstance(value, list):
            for each in value:
                yield from inside(each)

    editions = [tomllib.loads(path.read_text("utf-8")) for path in (GAMES / game / "editions").glob("*.toml")]
    parts = [part for edition in editions for part in edition.values()]
    rows = [part.get("each") if isinstance(part, dict) else part for part in parts]
    return {text for listed in rows if isinstance(listed, list) for text in inside(listed)}


@pytest.mark.parametrize(
    ("game", "keys"),
    [("chemistry_monopoly", ("text", "chemistry", "set", "why")), ("ion", ("goal",))],
)
def test_every_card_has_german_words(game: str, keys: tuple[str, ...]) -> None:
    missing = texts(game, *keys) - printed(GAMES / game / "words" / "de.toml").keys()
    assert not missing


def test_squares_and_supplies_have_german_names() -> None:
    say = saying(GAMES / "chemistry_monopoly" / "words" / "de.toml", "de")
    assert [say(name) for name in ("beaker", "fume hood", "Broken Glassware", "lithium")] == [
        "Becherglas",
        "Abzug",
        "Glasbruch",
        "Lithium",
    ]


def test_molecules_of_valence_have_german_names() -> None:
    say = saying(GAMES / "valence_plus" / "words" / "de.toml", "de")
    english = texts("valence_plus", "name") - {"reference-1"}
    assert {say(name) for name in ("Salt", "Water", "Metal Oxide")} == {"Salz", "Wasser", "Metalloxid"}
    assert {name for name in english if say(name) == name} <= {"Base"}


def test_a_log_speaks_german_throughout() -> None:
    load_game("chemistry-monopoly")
    moved = Event(1, "moved", 0, Facts(square="beaker", collected=200))
    assert prose.tell("chemistry-monopoly", moved, ["Ich"], "de") == (
        "Ich: kommt auf Becherglas und bekommt 200 für Los"
    )
    assert prose.tell("chemistry-monopoly", moved, ["Me"], "en") == (
        "Me: moves to beaker and collects 200 for Go"
    )


def double_salts() -> list[str]:
    rows = [row for path in sorted((GAMES / "compoundit/editions").glob("*.toml")) for row in salts_of(path)]
    return list(dict.fromkeys(row["name"] for row in rows))


def salts_of(path: Path) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = (
        tomllib.loads(path.read_text(encoding="utf-8")).get("salts", {}).get("each", [])
    )
    return rows


def test_double_salts_are_named_without_working_out_their_names() -> None:
    written = printed(GAMES / "compoundit" / "words" / "de.toml")
    assert len(double_salts()) > 80
    assert [name for name in double_salts() if name not in written] == []


@pytest.mark.nightly
def test_the_names_of_double_salts_are_those_of_the_rules() -> None:
    written = printed(GAMES / "compoundit" / "words" / "de.toml")
    by_rule = {name: translation(name, "de") for name in double_salts()}
    assert {name: written[name] for name, own in by_rule.items() if own not in (None, written[name])} == {}

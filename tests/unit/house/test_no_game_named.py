"""The service names no single game: it finds games and what they offer through their entry points.

Chemistry may be named: an ion and a valence are not games. So may the promised address /v1/valence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator import ruleset

SERVICE = Path("api/adjudicator_api")
TEXTS = (".py", ".html", ".js", ".css", ".webmanifest")
ALSO_CHEMISTRY = {"ion", "compounded"}  # words that are names of games only where a name is expected


def names() -> set[str]:
    """The names of the installed games as entry points, packages and titles write them."""
    games = set(ruleset.games())
    return games | {name.replace("-", "_") for name in games} | {ruleset.game(name).title for name in games}


def pattern() -> re.Pattern[str]:
    plain = sorted(re.escape(name) for name in names() if name.lower() not in ALSO_CHEMISTRY)
    ambiguous = sorted(name for name in names() if name.lower() in ALSO_CHEMISTRY)
    alone = rf"(?<![\w-])(?:{'|'.join(plain)})(?![\w-])"
    quoted = rf"[\"'](?:{'|'.join(ambiguous)})(?::[\w+-]*)?[\"']"
    return re.compile(rf"{alone}|{quoted}|adjudicator_rulesets")


def named(text: str) -> Iterator[str]:
    found = pattern()
    for number, line in enumerate(text.splitlines(), start=1):
        if found.search(line):
            yield f"{number}: {line.strip()}"


@pytest.mark.parametrize(
    "line",
    [
        'RULES = "compoundit:standard"',
        'if game == "ion":',
        "load('ion:base')",
        "A move of CompoundIt!: every run.",
        "from adjudicator_rulesets.ion import edition",
        '"valence-plus": "cards"',
        'const opened = game === "compoundit" ? 1 : 3;',
        "Cards of Valence Plus, in any order",
    ],
)
def test_a_name_is_found(line: str) -> None:
    assert list(named(line))


@pytest.mark.parametrize(
    "line", ["for ion in ions:", '"/v1/valence/name"', 'printed.get("valence")', "the ions of a salt"]
)
def test_chemistry_and_promised_addresses_are_no_names(line: str) -> None:
    assert not list(named(line))


def test_the_service_names_no_game() -> None:
    files = [path for path in SERVICE.rglob("*") if path.suffix in TEXTS]
    assert len(files) > 200
    found = {str(path): lines for path in files if (lines := list(named(path.read_text(encoding="utf-8"))))}
    assert found == {}

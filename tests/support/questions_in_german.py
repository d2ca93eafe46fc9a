"""Questions that a German class asks over HTTP, and the texts of the answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from adjudicator import ruleset

# Keys under which an answer speaks to people; its other parts are data for programs.
SENTENCES = frozenset("message reason detail title text remark source".split())
NAMES = frozenset("name names isomers".split())
DATA = frozenset("params witness".split())
SYMBOLS = "H O C N Cl S Na K Mg Ca F P Fe Cu Al Br I Si B Li Zn Ag Mn Ba".split()
SAID_BY_STUDENTS = (
    "Natron", "Soda", "Kochsalz", "Eisensulfat", "Natriumoxid", "Wasser", "xyzzy", "caustic soda", "sodium chloride",
    "Schwefelsäure", "Kalziumkarbonat", "Äthanol", "Kupfer(I)-oxid", "Natriumclorid", "Bleicherde", "Kohlendioxid",
)  # fmt: skip
UNREADABLE = (
    "Mg(NO2",
    "H0",
    "SO42-",
    "Xx",
    "H?O",
    "C999999999",
    "()",
    "2",
    "mgno",
    "NaCl)",
    "Na..Cl",
    "H2O^",
    "·5H2O",
)


class Question(NamedTuple):
    method: str
    path: str
    body: dict[str, Any] | None
    asked: str  # words of the question itself, which an answer may repeat


@cache
def formulas() -> tuple[str, ...]:
    table = ruleset.default_authority().table
    assert table is not None
    return table.formulas()


@cache
def rule_sets() -> tuple[str, ...]:
    return tuple(rules["name"] for rules in ruleset.listed())


def run(chance: random.Random) -> str:
    return "".join(chance.choices(SYMBOLS, k=chance.randint(2, 7)))


def small(chance: random.Random) -> str:
    """A formula on record, of a size that people ask about."""
    while len(found := chance.choice(formulas())) > 9:
        pass
    return found


def judged(chance: random.Random) -> Question:
    rules = chance.choice(rule_sets())
    body = {"tiles": run(chance)} if chance.random() < 0.5 else {"formula": small(chance)}
    return Question("POST", "/v1/judge", {**body, "rules": rules}, rules)


def named(chance: random.Random) -> Question:
    return Question("GET", f"/v1/names?formula={small(chance)}", None, "")


def checked(chance: random.Random) -> Question:
    name = chance.choice(SAID_BY_STUDENTS)
    return Question("POST", "/v1/names/check", {"formula": small(chance), "name": name}, name)


def of_cards(chance: random.Random) -> Question:
    name = chance.choice(SAID_BY_STUDENTS)
    cards = chance.choice(["Na O H", "H Cl", "K Br", "Ca O", "H H S O O O O", "Na Na", "Fe Cl Cl Cl"])
    return Question("POST", "/v1/valence/name", {"cards": cards.split(), "name": name}, name)


def recorded(chance: random.Random) -> Question:
    return Question("GET", f"/v1/reference/{small(chance)}", None, "")


def looked_up(chance: random.Random) -> Question:
    asked = chance.choice([small(chance), chance.choice(SAID_BY_STUDENTS)])
    return Question("GET", f"/v1/substances?q={asked}", None, asked)


def challenged(chance: random.Random) -> Question:
    laid = chance.choices(SYMBOLS, k=chance.randint(2, 5))
    first = chance.randint(5, 8)
    board = [{"row": 8, "col": 8, "symbol": "H"}, {"row": 8, "col": 9, "symbol": "H"}]
    move = [
        {"row": 9 if chance.random() < 0.8 else 3, "col": first + n, "symbol": one}
        for n, one in enumerate(laid)
    ]
    rules = chance.choice([name for name in rule_sets() if name.startswith("compoundit")])
    body = {"rules": rules, "board": board, "move": move, "player": "Anna", "challenger": "Bernd"}
    return Question("POST", "/v1/challenges", body, f"Anna Bernd {rules}")


def unreadable(chance: random.Random) -> Question:
    wrong = chance.choice(UNREADABLE)
    kind = chance.choice(["formula", "tiles"])
    return Question("POST", "/v1/judge", {kind: wrong, "rules": chance.choice(rule_sets())}, wrong)


KINDS: tuple[tuple[int, Callable[[random.Random], Question]], ...] = (
    (45, judged), (15, named), (15, checked), (6, of_cards), (6, recorded), (4, looked_up), (5, challenged), (4, unreadable),
)  # fmt: skip


def questions(number: int, seed: int) -> list[Question]:
    chance = random.Random(seed)
    weights, kinds = zip(*KINDS, strict=True)
    return [chance.choices(kinds, weights)[0](chance) for _ in range(number)]


def texts(answer: Any, keys: frozenset[str], key: str = "") -> Iterator[str]:
    """The texts for people under these keys of an answer."""
    if isinstance(answer, dict):
        for name, value in answer.items():
            # `detail` of a ruling is its level of detail, not a text.
            if name not in DATA and not (name == "detail" and "ruling" in answer):
                yield from texts(value, keys, name)
    elif isinstance(answer, list):
        for value in answer:
            yield from texts(value, keys, key)
    elif isinstance(answer, str) and key in keys:
        yield answer

"""C-WORDS: the figures of hints are true; each is worked out again from the view and from the file of the box.

The hints are those of states of recorded games. `test_figures_of_games` says which sentences are read here.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import pytest

from adjudicator import Formula, prose
from adjudicator.chem.elements import ELEMENTS
from adjudicator.engine.agents.bots import players_of
from adjudicator.engine.codec import plain
from adjudicator.engine.replay import Record, game_of, states
from adjudicator_rulesets.valence_plus.bots.players import why_kept
from adjudicator_rulesets.valence_plus.bots.position import Situation
from tests.oracle.refereeing import edition_of
from tests.support.recorded import Recorded
from tests.support.sampling import DAY
from tests.unit.languages.test_figures_of_games import LEFT, READ

# Of a recorded game, each with the hints of everybody who is asked; few hints of Monopoly have figures.
STATES = {"ion": 30, "valence-plus": 60, "compounded": 60, "chemistry-monopoly": 90}
HINTS = 6  # of each
RECORDS = {
    "ion": ("radioactive-5", "polyatomic-3", "transition-3"),
    "valence-plus": ("players-2", "players-3", "players-4"),
    "compounded": ("players-2", "players-3", "players-4"),
    "chemistry-monopoly": ("players-2", "players-4", "players-6"),
}
SYMBOLS = {element.name: symbol for symbol, element in ELEMENTS.items()}
Facts = Mapping[str, Any]
Numbers = list[int]
Twin = Callable[[Facts, dict[str, Any], dict[str, Any]], Numbers]


def atoms(formula: str) -> Counter[str]:
    return Counter(dict(Formula.parse(formula).atoms))


# --- Ion ----------------------------------------------------------------------------------------------------


def charges(card: str, box: dict[str, Any]) -> list[int]:
    rows = (row for kind in ("ions", "transition", "polyatomic") for row in box[kind]["each"])
    return next(([*row.get("charges", [row.get("charge")])] for row in rows if row["card"] == card), [])


def to_lay(view: dict[str, Any], box: dict[str, Any]) -> Iterator[tuple[list[str], str, int]]:
    """Every group of one's own area, and none, with each card at hand; and what they add up to."""
    table, you = view["table"], view["you"]
    groups = [([], 0)] + [
        ([card["card"] for card in group["cards"]], group["charge"])
        for group in table["areas"][you]["groups"]
    ]
    for card in {*table["hand"], *table["center"], *table["new"][you], *table["taken"][you]}:
        yield from ((cards, card, total + n) for cards, total in groups for n in charges(card, box))


def hint_bond(facts: Facts, view: dict[str, Any], box: dict[str, Any]) -> Numbers:
    assert facts["need"] == -facts["sum"]
    fitting = [total for cards, _, total in to_lay(view, box) if sorted(cards) == sorted(facts["cards"])]
    assert facts["sum"] in fitting
    return [] if facts["mixed"] or facts["formulas"] else [facts["sum"]]


def hint_compound(facts: Facts, view: dict[str, Any], box: dict[str, Any]) -> Numbers:
    kinds = ("ions", "transition", "polyatomic")
    points = {row["card"]: row["points"] for kind in kinds for row in box[kind]["each"]}
    made = [[*cards, card] for cards, card, total in to_lay(view, box) if cards and total == 0]
    worth = {sum(points[card] for card in cards) for cards in made if is_times(cards, facts["formula"])}
    assert facts["worth"] in worth
    pays = {goal["goal"]: goal["pays"] for goal in view["table"]["goals"]}
    assert bool(facts["paid"]) == bool(facts["goals"])
    assert facts["paid"] <= sum(max(pays[goal]) for goal in facts["goals"])
    return [facts["worth"], *([facts["paid"]] if facts["goals"] else [])]


def hint_noble(facts: Facts, view: dict[str, Any], box: dict[str, Any]) -> Numbers:
    lying = view["table"]["areas"][view["you"]]["nobles"]
    sets = [0, *box["nobles"]["sets"]]

    def points(gases: list[str]) -> int:
        """As sets of different gases, as large as they can be."""
        most = max((gases.count(gas) for gas in gases), default=0)
        return sum(sets[sum(gases.count(gas) > place for gas in set(gases))] for place in range(most))

    assert facts["worth"] == points([*lying, facts["card"]]) - points(lying)
    pays = {goal["goal"]: goal["pays"] for goal in view["table"]["goals"]}
    assert bool(facts["paid"]) == bool(facts["goals"])
    assert facts["paid"] <= sum(max(pays[goal]) for goal in facts["goals"])
    return [facts["worth"], *([facts["paid"]] if facts["goals"] else [])]


def is_times(cards: list[str], formula: str) -> bool:
    """Whether the cards are the compound, once or several times."""
    together, once = sum((atoms(card) for card in cards), Counter()), atoms(formula)
    times = together.total() // once.total()
    return together == Counter({symbol: n * times for symbol, n in once.items()})


def hint_radioactive(facts: Facts, _: dict[str, Any], box: dict[str, Any]) -> Numbers:
    (row,) = (row for row in box["radioactive"]["each"] if row["card"] == facts["card"])
    assert facts["decay"] == row["decay"]
    return [facts["decay"]]


# --- Valence Plus -------------------------------------------------------------------------------------------


def points_of(box: dict[str, Any]) -> dict[str, int]:
    return {row["name"]: row["points"] for row in box["molecules"]["each"]}


def hint_title(facts: Facts, view: dict[str, Any], box: dict[str, Any]) -> Numbers:
    """All that is built is in the hand, and no more points than its dearest molecules have."""
    built: Counter[str] = Counter()
    counts = []
    for formula in facts["formulas"]:
        number, one = formula.split() if " " in formula else ("1", formula)
        counts += [int(number)] * (number != "1")
        built += Counter({symbol: n * int(number) for symbol, n in atoms(one).items()})
    assert built <= Counter(view["table"]["hand"])
    assert facts["points"] <= len(facts["formulas"]) * max([1, *counts]) * max(points_of(box).values())
    return [*counts, facts["points"]]


def hint_trade(facts: Facts, _: dict[str, Any], box: dict[str, Any]) -> Numbers:
    assert facts["cost"] == points_of(box)[facts["molecule"]]
    return [facts["cost"]] if facts["cost"] else []


def hint_react(facts: Facts, view: dict[str, Any], box: dict[str, Any]) -> Numbers:
    """What an owner loses is no more than the target's points beyond those of the products."""
    rows = points_of(box)
    made = sum(rows[kind] for kind in facts["products"])
    mine = sum(card["points"] for card in view["table"]["stashes"][view["you"]])
    assert facts["cost"] <= mine
    assert facts["theirs"] <= max(0, max(rows.values()) - made)
    return [facts[who] for who in ("cost", "theirs") if facts[who]]


def hint_hope(facts: Facts, view: dict[str, Any], box: dict[str, Any]) -> Numbers:
    return hint_keep(facts, view, box)


def hint_keep(facts: Facts, view: dict[str, Any], box: dict[str, Any]) -> Numbers:
    """What is missing and cards of the hand make the substance."""
    rows = {row["name"]: row["points"] for row in box["molecules"]["each"]}
    assert facts["points"] == rows[facts["molecule"]]
    missing = Counter[str](facts["missing"])
    assert missing
    assert missing <= atoms(facts["formula"])
    assert atoms(facts["formula"]) - missing <= Counter(view["table"]["hand"])
    return [facts["points"]]


# --- Compounded ---------------------------------------------------------------------------------------------


def on_field(name: str, view: dict[str, Any], box: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The card, and the crystals that lie on it."""
    (row,) = (row for row in box["cards"]["each"] if row["name"] == name)
    places = view["table"]["places"]
    (lying,) = (
        pieces for place, pieces in places.items() if place.startswith("field") and pieces[:1] == [name]
    )
    return row, [piece for piece in lying if piece in ELEMENTS or piece == "wild"]


def hint_place(facts: Facts, view: dict[str, Any], box: dict[str, Any]) -> Numbers:
    row, crystals = on_field(facts["card"], view, box)
    assert facts["left"] == atoms(row["formula"]).total() - len(crystals) - 1
    return [facts["left"]] if facts["left"] else []


def hint_claim(facts: Facts, view: dict[str, Any], box: dict[str, Any]) -> Numbers:
    row, _ = on_field(facts["card"], view, box)
    assert (facts["points"], facts["places"]) == (row["points"], atoms(row["formula"]).total())
    numbers = [text.split() if " " in text else ["1", text] for text in facts["lacking"]]
    lacking = Counter({symbol: int(n) for n, symbol in numbers})
    assert lacking <= atoms(row["formula"])
    assert facts["have"] == facts["places"] - lacking.total()
    counted = [n for n in lacking.values() if n > 1]
    return [
        facts["points"],
        *([facts["have"], facts["places"]] if facts["have"] and lacking else []),
        *counted,
    ]


def raised(track: str) -> Twin:
    def check(facts: Facts, _: dict[str, Any], box: dict[str, Any]) -> Numbers:
        steps = box["tracks"][track]
        assert (facts["old"], facts["new"]) in pairwise(steps)
        return [facts["old"], facts["new"]]

    return check


# --- Chemistry Monopoly -------------------------------------------------------------------------------------


def square(name: str, box: dict[str, Any]) -> dict[str, Any]:
    return next(row for row in box["board"]["each"] if SYMBOLS.get(name, name) in row.values())


def hint_condense(facts: Facts, view: dict[str, Any], box: dict[str, Any]) -> Numbers:
    level = view["table"]["deeds"][SYMBOLS[facts["name"]]]["level"]
    assert facts["rent"] == square(facts["name"], box)["rents"][level + 1]
    return [facts["rent"]]


def hint_raise(facts: Facts, _: dict[str, Any], box: dict[str, Any]) -> Numbers:
    """By a transfer, or by giving a step back."""
    row = square(facts["name"], box)
    steps = {kind["set"]: kind["step"] // 2 for kind in box["sets"]["each"]}
    assert facts["price"] in {row["price"] // 2, steps.get(row.get("set", ""))}
    return [facts["price"]]


def tax(facts: Facts, view: dict[str, Any], _: dict[str, Any]) -> Numbers:
    assert facts["held"] == sum(deed["owner"] == view["you"] for deed in view["table"]["deeds"].values())
    return [facts["held"]]


TWINS: dict[str, dict[str, Twin]] = {
    "ion": {twin.__name__: twin for twin in (hint_bond, hint_compound, hint_noble, hint_radioactive)},
    "valence-plus": {
        twin.__name__: twin for twin in (hint_hope, hint_keep, hint_react, hint_title, hint_trade)
    },
    "compounded": {
        **{twin.__name__: twin for twin in (hint_claim, hint_place)},
        **{f"hint_raise_{track}": raised(track) for track in ("discovery", "lab", "research", "study")},
    },
    "chemistry-monopoly": {
        **{twin.__name__: twin for twin in (hint_condense, hint_raise)},
        "hint_tax_fixed": tax,
        "hint_tax_share": tax,
    },
}


def views(game_name: str, record: str, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Of everybody who is asked, in some states of a record."""
    read = Record.from_json(Recorded(game_name.replace("-", "_")).data(record))
    game = game_of(read)
    every = [state for _, state in states(game, read.events)]
    for state in rng.sample(every, min(len(every), STATES[game_name])):
        for seat in state.players:
            try:
                view = game.view(state, seat)
            except ValueError:
                continue  # between two events of one action nobody is asked
            if any(ask["player"] == seat for ask in view["asks"]):
                yield view


def ask(name: str, view: dict[str, Any]) -> None:
    """For the hints of a view; in Valence Plus the analysis says what the cards that are kept make."""
    players_of(name).hints(view, HINTS)
    if name == "valence-plus":
        situation = Situation.of(view)
        for card in {*situation.hand}:
            why_kept(situation, [card])


@pytest.mark.rule("C-WORDS")
@pytest.mark.parametrize("name", TWINS)
def test_C_WORDS_the_figures_of_hints_are_true(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[str, Facts]] = []
    render = prose.render

    def heard(game: str, code: str, params: Facts, language: str | None = None) -> str:
        said.append((code, params))
        return render(game, code, params, language)

    monkeypatch.setattr(prose, "render", heard)
    rng, read = random.Random(f"hints {name} {DAY}"), Counter[str]()
    record = RECORDS[name][DAY.toordinal() % len(RECORDS[name])]
    for view in views(name, record, rng):
        said.clear()
        ask(name, view)
        box, seen = edition_of(view["edition"]), plain(view)
        for code, facts in [*said]:
            if code in TWINS[name]:
                numbers = {abs(n) for n in TWINS[name][code](facts, seen, box)}
                for language in ("en", "de"):
                    text = render(name, code, facts, language)
                    figures = {int(n) for n in re.findall(r"(?<![\w.,)])[+−-]?(\d+)(?!\w|[.,]\d)", text)}
                    assert figures <= numbers, text
                read[code] += 1
    assert read


def test_every_hint_that_is_read_here_is_named_there() -> None:
    assert {name: {*twins} for name, twins in TWINS.items()} == {
        name: {*LEFT[name][READ]} for name in LEFT if READ in LEFT[name]
    }

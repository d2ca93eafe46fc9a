"""What the pages know of the games without asking: tiles with names, hues and numbers; rule sets; rules."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator import ruleset
from adjudicator.chem import naming
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula, Tiles
from adjudicator.hues import FAMILIES, family
from adjudicator_rulesets.compoundit.judging.sets import ADVANCED
from adjudicator_rulesets.valence_plus.judging.rules import ValencePlus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

# Acids that are taught first, for practice.
ACIDS = ("HF", "HCl", "HBr", "HI", "H2S", "HNO3", "HNO2", "H2SO4", "H2SO3", "H2CO3", "H3PO4")
SET_TITLES = {
    "beginner": "Beginner",
    "standard": "Standard",
    "simple-lewis": "Simple Lewis",
    "organic": "Organic",
    "complex-lewis": "Complex Lewis",
}


def elements() -> dict[str, list[str]]:
    """Every element, so that a page can show one that no edition has: its name and its family."""
    return {symbol: [element.name, family(element)] for symbol, element in ELEMENTS.items()}


def tiles(edition: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The tiles or cards of an edition, those that are there most often first."""
    printed: list[dict[str, Any]] = [*edition.get("tiles", ()), *edition.get("elements", ())]
    printed.sort(key=lambda tile: -tile["count"])
    return [tile_of(tile) for tile in [*printed, *edition.get("optional", ())]]


def tile_of(printed: Mapping[str, Any]) -> dict[str, Any]:
    element = ELEMENTS[printed["symbol"]]
    return {
        "symbol": element.symbol,
        "name": element.name,
        "family": family(element),
        "points": printed.get("points"),
        "numbers": printed.get("oxidation", printed.get("valence")),
        "count": printed["count"],
    }


def spoken(say: Callable[..., str], tile: Mapping[str, Any]) -> str:
    """As in "oxygen, one point, minus two", in the language of `say`; static/js/tile.js says the same."""
    parts = [tile["name"]]
    if tile["points"] is not None:
        parts.append(say("words.points", count=tile["points"], n=_spelled(say, tile["points"])))
    signs = [_spoken_number(say, number) for number in tile["numbers"] or ()]
    if signs:
        parts.append(f" {say('words.or')} ".join(filter(None, (", ".join(signs[:-1]), signs[-1]))))
    return ", ".join(parts)


def _spelled(say: Callable[..., str], number: int) -> str:
    numbers = say("words.numbers").split()
    return numbers[number] if number < len(numbers) else str(number)


def _spoken_number(say: Callable[..., str], number: int) -> str:
    if number == 0:
        return say("words.zero")
    return say("words.plus" if number > 0 else "words.minus", n=_spelled(say, abs(number)))


def numbers_text(numbers: list[int]) -> dict[str, str]:
    """The numbers of a tile; short where they share a small one: ±3 5. As in static/js/tile.js."""
    signs = [f"+{number}" if number > 0 else f"−{-number}" if number else "0" for number in numbers]
    full = " ".join(signs)
    opposite = len(numbers) > 1 and numbers[0] == -numbers[1]
    if len(numbers) < 2 or (len(numbers) == 2 and not opposite):
        return {"full": full, "short": full}
    first = [f"±{abs(numbers[1])}"] if opposite else [signs[0], str(numbers[1])]
    return {"full": full, "short": " ".join([*first, *map(str, numbers[2:])])}


def families(shown: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The families that occur among tiles, in the order of the table."""
    used = {tile["family"] for tile in shown}
    return {name: hue.title for name, hue in FAMILIES.items() if name in used}


@lru_cache(1)
def games() -> list[dict[str, Any]]:
    """The games that the judge's page offers."""
    return [
        _compoundit(),
        _valence("valence-plus", "Valence Plus"),
        _valence("valence-original", "Valence, the original"),
    ]


def _compoundit() -> dict[str, Any]:
    described = ruleset.load_ruleset("compoundit:standard").describe()
    about = ruleset.game("compoundit").variants()
    return {
        "id": "compoundit",
        "title": "CompoundIt!",
        "digest": "compoundit",
        "piece": "tile",
        "ordered": True,
        "example": "MgNOONOO",
        "tiles": tiles(described["edition"]),
        "board": described["edition"]["board"],
        "base": [_set(name, about[name]) for name in ("beginner", "standard")],
        "extras": [_set(name, about[name].removeprefix("standard, and ")) for name in ADVANCED],
    }


def _set(name: str, about: str) -> dict[str, str]:
    about = about.removeprefix("and ")
    return {"name": name, "title": SET_TITLES[name], "about": about[0].upper() + about[1:]}


def _valence(name: str, title: str) -> dict[str, Any]:
    described = ruleset.load_ruleset(name).describe()
    return {
        "id": name,
        "title": title,
        "digest": "valence-plus",
        "piece": "card",
        "ordered": False,
        "example": "NaOH",
        "tiles": tiles(described["edition"]),
        "base": [],
        "extras": [],
    }


def device() -> dict[str, list[dict[str, Any]]]:
    """Every build of the card games with its verdict and its names, for devices without a network.

    The answers are the judge's own: a device looks them up and works nothing out.
    """
    names = [game["id"] for game in games() if game["piece"] == "card"]
    return {name: list(_for_device(_valence_rules(name))) for name in names}


def device_names() -> dict[str, dict[str, Any]]:
    """The names of the ions and acids that are practised, for devices without a network."""
    on_record = ruleset.default_authority().table
    found: dict[str, dict[str, Any]] = {}
    for formula in (*ions(), *ACIDS):
        shown = naming.check(formula, "?", on_record).to_json()
        answers = {
            said.casefold(): naming.check(formula, said, on_record).to_json() for said in shown["names"]
        }
        found[formula] = {"shown": shown, "answers": answers}
    return found


def _for_device(rules: ValencePlus) -> Iterator[dict[str, Any]]:
    for build in rules.builds.by_cards.values():
        verdict = rules.judge(Formula.parse(build.formula))
        cards = Tiles(verdict.tiles)
        shown = rules.rule_on_name(cards, "?").to_json()
        answers = {
            said.casefold(): _without_verdict(rules.rule_on_name(cards, said).to_json())
            for said in (build.molecule.name, *shown["names"])
        }
        yield {"verdict": verdict.to_json(), "shown": _without_verdict(shown), "answers": answers}


def _without_verdict(ruling: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in ruling.items() if key != "verdict"}


@lru_cache(4)
def builds(name: str) -> list[dict[str, Any]]:
    """Every hand of cards that is one build, for practice; the names stay with the judge."""
    return hands(_valence_rules(name))


def hands(rules: ValencePlus) -> list[dict[str, Any]]:
    found = rules.builds.by_cards.values()
    return [{"cards": list(build.cards), "molecule": build.molecule.name} for build in found]


@lru_cache(1)
def ions() -> list[str]:
    """The ions of CompoundIt!'s list, for practice: NO2^-, PO4^3-."""
    listed = ruleset.load_ruleset("compoundit:standard").describe()["edition"]["ions"]
    return [naming.written(Formula.parse(_charged(ion["formula"], ion["charge"]))) for ion in listed]


def _charged(formula: str, charge: int) -> str:
    return f"{formula}^{abs(charge) if abs(charge) > 1 else ''}{'+' if charge > 0 else '-'}"


def _valence_rules(name: str) -> ValencePlus:
    rules = ruleset.load_ruleset(name)
    assert isinstance(rules, ValencePlus)
    return rules

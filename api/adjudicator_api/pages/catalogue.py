"""What the pages know about games without a request: tiles with names, hues and numbers; rule sets; rules."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from adjudicator import prose, ruleset
from adjudicator.chem import naming
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula, Tiles
from adjudicator.hues import FAMILIES, family
from adjudicator.languages.boxes import of_all_games, words_in
from adjudicator.parts import NamingRuleSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from adjudicator.parts import QuestionForm, RuleChoice


def elements() -> dict[str, list[str]]:
    """Every element, so that a page can show one that no edition has: its name and its family."""
    language = prose.spoken()
    return {
        symbol: [naming.translated(element.name, language), family(element)]
        for symbol, element in ELEMENTS.items()
    }


def tiles(edition: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The tiles or cards of an edition, the most frequent first."""
    printed: list[dict[str, Any]] = [*edition.get("tiles", ()), *edition.get("elements", ())]
    printed.sort(key=lambda tile: -tile["count"])
    return [tile_of(tile) for tile in [*printed, *edition.get("optional", ())]]


def tile_of(printed: Mapping[str, Any]) -> dict[str, Any]:
    element = ELEMENTS[printed["symbol"]]
    return {
        "symbol": element.symbol,
        "name": naming.translated(element.name, prose.spoken()),
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


def numbers_text(numbers: list[int]) -> str:
    """The numbers of a tile as they are printed on it: −2 +4 +6. As in static/js/tile.js."""
    return " ".join(f"+{number}" if number > 0 else f"−{-number}" if number else "0" for number in numbers)


def families(shown: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The families that occur among the tiles, in the order of the periodic table."""
    used = {tile["family"] for tile in shown}
    return {name: of_all_games(hue.title) for name, hue in FAMILIES.items() if name in used}


def games() -> list[dict[str, Any]]:
    """The games that the judge's page offers, with their elements in the current language."""
    return _games(prose.spoken())


@lru_cache(len(prose.LANGUAGES))
def _games(_language: str) -> list[dict[str, Any]]:
    return [_game(name, form) for name, form in ruleset.question_forms().items()]


def games_with_challenges() -> list[dict[str, Any]]:
    return [game for game in games() if ruleset.takes_challenges(game["id"])]


def games_with_names() -> list[dict[str, Any]]:
    """The games with a naming round."""
    return [game for game in games() if ruleset.question_forms()[game["id"]].names]


def default_rules(say: Callable[..., str]) -> str:
    """The rules that are preselected above a question."""
    name, _, variant = ruleset.DEFAULT_RULES.partition(":")
    return f"{ruleset.game(name).title} · {say(f'variants.{variant}')}"


def _game(name: str, form: QuestionForm) -> dict[str, Any]:
    edition = ruleset.load_ruleset(name).describe()["edition"]
    return {
        "id": name,
        "title": _in_words(name, form.title),
        "rulebook": form.rulebook,
        "piece": form.piece,
        "ordered": form.ordered,
        "example": form.example,
        "box": ruleset.box_of(name),
        "numbers": form.numbers._asdict() if form.numbers else None,
        "tiles": tiles(edition),
        **({"board": edition["board"]} if "board" in edition else {}),
        **({"blank": edition["blank"]} if edition.get("blank") else {}),
        "base": [_choice(name, choice) for choice in form.base],
        "extras": [_choice(name, choice) for choice in form.extras],
        "words": words_in(ruleset.box_of(name), edition),
    }


def _choice(name: str, choice: RuleChoice) -> dict[str, Any]:
    said = {part: _in_words(name, text) for part, text in (("title", choice.title), ("about", choice.about))}
    return {**choice._asdict(), **said}


def _in_words(name: str, text: str) -> str:
    """A game's descriptions of its rule sets in the current language."""
    return prose.phrase("rules", text, ruleset.box_of(name))


def device() -> dict[str, list[dict[str, Any]]]:
    """Every build of the card games with its verdict and its names, for devices without a network.

    The answers are the judge's own: a device only looks them up.
    """
    return {game["id"]: list(_for_device(_naming(game["id"]))) for game in games_with_names()}


def _for_device(rules: NamingRuleSet) -> Iterator[dict[str, Any]]:
    for hand in rules.hands():
        verdict = rules.judge(Formula.parse(hand.formula))
        cards = Tiles(verdict.tiles)
        shown = rules.rule_on_name(cards, "?").to_json()
        answers = {
            said.casefold(): _without_verdict(rules.rule_on_name(cards, said).to_json())
            for said in (hand.molecule, *shown["names"])
        }
        yield {"verdict": verdict.to_json(), "shown": _without_verdict(shown), "answers": answers}


def _without_verdict(ruling: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in ruling.items() if key != "verdict"}


def _naming(name: str) -> NamingRuleSet:
    rules = ruleset.load_ruleset(name)
    assert isinstance(rules, NamingRuleSet)
    return rules

"""Finding a rule set by name, reading a question, and judging: the front door of the judge."""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem.formula import Formula, Tiles, unreadable
from adjudicator.editions.registry import Labelled
from adjudicator.editions.registry import find as find_edition
from adjudicator.errors import AdjudicatorError, UnknownRuleset, UnreadableInput, quote, quote_value
from adjudicator.parts import PLACES, AskingRuleSet, RuleSet
from adjudicator.verdict import Ruling

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from adjudicator.parts import Challenges, Exercises, InstalledGame, Plays, QuestionForm
    from adjudicator.reference.authority import Authority
    from adjudicator.verdict import Verdict

log = logging.getLogger("adjudicator.ruleset")

GROUP = "adjudicator.rulesets"
DEFAULT_RULES = "compoundit:standard"  # where a question names no rule set
MAX_NAME = 200

Question = str | Sequence[str] | Formula  # text, tiles one by one (`Tiles` among them), or a composition
EditionLike = str | Path | Labelled  # a name, a file or the text of an edition, or the edition itself

# What a question may say besides the pieces: how the box is counted (Ion), what lies on a bench (Compounded).
CONDITIONS = ("box", "bench", "wilds", "level")

# What makes a text a formula rather than a run of tiles: digits, brackets, dots, a charge.
_FORMULA_MARKS = frozenset("0123456789()[]{}.·•∙⋅*‧・･×^+-−–—=≡#₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")


@lru_cache(1)
def games() -> dict[str, Callable[[], InstalledGame]]:
    """Installed games by name; each is imported only when it is asked for."""
    from importlib.metadata import entry_points

    return {point.name: point.load for point in entry_points(group=GROUP)}


def game(name: str) -> InstalledGame:
    """Raises UnknownRuleset, also for one that cannot be loaded."""
    load = games().get(name)
    if load is None:
        raise UnknownRuleset(
            "unknown_ruleset",
            f"There is no game {quote(name)}. There are: {', '.join(sound_games())}.",
            input=name[:MAX_NAME],
        )
    fault = _fault_of(name, load)
    if fault is not None:
        said = f"The game {quote(name)} is installed, but cannot be loaded: {fault}."
        raise UnknownRuleset("faulty_game", said, input=name[:MAX_NAME])
    return load()


@lru_cache(64)
def lesson_words(name: str, language: str) -> dict[str, Any]:
    """What a game says in its lesson, on its rule card and in how to play it, from its `words/lesson`.

    In English where nobody has written it in that language; empty where a game has no lesson.
    """
    folder = Path(str(game(name).__file__)).parent / "words" / "lesson"
    said: dict[str, Any] = {}
    for spoken in (prose.ENGLISH, language):
        path = folder / f"{spoken}.toml"
        said |= tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return said


def sound_games(*, playing: bool = False) -> tuple[str, ...]:
    """The installed games that can be loaded, and with `playing`, played if they are for it.

    Somebody else's faulty one is left out; the log says why.
    """
    return tuple(n for n, load in sorted(games().items()) if _fault_of(n, load, playing=playing) is None)


def faulty_games() -> dict[str, str]:
    """The installed games that cannot be loaded or played, each with the reason."""
    faults = {name: _fault_of(name, load, playing=True) for name, load in sorted(games().items())}
    return {name: fault for name, fault in faults.items() if fault is not None}


@lru_cache(256)
def _fault_of(name: str, load: Callable[[], InstalledGame], *, playing: bool = False) -> str | None:
    """Checked once: third-party code is imported, and can fail in any way."""
    try:
        package = load()
        missing = [part for part in _needed(package) if not hasattr(package, part)]
        make = loader_of(package, "playable") if playing and not missing else None
        if make is not None:
            make()
    except Exception as error:
        log.warning("The game %s is left out: it cannot be loaded.", name, exc_info=error)
        return f"{type(error).__name__}: {error}"
    if missing:
        log.warning("The game %s is left out: it has no %s.", name, ", ".join(missing))
        return f"it has no {', '.join(missing)}"
    return None


def _needed(package: object) -> tuple[str, ...]:
    judged = hasattr(package, "variants") or hasattr(package, "load")
    only_played = not judged and loader_of(package, "playable") is not None
    return ("title",) if only_played else ("title", "variants", "load")


def variants_of(name: str) -> Mapping[str, str]:
    """The names of a game's ready-made rule sets, each with what it is; none where it is only played."""
    variants: Mapping[str, str] = getattr(game(name), "variants", dict)()
    return {variant: prose.phrase("rules", about, box_of(name)) for variant, about in variants.items()}


def whole_box(name: str) -> str:
    """The rule set of a game that describes everything in its box."""
    return f"{name}{getattr(game(name), 'whole', '')}"


def box_of(name: str) -> str:
    """The game whose box is played with: the game itself, or the one that it plays with options."""
    original, _ = getattr(game(name), "plays", (name, {}))
    return str(original)


def sharing_box(name: str) -> list[str]:
    """The games that go by the box of a game: itself first, then those that play it with options."""
    return [name, *(other for other in sound_games() if other != name and box_of(other) == name)]


def loader_of(package: object, part: str) -> Callable[[], Any] | None:
    """What gives a part of a game: the package's own function, or else what is at its place in the folder."""
    own: Callable[[], Any] | None = getattr(package, part, None)
    if hasattr(package, part) or part not in PLACES or not isinstance(package, ModuleType):
        return own
    return _at_its_place(package.__name__, part) if hasattr(package, "__path__") else None


@lru_cache(256)
def _at_its_place(package: str, part: str) -> Callable[[], Any] | None:
    """Looked for once. A module is imported when it is needed, or here, to see whether it has a name.

    None where a package is of another shape, with `play.py`, say, or without `playable` in `play/game.py`.
    """
    place, _, name = PLACES[part].partition(":")
    folder = find_spec(f"{package}.{place.partition('.')[0]}")
    inside = folder.submodule_search_locations if folder is not None else None
    if inside is None or PathFinder.find_spec(f"{package}.{place}", inside) is None:
        return None
    if not name:
        return lambda: import_module(f"{package}.{place}")
    value = getattr(import_module(f"{package}.{place}"), name, None)
    return value if part == "playable" or value is None else lambda: value


def brings(name: str, part: str) -> bool:
    """Whether a game has that part."""
    return loader_of(game(name), part) is not None


def part_of(name: str, part: str, code: str, missing: str) -> Any:
    """What a game brings beyond its rule sets; raises UnknownRuleset, saying what is missing."""
    load = loader_of(game(name), part)
    if load is None:
        raise UnknownRuleset(code, f"{game(name).title} {missing}.", input=name[:MAX_NAME])
    return load()


def game_of(rules: str) -> str:
    """The game that a rule set such as "compoundit:standard" belongs to."""
    return rules.partition(":")[0]


@lru_cache(1)
def question_forms() -> dict[str, QuestionForm]:
    """The games that the page of the judge offers: the default one, then the others by name.

    A game that is another one with options comes after it.
    """

    def place(name: str) -> tuple[bool, str, bool]:
        original = box_of(name)
        return original != game_of(DEFAULT_RULES), original, original != name

    forms = {name: getattr(game(name), "question_form", None) for name in sorted(sound_games(), key=place)}
    return {name: form() for name, form in forms.items() if form is not None}


def takes_challenges(name: str) -> bool:
    return brings(name, "load_challenges")


def challenges_of(rules: str) -> Challenges:
    """Who rules on challenges by these rules: their game, or else the default game, which refuses them."""
    name = game_of(rules)
    by = name if takes_challenges(name) else game_of(DEFAULT_RULES)
    challenges: Challenges = part_of(by, "load_challenges", "no_challenges", "takes no challenges")
    return challenges


def plays_of(rules: str) -> Plays:
    """Who looks for plays by these rules; raises UnknownRuleset where their game has no board."""
    plays: Plays = part_of(game_of(rules), "load_plays", "no_plays", "has no board to look for plays on")
    return plays


def points_of(rules: str, verdict: Verdict) -> int:
    """What a legal run scores by itself in its game; raises UnknownRuleset where the game does not say."""
    return _exercises_of(rules).points(verdict)


def compounds_scored(rules: str) -> Mapping[str, int]:
    """What compounds score as a whole, by what the box calls them; empty where pieces print points."""
    listed = getattr(_exercises_of(rules), "compounds", None)
    return listed(load_ruleset(rules)) if listed is not None else {}


def _exercises_of(rules: str) -> Exercises:
    missing = "says nothing of the points of a single run"
    exercises: Exercises = part_of(game_of(rules), "load_exercises", "no_exercises", missing)
    return exercises


@lru_cache(1)
def default_authority() -> Authority:
    """What decides which compounds are known: the sources of ADJUDICATOR_SOURCES, or the shipped table."""
    from adjudicator.reference.authority import Authority

    return _in_use or Authority.from_config()


_in_use: Authority | None = None


def use_authority(authority: Authority | None) -> None:
    """For a device that fetches its table when it is first needed; None for the usual one again."""
    global _in_use  # noqa: PLW0603 - as a toolkit is chosen
    _in_use = authority
    default_authority.cache_clear()


def listed() -> list[dict[str, str]]:
    """Every ready-made rule set of every installed game: its name, its game, and what it is, in a line."""
    return [
        {
            "name": f"{name}:{variant}" if variant else name,
            "game": package.title,
            "description": text,
        }
        for name in sound_games()
        for package in [game(name)]
        for variant, text in variants_of(name).items()
    ]


def load_ruleset(
    name: str, edition: Path | str | Labelled | None = None, authority: Authority | None = None
) -> RuleSet:
    """The rule set of that name, such as "compoundit:standard" or "compoundit:simple-lewis+organic".

    `edition` is the name of a shipped one ("reference-1"), the `Path` of a file, the text of one, or the
    edition of another rule set.
    """
    given: object = name  # from code that nobody has checked
    if not isinstance(given, str):
        said = f"A rule set is named by text, such as {DEFAULT_RULES}, not by {quote_value(given)}."
        raise UnknownRuleset("unknown_ruleset", said, input=repr(name)[:MAX_NAME])
    source, stamp = edition, (0, 0)
    if isinstance(source, str):
        source = find_edition(_editions_of(name), source)
    if isinstance(source, Path) and source.exists():  # a file that was edited since is read again
        stamp = (source.stat().st_mtime_ns, source.stat().st_size)
    return _load(name[:MAX_NAME], source, stamp, authority or default_authority())


def _editions_of(rules: str) -> Path:
    """The folder of the editions that the game of a rule set ships."""
    return Path(game(game_of(rules)).__file__ or "").parent / "editions"


@lru_cache(64)
def _load(
    name: str, edition: Path | str | Labelled | None, _stamp: tuple[int, int], authority: Authority
) -> RuleSet:
    of, _, variant = name.partition(":")
    if not hasattr(game(of), "load"):
        raise UnknownRuleset("unknown_ruleset", f"{game(of).title} has nothing to judge.", input=name)
    return game(of).load(variant, edition, authority)


def read_question(text: str) -> Tiles | Formula:
    """Text with a digit, a bracket, a dot or a charge is a formula; anything else is a run of tiles."""
    return Tiles.parse(text) if _FORMULA_MARKS.isdisjoint(text) else Formula.parse(text)


def looks_like_question(text: str) -> bool:
    """Whether text reads as a formula or a run, or has the digits or letters of one that is miswritten."""
    try:
        read_question(text)
    except UnreadableInput as error:
        return bool(error.details.get("readings")) or not _FORMULA_MARKS.isdisjoint(text)
    return True


def question_of(data: object) -> Tiles | Formula | None:
    """A question as JSON has it: {"tiles": ...}, {"formula": ...}, or the bare text.

    None where somebody asks about a bench alone.
    """
    if isinstance(data, str):
        return read_question(data)
    if isinstance(data, dict):
        tiles, formula = data.get("tiles"), data.get("formula")
        if tiles is None and formula is None and data.get("bench") is not None:
            return None
        if isinstance(formula, str) and tiles is None:
            return Formula.parse(formula)
        if formula is None and (
            isinstance(tiles, str) or (isinstance(tiles, list) and all(isinstance(t, str) for t in tiles))
        ):
            return Tiles.parse(tiles)
    raise UnreadableInput("bad_question", unreadable("question", repr(data)))


def read_any(given: Question) -> Tiles | Formula:
    """A question as a program asks it; raises UnreadableInput for what is none."""
    if isinstance(given, (Tiles, Formula)):
        return given
    if isinstance(given, str):
        return read_question(given)
    if isinstance(given, (list, tuple)) and all(isinstance(tile, str) for tile in given):
        return Tiles.parse(given)
    wrong: object = given  # whatever its type says
    said = f"A question is text such as NaCl, a list of tiles or a Formula, not {quote_value(wrong)}."
    raise UnreadableInput("bad_question", said)


def rules_for(rules: str | RuleSet, edition: EditionLike | None = None) -> RuleSet:
    """The rule set that is meant: one of that name with an edition, or one that is loaded already.

    As text, `edition` is a name, the text of an edition, or the path of a file that ends in .toml.
    """
    if isinstance(rules, RuleSet):
        if edition is not None:
            said = f"{quote(rules.name)} is loaded with its edition already: give its name, or no edition."
            raise AdjudicatorError("edition_twice", said)
        return rules
    return load_ruleset(rules, named_edition(edition))


def named_edition(edition: EditionLike | None) -> EditionLike | None:
    """The same, with the path of a file as a `Path`."""
    is_path = isinstance(edition, str) and edition.endswith(".toml") and "\n" not in edition
    return Path(str(edition)) if is_path else edition


def conditions_of(data: object) -> dict[str, Any]:
    """What a question says besides the pieces."""
    if not isinstance(data, dict):
        return {}
    return {name: data[name] for name in CONDITIONS if data.get(name) is not None}


def ask(chosen: RuleSet, question: Tiles | Formula | None, conditions: Mapping[str, Any]) -> Verdict:
    """The verdict of a rule set on a question with its conditions, if it has any."""
    if (conditions or question is None) and isinstance(chosen, AskingRuleSet):  # a look at a protocol is slow
        return chosen.judge_under(question, conditions)
    refuse_conditions(chosen.name, conditions, ())
    if question is None:
        raise UnreadableInput("bad_question", unreadable("no_pieces", chosen.name))
    return chosen.judge(question)


def refuse_conditions(rules: str, conditions: Mapping[str, Any], known: Collection[str]) -> None:
    """Raises UnreadableInput for what a rule set does not ask about."""
    for name in conditions:
        if name not in known:
            said = unreadable("term", name, rules=rules, known=tuple(known))
            raise UnreadableInput("unknown_term", said, input=name)


def is_legal(
    question: Question, rules: str | RuleSet = DEFAULT_RULES, *, edition: EditionLike | None = None
) -> bool:
    """Whether the ruling is "valid". What is left open is not (yet) legal; `judge` tells the three apart."""
    return judge(question, rules, edition=edition).ruling is Ruling.VALID


def judge(
    question: Question, rules: str | RuleSet = DEFAULT_RULES, *, edition: EditionLike | None = None
) -> Verdict:
    """The verdict on a run of tiles or a formula: `judge("MgNOONOO", "compoundit:standard")`."""
    return rules_for(rules, edition).judge(read_any(question))

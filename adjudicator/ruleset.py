"""Finding a rule set by name, reading a question, and judging: the front door of the judge."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, runtime_checkable

from adjudicator.chem.formula import Formula, Tiles, unreadable
from adjudicator.errors import UnknownRuleset, UnreadableInput, quote
from adjudicator.verdict import Ruling

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from adjudicator.reference.authority import Authority
    from adjudicator.verdict import Verdict

GROUP = "adjudicator.rulesets"
DEFAULT_RULES = "compoundit:standard"  # where a question names no rule set
MAX_NAME = 200

# What a question may say besides the pieces: how the box is counted (Ion), what lies on a bench (Compounded).
TERMS = ("box", "bench", "wilds", "level")

# What makes a text a formula rather than a run of tiles: digits, brackets, dots, a charge.
_FORMULA_MARKS = frozenset("0123456789()[]{}.·•∙⋅*‧・･×^+-−–—=≡#₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")


class RuleSet(Protocol):
    """What a game offers to the judge."""

    name: str

    def judge(self, question: Tiles | Formula) -> Verdict: ...

    def describe(self) -> dict[str, Any]:
        """The rule set for people and programs: title, the sets in force, the edition."""
        ...


@runtime_checkable
class NamingRuleSet(RuleSet, Protocol):
    """A rule set with a rule on names, as Valence Plus has (V-NAME)."""

    def rule_on_name(self, cards: Tiles | Formula, name: str) -> NameRuling: ...

    def hands(self) -> Sequence[Hand]:
        """Every hand of cards that is one build: what names are practised with."""
        ...


class Hand(NamedTuple):
    cards: tuple[str, ...]
    molecule: str  # which molecule of the game they build
    formula: str


@runtime_checkable
class AskingRuleSet(Protocol):
    """A rule set whose questions can say more than the pieces: some of TERMS."""

    def judge_under(self, question: Tiles | Formula | None, terms: Mapping[str, Any]) -> Verdict:
        """The verdict under these terms; raises UnreadableInput for terms that it does not know."""
        ...


class NameRuling(Protocol):
    """What comes of it: right, wrong or unresolved, with the verdict on the cards."""

    @property
    def verdict(self) -> Verdict: ...

    @property
    def answer(self) -> str: ...

    def to_json(self) -> dict[str, Any]: ...


class RuleChoice(NamedTuple):
    """A rule set on the page of the judge."""

    name: str
    title: str
    about: str


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """How the page of the judge asks about a game: with which pieces, by which of its rule sets."""

    title: str
    rulebook: str  # the name of its page in seeds/
    piece: Literal["tile", "card"]
    ordered: bool  # whether the order of the pieces counts
    example: str
    base: tuple[RuleChoice, ...] = ()  # one of these
    extras: tuple[RuleChoice, ...] = ()  # and any of these
    names: bool = False  # its rule sets are NamingRuleSets: there is a round of names


class ChallengeRuling(Protocol):
    """The ruling on a challenged move, and what follows from it."""

    @property
    def ruling(self) -> Ruling: ...

    @property
    def player(self) -> str: ...

    @property
    def challenger(self) -> str: ...

    def settle(self, agreed: Ruling) -> ChallengeRuling:
        """The players agree that the move is good or bad, whatever the judge says."""
        ...

    def to_json(self) -> dict[str, Any]: ...


class Challenges(Protocol):
    """What a game brings in `load_challenges`: a module will do. A tile on a board is (row, column, symbol).

    Rule sets of other games are refused with an AdjudicatorError.
    """

    def rule_on_challenge(
        self,
        rules: RuleSet,
        before: Sequence[tuple[int, int, str]],
        move: Sequence[tuple[int, int, str]],
        player: str,
        challenger: str,
    ) -> ChallengeRuling: ...

    def rule_on_runs(
        self, rules: RuleSet, runs: Sequence[Tiles], player: str, challenger: str
    ) -> ChallengeRuling:
        """For a table that gives no board: the runs that the move made."""
        ...

    def from_json(self, plain: Mapping[str, Any]) -> ChallengeRuling:
        """A ruling that was kept, as its `to_json` wrote it."""
        ...


class InstalledGame(Protocol):
    """What an entry point of the group `adjudicator.rulesets` is: a package with a game's rule sets.

    It may also have
    - `playable`, which makes its `Game`, and `load_players`, `load_terminal`, `load_figures`,
      `load_printing`: see adjudicator.engine and adjudicator.printing;
    - `plays`, the name of another game and its options, if it is that game with those options;
    - `question_form`, which makes its `QuestionForm`: with it, the game is on the page of the judge;
    - `load_challenges`, which gives its `Challenges`: moves of it can be challenged;
    - `practice`, formulas whose names are practised, by what they are: {"ions": ["NO2^-", ...]}.
    What the browser shows of it is in the folder `table` beside it.
    Where the bare name leaves out a part of the box, `whole` is what makes it the name of the rule set that
    has everything.
    """

    title: str
    __file__: str | None

    def variants(self) -> Mapping[str, str]:
        """The names of its ready-made rule sets, each with what it is, in a line; none: it is only played."""
        ...

    def load(self, variant: str, edition: Path | str | None, authority: Authority) -> RuleSet: ...


@lru_cache(1)
def games() -> dict[str, Callable[[], InstalledGame]]:
    """Installed games by name; each is imported only when it is asked for."""
    from importlib.metadata import entry_points

    return {point.name: point.load for point in entry_points(group=GROUP)}


def game(name: str) -> InstalledGame:
    found = games().get(name)
    if found is None:
        raise UnknownRuleset(
            "unknown_ruleset",
            f"There is no game {quote(name)}. There are: {', '.join(sorted(games()))}.",
            input=name[:MAX_NAME],
        )
    return found()


def whole_box(name: str) -> str:
    """The rule set of a game that describes everything in its box."""
    return f"{name}{getattr(game(name), 'whole', '')}"


def part_of(name: str, part: str, code: str, missing: str) -> Any:
    """What a game brings beyond its rule sets; raises UnknownRuleset, saying what is missing."""
    found = getattr(game(name), part, None)
    if found is None:
        raise UnknownRuleset(code, f"{game(name).title} {missing}.", input=name[:MAX_NAME])
    return found()


def game_of(rules: str) -> str:
    """The game that a rule set such as "compoundit:standard" belongs to."""
    return rules.partition(":")[0]


@lru_cache(1)
def question_forms() -> dict[str, QuestionForm]:
    """The games that the page of the judge offers: the default one, then the others by name.

    A game that is another one with options comes after it.
    """

    def place(name: str) -> tuple[bool, str, bool]:
        original, _ = getattr(game(name), "plays", (name, {}))
        return original != game_of(DEFAULT_RULES), original, original != name

    forms = {name: getattr(game(name), "question_form", None) for name in sorted(games(), key=place)}
    return {name: form() for name, form in forms.items() if form is not None}


def takes_challenges(name: str) -> bool:
    return hasattr(game(name), "load_challenges")


def challenges_of(rules: str) -> Challenges:
    """Who rules on challenges by these rules: their game, or else the default game, which refuses them."""
    name = game_of(rules)
    by = name if takes_challenges(name) else game_of(DEFAULT_RULES)
    challenges: Challenges = part_of(by, "load_challenges", "no_challenges", "takes no challenges")
    return challenges


@lru_cache(1)
def practice() -> dict[str, list[str]]:
    """Formulas whose names are practised, of all games, by what they are."""
    found: dict[str, list[str]] = {}
    for name in (*question_forms(), *sorted(set(games()) - set(question_forms()))):
        for kind, formulas in getattr(game(name), "practice", dict)().items():
            found.setdefault(kind, []).extend(formulas)
    return found


@lru_cache(1)
def default_authority() -> Authority:
    """What decides which compounds are known: the sources of ADJUDICATOR_SOURCES, or the shipped table."""
    from adjudicator.reference.authority import Authority

    return Authority.from_config()


def listed() -> list[dict[str, str]]:
    """Every ready-made rule set of every installed game: its name, its game, and what it is, in a line."""
    return [
        {"name": f"{name}:{variant}" if variant else name, "game": found.title, "description": text}
        for name in sorted(games())
        for found in [game(name)]
        for variant, text in found.variants().items()
    ]


def load_ruleset(name: str, edition: Path | str | None = None, authority: Authority | None = None) -> RuleSet:
    """The rule set of that name, such as "compoundit:standard" or "compoundit:simple-lewis+organic".

    `edition` is the file of one, or its text.
    """
    stamp = (0, 0)
    if isinstance(edition, Path) and edition.exists():  # a file that was edited since is read again
        stamp = (edition.stat().st_mtime_ns, edition.stat().st_size)
    return _load(name[:MAX_NAME], edition, stamp, authority or default_authority())


@lru_cache(64)
def _load(name: str, edition: Path | str | None, _stamp: tuple[int, int], authority: Authority) -> RuleSet:
    _, _, variant = name.partition(":")
    return game(game_of(name)).load(variant, edition, authority)


def read_question(text: str) -> Tiles | Formula:
    """Text with a digit, a bracket, a dot or a charge is a formula; anything else is a run of tiles."""
    return Tiles.parse(text) if _FORMULA_MARKS.isdisjoint(text) else Formula.parse(text)


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


def terms_of(data: object) -> dict[str, Any]:
    """What a question says besides the pieces."""
    if not isinstance(data, dict):
        return {}
    return {name: data[name] for name in TERMS if data.get(name) is not None}


def ask(chosen: RuleSet, question: Tiles | Formula | None, terms: Mapping[str, Any]) -> Verdict:
    """The verdict of a rule set on a question with its terms, if it has any."""
    if isinstance(chosen, AskingRuleSet) and (terms or question is None):
        return chosen.judge_under(question, terms)
    refuse_terms(chosen.name, terms, ())
    if question is None:
        raise UnreadableInput("bad_question", unreadable("no_pieces", chosen.name))
    return chosen.judge(question)


def refuse_terms(rules: str, terms: Mapping[str, Any], known: Collection[str]) -> None:
    """Raises UnreadableInput for what a rule set does not ask about."""
    for name in terms:
        if name not in known:
            said = unreadable("term", name, rules=rules, known=tuple(known))
            raise UnreadableInput("unknown_term", said, input=name)


def is_legal(question: str | Tiles | Formula, rules: str = DEFAULT_RULES) -> bool:
    """Whether the ruling is "valid". What is left open is not (yet) legal; `judge` tells the three apart."""
    return judge(question, rules).ruling is Ruling.VALID


def judge(question: str | Tiles | Formula, rules: str = DEFAULT_RULES) -> Verdict:
    """The verdict on a run of tiles or a formula: `judge("MgNOONOO", "compoundit:standard")`."""
    return load_ruleset(rules).judge(read_question(question) if isinstance(question, str) else question)

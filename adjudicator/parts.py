"""What a game brings to the judge: its rule sets, and parts for questions, challenges, plays and exercises.

How a game is played is in adjudicator.game; `adjudicator.ruleset` finds the parts and asks them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, runtime_checkable

from adjudicator.editions.labels import short_label
from adjudicator.notebook import html_answer, html_table

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from adjudicator.chem.formula import Formula, Tiles
    from adjudicator.editions.registry import Labelled
    from adjudicator.reference.authority import Authority
    from adjudicator.verdict import Ruling, Verdict


@runtime_checkable
class RuleSet(Protocol):
    """What a game offers to the judge."""

    name: str

    @property
    def edition(self) -> Labelled:
        """The box that it judges by."""
        ...

    def judge(self, question: Tiles | Formula) -> Verdict: ...

    def describe(self) -> dict[str, Any]:
        """The rule set for people and programs: title, the sets in force, the edition."""
        ...


class Described:
    """A rule set that shows itself in notebooks, by what `describe` gives."""

    __slots__ = ()

    def __repr__(self: RuleSet) -> str:
        return f"<RuleSet {self.name} ({short_label(self.edition.label)})>"

    def _repr_html_(self: RuleSet) -> str:
        described = self.describe()
        rows = [(name, _in_short(value)) for name, value in described["edition"].items()]
        sets = ", ".join(described["sets"])
        return f"{html_answer(self.name, sets)}{html_table(('edition', ''), rows)}"


def _in_short(value: Any) -> str:
    if isinstance(value, (list, tuple)) and len(str(value)) > 200:
        return f"{len(value)} entries"
    return f"{len(value)} parts" if isinstance(value, dict) and len(str(value)) > 200 else str(value)


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
    """A rule set whose questions can say more than the pieces: some of CONDITIONS."""

    def judge_under(self, question: Tiles | Formula | None, conditions: Mapping[str, Any]) -> Verdict:
        """The verdict under these conditions; raises UnreadableInput for conditions that it does not know."""
        ...


class NameRuling(Protocol):
    """What comes of it: right, wrong or unresolved, with the verdict on the cards."""

    @property
    def verdict(self) -> Verdict: ...

    @property
    def answer(self) -> str: ...

    @property
    def message(self) -> str: ...

    def to_json(self) -> dict[str, Any]: ...


class RuleChoice(NamedTuple):
    """A rule set on the page of the judge."""

    name: str
    title: str
    about: str


class PrintedNumbers(NamedTuple):
    """Where an edition has the numbers of a piece: people correct them at the table with one tap."""

    table: str  # of the edition; its entries have a symbol
    field: str
    several: bool  # the field is a list of numbers, not one number


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
    numbers: PrintedNumbers | None = None  # None: its pieces are corrected only on the page of the box


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
        blanks: Collection[tuple[int, int]] = (),
    ) -> ChallengeRuling:
        """`blanks` are the squares on which a tile stands for another; only a game that has such is asked."""
        ...

    def rule_on_runs(
        self, rules: RuleSet, runs: Sequence[Tiles], player: str, challenger: str
    ) -> ChallengeRuling:
        """For a table that gives no board: the runs that the move made."""
        ...

    def from_json(self, plain: Mapping[str, Any]) -> ChallengeRuling:
        """A ruling that was kept, as its `to_json` wrote it."""
        ...


BoardTile = tuple[int, int, str]  # row, column, symbol; rows and columns count from 1


class Play(Protocol):
    """A legal play: the tiles that it lays, what it scores, and in `str` as players write it."""

    @property
    def placements(self) -> Sequence[BoardTile]: ...

    @property
    def score(self) -> int: ...


class Plays(Protocol):
    """What a game with a board brings in `load_plays`: a module will do."""

    def best_plays(
        self, rules: RuleSet, rack: Sequence[str], board: str | Sequence[BoardTile], count: int
    ) -> Sequence[Play]:
        """The plays that score most, the best first; raises UnreadableInput for a board that is none."""
        ...

    def tiles_on(self, rules: RuleSet, board: str) -> tuple[int, Sequence[BoardTile]]:
        """The size of a board that is given as text, and its tiles."""
        ...

    def position(self, rules: RuleSet, tiles: Sequence[BoardTile]) -> str:
        """A board as text."""
        ...

    def rule_on_play(self, rules: RuleSet, rack: Sequence[str], board: str, play: str) -> PlayRuling:
        """The ruling on a play in the notation of the game; raises UnreadableInput for what is none."""
        ...


class Exercises(Protocol):
    """What a game brings in `load_exercises`: a module will do. See adjudicator.exercises."""

    def points(self, verdict: Verdict) -> int:
        """What a legal run scores by itself, without a board."""
        ...

    # A game whose pieces print no points also says what its compounds score, by what the box calls them:
    # def compounds(rules: RuleSet) -> Mapping[str, int]


class PlayRuling(NamedTuple):
    """A play that somebody wrote, before the rules of its board."""

    ruling: Ruling
    score: int
    message: str
    text: str  # as the game writes it
    account: str = ""  # how the score comes about, run by run; "" for a play that is not legal


# Where the parts of a game are in its package: a module, or a name in one.
PLACES = {
    "playable": "play.game:playable",
    "load_figures": "play.figures",
    "load_missed": "play.missed",
    "load_players": "bots.players",
    "load_foresight": "bots.foresight:Ahead",
    "load_plays": "bots.plays",
    "load_exercises": "judging.exercises",
    "load_printing": "shown.printing",
    "load_terminal": "shown.terminal",
}


class InstalledGame(Protocol):
    """What an entry point of the group `adjudicator.rulesets` is: a package with a game's rule sets.

    A game that is only played leaves out `variants` and `load`. What else it brings is found by the shape of
    its folder (`PLACES`); a package of another shape has a function of that name, or None for what it lacks:
    - `playable`, which makes its `Game`, and `load_players`, `load_terminal`, `load_figures`,
      `load_foresight`, `load_printing`: see adjudicator.game, adjudicator.engine.agents.foresight and
      adjudicator.printing; without the first four, a random bot plays it, and it is shown, counted and
      analysed as any game can be;
    - `load_challenges`, which gives its `Challenges`: moves of it can be challenged;
    - `load_plays`, which gives its `Plays`: the best plays of a rack on a board are looked for;
    - `load_exercises`, which gives its `Exercises`: compounds are built of its pieces as an exercise;
    - `load_missed`, which gives its `Missed`: what players missed in a game can be practised.
    It may also have `question_form`, which makes its `QuestionForm`: with it, the game is on the page of the
    judge; and `plays`, the name of another game and its options, if it is that game with those options.
    What the browser shows of it is in the folder `table` beside it, and exercises with its material in the
    file `exercises.toml`.
    Where the bare name leaves out a part of the box, `whole` is what makes it the name of the rule set that
    has everything.
    """

    title: str
    __file__: str | None

    def variants(self) -> Mapping[str, str]:
        """The names of its ready-made rule sets, each with what it is, in a line."""
        ...

    def load(self, variant: str, edition: Any, authority: Authority) -> RuleSet:
        """`edition` is the file of one, its text, or what `load` has made of it before; None: the usual one.

        The editions that the game ships are in the folder `editions` beside it.
        """
        ...

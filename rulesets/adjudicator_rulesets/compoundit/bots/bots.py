"""Bots for CompoundIt!: random, greedy, and a strong one that looks ahead. They know only their view."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.verdict import Ruling
from adjudicator_rulesets.compoundit.bots.moves import best_plays, best_score, every_play
from adjudicator_rulesets.compoundit.judging.board import laying
from adjudicator_rulesets.compoundit.judging.board.laying import Placement
from adjudicator_rulesets.compoundit.judging.board.moving import rule_on_move
from adjudicator_rulesets.compoundit.play.state import Accept, AskJudge, Challenge, Pass, Place, Settle
from adjudicator_rulesets.compoundit.play.views import rules_for, unseen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from adjudicator_rulesets.compoundit.bots.moves import Play
    from adjudicator_rulesets.compoundit.edition import Square
    from adjudicator_rulesets.compoundit.judging.rules import CompoundIt
    from adjudicator_rulesets.compoundit.play.state import Action

BLUFFS = 0.15  # how often a daring bot tries a bluff
BLUFF_TRIES = 60
WIDEST = 60  # plays whose squares a daring bot may use
NEXT_TURN = 0.5  # weight of the bot's next turn: others may take the place, and points now are certain


@dataclass(frozen=True, slots=True)
class Situation:
    """What a player can derive from the view."""

    view: Mapping[str, Any]
    rules: CompoundIt
    tiles: tuple[Placement, ...]
    rack: tuple[str, ...]

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> Situation:
        table = view["table"]
        tiles = tuple(Placement(tile["row"], tile["col"], tile["symbol"]) for tile in table["board"])
        return cls(view, rules_for(view), tiles, tuple(table["rack"]))

    @property
    def table(self) -> Mapping[str, Any]:
        table: Mapping[str, Any] = self.view["table"]
        return table

    @property
    def position(self) -> dict[Square, str]:
        return laying.position_of(self.tiles)

    def best(self, number: int = 1) -> tuple[Play, ...]:
        return best_plays(self.position, self.rack, self.rules, number) if self.rack else ()

    def last_ruling(self) -> Ruling:
        """What the judge would say about the last move (C-CHAL)."""
        new = self.table["last_move"]["tiles"]
        before, laid = self.tiles[:-new], self.tiles[-new:]
        return rule_on_move(self.rules, before, laid).ruling

    @property
    def last_move(self) -> int:
        """The version that replies to the last move must name."""
        version: int = self.table["last_move"]["version"]
        return version

    def may(self, kind: str) -> bool:
        return any(action["type"] == kind for action in self.view["actions"])


class Chooser(Protocol):
    """How a bot chooses its move; everything else is the same for all bots."""

    def move(self, situation: Situation, random: Random) -> Place | Pass: ...


@dataclass(frozen=True, slots=True)
class CompoundItBot:
    chooser: Chooser
    daring: bool = False

    def sparing(self, share: float) -> CompoundItBot:
        chooser = self.chooser
        return replace(self, chooser=chooser.sparing(share)) if isinstance(chooser, StrongChooser) else self

    def choose(self, view: Mapping[str, Any], random: Random) -> Action | None:
        situation = Situation.of(view)
        if situation.table["challenge"] is not None:
            return _opinion(situation)
        if situation.may("challenge") and situation.last_ruling() is Ruling.INVALID:
            return Challenge(situation.last_move)
        if situation.may("pass"):
            bluff = (
                _bluff(situation, random) if self.daring and view["options"]["mode"] == "challenge" else None
            )
            return bluff or self.chooser.move(situation, random)
        return Accept(situation.last_move) if situation.may("accept") else None


def _opinion(situation: Situation) -> Action | None:
    """C-CONSENSUS: gives its honest opinion of the move, and asks the judge where it has none."""
    ruling = situation.last_ruling()
    if ruling is Ruling.UNRESOLVED:
        return AskJudge()
    if not situation.may("settle"):
        return None
    return Settle("valid" if ruling is Ruling.VALID else "invalid")


def _bluff(situation: Situation, random: Random) -> Place | None:
    """Now and then a move that the rules forbid but that would score more than any legal one."""
    if random.random() >= BLUFFS:
        return None
    plays = situation.best(WIDEST)
    if not plays:
        return None
    best, most = None, plays[0].score
    for _ in range(BLUFF_TRIES):
        squares = [tile.square for tile in random.choice(plays).placements]
        laid = random.sample(situation.rack, len(squares))
        move = tuple(Placement(*square, symbol) for square, symbol in zip(squares, laid, strict=True))
        score = _worth(situation, move)
        if score > most and _refused(situation, move):
            best, most = Place(move), score
    return best


def _worth(situation: Situation, move: Sequence[Placement]) -> int:
    layout, new = laying.layout_of(situation.rules.edition), laying.position_of(move)
    return sum(laying.score(layout, run, new) for run in laying.runs_of(situation.position, new))


def _refused(situation: Situation, move: Sequence[Placement]) -> bool:
    ruling = rule_on_move(situation.rules, situation.tiles, move).ruling
    return ruling is Ruling.INVALID


# --- choosing a move ----------------------------------------------------------------------------------------


class RandomChooser:
    """Any legal play, all equally likely."""

    def move(self, situation: Situation, random: Random) -> Place | Pass:
        plays = (
            list(every_play(situation.position, situation.rack, situation.rules)) if situation.rack else []
        )
        return Place(random.choice(plays).placements) if plays else Pass()


class GreedyChooser:
    """The play that scores most."""

    def move(self, situation: Situation, random: Random) -> Place | Pass:  # noqa: ARG002
        plays = situation.best()
        return Place(plays[0].placements) if plays else Pass()


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a strong bot looks at: counted rather than timed, so that games can be repeated."""

    candidates: int  # plays to look at more closely
    samples: int  # imagined deals of the unseen tiles at first; later rounds double them


BUDGETS = {
    1: Budget(candidates=4, samples=2),
    2: Budget(candidates=8, samples=3),
    3: Budget(candidates=12, samples=4),
    4: Budget(candidates=16, samples=8),
    5: Budget(candidates=24, samples=16),
}


@dataclass(frozen=True, slots=True)
class Sample:
    """A possible deal of the unseen tiles: the next player's rack, and what the bot will draw."""

    theirs: tuple[str, ...]
    drawn: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StrongChooser:
    """Values a play by its score, by what the next player could then score, and by what is kept.

    The reply and the bot's own next turn are searched exactly on sampled racks. All candidates get the same
    samples, so that luck does not decide between them.
    """

    budget: Budget

    def sparing(self, share: float) -> StrongChooser:
        """With that share of the imagined deals."""
        return StrongChooser(replace(self.budget, samples=max(1, round(self.budget.samples * share))))

    def move(self, situation: Situation, random: Random) -> Place | Pass:
        last = _is_last_turn(situation.view)
        if _pass_wins(situation.view) and not last:  # after the last turn nobody can catch up
            return Pass()
        plays = situation.best(self.budget.candidates)
        if not plays:
            return Pass()
        if len(plays) == 1 or last:
            return Place(plays[0].placements)
        return Place(self._looking_ahead(situation, plays, random).placements)

    def _looking_ahead(self, situation: Situation, plays: Sequence[Play], random: Random) -> Play:
        """Halves the candidates and doubles the samples until one is left."""
        outlooks = [_Outlook(situation, play) for play in plays]
        samples = self.budget.samples
        while len(outlooks) > 1:
            for sample in _samples(situation, samples, random):
                for outlook in outlooks:
                    outlook.look_at(sample)
            outlooks = sorted(outlooks, key=_Outlook.value, reverse=True)[: len(outlooks) // 2]
            samples *= 2
        return outlooks[0].play


class _Outlook:
    """The evaluation of what follows a play, so far."""

    def __init__(self, situation: Situation, play: Play) -> None:
        self.play = play
        self._rules = situation.rules
        self._position = situation.position | laying.position_of(play.placements)
        laid = Counter(tile.symbol for tile in play.placements)
        self._kept = tuple((Counter(situation.rack) - laid).elements())
        self._room = len(play.placements)
        self._others = len(situation.view["seats"]) - 1
        self._is_my_last = situation.table["last_turns"] is not None
        self._ahead: list[float] = []

    def look_at(self, sample: Sample) -> None:
        """Only one of several opponents takes the opening, and all of them compete for the win."""
        position, rules = self._position, self._rules
        worth = -best_score(position, sample.theirs, rules) / self._others
        if not self._is_my_last:
            drawn = (*self._kept, *sample.drawn[: self._room])
            worth += NEXT_TURN * best_score(position, drawn, rules)
        self._ahead.append(worth)

    def value(self) -> float:
        return self.play.score + (fmean(self._ahead) if self._ahead else 0.0)


def _samples(situation: Situation, number: int, random: Random) -> Iterator[Sample]:
    view, table = situation.view, situation.table
    me, players = view["you"], len(view["seats"])
    after = (me + 1) % players
    size = table["rack_sizes"][after]
    hidden = sorted(unseen(view).elements())
    for _ in range(number):
        random.shuffle(hidden)
        yield Sample(tuple(hidden[:size]), tuple(hidden[size : size + table["supply_sizes"][me]]))


def _is_last_turn(view: Mapping[str, Any]) -> bool:
    """C-END: what this turn keeps or opens no longer matters."""
    last_turns = view["table"]["last_turns"]
    return last_turns is not None and set(last_turns) <= {view["you"]}


def _pass_wins(view: Mapping[str, Any]) -> bool:
    """C-ALL-PASS: all others have passed and are behind, so a pass ends and wins the game."""
    me, scores = view["you"], view["scores"]
    others = {player for player in range(len(scores)) if player != me}
    return set(view["table"]["passed"]) == others and all(scores[me] > scores[player] for player in others)

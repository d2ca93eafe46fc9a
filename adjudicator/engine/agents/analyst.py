"""A finished game looked at again: every decision with what was done, what was best, and what luck did.

A decision is weighed by rollouts (see `rollouts`) from what its player could see then. Forced moves are no
decisions. A difference below two standard errors is none: the choice was as good.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from statistics import fmean
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine import codec
from adjudicator.engine.agents.acts import acts_of, states_of
from adjudicator.engine.agents.bots import Seen, chance_of
from adjudicator.engine.agents.foresight import foresight_of
from adjudicator.engine.agents.lines import Lines, knows_alone
from adjudicator.engine.agents.luck import TURNING, Chance
from adjudicator.engine.agents.playouts import Question
from adjudicator.engine.agents.remarks import amount, lead, percent, tenths, thousandths
from adjudicator.engine.agents.rollouts import (
    AT_STAKE,
    FEWEST,
    GIVEN_UP,
    Difference,
    Estimate,
    Trials,
    finished,
    trying,
    worth,
)
from adjudicator.engine.agents.thinking import advised
from adjudicator.engine.terminal import terminal_of
from adjudicator.errors import AdjudicatorError
from adjudicator.verdict import Facts

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence

    from adjudicator.engine.agents.acts import Act
    from adjudicator.engine.agents.figures import Scored
    from adjudicator.engine.agents.foresight import Foresight
    from adjudicator.engine.agents.luck import Luck
    from adjudicator.engine.agents.rollouts import Candidate
    from adjudicator.engine.events import Event
    from adjudicator.engine.game import Game
    from adjudicator.engine.replay import Record

PLAYOUTS = 48  # for a decision, by default
# Choices of the policy in the playouts of a whole game, for each playout that a decision has at most: with 32
# of these a long game takes about a minute of one core.
WHOLE = 3200
AGREED, DIFFERING = 0.5, 2.0  # of the mean, what a decision has that the policy agrees with, and another
ENOUGH = 8  # playouts of the latter in any game, however long
PLAYED_ON = (
    4  # candidates that are played on with, beside what was done; half of them where that is the policy's
)
MOST_TURNING = 5


@dataclass(frozen=True, slots=True)
class AnalysedTurn:
    """A decision: what was done and, once it was looked into, what was best."""

    version: int  # of its first event in the record
    until: int  # of its last
    player: int
    played: str
    score: int  # until the next decision
    others: tuple[tuple[int, int], ...] = ()  # how the scores of other players changed meanwhile
    taken_back: bool = False
    candidates: int = 0  # that there were to choose from
    # From here on only where the best was looked for:
    best: str | None = None
    best_score: float | None = None  # at once, where that is known exactly; else by how much it is ahead
    best_action: Mapping[str, Any] | None = None  # as it would have been sent
    why: str | None = None
    lost: float | None = None  # points; None where no better one was looked for
    error: float | None = None
    chance_lost: float | None = None  # of winning
    chance_error: float | None = None
    chances: tuple[float, ...] = ()  # every seat's chance to win with what was done
    luck: Luck | None = None
    accurate: bool | None = None  # whether it was as good as the best, by the playouts
    text: str | None = None  # the finding, in a sentence

    @property
    def swing(self) -> float:
        """How much it moved the game, by choice or by luck."""
        by_luck = abs(self.luck.chance.mean) if self.luck is not None and self.luck.counts else 0.0
        return max(self.chance_lost or 0.0, by_luck)

    def to_json(self) -> dict[str, Any]:
        return {
            "version": self.version,
            "player": self.player,
            "played": self.played,
            "score": self.score,
            "best": self.best,
            "best_score": self.best_score or 0,
            "why": self.why,
            "lost": self.lost,
            "taken_back": self.taken_back,
            "until": self.until,
            "best_action": self.best_action,
            "others": [{"player": player, "change": change} for player, change in self.others],
            "error": self.error,
            "chance_lost": self.chance_lost,
            "chance_error": self.chance_error,
            "chances": [thousandths(chance) for chance in self.chances] or None,
            "luck": None if self.luck is None else self.luck.to_json(),
            "candidates": self.candidates,
            "accurate": self.accurate,
            "swing": thousandths(self.swing),
            "text": self.text,
        }


# --- decisions ----------------------------------------------------------------------------------------------


@dataclass
class Analyst:
    """Looks at one record."""

    game: Game[Any, Any]
    record: Record
    playouts: int = PLAYOUTS
    seed: str = "analyst"
    you: int | None = None  # the player whom sentences address
    foresight: Foresight[Any] = field(init=False)

    def __post_init__(self) -> None:
        self.foresight = foresight_of(self.game)
        self._names = prose.told_apart(self.record.players)
        self._offered: dict[int, set[Any]] = {}  # by seat, what was weighed: it is charged once
        self._before: dict[int, Act] = {}  # by version, what a decision may share playouts with
        self._quicks: dict[int, Any] = {}  # what the policy would have done, by version
        self._lines: dict[int, Lines] = {}  # of what was looked into last, and of those before it

    def turns(self, after: int = 0) -> Iterator[tuple[Act, AnalysedTurn, list[Any]]]:
        """The decisions after a version, told, with their candidates; nothing is looked into yet.

        One is worked out when it is asked for, so that the first can be looked into before the others.
        """
        choices = self._choices()
        choice = next(choices, None)
        if choice is None:  # a player resigned before there was anything to decide
            return
        scored = self.foresight.scored(self.record)
        begun, start = self._standing(1), 1
        while choice is not None:
            act, candidates = choice
            following = next(choices, None)
            end = len(self.record.events) if following is None else following[0].version - 1
            ended = self._standing(end)
            if act.version > after:
                score, others, back = self._score(act, begun, ended, range(start + 1, end + 1), scored)
                turn = AnalysedTurn(
                    act.version, act.until, act.player, self._told(act), score, others, back, len(candidates)
                )
                weighed = candidates if following is None else self._at_stake(act, candidates, *following)
                yield act, turn, weighed
            choice, begun, start = following, ended, end

    def _choices(self) -> Iterator[tuple[Act, list[Any]]]:
        """The acts with something to choose from."""
        before = None
        for act in acts_of(self.game, self.record, self._states):
            candidates = self._candidates(act)
            if len(candidates) > 1:
                if before is not None:
                    self._linked(before, act)
                before = act
                yield act, candidates

    def _linked(self, before: Act, act: Act) -> None:
        """They may share playouts, where neither chance nor what is hidden is between them."""
        between = self.record.events[before.version - 1 : act.version - 1]
        if any(map(self.foresight.by_chance, between)):
            return
        if before.player == act.player or not knows_alone(self.foresight, before.before, before.player):
            self._before[act.version] = before

    def _standing(self, version: int) -> Sequence[int]:
        return self.foresight.standing(self._states[version])

    @cached_property
    def _chance(self) -> Chance:
        return Chance(self.foresight, self.record, self._states, self.playouts)

    @cached_property
    def _states(self) -> Mapping[int, Any]:
        return states_of(self.game, self.record)

    def _candidates(self, act: Act) -> list[Any]:
        """What could have been done, without what chance or others had to bring; and always what was done."""
        found = list(self.foresight.candidates(self.game.view(act.before, act.player)))
        known = self._offered.setdefault(act.player, set())
        traded = [self.foresight.offered(action) for action in found]
        found = [a for a, what in zip(found, traded, strict=True) if what not in known or a == act.action]
        known.update(what for what in traded if what is not None)
        if not any(self.foresight.same(action, act.action) for action in found):
            found.append(act.action)
        return found

    def _at_stake(self, act: Act, candidates: list[Any], following: Act, still: Sequence[Any]) -> list[Any]:
        """Without what its player can `still` do at once: that is missed at the last step, if at all."""
        at_once = following.player == act.player and following.version == act.until + 1
        if not at_once or not self._goes_on(act):
            return candidates
        same = self.foresight.same
        return [a for a in candidates if same(a, act.action) or not any(same(a, one) for one in still)]

    def _goes_on(self, act: Act) -> bool:
        """Whether its player acts again before chance or anybody else does."""
        if act.after.result is not None or any(map(self.foresight.by_chance, act.events)):
            return False
        if any(offer.by == act.player for offer in act.after.offers.open):
            return False  # others answer it before that
        return {ask.player for ask in self.game.asked(act.after) if ask.obliged} == {act.player}

    def _score(
        self,
        act: Act,
        begun: Sequence[int],
        ended: Sequence[int],
        versions: range,
        scored: Mapping[int, Scored] | None,
    ) -> tuple[int, tuple[tuple[int, int], ...], bool]:
        """How the score of its player changed, and those of others; and whether it was taken back."""
        if scored is not None:
            meanwhile = [scored[version] for version in versions if version in scored]
            changes = [
                sum(one.score for one in meanwhile if one.player == seat) for seat in range(len(begun))
            ]
            back = any(one.taken_back for one in meanwhile if act.version <= one.version <= act.until)
        else:
            changes = [late - soon for soon, late in zip(begun, ended, strict=True)]
            back = False
        others = [(seat, change) for seat, change in enumerate(changes) if change and seat != act.player]
        return changes[act.player], tuple(others), back

    def _told(self, act: Act) -> str:
        """What its player did, up to what then happened to all, as the end of a round."""
        done = (act.events[0], *takewhile(lambda event: event.player is not None, act.events[1:]))
        told = [prose.tell(self.game.name, event, self._names, you=self.you) for event in done]
        first = prose.tell(self.game.name, act.events[0], self._names)
        if not (first or "").startswith(self._names[act.player]):  # it tells what came of it
            deed = self._deed(act.action)
            told[:0] = [deed and prose.of_player(self.game.name, deed, act.player, self._names, you=self.you)]
        return ". ".join(text.removesuffix(".") for text in told if text) or act.events[0].type

    def _deed(self, action: Any) -> str | None:
        """The game's own words for an action whose events go unsaid, or tell what chance brought."""
        return prose.deed(self.game.name, action.type, codec.plain(action), self._names)

    # --- looking into one -----------------------------------------------------------------------------------

    def looked_into(
        self, act: Act, turn: AnalysedTurn, candidates: Sequence[Any]
    ) -> Generator[int, None, AnalysedTurn]:
        """The turn with what was best; yields how many playouts were spent whenever one is over."""
        lines = self._lines_of(act)
        view = lines.question.view
        done = next(a for a in candidates if self.foresight.same(a, act.action))
        quick = self._quick(act)
        as_quick = quick is not None and self.foresight.same(quick, done)
        question = replace(lines.question, candidates=self._led(quick, candidates))
        budget = (AGREED * self._steps, 0) if as_quick else (DIFFERING * self._steps, ENOUGH)
        trials = Trials(question, *budget, lines)
        most, given_up = (PLAYED_ON // 2, FEWEST) if as_quick else (PLAYED_ON, GIVEN_UP)
        found = yield from trying(trials, self.playouts, (done,), most, given_up)
        chosen = next(candidate for candidate in found if candidate.action == done)
        best = found[0]
        luck = yield from self._chance.luck(act, trials, chosen)
        if best is not chosen and self._is_better(Difference.between(best, chosen, act.player)):
            yield from self._made_sure(trials, best, chosen)
            chosen = yield from self._made_good(act, trials, chosen)
        difference = Difference.between(best, chosen, act.player)
        if best is not chosen and self._is_better(difference) and self._is_advised(act):
            best, difference = chosen, Difference.between(chosen, chosen, act.player)
        return self._finding(act, turn, view, best, chosen, difference, luck)

    def _is_advised(self, act: Act) -> bool:
        """Whether a hint named first what was done. By the hint's playouts nothing was better beyond the
        error, so the two do not agree: then it is no mistake.
        """
        question = self._lines_of(act).question
        action = advised(self.game, question.view, question.seen)
        return action is not None and self.foresight.same(action, act.action)

    def _led(self, quick: Any, candidates: Sequence[Any]) -> list[Any]:
        """With what the policy would do before all others, which of many is the likeliest to be better."""
        if quick is None:
            return list(candidates)
        same = [action for action in candidates if self.foresight.same(quick, action)]
        return [*(same or [quick]), *(action for action in candidates if action not in same)]

    @cached_property
    def _steps(self) -> float:
        """Of the steps of the whole game, those for one decision: about every other event ends one."""
        return 2 * WHOLE * self.playouts / len(self.record.events)

    def _quick(self, act: Act) -> Any:
        """What the policy would do: it may be better to do that first. Offers are charged once, see above."""
        if act.version not in self._quicks:
            view = self.game.view(act.before, act.player)
            chance = chance_of(f"{self.seed}/{act.version}", act.player, view["version"])
            quick = self.foresight.bot().choose(view, chance)
            self._quicks[act.version] = None if self.foresight.offered(quick) is not None else quick
        return self._quicks[act.version]

    def _lines_of(self, act: Act) -> Lines:
        """Its playouts. Where the policy does something else, those of decisions before it do not come by."""
        if act.version not in self._lines:
            before, quick = self._before.get(act.version), self._quick(act)
            shares = before is not None and quick is not None and self.foresight.same(quick, act.action)
            if not shares:
                self._lines.clear()
            view = self.game.view(act.before, act.player)
            seen = Seen(self.game, self.record.events[: act.version - 1], act.player)
            question = Question(self.foresight, view, (), f"{self.seed}/{act.version}", seen)
            earlier = self._lines_of(before) if before is not None and shares else None
            self._lines[act.version] = Lines(question, act.action, earlier)
        return self._lines[act.version]

    def _made_sure(self, trials: Trials, best: Candidate, chosen: Candidate) -> Generator[int, None, None]:
        """Both in as many worlds again: what looks best of many, in one of many decisions, looks too good."""
        worlds = 2 * min(len(best.outlooks), len(chosen.outlooks))
        for candidate in (best, chosen):
            while len(candidate.outlooks) < worlds:
                trials.play(candidate)
                yield len(candidate.outlooks)

    def _made_good(self, act: Act, trials: Trials, chosen: Candidate) -> Generator[int, None, Candidate]:
        """What was done with the best that its player can still do next, where nothing comes between.

        The policy may be as blind as the player was. What is missed in several steps of one turn is charged
        at the last of them, which is the one that cannot be made good.
        """
        if not self._goes_on(act):
            return chosen
        view = self.game.view(act.after, act.player)
        try:
            candidates = self.foresight.candidates(view)
            following = replace(trials.question, candidates=candidates, done=(chosen.action,))
            further = Trials(following, DIFFERING * self._steps, ENOUGH, trials.lines)
            found = yield from trying(further, self.playouts, most=PLAYED_ON)
        except AdjudicatorError:  # what can be done next depends on what is hidden
            return chosen
        return max(chosen, *found[:1], key=lambda candidate: worth(candidate, act.player))

    def _is_better(self, difference: Difference) -> bool:
        """By more than its error, and by enough to be told; by points only where these decide the game."""
        points, chance = difference.points, difference.chance
        if self.foresight.by_points:
            return difference.is_better and (points.counts or chance.mean >= AT_STAKE)
        return chance.counts and chance.mean >= AT_STAKE

    def _finding(
        self,
        act: Act,
        turn: AnalysedTurn,
        view: Mapping[str, Any],
        best: Candidate,
        chosen: Candidate,
        difference: Difference,
        luck: Luck | None,
    ) -> AnalysedTurn:
        exact = self.foresight.exact(view)
        points, chance = difference.points, difference.chance
        better = best is not chosen and self._is_better(difference)
        error = tenths(points.error, points.error)
        lost = max(0.0, tenths(points.mean, points.error)) if better and points.counts else 0.0
        action, value = best.action if better else act.action, tenths(points.mean, points.error)
        scores_most = False
        if exact is not None:
            most, value = exact[0] if exact else (None, 0)
            lost, error = max(0.0, value - turn.score), 0.0
            scores_most = not better or any(self.foresight.same(best.action, one) for one, _ in exact[:1])
            action = most if scores_most else best.action
            if exact and not better and not lost:
                action = act.action  # of several that score as much, the one that was made
        finding = replace(
            turn,
            best=None if action is None else self.written(act, action),
            best_score=value,
            best_action=None if action is None else codec.plain(action),
            why=self.foresight.why(view, action),
            lost=lost,
            error=error,
            chance_lost=max(0.0, thousandths(chance.mean)) if better and chance.counts else 0.0,
            chance_error=thousandths(chance.error),
            chances=chosen.chances(),
            luck=luck,
            accurate=not better,
        )
        ahead = lead(self.game.name, difference) if better else None
        if scores_most and better and lost:  # not what comes to nothing in the end
            ahead = lead(self.game.name, Difference(Estimate(lost, 0.0), chance))
        return replace(finding, text=_remark_on(self.game.name, finding, ahead))

    def written(self, act: Act, action: Any) -> str:
        """What would have been told of it, without what chance brings; else as the terminal writes it."""
        deed = self._deed(action)
        if deed is not None:
            return deed
        try:
            _, events = self.game.apply(act.before, act.player, action)
        except AdjudicatorError:
            events = ()
        for event in events:
            told = prose.tell(self.game.name, event, self._names)
            if told:
                name = self._names[act.player]
                if not told.startswith(name):  # it was done for somebody whom no player plays, or of itself
                    return prose.tell(self.game.name, event, self._names, you=self.you) or told
                deed = told.removeprefix(f"{name}: ").removeprefix(f"{name} ")
                return f"{deed}{self._traded(act, event)}"
        return terminal_of(self.game.name).write(action)

    def _traded(self, act: Act, event: Event) -> str:
        """What the answered offer was about: its number says nothing to a reader of the analysis."""
        if event.type not in {"offer_accepted", "offer_declined", "offer_withdrawn"}:
            return ""
        terms = codec.plain(act.before.offers[event["offer"]].terms)
        trade = replace(event, type="offer_carried_out", facts=Facts(terms=terms))
        return f" ({prose.tell(self.game.name, trade, self._names, you=self.you)})"


def _remark_on(game: str, turn: AnalysedTurn, ahead: str | None) -> str | None:
    """What there is to say about a decision: that there was a better one, and what luck did."""
    sentences = []
    if ahead is not None:
        sentences.append(prose.render(game, "analysis_better", {"best": turn.best, "ahead": ahead}))
    luck = turn.luck
    if luck is not None and luck.counts and percent(luck.chance.mean):
        amounts = [prose.part("analysis_winning", chance=abs(percent(luck.chance.mean)))]
        if luck.points.counts and (luck.points.mean > 0) == (luck.chance.mean > 0):
            amounts.insert(0, amount(game, abs(tenths(luck.points.mean, luck.points.error))))
        lost = 0 if turn.accurate else turn.lost or 0
        params = {"chance": luck.chance.mean, "amounts": amounts, "lost": lost}
        sentences.append(prose.render(game, "analysis_luck", params))
    return " ".join(sentences) or None


# --- the whole game -----------------------------------------------------------------------------------------


def turns_of(
    game: Game[Any, Any],
    record: Record,
    after: int = 0,
    search: int | None = None,
    playouts: int = PLAYOUTS,
) -> Iterator[AnalysedTurn]:
    """Every decision, with the best there was for its player, who sees here what could be seen then, no more.

    From the version `after` on; looking for the best takes its time: it is done for the first `search` turns.
    """
    analyst = Analyst(game, record, playouts)
    for place, (act, turn, candidates) in enumerate(analyst.turns(after)):
        told = search is not None and place >= search
        yield turn if told else finished(analyst.looked_into(act, turn, candidates))


def turning_points(turns: Sequence[AnalysedTurn]) -> list[AnalysedTurn]:
    """The few decisions and draws that moved the game most, in their order."""
    moved = [turn for turn in turns if turn.text is not None and turn.swing >= TURNING]
    moved.sort(key=lambda turn: -turn.swing)
    return sorted(moved[:MOST_TURNING], key=lambda turn: turn.version)


def totals(players: Sequence[str], turns: Sequence[AnalysedTurn]) -> list[dict[str, Any]]:
    """What each player lost in all, and how many of the decisions were as good as the best."""
    found = []
    for player, name in enumerate(prose.told_apart(players)):
        own = [turn for turn in turns if turn.player == player]
        looked = [turn for turn in own if turn.lost is not None]
        found.append(
            {
                "player": name,
                "score": sum(turn.score for turn in own)
                + sum(change for turn in turns for other, change in turn.others if other == player),
                "lost": round(sum(turn.lost or 0 for turn in own), 1),
                "turns": len(own),
                "best_found": sum(not turn.lost for turn in looked),
                "accuracy": round(fmean([bool(turn.accurate) for turn in looked]), 3) if looked else None,
                "chance_lost": round(fmean([turn.chance_lost or 0 for turn in looked]), 4)
                if looked
                else None,
            }
        )
    return found

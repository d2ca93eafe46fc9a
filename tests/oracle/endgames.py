"""The slow, obvious judge of endgames: it tries every action until the game is over.

It uses no bot, no rollout and no estimate. Results of chance count as unknown, anything from the worst to the
best, and so does everything beyond the number of positions that it tries. A choice is known to be best if,
whatever the others do, it ends better than every other choice can; if it is the only one known to win for
sure; if all others lose for sure; or, between two players, if it ends better when both play as well as they
can. Nobody makes offers here: between two players at the end, one loses what the other gains by a trade. Open
offers are answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from adjudicator.engine.agenda import Open
from adjudicator.engine.agents.foresight import foresight_of
from adjudicator.engine.events import Event
from adjudicator.engine.game import Game
from adjudicator.engine.offers import AcceptOffer, DeclineOffer, OfferAction
from adjudicator.verdict import Ruling
from adjudicator_rulesets.compoundit.judging.board.laying import Placement, position_of
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt
from adjudicator_rulesets.compoundit.play.opening import rules_of
from adjudicator_rulesets.compoundit.play.state import Place, rack
from adjudicator_rulesets.valence_plus.play.state import Build, hand
from tests.oracle.moves_twin import MovesTwin

FAR = 10**9  # points
MOST, DEEP = 2500, 60  # positions tried, with a share for each choice, and the depth of the search


class End(NamedTuple):
    """How a game ends for a seat: its share of the win, then its lead in points."""

    won: float
    margin: float


class Span(NamedTuple):
    """The worst and the best results that others and the unknown can bring about.

    `fair` is the most if nobody else blunders; then `least` is certain.
    """

    least: End
    most: End
    fair: End


UNKNOWN = Span(End(0.0, -FAR), End(1.0, FAR), End(1.0, FAR))


class Endgame:
    """One decision, tried out."""

    def __init__(self, game: Game[Any, Any], seat: int) -> None:
        self.game, self.seat = game, seat
        self.by_chance = foresight_of(game).by_chance
        self.gave_up = False  # whether it stopped before everything was tried

    def spans(self, state: Any) -> dict[Any, Span]:
        """The possible results of every action of the seat now."""
        found, actions = {}, self._actions(state, self.seat)
        for action in actions:
            self._left = max(1, MOST // len(actions))
            self._known: dict[Any, Span] = {}
            found[action] = self._after(state, self.seat, action, 0)
        return found

    def _after(self, state: Any, player: int, action: Any, deep: int) -> Span:
        self._left -= 1
        if self._left < 0 or deep > DEEP:
            self.gave_up = True
            return UNKNOWN
        if isinstance(action, Open):
            return UNKNOWN
        after, events = self.game.apply(state, player, action)
        if after.result is not None:
            end = self._end(after.result)
            return Span(end, end, end)
        if any(self._is_open(event, after) for event in events):
            return UNKNOWN
        return self._span(after, deep + 1)

    def _is_open(self, event: Event, after: Any) -> bool:
        """Whether chance matters: tiles drawn after one's last turn change nothing (C-END)."""
        if event.type == "tiles_drawn" and after.last_turns is not None:
            return event.player in after.last_turns
        return "rng" in event.facts or self.by_chance(event)

    def _span(self, state: Any, deep: int) -> Span:
        """Cached by all that matters: the same actions in another order give the same result."""
        matters = tuple(entry.matter for entry in state.agenda.entries)
        rest = [getattr(state, part.name) for part in fields(state) if part.name not in ("version", "agenda")]
        place = (matters, *rest)
        if place not in self._known:
            self._known[place] = self._of_all(state, deep)
        return self._known[place]

    def _of_all(self, state: Any, deep: int) -> Span:
        player = next(ask.player for ask in self.game.asked(state) if ask.obliged)
        found = [self._after(state, player, action, deep) for action in self._actions(state, player)]
        chosen = max if player == self.seat else min
        return Span(
            chosen(span.least for span in found),
            max(span.most for span in found),
            chosen(span.fair for span in found),
        )

    def _end(self, result: Any) -> End:
        won = 1 / len(result.winners) if self.seat in result.winners else 0.0
        others = [score for seat, score in enumerate(result.scores) if seat != self.seat]
        return End(won, result.scores[self.seat] - max(others, default=0))

    def _actions(self, state: Any, player: int) -> list[Any]:
        """All listed actions, and all actions of open kinds where a twin can find them."""
        found: list[Any] = []
        for action in self.game.legal_actions(state, player):
            if not isinstance(action, Open):
                found.append(action)
            elif (self.game.name, action.type) in INSTANCES:
                found += INSTANCES[self.game.name, action.type](self.game, state, player)
            elif action.type not in OFFERING:
                found.append(action)
        return [
            action for action in found if isinstance(action, ANSWERS) or not isinstance(action, OfferAction)
        ]


BETTER = "ends better than every other choice can, whatever the others do"
FAIRLY_BETTER = "ends better than every other choice if both go on as well as they can"
ANSWERS = (AcceptOffer, DeclineOffer)
OFFERING = ("propose_offer", "counter_offer")


def _built(game: Game[Any, Any], state: Any, player: int) -> Iterator[Build]:
    """Every choice of cards that the judge accepts."""
    cards = sorted(state.pieces[hand(player)])
    seen: Counter[tuple[str, ...]] = Counter()
    for number in range(2, len(cards) + 1):
        for chosen in combinations(cards, number):
            seen[chosen] += 1
            if seen[chosen] == 1 and game.judge(state, player, Build(chosen)).ruling is Ruling.VALID:
                yield Build(chosen)


@lru_cache(4)
def _twin(rules: CompoundIt) -> MovesTwin:
    """It remembers the verdict on each run."""
    return MovesTwin(rules)


def _laid(game: Game[Any, Any], state: Any, player: int) -> Iterator[Place]:
    """Every play that the slow twin of the generator finds."""
    twin = _twin(rules_of(state))
    for move, _ in twin.moves(dict(position_of(state.board)), list(state.pieces[rack(player)])):
        yield Place(tuple(Placement(*square, tile) for square, tile in sorted(move.items())))


INSTANCES: dict[tuple[str, str], Callable[[Game[Any, Any], Any, int], Iterator[Any]]] = {
    ("compoundit", "place"): _laid,
    ("valence-plus", "build"): _built,
}


class Known(NamedTuple):
    best: list[Any]
    why: str
    choices: int  # how many there are
    whole: bool = True  # everything was tried; only chance is unknown


def proved(game: Game[Any, Any], state: Any, seat: int) -> Known | None:
    """The choices of a seat that are provably best, and why; None if there are none."""
    endgame = Endgame(game, seat)
    best = known_best(endgame.spans(state), len(state.playing))
    return None if best is None else best._replace(whole=not endgame.gave_up)


def known_best(spans: dict[Any, Span], players: int) -> Known | None:
    """The choices that are provably best, and by which of four reasons; None if there are none."""
    sure = [action for action, span in spans.items() if span.least.won == 1.0]
    if sure and len(sure) < len(spans):
        return Known(sure, "wins for sure; of no other choice is that known", len(spans))
    hopeful = [action for action, span in spans.items() if span.most.won > 0.0]
    open_still = all(spans[action].most == UNKNOWN.most for action in hopeful)  # not only if others blunder
    if hopeful and open_still and len(hopeful) < len(spans):
        return Known(hopeful, "every other choice loses for sure", len(spans))
    top = max(span.least for span in spans.values())
    best = [action for action, span in spans.items() if span.most >= top]
    rest = [span.most for action, span in spans.items() if action not in best]
    if rest and all(spans[action].least > max(rest) for action in best):
        return Known(best, BETTER, len(spans))
    best = [action for action, span in spans.items() if span.least == top]
    rest = [span.fair for action, span in spans.items() if action not in best]
    if players == 2 and rest and top > max(rest):
        return Known(best, FAIRLY_BETTER, len(spans))
    return None

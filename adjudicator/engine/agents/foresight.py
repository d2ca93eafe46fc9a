"""What a game provides for looking ahead in it: candidates, a horizon, an outlook.

The defaults suit any game: what is listed, to its end, by its scores. A game with a module `foresight` of its
own says how it differs, and why.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from adjudicator import ruleset
from adjudicator.engine import codec
from adjudicator.engine.agents.bots import Character, players_of
from adjudicator.engine.frame import Frame
from adjudicator.engine.offers import CounterOffer, ProposeOffer, Term

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.agents.bots import Bot, Hint
    from adjudicator.engine.agents.figures import Scored
    from adjudicator.engine.events import Event, Result
    from adjudicator.engine.game import Game
    from adjudicator.engine.replay import Record
    from adjudicator.engine.rng import Rng

S = TypeVar("S", bound=Frame)

MOST = 8  # candidates, beside what was done
LOOKED_THROUGH = 20  # hints, for what speaks for an action


@dataclass(frozen=True, slots=True)
class Outlook:
    """What every seat can expect: points when it is over, and the chance to win."""

    points: tuple[float, ...]
    chances: tuple[float, ...]

    def margin(self, seat: int) -> float:
        """By how many points a seat is ahead of the best of the others; behind, below nothing."""
        others = [points for other, points in enumerate(self.points) if other != seat]
        return self.points[seat] - max(others, default=0.0)


def by_margin(points: Sequence[float], spread: float, playing: Sequence[int] | None = None) -> Outlook:
    """An outlook for a game that goes on: one `spread` ahead of another wins nearly three times in four.

    Those who are not `playing` any more, or never were, are behind everybody and do not win.
    """
    still = range(len(points)) if playing is None else playing
    best, last = max(points[seat] for seat in still), min(points)
    weights = [
        exp((own - best) / max(spread, 1e-6)) if seat in still else 0.0 for seat, own in enumerate(points)
    ]
    shown = [own if seat in still else last for seat, own in enumerate(points)]
    return Outlook(tuple(shown), tuple([weight / sum(weights) for weight in weights]))


class Foresight(Generic[S]):
    """Looking ahead in one game. What is asked with a view knows no more than the view and the log."""

    policy = "greedy"  # the bot that plays on, for every seat
    by_points = True  # whether more points are better, where the chance to win is the same

    def __init__(self, game: Game[S, Any]) -> None:
        self.game = game

    # --- a decision -----------------------------------------------------------------------------------------

    def candidates(self, view: Mapping[str, Any]) -> Sequence[Any]:
        """What is worth weighing, the most promising first."""
        hints = players_of(self.game.name).hints(view, MOST)
        listed = [action for action in view["actions"] if not action.get("open")]
        kinds = {action["type"] for action in view["actions"]}
        found = [hint.action for hint in hints if hint.action.type in kinds]
        if len(listed) <= MOST:
            found += [self.game.read_action(action) for action in listed]
        return list(dict.fromkeys(found))[:MOST]

    def same(self, one: Any, other: Any) -> bool:
        """Whether two actions come to the same: the order of cards on a pile may be no matter."""
        return bool(one == other)

    def open_acts(self, events: Sequence[Event]) -> Iterator[tuple[int, Any]]:
        """Who can have brought these events about, by which actions of open kinds; offers are known here."""
        first = events[0]
        if first.type == "offer_made":
            terms = codec.read(tuple[Term, ...], first["terms"], "terms")
            yield first.by, ProposeOffer(terms)
        elif first.type == "offer_declined" and len(events) > 1 and events[1].type == "offer_made":
            terms = codec.read(tuple[Term, ...], events[1]["terms"], "terms")
            yield first.by, CounterOffer(first["offer"], terms)

    def offered(self, action: Any) -> Any:
        """Of an offer what is traded, whatever the price: who does not make it is charged for it once."""
        if not isinstance(action, ProposeOffer | CounterOffer):
            return None
        return tuple([(term.partner, term.gives.pieces, term.gets.pieces) for term in action.terms])

    def why(self, view: Mapping[str, Any], action: Any) -> str | None:
        """What speaks for an action, in a sentence."""
        hints = players_of(self.game.name).hints(view, LOOKED_THROUGH)
        return next((hint.why for hint in hints if self.same(hint.action, action)), None)

    def steps(
        self,
        view: Mapping[str, Any],  # noqa: ARG002
        seen: Sequence[Event],  # noqa: ARG002
        action: Any,  # noqa: ARG002
    ) -> Sequence[Hint[Any]]:
        """What an action is done for: what its player can do by it next, the plain thing first, each with
        what then speaks for the action by all that the seat has seen.

        One that nothing follows is its own step. None: the hint itself says it all.
        """
        return ()

    def exact(self, view: Mapping[str, Any]) -> Sequence[tuple[Any, float]] | None:  # noqa: ARG002
        """The best actions by their points at once, where these are known exactly and are what counts."""
        return None

    def scored(self, record: Record) -> Mapping[int, Scored] | None:  # noqa: ARG002
        """What each act scored, by version, where it is not just how the scores changed until the next."""
        return None

    def standing(self, state: S) -> Sequence[int]:
        """What every seat has at a moment, as it is told of a game that is looked at again."""
        return self.game.scores(state)

    def by_chance(self, event: Event) -> bool:
        """Whether chance had a say in what happened, so that it came better or worse than expected."""
        return "rng" in event.facts

    def settled_by(self, player: int, events: Sequence[Event], later: Sequence[Event]) -> Event | None:  # noqa: ARG002
        """Where chance had its say on what a player did by these events: among them, or `later`."""
        return next(filter(self.by_chance, events), None)

    def anew(self, view: Mapping[str, Any], chance: Event, rng: Rng) -> S:
        """A world like the view of one moment, had chance spoken otherwise; for what is settled later."""
        raise NotImplementedError

    # --- worlds and playouts --------------------------------------------------------------------------------

    def imagine(self, view: Mapping[str, Any], seen: Sequence[Event], rng: Rng) -> S:  # noqa: ARG002
        """A world that looks like the view, and that fits what the seat has `seen` happen."""
        return self.game.imagine(view, rng)

    def bot(self) -> Bot[Any]:
        return players_of(self.game.name).bot(Character(self.policy))

    def over(self, start: S, state: S) -> bool:  # noqa: ARG002
        """Whether playing on has come to its horizon. The end of the game always is one."""
        return False

    def outlook(self, state: S) -> Outlook:
        """Of a state at the horizon."""
        return by_margin(self.game.scores(state), 1.0)

    def look(self, state: S) -> Outlook:
        """Of any state."""
        return self.outlook(state) if state.result is None else self.end(state.result)

    def end(self, result: Result) -> Outlook:
        """Of a finished game. Those who win share one win."""
        share = 1 / len(result.winners) if result.winners else 0.0
        chances = [share if seat in result.winners else 0.0 for seat in range(len(result.scores))]
        return Outlook(tuple([float(points) for points in result.scores]), tuple(chances))


def foresight_of(game: Game[Any, Any]) -> Foresight[Any]:
    """The game's own, or what suits any game."""
    own = ruleset.loader_of(ruleset.game(game.name), "load_foresight")
    kind: type[Foresight[Any]] = Foresight if own is None else own()
    return kind(game)

"""What an action brings about, as it is recorded; and what the events that all games share do to a state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from adjudicator.engine import codec
from adjudicator.engine.agenda import Agenda
from adjudicator.engine.events import Event, Result, Shown
from adjudicator.engine.frame import Frame, Seat, ranked
from adjudicator.engine.offers import EVENTS as OFFER_EVENTS
from adjudicator.engine.offers import Offers, moved
from adjudicator.engine.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from adjudicator.engine.frame import Departure, Setup
    from adjudicator.engine.rng import Rng

S = TypeVar("S", bound=Frame)
T = TypeVar("T")


class Rules(Protocol[S]):
    """What a ledger asks of its game."""

    @property
    def schemas(self) -> Mapping[str, int]: ...

    def step(self, state: S | None, event: Event) -> S: ...

    def gone(self, ledger: Ledger[S], player: int, why: Departure) -> None: ...

    def scores(self, state: S) -> Sequence[int]: ...


class Ledger(Generic[S]):
    """The state and the events so far, while an action is being worked out."""

    def __init__(
        self,
        game: Rules[S],
        state: S | None = None,
        rng: Rng | None = None,
        setup: Setup | None = None,
    ) -> None:
        self._game = game
        self._state = state
        self._setup = setup
        self._rng = rng  # where it differs from that of the state, the next event carries it
        self.events: list[Event] = []

    @property
    def state(self) -> S:
        if self._state is None:
            raise ValueError("nothing has happened yet")
        return self._state

    # --- chance ---------------------------------------------------------------------------------------------

    @property
    def _chance(self) -> Rng:
        return self.state.rng if self._rng is None else self._rng

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1."""
        number, self._rng = self._chance.below(limit)
        return number

    def shuffled(self, pieces: Iterable[T]) -> tuple[T, ...]:
        order, self._rng = self._chance.shuffled(pieces)
        return order

    # --- what happens ---------------------------------------------------------------------------------------

    def record(
        self,
        kind: str,
        player: int | None = None,
        *,
        accounts: Sequence[Mapping[str, Any]] = (),
        **facts: Any,
    ) -> None:
        """Records an event, with the payments in `accounts` and the chance drawn for it."""
        if self._setup is not None and self._state is None:
            setup = self._setup
            kinds = [seat.kind for seat in setup.seats]
            facts = {"options": setup.options, "edition": setup.edition, "seats": kinds, **facts}
        if accounts:
            facts["accounts"] = accounts
        if self._rng is not None:
            facts["rng"], self._rng = self._rng, None
        version = 1 if self._state is None else self._state.version + 1
        # Through JSON, so that a replay from a file sees the same values.
        event = Event(version, kind, player, codec.frozen(facts), self._game.schemas.get(kind, 1))
        self._state = self._game.step(self._state, event)
        self.events.append(event)

    def eliminate(self, player: int) -> None:
        """Puts a player out of the game by the rules; the game decides what follows."""
        self.record("player_out", player)
        self._game.gone(self, player, "eliminated")

    def end(
        self,
        reason: str,
        scores: Sequence[int] | None = None,
        winners: Sequence[int] | None = None,
        ranks: Sequence[int] | None = None,
    ) -> None:
        """Ends the game. Ranks follow the scores, players who are out rank below, and the first rank wins."""
        state = self.state
        scores = self._game.scores(state) if scores is None else scores
        ranks = ranked(scores, state.seats) if ranks is None else ranks
        first = [player for player, rank in enumerate(ranks) if rank == 1]
        winners = first if winners is None else winners
        self.record("game_ended", scores=scores, winners=winners, reason=reason, ranks=ranks)


# --- events that all games share --------------------------------------------------------------------------


def _game_ended(state: Any, event: Event) -> Any:
    result = Result(event["scores"], event["winners"], event["reason"], event["ranks"])
    return replace(state, result=result, agenda=Agenda(), offers=Offers())


def _left(why: Departure) -> Callable[[Any, Event], Any]:
    def fold(state: Any, event: Event) -> Any:
        gone = Seat("player", why, event.version)
        return replace(state, seats=(*state.seats[: event.by], gone, *state.seats[event.by + 1 :]))

    return fold


def _offer_changed(state: Any, event: Event) -> Any:
    pieces = moved(state.pieces, event) if event.type == "offer_carried_out" else state.pieces
    return replace(state, offers=state.offers.after(event), pieces=pieces)


FOLDS: Mapping[str, Callable[[Any, Event], Any]] = {
    **dict.fromkeys(OFFER_EVENTS, _offer_changed),
    "resigned": _left("resigned"),
    "player_out": _left("eliminated"),
    "game_ended": _game_ended,
}
SHOWN = {
    **{kind: Shown(to_all=facts) for kind, facts in OFFER_EVENTS.items()},
    "resigned": Shown(),
    "player_out": Shown(),
    "game_ended": Shown(to_all=("scores", "winners", "reason", "ranks")),
}

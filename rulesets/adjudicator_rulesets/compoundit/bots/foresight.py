"""Looking ahead in CompoundIt!: the best-scoring plays, one reply by each other player, and one's next turn.

After that the board has changed so much that only the kept tiles matter, and those are drawn by then.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from adjudicator.engine import codec
from adjudicator.engine.agents.foresight import Foresight, by_margin
from adjudicator.engine.values import replace
from adjudicator_rulesets.compoundit.bots.bots import NEXT_TURN, Situation
from adjudicator_rulesets.compoundit.bots.moves import best_score
from adjudicator_rulesets.compoundit.judging.board.laying import Placement, position_of
from adjudicator_rulesets.compoundit.play.figures import turns
from adjudicator_rulesets.compoundit.play.opening import rules_of
from adjudicator_rulesets.compoundit.play.state import Pass, Place, State, rack, supply

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from adjudicator.engine.agents.figures import Scored
    from adjudicator.engine.agents.foresight import Outlook
    from adjudicator.engine.events import Event
    from adjudicator.engine.replay import Record
    from adjudicator.engine.rng import Rng

WIDTH = 5  # plays; later ones score so much less that nothing makes up for it
A_TURN = 14.0  # average points of a turn: a lead of one turn is at most half of the luck in a game
LAYING = ("tiles_drawn", "tiles_placed", "passed")


class Ahead(Foresight[State]):
    policy = "greedy"

    def candidates(self, view: Mapping[str, Any]) -> Sequence[Any]:
        situation = Situation.of(view)
        if not situation.may("pass"):
            return super().candidates(view)
        plays = [Place(play.placements) for play in situation.best(WIDTH)]
        ends = len(view["table"]["passed"]) == len(view["seats"]) - 1  # C-ALL-PASS
        return [*plays, Pass()] if ends or not plays else plays

    def exact(self, view: Mapping[str, Any]) -> Sequence[tuple[Any, float]] | None:
        """The generator finds the highest-scoring plays exactly."""
        situation = Situation.of(view)
        if not situation.may("pass"):
            return None
        return [(Place(play.placements), float(play.score)) for play in situation.best()]

    def scored(self, record: Record) -> Mapping[int, Scored]:
        """A move taken back scores nothing (C-CHAL)."""
        return {turn.version: turn for turn in turns(record.events)}

    def open_acts(self, events: Sequence[Event]) -> Iterator[tuple[int, Any]]:
        """If the next move makes a move final, its author draws first (C-DRAW)."""
        for event in events:
            if event.type not in LAYING:
                return
            if event.type == "tiles_placed":
                placements = codec.read(tuple[Placement, ...], event["placements"], "placements")
                yield event.by, Place(placements)
                return
            if event.type == "passed":
                yield event.by, Pass()
                return

    def by_chance(self, event: Event) -> bool:
        return event.type == "tiles_drawn"

    def settled_by(self, player: int, events: Sequence[Event], later: Sequence[Event]) -> Event | None:
        """C-DRAW: its own tiles, which who may be challenged draws once the move is final."""
        if not any(event.type == "tiles_placed" for event in events):
            return None
        placed = next(event.version for event in events if event.type == "tiles_placed")
        for event in (*events, *later):
            if event.version > placed and event.player == player:
                return event if event.type == "tiles_drawn" and event["number"] else None
        return None

    def anew(self, view: Mapping[str, Any], chance: Event, rng: Rng) -> State:
        """Other tiles drawn from all that the player has not seen, those of this draw among them."""
        table, you, number = view["table"], view["you"], chance["number"]
        kept = [*(Counter(table["rack"]) - Counter(chance["symbols"])).elements()]
        sizes = {
            name: [size + more * (seat == you) for seat, size in enumerate(table[name])]
            for name, more in (("rack_sizes", -number), ("supply_sizes", number))
        }
        state: State = self.game.imagine({**view, "table": {**table, **sizes, "rack": kept}}, rng)
        return replace(state, pieces=state.pieces.draw(number, supply(you), rack(you)))

    def over(self, start: State, state: State) -> bool:
        moved = len(state.pieces["board"]) > len(start.pieces["board"]) or bool(state.passed)
        return moved and state.turn == start.turn and state.version > start.version + len(state.seats)

    def outlook(self, state: State) -> Outlook:
        """The scores, plus half of what the player to move can score: others may take the place first."""
        points = [float(score) for score in state.scores]
        if state.turn is not None:
            board, own = position_of(state.board), state.pieces[rack(state.turn)]
            points[state.turn] += NEXT_TURN * best_score(board, own, rules_of(state)) if own else 0.0
        left = sum(len(state.pieces[supply(seat)]) for seat in state.players) / len(state.players)
        return by_margin(points, A_TURN * (0.3 + left / 20), state.playing)

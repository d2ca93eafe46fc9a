"""What CompoundIt! brings beyond its rules: bots, hints, figures, and how it is played in a terminal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from adjudicator.engine.bots import Companion, Hint, Measures, level_of
from adjudicator.engine.replay import replay
from adjudicator.errors import UnreadableInput, quote
from rulesets.compoundit.play import terminal
from rulesets.compoundit.play.bots import (
    BUDGETS,
    CompoundItBot,
    GreedyChooser,
    RandomChooser,
    Situation,
    StrongChooser,
)
from rulesets.compoundit.play.state import Action, Place, rack, supply

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.engine.bots import Character
    from adjudicator.engine.events import Event
    from adjudicator.engine.replay import Record
    from rulesets.compoundit.play.bots import Chooser

LEVEL = 3
DARING = "daring"


class CompoundItCompanion(Companion[Action]):
    bots: ClassVar[Mapping[str, str]] = {
        "random": "any legal play",
        "greedy": "the play that scores most",
        "strong": f"also weighs what it keeps and opens; levels 1 to {max(BUDGETS)}, {LEVEL} if not said",
    }
    levelled = frozenset({"strong"})
    notation = terminal.NOTATION

    def bot(self, character: Character, seconds: float | None = None) -> CompoundItBot:
        unknown = set(character.habits) - {DARING}
        if unknown:
            raise UnreadableInput(
                "bad_bot", f"Bots can be {DARING}, not {quote(min(unknown))}.", input=str(character)
            )
        return CompoundItBot(_chooser(character, seconds), daring=DARING in character.habits)

    def hints(self, view: Mapping[str, Any], number: int) -> tuple[Hint[Action], ...]:
        plays = Situation.of(view).best(number)
        return tuple(
            Hint(Place(play.placements), play.score, terminal.write(play.placements)) for play in plays
        )

    def measure(self, record: Record) -> Measures:
        from rulesets.compoundit.play.game import CompoundItGame

        events, players = record.events, range(len(record.players))
        state = replay(CompoundItGame(), events)
        passes = [event.player for event in events if event.type == "passed"]
        turns = passes + [event.player for event in events if event.type == "tiles_placed"]
        if state.result is not None and state.result.reason == "all_passed":
            passes = passes[: -len(players)]
        return Measures(
            first=state.first,
            turns=tuple(turns.count(player) for player in players),
            passes=tuple(passes.count(player) for player in players),
            pieces_left=tuple(
                len(state.pieces[rack(player)]) + len(state.pieces[supply(player)]) for player in players
            ),
        )

    def draw(self, view: Mapping[str, Any], names: Sequence[str]) -> str:
        return terminal.draw(view, names)

    def read(self, text: str, view: Mapping[str, Any]) -> Action:
        return terminal.read(text, view)

    def tell(self, event: Event, names: Sequence[str]) -> str | None:
        return terminal.tell(event, names)

    def scored(self, event: Event) -> int | None:
        if event.type == "tiles_placed":
            score: int = event["score"]
            return score
        return 0 if event.type == "passed" else None

    def undone(self, event: Event) -> bool:
        return event.type == "move_taken_back"


def _chooser(character: Character, seconds: float | None) -> Chooser:
    if character.name == "strong":
        level = level_of(character, sorted(BUDGETS), LEVEL)
        return StrongChooser(replace(BUDGETS[level], seconds=seconds))
    if character.name not in CompoundItCompanion.bots:
        raise UnreadableInput(
            "bad_bot",
            f"There is no bot {quote(character.name)}. There are: {', '.join(CompoundItCompanion.bots)}.",
            input=str(character),
        )
    if character.level is not None:
        raise UnreadableInput("bad_bot", f"{character.name} has no levels.", input=str(character))
    return RandomChooser() if character.name == "random" else GreedyChooser()

"""What Valence Plus brings beyond its rules: bots, hints, figures, and how it is played in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from adjudicator.engine.bots import Companion, Hint, Measures
from adjudicator.engine.replay import replay
from adjudicator.errors import UnreadableInput, quote
from rulesets.valence_plus import terminal
from rulesets.valence_plus.bots import GreedyChooser, RandomChooser, ValencePlusBot
from rulesets.valence_plus.situation import Situation
from rulesets.valence_plus.solver import plans
from rulesets.valence_plus.state import Action, hand
from rulesets.valence_plus.strong import StrongChooser

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.engine.bots import Character
    from adjudicator.engine.events import Event
    from adjudicator.engine.replay import Record
    from rulesets.valence_plus.bots import Chooser

CHOOSERS: dict[str, type[Chooser]] = {
    "random": RandomChooser,
    "greedy": GreedyChooser,
    "strong": StrongChooser,
}


class ValencePlusCompanion(Companion[Action]):
    bots: ClassVar[Mapping[str, str]] = {
        "random": "any legal action",
        "greedy": "what scores most at once",
        "strong": "also weighs reactions, blocking, what it keeps and what it leaves on the discard pile",
    }
    notation = terminal.NOTATION

    def bot(self, character: Character, seconds: float | None = None) -> ValencePlusBot:  # noqa: ARG002
        if character.name not in CHOOSERS:
            raise UnreadableInput(
                "bad_bot",
                f"There is no bot {quote(character.name)}. There are: {', '.join(CHOOSERS)}.",
                input=str(character),
            )
        if character.level is not None or character.habits:
            raise UnreadableInput(
                "bad_bot", f"{character.name} has neither levels nor habits.", input=str(character)
            )
        return ValencePlusBot(CHOOSERS[character.name]())

    def hints(self, view: Mapping[str, Any], number: int) -> tuple[Hint[Action], ...]:
        """The sets of builds that bring most points this turn, what was built already included."""
        table = view["table"]
        if table["phase"] != "build" or table["turn"] != view["you"] or table["open_name"] is not None:
            return ()
        situation = Situation.of(view)
        allowed = {build.cards for build in situation.buildable()}
        found = [
            plan
            for plan in plans(situation.hand, situation.bank.elements(), situation.rules.builds)
            if plan.builds and all(build.cards in allowed for build in plan.builds)
        ]
        found.sort(key=lambda plan: (-plan.points, -plan.cards, len(plan.builds)))
        return tuple(
            Hint(
                situation.build(plan.builds[0], plan.builds[0].cards),
                table["built"] + plan.points,
                ", ".join(f"build {build.formula} ({build.molecule.name})" for build in plan.builds),
            )
            for plan in found[:number]
        )

    def measure(self, record: Record) -> Measures:
        """A pass is a turn in which nothing was built."""
        from rulesets.valence_plus.game import ValencePlusGame

        state = replay(ValencePlusGame(), record.events)
        turns, passes, built = [0] * len(record.players), [0] * len(record.players), False
        for event in record.events:
            if event.type == "turn_ended" and event.player is not None:
                turns[event.player] += 1
                passes[event.player] += not built
                built = False
            built = built or event.type == "molecule_built"
        return Measures(
            first=state.first,
            turns=tuple(turns),
            passes=tuple(passes),
            pieces_left=tuple(len(state.pieces[hand(player)]) for player in state.players),
        )

    def draw(self, view: Mapping[str, Any], names: Sequence[str]) -> str:
        return terminal.draw(view, names)

    def read(self, text: str, view: Mapping[str, Any]) -> Action:
        return terminal.read(text, view)

    def tell(self, event: Event, names: Sequence[str]) -> str | None:
        return terminal.tell(event, names)

    def scored(self, event: Event) -> int | None:
        if event.type != "turn_ended":
            return None
        points: int = event["points"]
        return points

    def undone(self, event: Event) -> bool:  # noqa: ARG002 - nothing is taken back in this game
        return False

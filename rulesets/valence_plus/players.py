"""Who plays Valence Plus by itself, and what is worth building."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.engine.bots import Hint
from adjudicator.errors import UnreadableInput, quote
from rulesets.valence_plus.bots import GreedyChooser, RandomChooser, ValencePlusBot
from rulesets.valence_plus.situation import Situation
from rulesets.valence_plus.solver import plans
from rulesets.valence_plus.strong import StrongChooser

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.engine.bots import Character
    from rulesets.valence_plus.bots import Chooser
    from rulesets.valence_plus.solver import Plan
    from rulesets.valence_plus.state import Action

BOTS: Mapping[str, str] = {
    "random": "any legal action",
    "greedy": "what scores most at once",
    "strong": "also weighs reactions, blocking, what it keeps and what it leaves on the discard pile",
}
LEVELLED: frozenset[str] = frozenset()
CHOOSERS: dict[str, type[Chooser]] = {
    "random": RandomChooser,
    "greedy": GreedyChooser,
    "strong": StrongChooser,
}


def bot(character: Character, seconds: float | None = None) -> ValencePlusBot:  # noqa: ARG001 - it never thinks long
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


def hints(view: Mapping[str, Any], number: int) -> tuple[Hint[Action], ...]:
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
        Hint(situation.build(plan.builds[0], plan.builds[0].cards), table["built"] + plan.points, _why(plan))
        for plan in found[:number]
    )


def _why(plan: Plan) -> str:
    builds = [f"{build.formula} ({build.molecule.name})" for build in plan.builds]
    return prose.render("valence-plus", "hint_builds", {"builds": builds})

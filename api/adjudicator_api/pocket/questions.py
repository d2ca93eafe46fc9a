"""Drawings, names, look-ups and practice on the device without the service, once the table has loaded.

Each answer is the service's. A question that is not plainly in order is left to the service, which says what
is wrong with it; so is one by a box of the device's own, because the service stores boxes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import prose, ruleset
from adjudicator.chem.drawing import MAX_SMILES_LENGTH
from adjudicator.chem.formula import MAX_LENGTH, Formula, Tiles
from adjudicator.chem.naming import MAX_NAME
from adjudicator.exercises.exercise import MAX_TEXT, Kind
from adjudicator.exercises.scheduling import Memory
from adjudicator.exercises.sets import MAX_LENGTH as MAX_LIST
from adjudicator.exercises.topics import MAX_ROUND
from adjudicator.lookup import MAX_TEXT as MAX_LOOKED_UP
from adjudicator.lookup import look_up
from adjudicator.parts import NamingRuleSet
from adjudicator_api.jobs import exercises as jobs
from adjudicator_api.jobs.drawings import draw_anew
from adjudicator_api.jobs.lookups import looked_up
from adjudicator_api.pocket.reading import filled, run, text

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_ANSWER = 10_000
MAX_GAME = 60
MAX_MEMORY = 12  # fields
MAX_TOPIC = 40
LEVELS = range(4)
COUNTS = range(1, MAX_ROUND + 1)
KINDS = frozenset(Kind)

Fields = dict[str, Any]  # of a question or an answer


def _number(given: Any, among: range) -> bool:
    return type(given) is int and given in among


def _kind(given: Any) -> bool:
    return isinstance(given, str) and given in KINDS


def draw(fields: Fields) -> str | None:
    match list(fields.items()):
        case [("smiles", smiles)] if filled(smiles, MAX_SMILES_LENGTH):
            return draw_anew(smiles)
        case [("formula", formula)] if text(formula, MAX_LENGTH):
            return draw_anew(Formula.parse(formula))
    return None


def name_cards(fields: Fields) -> Fields | None:
    """V-NAME: whether a name is right for what the cards build."""
    naming = [name for name, form in ruleset.question_forms().items() if form.names]
    rules = fields.get("rules", naming[0])
    if not fields.keys() <= {"cards", "name", "rules"} or rules not in naming:
        return None
    cards, name = fields.get("cards"), fields.get("name")
    if not run(cards) or not filled(name, MAX_NAME):
        return None
    chosen = ruleset.load_ruleset(rules)
    assert isinstance(chosen, NamingRuleSet)
    return {"is": name, **chosen.rule_on_name(Tiles.parse(cards), name).to_json()}


def look_up_substance(fields: Fields) -> Fields | None:
    if fields.keys() != {"q"} or not text(fields["q"], MAX_LOOKED_UP):
        return None
    authority = ruleset.default_authority()

    def judged(rules: str, formula: Formula) -> tuple[str, str]:
        verdict = ruleset.ask(ruleset.load_ruleset(rules), formula, {})
        return verdict.ruling.value, verdict.decisive.message

    return looked_up(look_up(fields["q"], authority), authority.label, judged)


def make_round(fields: Fields) -> Fields | None:
    language, loose = prose.spoken(), fields.get("loose", True)
    if not isinstance(loose, bool):
        return None
    if fields.keys() <= {"topic", "level", "count", "kinds", "loose"}:
        topic, level, count = fields.get("topic"), fields.get("level", 0), fields.get("count", 10)
        kinds = fields.get("kinds", [])
        if not filled(topic, MAX_TOPIC) or not _number(level, LEVELS) or not _number(count, COUNTS):
            return None
        if not isinstance(kinds, list) or not all(map(_kind, kinds)):
            return None
        return jobs.round_of(*jobs.make_and_ask(topic, level, count, "", kinds, language, loose=loose))
    if fields.keys() <= {"list", "kind", "loose"} and filled(fields.get("list"), MAX_LIST):
        kind = fields.get("kind", Kind.NAME.value)
        if _kind(kind):
            return jobs.round_of(*jobs.read_and_ask(fields["list"], kind, "", language, loose=loose))
    return None


def mark(fields: Fields) -> Fields | None:
    exercise, answer, memory = fields.get("exercise"), fields.get("answer"), fields.get("memory")
    if not fields.keys() <= {"exercise", "answer", "memory"} or not filled(exercise, MAX_TEXT):
        return None
    if not isinstance(answer, str) or len(answer) > MAX_ANSWER:
        return None
    if memory is not None:
        if not isinstance(memory, dict) or len(memory) > MAX_MEMORY:
            return None
        Memory.from_json(memory)  # refused before the answer is marked
    return jobs.remembered(jobs.mark(exercise, answer, prose.spoken()), memory)


def show_daily(fields: Fields) -> Fields | None:
    if fields.keys() != {"game"} or not filled(fields["game"], MAX_GAME):
        return None
    return jobs.daily(fields["game"], jobs.day_of(None), prose.spoken())


# None: the service answers.
ANSWERS: dict[tuple[str, str], Callable[[Fields], Fields | str | None]] = {
    ("GET", "/v1/structures.svg"): draw,
    ("POST", "/v1/valence/name"): name_cards,
    ("GET", "/v1/substances"): look_up_substance,
    ("POST", "/v1/exercises"): make_round,
    ("POST", "/v1/exercises/mark"): mark,
    ("GET", "/v1/exercises/daily"): show_daily,
}

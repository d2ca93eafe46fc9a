"""What a projector, a teacher and a pupil see of a class, as JSON has it.

The service calls `shown` and `results` with the view of the viewer, so what `CLASS.view` hides is not at hand
here: `state` is what the view says, and what it does not say is made up, never shown.

`pupils` are the nicknames by place. Whatever is said of an answer is said once its question has ended; a
pupil is told nothing of any other pupil but how often an answer was given, and on the podium the score.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Any

from adjudicator import exercises, prose
from adjudicator.chem.formula.typeset import prose_in_signs
from adjudicator.classroom.answers import answered, marked, spread_of
from adjudicator.classroom.game import CLASS, NAME
from adjudicator.classroom.nicknames import place_in_list
from adjudicator.classroom.state import TEACHER
from adjudicator.engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.classroom.state import Given, State

    Pupils = Mapping[int, str]

SHOWN = 8  # different answers in a spread; the others are counted together
ON_PODIUM = 3
HARDEST = 5
FORMULA = ("=", "+", "-", "@")  # how a cell begins that a spreadsheet would carry out
APART = re.compile("([;,\t\r\n])")  # what parts cells, in the spreadsheet of one country or another
NUMBER = re.compile(r"[+-]?\d+")


def shown(view: Mapping[str, Any], pupils: Pupils) -> dict[str, Any]:
    """The view of the engine, rendered for its viewer."""
    viewer, state = view["you"], _as_seen(view)
    if viewer is not None and viewer != TEACHER:
        return pupil(state, pupils, viewer)
    return projector(state, pupils) if viewer is None else teacher(state, pupils)


def _as_seen(view: Mapping[str, Any]) -> State:
    return CLASS.imagine(view, Rng.seeded(0))


def projector(state: State, pupils: Pupils) -> dict[str, Any]:
    """For everybody in the room."""
    over, alone = state.over, not state.together
    number = state.number if state.together and not over and state.number >= 0 else None
    closed = number is not None and state.stage == "closed" and number not in state.skipped
    return {
        "stage": "over" if over else state.stage,
        "pace": state.options.pace,
        "language": state.options.language,
        "total": state.total,
        "number": number,
        "pupils": len(pupils),
        "answered": answered(state),
        "names_shown": state.names,
        "podium_shown": state.podium,
        "question": None if number is None else _question(state, number),
        "closed": _closed(state, number) if closed and number is not None else None,
        "podium": _podium(state, pupils) if over and state.podium else None,
        "undecided": _undecided(state) if over else None,  # the podium does not count them
        "hardest": _hardest(state) if over else None,
        "nicknames": sorted(pupils.values(), key=place_in_list) if state.names and not alone else None,
    }


def teacher(state: State, pupils: Pupils) -> dict[str, Any]:
    """All that the projector shows, who can what, and what was missed."""
    return {
        **projector(state, pupils),
        "table": [
            {
                "seat": seat,
                "nickname": name,
                "score": _score(state, seat),
                "best": state.best(seat, state.ended_for(seat)),
                "asked": state.question_for(seat),
                "marks": [given and given.outcome for given in state.sheets[seat]],
            }
            for seat, name in sorted(pupils.items(), key=lambda pair: place_in_list(pair[1]))
        ],
        "questions": [_question(state, number) for number in range(state.total)],
        "answers": [_answers(state, number) for number in range(state.total)],
        "undecided": _undecided(state),
        "skipped": list(state.skipped),
        "given_to_all": list(state.given_to_all),
        "closes_itself": state.closes,
        "missed": missed(state),
        "locked": state.locked,
        "our_names": state.our_names,
    }


def waiting(view: Mapping[str, Any], nickname: str, place: int) -> dict[str, Any]:
    """For somebody in the line, who has no place yet: `view` is a spectator's."""
    shared = projector(_as_seen(view), {})
    nothing: dict[str, Any] = {"number": None, "question": None, "podium_shown": False}
    return {
        **{name: shared[name] for name in ("stage", "pace", "language", "total")},
        **nothing,
        "nickname": nickname,
        "in_line": place,
    }


def pupil(state: State, pupils: Pupils, seat: int) -> dict[str, Any]:
    """The pupil's own: what is asked, what was answered, and what came of it."""
    shared = projector(state, pupils)
    asked, sheet = state.question_for(seat), state.sheets[seat]
    ended = state.ended_for(seat)
    over = state.over
    last = _last_ended(state, seat)
    given = None if asked is None else sheet[asked]
    return {
        **{name: shared[name] for name in ("stage", "pace", "language", "total")},
        "podium_shown": state.podium,
        "nickname": pupils[seat],
        "number": asked if asked is not None else shared["number"],
        "question": None if asked is None else _question(state, asked),
        "answer": None if given is None else given.answer,
        "done": sum(one is not None for one in sheet),
        "score": _score(state, seat),
        "best": state.best(seat, ended),
        "feedback": None if last is None else _feedback(state, seat, last),
        "review": [_feedback(state, seat, number) for number in ended] if over else None,
    }


def _last_ended(state: State, seat: int) -> int | None:
    """The question that a pupil has just been told about; together only until the next one is asked."""
    if state.over or (state.together and state.stage != "closed"):
        return None
    if state.together:
        return None if state.number in state.skipped else state.number
    known = state.ended_for(seat)
    return known[-1] if known else None


def _score(state: State, seat: int) -> int:
    """Of the questions that have ended for this place."""
    return state.score(seat, state.ended_for(seat))


def _question(state: State, number: int) -> dict[str, Any]:
    text, language = state.options.exercises[number], state.options.language
    return exercises.question(exercises.exercise_from_text(text), language)


def _solution(state: State, number: int) -> dict[str, Any]:
    text, language = state.options.exercises[number], state.options.language
    return exercises.solution(exercises.exercise_from_text(text), language).to_json()


def _reason(state: State, number: int, given: Given) -> str:
    if given.decided:
        with prose.speaking(state.options.language):
            return prose.render(NAME, f"decided_{given.outcome}", {})
    return marked(state.options.exercises[number], given.answer, state.options.language).reason


def _closed(state: State, number: int) -> dict[str, Any]:
    """How the class answered, the right answer with its reason, and the commonest wrong one explained."""
    spread = spread_of(state, number)
    wrong = next((given for given, _ in spread if given.outcome == "wrong" and given.answer.strip()), None)
    answers = _answers(state, number)
    right, of = _right_of(state, number)
    return {
        "spread": answers[:SHOWN],
        "others": sum(one["count"] for one in answers[SHOWN:]),
        "right": right,
        "of": of,
        "to_all": number in state.given_to_all,
        "solution": _solution(state, number),
        "wrong": wrong and {"answer": wrong.answer, "reason": _reason(state, number, wrong)},
    }


def _answers(state: State, number: int) -> list[dict[str, Any]]:
    return [
        {"answer": given.answer, "outcome": given.outcome, "count": count, "decided": given.decided}
        for given, count in spread_of(state, number)
    ]


def _feedback(state: State, seat: int, number: int) -> dict[str, Any]:
    given = state.sheets[seat][number]
    return {
        "number": number,
        "question": _question(state, number),
        "answer": None if given is None else given.answer,
        "outcome": None if given is None else given.outcome,
        "score": state.points(seat, number) or 0,
        "to_all": number in state.given_to_all,
        "reason": "" if given is None else _reason(state, number, given),
        "solution": _solution(state, number),
    }


def _undecided(state: State) -> int:
    """The answers that count for nothing, because nobody has decided them."""
    open_ = [number for number in state.counted if number not in state.given_to_all]
    given = [one for number in open_ for one in _answers(state, number)]
    return sum(one["count"] for one in given if one["outcome"] == "unresolved")


def _podium(state: State, pupils: Pupils) -> list[dict[str, Any]]:
    """The best three scores; equal ones share their rank. Without names where they are hidden."""
    assert state.totals is not None
    scores = sorted(((state.totals[seat], name) for seat, name in pupils.items()), key=lambda one: -one[0])
    ranked = [(1 + sum(other > score for other, _ in scores), score, name) for score, name in scores]
    return [
        {"rank": rank, "score": score, "nickname": name if state.names else None}
        for rank, score, name in sorted(ranked, key=lambda one: (one[0], place_in_list(one[2])))
        if rank <= ON_PODIUM and score > 0
    ]


def _right_of(state: State, number: int) -> tuple[int, int]:
    """How many were right, of the answers that are decided."""
    given = [one for sheet in state.sheets if (one := sheet[number]) is not None and one.counts]
    return sum(one.outcome == "right" for one in given), len(given)


def _tally(state: State) -> list[tuple[int, int, int]]:
    """Of every question that has ended: its number, how many were right, how many answered."""
    shares = [(number, *_right_of(state, number)) for number in state.ended]
    return [(number, right, of) for number, right, of in shares if of]


def _hardest(state: State) -> list[dict[str, Any]]:
    """The five that fewest got right, of those that at least one pupil got wrong."""
    missed = sorted((right / of, number, right, of) for number, right, of in _tally(state) if right < of)
    return [
        {
            "number": number,
            "right": right,
            "of": of,
            "question": _question(state, number),
            "solution": _solution(state, number),
        }
        for _, number, right, of in missed[:HARDEST]
    ]


def missed(state: State) -> list[str]:
    """The exercises that pupils got wrong, the hardest first: for a worksheet, or for the next lesson."""
    wrong = sorted((right / of, number) for number, right, of in _tally(state) if right < of)
    return [state.options.exercises[number] for _, number in wrong]


def results(view: Mapping[str, Any], pupils: Pupils, words: Mapping[str, str], language: str) -> str:
    """A CSV file of the teacher's view: a pupil a line, with every answer and its mark.

    All of it is in one language, whichever the class was held in, and as spreadsheets of that language read
    it: where the decimal mark is a comma, semicolons separate. `words` are the heads, yes, no and undecided.
    """
    state, out = _as_seen(view), io.StringIO()
    with prose.speaking(language):
        mark = prose.phrase("figures", ".")
    write = csv.writer(out, delimiter=";" if mark == "," else ",", lineterminator="\r\n").writerow
    asked = [f"{number + 1}. {_in_words(state, number, language)}" for number in state.ended]
    points = [f"{number + 1}. {words['score']}" for number in state.ended]
    heads = [cell for pair in zip(asked, points, strict=True) for cell in pair]
    write([words["nickname"], words["score"], words["of"], "%", *map(_cell, heads)])
    for seat, name in sorted(pupils.items(), key=lambda pair: place_in_list(pair[1])):
        score, best = state.score(seat, state.ended), state.best(seat, state.ended)
        share = f"{100 * score / best:.1f}".replace(".", mark) if best else ""
        cells = [cell for number in state.ended for cell in _answer_cells(state, seat, number, words)]
        write([_cell(name), score, best, share, *cells])
    return out.getvalue()


def _in_words(state: State, number: int, language: str) -> str:
    """A question as a line of text."""
    question = exercises.question(exercises.exercise_from_text(state.options.exercises[number]), language)
    equation = question.get("equation")
    sides = [" + ".join(equation[side]) for side in ("reactants", "products")] if equation else []
    shown = [
        question.get("formula", ""),
        question.get("name", ""),
        " ".join(question.get("tiles", ())),
        " → ".join(sides),
        " ".join(question.get("rack", ())),
    ]
    return prose_in_signs(" ".join([question["prompt"], *filter(None, shown)]))


def _answer_cells(state: State, seat: int, number: int, words: Mapping[str, str]) -> tuple[str, str | int]:
    given, points = state.sheets[seat][number], state.points(seat, number)
    if given is None:
        return "", ""
    return _cell(words.get(given.answer, given.answer)), words[
        "undecided_answer"
    ] if points is None else points


def _cell(text: str) -> str:
    """As text, whatever a spreadsheet would make of it; a signed number is harmless.

    A file with commas may be opened where semicolons part cells, and then its quotes count for nothing.
    """
    return "".join(f"'{part}" if _is_carried_out(part.strip()) else part for part in APART.split(text))


def _is_carried_out(part: str) -> bool:
    return part.startswith(FORMULA) and not NUMBER.fullmatch(part)

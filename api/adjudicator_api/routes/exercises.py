"""/v1/exercises: topics, rounds, pasted lists, and marks. Nothing is stored.

An exercise is identified by its own text, which the client sends back: marking needs nothing else.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

from flask import Response
from pydantic import Field, StringConstraints, model_validator

from adjudicator import exercises, prose
from adjudicator.errors import UnreadableInput
from adjudicator.exercises import Kind
from adjudicator.exercises.exercise import MAX_TEXT, read_parts
from adjudicator.exercises.scheduling import Memory
from adjudicator.exercises.sets import MAX_LENGTH
from adjudicator.exercises.topics import MAX_ROUND
from adjudicator.ruleset import DEFAULT_RULES, game_of
from adjudicator_api.games.classes.models import LOOSE
from adjudicator_api.http.addresses import origin_for_others
from adjudicator_api.http.operations import Answer, Request, Resource, one_of
from adjudicator_api.jobs import exercises as jobs
from adjudicator_api.jobs import prints
from adjudicator_api.jobs.pool import work
from adjudicator_api.routes.prints import PDF, TAG, printed

if TYPE_CHECKING:
    from typing import Self

resource = Resource("exercises", __name__)

LONG = (Kind.MEND, Kind.BUILD, Kind.BALANCE, Kind.PLAY)  # a hostile one keeps the judge busy for seconds
SHORT = 1000  # characters of a list

MAX_ANSWER = 10_000  # characters; longer ones are refused, and those over 200 are marked wrong
MAX_SHEET = 6_000  # characters of a set that is printed
KindName = Literal["name", "write", "legal", "mend", "build", "charge", "balance", "play"]
assert KindName.__args__ == tuple(Kind)  # type: ignore[attr-defined]


class TopicAnswer(Answer):
    topic: str
    title: str
    about: str
    game: str | None = Field(description="Whose material it is; null for chemistry.")
    kinds: list[KindName]
    levels: list[int] = Field(description="How many exercises each level has, from the first.")


class TopicList(Answer):
    topics: list[TopicAnswer]


class RoundRequest(Request):
    """A topic, or your own list: one formula, name, run of tiles or equation per line, or CSV."""

    topic: str | None = Field(default=None, max_length=40, examples=["ions"])
    level: int = Field(default=0, ge=0, le=3, description="1 to 3; 0: all of them.")
    kinds: list[KindName] = Field(
        default_factory=list, max_length=len(Kind), description="Only these; all if empty."
    )
    count: int = Field(default=10, ge=1, le=MAX_ROUND)
    seed: str = Field(default="", max_length=64, description="The same seed gives the same round.")
    pasted: str | None = Field(
        default=None, alias="list", max_length=MAX_LENGTH, examples=["NaCl\nKBr;Bromkali\niron(III) oxide"]
    )
    kind: KindName = Field(default="name", description="Of lines of the list that do not say it.")
    rules: str = Field(default="", max_length=200, description="Of lines of the list that need a rule set.")

    loose: bool = Field(default=True, description=LOOSE)

    @model_validator(mode="after")
    def _either(self) -> Self:
        if (self.topic is None) == (self.pasted is None):
            raise one_of("topic", "list")
        return self


class Asked(Answer):
    exercise: str = Field(description="Its text, to be sent back with an answer. It may tell the answer.")
    question: dict[str, Any] = Field(
        description="What is shown, without the answer: `prompt`, `answer` (how it is answered: text, keys, "
        "yes_no, tiles, number, coefficients or play), and the material of its kind."
    )
    choices: list[str] = Field(description="Answers to choose from; empty where there are none.")


class LineFault(Answer):
    line: int
    text: str
    code: str
    message: str


class RoundAnswer(Answer):
    set: str = Field(description="The whole round as a text for an address.")
    exercises: list[Asked]
    faults: list[LineFault] = Field(description="Lines of the list that are left out, and why.")


class MarkRequest(Request):
    exercise: Annotated[str, Field(min_length=1, max_length=MAX_TEXT, examples=["name:Fe2(SO4)3"])]
    answer: str = Field(max_length=MAX_ANSWER, description="Empty: only the right answer is wanted.")
    memory: dict[str, str | int | float | None] | None = Field(
        default=None,
        max_length=12,
        description="What the last mark gave out; null: never seen.",
    )


class WorksheetQuery(Request):
    set: str = Field(
        min_length=1,
        max_length=MAX_LENGTH,
        description=f"Exercises, as `POST /v1/exercises` gives, up to {MAX_SHEET} characters.",
    )
    title: str = Field(default="", max_length=80)
    paper: Literal["A4", "Letter"] = "A4"
    ink: Literal["colour", "black"] = "colour"
    layout: Literal["sheet", "cards"] = Field(
        default="sheet",
        description="A sheet to write on, or cards to cut out with the answers on their backs.",
    )
    versions: Literal["1", "2", "3", "4"] = Field(
        default="1", description="Sheets A, B, …: the same questions in other orders."
    )
    language: Annotated[str, StringConstraints(pattern=TAG)] | None = Field(
        default=None, description="Of what is printed; the caller's if not said."
    )


class DailyQuery(Request):
    game: str = Field(max_length=60, examples=[game_of(DEFAULT_RULES)])
    day: Annotated[str, StringConstraints(pattern=r"^20[0-9]{2}-[01][0-9]-[0-3][0-9]$")] | None = Field(
        default=None, description="As 2026-11-17; today, by universal time, if not said."
    )


class DailyAnswer(Answer):
    game: str
    day: str
    exercise: str = Field(description="Its text, to be sent back with an answer. It may tell the answer.")
    question: dict[str, Any]


class SolutionAnswer(Answer):
    answer: str
    text: str
    because: str = Field(description="The reason alone; empty where `text` is all there is.")
    also: list[str] = Field(description="Other right answers, where they can be listed.")
    points: int | None


class MemoryAnswer(Answer):
    """When the exercise should be repeated and how well it is known, by FSRS, the open scheduler."""

    state: int = Field(description="1 learning, 2 review, 3 learning again.")
    step: int | None
    stability: float | None
    difficulty: float | None
    due: str = Field(description="When to ask again.")
    last: str | None = Field(description="When it was answered.")


class MarkAnswer(Answer):
    outcome: Literal["right", "wrong", "unresolved"]
    right: bool
    score: float = Field(description="0 to 1: nearer mends, better builds and plays score more.")
    code: str
    reason: str
    expected: SolutionAnswer
    read_as: str = Field(description="The answer as it was understood.")
    points: int | None = Field(description="What it scores in its game.")
    memory: MemoryAnswer = Field(description="To be kept by whoever practises, and given back next time.")


@resource.operation("GET", "/v1/exercises/topics", summary="What can be practised", answer=TopicList)
def list_topics() -> dict[str, Any]:
    """Topics of general chemistry, and those of each game."""
    return {"topics": [topic.to_json() for topic in exercises.topics().values()]}


@resource.operation(
    "POST",
    "/v1/exercises",
    summary="Make a round of exercises",
    body=RoundRequest,
    answer=RoundAnswer,
    problems=(503,),
    cost=3,
)
def make_round(body: RoundRequest) -> dict[str, Any]:
    """A round on a topic, or from a list: unreadable lines are reported with the reason, the rest is used."""
    language = prose.spoken()
    if body.pasted is not None:
        read = partial(jobs.read_and_ask, loose=body.loose)
        reading = partial(work().run, read) if _is_long(body) else read
        found, asked = reading(body.pasted, body.kind, body.rules, language)
    else:
        found, asked = jobs.make_and_ask(
            body.topic or "", body.level, body.count, body.seed, body.kinds, language, loose=body.loose
        )
    return jobs.round_of(found, asked)


def _is_long(body: RoundRequest) -> bool:
    """A short list of names, formulas and charges is read here: it is not worth starting a process."""
    pasted = body.pasted or ""
    return len(pasted) > SHORT or body.kind in LONG or any(f"{kind}:" in pasted for kind in LONG)


@resource.operation(
    "POST",
    "/v1/exercises/mark",
    summary="Mark an answer",
    body=MarkRequest,
    answer=MarkAnswer,
    problems=(503,),
    cost=2,
)
def mark_answer(body: MarkRequest) -> dict[str, Any]:
    """Marked by the judge, not by a list of answers: any name, order or play that is right counts."""
    if body.memory is not None:
        Memory.from_json(dict(body.memory))  # refused before the answer is marked
    marking = partial(work().run, jobs.mark) if read_parts(body.exercise).kind in LONG else jobs.mark
    return jobs.remembered(marking(body.exercise, body.answer, prose.spoken()), body.memory)


@resource.operation(
    "GET", "/v1/exercises/worksheet.pdf", summary="A worksheet with its answer key", query=WorksheetQuery,
    media_type=PDF, problems=(503,), cost=10,
)  # fmt: skip
def print_worksheet(query: WorksheetQuery) -> Response:
    """Sheets with room for the answers, then their keys, and a code to check answers on a phone."""
    language = prose.language_of(query.language) if query.language else prose.spoken()
    if len(query.set) > MAX_SHEET:
        said = (
            f"These exercises are too long for a worksheet: {len(query.set)} characters, up to {MAX_SHEET}."
        )
        raise UnreadableInput("worksheet_size", said, limit=MAX_SHEET)
    origin = origin_for_others() or ""
    pdf = printed(
        prints.print_sheet,
        query.set,
        query.paper,
        query.title,
        origin,
        query.ink,
        int(query.versions),
        query.layout,
        language,
    )
    answer = Response(pdf, mimetype=PDF)
    answer.headers["Content-Disposition"] = 'inline; filename="worksheet.pdf"'
    answer.headers["Content-Language"] = language
    return answer


@resource.operation(
    "GET",
    "/v1/exercises/daily",
    summary="The puzzle of a day",
    query=DailyQuery,
    answer=DailyAnswer,
    problems=(404, 503),
    cost=5,
)
def show_daily(query: DailyQuery) -> dict[str, Any]:
    """Derived from the date, so everyone gets the same one: a best play, a best build, or four clues."""
    return work().run(jobs.daily, query.game, jobs.day_of(query.day), prose.spoken())

"""The shapes of classes over HTTP."""

from __future__ import annotations

from datetime import datetime  # noqa: TC003 - pydantic reads the annotations at run time
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from adjudicator.classroom.actions import Counting  # noqa: TC001 - the same
from adjudicator.classroom.game import MORE, MOST_LETTERS, MOST_QUESTIONS, PLACES
from adjudicator.classroom.state import Pace  # noqa: TC001 - the same
from adjudicator.exercises.topics import MAX_ROUND
from adjudicator_api.games.classes.joining import LINE
from adjudicator_api.games.playing.models import Bot, Modest, Name  # noqa: TC001 - the same
from adjudicator_api.http.operations import Answer, Request, one_of

LOOSE = "Whether names that school uses loosely are right, such as copper sulfate for CuSO4."
MOST_TEXT = 60_000  # characters of a list of exercises

Text = Annotated[str, StringConstraints(min_length=1, max_length=MOST_TEXT)]
Place = Annotated[int, Field(ge=1, le=PLACES + LINE)]
Number = Annotated[int, Field(ge=0, lt=MOST_QUESTIONS)]
Outcome = Literal["right", "wrong", "unresolved"]


class NewClass(Request):
    """A list of exercises or a topic, and how fast the class goes through them."""

    exercises: Text | None = Field(
        default=None, description="One a line, as `name:NaCl`, or as `kind` says; or else a `topic`."
    )
    topic: Annotated[str, StringConstraints(max_length=40)] | None = None
    level: Annotated[int, Field(ge=0, le=3)] = Field(default=0, description="Of the topic; 0: all of them.")
    count: Annotated[int, Field(ge=1, le=MAX_ROUND)] = Field(default=10, description="Of the topic.")
    kind: Literal["name", "write", "legal", "mend", "build", "charge", "balance", "play"] = "name"
    rules: Annotated[str, StringConstraints(max_length=200)] = ""
    language: Annotated[str, StringConstraints(max_length=8)] = Field(
        default="", description="The language of questions and answers; the request's if empty."
    )
    loose: bool = Field(default=True, description=LOOSE)
    pace: Pace = "together"
    seconds: Annotated[int, Field(ge=MORE.start, le=86_400)] | None = Field(
        default=None, description="For a question; at one's own pace for all of them. Without, no clock."
    )
    days: Annotated[int, Field(ge=1, le=28)] | None = Field(
        default=None, description="For homework: how long it can be done."
    )

    @model_validator(mode="after")
    def _either(self) -> Self:
        if (self.exercises is None) == (self.topic is None):
            raise one_of("exercises", "topic")
        return self


class LeftOut(Answer):
    """A line of the list that is not an exercise, and why."""

    line: int
    text: str
    code: str
    message: str


class NewClassAnswer(Answer):
    id: str
    code: str = Field(description="For joining; valid as long as the class exists.")
    teacher_token: str = Field(description="The teacher's secret, shown once.")
    version: int
    total: int
    left_out: list[LeftOut]
    deleted_at: datetime


class JoinClass(Request):
    nickname: Name


class JoinedClass(Answer):
    id: str
    seat: int
    token: str


class ClassInvitation(Answer):
    id: str
    pace: Pace
    total: int
    language: str
    nicknames: list[str] = Field(description="Some that are not taken in this class.")
    locked: bool = Field(default=False, description="Whether nobody else can join.")
    our_names: bool = Field(default=False, description="Whether only such nicknames are taken.")


class ClassAnswer(Request):
    question: Number = Field(description="The `number` of the question that is answered.")
    answer: Annotated[str, StringConstraints(max_length=MOST_LETTERS)] = Field(
        description="Empty: I do not know."
    )


class Command(Request):
    """One thing that the teacher does, with the fields that it needs."""

    type: Literal[
        "next",
        "close",
        "skip",
        "more_time",
        "show_names",
        "show_podium",
        "lock_door",
        "our_names",
        "close_by_itself",
        "decide",
        "count",
        "undo_burst",
        "remove",
        "rename",
        "end",
    ]
    seconds: Annotated[int, Field(ge=MORE.start, lt=MORE.stop)] | None = None
    shown: bool | None = None
    on: bool | None = None
    seat: Place | None = None
    nickname: Name | None = None
    question: Number | None = Field(default=None, description="Its `number`, to decide or to count.")
    answer: Annotated[str, StringConstraints(max_length=MOST_LETTERS)] | None = Field(
        default=None, description="To decide: one of `answers`; it holds for all that say the same."
    )
    right: bool | None = Field(default=None, description="To decide; without it, as the judge says.")
    counts: Counting | None = Field(
        default=None, description="`marked`, `out`: for nobody, or `to_all`: in full for all who answered."
    )

    @model_validator(mode="after")
    def _whole(self) -> Self:
        needed = {
            "more_time": ("seconds",),
            "show_names": ("shown",),
            "show_podium": ("shown",),
            "lock_door": ("on",),
            "our_names": ("on",),
            "close_by_itself": ("on",),
            "decide": ("question", "answer"),
            "count": ("question", "counts"),
            "remove": ("seat",),
            "rename": ("seat", "nickname"),
        }.get(self.type, ())
        missing = [name for name in needed if getattr(self, name) is None]
        if missing:
            raise one_of(missing[0])
        return self

    @property
    def action(self) -> dict[str, Any]:
        """As the game reads it."""
        names = ("seconds", "shown", "on", "question", "answer", "right", "counts")
        given = {name: getattr(self, name) for name in names}
        return {"type": self.type, **{name: value for name, value in given.items() if value is not None}}


class ExerciseFields(Answer):
    """Fields that depend on the kind of exercise."""

    model_config = ConfigDict(extra="allow", frozen=True)


class Counted(Answer):
    answer: str
    outcome: Outcome
    count: int
    decided: bool = Field(description="By the teacher.")


class Explained(Answer):
    answer: str
    reason: str


class Closed(Answer):
    spread: list[Counted]
    others: int = Field(description="Answers that are not in the spread.")
    right: int = Field(description="How many were right.")
    of: int = Field(description="How many answers are decided.")
    to_all: bool = Field(description="Whether everybody who answered gets the points.")
    solution: ExerciseFields
    wrong: Explained | None


class Feedback(Answer):
    number: int
    question: ExerciseFields
    answer: str | None
    outcome: Outcome | None
    score: int
    to_all: bool = Field(description="Whether everybody who answered gets the points.")
    reason: str
    solution: ExerciseFields


class OnPodium(Answer):
    rank: int
    score: int
    nickname: str | None = Field(description="None where names are hidden.")


class Hard(Answer):
    number: int
    right: int
    of: int
    question: ExerciseFields
    solution: ExerciseFields


class Row(Answer):
    seat: int
    nickname: str
    score: int
    best: int = Field(description="The most there was; an answer that is not decided is left out.")
    asked: int | None
    marks: list[Outcome | None]
    present: bool


class AtTable(Answer):
    """Where a pupil plays while the class is at tables; without an id, sitting down assigns a seat."""

    id: str | None
    game: str
    title: str
    number: int | None


class AtTables(Answer):
    game: str
    title: str
    count: int


class Waits(Answer):
    seat: int
    nickname: str


class ClassView(Answer):
    """What the caller may know: a pupil, the teacher, or without a token the projector."""

    id: str
    version: int
    code: str | None
    viewer: Literal["projector", "teacher", "pupil"]
    seat: int | None
    stage: Literal["lobby", "open", "closed", "over"]
    pace: Pace
    language: str
    total: int
    number: int | None = Field(description="Of the question, from 0.")
    question: ExerciseFields | None
    ends_at: datetime | None
    seconds_left: float | None = Field(default=None, description="By the clock of the service.")
    deleted_at: datetime
    podium_shown: bool
    pupils: int | None = None
    answered: int | None = None
    names_shown: bool | None = None
    nicknames: list[str] | None = None
    closed: Closed | None = None
    podium: list[OnPodium] | None = None
    hardest: list[Hard] | None = None
    nickname: str | None = None
    answer: str | None = None
    done: int | None = None
    score: int | None = None
    best: int | None = None
    feedback: Feedback | None = None
    review: list[Feedback] | None = None
    table: list[Row] | None = None
    questions: list[ExerciseFields] | None = None
    answers: list[list[Counted]] | None = Field(default=None, description="All answers, by question.")
    undecided: int | None = Field(
        default=None,
        description="Answers that the teacher has to decide; at the end what the podium does not count.",
    )
    skipped: list[int] | None = Field(default=None, description="Questions that do not count.")
    given_to_all: list[int] | None = Field(
        default=None, description="Questions of which all who answered get the points."
    )
    closes_itself: bool | None = Field(
        default=None, description="Whether a question closes once every pupil of the class has answered."
    )
    missed: list[str] | None = None
    locked: bool | None = Field(default=None, description="Whether nobody else can join.")
    our_names: bool | None = Field(default=None, description="Whether who joins takes an offered nickname.")
    line: list[Waits] | None = Field(default=None, description="Who waits for a place, the first first.")
    burst: int | None = Field(default=None, description="Joins that came faster than pupils type.")
    in_line: int | None = Field(default=None, description="The caller's own place in the line, from 1.")
    at_table: AtTable | None = None
    at_tables: AtTables | None = None


class ClosedClass(Answer):
    status: Literal["closed"] = "closed"


# --- tables -------------------------------------------------------------------------------------------------


class SpreadClass(Request):
    """A game for the whole class; bots take the remaining seats."""

    game: Annotated[str, StringConstraints(max_length=64)]
    options: Modest = Field(default_factory=dict)
    players: Annotated[int, Field(ge=2, le=10)] | None = Field(
        default=None, description="At a table, bots included; four where the game allows it."
    )
    bot: Bot = "greedy"


class PauseTables(Request):
    paused: bool


class TableAnswer(Request):
    """One of those in `to_answer`."""

    action: Modest


class PupilSeat(Answer):
    """Where to play, and the token for it."""

    game: str
    title: str
    id: str
    seat: int
    token: str
    name: str


class GlancedPlayer(Answer):
    seat: int
    name: str
    kind: Literal["person", "bot", "open", "left"]
    score: int
    present: bool


class GlancedTable(Answer):
    id: str
    number: int
    game: str
    title: str
    status: Literal["waiting", "playing", "over"]
    revision: int = Field(description="Changes with everything that the board shows.")
    paused: bool
    players: list[GlancedPlayer]
    waits_for: list[int] = Field(description="Seats.")
    to_answer: list[dict[str, Any]] = Field(
        description="What the teacher may say for all who are asked about a move or a name."
    )
    winners: list[int] | None


class ClassTables(Answer):
    tables: list[GlancedTable]
    paused: bool = Field(description="Whether all running games are paused.")

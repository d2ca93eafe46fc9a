"""Long work on the device: done by a second worker, while the first one goes on answering requests.

There are no threads to wait in. A request that needs such work is aborted and says what has to be done; when
that is done it is sent again and finds the outcome. This is safe because such requests (hints, analyses,
prints) only read.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

from adjudicator import prose
from adjudicator_api.games.bots import decisions
from adjudicator_api.http.problems import Refused
from adjudicator_api.jobs import prints
from adjudicator_api.jobs.pool import WorkInPlace

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

# The modules whose work is done there, each with the archive that it needs besides those of the bots.
NEEDS = {decisions.__name__: "", prints.__name__: "print"}
FAILED = b""


@dataclass(frozen=True, slots=True)
class Task:
    language: str  # of the caller
    function: Callable[..., Any]
    arguments: tuple[Any, ...]

    def pickled(self) -> bytes:
        return pickle.dumps((self.language, self.function, self.arguments))

    @property
    def needs(self) -> str:
        return NEEDS[self.function.__module__]


class NotDoneYet(BaseException):
    """The request has to be sent again with the outcome of this task. Not an error: it is never answered."""

    def __init__(self, task: Task) -> None:
        super().__init__()
        self.task = task


class WorkBeside(WorkInPlace):
    """`breaks_off` says whether the current request may be aborted."""

    def __init__(self) -> None:
        super().__init__()
        self.breaks_off = False
        self.done: tuple[Task, bytes] | None = None  # for the current request

    def run(
        self,
        function: Callable[..., Result],
        *arguments: Any,
        seconds: float | None = None,
        client: str | None = None,
    ) -> Result:
        if not self.breaks_off or function.__module__ not in NEEDS:
            return super().run(function, *arguments, seconds=seconds, client=client)
        task = Task(prose.spoken(), function, arguments)
        if self.done is None or self.done[0] != task:  # or its subject has changed meanwhile
            raise NotDoneYet(task)
        return cast("Result", outcome_of(self.done[1]))


def outcome_of(done: bytes) -> Any:
    """What the task returned; raises what it raised."""
    if done == FAILED:
        raise Refused(503, "took_too_long", "This took too long; ask again.")
    well, outcome = pickle.loads(done)  # noqa: S301 - from a worker of the same page
    if not well:
        raise outcome
    return outcome

"""Reviewing records of games: the analysis of any record, and the views at chosen moments.

A record may come from a game played here or elsewhere. It is replayed in a separate process, like all long
work; a record that no legal game could produce is refused with the offending event.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

from flask import current_app, request
from pydantic import Field

from adjudicator_api.games.bots import decisions
from adjudicator_api.games.playing import models
from adjudicator_api.http import languages
from adjudicator_api.http.operations import Answer, Request, Resource
from adjudicator_api.jobs.pool import background, too_long, work

if TYPE_CHECKING:
    from collections.abc import Mapping

resource = Resource("records", __name__)

MAX_RECORD = 1024 * 1024
MOST_MOMENTS = 40
SECONDS = 25.0


class Moment(Request):
    version: int = Field(ge=1, description="Of the event after which it is.")
    seat: int | None = Field(ge=0, le=9, description="Whose view it is; null for a spectator's.")


class Recorded(Request):
    record: dict[str, Any] = Field(
        description="As `GET /v1/games/{id}/log` and `simulate --record` write it."
    )

    after: int = Field(0, ge=0, description="A version of the record: only the turns after it.")
    search: int | None = Field(
        None,
        ge=1,
        le=999,
        description="For how many of these turns to search for the best move; all by default.",
    )
    player: int | None = Field(
        None, ge=0, le=99, description="A seat: only its turns are searched, the others listed."
    )


class Moments(Request):
    record: dict[str, Any]
    moments: Annotated[list[Moment], Field(min_length=1, max_length=MOST_MOMENTS)]


class MomentAnswer(Answer):
    version: int
    seat: int | None
    view: dict[str, Any] | None = Field(
        description="As the game shows it: scores, table, options, seats. Between the events of one action, "
        "the view of the next moment at which a player is asked."
    )


class MomentsAnswer(Answer):
    moments: list[MomentAnswer]
    words: dict[str, str] = Field(
        default={}, description="Names in the views as the caller's language has them; none in English."
    )


def analysed(
    record: Mapping[str, Any], after: int, search: int | None, player: int | None, you: int | None = None
) -> dict[str, Any]:
    """Part by part, also where one answer is to have all of it: others take their turns between two parts."""
    asked = languages.chosen(request), current_app.extensions["config"].analysis_playouts, player, you
    late = time.monotonic() + SECONDS * background().leisure
    part: decisions.Part | None = None
    while part is None or (search is None and part.left is not None):
        if time.monotonic() > late:
            raise too_long()
        since = after if part is None or part.left is None else part.left
        following = background().run(decisions.analysis, record, since, search, *asked, seconds=SECONDS)
        part = following.joined(part)
    return part.to_json()


@resource.operation(
    "POST", "/v1/records/analysis", summary="Any record of a game, turn by turn", body=Recorded,
    answer=models.Analysis, max_body=MAX_RECORD, problems=(503,), cost=20,
)  # fmt: skip
def analyse_record(body: Recorded) -> dict[str, Any]:
    """What each player did, and the best move by what that player could see at the time.

    This takes some seconds, and for a long game more than one request may: ask for a part, then for `next`.
    """
    return analysed(body.record, body.after, body.search, body.player)


@resource.operation(
    "POST", "/v1/records/moments", summary="Views at moments of a game", body=Moments,
    answer=MomentsAnswer, max_body=MAX_RECORD, problems=(503,), cost=5,
)  # fmt: skip
def show_moments(body: Moments) -> dict[str, Any]:
    """The views of players after chosen events: the table as it was then, and what each player held."""
    wanted = [(moment.version, moment.seat) for moment in body.moments]
    return work().run(decisions.moments, body.record, languages.chosen(request), wanted, seconds=SECONDS)

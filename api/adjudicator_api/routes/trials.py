"""GET /v1/editions/{digest}/games: trial games between bots that show how an edition plays, a few at a time.

A game depends only on its number, so a client that wants fifty asks ten times, in any order, and stops when
the user leaves. Games of shipped editions are cached. They are played in a process that is killed when the
client disconnects, and one request at a time for each client.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, StringConstraints

from adjudicator.engine.agents.simulating import Plan, play_one
from adjudicator_api.http.operations import Answer, Request, Resource
from adjudicator_api.jobs.pool import background, one_at_a_time
from adjudicator_api.routes.editions import PATH, find_box, is_released

if TYPE_CHECKING:
    from adjudicator_api.jobs.verdicts import Box

resource = Resource("trials", __name__)

MOST_GAMES = 50  # games are numbered below this
AT_ONCE = 5
SECONDS = 25.0
BOTS = ("greedy", "greedy")
REMEMBERED = 200


class TrialQuery(Request):
    first: Annotated[str, StringConstraints(pattern=r"^[0-9]$|^[1-4][0-9]$")] = Field(
        default="0", description="Number of the first game, from 0."
    )
    count: Annotated[str, StringConstraints(pattern=r"^[1-5]$")] = Field(
        default="5", description=f"How many, at most {AT_ONCE}."
    )


class PlayedAnswer(Answer):
    turns: int
    score: int = Field(description="Of all players together.")
    passes: int = Field(description="Turns in which nothing was made.")
    wins: list[float] = Field(description="By seat, the first to play first; a shared win is a share.")
    left: int = Field(description="Pieces that nobody could use.")


class TrialAnswer(Answer):
    edition: str
    first: int
    played: list[PlayedAnswer]


_remembered: OrderedDict[tuple[str, int, int], list[dict[str, Any]]] = OrderedDict()


@resource.operation(
    "GET", "/v1/editions/<edition:digest>/games", summary="How an edition plays", query=TrialQuery,
    answer=TrialAnswer, parameters=PATH, problems=(404, 409, 503), cost=5, first=find_box,
)  # fmt: skip
def try_edition(digest: str, query: TrialQuery) -> dict[str, Any]:
    """Games between two bots with this edition: their length, scores, and which seat wins.

    A game depends only on its number: the same number gives the same game every time.
    """
    box, first = find_box(digest), int(query.first)
    count = min(int(query.count), MOST_GAMES - first)
    return {"edition": box.label, "first": first, "played": _played(box, first, count)}


def _played(box: Box, first: int, count: int) -> list[dict[str, Any]]:
    key = (box.digest, first, count)
    known = _remembered.get(key)
    if known is None:
        with one_at_a_time():
            numbers = range(first, first + count)
            known = [background().run(play_trial, box.game, box.text, n, seconds=SECONDS) for n in numbers]
        if is_released(box.digest):
            _remembered[key] = known
            while len(_remembered) > REMEMBERED:
                _remembered.popitem(last=False)
    return known


def play_trial(game: str, edition: str, number: int) -> dict[str, Any]:
    """Runs in a separate process, one game at a time: others take their turns between two games.

    Seats are counted from the player who begins.
    """
    match = play_one(Plan(game, BOTS, MOST_GAMES, "trial", edition=edition), number).match
    order = [(match.first + seat) % len(BOTS) for seat in range(len(BOTS))]
    return {
        "turns": sum(match.turns),
        "score": sum(match.scores),
        "passes": sum(match.passes),
        "wins": [match.wins[entrant] for entrant in order],
        "left": sum(match.pieces_left),
    }

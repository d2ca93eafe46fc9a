"""GET /v1/editions/{digest}.pdf: a box to print. Prints are made behind everything that people wait for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from flask import Response
from pydantic import Field, StringConstraints

from adjudicator import prose
from adjudicator_api.http.operations import Request, Resource
from adjudicator_api.jobs import prints
from adjudicator_api.jobs.pool import asking, background, one_at_a_time
from adjudicator_api.routes.editions import PATH, file_name, find_box

if TYPE_CHECKING:
    from collections.abc import Callable

resource = Resource("prints", __name__)

PDF = "application/pdf"
SECONDS = 25.0
TAG = rf"^({'|'.join(prose.LANGUAGES)})(-[A-Za-z0-9]{{2,8}})*$"  # de, de-AT


class PrintQuery(Request):
    paper: Literal["A4", "Letter"] = "A4"
    tile: Literal["19", "25"] = Field(default="19", description="Side of a square tile in mm.")
    ink: Literal["colour", "black"] = Field(default="colour", description="Black: greys and patterns.")
    board: Literal["tiled", "whole"] = Field(default="tiled", description="Over several pages, or one.")
    sides: Literal["1", "2"] = Field(default="2", description="With 1 there are no backs.")
    language: Annotated[str, StringConstraints(pattern=TAG)] | None = Field(
        default=None, description="Of what is printed; the caller's if not said."
    )


@resource.operation(
    "GET", "/v1/editions/<edition:digest>.pdf", summary="A box to print", query=PrintQuery, media_type=PDF,
    parameters=PATH, problems=(404, 409, 503), cost=60, first=find_box,
)  # fmt: skip
def print_edition(digest: str, query: PrintQuery) -> Response:
    """Everything needed to play, to be printed and cut out, as `adjudicator print` makes it."""
    box = find_box(digest)
    with one_at_a_time():
        spoken = prose.language_of(query.language) if query.language else prose.spoken()
        chosen = {
            **query.model_dump(exclude={"language"}),
            "tile": int(query.tile),
            "sides": int(query.sides),
        }
        pdf = printed(prints.print_edition, box.game, box.text, chosen, spoken)
    answer = Response(pdf, mimetype=PDF)
    answer.headers["Content-Disposition"] = f'attachment; filename="{file_name(box)}.pdf"'
    answer.headers["Content-Language"] = spoken
    return answer


def printed(printing: Callable[..., bytes], *arguments: Any) -> bytes:
    """In the background, but a teacher's print is not behind the analyses of her pupils."""
    return background().run(printing, *arguments, seconds=SECONDS, client=f"{asking()} printing")

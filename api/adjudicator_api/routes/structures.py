"""GET /v1/structures.svg: the Lewis drawing of a structure, or of the best-known compound of a formula."""

from __future__ import annotations

from flask import Response, current_app

from adjudicator import prose
from adjudicator.chem.formula import Formula
from adjudicator_api.http.operations import Resource
from adjudicator_api.http.questions import StructureQuery
from adjudicator_api.http.terms import Place, move_on
from adjudicator_api.jobs.drawings import draw_anew
from adjudicator_api.jobs.pool import work

resource = Resource("structures", __name__)

SVG = "image/svg+xml"
# A drawing opened on its own may use its own styles and nothing else.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
SECONDS = 10.0  # for one drawing
COST = 4  # as many as that number of questions
MAX_KEPT = 512


class Drawings:
    """A cache of drawings, by SMILES or by formula, and by language: some are sentences."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str | Formula, str], str] = {}

    def get(self, what: str | Formula) -> str:
        # Formulas of one composition are equal, and OCN^- is drawn otherwise than CNO^-.
        key = (prose.spoken(), what, "" if isinstance(what, str) else what.text)
        drawing = self._kept.get(key)
        if drawing is None:
            move_on()
            drawing = work().run(draw_anew, what, seconds=SECONDS)
            if len(self._kept) >= MAX_KEPT:
                self._kept.clear()
            self._kept[key] = drawing
        return drawing


@resource.operation(
    "GET",
    "/v1/structures.svg",
    summary="Draw a structure",
    query=StructureQuery,
    media_type=SVG,
    problems=(503,),
    place=Place.LOOP,
    cost=COST,
)
def draw_structure(query: StructureQuery) -> Response:
    """By SMILES, or by formula: the best-known compound, or else any Lewis structure the atoms allow.

    Elements, ions and radicals are drawn too. Of a substance without a structure to draw, such as a salt, the
    picture is a sentence that says why; its class is `words`.
    """
    drawings: Drawings = current_app.extensions["drawings"]
    drawing = drawings.get(query.smiles or Formula.parse(query.formula))
    answer = Response(drawing, mimetype=SVG)
    answer.headers["Content-Security-Policy"] = POLICY
    answer.cache_control.public, answer.cache_control.max_age = True, 24 * 3600
    answer.vary.add("Accept-Language")  # of the sentences
    answer.vary.add("Cookie")
    return answer

"""GET /v1/structures.svg: the Lewis drawing of a structure, or of what a formula is known as."""

from __future__ import annotations

from functools import lru_cache

from flask import Response

from adjudicator.chem.drawing import DrawingError, draw
from adjudicator.chem.formula import Formula
from adjudicator.chem.lewis import NoStructure, formula_structure
from adjudicator.ruleset import default_authority
from api.layer import Resource
from api.models import StructureQuery
from api.problems import Refused

resource = Resource("structures", __name__)

SVG = "image/svg+xml"
# A drawing opened by itself may style itself, and do nothing else.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
BUSY = ("drawing_timeout", "drawing_failed")


@resource.operation(
    "GET",
    "/v1/structures.svg",
    summary="Draw a structure",
    query=StructureQuery,
    media_type=SVG,
    problems=(503,),
)
def draw_structure(query: StructureQuery) -> Response:
    """By SMILES, or by formula: the best-known compound, else any Lewis structure that the atoms admit."""
    try:
        drawing = _draw(query.smiles) if query.smiles else _draw_formula(Formula.parse(query.formula))
    except DrawingError as error:
        status = 503 if error.code in BUSY else 422
        raise Refused(status, error.code, error.message, **error.details) from None
    answer = Response(drawing, mimetype=SVG)
    answer.headers["Content-Security-Policy"] = POLICY
    answer.cache_control.public, answer.cache_control.max_age = True, 24 * 3600
    return answer


@lru_cache(512)
def _draw(smiles: str) -> str:
    return draw(smiles)


@lru_cache(512)
def _draw_formula(formula: Formula) -> str:
    known = default_authority().known(formula)
    if known is not None:
        try:
            return _draw(known.smiles)
        except DrawingError as error:
            if error.code in BUSY:
                raise
    found = formula_structure(formula)
    if isinstance(found, NoStructure):
        raise DrawingError("no_octet_structure", f"There is no octet structure to draw. {found.message}")
    return draw(found)

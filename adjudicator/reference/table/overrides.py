"""Reads overrides.toml: what a person has looked up and decided, each line with its citation."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from adjudicator.errors import AdjudicatorError
from adjudicator.reference.screening import structure_of
from adjudicator.reference.table.schema import BOILS, REJECTED, SUBLIMES

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.reference.screening import Structure

_KINDS = {"boiling": BOILS, "sublimation": SUBLIMES}
_REQUIRED = {"action", "formula", "smiles", "citation", "reason"}
_OPTIONAL = {"checked"}  # False: a second reader has not found the citation plausible yet
_ALLOWED = {
    "add": _REQUIRED | _OPTIONAL | {"name", "cas", "cid", "kelvin", "kind"},
    "reject": _REQUIRED | _OPTIONAL,
    "strike": _REQUIRED | _OPTIONAL,
    "rename": _REQUIRED | _OPTIONAL | {"name"},
    "remark": _REQUIRED | _OPTIONAL | {"remark"},
}


@dataclass(frozen=True, slots=True)
class Override:
    """`add` a compound or a datum, `reject` the data of a structure, `strike` a wrong drawing, `rename`,
    or a `remark` on what is known instead of a boiling point.
    """

    action: str
    structure: Structure
    name: str | None
    cas: int | None
    cid: int | None
    kelvin: float | None  # an `add` without it leaves the boiling point to the sources
    review: str | None
    remark: str | None  # what is known instead of a boiling point, or beside it
    citation: str
    reason: str
    checked: bool  # a second reader found the citation plausible


def read_overrides(path: Path) -> tuple[Override, ...]:
    """Every line, checked; raises AdjudicatorError with all the faults."""
    lines: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8")).get("override", [])
    faults: list[str] = []
    overrides: list[Override] = []
    for number, line in enumerate(lines, start=1):
        own = _faults(line)
        if own:
            faults += [f"override {number} ({line.get('formula', '?')}): {fault}" for fault in own]
        else:
            overrides.append(_read(line))
    if faults:
        raise AdjudicatorError("bad_overrides", "\n".join(faults), faults=faults)
    return tuple(overrides)


def _faults(line: dict[str, Any]) -> list[str]:
    action = line.get("action")
    if action not in _ALLOWED:
        return [f"action is {action!r}, not one of {', '.join(_ALLOWED)}"]
    faults = [f"{key} is missing" for key in sorted(_REQUIRED - line.keys())]
    faults += [f"{key} has no meaning here" for key in sorted(line.keys() - _ALLOWED[action])]
    if faults:
        return faults
    try:
        structure = structure_of(line["smiles"])
    except ValueError as error:
        return [str(error)]
    if structure.formula.hill != line["formula"]:
        faults.append(f"{line['smiles']} is {structure.formula.hill}")
    if ("kelvin" in line) != ("kind" in line) or line.get("kind", "boiling") not in _KINDS:
        faults.append(f"a temperature has kelvin and a kind: {' or '.join(_KINDS)}")
    if "kelvin" in line and not 1 < line["kelvin"] < 5000:
        faults.append(f"{line['kelvin']} K is no boiling point")
    if (action == "remark") != bool(line.get("remark")):
        faults.append("a remark says something")
    if len(line["citation"]) < 8:
        faults.append("the citation says too little to be looked up")
    return faults


def _read(line: dict[str, Any]) -> Override:
    review = REJECTED if line["action"] == "reject" else _KINDS.get(line.get("kind", ""))
    return Override(
        action=line["action"],
        structure=structure_of(line["smiles"]),
        name=line.get("name"),
        cas=int(line["cas"].replace("-", "")) if "cas" in line else None,
        cid=line.get("cid"),
        kelvin=line.get("kelvin"),
        review=review,
        remark=line.get("remark"),
        citation=line["citation"],
        reason=line["reason"],
        checked=line.get("checked", True),
    )

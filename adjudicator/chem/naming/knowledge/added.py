"""Names that an operator adds, because the school around the table accepts them: a file in ADJUDICATOR_NAMES.

[[name]]
formula = "NaHCO3"
names = ["bread soda"]
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.chem.formula import Formula
from adjudicator.chem.naming.knowledge.normalise import MAX_NAME
from adjudicator.errors import AdjudicatorError, UnreadableInput, quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

VARIABLE = "ADJUDICATOR_NAMES"


def added_names(env: Mapping[str, str] = os.environ) -> list[dict[str, Any]]:
    """The rows of the file, as common.toml has them; raises AdjudicatorError with all its faults."""
    path = env.get(VARIABLE, "").strip()
    if not path:
        return []
    try:
        plain = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or error
        raise AdjudicatorError("bad_names", f"{VARIABLE}: {quote(path)} cannot be read: {reason}.") from None
    rows = plain.get("name", [])
    faults = list(_faults(plain, rows))
    if faults:
        raise AdjudicatorError("bad_names", f"{VARIABLE}: {quote(path)}: {'; '.join(faults)}.", faults=faults)
    return [{"formula": row["formula"], "names": row["names"]} for row in rows]


def _faults(plain: dict[str, Any], rows: Any) -> Iterator[str]:
    if set(plain) - {"name"} or not isinstance(rows, list):
        yield "it has nothing but [[name]] tables"
        return
    for place, row in enumerate(rows, start=1):
        if not isinstance(row, dict) or set(row) != {"formula", "names"}:
            yield f"name {place} needs formula and names, and nothing else"
            continue
        try:
            Formula.parse(row["formula"] if isinstance(row["formula"], str) else "")
        except UnreadableInput as error:
            yield f"name {place}: {error.message.rstrip('.')}"
        names = row["names"]
        said = isinstance(names, list) and all(isinstance(name, str) and name.strip() for name in names)
        if not said or not names or any(len(name) > MAX_NAME for name in names):
            yield f"name {place}: names is a list of texts of at most {MAX_NAME} characters"

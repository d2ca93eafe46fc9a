"""Questions as a page puts them, read without the service; whatever is not plainly in order is left to it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, TypeGuard
from urllib.parse import parse_qs

from adjudicator.chem.formula import MAX_TILES, MAX_TILES_LENGTH
from adjudicator.errors import refuse_deep

if TYPE_CHECKING:
    from collections.abc import Iterable, Sized

_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def text(given: Any, longest: int) -> TypeGuard[str]:
    return isinstance(given, str) and len(given) <= longest


def filled(given: Any, longest: int) -> TypeGuard[str]:
    return text(given, longest) and given != ""


def run(given: Any) -> TypeGuard[str | list[str]]:
    """A run of tiles."""
    if isinstance(given, list):
        return len(given) <= MAX_TILES and all(isinstance(tile, str) for tile in given)
    return text(given, MAX_TILES_LENGTH)


def fields_of(body: str) -> dict[str, Any] | None:
    """The fields of a JSON object in which each comes once, without escapes for half a character."""
    twice = False

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal twice
        found = dict(pairs)
        twice = twice or len(found) < len(pairs)
        return found

    if _SURROGATE.search(body):
        return None
    try:
        refuse_deep(body)
        data = json.loads(body, object_pairs_hook=once)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) and not twice else None


def parameters_of(query: str) -> dict[str, Any] | None:
    """The parameters of an address, each of which comes once."""
    found = parse_qs(query, keep_blank_values=True)
    return {name: values[0] for name, values in found.items()} if _each_once(found.values()) else None


def _each_once(values: Iterable[Sized]) -> bool:
    return all(len(each) == 1 for each in values)

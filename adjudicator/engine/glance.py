"""A view whose parts are worked out when they are asked for.

A bot looks at a few parts of its view: to write all of them as JSON takes longer than many a choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Glance(Mapping[str, Any]):
    """Reads as the view does, which is plain JSON, part by part.

    `world` is the whole state where it was made up to think about, so that it is not read out of JSON again:
    what is hidden in it is made up as well. Of a real game it is None.
    """

    __slots__ = ("_known", "_parts", "world")

    def __init__(self, parts: Mapping[str, Callable[[], Any]], world: Any = None) -> None:
        self._parts = parts
        self._known: dict[str, Any] = {}
        self.world = world

    def __getitem__(self, name: str) -> Any:
        if name not in self._known:
            self._known[name] = self._parts[name]()
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)


def world_of(view: Mapping[str, Any]) -> Any:
    """The state that a view was made of, where that was imagined; None if all that is known is the view."""
    return view.world if isinstance(view, Glance) else None

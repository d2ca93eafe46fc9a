"""Pairing off free valences at the greatest total worth: a matching with weights on the vertices.

Because the weights sit on vertices, growing the matching by one best augmenting path at a time keeps it
best for its size; only the two ends of a path become covered, so the search needs no edge weights. Odd
rings are handled by contracting blossoms (Edmonds).
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

FREE = -1


def best_matching(
    neighbours: Sequence[Sequence[int]], worth: Sequence[int], size: int
) -> list[tuple[int, int]]:
    """Of the matchings with `size` edges (or as many as there can be) one whose vertices are worth most."""
    mate = [FREE] * len(neighbours)
    by_worth = sorted(range(len(neighbours)), key=lambda v: (-worth[v], v))
    parts = _components(neighbours)
    best_in_part: dict[int, _Path | None] = {}
    for _ in range(size):
        for part in set(parts) - best_in_part.keys():
            roots = [v for v in by_worth if mate[v] == FREE and parts[v] == part]
            best_in_part[part] = _best_path(neighbours, worth, mate, roots)
        found = [(path.worth, -part) for part, path in best_in_part.items() if path]
        if not found:
            break
        path = best_in_part.pop(-max(found)[1])
        assert path
        path.augment(mate)
    return [(v, w) for v, w in enumerate(mate) if v < w]


class _Path:
    """An augmenting path, kept as the tree it was found in."""

    __slots__ = ("end", "parent", "worth")

    def __init__(self, worth: int, end: int, parent: list[int]) -> None:
        self.worth = worth
        self.end = end
        self.parent = parent

    def augment(self, mate: list[int]) -> None:
        v = self.end
        while v != FREE:
            before = self.parent[v]
            after = mate[before]
            mate[v], mate[before] = before, v
            v = after


def _components(neighbours: Sequence[Sequence[int]]) -> list[int]:
    part = [FREE] * len(neighbours)
    for start in range(len(neighbours)):
        if part[start] != FREE:
            continue
        part[start] = start
        open_vertices = [start]
        while open_vertices:
            for w in neighbours[open_vertices.pop()]:
                if part[w] == FREE:
                    part[w] = start
                    open_vertices.append(w)
    return part


def _best_path(
    neighbours: Sequence[Sequence[int]], worth: Sequence[int], mate: Sequence[int], roots: Sequence[int]
) -> _Path | None:
    """The augmenting path whose two ends are worth most; `roots` are the free vertices, best first."""
    best: _Path | None = None
    for k, root in enumerate(roots[:-1]):
        # Pairs with an earlier root were seen from that root, so the next root is the best partner left.
        if best and best.worth >= worth[root] + worth[roots[k + 1]]:
            break
        tree = _Tree(neighbours, mate, root)
        end = max(tree.free_ends(), key=lambda v: (worth[v], -v), default=FREE)
        if end != FREE and (best is None or worth[root] + worth[end] > best.worth):
            best = _Path(worth[root] + worth[end], end, tree.parent)
    return best


class _Tree:
    """All alternating paths from one free vertex. Every second vertex is outer: the path goes on from it."""

    __slots__ = ("base", "mate", "neighbours", "outer", "parent", "queue", "root")

    def __init__(self, neighbours: Sequence[Sequence[int]], mate: Sequence[int], root: int) -> None:
        self.neighbours = neighbours
        self.mate = mate
        self.root = root
        self.parent = [FREE] * len(mate)
        self.base = list(range(len(mate)))
        self.outer = {root}
        self.queue = deque([root])

    def free_ends(self) -> list[int]:
        """Grows the whole tree; the free vertices that it reaches."""
        ends: list[int] = []
        parent, mate = self.parent, self.mate
        while self.queue:
            v = self.queue.popleft()
            for w in self.neighbours[v]:
                partner = mate[w]
                if self.base[v] == self.base[w] or partner == v:
                    continue
                if w == self.root or (partner != FREE and parent[partner] != FREE):
                    self._contract(v, w)
                elif parent[w] == FREE:
                    parent[w] = v
                    if partner == FREE:
                        ends.append(w)
                    else:
                        self.outer.add(partner)
                        self.queue.append(partner)
        return ends

    def _contract(self, v: int, w: int) -> None:
        """Makes one vertex of the odd ring that the edge v-w closes: all of the ring is then outer."""
        stem = self._common_base(v, w)
        ring: set[int] = set()
        for at, below in ((v, w), (w, v)):
            ring |= self._climb(at, below, stem)
        for u, base in enumerate(self.base):
            if base in ring:
                self.base[u] = stem
                if u not in self.outer:
                    self.outer.add(u)
                    self.queue.append(u)

    def _climb(self, at: int, below: int, stem: int) -> set[int]:
        """Up one side of the ring to its stem, noting for each vertex the way round the other side."""
        passed: set[int] = set()
        while self.base[at] != stem:
            passed |= {self.base[at], self.base[self.mate[at]]}
            self.parent[at] = below
            below = self.mate[at]
            at = self.parent[below]
        return passed

    def _common_base(self, v: int, w: int) -> int:
        above = {at := self.base[v]}
        while self.mate[at] != FREE:
            at = self.base[self.parent[self.mate[at]]]
            above.add(at)
        at = self.base[w]
        while at not in above:
            at = self.base[self.parent[self.mate[at]]]
        return at

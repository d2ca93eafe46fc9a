"""No module imports itself by a detour, late imports included."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

PACKAGES = ("adjudicator", "rulesets", "api", "seeds")


def circle(imports: dict[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as found:
        names: list[str] = found.args[1]
        return names
    return []


def test_no_circles_of_imports() -> None:
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=True, cache_dir=None)
    imports = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    assert len(imports) > 100
    assert circle(imports) == []


@pytest.mark.parametrize(
    ("imports", "found"),
    [({"a": {"b"}, "b": {"c"}, "c": set()}, 0), ({"a": {"b"}, "b": {"c"}, "c": {"a"}}, 4)],
)
def test_a_circle_is_found(imports: dict[str, set[str]], found: int) -> None:
    assert len(circle(imports)) == found

"""No module imports itself indirectly, not even through late imports or imports for types."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGES = ("adjudicator", "rulesets/adjudicator_rulesets", "api/adjudicator_api")


def modules() -> dict[str, Path]:
    """Every module by its name; a package is in the folder that it is installed from."""
    return {
        ".".join(path.relative_to(Path(package).parent).with_suffix("").parts).removesuffix(".__init__"): path
        for package in PACKAGES
        for path in Path(package).rglob("*.py")
    }


def imported(tree: ast.AST) -> Iterator[tuple[str, list[str]]]:
    """The module imported from, and the names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module, [alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            yield from ((alias.name, []) for alias in node.names)


def graph(known: dict[str, Path]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, path in known.items():
        pairs = imported(ast.parse(path.read_text(encoding="utf-8")))
        targets = {
            f"{source}.{item}" if f"{source}.{item}" in known else source
            for source, items in pairs
            for item in (items or [""])
        }
        found[name] = targets & set(known)
    return found


def circle(imports: dict[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as found:
        names: list[str] = found.args[1]
        return names
    return []


def test_no_circles_of_imports() -> None:
    imports = graph(modules())
    assert (
        "adjudicator.chem.naming"
        in imports["adjudicator.chem.reactions"] | imports["adjudicator_rulesets.valence_plus.judging.rules"]
    )
    assert circle(imports) == []


@pytest.mark.parametrize(
    ("imports", "found"),
    [({"a": {"b"}, "b": {"c"}, "c": set()}, 0), ({"a": {"b"}, "b": {"c"}, "c": {"a"}}, 4)],
)
def test_a_circle_is_found(imports: dict[str, set[str]], found: int) -> None:
    assert len(circle(imports)) == found

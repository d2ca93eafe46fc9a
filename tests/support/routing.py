"""Routes of an application, compiled once for all applications of a process.

Werkzeug generates a function for every route through a syntax tree, which takes 95 % of the time for creating
an application, and hundreds of tests create one each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from werkzeug.routing import Rule


@contextmanager
def routes_compiled_once() -> Iterator[None]:
    compile_builder = Rule._compile_builder
    kept: dict[Any, Callable[..., tuple[str, str]]] = {}

    def compiled(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        """The function finds converters in the rule that it is bound to; only defaults are compiled into it."""
        if rule.defaults:
            return compile_builder(rule, append_unknown)
        which = tuple(rule._trace), frozenset(rule.arguments), append_unknown
        if which not in kept:
            kept[which] = compile_builder(rule, append_unknown)
        return kept[which]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", compiled)
        yield

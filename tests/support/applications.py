"""What applications of one process share in tests: compiled routes and the processes that do long work.

Hundreds of tests create an application each. Werkzeug generates a function for every route through a syntax tree,
which takes 95 % of the time for creating one; the first answer of a new process takes a third of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from werkzeug.routing import Rule

from adjudicator_api import app
from adjudicator_api.config import Config
from adjudicator_api.jobs.pool import Work, work_for


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


@contextmanager
def processes_passed_on() -> Iterator[None]:
    """The next application takes the idle processes of the one before."""
    kept: dict[bool, list[Any]] = {False: [], True: []}

    def sharing(config: Config, processes: int) -> Work:
        made = work_for(config, processes)
        for one in (made, made.background):
            one._idle = kept[one._behind]
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "work_for", sharing)
        yield
    for process in kept[False] + kept[True]:
        process.end()

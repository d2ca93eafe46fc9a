"""Parts that a device fetches when something first needs them: the table of compounds and RDKit.

There are no threads to wait in. Whatever needs a part that is missing is broken off; the worker fetches the
part and asks again. A request that changes something is safe, because its transaction is rolled back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from adjudicator import ruleset
from adjudicator.chem import toolkit
from adjudicator.chem.toolkit.javascript import JavaScriptToolkit
from adjudicator.reference.authority import Authority
from adjudicator.reference.table.reading import SHIPPED, CompoundTable

if TYPE_CHECKING:
    from adjudicator.chem.toolkit.javascript import Texts

TABLE, TOOLKIT = "table", "rdkit"  # as the worker calls them


class Lacking(BaseException):
    """Not an error: it is never answered, and no rule may take it for a doubt."""

    def __init__(self, part: str) -> None:
        super().__init__(part)


class _ComingToolkit:
    def __getattr__(self, name: str) -> NoReturn:
        raise Lacking(TOOLKIT)


def _open_table() -> CompoundTable:
    if not SHIPPED.is_file():
        raise Lacking(TABLE)
    return CompoundTable.open()


def begin() -> None:
    """Called before anything is asked."""
    toolkit.use(_ComingToolkit())
    ruleset.use_authority(Authority(_open_table))


def bring_toolkit(texts: Texts | None) -> None:
    """RDKit.js; None if the Python package is installed."""
    toolkit.use(None if texts is None else JavaScriptToolkit(texts))


def end() -> None:
    """The parts are those of an ordinary installation again."""
    toolkit.use(None)
    ruleset.use_authority(None)

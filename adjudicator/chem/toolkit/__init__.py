"""What is asked of RDKit, behind one small port with two adapters.

`python` asks the Python package, wherever it is installed. `javascript` asks RDKit.js, the same RDKit,
compiled for browsers: the pocket edition has no other. Nothing else in the judge imports RDKit; only deriving
the reference table does. The import is lazy: most questions need no RDKit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.chem.toolkit.port import Toolkit

_in_use: Toolkit | None = None


def toolkit() -> Toolkit:
    global _in_use  # noqa: PLW0603 - the one piece of state here
    if _in_use is None:
        from adjudicator.chem.toolkit.python import PythonToolkit

        _in_use = PythonToolkit()
    return _in_use


def use(chosen: Toolkit | None) -> None:
    """For a device whose RDKit is not the Python package; None for the Python package again."""
    global _in_use  # noqa: PLW0603 - as above
    _in_use = chosen

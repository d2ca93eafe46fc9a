"""Boxes and worksheets as PDF, in a process that can be killed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from adjudicator import exercises, prose
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.printing.press import Ink


def print_edition(game: str, edition: str, options: Mapping[str, Any], language: str) -> bytes:
    """`options` are those of `adjudicator.printing.Options`."""
    from adjudicator.printing import Options, print_box

    with prose.speaking(language):
        return print_box(game, edition, Options(**options))


def print_sheet(
    pasted: str,
    paper: str,
    title: str,
    origin: str,
    ink: Ink,
    versions: int,
    layout: str,
    language: str,
) -> bytes:
    """Raises UnreadableInput for the first line that is not an exercise."""
    from adjudicator.exercises.cards import cards
    from adjudicator.exercises.worksheets import worksheet
    from adjudicator.printing.geometry import PAPERS

    found = exercises.set_from_text(pasted)
    if found.faults:
        fault = found.faults[0]
        raise UnreadableInput(fault.code, fault.english, input=fault.text)
    link = f"{origin}/practice?set={quote(found.text, safe=':;()^·,')}" if origin else ""
    with prose.speaking(language):
        if layout == "cards":
            return cards(found.exercises, PAPERS[paper], title, ink)
        return worksheet(found.exercises, PAPERS[paper], title, link, ink, versions)

"""How facts of Ion are said in a sentence, in any language; see `adjudicator.languages.templates`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from adjudicator.languages.templates import Speech


def _picked(picks: Sequence[Sequence[str]], speech: Speech, _: str = "") -> list[str]:
    """Anna Na, Ben Cl: of those who picked something."""
    return [f"{name} {' '.join(cards)}" for name, cards in zip(speech.players, picks, strict=True) if cards]


def _sheets(sheets: Sequence[Sequence[Mapping[str, Any]]], speech: Speech, _: str = "") -> list[str]:
    """The lines of the final score, each with whose it is."""
    line = speech.words.templates["line"]
    return [
        line.render(speech.about({**each, "who": name})) or ""
        for name, lines in zip(speech.players, sheets, strict=True)
        for each in lines
    ]


FILTERS: dict[str, Callable[..., Any]] = {"picked": _picked, "sheets": _sheets}

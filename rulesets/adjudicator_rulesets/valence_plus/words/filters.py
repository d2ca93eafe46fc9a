"""How facts of Valence Plus are said in a sentence, in any language; see `languages.templates`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.languages.templates import measure
from adjudicator_rulesets.valence_plus.judging.rules import sealed_code

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.languages.templates import Speech


def _ruling_on_name(answer: str, speech: Speech, _: str = "") -> str:
    """The ruling on a name, from the codes of the event, in the language that is spoken now."""
    return prose.render("valence-plus", sealed_code(answer, speech.facts["code"]), {})


@measure
def _kind_beside(molecule: str, speech: Speech, _: str = "") -> str | None:
    """The kind of a molecule where its name does not say it: sulfur trioxide is no other kind."""
    name = speech.facts["name"]
    said = [speech.words.say(text).casefold() for text in (name or "", molecule)]
    return None if said[0] == said[1] else molecule


FILTERS: dict[str, Callable[..., Any]] = {"kind_beside": _kind_beside, "ruling_on_name": _ruling_on_name}

"""How facts of Valence Plus are said in a sentence, in any language; see `languages.templates`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator_rulesets.valence_plus.judging.rules import sealed_code

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.languages.templates import Speech


def _ruling_on_name(answer: str, speech: Speech, _: str = "") -> str:
    """The ruling on a name, from the codes of the event, in the language that is spoken now."""
    return prose.render("valence-plus", sealed_code(answer, speech.facts["code"]), {})


FILTERS: dict[str, Callable[..., Any]] = {"ruling_on_name": _ruling_on_name}

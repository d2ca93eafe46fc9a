"""How facts of Valence Plus are said in a sentence, in any language; see `languages.templates`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator_rulesets.valence_plus.words.play import said_of_name

if TYPE_CHECKING:
    from collections.abc import Callable

FILTERS: dict[str, Callable[..., Any]] = {
    "said_of_name": lambda _, speech, *__: said_of_name(speech.facts),
}

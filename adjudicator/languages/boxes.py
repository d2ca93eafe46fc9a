"""What is printed on the things of a box, as a language says it: substances, squares, texts of cards.

Editions and records have it in English. A game's words/<language>.toml has what is no name of a substance;
the sentences of a language are wrapped so that they are given the words of that language.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.verdict import Facts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from adjudicator.engine.events import Event

    Sentence = Callable[..., str]
    Telling = Callable[[str, Any, Sequence[str]], str | None]
    Say = Callable[[str], str]


HERE = Path(__file__).parent


@cache
def printed(words: Path) -> Mapping[str, str]:
    """The texts of a box by their English ones; none where a game has no such file."""
    if not words.is_file():
        return {}
    found: dict[str, str] = tomllib.loads(words.read_text(encoding="utf-8"))["box"]
    return found


def saying(words: Path, language: str) -> Say:
    """What turns a text of the box, or the name of a substance, into that language.

    Of a name and what is said of it in brackets, both: Magnesium (Erdalkalimetalle), Wasser (H2O).
    """

    def say(text: str) -> str:
        from adjudicator.chem.naming import translated

        found = printed(words).get(text)
        if found is not None:
            return found
        name, bracket, rest = text.partition(" (")
        if bracket and rest.endswith(")"):
            return f"{say(name)} ({say(rest[:-1])})"
        return translated(text, language)

    return say


def of_all_games(text: str) -> str:
    """What no single game prints, a family of elements say, in the language that is spoken."""
    language = prose.spoken()
    return text if language == prose.ENGLISH else saying(HERE / f"{language}.toml", language)(text)


def _said(value: Any, keys: Collection[str], say: Say) -> Any:
    if isinstance(value, str):
        return say(value)
    if isinstance(value, Mapping):
        return {key: _said(each, keys, say) if key in keys else each for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return tuple(_said(each, keys, say) for each in value)
    return value


def with_words(sentences: Mapping[str, Sentence], keys: Collection[str], say: Say) -> dict[str, Sentence]:
    """The sentences, given these of their facts in the words of a language."""

    def wrapped(sentence: Sentence) -> Sentence:
        @wraps(sentence)
        def tell(**params: Any) -> str:
            return sentence(**{k: _said(v, keys, say) if k in keys else v for k, v in params.items()})

        return tell

    return {code: wrapped(sentence) for code, sentence in sentences.items()}


def told_with_words(told: Mapping[str, Telling], keys: Collection[str], say: Say) -> dict[str, Telling]:
    """The same of what events say."""

    def wrapped(tell: Telling) -> Telling:
        def say_it(name: str, event: Event, names: Sequence[str]) -> str | None:
            facts = {k: _said(v, keys, say) if k in keys else v for k, v in event.facts.items()}
            return tell(name, replace(event, facts=Facts(**facts)), names)

        return say_it

    return {kind: wrapped(tell) for kind, tell in told.items()}

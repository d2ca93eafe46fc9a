"""What is printed on the things of a box, as a language says it: substances, squares, texts of cards.

Editions and records have it in English. A game's words/<language>.toml has what is no name of a substance;
the sentences of a language are wrapped so that they are given the words of that language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.verdict import Facts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from adjudicator.engine.events import Event

    Sentence = Callable[..., str]
    Telling = Callable[[str, Any, Sequence[str]], str | None]
    Say = Callable[[str], str]


HERE = Path(__file__).parent
# Where an edition, a view or an event has what is shown to people: names of things, and sentences.
NAMES = frozenset(
    [
        "name",
        "card",
        "family",
        "goal",
        "target",
        "reactors",
        "products",
        "molecule",
        "compound",
        "colour",
        "colours",
    ]
)
CITED = "cite"  # marks a line of a list that the judge looks up and no box prints
TEXTS = frozenset(["text", "chemistry", "why", "lesson", "passage", "message"])


@cache
def printed(words: Path) -> Mapping[str, str]:
    """The texts of a box by their English ones; none where a game has no such file."""
    return prose.words_at(words).get("box", {})


def saying(words: Path, language: str) -> Say:
    """What turns a text of the box, or the name of a substance, into that language.

    Of a name and what is said of it in brackets, both: Magnesium (Erdalkalimetalle), Wasser (H2O).
    """

    def say(text: str) -> str:
        found = printed(words).get(text)
        if found is not None:
            return found
        name, bracket, rest = text.partition(" (")
        if bracket and rest.endswith(")"):
            return f"{say(name)} ({say(rest[:-1])})"
        return _substance(text, language)

    return say


@lru_cache(1 << 12)
def _substance(name: str, language: str) -> str:
    """The name of a substance in that language; whatever else a box has a name for, as it is."""
    from adjudicator import ruleset
    from adjudicator.chem.naming import translated, translation

    found = translation(name, language)
    table = ruleset.default_authority().table
    if found is None and table and table.by_name(name):
        return translated(name, language)
    return found or name


def words_in(game: str, shown: Any, *, cited: bool = False) -> dict[str, str]:
    """What an edition, a view or events say to people, in the language that is spoken, by what they have.

    Nothing in English: that is what they have. `cited`: also of lists that the judge looks up: double salts.
    """
    if prose.spoken() == prose.ENGLISH:
        return {}
    texts = prose.texts_of(game, "box")
    left_out = frozenset() if cited else frozenset([CITED])
    words = {text: prose.worded(game, text) for text in _texts_in(shown, NAMES, left_out)}
    for text in _texts_in(shown, TEXTS, left_out):
        words[text] = texts.get(text) or prose.retranslated(game, text) or text
    return {text: word for text, word in words.items() if word != text}


def with_words_of(game: str, edition: dict[str, Any], *, cited: bool = False) -> dict[str, Any]:
    """An edition as it is described, with its `words` where another language than English is spoken."""
    words = words_in(game, edition, cited=cited)
    return {**edition, "words": words} if words else edition


def _texts_in(
    value: Any, keys: Collection[str], left_out: frozenset[str], *, named: bool = False
) -> Iterator[str]:
    """The texts under these keys, in the order in which they come, without records that have another."""
    if isinstance(value, str):
        if named:
            yield value
    elif isinstance(value, Mapping) and left_out.isdisjoint(value):
        for key, each in value.items():
            yield from _texts_in(each, keys, left_out, named=key in keys)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _texts_in(each, keys, left_out, named=named)


def of_all_games(text: str) -> str:
    """What no single game prints, a family of elements say, in the language that is spoken."""
    language = prose.spoken()
    return text if language == prose.ENGLISH else saying(HERE / f"{language}.toml", language)(text)


def _in_words(value: Any, keys: Collection[str], say: Say) -> Any:
    if isinstance(value, str):
        return say(value)
    if isinstance(value, Mapping):
        return {key: _in_words(each, keys, say) if key in keys else each for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return tuple(_in_words(each, keys, say) for each in value)
    return value


def with_words(sentences: Mapping[str, Sentence], keys: Collection[str], say: Say) -> dict[str, Sentence]:
    """The sentences, given these of their facts in the words of a language."""
    if not keys:
        return dict(sentences)

    def wrapped(sentence: Sentence) -> Sentence:
        @wraps(sentence)
        def tell(**params: Any) -> str:
            return sentence(**{k: _in_words(v, keys, say) if k in keys else v for k, v in params.items()})

        return tell

    return {code: wrapped(sentence) for code, sentence in sentences.items()}


def told_with_words(told: Mapping[str, Telling], keys: Collection[str], say: Say) -> dict[str, Telling]:
    """The same of what events say."""
    if not keys:
        return dict(told)

    def wrapped(tell: Telling) -> Telling:
        def say_it(name: str, event: Event, names: Sequence[str]) -> str | None:
            facts = {k: _in_words(v, keys, say) if k in keys else v for k, v in event.facts.items()}
            return tell(name, replace(event, facts=Facts(**facts)), names)

        return say_it

    return {kind: wrapped(tell) for kind, tell in told.items()}


def offers_with_words(told: Mapping[str, Telling], say: Say) -> dict[str, Telling]:
    """What all games say of offers, given the pieces in the words of a game's box."""
    offers = {kind: tell for kind, tell in told.items() if kind.startswith("offer_")}
    return told_with_words(offers, {"terms", "gives", "gets", "onward", "goods", "pieces"}, say)

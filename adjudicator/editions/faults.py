"""Faults of an edition: what is wrong, in words that other languages can follow, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Mapping

Place = tuple["str | int", ...]


class Sentence(str):
    """A sentence in English that can be said in other languages: its template, and the words in it."""

    __slots__ = ("template", "words")
    template: str
    words: dict[str, Any]

    def __reduce__(self) -> tuple[Any, ...]:  # from another process
        return _say_again, (self.template, self.words)


def say(template: str, **words: Any) -> Sentence:
    return _say_again(template, words)


def _say_again(template: str, words: dict[str, Any]) -> Sentence:
    sentence = Sentence(template.format(**words))
    sentence.template, sentence.words = template, words
    return sentence


class Fault(str):
    """What is wrong, in words, and where: the steps that lead to it from the top of the file."""

    __slots__ = ("at", "original")
    at: Place
    original: str  # as it was said first

    def __new__(cls, text: str, at: Place = ()) -> Self:
        fault = super().__new__(cls, text)
        fault.at, fault.original = at, text.original if isinstance(text, Fault) else text
        return fault

    def __reduce__(self) -> tuple[Any, ...]:  # from another process
        return Fault, (self.original, self.at)

    def by(self, sentences: Mapping[str, str]) -> str:
        """In another language, by its sentences for the English templates."""
        return _translated(self.original, sentences)

    @classmethod
    def of(cls, text: str) -> Fault:
        return text if isinstance(text, Fault) else cls(text)

    def within(self, *steps: str | int) -> Fault:
        return Fault(self, (*steps, *self.at))


def _translated(text: str, sentences: Mapping[str, str]) -> str:
    if not isinstance(text, Sentence):
        return sentences.get(text, str(text))
    words = {
        name: word.by(sentences) if isinstance(word, Fault) else word for name, word in text.words.items()
    }
    return sentences.get(text.template, text.template).format(**words)

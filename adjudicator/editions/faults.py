"""Faults of an edition: what is wrong, in words that other languages can follow, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Mapping

Place = tuple["str | int", ...]


class Said(str):
    """A sentence in English that can be said in other languages: its template, and the words in it."""

    __slots__ = ("template", "words")
    template: str
    words: dict[str, Any]

    def __reduce__(self) -> tuple[Any, ...]:  # from another process
        return _say_again, (self.template, self.words)


def say(template: str, **words: Any) -> Said:
    return _say_again(template, words)


def _say_again(template: str, words: dict[str, Any]) -> Said:
    said = Said(template.format(**words))
    said.template, said.words = template, words
    return said


class Fault(str):
    """What is wrong, in words, and where: the steps that lead to it from the top of the file."""

    __slots__ = ("at", "said")
    at: Place
    said: str  # as it was said first

    def __new__(cls, text: str, at: Place = ()) -> Self:
        fault = super().__new__(cls, text)
        fault.at, fault.said = at, text.said if isinstance(text, Fault) else text
        return fault

    def __reduce__(self) -> tuple[Any, ...]:  # from another process
        return Fault, (self.said, self.at)

    def by(self, sentences: Mapping[str, str]) -> str:
        """In another language, by its sentences for the English templates."""
        return _translated(self.said, sentences)

    @classmethod
    def of(cls, text: str) -> Fault:
        return text if isinstance(text, Fault) else cls(text)

    def within(self, *steps: str | int) -> Fault:
        return Fault(self, (*steps, *self.at))


def _translated(said: str, sentences: Mapping[str, str]) -> str:
    if not isinstance(said, Said):
        return sentences.get(said, str(said))
    words = {
        name: word.by(sentences) if isinstance(word, Fault) else word for name, word in said.words.items()
    }
    return sentences.get(said.template, said.template).format(**words)

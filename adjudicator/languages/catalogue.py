"""What a language says in a game, from its file of words: sentences, events, faults of an edition.

    [sentences]     by code, with the facts of the check; see `templates` for what a text may have
    [events]        by type, with the facts of the event and who did it
    [actions]       by type, with what the action says: where no event tells of it
    [faults]        of an edition, by the English template
    [print]         on paper, by code; [terminal], [rules] and [bots] likewise
    [box]           what an edition has in English
    [tables.X]      words for values, used as {state|of X}
    [parts]         of sentences, used as {card|part X}
    [said]          the facts of sentences and events that are told in the words of the box

What all games share is in the folder of this module. A module `filters` beside the file has the FILTERS of a
game, for what no text with gaps can say, in every language.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from adjudicator import prose
from adjudicator.languages.boxes import offers_with_words, saying, told_with_words, with_words
from adjudicator.languages.templates import Speech, Template, Words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from adjudicator.engine.events import Event

HERE = "adjudicator.languages"


class Sentence:
    """The sentence of a code: called with its facts."""

    def __init__(self, words: Words, text: str | Sequence[str]) -> None:
        self.words, self.template = words, Template(text, words.filters)
        self.constant = text if isinstance(text, str) and "{" not in text else None

    def __call__(self, **facts: Any) -> str:
        if self.constant is not None:  # half of the sentences of a verdict
            return self.constant
        return self.template.render(Speech(self.words, facts)) or ""


class Telling(Sentence):
    """The sentence of an event: called with who did it, the event, and the names of the players."""

    def __call__(self, who: str, event: Event, names: Sequence[str]) -> str | None:  # type: ignore[override]
        facts = {**event.facts, "who": who, "player": event.player}
        return self.template.render(Speech(self.words, facts, names))


class Deed(Sentence):
    """What somebody does by an action: called with what it says, and the names of the players."""

    def __call__(self, facts: Mapping[str, Any], names: Sequence[str]) -> str:  # type: ignore[override]
        return self.template.render(Speech(self.words, facts, names)) or ""


S = TypeVar("S", bound=Sentence)


@cache
def catalogue(home: str, language: str) -> Mapping[str, Any]:
    """What the language has in this home: SENTENCES, TOLD, FAULTS, and `say` for what is on the box."""
    path = prose.folder_at(home) / f"{language}.toml"
    written = prose.words_at(path)
    if not written:
        return {}
    words, said = words_of(home, language), written.get("said", {})
    sentences = _made(Sentence, words, path, "sentences")
    events = _made(Telling, words, path, "events")
    plain = home == HERE or language == prose.ENGLISH
    offers = {} if plain else offers_with_words(catalogue(HERE, language)["TOLD"], words.say)
    return {
        "SENTENCES": with_words(sentences, said.get("sentences", ()), words.say),
        "TOLD": {**offers, **told_with_words(events, said.get("events", ()), words.say)},
        "CODES": {sentence.constant: code for code, sentence in sentences.items() if sentence.constant},
        "ACTIONS": _made(Deed, words, path, "actions"),
        "FAULTS": written.get("faults", {}),
        "say": words.say,
    }


def _made(kind: type[S], words: Words, path: Path, section: str) -> dict[str, S]:
    """The sentences of a section by code; raises ValueError for one that cannot be read."""
    made = {}
    for code, text in prose.words_at(path).get(section, {}).items():
        try:
            made[code] = kind(words, text)
            made[code].template.check(words)
        except ValueError as error:
            raise ValueError(f"{path}, [{section}] {code}: {error}") from error
    return made


@cache
def words_of(home: str, language: str) -> Words:
    """The words of a home, with those that all games share."""
    path = prose.folder_at(home) / f"{language}.toml"
    own, shared = prose.words_at(path), prose.words_at(prose.HOME / f"{language}.toml")
    return Words(
        language,
        {**shared.get("tables", {}), **own.get("tables", {})},
        {**shared.get("parts", {}), **own.get("parts", {})},
        shared.get("figures", {}).get("numbers", ()),
        str if language == prose.ENGLISH else saying(path, language),
        {**_filters(HERE), **_filters(home)},
    )


def _filters(home: str) -> Mapping[str, Any]:
    name = f"{home}.filters"
    found: Mapping[str, Any] = import_module(name).FILTERS if find_spec(name) else {}
    return found

"""Names of carbon compounds between English, in which they are on record, and the other languages.

Nomenclature of carbon compounds is much the same everywhere; the endings differ. The rules of a language are
in its folder: `rules` from the English name, `back` to names that may be on record.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache

from adjudicator.chem.naming.knowledge.common import elements_by_key
from adjudicator.chem.naming.knowledge.normalise import normalise, spaced
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, WORDS, languages, vocabulary

CACHE = 1 << 12
MAX_GUESSES = 16  # of one name


@dataclass(frozen=True, slots=True, eq=False)
class _Rules:
    listed: dict[str, str]  # by the key of the English name
    out: tuple[tuple[re.Pattern[str], str], ...]
    back: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]


@cache
def _rules(language: str) -> _Rules:
    plain = tomllib.loads((WORDS / language / "organic.toml").read_text(encoding="utf-8"))
    return _Rules(
        {normalise(english): own for english, own in plain["listed"].items()},
        tuple((re.compile(old), new) for old, new in plain["rules"]),
        tuple((re.compile(old), tuple(new)) for old, new in plain["back"]),
    )


@lru_cache(CACHE)
def in_words_of(name: str, language: str) -> str:
    """A name on record, in that language."""
    if language == ENGLISH or language not in languages():
        return name
    rules = _rules(language)
    listed = rules.listed.get(normalise(name))
    if listed is not None:
        return listed
    symbol = elements_by_key().get(normalise(name))
    if symbol is not None:
        return vocabulary(language).element(symbol)
    text = name
    for old, new in rules.out:
        text = old.sub(new, text)
    return vocabulary(language).begun(text)


@lru_cache(CACHE)
def recorded_as(name: str, language: str) -> tuple[str, ...]:
    """What the name may be on record as."""
    if language == ENGLISH or language not in languages():
        return tuple({name, normalise(name)})
    rules, key = _rules(language), normalise(name, language)
    listed = [english for english, own in rules.listed.items() if normalise(own, language) == key]
    guesses = [spaced(name, language)]
    for old, several in rules.back:
        guesses = [
            guess for text in guesses for guess in dict.fromkeys(old.sub(new, text) for new in several)
        ][:MAX_GUESSES]
    return tuple(dict.fromkeys((*listed, *guesses)))

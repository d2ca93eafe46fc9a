"""Names of carbon compounds between English, in which they are on record, and the other languages.

Nomenclature of carbon compounds is much the same everywhere; the words differ. Those of a language are in its
folder: `alike` and `parts` of English names, `listed` whole names, `own` and `back` to names that may be on
record.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache

from adjudicator.chem.naming.knowledge.common import elements_by_key
from adjudicator.chem.naming.knowledge.normalise import normalise, with_places
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, WORDS, languages, vocabulary

CACHE = 1 << 12
MAX_GUESSES = 16  # of one name


_Changes = tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Rules:
    listed: dict[str, str]  # by the key of the English name
    parts: dict[str, str]  # of English names
    longest: int
    own: _Changes
    back: _Changes


@cache
def _rules(language: str) -> _Rules:
    plain = tomllib.loads((WORDS / language / "organic.toml").read_text(encoding="utf-8"))
    parts = {part: part for part in plain["alike"]} | plain["parts"]
    return _Rules(
        {normalise(english): own for english, own in plain["listed"].items()},
        parts,
        max(map(len, parts)),
        _compiled(plain["own"]),
        _compiled(plain["back"]),
    )


def _compiled(rows: list[tuple[str, list[str]]]) -> _Changes:
    return tuple((re.compile(old), tuple(new)) for old, new in rows)


@lru_cache(CACHE)
def in_words_of(name: str, language: str) -> str:
    """A name on record, in that language where its rules can write it, else as it is (C-NAME-SHOWN)."""
    if language == ENGLISH or language not in languages():
        return name
    rules = _rules(language)
    listed = rules.listed.get(normalise(name))
    if listed is not None:
        return listed
    symbol = elements_by_key().get(normalise(name))
    if symbol is not None:
        return vocabulary(language).element(symbol)
    written = _written(name[:1].lower() + name[1:] if name[1:2].islower() else name, rules)
    return name if written is None else vocabulary(language).begun(written)


# Numbers, letters for places and centres, and what stands between them.
_PLACE = re.compile(
    r"\((?:[0-9]*[RSEZ],?)+\)-|[0-9]+H(?=[-,])|[0-9]+(?!H)|[,'\[\]().:+±-]"
    r"|(?<![a-zA-Z])(?:[NOPS]|DL|[DLdlomp]|alpha|beta|gamma|delta)'*(?=[-,)])"
)
_BEFORE_NUMBER = re.compile(r" (?=[A-Z0-9(\[]|(?:tert|sec|cis|trans)-)")  # what stands apart keeps a hyphen


def _written(name: str, rules: _Rules) -> str | None:
    """The name put together of the parts it is made of; None where there is a part that we do not know."""
    ends: list[str | None] = [None] * len(name) + [""]  # what is written from each place on
    for start in range(len(name) - 1, -1, -1):
        place = _PLACE.match(name, start)
        if place and ends[place.end()] is not None:
            ends[start] = place.group() + str(ends[place.end()])
        if name[start] == " " and start > 0 and ends[start + 1] is not None:
            ends[start] = " " + str(ends[start + 1])
        for size in range(min(rules.longest, len(name) - start), 1, -1):
            part = rules.parts.get(name[start : start + size])
            rest = ends[start + size]
            if part is not None and rest is not None:
                ends[start] = part + rest
                break
    whole = ends[0]
    return whole and _BEFORE_NUMBER.sub("-", whole).replace(" ", "")


@lru_cache(CACHE)
def recorded_as(name: str, language: str) -> tuple[str, ...]:
    """What the name may be on record as."""
    if language == ENGLISH or language not in languages():
        return tuple({name, normalise(name)})
    rules, key = _rules(language), normalise(name, language)
    listed = [english for english, own in rules.listed.items() if normalise(own, language) == key]
    guesses = [with_places(name, language)]
    for old, several in (*rules.own, *rules.back):
        guesses = [
            guess for text in guesses for guess in dict.fromkeys(old.sub(new, text) for new in several)
        ][:MAX_GUESSES]
    return tuple(dict.fromkeys((name, *listed, *guesses)))


def has_word_of_its_own(name: str, language: str) -> bool:
    """Whether a word of the name is not made of the English one, as the German for acetic acid."""
    if language == ENGLISH or language not in languages():
        return False
    key = normalise(name, language)
    return any(old.search(key) for old, _ in _rules(language).own)

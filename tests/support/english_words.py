"""The words that count as English: those of our English sentences and names.

Words of fewer than three letters do not count, nor does anything that is not a word by itself: a part of a
systematic name, a symbol, a quotation, the id of a rule.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.chem.naming.knowledge.common import common
from adjudicator.chem.naming.knowledge.data import knowledge
from adjudicator.chem.naming.knowledge.vocabulary import vocabulary

FOLDERS = ("adjudicator", "rulesets", "api")
SHORTEST = 3
WORD = re.compile(r"[^\W\d_]{3,}")
EDGES = "()„“.,;:!?–…"
GAP = re.compile(r"\{[^{}]*\}")
NOT_OURS = re.compile(
    r"\{[^}]*\}|'[^']*'|\"[^\"]*\"|`[^`]*`|adjudicator [a-z ]+|pip install|true oder false|„[^“]*“|\b[CVIKM]-[A-Z-]+|CRC Handbook|CAS Common Chemistry|Chemistry Monopoly|Compounded|Valence"
)
# Endings of English names of substances that no German name has.
ENGLISH_NAME = re.compile(
    r"(?:[a-z]acid|oxide|(?<!re)ide|[a-z]ate|[a-z]ite|ine|ane|ene|[^r]one|yne|urea)\b|quin[oau]|ylidene"
)
# Words that German has as well, and names.
ALIKE = frozenset(
    (
        "acetal adjudicator airbags all alle alles also an anna argon arm art arten atom band bank base "
        "bei bio blind bob bot bots browser bytes cellulose chance chat chloride chlorophyll cleo cluster "
        "code codes computer dan datum die dies element elemente elements ende ethanol ether experiment "
        "explosion extra fast filter finger fluoride form formal gas gift gut halogen hand hat hier "
        "hotel hotspot http hunger hydrate inert internet ion ionen ions isomer isotope journal lang laptop "
        "letter lewis lies link links list listen mal man min minus minute mit moment nacht name namen "
        "negative neutral neutralisation nobel normal not note null nun ohne option orange original "
        "partner per person phase pipette plus position positive problem proton rest ring rote scan "
        "schema server servers silane smog so stand standard start still symbol tabs tag taro tat "
        "terminal test text tisch titel titration toml tor transition uhr urban vanillin version vitriol "
        "wand war warm was weg wild will wind winter wort zone"
    ).split()
)


@cache
def english_words() -> frozenset[str]:
    said = {word for text in _sentences() for word in WORD.findall(text) if word.islower()}
    return frozenset(said | words_of_names("en")) - words_of_names("de") - ALIKE


def english_in(text: str) -> list[str]:
    """The English words in a text that should be German."""
    plain = (word.strip(EDGES) for word in NOT_OURS.sub("", text).split())
    return [word for word in plain if _counts(word) and word.casefold() in english_words()]


def english_in_name(name: str) -> list[str]:
    return [*english_in(name), *ENGLISH_NAME.findall(name)]


def _counts(word: str) -> bool:
    """NaCl and HHO are symbols."""
    return len(word) >= SHORTEST and word.isalpha() and (word.islower() or word.istitle())


def words_of_names(language: str) -> frozenset[str]:
    words = vocabulary(language)
    names = [*words.elements.values()]
    names += [name for ion in knowledge().anions for name in words.anion(ion)]
    names += [name for group in knowledge().cations for name in words.cation(group)]
    names += [name for spoken in common(language).written.values() for name in spoken]
    return frozenset(word.casefold() for name in names for word in WORD.findall(name))


def _sentences() -> Iterator[str]:
    """The texts of every en.toml, and those in Python, which every de.toml has as keys."""
    for folder in FOLDERS:
        for path in Path(folder).rglob("en.toml"):
            yield from (GAP.sub("", text) for text in texts_in(_read(path)))
        for path in Path(folder).rglob("de.toml"):
            yield from (GAP.sub("", key) for key in keys_in(_read(path)) if " " in key)


def _read(path: Path) -> Any:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def keys_in(words: Any) -> Iterator[str]:
    if isinstance(words, dict):
        for key, value in words.items():
            yield key
            yield from keys_in(value)


def texts_in(words: Any) -> Iterator[str]:
    if isinstance(words, str):
        yield words
    elif isinstance(words, dict):
        for value in words.values():
            yield from texts_in(value)
    elif isinstance(words, list):
        for value in words:
            yield from texts_in(value)

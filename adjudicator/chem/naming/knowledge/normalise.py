"""Names as they are compared: case, spaces, hyphens, British or American spelling do not tell them apart."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from adjudicator import prose
from adjudicator.chem.naming.knowledge.data import ROMAN
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, vocabulary

MAX_NAME = 120  # characters
CACHE = 1 << 13

_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad"), "-")
_APOSTROPHES = dict.fromkeys(map(ord, "\u2018\u2019\u02bc\u00b4`"), "'")
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff"))
_DOTS = dict.fromkeys(map(ord, "•∙⋅*"), "·")
_CHARACTERS = {**_DASHES, **_APOSTROPHES, **_INVISIBLE, **_DOTS}

# A charge in brackets, ferrate(4-), iron(3+), is kept apart from an oxidation number: (4~), (3+) in the key.
# An oxidation number comes with or without brackets: iron(III), iron (III), iron III, iron-3, iron(+3).
# (~ii) in the key is -II.
_NUMBER = re.compile(
    r"(?<=[a-z)])[\s-]*\(\s*(?P<charge>[1-9])(?P<sign>[+~-])\s*\)"
    r"|(?<=[a-z])[\s-]*\(\s*-(?P<below>[ivx]+)\s*\)"
    r"|(?<=[a-z])[\s-]*\(\s*(?P<inside>(?:[ivx]+|\+?[1-9]\+?)(?:\s*,\s*(?:[ivx]+|\+?[1-9]\+?))*)\s*\)"
    r"|(?<=[a-z])[\s-]+(?P<bare>[ivx]+|[1-9]\+?)(?=[\s-]+(?!hydrat|wa(?:ter|sser))[a-z(])"
)
_STATE = re.compile(r"[\s]*\((?:aq|s|l|g)\)\Z")  # hydrochloric acid (aq)
_BETWEEN = re.compile(r"[\s'-]+")
_WORD = re.compile(r"[a-z]+")


def spaced(text: str, language: str = ENGLISH) -> str:
    """The name in small letters, spelled our way, its words still apart: `iron(iii) chloride`."""
    return _spaced(text[: MAX_NAME + 1], language)


def normalise(text: str, language: str = ENGLISH) -> str:
    """The key of a name: `Iron (III)  Chloride` and `iron(iii)-chloride` have one, `iron(iii)chloride`."""
    return _key(text[: MAX_NAME + 1], language)


def with_places(text: str, language: str = ENGLISH) -> str:
    """The same of a carbon compound, where a number says a place: `pentan-2-one` has no oxidation number."""
    return _fold(_plain(text[: MAX_NAME + 1]), language)


@lru_cache(CACHE)
def _spaced(text: str, language: str) -> str:
    return " ".join(_fold(_NUMBER.sub(_stock, _plain(text)), language).split())[: MAX_NAME + 1]


def _plain(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).translate(_CHARACTERS).casefold()
    plain = " ".join(prose.without_accents(plain).translate(_CHARACTERS).split()).rstrip(" .!?")
    return _STATE.sub("", plain)


@lru_cache(CACHE)
def _key(text: str, language: str) -> str:
    """Closing the gaps can bring parts of a word together (sul-phate), so it is done until nothing moves."""
    key = _BETWEEN.sub("", _spaced(text, language))
    return key if key == text else _key(key, language)


def _fold(text: str, language: str) -> str:
    for old, new in vocabulary(language).fold:
        text = text.replace(old, new)
    return text


def _stock(found: re.Match[str]) -> str:
    """Any way to write an oxidation number as (iii), a charge as (3+) or (3~)."""
    if found["sign"]:
        return f"({found['charge']}{'+' if found['sign'] == '+' else '~'})"
    if found["below"]:
        return f"(~{found['below']})"
    given = found["inside"] or found["bare"]
    parts = [part.strip().strip("+") for part in given.split(",")]
    romans = [ROMAN[int(part)].lower() if part.isdecimal() else part for part in parts]
    return f"({','.join(romans)})" + (" " if found["bare"] else "")


def words(text: str, language: str = ENGLISH) -> tuple[str, ...]:
    """The words of a name, oxidation numbers left out."""
    return tuple(_WORD.findall(re.sub(r"\((?:~?[ivx,]+|[1-9][+~])\)", " ", spaced(text, language))))

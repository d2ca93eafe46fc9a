"""How pupils are called: nicknames of ours, an element and an animal, and those that no projector shows."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import lru_cache
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from adjudicator import prose

if TYPE_CHECKING:
    from collections.abc import Collection

    from adjudicator.engine.rng import Rng

FIGURES = str.maketrans("01345789$@!|€", "oieastbgsaile")
# Letters that no accent is taken off from, as lists of names sort them.
LETTERS = str.maketrans({"ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
TRIES = 200  # at a nickname that is free
LONGEST = 24  # letters of a nickname


@lru_cache(1)
def _data() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("nicknames.toml").read_text(encoding="utf-8"))


@lru_cache(1)
def _lookalikes() -> dict[int, str]:
    return {ord(one): latin for latin, others in _data()["lookalikes"].items() for one in others}


def alike(name: str) -> str:
    """The same for names that look the same, in other widths or cases, or in Cyrillic or Greek letters."""
    return " ".join(unicodedata.normalize("NFKC", name).translate(_lookalikes()).casefold().split())


def is_reserved(name: str) -> bool:
    """Whether it would pass for the teacher."""
    return alike(name) in _data()["refused"]["reserved"]


def is_ours(name: str) -> bool:
    """Whether it is one of those that are offered, in any language."""
    return any(
        name == words["join"].join((one, two))
        for words in _data()["offered"].values()
        for one in words["elements"]
        for two in words["animals"]
    )


def offered(rng: Rng, taken: Collection[str], language: str, number: int = 3) -> list[str]:
    """Different ones that are free in the class."""
    words = _data()["offered"].get(language) or _data()["offered"][prose.ENGLISH]
    used = {alike(name) for name in taken}
    free: list[str] = []
    for _ in range(TRIES):
        first, rng = rng.below(len(words["elements"]))
        second, rng = rng.below(len(words["animals"]))
        name = words["join"].join((words["elements"][first], words["animals"][second]))
        if alike(name) not in used:
            used.add(alike(name))
            free.append(name)
        if len(free) == number:
            break
    return free


def place_in_list(name: str) -> tuple[object, ...]:
    """The key by which people find a name in a list: accents and case do not matter, numbers go by size.

    English and German lists both have it so (DIN 5007-1).
    """
    parts = re.findall(r"\d+|\D+", prose.without_accents(name.casefold().translate(LETTERS)))
    # Bob comes before Bob2, so the end of a name before all that may follow.
    return (*((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts), (-1, 0, name))


def beside(name: str, taken: Collection[str]) -> str:
    """A name for another pupil of the same name: the second Anna is "Anna B."."""
    used = {alike(other) for other in taken}
    first = re.sub(r" [A-Z]\.$", "", name)[: LONGEST - 3].rstrip()
    letters = (f"{first} {letter}." for letter in ascii_uppercase[1:])
    return next((other for other in letters if alike(other) not in used), "")


def is_fit(name: str) -> bool:
    """Whether it can be shown to a class."""
    refused = _data()["refused"]
    whole = set(refused["whole"])
    if not alike(name):
        return False  # nothing of it is seen
    if not whole.isdisjoint(re.findall(r"\d+", name)):
        return False
    for text in _readings(name):
        words = [_letters(word) for word in re.split(r"[\W_]+", text)]
        letters = _letters(text)
        if max(map(len, words), default=0) == 1:
            words.append(letters)  # s.p.e.l.l.e.d
        spellings = {other for word in words for other in _doubled(word)}
        if not whole.isdisjoint(spellings):
            return False
        if any(word in other for other in _doubled(letters) for word in refused["within"]):
            return False
    return True


def _readings(name: str) -> set[str]:
    """Without case and accents, umlauts with and without an e, figures, signs and look-alikes as letters."""
    small = unicodedata.normalize("NFKC", name).translate(_lookalikes()).casefold()
    spelled = small.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    bare = map(prose.without_accents, (small, spelled))
    return {reading for text in bare for reading in (text, text.translate(FIGURES))}


def _letters(text: str) -> str:
    return re.sub(r"[^a-z]", "", text)


def _doubled(text: str) -> set[str]:
    """As it is, with letters that are repeated written once, and with those repeated more than once."""
    return {
        text,
        re.sub(r"(.)\1+", r"\1", text),
        re.sub(r"(.)\1\1+", r"\1", text),
        re.sub(r"(.)\1\1+", r"\1\1", text),
    }

"""Slips of the pen: a word one letter away from exactly one word of chemistry.

Nitrite is a letter from nitrate and both are words, so neither is ever taken for the other; and what is a
letter from both (nitrete) is taken for neither.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product

from adjudicator.chem.naming.acids import acid_names, acids
from adjudicator.chem.naming.common import common
from adjudicator.chem.naming.data import GREEK, knowledge
from adjudicator.chem.naming.grammar import anion_words, cation_words
from adjudicator.chem.naming.normalise import spaced, words
from adjudicator.chem.naming.salts import counted

SHORTEST = 5  # letters of a word that may have a slip
MAX_WORDS = 6
MAX_SLIPS = 2
CACHE = 1 << 10


@cache
def vocabulary() -> frozenset[str]:
    found: set[str] = {"acid", "hydrogen", "ion"}
    for anion in knowledge().anions:
        found.update(word for name in anion.names for word in words(name))
    found.update(cation_words(), anion_words())
    found.update(word for formula in acids() for name in acid_names(formula) for word in words(name))
    plain = common()
    for names in (*plain.names.values(), *plain.first.values(), *plain.alloys.values()):
        found.update(word for name in names for word in words(name))
    found.update(word for name in plain.classes.values() for word in words(name))
    monatomic = [anion.name for anion in knowledge().anions if anion.monatomic]
    found.update(counted(name, n, mono=True) for name in monatomic for n in range(1, len(GREEK)))
    found.update(counted(name, n) for name in cation_words() for n in range(2, len(GREEK)))
    found.update(f"{many}hydrate" for many in GREEK[1:])
    return frozenset(found) - set(knowledge().slips)


@cache
def _one_letter_short() -> dict[str, tuple[str, ...]]:
    """Words by what is left of them when a letter is dropped."""
    found: dict[str, tuple[str, ...]] = {}
    for word in vocabulary():
        for short in _dropped(word):
            found[short] = (*found.get(short, ()), word)
    return found


def _dropped(word: str) -> set[str]:
    return {word[:i] + word[i + 1 :] for i in range(len(word))}


@lru_cache(CACHE)
def one_slip_away(word: str) -> frozenset[str]:
    """Words with one letter more, fewer or different, or two neighbouring letters swapped."""
    longer = set(_one_letter_short().get(word, ()))
    shorter = _dropped(word) & vocabulary()
    same = {w for short in _dropped(word) for w in _one_letter_short().get(short, ()) if len(w) == len(word)}
    return frozenset(longer | shorter | {w for w in same if _one_change(w, word)})


def _one_change(one: str, other: str) -> bool:
    places = [i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    if len(places) == 1:
        return True
    return (
        len(places) == 2
        and places[1] == places[0] + 1
        and one[places[0]] == other[places[1]]
        and one[places[1]] == other[places[0]]
    )


def corrected(name: str) -> tuple[str, ...]:
    """What the name may have been meant to be, every slip mended; several when a slip has two remedies."""
    text = spaced(name)
    unknown = [word for word in words(name) if word not in vocabulary()]
    if not 1 <= len(unknown) <= MAX_SLIPS or len(words(name)) > MAX_WORDS:
        return ()
    remedies = [sorted(one_slip_away(word)) if len(word) >= SHORTEST else [] for word in unknown]
    found = []
    for choice in product(*(options[:8] for options in remedies)):
        mended = text
        for word, remedy in zip(unknown, choice, strict=True):
            mended = mended.replace(word, remedy, 1)
        found.append(mended)
    return tuple(found)


def all_words_known(name: str) -> bool:
    found = words(name)
    return bool(found) and all(word in vocabulary() or word in knowledge().slips for word in found)

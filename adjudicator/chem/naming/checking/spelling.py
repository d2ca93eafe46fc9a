"""Slips of the pen: a word one letter away from exactly one word of chemistry.

Nitrite is a letter from nitrate and both are words, so neither is ever taken for the other; and what is a
letter from both (nitrete) is taken for neither.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING

from adjudicator import prose
from adjudicator.chem.elements import METALS
from adjudicator.chem.naming.families.acids import acid_names, acids
from adjudicator.chem.naming.knowledge.common import common, elements_by_key
from adjudicator.chem.naming.knowledge.data import GREEK, Cation, knowledge
from adjudicator.chem.naming.knowledge.normalise import spaced, words
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH
from adjudicator.chem.naming.knowledge.vocabulary import vocabulary as words_of
from adjudicator.chem.naming.reading.grammar import anion_words, cation_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

SHORTEST = 5  # letters of a word that may have a slip
MAX_WORDS = 6
MAX_SLIPS = 2
CACHE = 1 << 10
_ACID_ENDINGS = ("onic", "inic")  # arsonic, sulfinic: of other acids than arsenic, sulfuric
_ION = re.compile(r"(?<=\w)[- ]ion\Z", re.IGNORECASE)
_NUMERALS = re.compile(r"\([ivx,]+\)")
_GROUPS = re.compile("methyl|ethyl|propyl|butyl|phenyl|amino|imino|azo|oxo|thio")


@cache
def vocabulary(language: str = ENGLISH) -> frozenset[str]:
    """The words that names are built of by rule; only these are taken to have been meant."""
    spoken = words_of(language)
    hydrogen = spoken.phrases["with_hydrogen"].format(anion="")
    found: set[str] = {spoken.phrases["acid"], *words(hydrogen, language)}
    for anion in knowledge().anions:
        found.update(word for name in spoken.anion(anion) for word in words(name, language))
    found.update(cation_words(language), anion_words(language), elements_by_key(language))
    acidic = [name for formula in acids() for name in acid_names(formula, language=language)]
    found.update(word for name in acidic for word in words(name, language))
    monatomic = [spoken.anion(anion)[0] for anion in knowledge().anions if anion.monatomic]
    found.update(spoken.counted(name, n, mono=True) for name in monatomic for n in range(1, len(GREEK)))
    found.update(spoken.counted(name, n) for name in cation_words(language) for n in range(2, len(GREEK)))
    found.update(f"{many}{spoken.phrases['hydrate']}" for many in (*GREEK[1:], *spoken.phrases["halves"]))
    return frozenset(found) - set(spoken.slips)


@cache
def _known_words(language: str) -> frozenset[str]:
    """And every other word of chemistry that we know: none of them is a slip of another."""
    plain = common(language)
    listed = (*plain.names.values(), *plain.first.values(), *plain.alloys.values(), plain.classes.values())
    return (
        vocabulary(language)
        | {word for names in listed for name in names for word in words(name, language)}
        | words_of(language).lookalikes
    )


@cache
def _one_letter_short(language: str) -> dict[str, tuple[str, ...]]:
    """Words by what is left of them when a letter is dropped."""
    found: dict[str, tuple[str, ...]] = {}
    for word in vocabulary(language):
        for short in _dropped(word):
            found[short] = (*found.get(short, ()), word)
    return found


def _dropped(word: str) -> set[str]:
    return {word[:i] + word[i + 1 :] for i in range(len(word))}


@lru_cache(CACHE)
def one_slip_away(word: str, language: str = ENGLISH) -> frozenset[str]:
    """Words with one letter more, fewer or different, two neighbours swapped, or another ending."""
    short_words, every = _one_letter_short(language), vocabulary(language)
    telling = words_of(language).endings
    longer = set(short_words.get(word, ()))
    shorter = _dropped(word) & every
    same = {w for short in _dropped(word) for w in short_words.get(short, ()) if len(w) == len(word)}
    stem = next((word.removesuffix(ending) for ending in telling if word.endswith(ending)), None)
    endings = {stem + ending for ending in telling} & every if stem else set()
    return frozenset(longer | shorter | endings | {w for w in same if _one_change(w, word)})


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


def changes_ending(slip: str, remedy: str, language: str = ENGLISH) -> bool:
    """Carbonite for carbonate: an ending that means something else is no slip."""
    telling = words_of(language).endings
    one, other = (next((e for e in telling if word.endswith(e)), "") for word in (slip, remedy))
    acid = next((e for e in _ACID_ENDINGS if slip.endswith(e)), "")
    return bool(one and other and one != other) or (bool(acid) and not remedy.endswith(acid))


def _changes_groups(slip: str, remedy: str) -> bool:
    """Tetraethyl for tetramethyl: both are words."""
    mine = _GROUPS.findall(slip)
    return bool(mine) and mine != _GROUPS.findall(remedy)


@dataclass(frozen=True, slots=True)
class Remedy:
    name: str
    sound: bool  # False where an ending had to be changed


def unknown_words(name: str, language: str = ENGLISH) -> list[str]:
    return [word for word in words(name, language) if word not in _known_words(language)]


def _remedies(word: str, language: str) -> list[str]:
    """What a word may have been meant to be; where words are written together, a part of it may be wrong."""
    if len(word) < SHORTEST:
        return []
    found = [(word, remedy, "") for remedy in one_slip_away(word, language)]
    if words_of(language).joined:
        every = vocabulary(language)
        for place in range(SHORTEST, len(word) - 2):
            first, last = word[:place], word[place:]
            if first in every and len(last) >= SHORTEST:
                found += [(last, remedy, first) for remedy in one_slip_away(last, language)]
            if last in every:
                found += [(first, remedy, "-" + last) for remedy in one_slip_away(first, language)]
    mended: dict[str, None] = {}
    for slip, remedy, rest in found:
        if not _changes_groups(slip, remedy):
            whole = remedy + rest[1:] if rest.startswith("-") else rest + remedy
            mended[whole] = None
    return sorted(mended)


def corrected(name: str, language: str = ENGLISH) -> tuple[Remedy, ...]:
    """What the name may have been meant to be, every slip mended; several when a slip has two remedies."""
    text = spaced(name, language)
    unknown = unknown_words(name, language)
    if not 1 <= len(unknown) <= MAX_SLIPS or len(words(name, language)) > MAX_WORDS:
        return ()
    remedies = [_remedies(word, language) for word in unknown]
    kept = _with_umlauts(name, text, unknown)
    found = []
    for choice in product(*(options[:8] for options in remedies)):
        mended = kept or text
        for word, remedy in zip(unknown, choice, strict=True):
            mended = re.sub(re.escape(word), remedy, mended, count=1, flags=re.IGNORECASE)
        pairs = zip(unknown, choice, strict=True)
        mended = mended if kept else _NUMERALS.sub(lambda number: number[0].upper(), mended)
        sound = not any(changes_ending(*pair, language) for pair in pairs)
        mended = mended if kept else _as_ion(words_of(language).begun(mended), language)
        found.append(Remedy(mended, sound))
    return tuple(found)


def _as_ion(name: str, language: str) -> str:
    """With the word for ions joined as the language has it: sulfide ion, Sulfid-Ion."""
    found = _ION.search(name)
    return words_of(language).phrase("ion", name=name[: found.start()]) if found else name


def _with_umlauts(name: str, text: str, unknown: Sequence[str]) -> str:
    """The name as it was written, where it has umlauts outside of the words that nobody knows."""
    plain = unicodedata.normalize("NFC", name).strip()
    small = plain.casefold()
    return (
        plain
        if prose.without_accents(small) == text != small and all(word in small for word in unknown)
        else ""
    )


@cache
def _telling(language: str) -> re.Pattern[str]:
    """What a letter changes in names of carbon compounds: hexane and hexene, ethyl and methyl, amino and
    imino; Methan and Methen.
    """
    endings = "|".join((*words_of(language).endings, "al", "oic"))
    return re.compile(rf"m|[ai]min|(?:{endings})\b")


def is_slip(name: str, meant: str, language: str = ENGLISH) -> bool:
    """Whether a plain name of a molecule was meant: one letter off, and not one that means something else."""
    one, other = spaced(name, language), spaced(meant, language)
    if min(len(one), len(other)) <= SHORTEST or not other.replace(" ", "").isalpha():
        return False
    mine, theirs = (_telling(language).findall(text) for text in (one, other))
    if mine not in (theirs, theirs[:-1]):
        return False
    if len(one) == len(other):
        return _one_change(one, other)
    short, long = sorted((one, other), key=len)
    return short in _dropped(long)


def elements_spoken_of(name: str, language: str = ENGLISH) -> frozenset[str] | None:
    """The elements of all that the words name; None where a word is none of ours or names several things.

    A mineral beside other words has the ending of an ion: zinc chromite has no iron.
    """
    found: set[str] = set()
    spoken = _wrongly_put(name, language) or words(name, language)
    for word in spoken:
        every = {frozenset(s for s, _ in atoms) for atoms in _atoms_of(word, language)}
        if len(every) != 1 or (len(spoken) > 1 and _is_mineral(word, language)):
            return None
        found |= every.pop()
    return frozenset(found)


_MINERAL = ("ite", "it")  # chromite, Chromit


def _is_mineral(word: str, language: str) -> bool:
    formulas = common(language).formulas.get(word, ())
    metals = any(symbol in METALS for formula in formulas for symbol, _ in formula.atoms)
    return metals and word.endswith(_MINERAL) and word not in anion_words(language)


def _atoms_of(word: str, language: str) -> Iterator[tuple[tuple[str, int], ...]]:
    for meant in cation_words(language).get(word, ()):
        yield meant.kind.atoms if isinstance(meant.kind, Cation) else ((meant.symbol or "", 1),)
    yield from (anion.atoms for anion in anion_words(language).get(word, ()))
    if word in elements_by_key(language):
        yield ((elements_by_key(language)[word], 1),)
    yield from (formula.atoms for formula in common(language).formulas.get(word, ()))
    if word == words_of(language).phrases["acid"]:
        yield (("H", 1),)


def _wrongly_put(name: str, language: str) -> tuple[str, ...]:
    """The words of a name that takes one in its bare form: nitrate acid, which is nitric acid; sodium and
    chlorine in one German word, as if the element were the ion. Empty for any other name.
    """
    anions, elements = anion_words(language), elements_by_key(language)
    acid = words_of(language).phrases["acid"]
    found = words(name, language)
    if words_of(language).joined and len(found) == 1:
        pairs = [(found[0][:place], found[0][place:]) for place in range(2, len(found[0]) - 2)]
        salts = [pair for pair in pairs if _is_metal_with_nonmetal(pair, elements)]
        found = next((pair for pair in (*salts, *pairs) if pair in salts or pair[1] == acid), found)
        if found in salts:
            return found
    bare = (word in anions or elements.get(word) in knowledge().ides for word in found[:-1])
    return found if len(found) > 1 and found[-1] == acid and all(bare) else ()


def _is_metal_with_nonmetal(pair: tuple[str, str], elements: Mapping[str, str]) -> bool:
    """Of Phosphorwasserstoff and Tetrachlorkohlenstoff neither part is a metal: these are names."""
    metal, other = map(elements.get, pair)
    return metal in METALS and other in knowledge().ides and other != "H"


def puts_words_wrongly(name: str, language: str = ENGLISH) -> bool:
    """Whether a word has the wrong form for its place: sodium chlorine, ammonia chloride."""
    if _wrongly_put(name, language):
        return True
    found, spoken = words(name, language), words_of(language)
    ends = found[-1] in anion_words(language) or found[-1] == spoken.phrases["acid"]
    return len(found) > 1 and (not ends or found[0] in spoken.molecules)

"""Taking a name apart: cations with their numbers, then anions, each perhaps counted, then water.

Works on the key of a name, so words need no spaces between them: every split into known words is found.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.naming.families.complexes import complexes_at
from adjudicator.chem.naming.knowledge.common import elements_by_key
from adjudicator.chem.naming.knowledge.data import GREEK, KIS, ROMAN, Anion, Cation, Metal, knowledge
from adjudicator.chem.naming.knowledge.normalise import normalise
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_PARTS = 5  # words for ions in one name
MAX_SPLITS = 32  # of one name into words
_STOCK = re.compile(r"\((?:([ivx]+(?:,[ivx]+)*)|([1-9])\+)\)")  # for one atom its charge is its number
_CHARGE = re.compile(r"\(([1-9])~\)")
NUMERALS = {roman.lower(): number for number, roman in enumerate(ROMAN) if roman}


@dataclass(frozen=True, slots=True)
class CationWord:
    """What a word for a cation stands for: a metal, a group or (symbol) a nonmetal."""

    kind: Metal | Cation | str
    charge: int | None = None  # said by the word itself: ferrous is 2
    slip: bool = False

    @property
    def symbol(self) -> str | None:
        return (
            self.kind.symbol
            if isinstance(self.kind, Metal)
            else self.kind
            if isinstance(self.kind, str)
            else None
        )


@dataclass(frozen=True, slots=True)
class NamePart:
    """The word for one ion, with what the name says of it."""

    word: CationWord | Anion
    count: int | None = None
    stock: tuple[int, ...] = ()
    open: bool = False  # a complex whose number was left out


@dataclass(frozen=True, slots=True)
class Split:
    cations: tuple[NamePart, ...]
    anions: tuple[NamePart, ...]

    @property
    def counted(self) -> bool:
        return any(part.count is not None for part in (*self.cations, *self.anions))


@cache
def cation_words(language: str = ENGLISH) -> dict[str, tuple[CationWord, ...]]:
    """What each word may stand for; two things where a group has two charges (hydrazinium)."""
    known, spoken = knowledge(), vocabulary(language)
    symbols = {**elements_by_key(language), **spoken.element_words}
    words: dict[str, tuple[CationWord, ...]] = {
        key: (CationWord(symbol),) for key, symbol in symbols.items() if not ELEMENTS[symbol].metal
    }
    words.update({key: (CationWord(symbol, slip=True),) for key, symbol in spoken.slips.items()})
    for metal in known.metals.values():
        for key in (key for key, symbol in symbols.items() if symbol == metal.symbol):
            words[key] = (CationWord(metal, slip=key in spoken.slips),)
        for charge, name in spoken.traditional_names(metal).items():
            words[name] = (CationWord(metal, charge),)
        if spoken.with_both_charges(metal):
            words[spoken.with_both_charges(metal)] = (CationWord(metal, 0),)
    for group in known.cations:
        for key in {normalise(name, language) for name in spoken.cation(group)}:
            words[key] = (*words.get(key, ()), CationWord(group))
    return words


@cache
def anion_words(language: str = ENGLISH) -> dict[str, tuple[Anion, ...]]:
    words: dict[str, tuple[Anion, ...]] = {}
    for anion in knowledge().anions:
        for key in {normalise(name, language) for name in vocabulary(language).anion(anion)}:
            words[key] = (*words.get(key, ()), anion)
    return words


@cache
def _multipliers() -> dict[str, int]:
    found = {}
    for number in range(1, len(GREEK)):
        found[GREEK[number]] = number
        found[GREEK[number].rstrip("ao")] = number  # pentoxide, monoxide
    found.update({kis: number for number, kis in enumerate(KIS) if kis})
    return found


@cache
def _longest(language: str) -> tuple[int, int, int]:
    every = cation_words(language), anion_words(language), _multipliers()
    return tuple(max(map(len, words)) for words in every)  # type: ignore[return-value]


@cache
def _water(language: str) -> re.Pattern[str]:
    phrases = vocabulary(language).phrases
    return re.compile(
        rf"[(,·]?(?P<count>[a-z]{{0,9}}?|[1-9][0-9]?){phrases['hydrate']}\)?\Z"
        r"|·(?P<number>[1-9]?[0-9]?)h2o\Z"
        rf"|(?P<water>[1-9][0-9]?)(?:{'|'.join(phrases['water'])})\Z"
        rf"|(?:{'|'.join(phrases['water'])})\(1/(?P<ratio>[1-9][0-9]?)\)\Z"  # an addition compound (IR-5.5)
    )


def split_water(key: str, language: str = ENGLISH) -> tuple[str, Fraction | None]:
    """The name without its water, and how many to one of the salt."""
    found = _water(language).search(key)
    if found is None or not found.start():
        return key, None
    if found["water"] or found["ratio"]:
        return key[: found.start()], Fraction(found["water"] or found["ratio"])
    if found["number"] is not None:
        return key[: found.start()], Fraction(found["number"] or 1)
    count = found["count"]
    if count.isdecimal():
        return key[: found.start()], Fraction(count)
    for prefix, waters in _waters(language).items():
        if count.endswith(prefix):
            return key[: found.end("count") - len(prefix)].rstrip("(,·"), waters
    return key[: found.start("count")] + count, Fraction(1)


def salt_of_uncounted_water(key: str, language: str = ENGLISH) -> str:
    """Aluminiumchloride of aluminiumchloridehydrate, which says that there is water and not how much."""
    found = _water(language).search(key)
    count = found["count"] if found is not None else None
    if found is None or count is None or count.isdecimal() or count.endswith(tuple(_waters(language))):
        return ""
    return key[: found.start("count")] + count


@cache
def _waters(language: str) -> dict[str, Fraction]:
    """How many each prefix is; hemipenta before penta, undeca before deca."""
    halves = {prefix: Fraction(n, 2) for prefix, n in vocabulary(language).phrases["halves"].items()}
    return halves | {GREEK[number]: Fraction(number) for number in range(len(GREEK) - 1, 0, -1)}


def splits(key: str, language: str = ENGLISH) -> list[Split]:
    """Every way to read the key as cations and then anions."""
    found: list[Split] = []
    for cations, start in _cations(key, 0, 0, language):
        for anions, end in _anions(key, start, 0, language):
            if end == len(key):
                found.append(Split(cations, anions))
                if len(found) == MAX_SPLITS:
                    return found
    return found


def _cations(key: str, start: int, depth: int, language: str) -> Iterator[tuple[tuple[NamePart, ...], int]]:
    if depth == MAX_PARTS:
        return
    for count, after in _counts(key, start, language):
        for size in range(min(_longest(language)[0], len(key) - after), 1, -1):
            for word in cation_words(language).get(key[after : after + size], ()):
                stock, end = _read_stock(key, after + size)
                part = NamePart(word, count, stock)
                yield (part,), end
                for rest, last in _cations(key, end, depth + 1, language):
                    yield (part, *rest), last
    for ion, end, left_open in complexes_at(key, start, language):
        if isinstance(ion, Cation):
            yield (NamePart(CationWord(ion), open=left_open),), end


def _anions(key: str, start: int, depth: int, language: str) -> Iterator[tuple[tuple[NamePart, ...], int]]:
    if depth == MAX_PARTS:
        return
    for count, after in _counts(key, start, language):
        bracket = key.startswith("(", after)
        inside = after + bracket
        for size in range(min(_longest(language)[1], len(key) - inside), 2, -1):
            for anion in anion_words(language).get(key[inside : inside + size], ()):
                end = inside + size
                if bracket and not key.startswith(")", end):
                    continue
                charge = _CHARGE.match(key, end + bracket)
                if charge and int(charge[1]) != -anion.charge:
                    continue
                end = charge.end() if charge else end + bracket
                part = NamePart(anion, count)
                yield (part,), end
                for rest, last in _anions(key, end, depth + 1, language):
                    yield (part, *rest), last
    for ion, end, left_open in complexes_at(key, start, language):
        if isinstance(ion, Anion):
            yield (NamePart(ion, open=left_open),), end


def _counts(key: str, start: int, language: str) -> Iterator[tuple[int | None, int]]:
    """No multiplier, or each one that the key goes on with: di, tri, ..., bis, tris, ..."""
    yield None, start
    for size in range(min(_longest(language)[2], len(key) - start), 1, -1):
        number = _multipliers().get(key[start : start + size])
        if number:
            yield number, start + size


def _read_stock(key: str, start: int) -> tuple[tuple[int, ...], int]:
    found = _STOCK.match(key, start) if key.startswith("(", start) else None
    if found is None:
        return (), start
    if found[2]:
        return (int(found[2]),), found.end()
    numbers = tuple(NUMERALS.get(part, 0) for part in found[1].split(","))
    return tuple(sorted(set(numbers))), found.end()


@cache
def _halo(language: str) -> re.Pattern[str]:
    return re.compile(f"(di|tri|tetra)?({'|'.join(vocabulary(language).halogens.values())})")


@cache
def _halomethane(language: str) -> re.Pattern[str]:
    return re.compile(f"((?:{_halo(language).pattern})+){vocabulary(language).phrases['methane']}\\Z")


def halomethane(key: str, language: str = ENGLISH) -> dict[str, int] | None:
    """The atoms of dichlorodifluoromethane and its kind, hydrogen filling up to four."""
    found = _halomethane(language).fullmatch(key)
    if found is None:
        return None
    symbols = {word: symbol for symbol, word in vocabulary(language).halogens.items()}
    counts: dict[str, int] = {}
    for many, halogen in _halo(language).findall(found[1]):
        symbol = symbols[halogen]
        counts[symbol] = counts.get(symbol, 0) + (GREEK.index(many) if many else 1)
    hydrogens = 4 - sum(counts.values())
    return {"C": 1, "H": hydrogens, **counts} if hydrogens >= 0 else None

"""Wrong answers to choose from, all of them real mistakes: the wrong charge, ratio, ion, or an isomer.

Each is what a pupil writes who half knows the matter, and the judge says of each that it is wrong.
"""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from hashlib import sha256
from itertools import chain, islice, product
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator import prose
from adjudicator.chem import naming
from adjudicator.chem.elements import ELEMENTS, METALS
from adjudicator.chem.formula import Formula
from adjudicator.chem.naming.knowledge.data import knowledge
from adjudicator.errors import UnreadableInput
from adjudicator.exercises.equations import salt_of
from adjudicator.exercises.exercise import Kind
from adjudicator.exercises.names import attested, names_of
from adjudicator.exercises.questions import judge_answer, solution
from adjudicator.exercises.reasons import GREEK, is_molecule
from adjudicator.exercises.topics import topics

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from adjudicator.exercises.exercise import Exercise

WRONG = 3
LIGHT = 38  # the number of strontium: every element up to it is common
# Ions whose names and formulas are confused in class.
CONFUSED = (
    ("SO4", "SO3"), ("NO3", "NO2"), ("ClO4", "ClO3", "ClO2", "ClO"), ("PO4", "PO3"), ("CO3", "C2O4"),
    ("CrO4", "Cr2O7"), ("HCO3", "CO3"), ("HSO4", "SO4"), ("HSO3", "SO3"), ("H2PO4", "HPO4", "PO4"),
    ("NH4", "NH3"), ("BrO3", "BrO"), ("IO3", "IO"), ("SCN", "CN"), ("S2O3", "SO3", "SO4"),
)  # fmt: skip
NEAR = tomllib.loads(Path(__file__).with_name("near.toml").read_text(encoding="utf-8"))
HALF_NAMED = frozenset(
    ("N^3-", "P^3-", "N3^-", "NH2^-", "H^-", "O^2-", "OH^-", "O2^2-")
)  # of no acid that is asked
_NUMERAL = re.compile(r"\((I|II|III|IV|V|VI|VII)\)")
_NUMERALS = ("", "I", "II", "III", "IV", "V", "VI", "VII")
_WATERS = re.compile(rf"({'|'.join(GREEK[1:])})(?=hydrat)", re.IGNORECASE)
_UNIT = re.compile(r"(?P<unit>[A-Z][a-z]?|[(\[].*?[)\]])(?P<count>[0-9]*)")


def choices(exercise: Exercise, language: str) -> tuple[str, ...]:
    """The right answer among wrong ones, always in the same order; empty where there are no choices."""
    wrong: dict[str, None] = {}
    with prose.speaking(language):
        right = solution(exercise, language).answer
        for answer in _wrong(exercise, right):
            if answer != right and judge_answer(exercise, answer, language).outcome == "wrong":
                wrong[answer] = None
            if len(wrong) == WRONG:
                break
    if not wrong:
        return ()
    return tuple(sorted((right, *wrong), key=lambda one: sha256(f"{exercise.text}:{one}".encode()).digest()))


def _wrong(exercise: Exercise, right: str) -> Iterable[str]:
    if exercise.kind is Kind.LEGAL:
        return ("yes", "no")
    if exercise.kind is Kind.CHARGE and not exercise.rules:
        charge = naming.substance(exercise.material).charge
        return [prose.signed(n) for n in (-charge, charge + 1, charge - 1, -2 * charge) if n]
    if exercise.kind is Kind.WRITE:
        if right in ELEMENTS:
            return _elements_like(right)
        near = (_written_like(right, text) for text in _substances_near(naming.substance(right)))
        wrong = chain(_confused(right), _of_family(right), _miswritten(right))
        wrong = chain(near, wrong) if {"C", "H"} <= _elements(right) else chain(wrong, near)
        return filter(_is_plain, wrong)
    if exercise.kind is Kind.NAME and not exercise.rules:
        return _other_names(exercise, right)
    return ()


def _readable(text: str) -> Formula | None:
    try:
        return naming.substance(text)
    except UnreadableInput:
        return None


def _elements(text: str) -> set[str]:
    return {symbol for symbol, _ in Formula.parse(text).atoms}


def _confused(text: str) -> Iterator[str]:
    """With another ion, without brackets, with subscripts exchanged or one off, with the other sign."""
    elements = _elements(text)
    if {"C", "H"} <= elements and elements.isdisjoint(METALS):
        return
    body, hat, charge = text.partition("^")
    salt, dot, water = body.partition("·")
    tail = f"{dot}{water}{hat}{charge}"
    if water:
        yield from [f"{salt}·{other}H2O" for other in (5, 7, 2, 6) if f"{other}H2O" != water][:2]
    for ions in CONFUSED:
        for ion in ions:
            pattern = rf"(?<![A-Z]){ion}(?![0-9a-z])" if ion[0] in "HSC" else rf"{ion}(?![0-9a-z])"
            if re.search(pattern, salt):
                yield from (re.sub(pattern, other, salt, count=1) + tail for other in ions if other != ion)
    units = [(found["unit"], int(found["count"] or 1)) for found in _UNIT.finditer(salt)]
    if re.search(r"[A-Za-z]\)", salt):  # CaOH2 for Ca(OH)2
        yield salt.replace("(", "").replace(")", "") + tail
    if len(units) == 2:
        (first, n), (last, m) = units
        yield from (_joined(first, a, last, b) + tail for a, b in ((m, n), (1, 1), (n, m + 1), (n + 1, m)))
    elif len(units) > 2 and (units[0][0] in METALS or units[0][0] == "H"):
        first, n = units[0]
        rest = salt[len(first) + len(str(n) if n > 1 else "") :]
        yield from (
            f"{first}{other if other > 1 else ''}{rest}{tail}" for other in (n + 1, n - 1) if other > 0
        )
    if hat:
        yield f"{body}^{charge.translate(str.maketrans('+-', '-+'))}"
        yield f"{body}^{'2' if charge in '+-' else ''}{charge[-1]}"
        yield f"{body}^{int(charge[:-1] or 1) + 1}{charge[-1]}"


def _joined(first: str, n: int, last: str, m: int) -> str:
    """Without brackets around what is there once: CaOH, not Ca(OH)."""
    parts = [(unit.strip("()") if count == 1 else unit, count) for unit, count in ((first, n), (last, m))]
    return "".join(f"{unit}{count if count > 1 else ''}" for unit, count in parts)


def _is_plain(text: str) -> bool:
    """Whether it can be read, and nobody has to write hydrogen twice: H2HSO4."""
    return _readable(text) is not None and not re.search(r"H[0-9]*H", text)


def _of_family(text: str) -> Iterator[str]:
    """The ions, salts and acids that differ by one ion of the same family: CaO and CaH2 for Ca(OH)2."""
    if "^" in text:
        yield from _relatives(Formula.parse(text))
        return
    dry, _, water = text.partition("·")
    ions = naming.ions_of(Formula.parse(dry))
    if len(ions) != 2 or is_molecule(Formula.parse(dry)):
        return
    cation, anion = (ion for ion, _ in ions)
    tail = f"·{water}" if water else ""
    yield from (f"{_salt(naming.written(cation), other)}{tail}" for other in _relatives(anion))
    if cation.atoms != (("H", 1),):
        yield from (f"{_salt(other, naming.written(anion))}{tail}" for other in _relatives(cation))


def _salt(cation: str, anion: str) -> str:
    """As it is written; acids with COOH at the end."""
    if cation == "H^+" and anion.endswith("COO^-"):
        return f"{anion.removesuffix('^-')}H"
    return "" if cation == "H^+" and anion in HALF_NAMED else salt_of(cation, anion)


def _relatives(ion: Formula) -> Iterator[str]:
    for family in NEAR["ions"]:
        others = _beside(family, lambda text: Formula.parse(text) == ion)
        yield from (text for _, text in sorted(others, key=itemgetter(0)))


def _beside(row: Sequence[str], is_mine: Callable[[str], bool]) -> Iterator[tuple[int, str]]:
    """The others of a row, each with its distance; the order of a row decides between equal ones."""
    mine = next((at for at, text in enumerate(row) if is_mine(text)), None)
    if mine is not None:
        yield from ((abs(at - mine), text) for at, text in enumerate(row) if at != mine)


def _substances_near(formula: Formula) -> Iterator[str]:
    """The nearest of all rows first; a substance is known by its name, however it is written."""
    name = names_of(formula)[:1]
    rows = NEAR["substances"]
    found = [one for row in rows for one in _beside(row, lambda text: _taught(prose.spoken())[text] == name)]
    yield from dict.fromkeys(text for _, text in sorted(found, key=itemgetter(0)))


@lru_cache(4)
def _taught(language: str) -> Mapping[str, tuple[str, ...]]:
    """The names of the substances that are offered, in the language that is spoken."""
    assert language == prose.spoken()
    return {text: names_of(naming.substance(text))[:1] for row in NEAR["substances"] for text in row}


def _written_like(right: str, text: str) -> str:
    """As a composition where the right answer is one, so that its look tells nothing: C2H6O beside C2H6."""
    plain = all({"C", "H"} <= _elements(one) for one in (right, text)) and Formula.parse(right).hill == right
    return Formula.parse(text).hill if plain else text


def _elements_like(symbol: str) -> Iterator[str]:
    """Common elements whose symbol or name begins alike, then others, the nearest in the table first."""
    initials = {symbol[0], names_of(Formula.of({symbol: 1}))[0][0].upper()}
    mine = ELEMENTS[symbol]
    common = [one for one in ELEMENTS.values() if one.number <= LIGHT or one.symbol in _elements_taught()]
    common.sort(key=lambda one: (one.symbol[0] not in initials, abs(one.number - mine.number)))
    return (one.symbol for one in common if one is not mine)


@lru_cache(1)
def _elements_taught() -> frozenset[str]:
    texts = chain.from_iterable(level for topic in topics().values() for level in topic.texts)
    return frozenset(text.partition(":")[2].partition("~")[0] for text in texts) & ELEMENTS.keys()


def _miscounted(formula: Formula) -> Iterator[Formula]:
    """One atom more or less of each kind, where a name counts them; of a hydrocarbon those around it."""
    if [symbol for symbol, _ in formula.atoms] == ["C", "H"] and not formula.charge:
        carbon, hydrogen = (count for _, count in formula.atoms)
        for more, step in ((0, -2), (1, 2), (-1, -2), (0, 2)):
            if carbon + more and 0 < hydrogen + step <= 2 * (carbon + more) + 2:
                yield Formula.of({"C": carbon + more, "H": hydrogen + step})
        return
    if len(formula.atoms) == 2 and not formula.charge and METALS.isdisjoint(dict(formula.atoms)):
        counts = dict(formula.atoms)
        for symbol, step in product(reversed(counts), (1, -1)):
            if counts[symbol] + step:
                yield Formula.of({**counts, symbol: counts[symbol] + step})


def _miswritten(text: str) -> Iterator[str]:
    formula = Formula.parse(text)
    if text == naming.written(formula):  # a composition, not a condensed formula
        yield from map(naming.written, _miscounted(formula))


def _other_numbers(formula: Formula, right: str) -> Iterator[str]:
    """With a number that the metal has elsewhere, or the next one."""
    numeral = _NUMERAL.search(right)
    if numeral is None:
        return
    symbol = next((symbol for symbol, _ in formula.atoms if symbol in knowledge().metals), "")
    usual = knowledge().metals[symbol].charges if symbol else ()
    mine = _NUMERALS.index(numeral[1])
    for number in dict.fromkeys((*usual, mine + 1, mine - 1)):
        if 0 < number < len(_NUMERALS) and number != mine:
            yield _NUMERAL.sub(f"({_NUMERALS[number]})", right, count=1)


def _other_names(exercise: Exercise, right: str) -> Iterator[str]:
    """With another number, of what is near, of a relative, miscounted."""
    formula = naming.substance(exercise.material)
    if exercise.material in ELEMENTS:
        like = _elements_like(exercise.material)
        yield from chain.from_iterable(names_of(Formula.of({symbol: 1}))[:1] for symbol in like)
    yield from list(_other_numbers(formula, right))[:2]
    yield from islice(_other_waters(right), 2)
    near = list(_substances_near(formula))
    if is_molecule(formula) and "H" in _elements(exercise.material):
        yield from chain.from_iterable(_taught(prose.spoken())[text] for text in near)
    related = map(naming.substance, filter(_is_plain, _of_family(exercise.material)))
    others = chain(related, filter(_has_a_used_name, _miscounted(formula)))
    yield from chain.from_iterable(names_of(other)[:1] for other in others)
    yield from chain.from_iterable(_taught(prose.spoken())[text] for text in near)
    confused = map(naming.substance, filter(_is_plain, _confused(exercise.material)))
    same_sign = (other for other in confused if other.charge * formula.charge >= 0 and _is_thinkable(other))
    yield from chain.from_iterable(names_of(other)[:1] for other in same_sign)


def _other_waters(name: str) -> Iterator[str]:
    """With another number of water molecules."""
    counted = _WATERS.search(name)
    if counted is None:
        return
    for prefix in ("penta", "hepta", "di", "hexa"):
        if prefix != counted[0].lower():
            other = prefix.capitalize() if counted[0][0].isupper() else prefix
            yield f"{name[: counted.start()]}{other}{name[counted.end() :]}"


def _has_a_used_name(formula: Formula) -> bool:
    """Whether somebody says its name: a name that counts hydrogen is said of nothing."""
    known = attested()
    if known is None or "H" not in dict(formula.atoms):
        return True
    return any(one.well_known and one.named for one in known.by_formula(formula.hill))


def _is_thinkable(formula: Formula) -> bool:
    """Salts and ions may be wrong; of nonmetals only what is on record has a name that somebody says."""
    known = attested()
    is_salt = not METALS.isdisjoint(dict(formula.atoms)) or "NH4" in naming.written(formula)
    return bool(formula.charge or known is None or is_salt or known.by_formula(formula.hill))

"""Wrong answers to choose from, all of them real mistakes: the wrong charge, ratio, ion, or an isomer.

Each is what a pupil writes who half knows the matter, and the judge says of each that it is wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256
from itertools import chain, islice, product
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
from adjudicator.exercises.reasons import is_molecule
from adjudicator.exercises.topics import topics

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from adjudicator.exercises.exercise import Exercise

WRONG = 3
# Ions whose names and formulas are confused in class.
CONFUSED = (
    ("SO4", "SO3"), ("NO3", "NO2"), ("ClO4", "ClO3", "ClO2", "ClO"), ("PO4", "PO3"), ("CO3", "C2O4"),
    ("CrO4", "Cr2O7"), ("HCO3", "CO3"), ("HSO4", "SO4"), ("HSO3", "SO3"), ("H2PO4", "HPO4", "PO4"),
    ("NH4", "NH3"), ("BrO3", "BrO"), ("IO3", "IO"), ("SCN", "CN"), ("S2O3", "SO3", "SO4"),
)  # fmt: skip
# Ions of one family, whose names differ by an ending; the nearer in the list, the sooner confused.
FAMILIES = (
    ("S^2-", "SO3^2-", "SO4^2-", "S2O3^2-"), ("SO4^2-", "HSO4^-"), ("SO3^2-", "HSO3^-"),
    ("N^3-", "NO2^-", "NO3^-"), ("Cl^-", "ClO^-", "ClO2^-", "ClO3^-", "ClO4^-"),
    ("P^3-", "PO3^3-", "PO4^3-", "HPO4^2-", "H2PO4^-"), ("H^-", "OH^-", "O^2-", "O2^2-"),
    ("CO3^2-", "HCO3^-", "C2O4^2-"), ("Br^-", "BrO3^-"), ("I^-", "IO3^-"), ("CrO4^2-", "Cr2O7^2-"),
    ("CN^-", "SCN^-", "OCN^-"), ("F^-", "Cl^-", "Br^-", "I^-"), ("CN^-", "CO3^2-"), ("MnO4^-", "CrO4^2-"),
    ("N3^-", "N^3-", "NH2^-"), ("HCOO^-", "CH3COO^-", "C2O4^2-", "CO3^2-"), ("BO3^3-", "PO4^3-", "PO3^3-"),
    ("H3O^+", "H^+", "NH4^+"), ("Li^+", "Na^+", "K^+"), ("Mg^2+", "Ca^2+", "Sr^2+", "Ba^2+"),
    ("Al^3+", "Fe^3+", "Cr^3+"), ("Mg^2+", "Mn^2+"), ("Ag^+", "Na^+", "Hg^2+"), ("Zn^2+", "Sn^2+", "Cu^2+"),
    ("Fe^2+", "Co^2+", "Ni^2+", "Cu^2+"), ("NH4^+", "Na^+"),
)  # fmt: skip
HALF_NAMED = frozenset(
    ("N^3-", "P^3-", "N3^-", "NH2^-", "H^-", "O^2-", "OH^-", "O2^2-")
)  # of no acid that is asked
_NUMERAL = re.compile(r"\((I|II|III|IV|V|VI|VII)\)")
_NUMERALS = ("", "I", "II", "III", "IV", "V", "VI", "VII")
_UNIT = re.compile(r"(?P<unit>[A-Z][a-z]?|[(\[].*?[)\]])(?P<count>[0-9]*)")


def choices(exercise: Exercise, language: str) -> tuple[str, ...]:
    """The right answer among wrong ones, always in the same order; empty where there are no choices."""
    found: dict[str, None] = {}
    with prose.speaking(language):
        right = solution(exercise, language).answer
        for answer in _wrong(exercise, right):
            if answer != right and judge_answer(exercise, answer, language).outcome == "wrong":
                found[answer] = None
            if len(found) == WRONG:
                break
    if not found:
        return ()
    return tuple(sorted((right, *found), key=lambda one: sha256(f"{exercise.text}:{one}".encode()).digest()))


def _wrong(exercise: Exercise, right: str) -> Iterable[str]:
    if exercise.kind is Kind.LEGAL:
        return ("yes", "no")
    if exercise.kind is Kind.CHARGE and not exercise.rules:
        charge = naming.substance(exercise.material).charge
        return [prose.signed(n) for n in (-charge, charge + 1, charge - 1, -2 * charge) if n]
    if exercise.kind is Kind.WRITE:
        if right in ELEMENTS:
            return chain(_elements_like(right), _neighbours(exercise))
        wrong = chain(_confused(right), _of_family(right), _miswritten(right))
        return chain(filter(_is_plain, wrong), _neighbours(exercise))
    if exercise.kind is Kind.NAME and not exercise.rules:
        return _other_names(exercise, right)
    return ()


def _readable(text: str) -> Formula | None:
    try:
        return naming.substance(text)
    except UnreadableInput:
        return None


def _confused(text: str) -> Iterator[str]:
    """With another ion, without brackets, with subscripts exchanged or one off, with the other sign."""
    formula = Formula.parse(text)
    elements = {symbol for symbol, _ in formula.atoms}
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
    for family in FAMILIES:
        places = [at for at, other in enumerate(family) if Formula.parse(other) == ion]
        for place in places:
            yield from sorted(
                (one for at, one in enumerate(family) if at != place), key=_away_from(family, place)
            )


def _away_from(family: Sequence[str], place: int) -> Callable[[str], int]:
    return lambda one: abs(family.index(one) - place)


def _elements_like(symbol: str) -> Iterator[str]:
    """Elements whose symbol or name begins alike, the nearest in the periodic table first."""
    initials = {symbol[0], names_of(Formula.of({symbol: 1}))[0][0].upper()}
    number = ELEMENTS[symbol].number
    others = sorted(ELEMENTS.values(), key=lambda one: abs(one.number - number))
    taught = (one for one in others if not 57 < one.number < 72 and one.number < 89)
    return (one.symbol for one in taught if one.symbol != symbol and one.symbol[0] in initials)


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


def _isomers(formula: Formula) -> Iterator[str]:
    """Other substances with these atoms that everybody knows."""
    known = attested()
    for compound in known.by_formula(formula.hill) if known and not formula.charge else ():
        if compound.well_known and compound.named:
            yield naming.translated(compound.name, prose.spoken())


def _other_names(exercise: Exercise, right: str) -> Iterator[str]:
    """With another number, of an isomer, of a relative, miscounted, of others of the topic."""
    formula = naming.substance(exercise.material)
    if exercise.material in ELEMENTS:
        like = _elements_like(exercise.material)
        yield from chain.from_iterable(names_of(Formula.of({symbol: 1}))[:1] for symbol in like)
    yield from list(_other_numbers(formula, right))[:2]
    if is_molecule(formula):
        yield from islice(_isomers(formula), 2)  # one of them may be the right one
    written = chain(
        _confused(exercise.material) if "·" in exercise.material else (), _of_family(exercise.material)
    )
    others = chain(map(naming.substance, filter(_is_plain, written)), _miscounted(formula))
    yield from chain.from_iterable(names_of(other)[:1] for other in others)
    confused = map(naming.substance, filter(_is_plain, _confused(exercise.material)))
    same_sign = (other for other in confused if other.charge * formula.charge >= 0 and _is_thinkable(other))
    yield from chain.from_iterable(names_of(other)[:1] for other in same_sign)
    yield from _neighbours(exercise)


def _is_thinkable(formula: Formula) -> bool:
    """Salts and ions may be wrong; of nonmetals only what is on record has a name that somebody says."""
    known = attested()
    is_salt = not METALS.isdisjoint(dict(formula.atoms)) or "NH4" in naming.written(formula)
    return bool(formula.charge or known is None or is_salt or known.by_formula(formula.hill))


def _neighbours(exercise: Exercise) -> Iterator[str]:
    """The answers of other exercises of the same topic and kind, the most alike first."""
    of = topics().get(exercise.topic)
    same = [one for one in of.exercises() if one.kind is exercise.kind] if of else []
    mine = _atoms(exercise)

    def unlike(one: Exercise) -> tuple[int, bool, bytes]:
        theirs = _atoms(one)
        changed = ((mine - theirs) + (theirs - mine)).total()
        begins = one.material[0] == exercise.material[0]
        return changed, not begins, sha256(f"{exercise.text}:{one.text}".encode()).digest()

    for one in sorted(same, key=unlike):
        yield solution(one, prose.spoken()).answer


def _atoms(exercise: Exercise) -> Counter[str]:
    found = _readable(exercise.material)
    return Counter(dict(found.atoms)) if found else Counter()

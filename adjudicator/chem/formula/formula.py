"""Formulas and runs of tiles: reading them, and writing them in the usual orders.

One linear pass each, no guessing: what can be read in two ways is refused with its readings, and every
limit is checked before anything is expanded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

from adjudicator import prose
from adjudicator.chem.elements import ELEMENTS, HALOGENS, METALS, WRITING_ORDER
from adjudicator.chem.formula.abbreviations import spelled_out
from adjudicator.chem.formula.notations import apart, ions_apart, run_apart, without_stock_number
from adjudicator.chem.formula.prose import SENTENCES
from adjudicator.errors import AmbiguousInput, UnreadableInput
from adjudicator.notebook import html_formula

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

MAX_LENGTH = 64  # characters of a formula
MAX_COUNT = 999  # of one subscript, and of all atoms of a formula
MAX_DEPTH = 16  # brackets inside brackets
MAX_CHARGE = 20
MAX_TILES = 60  # of a run
MAX_TILES_LENGTH = 4 * MAX_TILES  # characters of a run: two a symbol, and separators
MAX_READINGS = 6  # shown for an ambiguous input
MAX_READABLE = 24  # characters of an input whose readings are worth showing

_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-", strict=True))
_DOTS = str.maketrans("•∙⋅*.‧・･×∗−–—", "··········---")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
# A symbol, a bracket, a dot or what does not belong, and the digits after it. The pattern never backtracks.
_TOKEN = re.compile(r"([A-Z][a-z]?|.)([0-9]*)", re.DOTALL)
_COUNTS = {"": 1} | {str(n): n for n in range(1, MAX_COUNT + 1)}  # every subscript that can be read
_CHARGE = re.compile(r"\^?(?:([0-9]*)([+-])|([+-])([0-9]+)|(\++|-+))\Z")
_PLAIN = re.compile(r"[A-Za-z0-9]+(?:\([A-Z][A-Za-z0-9]*\)[A-Za-z0-9]*)*\Z")  # needs no tidying
_STATE = re.compile(r" *\((s|l|g|aq|cr|am)\)\Z")
_HALVES = re.compile(
    r"(?P<dot>[•∙⋅*.‧・･×∗·]) *(?:(?P<whole>[0-9]{0,2})(?: *½|[.,]5)|(?P<over>[0-9]{1,2})/2) *(?=[A-Z(])"
)
_TIMES = re.compile(r"(?<=[a-z0-9)\]]) *[xX] *(?=[0-9]{0,2} *H2O\b)")  # CuSO4 x 5 H2O
_LATEX = re.compile(r"_\{([0-9]+)\}|_([0-9])")
_MARKED_CHARGE = re.compile(
    r"\^ *(?:\{([0-9]*[+-])\}|\(([0-9]*[+-])\))\Z|(?<=[A-Za-z0-9)\]])[(\[{]([0-9]*[+-]|[+-][0-9]+)[)\]}]\Z"
)
_APART = re.compile(r"(?<=[A-Za-z0-9)\]]) +([0-9]*[+-])\Z")  # SO4 2-
_COMPLEX = re.compile(r"(\[[^\[\]]*\])([0-9]*[+-])\Z")  # [Fe(CN)6]3-
_TORN = re.compile(r"[A-Za-z] +[a-z]|[0-9] +[0-9]")  # C o, H2 2O: a space that may mean something
_SPACES = re.compile(r"[ \u00a0\u2009\u202f]+")
_BONDS = re.compile(r"[=≡#]|-(?=[A-Z(\[])")
_TILE = re.compile(r"[A-Z][a-z]?")

prose.register(prose.SHARED, SENTENCES)


@dataclass(frozen=True, slots=True, order=True)
class Formula:
    """A composition and a charge: sorted (symbol, count) pairs. `Formula.parse(str(f)) == f`."""

    atoms: tuple[tuple[str, int], ...]
    charge: int = 0
    text: str = field(
        default="", compare=False, repr=False
    )  # as it was written, if it was; without its state
    state: str = field(default="", compare=False, repr=False)  # "g" of CO2(g): read and set aside

    @classmethod
    def parse(cls, text: str) -> Formula:
        """Reads H2O, Mg(NO2)2, CuSO4 · 5H2O, SO4^2-, SO₄²⁻, [Fe(CN)6]3-, CH2=CH2, CO2(g).

        Raises UnreadableInput or AmbiguousInput.
        """
        return _parse_formula(text)

    @classmethod
    def of(cls, counts: Mapping[str, int], charge: int = 0) -> Formula:
        return cls(tuple(sorted((symbol, n) for symbol, n in counts.items() if n)), charge)

    @classmethod
    def of_tiles(cls, tiles: Iterable[str]) -> Formula:
        """Raises UnreadableInput for a tile that is no element: `Tiles` can be made of anything."""
        counts: dict[str, int] = {}
        for tile in tiles:
            counts[tile] = counts.get(tile, 0) + 1
        if not counts.keys() <= ELEMENTS.keys():
            _refuse("unknown_symbol", next(tile for tile in counts if tile not in ELEMENTS), "tile")
        return cls(tuple(sorted(counts.items())))

    @property
    def size(self) -> int:
        return sum([count for _, count in self.atoms])

    @property
    def hill(self) -> str:
        """Carbon, hydrogen, then the alphabet; the alphabet alone where there is no carbon."""
        return _hill(self.atoms)

    @property
    def conventional(self) -> str:
        """Electropositive elements first: NaCl, NH3, H2O. Oxyacids and HN3 begin with H, and with NH what
        can be a salt of ammonium; compounds of carbon and hydrogen keep Hill's order. Around one atom of a
        nonmetal oxygen comes before the halogens: SOCl2, COCl2, NOBr; and in COS.
        """
        counts = dict(self.atoms)
        in_order = sorted(counts, key=WRITING_ORDER.__getitem__)
        if counts == {"H": 1, "N": 3}:
            return "HN3"
        if "H" in counts and len(counts) > 2 and METALS.isdisjoint(counts):
            if "C" in counts:
                return self.hill
            if "O" in counts:
                first = ("N", "H") if "N" in counts and counts["H"] >= 4 else ("H",)
                in_order.sort(key=lambda symbol: first.index(symbol) if symbol in first else len(first))
        elif "O" in counts and len(counts) > 2 and METALS.isdisjoint(counts):
            centre, *rest = in_order
            beside = {*HALOGENS, "S", "Se"} if centre == "C" else HALOGENS
            if counts[centre] == 1 and beside.issuperset(symbol for symbol in rest if symbol != "O"):
                in_order.sort(key=[centre, "O", *rest].index)
        return write_atoms([(symbol, counts[symbol]) for symbol in in_order])

    @property
    def note(self) -> str | None:
        """What was read and set aside."""
        return prose.render(prose.SHARED, "state_set_aside", {"state": self.state}) if self.state else None

    def _repr_html_(self) -> str:
        """For notebooks, as it was written: H<sub>2</sub>O."""
        charge = str(self).partition("^")[2]
        return html_formula(f"{self.text}^{charge}" if self.text and charge else self.text or str(self))

    def __str__(self) -> str:
        return write_charge(self.hill, self.charge)


@lru_cache(1 << 12)  # a ruling asks five times: for every list that is kept by composition
def _hill(atoms: tuple[tuple[str, int], ...]) -> str:
    counts = dict(atoms)
    if "C" not in counts:
        return write_atoms(atoms)
    first = [(s, counts.pop(s)) for s in ("C", "H") if s in counts]
    return write_atoms([*first, *counts.items()])


def write_atoms(pairs: Iterable[tuple[str, int]]) -> str:
    return "".join([symbol if count == 1 else f"{symbol}{count}" for symbol, count in pairs])


def write_charge(text: str, charge: int) -> str:
    """A formula with its charge: ("SO4", -2) is SO4^2-."""
    if not charge:
        return text
    size = abs(charge)
    return f"{text}^{size if size > 1 else ''}{'+' if charge > 0 else '-'}"


def write_unit(unit: str, count: int) -> str:
    """A piece of a formula: ("NO2", 2) is (NO2)2, ("Na", 2) is Na2, ("NO2", 1) is NO2."""
    if count == 1:
        return unit
    return f"{unit}{count}" if unit in ELEMENTS or unit.startswith("[") else f"({unit}){count}"


def write_anions(units: Iterable[tuple[str, int]]) -> str:
    """Several kinds of anion after their cation: (OH)NO3, (SO4)F. Hydroxide first, single elements last, and
    a group that others follow in brackets.
    """
    ordered = sorted(units, key=lambda unit: (unit[0] in ELEMENTS, unit[0] != "OH"))
    *first, (last, number) = ordered
    apart = [write_unit(u, n) if n > 1 or u in ELEMENTS else f"({u})" for u, n in first]
    return "".join((*apart, write_unit(last, number)))


# --- formulas ---------------------------------------------------------------------------------------------


def _parse_formula(given: str) -> Formula:
    text, state = given.strip(" "), ""
    if len(text) > MAX_LENGTH:
        _refuse_length(given)
    numbered = without_stock_number(text) if "(" in text else None
    if numbered is not None:
        _ask_back(
            "ambiguous_number", given, "two_numbers", [numbered, text.replace("(", "").replace(")", "")]
        )
    if "x" in text or "X" in text:
        text = _TIMES.sub("·", text)
    if not _PLAIN.match(text):
        text = _of_ions(apart(text), given)
        text, state = _tidy(text)
    written, text = text, spelled_out(_BONDS.sub("", text))
    charge, body = 0, text
    if "+" in text or "-" in text or "^" in text:
        charge, end = _read_charge(text, given)
        body, written = text[:end], _uncharged(written, text[end:])

    first, body = _leading_number(body)
    counts: dict[str, int] = {}
    open_groups: list[tuple[dict[str, int], str]] = []  # what stood before each open bracket, and its closing
    hydrates: list[tuple[dict[str, int], int]] = []  # finished parts of A·nB, and the n of each
    multiplier = first
    for mark, digits in _TOKEN.findall(body):
        if mark in ELEMENTS:
            n = _COUNTS.get(digits) or _refuse_digits(digits, given)
            counts[mark] = counts[mark] + n if mark in counts else n
        elif mark in _CLOSING:
            if digits:
                _refuse_character(digits, text, given)
            if len(open_groups) == MAX_DEPTH:
                _refuse("nested_too_deep", given, "depth", limit=MAX_DEPTH)
            open_groups.append((counts, _CLOSING[mark]))
            counts = {}
        elif mark in _CLOSING.values():
            if not open_groups or open_groups[-1][1] != mark or not counts:
                _refuse_brackets(given)
            n = _COUNTS.get(digits) or _refuse_digits(digits, given)
            inside, (counts, _) = counts, open_groups.pop()
            _add(inside, n, to=counts)
        elif mark == "·":
            if open_groups:
                _refuse_brackets(given)
            if not counts:
                _refuse_character("·", text, given)
            hydrates.append((counts, multiplier))
            counts, multiplier = {}, _COUNTS.get(digits) or _refuse_digits(digits, given)
        elif "A" <= mark[0] <= "Z":
            _refuse_symbol(mark, given)
        else:
            _refuse_character(mark, text, given)

    if open_groups:
        _refuse_brackets(given)
    if not counts:
        if hydrates:
            _refuse_character("·", text, given)
        _refuse("empty", given, "nothing")
    if hydrates:
        hydrates.append((counts, multiplier))
        counts = {}
        for part, n in hydrates:
            _add(part, n, to=counts)
    if sum(counts.values()) > MAX_COUNT:
        _refuse_count(given)
    return Formula(tuple(sorted(counts.items())), charge, written, state)


def _of_ions(text: str, given: str) -> str:
    """Ions written out, as the compound that they make; any other text as it is."""
    compounds = ions_apart(_to_plain(text), write_unit) if not {"+", "⁺"}.isdisjoint(text) else []
    if len(compounds) > 1:
        _ask_back("ambiguous_charge", given, "two_charges", compounds)
    return compounds[0] if compounds else text


def _uncharged(written: str, charge: str) -> str:
    """The text without its charge and its bonds; an abbreviated ligand stays abbreviated."""
    return _BONDS.sub("", written).removesuffix(charge)


def _tidy(text: str) -> tuple[str, str]:
    """What people write, in the one way that is parsed: and the state, (g), that is set aside."""
    found = _STATE.search(text)
    state = found[1] if found else ""
    text = _doubled(_STATE.sub("", text))
    if not text.isascii() or "." in text or "*" in text:
        text = _to_plain(text)
    text = _LATEX.sub(lambda found: found[1] or found[2], text)
    text = _MARKED_CHARGE.sub(lambda found: f"^{found[1] or found[2] or found[3]}", text)
    text = _COMPLEX.sub(r"\1^\2", _APART.sub(r"^\1", text))
    if not _TORN.search(text):
        text = _SPACES.sub("", text)
    return text, state


def _doubled(text: str) -> str:
    """A half molecule of water makes two of everything else: CaSO4·½H2O is 2CaSO4·H2O."""
    found = _HALVES.search(text)
    if found is None or text[:1].isdigit():
        return text
    halves = int(found["over"]) if found["over"] else 2 * int(found["whole"] or 0) + 1
    return f"2{text[: found.start()]}·{halves if halves > 1 else ''}{text[found.end() :]}"


def _leading_number(body: str) -> tuple[int, str]:
    """3CaO·SiO2: a number in front counts the part before the dot; elsewhere it is of an equation."""
    if not body[:1].isdigit() or "·" not in body:
        return 1, body
    digits = body[: len(body) - len(body.lstrip("0123456789"))]
    return _COUNTS.get(digits, 0) or 1, body[len(digits) :] if digits in _COUNTS else body


def plain_text(text: str) -> str:
    """A formula as it is written in plain characters, bonds kept: for reading its structure."""
    bare = _STATE.sub("", text.strip(" "))
    bare = bare if bare.isascii() else _to_plain(bare)
    return spelled_out(_SPACES.sub("", _LATEX.sub(lambda found: found[1] or found[2], bare)))


def _add(part: dict[str, int], times: int, *, to: dict[str, int]) -> None:
    for symbol, n in part.items():
        to[symbol] = to.get(symbol, 0) + n * times


def _to_plain(text: str) -> str:
    """ASCII after a fixed map: ₂ is 2, ²⁻ is ^2-, every hydrate dot is ·."""
    text = text.translate(_SUBSCRIPTS).translate(_DOTS)
    plain: list[str] = []
    raised = False
    for character in text:
        if character in _SUPERSCRIPTS:
            if not raised and (not plain or plain[-1] != "^"):
                plain.append("^")
            plain.append(_SUPERSCRIPTS[character])
            raised = True
        else:
            plain.append(character)
            raised = False
    return "".join(plain)


def _read_charge(text: str, given: str) -> tuple[int, int]:
    """The charge at the end of a formula, and where the composition before it ends."""
    start = text.find("^")
    if start < 0:
        start = min(i for i in (text.find("+"), text.find("-")) if i >= 0)
        digit, sign = text[start - 1 : start], text[start:]
        readable = text.isascii() and text.isprintable()
        if readable and digit.isdigit() and digit != "0" and sign in {"+", "-"}:
            readings = [f"{text[: start - 1]}^{digit}{sign}", f"{text[:start]}^{sign}"]
            _ask_back("ambiguous_charge", given, "two_charges", readings)
    found = _CHARGE.match(text, start)
    if found is None:
        _refuse("bad_charge", given, "charge")
    before, sign, sign_first, after, repeated = found.groups()
    size = len(repeated) if repeated else int(before or after or 1)
    if not 1 <= size <= MAX_CHARGE:
        _refuse("bad_charge", given, "charge_size", limit=MAX_CHARGE)
    return (size if (sign or sign_first or repeated[0]) == "+" else -size), start


def _refuse(code: str, given: str, what: str, **facts: int | str) -> NoReturn:
    """In the current language, with those facts that say what is wrong."""
    details = {name: facts[name] for name in ("position", "symbol") if name in facts}
    raise UnreadableInput(code, unreadable(what, given, **facts), input=given[:MAX_TILES_LENGTH], **details)


def _ask_back(code: str, given: str, what: str, readings: list[str]) -> NoReturn:
    said = unreadable(what, given, readings=readings)
    raise AmbiguousInput(code, said, input=given[:MAX_TILES_LENGTH], readings=readings)


def too_large(formula: Formula) -> UnreadableInput:
    """More atoms than a run has tiles: no game judges it."""
    given = str(formula)
    said = unreadable("size", given, size=formula.size, limit=MAX_TILES)
    return UnreadableInput("too_many_tiles", said, input=given)


def unreadable(what: str, given: str, **facts: Any) -> str:
    return prose.render(prose.SHARED, f"unreadable_{what}", {"given": given, **facts})


def _refuse_digits(digits: str, given: str) -> NoReturn:
    if digits[0] == "0":
        _refuse("bad_count", given, "count", digits=digits[:8])
    _refuse_count(given)


def _refuse_count(given: str) -> NoReturn:
    _refuse("count_too_large", given, "atoms", limit=MAX_COUNT)


def _refuse_length(given: str) -> NoReturn:
    _refuse("too_long", given, "length", limit=MAX_LENGTH)


def _refuse_brackets(given: str) -> NoReturn:
    _refuse("unbalanced_brackets", given, "brackets")


def _refuse_character(found: str, text: str, given: str) -> NoReturn:
    if found.isascii() and found.isalpha():
        _refuse_case(given, joint="")
    position = text.find(found) + 1
    if len(text) == len(given):  # as it was typed: a dot is read as ·
        found = given[position - 1 : position - 1 + len(found)]
    in_front = position == 1 and found.isascii() and found.isdigit()
    _refuse("bad_character", given, "character", found=found, position=position, in_front=in_front)


def _refuse_symbol(symbol: str, given: str, joint: str = "") -> NoReturn:
    if given.isupper() and case_readings(given.replace(" ", ""), joint):
        _refuse_case(given, joint)  # NACL
    two = len(symbol) == 2 and symbol[0] in ELEMENTS and symbol[1].upper() in ELEMENTS
    _refuse("unknown_symbol", given, "symbol", symbol=symbol, two=two, isotope=symbol in {"D", "T"})


# --- tiles ------------------------------------------------------------------------------------------------


class Tiles(tuple[str, ...]):
    """A run of element symbols in the order it lies on the board."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str | Sequence[str]) -> Tiles:
        """Reads "MgNOONOO", "Mg N O O", "Mg,N,O,O", "F-F" or ["Mg", "N", "O", "O"].

        Raises UnreadableInput or AmbiguousInput.
        """
        return cls(_parse_tiles(text))

    def __str__(self) -> str:
        return "".join(self)


def _parse_tiles(text: str | Sequence[str]) -> tuple[str, ...]:
    if not isinstance(text, str):
        return _check_tiles(text)
    if len(text) > MAX_TILES_LENGTH:
        _refuse("too_long", text, "run_length", limit=MAX_TILES)
    tiles = tuple(_TILE.findall(text))
    letters = len("".join(tiles))
    if not tiles or (
        letters != len(text.replace(" ", "")) and letters != len(run_apart(text).replace(" ", ""))
    ):
        _refuse_tiles(text)
    for tile in tiles:
        if tile not in ELEMENTS:
            _refuse_symbol(tile, text, joint=" ")
    if len(tiles) > MAX_TILES:
        _refuse("too_many_tiles", text, "tiles", tiles=len(tiles), limit=MAX_TILES)
    return tiles


def _check_tiles(tiles: Sequence[str]) -> tuple[str, ...]:
    if not tiles:
        _refuse("empty", "", "no_tiles")
    if len(tiles) > MAX_TILES:
        given = " ".join(tiles[:MAX_TILES])
        _refuse("too_many_tiles", given, "tiles", tiles=len(tiles), limit=MAX_TILES)
    for tile in tiles:
        if tile not in ELEMENTS:
            _refuse("unknown_symbol", tile, "tile")
    return tuple(tiles)


def _refuse_tiles(text: str) -> NoReturn:
    if not text.strip(" "):
        _refuse("empty", text, "no_tiles")
    for position, character in enumerate(text, start=1):
        if character != " " and not (character.isascii() and character.isalpha()):
            _refuse("bad_character", text, "run_character", found=character, position=position)
    _refuse_case(text, joint=" ")


# --- the wrong case ---------------------------------------------------------------------------------------


def _refuse_case(given: str, joint: str) -> NoReturn:
    """Letters in the wrong case, mgno, may be Mg N O or Mg No: shows the readings, never picks one."""
    _ask_back("wrong_case", given, "case", case_readings(given.replace(" ", ""), joint))


def case_readings(text: str, joint: str = "") -> list[str]:
    """The first few ways to read letters of any case as symbols, rare elements last."""
    if len(text) > MAX_READABLE or not text.isascii() or not text.isprintable():
        return []
    # ways[i]: the readings of text[i:], built from the end and cut at every step, so it stays linear.
    ways: list[list[tuple[int, tuple[str, ...]]]] = [[] for _ in text] + [[(0, ())]]
    for i in reversed(range(len(text))):
        for length in (1, 2):
            piece = text[i : i + length].capitalize()
            if len(piece) == length and piece in ELEMENTS:
                rarity = ELEMENTS[piece].number
                ways[i] += [(max(rarity, worst), (piece, *rest)) for worst, rest in ways[i + length]]
        if not text[i].isalpha():
            ways[i] = [(worst, (text[i], *rest)) for worst, rest in ways[i + 1]]
        ways[i].sort()
        del ways[i][MAX_READINGS:]
    return [joint.join(pieces) for _, pieces in ways[0]]

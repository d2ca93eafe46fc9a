"""Boiling points as people write them: "176.2 °F at 760 mmHg", "-78.5 °C (sublimes)", "Decomposes".

A text is cut into clauses, never inside brackets, and each is read for its temperature, its pressure and what
happens there. What counts as evidence for C-STABLE is boiling or sublimation, measured, at normal pressure. A
clause that only repeats a temperature in another unit says no more than the first. Every pattern is bounded
and the text is cut, so reading is linear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

MAX_TEXT = 600  # characters that are read
NORMAL_KPA = (90.0, 110.0)
POSSIBLE_K = (1.0, 6500.0)  # between helium and tungsten, with some room
MAX_SPREAD_K = 30.0  # a wider range describes a mixture
MAX_TOLERANCE_K = 10.0  # a wider one is how programs write their predictions: 527.1±50.0 °C
SAME_K = 1.5  # conversions are rounded


class Kind(StrEnum):
    BOILS = "boils"
    SUBLIMES = "sublimes"
    DECOMPOSES = "decomposes"
    REDUCED_PRESSURE = "reduced_pressure"
    RAISED_PRESSURE = "raised_pressure"
    BOUND = "bound"  # only a limit is given: > 300 °C
    ESTIMATED = "estimated"  # computed, not measured
    OTHER = "not_a_boiling_point"


@dataclass(frozen=True, slots=True)
class BoilingText:
    """What one text says; `kelvin` is the middle of a range, and None where no temperature can be read."""

    kelvin: float | None
    kind: Kind
    pressure_kpa: float | None  # None: not stated
    text: str

    @property
    def is_evidence(self) -> bool:
        return self.kelvin is not None and self.kind in {Kind.BOILS, Kind.SUBLIMES}


def read_boiling(text: str) -> BoilingText:
    """The clause that counts as evidence, if any does; otherwise the first one with a temperature."""
    shown = " ".join(text[:MAX_TEXT].split())
    clauses: list[BoilingText] = []
    for clause in _clauses(_plain(shown)):
        clauses.append(_as_before(_read_clause(clause, shown), clauses))
    evidence = [clause for clause in clauses if clause.is_evidence]
    with_value = [clause for clause in clauses if clause.kelvin is not None]
    return (evidence or with_value or clauses or [BoilingText(None, Kind.OTHER, None, shown)])[0]


def _as_before(clause: BoilingText, earlier: list[BoilingText]) -> BoilingText:
    """`clause`, or what an earlier one says of the same temperature: "30 °C at 5 mm Hg; 86 °F"."""
    if clause.pressure_kpa is None and clause.kelvin is not None:
        for other in earlier:
            if other.kelvin is not None and abs(other.kelvin - clause.kelvin) <= SAME_K:
                return replace(clause, kind=other.kind, pressure_kpa=other.pressure_kpa)
    return clause


# --- clauses ----------------------------------------------------------------------------------------------

_PLAIN: dict[int, str] = {
    **{ord(dash): "-" for dash in "‐‑‒–—−"},
    **{ord(degree): "°" for degree in "º˚"},
    ord("℃"): "°C",
    ord("℉"): "°F",
    ord("×"): "x",
    ord("μ"): "µ",
    ord("["): "(",
    ord("]"): ")",
}
_TOLERANCE = re.compile(r"\+\s?/\s?-|\+-")
_MINUS = re.compile(r"\bminus\s(?=\d)", re.IGNORECASE)
_THOUSAND = re.compile(r"(?<![\d.,] )(?<![\w.,-])(\d) (\d{3})(?= ?°)")
_BREAK = re.compile(r"[;\n|]|, |(?<!deg)\. (?=[A-Z@])|\.$")


def _plain(text: str) -> str:
    """One way to write minus, degree, tolerance, thousands and brackets."""
    text = _TOLERANCE.sub("±", text.translate(_PLAIN))
    return _THOUSAND.sub(r"\1\2", _MINUS.sub("-", text))


def _clauses(text: str) -> list[str]:
    """Pieces with one temperature each. What has none belongs to the piece before it; to the one after it if
    there is none before, or if it names another property ("melting point, 5 °C").
    """
    pieces: list[str] = []
    waiting = ""
    for piece in _cut(text):
        if _TEMPERATURE.search(piece):
            pieces.append(waiting + piece)
            waiting = ""
        elif pieces and not _OTHER_PROPERTY.search(piece):
            pieces[-1] += f", {piece}"
        else:
            waiting += f"{piece}, "
    return pieces or [piece for piece in [waiting] if piece.strip(" ,")]


def _cut(text: str) -> list[str]:
    """At semicolons, sentences and the like, except in brackets."""
    pieces, start, depth, seen = [], 0, 0, 0
    for found in _BREAK.finditer(text):
        depth = _depth(text[seen : found.start()], depth)
        seen = found.start()
        if depth == 0:
            pieces.append(text[start : found.start()])
            start = found.end()
    return [*pieces, text[start:]]


def _depth(text: str, depth: int) -> int:
    for sign in text:
        depth = depth + 1 if sign == "(" else max(0, depth - 1) if sign == ")" else depth
    return depth


def _read_clause(clause: str, text: str) -> BoilingText:
    temperature = _TEMPERATURE.search(clause)
    kelvin = _kelvin(temperature) if temperature else None
    pressure = _pressure(clause)
    return BoilingText(kelvin, _kind(clause, temperature, kelvin, pressure), pressure, text)


# --- what happens there -----------------------------------------------------------------------------------

_OTHER_PROPERTY = re.compile(
    r"flash|(?<!without )melting|freezing|m\.p\.|\bmp\b|ignit|vapou?r pressure|vapou?ri[sz]ation|critical"
    r"|triple point|solubil|densit|refractive",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"explo|detonat|deflagrat|azeotrop|constant[- ]boiling|solution|aqueous|\baq\b|\bloses\b|dehydrat",
    re.IGNORECASE,
)
_ESTIMATED = re.compile(
    r"\best\b|estimat|predict|calcul|\bcal(?:cd?)?\b|extrapolat|comput|epi suite|acd/labs|\bqsar\b",
    re.IGNORECASE,
)
_DECOMPOSES = re.compile(
    r"decomp|\bdec\b|dissociat|polymeri[sz]|disproportion|\bchars?\b|carboni[sz]e", re.IGNORECASE
)
_SUBLIMES = re.compile(r"sublim|\bsubl?\b", re.IGNORECASE)
_REDUCED = re.compile(r"(?:reduced|low) pressure|\bvac(?:uum|uo)?\b", re.IGNORECASE)
_LIMIT = re.compile(
    r"(?:[<>≤≥]=?|\b(?:above|below|over|under|exceeds|(?:greater|more|higher|less|lower) than))[ ~]{0,2}$",
    re.IGNORECASE,
)


def _kind(
    clause: str, temperature: re.Match[str] | None, kelvin: float | None, pressure: float | None
) -> Kind:
    if _OTHER.search(clause) or _OTHER_PROPERTY.search(clause):
        return Kind.OTHER
    if _DECOMPOSES.search(clause):
        return Kind.DECOMPOSES
    if _ESTIMATED.search(clause) or (temperature is not None and _tolerance(temperature) > MAX_TOLERANCE_K):
        return Kind.ESTIMATED
    if (pressure is not None and pressure < NORMAL_KPA[0]) or (pressure is None and _REDUCED.search(clause)):
        return Kind.REDUCED_PRESSURE
    if pressure is not None and pressure > NORMAL_KPA[1]:
        return Kind.RAISED_PRESSURE
    if temperature is not None and _LIMIT.search(clause[: temperature.start()]):
        return Kind.BOUND
    if _SUBLIMES.search(clause):
        return Kind.SUBLIMES
    return Kind.BOILS if kelvin is not None else Kind.OTHER


# --- temperatures -----------------------------------------------------------------------------------------

_NUMBER = r"[+-]?\d{1,5}(?:,\d{1,3})?(?:\.\d{1,6})?"
_DEGREES = r"(?:°|deg(?:rees?)?\.?)"
_PLUS_MINUS = r"\s?\(?±\s?(\d{1,3}(?:[.,]\d{1,3})?)\)?"
_TEMPERATURE = re.compile(
    rf"(?<![\w.,±])(?<!\w-)(?<!± )({_NUMBER})(?:{_PLUS_MINUS})?"
    rf"(?:\s{{0,2}}{_DEGREES}?\s?[CFK]?\s{{0,2}}(?:-|~|\.\.\.?|…|/|to|and)\s{{0,2}}({_NUMBER}))?"
    rf"\s{{0,2}}{_DEGREES}?\s{{0,2}}([CFK])(?:elsius|entigrade|ahrenheit|elvin)?(?!-?[A-Z]|\sPa)"
    rf"(?:{_PLUS_MINUS})?",
    re.IGNORECASE,
)


def _kelvin(found: re.Match[str]) -> float | None:
    low, _, high, unit, _ = found.groups()
    ends = [_to_kelvin(_number(end), unit.upper()) for end in (low, _whole(low, high)) if end is not None]
    middle = sum(ends) / len(ends)
    possible = all(POSSIBLE_K[0] <= end <= POSSIBLE_K[1] for end in ends)
    return round(middle, 2) if possible and abs(ends[-1] - ends[0]) <= MAX_SPREAD_K else None


def _whole(low: str, high: str | None) -> str | None:
    """The end of a range with the digits that were saved: 118-20 is 118 to 120."""
    if high is None or not (low.isdigit() and high.isdigit()) or len(high) >= len(low):
        return high
    return low[: len(low) - len(high)] + high


def _tolerance(found: re.Match[str]) -> float:
    before, after = found.group(2), found.group(5)
    return float((before or after or "0").replace(",", "."))


def _to_kelvin(value: float, unit: str) -> float:
    if unit == "C":
        return value + 273.15
    return (value + 459.67) / 1.8 if unit == "F" else value


def _number(digits: str) -> float:
    """1,650 is a thousand and more; 78,3 is a decimal."""
    whole, comma, rest = digits.partition(",")
    return float(f"{whole}{'' if len(rest.split('.')[0]) == 3 else '.'}{rest}") if comma else float(digits)


# --- pressures --------------------------------------------------------------------------------------------

_KPA = {
    "mm": 0.133322, "millim": 0.133322, "torr": 0.133322, "cm": 1.33322, "in": 3.38639, "mtorr": 0.000133322,
    "micron": 0.000133322, "atm": 101.325, "pa": 0.001, "hpa": 0.1, "kpa": 1.0, "mpa": 1000.0, "bar": 100.0,
    "mbar": 0.1, "µbar": 0.0001, "psi": 6.89476, "kg": 98.0665,
}  # by how the unit begins  # fmt: skip
_PRESSURE = re.compile(
    r"(?<![\d.,])(\d{1,7}(?:,\d{1,3})?(?:\.\d{1,6})?|\.\d{1,6})"
    r"(?:\s?x\s?10\^?\s?([+-]?\d{1,2})|e([+-]?\d{1,2}))?\s{0,2}"
    r"((?:mm|millimet(?:er|re)s?|cm|in(?:ch(?:es)?)?)\.?\s?/?\s?(?:of\s)?(?:hg|mercury)|mm|m?torr"
    r"|atm(?:ospheres?)?|[hkm]?pa|[mµ]?bar|psia?|microns?|kgf?/cm)(?![a-z])",
    re.IGNORECASE,
)
_SUBSCRIPT = re.compile(  # bp14 84-85 °C: at 14 mmHg
    r"\bb\.?p\.?_?(\d{1,4}(?:\.\d{1,3})?)(?=(?:\s?mm)?[\s:=]{1,3}[+-]?\d)", re.IGNORECASE
)


def _pressure(clause: str) -> float | None:
    found = _PRESSURE.search(clause)
    if found is None:
        below = _SUBSCRIPT.search(clause)
        return float(f"{float(below.group(1)) * _KPA['mm']:.6g}") if below else None
    digits, power, exponent, unit = found.groups()
    kpa = next(kpa for begins, kpa in _KPA.items() if unit.lower().startswith(begins))
    return float(f"{_number(digits) * 10.0 ** int(power or exponent or 0) * kpa:.6g}")

"""Boiling points as people write them: "176.2 °F at 760 mmHg", "-78.5 °C (sublimes)", "Decomposes".

A text is cut into clauses, and each is read for its temperature, its pressure and what happens there. What
counts as evidence for C-STABLE is boiling or sublimation, measured, at normal pressure. Every pattern is
bounded and the text is cut, so reading is linear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

MAX_TEXT = 600  # characters that are read
NORMAL_KPA = (90.0, 110.0)
POSSIBLE_K = (1.0, 6500.0)  # between helium and tungsten, with some room
MAX_SPREAD_K = 30.0  # a wider range describes a mixture


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
    clauses = [_read_clause(clause, shown) for clause in _clauses(shown.translate(_PLAIN))]
    evidence = [clause for clause in clauses if clause.is_evidence]
    with_value = [clause for clause in clauses if clause.kelvin is not None]
    return (evidence or with_value or clauses or [BoilingText(None, Kind.OTHER, None, shown)])[0]


# --- clauses ----------------------------------------------------------------------------------------------

_PLAIN: dict[int, str] = {
    **{ord(dash): "-" for dash in "‐‑‒–—−"},
    **{ord(degree): "°" for degree in "º˚"},
    ord("℃"): "°C",
    ord("℉"): "°F",
    ord("×"): "x",
}
_BREAK = re.compile(r"[;\n|]|, |\. (?=[A-Z@])|\.$")


def _clauses(text: str) -> list[str]:
    """Pieces with one temperature each: what has none belongs to the piece before it."""
    pieces: list[str] = []
    for piece in _BREAK.split(text):
        own_value = _TEMPERATURE.search(piece) is not None
        if pieces and not (own_value and _TEMPERATURE.search(pieces[-1])):
            pieces[-1] += f", {piece}"
        else:
            pieces.append(piece)
    return [piece for piece in pieces if piece.strip(" ,")]


def _read_clause(clause: str, text: str) -> BoilingText:
    temperature = _TEMPERATURE.search(clause)
    kelvin = _kelvin(temperature) if temperature else None
    pressure = _pressure(clause)
    return BoilingText(kelvin, _kind(clause, temperature, kelvin, pressure), pressure, text)


# --- what happens there -----------------------------------------------------------------------------------

_OTHER = re.compile(
    r"flash|melting|freezing|m\.p\.|explo|detonat|ignit|vapou?r pressure|vapou?ri[sz]ation|critical"
    r"|triple point|azeotrop|constant[- ]boiling|solution|aqueous|\baq\b|solubil|densit|\bloses\b",
    re.IGNORECASE,
)
_ESTIMATED = re.compile(
    r"\best\b|estimat|predict|calcul|\bcalcd?\b|extrapolat|comput|epi suite", re.IGNORECASE
)
_DECOMPOSES = re.compile(r"decomp|\bdec\b|dissociat|polymeri[sz]|disproportion|\bchars?\b", re.IGNORECASE)
_SUBLIMES = re.compile(r"sublim|\bsubl\b", re.IGNORECASE)
_REDUCED = re.compile(r"reduced pressure|vacuum|vacuo", re.IGNORECASE)
_LIMIT = re.compile(
    r"(?:[<>≤≥]=?|\b(?:above|below|over|under|exceeds|(?:greater|more|higher|less|lower) than))[ ~]{0,2}$",
    re.IGNORECASE,
)


def _kind(
    clause: str, temperature: re.Match[str] | None, kelvin: float | None, pressure: float | None
) -> Kind:
    if _OTHER.search(clause):
        return Kind.OTHER
    if _DECOMPOSES.search(clause):
        return Kind.DECOMPOSES
    if _ESTIMATED.search(clause):
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
_TEMPERATURE = re.compile(
    rf"(?<![\d.,])({_NUMBER})"
    rf"(?:\s{{0,2}}{_DEGREES}?\s?[CFK]?\s{{0,2}}(?:-|to|and)\s{{0,2}}({_NUMBER}))?"
    rf"\s{{0,2}}{_DEGREES}?\s{{0,2}}([CFK])(?:elsius|entigrade|ahrenheit|elvin)?(?!-?[A-Z]|\sPa)",
    re.IGNORECASE,
)


def _kelvin(found: re.Match[str]) -> float | None:
    low, high, unit = found.groups()
    ends = [_to_kelvin(_number(end), unit.upper()) for end in (low, high) if end is not None]
    middle = sum(ends) / len(ends)
    possible = all(POSSIBLE_K[0] <= end <= POSSIBLE_K[1] for end in ends)
    return round(middle, 2) if possible and abs(ends[-1] - ends[0]) <= MAX_SPREAD_K else None


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
    "pa": 0.001, "hpa": 0.1, "kpa": 1.0, "mpa": 1000.0, "mbar": 0.1, "bar": 100.0, "atm": 101.325,
    "mmhg": 0.133322, "mm": 0.133322, "torr": 0.133322, "inhg": 3.38639, "psi": 6.89476,
}  # fmt: skip
_PRESSURE = re.compile(
    r"(?<![\d.,])(\d{1,7}(?:,\d{1,3})?(?:\.\d{1,6})?|\.\d{1,6})"
    r"(?:\s?x\s?10\^?\s?([+-]?\d{1,2})|e([+-]?\d{1,2}))?\s{0,2}"
    r"(mm\.?\s?(?:of\s)?hg|mm|in\.?\s?hg|torr|atm|[hk]?pa|mpa|m?bar|psi)(?![a-z])",
    re.IGNORECASE,
)


def _pressure(clause: str) -> float | None:
    found = _PRESSURE.search(clause)
    if found is None:
        return None
    digits, power, exponent, unit = found.groups()
    kpa = _KPA["".join(c for c in unit.lower().replace("of", "") if c.isalpha())]
    return float(f"{_number(digits) * 10.0 ** int(power or exponent or 0) * kpa:.6g}")

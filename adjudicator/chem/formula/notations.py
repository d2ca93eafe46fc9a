"""Notations that say the same with other signs: commas between tiles, ions written out, water after a space.

Each is read only where one reading is possible; what could be two things is asked back, as everywhere.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_IONS = 8  # that are written out in one formula

_BETWEEN_IONS = re.compile(r"(?<=\+) *(?=[0-9A-Z(\[])|(?<=-) +(?=[0-9A-Z(\[])")
_ION = re.compile(
    r"(?P<number>[0-9]{0,2}) *(?P<body>[A-Z(\[][A-Za-z0-9()\[\]]*)"
    r"(?P<mark>\^?)(?P<size>[0-9]*)(?P<sign>[+-])\Z"
)
_LISTED = re.compile(r"[A-Z][a-z]?(?: *[,;/] *[A-Z][a-z]?)+\Z")  # Mg,Cl,Cl; not H2O, NaCl
_JOINED = re.compile(r"(?<=[A-Za-z]) *[,;/=≡#·-] *(?=[A-Z])")  # between two symbols of a run
_STOCK = re.compile(r"(?<=[a-z])\((I{1,3}|IV|V|VI{1,2})\)(?=[A-Z(\[])")  # Fe(III)Cl3, or three iodines?
_WATER = re.compile(r"(?<=[A-Za-z0-9)\]]) +(?=[0-9]{1,2}H2O\Z)")  # CuSO4 5H2O


def run_apart(text: str) -> str:
    """A run with spaces for its separators and bonds: Mg,Cl,Cl and F-F."""
    return _JOINED.sub(" ", text.translate({ord(dash): "-" for dash in "−–—"}))


def apart(text: str) -> str:
    """A formula without commas between bare symbols, and with a dot before its water."""
    return re.sub(r" *[,;/] *", "", text) if _LISTED.match(text) else _WATER.sub("·", text)


def without_stock_number(text: str) -> str | None:
    """Fe(III)Cl3 without its number, FeCl3; None where no roman number stands behind a symbol."""
    return _STOCK.sub("", text) if _STOCK.search(text) else None


def ions_apart(text: str, write: Callable[[str, int], str]) -> list[str]:
    """Neutral compounds of the ions in a text, Na+ Cl- or Mg^2+ 2Cl-; nothing where it is no list of ions.

    Mg2+ may be Mg^2+ or Mg2^+: what the other ions leave neutral decides.
    """
    ions = _BETWEEN_IONS.split(text)
    if not 1 < len(ions) <= MAX_IONS:
        return []
    ways = [list(_readings(ion)) for ion in ions]
    found: dict[str, None] = {}
    for chosen in product(*ways):
        if sum(number * charge for number, _, charge in chosen) == 0:
            bodies: dict[str, int] = {}
            for number, body, _ in sorted(chosen, key=lambda ion: -ion[2]):
                bodies[body] = bodies.get(body, 0) + number
            found["".join(write(body, number) for body, number in bodies.items())] = None
    return list(found)


def _readings(ion: str) -> Iterator[tuple[int, str, int]]:
    """How many, of what, with which charge."""
    found = _ION.match(ion)
    if found is None:
        return
    number, sign = int(found["number"] or 1), 1 if found["sign"] == "+" else -1
    body = found["body"]
    if number and found["mark"]:
        yield number, body, sign * int(found["size"] or 1)
    elif number:
        yield number, body, sign
        if body[-1] in "123456789" and len(body) > 1:
            yield number, body[:-1], sign * int(body[-1])

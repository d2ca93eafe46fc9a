"""Reads a QR code as a phone does, from the SVG that the service draws: small ones, without error correction.

By ISO/IEC 18004: finder patterns give only the size, the format bits give the mask, and the data bits run in
a zigzag from the lower right. Up to version 3 there is one block, or there are two equal ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain

BORDER = 3  # modules around it, as the service draws it
LARGEST = 29  # modules of version 3
TWO_BLOCKS = {0b11: 17, 0b10: 13}  # codewords of each block of version 3 at the levels Q and H
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda r, c: (r + c) % 2 == 0,
    lambda r, _: r % 2 == 0,
    lambda _, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
)
FORMAT_MASK = 0b101010000010010


def text_of(svg: str) -> str:
    """The text in the code."""
    dark, size = modules_of(svg)
    assert 21 <= size <= LARGEST, f"{size} modules: that is another version"
    # beside the upper left finder: from the left along row 8, the timing column left out, then upwards
    places = [*((8, c) for c in (0, 1, 2, 3, 4, 5, 7)), *((r, 8) for r in (8, 7, 5, 4, 3, 2, 1, 0))]
    format_bits = int("".join(str(int(place in dark)) for place in places), 2) ^ FORMAT_MASK
    mask = MASKS[format_bits >> 10 & 0b111]
    bits = [((r, c) in dark) != mask(r, c) for r, c in zigzag(size) if not is_function(r, c, size)]
    codewords = [bits[n : n + 8] for n in range(0, len(bits) - 7, 8)]
    data = TWO_BLOCKS.get(format_bits >> 13, 0) if size == LARGEST else 0
    if data:  # the codewords of both blocks alternate
        codewords = [codewords[2 * n + block] for block in (0, 1) for n in range(data)]
    stream = "".join(str(int(bit)) for codeword in codewords for bit in codeword)
    assert stream[:4] == "0100", "bytes"
    length = int(stream[4:12], 2)
    return bytes(int(stream[12 + 8 * n : 20 + 8 * n], 2) for n in range(length)).decode()


def modules_of(svg: str) -> tuple[set[tuple[int, int]], int]:
    """The dark modules by row and column, and the number of modules on a side."""
    side = int(re.search(r'viewBox="0 0 (\d+) \1"', svg)[1])  # type: ignore[index]
    path = re.findall(r'd="([^"]+)"', svg)[-1]
    dark: set[tuple[int, int]] = set()
    x = y = 0.0
    for command, given in re.findall(r"([MmhHv])([-\d. ]*)", path):
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", given)]
        if command == "M":
            x, y = numbers
        elif command == "m":
            x, y = x + numbers[0], y + numbers[1]
        elif command == "h":
            dark |= {(int(y) - BORDER, int(x) + n - BORDER) for n in range(int(numbers[0]))}
            x += numbers[0]
    return dark, side - 2 * BORDER


def zigzag(size: int) -> list[tuple[int, int]]:
    columns = [c for c in range(size - 1, 0, -2) if c > 6] + [5, 3, 1]
    ways = [
        [(r, c - n) for r in (range(size - 1, -1, -1) if at % 2 == 0 else range(size)) for n in (0, 1)]
        for at, c in enumerate(columns)
    ]
    return list(chain.from_iterable(ways))


def is_function(r: int, c: int, size: int) -> bool:
    """Finders with their format bits, timing, and the one alignment pattern of versions 2 and 3."""
    corner = (r < 9 and (c < 9 or c >= size - 8)) or (r >= size - 8 and c < 9)
    alignment = size > 21 and abs(r - (size - 7)) <= 2 and abs(c - (size - 7)) <= 2
    return corner or r == 6 or c == 6 or alignment

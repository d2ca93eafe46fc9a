"""Two editions whose digests begin alike: `python -m tools.find_twins`, some minutes of one core.

Writes `fixtures/editions/twin-*.toml`: the reference box of CompoundIt! under one name, once as it is
and once with other points and another nitrogen. A number in the last line of each file is chosen so that
the first twelve hex digits of SHA-256 agree, which is all that named an edition once.
"""

from __future__ import annotations

from array import array
from hashlib import sha256
from pathlib import Path

import numpy as np

DIGITS = 12
STEP = 4_000_000  # numbers tried for each file between two comparisons
REFERENCE = Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml")
FIXTURES = Path("fixtures/editions")
CHANGES = (
    ('name = "reference-2"', 'name = "our-box"', 'name = "our-box"'),
    ('symbol = "H", count = 20, points = 1,', None, 'symbol = "H", count = 20, points = 90,'),
    ('symbol = "N", count = 8, points = 2, oxidation = [-3, 5]', None,
     'symbol = "N", count = 8, points = 2, oxidation = [-3, 3, 5]'),
)  # fmt: skip


def texts() -> tuple[str, str]:
    plain = forged = REFERENCE.read_bytes().decode()
    for before, in_plain, in_forged in CHANGES:
        assert before in plain
        plain = plain.replace(before, in_plain or before)
        forged = forged.replace(before, in_forged)
    return plain + "\n# ", forged + "\n# "


def tail(number: int) -> bytes:
    return b"%d\n" % number


def beginnings(text: str, first: int) -> np.ndarray:
    """The first digits of the file with each of the next numbers, as whole numbers."""
    begun, found = sha256(text.encode()), array("Q")
    for number in range(first, first + STEP):
        hashed = begun.copy()
        hashed.update(tail(number))
        found.append(int.from_bytes(hashed.digest()[: DIGITS // 2]))
    return np.frombuffer(found, dtype=np.uint64)


def find() -> tuple[bytes, bytes]:
    plain, forged = texts()
    tried: list[list[np.ndarray]] = [[], []]
    while True:
        first = len(tried[0]) * STEP
        for of_file, text in zip(tried, (plain, forged), strict=True):
            of_file.append(beginnings(text, first))
        ours, theirs = (np.concatenate(of_file) for of_file in tried)
        alike = np.intersect1d(ours, theirs)
        print(f"{len(ours):,} numbers each: {len(alike)} alike", flush=True)
        if len(alike):
            numbers = [int(np.flatnonzero(of_file == alike[0])[0]) for of_file in (ours, theirs)]
            return plain.encode() + tail(numbers[0]), forged.encode() + tail(numbers[1])


def main() -> None:
    FIXTURES.mkdir(exist_ok=True)
    for name, content in zip(("twin-plain", "twin-forged"), find(), strict=True):
        (FIXTURES / f"{name}.toml").write_bytes(content)
        print(name, sha256(content).hexdigest())


if __name__ == "__main__":
    main()

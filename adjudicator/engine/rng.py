"""The one source of chance: a generator that is a value, so it can live in a frozen state and in JSON.

Number n of a seed is SHA-256 of "seed:n", so any program can check a record. Whoever sees the seed sees
the future: no view shows a generator, and its representation does not either.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from numbers import Integral
from types import NoneType
from typing import TYPE_CHECKING, TypeVar

from adjudicator.errors import UnreadableInput, quote_value

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Rng:
    seed: str = field(repr=False)
    drawn: int = 0  # how many numbers were taken

    @classmethod
    def seeded(cls, seed: int | str | None) -> Rng:
        """Without a seed, one that cannot be guessed."""
        if not isinstance(seed, (Integral, str, NoneType)):
            raise UnreadableInput("bad_seed", f"A seed is a whole number or text, not {quote_value(seed)}.")
        return cls(secrets.token_hex(16) if seed is None else str(seed))

    def below(self, limit: int) -> tuple[int, Rng]:
        """A number from 0 to limit - 1. Of 256 bits the remainder is fair beyond measuring."""
        digest = sha256(f"{self.seed}:{self.drawn}".encode()).digest()
        return int.from_bytes(digest) % limit, Rng(self.seed, self.drawn + 1)

    def shuffled(self, pieces: Iterable[T]) -> tuple[tuple[T, ...], Rng]:
        left, rng = list(pieces), self
        for last in range(len(left) - 1, 0, -1):
            other, rng = rng.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return tuple(left), rng

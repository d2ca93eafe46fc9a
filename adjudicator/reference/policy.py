"""When does a boiling point count as measured, and which of several? Every source's value is kept, so that
any can be left out.

First what cannot be is set aside: a value far below the estimate for the structure was measured in a vacuum
or is a melting point, and one far off on either side falls to another source that is not. Then the sources
vote: the value that most of them share within 5 K wins, and the better source's where votes are equal. A
handbook, a reference equation of state and the NIST WebBook count alone, and Common Chemistry does where the
structure bears it out; otherwise two of Common Chemistry, Wikidata and Yaws have to agree. The estimate is an
alarm, never a value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudicator.errors import AdjudicatorError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

OVERRIDE = "override"  # a line of overrides.toml
TRUSTED = ("crc_inorg", "crc_org", "heos", "webbook")
CORROBORATED = ("common_chemistry", "wikidata", "yaws")
MEASURED = TRUSTED + CORROBORATED
SOURCES = (OVERRIDE, *MEASURED)  # the best first; the position is the bit of the source mask
AGREEMENT_K = 15.0  # within which a source supports a value
VOTE_K = 5.0  # within which two sources say the same
TOO_LOW_K = 65.0  # below the estimate: no such value is shared by the handbook and the WebBook
FAR_K, NEAR_K = 60.0, 40.0  # off the estimate, and near enough to it
_BOOK = {"crc_inorg": "crc", "crc_org": "crc"}  # two tables of one handbook have one vote


@dataclass(frozen=True, slots=True)
class BoilingPoint:
    kelvin: float
    sources: tuple[str, ...]  # those in force whose own value is within AGREEMENT_K of it


def accept(
    values: Mapping[str, float], estimate: float | None = None, dropped: frozenset[str] = frozenset()
) -> BoilingPoint | None:
    """The boiling point that these values of single sources establish without the dropped ones, if any."""
    usable = {source: values[source] for source in SOURCES if source in values and source not in dropped}
    believed = usable if OVERRIDE in usable else plausible(usable, estimate)
    for source in sorted(believed, key=lambda s: (s != OVERRIDE, -_votes(believed, s))):  # else by standing
        kelvin = believed[source]
        supporting = tuple(s for s, value in usable.items() if abs(value - kelvin) <= AGREEMENT_K)
        vetted = source == "common_chemistry" and estimate is not None and abs(kelvin - estimate) <= NEAR_K
        if source not in CORROBORATED or vetted or len(supporting) > 1:
            return BoilingPoint(kelvin, supporting)
    return None


def plausible(values: Mapping[str, float], estimate: float | None) -> dict[str, float]:
    """The values without those that the structure, alone or with another source, speaks against."""
    if estimate is None:
        return dict(values)
    possible = {s: value for s, value in values.items() if value >= estimate - TOO_LOW_K}
    near = [value for value in possible.values() if abs(value - estimate) <= NEAR_K]
    return {
        source: value
        for source, value in possible.items()
        if abs(value - estimate) <= FAR_K or not any(abs(value - other) > AGREEMENT_K for other in near)
    }


def _votes(values: Mapping[str, float], source: str) -> int:
    agreeing = [s for s, value in values.items() if abs(value - values[source]) <= VOTE_K]
    return len({_BOOK.get(s, s) for s in agreeing})


def agreed_value(values: Mapping[str, float]) -> float | None:
    """The value that most sources share, if at least two do."""
    best = max(values, key=lambda source: _votes(values, source), default=None)
    return values[best] if best is not None and _votes(values, best) > 1 else None


def contradicted(kelvin: float, values: Mapping[str, float]) -> bool:
    """Whether more sources agree on another value than on this one."""
    own = len({_BOOK.get(s, s) for s, value in values.items() if abs(value - kelvin) <= VOTE_K})
    others = [s for s, value in values.items() if abs(value - kelvin) > AGREEMENT_K]
    return any(_votes(values, source) > max(own, 1) for source in others)


def mask_of(sources: Iterable[str]) -> int:
    return sum(1 << SOURCES.index(source) for source in sources)


def sources_of(mask: int) -> tuple[str, ...]:
    return tuple(source for bit, source in enumerate(SOURCES) if mask >> bit & 1)


def check_sources(names: Iterable[str]) -> frozenset[str]:
    """Names of sources as a user writes them: any case, `crc` for both handbook tables."""
    wanted: set[str] = set()
    for name in names:
        source = name.strip().lower().replace("-", "_")
        known = {"crc_inorg", "crc_org"} if source == "crc" else {source} & set(SOURCES)
        if source and not known:
            raise AdjudicatorError(
                "unknown_source",
                f"'{name.strip()}' is not a source of boiling points; there are {', '.join(SOURCES)}.",
                sources=list(SOURCES),
            )
        wanted |= known
    return frozenset(wanted)

"""When does a boiling point count as measured? Each source's value is kept, so any can be left out.

A handbook, a reference equation of state and the NIST WebBook count alone. The other three mix in copied or
predicted values, so two of them have to agree. Joback's group contributions are predictions and never here.
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
AGREEMENT_K = 15.0


@dataclass(frozen=True, slots=True)
class BoilingPoint:
    kelvin: float
    sources: tuple[str, ...]  # those in force whose own value is within AGREEMENT_K of it


def accept(values: Mapping[str, float], dropped: frozenset[str] = frozenset()) -> BoilingPoint | None:
    """The boiling point that these values of single sources establish without the dropped ones, if any."""
    usable = {source: values[source] for source in SOURCES if source in values and source not in dropped}
    for source, kelvin in usable.items():
        supporting = [other for other, value in usable.items() if abs(value - kelvin) <= AGREEMENT_K]
        if len(supporting) > 1 or source not in CORROBORATED:
            return BoilingPoint(kelvin, tuple(supporting))
    return None


def mask_of(sources: Iterable[str]) -> int:
    return sum(1 << SOURCES.index(source) for source in sources)


def check_sources(names: Iterable[str]) -> frozenset[str]:
    """Names of sources as a user writes them: any case, `crc` for both handbook tables."""
    wanted: set[str] = set()
    for name in names:
        source = name.strip().lower().replace("-", "_")
        known = {"crc_inorg", "crc_org"} if source == "crc" else {source} & set(SOURCES)
        if source and not known:
            raise AdjudicatorError(
                "unknown_source",
                f"'{name.strip()}' is no source of boiling points; there are {', '.join(SOURCES)}.",
                sources=list(SOURCES),
            )
        wanted |= known
    return frozenset(wanted)

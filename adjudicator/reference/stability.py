"""What the authority answers: stable, not stable or open, with the reason as code, facts and sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, overload

from adjudicator import prose
from adjudicator.notebook import html_table
from adjudicator.reference.online.failures import SourceFailed
from adjudicator.verdict import NO_FACTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from adjudicator.errors import AdjudicatorError
    from adjudicator.verdict import Facts, Known


class StabilityOutcome(StrEnum):
    STABLE = "stable"
    NOT_STABLE = "not_stable"
    UNRESOLVED = "unresolved"


@dataclass(frozen=True, slots=True)
class Failure:
    """An enabled source that gave no answer."""

    source: str
    code: str
    reason: str

    @classmethod
    def of(cls, source: str, error: AdjudicatorError) -> Failure:
        return cls(source, error.code, error.reason if isinstance(error, SourceFailed) else error.message)


@dataclass(frozen=True, slots=True)
class Stability:
    """The answer, with the compound that decides it or comes nearest; `code` and `params` are its message."""

    outcome: StabilityOutcome
    code: str
    params: Facts = NO_FACTS
    evidence: Known | None = None
    failures: tuple[Failure, ...] = ()

    @property
    def message(self) -> str:
        return prose.render(prose.SHARED, self.code, self.params)


@dataclass(frozen=True, slots=True, repr=False)
class Listing(Sequence["Known"]):
    """Compounds on record, best known first, and the sources that failed to answer."""

    compounds: tuple[Known, ...]
    failures: tuple[Failure, ...]

    @overload
    def __getitem__(self, place: int) -> Known: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Known, ...]: ...
    def __getitem__(self, place: int | slice) -> Known | tuple[Known, ...]:
        return self.compounds[place]

    def __iter__(self) -> Iterator[Known]:
        return iter(self.compounds)

    def __len__(self) -> int:
        return len(self.compounds)

    def __repr__(self) -> str:
        names = [known.name for known in self.compounds]
        silent = [f"no answer from {failure.source}" for failure in self.failures]
        return f"<Listing: {', '.join([*names, *silent]) or 'nothing on record'}>"

    def _repr_html_(self) -> str:
        """For notebooks: every compound with its boiling point and where that is written."""
        rows = [
            (c.name, c.smiles, "" if c.boiling_point_k is None else f"{c.boiling_point_k:.1f} K", c.source)
            for c in self.compounds
        ]
        silent = [(f"{f.source} did not answer", f.reason) for f in self.failures]
        return html_table(("name", "SMILES", "boiling point", "source"), [*rows, *silent])

    def to_json(self) -> dict[str, Any]:
        return {
            "compounds": [asdict(known) for known in self.compounds],
            "failures": [asdict(failure) for failure in self.failures],
        }


# --- in words ---------------------------------------------------------------------------------------------


_APART = "cis|trans|tert|sec|meso|syn|anti|endo|exo|alpha|beta|gamma"  # tert-Butanol: no part of the word
_FIRST_WORD = re.compile(rf"(?<![^\W_])(?!(?:{_APART})[-,])[a-z](?=[a-z]{{2}})")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def capital_name(name: str) -> str:
    """A name at the beginning of a sentence: Ethanol, p-Benzoquinone, 2-Methylpropane."""
    return _FIRST_WORD.sub(lambda letter: letter.group().upper(), name, count=1)


def _stable_compound(
    name: str, boiling_point_k: float, kind: str, source: str, remark: str | None = None
) -> str:
    """`remark`: of an explosive that it decomposes."""
    celsius = f"{boiling_point_k - 273.15:.0f}".replace("-", "−")
    also = f"; it {remark}" if remark else ""
    return f"{capital_name(name)} {kind} at {celsius} °C ({source}){also}."


# At what the structure of a known compound fails, by the code of its refusal.
FAULTS = {
    "no_centre_atom": "no atom of it is bonded to all others",
    "odd_electrons": "it has an odd number of electrons, so one stays unpaired",
    "hypervalent": "an atom of it has more than eight electrons",
    "incomplete_octet": "an atom of it has fewer than eight electrons",
    "too_many_neighbours": "an atom of it has more neighbours than an octet allows",
    "hydrogen_bonds": "a hydrogen of it has more than one bond",
}


def _fault(code: str | None) -> str:
    return FAULTS.get(code or "", "with a structure that does not satisfy the rule")


def _no_boiling_point(
    formula: str,
    name: str | None,
    remark: str | None = None,
    better_known: str | None = None,
    fault: str | None = None,
) -> str:
    """`better_known` has a structure with a fault: formic acid, where dioxirane would fit."""
    unfit = f"{capital_name(better_known)} does not fit: {_fault(fault)}. " if better_known else ""
    what = f"{capital_name(name)} is" if name else f"A compound {formula} is"
    instead = f" ({remark})" if remark else ""
    therefore = "so in this game it counts as unstable"
    return f"{unfit}{what} on record, but without a boiling point{instead}, {therefore}."


def _no_fitting_structure(formula: str, name: str, fault: str | None = None) -> str:
    """`fault` is missing in rulings that an older version kept."""
    return f"{formula} is on record as {name}, but {_fault(fault)}."


def _source_failed(formula: str, reasons: tuple[str, ...]) -> str:
    said = " ".join(f"{_capital(reason.rstrip('.'))}." for reason in reasons)
    return f"Whether a stable {formula} is known stays open, because not every source answered. {said}"


_SENTENCES: dict[str, Callable[..., str]] = {
    "remark": lambda remark: remark,
    "stable_compound": _stable_compound,
    "no_fitting_structure": _no_fitting_structure,
    "no_boiling_point": _no_boiling_point,
    "source_failed": _source_failed,
}
prose.register(prose.SHARED, _SENTENCES)

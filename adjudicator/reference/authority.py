"""The authority in force: is some compound of this formula, with a fitting structure, stable? (C-STABLE)

The shipped table is asked first; PubChem when it is switched on and the table has no stable compound;
ChemSpider, for existence alone, when nothing is on record at all. A source that fails leaves the question
open, unless another one has the evidence.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn, Protocol

from adjudicator.errors import AdjudicatorError, ReferenceUnavailable, UnreadableInput, quote
from adjudicator.reference.isomers import of_structure
from adjudicator.reference.online.failures import TITLES, SourceFailed
from adjudicator.reference.online.recent import Recent
from adjudicator.reference.salts import unmade
from adjudicator.reference.stability import Failure, Listing, Stability, StabilityOutcome
from adjudicator.reference.substances import (
    name_of_known,
    recorded_name,
    rule_name,
    usual_formula,
)
from adjudicator.verdict import Facts, Known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from adjudicator.chem.formula import Formula
    from adjudicator.chem.naming import KnownNames
    from adjudicator.reference.online.cache import Settings
    from adjudicator.reference.online.pubchem import Candidate, Candidates, Reported
    from adjudicator.reference.table.reading import Compound

TABLE, PUBCHEM, CHEMSPIDER = SOURCES = ("table", "pubchem", "chemspider")  # in the order of asking
SOURCES_VARIABLE = "ADJUDICATOR_SOURCES"
MAX_LOOKUPS = 40  # boiling points that one question may cost at PubChem: eight seconds at its pace
SOURCE_TITLES = {
    "override": "our reviewed list",
    "crc_inorg": "CRC Handbook",
    "crc_org": "CRC Handbook",
    "heos": "reference equation of state",
    "webbook": "NIST WebBook",
    "common_chemistry": "CAS Common Chemistry",
    "wikidata": "Wikidata",
    "yaws": "Yaws",
}
log = logging.getLogger("adjudicator.reference")


class TableLike(Protocol):
    @property
    def version(self) -> str: ...
    def by_formula(self, hill: str) -> tuple[Compound, ...]: ...
    def formulas(self) -> tuple[str, ...]: ...
    def by_name(self, name: str) -> tuple[Compound, ...]: ...
    def names_of(self, compound: Compound) -> tuple[str, ...]: ...
    def unmade(self, hill: str) -> bool: ...
    @property
    def attested(self) -> KnownNames: ...


class PubChemLike(Protocol):
    def candidates(self, formula: Formula) -> Candidates: ...
    def boiling_point(self, cid: int) -> Reported | None: ...


class ChemSpiderLike(Protocol):
    def has_entry(self, inchikey: str) -> bool: ...


class Authority:
    """Safe to share between threads. Sources that are None are not enabled."""

    def __init__(
        self,
        open_table: Callable[[], TableLike] | None,
        pubchem: PubChemLike | None = None,
        chemspider: ChemSpiderLike | None = None,
    ) -> None:
        self._open_table = open_table
        self._table: TableLike | None = None
        self._pubchem = pubchem
        self._chemspider = chemspider
        self._candidates: Recent[Formula, Candidates] = Recent()
        self._boiling: Recent[int, Reported | None] = Recent()

    @classmethod
    def from_config(cls, sources: Iterable[str] | None = None, settings: Settings | None = None) -> Authority:
        """The sources named, or those of ADJUDICATOR_SOURCES, or the table alone."""
        from adjudicator.reference.table.reading import CompoundTable

        enabled = check_sources(sources)
        open_table = CompoundTable.open if TABLE in enabled else None
        if open_table is not None:
            with suppress(ReferenceUnavailable):  # that is an answer of its own; a bad setting is refused now
                open_table()
        if enabled == (TABLE,):
            return cls(open_table)

        from adjudicator.reference.online.cache import Settings, cache_place
        from adjudicator.reference.online.chemspider import KEY_VARIABLE, ChemSpider
        from adjudicator.reference.online.pubchem import PubChem

        settings = settings or Settings.from_env()
        cache_place(settings.cache_url)  # refuses a bad address now, not with the first question
        key = os.environ.get(KEY_VARIABLE)
        if CHEMSPIDER in enabled and not key:
            log.warning("ChemSpider is left out: there is no key in %s.", KEY_VARIABLE)
        return cls(
            open_table,
            PubChem(settings) if PUBCHEM in enabled else None,
            ChemSpider(key, settings) if CHEMSPIDER in enabled and key else None,
        )

    @property
    def table(self) -> TableLike | None:
        """The shipped table, for its names; None when it is not enabled or cannot be opened."""
        if self._table is not None or self._open_table is None:
            return self._table
        with suppress(ReferenceUnavailable):
            return self._opened()
        return None

    @property
    def online(self) -> bool:
        """Whether a question may have to wait for an outside service."""
        return self._pubchem is not None or self._chemspider is not None

    @property
    def offline(self) -> bool:
        """Whether no source outside this machine is asked."""
        return self._pubchem is None and self._chemspider is None

    @property
    def label(self) -> str:
        """What verdicts name as their authority: table@1.5.2-0123abcd+pubchem."""
        if self._table is not None and self.offline:  # at once: every verdict asks
            return self._table.version
        parts: list[str] = []
        if self._open_table is not None:
            try:
                parts.append(self._opened().version)
            except ReferenceUnavailable as error:
                parts.append(f"table ({error.code.removeprefix('table_').replace('_', ' ')})")
        parts += [PUBCHEM] if self._pubchem else []
        parts += [CHEMSPIDER] if self._chemspider else []
        return "+".join(parts)

    def stable(
        self,
        formula: Formula,
        accepts: Callable[[str], bool],
        structure: Callable[[], str] | None = None,
    ) -> Stability:
        """Asks for a known compound whose own structure `accepts` says yes to, with a boiling point.

        `structure` makes a SMILES of the formula, for which ChemSpider may know an entry.
        """
        survey = _Survey(formula, accepts)
        for source, look in self._chain(survey):
            try:
                evidence = look()
            except (SourceFailed, ReferenceUnavailable) as failure:
                survey.failures.append(Failure.of(source, failure))
            else:
                if evidence is not None:
                    return _stable(evidence)
        if structure is not None and self._chemspider is not None:
            survey.ask_for_entry(self._chemspider, structure())
        return survey.conclude()

    def formulas(self) -> tuple[str, ...]:
        """The formulas for which the table can be the evidence; none while it cannot be read.

        Outside sources have no such list: what only they know can be asked about, not looked for.
        """
        if self._open_table is None:
            return ()
        try:
            return self._opened().formulas()
        except ReferenceUnavailable:
            return ()

    def known(self, formula: Formula) -> Known | None:
        """The best-known compound of a formula, or of the structure that it writes, for information."""
        listing = of_structure(self.compounds(formula, lookups=1, enough=True), formula)
        return next(iter(listing.compounds), None)

    def real(self, formula: Formula) -> str | None:
        """The name of a real compound with these atoms: a salt of the handbook, or a molecule of the table.

        For the second layer of a refusal: no source outside is asked.
        """
        return recorded_name(formula, self.table)

    def called(self, formula: Formula, known: Known | None = None) -> str | None:
        """The `name` of a verdict: of a known substance, whether it is legal or not.

        No source outside is asked; `known` is what one of them has, where it was asked anyway.
        """
        return name_of_known(formula, self.table) or (known.name if known is not None else None)

    def written(self, formula: Formula) -> str:
        """As it was written, else as chemists write the substance that it is: HCN, and CHN of no isomer."""
        return formula.text or usual_formula(formula, self.table)

    def compounds(self, formula: Formula, lookups: int = 10, *, enough: bool = False) -> Listing:
        """Every compound on record; `enough`: stops at the first source that has one.

        `lookups` of PubChem's own are looked up for their boiling points; the others come without. What is
        known never to have been made is not on record, though a depositor has entered it: SBr6.
        """
        known: dict[str, Known] = {}  # by InChIKey
        failures: list[Failure] = []
        if formula.charge or unmade(formula) == "unmade":
            return Listing((), ())
        if self._open_table is not None:
            try:
                found = self._opened().by_formula(formula.hill)
                called = rule_name(found)
                known.update((c.inchikey, _from_table(c, called)) for c in found)
            except ReferenceUnavailable as failure:
                failures.append(Failure.of(TABLE, failure))
        if self._pubchem is not None and not (enough and known):
            try:
                known.update(self._at_pubchem(formula, lookups, set(known)))
            except SourceFailed as failure:
                failures.append(Failure.of(PUBCHEM, failure))
        return Listing(tuple(known.values()), tuple(failures))

    # --- the chain ----------------------------------------------------------------------------------------

    def _chain(self, survey: _Survey) -> Iterator[tuple[str, Callable[[], Known | None]]]:
        if survey.formula.charge:
            return  # an ion is no compound
        if self._open_table is not None:
            yield TABLE, lambda: self._look_in_table(survey)
        if self._pubchem is not None:
            yield PUBCHEM, lambda: self._look_at_pubchem(survey)

    def _look_in_table(self, survey: _Survey) -> Known | None:
        found = self._opened().by_formula(survey.formula.hill)
        called = rule_name(found)
        for compound in found:
            if compound.boiling_point_k is not None:
                known = _from_table(compound, called)
                if survey.fits(known, TABLE):
                    return known
        for compound in found:  # one that fits is enough to say that it has no boiling point
            if compound.boiling_point_k is None and survey.fits(_from_table(compound, called), TABLE):
                break
        return None

    def _look_at_pubchem(self, survey: _Survey) -> Known | None:
        candidates = self._candidates_of(survey.formula)
        lookups = 0
        for candidate in candidates.compounds:
            if not survey.fits(_from_pubchem(candidate, None), PUBCHEM):
                continue
            if lookups == MAX_LOOKUPS:
                _refuse_too_many(survey.formula, MAX_LOOKUPS)
            lookups += 1
            reported = self._boiling_point(candidate.cid)
            if reported is not None:
                return _from_pubchem(candidate, reported)
        if not candidates.complete:
            _refuse_too_many(survey.formula, len(candidates.compounds))
        return None

    def _at_pubchem(self, formula: Formula, lookups: int, have: set[str]) -> Iterator[tuple[str, Known]]:
        new = [c for c in self._candidates_of(formula).compounds if c.inchikey not in have]
        for number, candidate in enumerate(new):
            reported = self._boiling_point(candidate.cid) if number < lookups else None
            yield candidate.inchikey, _from_pubchem(candidate, reported)

    def _candidates_of(self, formula: Formula) -> Candidates:
        assert self._pubchem is not None
        return self._candidates.get(formula, self._pubchem.candidates)

    def _boiling_point(self, cid: int) -> Reported | None:
        assert self._pubchem is not None
        return self._boiling.get(cid, self._pubchem.boiling_point)

    def _opened(self) -> TableLike:
        """The table, tried again each time until it can be opened."""
        if self._table is None:
            assert self._open_table is not None
            self._table = self._open_table()
        return self._table


def check_sources(names: Iterable[str] | None) -> tuple[str, ...]:
    """Source names as a user writes them, in the order of asking; raises AdjudicatorError for others."""
    if names is None:
        names = os.environ.get(SOURCES_VARIABLE, "").split(",")
    wanted = {name.strip().lower() for name in names} - {""}
    for name in sorted(wanted - set(SOURCES)):
        raise AdjudicatorError(
            "unknown_source",
            f"{quote(name)} is not a source; there are {', '.join(SOURCES)}.",
            sources=SOURCES,
        )
    return tuple(source for source in SOURCES if source in wanted) or (TABLE,)


# --- what was found ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Survey:
    """What the sources have found so far, in case none of it counts as evidence."""

    formula: Formula
    accepts: Callable[[str], bool]
    fitting: Known | None = None  # fits, but has no boiling point
    unfit: Known | None = None
    entry: bool = False  # ChemSpider has the structure
    failures: list[Failure] = field(default_factory=list)

    def fits(self, known: Known, source: str) -> bool:
        try:
            fits = self.accepts(known.smiles)
        except UnreadableInput:
            reason = f"the structure of {known.name}, {known.smiles}, cannot be read"
            self.failures.append(Failure(source, "unreadable_structure", reason))
            return False
        if fits:
            self.fitting = self.fitting or known
        else:
            self.unfit = self.unfit or known
        return fits

    def ask_for_entry(self, chemspider: ChemSpiderLike, structure: str) -> None:
        from adjudicator.reference.screening import inchikey_of

        if self.fitting or self.unfit or self.formula.charge:
            return
        try:
            self.entry = chemspider.has_entry(inchikey_of(structure))
        except SourceFailed as failure:
            self.failures.append(Failure.of(CHEMSPIDER, failure))
        except ValueError as error:
            self.failures.append(Failure(CHEMSPIDER, "bad_request", str(error)))

    def conclude(self) -> Stability:
        formula = self.formula.conventional
        nearest = self.fitting or self.unfit
        if self.failures:
            reasons = tuple(f"{TITLES[f.source]}: {f.reason}" for f in self.failures)
            return Stability(
                StabilityOutcome.UNRESOLVED,
                "source_failed",
                Facts(formula=formula, reasons=reasons),
                nearest,
                tuple(self.failures),
            )
        name = nearest.name if nearest else recorded_name(self.formula, None)  # ammonium nitrate, Caro's acid
        if self.fitting or self.entry or (name and not nearest):
            remark = nearest.remark if nearest else None
            code, params = "no_boiling_point", Facts(formula=formula, name=name, remark=remark)
        elif self.unfit:
            code, params = "no_fitting_structure", Facts(formula=formula, name=name)
        else:
            code, params = "no_compound_on_record", Facts(formula=formula)
        return Stability(StabilityOutcome.NOT_STABLE, code, params, nearest)


def _stable(evidence: Known) -> Stability:
    params = Facts(
        name=evidence.name,
        boiling_point_k=evidence.boiling_point_k,
        kind=evidence.kind,
        source=evidence.source,
    )
    if evidence.remark:
        params = params.plus(remark=evidence.remark)
    return Stability(StabilityOutcome.STABLE, "stable_compound", params, evidence)


def _from_table(compound: Compound, called: str | None) -> Known:
    kelvin = compound.boiling_point_k
    titles = dict.fromkeys(SOURCE_TITLES[source] for source in compound.sources)
    return Known(
        name=called or compound.name,
        smiles=compound.smiles,
        cid=compound.cid,
        boiling_point_k=kelvin,
        source=", ".join(titles) or "the reference table",
        kind=None if kelvin is None else compound.boiling_kind,
        remark=compound.remark,
    )


def _from_pubchem(candidate: Candidate, reported: Reported | None) -> Known:
    source = f"PubChem CID {candidate.cid}"
    return Known(
        name=candidate.name,
        smiles=candidate.smiles,
        cid=candidate.cid,
        boiling_point_k=reported.boiling.kelvin if reported else None,
        source=f'{source}, {reported.origin}: "{reported.boiling.text}"' if reported else source,
        kind=reported.boiling.kind.value if reported else None,
    )


def _refuse_too_many(formula: Formula, asked: int) -> NoReturn:
    raise SourceFailed(
        PUBCHEM, "too_many", f"it has more compounds of {formula} than the {asked} that were looked at"
    )

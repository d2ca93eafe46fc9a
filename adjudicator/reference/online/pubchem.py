"""PubChem: the compounds of a formula and the boiling points on record for each.

Three questions: which CIDs have the formula (fastformula), what they are (properties, through pubchempy), and
what is written under "Boiling Point" (PUG View). All go through the one cached session.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from email.message import Message
from functools import cached_property
from importlib.util import find_spec, module_from_spec
from io import BytesIO
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.error import HTTPError
from urllib.parse import quote

from adjudicator.chem.formula import Formula
from adjudicator.errors import UnreadableInput
from adjudicator.reference.boiling import MAX_TEXT, read_boiling
from adjudicator.reference.online.cache import Settings, Web
from adjudicator.reference.online.failures import SourceFailed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adjudicator.reference.boiling import BoilingText
    from adjudicator.reference.online.transport import Keep

SOURCE = "pubchem"
URL_VARIABLE = "ADJUDICATOR_PUBCHEM_URL"
BASE_URL = "https://pubchem.ncbi.nlm.nih.gov"
MAX_RECORDS = 200  # compounds of one formula
MAX_NAME, MAX_SMILES, MAX_ORIGIN = 120, 1000, 80  # characters
AGREEMENT_K = 15.0  # values this close support each other, as in the table's policy
PROPERTIES = (
    "Title",
    "MolecularFormula",
    "SMILES",
    "InChIKey",
    "Charge",
    "CovalentUnitCount",
    "IsotopeAtomCount",
)
_PASSING_FAULTS = {"ServerBusy", "Timeout", "ServerError"}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A neutral compound in one piece, without isotope labels."""

    cid: int
    name: str
    formula: Formula
    smiles: str
    inchikey: str


@dataclass(frozen=True, slots=True)
class Candidates:
    compounds: tuple[Candidate, ...]  # lowest CID first: well-known compounds came first
    complete: bool  # False: PubChem has more of this formula than we asked for


@dataclass(frozen=True, slots=True)
class Reported:
    """One text about the boiling point, and who contributed it."""

    boiling: BoilingText
    origin: str


class PubChem:
    """Raises SourceFailed, and nothing else, for whatever goes wrong."""

    def __init__(self, settings: Settings | None = None, base_url: str | None = None) -> None:
        self._settings = settings or Settings.from_env()
        self.base_url = (base_url or os.environ.get(URL_VARIABLE) or BASE_URL).rstrip("/")

    def candidates(self, formula: Formula) -> Candidates:
        """The compounds of a formula; one that PubChem does not know has none."""
        url = f"{self.base_url}/rest/pug/compound/fastformula/{quote(formula.hill)}/cids/JSON"
        body = self._get(url, MaxRecords=MAX_RECORDS)
        cids = [] if body is None else _read_cids(body)
        rows = self._properties(cids) if cids else []
        compounds = [c for c in map(_read_row, rows) if c is not None and c.formula == formula]
        compounds.sort(key=lambda compound: compound.cid)
        return Candidates(tuple(compounds), complete=len(cids) < MAX_RECORDS)

    def reported(self, cid: int) -> tuple[Reported, ...]:
        """Everything that stands under "Boiling Point" for a compound, in PubChem's order."""
        body = self._get(f"{self.base_url}/rest/pug_view/data/compound/{cid}/JSON", heading="Boiling Point")
        return () if body is None else tuple(_read_view(body))

    def boiling_point(self, cid: int) -> Reported | None:
        """The text that counts as evidence and that most others support."""
        evidence = [report for report in self.reported(cid) if report.boiling.is_evidence]
        return max(evidence, key=lambda report: _support(report, evidence), default=None)

    # --- asking -------------------------------------------------------------------------------------------

    @cached_property
    def _web(self) -> Web:
        web = Web.shared(self._settings)
        web.add_source(SOURCE, self.base_url, check_answer)
        return web

    def _get(self, url: str, **params: str | int) -> dict[str, Any] | None:
        """A JSON object, or None where PubChem has nothing."""
        body: dict[str, Any] = self._web.ask(SOURCE, "GET", url, params=params)
        return None if "Fault" in body else body

    def _properties(self, cids: list[int]) -> list[dict[str, Any]]:
        try:
            rows: list[dict[str, Any]] = self._pubchempy.get_properties(list(PROPERTIES), cids, "cid")
        except SourceFailed:
            raise
        except Exception as error:  # noqa: BLE001 - pubchempy lets whatever the answer provokes through
            _fail_shape(f"pubchempy cannot read its answer ({type(error).__name__})")
        return rows

    @cached_property
    def _pubchempy(self) -> Any:
        """Our own copy of pubchempy, whose requests go through our session; the caller's stays as it is."""
        spec = find_spec("pubchempy")
        if spec is None or spec.loader is None:
            raise SourceFailed(SOURCE, "not_installed", "pubchempy is not installed")
        module: Any = module_from_spec(spec)
        spec.loader.exec_module(module)
        module.API_BASE = f"{self.base_url}/rest/pug"
        module.urlopen = self._urlopen
        return module

    def _urlopen(self, url: str, data: bytes | None = None, context: object = None) -> BytesIO:  # noqa: ARG002
        """What pubchempy takes for urllib's: a readable body, or HTTPError where there is nothing."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if data else None
        body = self._web.ask(SOURCE, "POST" if data else "GET", url, data=data, headers=headers)
        content = BytesIO(json.dumps(body).encode())
        if "Fault" in body:
            raise HTTPError(url, 404, "nothing found", Message(), content)
        return content


# --- answers and faults -----------------------------------------------------------------------------------


def check_answer(status: int, body: Any) -> Keep:
    """Tells answers from faults by Fault.Code, whatever the status: both come with 200 and with 4xx.

    An answer is kept only if it can be read.
    """
    from adjudicator.reference.online.transport import Keep

    if not isinstance(body, dict):
        _fail_shape("its answer is not a JSON object")
    if "Fault" in body:
        fault = body["Fault"] if isinstance(body["Fault"], dict) else {}
        code = str(fault.get("Code", "unknown"))
        kind = code.rpartition(".")[2]
        if kind == "NotFound":
            return Keep.SHORT
        said = f"{code}: {fault.get('Message', 'no message')}"
        if kind in _PASSING_FAULTS:
            raise SourceFailed(
                SOURCE, "busy" if kind == "ServerBusy" else "fault", f"it says {said}", passing=True
            )
        raise SourceFailed(SOURCE, "fault", f"it says {said}")
    if status >= 400:
        raise SourceFailed(SOURCE, "http_error", f"it answers HTTP {status}", passing=status >= 500)
    if "IdentifierList" in body:
        return Keep.LONG if _read_cids(body) else Keep.SHORT
    if "Record" in body:
        return Keep.LONG if list(_read_view(body)) else Keep.SHORT
    if "PropertyTable" in body:
        return Keep.LONG if _are_ours(body["PropertyTable"]) else Keep.NEVER
    return Keep.NEVER  # a search that goes on, or something that we never asked for


def _fail_incomplete() -> NoReturn:
    """An empty answer without a fault comes from a service under load; "nothing there" is a NotFound."""
    raise SourceFailed(SOURCE, "incomplete", "its answer lacks what was asked for", passing=True)


def _fail_shape(reason: str) -> NoReturn:
    raise SourceFailed(SOURCE, "unexpected_shape", reason)


def _read_cids(body: dict[str, Any]) -> list[int]:
    try:
        cids = body["IdentifierList"].get("CID", [])
        if not cids:
            _fail_incomplete()
        return sorted(cid for cid in map(int, cids) if cid > 0)  # a zero stands for "none"
    except (KeyError, AttributeError, TypeError, ValueError):
        _fail_shape("its list of compounds cannot be read")


def _are_ours(table: Any) -> bool:
    """Rows with the properties that we ask for; raises SourceFailed where one of them cannot be read."""
    rows = table.get("Properties") if isinstance(table, dict) else None
    wanted = {"CID", *PROPERTIES} - {"Title"}
    if not isinstance(rows, list) or not all(isinstance(row, dict) and wanted <= row.keys() for row in rows):
        return False
    if not rows:
        _fail_incomplete()
    for row in rows:
        _read_row(row)
    return True


def _read_row(row: Any) -> Candidate | None:
    """None for what is no compound of a game: ions, mixtures, labelled ones."""
    try:
        if row["Charge"] != 0 or row["CovalentUnitCount"] != 1 or row["IsotopeAtomCount"] != 0:
            return None
        formula = Formula.parse(row["MolecularFormula"])
        cid, smiles, inchikey = int(row["CID"]), str(row["SMILES"]), str(row["InChIKey"])
        name = _one_line(str(row.get("Title") or f"CID {cid}"), MAX_NAME)
    except (KeyError, TypeError, ValueError, AttributeError, UnreadableInput):
        _fail_shape("its properties of a compound cannot be read")
    if len(smiles) > MAX_SMILES or not smiles.isascii():
        _fail_shape("it gives a structure that cannot be read")
    return Candidate(cid, name, formula, smiles, inchikey)


# --- PUG View ---------------------------------------------------------------------------------------------


def _read_view(body: dict[str, Any]) -> Iterator[Reported]:
    try:
        record = body["Record"]
        origins = {r["ReferenceNumber"]: r["SourceName"] for r in record.get("Reference", ())}
        for information in _under_heading(record, "Boiling Point"):
            origin = _one_line(str(origins.get(information.get("ReferenceNumber"), "unnamed")), MAX_ORIGIN)
            for text in _texts(information["Value"]):
                yield Reported(_read_named(information.get("Name"), text), origin)
    except (KeyError, TypeError, AttributeError):
        _fail_shape("its page of boiling points cannot be read")


def _under_heading(record: dict[str, Any], heading: str) -> Iterator[dict[str, Any]]:
    """The entries of every section with that heading, in order, except under computed properties."""
    waiting = list(reversed(record.get("Section", [])))
    while waiting:
        section = waiting.pop()
        title = section.get("TOCHeading", "")
        if title == heading:
            yield from section.get("Information", ())
        elif title != "Computed Properties":
            waiting += reversed(section.get("Section", []))


def _read_named(name: Any, text: str) -> BoilingText:
    """The text; one that stands beside the name of something else ("Melting Point") is read with it."""
    if not name or "boil" in str(name).lower():
        return read_boiling(text)
    return replace(read_boiling(f"{name}: {text}"), text=_one_line(text, MAX_TEXT))


def _texts(value: dict[str, Any]) -> list[str]:
    """A value is text, or a number (or a range of two) with its unit apart."""
    if "StringWithMarkup" in value:
        return [str(piece["String"]) for piece in value["StringWithMarkup"]]
    numbers = [str(number) for number in value.get("Number", ())]
    return [f"{' to '.join(numbers)} {value.get('Unit', '')}"] if numbers else []


def _support(report: Reported, others: list[Reported]) -> int:
    kelvin = report.boiling.kelvin or 0.0
    return sum(abs((other.boiling.kelvin or 0.0) - kelvin) <= AGREEMENT_K for other in others)


def _one_line(text: str, most: int) -> str:
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= most else f"{line[: most - 1]}…"

"""A name and the substance it is said of, what is looked up for both, and the answer."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from adjudicator import prose
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.naming.checking.prose import SENTENCES
from adjudicator.chem.naming.knowledge.common import common
from adjudicator.chem.naming.knowledge.normalise import MAX_NAME, normalise
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH
from adjudicator.chem.naming.reading.inorganic import texts_by_skeleton
from adjudicator.chem.naming.reading.meaning import read
from adjudicator.chem.naming.reading.structures import (
    records,
    without_places,
)
from adjudicator.chem.naming.writing.names import names
from adjudicator.notebook import html_answer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.chem.formula import Formula
    from adjudicator.chem.naming.knowledge.known import KnownNames
    from adjudicator.chem.naming.reading.meaning import NameReading

_CHAIN = re.compile("(?:CH2){4,}")
_NITRO = re.compile(r"\AO2N((?:C[0-9]*H[0-9]*)+)\Z")  # CH3NO2, not O2NCH3

Answer = Literal["right", "wrong", "unresolved"]
Params = tuple[tuple[str, Any], ...]

prose.register(prose.SHARED, SENTENCES)


@dataclass(frozen=True, slots=True)
class NameCheck:
    """The answer, the code of its reason with what its sentence needs, and the right names."""

    answer: Answer
    code: str
    params: Params
    names: tuple[str, ...]
    language: str = ENGLISH

    @property
    def message(self) -> str:
        return prose.render(prose.SHARED, self.code, dict(self.params), self.language)

    def saying(self, **params: Any) -> NameCheck:
        """The same answer with these in its sentence."""
        return replace(self, params=tuple({**dict(self.params), **params}.items()))

    def _repr_html_(self) -> str:
        return html_answer(self.answer, self.message, f"Names: {', '.join(self.names)}" if self.names else "")

    def to_json(self) -> dict[str, Any]:
        params: Mapping[str, Any] = {k: list(v) if isinstance(v, tuple) else v for k, v in self.params}
        return {
            "answer": self.answer,
            "code": self.code,
            "params": params,
            "name": self.names[0] if self.names else None,
            "names": list(self.names),
            "message": self.message,
        }


@dataclass(frozen=True, slots=True)
class Question:
    """Whether this substance has this name, in a language."""

    formula: Formula
    text: str  # the formula as it is shown
    name: str
    right: tuple[str, ...]
    known: KnownNames | None
    language: str  # that the name is read in
    reply_language: str  # that the answer is in

    def say(self, answer: Answer, code: str, **params: Any) -> NameCheck:
        spoken = (
            tuple(name for name in self.right if name != self.text) or self.right
        )  # NaK is no name of NaK
        common_params = {"name": printable(self.name), "formula": self.text, "right": spoken[:1]}
        return NameCheck(
            answer,
            f"name_{code}",
            tuple({**common_params, **params}.items()),
            self.right,
            self.reply_language,
        )

    @staticmethod
    def _may_have_isomers(formula: Formula) -> bool:
        """Molecules of carbon, and the salts of ammonium that have their atoms."""
        elements = {symbol for symbol, _ in formula.atoms}
        return "C" in elements and not any(ELEMENTS[symbol].metal for symbol in elements)

    def _leaves_places_out(self, name: str) -> bool:
        return bool(without_places(name, self.formula, self.known, self.language))

    def _rows_of_right(self) -> frozenset[str]:
        return frozenset().union(*map(self._rows, self.right))

    def _rows(self, name: str) -> frozenset[str]:
        """The compounds on record by that name, by their stereochemistry too."""
        return frozenset(c.smiles for c in records(name, self.formula, self.known, self.reply_language))

    def _isomer(self, skeletons: frozenset[str]) -> str:
        """The other structure as a condensed formula, if it can be written as one."""
        from adjudicator.chem.lewis.condensed_writing import condensed_of_skeleton

        drawn, acids = sorted(filter(None, skeletons)), texts_by_skeleton()
        text = next((text for key in drawn if (text := condensed_of_skeleton(key) or acids.get(key, ""))), "")
        usual = {structure: as_listed for as_listed, structure in common().structures.items()}
        text = _NITRO.sub(r"\1NO2", text)
        return usual.get(text, _CHAIN.sub(_counted, text))

    def _right_names(self) -> tuple[str, ...]:
        """Those of the language that the name is read in: keys of two languages are not alike."""
        if self.language == self.reply_language:
            return self.right
        return names(self.formula, self.known, self.language)

    def _key(self, name: str) -> str:
        return normalise(name, self.language)

    def _read(self, key: str) -> NameReading:
        return read(key, self.language)


def _counted(chain: re.Match[str]) -> str:
    return f"(CH2){len(chain[0]) // len('CH2')}"


def printable(name: str) -> str:
    """As it was given, on one line, without what cannot be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in name[:MAX_NAME]).split())

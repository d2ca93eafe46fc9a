"""Names that school uses loosely, without a number or a count: copper sulfate, lead nitrate."""

from __future__ import annotations

import re
from functools import lru_cache

from adjudicator.chem.formula import Formula
from adjudicator.chem.naming.knowledge.common import common
from adjudicator.chem.naming.knowledge.data import knowledge
from adjudicator.chem.naming.knowledge.normalise import normalise
from adjudicator.chem.naming.knowledge.vocabulary import languages
from adjudicator.chem.naming.writing.formulas import ions_of
from adjudicator.chem.naming.writing.names import names

_NUMBER = re.compile(r"\([IVX]+\)-?")
OXIDE = (("O", 1),)  # school knows several oxides of a metal: PbO and PbO2


def is_loose_name(formula: Formula, name: str) -> bool:
    """Whether school calls it so in some language, although the name leaves out a number or a count."""
    return any(normalise(name, language) in _loose_names(formula, language) for language in languages())


@lru_cache(1024)
def _loose_names(formula: Formula, language: str) -> frozenset[str]:
    """By key: those that are listed, and the name by rule without the number that school means anyway."""
    listed = common(language).loose.get(formula, frozenset())
    dry = Formula.parse(formula.text.partition("·")[0]) if "·" in formula.text else formula
    ions = ions_of(dry) if not formula.charge else ()
    metals = [(knowledge().metals.get(ion.atoms[0][0]), ion) for ion, _ in ions if ion.charge > 0]
    if len(metals) != 1 or len(ions) != 2 or ions[1][0].atoms == OXIDE:
        return listed
    ((metal, ion),) = metals
    if metal is None or ion.size > 1 or ion.charge != metal.loose:
        return listed
    careful = names(formula, language=language)[0]
    return listed | {normalise(_NUMBER.sub("", careful), language)}

"""Names of substances: `names("NaOH")` gives them, `check("NaOH", "caustic soda")` rules on one.

Names are ruled on and recorded in English; `translated` gives them in another language, and `names` and
`check` take the language of the question.

>>> names("Fe2(SO4)3")[0]
'iron(III) sulfate'
>>> check("NaNO2", "sodium nitrate").message
'No: sodium nitrate is NaNO3, with nitrate; NaNO2 has nitrite. NaNO2 is sodium nitrite.'
>>> names("Fe2(SO4)3", language="de")[0], translated("sodium nitrite", "de")
('Eisen(III)-sulfat', 'Natriumnitrit')
"""

from __future__ import annotations

from adjudicator.chem.naming.checking.check import check
from adjudicator.chem.naming.checking.diagnosis import written, written_apart
from adjudicator.chem.naming.checking.finding import (
    MAX_SUBSTANCES,
    is_mixture,
    meanings_elsewhere,
    substances,
)
from adjudicator.chem.naming.checking.loose import is_loose_name
from adjudicator.chem.naming.checking.prose import SENTENCES
from adjudicator.chem.naming.checking.question import NameCheck
from adjudicator.chem.naming.knowledge.added import added_names
from adjudicator.chem.naming.knowledge.known import KnownCompound, KnownNames
from adjudicator.chem.naming.knowledge.normalise import MAX_NAME, normalise
from adjudicator.chem.naming.knowledge.vocabulary import languages
from adjudicator.chem.naming.reading.structures import isomeric_ion, structure_of
from adjudicator.chem.naming.translating import in_spoken, translated, translation
from adjudicator.chem.naming.writing.by_ions import anion_of_salt, ide_of, name_of_ions
from adjudicator.chem.naming.writing.formulas import Ions, ions_of, usual_formulas
from adjudicator.chem.naming.writing.names import isomers_among, listed_names, names, plain_name, substance

__all__ = [
    "MAX_NAME",
    "MAX_SUBSTANCES",
    "SENTENCES",
    "Ions",
    "KnownCompound",
    "KnownNames",
    "NameCheck",
    "added_names",
    "anion_of_salt",
    "check",
    "ide_of",
    "in_spoken",
    "ions_of",
    "is_loose_name",
    "is_mixture",
    "isomeric_ion",
    "isomers_among",
    "languages",
    "listed_names",
    "meanings_elsewhere",
    "name_of_ions",
    "names",
    "normalise",
    "plain_name",
    "structure_of",
    "substance",
    "substances",
    "translated",
    "translation",
    "usual_formulas",
    "written",
    "written_apart",
]

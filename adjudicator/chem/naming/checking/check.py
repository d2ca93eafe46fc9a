"""Is this its name? Right, wrong or unresolved, and why, as a chemistry teacher would say it (V-NAME).

What is accepted: the systematic name, traditional and common ones, any name on record for the composition; a
number where only one charge is possible (zinc(II) chloride), and a number left out where only one is usual
(nickel chloride); Greek prefixes that say the composition (iron trichloride); a slip of one letter that can
only be one word. What is not: a number that has to be said (copper chloride), a class name, a formula, and
every name of another substance.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from adjudicator import prose
from adjudicator.chem.naming.checking.diagnosis import written
from adjudicator.chem.naming.checking.finding import meanings_elsewhere
from adjudicator.chem.naming.checking.isomers import OfStructure
from adjudicator.chem.naming.knowledge.normalise import normalise
from adjudicator.chem.naming.knowledge.vocabulary import languages
from adjudicator.chem.naming.reading.meaning import read
from adjudicator.chem.naming.writing.names import names, substance

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from adjudicator.chem.formula import Formula
    from adjudicator.chem.naming.checking.question import NameCheck
    from adjudicator.chem.naming.knowledge.known import KnownNames

# The same in every language.
_ALIKE = frozenset({"name_too_long", "name_empty", "name_is_a_formula"})


def check(
    formula: Formula | str,
    name: str,
    known: KnownNames | None = None,
    language: str | None = None,
    school: Mapping[Formula, Sequence[str]] = MappingProxyType({}),
) -> NameCheck:
    """Whether the name is right for the composition; raises UnreadableInput where the text is no formula.

    Names of every language are right. `language` is that of the question, without it the one that is spoken:
    it decides where a word means two things, and the answer is in it. `school` has more right names.
    """
    language = language or prose.spoken()
    whole = substance(formula) if isinstance(formula, str) else formula
    text = written(formula)
    found = _by_rules(whole, text, name, known, language)
    if not school:
        return found
    right = tuple(dict.fromkeys((*found.names, *school.get(whole, ()))))
    question = OfStructure(whole, text, name, right, known, language, language)
    key = normalise(name, language)
    meant = [other for other, listed in school.items() if key in (normalise(n, language) for n in listed)]
    if whole in meant and found.answer != "right":
        return question.say("right", "accepted")
    if meant and found.answer == "unresolved":
        return question.say("wrong", "of_another", other=written(meant[0]), called=())
    return replace(found, names=right)


def _by_rules(whole: Formula, text: str, name: str, known: KnownNames | None, language: str) -> NameCheck:
    right = names(whole, known, language)
    own = OfStructure(whole, text, name, right, known, language, language).answer()
    if own.answer == "right":
        meanings = meanings_elsewhere(name, language)
        return _meaning_elsewhere(own, *meanings[0]) if meanings else own
    if own.code in _ALIKE:
        return own
    meant = _meant(name, language)
    for other in languages():
        if other == language:
            continue
        theirs = OfStructure(whole, text, name, right, known, other, language).answer()
        theirs = replace(theirs, code="name_accepted") if theirs.code == "name_preferred" else theirs
        elsewhere = _meant(name, other)
        if theirs.answer != "unresolved" and own.answer == "unresolved":
            own = theirs
        elif theirs.answer == "right" and not meant and theirs.code != "name_on_record":
            return theirs
        elif meant and elsewhere and meant.isdisjoint(elsewhere):
            own = _meaning_elsewhere(own, other, min(elsewhere, key=written))
    return _misspelt_elsewhere(own, whole, text, name, known) if own.code == "name_unknown" else own


def _misspelt_elsewhere(
    own: NameCheck, whole: Formula, text: str, name: str, known: KnownNames | None
) -> NameCheck:
    """The answer to what no language has, if it is a slip in another than that of the question."""
    for other in languages():
        if other != own.language:
            right = names(whole, known, other)
            theirs = OfStructure(whole, text, name, right, known, other, other).answer()
            if theirs.code == "name_misspelt":
                return replace(theirs, names=own.names, language=own.language)
    return own


def _meaning_elsewhere(own: NameCheck, language: str, meaning: Formula) -> NameCheck:
    return own.saying(elsewhere=(language, written(meaning)))


def _meant(name: str, language: str) -> frozenset[Formula]:
    """What the name stands for, or may stand for, in that language."""
    found = read(normalise(name, language), language)
    return frozenset(meaning.formula for meaning in (*found.definite, *found.possible))

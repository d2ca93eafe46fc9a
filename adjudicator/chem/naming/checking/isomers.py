"""Whether a name that is right for a composition means this structure too, and which isomers it has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudicator.chem.formula import write_charge
from adjudicator.chem.naming.checking.ruling import OfComposition
from adjudicator.chem.naming.families.organic import in_words_of
from adjudicator.chem.naming.reading.structures import (
    has_configuration,
    isomeric_ion,
    skeletons_of,
    speaks_of_another_ion,
    structure_of,
    without_places,
)

if TYPE_CHECKING:
    from adjudicator.chem.naming.checking.question import NameCheck
    from adjudicator.chem.naming.knowledge.known import KnownCompound
    from adjudicator.chem.naming.reading.structures import Structure

MAX_ISOMERS = 3  # that are mentioned beside the one that was named


@dataclass(frozen=True, slots=True)
class OfStructure(OfComposition):
    """Whether it is also a name of this structure."""

    def answer(self) -> NameCheck:
        found = self._by_composition()
        other = isomeric_ion(self.formula.text, self.name, self.language)
        if other and found.answer == "right":
            charge = self.formula.charge
            return self.say("wrong", "isomer", other=write_charge(other, charge) if charge else other)
        if found.answer != "right" or self.formula.charge:
            return found
        if found.code == "name_accepted" and self.right and self._is_of_another_salt(self.right[0]):
            return found.saying(right=(), others=self.right[:1])
        structure = structure_of(self.formula)
        if structure is None and not self._may_have_isomers(self.formula):
            return self._not_also_an_isomer(found)
        said = str(dict(found.params).get("spelling", self.name))
        theirs = skeletons_of(said, self.formula, self.known, self.language)
        if structure is None:
            return self._with_isomers(found, theirs)
        salt = not theirs and self._key(said).startswith("ammonium")
        if structure.fits(theirs) and not theirs <= {*structure.skeletons}:
            if self._leaves_places_out(said) and self._key(said) not in map(self._key, self.right):
                return self.say("unresolved", "places_open")
            if found.code == "name_on_record":
                return self.say("unresolved", "unknown")  # records give the name to other structures too
        if structure.fits(theirs) or (not theirs and salt == structure.ammonium) or not (theirs or salt):
            several = len(structure.skeletons) > 1  # HOC6H4COOH: the places are left out
            answer = self._also_called(found, theirs) if several or self._differs_in_space() else found
            return self._with_other_places(answer, structure, theirs)
        return self.say("wrong", "isomer", other=self._isomer(theirs))

    def _is_of_another_salt(self, first: str) -> bool:
        """Silver fulminate is not also silver cyanate, nor ammonium cyanate also urea, of one composition."""
        if speaks_of_another_ion(self.name, first, self.reply_language):
            return True
        salts = [self._key(name).startswith("ammonium") for name in (self.name, first)]
        molecules = self._may_have_isomers(self.formula) and structure_of(self.formula) is None
        return molecules and salts == [True, False]

    def _with_other_places(self, found: NameCheck, structure: Structure, theirs: frozenset[str]) -> NameCheck:
        """Salicylic acid is one of three that C6H4(OH)COOH may be: the others, well known if any is."""
        left_open = {*structure.skeletons} - theirs
        if self.known is None or len(theirs) != 1 or not left_open:
            return found
        listed = [c for c in self.known.by_formula(self.formula.hill) if c.skeleton in left_open and c.named]
        others = [c.name for c in [c for c in listed if c.well_known] or listed][:MAX_ISOMERS]
        if not others:
            return found
        spoken = tuple(in_words_of(name, self.reply_language) for name in others)
        return found.saying(others=spoken)

    def _not_also_an_isomer(self, found: NameCheck) -> NameCheck:
        """Nitramide is not also hyponitrous acid, though NH2NO2 is the composition of both."""
        if found.code != "name_accepted" or self.known is None or not self.right:
            return found
        mine = skeletons_of(self.name, self.formula, self.known, self.language)
        first = skeletons_of(self.right[0], self.formula, self.known, self.reply_language)
        if not mine or not mine.isdisjoint(first):
            return found
        return found.saying(right=())

    def _with_isomers(self, found: NameCheck, theirs: frozenset[str]) -> NameCheck:
        """Right, and which other well-known substances have the composition."""
        if self.known is None:
            return found
        mine = self._rows(self.name)
        placed = without_places(self.name, self.formula, self.known, self.language)

        def differs(compound: KnownCompound) -> bool:  # in its bonds, or in space: glucose and mannose
            if compound in placed:
                return False
            in_space = mine and compound.smiles not in mine
            return compound.skeleton not in theirs or bool(
                in_space and all("@" in smiles for smiles in (compound.smiles, *mine))
            )

        every = [c for c in self.known.by_formula(self.formula.hill) if differs(c)]
        others = tuple(in_words_of(c.name, self.reply_language) for c in every if c.well_known and c.named)[
            :MAX_ISOMERS
        ]
        if not theirs:
            return found
        return self._also_called(found.saying(others=others) if others else found, theirs)

    def _also_called(self, found: NameCheck, theirs: frozenset[str]) -> NameCheck:
        """The same answer, that says what the substance is also called: never by the name of an isomer."""
        if found.code != "name_accepted":
            return found
        right = () if self._leaves_places_out(self.name) else self._called_alike(theirs)
        return found.saying(right=right)

    def _called_alike(self, skeletons: frozenset[str]) -> tuple[str, ...]:
        """The first right name that stands for just these structures."""
        key = self._key(self.name)
        mine = self._rows(self.name)
        alike = (
            name
            for name in self.right
            if self._key(name) != key
            and skeletons_of(name, self.formula, self.known, self.reply_language) == skeletons
            and self._rows(name) == mine  # fructose and sorbose have one skeleton
        )
        return tuple(alike)[:1]

    def _differs_in_space(self) -> bool:
        """From what comes first to mind: maleic acid is not also fumaric acid, nor what leaves that open."""
        mine, first = self._rows(self.name), self._rows(self.right[0]) if self.right else frozenset()
        return mine.isdisjoint(first) if first and mine else any(map(has_configuration, mine))

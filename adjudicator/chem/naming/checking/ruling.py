"""Whether a name is right for a composition, by the rules of naming and by what is on record."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula, Written
from adjudicator.chem.formula.written import together
from adjudicator.chem.naming.checking.diagnosis import explain, names_back, shown, written
from adjudicator.chem.naming.checking.question import Question, printable
from adjudicator.chem.naming.checking.spelling import (
    corrected,
    elements_spoken_of,
    is_slip,
    puts_words_wrongly,
    unknown_words,
)
from adjudicator.chem.naming.families.acids import is_written_acid
from adjudicator.chem.naming.families.complexes import (
    Complex,
    complexes_at,
    is_odd_carbonyl,
    with_other_ending,
)
from adjudicator.chem.naming.families.organic import has_word_of_its_own, in_words_of, recorded_as
from adjudicator.chem.naming.families.salts import salts
from adjudicator.chem.naming.families.units import bound, is_group, readings, same_kinds
from adjudicator.chem.naming.knowledge.common import alloy_keys, common, elements_by_key, is_element_called
from adjudicator.chem.naming.knowledge.data import GREEK, Cation, knowledge
from adjudicator.chem.naming.knowledge.normalise import MAX_NAME, normalise
from adjudicator.chem.naming.knowledge.vocabulary import ENGLISH, vocabulary
from adjudicator.chem.naming.reading.comparing import compare
from adjudicator.chem.naming.reading.grammar import (
    NUMERALS,
    CationWord,
    anion_words,
    cation_words,
    salt_of_uncounted_water,
)
from adjudicator.chem.naming.reading.meaning import read_ion
from adjudicator.chem.naming.reading.structures import (
    records,
    skeletons_of,
    structure_of,
)
from adjudicator.chem.naming.writing.names import names
from adjudicator.errors import UnreadableInput

if TYPE_CHECKING:
    from adjudicator.chem.naming.checking.question import NameCheck
    from adjudicator.chem.naming.checking.spelling import Remedy
    from adjudicator.chem.naming.reading.grammar import NamePart
    from adjudicator.chem.naming.reading.meaning import Meaning, NameReading

_NUMBER = re.compile(r"\((?:0|[ivx]+)\)")  # of a metal, in the key of a name


@dataclass(frozen=True, slots=True)
class OfComposition(Question):
    """Whether it is a name of this composition."""

    def _by_composition(self) -> NameCheck:
        if len(self.name) > MAX_NAME:
            return self.say("unresolved", "too_long", limit=MAX_NAME)
        key = self._key(self.name)
        if not any(character.isalpha() for character in key):
            return self.say("unresolved", "empty")
        if key in common(self.language).outdated.get(self.formula, ()):
            return self.say("right", "outdated")
        keys = [self._key(name) for name in self._right_names()]
        if key in keys:
            return self.say("right", "preferred" if key == keys[0] else "accepted")
        reading = self._read(key)
        return (
            self._by_rule(key, reading)
            or self._class_name(key)
            or self._on_record(reading)
            or self._another(key, reading)
            or self._with_another_number(key)
            or self._misspelt()
            or self._slip_on_record()
            or self._no_name()
        )

    def _by_rule(self, key: str, reading: NameReading) -> NameCheck | None:
        fitting = [(compare(self.formula, m), m) for m in reading.definite if m.formula == self.formula]
        for comparison in ("same", "other", "unknown"):
            for meaning in (m for found, m in fitting if found == comparison):
                if comparison == "same" or not meaning.sound:
                    return self._note(meaning)
                if comparison == "other":
                    if meaning.text and bound(self.formula) and names_back(key, meaning, self.language):
                        return self.say("wrong", "isomer", other=meaning.text)  # nitrito for nitro
                    return self.say("wrong", "other_ions")
                return self.say("unresolved", "unknown")
        if self._is_element_or_alloy(key):
            return self.say("right", "accepted")
        if self.formula.charge and self.formula in read_ion(key, self.language):
            return self.say("right", "accepted")
        return None

    def _note(self, meaning: Meaning) -> NameCheck:
        notes = meaning.notes
        if not meaning.sound:
            code = next(n for n in ("other_ions", "order", "impossible") if n in notes)
            return self.say("wrong", code)
        for note in ("slip", "number_not_needed", "number_left_out", "counted"):
            if note in notes and not (note == "counted" and self._goes_by_its_own_name()):
                nonmetals = note == "number_left_out" and not _has_metal(self.formula)
                more = {"nonmetals": True} if nonmetals else {}
                return self.say("right", "misspelt" if note == "slip" else note, **more)
        return self.say("right", "accepted")

    def _goes_by_its_own_name(self) -> bool:
        """Water and ammonia: no rule makes these names."""
        own = common(self.reply_language).formulas
        return bool(self.right) and normalise(self.right[0], self.reply_language) in own

    def _is_element_or_alloy(self, key: str) -> bool:
        alloys, elements = alloy_keys(self.language), elements_by_key(self.language)
        if key in alloys:
            return alloys[key] == {symbol for symbol, _ in self.formula.atoms}
        bare = key
        for ending in vocabulary(self.language).phrases["after_element"]:
            bare = bare.removesuffix(ending)
        for count, prefix in enumerate(GREEK):
            symbol = elements.get(bare.removeprefix(prefix)) if bare.startswith(prefix) else None
            if symbol and is_element_called(self.formula, symbol, count or None):
                return True
        return False

    def _class_name(self, key: str) -> NameCheck | None:
        classes = common(self.language).classes
        if key in common(self.language).mixtures:
            return self.say("wrong", "mixture")
        singular = key if key in classes else key.removesuffix("s")
        if singular in classes:
            return self.say("wrong", "class")
        ion = key.removesuffix("ion")
        polyatomic = any(isinstance(word.kind, Cation) for word in cation_words(self.language).get(ion, ()))
        if self.formula.charge:
            return None
        complex_ion = any(
            end == len(ion) and not isinstance(c, Complex)
            for c, end, _ in complexes_at(ion, 0, self.language)
        )
        numbered = ("(" in ion or ion != key) and bool(read_ion(ion, self.language))  # copper(II), sodium ion
        if ion in anion_words(self.language) or polyatomic or complex_ion or numbered:
            return self.say("wrong", "only_an_ion")
        return None

    def _on_record(self, reading: NameReading) -> NameCheck | None:
        """A name that the reference has for this composition, unless a rule says it is another's."""
        if (
            self.known is None
            or reading.possible
            or any(m.sound for m in reading.definite if m.split is None)
        ):
            return None
        recorded = self._recorded_name()
        if recorded and self._is_called_otherwise(recorded):
            return None
        compounds = records(self.name, self.formula, self.known, self.language)
        if self.language != self.reply_language:  # what is on record as it was said has been looked up before
            earlier = records(self.name, self.formula, self.known, self.reply_language)
            compounds = [c for c in compounds if c not in earlier]
        found = {c.formula for c in compounds}
        if self.formula.hill in found and not self.formula.charge:  # the records are of molecules
            if len(found) > 1 or any(self.known.by_formula(m.formula.hill) for m in reading.definite):
                return None  # not every record of that name has this composition
            if is_written_acid(self.formula) and not self._rows_of_right().issuperset(
                c.smiles for c in compounds
            ):
                return self.say(
                    "wrong", "isomer", other=self._isomer(frozenset(c.skeleton for c in compounds))
                )
            if self._leaves_places_out(self.name):
                return self.say("right", "accepted")
            return self.say("right", "on_record", recorded=recorded)
        if found and not reading.definite:
            attested = records(self.name, self.formula, self.known.attested, self.language)
            if not any(c in attested for c in compounds):  # nobody answers for whose name it is
                return self.say("wrong", "recorded_elsewhere")
            other = min((c for c in compounds if c in attested), key=lambda c: c.formula)
            text = self._isomer(frozenset([other.skeleton])) or Formula.parse(other.formula).conventional
            return self._of_another(Formula.parse(text), text)
        return None

    def _recorded_name(self) -> str:
        """The English name that is on record, where another language's rules made this one of it."""
        if self.known is None or self.known.by_name(self.name):
            return ""
        spoken = recorded_as(self.name, self.language)
        return next((name for name in spoken[1:] if self.known.by_name(name)), "")

    def _is_called_otherwise(self, recorded: str) -> bool:
        """Of an English name that was made of what was said: whether this language has another word."""
        if has_word_of_its_own(self.name, self.language):
            return False
        spoken = in_words_of(recorded, self.language)
        if spoken != recorded:
            return self._key(self.name) != self._key(spoken)
        english = map(normalise, names(self.formula, self.known, ENGLISH))
        own = map(normalise, self._right_names())  # with the English ones that no rule can write
        return normalise(recorded) in english and normalise(recorded) not in own

    def _another(self, key: str, reading: NameReading) -> NameCheck | None:
        if any(meaning.formula == self.formula and meaning.sound for meaning in reading.possible):
            code = "number_missing" if reading.missing == "number" else "prefix_missing"
            possible = [m for m in reading.possible if names_back(key, m, self.language) and self._is_real(m)]
            options = {m.formula: shown(m) for m in possible}
            options[self.formula] = options.get(self.formula, self.text)
            return self.say("wrong", code, options=tuple(options.values()))
        meanings = reading.definite or reading.possible
        if any(_leaves_open(meaning, self.formula) for meaning in meanings):
            if "[" in self.formula.text:  # what is in brackets is one ion, and the name takes it apart
                return self.say("wrong", "other_ions")
            return self.say("unresolved", "leaves_open")
        salt = salt_of_uncounted_water(key, self.language)
        dry = self._read(salt)
        unsaid = (dry.definite or dry.possible) if salt else meanings
        water = vocabulary(self.language).phrases["hydrate"]
        if (salt or water not in key) and any(m.split and _is_dry(m.formula, self.formula) for m in unsaid):
            return self.say("wrong", "water_missing")
        if any(m.split for m in unsaid) and salt:  # of another salt, or of this one, which is dry
            return self.say("wrong", "other_ions")
        others = read_ion(key, self.language) if self.formula.charge else []
        if others:  # H2PO4^-, which a count of hydrogens could be too
            return self.say("wrong", "of_another", other=str(Written.of(others[0])), called=())
        if meanings:
            return self._of_other_atoms(key, meanings, definite=bool(reading.definite))
        if is_written_acid(self.formula) and self._is_peroxy_acid(key):
            return self.say("wrong", "isomer", other="")
        if any(self._fits(other) for other in with_other_ending(key, self.formula, self.language)):
            return self.say("wrong", "not_how")  # hexaamminecobaltate(III) of a cation
        if self._has_amine_for_ammine(key):
            return self.say("wrong", "not_how")
        if self._is_called_as_its_element(key):
            return self.say("wrong", "not_how")  # chlorine ion, for chloride
        if self._lacks_its_number(key):
            metal = knowledge().metals[self.formula.atoms[0][0]]
            ions = tuple(written(Formula(self.formula.atoms, charge)) for charge in metal.charges)
            return self.say("wrong", "number_missing", options=ions)
        symbol, alloys = elements_by_key(self.language).get(key), alloy_keys(self.language)
        if symbol:
            element = vocabulary(self.reply_language).element(symbol)
            return self.say("wrong", "of_an_element", element=element)
        if key in alloys:
            return self.say("wrong", "of_an_alloy", elements=self._elements({*alloys[key]}))
        return None

    def _has_amine_for_ammine(self, key: str) -> bool:
        """Hexaaminenickel(II): in a complex ammonia has two m, and an amine is another ligand."""
        ammine = self._key(vocabulary(self.language).ligands["NH3"][0])
        amine = ammine.replace("mm", "m")
        return amine in key and self._fits(key.replace(amine, ammine))

    def _is_real(self, meaning: Meaning) -> bool:
        """Whether a molecule is on record: nitrogen fluoride is no NF5. Of salts no list is complete."""
        metal = _has_metal(meaning.formula)
        return metal or self.known is None or bool(self.known.by_formula(meaning.formula.hill))

    def _is_peroxy_acid(self, key: str) -> bool:
        """Pernitrous acid: nitrous acid with one more oxygen between two others, an isomer of nitric acid."""
        for prefix in vocabulary(self.language).phrases["peroxy"]:
            plain = self._read(key.removeprefix(prefix)).definite if key.startswith(prefix) else ()
            if any(together(m.formula.atoms, (("O", 1),)) == self.formula.atoms for m in plain):
                return True
        return False

    def _is_called_as_its_element(self, key: str) -> bool:
        """An anion of one atom by the element's own name."""
        symbol = elements_by_key(self.language).get(key.removesuffix("ion")) if key.endswith("ion") else None
        return self.formula.charge < 0 and self.formula.atoms == ((symbol, 1),)

    def _lacks_its_number(self, key: str) -> bool:
        """Iron ion for Fe^3+: the element is right, and it has more than one charge."""
        symbol = elements_by_key(self.language).get(key.removesuffix("ion")) if key.endswith("ion") else None
        metal = knowledge().metals.get(symbol or "")
        several = metal is not None and len(metal.charges) > 1
        return several and self.formula.charge > 0 and self.formula.atoms == ((symbol, 1),)

    def _with_another_number(self, key: str) -> NameCheck | None:
        """Tetraamminedichlorochromium(II) chloride: read as ours with (III), and with (II) as nothing."""
        for said in _NUMBER.finditer(key):
            for number in NUMERALS:
                other = f"{key[: said.start()]}({number}){key[said.end() :]}"
                if self._fits(other):
                    return self.say("wrong", "impossible")
        return None

    def _fits(self, key: str) -> bool:
        """Whether a name with this key is right by the rules."""
        if self.formula.charge:
            return self.formula in read_ion(key, self.language)
        meanings = [m for m in self._read(key).definite if m.formula == self.formula and m.sound]
        return any(compare(self.formula, meaning) == "same" for meaning in meanings)

    def _of_other_atoms(self, key: str, meanings: tuple[Meaning, ...], *, definite: bool) -> NameCheck:
        """Of a name that has another composition: which, if we know that substance (V-NAME-HONEST)."""
        if all(m.split is not None and m.split.counted for m in meanings):
            meanings = tuple(sorted(meanings, key=lambda m: m.formula.size))  # chlorine trioxide counts ClO3
        bare = [m for m in meanings if _is_uncounted(m, self.formula) and self._is_real(m)]
        if bare:  # boron hydride
            return self.say("wrong", "prefix_missing", options=(*map(shown, bare), self.text))
        honest = [m for m in meanings if definite and names_back(key, m, self.language)]
        if honest:
            other_text = shown(honest[0])
            other_text = self._as_structure(honest[0].formula, other_text) or other_text
            code, params = explain(self.formula, honest[0], self.reply_language)
            if code == "of_another":
                return self._of_another(honest[0].formula, other_text)
            if code in ("wrong_number", "wrong_ending"):
                params |= self._unmade(honest[0].formula)
            return self.say("wrong", code, other=other_text, **params)
        first = meanings[0]
        other = self._of_other_elements({symbol for symbol, _ in first.formula.atoms})
        if other:
            return other
        if "order" in first.notes:
            return self.say("wrong", "order")
        firm = [reading for reading in readings(self.formula.text, self.formula.charge) if reading.firm]
        units = first.units or ()
        alike = any(same_kinds(units, reading.units) for reading in firm)
        if units and not any(is_group(kind) for kind, _ in units):
            if firm and not alike:  # lead nitride: Pb(N3)2 has azide
                return self.say("wrong", "other_ions")
            counted = first.split is not None and first.split.counted
            if not definite and not counted and self.right and not self._unmade(self.formula):
                return self._of_no_proportion(key, meanings)
            return (
                self.say("wrong", "wrong_count", other="") if counted else self.say("wrong", "does_not_fit")
            )
        if not firm or not units:
            return self.say("unresolved", "unknown")
        return self.say("wrong", "does_not_fit" if alike else "other_ions")

    def _of_no_proportion(self, key: str, meanings: tuple[Meaning, ...]) -> NameCheck:
        """Iron oxide, of Fe3O4: the bare name has another usual meaning, and does not exclude this one."""
        metal = _has_metal(self.formula)
        likely = [m for m in meanings if names_back(key, m, self.language) and self._is_real(m)]
        options = dict.fromkeys([*(shown(m) for m in likely), self.text])
        return self.say("wrong", "number_missing" if metal else "prefix_missing", options=tuple(options))

    def _as_structure(self, other: Formula, shown_text: str) -> str:
        """The structure of what was named, where the question was one: CH3COOH, and not C2H4O2. Of a
        carboxylic acid also where the question had no carbon.
        """
        structural = structure_of(self.formula) is not None or is_written_acid(self.formula)
        if not structural and (self._is_organic() or shown_text != other.hill):
            return ""
        theirs = skeletons_of(self.name, other, self.known, self.language)
        text = self._isomer(theirs) if len(theirs) == 1 else ""
        return text if (structural and self._is_organic()) or "COOH" in text else ""

    def _is_organic(self) -> bool:
        return {"C", "H"} <= dict(self.formula.atoms).keys()

    def _of_other_elements(self, theirs: set[str]) -> NameCheck | None:
        mine = {symbol for symbol, _ in self.formula.atoms}
        if mine == theirs:
            return None
        more, missing = (self._elements(symbols) for symbols in (theirs - mine, mine - theirs))
        return self.say("wrong", "other_elements", more=more, missing=missing)

    def _elements(self, symbols: set[str]) -> tuple[str, ...]:
        return tuple(sorted(vocabulary(self.reply_language).element(symbol) for symbol in symbols))

    def _badly_made(self) -> NameCheck:
        """Of words that fit: a name that no rule puts together may still be real (V-NAME-REAL)."""
        if self._leaves_a_count_out():
            return self.say("unresolved", "leaves_open")
        if puts_words_wrongly(self.name, self.language):
            return self.say("wrong", "not_how")
        return self.say("unresolved", "unknown")

    def _leaves_a_count_out(self) -> bool:
        """Iron carbonyl, of iron pentacarbonyl: there are others."""
        key = self._key(self.name)
        counted = [(self._key(name), prefix) for name in self._right_names() for prefix in GREEK[1:]]
        return any(prefix in name and name.replace(prefix, "", 1) == key for name, prefix in counted)

    def _of_another(self, other: Formula, text: str = "") -> NameCheck:
        other = Formula.parse(text) if text else other
        also = tuple(name for name in self._called(other) if _letters(name) != _letters(self.name))
        return self.say(
            "wrong", "of_another", other=text or written(other), called=also, **self._unmade(other)
        )

    def _unmade(self, other: Formula) -> dict[str, bool]:
        """Said of what nobody has made: Cu2O3, nickel with five carbonyls. No list of salts is complete, so
        that only what is known not to be there is such.
        """
        listed = self.known is not None and not other.charge and self.known.unmade(other.hill)
        return {"unmade": True} if listed or is_odd_carbonyl(other) else {}

    def _called(self, other: Formula) -> tuple[str, ...]:
        """What the name is also called: never by the name of an isomer."""
        skeletons = skeletons_of(self.name, other, self.known, self.language)
        if len(skeletons) > 1:
            return ()  # xylene is any of three
        if not skeletons or self.known is None:
            return () if self._may_have_isomers(other) else names(other, self.known, self.reply_language)[:1]
        rows = self._rows(self.name)
        alike = (c.name for c in self.known.by_formula(other.hill) if c.smiles in rows and c.named)
        first = tuple(alike)[:1]
        if names(other, self.known)[:1] == first:  # our rules have the word: Stickstoffmonoxid
            return names(other, self.known, self.reply_language)[:1]
        return tuple(in_words_of(name, self.reply_language) for name in first)

    def _misspelt(self) -> NameCheck | None:
        """One remedy, and it is right: accepted, with the spelling shown. Several: it stays open which."""
        if self.language != self.reply_language:
            return None  # slips are mended in the language of the question only
        if self.known and any(self.known.by_name(word) for word in unknown_words(self.name, self.language)):
            return None  # a word of chemistry, though none of ours: Tiron is no iron
        answers: dict[Remedy, NameCheck] = {}
        for slip in corrected(self.name, self.language):
            remedy = replace(slip, name=self._spelled(slip.name))
            answer = replace(self, name=remedy.name).settled()
            if answer and (remedy.sound or answer.answer == "right"):
                answers[remedy] = answer
        if len(answers) > 1:
            spellings = tuple(remedy.name for remedy in answers)
            return self.say("unresolved", "two_spellings", spellings=spellings)
        for remedy, answer in answers.items():
            if answer.answer != "right":
                return answer.saying(taken=printable(self.name))
            if remedy.sound:
                return self.say("right", "misspelt", spelling=remedy.name)
            return self.say("wrong", "no_such_ending", spelling=remedy.name)
        return None

    def _spelled(self, name: str) -> str:
        """The name as it is shown: a mended one has no umlauts."""
        key = self._key(name)
        meant = self._read(key).definite
        every = (*self.right, *(n for m in meant for n in names(m.formula, self.known, self.language)))
        return next((shown for shown in every if self._key(shown) == key), name)

    def _slip_on_record(self) -> NameCheck | None:
        """One letter from the name of a molecule on record, and itself the name of none: etanol."""
        if self.language != self.reply_language or self.known is None:
            return None
        if not unknown_words(self.name, self.language):
            return None
        if any(self.known.by_name(name) for name in recorded_as(self.name, self.language)):
            return None  # words of chemistry are never slips of others: arsonic, carvonic
        meant = [name for name in self.right if is_slip(self.name, name, self.language)]
        return self.say("right", "misspelt", spelling=meant[0]) if len(meant) == 1 else None

    def settled(self) -> NameCheck | None:
        """The answer, if it is one that rests on rules: remedies are not mended again."""
        key = self._key(self.name)
        if key in map(self._key, self.right):
            return self.say("right", "accepted")
        reading = self._read(key)
        return self._by_rule(key, reading) or self._class_name(key) or self._another(key, reading)

    def _no_name(self) -> NameCheck:
        try:
            given = Formula.parse(self.name.strip())
        except UnreadableInput:
            given = None
        if given is not None:
            return self.say("wrong", "is_a_formula")
        spoken = elements_spoken_of(self.name, self.language)
        if spoken:
            return self._of_other_elements(set(spoken)) or self._badly_made()
        return self.say("unresolved", "unknown")


def _leaves_open(meaning: Meaning, whole: Formula) -> bool:
    """Yttrium barium copper oxide: of several metals without counts the name does not say how many."""
    split = meaning.split
    if split is None or len(split.cations) == 1 or split.counted or meaning.formula == whole:
        return False
    if not all(_has_numbers(whole, part) for part in split.cations):
        return False  # ammonium iron(III) sulfate is not (NH4)2Fe(SO4)2, however many there are
    return {s for s, _ in meaning.formula.atoms} == {s for s, _ in whole.atoms}


def _has_metal(formula: Formula) -> bool:
    return any(ELEMENTS[symbol].metal for symbol, _ in formula.atoms)


def _is_uncounted(meaning: Meaning, whole: Formula) -> bool:
    """Boron hydride, of diborane: of two nonmetals without a count the name says no proportion."""
    if "number_left_out" not in meaning.notes or meaning.split is None:
        return False
    alike = {s for s, _ in meaning.formula.atoms} == {s for s, _ in whole.atoms}
    return alike and not _has_metal(whole)


def _has_numbers(whole: Formula, part: NamePart) -> bool:
    """Whether the metal may have the numbers that the name says, if it says any: iron(III), ferric."""
    if not isinstance(part.word, CationWord):
        return True
    numbers = part.stock or ((part.word.charge,) if part.word.charge else ())
    charged = [c for salt in salts(whole) for c in salt.cations if c.kind == part.word.kind]
    return not numbers or any(c.numbers == numbers for c in charged)


def _is_dry(dry: Formula, whole: Formula) -> bool:
    """Whether the substance is a hydrate and the name that of the salt without its water."""
    if not _has_metal(whole) or salts(whole) or len(dry.atoms) < 2:
        return False
    more = dict(whole.atoms)
    for symbol, n in dry.atoms:
        more[symbol] = more.get(symbol, 0) - n
    waters = more.pop("O", 0)
    return waters > 0 and more.pop("H", 0) == 2 * waters and not any(more.values())


def _letters(name: str) -> str:
    """A name without what hardly tells it from another: capitals, hyphens and spaces."""
    return name.casefold().replace("-", "").replace(" ", "")

"""Name it, and write it: a formula and its name, both ways, by the judge of names (V-NAME)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem import naming
from adjudicator.chem.formula import Formula, Tiles, Written, write_charge
from adjudicator.errors import UnreadableInput, quote
from adjudicator.exercises.complexes import shown, with_brackets
from adjudicator.exercises.element_order import Unusual, unusual_in
from adjudicator.exercises.exercise import refuse
from adjudicator.exercises.marking import Finding, Solution
from adjudicator.exercises.mistaken import element_for_compound, symbol_of
from adjudicator.exercises.reasons import because
from adjudicator.exercises.words import is_called, say
from adjudicator.parts import NamingRuleSet
from adjudicator.ruleset import default_authority, load_ruleset

if TYPE_CHECKING:
    from adjudicator.exercises.exercise import Exercise

_WORD = re.compile(r"[a-z]{6}")  # in a name, never in a formula
MAX_NAMES = 4  # that are told beside the first
LOOSE_RIGHT = "Yes: at school {name} means {formula}. The systematic name is {right}."
LOOSE_WRONG = "Not enough: {name} leaves the number out. {formula} is {right}."
NO_COUNT = "Not enough: {name} leaves the number of atoms out. {formula} is {right}."
# A right name in a language that the class does not speak counts, and is said to be one.
FOREIGN = {
    "en": "Yes, but {name} is the English name. Here it is called {right}.",
    "de": "Yes, but {name} is the German name. Here it is called {right}.",
}


def substance_of(text: str, *, ion: bool = False) -> Formula:
    """What a formula or a name stands for; raises UnreadableInput where that is open.

    Sodium is the element, except where an `ion` is asked for.
    """
    try:
        return naming.substance(text)
    except UnreadableInput:
        substances = naming.substances(text, attested(), ion=ion)
        if len(substances) == 1:
            return with_brackets(substances[0], text)
        if not substances and _WORD.search(text):
            raise refuse("no_name", f"{quote(text)} is no name and no formula that we know.", text) from None
        if not substances:
            raise
        message = f"{quote(text)} may be {', '.join(map(naming.written, substances))}: say which."
        raise refuse("open_name", message, text) from None


def attested() -> naming.KnownNames | None:
    """What is on record by true names: practice accepts no name that only a source has (C-NAME-SHOWN)."""
    table = default_authority().table
    return table.attested if table is not None else None


def names_of(formula: Formula) -> tuple[str, ...]:
    """Right names in the language that is spoken, the one that is taught first."""
    return naming.names(formula, attested(), prose.spoken())


class Naming:
    """A formula is shown, or cards of a game with a rule on names; the name is typed."""

    def read(self, exercise: Exercise) -> str:
        if exercise.rules:
            return self._cards(exercise)
        try:
            formula = naming.substance(exercise.material)
            text = with_charge(exercise.material, formula)
        except UnreadableInput:
            formula = substance_of(exercise.material)  # a name stands for its formula
            text = shown(formula)
        _refuse_zero(text, formula)
        if not names_of(formula) and not exercise.accepted:
            raise refuse("no_name", f"{quote(text)} has no name that we know.", text)
        return text

    def _cards(self, exercise: Exercise) -> str:
        tiles = Tiles.parse(exercise.material)
        ruling = self._rules(exercise).rule_on_name(tiles, "?")
        if not ruling.verdict.accepted_by:
            said = (
                f"{quote(exercise.material)} is not a legal run by {exercise.rules}, so it has no name there."
            )
            raise refuse("not_legal", said, exercise.material)
        return " ".join(tiles)

    def _rules(self, exercise: Exercise) -> NamingRuleSet:
        rules = load_ruleset(exercise.rules)
        if not isinstance(rules, NamingRuleSet):
            said = f"{quote(exercise.rules)} has no rule on names: leave it out."
            raise refuse("no_naming", said, exercise.rules)
        return rules

    def ask(self, exercise: Exercise) -> dict[str, Any]:
        if exercise.rules:
            prompt = say("These cards are one compound. What is its name?")
            return {"prompt": prompt, "answer": "text", "tiles": exercise.material.split()}
        prompt = say("What is its name?")
        return {"prompt": prompt, "answer": "text", "formula": exercise.material}

    def mark(self, exercise: Exercise, answer: str) -> Finding:
        if exercise.rules:
            ruling = self._rules(exercise).rule_on_name(Tiles.parse(exercise.material), answer)
            outcome, code, reason = ruling.answer, "name_by_rules", ruling.message
        else:
            formula = naming.substance(exercise.material)
            outcome, code, reason = _check(exercise, formula, answer)
            if code in ("name_of_an_element", "name_of_another"):
                reason = element_for_compound(formula, names_of(formula)[0], answer) or reason
            if code == "name_unknown":  # nobody is there who could decide
                reason = say("We do not know the name {name}; it does not count.", name=quote(answer))
        read_as = answer if exercise.rules else _as_spoken(answer)
        return Finding(outcome, code, reason, read_as=read_as)  # type: ignore[arg-type]

    def solve(self, exercise: Exercise) -> Solution:
        if exercise.rules:
            formula = Formula.of_tiles(exercise.material.split())
            text = naming.written(formula)
        else:
            formula, text = naming.substance(exercise.material), exercise.material
        right = (*names_of(formula), *exercise.accepted)
        isomers = naming.isomers_among(right, formula, attested(), prose.spoken())
        also = tuple(name for name in dict.fromkeys(right[1:]) if name not in isomers)[:MAX_NAMES]
        return Solution(right[0], _called(text, right[0]), also, because=because(formula, right[0]))


def _check(exercise: Exercise, formula: Formula, answer: str) -> tuple[str, str, str]:
    """The outcome, its code and the reason: by the judge of names, and by what school calls it."""
    school = {formula: exercise.accepted} if exercise.accepted else {}
    checked = naming.check(exercise.material, answer, attested(), prose.spoken(), school)
    right = (*names_of(formula), *exercise.accepted)[0]
    facts = {"name": answer, "formula": naming.written(formula), "right": right}
    is_right, is_loose = checked.answer == "right", naming.is_loose_name(formula, answer)
    if is_loose and not exercise.strict:
        return "right", "name_loose", say(LOOSE_RIGHT, **facts)
    if is_loose and is_right:
        return "wrong", "name_number_missing", say(LOOSE_WRONG, **facts)
    if checked.code == "name_on_record":  # in English; what is too little there is too little here
        code = naming.check(formula, answer, attested(), prose.ENGLISH).code
        if code == "name_prefix_missing":
            return "wrong", code, say(NO_COUNT, **facts)
    foreign = _language_of(formula, answer) if is_right else ""
    if foreign:
        return "right", "name_in_another_language", say(FOREIGN[foreign], name=answer, right=right)
    return checked.answer, checked.code, checked.message


def _as_spoken(name: str) -> str:
    """A name of another language in the one that is spoken, where it can be told: both say the same."""
    spoken = prose.spoken()
    if spoken != prose.ENGLISH:
        return naming.translated(name, spoken)
    found = naming.substances(name, attested())
    return names_of(found[0])[0] if len(found) == 1 and _language_of(found[0], name) else name


def _language_of(formula: Formula, name: str) -> str:
    """The other language in which this is one of its names; empty where it is one here too."""
    spoken = prose.spoken()
    if _is_name(formula, name, spoken):
        return ""
    return next((one for one in FOREIGN if one != spoken and _is_name(formula, name, one)), "")


def _is_name(formula: Formula, name: str, language: str) -> bool:
    named = naming.names(formula, attested(), language)
    return naming.normalise(name, language) in {naming.normalise(one, language) for one in named}


def with_charge(text: str, formula: Formula) -> str:
    """An ion whose charge can be read in one way only: NH4+ as NH4^+."""
    return write_charge(formula.text, formula.charge) if formula.charge and formula.text else text


def _refuse_zero(text: str, formula: Formula) -> None:
    meant = _meant_by_zero(text, formula)
    if meant:
        said = f"{quote(text)} has the figure 0. With the letter O it is {meant}."
        raise refuse("zero_for_letter", said, text)


def _meant_by_zero(text: str, formula: Formula | None) -> str:
    """A known substance that the letter O makes of a figure 0, where nobody knows what it is with it: H20."""
    known = attested()
    meant = text.replace("0", "O")
    if meant == text or known is None or (formula is not None and known.by_formula(formula.hill)):
        return ""
    try:
        return meant if known.by_formula(naming.substance(meant).hill) else ""
    except UnreadableInput:
        return ""


def _called(text: str, name: str) -> str:
    """What it is; of a composition that several substances have: whose it is. C2H6O is not only ethanol."""
    formula, known = naming.substance(text), attested()
    others = [one for one in known.by_formula(formula.hill) if one.well_known] if known is not None else []
    if len(others) > 1 and {"C", "H"} <= dict(formula.atoms).keys() and text == formula.hill:
        return say("{formula} is the composition of {name}.", formula=text, name=name)
    return is_called(text, name)


def _is_symbol(formula: Formula) -> bool:
    return formula.size == 1 and not formula.charge


def _zero(answer: str) -> Finding:
    told = "{formula} has the figure 0. With the letter O it is {meant}."
    reason = say(told, formula=quote(answer), meant=answer.replace("0", "O"))
    return Finding("wrong", "zero_for_letter", reason, read_as=answer)


# How a formula is written that has the right atoms: the rule for order and brackets.
HOW_WRITTEN = {
    Unusual.WATER: "The atoms are right, but the water stands apart, at the end: {expected}, not {formula}.",
    Unusual.BRACKETS: "The atoms are right, but a single element has no brackets: {expected}, not {formula}.",
    Unusual.ION: "The atoms are right, but it is written {expected}, not {formula}.",
    Unusual.IONS: (
        "The atoms are right. It is written {expected}, not {formula}: the positive part first, and every "
        "ion once, as it is written alone, with its number behind it."
    ),
    Unusual.FIRST: "The atoms are right, but by custom {first} comes first: {expected}, not {formula}.",
    Unusual.POSITIVE: "The atoms are right, but the positive part comes first: {expected}, not {formula}.",
    Unusual.TWICE: (
        "The atoms are right, but each element is written once, with its number: {expected}, not {formula}."
    ),
}


class Writing:
    """A name is shown; its formula is written. The composition alone, written unusually, is half."""

    def read(self, exercise: Exercise) -> str:
        formula = substance_of(exercise.material)
        if not names_of(formula):
            raise refuse(
                "no_name", f"{quote(exercise.material)} has no name that we know.", exercise.material
            )
        _refuse_zero(exercise.material, formula)
        return with_charge(exercise.material, formula)

    def ask(self, exercise: Exercise) -> dict[str, Any]:
        formula, _ = self._formula(exercise)
        prompt = say("Write its symbol.") if _is_symbol(formula) else say("Write its formula.")
        return {"prompt": prompt, "answer": "keys", "name": self._name(exercise)}

    def _name(self, exercise: Exercise) -> str:
        """A name that was given is kept, in the language that is spoken; a formula is called by its first."""
        formula, given = self._formula(exercise)
        if not given:
            return names_of(formula)[0]
        spoken = prose.spoken()
        if spoken != prose.ENGLISH:
            return naming.translated(given, spoken)
        return names_of(formula)[0] if _language_of(formula, given) else given

    def _formula(self, exercise: Exercise) -> tuple[Formula, str]:
        """The substance, and the name of it if the exercise has one."""
        try:
            return naming.substance(exercise.material), ""
        except UnreadableInput:
            return substance_of(exercise.material), exercise.material

    def mark(self, exercise: Exercise, answer: str) -> Finding:
        formula, _ = self._formula(exercise)
        name = self._name(exercise)
        try:
            substance = naming.substance(answer)
        except UnreadableInput:
            if _meant_by_zero(answer, None):  # C02
                return _zero(answer)
            raise
        if _meant_by_zero(answer, substance):  # H20
            return _zero(answer)
        # One way to show what was written, however its charge was: SO42-, SO4-- and SO₄²⁻ are SO4^2-.
        text = write_charge(substance.text, substance.charge) if substance.text else naming.written(answer)
        same = (substance.atoms, substance.charge) == (formula.atoms, formula.charge)
        expected = formula.text or naming.written(formula)
        if dict(formula.atoms).keys() == {"C", "H"}:  # C2H2, also where HC≡CH is asked
            expected = formula.hill
        checked = naming.check(answer, name, attested(), prose.spoken())
        if same and checked.code != "name_isomer":
            usual = Written.parse(expected)
            unusual = unusual_in(Written.of(substance), usual)
            if unusual is not None:
                usually = shown(formula) if formula.charge else expected
                reason = say(HOW_WRITTEN[unusual], expected=usually, formula=text, first=usual.symbols[0])
                return Finding("wrong", "formula_order", reason, score=0.5, read_as=text)
        if _is_symbol(formula) and not same and substance.atoms[0][0] == expected:
            reason = say("A symbol is asked for: {expected}, not {formula}.", expected=expected, formula=text)
            return Finding("wrong", "no_symbol", reason, read_as=text)
        if len(formula.atoms) == 1 and not formula.charge and _is_symbol(substance) and not same:
            if substance.atoms[0][0] != formula.atoms[0][0]:
                return Finding("wrong", "symbol_of_another", symbol_of(substance), read_as=text)
        elif _is_symbol(formula) and not same:
            told = "{name} is an element: it has a symbol, {formula} is a formula."
            return Finding("wrong", "no_symbol", say(told, name=name, formula=text), read_as=text)
        if formula.charge and not substance.charge and substance.atoms == formula.atoms:  # SO4
            told = "{name}: an ion is written with its charge, and {formula} has none."
            return Finding("wrong", "formula_wrong", say(told, name=name, formula=text), read_as=text)
        if formula.charge and not same and checked.answer == "right":  # Hg^+: there is only Hg2^2+
            return Finding("wrong", "formula_wrong", self.solve(exercise).text, read_as=text)
        if checked.answer == "wrong" or not (same or checked.answer == "right"):
            reason = checked.message
            if checked.answer != "wrong":
                reason = say("{formula} is another substance.", formula=text)
            return Finding("wrong", checked.code, reason, read_as=text)
        return Finding("right", "formula_right", _called(text, name), read_as=text)

    def solve(self, exercise: Exercise) -> Solution:
        formula, given = self._formula(exercise)
        written = shown(formula) if given else exercise.material
        name = self._name(exercise)
        substance = formula if formula.text else Formula.parse(written)
        return Solution(written, _called(written, name), because=because(substance, name))

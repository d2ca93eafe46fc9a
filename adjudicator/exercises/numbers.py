"""Charges of ions and of pieces of a box, and the coefficients of an equation."""

from __future__ import annotations

import re
from math import gcd
from typing import TYPE_CHECKING, Any

from adjudicator import prose
from adjudicator.chem import naming, reactions
from adjudicator.chem.formula import Formula
from adjudicator.errors import UnreadableInput, quote
from adjudicator.exercises.complexes import complex_in, shown
from adjudicator.exercises.equations import salt_of
from adjudicator.exercises.exercise import refuse
from adjudicator.exercises.marking import Finding, Solution
from adjudicator.exercises.names import names_of, substance_of, with_charge
from adjudicator.exercises.reasons import NO_CATION, NUMERAL, because
from adjudicator.exercises.words import is_called, rules_called, say
from adjudicator.referee import numbers_in, sides
from adjudicator.ruleset import load_ruleset

if TYPE_CHECKING:
    from adjudicator.chem.reactions import Balanced
    from adjudicator.exercises.exercise import Exercise

MOST = 8  # no ion of a school has a larger charge
MOST_CHLORIDES = 4
# What is wrong with a number whose sign is right, by the charge up to two.
OTHER_NUMBER = {
    1: "The sign is right, but it has only one proton more than electrons.",
    2: "The sign is right, but it has {count} protons more than electrons.",
    -1: "The sign is right, but it has only one electron more than protons.",
    -2: "The sign is right, but it has {count} electrons more than protons.",
}
_NUMBER = re.compile(r"(?P<before>[+-]?)(?P<digits>[0-9]{1,2})(?P<after>[+-]?)")
# Where an edition has numbers: the field that names a piece, the field with its numbers, and the question
# where there is one number and where there are several.
# A tile has oxidation numbers, an ion a charge (C-WORDS).
_PIECES = (
    (
        ("symbol", "oxidation"),
        "Which oxidation number does this tile have by {rules}?",
        "Name one of the oxidation numbers that this tile has by {rules}.",
    ),
    (
        ("symbol", "valence"),
        "Which valence does this card have by {rules}?",
        "Name one of the valences that this card has by {rules}.",
    ),
    (
        ("card", "charges"),
        "Which charge does this card have by {rules}?",
        "Name one of the charges that this card has by {rules}.",
    ),
    (
        ("formula", "charge"),
        "Which charge does this ion have by {rules}?",
        "Name one of the charges that this ion has by {rules}.",
    ),
)


class Charge:
    """Of an ion that chemistry lists, or, with a rule set, of what a piece of its box prints."""

    def read(self, exercise: Exercise) -> str:
        if exercise.rules:
            printed(exercise)
            return exercise.material
        ion = substance_of(exercise.material, ion=True)
        if not ion.charge or not names_of(ion):
            said = f"{quote(exercise.material)} is not a known ion; one is SO4^2-, or sulfate."
            raise refuse("unknown_ion", said, exercise.material)
        shows_group = ion.text.endswith("COO")  # CH3COO^-, not C2H3O2^-
        return exercise.material if shows_group else shown(ion)

    def ask(self, exercise: Exercise) -> dict[str, Any]:
        if exercise.rules:
            asked, _ = _print(exercise)
            prompt = say(asked, rules=rules_called(exercise.rules))
            return {"prompt": prompt, "answer": "number", "tiles": [exercise.material]}
        ion = naming.substance(exercise.material)
        bare = exercise.material.partition("^")[0]
        if _says_charge(ion):
            asked = "Which charge does {ion} have in this compound?"
            if ion.charge >= NO_CATION:  # which is none of ions
                asked = "Which oxidation number does {ion} have in this compound?"
            prompt = say(asked, ion=bare)
            return {"prompt": prompt, "answer": "number", "formula": _compound(ion)}
        prompt = say("Which charge does this ion have?")
        return {"prompt": prompt, "answer": "number", "formula": bare, "name": names_of(ion)[0]}

    def mark(self, exercise: Exercise, answer: str) -> Finding:
        number = read_charge(answer)
        written = prose.signed(number)
        if exercise.rules:
            if number in printed(exercise):
                return Finding("right", "charge", self._by_rules(exercise), read_as=written)
            reason = say("{said} is not printed on {piece}.", said=written, piece=exercise.material)
            return Finding("wrong", "charge", reason, read_as=written)
        ion = naming.substance(exercise.material)
        if number == ion.charge:
            return Finding("right", "charge", _why(ion), read_as=written)
        return Finding("wrong", "charge", _why_not(ion, number), read_as=written)

    def solve(self, exercise: Exercise) -> Solution:
        if exercise.rules:
            first, *others = map(prose.signed, printed(exercise))
            return Solution(first, self._by_rules(exercise), tuple(others))
        ion = naming.substance(exercise.material)
        said = is_called(exercise.material, names_of(ion)[0])
        return Solution(prose.signed(ion.charge), said, because=_why(ion))

    def _by_rules(self, exercise: Exercise) -> str:
        charges = ", ".join(map(prose.signed, printed(exercise)))
        said = "The box of {rules} prints {charges} on {piece}."
        return say(said, rules=rules_called(exercise.rules), piece=exercise.material, charges=charges)


def _says_charge(ion: Formula) -> bool:
    """Whether its name would give the answer away: iron(III) ion. A compound of it is shown instead.

    The number in the name of a complex is not its charge.
    """
    name = names_of(ion)[0]
    return ion.charge > 0 and NUMERAL.search(name) is not None and complex_in(ion, name) is None


def _compound(ion: Formula) -> str:
    """Its chloride, or the oxide where no metal has as many chlorides: FeCl3, Mn2O7."""
    return salt_of(naming.written(ion), "Cl^-" if ion.charge <= MOST_CHLORIDES else "O^2-")


def _why(ion: Formula) -> str:
    if _says_charge(ion):
        compound = Formula.parse(_compound(ion))
        return because(compound, names_of(compound)[0])
    name = names_of(ion)[0]
    return because(ion, name) or is_called(naming.written(ion), name)


def _why_not(ion: Formula, number: int) -> str:
    """What is wrong with this charge; why the right one is right, the solution says."""
    name = names_of(ion)[0]
    other = Formula(ion.atoms, number)
    others = names_of(other) if number else ()
    if others and others[0] != name:
        return is_called(naming.written(other), others[0])
    if not number:
        return say("Without a charge it is no ion.")
    if number * ion.charge > 0:
        return say(OTHER_NUMBER[min(max(ion.charge, -2), 2)], count=abs(ion.charge))
    if ion.charge > 0:
        return say("It has more protons than electrons, so it is positive.")
    return say("It has more electrons than protons, so it is negative.")


def printed(exercise: Exercise) -> tuple[int, ...]:
    """The numbers that the box of a rule set prints on a piece."""
    return _print(exercise)[1]


def _print(exercise: Exercise) -> tuple[str, tuple[int, ...]]:
    """What is asked of a piece, and its numbers; raises UnreadableInput where there is no such piece."""
    edition = load_ruleset(exercise.rules).describe()["edition"]
    for table in edition.values():
        for row in table if isinstance(table, list) else ():
            for (piece, numbers), of_one, of_several in _PIECES:
                if isinstance(row, dict) and row.get(piece) == exercise.material and row.get(numbers):
                    found = row[numbers] if isinstance(row[numbers], list) else [row[numbers]]
                    return of_several if len(found) > 1 else of_one, tuple(found)
    said = f"{exercise.rules} has no piece {quote(exercise.material)} with a charge."
    raise refuse("no_such_piece", said, exercise.material)


def read_charge(text: str) -> int:
    """Reads +2, 2+, -1, −1, 3, and signs alone as they stand at an ion: +, --; raises UnreadableInput."""
    plain = text.replace(" ", "").replace("−", "-").replace("–", "-")
    if plain and plain in (len(plain) * "+", len(plain) * "-") and len(plain) <= MOST:
        return len(plain) if plain[0] == "+" else -len(plain)
    found = _NUMBER.fullmatch(plain)
    if found is None or (found["before"] and found["after"]) or int(found["digits"]) > MOST:
        raise UnreadableInput(
            "no_charge", f"A charge is a number such as +2 or -1, not {quote(text)}.", input=text
        )
    sign = -1 if "-" in found["before"] + found["after"] else 1
    return sign * int(found["digits"])


class Balancing:
    """Any whole numbers without a common divisor that balance it are right, where there are several ways."""

    def read(self, exercise: Exercise) -> str:
        before, after = sides(exercise.material)
        found = reactions.balance(before, after)
        if not isinstance(found, reactions.Balanced) and found.code != "reaction_several_ways":
            raise refuse(
                "no_balance",
                f"{quote(exercise.material)} cannot be balanced. {found.message}",
                exercise.material,
            )
        ions = ([with_charge(one, Formula.parse(one)) for one in side] for side in (before, after))
        return " -> ".join(map(" + ".join, ions))

    def ask(self, exercise: Exercise) -> dict[str, Any]:
        before, after = sides(exercise.material)
        prompt = say("Balance the equation with the smallest whole numbers.")
        equation = {"reactants": before, "products": after}
        return {"prompt": prompt, "answer": "coefficients", "equation": equation}

    def mark(self, exercise: Exercise, answer: str) -> Finding:
        before, after = sides(exercise.material)
        numbers = read_coefficients(answer, len(before) + len(after))
        left = tuple(zip(before, numbers, strict=False))
        right = tuple(zip(after, numbers[len(before) :], strict=True))
        shown = reactions.Balanced(left, right).equation
        if not reactions.is_balanced(left, right):
            reason = say("{equation} is not balanced: {why}.", equation=shown, why=_unequal(left, right))
            return Finding("wrong", "not_balanced", reason, read_as=shown)
        if gcd(*numbers) > 1:
            template = "{equation} is balanced, but every number can be divided by {divisor}."
            reason = say(template, equation=shown, divisor=gcd(*numbers))
            return Finding("wrong", "not_smallest", reason, score=0.5, read_as=shown)
        return Finding("right", "balanced", say("{equation} is balanced.", equation=shown), read_as=shown)

    def solve(self, exercise: Exercise) -> Solution:
        before, after = sides(exercise.material)
        found = reactions.balance(before, after)
        if isinstance(found, reactions.Balanced):
            reason = say("On both sides: {atoms}.", atoms=_equal(found.reactants))
            return Solution(_numbers_of(found), f"{found.equation}.", because=reason)
        return Solution(str(dict(found.params)["example"]), found.message)


def _numbers_of(found: Balanced) -> str:
    return ", ".join(str(n) for _, n in (*found.reactants, *found.products))


def read_coefficients(text: str, many: int) -> tuple[int, ...]:
    """Reads "2, 1, 2", "2 1 2", or the whole equation; an empty place between commas is a one."""
    if any(symbol.isalpha() for symbol in text):
        given = numbers_in(text)
    else:
        given = (
            [part.strip() for part in re.split(r"[,;]", text)] if re.search("[,;]", text) else text.split()
        )
    if len(given) != many or any(len(n) > 4 or (n and not (n.isascii() and n.isdigit())) for n in given):
        said = f"{many} whole numbers are needed, separated by commas, not {quote(text)}."
        raise UnreadableInput("bad_coefficients", said, input=text)
    coefficients = tuple(int(n or 1) for n in given)
    if 0 in coefficients:
        raise UnreadableInput(
            "zero_coefficient", f"Every substance takes part, so no number is 0: {quote(text)}."
        )
    return coefficients


def _equal(side: reactions.Side) -> str:
    """What is there on each side: 4 H, 2 O."""
    atoms, charge = reactions.total(side)
    charged = any(Formula.parse(species).charge for species, _ in side)
    counts = [f"{n} {symbol}" for symbol, n in sorted(atoms.items())]
    return ", ".join([*counts, *([f"{say('charge')} {prose.signed(charge)}"] if charged else [])])


def _unequal(left: reactions.Side, right: reactions.Side) -> str:
    """Which element, or the charge, is not the same on both sides: "O 2 ≠ 1"."""
    before, after = reactions.total(left), reactions.total(right)
    unequal = [
        f"{symbol} {before[0].get(symbol, 0)} ≠ {after[0].get(symbol, 0)}"
        for symbol in sorted({**before[0], **after[0]})
        if before[0].get(symbol, 0) != after[0].get(symbol, 0)
    ]
    if before[1] != after[1]:
        unequal.append(f"{say('charge')} {prose.signed(before[1])} ≠ {prose.signed(after[1])}")
    return ", ".join(unequal)

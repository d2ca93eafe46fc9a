"""What the check of a name says to people, by code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.chem.naming.knowledge.data import ROMAN
from adjudicator.prose import SHARED, listed, render

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def _with_article(name: str) -> str:
    """The sulfate ion; water."""
    return f"the {name}" if name.endswith(" ion") else name


def _it_is(formula: str, right: Sequence[str]) -> str:
    return f"{formula} is {_with_article(right[0])}." if right else f"{formula} has no name that we know."


def _instead(right: Sequence[str]) -> str:
    return f" The careful name is {right[0]}." if right else ""


def _preferred(name: str, formula: str, right: Sequence[str]) -> str:  # noqa: ARG001 - one shape for all
    return f"Yes: {formula} is {_with_article(right[0])}."


def _accepted(name: str, formula: str, right: Sequence[str]) -> str:
    more = f", which is also {_with_article(right[0])}" if right else ""
    return f"Yes: {name} is a name of {formula}{more}."


def _number_not_needed(name: str, formula: str, right: Sequence[str]) -> str:
    return f"Yes, {name} is {formula}. The number is not needed: there is only one.{_instead(right)}"


def _number_left_out(name: str, formula: str, right: Sequence[str], *, nonmetals: bool = False) -> str:
    usual = "proportion" if nonmetals else "charge"
    return f"Yes, {name} is {formula}: only one {usual} is usual.{_instead(right)}"


def _counted(name: str, formula: str, right: Sequence[str]) -> str:
    return f"Yes, {name} says the composition of {formula}.{_instead(right)}"


def _outdated(name: str, formula: str, right: Sequence[str]) -> str:
    meaning = f"{name} is an old name of {formula}, and says something else today"
    return f"Yes, but {meaning}.{_instead(right)}"


def _on_record(name: str, formula: str, right: Sequence[str], recorded: str = "") -> str:  # noqa: ARG001
    what = f"{name} reads as {recorded}, which" if recorded else name
    return f"Yes: {what} is on record as a name of {formula}."


def _misspelt(name: str, formula: str, right: Sequence[str], spelling: str = "") -> str:  # noqa: ARG001
    return f"Yes, but mind the spelling: {spelling or listed(list(right))}."


def _isomer(name: str, formula: str, right: Sequence[str], other: str) -> str:
    which = f"the isomer {other}" if other else "an isomer, with the same atoms otherwise joined"
    return f"No: {name} is {which}. {_it_is(formula, right)}"


_RIGHT = (
    _preferred,
    _accepted,
    _number_not_needed,
    _number_left_out,
    _counted,
    _outdated,
    _on_record,
    _misspelt,
)


def _is(unmade: bool) -> str:
    """Of what nobody has made: copper(III) oxide would be Cu2O3."""
    return "would be" if unmade else "is"


def _of_another(
    name: str, formula: str, right: Sequence[str], other: str, called: Sequence[str], *, unmade: bool = False
) -> str:
    also = f" ({called[0]})" if called and called[0] != name else ""
    return f"No: {_with_article(name)} {_is(unmade)} {other}{also}. {_it_is(formula, right)}"


def _recorded_elsewhere(name: str, formula: str, right: Sequence[str]) -> str:
    return f"No: {name} is on record as a name of another substance. {_it_is(formula, right)}"


def _wrong_number(
    name: str, formula: str, right: Sequence[str], other: str, called: Sequence[int], *, unmade: bool = False
) -> str:
    number = ",".join(ROMAN[n] for n in called)
    named = f"{_with_article(name)} {_is(unmade)} {other}"
    return f"No: {named}. In {formula} the number is {number}: {_it_is(formula, right)}"


def _wrong_count(name: str, formula: str, right: Sequence[str], other: str) -> str:
    counted = f"counts the atoms of {other}" if other else f"does not count the atoms of {formula}"
    return f"No: {name} {counted}. {_it_is(formula, right)}"


def _other_elements(
    name: str, formula: str, right: Sequence[str], more: Sequence[str], missing: Sequence[str]
) -> str:
    """What the name speaks of and the formula lacks, or the other way round."""
    if more:
        what = f"{name} speaks of {listed(list(more))}, which {formula} does not have"
    else:
        what = f"{name} says nothing of {listed(list(missing))}, which {formula} has"
    return f"No: {what}. {_it_is(formula, right)}"


def _wrong_ending(
    name: str,
    formula: str,
    right: Sequence[str],
    other: str,
    ion: str,
    other_ion: str,
    *,
    unmade: bool = False,
) -> str:
    named = f"{name} {_is(unmade)} {other}"
    return f"No: {named}, with {other_ion}; {formula} has {ion}. {_it_is(formula, right)}"


def _number_missing(name: str, formula: str, right: Sequence[str], options: Sequence[str]) -> str:
    which = f"{_with_article(name)} may be {listed(list(options), 'or')}"
    return f"Not enough: {which}. Say the number: {_it_is(formula, right)}"


def _prefix_missing(name: str, formula: str, right: Sequence[str], options: Sequence[str]) -> str:
    which = (
        f"may be {listed(list(options), 'or')}" if options[1:] else "does not say how many of each there are"
    )
    return f"Not enough: {name} {which}. Count the atoms: {_it_is(formula, right)}"


def _class(name: str, formula: str, right: Sequence[str]) -> str:
    return f"No: {name} is a kind of substance, and the question is which one. {_it_is(formula, right)}"


def _mixture(name: str, formula: str, right: Sequence[str]) -> str:
    return f"No: {name} is a mixture of several substances. {_it_is(formula, right)}"


def _only_an_ion(name: str, formula: str, right: Sequence[str]) -> str:
    return f"No: {name} names an ion, not a whole substance. {_it_is(formula, right)}"


def _of_an_element(name: str, formula: str, right: Sequence[str], element: str) -> str:
    return f"No: {name or element} is an element. {_it_is(formula, right)}"


def _of_an_alloy(name: str, formula: str, right: Sequence[str], elements: Sequence[str]) -> str:
    return f"No: {name} is an alloy of {listed(list(elements))}. {_it_is(formula, right)}"


def _impossible(name: str, formula: str, right: Sequence[str], other: str = "") -> str:
    literally = f" ({other})" if other else ""
    return f"No: the charges in {name}{literally} do not balance or do not occur. {_it_is(formula, right)}"


def _other_ions(name: str, formula: str, right: Sequence[str]) -> str:
    return f"No: {formula} is not built of what {name} names. {_it_is(formula, right)}"


def _does_not_fit(name: str, formula: str, right: Sequence[str]) -> str:
    return f"No: {name} has the parts of {formula}, but not in its proportion. {_it_is(formula, right)}"


def _water_missing(name: str, formula: str, right: Sequence[str]) -> str:
    return f"No: {name} does not say how much water there is. {_it_is(formula, right)}"


def _order(name: str, formula: str, right: Sequence[str]) -> str:
    return f"No: in {name} the elements stand in the wrong order. {_it_is(formula, right)}"


def _is_a_formula(name: str, formula: str, right: Sequence[str]) -> str:  # noqa: ARG001
    return f"That is a formula, not a name. {_it_is(formula, right)}"


def _not_how(name: str, formula: str, right: Sequence[str]) -> str:
    return f"No: {name} is not how names are made of these words. {_it_is(formula, right)}"


def _unknown(name: str, formula: str, right: Sequence[str]) -> str:
    ours = f" {_it_is(formula, right)}" if right else f" The question was {formula}."
    return f"We cannot tell: we do not know the name {name}, so the players decide.{ours}"


def _leaves_open(name: str, formula: str, right: Sequence[str]) -> str:
    ours = f" {_it_is(formula, right)}" if right else f" The question was {formula}."
    return f"We cannot tell: {name} does not say how many of each there are, so the players decide.{ours}"


def _places_open(name: str, formula: str, right: Sequence[str]) -> str:
    ours = f" {_it_is(formula, right)}" if right else ""
    return f"We cannot tell: {name} does not say at which place, so the players decide.{ours}"


def _two_spellings(name: str, formula: str, right: Sequence[str], spellings: Sequence[str]) -> str:  # noqa: ARG001
    return f"We cannot tell: {name} may have been meant as {listed(list(spellings), 'or')}."


def _no_such_ending(name: str, formula: str, right: Sequence[str], spelling: str) -> str:  # noqa: ARG001
    return f"No: {name} has an ending that means something else; {formula} is {spelling}."


def _too_long(name: str, formula: str, right: Sequence[str], limit: int) -> str:  # noqa: ARG001
    return f"A name of more than {limit} characters is not read."


def _empty(name: str, formula: str, right: Sequence[str]) -> str:  # noqa: ARG001
    return f"No name was given for {formula}."


def _and_elsewhere(name: str, elsewhere: Sequence[str]) -> str:
    """Of a word that means something else in another language: what it means there."""
    if not elsewhere:
        return ""
    language, other = elsewhere
    return f" {render(SHARED, 'name_elsewhere', {'language': language, 'name': name, 'formula': other})}"


def _with_isomers(sentence: Callable[..., str]) -> Callable[..., str]:
    """Right for a composition, and which other well-known substances have it."""

    def say(*, others: Sequence[str] = (), elsewhere: Sequence[str] = (), **params: Any) -> str:
        text = sentence(**params)
        if others:
            have = f"{listed(list(others))} {'have' if len(others) > 1 else 'has'} it too"
            text = f"{text} {params['formula']} is a composition: {have}."
        return f"{text}{_and_elsewhere(params['name'], elsewhere)}"

    return say


def _with_spelling(sentence: Callable[..., str]) -> Callable[..., str]:
    """Of a name that was read as if it had been spelled otherwise: what was said, then the answer."""

    def say(*, taken: str = "", elsewhere: Sequence[str] = (), **params: Any) -> str:
        text = f"{sentence(**params)}{_and_elsewhere(params['name'], elsewhere)}"
        return f"We read {taken} as {params['name']}. {text}" if taken else text

    return say


SENTENCES: dict[str, Callable[..., str]] = {
    f"name_{sentence.__name__[1:]}": _with_isomers(sentence)
    if sentence in _RIGHT
    else _with_spelling(sentence)
    for sentence in (
        _preferred,
        _accepted,
        _number_not_needed,
        _number_left_out,
        _counted,
        _outdated,
        _on_record,
        _misspelt,
        _isomer,
        _of_another,
        _recorded_elsewhere,
        _wrong_number,
        _wrong_count,
        _other_elements,
        _wrong_ending,
        _number_missing,
        _prefix_missing,
        _class,
        _mixture,
        _only_an_ion,
        _of_an_element,
        _of_an_alloy,
        _impossible,
        _other_ions,
        _does_not_fit,
        _water_missing,
        _order,
        _is_a_formula,
        _not_how,
        _unknown,
        _leaves_open,
        _places_open,
        _two_spellings,
        _no_such_ending,
        _too_long,
        _empty,
    )
}

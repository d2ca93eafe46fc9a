"""Looking a substance up by its formula or by a name: what it is called, what is on record, its isomers."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from adjudicator import prose
from adjudicator.chem import naming
from adjudicator.chem.formula import Formula, Written
from adjudicator.chem.formula import unreadable as unreadable_text
from adjudicator.chem.lewis import networks
from adjudicator.chem.naming.reading.structures import (
    differ_in_space,
    each_substance,
    records,
    skeletons_of,
    without_places,
)
from adjudicator.errors import AmbiguousInput, UnreadableInput
from adjudicator.reference.isomers import of_structure
from adjudicator.reference.salts import unmade
from adjudicator.reference.substances import is_real_salt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adjudicator.chem.naming import KnownCompound
    from adjudicator.reference.authority import Authority
    from adjudicator.reference.stability import Failure
    from adjudicator.verdict import Known

MAX_TEXT = naming.MAX_NAME
MAX_NAMES = 6  # that are told of a substance
MAX_ISOMERS = 24
_AMMONIUM = re.compile("(?:di|tri)?ammonium", re.IGNORECASE)
SHORT = 6  # letters that are rather a formula in the wrong case: nacl


@dataclass(frozen=True, slots=True)
class Substance:
    """One substance: of a name the one that is meant, of a formula the best known."""

    formula: Formula
    written: str  # as a chemist writes it: CuSO4·5H2O, NO3^-
    names: tuple[str, ...]  # the one that is taught first
    known: Known | None  # None: nothing is on record
    isomers: tuple[Known, ...]  # others of the same composition, the best known first
    failures: tuple[Failure, ...]  # sources that could not be asked

    @property
    def listed(self) -> bool:
        """Whether it is on the list of salts, or a hydrate of one; these have no structures on record."""
        return is_real_salt(self.formula)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What the word stands for in another language than the one that is spoken."""

    language: str
    word: str
    written: str  # the formula
    name: str  # of that, in the language that is spoken

    @property
    def message(self) -> str:
        facts = {"language": self.language, "name": self.word, "formula": self.written, "called": self.name}
        return prose.render(prose.SHARED, "name_elsewhere", facts)


@dataclass(frozen=True, slots=True)
class LookedUp:
    text: str
    read_as: Literal["formula", "name"]
    substances: tuple[Substance, ...]  # several where a name leaves something open: iron chloride
    elsewhere: tuple[Elsewhere, ...] = ()


def look_up(text: str, authority: Authority) -> LookedUp:
    """What a formula or a name stands for; raises UnreadableInput for what is neither."""
    asked = text.strip()
    try:
        formula = naming.substance(asked)
    except UnreadableInput as unreadable:
        candidates = naming.substances(asked, authority.table)
        if not candidates:
            raise _unknown(asked, unreadable) from None
        made = [formula for formula in candidates if unmade(formula) is None] or candidates
        if len(made) > 1:  # those on record first: Kupfersulfat is CuSO4 before Cu2SO4
            made = sorted(made, key=lambda formula: not is_real_salt(formula))
        substances = [substance for one in made for substance in _named(one, asked, authority)]
        elsewhere = tuple(_elsewhere(asked, authority))
        return LookedUp(asked, "name", tuple(substances[: naming.MAX_SUBSTANCES]), elsewhere)
    return LookedUp(asked, "formula", (_substance(formula, "", frozenset(), authority),))


def _elsewhere(text: str, authority: Authority) -> Iterator[Elsewhere]:
    for language, formula in naming.meanings_elsewhere(text):
        named = _substance(formula, "", frozenset(), authority).names
        yield Elsewhere(language, text, naming.written(formula), named[0] if named else "")


def _unknown(text: str, unreadable: UnreadableInput) -> UnreadableInput:
    """What is wrong with a formula is said of nothing and of what looks like one; other words are no name."""
    if not text:
        return unreadable
    readable = isinstance(unreadable, AmbiguousInput) and bool(unreadable.details.get("readings"))
    if (readable and len(text) <= SHORT) or any(character.isdigit() for character in text):
        return unreadable
    kind = "mixture" if naming.is_mixture(text) else "substance"
    return UnreadableInput("unknown_substance", unreadable_text(kind, text), input=text[:MAX_TEXT])


def _named(formula: Formula, name: str, authority: Authority) -> Iterator[Substance]:
    """The substance of that name; several where it leaves a place open: xylene."""
    named = _structures_named(name, formula, authority)
    if len(named) < 2 or not _leaves_places_out(name, formula, authority):
        yield _substance(formula, name, named, authority)
        return
    told = {compound.smiles for compound in each_substance(_rows(formula, authority))}
    for known in authority.compounds(formula):
        if known.smiles in named & told:
            yield _substance(formula, name, frozenset([known.smiles]), authority)


def _leaves_places_out(name: str, formula: Formula, authority: Authority) -> bool:
    spoken = dict.fromkeys((prose.spoken(), *naming.languages()))
    return any(without_places(name, formula, authority.table, language) for language in spoken)


def _substance(formula: Formula, name: str, named: frozenset[str], authority: Authority) -> Substance:
    listing = authority.compounds(formula)
    meant = [known for known in listing if known.smiles in named] or of_structure(listing, formula).compounds
    known = meant[0] if meant and not _is_of_none(name, formula, authority) else None
    isomers = tuple(_isomers(formula, known, listing, authority))[:MAX_ISOMERS]
    if known is not None and formula.hill in networks():
        known = replace(known, smiles="")
    names = _names(formula, known, authority) or ([name] if name else [])
    written = _written(formula, names, authority, asked=not name)
    return Substance(formula, written, tuple(names[:MAX_NAMES]), known, isomers, listing.failures)


def _isomers(
    formula: Formula, known: Known | None, listing: Iterable[Known], authority: Authority
) -> Iterator[Known]:
    """Other substances of the composition, each once: limonene is no isomer of its mirror image's."""
    others = [other for other in listing if other is not known]
    rows = {c.smiles: c for c in _rows(formula, authority)}
    told = {compound.smiles for compound in each_substance(rows.values())}
    own = rows.get(known.smiles) if known is not None else None
    for other in others:
        row = rows.get(other.smiles)
        if row is None:
            yield other
            continue
        same = (
            own is not None and own.skeleton == row.skeleton and not differ_in_space(own.smiles, row.smiles)
        )
        if row.smiles in told and not same:
            yield other


def _is_of_none(name: str, formula: Formula, authority: Authority) -> bool:
    """Whether our lists give the name to a structure without a record: hyponitrous acid beside nitramide."""
    of = [
        skeletons_of(name, formula, authority.table, language)
        for language in dict.fromkeys((prose.spoken(), *naming.languages()))
    ]
    theirs = frozenset().union(*of)
    return bool(name and theirs) and theirs.isdisjoint(row.skeleton for row in _rows(formula, authority))


def _rows(formula: Formula, authority: Authority) -> Sequence[KnownCompound]:
    """What the reference table has of the composition."""
    return authority.table.by_formula(formula.hill) if authority.table else ()


def _structures_named(name: str, formula: Formula, authority: Authority) -> frozenset[str]:
    """The compounds with these atoms that go by the name, in the language that is spoken or another."""
    if authority.table is None or not name:
        return frozenset()
    listed = authority.table.by_formula(formula.hill)
    for language in dict.fromkeys((prose.spoken(), *naming.languages())):
        recorded = {c.smiles for c in records(name, formula, authority.table, language)}
        skeletons = skeletons_of(name, formula, authority.table, language)
        of = {
            c.smiles
            for c in listed
            if c.smiles in recorded or (c.skeleton in skeletons and (not recorded or len(skeletons) > 1))
        }
        if of:
            return frozenset(of)
    return frozenset()


def _written(formula: Formula, names: list[str], authority: Authority, *, asked: bool) -> str:
    """As it was asked, if it was asked by its formula; of a composition with its ions kept together, unless
    that would be an isomer: urea is not NH4OCN.
    """
    usual = naming.written(formula)
    plain = formula.text and len(formula.atoms) > 2 and usual == formula.conventional
    if asked and (plain or _has_units(formula)):
        return str(Written.of(formula))
    if not names:
        return formula.text or usual
    if formula.text in ("", usual):
        return usual
    return usual if naming.check(usual, names[0], authority.table).answer != "wrong" else formula.text


def _has_units(formula: Formula) -> bool:
    """Whether the text says more than a composition: brackets, water, or an element in two places."""
    groups = [group for part in Written.of(formula).parts for group in part.groups]
    return len(groups) > len(formula.atoms) or any(group.bracket for group in groups)


def _names(formula: Formula, known: Known | None, authority: Authority) -> list[str]:
    """As they are spoken, that of the substance first, without those of isomers."""
    english = _english_names(formula, known, authority)
    spoken = prose.spoken()
    if spoken == naming.languages()[0] or not english:
        return english
    first = naming.translated(english[0], spoken)
    others = list(naming.names(formula, authority.table, language=spoken))
    own = list(dict.fromkeys((first, *(_of_molecules(others) if known is not None else others))))
    own = _without_isomers(own, formula, authority, spoken)
    if others and first == others[0]:
        return own
    structured = (name for name in own[1:] if skeletons_of(name, formula, authority.table, spoken))
    return [first, *structured]


def _english_names(formula: Formula, known: Known | None, authority: Authority) -> list[str]:
    """The names of the composition without those of isomers; that of the substance first.

    Where there are none, those that are taught stand before that on record: silicic acid, not mikronisil.
    """
    names = list(naming.names(formula, authority.table))
    names = _of_molecules(names) if known is not None else names
    if authority.table is None:
        return names
    if known is None or len(authority.table.by_formula(formula.hill)) == 1:
        return _without_isomers(names, formula, authority)
    # Beside the name of the composition, which leaves its configuration open: (Z)-but-2-ene, not but-2-ene.
    names = names if known.name in names else [known.name, *names]
    own: set[str] = set()
    others: set[str] = set()
    for compound in authority.table.by_formula(formula.hill):
        of = own if compound.smiles == known.smiles else others
        of.update(map(naming.normalise, authority.table.names_of(compound)))
    fitting = [name for name in names if naming.normalise(name) not in others - own]
    first = naming.names(Formula.parse(formula.hill), authority.table)[0]
    if naming.normalise(first) in others - own:  # what no record has is of the first: dextrose is glucose
        fitting = [name for name in fitting if naming.normalise(name) in own or _is_structured(name, formula)]
    ordered = sorted(fitting, key=lambda name: name != known.name)
    return _without_isomers(ordered, formula, authority)


def _without_isomers(
    names: list[str], formula: Formula, authority: Authority, language: str = "en"
) -> list[str]:
    """Those of the first one's substance: one structure is on record and shown."""
    composition = Formula(formula.atoms, formula.charge)
    isomers = naming.isomers_among(names, composition, authority.table, language)
    return [name for name in names if name not in isomers]


def _is_structured(name: str, formula: Formula) -> bool:
    """Whether our lists say which of the substances with these atoms has the name."""
    return bool(skeletons_of(name, formula, None))


def _of_molecules(names: list[str]) -> list[str]:
    """The records are of molecules: thiourea is not ammonium thiocyanate, which has its atoms."""
    return [name for name in names if not _AMMONIUM.match(name)] or names

"""The words of one language: elements, ions, acids, ligands, and how names are put together of them.

A language is a folder in words/. English and German are two of them; nothing else here knows one.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.naming.knowledge.data import FOLDER, GREEK, ROMAN, knowledge

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from adjudicator.chem.naming.knowledge.data import Anion, Cation, Metal

ENGLISH = "en"
WORDS = FOLDER / "words"
Names = tuple[str, ...]
_FIRST_WORD = re.compile(
    r"(?<![^\W\d_])(?!(?:tert|sec|cis|trans|iso|alpha|beta|gamma|delta)[-,])[^\W\d_](?=[^\W\d_])"
)


@cache
def languages() -> tuple[str, ...]:
    """The languages that names are read and written in, English first."""
    folders = sorted(path.name for path in WORDS.iterdir() if (path / "ions.toml").is_file())
    return tuple(sorted(folders, key=lambda code: code != ENGLISH))


def folder_of(language: str) -> Path:
    """The words of a language; the English ones for a language that has none of its own."""
    return WORDS / (language if language in languages() else ENGLISH)


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    language: str
    gap: str  # between the words of a salt
    after_number: str
    before_complex: str
    hydrate: str
    capital: bool
    joined: bool  # whether words are written together, so that a name is one word
    elided: str  # letters that a prefix loses before an oxide
    phrases: Mapping[str, Any]
    elements: Mapping[str, str]
    element_words: Mapping[str, str]  # other words for elements, by what is said: hydrogen, kohlen
    traditional: Mapping[str, Names]
    both: tuple[str, str]
    anions: Mapping[str, Names]
    cations: Mapping[str, Names]
    unwritten: frozenset[str]  # names of ions that are read and never written
    unnumbered: Names  # the same of those with these endings and a number: sulfat(VI)
    untraditional: frozenset[str]  # metals whose traditional names are read and never written
    acids: Mapping[str, Names]
    acid_endings: tuple[tuple[str, str], ...]
    acid_of_gases: tuple[str, str]
    acid_stems: Mapping[str, str]
    acids_of_synonyms: bool  # whether other names of an ion give names of its acid
    gases: Mapping[str, Names]  # names of hydrogen compounds that no rule gives: Chlorwasserstoff
    ligands: Mapping[str, Names]
    centre_stems: Mapping[str, str]
    centre_endings: Names
    halogens: Mapping[str, str]  # as in chloromethane
    fold: tuple[tuple[str, str], ...]
    slips: Mapping[str, str]
    lookalikes: frozenset[str]
    molecules: frozenset[str]  # that are taken for ions
    endings: Names

    # --- words --------------------------------------------------------------------------------------------

    def element(self, symbol: str) -> str:
        """As it stands alone: iron, Eisen."""
        return self.begun(self.elements[symbol])

    def anion(self, ion: Anion) -> Names:
        """The careful name, then others; a complex that is not listed has its own."""
        return self.anions.get(ion.name) or (ion.name,)

    def cation(self, ion: Cation) -> Names:
        return self.cations.get(ion.name) or (ion.name,)

    def written(self, ion: Anion) -> Names:
        """The names of an ion that are shown: of those with mono only that of the careful name."""
        names = self.anion(ion)
        mono = GREEK[1]
        return tuple(
            name
            for name in names
            if name not in self.unwritten
            and not ("(" in name and name.partition("(")[0].endswith(self.unnumbered))
            and (name == f"{mono}{names[0]}" or not (ion.protons and name.startswith(mono)))
        )

    def ion(self, ion: Anion | Cation) -> str:
        """An ion as it is spoken of in a sentence."""
        names = self.anions.get(ion.name) or self.cations.get(ion.name) or (ion.name,)
        return self.begun(names[0])

    def ide(self, symbol: str) -> str:
        """Oxide, nitride: the ion of a single atom."""
        return self.anions[knowledge().ides[symbol]][0]

    def traditional_names(self, metal: Metal) -> dict[int, str]:
        return dict(zip(metal.traditional, self.traditional.get(metal.symbol, ()), strict=False))

    def written_traditional_names(self, metal: Metal) -> dict[int, str]:
        """Those that are shown."""
        return {} if metal.symbol in self.untraditional else self.traditional_names(metal)

    def with_both_charges(self, metal: Metal) -> str:
        """Ferrosoferric."""
        names = self.traditional.get(metal.symbol, ())
        if len(names) < 2:
            return ""
        old, new = self.both
        return f"{names[0].removesuffix(old)}{new}{names[1]}"

    def centre(self, symbol: str) -> str:
        """Ferrate, cuprate, platinate: what the metal is called in an anion."""
        return str(self.phrases["ate"]).format(stem=self._centre_stem(symbol))

    def acid_centre(self, symbol: str) -> str:
        """Platinic, Platin: what it is called in the acid of a complex."""
        words = {"stem": self._centre_stem(symbol), "element": self.elements[symbol]}
        return str(self.phrases["acid_centre"]).format(**words)

    def _centre_stem(self, symbol: str) -> str:
        stem = self.centre_stems.get(symbol)
        if stem is None:
            stem = self.elements[symbol]
            for ending in self.centre_endings:
                stem = stem.removesuffix(ending)
        return stem

    # --- names --------------------------------------------------------------------------------------------

    def begun(self, name: str) -> str:
        """With a capital, which stands after numbers and the like: 1,2-Dichlorethan, tert-Butanol."""
        return _FIRST_WORD.sub(lambda found: found[0].upper(), name, count=1) if self.capital else name

    def salt(self, cations: Sequence[str], anions: Sequence[str], *, complexes: Sequence[str] = ()) -> str:
        """The words of a salt, joined; `complexes`: those of them that are complexes."""
        text = ""
        for word in (*cations, *anions):
            if text and not text.endswith(" hydro"):
                numbered = text.endswith(")")
                text += (
                    self.after_number if numbered else self.before_complex if word in complexes else self.gap
                )
            text += word
        return self.begun(text)

    def counted(self, name: str, count: int, *, mono: bool = False) -> str:
        """Di + nitrogen; pent(a) + oxide: an a or o is dropped before oxide, and nowhere else."""
        if count == 1 and not mono:
            return name
        if count >= len(GREEK):
            return f"{count}-{name}"
        prefix = GREEK[count]
        if name.startswith("ox") and prefix[-1] in self.elided:
            prefix = prefix[:-1]
        return prefix + name

    def phrase(self, key: str, **words: str) -> str:
        return self.begun(str(self.phrases[key]).format(**words))

    # --- acids --------------------------------------------------------------------------------------------

    def acid(self, ion: Anion) -> Names:
        """The names of its acid: listed, or by the ending of the ion."""
        if not ion.has_acid:
            return ()
        if ion.name in self.acids:
            return self.acids[ion.name]
        endings = (self.acid_of_gases,) if ion.formula in knowledge().gases else self.acid_endings
        return tuple(filter(None, [self._acid_by(endings, self.anions[ion.name][0])]))

    def acid_by_ending(self, name: str) -> str:
        """Of another name of an ion: sulfate(VI) gives sulfuric(VI) acid; empty where no ending is known."""
        return self._acid_by(self.acid_endings, name) if self.acids_of_synonyms else ""

    def _acid_by(self, endings: Iterable[tuple[str, str]], name: str) -> str:
        plain, bracket, number = name.partition("(")
        for ending, acid in endings:
            if plain.endswith(ending):
                stem = self._acid_stem(plain.removesuffix(ending))
                text = acid.format(stem=stem, Stem=stem[:1].upper() + stem[1:])
                word, gap, rest = text.partition(" ")
                return f"{word}{bracket}{number}{gap}{rest}"
        return ""

    def _acid_stem(self, stem: str) -> str:
        for ion, acid in self.acid_stems.items():
            if stem.endswith(ion):
                return stem[: -len(ion)] + acid
        return stem


@cache
def vocabulary(language: str = ENGLISH) -> Vocabulary:
    plain = tomllib.loads((folder_of(language) / "ions.toml").read_text(encoding="utf-8"))
    style, spelling, acids = plain["style"], plain["spelling"], plain["acids"]
    return Vocabulary(
        language=language,
        gap=style["gap"],
        after_number=style["after_number"],
        before_complex=style["before_complex"],
        hydrate=style["hydrate"],
        capital=style["capital"],
        joined=style["joined"],
        elided=style["elided"],
        phrases=plain["phrases"],
        elements=plain.get("elements") or {symbol: element.name for symbol, element in ELEMENTS.items()},
        element_words=plain.get("element_words", {}),
        traditional={s: tuple(names) for s, names in plain["traditional"].items() if s in ELEMENTS},
        both=tuple(plain["traditional"]["both"]),
        anions=_anions(plain),
        cations={key: tuple(names) for key, names in plain["cations"].items()},
        unwritten=frozenset(plain["unwritten"]["anions"]),
        unnumbered=tuple(plain["unwritten"]["numbered"]),
        untraditional=frozenset(plain["unwritten"]["traditional"]),
        acids={key: tuple(names) for key, names in acids["of"].items()},
        acid_endings=tuple((ending, acid) for ending, acid in acids["endings"]),
        acid_of_gases=tuple(acids["of_gases"]),
        acid_stems=acids["stems"],
        acids_of_synonyms=acids["of_synonyms"],
        gases={key: tuple(names) for key, names in acids.get("gases", {}).items()},
        ligands={key: tuple(names) for key, names in plain["ligands"].items()},
        centre_stems=plain["centres"]["stems"],
        centre_endings=tuple(plain["centres"]["endings"]),
        halogens=plain["halogens"],
        fold=tuple((old, new) for old, new in spelling["fold"]),
        slips=spelling["slips"],
        lookalikes=frozenset(spelling["lookalikes"]),
        molecules=frozenset(spelling["molecules"]),
        endings=tuple(spelling["endings"]),
    )


def _anions(plain: Mapping[str, Any]) -> dict[str, Names]:
    """Those that are listed, and their hydrogen ions: hydrogen carbonate, also called bicarbonate."""
    phrases = plain["phrases"]
    found: dict[str, Names] = {}
    families = plain["centres"].get("families", {})
    taken = {name for names in plain["anions"].values() for name in names}  # bichromate is dichromate
    for anion in knowledge().anions:
        if anion.base:
            hydrogen = _hydrogen_ions(anion, found[anion.base], phrases)
            found[anion.name] = tuple(name for name in hydrogen if name not in taken)
            continue
        names = [*plain["anions"][anion.name]]
        if anion.numbered:
            stem, number = anion.numbered
            ate = phrases["ate"].format(stem=families.get(stem, stem))
            names.append(f"{ate}({ROMAN[number]})")
        found[anion.name] = tuple(names)
    return found


def _hydrogen_ions(anion: Anion, base: Names, phrases: Mapping[str, Any]) -> list[str]:
    many = GREEK[anion.protons] if anion.protons > 1 else ""
    names = [phrases["hydrogen_ion"].format(many=many, anion=base[0])]
    if anion.charge == -1:
        names.append(phrases["bi"].format(anion=base[0]))
    names += [phrases["hydrogen_ion"].format(many=many, anion=synonym) for synonym in base[1:]]
    if anion.protons == 1:
        names += [phrases["hydrogen_ion"].format(many="mono", anion=name) for name in base]
    return names

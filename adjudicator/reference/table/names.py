"""Names of compounds: how they are compared, which are worth keeping, and which is shown."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING

from adjudicator.reference.table.english import english, is_foreign

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_NAME = 60  # longer ones are not typed

_IGNORED = str.maketrans("", "", " -\u2010\u2011\u2013\u2212\t")
# Numbers and codes of catalogues and databases: 74-82-8, nsc 8018, unii-op0ueo2xo9, ac1l1a0f, chebi:16183.
_REGISTRY = re.compile(
    r"""\(?\d{2,7}-\d\d-\d\)?.*                        # CAS number
    | [a-z]{1,10}[-_:. ]{0,2}\d{3,}[-_\w.]*            # a prefix and a running number
    | (?!icos-)[a-z]{1,4}[- ]\d{2,}.*
    | [a-z]{14}-[a-z]{8}.*                              # InChIKey, whole or cut
    | (?=[a-z]*\d[0-9a-z]*[a-z])(?=.*\d.*\d)[0-9a-z]{10}  # UNII
    | \d[\d\W]*                                        # digits only
    | (?:unii|einecs|elincs|dsstox|chebi|chembl|schembl|zinc|akos|mfcd|hsdb|caswell|beilstein|brn|ccris
        |epa\ pesticide|ec|rcra|un|bp|ai3|wln|inchi|nsc|tl|fema|ins|cas|cid|stk|tra|ls|db|mls|smr|agn-pc|ksc
        |oprea1|bdbm|hms|nci|kbio|spectrum|dtx\w+|tox21|ncgc|mcule|bio[a-z]+\d)[-_:. /=]*\w*\d\w*.*
    | ac1[0-9a-z]{4,6}                                 # a company's running numbers in letters
    | (?:ctk|agn|anw|acmc|scheme|act|upcmld)[-_]?[0-9a-z]*\d[-0-9a-z:]*
    | agn-pc-[0-9a-z]+ | brd-[a-z]\d+.*
    """,
    re.VERBOSE | re.IGNORECASE,
)
_CLUTTER = re.compile(
    r"\[[^\]]*(?:\bun\b|\bun\d|nomenclature|name|inn|usan|jan|iso|bsi|czech|german|french|dutch|italian|polish|iupac"
    r"|nf|usp|hsdb|misc)[^\]]*\]|\((?:[0-9]ci(?:,[0-9]ci)*|iupac|inn|usan|acd)\)",
    re.IGNORECASE,
)
_MARKS = re.compile(
    r"\b(?:grade|reagent|solution|standard|purity|tech|puriss|anhydrous|%|acs|mixture)\b|%|>="
)
_INVERTED = re.compile(r",\s")  # benzene, 1-chloro-
_QUALIFIER = re.compile(r"\s\([^()]*\)$")  # sulfur trioxide (γ-form)
_CAPITALISED = re.compile(r"(?<![A-Za-z])[A-Z](?=[a-z](?:[a-z]|-))")
_FORMULA = re.compile(
    r"(?:[a-z]{1,2}\d{1,3}){2,}[a-z\d]*|[a-z]{1,2}\d[a-z\d]*"
)  # c13h10n4o3s, without vowels
_ITS_FORMULA = re.compile(r"\s*\([a-z]{1,2}\d?[a-z]{0,2}\d\)$")  # periodic acid (hio4)
# Letters that are locants or descriptors, in names that were put into small letters.
_NORMAL = "propyl|amyl|alkane|but|pent|hex|hept|oct|non|dec|undec|dodec"  # n-butane: n is for normal
_NITROGEN = re.compile(
    rf"(?<![A-Za-z])n(?=(?:'|,n'?)*-(?!(?:{_NORMAL})))|(?<=N,)n(?='?[,-])|(?<=N',)n(?='?[,-])"
)
_HYDROGEN = re.compile(r"(?<=\d)h(?=[-,)\[])")
_CENTRE = r"(?:\d+[a-z]?|n)?(?:rs|[rsez])"
_STEREO = re.compile(rf"\({_CENTRE}(?:,{_CENTRE})*\)")  # not benz(de)anthracene
_OF_SUGARS = (
    "alanin|valin|leucin|isoleucin|serin|threonin|cystein|cystin|methionin|prolin|phenylalan|tyrosin|tryptoph|aspar|glutam"
    "|lysin|arginin|histidin|ornithin|citrullin|homo|nor|gluc|fruct|galact|mann|rib|xyl|arabin|sorb|tartar|lactic|malic"
    "|malate|ascorb|carnitin|glycer|adrenalin|threo|erythr|lyx|tal|gul|id|allo|altr|fuc|rhamn|pantothen|dopa|cycloserin"
)
_CONFIGURATION = re.compile(rf"(?<![A-Za-z])(dl|d|l)(?=-(?:{_OF_SUGARS}))")
_POLYMER = re.compile(
    r"poly[- (\[]*[a-z]", re.IGNORECASE
)  # sources list polyethylene among the names of ethylene
_SLIPS = (
    ("phosphorous n", "phosphorus n"),
    ("phosphorous(", "phosphorus("),
    ("phosphorous o", "phosphorus o"),
)


def normalise(name: str) -> str:
    """Case, spaces and hyphens do not tell names apart."""
    return name.lower().translate(_IGNORED)


def digest(name: str) -> int:
    """The key of a name in the index: four bytes, so a hit has to be compared with the name itself."""
    return int.from_bytes(
        blake2b(normalise(name).encode(errors="surrogatepass"), digest_size=4).digest(), "big"
    )


def tidy(name: str) -> str:
    """As it stands inside a sentence: N,N-dimethylaniline, 9H-fluorene, L-alanine, phosphorus nitride."""
    text = _CAPITALISED.sub(lambda found: found.group().lower(), " ".join(name.split()))
    text = _ITS_FORMULA.sub("", text)
    text = _NITROGEN.sub("N", _HYDROGEN.sub("H", text))
    text = _NITROGEN.sub("N", text)  # N,n-: the first has to stand before the second is seen
    text = _STEREO.sub(
        lambda found: re.sub(r"n?(?:rs|[rsez])(?=[,)])", lambda c: c.group().upper(), found.group()), text
    )
    text = _CONFIGURATION.sub(lambda found: found.group().upper(), text)
    for slip, right in _SLIPS:
        text = text.replace(slip, right)
    return text


def is_code(name: str) -> bool:
    """A number of a catalogue, or a formula in the place of a name."""
    return bool(_REGISTRY.fullmatch(name)) or bool(_FORMULA.fullmatch(name.lower()) and " " not in name)


def is_word(name: str) -> bool:
    """A name that a person could have written, as opposed to a catalogue number or a label."""
    return (
        3 <= len(name) <= MAX_NAME
        and any(character.isalpha() for character in name)
        and not is_code(name)
        and not _CLUTTER.search(name)
        and not _MARKS.search(name.lower())
        and not _INVERTED.search(name)
        and ";" not in name
    )


def choose(handbook: str | None, common: str, iupac: str, synonyms: Iterable[str]) -> str:
    """The name to show: the handbook's, the usual one, the best synonym, and only then the systematic one.

    The systematic names of the identifier files are machine-made (1-azanylpropan-2-ol), so they come last.
    """
    if handbook and is_word(handbook) and " [" not in handbook:
        return tidy(_QUALIFIER.sub("", handbook))
    synonyms = list(synonyms)
    words = (name for name in (common, *synonyms[:8]) if is_word(name) and _looks_spelled_out(name))
    for name in english(words, (iupac, common, *synonyms), normalise):
        return tidy(name)
    rest = [name for name in (iupac, *synonyms, common) if name and not is_code(name)]
    return tidy(next((name for name in rest if not is_foreign(name)), next(iter(rest), iupac or common)))


def _looks_spelled_out(name: str) -> bool:
    """Not an abbreviation such as dncb, nor a formula such as SCl2."""
    letters = [c for c in name.lower() if c.isalpha()]
    return len(letters) >= 5 and sum(c in "aeiouy" for c in letters) * 5 >= len(letters)


def keep(shown: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """The synonyms worth keeping, in the order of the source, each once."""
    seen = {normalise(shown)}
    kept: list[str] = []
    for name in candidates:
        key = normalise(name)
        if key not in seen and is_word(name) and not _POLYMER.match(name):
            seen.add(key)
            kept.append(tidy(name))
    return tuple(kept)


def keep_english(shown: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """The same of a source that mixes languages."""
    listed = list(candidates)
    return keep(shown, english(filter(is_word, listed), listed, normalise))

"""Which of a compound's names are English: sources mix in those of other languages, and misspellings.

Three signs: a source marks the language somewhere, "methylformiat [german]"; the word is built as in no
English name, "kyselina octova"; or it is another of the compound's names in foreign spelling, "nikotin".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_MARKED = re.compile(
    r"\s*[\[(](?:czech|danish|dutch|french|german|italian|latin|polish|portuguese|spanish|swedish)\b"
    r"[^\])]*[\])]\Z",
    re.IGNORECASE,
)
# No pattern may fit a name that a pesticide or a drug was given: fenhexamid, cilostazol, chlordane, psoralen.
_WORDS = (
    "saeure", "saure", "zuur", "syra", "kyselin", "mravencan", "alkohol", "kohlen", "schwefel", "wasserstoff",
    "stickstoff", "kyan", "karbo", "karba", "cyklo", "oktyl", "acide ", "acido ", "kwas ", "acqua", "alcool",
)  # fmt: skip
_HINTS = (
    "fenyl",
    "fenol",
    "ftal",
    "naftyl",
    "fosf",
    "jod",
    "aeth",
    "or-",
    "brom-",
    " d",
    "octan ",
    "ique",
    "ylu",
)
_HINTED = re.compile(
    r"""(?<!l)fenyl | fenol(?!a) | ftal(?!of) | fosf(?:at|it|or|in\b) | jod(?!o) | (?:fluor|chlor|brom)-
    | (?<!tetr)(?<!pent)(?<!hex)(?<!hept)(?<!oct)aeth(?:er|yl)   # not in tetraethyl
    | [a-z]\ (?:de|du)\ [a-z] | [a-z]\ (?:de|di)\) | [ou]\ di\ [a-z]{4} | \boctan\ [a-z] | [a-z]{3}ique\b
    | ylu\b | naftyl
    """,
    re.VERBOSE,
)
_ALKANE = "meth|(?<!ur)eth|prop|but|pent|hex|hept|oct|non|dec"
_ENDING = re.compile(
    rf"""(?: naty | ove | (?<!st)(?<!qu)at | aldehyd | nitril | keton | anilin | chinolin | hydrazin
    | (?<=[a-z]{{3}})(?:chlor|brom|fluor|cyan|nitr|sulf|ox|anhydr|hydraz)id
    | (?:pyri|piperi|azeti|imi|tolui|benzi)din | (?:-|[^h]yl)amin | -dion | (?:{_ALKANE})[ae]non
    | (?:[-)\d]|yl|chlor|fluor|brom|jod|nitro|oxy|cyclo|\A)(?:{_ALKANE})an )\Z
    """,
    re.VERBOSE,
)
_SYSTEMATIC = re.compile(r"[\d-]")  # iproniazid without an e is how the drug is called
_LONGEST = 20  # an ending with what stands before it
_RINGS = "benz|phen[oy]l|naph|pyri|pyra|thio|meth[ay]|eth[ay]|prop|but|nitro|acet|tolu|anil"
_ENDINGS = (
    r"((?<!qu)at|(?<!ac)(?<!am)id|(?:acet|form|benz|an|glycin|akryl)amid|it|amin|idin|ilin|olin|cotin|azin|il|(?<!xen)on"
    r"|(?:imid|pyr|thi|isox|benzox|ind|tri|carb|thiadi)azol|(?:benz|tolu|styr|thal|oph|rac|di|tri|pin)en"
    rf"|(?:{_ALKANE})an)\Z"
)
# How a word of another language is spelled in English, applied in order; the last is the missing -e.
_SPELLINGS = (
    (re.compile(r"fosf(?=at|it|or|in\b)"), "phosph"),
    (re.compile("f(?=enyl|enol|tal)"), "ph"),
    (re.compile("k(?=[aouryt]|in)"), "c"),
    (re.compile("chinol"), "quinol"),
    (re.compile("jod(?!o)"), "iodo"),
    (re.compile(f"(fluor|chlor|brom)(?={_RINGS})"), r"\1o"),
    (re.compile("ae(?=th)"), "e"),
    (re.compile(r"iat\Z"), "ate"),
    (re.compile(_ENDINGS), r"\1e"),
)


def is_foreign(name: str) -> bool:
    """Marked as a word of another language, or built like one."""
    small = name.lower()
    return (
        any(word in small for word in _WORDS)
        or (any(hint in small for hint in _HINTS) and bool(_HINTED.search(small)))
        or bool(_ENDING.search(small, max(0, len(small) - _LONGEST)))
        or bool(_MARKED.search(small))
    )


def english(names: Iterable[str], beside: Iterable[str], key: Callable[[str], str]) -> Iterator[str]:
    """Those of the names that are English, given all that the compound has; `key` is how to compare."""
    keys, marked = set(), set()
    for name in beside:
        keys.add(key(name))
        if name.endswith(("]", ")")) and _MARKED.search(name):
            marked.add(key(_MARKED.sub("", name)))
    for name in names:
        own = key(name)
        spelled = _in_english(own)
        only_an_e = spelled == f"{own}e" and not _SYSTEMATIC.search(name)
        twin = spelled != own and not only_an_e and (own in marked or spelled in keys)
        if not twin and not is_foreign(name):
            yield name


def _in_english(key: str) -> str:
    for foreign, ours in _SPELLINGS:
        key = foreign.sub(ours, key)
    return key

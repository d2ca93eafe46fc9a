"""The list of words that count as English: those of our English sentences and names.

Words of fewer than three letters do not count, nor does anything that is not a word by itself: a part of a
systematic name, a symbol, a quotation, the id of a rule.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.chem.naming.knowledge.common import common
from adjudicator.chem.naming.knowledge.data import knowledge
from adjudicator.chem.naming.knowledge.vocabulary import vocabulary

LIST = Path("fixtures/languages/english.txt")
FOLDERS = ("adjudicator", "rulesets", "api")
SHORTEST = 3
WORD = re.compile(r"[^\W\d_]{3,}")
EDGES = "()„“.,;:!?–…"
GAP = re.compile(r"\{[^{}]*\}")
SENTENCE = re.compile(r"[a-z]{2,} [a-z]{2,}")
NOT_OURS = re.compile(
    r"\{[^}]*\}|'[^']*'|\"[^\"]*\"|`[^`]*`|adjudicator [a-z ]+|pip install|true oder false|„[^“]*“|\b[CVIKM]-[A-Z-]+|CRC Handbook|CAS Common Chemistry|Chemistry Monopoly|Compounded|Valence"
)
# Endings of English names of substances that no German name has.
ENGLISH_NAME = re.compile(
    r"(?:[a-z]acid|oxide|(?<!re)ide|[a-z]ate|[a-z]ite|ine|ane|ene|[^r]one|yne|urea)\b|quin[oau]|ylidene"
)
# Words that German has as well, and names.
ALIKE = frozenset(
    (
        "bob cleo dan elements acetal adjudicator all alle alles also an anna argon arm art arten atom band bank base bei bio bot bots "
        "browser bytes chance chat chloride cluster code codes computer datum die dies element elemente ende ethanol ether experiment explosion extra "
        "fast filter finger fluoride form formal gas gift gut halogen hand hat hier http hunger hydrate inert ion ionen ions isomer isotope "
        "journal lang letter lewis lies link links list listen mal man minus minute mit moment nacht name namen negative "
        "neutral neutralisation nobel normal not note null nun ohne option orange original partner person phase plus "
        "position positive problem rest ring rote scan schema server servers silane so stand standard start still symbol tag tat "
        "terminal test text tisch titel toml tor transition uhr urban version vitriol wand war warm was weg wild will wind winter "
        "wort zone"
    ).split()
)


@cache
def english_words() -> frozenset[str]:
    return frozenset(LIST.read_text(encoding="utf-8").split()) - ALIKE


def collected() -> frozenset[str]:
    """What the list must contain: `python -m tests.support.english_words` writes its file."""
    said = {word for text in _sentences() for word in WORD.findall(text) if word.islower()}
    return frozenset(said | words_of_names("en")) - words_of_names("de")


def english_in(text: str) -> list[str]:
    """The English words in a text that should be German."""
    plain = (word.strip(EDGES) for word in NOT_OURS.sub("", text).split())
    return [word for word in plain if _counts(word) and word.casefold() in english_words()]


def english_in_name(name: str) -> list[str]:
    return [*english_in(name), *ENGLISH_NAME.findall(name)]


def _counts(word: str) -> bool:
    """NaCl and HHO are symbols."""
    return len(word) >= SHORTEST and word.isalpha() and (word.islower() or word.istitle())


def words_of_names(language: str) -> frozenset[str]:
    words = vocabulary(language)
    names = [*words.elements.values()]
    names += [name for ion in knowledge().anions for name in words.anion(ion)]
    names += [name for group in knowledge().cations for name in words.cation(group)]
    names += [name for spoken in common(language).written.values() for name in spoken]
    return frozenset(word.casefold() for name in names for word in WORD.findall(name))


def _sentences() -> Iterator[str]:
    for folder in FOLDERS:
        for path in Path(folder).rglob("*.py"):
            yield from _in_code(path)
        for path in Path(folder).rglob("en.toml"):
            yield from (
                GAP.sub("", text) for text in texts_in(tomllib.loads(path.read_text(encoding="utf-8")))
            )


def _in_code(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SENTENCE.search(node.value):
            yield node.value


def texts_in(words: Any) -> Iterator[str]:
    if isinstance(words, str):
        yield words
    elif isinstance(words, dict):
        for value in words.values():
            yield from texts_in(value)
    elif isinstance(words, list):
        for value in words:
            yield from texts_in(value)


if __name__ == "__main__":
    LIST.write_text("\n".join(sorted(collected())) + "\n", encoding="utf-8")

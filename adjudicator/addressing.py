"""A sentence about a player, told to that player: "Ann: draws a card" becomes "You draw a card".

Games write about players in the third person, so that one record serves everybody. A mark stands for the name
of whoever is told; verbs beside it go into the second person, pronouns into the case their preposition takes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

YOU = "\ue000"  # in the place of the name; no name has a character of this kind

# --- English ------------------------------------------------------------------------------------------------

_IRREGULAR = {"is": "are", "has": "have", "does": "do", "goes": "go", "cannot": "cannot", "pass": "pass"}
_NO_VERBS = {"its", "this"}
_JOINED = "collects|gets|goes|has|is|leads|loses|raises|shares"  # verbs after "and", of one subject


def _english_verb(word: str) -> str | None:
    """The second person of a third one; None for a word that is no verb."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if not re.fullmatch(r"[a-z]+[^su]s", word) or word in _NO_VERBS:
        return None
    return word[:-2] if re.search(r"(ss|sh|ch|x)es$", word) else word[:-1]


def _english(text: str) -> str:
    text = re.sub(rf"\bthe (turn|move) of {YOU}", r"your \1", text)
    text = re.sub(rf"(\S+) of {YOU}", r"your \1", text)
    own = text.startswith(YOU)
    text = _after_you(text, "you", _english_verb)
    if own:
        text = re.sub(rf" and ({_JOINED})\b", lambda verb: f" and {_english_verb(verb[1])}", text)
    return text.replace(YOU, "you")


# --- a language whose words are in a file -------------------------------------------------------------------


def _by_words(text: str, words: Mapping[str, Any]) -> str:
    """`pronoun`; `after` a preposition its case; `verbs` by their third person, also after `and`."""
    pronoun, verbs, cases = words["pronoun"], words["verbs"], words["after"]
    text = re.sub(rf"\b({'|'.join(cases)}) {YOU}", lambda found: f"{found[1]} {cases[found[1]]}", text)
    own = text.startswith(YOU)
    text = _after_you(text, pronoun, verbs.get)
    if own:
        joined = rf" {words['and']} ({'|'.join(verbs)})\b"
        text = re.sub(joined, lambda verb: f" {words['and']} {verbs[verb[1]]}", text)
    return text.replace(YOU, pronoun)


# --- all of them --------------------------------------------------------------------------------------------


def _after_you(text: str, you: str, second: Callable[[str], str | None]) -> str:
    """Verbs right after the mark, with or without a colon between; a colon before anything else stays."""

    def told(match: re.Match[str]) -> str:
        verb = second(match[1])
        return f"{you} {verb}" if verb is not None else match[0]

    return re.sub(rf"{YOU}:? (\w+)", told, text)


def addressed(text: str, words: Mapping[str, Any] | None, you: str = "") -> str:
    """The sentence as whoever is marked in it should read it, by the words of a language; None: in English.

    `you` is the pronoun of a language that has no such words: it takes the place of the name.
    """
    if YOU not in text:
        return text
    if words is None:
        said, pronoun = _english(text), "you"
    elif words:
        said, pronoun = _by_words(text, words), words["pronoun"]
    else:
        return text.replace(YOU, you)
    return re.sub(rf"(^|\. )({pronoun})\b", lambda found: f"{found[1]}{found[2].capitalize()}", said)

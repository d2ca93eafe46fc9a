"""A sentence about a player, told to that player: "Ann: draws a card" becomes "You draw a card".

Games write about players in the third person, so that one record serves everybody. A mark stands for the name
of whoever is told; verbs beside it go into the second person, pronouns into the case their preposition takes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

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


# --- German -------------------------------------------------------------------------------------------------

_GERMAN_VERBS = {
    "bindet": "bindest", "nennt": "nennst",
    "ist": "bist", "hat": "hast", "hatte": "hattest", "kann": "kannst", "muss": "musst", "wird": "wirst",
    "bekommt": "bekommst", "nimmt": "nimmst", "gibt": "gibst", "lässt": "lässt", "verlässt": "verlässt",
    "hält": "hältst", "behält": "behältst", "überträgt": "überträgst", "zahlt": "zahlst",
    "bezahlt": "bezahlst", "legt": "legst", "belegt": "belegst", "zieht": "ziehst", "würfelt": "würfelst",
    "wählt": "wählst", "sagt": "sagst", "kauft": "kaufst", "wertet": "wertest", "dreht": "drehst",
    "bietet": "bietest", "zielt": "zielst", "wartet": "wartest", "versetzt": "versetzt", "setzt": "setzt",
    "verdampft": "verdampfst", "tauscht": "tauschst", "senkt": "senkst", "erhöht": "erhöhst",
    "schuldet": "schuldest", "passt": "passt", "lehnt": "lehnst", "findet": "findest",
    "benutzt": "benutzt", "beendet": "beendest", "baut": "baust", "beginnt": "beginnst",
    "leitet": "leitest", "verzichtet": "verzichtest", "verliert": "verlierst", "teilt": "teilst",
}  # fmt: skip
_DATIVE = "von|mit|bei|zu|aus|gegenüber"
_ACCUSATIVE = "an|für|auf|gegen|über|durch|um"


def _german(text: str) -> str:
    text = re.sub(rf"\b({_DATIVE}) {YOU}", r"\1 dir", text)
    text = re.sub(rf"\b({_ACCUSATIVE}) {YOU}", r"\1 dich", text)
    own = text.startswith(YOU)
    text = _after_you(text, "du", _GERMAN_VERBS.get)
    if own:
        verbs = "|".join(_GERMAN_VERBS)
        text = re.sub(rf" und ({verbs})\b", lambda verb: f" und {_GERMAN_VERBS[verb[1]]}", text)
    return text.replace(YOU, "du")


# --- both ---------------------------------------------------------------------------------------------------


def _after_you(text: str, you: str, second: Callable[[str], str | None]) -> str:
    """Verbs right after the mark, with or without a colon between; a colon before anything else stays."""

    def told(found: re.Match[str]) -> str:
        verb = second(found[1])
        return f"{you} {verb}" if verb is not None else found[0]

    return re.sub(rf"{YOU}:? (\w+)", told, text)


_LANGUAGES = {"en": _english, "de": _german}


def addressed(text: str, language: str, you: str = "") -> str:
    """The sentence as whoever is marked in it should read it.

    `you` is the pronoun of a language whose verbs nobody has told us: it takes the place of the name.
    """
    if YOU not in text:
        return text
    inflected = _LANGUAGES.get(language)
    if inflected is None:
        return text.replace(YOU, you)
    said = inflected(text)
    return re.sub(r"(^|\. )(you|du)\b", lambda found: f"{found[1]}{found[2].capitalize()}", said)

"""What checks say to people: one place that turns a code and its parameters into a sentence.

A game brings the sentences of its own codes and registers them here; nobody parses prose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

_SENTENCES: dict[str, Callable[..., str]] = {}


_VAGUE: set[str] = set()
_LEADING: set[str] = set()


# Sentences that games share.
_COMMON: dict[str, Callable[..., str]] = {
    "has_charge": lambda charge: f"This has a charge of {signed(charge)}; a compound has none.",
}


def register(
    sentences: Mapping[str, Callable[..., str]], vague: Iterable[str] = (), leading: Iterable[str] = ()
) -> None:
    """Adds a game's sentences.

    `vague` codes only say what a run is not, and never lead a verdict; `leading` ones say what it is, and do.
    """
    _VAGUE.update(vague)
    _LEADING.update(leading)
    for code, sentence in sentences.items():
        if _SENTENCES.setdefault(code, sentence) is not sentence:
            raise ValueError(f"two sentences for the code {code!r}")


def is_vague(code: str) -> bool:
    return code in _VAGUE


def is_leading(code: str) -> bool:
    return code in _LEADING


def render(code: str, params: Mapping[str, Any]) -> str:
    sentence = _SENTENCES.get(code) or _COMMON.get(code)
    text = sentence(**params) if sentence else code.replace("_", " ")
    return text[:1].upper() + text[1:]


def signed(number: int) -> str:
    """Oxidation numbers and charges as they are written: +2, −1, 0."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Words in a row: a; a and b; a, b and c."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}"


_NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def spelled(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def mending(mends: Sequence[Mapping[str, Any]]) -> str:
    """Suggests at most two of the smallest changes, as in: One more Cl would make it MgCl2."""
    ways = []
    for mend in mends[:2]:
        steps = [f"{spelled(abs(n))} {'more' if n > 0 else 'fewer'} {kind}" for kind, n in mend["changes"]]
        ways.append(f"{listed(steps)} would make it {mend['makes']}")
    if not ways:
        return ""
    text = ", or ".join(ways)
    return f" {text[0].upper()}{text[1:]}."

"""The rules of seeds/ for the pages: read into sections, and written as HTML with nothing of its own in it.

The seeds use very little Markdown: headings, paragraphs, lists, `code`, *stress*. That is all that is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from adjudicator.chem.elements import ELEMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parents[1] / "seeds"
GAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != "README"))
ID = r"[A-Z]-[A-Z0-9]+(?:-[A-Z0-9]+)*"

_RULE = re.compile(rf"\*\*({ID})\*\* (.*)", re.DOTALL)
_SYMBOL = "(?:" + "|".join(sorted(ELEMENTS, key=len, reverse=True)) + ")"
_UNIT = rf"{_SYMBOL}\d{{0,2}}"
_FORMULA = re.compile(rf"(?<![\w-])((?=[A-Za-z()]*\d)(?:{_UNIT}|\((?:{_UNIT})+\)\d{{0,2}})+)(?![\w-])")
_INLINE = re.compile(rf"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\b({ID})\b")


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    text: Markup


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it, up to the next one."""

    title: str
    level: int
    anchor: str
    paragraphs: list[Markup] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    remarks: list[Markup] = field(default_factory=list)  # list items without an id


@dataclass(frozen=True, slots=True)
class Digest:
    game: str
    title: str
    intro: tuple[Markup, ...]
    sections: tuple[Section, ...]

    @property
    def rules(self) -> Iterator[Rule]:
        return (rule for section in self.sections for rule in section.rules)


@lru_cache(len(GAMES))
def digest(game: str) -> Digest:
    """The digest of one of GAMES."""
    first, *sections = _sections((FOLDER / f"{game}.md").read_text(encoding="utf-8"))
    return Digest(game, first.title, tuple(first.paragraphs), tuple(sections))


def _sections(text: str) -> Iterator[Section]:
    section: Section | None = None
    for block in _blocks(text):
        if block.startswith("#"):
            marks, _, title = block.partition(" ")
            if section is not None:
                yield section
            section = Section(title, len(marks), re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-"))
        elif section is not None:
            _put(block, section)
    if section is not None:
        yield section


def _put(block: str, section: Section) -> None:
    if not block.startswith("- "):
        section.paragraphs.append(inline(block))
        return
    found = _RULE.fullmatch(block[2:])
    if found:
        section.rules.append(Rule(found[1], inline(found[2])))
    else:
        section.remarks.append(inline(block[2:]))


def _blocks(text: str) -> Iterator[str]:
    """Headings, paragraphs and list items, each as one line."""
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        if lines and (not line or line.startswith(("#", "- "))):
            yield " ".join(lines)
            lines = []
        if line.startswith("#"):
            yield line
        elif line:
            lines.append(line.strip())


def inline(text: str) -> Markup:
    """Escaped, with code, stress and links to the rules that it names; a hyphen before a digit is a minus."""
    parts: list[Markup] = []
    end = 0
    for found in _INLINE.finditer(text):
        parts.append(_plain(text[end : found.start()]))
        code, bold, stressed, rule = found.groups()
        if code is not None:
            parts.append(Markup("<code>{}</code>").format(formulas(code)))
        elif bold is not None:
            parts.append(Markup("<strong>{}</strong>").format(bold))
        elif stressed is not None:
            parts.append(Markup("<em>{}</em>").format(stressed))
        else:
            parts.append(Markup('<a href="#{0}">{0}</a>').format(rule))
        end = found.end()
    return Markup("").join([*parts, _plain(text[end:])])


def _plain(text: str) -> Markup:
    return formulas(re.sub(r"(?<![\w-])-(?=\d)", "−", text))


def formulas(text: str) -> Markup:
    """Escaped, with the numbers of formulas below the line: H2O and Mg(NO2)2, not C60 of a rule's id."""
    parts = _FORMULA.split(text)
    return Markup("").join(lowered(part) if at % 2 else escape(part) for at, part in enumerate(parts))


def lowered(formula: str) -> Markup:
    """A formula with its numbers below the line."""
    pieces = re.split(r"(\d+)", formula)
    return Markup("").join(
        Markup("<sub>{}</sub>").format(piece) if at % 2 else escape(piece) for at, piece in enumerate(pieces)
    )

"""The rulebooks in our words, seeds/<game>.md, read into sections and spans, for pages and for paper.

The seeds use very little Markdown: headings, paragraphs, lists, `code`, *stress*. That is all that is read.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from adjudicator import prose
from adjudicator.chem.formula.typeset import Piece, typeset_prose

if TYPE_CHECKING:
    from collections.abc import Iterator

_HERE = Path(__file__).parent
FOLDER = next(path for path in (_HERE / "seeds", _HERE.parent / "seeds") if path.is_dir())  # wheel, checkout
GAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != "README"))
ID = r"[A-Z]-[A-Z0-9]+(?:-[A-Z0-9]+)*"
Ours = Literal["no", "part", "whole"]  # whether a rule is ours or the rulebook's

_RULE = re.compile(rf"\*\*({ID})\*\* (.*)", re.DOTALL)
_READING = re.compile(rf"({ID})\. (\w+: .*)", re.DOTALL)
_LABEL = re.compile(r"(?:^|(?<=[.)]) )([^\W\d_]+): ")  # Text, Reading, Ours, Otherwise, in any language
_INLINE = re.compile(rf"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\b({ID})\b")


class Span(NamedTuple):
    kind: Literal["plain", "code", "strong", "stress", "rule"]
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    text: str
    ours: Ours = "no"
    where: str = ""  # the anchor of the item that says what of it is ours


class RuleReading(NamedTuple):
    """A reading beside what it reads: what the text means, how we take it, what is ours, the option."""

    rule: str
    labelled: tuple[tuple[str, str], ...]

    @property
    def anchor(self) -> str:
        return f"reading-{self.rule}"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it, up to the next one."""

    title: str
    level: int
    anchor: str
    paragraphs: list[str] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    readings: list[RuleReading] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)  # list items without an id

    def remark_anchor(self, number: int) -> str:
        return f"{self.anchor}-{number}"


@dataclass(frozen=True, slots=True)
class Rulebook:
    game: str
    language: str
    title: str
    intro: tuple[str, ...]
    sections: tuple[Section, ...]

    @property
    def rules(self) -> Iterator[Rule]:
        return (rule for section in self.sections for rule in section.rules)


def rulebook(game: str, language: str = prose.ENGLISH) -> Rulebook:
    """The rules of one of GAMES; in English where there are none in that language."""
    return _rulebook(game, language if (FOLDER / language / f"{game}.md").is_file() else prose.ENGLISH)


@lru_cache(4 * len(GAMES))
def _rulebook(game: str, language: str) -> Rulebook:
    english = FOLDER / f"{game}.md"
    first, *sections = _sections(english.read_text(encoding="utf-8"))
    where = _ours(sections)
    if language != prose.ENGLISH:
        anchors = [section.anchor for section in sections]  # the same in every language: links lead to them
        first, *sections = _sections((FOLDER / language / english.name).read_text(encoding="utf-8"))
        sections = [
            replace(section, anchor=anchor) for section, anchor in zip(sections, anchors, strict=True)
        ]
    sections = [_marked(section, passages(game), where) for section in sections]
    return Rulebook(game, language, first.title, tuple(first.paragraphs), tuple(sections))


@lru_cache(len(GAMES))
def passages(game: str) -> dict[str, tuple[str, ...]]:
    """The rulebook's headings under which it says what each rule says in our words."""
    listed = tomllib.loads((FOLDER / "passages.toml").read_text(encoding="utf-8")).get(game, {})
    found: dict[str, tuple[str, ...]] = {}
    for heading, rules in listed.items():
        for rule in rules:
            found[rule] = (*found.get(rule, ()), heading)
    return found


def _ours(sections: list[Section]) -> dict[str, str]:
    """The rules of which something is ours, with the anchor of what says so: a reading, or a last remark."""
    last = sections[-1]
    found = {
        rule: last.remark_anchor(number)
        for number, text in reversed(list(enumerate(last.remarks, start=1)))
        for rule in re.findall(rf"\b{ID}\b", text)
    }
    return found | {reading.rule: reading.anchor for section in sections for reading in section.readings}


def _marked(section: Section, passages: dict[str, tuple[str, ...]], where: dict[str, str]) -> Section:
    def ours(rule: Rule) -> Ours:
        return "no" if rule.id not in where else "part" if rule.id in passages else "whole"

    rules = [replace(rule, ours=ours(rule), where=where.get(rule.id, "")) for rule in section.rules]
    return replace(section, rules=rules)


def without_code(text: str) -> str:
    """A text as paper has it: what stands in brackets with `code` in it is for programs, and is left out."""
    text_left, begins = "", [0]
    for letter in text:
        if letter == "(":
            begins.append(len(text_left))
        text_left += letter
        if letter == ")" and len(begins) > 1:
            begin = begins.pop()
            if "`" in text_left[begin:]:
                text_left = text_left[:begin].rstrip(" ")
    return text_left


def spans(text: str) -> Iterator[Span]:
    """Code, stress and the rules that are named; a hyphen before a digit is a minus."""
    end = 0
    for mark in _INLINE.finditer(text):
        yield from _plain(text[end : mark.start()])
        code, bold, stressed, rule = mark.groups()
        if code is not None:
            yield Span("code", typeset_prose(code))
        elif bold is not None:
            yield Span("strong", (Piece(bold),))
        elif stressed is not None:
            yield Span("stress", (Piece(stressed),))
        else:
            yield Span("rule", (Piece(rule),))
        end = mark.end()
    yield from _plain(text[end:])


def _plain(text: str) -> Iterator[Span]:
    if text:
        yield Span("plain", typeset_prose(re.sub(r"(?<![\w-])-(?=\d)", "−", text)))


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
        section.paragraphs.append(block)
        return
    found = _RULE.fullmatch(block[2:])
    if found:
        section.rules.append(Rule(found[1], found[2]))
    elif beside := _READING.fullmatch(block[2:]):
        _, *parts = _LABEL.split(beside[2])
        texts = [text[:1].upper() + text[1:] for text in parts[1::2]]
        section.readings.append(RuleReading(beside[1], tuple(zip(parts[::2], texts, strict=True))))
    else:
        section.remarks.append(block[2:])


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

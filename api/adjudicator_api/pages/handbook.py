"""The documentation: Markdown files of the repository, read into pages for /docs by markdown-it-py.

The list in docs/README.md is the navigation; every Markdown file in it is a page. Links are written for the
repository and are rewritten to pages here; other files that a page links to are served as they are.
docs/<language>/ has translated pages, under the same addresses; the rest is English.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from adjudicator.prose import ENGLISH, LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HERE = Path(__file__).parent
SHIPPED = HERE / "documents"  # where they are in a wheel; see pyproject.toml
ROOT = SHIPPED if SHIPPED.is_dir() else HERE.parents[2]
FIRST = "docs/README.md"
RULES = "seeds"  # the rulebooks have their own pages

_READER = MarkdownIt("commonmark", {"html": False}).enable("table")
_READER.add_render_rule("table_open", lambda *_: '<div class="wide" role="group" tabindex="0"><table>\n')
_READER.add_render_rule("table_close", lambda *_: "</table></div>\n")


@dataclass(frozen=True, slots=True)
class Heading:
    title: str
    level: int
    anchor: str


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a page, and the headings above it."""

    language: str
    text: str
    below: str  # the nearest heading


@dataclass(frozen=True, slots=True)
class Page:
    path: str  # in the repository
    language: str
    title: str
    text: Markup
    headings: tuple[Heading, ...]
    links: tuple[str, ...]  # as on the page: addresses of the service, or of other sites
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A part of the navigation: the addresses of its pages with their titles."""

    title: str
    pages: tuple[tuple[str, str], ...]


@cache
def pages(language: str = ENGLISH) -> dict[str, Page]:
    """Every page by its address, in the order of the navigation; in English if it is not translated."""
    return {address: read(own_path(path, language)) for path, address in _addresses().items()}


def own_path(path: str, language: str) -> str:
    """The file of a page in a language; the English one if it is not translated."""
    folder, name = posixpath.split(path)
    own = f"{folder}/{language}/{name}"
    return own if language != ENGLISH and (ROOT / own).is_file() else path


@cache
def navigation(language: str = ENGLISH) -> tuple[Group, ...]:
    """The headings of the first page that have lists of pages below them."""
    groups: list[tuple[str, list[tuple[str, str]]]] = []
    first = own_path(FIRST, language)
    tokens = _tokens(first)
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            groups.append((_plain(tokens[at + 1]), []))
        elif token.type == "list_item_open" and groups:
            groups[-1][1].extend(_entry(tokens[at + 2], first))
    return tuple(Group(title, tuple(listed)) for title, listed in groups if listed)


@lru_cache(1)
def files() -> dict[str, Path]:
    """Files that pages link to and that are not pages themselves, by address."""
    found = (link for language in LANGUAGES for page in pages(language).values() for link in page.links)
    linked = {link.partition("#")[0] for link in found if link.startswith("/docs/files/")}
    return {address: ROOT / address.removeprefix("/docs/files/") for address in sorted(linked)}


def examples(address: str, language: str) -> dict[str, str]:
    """The first block of a language below each heading of a page."""
    found: dict[str, str] = {}
    for block in pages()[address].blocks:
        if block.language == language:
            found.setdefault(block.below, block.text)
    return found


# --- reading ------------------------------------------------------------------------------------------------


def _tokens(path: str) -> list[Token]:
    return _READER.parse((ROOT / path).read_text(encoding="utf-8"))


def _entry(line: Token, first: str) -> Iterator[tuple[str, str]]:
    """The page that an item of the navigation begins with."""
    pieces = line.children or []
    if pieces and pieces[0].type == "link_open":
        yield _address(str(pieces[0].attrs["href"]), first), pieces[1].content


@lru_cache(1)
def _addresses() -> dict[str, str]:
    """All pages: path and address."""
    linked = [
        str(child.attrs["href"])
        for token in _tokens(FIRST)
        for child in token.children or ()
        if child.type == "link_open"
    ]
    paths = [_path(target, FIRST) for target in linked if _is_ours(target)]
    listed = [path for path in paths if path.endswith(".md") and not path.startswith(RULES)]
    return {FIRST: "/docs"} | {path: f"/docs/{Path(path).stem.lower()}" for path in listed}


def read(path: str) -> Page:
    """A Markdown file of the repository as a page.

    Headings of a translation have the anchors of the English page, so that a link works in every language,
    and anchors of their own words inside, so that links written for the repository work too.
    """
    english, language = _english(path)
    anchors = [heading.anchor for heading in read(english).headings] if english != path else []
    tokens = _tokens(path)
    headings: list[Heading] = []
    links: list[str] = []
    blocks: list[Block] = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            title = _plain(tokens[at + 1])
            anchor = _anchor(title, headings)
            if anchors and anchor != anchors[len(headings)]:
                _mark(tokens[at + 1], anchor)
                anchor = anchors[len(headings)]
            token.attrSet("id", anchor)
            headings.append(Heading(title, int(token.tag[1]), anchor))
        elif token.type == "fence":
            blocks.append(Block(token.info, token.content, headings[-1].title if headings else ""))
            token.info = ""
        for child in token.children or ():
            attribute = {"link_open": "href", "image": "src"}.get(child.type)
            if attribute:
                links.append(_address(str(child.attrs[attribute]), path))
                child.attrSet(attribute, links[-1])
    text = Markup(_READER.renderer.render(tokens, _READER.options, {}))  # noqa: S704 - it escapes
    return Page(path, language, headings[0].title, text, tuple(headings), tuple(links), tuple(blocks))


def _plain(line: Token) -> str:
    return "".join(child.content for child in line.children or () if child.type in {"text", "code_inline"})


def _mark(line: Token, anchor: str) -> None:
    """Puts an anchor before the words of a heading."""
    assert line.children is not None
    line.children.insert(0, Token("html_inline", "", 0, content=f'<span id="{anchor}"></span>'))


def _anchor(title: str, before: Sequence[Heading]) -> str:
    """Made as code hosts do, so that a link works in both places."""
    anchor = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
    times = sum(_anchor(heading.title, ()) == anchor for heading in before) if before else 0
    return f"{anchor}-{times}" if times else anchor


# --- links --------------------------------------------------------------------------------------------------


def _is_ours(target: str) -> bool:
    return not re.match(r"[a-z]+:|#", target)


def _path(target: str, of: str) -> str:
    """The target of a link in a file, from the root of the repository."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(of), target.partition("#")[0]))


def _english(path: str) -> tuple[str, str]:
    """The English page of a file or of its translation, and the language of the file."""
    folder, name = posixpath.split(path)
    home, language = posixpath.split(folder)
    if language in LANGUAGES and (ROOT / home / name).is_file():
        return f"{home}/{name}", language
    return path, ENGLISH


def _address(target: str, of: str) -> str:
    if not _is_ours(target):
        return target
    (path, _), (_, mark, anchor) = _english(_path(target, of)), target.partition("#")
    if path in _addresses():
        return _addresses()[path] + mark + anchor
    if posixpath.dirname(path) == RULES and path.endswith(".md"):
        game = Path(path).stem
        return ("/rules" if game == "README" else f"/rules/{game}") + mark + anchor
    return f"/docs/files/{path}{mark}{anchor}"

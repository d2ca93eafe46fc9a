"""The documentation: Markdown files of the repository, read into pages for /docs by markdown-it-py.

The list of docs/README.md is the navigation, and a page is whatever Markdown file it names. Links are written
for the repository and lead to pages here; other files that a page links to are given out as they are.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.token import Token

HERE = Path(__file__).parent
SHIPPED = HERE / "documents"  # where a wheel has them; see pyproject.toml
ROOT = SHIPPED if SHIPPED.is_dir() else HERE.parents[2]
FIRST = "docs/README.md"
RULES = "seeds"  # the rulebooks have pages of their own

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
    """A fenced piece of a page, and the headings above it."""

    language: str
    text: str
    below: str  # the nearest heading


@dataclass(frozen=True, slots=True)
class Page:
    path: str  # in the repository
    title: str
    text: Markup
    headings: tuple[Heading, ...]
    links: tuple[str, ...]  # as they are on the page: addresses of the service, or of the world
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A part of the navigation: the addresses of its pages with their titles."""

    title: str
    pages: tuple[tuple[str, str], ...]


@lru_cache(1)
def pages() -> dict[str, Page]:
    """Every page by its address, in the order of the navigation."""
    return {address: read(path) for path, address in _addresses().items()}


@lru_cache(1)
def navigation() -> tuple[Group, ...]:
    """The headings of the first page that have lists of pages below them."""
    groups: list[tuple[str, list[tuple[str, str]]]] = []
    tokens = _tokens(FIRST)
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            groups.append((_plain(tokens[at + 1]), []))
        elif token.type == "list_item_open" and groups:
            groups[-1][1].extend(_entry(tokens[at + 2]))
    return tuple(Group(title, tuple(listed)) for title, listed in groups if listed)


@lru_cache(1)
def files() -> dict[str, Path]:
    """Files that pages link to and that are no pages, by address."""
    found = (link for page in pages().values() for link in page.links)
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


def _entry(line: Token) -> Iterator[tuple[str, str]]:
    """The page that an item of the navigation begins with."""
    pieces = line.children or []
    if pieces and pieces[0].type == "link_open":
        yield _address(str(pieces[0].attrs["href"]), FIRST), pieces[1].content


@lru_cache(1)
def _addresses() -> dict[str, str]:
    """The pages that there are: path and address."""
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
    """A Markdown file of the repository as a page."""
    tokens = _tokens(path)
    headings: list[Heading] = []
    links: list[str] = []
    blocks: list[Block] = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            title = _plain(tokens[at + 1])
            anchor = _anchor(title, headings)
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
    return Page(path, headings[0].title, text, tuple(headings), tuple(links), tuple(blocks))


def _plain(line: Token) -> str:
    return "".join(child.content for child in line.children or () if child.type in {"text", "code_inline"})


def _anchor(title: str, before: Sequence[Heading]) -> str:
    """As code hosts make them, so that a link holds in both places."""
    anchor = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
    times = sum(_anchor(heading.title, ()) == anchor for heading in before) if before else 0
    return f"{anchor}-{times}" if times else anchor


# --- links --------------------------------------------------------------------------------------------------


def _is_ours(target: str) -> bool:
    return not re.match(r"[a-z]+:|#", target)


def _path(target: str, of: str) -> str:
    """What a link of a file means, from the root of the repository."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(of), target.partition("#")[0]))


def _address(target: str, of: str) -> str:
    if not _is_ours(target):
        return target
    path, (_, mark, anchor) = _path(target, of), target.partition("#")
    if path in _addresses():
        return _addresses()[path] + mark + anchor
    if posixpath.dirname(path) == RULES and path.endswith(".md"):
        game = Path(path).stem
        return ("/rules" if game == "README" else f"/rules/{game}") + mark + anchor
    return f"/docs/files/{path}{mark}{anchor}"

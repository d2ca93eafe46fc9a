"""Replaces the sentences of a page by those of another language in place, to check every state of the page in
it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from playwright.sync_api import Page

from adjudicator.engine.game import playable_games
from adjudicator_api.http.languages import DEFAULT, languages
from adjudicator_api.pages import tables

WORD = re.compile(r"\{(\w+)\}")
# Replaces texts and labels; returns how many. Typed text is left alone.
EXCHANGE = """([pairs, language]) => {
  const known = pairs.map(([from, to]) => [new RegExp(`^${from}$`, "s"), to]);
  const found = new Map();
  const other = (text) => {
    const bare = text.trim();
    if (!/\\p{L}/u.test(bare)) return null;
    if (!found.has(bare)) {
      const pair = known.find(([from]) => from.test(bare));
      const filled = pair && pair[1].replace(/\\{(\\w+)\\}/g, (_, name) => pair[0].exec(bare).groups[name] ?? "");
      found.set(bare, filled ?? null);
    }
    return found.get(bare) === null ? null : text.replace(bare, () => found.get(bare));
  };
  const changed = [];
  const change = (read, write) => {
    const before = read();
    const after = before === null ? null : other(before);
    if (after === null || after === before) return;
    write(after);
    changed.push(() => read() === after && write(before));
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node;
    if (!text.parentElement.closest("script, style, textarea")) {
      change(() => text.nodeValue, (said) => { text.nodeValue = said; });
    }
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"]) {
    for (const one of document.querySelectorAll(`[${name}]`)) {
      change(() => one.getAttribute(name), (said) => one.setAttribute(name, said));
    }
  }
  const spoken = document.documentElement.lang;
  document.documentElement.lang = language;
  window.asBefore = () => {
    for (const back of changed) back();
    document.documentElement.lang = spoken;
  };
  return changed.length;
}"""


@contextmanager
def spoken_in(page: Page, language: str) -> Iterator[int]:
    """The page in this language for a while; yields how many sentences were replaced."""
    yield page.evaluate(EXCHANGE, [_pairs(language), language])
    page.evaluate("window.asBefore()")


@cache
def _pairs(language: str) -> list[tuple[str, str]]:
    """The English texts as patterns, and those of the other language: the longest first, as the most
    specific.
    """
    pairs: list[tuple[str, str]] = []
    games = playable_games()
    ours = [languages()[DEFAULT], *(tables.words(game, DEFAULT) for game in games)]
    theirs = [languages()[language], *(tables.words(game, language) for game in games)]
    for english, other in zip(ours, theirs, strict=True):
        for key, said in english.items():
            pairs += zip(_texts(said), _texts(other[key]), strict=False)
    pairs.sort(key=lambda pair: -len(WORD.sub("", pair[0])))
    return [(_pattern(said), other) for said, other in pairs if re.search(r"[^\W\d]", WORD.sub("", said))]


def _texts(said: Any) -> list[str]:
    """One form, or those for singular and plural."""
    if isinstance(said, str):
        return [said]
    return list(said.values()) if isinstance(said, dict) else []


def _pattern(said: str) -> str:
    """A word that occurs twice is the same both times."""
    seen: set[str] = set()

    def word(name: str) -> str:
        again = name in seen
        seen.add(name)
        return rf"\k<{name}>" if again else rf"(?<{name}>.*?)"

    parts = WORD.split(said)
    return "".join(word(part) if place % 2 else re.escape(part) for place, part in enumerate(parts))

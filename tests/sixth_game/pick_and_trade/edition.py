"""Its edition, which has only a name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from adjudicator.editions.labels import label_of
from adjudicator.editions.reader import parse_edition
from adjudicator.editions.registry import Editions


@dataclass(frozen=True)
class Plain:
    label: str


def parse(text: str) -> Plain:
    data, digest = parse_edition(text.encode(errors="surrogatepass"), "given")
    return Plain(label_of(data.get("game"), data.get("name"), digest))


EDITIONS = Editions(Path(__file__).parent / "editions" / "plain.toml", parse)

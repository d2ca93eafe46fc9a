"""Complete recorded games of fixtures/games, by the game's folder there."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Recorded:
    game: str

    @property
    def folder(self) -> Path:
        return Path("fixtures/games") / self.game

    @property
    def names(self) -> list[str]:
        return sorted(path.stem for path in self.folder.glob("*.json"))

    def text(self, name: str) -> str:
        return (self.folder / f"{name}.json").read_text(encoding="utf-8")

    def data(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.text(name))
        return found

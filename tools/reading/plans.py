"""The trainings that the command knows, from `plans.toml`: what ships is made by two of them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

PLANS = Path(__file__).with_name("plans.toml")


@dataclass(frozen=True)
class Plan:
    steps: int
    rate: float  # of learning, at most: it falls to zero along a half wave
    seed: int = 0  # of everything that is drawn
    column: bool = False  # of upright tiles instead of rows
    easy: float = 0.0  # of the steps, in which strips become as hard as they stay
    begin: str = ""  # SHA-256 of the file of weights to learn on from; without it, from nothing
    made: str = ""  # SHA-256 of the file that ships
    size: int = 768  # strips of a step
    fresh: int = 24  # sets of tiles drawn anew for each step
    pool: int = 3072  # sets of tiles


def plans() -> dict[str, Plan]:
    listed = tomllib.loads(PLANS.read_text(encoding="utf-8"))
    return {name: Plan(**figures) for name, figures in listed.items()}

"""A class as a game of the engine: a teacher asks exercises, up to forty pupils answer in secret.

`game` is the class itself, with its `state`, `actions` and `answers`; `showing` what a projector, a teacher
and a pupil see of it, `nicknames` how pupils may be called. It is not in the catalogue of games, because
tables of it are not opened.
"""

from __future__ import annotations

from adjudicator.classroom.game import CLASS, NAME, PLACES
from adjudicator.classroom.state import TEACHER

__all__ = ["CLASS", "NAME", "PLACES", "TEACHER"]

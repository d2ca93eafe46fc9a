"""The contract as a class of tests: a project names its game, and every check runs with every way to play."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from adjudicator.engine.frame import Preset
from adjudicator.errors import UnreadableInput
from adjudicator.testing import contract
from adjudicator.testing.kinds import lapses_of
from adjudicator.testing.subject import Subject, play

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.engine.game import Game
    from adjudicator.testing.subject import Moment

LOOKS = 5  # moments in the middle of a game at which a check looks
NEED_A_TWIN = (contract.events_keep_secrets,)


class GameContract:
    """Inherit it as TestMyGame and say `game = MyGame()`.

    A game with hidden things says `subject` instead: `Subject.of(MyGame(), lasting_twin=...)`.
    """

    game: ClassVar[Game[Any, Any]]
    subject: ClassVar[Subject]

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "subject" not in vars(cls) and "game" in vars(cls):
            cls.subject = Subject.of(cls.game)

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "seed" in metafunc.fixturenames:
            seeds = range(metafunc.config.getoption("contract_games", 1))
            metafunc.parametrize("seed", seeds, ids=[f"game {seed + 1}" for seed in seeds])
            metafunc.parametrize("preset", list(ways(self.subject.game)))
        if "check" in metafunc.fixturenames:
            metafunc.parametrize("check", contract.CHECKS, ids=[check.__name__ for check in contract.CHECKS])

    def test_contract(self, preset: str, seed: int, check: Callable[[Subject, Moment, Random], None]) -> None:
        subject = self.subject
        hides = any(shown.to_own for shown in subject.game.shown.values())
        if check in NEED_A_TWIN and subject.lasting_twin is None and hides:
            pytest.skip("a game with hidden things needs Subject.of(game, lasting_twin=...) for this")
        for number, moment in enumerate(moments(subject, preset, seed)):
            check(subject, moment, Random(number))

    def test_a_game_in_which_nobody_answers_ends(self, preset: str, seed: int) -> None:
        """From the beginning, and from the middle, when there is more to be settled."""
        seen = moments(self.subject, preset, seed)
        for moment in (seen[0], seen[len(seen) // 2]):
            contract.it_ends_if_nobody_answers(self.subject, moment, Random(0))

    def test_every_match_names_every_kind(self) -> None:
        """Also one that is added: a `match` without it says what becomes of the rest, in a `case _`."""
        assert [str(lapse) for lapse in lapses_of(self.subject.game) if not lapse.rest] == []


def ways(game: Game[Any, Any]) -> dict[str, Preset]:
    """Every preset, and as many players as there may be: a turn then passes by somebody who has left."""
    presets, most = dict(game.presets()), game.numbers[-1]
    if all(preset.players < most for preset in presets.values()):
        with suppress(UnreadableInput):  # so many may need options of their own
            game.setup(None, most)
            presets["most players"] = Preset(most)
    return presets


@lru_cache(32)
def moments(subject: Subject, preset: str, seed: int) -> tuple[Moment, ...]:
    """Of a random game that is played to its end: the beginning, the end, and some in between."""
    played = tuple(play(subject, ways(subject.game)[preset], seed))
    assert played[-1].state.result is not None, "nobody can act, and the game is not over"
    return (*played[:2], *played[2 : -2 : max(1, len(played) // LOOKS)], *played[-2:])

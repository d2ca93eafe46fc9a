"""The shape of a game's folder is its declaration: each part is at its place and is what the program takes it for.

The tables have types, so mypy compares every module with its protocol.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

import adjudicator_rulesets.chemistry_monopoly.bots.foresight
import adjudicator_rulesets.chemistry_monopoly.bots.players
import adjudicator_rulesets.chemistry_monopoly.play.figures
import adjudicator_rulesets.chemistry_monopoly.play.game
import adjudicator_rulesets.chemistry_monopoly.play.missed
import adjudicator_rulesets.chemistry_monopoly.shown.printing
import adjudicator_rulesets.chemistry_monopoly.shown.terminal
import adjudicator_rulesets.compounded.bots.foresight
import adjudicator_rulesets.compounded.bots.players
import adjudicator_rulesets.compounded.play.figures
import adjudicator_rulesets.compounded.play.game
import adjudicator_rulesets.compounded.play.missed
import adjudicator_rulesets.compounded.shown.printing
import adjudicator_rulesets.compounded.shown.terminal
import adjudicator_rulesets.compoundit.bots.foresight
import adjudicator_rulesets.compoundit.bots.players
import adjudicator_rulesets.compoundit.bots.plays
import adjudicator_rulesets.compoundit.judging.exercises
import adjudicator_rulesets.compoundit.play.figures
import adjudicator_rulesets.compoundit.play.game
import adjudicator_rulesets.compoundit.play.missed
import adjudicator_rulesets.compoundit.shown.printing
import adjudicator_rulesets.compoundit.shown.terminal
import adjudicator_rulesets.ion.bots.foresight
import adjudicator_rulesets.ion.bots.players
import adjudicator_rulesets.ion.judging.exercises
import adjudicator_rulesets.ion.play.figures
import adjudicator_rulesets.ion.play.game
import adjudicator_rulesets.ion.play.missed
import adjudicator_rulesets.ion.shown.printing
import adjudicator_rulesets.ion.shown.terminal
import adjudicator_rulesets.valence_plus.bots.foresight
import adjudicator_rulesets.valence_plus.bots.players
import adjudicator_rulesets.valence_plus.judging.exercises
import adjudicator_rulesets.valence_plus.play.figures
import adjudicator_rulesets.valence_plus.play.game
import adjudicator_rulesets.valence_plus.play.missed
import adjudicator_rulesets.valence_plus.shown.printing
import adjudicator_rulesets.valence_plus.shown.terminal
from adjudicator import ruleset
from adjudicator.engine.agents.figures import PlainFigures, figures_of
from adjudicator.engine.agents.foresight import Foresight, foresight_of
from adjudicator.engine.game import load_game, playable_games
from adjudicator.errors import UnknownRuleset
from adjudicator.parts import PLACES
from adjudicator_rulesets import chemistry_monopoly, compounded, compoundit, ion, valence_plus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.engine.agents.bots import Players
    from adjudicator.engine.agents.figures import Figures
    from adjudicator.engine.game import Game
    from adjudicator.engine.terminal import Terminal
    from adjudicator.exercises.missed import Missed
    from adjudicator.parts import Exercises, Plays
    from adjudicator.printing.box import Printing

GAMES = (chemistry_monopoly, compounded, compoundit, ion, valence_plus)
PLAYABLE: Sequence[Callable[[], Game[Any, Any]]] = (
    chemistry_monopoly.play.game.playable,
    compounded.play.game.playable,
    compoundit.play.game.playable,
    ion.play.game.playable,
    valence_plus.play.game.playable,
)
FIGURES: Sequence[Figures] = (
    chemistry_monopoly.play.figures,
    compounded.play.figures,
    compoundit.play.figures,
    ion.play.figures,
    valence_plus.play.figures,
)
MISSED: Sequence[Missed] = (
    chemistry_monopoly.play.missed,
    compounded.play.missed,
    compoundit.play.missed,
    ion.play.missed,
    valence_plus.play.missed,
)
PLAYERS: Sequence[Players] = (
    chemistry_monopoly.bots.players,
    compounded.bots.players,
    compoundit.bots.players,
    ion.bots.players,
    valence_plus.bots.players,
)
FORESIGHT: Sequence[type[Foresight[Any]]] = (
    chemistry_monopoly.bots.foresight.Ahead,
    compounded.bots.foresight.Ahead,
    compoundit.bots.foresight.Ahead,
    ion.bots.foresight.Ahead,
    valence_plus.bots.foresight.Ahead,
)
PLAYS: Sequence[Plays] = (compoundit.bots.plays,)
EXERCISES: Sequence[Exercises] = (
    compoundit.judging.exercises,
    ion.judging.exercises,
    valence_plus.judging.exercises,
)
PRINTING: Sequence[Printing] = (
    chemistry_monopoly.shown.printing,
    compounded.shown.printing,
    compoundit.shown.printing,
    ion.shown.printing,
    valence_plus.shown.printing,
)
TERMINALS: Sequence[Terminal] = (
    chemistry_monopoly.shown.terminal,
    compounded.shown.terminal,
    compoundit.shown.terminal,
    ion.shown.terminal,
    valence_plus.shown.terminal,
)
PARTS: dict[str, Sequence[object]] = {
    "playable": PLAYABLE,
    "load_figures": FIGURES,
    "load_missed": MISSED,
    "load_players": PLAYERS,
    "load_foresight": FORESIGHT,
    "load_plays": PLAYS,
    "load_exercises": EXERCISES,
    "load_printing": PRINTING,
    "load_terminal": TERMINALS,
}


@pytest.mark.parametrize("part", PLACES)
def test_a_part_is_found_at_its_place(part: str) -> None:
    loaders = [load for game in GAMES if (load := ruleset.loader_of(game, part)) is not None]
    found = [type(load()) if part == "playable" else load() for load in loaders]
    assert found == list(PARTS[part])


def test_every_game_has_the_shape() -> None:
    folder = Path(adjudicator_rulesets.__file__).parent
    assert [Path(str(game.__file__)).parent.name for game in GAMES] == sorted(
        path.parent.name for path in folder.glob("*/__init__.py")
    )


def test_what_a_package_says_comes_before_its_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ion, "load_figures", lambda: "own", raising=False)
    monkeypatch.setattr(ion, "load_plays", None, raising=False)
    load = ruleset.loader_of(ion, "load_figures")
    assert load is not None
    assert load() == "own"
    assert ruleset.loader_of(ion, "load_plays") is None
    assert ruleset.loader_of(ion, "load_challenges") is None
    assert ruleset.loader_of(compoundit, "load_challenges") is not None


# --- packages of another shape ------------------------------------------------------------------------------

JUDGED = """
title = "Foreign"
def variants(): return {"": "everything"}
def load(variant, edition, authority): raise NotImplementedError
"""
NIM = Path("docs/nim.py").read_text(encoding="utf-8")
Install = Callable[[dict[str, str]], ModuleType]
_NUMBERS = count()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Somebody else's game "nim", of these files; every package has another name, as modules are kept."""
    name = f"foreign_{next(_NUMBERS)}"

    def installed(files: dict[str, str]) -> ModuleType:
        for path, text in files.items():
            place = tmp_path / name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        package = import_module(name)
        entries = {"nim": lambda: package}
        monkeypatch.setattr(ruleset, "games", lambda: entries)
        return package

    monkeypatch.syspath_prepend(tmp_path)
    yield installed
    for module in [module for module in sys.modules if module.partition(".")[0] == name]:
        del sys.modules[module]


@pytest.mark.parametrize("files", [("play.py", "bots.py"), ("play/__init__.py", "bots/other.py")])
def test_a_game_without_the_folders_is_counted_and_analysed_as_any(
    install: Install, files: tuple[str, ...]
) -> None:
    package = install(
        {"__init__.py": "from .nim import playable, title", "nim.py": NIM} | dict.fromkeys(files, "")
    )
    assert [part for part in PLACES if ruleset.loader_of(package, part)] == ["playable"]
    assert isinstance(figures_of("nim"), PlainFigures)
    assert type(foresight_of(load_game("nim"))) is Foresight
    assert ruleset.faulty_games() == {}


@pytest.mark.parametrize(
    "files",
    [
        {"play.py": "raise OSError"},
        {"play/__init__.py": "raise OSError"},
        {"play/__init__.py": "", "play/game.py": "board = 8"},
        {"play/game.py": "playable = None"},
    ],
)
def test_a_game_that_is_only_judged_may_have_something_else_at_a_place(
    install: Install, files: dict[str, str]
) -> None:
    install({"__init__.py": JUDGED} | files)
    assert ruleset.faulty_games() == {}
    assert ruleset.sound_games(playing=True) == ("nim",)
    assert playable_games() == ()
    with pytest.raises(UnknownRuleset, match="Foreign can be judged, not played yet"):
        load_game("nim")


def test_a_module_without_the_name_at_its_place_is_another_thing(install: Install) -> None:
    install(
        {"__init__.py": "from .nim import playable, title", "nim.py": NIM, "bots/foresight.py": "DEPTH = 2"}
    )
    assert type(foresight_of(load_game("nim"))) is Foresight


def test_somebody_elses_package_of_the_shape_needs_no_functions(install: Install) -> None:
    ahead = "from adjudicator.engine.agents.foresight import Foresight\nclass Ahead(Foresight): pass"
    install({"__init__.py": "title = 'Nim'", "play/game.py": NIM, "bots/foresight.py": ahead})
    assert playable_games() == ("nim",)
    assert type(foresight_of(load_game("nim"))).__name__ == "Ahead"


LOADED = """
from .game import playable, title
def load_players():
    from . import playing
    return playing
def load_terminal():
    from . import playing
    return playing
def load_figures():
    from . import playing
    return playing
def load_printing():
    from . import printing
    return printing
"""


def test_a_package_with_functions_for_its_parts_has_them_anywhere(install: Install) -> None:
    """As packages were written before their shape was enough."""
    package = install(
        {"__init__.py": LOADED, "game.py": NIM, "playing.py": "BOTS = {'any': ''}", "printing.py": ""}
    )
    assert playable_games() == ("nim",)
    own = {
        part: load() for part in PLACES if part != "playable" and (load := ruleset.loader_of(package, part))
    }
    places = {part: module.__name__.rpartition(".")[2] for part, module in own.items()}
    assert places == {
        "load_players": "playing",
        "load_terminal": "playing",
        "load_figures": "playing",
        "load_printing": "printing",
    }
    assert ruleset.faulty_games() == {}


def test_own_functions_come_before_what_lies_at_the_places(install: Install) -> None:
    own = f"{JUDGED}\nplayable = None\ndef load_figures(): return 'own'"
    package = install(
        {"__init__.py": own, "play/game.py": "raise OSError", "play/figures.py": "raise OSError"}
    )
    figures: object = figures_of("nim")
    assert (figures, ruleset.loader_of(package, "playable")) == ("own", None)
    assert ruleset.faulty_games() == {}


def test_whether_a_game_can_be_judged_is_seen_without_importing_its_play(install: Install) -> None:
    install({"__init__.py": JUDGED, "play/game.py": "raise OSError('no board')"})
    assert ruleset.sound_games() == ("nim",)
    assert ruleset.faulty_games() == {"nim": "OSError: no board"}

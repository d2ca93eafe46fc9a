"""A translator touches only TOML: a language made by a machine, German with every word reversed, leaves no other word.

Verdicts, logs, hints, the terminal, the lobby, lesson and printed box of every game are read in it; the tables in a
browser: tests/browser/test_reversed_tables.py.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.engine.game import playable_games
from tests.support.english_words import texts_in
from tests.support.reversed_language import (
    REVERSED,
    Strangers,
    backwards,
    lay_out_reversed,
    paths_of,
    said_in,
    words_in,
)
from tests.support.sampling import in_turn

PRINTED = """
import builtins, json, re, sys
from contextlib import suppress
from pathlib import Path
from adjudicator import prose, ruleset
from adjudicator.cli import play
from adjudicator.engine.game import playable_games
from adjudicator.engine.replay import Record, game_of
from adjudicator.printing import Options, lay_out, parts_of
from adjudicator_api import create_app
from adjudicator_api.config import Config
from adjudicator_api.games.opening.lessons import card_in, steps_in
from tests.support.pdf import pages_of
from tests.support.sampling import in_turn
from tests.unit.languages.test_terminal_in_german import COMMAND, HINT, TYPED, Player

language, root, records = sys.argv[1:]
assert str(ruleset.__file__).startswith(root), ruleset.__file__
client = create_app(Config(database_url="sqlite://", log="warning")).test_client()


def texts(game):
    told = {"log": [], "rules": [one["description"] for one in ruleset.listed()]}
    names = [path for name in (game, game.replace("-", "_")) for path in sorted(Path(records).glob(f"{name}/*.json"))]
    for path in names[:3]:
        record = Record.from_json(json.loads(path.read_text(encoding="utf-8")))
        shown = game_of(record).events_shown(record.events, None)
        players = [str(n) for n, _ in enumerate(record.players)]
        told["log"] += [prose.tell(record.game, event, players) for event in shown]
    verdicts = [ruleset.load_ruleset(ruleset.whole_box(game)).judge(ruleset.read_question(run)).to_json()
                for run in "HHO NaCl NaClCl MgNOONO OH HeH SOOO CuZn".split()]
    told["verdicts"] = [text for one in verdicts for text in (one["reason"], *(c["message"] for c in one["checks"]))]
    named = set(parts_of(game)) - {"rules"}
    printed = lay_out(game, options=Options(parts=tuple(named), sides=2))
    told["print"] = [" ".join(page.words() - {*named, *game.split("-")}) for page in pages_of(printed.pdf)]
    told["parts"] = [*parts_of(game).values()]
    told["lesson"] = [step["text"] for step in steps_in(game, language)["steps"]] + [*card_in(game, language).values()]
    player = Player(game, 12)
    builtins.input, play._say = player.type, player.say
    player.table.start({}, None)
    with suppress(play.Leave):
        player.table.play()
    told["terminal"] = [" ".join(w for w in re.findall(r"\\w+", HINT.sub("", line)) if w not in TYPED)
                        if COMMAND.match(line) else HINT.sub("", line) for line in player.lines]
    for path in ("/play", f"/play/{game}"):
        page = client.get(path, headers={"Accept-Language": language})
        assert page.status_code == 200, path
        told[path] = [re.sub(r"<(style|script|code).*?</\\1>|<[^>]*>", " ", page.text, flags=re.DOTALL)]
    return told


with prose.speaking(language):
    print(json.dumps({game: texts(game) for game in playable_games()}))
"""


def test_words_are_reversed_and_gaps_are_kept() -> None:
    text = "Du legst {cards|list und|else nichts} ({n:>3})."
    assert backwards(text) == "uD tsgel {cards|list dnu|else sthcin} ({n:>3})."
    assert "".join(said_in(text)) == "Du legst  ().undnichts"


@in_turn(3)
@pytest.mark.slow
def test_a_language_of_toml_alone_leaves_no_other_word(tmp_path: Path) -> None:
    lay_out_reversed(tmp_path)
    run = subprocess.run(
        [sys.executable, "-c", PRINTED, REVERSED, str(tmp_path), str(Path("fixtures/games").absolute())],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "PYTHONPATH": paths_of(tmp_path)},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-2000:]
    strangers = Strangers(tmp_path)
    assert strangers.in_texts(["Ion: Du hast keine cards mehr, ion."]) == {"hast", "keine", "cards", "mehr"}
    told = json.loads(run.stdout)
    assert told.keys() == set(playable_games())
    left = set()
    for game, places in told.items():
        for place, said in places.items():
            texts = list(texts_in(said))
            assert any(map(words_in, texts)), (game, place)
            left |= {(game, place, word) for word in strangers.in_texts(texts)}
    assert left == set()

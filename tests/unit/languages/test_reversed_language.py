"""A translator touches only TOML: a language made by a machine, German with every word reversed, leaves no other word.

Verdicts, logs, hints, the terminal, the lobby, table, lesson and printed box of every game are read in it. Names of
substances come from the words of the chemistry, which stay German here; what is typed is the same in every language.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudicator.engine.game import playable_games
from tests.support.english_words import WORD, english_words, texts_in, words_of_names
from tests.support.sampling import by_day
from tests.unit.languages.test_third_language import laid_out

REVERSED = "xr"
KEPT = ("said", "you")  # names of facts; how German bends its verbs
SPARED = re.compile(r"(\{[^{}]*\}|<[^>]*>|&\w+;|https?://\S+)")  # gaps, marks and addresses
SPEAKING = ("list", "else", "one", "count", "between")  # filters whose words are said
# Of players, games, languages and editions; substances are named by the words of the chemistry.
NAMES = frozenset(
    "adjudicator chemistry compounded compoundit deutsch english monopoly nobel reference sha".split()
)
SUBSTANCE = re.compile(r"(?:oxid|säure|wasserstoff)$")
ASKED = """
import builtins, json, re, sys
from contextlib import suppress
from pathlib import Path
from adjudicator import prose, ruleset
from adjudicator.cli import play
from adjudicator.engine.replay import Record, game_of
from adjudicator.printing import Options, lay_out, parts_of
from adjudicator_api import create_app
from adjudicator_api.config import Config
from adjudicator_api.games.opening.lessons import card_in, steps_in
from adjudicator_api.pages import tables
from adjudicator_api.pages.play import _edition
from tests.support.pdf import pages_of
from tests.unit.languages.test_terminal_in_german import COMMAND, HINT, TYPED, Player

language, game, record, root = sys.argv[1:]
assert str(ruleset.__file__).startswith(root), ruleset.__file__
told = {}
with prose.speaking(language):
    record = Record.from_json(json.loads(Path(record).read_text(encoding="utf-8")))
    shown = game_of(record).events_shown(record.events, None)
    told["log"] = [prose.tell(record.game, event, [str(n) for n, _ in enumerate(record.players)]) for event in shown]
    verdicts = [ruleset.load_ruleset(ruleset.whole_box(game)).judge(ruleset.read_question(run)).to_json()
                for run in "HHO NaCl NaClCl MgNOONO OH HeH SOOO CuZn".split()]
    told["verdicts"] = [text for one in verdicts for text in (one["reason"], *(c["message"] for c in one["checks"]))]
    named = set(parts_of(game)) - {"rules"}
    told["print"] = [" ".join(page.words() - {*named, *game.split("-")})
                     for page in pages_of(lay_out(game, options=Options(parts=tuple(named), sides=1)).pdf)]
    told["lesson"] = [step["text"] for step in steps_in(game, language)["steps"]] + [*card_in(game, language).values()]
    player = Player(game, 6)
    builtins.input, play._say = player.type, player.say
    player.table.start({}, None)
    with suppress(play.Leave):
        player.table.play()
    told["terminal"] = [" ".join(w for w in re.findall(r"\\w+", HINT.sub("", line)) if w not in TYPED)
                        if COMMAND.match(line) else HINT.sub("", line) for line in player.lines]
    client = create_app(Config(database_url="sqlite://", log="warning")).test_client()
    told["table"] = [*tables.words(game, language).values(), *_edition(game, cited=True)["words"].values()]
for path in ("/play", f"/play/{game}"):
    page = client.get(path, headers={"Accept-Language": language})
    assert page.status_code == 200, path
    told[path] = [re.sub(r"<(style|script|code).*?</\\1>|<[^>]*>", " ", page.text, flags=re.DOTALL)]
print(json.dumps(told))
"""


def backwards(text: str) -> str:
    """Every word from its end; gaps as they are, but for the words that they say."""
    pieces = SPARED.split(text)
    pieces[::2] = [re.sub(r"[^\W\d_]{2,}", lambda word: word[0][::-1], piece) for piece in pieces[::2]]
    pieces[1::2] = ["|".join(map(_said_backwards, gap.split("|"))) for gap in pieces[1::2]]
    return "".join(pieces)


def _said_backwards(step: str) -> str:
    name, _, words = step.partition(" ")
    return f"{name} {backwards(words)}" if name in SPEAKING else step


def reversed_words(value: Any) -> Any:
    if isinstance(value, str):
        return backwards(value)
    if isinstance(value, dict):
        return {name: reversed_words(each) for name, each in value.items()}
    return [reversed_words(each) for each in value] if isinstance(value, list) else value


def inline(value: Any) -> str:
    """A value as TOML has it, in one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(name)} = {inline(each)}' for name, each in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(inline, value))}]"
    return json.dumps(value, ensure_ascii=False)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program with a reversed language: files of TOML, and the names of substances as German has them."""
    root = tmp_path_factory.mktemp("reversed")
    laid_out(root)
    for german in [path for path in root.rglob("de.toml") if path.is_symlink()]:
        words = tomllib.loads(german.read_text(encoding="utf-8"))
        own = {name: each if name in KEPT else reversed_words(each) for name, each in words.items()}
        text = "".join(f"{json.dumps(name)} = {inline(each)}\n" for name, each in own.items())
        german.with_name(f"{REVERSED}.toml").write_text(text, encoding="utf-8")
    for folder in [path for path in root.rglob("de") if path.is_dir()]:
        (folder.parent / REVERSED).symlink_to(folder)
    return root


def words_in(text: str) -> list[str]:
    """Words, but no formulas (NaCl, HHO) and no names of oxides and acids."""
    found = [word for word in WORD.findall(text) if word.islower() or word.istitle()]
    return [word for word in found if not SUBSTANCE.search(word)]


def vocabulary(root: Path, language: str) -> set[str]:
    files = [tomllib.loads(path.read_text(encoding="utf-8")) for path in root.rglob(f"{language}.toml")]
    return {word.casefold() for own in files for text in texts_in(own) for word in WORD.findall(text)}


def test_words_are_reversed_and_gaps_are_kept() -> None:
    assert (
        backwards("Du legst {cards|list und|else nichts} ({n:>3}).")
        == "uD tsgel {cards|list dnu|else sthcin} ({n:>3})."
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", by_day(5, playable_games()))
def test_a_language_of_toml_alone_leaves_no_other_word(game: str, tree: Path) -> None:
    records = sorted(
        path
        for name in (game, game.replace("-", "_"))
        for path in Path("fixtures/games").glob(f"{name}/*.json")
    )
    roots = [tree, tree / "rulesets", tree / "api", Path.cwd()]
    run = subprocess.run(
        [sys.executable, "-c", ASKED, REVERSED, game, str(records[0].absolute()), str(tree)],
        cwd=tree, capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, roots))},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-2000:]
    ours = vocabulary(tree, REVERSED)
    others = (english_words() | vocabulary(tree, "de")) - ours - words_of_names("de") - NAMES
    told = {place: list(texts_in(said)) for place, said in json.loads(run.stdout).items()}
    assert all(any(texts) for texts in told.values())
    left = {(place, word) for place, texts in told.items() for text in texts for word in words_in(text)}
    assert {(place, word) for place, word in left if word.casefold() in others} == set()

"""A third language needs only more files: the same program speaks German under another name.

A copy of the tree is made of links, with a copy of every file of German words, and asked in both languages.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adjudicator import prose

THIRD = "xy"
PACKAGES = ("adjudicator", "rulesets", "api", "docs", "seeds")
LACKING = 'skip = "Zum Inhalt"'  # a sentence of the pages that the copy omits
# A fourth language has only begun: three files with a sentence or two. What it lacks is said in English.
TINY = "zz"
BEGUN = {
    "adjudicator/languages": '[sentences]\nyour_turn = "Zug dir."\n',
    "rulesets/adjudicator_rulesets/compoundit/words": '[sentences]\nlong_enough = "Zwo Steine oder mehr."\n',
    "api/adjudicator_api/http/languages": '[language]\nname = "Zz"\n',
}
ASKED = """
import json, sys
from click.testing import CliRunner
from adjudicator import prose, ruleset
from adjudicator.chem.naming import check, names
from adjudicator.cli import main
from adjudicator.engine.replay import Record, game_of
from adjudicator.printing.how_to_play import headings, page_of
from adjudicator_api.games.opening.lessons import steps_in
from adjudicator_api import create_app
from adjudicator_api.config import Config

record = Record.from_json(json.load(open(sys.argv[1])))
shown = game_of(record).events_shown(record.events, None)
players = ["Anna", "Ben", "Cleo", "Dora"][: len(record.players)]
client = create_app(Config(database_url="sqlite://", log="warning")).test_client()
told = {}
for language in ("de", "xy", "en", "zz"):
    asked = {"Accept-Language": language}
    with prose.speaking(language):
        rulings = [ruleset.load_ruleset(rules).judge(ruleset.read_question(run)).to_json()
                   for rules in ("compoundit:expert", "valence-plus", "ion:base") for run in ("HHO", "MgCl", "MgNOONOO")]
    table = ruleset.default_authority().table
    told[language] = {
        "rulings": [[one["reason"], one["name"], [check["message"] for check in one["checks"]]] for one in rulings],
        "names": names("Fe2(SO4)3", table, language)[:1],
        "lesson": [steps_in(game, language) for game in ("ion", "compounded")],
        "to you": [prose.tell(record.game, event, players, language, you=0) for event in shown],
        "how to play": [headings(language), page_of("ion", language)],
        "log": [prose.tell(record.game, event, players, language) for event in shown],
        "terminal": CliRunner().invoke(main, ["judge", "NOOO", "--lang", language]).output,
        "error": CliRunner().invoke(main, ["judge", "--lang", language]).output,
        "pages": {path: client.get(path, headers=asked).text for path in ("/", "/name", "/rules/ion", "/docs/table")},
        "problem": client.get("/v1/rulesets/none", headers=asked).get_json()["detail"],
    }
print(json.dumps(told))
"""


def laid_out(root: Path) -> None:
    """The tree as links, and beside each file or folder of German words a copy for the third language."""
    for page in Path().glob("*.md"):
        (root / page).symlink_to(page.absolute())
    for package in PACKAGES:
        for folder, inner, files in os.walk(package):
            inner[:] = [name for name in inner if name != "__pycache__"]
            (root / folder).mkdir(parents=True, exist_ok=True)
            for file in files:
                (root / folder / file).symlink_to(Path(folder, file).absolute())
                if Path(folder).name == "de":
                    _copy(Path(folder, file), root / Path(folder).parent / THIRD / file)
                elif Path(file).stem == "de":
                    _copy(Path(folder, file), root / folder / f"{THIRD}{Path(file).suffix}")
    for folder, words in BEGUN.items():
        (root / folder / f"{TINY}.toml").write_text(words, encoding="utf-8")


def _copy(german: Path, own: Path) -> None:
    own.parent.mkdir(parents=True, exist_ok=True)
    if german.suffix == ".png":
        own.symlink_to(german.absolute())
        return
    text = german.read_text(encoding="utf-8").replace('"de"', f'"{THIRD}"')
    if german.parent.name == "languages" and german.parent.parent.name == "http":
        text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith(LACKING))
    own.write_text(text, encoding="utf-8")


def test_languages_are_the_files_that_there_are() -> None:
    homes = {path.stem for path in Path("api/adjudicator_api/http/languages").glob("*.toml")}
    assert set(prose.LANGUAGES) == homes
    assert homes == {
        path.name for path in Path("adjudicator/chem/naming/knowledge/words").iterdir() if path.is_dir()
    }


@pytest.mark.slow
def test_a_third_language_is_another_folder_of_words(tmp_path: Path) -> None:
    laid_out(tmp_path)
    roots = [tmp_path, tmp_path / "rulesets", tmp_path / "api"]
    record = min(Path("fixtures/games/ion").glob("*.json")).absolute()
    run = subprocess.run(
        [sys.executable, "-c", ASKED, str(record)],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, roots))},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-2000:]
    told: dict[str, Any] = json.loads(run.stdout)
    third, german = told[THIRD], told["de"]
    pages, theirs = third.pop("pages"), german.pop("pages")
    assert third == german
    assert third["rulings"][0][1] == "Wasser"
    assert third["lesson"][0]["steps"][0]["text"].startswith("Oben liegen")
    assert any(line and line.startswith("Du ") for line in third["to you"])
    begun, english = told[TINY], told["en"]
    assert [one[2][0] for one in begun["rulings"][:3]] == ["Zwo Steine oder mehr."] * 3
    assert begun["rulings"][3:] == english["rulings"][3:]
    for part in ("names", "lesson", "log", "how to play", "terminal", "error", "problem"):
        assert begun[part] == english[part], "what a language lacks is said in English"
    for path, page in begun["pages"].items():
        assert f'<html lang="{TINY}"' in page, path
        assert words_of(page) - words_of(english["pages"][path]) <= {"Zz", TINY, THIRD, "only"}, (
            path
        )  # this page is in English only
    for path, page in pages.items():
        assert f'<html lang="{THIRD}"' in page
        assert "To the page" in page, "what a language lacks is said in English"
        assert words_of(page) - words_of(theirs[path]) <= {"To", "the", "page", THIRD}, path


def words_of(page: str) -> set[str]:
    """The text of a page without addresses."""
    return set(re.findall(r"[^\W\d_]+", re.sub(r'(?:href|src|data-\w+|value)="[^"]*"', "", page)))

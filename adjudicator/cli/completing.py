"""Completion in the shell: names of rule sets, games, editions and languages.

docs/start.md says how to switch it on. click writes the scripts for bash, zsh and fish, and completes
commands, options and choices.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.shell_completion import BashComplete, CompletionItem, add_completion_class

from adjudicator import prose

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import click

PART, AND = ":", "+"  # of a rule set's name
FILE = "file"  # the shell completes these itself


def rules(_: click.Context, __: click.Parameter, text: str) -> list[CompletionItem[str]]:
    """Rule sets; after a + those of the same game that can be added."""
    from adjudicator import ruleset

    before, plus, last = text.rpartition(AND)
    game, colon, chosen = before.partition(PART)
    if plus and not (colon and game in ruleset.games()):
        return []
    start = f"{game}{PART}{last}" if plus else text
    found = _beginning(start, ((rule["name"], rule["description"]) for rule in ruleset.listed()))
    if not plus:
        return found
    used = chosen.split(AND)
    parts = ((item, item.value.partition(PART)[2]) for item in found)
    return [
        CompletionItem(f"{before}{AND}{part}", help=item.help) for item, part in parts if part not in used
    ]


def games(_: click.Context, __: click.Parameter, text: str) -> list[CompletionItem[str]]:
    from adjudicator import ruleset

    return _beginning(text, ((name, ruleset.game(name).title) for name in ruleset.sound_games()))


def games_and_files(ctx: click.Context, param: click.Parameter, text: str) -> list[CompletionItem[str]]:
    return [*games(ctx, param, text), CompletionItem(text, type=FILE)]


def editions(ctx: click.Context, _: click.Parameter, text: str) -> list[CompletionItem[str]]:
    """The shipped editions of the game, or of the rule set's game; and files."""
    return [*_beginning(text, _released(ctx)), CompletionItem(text, type=FILE)]


def languages(_: click.Context, __: click.Parameter, text: str) -> list[CompletionItem[str]]:
    return _beginning(text, ((language, None) for language in prose.LANGUAGES))


def _released(ctx: click.Context) -> Iterator[tuple[str, None]]:
    from adjudicator import ruleset
    from adjudicator.engine.game import load_game, playable_games

    named = ctx.params.get("rules") or ctx.params.get("game") or ctx.params.get("name")
    game = str(named or ruleset.DEFAULT_RULES).partition(PART)[0]
    if game in ruleset.games() and ruleset.box_of(game) in playable_games():
        for label in load_game(ruleset.box_of(game)).editions.released:
            yield label.partition(" ")[0].rpartition("/")[2], None


def _beginning(text: str, named: Iterable[tuple[str, str | None]]) -> list[CompletionItem[str]]:
    return [CompletionItem(name, help=about) for name, about in named if name.startswith(text)]


class Bash(BashComplete):
    """Bash takes a colon for a word of its own: compoundit:st is three, and only the last is replaced."""

    kept = ""  # what stands before the word that is replaced

    def get_completion_args(self) -> tuple[list[str], str]:
        args, text = super().get_completion_args()
        *args, whole = _with_colons([*args, text])
        if whole != text:
            self.kept = f"{whole.rpartition(PART)[0]}{PART}"
        return args, whole

    def format_completion(self, item: CompletionItem[str]) -> str:
        return f"{item.type},{item.value.removeprefix(self.kept)}"


def _with_colons(words: Iterable[str]) -> list[str]:
    joined: list[str] = []
    for word in words:
        if joined and (word == PART or joined[-1].endswith(PART)):
            joined[-1] += word
        else:
            joined.append(word)
    return joined


add_completion_class(Bash)

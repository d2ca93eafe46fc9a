"""`--help` in the current language: the texts of the commands, and click's own words."""

from __future__ import annotations

import re
from copy import copy
from inspect import cleandoc
from typing import TYPE_CHECKING

import click
from click import core, decorators, exceptions, formatting, parser, termui, types

from adjudicator import prose
from adjudicator.prose import ENGLISH, phrase, spoken

if TYPE_CHECKING:
    from collections.abc import Sequence

HELP, CLICK = "help", "click"  # sections of the language file
VERBATIM = "\b"  # click does not wrap such a paragraph: commands, some followed by a remark
REMARK = re.compile(r"(?<=\S)(\s{2,})(\S.*)$", re.MULTILINE)


def speak_click() -> None:
    """Replaces gettext in click, which needs compiled catalogues; ours are in TOML."""
    for module in (core, decorators, exceptions, formatting, parser, termui, types):
        for name, say in (("_", _say), ("ngettext", _say_number)):
            if hasattr(module, name):
                setattr(module, name, say)


def _say(text: str) -> str:
    return phrase(CLICK, text)


def _say_number(one: str, more: str, number: int) -> str:
    return phrase(CLICK, one if number == 1 else more)


def in_words(command: click.Command) -> click.Command:
    """The command with its help in the current language."""
    if spoken() == ENGLISH:
        return command
    own = copy(command)
    own.help = translated(command.help)
    own.short_help = command.short_help and phrase(HELP, command.short_help)
    own.params = [_option_in_words(option) for option in command.params]
    return own


def _option_in_words(option: click.Parameter) -> click.Parameter:
    if not isinstance(option, click.Option) or not option.help:
        return option
    own = copy(option)
    own.help = phrase(HELP, option.help)
    return own


def translated(text: str | None) -> str | None:
    return text and "\n\n".join(_paragraph(paragraph) for paragraph in paragraphs(text))


def paragraphs(text: str) -> Sequence[str]:
    return re.split(r"\n\s*\n", cleandoc(text))


def _paragraph(text: str) -> str:
    if not text.startswith(VERBATIM):
        return phrase(HELP, " ".join(text.split()))
    lines = (REMARK.sub(lambda found: found[1] + phrase(HELP, found[2]), line) for line in text.split("\n"))
    return "\n".join(phrase(HELP, line) for line in lines)


def retold(error: click.UsageError) -> click.UsageError:
    """The error in the current language; click's own messages are translated already."""
    message = prose.retold(error.message)
    if type(error) is click.UsageError:
        return click.UsageError(message, error.ctx)
    if type(error) is click.BadParameter:
        return click.BadParameter(message, error.ctx, error.param, error.param_hint)
    return error


def language_in(args: Sequence[str]) -> str | None:
    """The value of the last `--lang`, wherever it is, so that a `--help` before it uses it too."""
    language = None
    for place, word in enumerate(args):
        name, equals, value = word.partition("=")
        if name == "--lang":
            language = value if equals else next(iter(args[place + 1 :]), None)
    return language

"""The command line. It only passes on questions and answers; heavy imports happen when they are needed."""

from __future__ import annotations

import io
import json
import os
import sys
from typing import TYPE_CHECKING, Any

import click

from adjudicator import extras, prose
from adjudicator.cli import completing, helping
from adjudicator.errors import AdjudicatorError, quote
from adjudicator.prose import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.metadata import EntryPoint

UNREADABLE = 2
INTERRUPTED, BROKEN_PIPE = 130, 141  # exit codes as shells report signals
COMMANDS = "adjudicator.commands"


def _language_of(args: Sequence[str]) -> str:
    """The language of `--lang`, else that of the terminal."""
    variables = map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))
    return prose.language_of(helping.language_in(args) or next(filter(None, variables), ""))


def _one_of_ours(_: click.Context, __: click.Parameter, tag: str | None) -> None:
    """A terminal may be set to any language; only an explicit request for a missing one is an error."""
    if tag is not None and not prose.speaks(tag):
        ours = ", ".join(prose.LANGUAGES)
        raise click.BadParameter(phrase("terminal", "{tag} is not one of {ours}.", tag=quote(tag), ours=ours))


def _language_option() -> click.Option:
    return click.Option(
        ["--lang"],
        metavar="LANGUAGE",
        expose_value=False,
        callback=_one_of_ours,
        shell_complete=completing.languages,
        help="The language of the output: en or de. By default that of the terminal (LANG).",
    )


class Commands(click.Group):
    """All commands, including those of games and the service, by entry point (`adjudicator.commands`).

    Turns our errors into one line on standard error and exit code 2.
    """

    def main(self, args: Sequence[str] | None = None, *more: Any, **extra: Any) -> Any:
        """Sets the language first, so that help and errors in the arguments use it."""
        helping.speak_click()
        with prose.speaking(_language_of(sys.argv[1:] if args is None else args)):
            return super().main(args, *more, **extra)

    def list_commands(self, _: click.Context) -> list[str]:
        from importlib.metadata import entry_points

        return sorted(entry_points(group=COMMANDS).names)

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        from importlib.metadata import entry_points

        for point in entry_points(group=COMMANDS, name=cmd_name):
            command = self._loaded(point)
            if not any(option.name == "lang" for option in command.params):
                command.params.append(_language_option())
            return helping.in_words(command)
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as error:  # click knows only commands of `self.commands`
            names = self.list_commands(ctx)
            raise click.exceptions.NoSuchCommand(error.command_name, possibilities=names, ctx=ctx) from None

    def get_help(self, ctx: click.Context) -> str:
        return click.Group.get_help(helping.in_words(self), ctx)

    def _loaded(self, point: EntryPoint) -> click.Command:
        """The command or, if packages of an extra are missing, one that names the extra."""
        try:
            command: click.Command = point.load()
        except ImportError as error:
            lacking = extras.missing(error)
            if lacking is None:
                raise
            command = _unavailable(point.name, lacking)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with extras.told():  # covers imports while a command runs
                return super().invoke(ctx)
        except click.UsageError as error:  # shown by click
            raise helping.retold(error) from None
        except AdjudicatorError as error:
            if ctx.obj and ctx.obj.get("json"):
                click.echo(json.dumps({"error": error.to_json()}, ensure_ascii=False), err=True)
            else:
                click.echo(f"{phrase('terminal', 'error:')} {_told(error)} [{error.code}]", err=True)
            ctx.exit(UNREADABLE)
        except KeyboardInterrupt:  # click would exit with 1, which means "invalid"
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:  # the reader has closed the pipe
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(BROKEN_PIPE)
        except OSError as error:
            click.echo(
                f"{phrase('terminal', 'error:')} {phrase('system', error.strerror or str(error))}", err=True
            )
            ctx.exit(UNREADABLE)


def _told(error: AdjudicatorError) -> str:
    """In the language that is spoken; each fault of the settings is a sentence of its own."""
    if error.code != "bad_configuration":
        return prose.retold(error.message)
    faults = [prose.retold(f"{fault}.").removesuffix(".") for fault in error.details["faults"]]
    return f"{'; '.join(faults)}."


def _unavailable(name: str, lacking: extras.MissingExtra) -> click.Command:
    @click.command(
        name,
        short_help=f"Needs adjudicator[{lacking.details['extra']}].",
        help=lacking.message,
        context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
    )
    def unavailable() -> None:
        raise lacking

    return unavailable


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="adjudicator")
@click.pass_context
def main(ctx: click.Context) -> None:
    """The referee for chemistry games.

    \b
    Ask whether something is a compound by the rules of your game:
      adjudicator judge MgNOONOO
      adjudicator judge "Fe2(SO4)3" --rules compoundit:standard
      adjudicator judge C2H6O --rules compoundit:expert --draw ethanol.svg
      adjudicator rulesets
      adjudicator reference C2H6O
    """
    ctx.ensure_object(dict)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # some terminals cannot show −
            stream.reconfigure(errors="backslashreplace")


main.params.append(_language_option())

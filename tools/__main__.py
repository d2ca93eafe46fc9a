"""`python -m tools`: what developers of this program run beside `make`; `--help` lists it."""

from __future__ import annotations

import importlib

import click

COMMANDS = {"bench": "benchmarks.table", "tournaments": "tools.tournaments"}


class Commands(click.Group):
    """Commands by name, each in a module of its own that is imported when it is needed."""

    def __init__(self, name: str, modules: dict[str, str], about: str) -> None:
        super().__init__(name, help=about, context_settings={"help_option_names": ["-h", "--help"]})
        self.modules = modules

    def list_commands(self, _: click.Context) -> list[str]:
        return sorted(self.modules)

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.modules:
            return None
        command: click.Command = getattr(importlib.import_module(self.modules[cmd_name]), cmd_name)
        return command


main = Commands("tools", COMMANDS, "What developers of this program run beside `make`.")

if __name__ == "__main__":
    main(prog_name="python -m tools")

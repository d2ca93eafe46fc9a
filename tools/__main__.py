"""`python -m tools`: what developers of this program run beside `make`; `--help` lists it."""

from __future__ import annotations

import importlib

import click

# The object that holds a command is called as the command is, with an underscore where Python keeps the word.
MEASURES = (
    "accuracy",
    "attacks",
    "install",
    "names",
    "pages",
    "pocket",
    "reading",
    "shown",
    "tables",
    "taps",
)
HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Commands(click.Group):
    """Commands by name, each imported when it is needed from the module that has it."""

    def __init__(self, name: str, about: str, modules: dict[str, str]) -> None:
        super().__init__(name, help=about, context_settings=HELP)
        self.modules = modules

    def list_commands(self, _: click.Context) -> list[str]:
        return sorted({*self.modules, *self.commands})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.modules:
            return super().get_command(ctx, cmd_name)
        try:
            module = importlib.import_module(self.modules[cmd_name])
        except ModuleNotFoundError as error:
            raise click.ClickException(f"{error.name} is not installed: run `make .venv/.dev`.") from error
        command: click.Command = getattr(module, cmd_name, None) or getattr(module, f"{cmd_name}_")
        return command


main = Commands(
    "tools",
    """What developers of this program run beside `make`.

    A command changes files of the repository only with --write, and says otherwise what it would change.
    """,
    {
        "bench": "benchmarks.table",
        "derive": "tools.derive",
        "exercises": "tools.exercises",
        "photograph": "tools.photograph",
        "positions": "tools.positions",
        "record": "tools.record",
        "tournaments": "tools.tournaments",
        "train": "tools.reading.command",
    },
)
GROUPS = {
    "measure": (
        "Measure one thing that is not in the table of benchmarks.",
        {name: f"benchmarks.measures.{name}" for name in MEASURES},
    ),
    "drive": ("Let simulated people use the service.", dict.fromkeys(("class", "lesson"), "tools.drive")),
    "kill": ("Kill services, and check what is left.", dict.fromkeys(("games", "service"), "tools.kill")),
}
for title, (about, modules) in GROUPS.items():
    main.add_command(Commands(title, about, modules))

if __name__ == "__main__":
    main(prog_name="python -m tools")

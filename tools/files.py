"""What commands share: a file of the repository changes only with --write."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[1]
writing = click.option(
    "--write", is_flag=True, help="Write the files; without it, only say what would change."
)


def settle(files: Mapping[Path, str | bytes], *, write: bool) -> None:
    """Writes the files that differ from what is there, or says how they differ."""
    for path, content in files.items():
        new = content.encode() if isinstance(content, str) else content
        old = path.read_bytes() if path.exists() else b""
        shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        if new == old:
            click.echo(f"{shown}: as it is")
            continue
        if write:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(new)
        click.echo(f"{shown}: {_difference(old, new)}{'' if write else '; --write would write it'}")


def _difference(old: bytes, new: bytes) -> str:
    try:
        before, after = old.decode().splitlines(), new.decode().splitlines()
    except UnicodeDecodeError:
        return f"{len(old):,} bytes become {len(new):,}"
    lines = [line[:1] for line in difflib.unified_diff(before, after, n=0, lineterm="")][2:]
    return f"{lines.count('+')} lines more, {lines.count('-')} less"

"""docs/settings.md, from the settings themselves; a test fails when it has fallen behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator_api.config import OTHERS, PREFIX, settings
from tools.files import ROOT

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """# Settings

Every setting of `adjudicator serve` is an option and an environment variable; the option wins. What cannot
work is said in one sentence at the start, with exit code 2. This page is written by
`python -m tools derive settings`.

| option | environment | default | what it means |
|---|---|---|---|
"""
REST = """
The judge reads these itself, in the service and on the command line; they are variables only:

| environment | what it means |
|---|---|
"""


def files() -> dict[Path, str]:
    lines = []
    for setting in settings():
        least, most = setting.metadata["least"], setting.metadata["most"]
        bounds = f" From {least} to {most:,}." if most else ""
        default = f"`{setting.default}`" if setting.default != "" else "none"
        option, variable = setting.name.replace("_", "-"), PREFIX + setting.name.upper()
        lines.append(f"| `--{option}` | `{variable}` | {default} | {setting.metadata['about']}{bounds} |")
    rest = [f"| `{PREFIX}{name}` | {about} |" for name, about in OTHERS.items()]
    return {ROOT / "docs/settings.md": HEAD + "\n".join(lines) + "\n" + REST + "\n".join(rest) + "\n"}

"""Writes docs/settings.md from the settings themselves; a test fails when it has fallen behind."""

from __future__ import annotations

from pathlib import Path

from adjudicator_api.config import PREFIX, settings

PAGE = Path(__file__).parents[1] / "docs" / "settings.md"
HEAD = """# Settings

Every setting of `adjudicator serve` is an option and an environment variable; the option wins. What cannot
work is said in one sentence at the start, with exit code 2. This page is written by
`python -m tools.settings`.

| option | environment | default | what it means |
|---|---|---|---|
"""


def page() -> str:
    lines = []
    for setting in settings():
        least, most = setting.metadata["least"], setting.metadata["most"]
        bounds = f" From {least} to {most:,}." if most else ""
        default = f"`{setting.default}`" if setting.default != "" else "none"
        option, variable = setting.name.replace("_", "-"), PREFIX + setting.name.upper()
        lines.append(f"| `--{option}` | `{variable}` | {default} | {setting.metadata['about']}{bounds} |")
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

"""The examples of a Markdown page, run as a reader would: in one folder, in one shell, from top to bottom.

`console` blocks are commands and their output, where … stands for any text and a line `...` for any lines.
`pycon` blocks are a session of Python. A block that begins with `# name.py` or `# name.toml` is that file.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# ([\w/]+\.(?:py|toml))\n")
HOST = "127.0.0.1:8000"  # the service's address in the pages
END = "\x1e"


@dataclass(frozen=True)
class Step:
    command: str
    shown: str


def blocks(text: str) -> list[tuple[str, str]]:
    """Language and content."""
    return [(found[1], found[2]) for found in BLOCK.finditer(text)]


def steps(block: str) -> Iterator[Step]:
    """`$ ` begins a command; after an open quote or backslash it continues in lines that begin with `> `."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        first, *rest = part.splitlines()
        more = [line for line in rest if line.startswith("> ")]
        command = "\n".join([first, *(line.removeprefix("> ") for line in more)])
        yield Step(command, "".join(f"{line}\n" for line in rest[len(more) :]))


def expected(shown: str) -> re.Pattern[str]:
    lines = [
        r"(?:.*\n)*" if line == "..." else re.escape(line).replace("…", ".*") + r"\n"
        for line in shown.splitlines()
    ]
    return re.compile("".join(lines))


def write_files(text: str, folder: Path) -> None:
    """The files that a page shows completely."""
    for language, block in blocks(text):
        named = FILE.match(block)
        if named and language in {"python", "toml"}:
            (folder / named[1]).parent.mkdir(parents=True, exist_ok=True)
            (folder / named[1]).write_text(block, encoding="utf-8")


def follow(text: str, folder: Path, environment: Mapping[str, str], host: str = HOST) -> str:
    """Writes the files of a page and runs its commands; returns those whose output differs."""
    write_files(text, folder)
    found = commands_of(text)
    return "\n".join(
        f"$ {step.command}\n--- shown\n{step.shown}--- printed\n{text}"
        for step, text in zip(found, printed_by(found, folder, environment, host), strict=True)
        if not expected(step.shown).fullmatch(text)
    )


def commands_of(text: str) -> list[Step]:
    return [step for language, block in blocks(text) if language == "console" for step in steps(block)]


def printed_by(
    found: Sequence[Step], folder: Path, environment: Mapping[str, str], host: str = HOST
) -> list[str]:
    """What each command prints, in one shell."""
    script = [f"{step.command}\nprintf '{END}'\n" for step in found]
    run = subprocess.run(
        ["bash", "-c", "exec 2>&1\n" + "".join(script).replace(HOST, host)],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    printed = run.stdout.replace(host, HOST).split(END)[:-1]
    assert len(printed) == len(found), run.stdout[-500:]
    return [text if not text or text.endswith("\n") else f"{text}\n" for text in printed]


def session(text: str) -> str:
    """The `pycon` blocks of a page, as doctest reads them."""
    return "\n".join(block for language, block in blocks(text) if language == "pycon")

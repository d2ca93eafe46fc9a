"""`python -m benchmarks`: one table of every figure; --only NAME for some of it, --json for a program."""

from __future__ import annotations

import argparse
import json
import sys

from benchmarks import harness


def main() -> None:
    parts = harness.parts()
    names = [part.name for part in parts]
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", action="append", choices=names, metavar="NAME", help=", ".join(names))
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    chosen = [part for part in parts if not options.only or part.name in options.only]

    machine = harness.machine()
    if not options.json:
        show("This machine", machine)
    measured = {}
    for part in chosen:
        if sys.stderr.isatty():
            print(f"measuring {part.name} ...", end="\r", file=sys.stderr, flush=True)
        measured[part.name] = part.rows()
        if not options.json:
            show(part.title, measured[part.name])
    if options.json:
        print(json.dumps({"machine": dict(machine), **measured}, ensure_ascii=False, indent=2))


def show(title: str, rows: list[harness.Row]) -> None:
    print(title)
    for label, figure in rows:
        print(f"  {label:<58}  {figure}")
    print(flush=True)


if __name__ == "__main__":
    main()

"""The scripts and the styles of a page as one file each, put together by the server: no build step.

Scripts are written as ES modules. Here each becomes a function that is called once and gives back what it
exports, in the order in which they need each other. Cycles and exports that change are refused.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.hues import COLOURS, FAMILIES, SQUARES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

STATIC = Path(__file__).parent / "static"
_EVERYWHERE = ("tokens", "frame", "tile", "shared")
SHEETS = (*_EVERYWHERE, "pages")
TABLE_SHEETS = (*_EVERYWHERE, "table", "lobby")  # in place of the others: a table has little of the judge

SHARED = "#js/"  # how the table of a game names the scripts of all pages; package.json has it for Node
_IMPORT = re.compile(
    r'^import (?:(\{[^}]*\}|\* as \w+) from )?"((?:\.{1,2}/|#js/)[\w./-]+)";\n', re.MULTILINE
)
_LATER = re.compile(r'\bimport\("((?:\.{1,2}/|#js/)[\w./-]+)"\)')  # what is loaded when it is needed
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^ *(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
_TYPE = re.compile(r"/\*\*[^\n]*?\*/ ?")  # within a line
_INDENT = re.compile(r"^ +", re.MULTILINE)  # no text of ours goes on in the next line
_CSS_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


class BundlingError(Exception):
    """A module that cannot be put together with others."""


def script(entry: str, folder: Path = STATIC) -> str:
    """A module of a folder and everything it imports, there or from the shared scripts, as one script."""
    return "".join(_modules(entry, folder).values())


def style(*sheets: str) -> str:
    return short_style(
        "".join((STATIC / "css" / f"{sheet}.css").read_text(encoding="utf-8") for sheet in sheets)
    )


def short_style(text: str) -> str:
    return _INDENT.sub("", _CSS_COMMENT.sub("", text))


def hues() -> str:
    """The colours of families and squares as properties; the hue of whatever shows a family or a colour.

    A colour comes after the families: what has both, as the sets of a board, shows the colour.
    """
    shades = {
        f"{name}{part}": pair
        for name, hue in FAMILIES.items()
        for part, pair in (("", hue.ground), ("-edge", hue.edge), ("-ink", hue.ink))
    } | SQUARES
    properties = "".join(f" --{name}: light-dark({', '.join(pair)});" for name, pair in shades.items())
    chosen = (
        f'[family="{name}"] {{ --hue: var(--{name}); '
        f"--hue-edge: var(--{name}-edge); --hue-ink: var(--{name}-ink); }}\n"
        for name in FAMILIES
    )
    coloured = (
        f'[colour="{name}"] {{ --hue: light-dark({", ".join(one.ground)}); '
        f"--hue-edge: light-dark({', '.join(one.edge)}); --hue-ink: var(--ink); }}\n"
        for name, one in COLOURS.items()
    )
    return f":root {{{properties} }}\n{''.join(chosen)}{''.join(coloured)}"


# --- what is played -----------------------------------------------------------------------------------------
#
# Who sits down comes from the page that sets the table up. What both pages run is a file of its own, and the
# second page has it already.


def played_script() -> str:
    """The modules that the pages before a game and every table have in common, for the others to import."""
    common = _common()
    return f"{''.join(common.values())}export {{ {_names(common)} }};\n"


def lobby_script(address: str) -> str:
    """The pages before a game; `address` is that of what they have in common with tables."""
    return _after(address, _modules("js/play.js", STATIC))


def table_script(address: str, later: str, folder: Path | None) -> str:
    """The frame of all tables with the table in a game's folder, or with the plain one.

    What it loads when it is needed is at the address `later`.
    """
    modules, inside = _of_table(folder)
    own = [path for path in modules if path not in _common()]
    load = f'const $later = (name) => import("{later}").then((all) => all[name]);\n'
    return f"{load}{_after(address, modules)}export {{ {_names(own, inside)} }};\n"


def later_script(address: str, table: str, folder: Path | None) -> str:
    """What the script of a table loads when it is needed."""
    modules, inside = _of_table(folder)
    added: dict[Path, str] = {}
    for path, found in _laters(modules):
        _add(_target(path, found), inside, added, ())
    more = {path: text for path, text in added.items() if path not in modules}
    own = [path for path in modules if path not in _common()]
    return (
        f'import {{ {_names(_common(), inside)} }} from "{address}";\n'
        f'import {{ {_names(own, inside)} }} from "{table}";\n'
        f"{''.join(more.values())}export {{ {_names(more, inside)} }};\n"
    )


def _of_table(folder: Path | None) -> tuple[dict[Path, str], Path]:
    """The modules of a table, and the folder that its own ones are in."""
    inside = (folder or STATIC).resolve()
    return _modules("table.js" if folder else "js/table/plain.js", inside), inside


def _laters(modules: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    for path in modules:
        for found in _LATER.finditer(path.read_text(encoding="utf-8")):
            yield path, found[1]


@cache
def _common() -> Mapping[Path, str]:
    tables = _modules("js/table/plain.js", STATIC)
    return {path: text for path, text in _modules("js/play.js", STATIC).items() if path in tables}


def _after(address: str, modules: dict[Path, str]) -> str:
    common = {path: text for path, text in _common().items() if path in modules}
    rest = "".join(text for path, text in modules.items() if path not in common)
    return f'import {{ {_names(common)} }} from "{address}";\n{rest}'


def _names(modules: Iterable[Path], inside: Path = STATIC) -> str:
    return ", ".join(_name(path, inside) for path in modules)


# --- modules ------------------------------------------------------------------------------------------------


def _modules(entry: str, folder: Path) -> dict[Path, str]:
    """A module and everything it imports, each after what it needs."""
    done: dict[Path, str] = {}
    _add((folder / entry).resolve(), folder.resolve(), done, ())
    return done


def _add(path: Path, folder: Path, done: dict[Path, str], above: tuple[Path, ...]) -> None:
    if path in done:
        return
    if path in above:
        raise BundlingError(f"{path.name} imports itself, by way of {', '.join(one.name for one in above)}")
    source = path.read_text(encoding="utf-8")
    for found in _IMPORT.finditer(source):
        _add(_target(path, found[2]), folder, done, (*above, path))
    done[path] = _wrapped(path, folder, source)


def _wrapped(path: Path, folder: Path, source: str) -> str:
    exported = _EXPORT.findall(source)

    def taken(found: re.Match[str]) -> str:
        wanted, address = found.groups()
        if wanted is None:
            return ""
        names = wanted.removeprefix("* as ") if wanted.startswith("*") else wanted.replace(" as ", ": ")
        return f"const {names} = {_name(_target(path, address), folder)};\n"

    body = _EXPORT.sub("", _IMPORT.sub(taken, source))
    body = _LATER.sub(lambda found: f'$later("{_name(_target(path, found[1]), folder)}")', body)
    rest = re.search(r"^(import|export)\b.*", body, re.MULTILINE)
    if rest:
        raise BundlingError(f"{path.name}: cannot put together {rest[0]!r}")
    body = _INDENT.sub("", _TYPE.sub("", _COMMENT.sub("", body)))
    return f"const {_name(path, folder)} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();\n"


def _target(path: Path, address: str) -> Path:
    if address.startswith(SHARED):
        return (STATIC / "js" / address.removeprefix(SHARED)).resolve()
    return (path.parent / address).resolve()


def _name(path: Path, folder: Path) -> str:
    shared = STATIC.resolve()
    inside = path.relative_to(shared) if path.is_relative_to(shared) else "own" / path.relative_to(folder)
    return "$" + re.sub(r"\W", "_", inside.with_suffix("").as_posix())

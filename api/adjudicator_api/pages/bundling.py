"""Bundles the scripts and the styles of a page into one file each, in the server: there is no build step.

Scripts are ES modules. Each becomes a function that is called once and returns its exports, in the order of
their dependencies. Cycles and mutable exports are refused.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.hues import COLOURS, CRYSTALS, FAMILIES, SQUARES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

STATIC = Path(__file__).parent / "static"
_EVERYWHERE = ("tokens", "frame", "tile", "shared")
SHEETS = (*_EVERYWHERE, "pages")
TABLE_SHEETS = (
    *_EVERYWHERE,
    "table",
    "lobby",
)  # instead of the other pages' sheets: a table shares little with the judge

SHARED = "#js/"  # prefix by which a game's table imports the shared scripts; package.json defines it for Node
_IMPORT = re.compile(
    r'^import (?:(\{[^}]*\}|\* as \w+) from )?"((?:\.{1,2}/|#js/)[\w./-]+)";\n', re.MULTILINE
)
_LATER = re.compile(r'\bimport\("((?:\.{1,2}/|#js/)[\w./-]+)"\)')  # a module loaded on demand
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
_COMMENT = re.compile(r"^ *(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
_TYPE = re.compile(r"/\*\*[^\n]*?\*/ ?")  # within a line
_REMARK = re.compile(r"(?<=[;,{}(\[]) //[^\n]*|\n(?=\n)")  # at the end of a line, and empty lines
_INDENT = re.compile(r"^ +", re.MULTILINE)  # our scripts have no strings of several lines
_GOES_ON = re.compile(r"(?<=[,(\[{])\n")  # a line that the next one continues
_CSS_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)


class BundlingError(Exception):
    """A module that cannot be bundled."""


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
    """The colours of families and squares as custom properties, and the hue of elements that show one.

    Colours come after families: what has both, like the sets of a board, shows the colour.
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
    crystals = (
        f'[crystal="{name}"] {{ --hue: light-dark({", ".join(one.ground)}); '
        f"--hue-edge: light-dark({', '.join(one.edge)}); --hue-ink: var(--ink); "
        f"--on-hue: light-dark({', '.join(one.ink or ())}); }}\n"
        for name, one in CRYSTALS.items()
    )
    return f":root {{{properties} }}\n{''.join(chosen)}{''.join(coloured)}{''.join(crystals)}"


# --- what is played -----------------------------------------------------------------------------------------
#
# Players come to a table from the page that sets it up. The modules of both pages are a separate file, which
# the browser has already loaded by then.


def played_script() -> str:
    """The modules shared by the pages before a game and by every table, for the other scripts to import."""
    return _shared(_common())


def before_script(page: str, address: str) -> str:
    """A page before a game; `address` is that of the script that it shares with tables."""
    return _after(address, _modules(f"js/{page}.js", STATIC), _common())


def table_script(address: str, later: str, folder: Path | None) -> str:
    """The frame of all tables with the table of a game's folder, or with the plain one.

    Modules loaded on demand are at the address `later`.
    """
    modules, inside = _of_table(folder)
    own = [path for path in modules if path not in _common()]
    load = f'const $later = (name) => import("{later}").then((all) => all[name]);\n'
    return f"{load}{_after(address, modules, _common())}export {{ {_names(own, inside)} }};\n"


def later_script(address: str, table: str, folder: Path | None) -> str:
    """The modules that a table's script loads on demand."""
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
    """The modules of a table, and the folder of its own ones."""
    inside = (folder or STATIC).resolve()
    return _modules("table.js" if folder else "js/table/plain.js", inside), inside


def _laters(modules: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    for path in modules:
        for found in _LATER.finditer(path.read_text(encoding="utf-8")):
            yield path, found[1]


@cache
def _common() -> Mapping[Path, str]:
    tables = _modules("js/table/plain.js", STATIC)
    return {path: text for path, text in _modules("js/set_up.js", STATIC).items() if path in tables}


# --- pages that take each other's place in one document -----------------------------------------------------


def exchange_script() -> str:
    """The modules that stay in the document, for the scripts of its pages to import."""
    return _shared(_staying())


def exchanged_script(address: str, page: str, words: str) -> str:
    """A page that can be shown again in the same document; `address` is that of the modules that stay.

    Everything else of the page is inside of a function: its state begins anew with every visit, and nothing
    of a page that was left is kept. `words` is the statement that has its sentences.
    """
    modules = _modules(f"js/{page}.js", STATIC)
    own = "".join(text for path, text in modules.items() if path not in _staying())
    imports = f'import {{ {_names(_staying())} }} from "{address}";\n'
    return f"{imports}export const open = () => {{\n{words}{own}}};\nopen();\n"


@cache
def _staying() -> Mapping[Path, str]:
    return _modules("js/exchange.js", STATIC)


def _shared(modules: Mapping[Path, str]) -> str:
    return f"{''.join(modules.values())}export {{ {_names(modules)} }};\n"


def _after(address: str, modules: dict[Path, str], common: Mapping[Path, str]) -> str:
    """Modules without the common ones, which are imported from that address."""
    used = [path for path in common if path in modules]
    rest = "".join(text for path, text in modules.items() if path not in common)
    return f'import {{ {_names(used)} }} from "{address}";\n{rest}'


def _names(modules: Iterable[Path], inside: Path = STATIC) -> str:
    return ", ".join(_name(path, inside) for path in modules)


# --- modules ------------------------------------------------------------------------------------------------


def _modules(entry: str, folder: Path) -> dict[Path, str]:
    """A module and everything it imports, dependencies first."""
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

    def taken(statement: re.Match[str]) -> str:
        wanted, address = statement.groups()
        if wanted is None:
            return ""
        names = wanted.removeprefix("* as ") if wanted.startswith("*") else wanted.replace(" as ", ": ")
        return f"const {names} = {_name(_target(path, address), folder)};\n"

    body = _EXPORT.sub("", _IMPORT.sub(taken, source))
    body = _LATER.sub(lambda found: f'$later("{_name(_target(path, found[1]), folder)}")', body)
    rest = re.search(r"^(import|export)\b.*", body, re.MULTILINE)
    if rest:
        raise BundlingError(f"{path.name}: cannot put together {rest[0]!r}")
    body = _REMARK.sub("", _INDENT.sub("", _TYPE.sub("", _COMMENT.sub("", body))))
    body = _GOES_ON.sub("", body).lstrip("\n")
    return f"const {_name(path, folder)} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();\n"


def _target(path: Path, address: str) -> Path:
    if address.startswith(SHARED):
        return (STATIC / "js" / address.removeprefix(SHARED)).resolve()
    return (path.parent / address).resolve()


def _name(path: Path, folder: Path) -> str:
    shared = STATIC.resolve()
    inside = path.relative_to(shared) if path.is_relative_to(shared) else "own" / path.relative_to(folder)
    return "$" + re.sub(r"\W", "_", inside.with_suffix("").as_posix())

"""Verdicts and rule sets for a terminal, with the numbers aligned under the tiles."""

from __future__ import annotations

import os
import sys
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from adjudicator import prose
from adjudicator.chem.elements import METALS
from adjudicator.chem.formula import Formula, Written
from adjudicator.chem.formula.typeset import in_signs, prose_in_signs
from adjudicator.editions.labels import short_label
from adjudicator.languages.boxes import of_all_games
from adjudicator.prose import signed
from adjudicator.verdict import Outcome, Ruling

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from adjudicator.chem.formula import Tiles
    from adjudicator.reference.stability import Listing
    from adjudicator.verdict import Check, Facts, Known, Verdict

_COLOURS = {Ruling.VALID: "green", Ruling.INVALID: "red", Ruling.UNRESOLVED: "yellow"}
ICONS = {Ruling.VALID: "✔", Ruling.INVALID: "✘", Ruling.UNRESOLVED: "?"}
SIGNED = ("charge", "charges", "oxidation", "valence", "valences")  # columns of an edition
FORMULAS = ("formula", "card", "compounds")  # columns with a formula to set
# Columns with words to translate.
NAMES = (
    "name",
    "goal",
    "family",
    "text",
    "chemistry",
    "why",
    "lesson",
    "state",
    "tool",
    "reaction",
    "colour",
)
LONG = 40  # characters; longer cells are sentences
MARKS = {Outcome.PASS: "✔", Outcome.FAIL: "✘", Outcome.UNRESOLVED: "?"}


prose.register(
    prose.SHARED,
    {
        "terminal_no_boiling_point": lambda name, remark: (
            f"On record: {name}, without a boiling point{f': {remark}' if remark else ''}."
        ),
        "terminal_found": lambda formula, number: f"{formula}: {number or 'nothing'} on record",
    },
)


def console(*, stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr)


def _styled(text: str, **style: Any) -> str:
    """Adds colour, only on a terminal without NO_COLOR."""
    if os.environ.get("NO_COLOR") or not sys.stdout.isatty():
        return text
    return click.style(text, **style)


def _say(code: str, **params: Any) -> str:
    """A part of a line that only the terminal shows, in the current language."""
    return prose.part(f"terminal_{code}", **params)


def heading(ruling: Ruling, title: str) -> str:
    word = _styled(
        f" {ICONS[ruling]} {_say(ruling.value).upper()} ", bold=True, reverse=True, fg=_COLOURS[ruling]
    )
    return f"{word}  {_styled(title, bold=True)}"


def verdict(verdict: Verdict, asked: Tiles | Formula | None = None) -> str:
    colour = _COLOURS[verdict.ruling]
    title = "  ".join(filter(None, [in_signs(_title(verdict, asked)), verdict.shown_name]))
    lines = [heading(verdict.ruling, title), ""]
    picture = _picture(verdict)
    if picture:
        lines += [*picture, ""]
    by = f"{_say('legal_by', rules=_set(verdict.accepted_by[0]))} " if verdict.accepted_by else ""
    lines += [_styled(prose_in_signs(f"{by}{verdict.decisive.message}"), fg=colour), ""]
    lines += _check_lines([check for check in verdict.checks if check.set or not check.passed])
    lines += ["", *_on_record(verdict)]
    authority = f" · {verdict.authority}" if verdict.authority else ""
    lines.append(_styled(f"{verdict.rules} · {short_label(verdict.edition)}{authority}", dim=True))
    return "\n".join(lines)


def _title(verdict: Verdict, asked: Tiles | Formula | None) -> str:
    """The formula as it was written: C2H5OH, whose composition dimethyl ether has as well.

    A run of tiles is written so where it begins with a metal and needs no numbers: CaFCl, AlOOH.
    """
    if isinstance(asked, Formula):
        return str(Written.of(asked)) if asked.text else verdict.formula
    shown = verdict.formula
    if asked is None or asked[0] not in METALS or not {",", ")"}.isdisjoint(shown[:-1]):
        return shown  # Li, Na, K and Mg(OH)Cl
    text = "".join(asked)
    same = text == shown.replace("(", "").replace(")", "")
    return text if same or len(set(asked)) == len(asked) else shown


def _set(name: str) -> str:
    """The readable name of the set of rules that a check belongs to."""
    return prose.phrase("sets", name)


def _check_lines(checks: Sequence[Check]) -> list[str]:
    labels = [f"{_set(check.set) if check.set else _say('run')} {check.rule}" for check in checks]
    width = max(map(len, labels))
    return [
        f"  {MARKS[check.outcome]} {label:<{width}}  {prose_in_signs(check.message)}"
        for check, label in zip(checks, labels, strict=True)
    ]


def _on_record(verdict: Verdict) -> list[str]:
    """What is known about the compound, apart from the rules (C-RULE-FIRST, of each game its own)."""
    remarks = [
        prose_in_signs(check.message) for check in verdict.checks if check.rule.endswith("-RULE-FIRST")
    ]
    known = verdict.known_shown
    if known is None:
        return remarks
    if known.boiling_point_k is None:
        return [*remarks, _say("no_boiling_point", name=known.name, remark=known.remark)]
    point = _point(known)
    return [*remarks, _say("on_record", name=known.name, point=point, source=known.source)]


def _point(known: Known) -> str:
    if known.boiling_point_k is None:
        return known.remark or _say("no_point")
    point = _say("point", kind=known.kind or "boils", at=_celsius(known.boiling_point_k))
    return f"{point}; {known.remark}" if known.remark else point


def compounds(formula: Formula, written: str, listing: Listing, authority: str) -> str:
    """Known compounds of a formula: name, boiling point, structure and source."""
    from adjudicator.chem.lewis import refuse_network
    from adjudicator.chem.naming import names

    text = in_signs(written)
    word = None if listing.compounds else _kind_of(formula)
    called = names(formula, language=prose.spoken()) if word else ()
    if word and called:
        found = _say(word, formula=text, name=called[0])
    else:
        found = _say("found", formula=text, number=len(listing.compounds))
    lines, solid = [_styled(found, bold=True)], refuse_network(formula)
    for known in (compound.shown for compound in listing.compounds):
        parts = [_point(known), *([] if solid else [known.smiles]), known.source]
        lines += [f"  {known.name}", f"    {'  ·  '.join(parts)}"]
    lines += [f"    {solid.message}"] if solid and listing.compounds else []
    lines += [f"  ? {failure.source}: {failure.reason}" for failure in listing.failures]
    lines += [f"  {prose_in_signs(formula.note)}"] if formula.note else []
    return "\n".join([*lines, _styled(authority, dim=True)])


def _kind_of(formula: Formula) -> str | None:
    """What is known of a substance that has no structure on record; None where nothing is."""
    from adjudicator.reference.salts import unmade
    from adjudicator.reference.substances import is_real_salt

    if formula.charge:
        return "ion"
    if len(formula.atoms) == 1:
        return "element" if formula.size == 1 else None
    if unmade(formula) == "solution":
        return "solution"
    if is_real_salt(formula):
        return "hydrate" if Written.of(formula).dry else "salt"
    return None


def _celsius(kelvin: float) -> str:
    return f"{kelvin - 273.15:.0f} °C".replace("-", "−")


def _picture(verdict: Verdict) -> list[str]:
    """The tiles with the evidence below: numbers or charges, and their sum."""
    wanted = verdict.accepted_by[0] if verdict.accepted_by else verdict.decisive.set
    for check in reversed(verdict.checks):
        if check.set == wanted and check.witness is not None:
            if "units" in check.witness:
                return _units(verdict.tiles, check.witness)
            if "numbers" in check.witness:
                return _numbers(verdict.tiles, check.witness)
    return []


def _numbers(cards: Sequence[str], witness: Facts) -> list[str]:
    tiles = [in_signs(card) for card in cards]  # a card of Ion may be SO4
    numbers = [signed(number) for number in witness["numbers"]]
    widths = [max(len(tile), len(number)) for tile, number in zip(tiles, numbers, strict=True)]
    top = "  ".join(f"{tile:>{width}}" for tile, width in zip(tiles, widths, strict=True))
    below = "  ".join(f"{number:>{width}}" for number, width in zip(numbers, widths, strict=True))
    return [f"  {top}", f"  {below}  = {signed(witness['sum'])}"]


def _units(tiles: Sequence[str], witness: Facts) -> list[str]:
    pieces = []
    for unit in witness["units"]:
        inside = " ".join(tiles[place] for place in unit["tiles"])
        pieces.append((f"( {inside} )" if len(unit["tiles"]) > 1 else inside, signed(unit["charge"])))
    widths = [max(len(piece), len(charge)) for piece, charge in pieces]
    top = "  ".join(f"{piece:^{width}}" for (piece, _), width in zip(pieces, widths, strict=True))
    below = "  ".join(f"{charge:^{width}}" for (_, charge), width in zip(pieces, widths, strict=True))
    return [f"  {top}".rstrip(), f"  {below}  = {signed(witness['sum'])}"]


def names(answer: Mapping[str, Any]) -> str:
    """The names of a substance; with a name to check, whether it is right and why."""
    if "substances" in answer:
        elsewhere = (f"  {prose_in_signs(one)}" for one in answer["elsewhere"])
        return "\n".join([*map(_meant, answer["substances"]), *elsewhere])
    note = f"\n  {prose_in_signs(answer['note'])}" if "note" in answer else ""
    return (_name_check(answer) if "answer" in answer else _called(answer)) + note


def _called(answer: Mapping[str, Any]) -> str:
    if not answer["name"]:
        return _say("no_name", formula=in_signs(answer["formula"]))
    isomers = answer["isomers"]
    also = [name for name in answer["names"][1:] if name not in isomers]
    lines = [
        f"\n  {_say(word)} {', '.join(listed)}"
        for word, listed in (("also", also), ("isomers", isomers))
        if listed
    ]
    return _styled(answer["name"], bold=True) + "".join(lines)


def _meant(substance: Mapping[str, Any]) -> str:
    """The substance that a name means: its formula, then its names."""
    first, *also = substance["names"] or [""]
    more = f"\n  {_say('also')} {', '.join(also)}" if also else ""
    return f"{_styled(in_signs(substance['formula']), bold=True)}  {first}{more}"


def _name_check(answer: Mapping[str, Any]) -> str:
    marks = {"right": ("✔", "green"), "wrong": ("✘", "red"), "unresolved": ("?", "yellow")}
    icon, colour = marks[answer["answer"]]
    word = _styled(f" {icon} {_say(answer['answer']).upper()} ", bold=True, reverse=True, fg=colour)
    title = _styled(in_signs(answer["formula"]), bold=True)
    lines = [f"{word}  {title}", "", prose_in_signs(answer["message"])]
    if answer["names"]:
        lines += ["", f"  {_say('names')} {', '.join(answer['names'][:8])}"]
    return "\n".join(lines)


def rulesets(listed: Sequence[Mapping[str, str]]) -> str:
    width = max(len(row["name"]) for row in listed)
    lines: list[str] = []
    game = ""
    for row in listed:
        if row["game"] != game:
            game = row["game"]
            lines += ["", _styled(game, bold=True)] if lines else [_styled(game, bold=True)]
        lines.append(f"  {row['name']:<{width}}  {row['description']}")
    lines += ["", _say("show_one")]
    return "\n".join(lines)


def ruleset(described: Mapping[str, Any]) -> str:
    """One rule set, with every table of its edition that is a list of rows."""
    edition = described["edition"]
    about = ((_word("sets"), ", ".join(described.get("sets", ()))), (_word("edition"), edition["label"]))
    width = max(len(word) for word, _ in about)
    lines = [_styled(described["name"], bold=True), *(f"  {word:<{width}}  {text}" for word, text in about)]
    for name, rows in edition.items():
        if isinstance(rows, list) and rows and isinstance(rows[0], dict):
            lines += ["", _styled(_word(name), bold=True), *_table(rows, described["name"].partition(":")[0])]
    return "\n".join(lines)


def _table(rows: Sequence[Mapping[str, Any]], game: str) -> list[str]:
    """The rows as a table. A column that is empty or 0 in every row is left out.

    Columns of sentences come last.
    """
    columns = [
        column
        for column in dict.fromkeys(chain.from_iterable(rows))
        if any(row.get(column) or column not in row for row in rows)
    ]
    columns.sort(key=lambda column: max(len(str(row.get(column, ""))) for row in rows) > LONG)
    cells = [
        [_word(column) for column in columns],
        *([_cell(_named(game, row.get(column), column), column) for column in columns] for row in rows),
    ]
    widths = [max(len(line[i]) for line in cells) for i in range(len(columns))]
    return [
        "  " + "  ".join(f"{cell:<{w}}" for cell, w in zip(line, widths, strict=True)).rstrip()
        for line in cells
    ]


def _word(name: str) -> str:
    """The readable name of a table or column of an edition, in the current language."""
    return of_all_games(name.replace("_", " "))


def _named(game: str, value: Any, column: str) -> Any:
    return prose.worded(game, value) if column in NAMES and isinstance(value, str) else value


def _cell(value: Any, column: str) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return _say("yes")
    if isinstance(value, dict):  # the units of a salt
        return " ".join(f"{number} {in_signs(kind)}" for kind, number in value.items())
    if isinstance(value, list):
        nested = any(isinstance(item, list) for item in value)
        return (", " if nested else " ").join(_cell(item, column) for item in value)
    if column in SIGNED and isinstance(value, int):
        return signed(value)
    return in_signs(value) if column in FORMULAS else str(value)

"""Every parser that meets bytes from outside: its work and memory grow with the input, up to its limit.

Counted in calls and bytes, never in seconds. Each is driven with nested, repeated and maximal input: at a quarter, at a
half and at the whole of its limit.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from werkzeug.test import EnvironBuilder

from adjudicator.batch.csv import Manner
from adjudicator.chem import naming
from adjudicator.chem.drawing import MAX_SMILES_LENGTH
from adjudicator.chem.formula import Formula, Tiles, Written
from adjudicator.chem.formula.condensed import read_condensed
from adjudicator.chem.formula.formula import MAX_LENGTH, MAX_TILES_LENGTH
from adjudicator.chem.lewis import Skeleton
from adjudicator.classroom.nicknames import is_fit
from adjudicator.editions.toml import parsed
from adjudicator.engine.replay import Record
from adjudicator.errors import AdjudicatorError
from adjudicator.exercises.questions import MAX_ANSWER, exercise_from_text, judge_answer
from adjudicator.exercises.sets import set_from_text
from adjudicator_api.config import Config
from adjudicator_api.games.playing.models import MAX_NAME
from adjudicator_api.http.addresses import Proxies
from adjudicator_api.http.languages import MAX_HEADER, of_environ
from adjudicator_api.http.operations import decode
from adjudicator_api.http.problems import Refused
from adjudicator_api.routes.editions import MAX_BODY
from adjudicator_api.routes.records import MAX_RECORD
from tests.support.steps import calls_of, peak_of

MARGIN = 1.35  # above twice as much for twice as much
FEW_CALLS, FEW_BYTES = 400, 64 * 1024  # differences that are no growth


@dataclass(frozen=True)
class Driven:
    """A parser, an input of about this length for it, and the longest that it has to take."""

    name: str
    parse: Callable[[Any], object]
    input: Callable[[int], Any]
    limit: int

    def run(self, length: int) -> None:
        given = self.input(length)
        with suppress(AdjudicatorError, Refused, ValueError, csv.Error):
            self.parse(given)

    def cost(self, length: int) -> tuple[int, int]:
        self.run(length)  # fills what is remembered between inputs
        return calls_of(partial(self.run, length), built_in=True), peak_of(partial(self.run, length))


def numbered(line: str, length: int) -> str:
    """The line again and again with its number, up to that length."""
    return "".join(line.format(n=n) for n in range(length // len(line.format(n=9999))))


def driven(parse: Callable[[Any], object], limit: int, **inputs: Callable[[int], Any]) -> list[Driven]:
    return [Driven(name, parse, made, limit) for name, made in inputs.items()]


def record_of(events: Any = (), **more: Any) -> dict[str, Any]:
    empty = {"schema": 2, "game": "ion", "edition": "x", "options": {}, "players": [], "result": None}
    return {**empty, "events": events, **more}


def in_lists(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


PROXIES = Proxies(Config(proxies=1))
EQUATION = exercise_from_text("balance:H2+O2=H2O")
ALL = [
    *driven(
        parsed,
        MAX_BODY // 16,
        toml_dotted_key=lambda n: ".".join("a" * (n // 2)) + "=1",
        toml_quoted_dots=lambda n: ".".join(['"a"'] * (n // 4)) + "=1",
        toml_spaced_dots=lambda n: " . ".join("a" * (n // 4)) + "=1",
        toml_dotted_header=lambda n: f"[{'.'.join('a' * (n // 2))}]",
        toml_dots_after_a_string=lambda n: 'a = """x""""\n' + ".".join("a" * (n // 2)) + "=1",
        toml_dots_in_inline_tables=lambda n: "a={" + ".".join("a" * (n // 2)) + "=1}",
        toml_brackets=lambda n: "a=" + "[" * n,
        toml_braces=lambda n: "a={" * (n // 3),
        toml_eight_deep=lambda n: numbered("a.b.c.d.e.f.g.k{n}=1\n", n),
        toml_eight_deep_below_eight=lambda n: "[a.b.c.d.e.f.g.h]\n" + numbered("a.b.c.d.e.f.g{n}.h=1\n", n),
        toml_keys=lambda n: numbered("k{n}=1\n", n),
        toml_headers=lambda n: numbered("[t{n}]\n", n),
        toml_arrays_of_tables=lambda n: "[[a.b.c]]\n" * (n // 10),
        toml_array=lambda n: f"a=[{'1,' * (n // 2)}]",
        toml_inline_tables=lambda n: f"a=[{'{},' * (n // 3)}]",
        toml_escapes=lambda n: f'a="{chr(92)}n'.ljust(n, "n") + '"',
        toml_line_ends=lambda n: 'a="""' + "\\\n" * (n // 2) + '"""',
        toml_open_strings=lambda n: '"""' + '\\"""\n' * (n // 5),
        toml_open_literals=lambda n: "'''" + "''x" * (n // 3),
        toml_digits=lambda n: "a=" + "1" * n,
        toml_comments=lambda n: "#.\n" * (n // 3),
    ),
    *driven(
        decode,
        MAX_RECORD // 16,
        json_nested=lambda n: b"[" * n,
        json_nested_objects=lambda n: b'{"a":' * (n // 5),
        json_nested_again_and_again=lambda n: b"[" + b",".join([b"[" * 90 + b"]" * 90] * (n // 181)) + b"]",
        json_keys=lambda n: b"{" + numbered('"k{n}":1,', n).encode() + b'"x":1}',
        json_digits=lambda n: b"1" * n,
        json_decimals=lambda n: b"0." + b"1" * n,
        json_escapes=lambda n: b'"' + b"\\u0041" * (n // 6) + b'"',
        json_blanks=lambda n: b" " * n + b"1",
    ),
    *driven(
        Record.from_json,
        4000,
        record_events=lambda n: record_of([{"version": k, "type": "x"} for k in range(n)]),
        record_nested_options=lambda n: record_of(options=in_lists(n)),
        record_nested_players=lambda n: record_of(players=in_lists(n)),
        record_nested_event=lambda n: record_of([{"version": 1, "type": "game_started", "x": in_lists(n)}]),
    ),
    *driven(
        Formula.parse,
        MAX_LENGTH,
        formula_brackets=lambda n: "(" * n,
        formula_units=lambda n: "(OH)2" * (n // 5),
        formula_dots=lambda n: "·".join("H" * (n // 2)),
        formula_too_long=lambda n: "H" * (1000 * n),
    ),
    *driven(
        Written.parse,
        MAX_LENGTH,
        written_brackets=lambda n: "(" * n,
        written_water=lambda n: "·H2O" * (n // 4),
    ),
    *driven(
        read_condensed,
        MAX_LENGTH,
        condensed_chain=lambda n: "CH2" * (n // 3),
        condensed_double_bonds=lambda n: "C=C" * (n // 3),
    ),
    *driven(
        Tiles.parse,
        MAX_TILES_LENGTH,
        tiles=lambda n: "No" * (n // 2),
        tiles_in_the_wrong_case=lambda n: "cosn" * (n // 4),
        tiles_too_long=lambda n: "No" * (1000 * n),
    ),
    *driven(
        partial(naming.check, Formula.parse("NaCl")),
        naming.MAX_NAME,
        name_brackets=lambda n: "bis(" * (n // 4),
        name_locants=lambda n: "1,2," * (n // 4),
        name_words=lambda n: "sodium " * (n // 7),
        name_too_long=lambda n: "di" * (1000 * n),
    ),
    *driven(
        lambda answer: judge_answer(EQUATION, answer, "en"),
        MAX_ANSWER,
        equation_numbers=lambda n: "9 " * (n // 2),
        equation_digits=lambda n: "9" * n,
        equation_species=lambda n: "+".join(["2H2"] * (n // 4)),
    ),
    *driven(
        set_from_text,
        1200,
        list_commas=lambda n: "," * n,
        list_quotes=lambda n: '"' * n,
        list_lines=lambda n: numbered("x{n}\n", n),
        list_equations=lambda n: "balance:" + "+".join(["H2"] * (n // 3)),
    ),
    *driven(
        lambda text: [*Manner(",", "\n").read(text.splitlines(keepends=True))],
        60_000,
        csv_fields=lambda n: "," * n,
        csv_quotes=lambda n: '"' * n,
        csv_open_quote=lambda n: '"' + "a\n" * (n // 2),
    ),
    *driven(
        lambda header: of_environ({"HTTP_ACCEPT_LANGUAGE": header}),
        2 * MAX_HEADER,
        accept_language=lambda n: numbered("x{n};q=0.5,", n),
        accept_language_parameters=lambda n: "de" + ";q=0" * (n // 4),
    ),
    *driven(
        lambda header: of_environ({"HTTP_COOKIE": header}),
        16_000,
        cookies=lambda n: "language=x;" * (n // 11),
        cookie_quotes=lambda n: 'language="' + "\\" * n,
    ),
    *driven(
        lambda query: EnvironBuilder(query_string=query).get_request().args.to_dict(),
        16_000,
        query_pairs=lambda n: "a=1&" * (n // 4),
        query_escapes=lambda n: "a=" + "%25" * (n // 3),
    ),
    *driven(
        lambda header: PROXIES.believe({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": header}),
        16_000,
        forwarded_commas=lambda n: "," * n,
        forwarded_addresses=lambda n: "192.0.2.1," * (n // 10),
        forwarded_address=lambda n: "1" * n,
    ),
    *driven(
        is_fit,
        MAX_NAME,
        nickname=lambda n: "f" * n,
    ),
    # RDKit reads SMILES: its own steps are not counted here, only what is made of the atoms that it finds.
    *driven(
        Skeleton.from_smiles,
        MAX_SMILES_LENGTH,
        smiles_chain=lambda n: "C" * n,
        smiles_nested=lambda n: "C(" * (n // 3) + "C" + ")" * (n // 3),
        smiles_open_brackets=lambda n: "C(" * (n // 2),
        smiles_branches=lambda n: "C" + "(C)" * (n // 3 - 1),
        smiles_rings=lambda n: "".join(f"C1CC1{'C' * 5}" for _ in range(n // 10)),
        smiles_open_rings=lambda n: "".join(f"C%{10 + k % 90}" for k in range(n // 4)),
        smiles_parts=lambda n: "C." * (n // 2 - 1) + "C",
        smiles_hydrogens=lambda n: "[CH9]" * (n // 5),
        smiles_digits=lambda n: f"[CH{'9' * (n - 4)}]",
        smiles_charges=lambda n: f"[C{'+' * (n - 3)}]",
        smiles_isotope=lambda n: f"[{'9' * (n - 3)}C]",
        smiles_wild=lambda n: "*" * n,
        smiles_double_bonds=lambda n: "C" + "=C" * (n // 2 - 1),
        smiles_stereo=lambda n: "[C@@H](C)" * (n // 9),
        smiles_too_long=lambda n: "C" * (1000 * n),
    ),
]


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_work_and_memory_grow_with_the_input(one: Driven) -> None:
    costs = [one.cost(length) for length in (one.limit // 4, one.limit // 2, one.limit)]
    for (calls, held), (more_calls, more_held) in pairwise(costs):
        assert more_calls <= 2 * MARGIN * calls + FEW_CALLS, costs
        assert more_held <= 2 * MARGIN * held + FEW_BYTES, costs


def test_a_key_of_many_dots_takes_little() -> None:
    """Sixteen kilobytes once took a quarter of a gigabyte, and sixty 3.6."""
    for one in ALL:
        if "dot" in one.name and one.name.startswith("toml"):
            assert peak_of(partial(one.run, 16 * 1024)) < 1024**2, one.name


def test_a_smiles_with_more_hydrogens_than_characters_takes_little() -> None:
    """RDKit counts up to 255 hydrogens in a bracket of seven characters."""
    most = "[CH255]" * (MAX_SMILES_LENGTH // 7)
    assert peak_of(lambda: Skeleton.from_smiles(most)) < 32 * 1024**2


def test_nested_json_is_refused_in_words() -> None:
    with pytest.raises(Refused, match="nested too deep"):
        decode(b"[" * 100_000)
    assert decode(json.dumps([[1]] * 1000).encode()) == [[1]] * 1000

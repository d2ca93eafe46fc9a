from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
from itertools import chain
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from adjudicator import ruleset
from adjudicator.chem.formula.typeset import in_signs
from adjudicator.cli import main
from adjudicator.cli.streaming import MAX_LINE
from adjudicator.languages.boxes import printed
from tests.support.patience import PATIENCE

COMMAND = [sys.executable, "-m", "adjudicator"]


def run(*arguments: str, text: str | bytes | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, list(arguments), input=text, catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def test_judge_shows_the_ruling_and_numbers_under_the_tiles() -> None:
    code, out, err = run("judge", "MgNOONOO", "--rules", "compoundit:standard")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert "VALID" in lines[0]
    assert "Mg(NO₂)₂" in lines[0]
    assert lines[2].split() == ["Mg", "(", "N", "O", "O", ")", "(", "N", "O", "O", ")"]
    assert lines[3].split() == ["+2", "−1", "−1", "=", "0"]
    assert lines[2].index("Mg") == lines[3].index("+2")
    assert "C-CONTIG" in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("question", "expected"), [("HHO", 0), ("HHHO", 1), ("H2O", 0), ("Mg(NO2)2", 0), ("H9O", 1)]
)
def test_exit_code_is_the_ruling(question: str, expected: int) -> None:
    assert run("judge", question)[0] == expected


def test_text_with_digits_is_a_formula_and_can_be_forced() -> None:
    assert json.loads(run("judge", "CO", "--json")[1])["tiles"] == ["C", "O"]
    assert run("judge", "--tiles", "H2O")[0] == 2
    torn = json.loads(run("judge", "MgNNOOOO", "--json")[1])
    free = json.loads(run("judge", "--formula", "MgNNOOOO", "--json")[1])
    assert (torn["ruling"], free["ruling"]) == ("invalid", "valid")


def test_json_errors_go_to_standard_error() -> None:
    code, out, err = run("judge", "Xx", "--json")
    assert (code, out) == (2, "")
    assert json.loads(err)["error"]["code"] == "unknown_symbol"


@pytest.mark.parametrize("arguments", [["judge"], ["judge", "HHO", "--jsonl"], ["judge", "HHO", "--rules", "chess"],
                                       ["judge", "HHO", "--rules", "compoundit:nonsense"], ["nonsense"]])  # fmt: skip
def test_bad_usage(arguments: list[str]) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err


def test_jsonl_answers_every_line_in_order() -> None:
    lines = [
        "MgNOONOO",
        '{"tiles": "Mg N O O N O O", "id": 1}',
        '{"tiles": ["H", "H", "O"], "id": "two"}',
        '{"formula": "Mg(NO2)2", "rules": "compoundit:beginner", "id": 3}',
        '"HHO"',
        "",
        "{broken",
        '{"tiles": 7, "id": 4}',
        '{"tiles": "HHO", "formula": "H2O"}',
        '{"tiles": "HHO", "rules": "chess"}',
        "[" * 5000,
        "H" * (2 * MAX_LINE),
        "HHHO",
    ]
    code, out, _ = run("judge", "--jsonl", text="\n".join(lines))
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    told = [answer.get("ruling") or answer["error"]["code"] for answer in answers]
    assert told == [
        "valid", "valid", "valid", "invalid", "valid", "bad_json", "bad_question", "bad_question", "unknown_ruleset",
        "bad_json", "line_too_long", "invalid",
    ]  # fmt: skip
    assert [answer.get("id") for answer in answers[1:4]] == [1, "two", 3]
    assert answers[6]["id"] == 4


def test_jsonl_survives_bytes_that_are_no_text() -> None:
    code, out, _ = run("judge", "--jsonl", text=b"\xff\xfe\nHHO\n")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert answers[0]["error"]["code"] == "bad_character"
    assert answers[1]["ruling"] == "valid"


def test_jsonl_reads_past_a_byte_order_mark() -> None:
    code, out, _ = run("judge", "--jsonl", text=b'\xef\xbb\xbf{"tiles": "HHO"}\r\n\xef\xbb\xbf\nHHO\r\n')
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [a.get("ruling") or a["error"]["code"] for a in answers] == ["valid", "empty", "valid"]


def test_jsonl_streams() -> None:
    with subprocess.Popen(
        [*COMMAND, "judge", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for question in (b"HHO\n", b"HHHO\n"):
            process.stdin.write(question)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ruling"]  # answered before the input has ended
        process.stdin.close()
        assert process.wait(timeout=PATIENCE) == 0


def on_a_terminal(
    *arguments: str, stream: str, environment: dict[str, str] | None = None, **files: Any
) -> str:
    """What a command shows when one of its streams is a terminal; read while it runs, so that it never blocks."""
    controller, terminal = pty.openpty()
    variables = (
        {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"} | (environment or {})
    )
    streams: dict[str, Any] = {stream: terminal, **files}
    with subprocess.Popen([*COMMAND, *arguments], env=variables, **streams) as process:
        os.close(terminal)
        shown = b""
        with contextlib.suppress(OSError):  # the terminal closes when the command ends
            while part := os.read(controller, 4096):
                shown += part
        os.close(controller)
        assert process.wait(timeout=PATIENCE) == 0
    return shown.decode()


def test_jsonl_shows_progress_on_a_terminal_only(tmp_path: Path) -> None:
    questions = tmp_path / "questions.jsonl"
    questions.write_text("HHO\n" * 50, encoding="utf-8")
    with questions.open("rb") as source, (tmp_path / "out").open("wb") as target:
        shown = on_a_terminal("judge", "--jsonl", stream="stderr", stdin=source, stdout=target)
    assert "50/50" in shown
    assert len((tmp_path / "out").read_text(encoding="utf-8").splitlines()) == 50


def test_colour_on_a_terminal_unless_NO_COLOR() -> None:
    assert "\x1b[" in on_a_terminal("judge", "HHO", stream="stdout")
    assert "\x1b[" not in on_a_terminal("judge", "HHO", stream="stdout", environment={"NO_COLOR": "1"})


def test_a_terminal_without_unicode_gets_an_answer() -> None:
    result = subprocess.run(
        [*COMMAND, "judge", "HHHO"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert result.returncode == 1
    assert b"INVALID" in result.stdout


def test_rulesets_lists_and_shows() -> None:
    listed = json.loads(run("rulesets", "--json")[1])["rulesets"]
    assert {"compoundit:beginner", "compoundit:standard"} <= {row["name"] for row in listed}
    assert "compoundit:standard" in run("rulesets")[1]
    shown = run("rulesets", "compoundit:standard")[1]
    assert "nitrite" in shown
    assert "Mg" in shown


def test_rulesets_json_has_the_shape_of_the_contract() -> None:
    edition = json.loads(run("rulesets", "compoundit:standard", "--json")[1])["edition"]
    assert edition["tiles"][0] == {"symbol": "H", "count": 20, "points": 1, "oxidation": [1]}
    assert {"name": "nitrite", "formula": "NO2", "charge": -1} in edition["ions"]
    assert edition["board"]["size"] == 15
    assert edition["board"]["centre"] == [8, 8]
    assert {"row": 1, "col": 1, "kind": "triple-compound"} in edition["board"]["bonuses"]


def test_own_edition(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml").read_text(
        encoding="utf-8"
    )
    path.write_text(text.replace('"reference-2"', '"mine"'), encoding="utf-8")
    assert "compoundit/mine" in run("judge", "HHO", "--edition", str(path))[1]
    path.write_text(text.replace('"same-sign"', '"x"').replace("size = 15", "size = 2"), encoding="utf-8")
    code, out, err = run("judge", "HHO", "--edition", str(path))
    assert (code, out) == (2, "")
    assert "mixed_oxidation" in err
    assert "size" in err


def test_judging_a_plain_run_loads_neither_rdkit_nor_chempy_nor_the_web() -> None:
    probe = (
        "import sys; from click.testing import CliRunner; from adjudicator.cli import main\n"
        "CliRunner().invoke(main, ['judge', 'HHO'], catch_exceptions=False)\n"
        "print([m for m in ('rdkit', 'chempy', 'numpy', 'flask', 'requests', 'rich') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


@pytest.mark.parametrize("command", [None, *main.list_commands(click.Context(main))])
def test_help_teaches_by_example(command: str | None) -> None:
    code, out, _ = run(*([command] if command else []), "--help")
    assert code == 0
    assert "\\b" not in out
    assert (
        "\n  " + (f"  adjudicator {command}" if command else "  adjudicator judge") in out
        or command == "serve"
    )


@pytest.mark.parametrize(
    ("name", "language", "formulas"),
    [
        ("natron", "de", ["NaHCO3"]), ("natron", "en", ["Na2CO3·10H2O"]), ("Iron Chloride", "en", ["FeCl2", "FeCl3"]),
        ("Ätznatron", "en", ["NaOH"]), ("ethanol", "de", ["C2H6O"]), ("Kupfer(II)-sulfat-Pentahydrat", "en", ["CuSO4·5H2O"]),
    ],
)  # fmt: skip
def test_a_name_is_answered_with_what_it_stands_for(name: str, language: str, formulas: list[str]) -> None:
    """In either language; where both have the word, the language of the question decides."""
    code, out, err = run("name", name, "--json", "--lang", language)
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert answer["asked"] == name
    assert [one["formula"] for one in answer["substances"]] == formulas
    shown = run("name", name, "--lang", language)[1]
    titles = [line.split()[0] for line in shown.splitlines() if not line.startswith(" ")]
    assert titles == [in_signs(formula) for formula in formulas]


def test_who_judges_a_name_is_told_the_formula() -> None:
    code, out, err = run("judge", "sodium hydroxide")
    assert (code, out) == (2, "")
    assert "'sodium hydroxide' is the name of NaOH." in err
    assert "adjudicator judge NaOH [is_a_name]" in err
    assert "[wrong_case]" in run("judge", "unobtainium")[2]


def test_reference_takes_a_name_that_leaves_nothing_open() -> None:
    """Ethanol, not the ether with the same atoms."""
    listed = json.loads(run("reference", "Ethanol", "--json")[1])["compounds"]
    assert [one["name"] for one in listed] == ["ethanol"]
    assert "'iron chloride' may be FeCl2, FeCl3: which of them?" in run("reference", "iron chloride")[2]


def test_reference_lists_what_is_on_record() -> None:
    code, out, _ = run("reference", "C2H6O")
    assert code == 0
    assert "ethanol" in out
    assert "dimethyl ether" in out
    assert run("reference", "NCl5")[0] == 1
    for asked in ("urea", "CO(NH2)2"):  # not NH4OCN, which has these atoms too
        assert run("reference", asked)[1].startswith("CO(NH₂)₂: 1 on record")
    code, out, _ = run("reference", "NaCl")
    assert (code, out.startswith("NaCl: sodium chloride, a compound that handbooks list.")) == (1, True)
    for question, said in (
        ("Hg", "Hg: mercury, an element."),
        ("Fe", "Fe: iron, an element."),
        ("sodium", "Na: sodium, an element."),
        ("NO3^-", "NO₃⁻: nitrate ion. An ion needs ions of opposite charge beside it"),
        ("NH4OH", "NH₄OH: ammonium hydroxide, a solution and no substance of its own."),
    ):
        assert run("reference", question)[1].startswith(said), question
    code, out, _ = run("reference", "SiO2")
    assert "O=[Si]=O" not in out
    assert "a solid of endlessly linked atoms, not of molecules" in out
    listed = json.loads(run("reference", "C2H6O", "--json")[1])
    assert [known["smiles"] for known in listed["compounds"]] == ["CCO", "COC"]
    assert abs(listed["compounds"][0]["boiling_point_k"] - 351.44) < 1  # CRC Handbook


def test_draw_writes_the_structure_of_the_ruling(tmp_path: Path) -> None:
    target = tmp_path / "so2.svg"
    assert run("judge", "SO2", "--rules", "compoundit:simple-lewis", "--draw", str(target))[0] == 0
    assert "Lewis structure of SO2" in target.read_text(encoding="utf-8")
    # Nitric acid is legal and known, unlike the ring that would also be an octet structure with a centre.
    for rules in ("compoundit:expert", "compoundit:simple-lewis"):
        run("judge", "HNO3", "--rules", rules, "--draw", str(target))
        assert "O=[N+]([O-])O" in target.read_text(encoding="utf-8")
    for question, place, told in [
        ("NaCl", target, "nothing_to_draw"),
        ("HHO", tmp_path / "no" / "x", "cannot_write"),
    ]:
        code, out, err = run("judge", question, "--draw", str(place))
        assert code == 2
        assert "VALID" in out  # the ruling is given anyway
        assert told in err


def test_what_cannot_be_written_is_no_ruling() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        result = subprocess.run(
            [*COMMAND, "judge", "HHO"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert result.returncode == 2
    assert result.stderr.startswith("error: No space left")


def test_a_reader_that_has_seen_enough_is_no_ruling(tmp_path: Path) -> None:
    questions = tmp_path / "questions"
    questions.write_text("HHO\n" * 2000, encoding="utf-8")
    with questions.open("rb") as source:
        process = subprocess.Popen([*COMMAND, "judge", "--jsonl"], stdin=source, stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=PATIENCE) == 141


def test_an_interrupt_is_no_ruling() -> None:
    with subprocess.Popen(
        [*COMMAND, "judge", "--jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - ignored in the background of a shell
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"HHO\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 130


@pytest.mark.rule("I-COUNT")
def test_I_COUNT_any_box_is_an_option_and_a_field_of_a_line() -> None:
    rules = ("--rules", "ion:transition+polyatomic")
    assert run("judge", "Fe2(SO4)3", *rules)[0] == 1
    code, out, _ = run("judge", "Fe2(SO4)3", *rules, "--box", "any")
    assert code == 0
    assert "30 points" in out
    lines = '{"formula": "Fe2(SO4)3"}\n{"formula": "Fe2(SO4)3", "box": "any"}\n'
    _, out, _ = run("judge", *rules, "--jsonl", text=lines)
    assert [json.loads(line)["ruling"] for line in out.splitlines()] == ["invalid", "valid"]
    code, _, err = run("judge", "HHO", "--box", "any")
    assert code == 2
    assert "has no use for 'box'" in err


def test_an_edition_that_is_shipped_can_be_named() -> None:
    code, out, _ = run("judge", "(NH4)2SO4", "--rules", "ion:polyatomic", "--edition", "paired-1")
    assert code == 0
    assert "ion/paired-1" in out
    code, _, err = run("judge", "NaCl", "--rules", "ion:base", "--edition", "unpaired-1")
    assert code == 2
    assert "unpaired-1" in err


def test_a_rule_set_is_printed_in_words() -> None:
    code, out, _ = run("rulesets", "ion:base")
    assert code == 0
    assert "[" not in out
    assert "Mg OH OH, Ca OH OH" in out
    assert "NH4" not in out, "that is a card of an expansion"
    assert "from players" in out
    assert "decay" not in out, "that is of the radioactive cards"
    assert "decay" in run("rulesets", "ion:radioactive")[1]


@pytest.mark.parametrize("name", [row["name"] for row in ruleset.listed()])
def test_every_rule_set_is_printed_in_words_and_in_german(name: str) -> None:
    code, out, _ = run("rulesets", name)
    assert code == 0
    assert not re.search(r"None|False|True|[{}]|\w_\w", out)
    code, german, _ = run("rulesets", name, "--lang", "de")
    assert code == 0
    headings = {line.strip() for line in out.splitlines() if line and not line.startswith(" ")} - {name}
    assert headings, "tables have a heading"
    assert not {heading for heading in headings if f"\n{heading}\n" in german}, "left in English"


def test_every_table_and_column_of_an_edition_has_a_german_word() -> None:
    german = printed(Path("adjudicator/languages/de.toml"))
    for name in (
        "ion:radioactive",
        "compounded",
        "chemistry-monopoly",
        "valence-plus",
        "compoundit:standard",
    ):
        for table, rows in ruleset.load_ruleset(name).describe()["edition"].items():
            if isinstance(rows, list) and rows and isinstance(rows[0], dict):
                words = {table, *chain.from_iterable(rows)}
                assert not {word.replace("_", " ") for word in words} - set(german)


@pytest.mark.rule("M-CARDS")
def test_M_CARDS_the_board_and_both_decks_are_printed() -> None:
    out = run("rulesets", "chemistry-monopoly")[1]
    assert "Filter clogged: go back three squares." in out
    assert re.search(r"advance +collect +pay", out), "cards do different things"
    assert "Der Filter ist verstopft" in run("rulesets", "chemistry-monopoly", "--lang", "de")[1]

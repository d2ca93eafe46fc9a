"""Unreadable input: a stable code, the input quoted, a hint at what would be right, and exit code 2."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest
from click.testing import CliRunner

from adjudicator import (
    AdjudicatorError,
    AmbiguousInput,
    EditionError,
    Formula,
    Tiles,
    UnreadableInput,
    load_ruleset,
)
from adjudicator.cli import main
from adjudicator.errors import QUOTE_LENGTH
from adjudicator.ruleset import judge, question_of
from adjudicator_rulesets.compoundit.edition import DEFAULT

if TYPE_CHECKING:
    from pathlib import Path


class Bad(NamedTuple):
    text: str
    code: str
    hint: str  # the message says that this would be right


BAD = {
    # the list of the issue
    "unknown symbol": Bad("HXx", "unknown_symbol", "not an element"),
    "wrong case": Bad("mgno", "wrong_case", "Mg N O or Mg No"),
    "wrong case in a formula": Bad("h2o", "wrong_case", "H2O"),
    "empty": Bad("", "empty", "HHO"),
    "10,000 tiles": Bad("H" * 10_000, "too_long", "at most 60 tiles"),
    "10,000 digits": Bad("C" + "9" * 10_000, "too_long", "at most 64"),
    "a huge count": Bad("C999999999", "count_too_large", "At most 999"),
    "200 nested parentheses": Bad("(" * 200 + "H" + ")" * 200, "too_long", "at most 64"),
    "17 nested parentheses": Bad("(" * 17 + "H2" + ")" * 17, "nested_too_deep", "16"),
    "Arabic digits": Bad("H٢O", "bad_character", "symbols only"),
    "control characters": Bad("H\x00HO", "bad_character", "symbols only"),
    "a run of 61 tiles": Bad("H" * 61, "too_many_tiles", "at most 60"),
    # and more
    "a formula of 61 tiles": Bad("H61", "too_many_tiles", "at most 60"),
    "only spaces": Bad("    ", "empty", "HHO"),
    "10,000 spaces": Bad(" " * 10_000, "too_long", "at most 60 tiles"),
    "10,000 letters in the wrong case": Bad("h" * 10_000, "too_long", "at most 60 tiles"),
    "a newline": Bad("HH\nO", "bad_character", "symbols only"),
    "a terminal escape": Bad("\x1b]0;x\x07HHO", "bad_character", "position 1"),
    "right-to-left override": Bad("\u202eOHH", "bad_character", "symbols only"),
    "a zero-width space": Bad("H\u200bHO", "bad_character", "position 2"),
    "full-width letters": Bad("ＨＨＯ", "bad_character", "symbols only"),
    "a Greek capital": Bad("ΗΗΟ", "bad_character", "symbols only"),  # Eta Eta Omicron
    "a lone surrogate": Bad("H\udcff", "bad_character", "symbols only"),
    "emoji": Bad("💧", "bad_character", "symbols only"),
    "commas": Bad("H,,H,O", "bad_character", "symbols only"),
    "half an atom": Bad("H½O", "bad_character", "symbols only"),
    "a count of zero": Bad("H0", "bad_count", "start at 1"),
    "a leading zero": Bad("H02", "bad_count", "no leading zero"),
    "a number in front": Bad("2H2O", "bad_character", "no number in front"),
    "a bracket too few": Bad("Mg(NO2", "unbalanced_brackets", "Every ( needs its )"),
    "a bracket too many": Bad("MgNO2)2", "unbalanced_brackets", "Every ( needs its )"),
    "the wrong bracket": Bad("Mg(NO2]2", "unbalanced_brackets", "Every ( needs its )"),
    "nothing in brackets": Bad("Mg()2", "unbalanced_brackets", "something in it"),
    "brackets that multiply": Bad("((((H999)999)999)999)999", "count_too_large", "At most 999"),
    "hydrates that multiply": Bad("H999·999H999", "count_too_large", "At most 999"),
    "a charge that may be a count": Bad("SO42-", "ambiguous_charge", "SO4^2- or SO42^-"),
    "a charge beyond reason": Bad("H^99+", "bad_charge", "between 1 and 20"),
    "a charge in the middle": Bad("Na^+Cl", "bad_charge", "SO4^2-"),
    "nothing but a charge": Bad("^2-", "empty", "H2O"),
    "a dot at the end": Bad("H2O·", "bad_character", "position 4"),
}
bad_input = pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())


def shown(text: str) -> str:
    """The beginning of the input as a terminal can show it."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)[:QUOTE_LENGTH]


def run(*arguments: str, text: str | bytes | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, list(arguments), input=text, catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


@bad_input
def test_the_error_has_a_code_quotes_the_input_and_says_what_would_be_right(bad: Bad) -> None:
    with pytest.raises(UnreadableInput) as caught:
        judge(bad.text)
    error = caught.value
    assert error.code == bad.code
    assert f"'{shown(bad.text)}" in error.message
    assert bad.hint in error.message
    assert error.message.isprintable()
    assert error.to_json()["code"] == bad.code
    assert json.loads(json.dumps(error.to_json())) == error.to_json()


@bad_input
def test_the_command_prints_nothing_but_the_error_and_ends_with_2(bad: Bad) -> None:
    code, out, err = run("judge", "--", bad.text)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert err.endswith(f"[{bad.code}]\n")
    assert err.count("\n") == 1


@bad_input
def test_as_json_the_error_is_one_object_on_standard_error(bad: Bad) -> None:
    code, out, err = run("judge", "--json", "--", bad.text)
    assert (code, out) == (2, "")
    assert json.loads(err)["error"]["code"] == bad.code


@bad_input
def test_in_a_stream_the_error_has_its_own_line_and_the_rest_is_answered(bad: Bad) -> None:
    questions = [{"tiles": "HHO"}, bad.text, {"formula": "H2O", "id": 3}]
    code, out, _ = run("judge", "--jsonl", text="".join(json.dumps(q) + "\n" for q in questions))
    first, second, third = map(json.loads, out.splitlines())
    assert code == 0
    assert (first["ruling"], second["error"]["code"], third["ruling"]) == ("valid", bad.code, "valid")
    assert third["id"] == 3


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('{"tiles": "HHO"', "look at line 1, column 16"),
        ('{"tiles": NaN}', "a number of it is none"),
        ("[" * 5000, "it is nested too deep"),
    ],
)
def test_a_line_that_is_not_json_is_told_in_our_words(line: str, fault: str) -> None:
    _, out, _ = run("judge", "--jsonl", text=f"{line}\n")
    assert json.loads(out)["error"]["message"] == f"The line is not valid JSON: {fault}."


@pytest.mark.parametrize("text", ["HXx", "MGO", "NACL", "HJ", "D2O", "Hh"])
def test_an_unknown_symbol_says_what_would_be_right(text: str) -> None:
    """A symbol is a capital, then perhaps a small letter, and NACL may be Na Cl; the other errors all give hints."""
    with pytest.raises(UnreadableInput) as caught:
        judge(text)
    before, _, after = caught.value.message.partition("not an element.")
    assert before
    assert after.strip() or isinstance(caught.value, AmbiguousInput)


def test_the_character_quoted_is_the_one_that_was_given() -> None:
    with pytest.raises(UnreadableInput) as caught:
        Formula.parse("H2.5")
    assert "'.'" in caught.value.message


@pytest.mark.parametrize("text", ["h2\x1b[31mo", "mg\x07(oh)2", "h2\u202eo"])
def test_nothing_that_a_terminal_obeys_comes_back_in_a_message(text: str) -> None:
    with pytest.raises(UnreadableInput) as caught:
        judge(text)
    assert caught.value.message.isprintable()


@pytest.mark.parametrize("text", [" " * 10_000 + "SO42-", " " * 10_000 + "h2o"])
def test_an_error_never_repeats_more_than_can_be_read(text: str) -> None:
    with pytest.raises(UnreadableInput) as caught:
        Formula.parse(text)
    assert len(json.dumps(caught.value.to_json())) < 1000


@pytest.mark.parametrize(
    "data",
    [None, 5, 1.5, True, [], ["H"], {}, {"tiles": None}, {"tiles": 5}, {"tiles": ["H", 1]}, {"tiles": {}},
     {"formula": 5}, {"formula": ["H"]}, {"tiles": "HHO", "formula": "H2O"}, {"question": "HHO"}],
    ids=repr,
)  # fmt: skip
def test_what_is_no_question_at_all(data: object) -> None:
    with pytest.raises(UnreadableInput) as caught:
        question_of(data)
    assert caught.value.code == "bad_question"
    assert '{"formula": "H2O"}' in caught.value.message


@pytest.mark.parametrize(
    ("tiles", "code"),
    [([], "empty"), (["H"] * 61, "too_many_tiles"), ([""], "unknown_symbol"), (["HHO"], "unknown_symbol"),
     (["h"], "unknown_symbol"), ([" H"], "unknown_symbol"), (["H" * 10_000], "unknown_symbol")],
    ids=["none", "61", "empty", "joined", "small", "spaced", "long"],
)  # fmt: skip
def test_a_list_of_tiles_is_one_symbol_each(tiles: list[str], code: str) -> None:
    with pytest.raises(UnreadableInput) as caught:
        question_of({"tiles": tiles})
    assert caught.value.code == code
    assert len(caught.value.message) < 500


@pytest.mark.parametrize(
    "name", ["", "chess", "compoundit:", "compoundit:x", "compoundit:standard+", "é" * 9999]
)
def test_an_unknown_rule_set_is_refused(name: str) -> None:
    if name == "compoundit:":  # short for standard
        assert load_ruleset(name).judge(Tiles.parse("NaOH")).accepted_by == ("polyatomic",)
        return
    code, out, err = run("judge", "HHO", "--rules", name)
    assert (code, out) == (2, "")
    assert "[unknown_ruleset]" in err
    assert len(err) < 600


# --- lines of a stream ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", "bad_json"),
        (b'{"tiles": "HHO"', "bad_json"),
        (b"[" * 60_000, "bad_json"),
        (b'{"id": ' + b"9" * 5000 + b"}", "bad_json"),
        (b"x" * 70_000, "line_too_long"),
        (b"\xff\xfe", "bad_character"),
        (b"[]", "bad_question"),
        (b'{"tiles": "HHO", "rules": 5}', "unknown_ruleset"),
        (b'{"tiles": "HHO", "rules": 7}', "unknown_ruleset"),
        (b'{"tiles": "HHO", "rules": ["compoundit:standard"]}', "unknown_ruleset"),
        (b'{"tiles": "\\ud800"}', "bad_character"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_a_bad_line_gets_an_error_and_the_run_goes_on(line: bytes, code: str) -> None:
    exit_code, out, _ = run("judge", "--jsonl", text=line + b"\nHHO\n")
    error, verdict = map(json.loads, out.splitlines())
    assert exit_code == 0
    assert (error["error"]["code"], verdict["ruling"]) == (code, "valid")


# --- editions ---------------------------------------------------------------------------------------------

EDITION = DEFAULT.read_text(encoding="utf-8")
HEAD, _, TAIL = EDITION.partition("[ions]")
WRONG_TYPES = {
    "a list for a symbol": EDITION.replace('symbol = "H"', 'symbol = ["H"]', 1),
    "a list for the name of an ion": EDITION.replace('name = "ammonium"', 'name = ["ammonium"]', 1),
    "a list among the partners": EDITION.replace('partners = ["ammonium"]', 'partners = [["ammonium"]]'),
    "a list among the diatomic": EDITION.replace('elements = ["H",', 'elements = [["H"],'),
    "a number for the exceptions": "exceptions = 5\n" + EDITION.replace("[[exceptions]]", "[[others]]"),
    "a number for the tiles": EDITION.partition("[tiles]")[0]
    + '[tiles]\nsource = "public"\neach = 5\n[ions]'
    + TAIL,
    "a number for the ions": HEAD
    + '[ions]\nsource = "public"\neach = 5\n[diatomic]'
    + EDITION.partition("[diatomic]")[2],
    "a raised number of players": EDITION.replace("supplies = { 2 = 52", 'supplies = { "²" = 52'),
    "a number of 5,000 digits": EDITION.replace("count = 20", "count = " + "9" * 5000, 1),
    "brackets without end": "a = " + "[" * 20_000,
    "not text": "\x00",
    "nothing": "",
}


@pytest.mark.parametrize("text", WRONG_TYPES.values(), ids=WRONG_TYPES.keys())
def test_a_bad_edition_is_refused_whatever_is_wrong_with_it(tmp_path: Path, text: str) -> None:
    assert text != EDITION
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        load_ruleset("compoundit:standard", path)
    assert caught.value.code in {"edition_faulty", "edition_unreadable"}
    assert caught.value.details["faults"]


def test_a_missing_edition_is_refused(tmp_path: Path) -> None:
    code, out, err = run("judge", "HHO", "--edition", str(tmp_path / "none.toml"))
    assert (code, out) == (2, "")
    assert "[edition_missing]" in err
    code, out, _ = run("judge", "HHO", "--edition", str(tmp_path))
    assert (code, out) == (2, "")


# --- a real process ---------------------------------------------------------------------------------------


def process(*arguments: str | bytes, stdin: bytes = b"", **environment: str) -> tuple[int, bytes, bytes]:
    command: list[str | bytes] = [sys.executable, "-m", "adjudicator", *arguments]
    done = subprocess.run(  # bytes: arguments need not be text
        command, input=stdin, capture_output=True, check=False, env={**os.environ, **environment}, timeout=60
    )
    return done.returncode, done.stdout, done.stderr


def test_a_process_ends_with_2_and_prints_nothing_on_standard_output() -> None:
    code, out, err = process("judge", "C999999999")
    assert (code, out) == (2, b"")
    assert err == b"error: 'C999999999' has more than 999 atoms. At most 999 can be read. [count_too_large]\n"


def test_a_process_survives_arguments_that_are_not_text() -> None:
    code, out, err = process("judge", b"HH\xffO")
    assert (code, out) == (2, b"")
    assert b"[bad_character]" in err
    assert b"Traceback" not in err


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_a_stream_is_json_in_every_encoding(encoding: str) -> None:
    """JSON is UTF-8; characters that a terminal cannot show must not break a line."""
    lines = [{"tiles": "Hé"}, {"tiles": "😀"}, {"tiles": "HHO", "id": "é😀"}, {"tiles": "\ud800"}]
    stdin = "".join(json.dumps(line) + "\n" for line in lines).encode()
    code, out, err = process("judge", "--jsonl", stdin=stdin, PYTHONIOENCODING=encoding)
    assert (code, err) == (0, b"")
    answers = [json.loads(line) for line in out.splitlines()]
    assert [("error" in answer) for answer in answers] == [True, True, False, True]
    assert answers[2]["id"] == "é😀"


def test_every_error_is_one_of_ours() -> None:
    for kind in (UnreadableInput, AmbiguousInput, EditionError):
        assert issubclass(kind, AdjudicatorError)

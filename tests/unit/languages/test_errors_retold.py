"""Every English sentence that an error is raised with has a pattern in every other language.

A sentence may be an argument of the error, or of a helper that makes the error; a part of it that is composed
before it has a pattern of its own. The service may have a text for the code instead.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from click.testing import CliRunner

from adjudicator import prose
from adjudicator.cli import main
from adjudicator.errors import AdjudicatorError
from adjudicator_api.http.languages import problems
from adjudicator_api.http.problems import Refused
from tests.support.english_words import english_in

FOLDERS = ("adjudicator", "rulesets", "api")
FACT = "‹›"
GAP = "‹parameter›"
NOT_SAID = frozenset(("code", "cause"))  # a cause is for the log
NO_CLASSES: Mapping[str, str] = {}
Values = dict[str, list[ast.expr]]  # by the name that they are assigned to
CLICKS = {kind.__name__ for kind in (click.ClickException, click.UsageError, click.BadParameter)}


def kinds(sources: list[str]) -> set[str]:
    """AdjudicatorError and its subclasses, whatever has been imported."""
    inherits = [
        (kind, above.split(", "))
        for text in sources
        for kind, above in re.findall(r"^class (\w+)\(([\w, ]+)\):", text, re.MULTILINE)
    ]
    known: set[str] = {AdjudicatorError.__name__}
    while added := {kind for kind, above in inherits if known.intersection(above)} - known:
        known |= added
    return known


def texts(node: ast.expr, values: Values) -> list[str]:
    """The sentences that an argument may be, with a mark for each fact; nothing if they are composed elsewhere."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=parts):
            return ["".join(part.value if isinstance(part, ast.Constant) else FACT for part in parts)]  # type: ignore[misc]
        case ast.Name(id=name):
            others = {own: known for own, known in values.items() if own != name}
            return [text for value in values.get(name, ()) for text in texts(value, others)]
        case ast.Subscript(value=ast.Name(id=name)):
            rows = [
                row for table in values.get(name, ()) if isinstance(table, ast.Dict) for row in table.values
            ]
            return [text for row in rows for text in texts(row, values)]
        case ast.IfExp(body=one, orelse=other):
            return [*texts(one, values), *texts(other, values)]
    return []


def assigned(nodes: Iterable[ast.AST]) -> Values:
    """What is assigned to each name there."""
    found: Values = {}
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                found.setdefault(ast.unparse(target), []).append(node.value)
    return found


class Sentence(NamedTuple):
    """What an error says, with a mark for each fact."""

    place: str
    text: str
    clauses: tuple[str, ...] = ()  # parts of it that are composed elsewhere: patterns of their own tell them
    code: str = ""

    def is_told(self, whole: Collection[str], parts: set[str], codes: Collection[str]) -> bool:
        """By the pattern of the sentence, by those of its clauses, or in an answer of the service by its code."""
        if self.text in whole or (self.place.startswith("api/") and self.code in codes):
            return True
        outer = self.text
        for clause in self.clauses:
            outer = outer.replace(clause, FACT)
        return outer in whole and parts.issuperset(part for each in self.clauses for part in each.split("; "))


class Helper(NamedTuple):
    """A function, or the class of an error, that takes a sentence or a part of one as a parameter."""

    module: Path
    name: str
    parameter: str
    position: int
    template: str  # with a mark for the parameter
    code: str | int  # itself, or the position of the parameter


def is_sentence(text: str) -> bool:
    return " " in text and re.search(r"[a-z]{2,}", text) is not None


def called(node: ast.Call) -> str:
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def with_clauses(node: ast.expr, values: Values) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The sentences of an argument, each with the clauses that were composed before it."""
    if not isinstance(node, ast.JoinedStr):
        yield from ((text, ()) for text in texts(node, values) if is_sentence(text))
        return
    choices: list[list[Any]] = []
    for part in node.values:
        inner = part.value if isinstance(part, ast.FormattedValue) else part
        found = filter(is_sentence, texts(inner, values)) if isinstance(inner, ast.Name) else ()
        choices.append([ast.Constant(clause) for clause in found] or [part])
    for chosen in product(*choices):
        composed = [each.value for each, part in zip(chosen, node.values, strict=True) if each is not part]
        (text,) = texts(ast.JoinedStr(list(chosen)), values)
        if is_sentence(text):
            yield text, tuple(map(str, composed))


def code_in(arguments: Sequence[ast.expr]) -> str:
    """The first argument that is like a code."""
    constants = [one.value for one in arguments if isinstance(one, ast.Constant)]
    return next((one for one in constants if isinstance(one, str) and re.fullmatch(r"[a-z_]+", one)), "")


def calls_in(node: ast.AST, names: Collection[str], values: Values) -> Iterator[tuple[ast.Call, Values]]:
    """Calls by these names, each with what is assigned where it stands."""
    for call, around in _calls(node, names, ()):
        known = dict(values)
        for function in around:
            known |= assigned(ast.walk(function))
        yield call, known


def _calls(
    node: ast.AST, names: Collection[str], around: tuple[ast.FunctionDef, ...]
) -> Iterator[tuple[ast.Call, tuple[ast.FunctionDef, ...]]]:
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.Call) and called(inner) in names:
            yield inner, around
        yield from _calls(inner, names, (*around, inner) if isinstance(inner, ast.FunctionDef) else around)


def raising(
    module: ast.Module, kinds: Collection[str], values: Values, place: str = ""
) -> Iterator[Sentence]:
    """The sentences of every error that is made there: arguments with a space and a word."""
    for call, known in calls_in(module, kinds, values):
        for argument in call.args:
            for text, clauses in with_clauses(argument, known):
                yield Sentence(f"{place}:{call.lineno}", text, clauses, code_in(call.args))


def helpers_in(
    path: Path, module: ast.Module, kinds: Collection[str], classes: Mapping[str, str] = NO_CLASSES
) -> Iterator[Helper]:
    """Functions that make an error of a parameter, as it is or as a part of a sentence, and use it for no more.

    `classes` are errors that say more than they are given, each with its template.
    """
    for call, around in _calls(module, kinds, ()):
        if around:
            function = around[-1]
            places = [each.arg for each in function.args.args if each.arg != "self"]
            used, within = (
                [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
                for node in (function, call)
            )
            for helper in _helpers(path, function.name, places, call):
                if used.count(helper.parameter) == within.count(helper.parameter):
                    filled = classes.get(called(call), GAP).replace(GAP, helper.template)
                    yield helper._replace(template=filled)


def classes_in(path: Path, module: ast.Module, kinds: Collection[str]) -> Iterator[Helper]:
    """Errors that say more than they are given."""
    for owner in module.body:
        if isinstance(owner, ast.ClassDef) and owner.name in kinds:
            for call, around in _calls(owner, {"__init__"}, ()):
                places = [each.arg for each in around[-1].args.args[1:]]
                found = _helpers(path, owner.name, places, call)
                yield from (helper for helper in found if helper.template != GAP)


def _helpers(path: Path, name: str, places: list[str], call: ast.Call) -> Iterator[Helper]:
    passed = {each.id for each in call.args if isinstance(each, ast.Name)}
    code = places.index("code") if "code" in passed.intersection(places) else code_in(call.args)
    for argument, parameter in product(call.args, places):
        template = template_of(argument, parameter)
        if template and parameter not in NOT_SAID:
            yield Helper(path, name, parameter, places.index(parameter), template, code)


def template_of(node: ast.expr, parameter: str) -> str:
    """A sentence with a mark for the parameter; empty if the parameter is no part of it."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    found = ""
    for part in parts:
        inner = part.value if isinstance(part, ast.FormattedValue) else part
        if isinstance(inner, ast.Name) and inner.id == parameter:
            found += GAP
        else:
            found += inner.value if isinstance(inner, ast.Constant) and isinstance(inner.value, str) else FACT
    return found if GAP in found else ""


def handed_over(
    module: ast.Module, helpers: Mapping[str, list[Helper]], values: Values, place: str = ""
) -> Iterator[Sentence]:
    """The sentences that are made by calling helpers."""
    for call, known in calls_in(module, helpers, values):
        for helper in helpers[called(call)]:
            named = {each.arg: each.value for each in call.keywords}
            argument = named.get(helper.parameter) or next(iter(call.args[helper.position :]), None)
            code = helper.code if isinstance(helper.code, str) else code_in(call.args[helper.code :])
            for clause in filter(is_sentence, texts(argument, known) if argument else ()):
                text = helper.template.replace(GAP, clause)
                yield Sentence(f"{place}:{call.lineno}", text, () if text == clause else (clause,), code)


def faults_of_setups(module: ast.Module, place: str) -> Iterator[Sentence]:
    """Why a game cannot be set up, as its rules say it: clauses of one sentence."""
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef) and function.name in {"setup_faults", "faults"}:
            for said in (
                each.value for each in ast.walk(function) if isinstance(each, ast.Yield | ast.YieldFrom)
            ):
                argument = said.elt if isinstance(said, ast.GeneratorExp) else said
                for clause in filter(is_sentence, texts(argument, {}) if argument else ()):
                    yield Sentence(
                        f"{place}:{function.lineno}", f"This game cannot be set up: {clause}.", (clause,)
                    )


@cache
def raised() -> list[Sentence]:
    """Every sentence that an error is made with, by its class or by a helper."""
    paths = [path for folder in FOLDERS for path in sorted(Path(folder).rglob("*.py"))]
    sources = {path: path.read_text(encoding="utf-8") for path in paths}
    named = CLICKS | {Refused.__name__} | kinds([*sources.values()])
    begun = re.compile(rf"\b(?:{'|'.join(named)})\(")
    modules = {path: ast.parse(text) for path, text in sources.items() if begun.search(text)}
    special = [each for path, module in modules.items() for each in classes_in(path, module, named)]
    classes = {each.name: each.template for each in special}
    helpers = [each for path, module in modules.items() for each in helpers_in(path, module, named, classes)]
    helpers += special
    direct = named.difference(classes)
    calling = re.compile(rf"\b(?:{'|'.join({each.name for each in helpers})})\(")
    found = [
        sentence
        for path, module in modules.items()
        for sentence in raising(module, direct, assigned(module.body), str(path))
    ]
    for path in (path for path in paths if calling.search(sources[path])):
        module = modules.get(path) or ast.parse(sources[path])
        found += handed_over(module, known_in(path, module, helpers), assigned(module.body), str(path))
    for path in (path for path in paths if path.parent.name == "play" and "faults(" in sources[path]):
        found += faults_of_setups(modules.get(path) or ast.parse(sources[path]), str(path))
    return found


def known_in(path: Path, module: ast.Module, helpers: Iterable[Helper]) -> dict[str, list[Helper]]:
    """What a name means in a module: its own function, or else what it imports or inherits."""
    nodes = list(ast.walk(module))
    imported = {each.name for node in nodes if isinstance(node, ast.ImportFrom) for each in node.names}
    reached = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    by_name: dict[str, list[Helper]] = {}
    for each in helpers:
        by_name.setdefault(each.name, []).append(each)
    return {
        name: [each for each in several if each.module == path] or several
        for name, several in by_name.items()
        if name in imported | reached or path in {each.module for each in several}
    }


@pytest.mark.parametrize("language", [code for code in prose.LANGUAGES if code != prose.ENGLISH])
def test_every_error_that_is_raised_has_its_pattern(language: str) -> None:
    """The very sentence: a shorter pattern would leave what it lacks in English."""
    whole, clauses = (
        {FACT.join(parts) for parts, _ in prose._patterns(section, language)}
        for section in ("errors", "unfit")
    )
    codes = problems(language).keys()
    assert len(raised()) > 380
    assert [said for said in raised() if not said.is_told(whole, clauses, codes)] == []


@pytest.mark.parametrize("language", [code for code in prose.LANGUAGES if code != prose.ENGLISH])
def test_no_pattern_is_hidden_by_a_shorter_one(language: str) -> None:
    patterns = prose._patterns("errors", language)
    with prose.speaking(language):
        wrong = [
            FACT.join(parts)
            for parts, own in patterns
            if prose.retold(FACT.join(parts)) != own.format(*[FACT] * (len(parts) - 1))
        ]
    assert wrong == []


def test_a_reworded_error_is_seen() -> None:
    module = ast.parse(
        "SAID = {1: 'It is one.'}\n"
        "def say(x):\n"
        "    said = f'There is no {x}.' if x else 'There is none.'\n"
        "    raise Wrong('code', said)\n"
        "    raise Wrong('code', SAID[x])\n"
    )
    found = [said.text for said in raising(module, {"Wrong"}, assigned(module.body))]
    assert found == [f"There is no {FACT}.", "There is none.", "It is one."]


def test_what_is_handed_to_a_helper_is_seen() -> None:
    module = ast.parse(
        "class Failed(Wrong):\n"
        "    def __init__(self, source, code, reason):\n"
        "        super().__init__(code, f'{source.title} failed: {reason}')\n"
        "def refuse(code, message):\n"
        "    return Wrong(code, message)\n"
        "def fail(reason):\n"
        "    raise Failed(HERE, 'lost', reason)\n"
        "def act(x):\n"
        "    refuse('no_way', f'There is no {x}.')\n"
        "    fail('it is not there')\n"
        "    raise Failed(HERE, 'late', f'it took {x} hours')\n"
    )
    kinds, path = {"Wrong", "Failed"}, Path("one.py")
    special = list(classes_in(path, module, kinds))
    classes = {each.name: each.template for each in special}
    helpers = known_in(path, module, [*special, *helpers_in(path, module, kinds, classes)])
    assert [(said.text, said.clauses, said.code) for said in handed_over(module, helpers, {})] == [
        (f"There is no {FACT}.", (), "no_way"),
        (f"{FACT} failed: it is not there", ("it is not there",), "lost"),
        (f"{FACT} failed: it took {FACT} hours", (f"it took {FACT} hours",), "late"),
    ]


def test_a_sentence_is_told_by_its_pattern_its_clauses_or_its_code() -> None:
    whole, parts, codes = {f"It failed: {FACT}."}, {"it is late", f"{FACT} is lost"}, {"gone"}
    said = [
        Sentence("adjudicator/one.py:1", f"It failed: {FACT}."),
        Sentence("adjudicator/one.py:2", "It failed: it is late.", ("it is late",)),
        Sentence("api/one.py:3", "It has gone.", (), "gone"),
        Sentence("adjudicator/one.py:4", "It failed: it is early.", ("it is early",)),
        Sentence("adjudicator/one.py:5", "It has gone.", (), "gone"),
    ]
    assert [each.is_told(whole, parts, codes) for each in said] == [True, True, True, False, False]


@pytest.mark.parametrize(
    "command", [["judge"], ["name"], ["simulate", "ion", "--option", "x"], ["edition", "check", "none.toml"]]
)
def test_the_terminal_complains_in_german(command: list[str]) -> None:
    told = CliRunner().invoke(main, [*command, "--lang", "de"]).output.splitlines()[-1]
    assert told.startswith("Fehler:")
    assert english_in(told) == []

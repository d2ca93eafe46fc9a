"""C-WORDS: the figures of a sentence add up; each is worked out again from the sentence's own parameters."""

from __future__ import annotations

import random
import re
from collections import Counter
from math import gcd
from typing import TYPE_CHECKING

import pytest

from adjudicator import Facts, Formula, Tiles, load_ruleset, prose
from adjudicator.chem.elements import ELEMENTS
from adjudicator_rulesets.compoundit.judging.rules import CompoundIt
from tests.support.sampling import DAY

if TYPE_CHECKING:
    from adjudicator import Check, Verdict

RULES = ("compoundit:beginner", "compoundit:standard", "compoundit:expert")
WORDS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
SIGNED = re.compile(r"(?<![\w.])([+−]\d+|0)(?!\w)")
NEGATIVE = {
    "bromide": "Br",
    "chloride": "Cl",
    "fluoride": "F",
    "iodide": "I",
    "nitride": "N",
    "oxide": "O",
    "phosphide": "P",
    "sulfide": "S",
}
RUNS = 250  # of each of the rule sets


def signed(message: str) -> list[int]:
    return [int(figure.replace("−", "-")) for figure in SIGNED.findall(message)]


def number(word: str) -> int:
    return WORDS.index(word.lower()) if word.lower() in WORDS else int(word)


def counts_said(message: str) -> list[int]:
    """Of "two aluminium ions and three carbonates"."""
    return [number(word) for word in re.findall(r"\b(\w+) (?=[a-z]+)", message) if word.lower() in WORDS[1:]]


def own(check: Check) -> Check:
    """Without what stands before and after its own sentence."""
    facts = {name: value for name, value in check.params.items() if name not in prose.ADDED}
    return check._replace(params=Facts(**facts))


def sum_not_zero(check: Check, verdict: Verdict, rules: CompoundIt) -> None:
    assert check.witness is not None
    numbers = check.witness["numbers"]
    assert signed(check.message)[:1] == [sum(numbers)] == [check.params["total"]]
    assert all(n in rules.numbers[tile] for tile, n in zip(verdict.tiles, numbers, strict=True))


def charges_off(check: Check, verdict: Verdict, _: CompoundIt) -> None:
    charges = check.params["charges"]
    total = sum(n for _, own in charges for n in own)
    assert signed(check.message)[:1] == [total] != [0]
    assert counts_said(check.message)[: len(charges)] == [len(own) for _, own in charges]


def ions_contiguous(check: Check, verdict: Verdict, _: CompoundIt) -> None:
    charges, units = check.params["charges"], check.witness["units"] if check.witness else ()
    numbers = [n for _, own in charges for n in own]
    assert signed(check.message) == [*numbers, sum(numbers)]
    assert sorted(unit["charge"] for unit in units) == sorted(numbers)
    assert sorted(tile for unit in units for tile in unit["tiles"]) == list(range(len(verdict.tiles)))
    assert counts_said(check.message.partition(":")[2])[: len(charges)] == [len(own) for _, own in charges]


def not_simplest(check: Check, verdict: Verdict, _: CompoundIt) -> None:
    a, b = check.params["counts"]
    assert gcd(a, b) > 1
    assert check.message.startswith(f"{a} : {b} ")
    if check.params["simplest"]:
        simplest = Formula.parse(check.params["simplest"])
        assert simplest.size * gcd(a, b) == len(verdict.tiles)


def simplest_ratio(check: Check, verdict: Verdict, _: CompoundIt) -> None:
    a, b = check.params["counts"]
    assert gcd(a, b) == 1
    assert check.message.startswith(f"{a} : {b} ")


def ion_alone(check: Check, verdict: Verdict, _: CompoundIt) -> None:
    params = check.params
    assert signed(check.message)[:1] == [params["charge"] * params["times"]]
    assert Counter(verdict.tiles) == Counter(
        {symbol: n * params["times"] for symbol, n in Formula.parse(params["formula"]).atoms}
    )


def kinds_of_ion(check: Check, verdict: Verdict, _: CompoundIt) -> None:
    kinds = check.params["kinds"]
    assert number(check.message.partition(" ")[0]) == len(kinds) == len(set(kinds)) > 2


def odd_electrons(check: Check, verdict: Verdict, _: CompoundIt) -> None:
    electrons = sum(ELEMENTS[tile].valence_electrons for tile in verdict.tiles)
    assert check.message.startswith(f"{electrons} ")
    assert electrons % 2 == 1


def two_elements(check: Check, verdict: Verdict, _: CompoundIt) -> None:
    """In the order of the ratio beside it."""
    counts = Counter(verdict.tiles)
    ratio = [c.params["counts"] for c in verdict.checks if c.set == "binary" and "counts" in c.params]
    assert [tuple(counts[symbol] for symbol in check.params["elements"])] == ratio
    assert check.message.endswith(": {} and {}.".format(*check.params["elements"]))


def not_two_elements(check: Check, verdict: Verdict, _: CompoundIt) -> None:
    elements = set(verdict.tiles)
    assert set(check.params["elements"]) == elements
    if len(elements) > 1:
        assert f"this has {WORDS[len(elements)]}:" in check.message


SENTENCES = {
    test.__name__: test
    for test in (
        sum_not_zero,
        charges_off,
        ions_contiguous,
        not_simplest,
        simplest_ratio,
        ion_alone,
        odd_electrons,
        not_two_elements,
        two_elements,
    )
} | {"salt_not_listed": kinds_of_ion, "salt_listed": kinds_of_ion, "several_kinds": kinds_of_ion}


def atoms_of(ion: str, rules: CompoundIt) -> dict[str, int]:
    """Of one ion by its name: sulfate, calcium, chloride."""
    for kind in rules.edition.ions:
        if kind.name == ion:
            return dict(Formula.parse(kind.formula).atoms)
    symbols = {ELEMENTS[symbol].name: symbol for symbol in rules.numbers} | NEGATIVE
    return {symbols[ion]: 1}


def hint_adds_up(verdict: Verdict, rules: CompoundIt) -> None:
    """The tiles, with what is added and without what is removed, are the compound; as many are said.

    Where it is said in ions, their atoms are what is added and removed.
    """
    nearest = verdict.decisive.params.get("nearest")
    if nearest is None:
        return
    made = Counter(verdict.tiles)
    for symbol, n in nearest["changes"]:
        made[symbol] += n
    assert +made == Counter(dict(Formula.parse(nearest["makes"]).atoms)), verdict.decisive.message
    ions = nearest.get("ions", ())
    if ions:
        of_ions: Counter[str] = Counter()
        for ion, n in ions:
            of_ions.update({symbol: n * m for symbol, m in atoms_of(ion, rules).items()})
        assert {symbol: n for symbol, n in of_ions.items() if n} == dict(nearest["changes"])
    text = verdict.decisive.message
    said = [(kind, number(n)) for n, kind in re.findall(r"(\w+) (?:more|fewer) ([A-Z][a-z]?)\b", text)]
    for way, new in (("adding", 1), ("removing", -1)):
        for tiles in re.findall(rf"\b{way} ((?:\w+ [A-Z][a-z]?(?: and |\b))+)", text, re.IGNORECASE):
            added = [(kind, number(n)) for n, kind in re.findall(r"(\w+) ([A-Z][a-z]?)\b", tiles)]
            assert all((kind, new * n) in nearest["changes"] for kind, n in added)
            said += added
    assert said == ([] if ions else [(symbol, abs(n)) for symbol, n in nearest["changes"]]), text
    ways = re.findall(r"(\w+) (more|fewer) (\D+?) ions?\b", text)
    assert [(kind, number(n) if way == "more" else -number(n)) for n, way, kind in ways] == [*ions], text


def runs(rules: CompoundIt, seed: str) -> list[tuple[str, ...]]:
    """Half of them at random, half of ions that lie in one piece."""
    rng = random.Random(seed)
    symbols = [tile.symbol for tile in rules.edition.tiles for _ in range(tile.count)]
    units = [
        tuple(s for s, n in Formula.parse(ion.formula).atoms for _ in range(n)) for ion in rules.edition.ions
    ]
    found = []
    for place in range(RUNS):
        if place % 2:
            kinds = [rng.choice(units), (rng.choice(symbols),)]
            pieces = [piece for kind in kinds for piece in [kind] * rng.randint(1, 3)]
            found.append(tuple(tile for piece in pieces for tile in piece))
        else:
            few = rng.sample(symbols, rng.randint(2, 3))
            found.append(tuple(rng.choice(few) for _ in range(rng.randint(2, 7))))
    return found


@pytest.mark.parametrize("name", RULES)
def test_C_WORDS_the_figures_of_every_sentence_add_up(name: str) -> None:
    rules = load_ruleset(name)
    assert isinstance(rules, CompoundIt)
    read: Counter[str] = Counter()
    for run in runs(rules, f"{name} {DAY}"):
        verdict = rules.judge(Tiles(run))
        for check in verdict.checks:
            if check.code in SENTENCES:
                SENTENCES[check.code](own(check), verdict, rules)
                read[check.code] += 1
        hint_adds_up(verdict, rules)
        read["in ions"] += "ions" in verdict.decisive.params.get("nearest", ())
    wanted = {"not_two_elements", "sum_not_zero", "simplest_ratio", "not_simplest"}
    assert all(read[code] for code in wanted)
    if name != RULES[0]:
        assert min(read["charges_off"], read["ions_contiguous"], 5 * read["in ions"]) > 5

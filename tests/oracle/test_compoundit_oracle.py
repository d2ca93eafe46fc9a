"""The judge against its slow twin: the same ruling, by the same sets, on everything we can think of.

Half of the runs are random; the other half start as a compound and are then spoilt a little, or not at all.
Everything is seeded: a chunk has the same runs on every machine.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from math import factorial, lcm, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from adjudicator import Check, Formula, Ruling, Tiles, Verdict, load_ruleset
from tests.oracle.compoundit_twin import SETS, Twin, atoms_of
from tests.support.sampling import by_day, more_at_night, one_in

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adjudicator.parts import RuleSet

SHIPPED = Path("rulesets/adjudicator_rulesets/compoundit/editions/reference-2.toml")
MAX_TILES = 15
PER_CHUNK = 500
CHUNKS = 104
OTHER_EDITIONS = [("uniform", False), ("any", False), ("same-sign", True), ("uniform", True), ("any", True)]
STRANGERS = ["Xe", "Au", "B"]  # known elements that no edition here has

Run = tuple[str, ...]


# --- the runs ---------------------------------------------------------------------------------------------


class Maker:
    """Makes runs for one edition from one seed."""

    def __init__(self, twin: Twin, seed: str) -> None:
        self.random = random.Random(seed)
        self.twin = twin
        self.elements = list(twin.numbers)
        singles = [((symbol,), n) for symbol, numbers in twin.numbers.items() for n in numbers if n]
        ions = [(ion.atoms, ion.charge) for ion in twin.ions]
        # Ions twice as often as in the list, because they are the hard part.
        self.cations = [unit for unit in singles + 2 * ions if unit[1] > 0]
        self.anions = [unit for unit in singles + 2 * ions if unit[1] < 0]
        self.ion_atoms = [atoms for atoms, _ in ions]
        self.unit_atoms = {ion.name: ion.atoms for ion in twin.ions}

    def any_run(self) -> Run:
        """Random tiles of few elements: with many, nothing is ever close to legal."""
        r = self.random
        few = r.sample(self.elements, r.choice([1, 2, 2, 2, 3, 3, 4]))
        if r.random() < 0.4:
            few = r.sample(["H", "O", "N", "C", "S", "Cl", "P", "Na"], r.choice([2, 2, 3, 3, 4]))
        if r.random() < 0.01:
            few.append(r.choice(STRANGERS))
        return tuple(r.choices(few, k=min(r.randint(1, MAX_TILES), r.randint(1, MAX_TILES))))

    def near_run(self) -> Run:
        """A compound, its ions and their atoms in any order, with at most two faults."""
        r = self.random
        while True:
            units = self._compound()
            for _ in range(r.choice([0, 0, 1, 1, 1, 2])):
                units = r.choice(SPOILING_UNITS)(self, units)
            r.shuffle(units)
            for unit in units:
                r.shuffle(unit)
            run = [tile for unit in units for tile in unit]
            for _ in range(r.choice([0, 0, 0, 1, 1, 2])):
                run = r.choice(SPOILING_TILES)(self, run)
            if 1 <= len(run) <= MAX_TILES:
                return tuple(run)

    def near_formula(self, most_orders: int) -> Formula:
        """A composition near a compound, with few enough orders to try them all."""
        while True:
            run = self.near_run() if self.random.random() < 0.8 else self.any_run()
            if order_count(run) <= most_orders:
                return Formula.of_tiles(run)

    def _compound(self) -> list[list[str]]:
        """Neutral in the smallest ratio: salts, acids, ammonium salts, peroxides, and binary compounds."""
        r = self.random
        if self.twin.salts and r.random() < 0.15:  # C-DOUBLE
            salt = r.choice(self.twin.salts)
            return [list(self.unit_atoms.get(unit, (unit,))) for unit in salt.elements()]
        while True:
            cation, plus = r.choice(self.cations)
            anion, minus = r.choice(self.anions)
            shape = r.random()
            if shape < 0.1:
                cation, plus = atoms_of("NH4"), 1
            elif shape < 0.2:
                cation, plus = ("H",), 1
            elif shape < 0.26:
                anion, minus = ("O", "O"), -2
            total = lcm(plus, minus)
            units = [list(cation)] * (total // plus) + [list(anion)] * (total // -minus)
            if shape > 0.9 and len(cation) == 1:
                units = self._several_numbers(cation[0], anion, minus)
            if sum(map(len, units)) <= MAX_TILES + 1:
                return [list(unit) for unit in units]

    def _several_numbers(self, symbol: str, anion: Run, minus: int) -> list[list[str]]:
        """As in Fe3O4: the metal's tiles with different printed numbers of one sign."""
        positive = [n for n in self.twin.numbers[symbol] if n > 0]
        numbers = [self.random.choice(positive) for _ in range(self.random.randint(1, 4))]
        return [[symbol]] * len(numbers) + [list(anion)] * round(sum(numbers) / -minus)


Units = list[list[str]]


def one_unit_more(maker: Maker, units: Units) -> Units:
    return [*units, list(maker.random.choice(units))]


def one_unit_less(maker: Maker, units: Units) -> Units:
    return units[1:] if len(units) > 1 else units


def doubled(_: Maker, units: Units) -> Units:
    return units + [list(unit) for unit in units] if sum(map(len, units)) * 2 <= MAX_TILES else units


def ions_mixed(maker: Maker, units: Units) -> Units:
    """One of the ions becomes another one."""
    spot = maker.random.randrange(len(units))
    return [list(maker.random.choice(maker.ion_atoms)) if i == spot else u for i, u in enumerate(units)]


def two_metals(maker: Maker, units: Units) -> Units:
    spot = maker.random.randrange(len(units))
    metal = maker.random.choice(["Na", "K", "Li", "Ca", "Al", "H"])
    return [[metal] if i == spot and len(u) == 1 else u for i, u in enumerate(units)]


def one_ion_alone(maker: Maker, units: Units) -> Units:
    longest = maker.random.choice([unit for unit in units if len(unit) == max(map(len, units))])
    return [list(longest)] * maker.random.choice([1, 1, 2])


SPOILING_UNITS: list[Callable[[Maker, Units], Units]] = [
    one_unit_more,
    one_unit_less,
    doubled,
    ions_mixed,
    two_metals,
    one_ion_alone,
]


def tile_swapped(maker: Maker, run: list[str]) -> list[str]:
    changed = list(run)
    changed[maker.random.randrange(len(run))] = maker.random.choice(maker.elements)
    return changed


def tile_dropped(maker: Maker, run: list[str]) -> list[str]:
    spot = maker.random.randrange(len(run))
    return run[:spot] + run[spot + 1 :] or run


def tile_added(maker: Maker, run: list[str]) -> list[str]:
    spot = maker.random.randrange(len(run) + 1)
    return [*run[:spot], maker.random.choice([*run, maker.random.choice(maker.elements)]), *run[spot:]]


def neighbours_swapped(maker: Maker, run: list[str]) -> list[str]:
    spot = maker.random.randrange(len(run))
    return run[:spot] + run[spot : spot + 2][::-1] + run[spot + 2 :]


def all_shuffled(maker: Maker, run: list[str]) -> list[str]:
    return maker.random.sample(run, len(run))


def turned_round(_: Maker, run: list[str]) -> list[str]:
    return run[::-1]


SPOILING_TILES: list[Callable[[Maker, list[str]], list[str]]] = [
    tile_swapped,
    tile_dropped,
    tile_added,
    neighbours_swapped,
    all_shuffled,
    turned_round,
]


def order_count(run: Sequence[str]) -> int:
    return factorial(len(run)) // prod(factorial(n) for n in Counter(run).values())


# --- what a verdict must show -----------------------------------------------------------------------------


def compare(twin: Twin, rules: dict[str, RuleSet], run: Run) -> bool:
    """Asks both about one run, under every variant; True if it is legal under the last."""
    accepted: tuple[str, ...] = ()
    for variant, ruleset in rules.items():
        verdict = ruleset.judge(Tiles(run))
        accepted = twin.accepted_by(run, variant)
        assert verdict.accepted_by == accepted, f"{variant} on {''.join(run)}: the twin says {accepted}"
        assert verdict.ruling is (Ruling.VALID if accepted else Ruling.INVALID)
        assert verdict.tiles == run
        check_evidence(twin, verdict, SETS[variant])
    return bool(accepted)


def check_evidence(twin: Twin, verdict: Verdict, sets: Sequence[str]) -> None:
    """Every set in force answers, an accepting set has no failing check, and every witness is true."""
    by_set: dict[str | None, list[Check]] = {}
    for check in verdict.checks:
        by_set.setdefault(check.set, []).append(check)
    if all(check.passed for check in by_set[None]):
        assert set(by_set) == {None, *sets}
        assert verdict.accepted_by == tuple(s for s in sets if all(check.passed for check in by_set[s]))
    else:
        assert set(by_set) == {None}
    composition = Formula.of_tiles(verdict.tiles)
    assert Formula.parse(verdict.formula) == Formula.parse(verdict.hill) == composition
    for check in verdict.checks:
        if check.witness is not None and "numbers" in check.witness:
            check_numbers(twin, verdict.tiles, check)
        if check.witness is not None and "units" in check.witness:
            check_units(twin, verdict, check)


def check_numbers(twin: Twin, run: Run, check: Check) -> None:
    assert check.witness is not None
    numbers: Sequence[int] = check.witness["numbers"]
    assert len(numbers) == len(run)
    assert all(n in twin.numbers[tile] for tile, n in zip(run, numbers, strict=True))
    assert sum(numbers) == check.witness["sum"]
    mixing = sorted(
        symbol
        for symbol in set(run)
        if not twin.may_meet([n for tile, n in zip(run, numbers, strict=True) if tile == symbol])
    )
    if check.passed:
        assert (mixing, sum(numbers)) == ([], 0)
        return
    chosen = [list(twin.choices(symbol, count)) for symbol, count in Counter(run).items()]
    assert all(sum(map(sum, choice)) != 0 for choice in product(*chosen))
    if check.code == "needs_mixing":  # it shows the forbidden choice that would have worked
        assert (check.rule, sum(numbers)) == ("C-SIGN", 0)
        assert set(mixing) <= set(check.params["elements"])
        assert mixing
    else:  # it shows the nearest miss: one element against the other, and no such choice is closer to zero
        opposed = [
            abs(sum(one) + sum(other))
            for one, other in product(*chosen)
            if min(one) < 0 < max(other) or min(other) < 0 < max(one)
        ]
        assert (mixing, abs(sum(numbers))) == ([], min(opposed))
        assert check.params["total"] == sum(numbers)


def check_units(twin: Twin, verdict: Verdict, check: Check) -> None:
    assert check.witness is not None
    units: Sequence[Any] = check.witness["units"]
    assert [i for unit in units for i in unit["tiles"]] == list(range(len(verdict.tiles)))
    for unit in units:
        atoms = tuple(sorted(verdict.tiles[i] for i in unit["tiles"]))
        if len(atoms) == 1:
            assert unit["ion"] == atoms[0]
            assert unit["charge"] in twin.numbers[atoms[0]]
        else:
            assert (unit["ion"], atoms, unit["charge"]) in {(i.name, i.atoms, i.charge) for i in twin.ions}
    assert len({unit["ion"] for unit in units}) >= 2
    assert sum(unit["charge"] for unit in units) == check.witness["sum"]
    for kind in {unit["ion"] for unit in units}:
        assert twin.may_meet([unit["charge"] for unit in units if unit["ion"] == kind])
    if check.set in verdict.accepted_by:
        assert check.witness["sum"] == 0


# --- the editions -----------------------------------------------------------------------------------------

MORE_IONS = """
  { name = "azide", formula = "N3", charge = -1 },
  { name = "triiodide", formula = "I3", charge = -1 },
  { name = "mercury(I)", formula = "Hg2", charge = 2 },
  { name = "hydronium", formula = "H3O", charge = 1 },
  { name = "superoxide", formula = "O2", charge = -1 },
  { name = "carbide", formula = "C2", charge = -2 },
"""
MORE_TILES = """
  { symbol = "Hg", count = 2, points = 7, oxidation = [2] },
  { symbol = "Mn", count = 2, points = 7, oxidation = [2, 3, 4, 6, 7, -1] },
"""


def edition_text(policy: str, *, more: bool, kinds: str = "listed") -> str:
    text = SHIPPED.read_text(encoding="utf-8")
    text = text.replace('mixed_oxidation = "same-sign"', f'mixed_oxidation = "{policy}"')
    text = text.replace('kinds = "listed"', f'kinds = "{kinds}"')
    if more:
        tiles, ions = '  { symbol = "O", ', '  { name = "hydroxide", '
        assert text.count(tiles) == text.count(ions) == 1
        text = text.replace(tiles, MORE_TILES.lstrip("\n") + tiles)
        text = text.replace(ions, MORE_IONS.lstrip("\n") + ions)
        text = text.replace('partners = ["ammonium"]', 'partners = ["ammonium", "mercury(I)"]')
    return text


@cache
def shipped() -> tuple[Twin, dict[str, RuleSet]]:
    return Twin(SHIPPED), {variant: load_ruleset(f"compoundit:{variant}") for variant in SETS}


def own_edition(
    folder: Path, policy: str, *, more: bool, kinds: str = "listed"
) -> tuple[Twin, dict[str, RuleSet]]:
    path = folder / f"{policy}-{more}-{kinds}.toml"
    path.write_text(edition_text(policy, more=more, kinds=kinds), encoding="utf-8")
    twin = Twin(path)
    assert twin.policy == policy
    return twin, {variant: load_ruleset(f"compoundit:{variant}", path) for variant in SETS}


# --- the tests --------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "C-RUN",
    "C-EDITION",
    "C-SETS",
    "C-DIA",
    "C-BIN",
    "C-SIGN",
    "C-RATIO",
    "C-ORDER",
    "C-POLY",
    "C-CONTIG",
    "C-ALONE",
)
@pytest.mark.parametrize("chunk", by_day(CHUNKS, range(CHUNKS)))
def test_judge_and_twin_agree(chunk: int) -> None:
    twin, rules = shipped()
    maker = Maker(twin, f"shipped {chunk}")
    legal = 0
    for i in range(PER_CHUNK):
        run = maker.any_run() if i % 2 else maker.near_run()
        if compare(twin, rules, run):
            legal += 1
            in_any_order = rules["standard"].judge(Formula.of_tiles(run))
            assert in_any_order.ruling is Ruling.VALID
            assert twin.accepted_by(in_any_order.tiles, "standard")
    assert legal > PER_CHUNK / 10  # otherwise the chunk would contain nothing but nonsense


@pytest.mark.rule("C-SIGN", "C-POLY", "C-CONTIG")
@pytest.mark.parametrize("chunk", one_in(6, range(6)))
@pytest.mark.parametrize(
    ("policy", "more"),
    by_day(5, [pytest.param(*each) for each in OTHER_EDITIONS]),
)
def test_judge_and_twin_agree_on_other_editions(tmp_path: Path, policy: str, more: bool, chunk: int) -> None:
    twin, rules = own_edition(tmp_path, policy, more=more)
    maker = Maker(twin, f"{policy} {more} {chunk}")
    for i in range(PER_CHUNK):
        compare(twin, rules, maker.any_run() if i % 3 == 0 else maker.near_run())


@pytest.mark.rule("C-DOUBLE")
@pytest.mark.parametrize(
    ("kinds", "policy"),
    by_day(4, [pytest.param(*each) for each in product(["two", "any"], ["same-sign", "uniform"])]),
)
def test_C_DOUBLE_judge_and_twin_agree_on_other_editions(tmp_path: Path, kinds: str, policy: str) -> None:
    twin, rules = own_edition(tmp_path, policy, more=False, kinds=kinds)
    maker, legal = Maker(twin, f"{kinds} {policy}"), 0
    for i in range(600):
        run = maker.any_run() if i % 3 == 0 else maker.near_run()
        if len(run) <= 11:  # the twin cuts it in every possible way
            legal += compare(twin, rules, run)
    assert legal > 60


@pytest.mark.rule("C-DOUBLE")
def test_C_DOUBLE_every_salt_of_the_list_in_some_orders() -> None:
    twin, rules = shipped()
    maker, legal = Maker(twin, "salts"), 0
    for salt in twin.salts:
        units = [list(maker.unit_atoms.get(unit, (unit,))) for unit in salt.elements()]
        for spoilt in (False, False, True):
            maker.random.shuffle(units)
            for unit in units:
                maker.random.shuffle(unit)
            run = tuple(tile for unit in units for tile in unit)
            legal += compare(twin, rules, tuple(neighbours_swapped(maker, list(run))) if spoilt else run)
    assert legal >= 2 * len(twin.salts)


@pytest.mark.rule("C-ORDER", "C-CONTIG")
@pytest.mark.parametrize("chunk", one_in(20, range(20)))
def test_a_formula_is_legal_if_some_order_is(chunk: int) -> None:
    twin, rules = shipped()
    maker = Maker(twin, f"formula {chunk}")
    for _ in range(100):
        formula = maker.near_formula(most_orders=210)
        atoms = [symbol for symbol, count in formula.atoms for _ in range(count)]
        for variant, ruleset in rules.items():
            verdict = ruleset.judge(formula)
            legal = twin.formula_is_legal(atoms, variant)
            assert verdict.ruling is (Ruling.VALID if legal else Ruling.INVALID), f"{variant} on {formula}"
            assert sorted(verdict.tiles) == sorted(atoms)
            assert verdict.accepted_by == twin.accepted_by(verdict.tiles, variant)
            if legal:
                assert ruleset.judge(Tiles(verdict.tiles)).accepted_by == verdict.accepted_by


@pytest.mark.rule("C-BIN", "C-CONTIG")
@pytest.mark.parametrize("chunk", one_in(5, range(5)))
def test_the_evidence_on_a_formula_is_about_the_tiles_it_shows(chunk: int) -> None:
    twin, rules = shipped()
    maker = Maker(twin, f"evidence {chunk}")
    for _ in range(200):
        check_evidence(twin, rules["standard"].judge(Formula.of_tiles(maker.near_run())), SETS["standard"])


@pytest.mark.rule("C-BIN", "C-CONTIG")
@pytest.mark.parametrize("formula", ["C3N4", "H4O2", "NaC2N2", "CHNO3", "NSO2", "Ca2N2O4", "C3O6", "NH4NO3"])
def test_the_evidence_on_some_formulas(formula: str) -> None:
    twin, rules = shipped()
    check_evidence(twin, rules["standard"].judge(Formula.parse(formula)), SETS["standard"])


@pytest.mark.rule("C-ORDER", "C-CONTIG", "C-SIGN")
@pytest.mark.parametrize("number", more_at_night(50, 150))
@pytest.mark.parametrize("policy", by_day(3, ["same-sign", "uniform", "any"]))
def test_a_formula_is_legal_if_some_order_is_in_other_editions(
    tmp_path: Path, policy: str, number: int
) -> None:
    twin, rules = own_edition(tmp_path, policy, more=True)
    maker = Maker(twin, f"formula {policy}")
    for _ in range(number):
        formula = maker.near_formula(most_orders=120)
        atoms = [symbol for symbol, count in formula.atoms for _ in range(count)]
        verdict = rules["standard"].judge(formula)
        legal = twin.formula_is_legal(atoms, "standard")
        assert verdict.ruling is (Ruling.VALID if legal else Ruling.INVALID), f"{policy} on {formula}"
        assert verdict.accepted_by == twin.accepted_by(verdict.tiles, "standard")


@pytest.mark.rule("C-BIN", "C-RATIO")
@pytest.mark.parametrize("policy", by_day(3, ["same-sign", "uniform", "any"]))
def test_C_BIN_every_pair_of_elements_in_every_small_ratio(tmp_path: Path, policy: str) -> None:
    """Exhaustive: all pairs of tiles of the edition, up to five of each."""
    twin, rules = own_edition(tmp_path, policy, more=False)
    only_beginner = {"beginner": rules["beginner"]}
    for one, other in product(twin.numbers, repeat=2):
        if one < other:
            for m, n in product(range(1, 6), repeat=2):
                compare(twin, only_beginner, (one,) * m + (other,) * n)


@pytest.mark.rule("C-CONTIG", "C-POLY")
@pytest.mark.parametrize(
    "alphabet", by_day(4, [("H", "O", "S"), ("N", "O", "H"), ("C", "O", "N"), ("Na", "O", "H")])
)
def test_C_CONTIG_every_run_of_a_small_alphabet(alphabet: Run) -> None:
    """Exhaustive as well: all runs of up to six tiles."""
    twin, rules = shipped()
    for length in range(1, 7):
        for run in product(alphabet, repeat=length):
            compare(twin, rules, run)


@pytest.mark.parametrize("policy", ["same-sign", "uniform", "any"])
def test_the_short_cut_of_the_twin_is_none(tmp_path: Path, policy: str) -> None:
    """Numbers chosen as multisets give the same result as numbers chosen tile by tile."""
    twin, _ = own_edition(tmp_path, policy, more=True)
    maker = Maker(twin, f"short cut {policy}")
    for _ in range(300):
        symbols = maker.random.sample(maker.elements, 2)
        run = symbols + maker.random.choices(symbols, k=maker.random.randint(0, 4))
        chosen = [list(twin.choices(symbol, count)) for symbol, count in Counter(run).items()]
        assert twin.sums_to_zero_by_product(run) == any(
            sum(map(sum, choice)) == 0 for choice in product(*chosen)
        )


# --- by hand ----------------------------------------------------------------------------------------------


def edition_with(folder: Path, ions: str = "", tiles: str = "") -> tuple[Twin, dict[str, RuleSet]]:
    """The shipped edition with a few more rows."""
    before_ions, before_tiles = '  { name = "hydroxide"', '  { symbol = "O"'
    text = SHIPPED.read_text(encoding="utf-8").replace(before_ions, ions + before_ions)
    path = folder / "more.toml"
    path.write_text(text.replace(before_tiles, tiles + before_tiles), encoding="utf-8")
    return Twin(path), {"standard": load_ruleset("compoundit:standard", path)}


@pytest.mark.parametrize(
    ("ion", "runs"),
    [
        (
            '"carbide", formula = "C2", charge = -2',
            ["CCC", "CCCC", "CCCCC", "CCCCCCC", "NaNaCC", "CaCC", "CC"],
        ),
        (
            '"azide", formula = "N3", charge = -1',
            ["NNNN", "NNNNN", "NNNNNNNNNN", "NaNNN", "NNNH", "NHHHHNNN"],
        ),
        ('"dinitrogen", formula = "N2", charge = 1', ["NNCl", "NClN", "NNN", "NNNNNNN", "NNNNO"]),
        ('"nitryl", formula = "NO2", charge = 1', ["ClNOO", "NaNOO", "NOONOO", "NOOClNOO", "OONOOOSO"]),
        ('"doubled", formula = "N2O4", charge = 2', ["NOONOONNOOOO", "NNOOOONOO", "NOONOO", "NNOOOOClCl"]),
        ('"tetraiodomercurate", formula = "HgI4", charge = -2', ["HHHgIIII", "HgIIIIMg", "HHgIIII"]),
        ('"hydrogen maleate", formula = "HC4H2O4", charge = -1', ["HHCCCCHHOOOO", "NaHCCCCHHOOOO"]),
        ('"formate", formula = "HCOO", charge = -1', ["HHCOO", "OOCHNa", "CaHCOOOOCH", "HCOOH"]),
        ('"hexacyanoferrate", formula = "Fe(CN)6", charge = -3', ["KKKFeCNCNCNCNCNCN", "FeFeCCCCCCNNNNNN"]),
    ],
    ids=lambda value: value.split('"')[1] if isinstance(value, str) else "",
)
def test_C_POLY_ions_that_look_like_something_else(tmp_path: Path, ion: str, runs: list[str]) -> None:
    twin, rules = edition_with(
        tmp_path,
        ions=f"  {{ name = {ion} }},\n",
        tiles='  { symbol = "Hg", count = 1, points = 1, oxidation = [2] },\n',
    )
    twin.ions = [
        replace(twin_ion, atoms=atoms_of("FeC6N6")) if twin_ion.name == "hexacyanoferrate" else twin_ion
        for twin_ion in twin.ions
    ]
    for run in runs:
        compare(twin, rules, Tiles.parse(run))
        compare(twin, rules, Tiles.parse(run)[::-1])


@pytest.mark.rule("C-BIN", "C-POLY")
@pytest.mark.parametrize("run", ["HeHe", "HeNe", "HeO", "HHe", "HeOH", "HeHeSOOOO", "NaHeOH", "HeNHHHH"])
def test_C_BIN_an_element_without_numbers_takes_part_in_nothing(tmp_path: Path, run: str) -> None:
    twin, rules = edition_with(
        tmp_path,
        tiles="".join(
            f'  {{ symbol = "{symbol}", count = 1, points = 1, oxidation = [] }},\n'
            for symbol in ("He", "Ne")
        ),
    )
    assert not compare(twin, rules, Tiles.parse(run))


@pytest.mark.rule("C-SIGN", "C-CONTIG")
@pytest.mark.parametrize(
    ("units", "legal"),
    [
        (["Fe"] * 27 + ["O"] * 32, True),
        (["Fe"] * 27 + ["O"] * 33, False),  # 9 : 11
        (["Fe"] * 5 + ["NOOO"] * 13, True),
        (["Fe"] * 4 + ["NOOO"] * 13, False),  # +12 at most
        (["Fe"] * 4 + ["NOOO"] * 12, False),  # 1 : 3
        (["Pb"] * 7 + ["SOOOO"] * 10, True),
        (["Cu"] * 17 + ["OH"] * 21, True),
        (["HO"] * 30, False),
        (["O"] * 60, False),
        (["NHHHH"] * 3 + ["POOOO"], True),
    ],
)
def test_long_runs(units: list[str], legal: bool) -> None:
    twin, rules = shipped()
    maker = Maker(twin, "long")
    maker.random.shuffle(units)
    run = Tiles.parse("".join(units))
    if set(run) != {"O"} and set(run) != {"H", "O"}:  # the twin would take forever to cut these
        assert compare(twin, rules, run) is legal
    assert (rules["standard"].judge(run).ruling is Ruling.VALID) is legal
    assert (rules["standard"].judge(Formula.of_tiles(run)).ruling is Ruling.VALID) is legal


@pytest.mark.rule("C-ALONE")
def test_C_ALONE_an_ion_that_could_be_cut_into_a_compound() -> None:
    """SO4 is S +4 and two peroxides, neutral and in the simplest ratio; but it is sulfate, by itself."""
    twin, rules = shipped()
    assert any(twin.is_two_kinds_of_ion(pieces) for pieces in twin.cuts(("S", "O", "O", "O", "O"), most=2))
    assert not compare(twin, rules, ("S", "O", "O", "O", "O"))
    assert compare(twin, rules, ("C", "O", "O", "O", "O"))  # not an ion of the list
    assert compare(twin, rules, ("S", "O", "O", "O"))  # sulfite, but also sulfur trioxide: binary


@pytest.mark.rule("C-SIGN")
@pytest.mark.parametrize(
    ("run", "both_signs"),
    [("NCuNCuN", "N"), ("CFeFeCCCCCFe", "C"), ("CCH", "C"), ("NNFF", "N"), ("SiSiLi", "Si")],
)
def test_C_SIGN_names_the_element_that_would_need_both_signs_and_no_other(run: str, both_signs: str) -> None:
    """Copper may mix +1 and +2; it is nitrogen that would have to be both positive and negative."""
    _, rules = shipped()
    check = next(
        (c for c in rules["beginner"].judge(Tiles.parse(run)).checks if c.code == "needs_mixing"), None
    )
    if check is not None:
        assert check.params["elements"] == (both_signs,)

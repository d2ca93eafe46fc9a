"""What the name of a complex says is true: oxidation numbers, charges and endings; and it is read as it was written.

Numbers and charges are worked out once more here, from what the formula was made of (V-NAME-CHARGE).
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import pytest

from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula, write_unit
from adjudicator.chem.naming import check, names
from adjudicator.chem.naming.families.complexes import complex_names
from adjudicator.chem.naming.families.units import Ligand, ligands
from adjudicator.chem.naming.knowledge.data import GREEK, KIS, ROMAN, knowledge
from adjudicator.chem.naming.knowledge.vocabulary import vocabulary
from tests.support.sampling import more_at_night, part_of_today, tonight

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

METALS = [symbol for symbol, element in ELEMENTS.items() if element.metal]
COUNTS = (1, 2, 3, 4, 5, 6, 8)
CENTRES = list(product(METALS, ligands(), COUNTS))
BEFORE = {"H": (1,), "K": (1,), "Ca": (2,), "NH4": (1,), "UO2": (2,), "VO": (2, 3)}
BEHIND = {"Cl": (-1,), "SO4": (-2,), "PO4": (-3,)}
TIMES = (1, 2, 3, 4)
CATIONS = [("NH3", 6), ("NH3", 4), ("H2O", 6)]
ANIONS = [("CN", 6), ("Cl", 4), ("C2O4", 3)]
PAIRS = list(product(METALS, METALS, CATIONS, ANIONS, ((1, 1), (2, 3), (3, 2), (1, 3), (3, 4))))
NIGHTS = 8


class Centre(NamedTuple):
    """A metal with so many of one ligand, and so many of the whole in a formula."""

    metal: str
    ligand: Ligand
    many: int
    times: int = 1

    @property
    def text(self) -> str:
        unit = self.ligand.formula if self.ligand.formula in ELEMENTS else f"({self.ligand.formula})"
        return write_unit(f"[{self.metal}{unit}{self.many if self.many > 1 else ''}]", self.times)


class Case(NamedTuple):
    text: str
    centres: tuple[Centre, ...]
    beside: tuple[int, ...] = (0,)  # what the rest may be charged with


def _around(metal: str, ligand: Ligand, many: int) -> Iterator[Case]:
    """The complex alone, and with so many ions on either side."""
    centre = Centre(metal, ligand, many)
    yield Case(centre.text, (centre,))
    for (ion, charges), times in product({**BEFORE, **BEHIND}.items(), TIMES):
        rest = write_unit(ion, times)
        text = f"{centre.text}{rest}" if ion in BEHIND else f"{rest}{centre.text}"
        yield Case(text, (centre,), tuple(times * charge for charge in charges))


def _double(
    first: str, second: str, cation: tuple[str, int], anion: tuple[str, int], times: tuple[int, int]
) -> Case:
    by_formula = {ligand.formula: ligand for ligand in ligands()}
    centres = (
        Centre(first, by_formula[cation[0]], cation[1], times[0]),
        Centre(second, by_formula[anion[0]], anion[1], times[1]),
    )
    return Case("".join(centre.text for centre in centres), centres)


def _charges(centre: Centre, name: str, language: str) -> set[int]:
    """What the name gives one such complex: by its ligands, the number and the ending of its metal."""
    words = vocabulary(language)
    prefixes = KIS if centre.ligand.organic else GREEK
    prefix = prefixes[centre.many] if centre.many > 1 else ""
    around = f"(?:{'|'.join(map(re.escape, words.ligands[centre.ligand.formula]))})"
    endings = [
        (words.elements[centre.metal], False),
        (words.centre(centre.metal), True),
        (words.acid_centre(centre.metal), True),
    ]
    known, found = knowledge().oxidation[centre.metal], set()
    for metal, anionic in endings:
        pattern = rf"\b{prefix}\(?{around}\)?{re.escape(metal)}(?:\(([IVX]+|0|[0-9]+[+-])\)|(?![a-z(]))"
        said = re.search(pattern, name, re.IGNORECASE)
        if said is None:
            continue
        if said[1] and said[1][-1] in "+-":  # Ewens and Bassett, where the number would be one of two
            assert len(centre.ligand.charges) > 1 or centre.ligand.formula == "CO", name
            found.add(int(said[1][-1] + said[1][:-1]))
            continue
        numbers = [ROMAN.index(said[1]) if said[1] != "0" else 0] if said[1] else known
        assert len(numbers) == 1, f"{name} has to say the number of {centre.metal}"
        assert numbers[0] in known, f"{name}: {centre.metal} has no {numbers[0]}"
        totals = {numbers[0] + centre.many * each for each in centre.ligand.charges}
        found |= {total for total in totals if (total < 0) == anionic}
    return found


def _is_balanced(case: Case, name: str, language: str) -> bool:
    each = [_charges(centre, name, language) for centre in case.centres]
    times = [centre.times for centre in case.centres]
    sums = {
        rest + sum(n * charge for n, charge in zip(times, charges, strict=True))
        for rest in case.beside
        for charges in product(*each)
    }
    return 0 in sums


def _assert_true(case: Case, name: str, language: str) -> None:
    """The charges that the name says are those of the formula, and no other formula has this name."""
    counted = re.compile(rf"\w+[ -]?({'|'.join(GREEK[1:])})carbonyl", re.IGNORECASE)  # says no charges
    true = bool(counted.fullmatch(name)) or _is_balanced(case, name, language)
    assert true, f"{case.text} is no {name}"
    answer = check(case.text, name, language=language)
    assert answer.answer == "right", f"{case.text}, {name}: {answer.message}"


def _assert_all_true(cases: Iterable[Case], language: str) -> None:
    named = 0
    for case in cases:
        for name in names(case.text, language=language)[:1]:
            named += 1
            _assert_true(case, name, language)
    print(f"{named} names in {language}")
    assert named


@pytest.mark.rule("V-NAME-CHARGE")
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_name_of_a_complex_says_what_its_formula_is(language: str) -> None:
    _assert_all_true((case for one in part_of_today(8000, CENTRES) for case in _around(*one)), language)
    _assert_all_true((_double(*one) for one in part_of_today(4000, PAIRS)), language)


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_name_of_a_complex_says_what_its_formula_is(language: str) -> None:
    """Every metal with every ligand, so many of it, and so many ions beside it, within eight nights."""
    _assert_all_true((case for one in tonight(CENTRES, NIGHTS) for case in _around(*one)), language)


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_name_of_two_complexes_says_what_its_formula_is(language: str) -> None:
    _assert_all_true((_double(*one) for one in tonight(PAIRS, NIGHTS)), language)


@pytest.mark.rule("V-NAME-CHARGE")
@pytest.mark.parametrize("part", more_at_night(1000, 1))
def test_every_name_that_the_rules_of_complexes_propose_is_true(part: int) -> None:
    """Also those that are not preferred; what is read is looked at above."""
    numbered = 0
    for one in part_of_today(part, CENTRES):
        for case in _around(*one):
            for name in complex_names(Formula.parse(case.text)):
                numbered += 1
                assert _is_balanced(case, name, "en"), f"{case.text} is no {name}"
    assert numbered


def test_the_known_numbers_are_of_every_metal_and_not_above_its_electrons() -> None:
    known = knowledge().oxidation
    assert {symbol for symbol in METALS if ELEMENTS[symbol].number <= 103} <= known.keys()
    for symbol, metal in knowledge().metals.items():
        assert set(metal.all_charges) <= set(known[symbol]), symbol
    main_group = {s: max(numbers) for s, numbers in known.items() if ELEMENTS[s].group}
    assert all(n <= ELEMENTS[s].group % 10 for s, n in main_group.items())


@pytest.mark.parametrize(
    "formula",
    [
        "[Ir(H2O)6](SO4)4",
        "Ca2[Ca(CN)4]",
        "K3[SnCl6]",
        "[Mg(NH3)6]Cl",
        "[Al(NH3)4]Cl2",
        "Ca2[AuO4]",
        "K3[Ti(SO4)2]",
    ],
)
def test_what_needs_an_unknown_number_has_no_name_of_a_complex(formula: str) -> None:
    assert not list(complex_names(Formula.parse(formula)))


@pytest.mark.parametrize(
    ("formula", "name"),
    [
        ("VO[Fe(CN)6]", "oxovanadium(V) hexacyanoferrate(III)"),  # not vanadyl(IV), which would need iron(IV)
        ("(VO)2[Fe(CN)6]", "vanadyl hexacyanoferrate(II)"),
        ("(VO2)3[Fe(CN)6]", "dioxovanadium(V) hexacyanoferrate(III)"),
        ("(UO2)2[Fe(CN)6]", "uranyl hexacyanoferrate(II)"),
        ("UO2[Fe(CN)6]", "uranyl hexacyanoferrate(IV)"),  # as written; no salt of cyanate
        ("VO[SiF6]", "vanadyl hexafluorosilicate"),
        ("[Co(NH3)6][Cr(CN)6]", "hexaamminecobalt(III) hexacyanochromate(III)"),
        ("[Au(NH3)4][AuCl4]", "tetraamminegold(I) tetrachloroaurate(III)"),  # as written: the sum is +4
        ("[Au(NH3)4][AuCl4]3", "tetraamminegold(III) tetrachloroaurate(III)"),
    ],
)
def test_salts_of_complexes_have_the_usual_numbers_that_their_formula_leaves(formula: str, name: str) -> None:
    assert names(formula)[0] == name
    assert check(formula, name).answer == "right"


@pytest.mark.parametrize(
    ("formula", "name"),
    [
        ("UO2[Fe(CN)6]", "iron uranium bis(cyanate) tetracyanide"),
        ("H2[Sn(C2H4)]", "dimethyltin"),
        ("H4[Tc(C2H4)2]", "tetramethyltechnetium"),
        ("H[SbH2]", "stibine"),
        ("H2[SnH2]", "stannane"),
        ("H2[SnH2]", "tin(IV) hydride"),
        ("K3[Sb(H2O)3]", "potassium antimonide trihydrate"),
        ("(NH4)3[Sb(H2O)3]", "ammonium antimonide trihydrate"),
    ],
)
def test_what_stands_in_square_brackets_is_not_taken_apart(formula: str, name: str) -> None:
    assert name not in names(formula)
    assert check(formula, name).answer != "right"


@pytest.mark.parametrize("formula", ["VO[Na(O2)]", "H2[Mg(O2)]"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_complex_that_we_cannot_name_has_no_name_of_its_composition(formula: str, language: str) -> None:
    """Regression: sodium vanadate(V), Magnesiamilch."""
    assert not names(formula, language=language)


def test_a_whole_complex_keeps_its_hydride_and_its_water() -> None:
    assert check("[SnH4]", "stannane").answer == "right"
    assert check("[Cr(H2O)6]Cl3", "chromium(III) chloride hexahydrate").answer == "right"
    assert check("NH4[Fe(H2O)6](SO4)2", "ammonium iron(III) sulfate hexahydrate").answer == "right"


@pytest.mark.parametrize(
    ("formula", "language", "first", "right"),
    [
        ("O2[PtF6]", "en", "dioxygenyl hexafluoroplatinate(V)", "dioxygenyl hexafluoroplatinate"),
        ("O2PtF6", "de", "Dioxygenyl-hexafluoridoplatinat(V)", "Dioxygenylhexafluoroplatinat"),
        ("O2[AuF6]", "en", "dioxygenyl hexafluoroaurate(V)", "dioxygenyl hexafluoridoaurate(V)"),
        ("O2BF4", "en", "dioxygenyl tetrafluoroborate", "dioxygenyl tetrafluoroborate"),
        ("Xe[PtF6]", "en", "xenon hexafluoroplatinate", "xenon hexafluoroplatinate"),
        ("XePtF6", "de", "Xenonhexafluoroplatinat", "Xenon-hexafluoridoplatinat"),
    ],
)
def test_salts_of_dioxygenyl_and_what_bartlett_made(
    formula: str, language: str, first: str, right: str
) -> None:
    assert names(formula, language=language)[0] == first
    assert check(formula, right, language=language).answer == "right"


@pytest.mark.parametrize("formula", ["O2[PtCl6]", "O2F2", "KO2", "BaO2", "WO2F4", "[Pt(NH3)4]O2"])
def test_dioxygenyl_stands_only_beside_the_strongest_fluorides(formula: str) -> None:
    assert not any("dioxygenyl" in name for name in names(formula))


@pytest.mark.parametrize(
    ("formula", "first", "right", "wrong"),
    [
        ("H2[PtCl6]", "hexachloroplatinic(IV) acid", "hydrogen hexachloroplatinate(IV)", "hexachloroplatinum(VIII) hydride"),
        ("H3[Fe(CN)6]", "hexacyanoferric(III) acid", "ferricyanic acid", "hexacyanoiron(IX) hydride"),
        ("H[AuCl4]", "tetrachloroauric(III) acid", "hydrogen tetrachloridoaurate(III)", "tetrachlorogold(V) hydride"),
        ("H2[SnCl6]", "hexachlorostannic(IV) acid", "hexachlorostannic acid", "hexachlorotin(VIII) hydride"),
        ("H2[TiF6]", "hexafluorotitanic(IV) acid", "hexafluorotitanic acid", "hexafluorotitanium(VIII) hydride"),
        ("H[SbF6]", "hexafluoroantimonic(V) acid", "fluoroantimonic acid", "hexafluoroantimony(VII) hydride"),
        ("H[CuCl2]", "dichlorocupric(I) acid", "hydrogen dichloridocuprate(I)", "dichlorocopper(III) hydride"),
        ("H2[PtCl4]", "tetrachloroplatinic(II) acid", "hydrogen tetrachloridoplatinate(II)", "tetrachloroplatinum(VI) hydride"),
    ],
)  # fmt: skip
def test_hydrogen_in_front_of_a_complex_makes_an_acid(
    formula: str, first: str, right: str, wrong: str
) -> None:
    assert names(formula)[0] == first
    assert check(formula, right).answer == "right"
    assert check(formula, wrong).answer == "wrong"


def test_german_acids_of_complexes() -> None:
    assert names("H2[PtCl6]", language="de")[0] == "Hexachloridoplatin(IV)-säure"
    assert check("H2[PtCl6]", "Hexachloridoplatin(IV)-säure", language="de").answer == "right"
    assert check("H2[PtCl6]", "Hexachloridoplatin(II)-säure", language="de").answer == "wrong"
    assert check("H3[Fe(CN)6]", "Hexacyanidoeisen(IX)-hydrid", language="de").answer != "right"


@pytest.mark.parametrize(
    ("formula", "name", "language"),
    [
        ("K2[Ni(CN)4]", "potassium tetracyanonickel(II)", "en"),
        ("K4[Fe(CN)6]", "potassium hexacyanoiron(II)", "en"),
        ("Na3[AlF6]", "sodium hexafluoroaluminium", "en"),
        ("[Cu(NH3)4]SO4", "tetraamminecuprate(II) sulfate", "en"),
        ("[CuCl4]^2-", "tetrachloridocopper(II)", "en"),
        ("[Co(NH3)6]^3+", "hexaamminecobaltate(III)", "en"),
        ("K2[Ni(CN)4]", "Kalium-tetracyanidonickel(II)", "de"),
        ("[Cu(NH3)4]SO4", "Tetraammincuprat(II)-sulfat", "de"),
    ],
)
def test_the_ending_of_the_other_sign_is_wrong(formula: str, name: str, language: str) -> None:
    answer = check(formula, name, language=language)
    assert (answer.answer, answer.code) == ("wrong", "name_not_how")
    assert names(formula, language=language)[0] in answer.message

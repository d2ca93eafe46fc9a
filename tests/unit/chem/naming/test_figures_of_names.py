"""C-WORDS: the numbers in a sentence about a name add up; here they are worked out again from charges and prefixes."""

from __future__ import annotations

import re
from itertools import permutations, product
from math import lcm

import pytest

from adjudicator.chem.naming import check, names

METALS = {  # the charges that schools teach
    "Fe": ("iron", "Eisen", (2, 3)),
    "Cu": ("copper", "Kupfer", (1, 2)),
    "Pb": ("lead", "Blei", (2, 4)),
    "Sn": ("tin", "Zinn", (2, 4)),
    "Cr": ("chromium", "Chrom", (2, 3)),
    "Co": ("cobalt", "Cobalt", (2, 3)),
    "Mn": ("manganese", "Mangan", (2, 3)),
}
ANIONS = {
    "Cl": ("chloride", "chlorid", 1),
    "F": ("fluoride", "fluorid", 1),
    "O": ("oxide", "oxid", 2),
    "S": ("sulfide", "sulfid", 2),
    "OH": ("hydroxide", "hydroxid", 1),
    "NO3": ("nitrate", "nitrat", 1),
    "SO4": ("sulfate", "sulfat", 2),
    "PO4": ("phosphate", "phosphat", 3),
}
ROMAN = {1: "I", 2: "II", 3: "III", 4: "IV"}
GREEK = ("", "mono", "di", "tri", "tetra", "penta", "hexa", "hepta", "octa")
PAIRS = {  # what is on record of two nonmetals
    ("nitrogen", "N", "oxide", "O"): ((1, 1), (1, 2), (2, 1), (2, 3), (2, 4), (2, 5)),
    ("phosphorus", "P", "chloride", "Cl"): ((1, 3), (1, 5)),
    ("sulfur", "S", "fluoride", "F"): ((1, 2), (1, 4), (1, 6)),
    ("sulfur", "S", "oxide", "O"): ((1, 2), (1, 3)),
    ("iodine", "I", "fluoride", "F"): ((1, 5), (1, 7)),
}
STOCK = re.compile(r"\(([IVX]+)\)")


def salt(metal: str, charge: int, anion: str) -> str:
    """The formula whose charges add up to zero."""
    each = ANIONS[anion][2]
    positive, negative = lcm(charge, each) // charge, lcm(charge, each) // each
    unit = f"({anion})" if negative > 1 and len(re.findall("[A-Z]", anion)) > 1 else anion
    return f"{metal}{positive if positive > 1 else ''}{unit}{negative if negative > 1 else ''}"


def stock(metal: str, charge: int, anion: str, language: str) -> str:
    english, german, _ = METALS[metal]
    if language == "en":
        return f"{english}({ROMAN[charge]}) {ANIONS[anion][0]}"
    return f"{german}({ROMAN[charge]})-{ANIONS[anion][1]}"


def counted(pair: tuple[str, str, str, str], counts: tuple[int, int]) -> tuple[str, str]:
    """Nitrogen, 2 and 4: the name by prefixes, and the formula."""
    first, one, second, other = pair
    a, b = counts
    name = f"{GREEK[a] if a > 1 else ''}{first} {GREEK[b]}{second}".replace("oo", "o").replace("ao", "o")
    return name, f"{one}{a if a > 1 else ''}{other}{b if b > 1 else ''}"


@pytest.mark.rule("C-WORDS")
@pytest.mark.parametrize("language", ["en", "de"])
def test_C_WORDS_the_number_that_is_said_balances_the_formula(language: str) -> None:
    corrected = 0
    for metal, anion in product(METALS, ANIONS):
        for charge, other in permutations(METALS[metal][2]):
            formula, name = salt(metal, charge, anion), stock(metal, other, anion, language)
            answer = check(formula, name, language=language)
            assert answer.answer == "wrong", (formula, name)
            if answer.code != "name_wrong_number":
                assert answer.code in {"name_impossible", "name_does_not_fit", "name_of_another"}, (
                    answer.message
                )
                continue
            corrected += 1
            assert STOCK.findall(answer.message)[-1] == ROMAN[charge], answer.message
            assert re.search(rf"\b{ROMAN[charge]}\b(?!\))", answer.message), answer.message
            assert salt(metal, other, anion) in answer.message
    assert corrected > 80


@pytest.mark.rule("C-WORDS")
@pytest.mark.parametrize("language", ["en", "de"])
def test_C_WORDS_a_name_without_its_number_may_be_what_balances(language: str) -> None:
    asked = 0
    for metal, anion in product(METALS, ANIONS):
        english, german, charges = METALS[metal]
        name = f"{english} {ANIONS[anion][0]}" if language == "en" else f"{german}{ANIONS[anion][1]}"
        for charge in charges:
            answer = check(salt(metal, charge, anion), name, language=language)
            if answer.code == "name_number_missing":
                asked += 1
                options = dict(answer.params)["options"]
                assert {*options} >= {salt(metal, charge, anion)}
                assert {*options} <= {salt(metal, each, anion) for each in (1, 2, 3, 4)}
                assert all(option in answer.message for option in options)
    assert asked > 30


@pytest.mark.rule("C-WORDS")
def test_C_WORDS_what_a_name_counts_is_what_stands_in_the_formula() -> None:
    corrected = 0
    for pair, known in PAIRS.items():
        for counts in known:
            name, formula = counted(pair, counts)
            assert check(formula, name).answer == "right", (formula, name)
        for counts, others in permutations(known, 2):
            (_, formula), (name, other) = counted(pair, counts), counted(pair, others)
            answer = check(formula, name)
            assert answer.answer == "wrong"
            assert re.search(rf"\b{other}\b", answer.message), answer.message
            assert names(formula)[0] in answer.message
            corrected += answer.code == "name_wrong_count"
    assert corrected > 20

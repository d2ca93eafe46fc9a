"""Boiling points as PubChem's contributors write them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.reference.boiling import MAX_TEXT, Kind, read_boiling

BOILS, SUBLIMES = Kind.BOILS, Kind.SUBLIMES
TEXTS = Path("fixtures/pubchem/boiling_texts.tsv")


@pytest.mark.parametrize(
    ("text", "kelvin", "kind"),
    [
        ("176.2 °F at 760 mmHg (NTP, 1992)", 353.26, BOILS),
        ("80.00 to 81.00 °C. @ 760.00 mm Hg", 353.65, BOILS),
        ("78.24 °C", 351.39, BOILS),
        ("−33.35 °C @ 760 mm Hg", 239.8, BOILS),
        ("100 °C (212 °F)", 373.15, BOILS),
        ("78°-80°C", 352.15, BOILS),
        ("-10--5 °C", 265.65, BOILS),
        ("-24 to -23 °C", 249.65, BOILS),
        ("1,650 °C", 1923.15, BOILS),
        ("78,3 °C", 351.45, BOILS),
        ("351.39 K", 351.39, BOILS),
        ("351.4 kelvin", 351.4, BOILS),
        ("20.1 deg C at 1 atm", 293.25, BOILS),
        ("Boils at 78 degrees Celsius", 351.15, BOILS),
        ("78 ℃", 351.15, BOILS),
        ("78 ºC", 351.15, BOILS),
        ("At 1 atm: -183 C", 90.15, BOILS),
        ("BP, 78 °C", 351.15, BOILS),
        ("Boiling point at 101.3kPa: 78 °C", 351.15, BOILS),
        ("118 to 119 °C; 244 to 246 °F; 391 to 392 K", 391.65, BOILS),
        ("Boils at 290 °C, decomposes at 340 °C", 563.15, BOILS),
        ("Boiling point: 78 °C, flash point 13 °C", 351.15, BOILS),
        ("-109.3 °F at 760 mmHg (sublimes) (NTP, 1992)", 194.65, SUBLIMES),
        ("-78.464 °C (sublimes)", 194.69, SUBLIMES),
        ("Sublimation point: -79 °C", 194.15, SUBLIMES),
    ],
)
def test_C_STABLE_evidence(text: str, kelvin: float, kind: Kind) -> None:
    read = read_boiling(text)
    assert read.is_evidence
    assert read.kelvin == pytest.approx(kelvin, abs=0.01)
    assert read.kind is kind
    assert read.text == text


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Decomposes", Kind.DECOMPOSES),
        ("Decomposes at 337 °C", Kind.DECOMPOSES),
        ("554 °F at 760 mmHg (decomposes) (NTP, 1992)", Kind.DECOMPOSES),
        ("245 °C. Decomposes.", Kind.DECOMPOSES),
        ("240 °C (dec)", Kind.DECOMPOSES),
        ("explodes at 0 °C", Kind.OTHER),
        ("Explodes; 0 °C", Kind.OTHER),
        ("Flash point 55 °F", Kind.OTHER),
        ("Melting point: 5.5 °C", Kind.OTHER),
        ("120.5 °C (68% solution)", Kind.OTHER),
        ("Azeotrope with water boils at 78.2 °C", Kind.OTHER),
        ("30 to 200 °C", Kind.OTHER),
        ("-500 °C", Kind.OTHER),
        ("Not applicable", Kind.OTHER),
        ("", Kind.OTHER),
        ("12 C-atoms", Kind.OTHER),
        ("Sublimes", Kind.SUBLIMES),
        ("> 300 °C", Kind.BOUND),
        ("Greater than 200 °C", Kind.BOUND),
        ("360 °C (est)", Kind.ESTIMATED),
        ("Predicted: 214 °C at 760 mmHg", Kind.ESTIMATED),
        ("75 °C under reduced pressure", Kind.REDUCED_PRESSURE),
        ("60 °C in vacuo", Kind.REDUCED_PRESSURE),
        ("-56.6 °C at 5.1 atm", Kind.RAISED_PRESSURE),
    ],
)
def test_C_STABLE_no_evidence(text: str, kind: Kind) -> None:
    read = read_boiling(text)
    assert not read.is_evidence
    assert read.kind is kind


def test_C_STABLE_texts_as_contributors_write_them() -> None:
    """Tolerances, brackets, conversions, pressures of every kind: each text of the file is read as it is
    meant.
    """
    lines = [line for line in TEXTS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert len(rows) >= 120
    misread = {}
    for row in rows:
        read = read_boiling(row["text"])
        wanted = float(row["kelvin"]) if row["kelvin"] else None
        if read.kind != row["kind"] or read.kelvin != pytest.approx(wanted, abs=0.02):
            misread[row["text"]] = (read.kelvin, read.kind)
    assert not misread


@pytest.mark.parametrize(
    ("text", "kpa"),
    [
        ("78 °C at 760 mmHg", 101.325),
        ("78 °C at 760 mm of Hg", 101.325),
        ("78 °C at 760 torr", 101.325),
        ("78 °C at 29.92 in Hg", 101.32),
        ("78 °C at 1 atm", 101.325),
        ("78 °C at 101.3 kPa", 101.3),
        ("78 °C at 1013 hPa", 101.3),
        ("78 °C at 1013,25 hPa", 101.325),
        ("78 °C at 1,013 mbar", 101.3),
        ("78 °C at 1.013 bar", 101.3),
        ("78 °C at 1.013X10+5 Pa", 101.3),
        ("78 °C at 14.7 psi", 101.35),
        ("78 °C / 20 mm", 2.66644),
        ("78 °C at 10-15 mm Hg", 1.99983),
        ("78 °C at .5 mm Hg", 0.066661),
        ("2.00e+01 mm Hg, 78 °C", 2.66644),
        ("78 °C", None),
    ],
)
def test_pressures(text: str, kpa: float | None) -> None:
    read = read_boiling(text)
    assert read.pressure_kpa == (None if kpa is None else pytest.approx(kpa, rel=1e-3))
    assert read.is_evidence == (kpa is None or 90 <= kpa <= 110)


def test_of_several_clauses_the_one_at_normal_pressure_counts() -> None:
    read = read_boiling("182 °C at 20 mm Hg; 290 °C at 760 mm Hg")
    assert (read.kelvin, read.kind) == (563.15, BOILS)
    assert not read_boiling("182 °C at 20 mm Hg; 82 °C at 1 mm Hg").is_evidence


@given(st.text(max_size=80) | st.text("0123456789.,-+ °CFKxeto@;<>()mHgkPa", max_size=400))
def test_any_text_is_read(text: str) -> None:
    read = read_boiling(text)
    assert read.kelvin is None or 1 <= read.kelvin <= 6500
    assert len(read.text) <= MAX_TEXT


@pytest.mark.parametrize("piece", ["9", "1 ", "- ", "1-", "1 to ", "°", "1.1,1", "°C ", "1 °C, ", "1 mm "])
def test_long_texts_are_cut_before_they_are_read(piece: str) -> None:
    assert len(read_boiling(piece * 1_000_000).text) <= MAX_TEXT

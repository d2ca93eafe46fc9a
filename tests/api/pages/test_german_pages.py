"""The pages in German: tiles and legends, both visible text and text for screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from flask.testing import FlaskClient

GERMAN = {"Accept-Language": "de-AT"}


@pytest.mark.parametrize("path", ["/", "/rules/compoundit"])
def test_elements_have_german_names(client: FlaskClient, path: str) -> None:
    page = client.get(path, headers=GERMAN).get_data(as_text=True)
    assert "Sauerstoff" in page
    assert "oxygen," not in page
    assert "Sauerstoff" not in client.get(path).get_data(as_text=True)


def test_rules_name_ions_molecules_and_reactions_in_german(client: FlaskClient) -> None:
    ions = client.get("/rules/compoundit", headers=GERMAN).get_data(as_text=True)
    assert "<span>Hydrogencarbonat</span>" in ions
    assert "hydrogen carbonate" not in ions
    page = client.get("/rules/valence-plus", headers=GERMAN).get_data(as_text=True)
    for said in (
        "Halogen + Metall, oder Halogen + Halogen + Metall",
        "beständig · eintauschbar",
        "Säure + Base → Salz + Wasser",
    ):
        assert said in page, said
    for english in (", or ", "trade-up", "Transition Metal Compound", "halogen + "):
        assert english not in page, english
    assert "Acid + Base → Salt + Water" in client.get("/rules/valence-plus").get_data(as_text=True)


def test_names_are_given_and_judged_in_german(client: FlaskClient) -> None:
    found = client.get("/v1/names?formula=Fe2O3", headers=GERMAN).get_json()
    assert found["names"][0] == "Eisen(III)-oxid"
    asked = {"formula": "NaHCO3", "name": "Natron"}
    assert client.post("/v1/names/check", json=asked, headers=GERMAN).get_json()["answer"] == "right"
    english = client.post("/v1/names/check", json=asked).get_json()
    assert english["answer"] == "wrong"
    assert english["message"].endswith("In German, Natron is NaHCO3.")


def test_a_ruling_shows_the_german_name(client: FlaskClient) -> None:
    asked = {"tiles": "MgNOONOO", "rules": "compoundit:standard"}
    assert client.post("/v1/judge", json=asked, headers=GERMAN).get_json()["name"] == "Magnesiumnitrit"
    assert client.post("/v1/judge", json=asked).get_json()["name"] == "magnesium nitrite"

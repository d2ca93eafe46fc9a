"""Boxes to print: every piece of the edition is on the pages, backs are behind fronts, nothing is cut off.

PDFium reads the PDF, and the editions are read directly from their TOML files.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import adjudicator_rulesets.ion
from adjudicator import prose as prose_of
from adjudicator import ruleset
from adjudicator.chem.elements import ELEMENTS
from adjudicator.chem.formula import Formula
from adjudicator.cli import main
from adjudicator.engine import load_game
from adjudicator.errors import AdjudicatorError
from adjudicator.hues import COLOURS, CRYSTALS
from adjudicator.printing import Options, Printed, PrintError, lay_out, parts_of, print_box
from adjudicator.printing.geometry import MARGIN, PAPERS, Box
from adjudicator.printing.setting import LEAST, bold, fit, formula, ion, plain, prose, width
from adjudicator.printing.sheets import CARD
from adjudicator.prose import speaking
from tests.support.pdf import Page, pages_of
from tests.support.sampling import by_day, one_in

GAMES = ("chemistry-monopoly", "compounded", "compoundit", "ion", "valence-plus")
SALTS = {  # their ions, as a chemist writes them
    "calcium oxide": "Ca2+O2−", "calcium hydroxide": "Ca2+2OH−", "calcium carbonate": "Ca2+CO32−",
    "calcium sulfate": "Ca2+SO42−", "calcium carbide": "Ca2+C22−", "calcium hydride": "Ca2+2H−",
    "calcium sulfide": "Ca2+S2−", "calcium sulfite": "Ca2+SO32−", "calcium nitride": "3Ca2+2N3−",
    "calcium peroxide": "Ca2+O22−", "calcium cyanamide": "Ca2+CN22−", "calcium cyanide": "Ca2+2CN−",
    "calcium oxalate": "Ca2+C2O42−", "calcium nitrite": "Ca2+2NO2−", "calcium amide": "Ca2+2NH2−",
    "calcium azide": "Ca2+2N3−", "calcium thiocyanate": "Ca2+2SCN−",
}  # fmt: skip
FOOT = 8.0  # millimetres at the foot of a page for its line


@lru_cache
def box(game: str, language: str = "en") -> tuple[Printed, list[Page]]:
    with speaking(language):
        printed = lay_out(game)
    return printed, pages_of(printed.pdf)


def tables(game: str) -> dict[str, Any]:
    editions = load_game(game).editions
    return tomllib.loads(editions.text_of(editions.current))


def pieces(game: str, part: str, *, back: bool = False) -> Counter[str]:
    """The texts in the places of a part's pieces, as read from the PDF."""
    printed, pages = box(game)
    return Counter(
        pages[placed.page - 1].text(placed.box)
        for placed in printed.placed
        if placed.part == part and placed.back is back
    )


def backs(game: str, part: str) -> set[str]:
    """The upright text on the backs; below it the same text is upside down."""
    texts = set(pieces(game, part, back=True))
    for text in texts:
        upright, turned = text[: len(text) // 2], text[len(text) // 2 :]
        assert sorted(upright) == sorted(turned)
    return {text[: len(text) // 2] for text in texts}


# --- every box ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", by_day(5, GAMES))
@pytest.mark.slow
def test_a_box_is_small_vector_and_brings_its_fonts(game: str) -> None:
    printed, pages = box(game)
    assert len(printed.pdf) <= 3_000_000
    assert len(pages) == printed.pages
    assert not any(page.images for page in pages)
    fonts = re.findall(rb"/BaseFont /(\S+)", printed.pdf)
    assert fonts
    assert all(re.fullmatch(rb"[A-Z]{6}\+SourceSansPro\S*", font) for font in fonts)
    assert printed.pdf.count(b"/FontFile2") >= len(set(fonts))


@pytest.mark.parametrize("game", by_day(5, GAMES))
def test_margins_stay_white(game: str) -> None:
    for page in box(game)[1]:
        seen = page.pixels(2)
        edge = int((MARGIN - 1) * 2)
        inner = np.zeros(seen.shape[:2], dtype=bool)
        inner[edge:-edge, edge:-edge] = True
        assert (seen[~inner] == 255).all()


@pytest.mark.parametrize("game", by_day(5, GAMES))
def test_text_stays_inside_its_piece(game: str) -> None:
    printed, pages = box(game)
    for number, page in enumerate(pages, start=1):
        cells = [placed.box for placed in printed.placed if placed.page == number]
        if not cells:
            continue
        for letter in page.letters:
            if letter.box.y < page.h - FOOT:
                assert any(cell.inset(0.3).holds(letter.box) for cell in cells), (number, letter)


@pytest.mark.parametrize("game", by_day(5, GAMES))
def test_pieces_lie_beside_each_other(game: str) -> None:
    printed, _ = box(game)
    by_page: dict[int, list[Box]] = {}
    for placed in printed.placed:
        by_page.setdefault(placed.page, []).append(placed.box)
    for cells in by_page.values():
        for at, cell in enumerate(cells):
            assert not any(cell.inset(0.01).meets(other.inset(0.01)) for other in cells[:at])


@pytest.mark.parametrize("game", by_day(5, GAMES))
def test_backs_lie_behind_their_fronts(game: str) -> None:
    """Turned over the long edge: the same piece, at the same height, at the same distance from the other side."""
    printed, pages = box(game)
    fronts = {(p.page, p.box.x, p.box.y): p for p in printed.placed if not p.back}
    for back in (placed for placed in printed.placed if placed.back):
        assert back.page % 2 == 0
        behind = pages[back.page - 1].w - back.box.right
        (front,) = (
            p for (page, x, y), p in fronts.items()
            if page == back.page - 1 and abs(x - behind) < 0.01 and abs(y - back.box.y) < 0.01
        )  # fmt: skip
        assert (front.piece, front.part) == (back.piece, back.part)
        assert pages[back.page - 1].text(back.box)
    for one, other in pairwise(sorted({p.part: p.page for p in reversed(printed.placed)}.values())):
        assert one <= other


@pytest.mark.parametrize("game", by_day(5, GAMES))
@pytest.mark.slow
def test_black_ink_has_no_colour(game: str) -> None:
    coloured = [page.pixels(0.7) for page in box(game)[1]]
    assert any((page.max(axis=2) != page.min(axis=2)).any() for page in coloured)
    black = lay_out(game, options=Options(ink="black", sides=1, paper="Letter"))
    for page in pages_of(black.pdf):
        seen = page.pixels(1.5)
        assert (seen.max(axis=2) == seen.min(axis=2)).all()
    ours = Counter((p.part, p.piece) for p in box(game)[0].placed if not p.back)
    theirs = Counter((p.part, p.piece) for p in black.placed)
    assert {part for part, _ in ours} == {part for part, _ in theirs}
    assert {k: n for k, n in ours.items() if " " not in k[1]} == {
        k: n for k, n in theirs.items() if " " not in k[1]
    }


@pytest.mark.parametrize("game", by_day(5, GAMES))
def test_the_first_page_says_what_is_where(game: str) -> None:
    printed, pages = box(game)
    cover = pages[0].text()
    began: dict[str, int] = {}
    for placed in printed.placed:
        began.setdefault(placed.part, placed.page)
    for name, title in parts_of(game).items():
        assert "".join(title.split()) in cover
        if name in began:
            assert f"frompage{began[name]}" in cover


@pytest.mark.parametrize("game", by_day(5, GAMES))
def test_the_rules_are_printed_whole(game: str) -> None:
    _, pages = box(game)
    text = "".join(page.text() for page in pages)
    digest = Path(f"seeds/{game}.md").read_text()
    for rule in re.findall(r"^- \*\*([A-Z0-9-]+)\*\*", digest, re.MULTILINE):
        assert rule in text
    for heading in re.findall(r"^#+ (.*)$", digest, re.MULTILINE):
        assert "".join(heading.split()) in text


@pytest.mark.parametrize(("language", "mark"), [("en", "(ours)"), ("de", "(unsere)")])
def test_rules_of_ours_are_marked_on_paper(language: str, mark: str) -> None:
    with speaking(language):
        printed = lay_out("valence-plus", options=Options(parts=("rules",), sides=1))
    text = "".join(page.text() for page in pages_of(printed.pdf))
    assert f"V-BANK{mark}" in text
    assert f"V-STASH{mark}" not in text


IDENTIFIER = re.compile(r"`|[a-z]_[a-z]|=[\"“]|[a-z]=\d|--[a-z]|\.toml|\^")


@pytest.mark.parametrize("language", one_in(2, ["en", "de"]))
@pytest.mark.parametrize("game", by_day(5, GAMES))
@pytest.mark.slow
def test_no_identifier_is_on_paper(game: str, language: str) -> None:
    _, pages = box(game, language)
    for number, page in enumerate(pages, start=1):
        assert IDENTIFIER.search(page.text()) is None, f"page {number}: {IDENTIFIER.findall(page.text())}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_how_to_play_is_one_page_in_the_language_of_the_box(game: str, language: str) -> None:
    with speaking(language):
        printed = lay_out(game, options=Options(parts=("how-to-play",), sides=1))
    _cover, page = pages_of(printed.pdf)
    box = ruleset.load_ruleset(ruleset.whole_box(game)).edition
    for said in ruleset.lesson_words(game, language)["card"].values():  # also on the rule card of the table
        assert squeezed(said.format(box=box)) in squeezed(page.text())
    assert min(size for letter, size in page.sizes if letter.isalpha() and size > 7) >= 9
    assert "{" not in page.text()


@pytest.mark.parametrize("language", ["en", "de"])
def test_how_to_play_has_the_figures_and_the_order_of_the_rulebook(language: str) -> None:
    """C-FIRST before C-RACK, C-SUPPLY, C-END; M-DOUBLES is a choice."""
    with speaking(language):
        text = pages_of(lay_out("compoundit", options=Options(parts=("how-to-play",), sides=1)).pdf)[1].text()
        money = pages_of(lay_out("chemistry-monopoly", options=Options(parts=("how-to-play",), sides=1)).pdf)[
            1
        ].text()
    back, supply, rack, more, may = {
        "en": ("Putthesetilesback", "2:52,3:35,4:26", "theyareyourrack", "onemoreturn", "mayrollagain"),
        "de": ("LegtdiesePlättchenzurück", "2:52,3:35,4:26", "DasistdeineBank", "nocheinenZug", "darfstdunocheinmalwürfeln"),
    }[language]  # fmt: skip
    assert 0 < text.find(back) < text.find(supply) < text.find(rack) < text.find(more)
    assert may in money
    assert "200" in money


def squeezed(text: str) -> str:
    return "".join(text.split())


def test_how_to_play_goes_by_the_box() -> None:
    editions = load_game("valence-plus").editions
    own = editions.text_of(editions.current).replace("target = 16", "target = 23")
    printed = lay_out("valence-plus", own, Options(parts=("how-to-play",), sides=1))
    assert "firstwith23points" in pages_of(printed.pdf)[1].text()


# --- CompoundIt! --------------------------------------------------------------------------------------------


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"


@pytest.mark.rule("C-TILES")
def test_compoundit_every_tile_is_there_with_its_numbers() -> None:
    expected = {
        f"{tile['points']}{tile['symbol']}{''.join(map(signed, tile['oxidation']))}": tile["count"]
        for tile in tables("compoundit")["tiles"]["each"]
    }
    assert pieces("compoundit", "tiles") == expected


@pytest.mark.rule("C-BOARD")
def test_compoundit_the_board_in_one_piece_has_every_square() -> None:
    whole = lay_out("compoundit", options=Options(board="whole", parts=("board",), tile=25))
    *_, page = pages_of(whole.pdf)
    (placed,) = whole.placed
    assert placed.box.w > 15 * 26
    text = page.text(placed.box)
    board = tables("compoundit")["board"]
    for kind, squares in board["bonuses"].items():
        factor, what = {"double": "2×", "triple": "3×"}[kind.split("-")[0]], kind.split("-")[1]
        assert text.count(f"{factor}{what}") == len(squares)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("tile", [19, 25])
def test_compoundit_the_board_over_pages_can_be_put_together(paper: str, tile: int) -> None:
    printed = lay_out("compoundit", options=Options(paper=paper, tile=tile, parts=("board",)))
    sheets = [placed.box for placed in printed.placed]
    names = [placed.piece for placed in printed.placed]
    assert names[0] == "board A1"
    across = [b.w for b, name in zip(sheets, names, strict=True) if name[6] == "A"]
    down = [b.h for b, name in zip(sheets, names, strict=True) if name[7:] == "1"]
    side = 15 * (tile + 1) + 14
    assert sum(across) - 10 * (len(across) - 1) == pytest.approx(side)
    assert sum(down) - 10 * (len(down) - 1) == pytest.approx(side)
    assert len(sheets) == len(across) * len(down)
    for page in pages_of(printed.pdf)[2::2]:  # fronts; backs are empty
        assert PAPERS[paper].w in (pytest.approx(page.w), pytest.approx(page.h))


@pytest.mark.rule("C-IONS")
def test_compoundit_each_player_has_the_ions_with_their_charges() -> None:
    lists = pieces("compoundit", "ions")
    assert sum(lists.values()) == 4
    for text in lists:
        for one in tables("compoundit")["ions"]["each"]:
            charge = one["charge"]
            size = "" if abs(charge) == 1 else str(abs(charge))
            name = str(one["name"]).replace(" ", "")
            assert f"{one['formula']}{size}{'+' if charge > 0 else '−'}{name}" in text


def test_compoundit_very_many_ions_have_pages_of_their_own() -> None:
    editions = load_game("compoundit").editions
    more = "".join(f'  {{ name = "ion {n}", formula = "C{n}H", charge = -1 }},\n' for n in range(2, 80))
    row = '  { name = "ammonium"'
    printed = lay_out(
        "compoundit",
        editions.text_of(editions.current).replace(row, more + row, 1),
        Options(parts=("ions",), players=2, sides=1),
    )
    texts = [page.text() for page in pages_of(printed.pdf)[1:]]
    assert len(texts) > 2
    assert sum("C79H−ion79" in text for text in texts) == sum("PO43−phosphate" in text for text in texts) == 2


# --- Valence Plus -------------------------------------------------------------------------------------------


@pytest.mark.rule("V-ELEMENTS", "V-FIRST", "V-SECOND")
def test_valence_plus_every_card_is_there_with_its_number_and_what_it_is_upside_down() -> None:
    edition = tables("valence-plus")
    turned = {"S": "+6with3O", "Cu": "0withoneothertransitionmetal", "Zn": "0withoneothertransitionmetal"}
    found, number = pieces("valence-plus", "cards"), 0
    for card in [*edition["elements"]["each"], *edition["optional"]["each"]]:
        element = ELEMENTS[str(card["symbol"])]
        valence = signed(card["valence"]) if card["valence"] else "0"
        upright = f"{valence}{card['colour']}{element.symbol}{element.number}{element.name}"
        (text,) = (text for text in found if text.startswith(upright))
        assert found[text] == card["count"]
        assert sorted(text.removeprefix(upright)) == sorted(turned.get(element.symbol, ""))
        number += card["count"]
    assert sum(found.values()) == number
    assert backs("valence-plus", "cards") == {"ValencePluselement"}


@pytest.mark.rule("V-BANK-START")
def test_valence_plus_the_bank_has_every_molecule_with_points_and_reactions() -> None:
    edition = tables("valence-plus")
    bank = pieces("valence-plus", "bank")
    assert sum(bank.values()) == sum(card["count"] for card in edition["molecules"]["each"])
    for card in edition["molecules"]["each"]:
        head = f"{card['name']}{card['points']}".replace(" ", "")
        (text,) = (text for text in bank if text.startswith(head))
        assert bank[text] == card["count"]
        assert all(str(mark) in text for mark in card["marks"])
        for reaction in edition["reactions"]["each"]:
            if card["name"] in [*reaction["reactors"], reaction["target"]]:
                taken = "+".join([*reaction["reactors"], str(reaction["target"])])
                made = "+".join(reaction["products"])
                assert f"{taken}→{made}".replace(" ", "") in text
    assert "suchasNaOH,KOH" in "".join(bank)


@pytest.mark.rule("V-BACK", "V-COMPLEX")
def test_valence_plus_the_back_of_a_molecule_has_its_recipe() -> None:
    edition = tables("valence-plus")
    behind = pieces("valence-plus", "bank", back=True)
    assert sum(behind.values()) == sum(card["count"] for card in edition["molecules"]["each"])
    for card in edition["molecules"]["each"]:
        (text,) = (text for text in behind if text.startswith(card["name"].replace(" ", "")))
        assert behind[text] == card["count"]
        for way in card["colours"]:
            assert all(colour in text for colour in way)
        assert ("madebyareactiononly" in text) is (not card["colours"])
    assert any("Base" in text and "suchasNaOH" in text for text in behind)


@pytest.mark.rule("V-MARKS")
def test_valence_plus_reactors_have_a_navy_border_and_their_targets_a_white_one() -> None:
    marks = {card["name"]: card["marks"] for card in tables("valence-plus")["molecules"]["each"]}
    printed, pages = box("valence-plus")
    seen: dict[str, set[tuple[int, ...]]] = {"reactor": set(), "vulnerable": set()}
    for placed in printed.placed:
        if placed.part == "bank" and not placed.back:
            x, y = (round(4 * at) for at in (placed.box.x + 2.0, placed.box.centre[1]))
            for mark, colours in seen.items():
                if mark in marks[placed.piece]:
                    colours.add(tuple(map(int, pages[placed.page - 1].pixels(4)[y, x])))
    assert seen == {"reactor": {(0x1B, 0x2A, 0x5C)}, "vulnerable": {(255, 255, 255)}}


@pytest.mark.rule("V-BANK-START")
@pytest.mark.parametrize("whole", ["whole", "tiled"])
def test_valence_plus_the_board_has_a_place_for_every_stack(whole: Any) -> None:
    printed = lay_out("valence-plus", options=Options(board=whole, parts=("board",), sides=1))
    text = "".join(page.text() for page in pages_of(printed.pdf)[1:])
    for card in tables("valence-plus")["molecules"]["each"]:
        assert f"{card['name'].replace(' ', '')}×{card['count']}" in text
    assert "elementdeck" in text
    assert "discardpile" in text


@pytest.mark.parametrize("language", one_in(2, ["en", "de"]))
def test_valence_plus_the_bank_and_the_help_can_be_read(language: str) -> None:
    """German has the longer names."""
    printed, pages = box("valence-plus", language)
    numbers = {
        placed.page for placed in printed.placed if placed.part in ("bank", "help") and not placed.back
    }
    foot = 5.0
    sizes = {size for number in numbers for letter, size in pages[number - 1].sizes if letter.isalpha()}
    assert min(sizes - {foot}) >= 7


def test_valence_plus_each_player_has_the_help() -> None:
    (text,) = {re.sub(r"Player\d", "", text) for text in pieces("valence-plus", "help")}
    assert "Ssulfur−2or+6with3Osulfur" in text
    assert text.count("→") == len(tables("valence-plus")["reactions"]["each"])


# --- Ion ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("I-DECK", "I-METAL")
def test_ion_every_card_is_there_and_metals_can_be_turned() -> None:
    edition = tables("ion")
    found = pieces("ion", "cards")
    expected: Counter[str] = Counter()
    for kind, said in (("ions", "ion"), ("polyatomic", "itspoints,orturnausedtilebackpolyatomicion")):
        for card in edition[kind]["each"]:
            charge = card["charge"]
            sign = signed(charge)[0]
            above = sign if abs(charge) == 1 else f"{abs(charge)}{sign}"
            expected[f"{signed(charge)}{card['points']}{card['card']}{above}{card['name']}{said}"] = int(
                str(card["count"])
            )
    for card in edition["nobles"]["each"]:
        expected[f"{card['card']}{card['name']}noblegas"] = card["count"]
    for card in edition["radioactive"]["each"]:
        expected[f"decay{card['decay']}{card['card']}{card['name']}radioactive"] = card["count"]
    metals = [text for text in found if "transitionmetal" in text]
    assert {text: found[text] for text in found if text not in metals} == expected
    assert len(metals) == 6
    printed, pages = box("ion")
    charges = {str(card["card"]): card["charges"] for card in edition["transition"]["each"]}
    points = {
        str(card["card"]): str(card["points"])
        for kind in ("ions", "polyatomic", "transition")
        for card in edition[kind]["each"]
    }
    for placed in printed.placed:
        if placed.part == "cards" and not placed.back and placed.piece in points:
            low = Box(placed.box.x + 4, placed.box.low - 24, 14, 15)
            assert pages[placed.page - 1].text(low) == points[placed.piece], "at the bottom left"
        if placed.part == "cards" and not placed.back and placed.piece in charges:
            cell, page = placed.box, pages[placed.page - 1]
            first, second = charges[placed.piece]
            assert page.text(Box(cell.x, cell.y, 22, 20)) == signed(first)
            turned = page.text(Box(cell.right - 22, cell.low - 28, 22, 20))
            assert sorted(set(turned) - set(ascii_lowercase)) == sorted(signed(second))
    assert backs("ion", "cards") == {"Iondraftingcard"}


@pytest.mark.rule("I-GOALS")
def test_ion_every_goal_is_there() -> None:
    edition = tables("ion")
    found = pieces("ion", "goals")
    assert sum(found.values()) == len(edition["goals"]["each"]) == 9
    for goal in edition["goals"]["each"]:
        title = str(goal["goal"]).replace(" ", "").capitalize()
        (text,) = (text for text in found if text.startswith(title))
        one, both = goal["pays"]
        first, second = ("oneofthem", "both") if goal["compounds"] else ("thefirst", "thesecond")
        assert f"{first}{one}{second}{both}" in text
        assert ("5ormoreplayers" in text) == ("from_players" in goal)
    assert any("Mg(OH)2Ca(OH)2" in text for text in found)
    assert any("MgCl2CaCl2" in text for text in found)


@pytest.mark.rule("I-TILE-STOCK", "I-TILE-HIDDEN")
def test_ion_every_action_tile_has_its_cost_behind() -> None:
    printed, pages = box("ion")
    faces: dict[str, list[str]] = {}
    for placed in printed.placed:
        if placed.part == "tiles":
            faces.setdefault(placed.piece, []).append(pages[placed.page - 1].text(placed.box))
    sets = tables("ion")["tiles"]["each"]
    assert len(faces) == 21
    for row in sets:
        for kind, name in (("select_two", "SelectTwo"), ("take", "TakefromCenter"), ("rxn", "RXN")):
            front, back = faces[f"{row['letter']}/{kind}"]
            assert front.startswith(f"{row['letter']}{name}")
            assert "−" not in front
            assert back == f"{row['letter']}−{row[kind]}{name},used"


# --- Compounded ---------------------------------------------------------------------------------------------


@pytest.mark.rule("K-CARDS", "K-START-EXT")
def test_compounded_every_card_is_there_with_places_for_its_crystals() -> None:
    edition = tables("compounded")
    found = pieces("compounded", "cards")
    raises = {"solid": "Study", "liquid": "Discovery", "gas": "Research"}
    for card in edition["cards"]["each"]:
        head = f"{card['formula']}{card['name']}{card['points']}".replace(" ", "")
        (text,) = (text for text in found if text.startswith(head))
        assert found[text] == 1
        assert f"{card['state']}→{raises[card['state']]}orLab" in text
        atoms = dict(Formula.parse(card["formula"]).atoms)
        places = "".join(row["symbol"] * atoms.get(row["symbol"], 0) for row in edition["crystals"]["each"])
        _, lesson, rest = text.partition("".join(card["lesson"].split()))
        assert lesson
        assert rest.startswith(places)
        assert card.get("reaction", "").capitalize() in text
        drawn = Counter(re.findall("[A-Z][a-z]?", rest.removeprefix(places)))
        assert drawn == atoms if card.get("smiles") else rest.removeprefix(places) == SALTS[card["name"]]
    assert (
        sum(number for text, number in found.items() if text.startswith("LabFire"))
        == edition["play"]["fires"]
    )
    assert sum(number for text, number in found.items() if "unfinishedCO2COO" in text) == 5
    assert sum(found.values()) == len(edition["cards"]["each"]) + 6 + 5
    printed, pages = box("compounded")
    ready = [pages[p.page - 1].text(p.box) for p in printed.placed if p.back and p.piece == "Extinguisher"]
    assert len(ready) == 5
    assert all(text.startswith("Fireextinguisherready") and "CO2" not in text for text in ready)


@pytest.mark.rule("K-CRYSTALS", "K-START-WILD")
def test_compounded_crystals_tools_and_tokens_are_counted() -> None:
    edition = tables("compounded")
    crystals = {row["symbol"]: row["count"] for row in edition["crystals"]["each"]}
    assert pieces("compounded", "crystals") == {**crystals, "wild": 5 * edition["play"]["wilds"]}
    tools = pieces("compounded", "tools")
    names = {"goggles": "SafetyGoggles", "key": "LabKey", "pipet": "Pipet", "cylinder": "GraduatedCylinder",
             "burner": "BunsenBurner", "journal": "Journal"}  # fmt: skip
    for tool, name in names.items():
        assert sum(n for text, n in tools.items() if text.startswith(name)) == edition["tools"][tool]
    tokens = pieces("compounded", "tokens")
    for player in range(1, 6):
        assert (tokens[f"{player}claim"], tokens[f"{player}level"], tokens[f"{player}score"]) == (4, 4, 1)
    assert (tokens["space"], tokens["lead"]) == (15, 1)
    temporary = pieces("compounded", "tokens", back=True)
    assert temporary == {f"{player}temporary": 4 for player in range(1, 6)}


@pytest.mark.rule("K-CRYSTALS")
def test_compounded_crystals_have_the_colours_of_the_key() -> None:
    """Oxygen and sulfur are of one family; in this box one is red and the other yellow."""
    colours = {row["symbol"]: row["colour"] for row in tables("compounded")["crystals"]["each"]}
    printed, pages = box("compounded")
    seen: dict[str, set[str]] = {}
    for placed in printed.placed:
        if placed.part == "crystals" and placed.piece in colours:
            x, y = (round(6 * at) for at in (placed.box.centre[0], placed.box.y + 2.2))
            shade = "#" + "".join(f"{int(part):02x}" for part in pages[placed.page - 1].pixels(6)[y, x])
            seen.setdefault(colours[placed.piece], set()).add(shade)
    assert seen == {name: {hue.ground[0]} for name, hue in CRYSTALS.items()}
    assert len(set().union(*seen.values())) == len(colours)


@pytest.mark.rule("K-FIELD")
def test_compounded_starting_cards_have_a_yellow_border() -> None:
    starts = {card["name"] for card in tables("compounded")["cards"]["each"] if card.get("start")}
    printed, pages = box("compounded")
    yellow = set()
    for placed in printed.placed:
        if placed.part == "cards" and not placed.back:
            x, y = (round(4 * at) for at in (placed.box.x + 3, placed.box.centre[1]))
            red, green, blue = map(int, pages[placed.page - 1].pixels(4)[y, x])
            yellow |= {placed.piece} if red > 200 and green > 150 and blue < 60 else set()
    assert yellow == starts
    assert len(starts) == 9


@pytest.mark.rule("K-START-CLAIMS")
def test_compounded_benches_have_three_claims_upper_left_and_one_on_the_study_tube() -> None:
    printed, pages = box("compounded")
    for placed in printed.placed:
        if placed.part == "benches":
            text, cell = pages[placed.page - 1].text(placed.box), placed.box
            assert "Studyclaim1234" in text
            assert pages[placed.page - 1].text(Box(cell.x + 50, cell.y, 25, 20)) == "claims"


@pytest.mark.rule("K-SPACES", "K-START-TRACKS")
def test_compounded_benches_show_tracks_spaces_and_the_key() -> None:
    benches = pieces("compounded", "benches")
    assert sum(benches.values()) == 5
    for text in benches:
        for name, levels in (
            ("Discovery", "2345"),
            ("Study", "claim1234"),
            ("Research", "2345"),
            ("Lab", "4567"),
        ):
            assert f"{name}{levels}" in text
        assert "hydrogen×30" in text
        assert "Lab5Lab6Lab7" in text


@pytest.mark.rule("K-NOBEL-START", "K-NOBEL-CLAIM")
def test_compounded_for_two_has_nobel_s_bench_markers_and_claims() -> None:
    """The engine seats three with two players: so does the box."""
    printed = lay_out("compounded", options=Options(players=2, parts=("benches", "tokens"), sides=1))
    pages = pages_of(printed.pdf)
    texts = Counter(pages[placed.page - 1].text(placed.box) for placed in printed.placed)
    (bench,) = (text for text in texts if "Nobel" in text)
    assert "Discovery2345Research2345" in bench
    assert not any(word in bench for word in ("Study", "Lab5"))
    assert sum(placed.piece.startswith("work_bench") for placed in printed.placed) == 3
    assert [texts[f"{player}level"] for player in (1, 2, 3)] == [4, 4, 2]
    assert [texts[f"{player}claim"] for player in (1, 2, 3)] == [4, 4, 4]
    assert [texts[f"{player}score"] for player in (1, 2, 3)] == [1, 1, 0]
    assert "12claims,10research" in pages[0].text()


@pytest.mark.parametrize("language", ["en", "de"])
def test_compounded_how_to_play_names_nobel(language: str) -> None:
    paper = ruleset.lesson_words("compounded", language)["paper"]
    assert sum("Nobel" in line for line in paper["setup"]) == 1
    ends = {"en": "one more is played", "de": "noch eine gespielt"}
    never = {"en": "never claims", "de": "nie Ansprüche"}
    assert ends[language] in paper["end"][0]
    assert never[language] in paper["turn"][0]


# --- Chemistry Monopoly -------------------------------------------------------------------------------------


def monopoly_name(row: dict[str, Any]) -> str:
    return "".join((ELEMENTS[row["element"]].name if "element" in row else row["name"]).split())


@pytest.mark.rule("M-BOARD")
def test_monopoly_every_square_is_on_the_board_once() -> None:
    board = tables("chemistry-monopoly")["board"]["each"]
    owned = [row for row in board if row["kind"] in ("lot", "life", "supply")]
    whole = lay_out("chemistry-monopoly", options=Options(board="whole", parts=("board",)))
    printed, pages = box("chemistry-monopoly")
    tiled = [(pages[p.page - 1], p.box) for p in printed.placed if p.part == "board"]
    for sheets in ([(pages_of(whole.pdf)[-1], whole.placed[0].box)], tiled):
        letters = Counter("".join(page.text(place) for page, place in sheets))
        expected = Counter(
            "".join(monopoly_name(row) + row.get("element", "") + str(row["price"]) for row in owned)
        )
        assert not expected - letters
        assert letters["?"] == sum(row["kind"].endswith("-day") for row in board)
    first, last = whole.placed[0].box, pages_of(whole.pdf)[-1]
    corner = last.text(Box(first.right - 46, first.low - 46, 46, 46))
    assert corner == "Gocollect200asyoupass"
    beside = last.text(Box(first.right - 46 - 29, first.low - 46, 29, 46))
    assert beside == "boronB60"


@pytest.mark.rule("M-COLOURS")
def test_M_COLOURS_every_deed_has_a_head_in_the_colour_of_its_set() -> None:
    edition = tables("chemistry-monopoly")
    colours = {row["set"]: row["colour"].replace(" ", "-") for row in edition["sets"]["each"]}
    assert len(set(colours.values())) == 8
    sets = {ELEMENTS[row["element"]].name: row["set"] for row in edition["board"]["each"] if "set" in row}
    printed, pages = box("chemistry-monopoly")
    found = 0
    for placed in printed.placed:
        if placed.part != "deeds" or placed.back or placed.piece not in sets:
            continue
        ground = COLOURS[colours[sets[placed.piece]]].ground[0]
        wanted = [int(ground[at : at + 2], 16) for at in (1, 3, 5)]
        x, y, right, low = (
            round(3 * at) for at in (placed.box.x, placed.box.y, placed.box.right, placed.box.low)
        )
        face = pages[placed.page - 1].pixels(3)[y:low, x:right]
        assert (face == wanted).all(axis=2).mean() > 0.1, placed.piece
        found += 1
    assert found == 22


@pytest.mark.rule("M-DEED", "M-TRANSFER", "M-REDEEM")
def test_monopoly_every_deed_has_its_rents_and_its_transferred_side() -> None:
    edition = tables("chemistry-monopoly")
    steps = {row["set"]: row["step"] for row in edition["sets"]["each"]}
    owned = [row for row in edition["board"]["each"] if row["kind"] in ("lot", "life", "supply")]
    fronts, turned = (
        pieces("chemistry-monopoly", "deeds"),
        pieces("chemistry-monopoly", "deeds", back=True),
    )
    assert sum(fronts.values()) == sum(turned.values()) == len(owned) == 28
    for row in owned:
        name = f"{row.get('element', '')}{monopoly_name(row)}"
        head = name + str(row.get("set", "l")).replace(" ", "")
        (front,) = (text for text in fronts if text.startswith(head))
        assert f"price{row['price']}" in front
        half = row["price"] // 2
        assert f"transfervalue{half}" in front
        if row["kind"] == "lot":
            bare, one, *_, solid = row["rents"]
            assert f"double){bare}1liquid{one}2liquids" in front
            assert f"solid{solid}" in front
            assert f"{steps[row['set']]}each" in front
        back = f"{name}transferredtheLabpaid{half}buyitbackfor{half + -(-half // 10)}earnsnorent"
        assert turned[back] == 1


@pytest.mark.rule("M-CARDS")
def test_monopoly_every_day_card_is_there_with_its_back() -> None:
    edition = tables("chemistry-monopoly")
    found = pieces("chemistry-monopoly", "days")
    expected = Counter(
        title + "".join((row["text"] + row["chemistry"].replace("x 10^", "× 10")).split())
        for title, deck in (("LabDay", "lab_day"), ("TestDay", "test_day"))
        for row in edition[deck]["each"]
    )
    assert found == expected
    assert backs("chemistry-monopoly", "days") == {"LabDayChemistryMonopoly", "TestDayChemistryMonopoly"}


@pytest.mark.rule("M-START-CASH", "M-STOCK")
def test_monopoly_money_and_tokens_are_counted() -> None:
    edition = tables("chemistry-monopoly")
    notes = {f"{value}AMUny": number * 8 for value, number in edition["money"]["notes"]}
    assert pieces("chemistry-monopoly", "money") == notes
    stock = edition["stock"]
    assert pieces("chemistry-monopoly", "tokens") == {"liquid": stock["liquids"], "solid": stock["solids"]}
    assert sum(pieces("chemistry-monopoly", "pieces").values()) == 6


# --- setting ------------------------------------------------------------------------------------------------


def test_chemistry_is_set_with_numbers_below_and_charges_above() -> None:
    runs = ion("SO4", -2)
    assert [(run.text, run.rise > 0, run.rise < 0) for run in runs] == [
        ("SO", False, False),
        ("4", False, True),
        ("2−", True, False),
    ]
    assert [run.text for run in formula("CuSO4·5H2O")] == ["CuSO", "4", "·5H", "2", "O"]
    assert [run.rise != 0 for run in formula("CuSO4·5H2O")] == [False, True, False, True, False]
    assert [(run.text, run.rise > 0) for run in prose("6.022 x 10^23 of H2O")][:3] == [
        ("6.022 × ", False),
        ("10", False),
        ("23", True),
    ]


def test_text_is_shrunk_wrapped_and_at_last_broken() -> None:
    assert fit(plain("water"), (30, 6), 10).size == 10
    shrunk = fit(bold("carbon monoxide"), (12, 5), 20, lines=1)
    assert shrunk.size < 10
    assert width(shrunk.lines[0]) * shrunk.size <= 12
    wrapped = fit(plain("one two three four five six"), (15, 20), 12)
    assert len(wrapped.lines) > 1
    broken = fit(plain("x" * 60), (12, 20), 12)
    assert "".join(run.text for line in broken.lines for run in line) == "x" * 60
    assert broken.size < LEAST + 0.3
    with pytest.raises(PrintError) as refused:
        fit(plain("water " * 400), (12, 6), 12)
    assert refused.value.code == "text_too_long"
    with pytest.raises(PrintError) as unknown:
        fit(plain("水"), (12, 6), 12)
    assert unknown.value.code == "no_glyph"


# --- asking -------------------------------------------------------------------------------------------------


def test_one_s_own_box_is_printed(tmp_path: Path) -> None:
    text = load_game("compoundit").editions
    lead = '{ symbol = "Pb", count = 1, points = 8, oxidation = [2, 4] }'
    xenon = '{ symbol = "Xe", count = 3, points = 9, oxidation = [2, 4, 6, 8, -8] }'
    own = text.text_of(text.current).replace(lead, f"{lead.replace('= 1', '= 2')}, {xenon}")
    file = tmp_path / "my.toml"
    file.write_text(own)
    out = tmp_path / "box.pdf"
    arguments = [
        "print",
        "compoundit",
        "--edition",
        str(file),
        "--parts",
        "tiles",
        "--tile",
        "25",
        "--out",
        str(out),
    ]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    assert "pages" in done.output
    text_of_pages = "".join(page.text() for page in pages_of(out.read_bytes()))
    assert text_of_pages.count("9Xe+2+4+6+8−8") == 3
    assert text_of_pages.count("8Pb+2+4") == 2


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (Options(paper="A3"), "bad_paper"),
        (Options(tile=20), "bad_tile"),
        (Options(ink="blue"), "bad_ink"),  # type: ignore[arg-type]
        (Options(board="round"), "bad_board"),  # type: ignore[arg-type]
        (Options(sides=3), "bad_sides"),
        (Options(players=9), "bad_players"),
        (Options(parts=("tiles", "dice")), "unknown_part"),
    ],
)
def test_what_cannot_be_printed_is_said(options: Options, code: str) -> None:
    with pytest.raises(PrintError) as refused:
        print_box("compoundit", options=options)
    assert refused.value.code == code
    assert refused.value.details["input"]


def test_hostile_editions_are_refused_or_printed() -> None:
    editions = load_game("compoundit").editions
    ours = editions.text_of(editions.current)
    many = ours.replace('symbol = "H", count = 20', 'symbol = "H", count = 1500')
    with pytest.raises(PrintError) as refused:
        print_box("compoundit", many)
    assert refused.value.code == "too_many_pieces"
    huge = re.sub(r"(?m)^size = 15$", "size = 60", ours)
    with pytest.raises(PrintError) as large:
        print_box("compoundit", huge, Options(tile=25, parts=("board",)))
    assert large.value.code == "too_large"
    assert print_box("compoundit", huge, Options(board="whole", parts=("board",))).startswith(b"%PDF")
    with pytest.raises(AdjudicatorError) as faulty:
        print_box("compoundit", "schema = 1\n")
    assert faulty.value.code == "edition_faulty"


def test_a_name_that_no_font_has_does_not_keep_a_box_from_being_printed() -> None:
    editions = load_game("ion").editions
    ours = editions.text_of(editions.current)
    named = re.sub('name = "reference-[0-9]+"', 'name = "水の箱"', ours)
    foot = pages_of(print_box("ion", named, Options(parts=("goals",))))[2].text()
    assert "ion/???" in foot
    with pytest.raises(PrintError) as unknown:
        print_box("ion", ours.replace('name = "hydrogen"', 'name = "水素"'))
    assert (unknown.value.code, unknown.value.details["input"]) == ("no_glyph", "水素")
    with pytest.raises(PrintError) as long:
        print_box("ion", ours.replace('name = "hydrogen"', f'name = "{"hydrogen " * 200}"'))
    assert long.value.code == "text_too_long"


@pytest.mark.parametrize(
    ("game", "found", "instead", "code"),
    [
        ("ion", "points = 3, count = 5", "points = 3, count = 1500", "too_many_pieces"),
        ("valence-plus", 'name = "Salt", count = 8', 'name = "Salt", count = 1500', "too_many_pieces"),
        ("compounded", "wilds = 1", "wilds = 400", "too_many_pieces"),
        ("compounded", "target = 50", "target = 400", "too_large"),
        ("compounded", "lab = [4, 5, 6, 7]", "lab = [4, 5, 6, 99]", "too_large"),
        ("chemistry-monopoly", "liquids = 51", "liquids = 1900", "too_many_pieces"),
    ],
)  # fmt: skip
def test_more_than_a_box_holds_is_refused_at_once(game: str, found: str, instead: str, code: str) -> None:
    editions = load_game(game).editions
    with pytest.raises(PrintError) as refused:
        print_box(game, editions.text_of(editions.current).replace(found, instead, 1))
    assert refused.value.code == code


def test_a_game_that_brings_no_box_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adjudicator_rulesets.ion, "load_printing", None, raising=False)
    with pytest.raises(AdjudicatorError) as refused:
        print_box("ion")
    assert refused.value.code == "not_printable"


def test_the_command_lists_parts_and_says_what_is_wrong(tmp_path: Path) -> None:
    run = CliRunner().invoke
    assert "tiles" in run(main, ["print", "compoundit", "--list"]).output
    wrong = run(main, ["print", "chess", "--out", str(tmp_path / "x.pdf")])
    assert (wrong.exit_code, "[unknown_ruleset]" in wrong.output) == (2, True)
    nowhere = run(main, ["print", "compoundit", "--parts", "scores", "--out", str(tmp_path / "no" / "x.pdf")])
    assert (nowhere.exit_code, "[cannot_write]" in nowhere.output) == (2, True)
    part = run(main, ["print", "compoundit", "--parts", "dice", "--out", str(tmp_path / "x.pdf")])
    assert (part.exit_code, "[unknown_part]" in part.output) == (2, True)


def test_the_same_box_is_the_same_file() -> None:
    assert print_box("compoundit") == box("compoundit")[0].pdf


def test_cards_are_nine_to_a_page() -> None:
    from adjudicator.printing.geometry import Grid

    for paper in PAPERS.values():
        grid = Grid(paper, *CARD)
        assert grid.size == 9
        for place in range(9):
            front, back = grid.cell(place), grid.cell(place, mirrored=True)
            assert front.x == pytest.approx(paper.w - back.right)
            assert paper.printable.holds(front)


def texts_of_boxes(game: str, language: str) -> dict[str, str]:
    with prose_of.speaking(language):
        return {**prose_of.texts_of("", "print"), **prose_of.texts_of(game, "print")}


def english_of_boxes(game: str) -> set[str]:
    """The words of English texts on boxes, and of codes, without those that German has too."""
    said, own = texts_of_boxes(game, "en"), texts_of_boxes(game, "de")
    bare = [re.sub(r"\{.*?\}", "", " ".join(texts)) for texts in ([*said, *said.values()], own.values())]
    english, german = (set(re.findall(r"[^\W\d_]{2,}", text)) for text in bare)
    return english - german


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("parts", [("scores",), pytest.param((), marks=pytest.mark.nightly)])
def test_a_box_is_printed_in_the_language_that_is_spoken(game: str, parts: tuple[str, ...]) -> None:
    with prose_of.speaking("de"):
        assert parts_of(game)["scores"] == "Wertungsblatt"
        named = parts or tuple(set(parts_of(game)) - {"rules"})
        pages = pages_of(lay_out(game, options=Options(parts=named)).pdf)
        english = english_of_boxes(game)
    words = set[str]().union(*(page.words() for page in pages)) - {*named, *game.split("-"), "parts"}
    assert {"Wertungsblatt", "Schachtel"} <= words
    assert words & english == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_text_that_a_box_words_has_its_german(game: str) -> None:
    """A constant text is a key of the language files: a missing one fails here."""
    printing = ruleset.part_of(game, "load_printing", "not_printable", "")
    folder = Path(str(printing.__file__)).parent
    source = "".join(
        path.read_text(encoding="utf-8") for path in folder.glob("*.py") if path.stem != "terminal"
    )
    worded = re.findall(r'\b(?:worded|plain|bold|italic)\(\s*"([^"]*[a-z]{2}[^"]*)"', source)
    known = texts_of_boxes(game, "de")
    assert [text for text in worded if text not in known] == []

"""My box: typed in on a phone, used for judging and playing, opened by a second person, corrected at the
table, tried out.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.browsing import Visitor
from tests.support.sampling import in_turn, one_in
from tests.support.seating import play_out
from tests.support.serving import Server

PLAYS = r"^Play · \d+$"
SHARED = re.compile(r"/box/sha256:[0-9a-f]{64}$")

EDITION = """async () => {
  const [{ id, seats }] = JSON.parse(localStorage.getItem("adjudicator.tables"));
  const answer = await fetch(`/v1/games/${id}`, { headers: { Authorization: `Bearer ${seats[0].token}` } });
  return (await answer.json()).edition;
}"""

FORTY = [
    ("H", 20, 1, "+1 -1"), ("O", 18, 1, "-2"), ("C", 9, 2, "+4 -4"), ("N", 8, 2, "-3 +5"), ("Cl", 7, 2, "-1"),
    ("S", 6, 3, "-2 +4 +6"), ("Na", 5, 2, "+1"), ("K", 4, 3, "+1"), ("Mg", 4, 3, "+2"), ("Ca", 4, 3, "+2"),
    ("F", 4, 4, "-1"), ("P", 4, 4, "-3 +3 +5"), ("Fe", 3, 4, "+2 +3"), ("Al", 3, 4, "+3"), ("Br", 2, 5, "-1"),
    ("I", 2, 5, "-1"), ("Cu", 2, 5, "+1 +2"), ("Li", 1, 6, "+1"), ("Zn", 1, 6, "+2"), ("Si", 1, 6, "+4 -4"),
    ("Ag", 1, 7, "+1"), ("Pb", 1, 8, "+2 +4"), ("Xe", 1, 9, "+2 +4 +6"), ("Ba", 1, 6, "+2"), ("Sr", 1, 6, "+2"),
    ("Cr", 1, 7, "+2 +3 +6"), ("Mn", 1, 7, "+2 +4 +7"), ("Co", 1, 7, "+2 +3"), ("Ni", 1, 7, "+2"),
    ("Sn", 1, 7, "+2 +4"), ("Hg", 1, 8, "+1 +2"), ("Au", 1, 9, "+1 +3"), ("Pt", 1, 9, "+2 +4"),
    ("Ti", 1, 8, "+4"), ("V", 1, 8, "+3 +5"), ("W", 1, 9, "+6"), ("As", 1, 8, "-3 +3 +5"), ("Se", 1, 8, "-2 +4 +6"),
    ("B", 1, 7, "+3"), ("Cs", 1, 9, "+1"),
]  # fmt: skip


def ruled(page: Page, run: str, rules: str = "beginner") -> None:
    page.goto("/")
    page.locator(".rules-button").click()
    page.locator(f"input[value={rules}]").check()
    page.get_by_role("button", name="Done").click()
    page.locator("#typed").fill(run)
    page.get_by_role("button", name="Ask for a ruling").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".hero")).to_be_visible()


def held(page: Page, what: Locator, shown: Locator) -> None:
    """A finger that stays on it until something appears."""
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box is not None
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    wire = page.context.new_cdp_session(page)
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    expect(shown).to_be_visible()
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@in_turn(3)
def test_a_box_is_typed_in_judged_by_played_by_and_opened_by_another(
    browser: Browser, server: Server
) -> None:
    phone, other = (Visitor(browser, server.url, "phone") for _ in range(2))
    page = phone.page
    page.goto("/box")
    phone.look("box-1-games")
    page.get_by_role("link", name="CompoundIt!").click()
    page.get_by_label("Name of this box").fill("Ann's <b>box</b>")
    page.get_by_role("button", name="nitrogen, two points").click()
    panel = page.get_by_role("region", name="nitrogen")
    panel.get_by_role("button", name="+5", exact=True).click()
    panel.get_by_role("button", name="+3", exact=True).click()
    panel.get_by_label("Number of nitrogen", exact=True).get_by_role("textbox").fill("-3")
    panel.get_by_role("textbox", name="Number of nitrogen").blur()
    expect(panel.locator(".fault")).to_contain_text("count must be at least 1")
    expect(page.get_by_role("button", name="Save and use it")).to_be_disabled()
    phone.look("box-2-fault", whole=True)
    panel.get_by_role("textbox", name="Number of nitrogen").fill("9")
    panel.get_by_role("textbox", name="Number of nitrogen").blur()
    expect(panel.locator(".fault")).to_have_count(0)
    page.get_by_text("Ions", exact=True).click()
    page.get_by_label("thiocyanate").uncheck()
    page.get_by_role("heading", name="Board").click()
    page.get_by_role("button", name="Row 1, column 2: plain").click()
    phone.look("box-3-board", whole=True)
    page.get_by_text("Play", exact=True).last.click()
    page.get_by_label("2", exact=True).get_by_role("textbox").fill("10")  # a short game: C-END
    page.get_by_label("2", exact=True).get_by_role("textbox").blur()
    page.get_by_role("button", name="Save and use it").click()
    expect(page).to_have_url(SHARED)
    expect(page.get_by_role("heading", name="Ann's <b>box</b>")).to_be_visible()
    expect(page.locator(".differences")).to_contain_text("[-3,3]")
    expect(page.locator(".box-share img.qr")).to_have_count(0)  # no phone reaches 127.0.0.1
    phone.look("box-4-saved", whole=True)
    link = page.url

    ruled(page, "NClClCl")
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    expect(page.locator(".verdict-body")).to_contain_text("By the reference edition: invalid")
    expect(page.locator(".verdict-body")).to_contain_text("Ann's <b>box</b> sha256:")
    phone.look("box-5-ruling")
    page.goto("/")
    expect(page.locator("#box-line")).to_contain_text("By your box “Ann's <b>box</b>”.")
    page.goto("/challenge")
    expect(page.locator("#box-line")).to_contain_text("By your box")

    page.goto("/play/compoundit")
    expect(page.locator("#set-up")).to_contain_text("By your box “Ann's <b>box</b>”.")
    phone.look("box-6-set-up")
    page.get_by_label("Hints").check()
    page.get_by_role("button", name=re.compile("^Play$")).click()
    expect(page.locator(".ask-text")).to_be_visible()
    assert page.evaluate(EDITION).startswith("compoundit/Ann's <b>box</b> sha256:")
    expect(page.locator(".ask-text[data-mine]")).to_be_visible()
    phone.look("box-6-table")
    assert list(play_out(page, PLAYS, 60))
    expect(page.locator(".score-sheet li").first).to_be_visible()

    other.page.goto(link)
    expect(other.page.get_by_text("In use on this device from now on")).to_be_visible()
    ruled(other.page, "NClClCl")
    expect(other.page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    other.page.goto("/")
    other.page.get_by_role("button", name="Back to the reference").click()
    expect(other.page.locator("#box-line")).to_be_hidden()
    ruled(other.page, "NClClCl")
    expect(other.page.locator(".hero")).to_have_attribute("data-ruling", "invalid")
    for visitor in (phone, other):
        visitor.leave()


@pytest.mark.parametrize(
    ("rules", "run", "tile", "number"),
    [("beginner", "NClClCl", "nitrogen", "+3"), ("valence-plus", "CaCl", "calcium", "+1")],
)
def test_a_tile_is_corrected_at_the_table_in_two_taps(
    phone: Visitor, rules: str, run: str, tile: str, number: str
) -> None:
    page = phone.page
    ruled(page, run, rules)
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "invalid")
    page.get_by_role("button", name="My box differs").click()
    phone.look("box-7-differs")
    page.get_by_role("group", name=f"{tile} has").get_by_role("button", name=number).click()
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    expect(page.locator(".verdict-body")).to_contain_text("By the reference edition: invalid")
    page.goto("/")
    expect(page.locator("#box-line")).to_contain_text("Box of")
    held(page, page.locator("#keypad [data-key=Cl]"), page.get_by_role("group", name="chlorine has"))
    expect(page.locator("#run element-tile")).to_have_count(0)  # held, not laid
    page.get_by_role("group", name="chlorine has").get_by_role("button", name="+5").tap()
    expect(page.get_by_role("group", name="chlorine has")).to_be_hidden()
    expect(page.locator("#keypad [data-key=Cl]")).to_have_accessible_name(re.compile("plus five"))


def test_names_go_by_the_box(phone: Visitor) -> None:
    page = phone.page
    ruled(page, "CuCl", "valence-plus")
    page.get_by_role("button", name="My box differs").click()
    page.get_by_role("group", name="copper has").get_by_role("button", name="+1").click()
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    page.goto("/name")
    expect(page.locator("#box-line")).to_contain_text("By your box")
    for symbol in ("Cu", "Cl"):
        page.locator(f"#keypad [data-key={symbol}]").click()
    page.locator("#said").fill("copper(I) chloride")
    page.get_by_role("button", name="Is that right?").click()
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    assert "edition=sha256" in page.url


@pytest.mark.parametrize("game", one_in(2, ["valence-plus", "ion", "compounded", "chemistry-monopoly"]))
def test_the_other_games_are_edited_by_their_schema(visitor: Visitor, game: str) -> None:
    page = visitor.page
    page.goto(f"/box/{game}")
    sections = page.locator(".box-section")
    expect(sections.first).to_be_visible()
    for section in sections.all():
        if section.get_attribute("open") is None:
            section.locator("summary").first.click()
        expect(section.locator(":scope > .stack")).to_be_visible()  # drawn after the click, not during it
        entry = section.locator("details.entry summary").first
        if entry.count():
            entry.click()
            expect(section.locator("details.entry").first).to_have_attribute("open", "")
    visitor.look(f"box-8-{game}", whole=True)
    page.get_by_role("button", name=re.compile("(Number|Price|Gold|At the start): more")).first.click()
    expect(page.locator(".box-actions [role=status]")).to_contain_text(re.compile("difference|fault"))


def test_a_box_in_german_tells_its_faults_in_german(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url, "phone", language="de")
    page = ann.page
    page.goto("/box/compoundit")
    page.locator(".box-section .tile-button").nth(3).click()
    counts = page.locator(".number-stepper").first.get_by_role("textbox")
    counts.fill("-3")
    counts.blur()
    expect(page.locator(".fault").first).to_contain_text("Die Anzahl muss mindestens 1 sein, nicht -3")
    ann.look("box-11-german", whole=True)
    ann.leave()


def test_bots_try_a_box(phone: Visitor) -> None:
    page = phone.page
    page.goto("/box/ion")
    page.get_by_role("button", name="Try it").click()
    turns = page.get_by_role("row", name=re.compile("Turns of a game"))
    expect(turns).to_contain_text(re.compile(r"\d+\.\d.*\d"), timeout=120_000)
    phone.look("box-9-tried", whole=True)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)


def test_an_added_tile_stays_in_sight(phone: Visitor) -> None:
    page = phone.page
    page.goto("/box/compoundit")
    for symbol, name in (("Xe", "xenon"), ("W", "tungsten")):
        page.get_by_label("Add a tile").select_option(symbol)
        panel = page.get_by_role("region", name=name)
        expect(panel).to_be_in_viewport(ratio=0.9)
        expect(page.get_by_label("Add a tile")).to_be_visible()  # the section is still open
        last, bar = (
            panel.get_by_role("button").last.bounding_box(),
            page.locator(".box-actions").bounding_box(),
        )
        assert last
        assert bar
        assert last["y"] + last["height"] <= bar["y"]
    phone.look("box-12-added")


ROWS_IN_SIGHT = """() => {
  const [frame, panel] = [".board-scroll", ".panel"].map((one) => document.querySelector(one).getBoundingClientRect());
  const rows = [...document.querySelectorAll("game-board .board-row")].map((row) => row.getBoundingClientRect());
  const low = Math.min(frame.bottom, panel.top);
  const whole = rows.filter(({ top, bottom }) => top >= frame.top - 1 && bottom <= low + 1).length;
  return { side: document.querySelector("game-board .square").clientWidth, whole };
}"""
FOREIGN = """Symbol\tAnzahl\tPunkte\tZahlen
""" + "\n".join(f"{symbol}\t{count}\t{points}\t{numbers}" for symbol, count, points, numbers in FORTY)


@in_turn(3)
def test_a_foreign_box_of_forty_kinds_is_pasted_into_an_empty_one(small: Visitor) -> None:
    """320 px: the bar does not cover a tapped tile; the box is saved, judged by, and read back from a file."""
    page = small.page
    page.goto("/box/compoundit")
    page.get_by_label("Begin anew with").select_option("empty")
    expect(page.locator(".box-tile")).to_have_count(0)
    page.get_by_label("Type or paste tiles").fill(FOREIGN + "\nQx 1 1 1")
    expect(page.get_by_text("“Qx” is no element.")).to_be_visible()
    page.get_by_label("Type or paste tiles").fill(FOREIGN)
    page.get_by_role("button", name="Add 40 tiles").click()
    expect(page.locator(".box-tile")).to_have_count(40)
    expect(page.locator(".box-actions [role=status]")).to_contain_text("differences")  # and no fault
    expect(page.get_by_role("button", name="Save and use it")).to_be_enabled()
    for place in (0, 20, 39):
        page.locator(".box-tile button").nth(place).click()
        panel, bar = page.locator(".tile-panel"), page.locator(".box-actions")
        panel.get_by_role("button", name="Done").scroll_into_view_if_needed()
        inside, below = panel.bounding_box(), bar.bounding_box()
        assert inside
        assert below
        assert inside["y"] + inside["height"] <= below["y"]
    small.look("box-13-forty")
    panel.get_by_role("button", name="Done").click()
    page.get_by_label("Begin anew with").select_option(label="A copy of reference-1")
    expect(page.locator(".box-tile")).to_have_count(22)
    page.get_by_label("Type or paste tiles").fill(FOREIGN)
    page.get_by_role("button", name="In place of all tiles").click()
    expect(page.locator(".box-tile")).to_have_count(40)
    page.get_by_label("Name of this box").fill("Forty")
    page.get_by_role("button", name="Save and use it").click()
    expect(page).to_have_url(SHARED)
    pasted = page.url
    toml = page.request.get(f"/v1/editions/{pasted.rpartition('/')[2]}.toml").body()
    page.get_by_role("button", name="Back to the reference").click()
    page.get_by_label("Open a file (TOML)").set_input_files(
        {"name": "forty.toml", "mimeType": "application/toml", "buffer": toml}
    )
    expect(page).to_have_url(pasted)  # the imported box is the pasted one
    expect(page.get_by_text("In use on this device from now on")).to_be_visible()
    ruled(page, "XeFF")
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    page.goto("/challenge")
    expect(page.locator("#keypad [data-key]:not([data-key=blank])")).to_have_count(40)
    page.set_viewport_size({"width": 390, "height": 664})
    keypad = page.locator("#keypad")
    assert keypad.evaluate("(one) => one.scrollHeight <= one.clientHeight")  # all forty without scrolling
    page.set_viewport_size({"width": 320, "height": 568})
    page.reload()
    rows = page.evaluate(ROWS_IN_SIGHT)
    assert (rows["side"], rows["whole"] >= 5) == (32, True)
    expect(page.locator("#ask")).to_be_in_viewport(ratio=1)
    page.locator("[data-key=blank]").tap()
    expect(page.locator("#board-hint")).to_contain_text("no blank tiles")
    page.get_by_role("gridcell", name="Row 8, column 8").tap()
    assert page.evaluate(ROWS_IN_SIGHT)["side"] >= 44
    small.look("challenge-forty")


def test_blanks_of_a_box_stand_for_an_element_in_a_challenge(phone: Visitor) -> None:
    """C-BLANK: typed into the box, placed on the board with two taps, marked there, and scored as a blank."""
    page = phone.page
    page.goto("/box/compoundit")
    page.get_by_role("heading", name="Blank tiles").click()
    page.get_by_role("button", name="Number of Blank tiles: more").click(click_count=2)
    page.get_by_role("button", name="Save and use it").click()
    expect(page).to_have_url(SHARED)
    page.goto("/")
    page.locator("[data-key=blank]").tap()
    expect(page.locator("#reading")).to_contain_text("tap that element")
    page.goto("/challenge")
    page.get_by_label("The move", exact=True).check()
    page.locator("[data-key=H]").tap()
    page.locator("[data-key=blank]").tap()
    expect(page.locator("#board-hint")).to_have_text("Blank: tap the element it stands for.")
    page.locator("[data-key=O]").tap()
    page.locator("[data-key=H]").tap()
    expect(page.get_by_role("gridcell", name="blank for oxygen")).to_have_count(1)
    phone.look("challenge-blank")
    page.locator("#ask").tap()
    page.get_by_role("button", name="Yes").tap()
    expect(page.locator(".hero")).to_contain_text("3 points")  # a bonus square doubles the last H
    expect(page.locator(".runs")).to_contain_text("1 + 0 + 1 × 2 = 3")
    expect(page.locator(".challenge-details .picture-only [data-blank]")).to_have_count(1)


def test_a_box_goes_down_as_a_file_and_comes_up_again(phone: Visitor) -> None:
    page = phone.page
    page.goto("/box/compoundit")
    page.get_by_label("Name of this box").fill("Filed")
    page.get_by_label("Add a tile").select_option("Xe")
    page.get_by_role("button", name="Save and use it").click()
    expect(page).to_have_url(SHARED)
    saved = page.url
    toml = page.request.get(f"/v1/editions/{saved.rpartition('/')[2]}.toml").body()
    page.goto("/box")
    field = page.get_by_label("Open a file (TOML)")
    field.set_input_files({"name": "bad.toml", "mimeType": "application/toml", "buffer": b"game = 1"})
    expect(page.locator(".trouble-text li").first).to_be_visible()
    phone.look("box-13-file")
    field.set_input_files({"name": "box.toml", "mimeType": "application/toml", "buffer": toml})
    expect(page).to_have_url(saved)
    expect(page.get_by_role("heading", name="Filed")).to_be_visible()

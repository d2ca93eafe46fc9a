"""Challenges, names and rules: the main path of each, on a phone; at night on a desktop too."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import TOUCHED, Visitor, seal
from tests.support.sampling import in_turn, one_in

HOSTILE = '<img src=x onerror="window.hacked=1">'


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f"#keypad button[aria-label^='{name},']").click()


def square(page: Page, row: int, col: int) -> None:
    page.locator(f"game-board [data-row='{row}'][data-col='{col}']").click()


def lay_water_and_magnesium(page: Page) -> None:
    """Water across the centre; the move puts magnesium below its oxygen."""
    page.goto("/challenge")
    square(page, 8, 7)
    tap(page, "hydrogen", "hydrogen", "oxygen")
    page.get_by_label("The move", exact=True).check()
    square(page, 9, 9)
    tap(page, "magnesium")


def ask(page: Page) -> None:
    page.get_by_role("button", name="Ask for a ruling").click()
    page.get_by_role("button", name="Yes").click()


# --- challenges -------------------------------------------------------------------------------------------


def test_challenge_main_path(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/challenge")
    visitor.look("challenge-1-empty")
    lay_water_and_magnesium(page)
    page.get_by_label("Who played?").fill("Ann")
    page.get_by_label("Who challenges?").fill("Bob")
    visitor.look("challenge-2-board")
    page.get_by_role("button", name="Ask for a ruling").click()
    expect(page.get_by_text("Ann laid one tile; Bob challenges.")).to_be_visible()
    visitor.look("challenge-3-confirm")
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    expect(page.locator(".hero")).to_contain_text("Bob loses the next turn.")
    expect(page).to_have_url(re.compile(r"/challenge/[\w-]{22}$"))
    expect(page.locator(".run-card")).to_have_count(1)
    stored = page.request.get(page.url.replace("/challenge/", "/v1/challenges/")).json()
    expect(page.locator(".hero")).to_contain_text(f"{stored['score']} points")
    expect(page.locator(".run-card")).to_contain_text("Magnesium oxide")
    expect(page.locator(".run-card")).to_contain_text(re.compile(rf"3.* = {stored['score']}"))
    page.locator(".run-card summary").first.click()
    visitor.look("challenge-4-valid", whole=True)
    page.reload()
    expect(page.locator(".hero")).to_contain_text("Bob loses the next turn.")
    page.get_by_text("Settle by agreement").click()
    visitor.look("challenge-5-settle", whole=True)
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator(".hero")).to_contain_text("Ann takes the tiles back and loses this turn.")
    expect(page.locator(".hero")).to_contain_text("The table decided")
    expect(page.locator(".hero")).to_be_in_viewport()
    expect(page.locator(".note")).to_contain_text("The judge had said: valid.")
    visitor.look("challenge-6-settled")


def test_the_ways_to_all_pages_are_whole_on_a_narrow_phone(small: Visitor) -> None:
    page = small.page
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/play")
    assert page.locator(".frame nav").evaluate("(nav) => nav.scrollWidth - nav.clientWidth") <= 0


def test_an_illegal_move_shows_where_it_fails(visitor: Visitor) -> None:
    page = visitor.page
    lay_water_and_magnesium(page)
    square(page, 9, 10)
    tap(page, "sodium")
    ask(page)
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "invalid")
    expect(page.locator(".hero")).to_contain_text("The player takes the tiles back")
    expect(page.locator(".run-card[data-ruling=invalid]")).to_have_count(1)
    expect(page.locator(".run-card[open]")).to_have_attribute("data-ruling", "invalid")
    assert page.locator("#ruling .square[data-fails]").count() >= 2
    assert page.locator(".run-score").count() == 0, "an illegal move scores nothing"
    visitor.look("challenge-invalid", whole=True)


def placed(page: Page) -> list[str]:
    return page.locator("game-board .symbol").all_inner_texts()


def test_a_board_that_goes_on(visitor: Visitor) -> None:
    page = visitor.page
    lay_water_and_magnesium(page)
    page.get_by_label("Who played?").fill("Ann")
    page.get_by_label("Who challenges?").fill("Bob")
    ask(page)
    expect(page.locator("#ruling .score-sheet")).to_contain_text("Ann")
    page.get_by_role("button", name="Next move").click()
    assert placed(page) == ["H", "H", "O", "Mg"], "a move that stands stays"
    expect(page.get_by_label("The move", exact=True)).to_be_checked()
    assert page.locator("game-board element-tile[state=new]").count() == 0
    square(page, 10, 9)
    tap(page, "sodium")
    ask(page)
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "invalid")
    page.get_by_role("button", name="Change this move").click()
    assert placed(page) == ["H", "H", "O", "Mg", "Na"]
    assert page.locator("game-board element-tile[state=new]").count() == 1
    ask(page)
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "invalid")
    page.get_by_role("button", name="Next move").click()
    assert placed(page) == ["H", "H", "O", "Mg"], "a move that does not stand is taken back"
    page.reload()
    assert placed(page) == ["H", "H", "O", "Mg"]
    page.get_by_role("button", name="Score sheet").click()
    expect(page.locator("#score-lines li")).to_have_count(2)
    visitor.look("challenge-7-sheet")
    page.get_by_role("dialog").get_by_role("button", name="New board").click()
    expect(page.get_by_role("heading", name="Start a new board?")).to_be_visible()
    visitor.look("challenge-8-new-board")
    page.get_by_role("button", name="Keep this one").click()
    page.get_by_role("dialog").get_by_role("button", name="New board").click()
    page.locator("#new-yes").click()
    assert placed(page) == []
    expect(page.get_by_label("Before it")).to_be_checked()


def test_complaints_are_where_the_thumb_is_and_the_keypad_is_whole(any_phone: Visitor) -> None:
    page = any_phone.page
    page.goto("/challenge")
    page.get_by_role("button", name="Ask for a ruling").click()
    expect(page.locator("#board-hint")).to_have_text("Choose “The move” and lay its tiles first.")
    expect(page.get_by_label("The move", exact=True)).to_be_focused()
    page.get_by_role("button", name="Large squares").click()
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        for part in (
            "#board-hint",
            "#player",
            "#ask",
            "#keypad button:first-child",
            "#keypad button:last-child",
        ):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
    any_phone.look("challenge-complaint")


def test_a_sealed_challenge_gives_no_reason(any_phone: Visitor) -> None:
    page = any_phone.page
    page.goto("/challenge")
    page.get_by_role("button", name="Rules:").click()
    seal(page)
    page.get_by_role("button", name="Done").click()
    lay_water_and_magnesium(page)
    ask(page)
    expect(page.locator(".hero")).to_contain_text("The challenger loses the next turn")
    assert page.locator(".run-card, .check-list").count() == 0
    any_phone.look("challenge-sealed")
    page.get_by_role("button", name="Reasons, for the referee").click()
    page.get_by_label("PIN of the referee").fill("2468")
    page.keyboard.press("Enter")
    expect(page.locator(".run-card")).to_have_count(1)


def test_an_impossible_board_is_refused_with_every_fault(any_phone: Visitor) -> None:
    page = any_phone.page
    lay_water_and_magnesium(page)
    for row in (11, 13):
        square(page, row, 3)
        tap(page, "lead", "silver")
    ask(page)
    expect(page.get_by_role("heading", name="This board cannot be")).to_be_visible()
    expect(page.locator(".trouble li")).to_have_count(2)
    any_phone.look("challenge-impossible")
    page.get_by_role("button", name="Change the question").click()
    expect(page.locator("game-board element-tile")).to_have_count(8)


def test_names_of_players_are_text(visitor: Visitor) -> None:
    page = visitor.page
    lay_water_and_magnesium(page)
    page.get_by_label("Who played?").fill(HOSTILE)
    page.get_by_label("Who challenges?").fill("<b>Bob</b>")
    page.get_by_role("button", name="Ask for a ruling").click()
    expect(page.locator("#confirm-text")).to_contain_text(HOSTILE)
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".hero")).to_contain_text("<b>Bob</b> loses the next turn.")
    page.get_by_role("button", name="Log").click()
    expect(page.locator("#log-list")).to_contain_text(HOSTILE)
    assert page.locator("main img, dialog img").count() == 0
    assert page.evaluate("window.hacked") is None
    visitor.look("challenge-hostile")


def test_the_board_by_keyboard(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/challenge")
    page.locator("game-board [tabindex='0']").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("NaCl")
    faces = page.locator("game-board .symbol")
    assert faces.all_inner_texts() == ["Na", "Cl"]
    page.keyboard.press("Backspace")
    page.keyboard.press(" ")
    page.keyboard.type("O")
    assert faces.all_inner_texts() == ["Na", "O"]
    expect(page.get_by_role("gridcell", name="row 8, column 7, sodium")).to_be_visible()


def test_large_squares(any_phone: Visitor) -> None:
    page = any_phone.page
    page.goto("/challenge")
    page.get_by_role("button", name="Large squares").click()
    box = page.locator("game-board .square").first.bounding_box()
    assert box
    assert round(box["width"]) >= 44
    lay = page.get_by_role("gridcell", name="row 8, column 8, atom square, empty")
    lay.click()
    tap(page, "magnesium")
    any_phone.look("challenge-large")


def test_a_challenge_that_does_not_exist(any_phone: Visitor) -> None:
    any_phone.page.goto("/challenge/AAAAAAAAAAAAAAAAAAAAAA")
    expect(any_phone.page.locator(".trouble")).to_contain_text("There is no ruling with this id.")
    any_phone.look("challenge-missing")


# --- names ------------------------------------------------------------------------------------------------


def test_name_main_path(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/name")
    visitor.look("name-1-empty")
    tap(page, "sodium", "oxygen", "hydrogen")
    page.get_by_label("What is it called?").fill("caustic soda")
    visitor.look("name-2-said")
    page.get_by_role("button", name="Is that right?").click()
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    expect(page.locator(".hero-word")).to_have_text("Right")
    expect(page.locator(".names")).to_contain_text("lye")
    expect(page.get_by_text("Base, 4 points")).to_be_visible()
    visitor.look("name-3-right", whole=True)
    page.reload()
    expect(page.locator(".hero-word")).to_have_text("Right")
    page.get_by_role("button", name="Next name").click()
    tap(page, "copper", "chlorine", "chlorine")
    page.get_by_label("What is it called?").fill("copper chloride")
    page.keyboard.press("Enter")
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "invalid")
    expect(page.locator(".why")).to_contain_text("copper(II) chloride")
    visitor.look("name-4-wrong", whole=True)


def test_a_name_nobody_knows_is_left_to_the_table(any_phone: Visitor) -> None:
    page = any_phone.page
    page.goto("/name")
    tap(page, "hydrogen", "hydrogen", "oxygen")
    page.get_by_label("What is it called?").fill(HOSTILE)
    page.keyboard.press("Enter")
    expect(page.locator(".hero")).to_contain_text(HOSTILE)
    assert page.evaluate("window.hacked") is None
    assert page.locator("main img").count() == 0
    page.get_by_role("button", name="Next name").click()
    tap(page, "hydrogen", "hydrogen", "oxygen")
    page.get_by_label("What is it called?").fill("flurbium")
    page.keyboard.press("Enter")
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "unresolved")
    any_phone.look("name-unresolved")
    page.get_by_role("button", name="Refuse it").click()
    expect(page.locator(".note")).to_contain_text("The table decided: wrong")


def test_a_slip_of_the_pen_shows_both(any_phone: Visitor) -> None:
    page = any_phone.page
    page.goto("/name?cards=Na,O,H&name=sodum+hydroxide&rules=valence-plus")
    expect(page.locator(".hero-word")).to_have_text("Right")
    expect(page.locator(".hero-name s")).to_have_text("sodum hydroxide")
    expect(page.locator(".hero-name")).to_contain_text("sodium hydroxide")
    any_phone.look("name-slip")


def test_names_can_be_sealed(any_phone: Visitor) -> None:
    page = any_phone.page
    page.goto("/name")
    assert page.get_by_label("What is it called?").get_attribute("placeholder") == "its name"
    sealer = page.locator("#sealed")
    open_ground = sealer.evaluate("(button) => getComputedStyle(button).backgroundColor")
    seal(page)
    expect(sealer).not_to_have_css("background-color", open_ground)  # visible on a phone, too
    tap(page, "copper", "chlorine", "chlorine")
    page.get_by_label("What is it called?").fill("copper chloride")
    page.keyboard.press("Enter")
    expect(page.locator(".hero-word")).to_have_text("Wrong")
    expect(page.locator("#ruling")).not_to_contain_text("copper(II)")
    assert page.locator(".names, .why").count() == 0
    any_phone.look("name-sealed")


# --- rules ------------------------------------------------------------------------------------------------


def test_rules(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/rules")
    expect(page.locator(".game-card")).to_have_count(5)
    visitor.look("rules-1-index", whole=True)
    page.get_by_label("Search the rules of all games").fill("challenge turn")
    expect(page.locator("#rules-found li").first).to_contain_text("CompoundIt!")
    expect(page.locator("#search-found")).to_contain_text("found")
    visitor.look("rules-1-search", whole=True)
    page.get_by_label("Search the rules of all games").fill("auction")
    expect(page.locator("#rules-found li").first).to_contain_text("Monopoly")
    page.get_by_label("Search the rules of all games").fill("")
    expect(page.locator("#rules-found li")).to_have_count(0)
    page.get_by_role("link", name="CompoundIt!").click()
    expect(page.get_by_role("heading", name="CompoundIt!")).to_be_visible()
    expect(page.locator(".tile-table element-tile").nth(1)).to_have_accessible_name(
        "oxygen, one point, minus two"
    )
    visitor.look("rules-2-compoundit", whole=True)
    page.goto("/rules/compoundit#C-CONTIG")
    expect(page.locator("#C-CONTIG")).to_be_in_viewport()
    visitor.photograph("rules-3-linked")


@pytest.mark.parametrize("game", one_in(4, ["valence-plus", "ion", "compounded", "chemistry-monopoly"]))
def test_rules_of_the_other_games(any_phone: Visitor, game: str) -> None:
    """One page for all; only the text differs."""
    any_phone.page.goto(f"/rules/{game}")
    any_phone.look(f"rules-{game}", whole=True)


def test_rules_of_no_game(any_phone: Visitor) -> None:
    answer = any_phone.page.goto("/rules/chess")
    assert answer
    assert answer.status == 404
    expect(any_phone.page.get_by_role("heading", name="There is no such page")).to_be_visible()
    any_phone.look("missing")


# --- documentation ------------------------------------------------------------------------------------------


@in_turn(3)
def test_documentation(visitor: Visitor) -> None:
    """Pages from the list, a search through all of them, and links to the API reference where they were before."""
    page = visitor.page
    page.goto("/docs")
    expect(page.get_by_role("heading", name="Documentation", level=1)).to_be_visible()
    if visitor.device in TOUCHED:
        page.get_by_text("All pages").click()
    page.get_by_role("navigation", name="All pages").get_by_role("link", name="HTTP by example").click()
    expect(page).to_have_url(re.compile("/docs/http$"))
    visitor.look("docs-1-page")
    page.get_by_label("Search the documentation").fill("settlement key")
    found = page.locator("#docs-found a", has_text="/v1/challenges/{id}/settlement").first
    expect(found).to_be_visible()
    visitor.look("docs-2-search")
    found.click()
    expect(page).to_have_url(re.compile("/docs/http#post-v1challengesidsettlement$"))
    page.goto("/docs#judge")
    expect(page).to_have_url(re.compile("/docs/api#judge$"))
    expect(page.locator("#judge")).to_be_visible()


# --- looking up -------------------------------------------------------------------------------------------


def test_a_name_in_the_field_of_the_judge_leads_to_the_substance(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    page.locator("#typed").fill("ethanol")
    expect(page.locator("#reading")).to_contain_text("“ethanol” is no run of tiles. Look it up")
    visitor.look("lookup-1-judge")
    page.get_by_role("button", name="Ask for a ruling").click()
    expect(page).to_have_url(re.compile(r"/lookup\?q=ethanol$"))
    substance = page.get_by_role("article")
    expect(substance.get_by_role("heading", level=2)).to_have_text("Ethanol C2H6O")
    expect(substance).to_contain_text("Boils at 78")
    expect(substance.locator("figure svg")).to_be_visible()
    expect(substance.locator(".legal-game").first).to_contain_text("CompoundIt!")
    expect(substance.locator("dd[data-ruling=valid]")).to_contain_text("organic")
    visitor.look("lookup-2-ethanol", whole=True)
    substance.get_by_role("link", name="dimethyl ether").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("Dimethyl ether C2H6O")
    page.go_back()
    expect(page.get_by_role("heading", level=2)).to_have_text("Ethanol C2H6O")
    page.get_by_label("Formula or name").fill("iron chloride")
    page.get_by_role("button", name="Look up").click()
    expect(page.get_by_role("article")).to_have_count(2)
    visitor.look("lookup-3-several")
    page.get_by_label("Formula or name").fill(HOSTILE)
    page.get_by_role("button", name="Look up").click()
    expect(page.locator("#found")).to_contain_text("which no formula has there")
    assert page.evaluate("window.hacked") is None
    visitor.look("lookup-4-unknown")


def test_a_radical_is_drawn_and_a_network_says_why_not(visitor: Visitor) -> None:
    """Neither is an error in the console, which the visitor would report."""
    page = visitor.page
    page.goto("/lookup?q=NO")
    drawing = page.locator(".structure svg")
    expect(drawing).to_have_accessible_name("Lewis structure of nitrogen monoxide")
    expect(drawing.locator("circle")).to_have_count(7)
    page.goto("/lookup?q=SiO2")
    expect(page.locator(".structure")).to_contain_text("a solid of endlessly linked atoms, not of molecules")


def test_a_substance_leads_to_its_ruling(phone: Visitor) -> None:
    page = phone.page
    page.goto("/lookup?q=NaCl")
    page.locator("dd[data-ruling=valid] a").first.click()
    expect(page).to_have_url(re.compile(r"/r\?formula=NaCl&rules=compoundit"))
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")

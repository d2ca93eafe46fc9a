"""The judge's page: tap or type the run, the opponent confirms, the ruling fills the screen."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Browser, Page, Route, expect

from tests.support.browsing import Visitor, seal
from tests.support.serving import Server

WITHOUT_SUBSCRIPTS = """hero => {
  const copy = hero.cloneNode(true);
  for (const part of copy.querySelectorAll("sub, sup")) part.replaceWith("|");
  return copy.textContent;
}"""
MG_NITRITE = ["magnesium", "nitrogen", "oxygen", "oxygen", "nitrogen", "oxygen", "oxygen"]


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.locator(f"#keypad button[aria-label^='{name},']").click()


def run_of(page: Page) -> list[str]:
    return page.locator("tile-run .symbol").all_inner_texts()


def ask(page: Page) -> None:
    page.get_by_role("button", name="Ask for a ruling").click()
    page.get_by_role("button", name="Yes").click()


def test_main_path(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    expect(page.get_by_text("Tap the tiles in the order")).to_be_visible()
    visitor.look("judge-1-empty")
    first = page.locator("#keypad button").first
    expect(first).to_have_accessible_name("hydrogen, one point, plus one")
    tap(page, *MG_NITRITE)
    assert "".join(run_of(page)) == "MgNOONOO"
    visitor.look("judge-2-run")
    page.get_by_role("button", name="Ask for a ruling").click()
    expect(page.get_by_role("heading", name="Opponent: is this the run?")).to_be_visible()
    expect(page.get_by_role("button", name="Yes")).to_be_focused()
    assert page.locator(".hero").count() == 0, "nothing is shown before the opponent confirms"
    visitor.look("judge-3-confirm")
    page.get_by_role("button", name="Yes").click()
    hero = page.locator(".hero")
    expect(hero).to_have_attribute("data-ruling", "valid")
    expect(hero).to_contain_text("magnesium nitrite")
    expect(page.get_by_role("button", name="Next ruling")).to_be_focused()
    expect(page.locator("#announcement")).to_contain_text("Valid. magnesium nitrite")
    expect(page.locator(".picture")).to_have_accessible_name(
        "Mg plus two, nitrite minus one and nitrite minus one; the sum is zero"
    )
    assert page.locator(".charge").all_inner_texts() == ["+2", "−1", "−1"]
    visitor.look("judge-4-valid")
    page.get_by_role("button", name="Rule C-CONTIG").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("side by side")
    visitor.look("judge-5-rule")
    page.keyboard.press("Escape")
    page.get_by_text("Every check").click()
    visitor.look("judge-6-checks", whole=True)
    page.get_by_role("button", name="Next ruling").click()
    expect(page.locator("#last")).to_contain_text("magnesium nitrite")
    assert run_of(page) == []


def test_an_invalid_ruling_leads_with_the_nearest_miss(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/r?tiles=Mg,Cl&rules=compoundit:standard")
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "invalid")
    expect(page.locator(".hero-name")).to_have_text("One Cl short: the sum is +1.")
    expect(page.locator(".sum b")).to_have_text("+1")
    visitor.look("judge-invalid")


def test_a_molecule_shows_its_structure_and_what_is_on_record(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/r?tiles=C,C,H,H,H,H,H,H,O&rules=compoundit:expert")
    expect(page.locator(".known")).to_contain_text("Boils at 78 °C")
    expect(page.locator(".known")).to_contain_text("CRC Handbook")
    drawing = page.locator(".structure svg")
    expect(drawing).to_have_accessible_name("Lewis structure of ethanol")
    assert drawing.locator("text[family=oxygen]").all_text_contents() == ["O"]
    visitor.look("judge-molecule", whole=True)


def test_why_shows_what_convinced_the_judge(any_phone: Visitor) -> None:
    page = any_phone.page
    page.goto("/r?tiles=P,Cl,Cl,Cl,Cl,Cl&rules=compoundit:simple-lewis")
    expect(page.locator(".why .note")).to_contain_text(
        "Accepted as binary; simple Lewis alone would refuse it"
    )
    expect(page.locator(".sum")).to_have_text("+5 + 5 × (−1) = 0")
    any_phone.look("why-overruled", whole=True)
    page.set_viewport_size({"width": 320, "height": 700})
    last, total = (page.locator(".sum .term").nth(at).bounding_box() for at in (-2, -1))
    assert last
    assert total
    assert last["y"] == total["y"], "the sum stays with what adds up"
    page.goto(f"/r?tiles={','.join('C' * 14 + 'H' * 30)}&rules=compoundit:organic")
    expect(page.locator(".why .structure svg")).to_be_visible()
    assert page.locator(".why element-tile").count() == 0, "the structure, not 44 tiles"
    any_phone.look("why-structure", whole=True)


def unresolved(route: Route) -> None:
    """The real verdict, as if PubChem were switched on and did not answer."""
    answer = route.fetch()
    verdict: dict[str, Any] = answer.json()
    check = verdict["checks"][-1]
    message = "Nobody could say whether it is stable. PubChem: it did not answer in time."
    check |= {"outcome": "unresolved", "code": "source_failed", "message": message, "witness": None}
    verdict |= {
        "ruling": "unresolved",
        "accepted_by": [],
        "reason": message,
        "checks": [*verdict["checks"][:2], check],
    }
    route.fulfill(response=answer, json=verdict)


def test_unresolved_offers_the_table_to_decide_and_logs_it(visitor: Visitor) -> None:
    page = visitor.page
    page.route("**/v1/judge", unresolved)
    page.goto("/r?tiles=C,H,H,O&rules=compoundit:expert")
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "unresolved")
    expect(page.locator(".why")).to_contain_text("did not answer in time")
    visitor.look("judge-unresolved")
    page.get_by_role("button", name="Let it stand").click()
    expect(page.locator(".note")).to_contain_text("The table decided: valid")
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "valid")
    expect(page.locator(".hero")).to_contain_text("The table decided")
    page.get_by_role("button", name="Log").click()
    expect(page.locator("#log-list")).to_contain_text("the table: valid")
    visitor.look("judge-log")


def test_sealed_shows_the_ruling_and_nothing_else(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name="Game and rules").click()
    visitor.look("judge-settings")
    seal(page)
    page.get_by_role("button", name="Done").click()
    tap(page, "magnesium", "chlorine")
    ask(page)
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "invalid")
    expect(page.locator("#ruling")).not_to_contain_text("short")
    assert page.locator(".why, .checks").count() == 0
    visitor.look("judge-sealed")
    page.goto("/r?tiles=Mg,Cl&rules=compoundit:standard")  # nor without the parameter
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "invalid")
    assert page.locator(".why, .checks").count() == 0
    page.get_by_role("button", name="Reasons, for the referee").click()
    for pin in ("1111", "2468"):
        page.get_by_label("PIN of the referee").fill(pin)
        page.keyboard.press("Enter")
        expect(page.locator("#seal-trouble")).to_have_text("That is not the PIN." if pin == "1111" else "")
    expect(page.locator(".why")).to_contain_text("add up to +1")
    page.reload()
    expect(page.locator(".hero")).to_have_attribute("data-ruling", "invalid")
    assert page.locator(".why").count() == 0
    for closed in ("/box", "/box/compoundit", "/lookup?q=ethanol"):
        page.goto(closed)
        expect(page.get_by_role("heading", name="Closed by the referee")).to_be_visible()


def test_a_reported_ruling_is_shown_beside_that_of_today(phone: Visitor) -> None:
    page = phone.page
    page.goto("/r?tiles=Mg,Cl&rules=compoundit:standard")
    page.get_by_role("button", name="Report this ruling").click()
    link = page.locator("#share-link").input_value()
    phone.look("judge-report")
    page.goto(link.replace("said=invalid", "said=valid"))
    expect(page.locator(".note")).to_contain_text(
        "Reported: the judge said valid. Now it says something else."
    )
    expect(page.locator(".note")).to_contain_text("compoundit/reference-2 sha256:")
    page.get_by_role("button", name="Next ruling").click()
    expect(page.locator(".note")).to_be_hidden()


def test_game_and_rules_are_remembered(phone: Visitor) -> None:
    page = phone.page
    page.goto("/")
    page.get_by_role("button", name="Game and rules").click()
    page.get_by_label("Simple Lewis").check()
    page.get_by_label("Organic", exact=False).first.check()
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#rules-title")).to_have_text("CompoundIt! · simple lewis + organic")
    page.reload()
    expect(page.locator("#rules-title")).to_have_text("CompoundIt! · simple lewis + organic")
    page.get_by_role("button", name="Game and rules").click()
    page.get_by_label("Valence Plus").check()
    page.get_by_role("button", name="Done").click()
    tap(page, "sodium", "oxygen", "hydrogen")
    ask(page)
    expect(page.locator(".hero")).to_contain_text("sodium hydroxide")


def test_the_run_can_be_changed_by_tapping_and_moving(phone: Visitor) -> None:
    page = phone.page
    page.goto("/")
    tap(page, "hydrogen", "oxygen", "chlorine")
    page.get_by_role("button", name="Move the marked tile to the left").click()
    assert run_of(page) == ["H", "Cl", "O"]
    page.get_by_role("button", name="chlorine, tile 2 of 3, remove").tap()
    assert run_of(page) == ["H", "O"]
    tap(page, "sulfur")
    assert run_of(page) == ["H", "S", "O"], "the next tile comes in the place of the one that was removed"
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    assert run_of(page) == ["H", "Cl", "O"]
    page.get_by_role("button", name="Clear the run").click()
    assert run_of(page) == []
    page.get_by_role("button", name="Undo").click()
    assert run_of(page) == ["H", "Cl", "O"]
    page.reload()
    assert run_of(page) == ["H", "Cl", "O"], "nothing is lost"


def test_the_run_can_be_dragged(phone: Visitor) -> None:
    page = phone.page
    page.goto("/")
    tap(page, "hydrogen", "oxygen", "chlorine")
    from_, to = (page.locator("tile-run button").nth(place).bounding_box() for place in (0, 2))
    assert from_
    assert to
    page.mouse.move(from_["x"] + 24, from_["y"] + 24)
    page.mouse.down()
    page.mouse.move(from_["x"] + 60, from_["y"] + 24, steps=3)
    page.mouse.move(to["x"] + 24, to["y"] + 24, steps=5)
    page.mouse.up()
    assert run_of(page) == ["O", "Cl", "H"]


def test_typing_is_read_in_any_case(any_phone: Visitor) -> None:
    page = any_phone.page
    page.goto("/")
    field = page.get_by_label("Or type it")
    tiles = {"MgNOONOO": "Mg N O O N O O", "naoh": "Na O H", "NACL": "Na Cl", "H H O": "H H O", "CO": "C O"}
    for text, run in tiles.items():
        field.fill(text)
        assert " ".join(run_of(page)) == run
    formulas = {
        "h2o": "H2O",
        "co2": "CO2",
        "mgcl2": "MgCl2",
        "MGCL2": "MgCl2",
        "mg(no2)2": "Mg(NO2)2",
        "mgno2no2": "MgNO2NO2",
        "Mg (NO2)2": "Mg(NO2)2",
    }
    for text, formula in formulas.items():
        field.fill(text)
        expect(page.locator("#run-formula")).to_have_text(formula)
    for text, blamed in {"hhx": "x", "naq": "q", "h2o)": ")", "SO4^2-": "^"}.items():
        field.fill(text)
        expect(page.locator("#reading")).to_contain_text(f"“{blamed}”")
        page.keyboard.press("Enter")
        expect(page.locator("#enter")).to_be_visible()
        expect(field).to_be_focused()
    any_phone.look("judge-unreadable")


def test_typed_in_any_case_it_is_two_taps_and_as_tiles_nine(phone: Visitor) -> None:
    page = phone.page
    page.goto("/")
    page.get_by_label("Or type it").fill("mg(no2)2")
    ask(page)  # two taps
    expect(page.locator(".hero")).to_contain_text("magnesium nitrite")
    page.get_by_role("button", name="Next ruling").click()
    tap(page, *MG_NITRITE)  # seven taps
    ask(page)
    expect(page.locator(".hero")).to_contain_text("magnesium nitrite")


def test_placeholders_belong_to_the_game(phone: Visitor) -> None:
    page = phone.page
    page.goto("/")
    field = page.get_by_label("Or type it")
    expect(field).to_have_attribute("placeholder", "MgNOONOO")
    page.get_by_role("button", name="Game and rules").click()
    page.get_by_label("Valence Plus").check()
    page.get_by_role("button", name="Done").click()
    expect(field).to_have_attribute("placeholder", "NaOH")


def test_a_whole_play_gets_one_ruling(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    tap(page, "hydrogen", "hydrogen", "oxygen")
    page.get_by_role("button", name="another compound").click()
    assert run_of(page) == []
    page.get_by_label("Or type it").fill("mgcl2")
    page.get_by_role("button", name="another compound").click()
    tap(page, "sodium", "chlorine")
    visitor.look("play-1-runs")
    page.reload()
    expect(page.locator("#others li")).to_have_count(2)
    page.get_by_role("button", name="Ask for a ruling").click()
    expect(page.get_by_role("heading", name="Opponent: are these the compounds?")).to_be_visible()
    visitor.look("play-2-confirm")
    page.get_by_role("button", name="Yes").click()
    hero = page.locator(".hero")
    expect(hero).to_have_attribute("data-ruling", "valid")
    expect(hero).to_contain_text("water, magnesium chloride and sodium chloride")
    expect(page.locator(".run-card")).to_have_count(3)
    visitor.look("play-3-valid", whole=True)
    page.goto("/r?run=H,H,O&run=Mg,Cl&rules=compoundit:standard")
    expect(hero).to_have_attribute("data-ruling", "invalid")
    expect(hero).to_contain_text("Not legal: MgCl")
    expect(page.locator(".run-miss")).to_have_text("One Cl short: the sum is +1.")
    visitor.look("play-4-invalid")
    page.goto("/r?run=H,H,O&run=Mg,Cl&rules=compoundit:standard&sealed=1")
    expect(hero).to_have_attribute("data-ruling", "invalid")
    assert page.locator(".run-card").count() == 0
    expect(page.locator("#ruling")).not_to_contain_text("MgCl")


def test_a_compound_of_a_play_can_be_changed(phone: Visitor) -> None:
    page = phone.page
    page.goto("/")
    tap(page, "hydrogen", "oxygen")
    page.get_by_role("button", name="another compound").click()
    tap(page, "sodium")
    page.get_by_role("button", name="H O, change or remove").click()
    assert run_of(page) == ["H", "O"]
    expect(page.get_by_role("button", name="Na, change or remove")).to_be_visible()
    page.get_by_role("button", name="Clear the run").click()
    page.get_by_role("button", name="Na, change or remove").click()
    expect(page.locator("#others")).to_be_hidden()
    assert run_of(page) == ["Na"]


def test_an_ambiguous_text_is_asked_about(any_phone: Visitor) -> None:
    page = any_phone.page
    page.goto("/")
    page.get_by_label("Or type it").fill("si")
    expect(page.get_by_role("group", name="Which of these?").get_by_role("button")).to_have_count(2)
    any_phone.look("judge-ambiguous")
    page.get_by_role("button", name="sulfur, iodine", exact=True).click()
    assert run_of(page) == ["S", "I"]
    page.get_by_label("Or type it").fill("Xq")
    expect(page.locator("#reading")).to_contain_text("“X” begins no tile of this edition")
    page.get_by_label("Or type it").fill("Au")
    expect(page.locator("#reading")).to_contain_text("Au is not in this edition")
    page.get_by_label("Or type it").fill("Mg(NO2)2")
    ask(page)
    expect(page.locator(".hero")).to_contain_text("magnesium nitrite")


def test_keyboard_only(visitor: Visitor) -> None:
    """Typing goes to the field from anywhere; Enter is yes, Esc is change, N is next, Back is one step back."""
    page = visitor.page
    page.goto("/")
    page.keyboard.type("OHH")
    expect(page.get_by_label("Or type it")).to_have_value("OHH")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Yes")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Ask for a ruling")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Yes")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next ruling")).to_be_focused()
    expect(page.locator(".hero")).to_contain_text("water")
    page.keyboard.press("n")
    expect(page.get_by_label("Or type it")).to_have_value("")
    page.go_back()
    expect(page.locator(".hero")).to_contain_text("water")
    page.go_back()
    expect(page.get_by_role("button", name="Yes")).to_be_focused()
    page.reload()
    expect(page.get_by_role("heading", name="Opponent: is this the run?")).to_be_visible()
    page.go_back()
    expect(page.locator("#enter")).to_be_visible()


def test_the_run_by_keyboard(phone: Visitor) -> None:
    page = phone.page
    page.goto("/")
    page.get_by_label("Or type it").fill("OHH")
    page.locator("tile-run button").last.focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Alt+ArrowRight")
    assert run_of(page) == ["H", "O", "H"]
    expect(page.locator("tile-run button").nth(1)).to_be_focused()
    page.keyboard.press("Delete")
    assert run_of(page) == ["H", "H"]


def test_a_slow_answer_shows_a_skeleton_after_a_moment(any_phone: Visitor) -> None:
    page = any_phone.page
    held: list[Route] = []
    page.route("**/v1/judge", lambda route: held.append(route))  # noqa: PLW0108 - Playwright looks into it
    page.goto("/r?tiles=H,H,O&rules=compoundit:standard")
    expect(page.locator(".skeleton")).to_be_visible()
    any_phone.look("judge-waiting")
    held[0].continue_()
    expect(page.locator(".hero")).to_contain_text("water")


def test_errors_say_what_to_do_and_lose_nothing(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    problem = {
        "title": "Internal Server Error",
        "status": 500,
        "code": "internal_error",
        "detail": "",
        "request_id": "r1",
    }
    page.route(
        "**/v1/judge",
        lambda route: route.fulfill(
            status=500, body=json.dumps(problem), content_type="application/problem+json"
        ),
    )
    tap(page, "hydrogen", "hydrogen", "oxygen")
    ask(page)
    expect(page.get_by_role("heading", name="The judge has a problem")).to_be_visible()
    expect(page.get_by_role("button", name="Ask again")).to_be_focused()
    visitor.look("judge-error")
    page.unroute("**/v1/judge")
    page.get_by_role("button", name="Ask again").click()
    expect(page.locator(".hero")).to_contain_text("water")


def test_a_late_answer_never_takes_the_screen_from_a_new_question(phone: Visitor) -> None:
    page = phone.page
    held: list[Route] = []
    page.route("**/v1/judge", lambda route: held.append(route))  # noqa: PLW0108 - Playwright looks into it
    page.goto("/")
    page.get_by_label("Or type it").fill("HHO")
    ask(page)
    expect(page.locator(".skeleton")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Change").click()
    page.get_by_label("Or type it").fill("NaCl")
    ask(page)
    expect(page.locator(".skeleton")).to_be_visible()
    assert len(held) == 2
    held[1].continue_()
    expect(page.locator(".hero")).to_contain_text("sodium chloride")
    held[0].continue_()
    page.get_by_role("button", name="Log").click()
    expect(page.locator("#log-list li")).to_have_count(2)
    expect(page.locator(".hero")).to_contain_text("sodium chloride")


def test_a_server_that_cannot_be_reached_is_not_offline_and_is_asked_again(any_phone: Visitor) -> None:
    page = any_phone.page
    page.goto("/")
    page.route("**/v1/judge", lambda route: route.abort())
    page.get_by_label("Or type it").fill("HHO")
    ask(page)
    expect(page.get_by_role("heading", name="The judge cannot be reached")).to_be_visible()
    expect(page.get_by_text("Asked again in 2 s.")).to_be_visible()
    any_phone.look("judge-unreachable")
    page.unroute("**/v1/judge")
    expect(page.locator(".hero")).to_contain_text("water")


def test_a_ruling_has_a_link(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    tap(page, "sodium", "chlorine")
    ask(page)
    expect(page).to_have_url(re.compile(r"/r\?tiles=Na,Cl&rules=compoundit:standard$"))
    page.evaluate("document.documentElement.dataset.publicUrl = location.origin")  # phones reach it
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link", exact=True)
    expect(link).to_have_value(re.compile("tiles=Na,Cl"))
    expect(page.locator("#share-sheet")).to_contain_text(
        "Whoever opens it sees this question and its ruling."
    )
    code = page.get_by_role("img", name="QR code of the link")
    expect(code).to_have_attribute("src", re.compile(r"^/qr\.svg\?to=%2Fr%3Ftiles%3DNa"))
    visitor.look("judge-share")
    page.goto(link.input_value())
    expect(page.locator(".hero")).to_contain_text("sodium chloride")


def test_html_in_a_link_is_text(any_phone: Visitor) -> None:
    page = any_phone.page
    page.goto("/r?formula=%3Cimg%20src%3Dx%20onerror%3D%22window.hacked%3D1%22%3E&rules=%3Cb%3Ebold%3C/b%3E")
    expect(page.get_by_role("heading", name="The judge cannot read this")).to_be_visible()
    assert page.locator("main img, main b").count() == 0
    assert page.evaluate("window.hacked") is None
    any_phone.look("judge-refused")


def test_the_theme_can_be_chosen(phone: Visitor) -> None:
    page = phone.page
    page.emulate_media(color_scheme="light")
    page.goto("/")
    background = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) == "rgb(255, 255, 255)"
    page.get_by_role("button", name="Use dark colours").click()
    assert page.evaluate(background) == "rgb(18, 22, 27)"
    page.reload()
    assert page.evaluate(background) == "rgb(18, 22, 27)"
    expect(page.get_by_role("button", name="Use light colours")).to_be_visible()


def test_a_long_reason_stands_above_the_buttons_of_a_small_phone(browser: Browser, server: Server) -> None:
    ann = Visitor(browser, server.url, "phone", language="de", new=True)
    page = ann.page
    page.set_viewport_size({"width": 320, "height": 568})
    for question in ("formula=C2H6O", "formula=(NH4)2S2", "tiles=Na,S,O,O,O,O", "formula=C6H12O6"):
        page.goto(f"/r?{question}&rules=compoundit:standard")
        hero = page.locator(".hero")
        expect(hero).to_have_attribute("data-ruling", "invalid")
        reason, bar = (page.locator(one).bounding_box() for one in (".hero-below", ".verdict-head .actions"))
        assert reason
        assert bar
        assert reason["y"] + reason["height"] <= bar["y"], question
        assert not re.search(r"\^|[A-Z][a-z]?\d", hero.evaluate(WITHOUT_SUBSCRIPTS)), question
        ann.look("judge-small-reason")
    ann.leave()

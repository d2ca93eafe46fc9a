"""The cost of a visit: bytes over the wire, no layout shifts, nothing cut off on small, rotated or enlarged screens."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browsing import SIZES, Visitor
from tests.support.sampling import in_turn, one_in
from tests.support.serving import Server

MOST_BYTES = 90_000
MOST_SHIFT = 0.02
PAGES = ("/", "/challenge", "/name", "/practice", "/rules", "/rules/compoundit", "/nothing")
SHIFTS = """() => {
  window.shifted = 0;
  const add = (list) => list.getEntries().forEach((entry) => { if (!entry.hadRecentInput) window.shifted += entry.value; });
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
}"""


def test_a_first_visit_is_small_and_nothing_jumps(browser: Browser, server: Server) -> None:
    for path in ("/", "/challenge", "/name", "/rules/compoundit"):
        visitor = Visitor(browser, server.url, "phone", new=True)
        received = visitor.weigh()
        visitor.context.add_init_script(f"({SHIFTS})()")
        visitor.page.goto(path, wait_until="networkidle")
        assert 0 < sum(received) <= MOST_BYTES, path
        shifted: Any = visitor.page.evaluate("window.shifted")
        assert shifted <= MOST_SHIFT, f"{path} shifts by {shifted}"
        visitor.leave()


@pytest.mark.parametrize("language", one_in(2, ["de", "en"]))  # German has the longer words
def test_nothing_is_cut_off_on_any_screen(browser: Browser, server: Server, language: str) -> None:
    """320 px, a phone in landscape, and text at twice its size."""
    visitor = Visitor(browser, server.url, "phone", language=language)
    page = visitor.page
    wide = "document.documentElement.scrollWidth - innerWidth"
    cut = (
        "[...document.querySelectorAll('button, a')].filter((one) => one.scrollWidth > one.clientWidth + 1 && "
        "getComputedStyle(one).overflowX !== 'visible').map((one) => one.textContent)"
    )
    for path in (*PAGES, "/r?tiles=Mg,N,O,O,N,O,O&rules=compoundit:standard"):
        page.set_viewport_size({"width": 320, "height": 568})
        page.goto(path)
        page.locator(".hero" if path.startswith("/r?") else "main h1, main h2").first.wait_for(
            state="attached"
        )
        name = path.strip("/").replace("/", "-").replace("#", "-").partition("?")[0] or "judge"
        assert page.evaluate(wide) <= 0, f"{path} at 320 px"
        assert page.evaluate(cut) == [], f"{path} at 320 px"
        if language == "en":  # nightly, axe checks it too
            visitor.look(f"small-{name}-{language}")
        visitor.photograph(f"small-{name}-{language}")
        page.set_viewport_size({"width": 740, "height": 360})
        assert page.evaluate(wide) <= 0, f"{path} on its side"
        visitor.photograph(f"side-{name}-{language}")
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(wide) <= 0, f"{path} with large text"
        if path == "/challenge":  # nothing covers the board, all of which can be seen
            board = page.locator("game-board")
            board.scroll_into_view_if_needed()
            box, panel = board.bounding_box(), page.locator(".challenge-enter .panel").bounding_box()
            assert box is not None
            assert panel is not None
            assert box["height"] >= 300
            assert panel["y"] >= box["y"] + box["height"]
        visitor.photograph(f"large-{name}-{language}")
    visitor.complaints.clear()  # the missing page
    visitor.leave()


def test_on_the_wall_of_a_classroom_everything_is_larger(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url, "desktop")
    page = visitor.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    for name, path, shown in (
        ("judge", "/", "#keypad"),
        ("ruling", "/r?formula=N2O&rules=compoundit:expert", ".hero"),
        ("name", "/name", "#keypad"),
    ):
        page.goto(path)
        expect(page.locator(shown)).to_be_visible()
        text = page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
        assert text > 20, path
        visitor.look(f"projector-{name}")
    visitor.leave()


def test_german_is_chosen_by_the_browser_or_by_hand(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url, "phone", language="de")
    page = visitor.page
    page.goto("/")
    expect(page.get_by_role("button", name="Urteil bitte")).to_be_visible()
    page.get_by_label("Oder schreiben").fill("mgcl")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Gegner: Ist das die Reihe?")).to_be_visible()
    visitor.look("german-1-confirm")
    page.get_by_role("button", name="Ja").click()
    expect(page.locator(".hero-word")).to_have_text("Ungültig")
    expect(page.locator(".hero-name")).to_have_text("Ein Cl zu wenig: die Summe ist +1.")
    visitor.look("german-2-invalid", whole=True)
    page.get_by_label("Sprache").select_option("en")
    expect(page.locator(".hero-word")).to_have_text("Invalid")
    page.goto("/")
    expect(page.get_by_role("button", name="Ask for a ruling")).to_be_visible()
    visitor.leave()


@pytest.mark.parametrize("device", one_in(2, SIZES))
def test_german_from_entry_to_ruling_on_every_page(browser: Browser, server: Server, device: str) -> None:
    """Including the server's sentences: names, challenges, and what is unreadable or missing."""
    visitor = Visitor(browser, server.url, device, language="de")
    page = visitor.page
    page.goto("/r?formula=Mg(NO2&rules=compoundit:standard")
    expect(page.locator("main")).to_contain_text("Jede ( braucht ihre )")
    visitor.look("german-3-unreadable")
    page.goto("/challenge/AAAAAAAAAAAAAAAAAAAAAA")
    expect(page.locator("main")).to_contain_text("Dieses Urteil gibt es nicht")
    visitor.look("german-4-missing")
    page.goto("/name")
    for cards, name, said in (
        (("Natrium", "Sauerstoff", "Wasserstoff"), "Ätznatron", "Ja: Ätznatron ist ein Name von NaOH"),
        (("Kupfer", "Chlor", "Chlor"), "Kupferchlorid", "Das reicht nicht"),
        (("Wasserstoff", "Wasserstoff", "Sauerstoff"), "flurbium", "Das können wir nicht sagen"),
    ):
        for card in cards:
            page.locator("#keypad").get_by_role("button", name=re.compile(f"^{card},")).click()
        page.get_by_label("Wie heißt es?").fill(name)
        page.get_by_role("button", name="Stimmt das?").click()
        expect(page.locator(".why")).to_contain_text(said)
        visitor.look(f"german-5-name-{name.replace(' ', '-')}", whole=True)
        page.get_by_role("button", name="Nächster Name").click()
    page.goto("/practice?set=name:NaCl")
    page.get_by_role("button", name="Zeigen").click()
    expect(page.locator("#round .note")).to_contain_text("Natriumchlorid")
    visitor.look("german-6-practice")
    visitor.complaints.clear()  # the missing page
    visitor.leave()


# What each page shows when it is ready; where the server sends buttons, what the script does to them.
REFEREES = (
    ("judge", "/", "#keypad button"),
    ("ruling", "/r?formula=(NH4)2S2&rules=compoundit:standard", ".hero"),
    ("lookup", "/lookup?q=Natron", "#found article"),
    ("challenge", "/challenge", "#turn[aria-label]"),
    ("names", "/name", "#undo:disabled"),
    ("boxes", "/box", ".game-card"),
    ("box", "/box/compoundit", ".box-tile"),
    ("rules", "/rules/valence-plus", "h1"),
)


NARROW = """(buttons) => buttons.filter((one) => Math.round(one.getBoundingClientRect().width) < 44)
  .map((one) => one.getAttribute("aria-label") ?? one.textContent)"""


@in_turn(3)
def test_the_referees_pages_in_german_on_the_smallest_phone(browser: Browser, server: Server) -> None:
    """320 px: axe finds nothing, not even the size of the typing field, and the buttons above are as large as
    a finger.
    """
    visitor = Visitor(browser, server.url, "phone", language="de")
    page = visitor.page
    page.set_viewport_size({"width": 320, "height": 568})
    for name, path, shown in REFEREES:
        page.goto(path)
        expect(page.locator(shown).first).to_be_visible()
        visitor.look(f"german-320-{name}")
        narrow = page.locator(".bar .icon-button:visible").evaluate_all(
            NARROW
        )  # measured at one moment, whatever changes later
        assert narrow == [], name
    page.goto("/r?formula=(NH4)2S2&rules=compoundit:standard")
    expect(page.locator(".hero-below")).to_have_text("(NH4)2S2")  # as asked, not N2H8S2
    page.goto("/")
    page.locator("#typed").fill("Aluminium")
    expect(page.locator(".look-up")).to_be_visible()
    visitor.look("german-320-typed")
    page.goto(f"/lookup?q={'a' * 119}")
    expect(page.locator(".trouble")).to_be_visible()
    visitor.look("german-320-unknown")
    page.goto("/r?formula=KAl(SO4)2&rules=compoundit:standard")
    name_ = page.locator(".hero-name")
    expect(name_).to_have_text("Aluminiumkaliumsulfat")
    assert name_.evaluate("(one) => one.clientHeight < 2 * parseFloat(getComputedStyle(one).lineHeight)"), (
        "in one piece"
    )
    visitor.leave()


def test_a_single_expert_choice(phone: Visitor) -> None:
    page = phone.page
    page.goto("/")
    page.get_by_role("button", name="Game and rules").click()
    page.get_by_label("Expert").check()
    expect(page.get_by_label("Organic")).to_be_disabled()
    expect(page.get_by_role("button", name="Done")).to_be_in_viewport(ratio=1)
    phone.look("settings-expert")
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#rules-title")).to_have_text("CompoundIt! · expert")


def test_the_rules_can_be_searched(phone: Visitor) -> None:
    page = phone.page
    page.goto("/rules/compoundit")
    page.get_by_label("Search these rules").fill("ion side")
    expect(page.locator("#C-CONTIG")).to_be_visible()
    expect(page.locator("#C-DIA")).to_be_hidden()
    phone.look("rules-search")
    page.get_by_label("Search these rules").fill("nothing like this")
    expect(page.get_by_text("No rule has these words.")).to_be_visible()


def test_a_ruling_on_paper(phone: Visitor) -> None:
    page = phone.page
    page.goto("/r?tiles=Mg,N,O,O,N,O,O&rules=compoundit:standard")
    expect(page.locator(".hero")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".actions").first).to_be_hidden()
    expect(page.locator(".frame")).to_be_hidden()
    expect(page.locator(".hero-name")).to_have_text("magnesium nitrite")
    phone.photograph("print-ruling", whole=True)

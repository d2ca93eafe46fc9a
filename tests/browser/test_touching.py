"""What a table does by itself and under a finger: motion, marks that explain themselves, two taps for a card of Ion."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.support.browsing import Visitor
from tests.support.seating import SeatedTable
from tests.support.serving import Server

NAMES = ("Ann", "Bob")
LESSON = "L1"  # the deal of Ion's lesson: Ann has Cl, then H
# Every motion lasts until something ends it: the speed of the machine does not matter.
SLOW_MOTION = """() => {
  window.motions = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const motion = animate.call(this, frames, { ...timing, duration: 3_600_000 });
    window.motions.push(motion);
    return motion;
  };
}"""
MOVING = "window.motions.filter((motion) => motion.playState === 'running').length"


def bob_does(table: SeatedTable, page: Page, action: dict[str, Any]) -> None:
    """Bob acts, and the page shows it."""
    version = table.act(1, action)["version"]
    page.wait_for_function(
        "(version) => Number(document.getElementById('room').dataset.version) >= version", arg=version
    )


def in_hand(page: Page, card: str) -> Locator:
    return page.locator(f".io-hand button[aria-label^='{card},']").first


def test_a_card_of_ion_is_picked_and_placed_with_two_taps(phone: Visitor, server: Server) -> None:
    table, page = SeatedTable.dealt(server, "ion", LESSON, NAMES), phone.page
    table.sit(page, 0)
    in_hand(page, "chloride").tap()
    in_hand(page, "chloride").tap()
    expect(page.locator(".io-hand [aria-pressed=true] .io-mark")).to_be_visible()
    bob_does(table, page, {"type": "pick", "cards": ["Cl"]})
    laid = page.locator(".io-own .io-stack .io-card")
    expect(laid).to_have_count(1)  # there is only one place, so nobody is asked
    bob_does(table, page, {"type": "place", "card": "Cl", "onto": None, "charge": None})
    in_hand(page, "hydrogen").tap()
    expect(page.locator(".io-own .io-target")).to_be_visible()
    phone.look("ion-two-taps")
    page.locator(".io-own .io-target").tap()
    bob_does(table, page, {"type": "pick", "cards": ["Na"]})
    expect(page.locator(".io-own .io-group[data-neutral]")).to_contain_text("HCl")
    assert [event["type"] for event in table.ask("/log", seat=0)["events"]].count("card_placed") >= 2


def test_pieces_move_until_somebody_taps_and_not_where_motion_is_not_wanted(
    phone: Visitor, server: Server
) -> None:
    table, page = SeatedTable.dealt(server, "ion", LESSON, NAMES), phone.page
    page.emulate_media(reduced_motion="no-preference")
    table.sit(page, 0)
    in_hand(page, "chloride").tap()
    page.evaluate(SLOW_MOTION)
    in_hand(page, "chloride").tap()
    bob_does(table, page, {"type": "pick", "cards": ["Cl"]})
    expect(page.locator(".io-own .io-stack .io-card")).to_have_count(1)  # the page has laid it
    bob_does(table, page, {"type": "place", "card": "Cl", "onto": None, "charge": None})
    expect(in_hand(page, "hydrogen")).to_be_attached()
    page.wait_for_function(f"() => {MOVING} > 0")  # the next hand comes from the neighbour
    begun = page.evaluate("window.motions.length")  # other motions may go on
    page.locator("#room-title").tap()
    page.wait_for_function(
        "(begun) => window.motions.slice(0, begun).every((motion) => motion.playState !== 'running')",
        arg=begun,
    )
    page.emulate_media(reduced_motion="reduce")
    moved = page.evaluate("window.motions.length")
    in_hand(page, "hydrogen").tap()
    page.locator(".io-own .io-target").tap()
    bob_does(table, page, {"type": "pick", "cards": ["Na"]})
    bob_does(table, page, {"type": "place", "card": "Na", "onto": 0, "charge": None})
    expect(page.locator(".io-heading")).to_contain_text(
        "pick 3 of 6"
    )  # cards were laid, and another hand has come
    assert page.evaluate("window.motions.length") == moved


def test_a_long_press_says_what_a_mark_is_and_does_nothing_else(phone: Visitor, server: Server) -> None:
    table, page = SeatedTable.dealt(server, "ion", LESSON, NAMES), phone.page
    table.sit(page, 0)
    card = in_hand(page, "chloride")
    expect(card).to_be_visible()
    finger = page.context.new_cdp_session(page)
    box = card.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator("#about")).to_be_visible()
    expect(page.locator("#about")).to_contain_text("chloride, −1")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#about")).to_be_hidden()
    expect(page.locator(".io-hand [aria-pressed=true]")).to_have_count(0)

"""Ion at its table in the browser: a whole game on a phone with all options, and four people picking at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browsing import GALLERY, Visitor
from tests.support.seating import SeatedTable, changed_from
from tests.support.serving import Server

EVERYTHING = {"tiles": True, "transition": True, "polyatomic": True, "radioactive": True}
PICK = re.compile("^Pick ")
# Read at one time: the page sends by itself a card that has only one place.
ASKED_OR_DONE = """(done) => {
  if (document.querySelector(done)) return { done: true };
  const asked = document.querySelector(".ask-text[data-mine]")?.innerText;
  const interval = document.querySelector(".moment") !== null;
  const version = document.querySelector("#room").dataset.version;
  return (interval || (asked && !asked.includes("Sending"))) && { done: false, asked, interval, version };
}"""
# Tapped within the page: no card can get there by itself in between.
TAP_PLACE = "() => document.querySelector('.io-target:not([data-vain]), button.io-empty')?.click()"


def opened(server: Server, seats: list[dict[str, str]], options: dict[str, Any]) -> SeatedTable:
    return SeatedTable.open(server.url, "ion", seats, options=options, hints=True)


class Player:
    """Plays by tapping: uses each tile once, bonds where it can, and checks every phase the first time."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.bar = self.page.locator(".bar-buttons")
        self.seen: set[str] = set()
        self.used: set[str] = set()
        self.acts = 0

    def look(self, phase: str) -> None:
        if phase not in self.seen:
            self.seen.add(phase)
            self.visitor.look(f"ion-{phase}")

    def act(self, asked: str) -> None:
        page, self.acts = self.page, self.acts + 1
        if asked.startswith("Pick"):
            self.pick()
        elif asked.startswith(("Place", "Lay")):
            self.look("metal" if page.locator(".io-charges").count() else "placing")
            page.evaluate(TAP_PLACE)
        else:
            self.look("taking" if "RXN" in asked else "settling" if "polyatomic" in asked else "ready")
            self.bar.get_by_role("button").first.click()

    def pick(self) -> None:
        page = self.page
        middle = page.locator(".io-middle button.io-card")
        rxn = self.bar.get_by_role("button", name="RXN", exact=True)
        two = page.get_by_label("Select Two")
        cards = page.locator(".io-hand button.io-card")
        laid = page.locator(".io-own .io-stack .io-card")  # what RXN could lift
        if self.acts > 3 and "take" not in self.used and middle.count():
            self.used.add("take")
            middle.first.click()
            self.look("take")
            page.get_by_role("button", name="Use Take from Center").click()
        elif self.acts > 7 and "rxn" not in self.used and rxn.count() and laid.count():
            self.used.add("rxn")
            rxn.click()
            page.locator(".io-rxn button.io-card").first.click()
            self.look("rxn")
            page.locator(".io-rxn button.io-card").first.click()
            self.bar.get_by_role("button", name="use RXN").click()
        elif self.acts > 10 and "two" not in self.used and two.count():
            self.used.add("two")
            two.check()
            cards.nth(0).click()
            cards.nth(1).click()
            self.look("two")
            self.bar.get_by_role("button", name=re.compile("^Pick .+ and ")).click()
        else:
            self.look("picking")
            cards.nth(self.acts % cards.count()).click()
            self.bar.get_by_role("button", name=PICK).click()

    def play(self, done: str, most: int = 150) -> None:
        """Answers whatever is asked until `done` appears."""
        page = self.page
        for _ in range(most):
            now = page.wait_for_function(ASKED_OR_DONE, arg=done).json_value()
            if now["done"]:
                return
            if now["interval"]:
                self.bar.get_by_role("button", name="Next round").click()
            else:
                self.act(now["asked"])
                changed_from(page, now["version"])
        raise AssertionError("it did not end")


@pytest.mark.nightly
@pytest.mark.parametrize("device", list(GALLERY))
def test_a_whole_game_with_everything_looked_at_in_every_phase(
    browser: Browser, server: Server, device: str
) -> None:
    visitor = Visitor(browser, server.url, device)
    table = opened(server, [{"name": "Ann"}, {"bot": "policy"}, {"bot": "greedy"}], EVERYTHING)
    table.sit(visitor.page, 0)
    player = Player(visitor)
    player.play(".ending")
    visitor.look("ion-over", whole=True)
    assert player.used == {"take", "rxn", "two"}
    assert {"picking", "placing", "take", "rxn", "two"} <= player.seen
    expect(visitor.page.locator(".io-sheets section")).to_have_count(4)
    visitor.leave()


def test_a_round_of_the_base_game_against_a_bot_on_a_phone(phone: Visitor, server: Server) -> None:
    page = phone.page
    opened(server, [{"name": "Ann"}, {"bot": "greedy"}], {}).sit(page, 0)
    Player(phone).play(".io-sheet")
    moment = page.locator(".moment")  # the page stops at the end of the round
    expect(moment.get_by_role("heading")).to_have_text("Round 1 is over")
    # nothing else is asked before it was seen
    expect(page.locator(".ask-text")).to_have_text("Round 1 is over")
    expect(moment.get_by_role("heading")).to_be_in_viewport()
    expect(moment.locator(".io-lines")).to_be_visible()
    expect(page.get_by_role("button", name="Hints")).to_have_count(0)  # there is nothing to weigh
    phone.look("ion-interval")
    page.get_by_role("button", name="Next round").click()
    expect(moment).to_have_count(0)
    expect(page.locator(".strip .player-score").first).to_have_text(re.compile(r"^−?\d+ [+−] \d+$"))
    page.locator(".io-sheet summary").click()
    expect(page.locator(".io-lines")).to_be_visible()
    page.locator(".io-other summary").first.click()
    phone.look("ion-sheet")


def test_a_low_phone_shows_where_a_card_can_be_laid(phone: Visitor, server: Server) -> None:
    """Regression: goals filled the screen, and the one thing in sight was to lay the card alone."""
    page, table = phone.page, SeatedTable.dealt(server, "ion", 3, ["Ann", "Bob"])
    page.set_viewport_size({"width": 320, "height": 640})

    def chosen(view: Any) -> Any:
        """A metal first, then what bonds to it."""
        wishes = ("F", "Cl", "OH", "O") if view["table"]["pick"] > 1 else ("Ca", "Na", "K")
        listed = view["actions"]
        return next((one for one in listed if one.get("cards", [""])[0] in wishes), listed[0])

    table.play_until(
        lambda views: len([one for one in views[0]["actions"] if one["type"] == "place"]) > 1, chosen
    )
    table.sit(page, 0)
    expect(page.locator(".io-own .io-target").first).to_be_visible()
    for place in page.locator(".io-own .io-empty, .io-own .io-target").all():
        expect(place).to_be_in_viewport(ratio=0.9)


def test_I_PAIRS_the_paired_box_is_chosen_at_the_set_up_page(phone: Visitor) -> None:
    page = phone.page
    page.goto("/play/ion")
    page.get_by_text("More options").click()
    page.get_by_label("Box").select_option(
        label="Two cards each of three polyatomic ions, for (NH4)2SO4 and Mg(NO3)2"
    )
    phone.look("ion-set-up-paired")
    with page.expect_response(lambda answer: answer.url.endswith("/v1/games")) as made:
        page.get_by_role("button", name="Play", exact=True).click()
    assert made.value.status == 201
    assert "ion/paired-2 sha256:" in (made.value.request.post_data or "")
    expect(page.locator("#room")).to_be_visible()


def test_four_people_pick_at_once_and_see_nothing_before_the_reveal(browser: Browser, server: Server) -> None:
    names = ["Ann", "Bob", "Cem", "Dora"]
    visitors = [Visitor(browser, server.url, "phone") for _ in names]
    pages = [visitor.page for visitor in visitors]
    table = opened(server, [{"name": name} for name in names], {})
    for seat, page in enumerate(pages):
        table.sit(page, seat)
    for number, page in enumerate(pages[:3]):
        page.locator(".io-hand button.io-card").first.click()
        page.locator(".bar-buttons").get_by_role("button", name=PICK).click()
        expect(page.locator(".io-heading")).to_contain_text(f"{number + 1} of 4 have picked")
        expect(page.locator(".io-card[aria-pressed=true]")).to_have_count(1)
    expect(pages[3].locator(".io-heading")).to_contain_text("3 of 4 have picked")
    expect(pages[3].locator(".io-others .io-card")).to_have_count(0)
    # Ann changes her mind while Dora is still thinking.
    pages[0].locator(".io-hand button.io-card").nth(3).click()
    pages[0].locator(".bar-buttons").get_by_role("button", name=PICK).click()
    expect(pages[0].locator(".io-card[aria-pressed=true]")).to_have_count(1)
    visitors[0].look("ion-picked")
    hand = pages[3].locator(".io-hand button.io-card")
    hand.first.click()
    hand.first.click()  # the second tap confirms
    for page in pages:
        # A first card has only one place, where the page puts it: one group, whatever the card is.
        expect(page.get_by_role("region", name="Your area").locator(".io-group")).to_have_count(1)
        expect(page.locator(".io-heading")).to_contain_text("0 of 4 have picked")
    visitors[0].look("ion-revealed")
    for visitor in visitors:
        visitor.leave()


@pytest.mark.nightly
def test_the_words_of_the_table_are_there_in_both_languages(browser: Browser, server: Server) -> None:
    visitor = Visitor(browser, server.url, "desktop", language="de")
    table = opened(server, [{"name": "Ann"}, {"bot": "greedy"}], {"tiles": True, "transition": True})
    page = visitor.page
    table.sit(page, 0)
    expect(page.locator(".ask-text")).to_contain_text("Wähle eine Karte")
    assert "ion." not in page.locator("#room").inner_text()
    visitor.look("ion-german")
    visitor.leave()

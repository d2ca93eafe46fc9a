"""Every situation of Compounded as its table shows it, set up by hand: three sizes, both schemes, checked by axe."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Request, expect

from adjudicator.engine.offers import Goods, ProposeOffer, Term
from adjudicator_rulesets.compounded.play.state import (
    EXTINGUISHER,
    Blast,
    Claiming,
    Fire,
    Goggles,
    Keys,
    Lab,
    LastBurners,
    Moving,
    NobelTrade,
    Refill,
    Research,
    Scattering,
    Scoring,
    Surplus,
    TakingBack,
    Trading,
)
from tests.support.browsing import Visitor
from tests.support.compounded_table import GAME, Table
from tests.support.moments import look_everywhere, sat_down, shown

MIXED = (  # a field with some of everything: burning cards, tools, reactions, eight places
    "acetylene", "nitric oxide", "water", "hydrogen peroxide", "calcium oxide", "tetrazole",
    "methanol", "nitric acid", "formamide", "urea", "oxalic acid", "cyanamide",
    "calcium hydroxide", "calcium carbonate", "calcium sulfate", "glyoxylic acid",
)  # fmt: skip
ALL = (0, 1, 2)


def middle(players: int = 3) -> Table:
    """A table in the middle of a game, seen by player 0."""
    table = Table(players, MIXED)
    table.turn(5)
    for seat, score in enumerate((23, 31)):
        table.points(seat, score)
    table.bench(0, "H", "H", "C", "O")
    table.bench(1, "N", "Ca", "H")
    table.bench(2, "C", "S")
    table.step(0, "study", 2)
    table.step(0, "research", 1)
    table.claim(0, 2, 8)
    table.claim(1, 5)
    table.on(2, "H")
    table.on(8, "H", "C", "N")
    table.on(5, "H", "C", "N", "N")
    table.flames(6)
    table.kit(0, "pipet", EXTINGUISHER)
    return table


def claiming(table: Table) -> None:
    table.matter(Claiming(ALL, (2, 5, 8)))


def moving(table: Table) -> None:
    table.matter(Moving(ALL, (2, 5, 8)))


def goggles(table: Table) -> None:
    table.kit(0, "goggles", "goggles")
    table.matter(Goggles(ALL, table.state.version))


def research(table: Table) -> None:
    table.matter(Research(ALL, table.state.version, placed=1))


def burners(table: Table) -> None:
    """Another player's turn; one's own Burner may be used at any time."""
    table.kit(0, "burner")
    table.matter(Research((1, 2), table.state.version))


def last_burners(table: Table) -> None:
    table.kit(0, "burner")
    table.matter(LastBurners(ALL))


def scoring(table: Table) -> None:
    table.fill(2)
    table.fill(8)
    table.kit(0, "cylinder")
    table.matter(Lab(ALL))


def grant(table: Table) -> None:
    table.lay(2, "calcium cyanide")
    table.fill(2)
    table.matter(Lab(ALL))
    table.between(Scoring(0, 2, "grant"))


def experiment(table: Table) -> None:
    table.fill(2)
    table.matter(Lab(ALL))
    table.between(Scoring(0, 2, "raise"))


def journal(table: Table) -> None:
    table.fill(2)
    table.bench(0, "H")
    table.kit(0, "journal")
    table.matter(Lab(ALL))
    table.between(Scoring(0, 2, "journal"))


def taking_back(table: Table) -> None:
    table.matter(Lab(ALL))
    table.between(TakingBack(0))


def surplus(table: Table) -> None:
    table.bench(0, "H", "H", "C", "O", "O", "N", "Ca")
    table.matter(Surplus(ALL))


def trading(table: Table) -> None:
    """One's own offer, an offer to oneself, and one to everybody."""
    table.matter(Trading())
    table.do(0, ProposeOffer((Term(1, Goods(("H", "C")), Goods(("Ca",))),)))
    table.do(1, ProposeOffer((Term(0, Goods(("N",)), Goods(("O", "pipet"))),)))
    table.do(2, ProposeOffer((Term(None, Goods(("S",)), Goods(("wild",))),)))


def fire(table: Table) -> None:
    table.kit(2, EXTINGUISHER)
    table.matter(Refill("again"))
    table.between(Fire("lab_fire", (0, 5, 6), (0, 2)))


def which_card(table: Table) -> None:
    explode(table, None)


def where_to(table: Table) -> None:
    explode(table, 6)


def explode(table: Table, current: int | None) -> None:
    """Cards have left the field; their crystals lie there."""
    table.on(6, "H", "H", "O")
    table.on(0, "C", "H")
    table.matter(Refill("again"))
    table.deck()
    table.gone(0)
    table.gone(6)
    table.between(Scattering((Blast(0, 0), Blast(6, 0)), current))


def keys(table: Table) -> None:
    table.kit(0, "key")
    table.matter(Keys(ALL))


def nobel_swap(table: Table) -> None:
    table.matter(NobelTrade((0, 1)))


def nobel_places(table: Table) -> None:
    table.matter(Research((2,), table.state.version))


def over(table: Table) -> None:
    table.deck()
    table.gone(15)
    table.matter(Refill("fill"))
    table.go_on()
    assert table.state.result is not None


MOMENTS = {
    3: (
        claiming, moving, goggles, research, burners, last_burners, scoring, grant, experiment, journal, taking_back,
        surplus, trading, fire, which_card, where_to, keys, over,
    ),
    2: (nobel_swap, nobel_places),
}  # fmt: skip


@pytest.mark.nightly
@pytest.mark.parametrize("players", MOMENTS)
def test_every_moment_in_three_sizes_and_both_schemes(small: Visitor, players: int) -> None:
    table = sat_down(small, GAME.name, ("Ann", "Bob", "Cem")[:players])
    for moment in MOMENTS[players]:
        laid = middle(players)
        moment(laid)
        shown(small.page, table, GAME, laid.state, ".research-field")
        if laid.state.result is None:
            asked = any(ask.player == 0 for ask in GAME.asked(laid.state))
            expect(small.page.locator(".ask-text[data-mine]")).to_have_count(
                int(asked and moment is not burners)
            )
        look_everywhere(small, f"compounded-at-{moment.__name__.replace('_', '-')}")


SMALLEST_TEXT = """() => Math.min(...[...document.querySelectorAll(".compound, .compound :not(sub)")]
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()))
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
ROWS_IN_SIGHT = """() => [0, 4, 8, 12].filter((slot) => {
  const card = document.querySelectorAll(".research-field > li")[slot];
  const { left, top, bottom } = card.getBoundingClientRect();
  return [top + 4, bottom - 4].every((y) => card.contains(document.elementFromPoint(left + 4, y)));
}).length"""


def test_a_low_phone_shows_two_rows_and_a_wild_lights_every_card_that_takes_it(small: Visitor) -> None:
    page = small.page
    table = sat_down(small, GAME.name, ("Ann", "Bob", "Cem"))
    page.set_viewport_size({"width": 320, "height": 640})
    laid = middle()
    research(laid)
    shown(page, table, GAME, laid.state, ".research-field")
    assert page.evaluate(SMALLEST_TEXT) >= 12
    assert page.evaluate(ROWS_IN_SIGHT) >= 2
    page.get_by_role("button", name="Wild", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile(r"^O\b")).click()
    expect(page.locator(".compound[data-can]")).to_have_count(13)  # more than half of the field
    expect(page.locator(".compound[data-lit]")).to_have_count(13)
    page.locator(".compound").first.click()  # acetylene takes no O
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("does not take O")
    expect(sheet.locator(".choices-list button")).to_have_count(0)
    small.look("compounded-takes-not")
    page.keyboard.press("Escape")
    laid = middle()
    claiming(laid)
    shown(page, table, GAME, laid.state, ".research-field")
    page.locator(".compound").first.click()
    expect(sheet.locator(".choices-list button sub").first).to_have_text("2")  # C2H2, as on its card
    page.keyboard.press("Escape")
    laid = middle()
    experiment(laid)
    shown(page, table, GAME, laid.state, ".research-field")
    expect(page.locator(".bar-buttons")).to_contain_text("Lab 4 → 5: hold 5 crystals")
    expect(page.locator(".lab-table")).to_contain_text("to 50 points")


def test_a_hint_is_one_tap_to_see_on_the_board_and_one_to_do(small: Visitor) -> None:
    page = small.page
    table = sat_down(small, GAME.name, ("Ann", "Bob", "Cem"))
    laid = middle()
    research(laid)
    shown(page, table, GAME, laid.state, ".research-field")
    place = {"type": "place", "crystal": "O", "slot": 2, "source": "bench"}
    hint = {"action": place, "text": "Water would be complete but for one H.", "value": 3}
    page.route("**/hints?count=*", lambda route: route.fulfill(json={"hints": [hint]}))
    bulb = page.get_by_role("button", name="Hints", exact=True)
    bulb.click()
    page.locator("#hints-body .choice-button").click()
    card = page.locator(".research-field > :nth-child(3) > button")
    expect(card).to_have_attribute("data-aim", "")
    expect(card).to_be_in_viewport()
    expect(page.locator(".my-bench .chip[data-aim]")).to_have_text("O")
    expect(page.locator(".ask-text")).to_contain_text("Water would be complete")
    small.look("compounded-hint")
    page.get_by_role("button", name="Hide hint").click()
    expect(page.locator("[data-aim]")).to_have_count(0)
    bulb.click()
    page.locator("#hints-body .choice-button").click()
    with page.expect_request(lambda request: request.url.endswith("/actions")) as sent:
        page.get_by_role("button", name="Do it").click()
    assert place.items() <= (sent.value.post_data_json or {}).items()


def test_a_hint_to_make_an_offer_says_what_for_what(small: Visitor) -> None:
    """Regression: it showed the name of a missing text."""
    page = small.page
    table = sat_down(small, GAME.name, ("Ann", "Bob", "Cem"))
    laid = middle()
    laid.matter(Trading())
    shown(page, table, GAME, laid.state, ".research-field")
    term = {
        "partner": 1,
        "gives": {"pieces": ["H", "H"], "amounts": []},
        "gets": {"pieces": ["N"], "amounts": []},
    }
    hint = {"action": {"type": "propose_offer", "terms": [term]}, "text": "You lack N.", "value": 3}
    page.route("**/hints?count=*", lambda route: route.fulfill(json={"hints": [hint]}))
    page.get_by_role("button", name="Hints", exact=True).click()
    expect(page.locator("#hints-body .choice-button b")).to_have_text("Offer Bob 2 × H for N")


def test_what_brings_the_end_near_is_said_with_whose_it_is(small: Visitor) -> None:
    page = small.page
    table = sat_down(small, GAME.name, ("Ann", "Bob", "Cem"))
    alarm = page.locator(".lab-alarm")
    laid = middle()
    laid.points(1, 44)
    laid.step(0, "discovery", 3)
    laid.step(0, "lab", 3)
    laid.bench(2, *"S" * 5)
    claiming(laid)
    shown(page, table, GAME, laid.state, ".research-field")
    expect(alarm).to_have_text(
        "Bob has 44 of the 50 points that end the game. "
        "You have completed 2 of the 3 experiments that end the game. Low in the bag: sulfur 0."
    )
    small.look("compounded-alarm")
    laid = middle()
    over(laid)
    shown(page, table, GAME, laid.state, ".research-field")
    expect(alarm).to_have_count(0)  # it has come


CRYSTALS_IN_SIGHT = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [0.1, 0.9].every((at) => one.contains(document.elementFromPoint(left + at * width, top + height / 2)));
})"""


def test_a_low_phone_begins_with_the_crystals_of_nobel_where_they_are_placed(small: Visitor) -> None:
    """Regression: they lay beyond the edge of the row, and hints lit one of mine."""
    page = small.page
    table = sat_down(small, GAME.name, ("Ann", "Bob"))
    page.set_viewport_size({"width": 320, "height": 640})
    laid = middle(2)
    laid.bench(2, "N", "S")
    nobel_places(laid)
    shown(page, table, GAME, laid.state, ".research-field")
    assert page.evaluate(CRYSTALS_IN_SIGHT, ".my-bench button.chip") == [True, True]
    hint = {
        "action": {"type": "place", "crystal": "S", "slot": 10, "source": "bench"},
        "text": "",
        "value": 3,
    }
    page.route("**/hints?count=*", lambda route: route.fulfill(json={"hints": [hint]}))
    page.get_by_role("button", name="Hints", exact=True).click()
    page.locator("#hints-body .choice-button").click()
    expect(page.locator(".my-bench .chip[data-aim]")).to_have_text("S")


@pytest.mark.parametrize(("width", "height", "most"), [(390, 844, 0), (320, 640, 16)])
def test_a_prompt_or_a_hint_moves_nothing_above_it_on_a_phone(
    small: Visitor, width: int, height: int, most: int
) -> None:
    """Regression: crystals jumped by 8 px with each Research turn, by 20 to 40 with a hint, and by 56 with a third
    button. The smallest phones have less room for text.
    """
    page = small.page
    table = sat_down(small, GAME.name, ("Ann", "Bob", "Cleo"))
    page.set_viewport_size({"width": width, "height": height})

    def top() -> float:
        found: float = page.locator("#own").evaluate("(own) => own.getBoundingClientRect().top")
        return round(found)

    tops = set()
    for moment in (research, burners, moving, done_or_move, claiming):
        laid = middle()
        moment(laid)
        shown(page, table, GAME, laid.state, ".research-field")
        tops.add(top())
    why = "Carbon monoxide is worth 3 points, and you have all of its crystals already."
    hint = {"action": {"type": "claim", "slot": 6}, "text": why, "value": 3}
    page.route("**/hints?count=*", lambda route: route.fulfill(json={"hints": [hint]}))
    page.get_by_role("button", name="Hints", exact=True).click()
    page.locator("#hints-body .choice-button").click()
    expect(page.locator(".ask-text")).to_contain_text("all of its")
    tops.add(top())
    assert max(tops) - min(tops) <= most, tops


def done_or_move(table: Table) -> None:
    """The widest buttons beside each other: done, and done for moving a claim later."""
    table.matter(Trading())


def test_the_buttons_of_an_analysis_look_as_in_every_game(small: Visitor) -> None:
    """The table's crystals are chips too, without space around their symbol; the frame's keep theirs."""
    page = small.page
    page.goto("/play")
    page.locator("#record-file").set_input_files("fixtures/games/compounded/players-2.json")
    expect(page.locator(".look-table .compound").first).to_be_visible()
    page.evaluate(
        """document.querySelector(".look-course").insertAdjacentHTML(
        "beforeend", "<button class='chip' id='probe'>My decisions</button>")"""
    )
    assert page.evaluate("getComputedStyle(document.querySelector('#probe')).paddingInlineStart") == "8px"


def test_what_fits_my_cards_is_placed_with_one_tap(small: Visitor) -> None:
    page = small.page
    table = sat_down(small, GAME.name, ("Ann", "Bob", "Cem"))
    laid = Table(3, MIXED)
    laid.bench(0, "H", "O", "C")
    laid.claim(0, 2)
    laid.on(2, "H")
    laid.step(0, "research", 1)
    research(laid)
    shown(page, table, GAME, laid.state, ".research-field")
    page.route("**/actions", lambda route: route.fulfill(json={"version": 1, "events": []}))

    def places(symbol: str) -> Callable[[Request], bool]:
        place = {"type": "place", "crystal": symbol, "slot": 2, "source": "bench"}
        return lambda request: (
            request.url.endswith("/actions") and place.items() <= (request.post_data_json or {}).items()
        )

    with page.expect_request(places("H")), page.expect_request(places("O")):
        page.get_by_role("button", name="Place the 2 that fit").click()


def test_a_crystal_that_has_no_space_is_put_back_by_a_tap_on_it(small: Visitor) -> None:
    page = small.page
    table = sat_down(small, GAME.name, ("Ann", "Bob", "Cem"))
    laid = middle()
    surplus(laid)
    shown(page, table, GAME, laid.state, ".research-field")
    expect(page.locator(".bar-buttons button")).to_have_count(0)
    expect(page.locator(".ask-text")).to_contain_text("3 crystals too many: tap those that go back")
    small.look("compounded-surplus")
    with page.expect_request(lambda request: request.url.endswith("/actions")) as sent:
        page.get_by_role("button", name="Put N back").click()
    assert {"type": "discard", "crystal": "N"}.items() <= (sent.value.post_data_json or {}).items()


def test_before_the_end_of_trading_it_is_said_what_has_no_space_and_that_no_claim_is_left(
    small: Visitor,
) -> None:
    page = small.page
    table = sat_down(small, GAME.name, ("Ann", "Bob", "Cem"))
    laid = middle()
    laid.bench(0, "H", "H", "C", "O", "O", "N", "Ca")
    laid.claim(0, 11)  # the third, as many as Study allows
    laid.matter(Trading())
    shown(page, table, GAME, laid.state, ".research-field")
    asked = page.locator(".ask-text")
    expect(asked).to_contain_text("3 crystals have no space: trade them, or they go back.")
    expect(asked).to_contain_text("You have no claim left for Study: you can only move one.")


def test_what_an_extinguisher_may_spare_says_whose_it_is_and_you_are_you(small: Visitor) -> None:
    page = small.page
    table = sat_down(small, GAME.name, ("Ann", "Bob", "Cem"))
    laid = middle()
    laid.kit(2, EXTINGUISHER)
    laid.matter(Refill("again"))
    laid.between(Fire("lab_fire", (0, 1, 4, 5, 6), (0, 2)))
    shown(page, table, GAME, laid.state, ".research-field")
    expect(page.locator(".fire-step")).to_contain_text("Extinguishers: You and Cem.")
    page.get_by_role("button", name="Use an extinguisher").click()
    expect(page.locator("#choice-body .choice-button")).to_have_count(5)
    tetrazole = page.locator("#choice-body .choice-button", has_text="tetrazole")
    expect(tetrazole).to_contain_text("claimed by Bob · would explode")
    expect(tetrazole.locator("sub").first).to_have_text("2")
    small.look("compounded-extinguish")


def test_offers_are_made_of_crystals_and_say_what_the_partner_lacks(small: Visitor) -> None:
    page = small.page
    table = sat_down(small, GAME.name, ("Ann", "Bob", "Cem"))
    laid = middle()
    trading(laid)
    shown(page, table, GAME, laid.state, ".research-field")
    mine = page.locator(".offer").first
    expect(mine.locator(".offer-chips .crystal")).to_have_text(["H", "C", "Ca"])
    expect(mine.locator("p .out-of-sight")).to_contain_text("Ca")
    small.look("compounded-offers")
    expect(page.locator(".offer")).to_have_count(1)  # those to me are in the bar, one after the other
    later = page.locator("#bar").get_by_role("button", name="Later")
    for _ in range(2):
        later.click()
    expect(page.locator(".offer")).to_have_count(3)
    page.get_by_role("button", name="Trade …").click()
    sheet = page.locator("#offer-sheet")
    sheet.get_by_role("combobox").select_option(label="Bob")
    expect(sheet).to_contain_text("What Bob has claimed lacks 1 H and 2 N.")
    for width, height in ((320, 640), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        chips = sheet.get_by_role("group", name="I give").locator(".choice-button")
        first, second, *_ = [box["y"] for one in chips.all() if (box := one.bounding_box())]
        assert first == second, "crystals are beside each other"
        word = sheet.locator(".choice-text b", has_text="Extinguisher")
        assert word.evaluate("(b) => b.offsetHeight < 1.5 * parseFloat(getComputedStyle(b).lineHeight)")

"""Every situation of Chemistry Monopoly as its table shows it, set up by hand: three sizes, both schemes,
checked by axe.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from adjudicator_rulesets.chemistry_monopoly.play.state import Bid, Decline, GiveUp, Pass, TakeTest
from tests.support.browsing import Visitor
from tests.support.moments import look_everywhere, sat_down, shown
from tests.support.monopoly_table import GAME, Table, offer
from tests.support.seating import SeatedTable
from tests.support.serving import Server

NAMES = ("Ann", "Bob", "Wilhelmine von Humboldt", "Dan", "Eve", "Finn")


def middle(players: int = 4) -> Table:
    """A table in the middle of a game, seen by player 0."""
    table = Table(players, auctions=True, go_400=True, pot=True, pot_base=True)
    table.give(0, "Li", "Na", "K", "F", "beaker", "C").level(Li=3, Na=3, K=2)
    table.give(0, "Mg", transferred=True).keep(0, "test-day")
    table.give(1, "B", "Al", "Cl", "fume hood").level(B=5, Al=4)
    table.give(2, "P", "As", "Pd").give(2, "Ca", transferred=True)
    table.give(3, "Cu", "Ag", "Bunsen burner")
    table.money(0, 412).money(1, 87).money(2, 1203).pot(250)
    table.at(0, 5).at(1, 24).at(2, 10, failed=1).at(3, 10)
    return table


def before(table: Table) -> None:
    table.turn(0)


def in_class(table: Table) -> None:
    table.at(0, 10, failed=2).turn(0)


def again(table: Table) -> None:
    table.roll(0, 3, 3)


def after(table: Table) -> None:
    table.at(0, 8).roll(0, 1, 1 + 1)


def purchase(table: Table) -> None:
    table.at(0, 20).roll(0, 4, 5)


def auction(table: Table) -> None:
    """An auction of iodine, which would complete nobody's set; one player leads, one is out."""
    purchase(table)
    table.act(0, Decline())
    table.act(1, Bid(45))
    table.act(2, Bid(120))
    table.act(3, Pass())


def estate(table: Table) -> None:
    table.turn(3)
    table.resign(2)
    table.act(3, Bid(25))


def tax(table: Table) -> None:
    table.at(0, 0).roll(0, 1, 3)


def debt(table: Table) -> None:
    table.at(0, 0).money(0, 30).roll(0, 1, 2)


def ruined(table: Table) -> None:
    """No more money can be raised."""
    table.state = in_ruin().state


def in_ruin() -> Table:
    poor = Table(4, auctions=True, pot=True).give(1, "B", "Al").level(B=5, Al=4).money(0, 12)
    poor.give(0, "Mg", transferred=True).roll(0, 1, 2)
    return poor


def bankrupt(table: Table) -> None:
    """One's own bankruptcy, while the others go on."""
    poor = in_ruin()
    poor.act(0, GiveUp())
    table.state = poor.state


def question(table: Table) -> None:
    """M-QUESTION: with answers to choose from."""
    asked = Table(4, questions="easy").give(1, "B", "Al")
    asked.roll(0, 3, 4)
    table.state = asked.state


def written_question(table: Table) -> None:
    """M-QUESTION: the answer is typed; passing is still possible."""
    asked = Table(4, questions="hard").give(1, "B", "Al").at(0, 10, failed=1)
    asked.act(0, TakeTest())
    table.state = asked.state


def class_with_questions(table: Table) -> None:
    table.state = Table(4, questions="easy").at(0, 10, failed=1).state


def fees(table: Table) -> None:
    table.deal(2, 0, ["Ca"], [55])


def card(table: Table) -> None:
    """The card cannot be paid at once, so it stays on the table."""
    table.money(0, 3).at(0, 0).on_top("lab-day", pay=50).roll(0, 1, 1)


def anothers_debt(table: Table) -> None:
    """Everybody pays the player who drew a card; one player cannot."""
    table.money(1, 3).at(0, 0).on_top("lab-day", collect_each=10).roll(0, 1, 1)


def offers(table: Table) -> None:
    """One's own offer, and two that wait for an answer, on another player's turn."""
    table.turn(1)
    table.act(0, offer(1, ["F", 60], ["Cl"]))
    table.act(2, offer(0, ["Ca", 100], ["Mg"]))
    table.act(3, offer(0, ["Cu", "Bunsen burner"], ["C", 50]))


def anothers_turn(table: Table) -> None:
    table.turn(1)


def over(table: Table) -> None:
    for player in (1, 2, 3):
        table.resign(player)
    assert table.state.result is not None


def over_short(table: Table) -> None:
    """After the second bankruptcy, which a player caused; what is left is counted."""
    short = Table(4, short=True).give(0, "Li", "Na", "K").level(Li=2, Na=2, K=2).give(2, "P").money(2, 900)
    short.resign(3)
    short.give(1, "Pd", transferred=True).money(1, 5).turn(1).at(1, 2).roll(1, 1, 3)
    short.act(1, GiveUp())
    table.state = short.state
    assert table.state.result is not None


MOMENTS = {
    4: (
        before, in_class, again, after, purchase, auction, estate, tax, debt, ruined, bankrupt, question, written_question,
        class_with_questions, fees, card, anothers_debt, offers, anothers_turn, over, over_short,
    ),
    6: (before, purchase),
}  # fmt: skip


@pytest.mark.nightly
@pytest.mark.parametrize("players", MOMENTS)
def test_every_moment_in_three_sizes_and_both_schemes(small: Visitor, players: int) -> None:
    table = sat_down(small, GAME.name, NAMES[:players])
    for moment in MOMENTS[players]:
        laid = middle(players)
        moment(laid)
        shown(small.page, table, GAME, laid.state, ".m-table")
        asked = any(ask.player == 0 and ask.obliged for ask in GAME.asked(laid.state))
        expect(small.page.locator(".ask-text[data-mine]")).to_have_count(int(asked))
        look_everywhere(small, f"monopoly-at-{players}-{moment.__name__.replace('_', '-')}")


CUT = """() => [...document.querySelectorAll(".room-head h1, .player, .player > *")]
  .filter((one) => {
    const [box, whole] = [one.getBoundingClientRect(), (one.closest(".player") ?? document.body).getBoundingClientRect()];
    return box.right > whole.right + 0.5 || box.bottom > whole.bottom + 0.5 || box.right > innerWidth ||
      (one.matches("h1, .player, .player-name") &&
        (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1));
  })
  .map((one) => `${one.className} ${one.textContent}`)"""
# Tokens that are cut off by their square, or lie on each other, on a square's symbol or on its price.
HIDDEN_TOKENS = """() => [...document.querySelectorAll(".m-square")].filter((one) => one.checkVisibility())
  .flatMap((square) => {
    const [whole, tokens] = [square.getBoundingClientRect(), [...square.querySelectorAll(".m-token .seat-mark")]];
    const texts = [...square.querySelectorAll(".m-symbol, .m-price")].filter((one) => one.checkVisibility());
    const over = (one, other) => {
      const [a, b] = [one, other].map((it) => it.getBoundingClientRect());
      return a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 1.5 && b.top < a.bottom - 1.5;
    };
    return tokens.filter((token, at) => {
      const own = token.getBoundingClientRect();
      return own.width < 14 || own.bottom > whole.bottom || own.left < whole.left || own.right > whole.right ||
        [...tokens.slice(0, at), ...texts].some((other) => over(token, other));
    }).map(() => square.ariaLabel);
  })"""
# The letters of another device's font: taller (as in Noto Sans, more than the line) and a tenth wider.
TALL_AND_WIDE = """async () => {
  const face = (weight, name) => `@font-face { font-family: Other; font-weight: ${weight}; src: local("${name}");
    ascent-override: 107%; descent-override: 30%; line-gap-override: 0%; size-adjust: 110%; }`;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${face("100 599", "DejaVu Sans")} ${face("600 900", "DejaVu Sans Bold")}
    :root { --font: Other !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  await Promise.all([document.fonts.load("16px Other"), document.fonts.load("bold 16px Other")]);
}"""
IN_SIGHT = """(element) => {
  const { left, top } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + 4, top + 4));
}"""


@pytest.mark.parametrize("players", [4, 6])
def test_a_phone_shows_all_seats_the_squares_of_who_is_at_turn_and_the_deed_in_question(
    small: Visitor, players: int
) -> None:
    page = small.page
    table = sat_down(small, GAME.name, NAMES[:players])
    laid = middle(players)
    (auction if players == 4 else purchase)(laid)
    page.set_viewport_size({"width": 320, "height": 640})
    shown(page, table, GAME, laid.state, ".m-table")
    expect(page.locator(".player")).to_have_count(players)
    for size in ((720, 900), (1000, 700), (320, 640)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(CUT) == [], size
    expect(page.locator(".player-score").first).to_have_text("412")
    fact = ".m-facts p" if players == 6 else "p:has(.m-who)"  # an auction is longer, and its deed scrolls
    for part in (".m-strip .m-token [data-seat='0']", ".m-walk .m-title", f".m-walk .m-sale {fact}"):
        assert page.locator(part).first.evaluate(IN_SIGHT), part
    expect(page.locator(".m-walk .m-title")).to_contain_text("280")
    small.look(f"monopoly-low-{players}")
    laid = middle(players)
    for other in range(2, players):
        laid.at(other, 24)
    laid.turn(1)
    shown(page, table, GAME, laid.state, ".m-table")
    expect(page.locator(".m-strip .m-square").nth(2)).to_contain_text("S")
    expect(page.locator(".m-strip .m-square").nth(2).locator(".m-token")).to_have_count(players - 1)
    for square in (24, 15) if players == 6 else ():  # above, and at the side
        for here in range(2, players + 1):
            for seat in range(players):
                laid.at(seat, square if seat < here else square + 3)
            shown(page, table, GAME, laid.turn(0).state, ".m-table")
            for width, height in ((320, 640), (390, 844), (720, 900), (1280, 800)):
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(HIDDEN_TOKENS) == [], (here, square, width)
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.locator(".m-strip .m-token [data-seat='1']").first.evaluate(IN_SIGHT)
    for money, raising in ((280, 0), (279, 1)):  # money is raised by who cannot pay the price
        laid = Table(players).give(0, "C").money(0, money).at(0, 20)
        laid.roll(0, 4, 5)
        shown(page, table, GAME, laid.state, ".m-table")
        expect(page.locator("#bar")).to_contain_text("Decline")
        assert page.locator("#bar [data-button='raise']").count() == raising


CROPPED = """(lines) => lines.filter((line) => {
  const [own, strip] = [line.getBoundingClientRect(), line.closest("#news").getBoundingClientRect()];
  return own.top < strip.top || own.bottom > strip.bottom || own.height < 12;
}).map((line) => line.textContent)"""
TOPS = """() => [".m-strip", ".m-walk", ".m-hand", ".bar-buttons"]
  .filter((part) => document.querySelector(part).checkVisibility())
  .map((part) => Math.round(document.querySelector(part).getBoundingClientRect().top))"""


@pytest.mark.parametrize("players", [3, 4, 6])
def test_a_small_phone_with_a_tall_and_wide_font_cuts_nothing_in_the_bar_of_seats(
    small: Visitor, players: int
) -> None:
    """Regression: names lost their lower edges where system-ui was Noto Sans, which has a taller line."""
    page = small.page
    table = sat_down(small, GAME.name, NAMES[:players])
    laid = middle(players) if players > 3 else Table(players)
    purchase(laid)
    page.set_viewport_size({"width": 320, "height": 640})
    shown(page, table, GAME, laid.state, ".m-table")
    money = page.locator(".player-score").first
    width = money.evaluate("(one) => one.getBoundingClientRect().width")
    page.evaluate(TALL_AND_WIDE)
    assert money.evaluate("(one) => one.getBoundingClientRect().width") > width * 1.05  # the font is used
    page.set_viewport_size({"width": 321, "height": 640})  # a turn of the phone measures again
    assert page.evaluate(CUT) == []
    sizes = page.locator(".player-name").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).fontSize)"
    )
    assert set(sizes) == {"14px", "12px"}  # only the name that needs it is smaller


def tops_at(page: Page, size: tuple[int, int]) -> list[int]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    tops: list[int] = page.evaluate(TOPS)
    return tops


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_offer_to_me_stands_in_one_place_and_moves_nothing(
    browser: Browser, server: Server, language: str
) -> None:
    visitor = Visitor(browser, server.url, "small", language=language)
    page = visitor.page
    table = sat_down(visitor, GAME.name, NAMES[:4])
    sizes = [(320, 640), (390, 844), (800, 900)]
    laid = middle()
    laid.turn(1)
    shown(page, table, GAME, laid.state, ".m-table")
    expect(page.locator("#news")).to_be_visible()
    tops = [tops_at(page, size) for size in sizes]
    offers(laid)
    shown(page, table, GAME, laid.state, ".m-table")
    headline = page.locator(".ask-text[data-offer]")
    expect(headline).to_contain_text("Wilhelmine von Humboldt")
    expect(page.locator("#bar .button.primary")).to_have_count(1)
    expect(page.locator(".offer")).to_have_count(1)  # my own
    assert [tops_at(page, size) for size in sizes] == tops
    visitor.look(f"monopoly-offer-to-me-{language}")
    page.locator("#bar .ask-line .button").click()  # later
    expect(headline).to_contain_text("Dan")  # the next comes to the same place
    expect(page.locator(".offer")).to_have_count(2)
    visitor.leave()


def test_the_trade_dialog_shows_colours_prices_what_completes_a_set_and_what_the_partner_lacks(
    small: Visitor,
) -> None:
    page = small.page
    table = sat_down(small, GAME.name, NAMES[:4])
    laid = middle()
    laid.give(1, "I").turn(0)
    page.set_viewport_size({"width": 320, "height": 640})
    shown(page, table, GAME, laid.state, ".m-table")
    page.get_by_role("button", name="Trade").click()
    sheet = page.locator("#offer-sheet")
    sheet.locator("select").select_option("1")
    expect(sheet).to_contain_text("Bob lacks only fluorine (yours) for a whole set.")
    fluorine = sheet.get_by_role("button", name=re.compile("^fluorine"))
    expect(fluorine).to_contain_text("costs 260 · completes halogens for Bob")
    expect(fluorine.locator(".m-chip[colour='yellow']")).to_have_text("F")
    assert page.evaluate(SPILLED) == []
    small.look("monopoly-trade")


def test_a_card_that_completes_ones_own_set_says_you(small: Visitor) -> None:
    """Regression: it completed the set for "Player 1"."""
    page = small.page
    table = sat_down(small, GAME.name, NAMES[:4])
    laid = middle()
    laid.give(0, "Ba").turn(0)
    shown(page, table, GAME, laid.state, ".m-table")
    page.get_by_role("button", name="Trade").click()
    sheet = page.locator("#offer-sheet")
    sheet.locator("select").select_option("2")
    completing = sheet.locator(".choice-button").filter(has_text="completes")
    expect(completing).to_have_text(re.compile("completes .+ for you"))


def test_a_hint_that_was_done_is_gone_although_the_same_is_asked_still(
    small: Visitor, server: Server
) -> None:
    """A deed is transferred before the roll, which is asked before and after; its reason has the bar's width."""
    page = small.page
    table = SeatedTable.open(
        server.url, GAME.name, [{"name": name} for name in NAMES[:3]], options={"short": True}, hints=True
    )
    first = next(ask["player"] for ask in table.view(0)["asks"] if ask["obliged"])
    transfer = next(action for action in table.view(first)["actions"] if action["type"] == "transfer")
    hint = {"action": transfer, "text": "It brings money.", "value": 1}
    page.route("**/hints?count=*", lambda route: route.fulfill(json={"hints": [hint]}))
    table.sit(page, first)
    page.get_by_role("button", name="Hints", exact=True).click()
    page.locator("#hints-body .choice-button").click()
    expect(page.locator(".ask-text")).to_contain_text("It brings money.")
    expect(page.get_by_role("button", name="Trade")).to_have_count(0)
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_role("button", name="Roll", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Do it")).to_have_count(0)


SPILLED = """() => [...document.querySelectorAll("#offer-sheet .choice-button")]
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""


def test_ones_own_bankruptcy_is_a_moment_after_which_one_may_watch_on(small: Visitor) -> None:
    table = sat_down(small, GAME.name, NAMES[:4])
    laid = middle()
    bankrupt(laid)
    shown(small.page, table, GAME, laid.state, ".m-table")
    card = small.page.locator(".moment")
    expect(card).to_be_in_viewport()
    expect(card.get_by_role("heading")).to_have_text("You are out")
    expect(card.get_by_role("link", name="New game")).to_have_attribute("href", f"/play/{GAME.name}")
    small.look("monopoly-bankrupt")
    card.get_by_role("button", name="Watch on").click()
    expect(card).to_have_count(0)


WISHES = ("roll", "buy", "end_turn", "pay_tax", "pass", "pay_fine")


def test_who_goes_bankrupt_in_a_game_reads_why_and_can_begin_another(small: Visitor, server: Server) -> None:
    """The first player gives all the money away and buys nothing; the others buy everything."""
    page, table = small.page, SeatedTable.dealt(server, GAME.name, 8, NAMES[:3])
    nothing: dict[str, list[Any]] = {"pieces": [], "amounts": []}
    gift = {"partner": 1, "gives": {"pieces": [], "amounts": [["AMUny", 1490]]}, "gets": nothing}
    table.act(0, {"type": "propose_offer", "terms": [gift]})
    table.act(1, {"type": "accept_offer", "offer": table.view(1)["offers"]["open"][0]["id"]})

    def wished(view: Any) -> Any:
        kinds = {one["type"]: one for one in view["actions"] if not one.get("open")}
        wishes = WISHES if view["you"] else ("roll", "decline", *WISHES[2:])
        return next(kinds[kind] for kind in wishes if kind in kinds)

    def ruined(views: dict[int, Any]) -> bool:
        return any(one["type"] == "give_up" for one in views[0]["actions"])

    view = table.play_until(ruined, wished, 400)[0]
    debt, left = view["table"]["matters"][-1]["amount"], view["accounts"]["AMUny 0"]
    table.sit(page, 0)
    expect(page.locator(".ask-text")).to_contain_text("it is not enough")
    expect(page.locator("#bar .button.primary")).to_have_text("Give up")
    page.get_by_role("button", name="Give up").click()
    expect(page.locator("#choice-sheet")).to_contain_text("You are then out of the game.")
    page.locator("#choice-sheet .choice-button").click()
    card = page.locator(".moment")
    expect(card.get_by_role("heading")).to_have_text("You are out")
    expect(card).to_contain_text(re.compile(f"You owe (Bob|the Lab|{NAMES[2]}) {debt}"))
    expect(card).to_contain_text(f"You had {left} AMUny, which is not enough.")
    expect(card).to_contain_text("you had")
    expect(card.get_by_role("link", name="New game")).to_be_in_viewport()
    small.look("monopoly-bankrupt-in-a-game")
    card.get_by_role("button", name="Watch on").click()
    expect(card).to_have_count(0)
    page.locator("#bar").get_by_role("button", name="New game").click()
    page.wait_for_url(f"**/play/{GAME.name}")


def test_what_came_of_a_turn_that_ended_by_itself_is_in_the_summary(small: Visitor, server: Server) -> None:
    """With these dice, the first player pays a tax, after which nothing is left to decide."""
    page, table = small.page, SeatedTable.dealt(server, GAME.name, 23, NAMES[:3])
    table.sit(page, 0)
    for name in ("Roll", "Pay 200"):
        page.get_by_role("button", name=name, exact=True).click()
    turn = page.locator(".ask-text:not([data-mine])")
    expect(turn).to_contain_text("Bob")
    table.play_until(lambda views: views[0]["table"]["turn"] == 0, lambda view: view["actions"][0])
    news = page.locator("#news")
    expect(news).to_contain_text("You pay 200")
    expect(news).not_to_contain_text(re.compile("[+−][0-9]"))  # a sum would be of what is left out, too
    for name in NAMES[1:3]:
        expect(news).to_contain_text(name)
    assert news.locator(".news-line").evaluate_all(CROPPED) == []
    small.look("monopoly-summary")


def test_whom_a_debt_is_owed_and_who_leads_an_auction_is_you(small: Visitor) -> None:
    table = sat_down(small, GAME.name, NAMES[:4])
    laid = middle()
    anothers_debt(laid)
    shown(small.page, table, GAME, laid.state, ".m-table")
    expect(small.page.locator(".m-walk .m-debt .m-title")).to_have_text("Bob owes you 10 AMUny")
    laid = middle()
    auction(laid)
    laid.act(0, Bid(130))
    shown(small.page, table, GAME, laid.state, ".m-table")
    expect(small.page.locator(".m-walk .m-sale")).to_contain_text("You bid 130")


def test_the_end_by_a_bankruptcy_of_ones_own_says_you(small: Visitor) -> None:
    """The second bankruptcy ends the short game, which takes the place of "You are out"."""
    table = sat_down(small, GAME.name, NAMES[:4])
    laid = Table(4, short=True).give(1, "Li", "Na", "K").level(Li=2, Na=2, K=2)
    laid.resign(3)
    laid.give(0, "Pd", transferred=True).money(0, 5).turn(0).at(0, 2).roll(0, 1, 3)
    laid.act(0, GiveUp())
    assert laid.state.result is not None
    shown(small.page, table, GAME, laid.state, ".m-table")
    expect(small.page.locator(".ending-why")).to_contain_text(f"Bankrupt: You. Gave up: {NAMES[3]}.")
    expect(small.page.locator(".m-short")).to_have_count(0)  # nothing is left that would end it
    small.look("monopoly-over-bankrupt")

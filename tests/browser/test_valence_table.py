"""Valence Plus at its table: a whole game, a block between two browsers, pass and play behind the curtain."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.browsing import Visitor
from tests.support.moments import NOT_CHANGED, sat_down, shown
from tests.support.sampling import in_turn, one_in
from tests.support.seating import (
    SeatedTable,
    behind_the_curtain,
    by_hint,
    by_key,
    changed_from,
    last_button,
    play_out,
    version_of,
)  # fmt: skip
from tests.support.serving import Server
from tests.support.valence_table import GAME
from tests.support.valence_table import table as valence_table

EDITION = Path("rulesets/adjudicator_rulesets/valence_plus/editions/reference-1.toml").read_text()
# Elements that acids, bases and blocking compounds are made of, and few others.
MANY = {"H": 24, "F": 14, "Na": 14, "O": 14, "Cu": 8, "Zn": 8}
WANTED = (
    ("Transition Metal Compound", "Cu", "Zn"),
    ("Transition Metal Compound", "Cu", "Cu"),
    ("Transition Metal Compound", "Zn", "Zn"),
    ("Base", "Na", "O", "H"),
    ("Acid", "H", "F"),
)
LAID = "^(Build ·|React|Trade up|Bauen ·|Reagieren)|eintauschen$"
PEOPLE = [{"name": "Ann"}, {"name": "Bob"}]
AGAINST_A_BOT = [{"name": "Ann"}, {"bot": "random"}]


def edition(counts: dict[str, int], target: int) -> str:
    """The reference edition with other numbers of cards and another target score."""
    text = EDITION
    for symbol, count in counts.items():
        text = re.sub(rf'(symbol = "{symbol}", count = )\d+', rf"\g<1>{count}", text)
    return re.sub(r"(?m)^target = \d+$", f"target = {target}", text, count=1)


def blocked(views: dict[int, Any]) -> bool:
    """A table at which the collecting player can react with the other, who can block."""
    asks = views[0]["asks"]
    if not asks or "react" not in asks[0]["kinds"]:
        return False
    player = asks[0]["player"]
    other = 1 - player
    shields = [
        card for card in views[0]["table"]["stashes"][other] if card["molecule"].startswith("Transition")
    ]
    return bool(shields) and any(
        action["type"] == "react" and action["owner"] == other and action["target"] != shields[0]["formula"]
        for action in views[player]["actions"]
    )


def builder(view: Any) -> Any:
    """Builds one blocker, one base and one acid as cards come, and never reacts."""
    if view["table"]["phase"] == "collect":
        return {"type": "draw", "source": "deck"}
    has = {card["molecule"] for card in view["table"]["stashes"][view["you"]]}
    for molecule, *cards in WANTED:
        if molecule not in has and not Counter(cards) - Counter(view["table"]["hand"]):
            return {"type": "build", "cards": cards}
    held = Counter(view["table"]["hand"])
    spare = sorted(
        view["table"]["hand"], key=lambda symbol: (symbol in MANY, -held[symbol], symbol in ("Cu", "Zn"))
    )
    return {"type": "end_turn", "discards": spare[: max(0, len(spare) - view["table"]["hand_limit"])]}


@in_turn(3)
def test_a_whole_short_game_against_a_bot_on_a_phone(any_phone: Visitor, server: Server) -> None:
    """To nine points, which nobody reaches in one turn, so there are two decisions to analyse."""
    table = SeatedTable.open(server.url, "valence-plus", AGAINST_A_BOT, hints=True, edition=edition({}, 9))
    page = any_phone.page
    table.ask("/hints?count=1", seat=0)  # the process that finds hints is running
    table.sit(page, 0)
    expect(page.locator(".v-fan")).to_be_visible()
    for move in play_out(page, LAID, 60):
        if move == 1:
            any_phone.look("valence-1-early")
            page.get_by_role("button", name="What happened").click()
            any_phone.look("valence-log")
            page.keyboard.press("Escape")
    expect(page.locator("#ending-title")).to_contain_text("won")
    any_phone.look("valence-5-over")
    page.get_by_role("link", name="Look at it again").click()
    expect(page.locator(".course")).to_be_visible()
    expect(page.locator(".searched")).to_have_count(0)  # all decisions are analysed
    page.get_by_role("button", name="The next decision").click()
    expect(page.locator(".look-table .v-stash").first).to_be_visible()
    any_phone.look("valence-look", whole=True)
    page.get_by_role("link", name="To the table").click()
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".ask-text")).to_be_visible()
    assert table.id not in page.url


def test_a_hint_to_react_with_ones_own_molecule_calls_it_so(phone: Visitor, server: Server) -> None:
    table = SeatedTable.open(server.url, "valence-plus", PEOPLE, hints=True)
    first = next(ask["player"] for ask in table.view(0)["asks"] if ask["obliged"])
    page = phone.page
    react = {"type": "react", "reactors": ["HF"], "target": "NaOH"}
    hints = [
        {"action": {**react, "owner": owner}, "text": "Why.", "value": 1} for owner in (first, 1 - first)
    ]
    page.route("**/hints?count=*", lambda route: route.fulfill(json={"hints": hints}))
    table.sit(page, first)
    page.get_by_role("button", name="Hints", exact=True).click()
    other = table.seats[1 - first]["name"]
    expect(page.locator("#hints-body .choice-button b")).to_have_text(
        ["HF with your NaOH", f"HF with NaOH of {other}"]
    )


def test_a_block_between_two_browsers_with_a_reload_a_lost_connection_and_a_spectator(
    browser: Browser, server: Server
) -> None:
    table = SeatedTable.open(
        server.url, "valence-plus", PEOPLE, hints=True, watch="public", edition=edition(MANY, 60)
    )
    views = table.play_until(blocked, builder)
    attacker = views[0]["asks"][0]["player"]
    owner = 1 - attacker
    ann, bob, eve = (Visitor(browser, server.url, size) for size in ("desktop", "phone", "phone"))
    table.sit(ann.page, attacker)
    table.sit(bob.page, owner)
    eve.page.goto(table.address)
    expect(eve.page.locator(".ask-text")).to_contain_text("You are watching")
    expect(eve.page.locator(".v-fan")).to_have_count(0)
    ann.look("valence-2-middle")
    expect(ann.page.locator(".bar-buttons .button").first).to_be_in_viewport(ratio=1)
    # A player's selection and focus survive the moves of others.
    bob.page.locator(".v-card").first.click()
    # The attacker taps a reactor, then what is lifted; the equation appears before anything is sent.
    shields = {
        c["formula"] for c in views[0]["table"]["stashes"][owner] if c["molecule"].startswith("Transition")
    }
    action = next(
        a
        for a in views[attacker]["actions"]
        if a["type"] == "react" and a["owner"] == owner and a["target"] not in shields
    )
    mine, theirs = (
        ann.page.locator(f".v-stash[aria-label='Stash of {name}']") for name in _names(views, attacker)
    )
    for reactor in action["reactors"]:
        _molecule(mine, reactor).click()
    _molecule(theirs, action["target"]).click()
    expect(ann.page.locator(".v-said")).to_contain_text("This reaction happens")
    ann.look("valence-3-reaction")
    ann.page.get_by_role("button", name="React", exact=True).click()
    expect(bob.page.locator(".ask-text")).to_have_text("A reaction is aimed at you. Block it?")
    expect(bob.page.locator(".v-card").first).to_have_attribute("aria-pressed", "true")
    expect(bob.page.locator(".v-card").first).to_be_focused()
    bob.look("valence-4-block")
    bob.page.reload()
    bob.page.get_by_role("button", name="Block it").click()
    expect(eve.page.locator("#announcement")).to_contain_text("blocks the reaction")
    # Without a connection the move is kept, and sent once the connection is back.
    expect(ann.page.locator(".ask-text")).to_have_text("Your turn: collect cards.")
    before = version_of(ann.page)
    ann.context.set_offline(True)
    expect(ann.page.locator("#link-state")).to_contain_text("Reconnecting")
    ann.page.get_by_role("button", name=re.compile("^Draw [123]$")).click()
    expect(ann.page.locator(".ask-text")).to_contain_text("Your move is kept")
    ann.look("valence-6-offline")
    ann.context.set_offline(False)
    changed_from(ann.page, before)
    expect(ann.page.locator(".ask-text")).to_contain_text("Build, or end your turn")
    assert int(version_of(ann.page)) == int(before) + 1
    for visitor in (ann, bob, eve):
        visitor.leave()


def _names(views: dict[int, Any], attacker: int) -> list[str]:
    names = [player["name"] for player in views[0]["players"]]
    return [names[attacker], names[1 - attacker]]


def _molecule(stash: Any, formula: str) -> Any:
    return (
        stash.locator(".v-molecule[aria-pressed]")
        .filter(has=stash.page.locator(f".v-formula .formula:text-is('{formula}')"))
        .first
    )


def test_a_molecule_tapped_says_what_it_is_and_what_attacks_it(phone: Visitor) -> None:
    page = phone.page
    seat = sat_down(phone, GAME.name, ("Ann", "Bob"))
    stashes = [[("Acid", "HCl"), ("Salt", "NaCl")], [("Base", "NaOH"), ("Water", "H2O")]]
    laid = valence_table(["Na", "O", "H", "Cl", "Ca", "H"], ["H", "Cl", "O"], stashes=stashes)
    shown(page, seat, GAME, laid, ".v-table")
    page.get_by_role("button", name=re.compile("sodium hydroxide")).click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name="sodium hydroxide")).to_be_visible()
    expect(sheet).to_contain_text("Base · 4 points")
    expect(sheet).to_contain_text("Acid + Base → Salt + Water")
    phone.look("valence-molecule")
    page.keyboard.press("Escape")
    page.locator(".v-stash[data-mine] .v-molecule").first.click()  # chosen for a reaction
    page.get_by_role("button", name="What is it?").click()
    expect(sheet).to_contain_text("What it attacks")
    expect(sheet).to_contain_text("No reaction attacks it.")


def test_pass_and_play_hides_the_other_hand_behind_the_curtain(phone: Visitor, server: Server) -> None:
    options = {"helium": True, "oganesson": True}
    table = SeatedTable.open(server.url, "valence-plus", PEOPLE, options=options, hints=True)

    def turn(page: Page) -> None:
        by_hint(page, LAID)
        player = table.view(0)["asks"][0]["player"]
        drawn = [event for event in table.ask("/log", seat=player)["events"] if event.get("symbols")][-1]
        expect(page.locator("#announcement")).to_contain_text(" ".join(drawn["symbols"]))
        while page.locator(".ask-text[data-mine]").count():
            before = version_of(page)
            last_button(page)
            changed_from(page, before)

    behind_the_curtain(phone, table, "v-card", turn, ("element-tile", "draws"))


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_whole_game_by_keyboard_alone_on_a_desktop(browser: Browser, server: Server, language: str) -> None:
    visitor = Visitor(browser, server.url, "desktop", language=language)
    table = SeatedTable.open(server.url, "valence-plus", AGAINST_A_BOT, hints=True, options={"helium": True})
    table.sit(visitor.page, 0)
    assert list(play_out(visitor.page, LAID, 80, by_key))
    visitor.look(f"valence-keyboard-{language}")
    visitor.leave()


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "de"])
def test_names_are_asked_for_and_written_by_keyboard(browser: Browser, server: Server, language: str) -> None:
    visitor = Visitor(browser, server.url, "desktop", language=language)
    table = SeatedTable.open(server.url, "valence-plus", PEOPLE, options={"naming": True}, hints=True)
    first = table.view(0)["asks"][0]["player"]
    page = visitor.page
    table.sit(page, first)
    expect(page.locator(".bar-buttons .button").first).to_be_visible()
    before = version_of(page)
    by_key(page.locator(".bar-buttons .button").first)
    changed_from(page, before)
    by_key(page.locator(".v-card").first)
    expect(page.locator(".v-card[aria-pressed=true]")).to_have_count(1)
    expect(page.locator(".v-hand input")).to_be_visible()
    visitor.look(f"valence-names-{language}")
    visitor.leave()


@pytest.mark.parametrize("language", one_in(2, ["de", "en"]))  # German has the longer words
def test_the_hand_stays_where_it_is_whoever_is_at_turn(
    browser: Browser, server: Server, language: str
) -> None:
    visitor = Visitor(browser, server.url, "phone", language=language)
    page = visitor.page
    table = SeatedTable.open(server.url, "valence-plus", PEOPLE)
    table.sit(page, 0)
    tops = set()
    for _ in range(5):  # both draw and end their turns
        view = table.view(0)
        expect(page.locator("#room")).to_have_attribute("data-version", str(view["version"]))
        tops.add(page.locator(".v-fan").evaluate("(fan) => Math.round(fan.getBoundingClientRect().top)"))
        turn = view["asks"][0]["player"]
        idle = ("draw", "end_turn")
        table.act(
            turn,
            next(one for one in table.view(turn)["actions"] if one["type"] in idle and not one.get("open")),
        )
    assert len(tops) == 1, tops
    visitor.leave()


def test_the_end_calls_the_winner_you_at_their_own_screen(phone: Visitor) -> None:
    page = phone.page
    table = SeatedTable.open(phone.url, GAME.name, PEOPLE)
    result = {"scores": [16, 3], "winners": [0], "reason": "target_reached", "ranks": [1, 2]}

    def over(route: Route) -> None:
        real = route.fetch()
        if real.status == NOT_CHANGED:
            route.fulfill(response=real)
        else:
            route.fulfill(response=real, json={**real.json(), "status": "over", "result": result, "asks": []})

    page.route(f"**/v1/games/{table.id}", over)
    table.sit(page, 0)
    expect(page.locator(".ending")).to_contain_text("You reached the goal, with 16 points.")

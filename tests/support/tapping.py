"""A person who plays a whole game on a page and does what the strong bot would; the page counts the taps.

They know their page: pieces are tapped where they lie and buttons where they stand. What nobody would lay out by
hand is done by a hint, whose three taps count.
"""

from __future__ import annotations

import json
import re
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error, Locator, Page, expect

from tests.support.seating import Press, SeatedTable, version_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

COUNTER = """
window.taps = Number(sessionStorage.taps ?? 0);
window.letters = Number(sessionStorage.letters ?? 0);
addEventListener("pointerdown", () => (sessionStorage.taps = window.taps += 1), true);
addEventListener("keydown", (event) => {
  if (event.key === "Enter") sessionStorage.taps = window.taps += 1;
  else sessionStorage.letters = window.letters += 1;
}, true);
"""
# The events that end a turn of the player in the first seat, or of everybody where all play at once.
TURN = {
    "compoundit": ("tiles_placed", "passed", "tiles_exchanged"),
    "valence-plus": ("turn_ended",),
    "ion": ("picks_revealed",),
    "compounded": ("turn_begun",),
    "chemistry-monopoly": ("turn_ended",),
}
TOGETHER = ("compounded", "ion")
SHORT_WAIT = 3_000  # ms: a button that is not there now was there for a state that has passed


@dataclass(frozen=True)
class Played:
    """A game, or as much of one as was played."""

    turns: int
    taps: int
    over: bool


def by_finger(place: Locator) -> None:
    place.click(timeout=SHORT_WAIT)


class Tapper:
    def __init__(self, page: Page, table: SeatedTable, tap: Press = by_finger) -> None:
        self.page, self.table, self.tap = page, table, tap
        self.bar = page.locator("#bar")
        self.unreached: list[str] = []  # what was there, and could not be tapped

    def play(self, most: int) -> Played:
        """Until the game is over, or for so many decisions."""
        for _ in range(most):
            self._await()
            view = self.table.view(0)
            if view["status"] == "over":
                break
            before = str(view["version"])
            if version_of(self.page) == before and self._act(view):
                with suppress(AssertionError):  # it came too late, or was laid out only in part
                    expect(self.page.locator("#room")).not_to_have_attribute(
                        "data-version", before, timeout=10 * SHORT_WAIT
                    )
        events = self.table.ask("/log", seat=0)["events"]
        ended = [one for one in events if one["type"] in TURN[self.table.game]]
        own = [one for one in ended if self.table.game in TOGETHER or one["player"] == 0]
        taps = self.page.evaluate("Number(sessionStorage.taps ?? 0)")
        return Played(len(own), taps, self.table.view(0)["status"] == "over")

    def _await(self) -> None:
        """Until something is asked, offered or over; a pause is ended by its button."""
        anything = self.page.locator(".ask-text:is([data-mine], [data-offer]), .ending, .moment")
        expect(anything.first).to_be_visible()
        time.sleep(0.05)  # what the page does by itself is no tap

    def _act(self, view: Mapping[str, Any]) -> bool:
        """Whether something was tapped that changes the table."""
        try:
            if self.page.locator(".moment").count():
                self.tap(self.bar.locator("[data-button=next]"))
                return False
            if not any(ask["player"] == 0 for ask in view["asks"]) or all(map(is_open, view["actions"])):
                return False
            action = self.table.hinted(view)
            self._tap(view, action)
        except (Error, AssertionError) as error:
            if isinstance(error, AssertionError):
                self.unreached.append(str(error))
            self.page.keyboard.press("Escape")
            return False
        return True

    def _tap(self, view: Mapping[str, Any], action: Mapping[str, Any]) -> None:
        offered = self.bar.locator("[data-button=decline]")
        fits = self.bar.locator("[data-button=fits]")
        if offered.count():
            yes = self.bar.locator("[data-button=accept]")
            self.tap(yes if action["type"] == "accept_offer" else offered)
        elif action["type"] == "place" and fits.count():
            self.tap(fits)
        else:
            gesture = GESTURES.get(self.table.game, {}).get(action["type"])
            if gesture is None or not gesture(self.tap, self.page, view, action):
                self._button(view, action)

    def _button(self, view: Mapping[str, Any], action: Mapping[str, Any]) -> None:
        """The button of an action, or the hint that does it."""
        alike = [one for one in view["actions"] if one["type"] == action["type"]]
        at = next((at for at, one in enumerate(alike) if agrees(one, action)), 0)
        key = json.dumps(alike[at] if alike else action, separators=(",", ":"), ensure_ascii=False)
        for name in (key, BUTTONS.get(action["type"], action["type"])):
            button = self.bar.locator(f"[data-button={json.dumps(name)}]")
            if not button.count():
                continue
            choice = self.page.locator("#choice-body .choice-button").nth(at)
            if not choice.is_visible():  # the sheet may be open from a try that came too late
                self.tap(button.first)
            if name == action["type"] and len(alike) > 1:  # its choices are in the same order
                self.tap(choice)
            return
        self.tap(self.page.locator(".ask-line [aria-label=Hints]"))
        self.tap(self.page.locator("#hints-body .choice-button").first)
        laid = self.bar.locator(".button.primary:not([aria-disabled])")
        self.tap(laid.first)


def is_open(action: Mapping[str, Any]) -> bool:
    return bool(action.get("open"))


def agrees(listed: Mapping[str, Any], action: Mapping[str, Any]) -> bool:
    return all(action.get(name) == value for name, value in listed.items())


BUTTONS = {"end_turn": "end", "draw": "deck", "pass": "pass"}


def _placements(tap: Press, page: Page, view: Any, action: Any) -> bool:
    """CompoundIt!: a square and the tiles of a line, one after the other."""
    used: set[int] = set()
    rack = view["table"]["rack"]
    for tile in action["placements"]:
        square = page.locator(f".square[data-row='{tile['row']}'][data-col='{tile['col']}']")
        if square.get_attribute("aria-selected") != "true":
            tap(square)
        slot = next(at for at, symbol in enumerate(rack) if symbol == tile["symbol"] and at not in used)
        used.add(slot)
        tap(page.locator(f".rack-place:nth-child({slot + 1}) button"))
    tap(page.locator("#bar [data-button=play]:not([aria-disabled])"))
    return True


def _build(tap: Press, page: Page, _view: Any, action: Any) -> bool:
    """Valence Plus: cards of the hand, and the button."""
    taken: set[str] = set()
    for symbol in action["cards"]:
        cards = page.locator(".v-card")
        keys = [cards.nth(at).get_attribute("data-card") or "" for at in range(cards.count())]
        key = next(one for one in keys if re.match(rf"{symbol}\b", one) and one not in taken)
        taken.add(key)
        tap(page.locator(f".v-card[data-card='{key}']"))
    tap(page.locator("#bar [data-button=build]:not([aria-disabled])"))
    return True


def _pick(tap: Press, page: Page, view: Any, action: Any) -> bool:
    """Ion: a card, and the same card again."""
    if len(action["cards"]) != 1:
        return False
    card = page.locator(f".io-hand > :nth-child({view['table']['hand'].index(action['cards'][0]) + 1})")
    tap(card)
    tap(card)
    return True


def _bond(tap: Press, page: Page, _view: Any, action: Any) -> bool:
    """Ion: the group that the card bonds to, or a place of its own."""
    onto = action["onto"]
    place = ".io-empty" if onto is None else f".io-groups > :nth-child({onto + 1}).io-target"
    found = page.locator(f".io-own {place}")
    if not found.count():
        return False
    doubtful = found.first.get_attribute("data-vain")
    tap(found.first)
    if doubtful:  # a group that it would spoil is only chosen by a tap
        tap(page.locator(".bar-buttons [data-button='vain']"))
    return True


def _claim(tap: Press, page: Page, _view: Any, action: Any) -> bool:
    """Compounded: the card, and what its sheet offers."""
    tap(page.locator(".research-field > li").nth(action["slot"]).locator("button"))
    tap(page.locator("#choice-sheet .button.primary"))
    return True


def _crystal(tap: Press, page: Page, _view: Any, action: Any) -> bool:
    """Compounded: a crystal, if it is not chosen yet, and the card or the extinguisher."""
    symbol = action["crystal"]
    if action["source"] != "bench":
        return False
    chip = page.locator(".my-bench button.chip").filter(has_text=re.compile(rf"^{symbol}$"))
    if not chip.and_(page.locator("[aria-pressed=true]")).count():
        tap(chip.first)
    if action["slot"] is None:
        tap(page.locator(".my-bench button.tool[data-lit]"))
    else:
        tap(page.locator(".research-field > li").nth(action["slot"]).locator("button"))
    return True


def _discard(tap: Press, page: Page, _view: Any, action: Any) -> bool:
    """Compounded: the crystal itself."""
    symbol = re.compile(rf"^{action['crystal']}$")
    chip = page.locator(".my-bench button.chip").filter(has_text=symbol)
    if not chip.count():
        return False
    tap(chip.first)
    return True


# What is done with pieces, and returns whether it could be.
GESTURES: dict[str, dict[str, Callable[[Press, Page, Any, Any], bool]]] = {
    "compoundit": {"place": _placements},
    "valence-plus": {"build": _build},
    "ion": {"pick": _pick, "place": _bond},
    "compounded": {"claim": _claim, "place": _crystal, "discard": _discard},
}

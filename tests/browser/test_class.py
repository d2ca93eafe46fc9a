"""A lesson: projector, teacher, two real pupils and simulated ones, several kinds of exercise, a latecomer, a
reconnect.
"""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.support.browsing import Visitor
from tests.support.serving import Server

LIST = "charge:SO4^2-\nname:NaCl\nwrite:sodium chloride\nlegal:MgNOONOO\nbalance:H2 + O2 -> H2O\nname:Qq"
ANSWERS = ("-2", "sodium chloride", "NaCl", "yes", "2, 1, 2")


def post(server: Server, path: str, body: dict[str, Any], token: str = "") -> Any:
    head = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    asked = urllib.request.Request(f"{server.url}{path}", json.dumps(body).encode(), head)
    with urllib.request.urlopen(asked) as answer:
        return json.load(answer)


def phone(server: Server, id_: str, code: str, nickname: str) -> str:
    """Joins as a page does: a place counts once its device has fetched its own view. Returns the token."""
    token: str = post(server, f"/v1/classes/join/{code}", {"nickname": nickname})["token"]
    own = {"Authorization": f"Bearer {token}"}
    urllib.request.urlopen(urllib.request.Request(f"{server.url}/v1/classes/{id_}", headers=own)).close()
    return token


def join(page: Page, server: Server, code: str, nickname: str) -> None:
    page.goto(f"{server.url}/class/join/{code}")
    page.locator("#nickname").fill(nickname)
    page.locator("#class-room button.primary").click()
    expect(page.locator(".who")).to_contain_text(nickname)


def test_a_lesson(browser: Browser, server: Server) -> None:
    teacher = Visitor(browser, server.url, "desktop")
    screen = Visitor(browser, server.url, "desktop")
    small, late = Visitor(browser, server.url, "small"), Visitor(browser, server.url, "phone")
    visitors = (teacher, screen, small, late)
    lead, wall, ann, bob = (visitor.page for visitor in visitors)
    ann.set_viewport_size({"width": 320, "height": 640})

    post(server, "/v1/exercises", {"list": LIST})  # the first reading takes long; a page waits 15 seconds
    lead.goto(f"{server.url}/class")
    expect(lead.locator("#class-topic option")).not_to_have_count(1)
    teacher.look("class-open")
    lead.locator("#class-topic").select_option("")
    lead.locator("#class-list").fill(LIST)
    lead.locator("#open-form button.primary").last.click()
    expect(lead.locator("#open-faults li")).to_have_count(1)  # the line that is not an exercise
    lead.locator("#open-faults a").click()

    def command(kind: str) -> None:
        lead.locator(f"[data-command={kind}]").click()

    expect(lead.locator("[data-command=next]")).to_be_visible()
    code = lead.locator("#class-code").inner_text()
    id_ = lead.url.split("/")[-2]
    assert "#" not in lead.url  # the projector must not show the secret
    with lead.expect_popup() as opened:
        lead.get_by_role("link", name="Open the projector").click()
    opened.value.close()

    wall.goto(f"{server.url}/class/{id_}")
    expect(wall.locator(".big-code")).to_have_text(code)
    join(ann, server, code, "Ann")
    tokens = [phone(server, id_, code, f"Phone {n}") for n in range(5)]
    expect(wall.locator(".answered")).to_have_text(re.compile("6"))

    command("next")
    expect(wall.locator(".answered")).to_have_text(re.compile("^0 "))
    small.look("class-pupil")
    ann.locator(".charges button").nth(0).click()  # −4, and then the right one
    ann.get_by_role("button", name="Change").click()
    ann.locator(".charges button").nth(2).click()
    expect(ann.locator(".sent")).to_contain_text("−2")
    for token in tokens:
        post(server, f"/v1/classes/{id_}/answers", {"question": 0, "answer": "+2"}, token)
    expect(wall.locator(".answered")).to_have_text(re.compile("^6 "))
    assert ann.locator(".solution").count() == 0
    command("close")
    expect(wall.locator(".spread li")).to_have_count(2)
    expect(wall.locator(".solution")).to_be_visible()
    screen.look("class-projector")
    expect(ann.locator(".verdict-line")).to_contain_text("Right")

    bob.goto(f"{server.url}/join")  # late, and through the page that also takes the codes of tables
    bob.locator("#join-code").fill(code)
    bob.locator("#join-name").fill("Ann")
    bob.locator("#join-form button.primary").click()
    expect(bob.locator("#nickname")).to_have_value("Ann")
    bob.locator("#class-room button.primary").click()
    expect(bob.locator(".trouble-text")).to_contain_text("already called")
    expect(bob.locator("#class-room button.primary")).to_be_enabled()
    bob.get_by_role("button", name="Ann B.").click()  # one tap is enough
    expect(bob.locator(".who")).to_contain_text("Ann B.")
    command("next")
    ann.reload()  # the page goes on where it was
    expect(ann.locator(".who")).to_contain_text("Ann")
    ann.set_viewport_size({"width": 390, "height": 440})  # 780 less a keyboard
    ann.locator("#answer").focus()
    expect(ann.locator("#class-room form button.primary")).to_be_in_viewport(ratio=1)
    expect(ann.locator("header.frame nav")).to_be_hidden()
    ann.set_viewport_size({"width": 320, "height": 640})
    ann.context.set_offline(True)
    for page, said in ((ann, ANSWERS[1]), (bob, "salt of the sea")):
        page.locator("#answer").fill(said)
        page.keyboard.press("Enter")
    expect(ann.locator(".unsent")).to_contain_text("Kept on this phone")
    ann.context.set_offline(False)
    for page, said in ((ann, ANSWERS[1]), (bob, "salt of the sea")):
        expect(page.locator(".sent")).to_contain_text(said)
    expect(ann.locator("#class-link")).to_be_hidden()
    expect(ann.locator(".trouble-text")).to_be_empty()
    for n, token in enumerate(tokens):
        said = f"the chloride of natrium number {n}, dissolved in all the water of the sea"
        post(server, f"/v1/classes/{id_}/answers", {"question": 1, "answer": said}, token)
    command("close")
    expect(bob.locator(".verdict-line")).to_contain_text("Cannot be decided")
    for height in (720, 1080):
        wall.set_viewport_size({"width": height * 16 // 9, "height": height})
        expect(wall.locator(".spread li")).to_have_count(7)
        bottom = wall.evaluate(
            "Math.max(...[...document.querySelectorAll('main *')].map(one => one.getBoundingClientRect().bottom))"
        )
        assert bottom <= height, f"what is shown ends at {bottom} of {height}"
    right = wall.locator(".tally").inner_text()
    line = lead.locator(".decisions li", has_text="salt of the sea")
    line.locator("[data-decide=true]").click()
    expect(bob.locator(".verdict-line")).to_contain_text("Right")
    expect(wall.locator(".tally")).not_to_have_text(right)

    command("next")
    ann.set_viewport_size({"width": 390, "height": 780})
    expect(ann.locator(".sign-keys .icon-button")).to_be_in_viewport(ratio=1)  # deletes; the last of the keys
    ann.set_viewport_size({"width": 320, "height": 640})
    ann.locator("[data-key=Na]").click()
    ann.locator("[data-key=Cl]").click()
    ann.locator("#class-room form button.primary").click()
    expect(ann.locator(".sent")).to_contain_text("NaCl")
    assert ann.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bob.context.set_offline(True)
    bob.locator("#answer").fill("NaCl")
    bob.keyboard.press("Enter")
    expect(bob.locator(".unsent")).to_be_visible()
    command("skip")
    bob.context.set_offline(False)
    expect(bob.locator(".trouble-text")).to_contain_text("answer to question 3 came too late")
    ann.locator(".two-answers button").first.click()
    expect(ann.locator(".sent")).to_be_visible()
    command("close")
    command("next")
    expect(ann.locator(".coefficients sub")).to_have_count(3)
    for place, number in enumerate(ANSWERS[4].split(", ")):
        ann.locator(".coefficients input").nth(place).fill(number)
    ann.locator("#class-room form button.primary").click()
    expect(ann.locator(".sent")).to_contain_text(ANSWERS[4])
    command("close")
    command("next")
    expect(lead.locator("[data-command=next]")).to_contain_text(
        "5 answers are not decided and do not count yet"
    )
    command("next")
    expect(wall.locator(".podium li").first).to_contain_text("Ann")
    expect(wall.locator(".hardest li").first).to_be_visible()
    expect(ann.locator(".review-line")).to_have_count(4)
    expect(ann.locator("header.frame nav")).to_be_visible()
    expect(lead.locator(".who-can-what tbody tr")).to_have_count(7)
    expect(wall.locator("#class-room")).to_contain_text("5 answers were not decided")
    expect(bob.locator("h1")).to_contain_text("100 of")
    lead.get_by_role("button", name="Decide", exact=True).click()  # while the results are shown
    lead.locator("#answers-sheet [data-decide=true]").first.click()
    expect(wall.locator("#class-room")).to_contain_text("4 answers were not decided")
    lead.locator("#answers-sheet [data-counts=out]").click()
    expect(wall.locator("#class-room")).not_to_contain_text("not decided")
    expect(bob.locator("h1")).to_contain_text("0 of")
    lead.keyboard.press("Escape")
    teacher.look("class-teacher")
    with lead.expect_download() as saved:
        lead.get_by_role("button", name="Export as CSV").first.click()
    assert "Ann" in saved.value.path().read_text(encoding="utf-8")

    lead.get_by_role("button", name="Close and delete the class").click()
    lead.locator("#close-now").click()
    expect(ann.locator("h1")).to_have_text("This class is closed")
    expect(wall.locator("h1")).to_have_text("This class is closed")
    for visitor in visitors:
        visitor.leave()

"""A lesson in Chromium: projector, teacher, three real phones among thirty, all eight kinds of exercise.

One pupil comes late, one answers without a connection, and the server is killed in the middle of a question;
the teacher gives more time, skips, renames, removes and hides names, spreads the class over tables and pauses
them. Pictures of the projector at 1920 and 1280 and of phones at 320 and 390 go into the folder, with the CSV
file and the worksheet. It fails where an answer that was acknowledged is lost, or where a page is wider than
its screen.
"""

from __future__ import annotations

import csv
import json
import re
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from adjudicator_api import Config
from tests.deploy.kill_service import killable
from tests.support.browsing import WCAG, chromium
from tests.support.patience import SETTINGS
from tests.support.serving import free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from playwright.sync_api import Browser, Page

    from tests.support.serving import Server

BOARD = "15/15/15/15/15/15/6FAg7/6HCl7/15/15/15/15/15/15/15"
KINDS = (
    "charge:SO4^2-",
    "name:NaCl",
    "write:Fe2(SO4)3",
    "legal:MgNOONOO",
    "mend:MgCl@compoundit:beginner",
    "build:Na O H Cl Na@compoundit:beginner",
    "balance:H2 + O2 -> H2O",
    f"play:C O O O H H F|{BOARD}",
)
SKIPPED = "charge:K^+"  # one more, which is skipped
SAID = ("+2", "table salt", "FeSO4", "no", "MgClCl", "NaCl", "1, 1, 1", "")  # by those who only answer
YES_NO = {"en": {"yes": "Yes", "no": "No"}, "de": {"yes": "Ja", "no": "Nein"}}
LONG = "Praseodymium Hippopotamus"[:24]
LOOKED_AT = ("phone320", "teacher")  # pictures at which axe looks: small, and with much on it
PHONES = 30
SIMULATED = PHONES - 3
PORTION = 180.0  # seconds that a page has for what it is asked to show


class Lesson:
    """The people in the room."""

    def __init__(self, service: Server, browser: Browser, folder: Path, language: str, phones: int) -> None:
        self.service, self.browser, self.folder, self.language = service, browser, folder, language
        self.url, self.phones = service.url, phones
        self.tokens: list[str] = []
        self.acknowledged: dict[tuple[str, int], str] = {}
        self.lead = self.page(1280, 800)
        self.wall = self.page(1920, 1080)
        self.real = [self.page(320, 640), self.page(390, 844), self.page(390, 844)]
        self.names: dict[str, str] = {}  # by token
        self.offline: Page | None = None

    def page(self, width: int, height: int) -> Page:
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, locale=self.language, reduced_motion="reduce"
        )
        context.set_default_timeout(PORTION * 1000)
        return context.new_page()

    def photograph(self, page: Page, name: str) -> None:
        page.screenshot(path=self.folder / f"{name}-{self.language}.png", animations="disabled")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            raise SystemExit(f"{name}: the page is {wide} px wider than the screen")
        tall = page.evaluate("document.documentElement.scrollHeight - innerHeight")
        if page is self.wall and tall > 0:
            raise SystemExit(f"{name}: the projector shows {tall} px too many")
        if name.startswith(LOOKED_AT):
            page.evaluate(AXE_SCRIPT)
            found = page.evaluate("(options) => axe.run(options)", WCAG)["violations"]
            told = [f"{one['id']} at {one['nodes'][0]['target']}" for one in found]
            if told:
                raise SystemExit(f"{name}, {self.language}: {told}")

    def screen(self, name: str) -> None:
        for width, height in ((1280, 720), (1920, 1080)):
            self.wall.set_viewport_size({"width": width, "height": height})
            self.photograph(self.wall, f"projector-{name}-{width}")

    def look(self, token: str) -> None:
        """A place counts once its device has fetched its own view."""
        own = {"Authorization": f"Bearer {token}"}
        urllib.request.urlopen(
            urllib.request.Request(f"{self.url}/v1/classes/{self.id}", headers=own)
        ).close()

    def post(self, path: str, body: Mapping[str, Any], token: str = "") -> Any:
        """Sent again until the service answers, as a page does."""
        head = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        for _ in range(100):
            asked = urllib.request.Request(self.url + path, json.dumps(body).encode(), head)
            try:
                with urllib.request.urlopen(asked, timeout=60) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code < 500:
                    raise SystemExit(f"{path}: {error.read()[:300]!r}") from error
            except OSError:
                pass
            time.sleep(0.2)
        raise SystemExit(f"{path}: no answer")

    # --- before ---------------------------------------------------------------------------------------------

    def test_network(self) -> None:
        """All devices here have the same address, so the service is made to say that another one came."""
        came = False
        lead = self.lead
        lead.route("**/phones/state", lambda route: route.fulfill(json={"reached": came}))
        lead.goto(f"{self.url}/phones")
        expect(lead.locator("#phone-address")).to_have_text(f"{self.url}/phones/here")
        expect(lead.locator("#phone-next")).to_be_hidden()
        self.photograph(lead, "teacher-network")
        came = True
        lead.locator("#phone-next").click()
        lead.wait_for_url("**/class")

    def open(self) -> None:
        lead = self.lead
        self.test_network()
        self.post(
            "/v1/exercises", {"list": "\n".join(KINDS)}
        )  # what is read for the first time takes longest
        lead.goto(f"{self.url}/class")
        expect(lead.locator("#class-topic option")).not_to_have_count(1)
        lead.locator("#class-topic").select_option("")
        lead.locator("#class-list").fill("\n".join((*KINDS[:3], "name:Qq", *KINDS[3:], SKIPPED)))
        lead.locator("#class-seconds").fill("900")  # whatever the machine: the teacher closes a question
        lead.locator("#open-form button.primary").last.click()
        lead.locator("#open-faults li").wait_for()
        self.photograph(lead, "teacher-left-out")
        lead.locator("#open-faults a").click()
        lead.locator("[data-command=next]").wait_for()
        self.code = lead.locator("#class-code").inner_text()
        self.id = lead.url.split("/")[-2]
        self.wall.goto(f"{self.url}/class/{self.id}")
        for place, page in enumerate(self.real[:2]):
            self.join(page, f"Real {place + 1}")
        simulated = self.phones - len(self.real) + 1  # one of them is removed again
        for place in range(simulated):
            name = f"{LONG[:21]}{place:03}" if place < simulated - 1 else "Nobody's Friend"
            made = self.post(f"/v1/classes/join/{self.code}", {"nickname": name})
            self.tokens.append(made["token"])
            self.names[made["token"]] = name
            self.look(made["token"])
        expect(self.wall.locator(".answered")).to_contain_text(str(self.phones))
        self.screen("lobby")
        self.photograph(self.real[0], "phone320-waiting")
        self.rename_and_remove()

    def join(self, page: Page, nickname: str) -> None:
        page.goto(f"{self.url}/class/join/{self.code}")
        page.locator("#nickname").fill(nickname)
        page.locator("#class-room button.primary").click()
        page.locator(".who").wait_for()

    def rename_and_remove(self) -> None:
        lead = self.lead
        lead.locator(".who-can-what button.link", has_text="Nobody's Friend").click()
        lead.locator("#pupil-sheet .danger").click()
        expect(lead.locator(".who-can-what tbody tr")).to_have_count(self.phones - 1)
        self.tokens.pop()
        lead.locator(".who-can-what button.link", has_text="Real 1").click()
        lead.locator("#new-name").fill("Ada")
        lead.locator("#pupil-sheet .primary").click()
        expect(self.real[0].locator(".who")).to_contain_text("Ada")
        lead.locator("[data-command=show_names]").click()
        expect(self.wall.locator(".nicknames")).to_have_count(0)
        self.screen("names-hidden")
        lead.locator("[data-command=show_names]").click()
        self.wall.locator(".nicknames").wait_for()

    # --- questions ------------------------------------------------------------------------------------------

    def command(self, kind: str) -> None:
        self.lead.locator(f"[data-command={kind}]").click()

    def simulate(self, number: int, tokens: list[str]) -> None:
        for token in tokens:
            body = {"question": number, "answer": SAID[number]}
            self.post(f"/v1/classes/{self.id}/answers", body, token)
            self.acknowledged[self.names[token], number] = SAID[number]

    def question(self, number: int, between: Callable[[], None] = lambda: None) -> None:
        kind = KINDS[number].partition(":")[0]
        self.command("next")
        first, second = self.real[:2]
        for page in self.pages():
            expect(page.locator("#class-room h1")).to_contain_text(f"{number + 1}/{len(KINDS) + 1}")
        self.photograph(first, f"phone320-{number + 1}-{kind}")
        self.photograph(second, f"phone390-{number + 1}-{kind}")
        half = len(self.tokens) // 2
        self.simulate(number, self.tokens[:half])
        between()
        for page in self.pages():
            self.answer(page, kind)
            if page is self.offline:
                page.locator(".unsent").wait_for()
                self.photograph(page, f"phone390-{number + 1}-{kind}-offline")
                self.find_connection()
            page.locator(".sent").wait_for()
        self.simulate(number, self.tokens[half:])
        everybody = len(self.tokens) + len(self.pages())
        expect(self.wall.locator(".answered")).to_have_text(re.compile(rf"^{everybody} "))
        self.screen(f"{number + 1}-{kind}-open")
        self.command("close")
        self.wall.locator(".solution").wait_for()
        self.screen(f"{number + 1}-{kind}-closed")
        self.photograph(self.lead, f"teacher-{number + 1}-{kind}-closed")
        first.locator(".feedback").wait_for()
        self.photograph(first, f"phone320-{number + 1}-{kind}-told")

    def pages(self) -> list[Page]:
        return [page for page in self.real if "/class/join" in page.url]

    @staticmethod
    def answer(page: Page, kind: str) -> None:
        """By tapping wherever a phone lets one tap."""
        if kind == "charge":
            page.locator(".charges button").nth(2).click()
            return
        if kind == "legal":
            page.locator(".two-answers button").first.click()
            return
        if kind == "name":
            page.locator("#answer").fill("sodium chloride")
        elif kind == "write":
            keys = ("[data-key=Fe]", "2", "(", "[data-key=S]", "[data-key=O]", "4", ")", "3")
            for key in keys:
                sign = page.locator(".sign-keys button", has_text=key).first
                (page.locator(key) if key.startswith("[") else sign).click()
            expect(page.locator("#answer")).to_have_value("Fe2(SO4)3")
        elif kind in ("mend", "build"):
            for key in ("Mg", "Cl", "Cl") if kind == "mend" else ("Na", "Na", "O"):
                page.locator(f".keypad [data-key={key}]").first.click()
        elif kind == "balance":
            for place, number in enumerate("212"):
                page.locator(".coefficients input").nth(place).fill(number)
        else:
            page.locator(".class-board.tapped tr").nth(9).locator("button").nth(6).click()
            for key in ("O", "H"):
                page.locator(f".keypad [data-key={key}]:not([disabled])").first.click()
        page.locator("#class-room form button.primary").click()

    def late(self) -> None:
        self.join(self.real[2], "Late")

    def lose_connection(self) -> None:
        """The phone is offline when its pupil answers; the answer arrives later."""
        self.offline = self.real[1]
        self.offline.context.set_offline(True)

    def find_connection(self) -> None:
        assert self.offline is not None
        self.offline.context.set_offline(False)
        expect(self.offline.locator("#class-link")).to_be_hidden()
        self.offline.reload()
        self.offline.locator(".who").wait_for()
        self.offline = None

    def kill(self) -> None:
        self.service.kill()
        self.service.start()

    # --- after ----------------------------------------------------------------------------------------------

    def play(self) -> None:
        """At tables, where the real phones go by themselves; paused, and cleared."""
        lead = self.lead
        lead.locator("details:has(#spread-game) summary").click()
        lead.locator("#spread-game").select_option("compoundit")
        lead.locator("#spread-players").select_option("4")
        self.photograph(lead, "teacher-spread")
        lead.locator("details:has(#spread-game) form .primary").click()
        lead.locator(".glance-card").first.wait_for()
        expect(lead.locator(".glance-card")).to_have_count(-(-self.phones // 4))
        lead.locator(".glance-board").first.wait_for()
        for page in self.real:
            page.wait_for_url("**/play/compoundit/**")
            page.locator("#players li").first.wait_for()
        lead.locator("[data-command=pause]").click()
        self.real[0].locator("#playing .note").first.wait_for()
        self.photograph(self.real[0], "phone320-paused")
        self.photograph(self.real[1], "phone390-table")
        self.photograph(lead, "teacher-tables")
        lead.locator("[data-command=clear]").click()
        lead.locator("[data-command=clear]").click()
        expect(lead.locator(".glance-card")).to_have_count(0)
        for page in self.real:
            page.wait_for_url("**/class/join/**")
        lead.goto(f"{self.url}/class/{self.id}/teacher")

    def end(self) -> dict[str, Any]:
        lead = self.lead
        self.wall.locator(".podium, .hardest").first.wait_for()
        self.screen("over")
        self.photograph(lead, "teacher-over")
        self.real[0].locator(".review-line").first.wait_for()
        self.photograph(self.real[0], "phone320-over")
        with lead.expect_download() as saved:
            lead.locator("#class-room .row button").filter(has_text="CSV").first.click()
        text = saved.value.path().read_text(encoding="utf-8-sig")
        (self.folder / f"results-{self.language}.csv").write_text(text, encoding="utf-8")
        sheet = lead.locator("a[href*='worksheet.pdf']").get_attribute("href") or ""
        with urllib.request.urlopen(self.url + sheet) as answer:
            (self.folder / f"worksheet-{self.language}.pdf").write_bytes(answer.read())
        return self.found(text)

    def found(self, results: str) -> dict[str, Any]:
        """What was acknowledged is in the results, word for word."""
        head, *lines = list(csv.reader(results.splitlines(), delimiter=";" if self.language == "de" else ","))
        columns: dict[int, int] = {}
        for at, cell in enumerate(head):
            if cell[:1].isdigit():
                columns.setdefault(int(cell.partition(".")[0]) - 1, at)  # its answer; then come its points
        rows = {line[0]: line for line in lines}
        lost = [
            (name, number)
            for (name, number), said in self.acknowledged.items()
            if rows[name][columns[number]].lstrip("'") not in (said, YES_NO[self.language].get(said))
        ]
        if lost:
            raise SystemExit(f"{len(lost)} answers are lost: {lost[:5]}")
        return {"pupils": len(rows), "acknowledged": len(self.acknowledged), "lost": len(lost)}

    def close(self) -> None:
        lead = self.lead
        lead.locator("#class-room .danger").last.click()
        lead.locator("#close-now").click()
        for page in self.real:
            page.locator(".empty h1").wait_for()


def drive(folder: Path, language: str = "en", phones: int = PHONES) -> dict[str, Any]:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as stored, chromium() as browser:
        port, url = free_port(), f"sqlite:///{stored}/lesson.sqlite"
        limit = Config().rate_limit  # thirty phones behind one address, as at a school
        settings = {**SETTINGS, "ADJUDICATOR_RATE_LIMIT": limit}
        settings["ADJUDICATOR_PUBLIC_URL"] = f"http://127.0.0.1:{port}"
        service = killable(port, url, Path(stored) / "errors.txt", settings)
        service.start()
        try:
            lesson = Lesson(service, browser, folder, language, phones)
            lesson.open()
            lesson.question(0)
            lesson.late()
            between = {2: lesson.lose_connection, 4: lesson.kill}
            for number in range(1, len(KINDS)):
                lesson.question(number, between.get(number, lambda: None))
            lesson.command("next")
            lesson.lead.locator("[data-command=skip]").wait_for()
            lesson.command("more_time")
            lesson.command("skip")
            report = lesson.end()
            lesson.play()
            lesson.close()
            return report
        finally:
            service.kill()

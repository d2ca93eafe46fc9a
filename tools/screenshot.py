"""Makes the pictures of the docs in every language: the judge on a phone, a class on the projector.

    python -m tools.screenshot

Starts the service by itself; needs chromium and the dev extra.
"""

from __future__ import annotations

import logging
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from werkzeug.serving import make_server

from adjudicator.prose import ENGLISH, LANGUAGES
from adjudicator_api import Config, create_app
from tests.support.browsing import CHROMIUM, chromium

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Browser

DOCS = Path(__file__).parents[1] / "docs"
RULING = "/r?tiles=Mg,N,O,O,N,O,O&rules=compoundit:standard"
ASKED = "\n".join(
    f"charge:{ion}" for ion in ["SO4^2-", "NO3^-", "NH4^+", "CO3^2-", "PO4^3-", "OH^-", "Mg^2+"]
)
LARGEST = 300_000  # bytes


def main() -> None:
    if CHROMIUM is None:
        sys.exit("chromium is not installed (apt-get install chromium-headless-shell)")
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        app = create_app(
            Config(
                database_url=f"sqlite:///{folder}/judge.sqlite",
                rate_limit="off",
                log="off",
                answer_seconds=600,
            )
        )
        server = make_server("127.0.0.1", 0, app, threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            for language in LANGUAGES:
                address = f"http://127.0.0.1:{server.port}"
                _photograph(browser, f"{address}{RULING}", ".hero", "judge.png", language, (390, 844), 2)
                asked = _answered_class(app, language)
                _photograph(
                    browser, f"{address}/class/{asked}", ".closed", "class.png", language, (960, 560), 1
                )
        finally:
            server.shutdown()


def _answered_class(app: Flask, language: str) -> str:
    """The id of a class of two whose first question is closed: one answer is right, one is wrong."""
    client = app.test_client()
    opened = client.post("/v1/classes", json={"exercises": ASKED, "language": language})
    if opened.status_code != 201:
        sys.exit(opened.text)
    made = opened.get_json()
    path, lead = f"/v1/classes/{made['id']}", {"Authorization": f"Bearer {made['teacher_token']}"}
    pupils = [
        client.post(f"/v1/classes/join/{made['code']}", json={"nickname": name}).get_json()["token"]
        for name in ("Neon Otter", "Iron Owl")
    ]
    client.post(f"{path}/commands", json={"type": "next"}, headers=lead)
    for token, answer in zip(pupils, ("-2", "+1"), strict=True):
        body = {"question": 0, "answer": answer}
        client.post(f"{path}/answers", json=body, headers={"Authorization": f"Bearer {token}"})
    client.post(f"{path}/commands", json={"type": "close"}, headers=lead)
    return str(made["id"])


def _photograph(
    browser: Browser, address: str, there: str, name: str, language: str, size: tuple[int, int], scale: int
) -> None:
    target = DOCS / ("" if language == ENGLISH else language) / name
    page = browser.new_page(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=scale,
        color_scheme="light",
        reduced_motion="reduce",
        locale=language,
    )
    page.goto(address)
    page.locator(there).first.wait_for()
    page.screenshot(path=target)
    page.close()
    if target.stat().st_size > LARGEST:
        sys.exit(f"{target} has {target.stat().st_size} bytes; at most {LARGEST} go into the repository")
    print(f"{target}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()

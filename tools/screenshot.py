"""Makes docs/judge.png for the README: the judge's page on a phone, with a ruling.

    python -m tools.screenshot

Starts the service by itself; needs chromium and the dev extra.
"""

from __future__ import annotations

import logging
import shutil
import sys
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from adjudicator_api import Config, create_app

TARGET = Path(__file__).parents[1] / "docs" / "judge.png"
RULING = "/r?tiles=Mg,N,O,O,N,O,O&rules=compoundit:standard"
LARGEST = 300_000  # bytes


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("chromium is not installed (apt-get install chromium)")
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Config(database_url=f"sqlite:///{folder}/judge.sqlite", rate_limit="off", log="off"))
        server = make_server("127.0.0.1", 0, app, threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            _photograph(chromium, f"http://127.0.0.1:{server.port}{RULING}")
        finally:
            server.shutdown()
    size = TARGET.stat().st_size
    if size > LARGEST:
        sys.exit(f"{TARGET} has {size} bytes; at most {LARGEST} go into the repository")
    print(f"{TARGET}: {size} bytes")


def _photograph(chromium: str, address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(
            viewport={"width": 390, "height": 844},
            device_scale_factor=2,
            color_scheme="light",
            reduced_motion="reduce",
        )
        page.goto(address)
        page.locator(".hero").wait_for()
        TARGET.parent.mkdir(exist_ok=True)
        page.screenshot(path=TARGET)
        browser.close()


if __name__ == "__main__":
    main()

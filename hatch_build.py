"""What an index shows of the package: its addresses, and a README that begins with pip and whose links work.

In the repository links are relative. `home` in pyproject.toml is where the repository is shown; links then
lead to the files of this version. While it is empty there are no addresses, and a link is only its text.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

# [text](target) and ![picture](target), where the target is no address and no place in the README itself.
LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?!https?:|#)(?P<target>[^)\s]+)\)")
IMAGE = re.compile(r'(?P<before><img\b[^>]*?\bsrc=")(?!https?:)(?P<target>[^"]+)(?P<after>"[^>]*>\n*)')
# How to start: in a checkout with make; from an index with pip.
START = re.compile(r"(?<=^## Start\n\n).*?(?=^Ask for a ruling:$)", re.MULTILINE | re.DOTALL)
INSTALL = """\
```
pip install "adjudicator[web,print]"
adjudicator serve
```

This needs Python 3.11 or newer, but no account and no key. `pip install adjudicator` alone brings the
library, the judge, the bots and the terminal; `web` adds the pages and the web service on
<http://127.0.0.1:8000>, `print` boxes to print as PDF. Once installed, it works offline.
[Other ways to install](docs/start.md#install), with locked versions and hashes.

"""


def readme(text: str, home: str, version: str) -> str:
    """The README of the repository as an index shows it."""
    text, started = START.subn(INSTALL, text)
    if started != 1:
        raise ValueError("README.md has no section Start before its first ruling")
    return linked(text, home, version)


def linked(text: str, home: str, version: str) -> str:
    """Links and pictures as addresses."""

    def address(kind: str, target: str) -> str:
        return f"{home.rstrip('/')}/{kind}/v{version}/{target}"

    def link(found: re.Match[str]) -> str:
        if not home:
            return "" if found["picture"] else found["text"]
        kind = "raw" if found["picture"] else "blob"
        return f"{found['picture']}[{found['text']}]({address(kind, found['target'])})"

    def image(found: re.Match[str]) -> str:
        return f"{found['before']}{address('raw', found['target'])}{found['after']}" if home else ""

    return IMAGE.sub(image, LINK.sub(link, text))


def urls(home: str, version: str) -> dict[str, str]:
    if not home:
        return {}
    home = home.rstrip("/")
    files = f"{home}/blob/v{version}"
    return {
        "Homepage": home,
        "Documentation": f"{files}/docs/README.md",
        "Changelog": f"{files}/CHANGELOG.md",
        "Issues": f"{home}/issues",
    }


class Metadata(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        home, version = str(self.config.get("home", "")), str(metadata["version"])
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": readme(text, home, version)}
        if home:
            metadata["urls"] = urls(home, version)

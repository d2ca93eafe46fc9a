"""What an index shows of the package: its addresses, and a README whose links work there.

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


def readme(text: str, home: str, version: str) -> str:
    """The README of the repository as an index shows it."""

    def absolute(link: re.Match[str]) -> str:
        if not home:
            return "" if link["picture"] else link["text"]
        kind = "raw" if link["picture"] else "blob"
        return f"{link['picture']}[{link['text']}]({home.rstrip('/')}/{kind}/v{version}/{link['target']})"

    return LINK.sub(absolute, text)


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

"""How asking an outside source fails: one error for everything, and the source always has a name."""

from __future__ import annotations

from adjudicator.errors import AdjudicatorError

TITLES = {"table": "The reference table", "pubchem": "PubChem", "chemspider": "ChemSpider"}
MAX_REASON = 300  # characters; a reason may quote what a server said


class SourceFailed(AdjudicatorError):  # noqa: N818 - it names what happened to the source
    """A source that gave no answer: unreachable, timeout, busy, not_json, fault, ... and why, in words."""

    def __init__(
        self, source: str, code: str, reason: str, *, passing: bool = False, wait: float = 0.0
    ) -> None:
        reason = " ".join(reason[:MAX_REASON].split())
        super().__init__(
            code, f"{TITLES.get(source, source)} could not be asked: {reason}", source=source, reason=reason
        )
        self.source = source
        self.reason = reason
        self.passing = passing  # may be over soon, so the question is worth repeating
        self.wait = wait  # seconds the source asked us to stay away

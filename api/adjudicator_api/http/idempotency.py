"""Idempotency-Key: a request sent again because its answer was lost is answered again, not done twice."""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from flask import request

from adjudicator_api.http.problems import Refused
from adjudicator_api.http.tokens import BYTES, spelled

if TYPE_CHECKING:
    from pydantic import BaseModel

HEADER = "Idempotency-Key"
# Clients do not sign in: anyone with the key gets the answer, so it must be too long to guess.
PATTERN = r"[!-~]{16,255}"
DESCRIPTION = (
    "Makes the request safe to send again: the answer is then that of the first time. A text of your own that"
    " nobody can guess, such as a random UUID; another request needs another key."
)
_KEY = re.compile(PATTERN)


@dataclass(frozen=True, slots=True)
class Key:
    text: str
    digest: bytes  # of the key, which itself is not stored
    request: bytes  # digest of the request it came with: of the fields that were sent
    former_request: bytes  # the same of all fields, as versions before 2026-11-18 wrote it

    @classmethod
    def of(cls, body: BaseModel) -> Key | None:
        """The key of the current request, if it has one."""
        text = request.headers.get(HEADER)
        if text is None:
            return None
        sent, whole = body.model_dump_json(exclude_unset=True), body.model_dump_json()
        return cls(text, *(sha256(part.encode()).digest() for part in (text, sent, whole)))

    def came_with(self, stored: bytes | None) -> bool:
        """Whether this digest is of the same request, also if the service has learnt new fields since."""
        return stored in (self.request, self.former_request)

    def derived(self, purpose: str) -> str:
        """A secret that only a holder of the key can derive; always the same, so it is not stored."""
        made = hmac.digest(self.text.encode(), purpose.encode(), "sha256")
        return spelled(made[:BYTES])


def require_key() -> None:
    """Raises Refused if the key is malformed, before a handler reads it."""
    text = request.headers.get(HEADER)
    if text is not None and not _KEY.fullmatch(text):
        raise Refused(
            422,
            "bad_idempotency_key",
            f"{HEADER} must have 16 to 255 visible ASCII characters, such as a random UUID.",
        )


def key_reused() -> Refused:
    return Refused(
        422, "key_reused", f"This {HEADER} came with another request before. Give each request its own."
    )

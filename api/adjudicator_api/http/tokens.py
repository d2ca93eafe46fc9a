"""Ids and secrets that people copy: into an address, into a header, onto a command line."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode

BYTES = 16


def new_token() -> str:
    return spelled(secrets.token_bytes(BYTES))


def spelled(secret: bytes) -> str:
    """Base64 for addresses that never begins with a hyphen: a command line would read it as an option."""
    text = urlsafe_b64encode(secret).decode().rstrip("=")
    return f"_{text[1:]}" if text.startswith("-") else text

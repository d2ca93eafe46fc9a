from __future__ import annotations

from adjudicator_api.http.tokens import new_token, spelled


def test_no_token_looks_like_an_option() -> None:
    """Regression: `adjudicator games export -hXY…` printed the help; one id in 4,096 began like that."""
    for first in range(256):
        text = spelled(bytes([first]) + bytes(15))
        assert not text.startswith("-")
        assert len(text) == len(new_token()) == 22

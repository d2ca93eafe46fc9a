"""The label of an edition: whose it is, what it is called, and the digest of its text.

An edition is looked up by its whole digest. People are shown twelve digits, which older records use. Two
texts that share twelve digits can be made in a minute, so an uploaded edition is never looked up by them.
"""

from __future__ import annotations

from hashlib import sha256

DIGEST = "sha256:"
DIGITS = 64
SHOWN = 12


def label_of(game: object, name: object, digest: str) -> str:
    """<game>/my-box sha256:… with every digit, since it is by its label that an edition is found."""
    return f"{game}/{name} {DIGEST}{digest}"


def digest_in(label: str) -> str:
    """<game>/my-box sha256:… -> sha256:…"""
    return label.rpartition(" ")[2]


def short_label(label: str) -> str:
    """The label as people are shown it."""
    head, found, digits = label.rpartition(DIGEST)
    return f"{head}{found}{digits[:SHOWN]}"


def in_full(label: str, text: str) -> str:
    """The full label of an edition that was named by its shown digits and whose text is available."""
    digest = DIGEST + sha256(text.encode(errors="surrogatepass")).hexdigest()
    full = label.removesuffix(digest_in(label)) + digest
    return full if short_label(full) == label else label

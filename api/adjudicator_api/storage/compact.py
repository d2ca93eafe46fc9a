"""The stored form of a ruling: the decision with its codes and parameters, compressed; no sentences.

Sentences are rendered from the codes in the current wording; a code never changes its meaning. Format 1 never
changes either: stored rulings are read by its omissions, its order and its dictionary.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_BYTES = 4096
FORMAT = b"\x01"
# Text common to rulings, as a preset dictionary for zlib.
DICTIONARY = (Path(__file__).parent / "format1.txt").read_bytes()


def pack(answer: Mapping[str, Any]) -> bytes:
    """Packs what `ChallengeRuling.to_json` gives; beyond MAX_BYTES the longest witnesses are left out."""
    kept = {name: value for name, value in answer.items() if name not in {"reason", "geometry", "runs"}}
    kept["geometry"] = [_check(check) for check in answer["geometry"]]
    kept["runs"] = [{**run, "verdict": _verdict(run["verdict"])} for run in answer["runs"]]
    packed = _compressed(kept)
    for check in _longest_witnesses(kept):
        if len(packed) <= MAX_BYTES:
            break
        check["witness"] = None
        packed = _compressed(kept)
    return packed


def unpack(packed: bytes) -> dict[str, Any]:
    """What `Challenges.from_json` reads."""
    assert packed[:1] == FORMAT, f"a ruling of format {packed[0]}"
    inflating = zlib.decompressobj(zdict=DICTIONARY)
    answer: dict[str, Any] = json.loads(inflating.decompress(packed[1:]))
    return answer


def _compressed(kept: dict[str, Any]) -> bytes:
    text = json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode()
    deflating = zlib.compressobj(9, zdict=DICTIONARY)
    return FORMAT + deflating.compress(text) + deflating.flush()


def _verdict(verdict: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in verdict.items() if name != "reason"}
    return {**kept, "checks": [_check(check) for check in verdict["checks"]]}


def _check(check: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in check.items() if name != "message"}


def _longest_witnesses(kept: dict[str, Any]) -> Iterator[dict[str, Any]]:
    checks = [check for run in kept["runs"] for check in run["verdict"]["checks"] if check["witness"]]
    yield from sorted(checks, key=lambda check: -len(json.dumps(check["witness"])))

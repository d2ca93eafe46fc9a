"""During each attack, /healthz and single questions are answered; afterwards, files and memory are back to
normal.

In `make test-slow` each attack is short, and only has to leave everybody answered. The nightly run checks
times: /healthz within a second and a question within two, on an otherwise idle machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.attacks import ATTACKS, SECONDS
from tests.attacks.watching import open_files, resident_mib, under
from tests.support.nginx import behind_nginx, needs_a_site
from tests.support.sampling import in_turn
from tests.support.serving import Server, serving

LIMITS: dict[str, Any] = {
    # So that the attack reaches the service, not only the limiter.
    "ADJUDICATOR_RATE_LIMIT": "100000 per minute",
    "ADJUDICATOR_BODY_SECONDS": "2",
    "ADJUDICATOR_SILENT_SECONDS": "2",
    "ADJUDICATOR_READ_SECONDS": "2",  # so that those who do not read are closed within an attack
    "ADJUDICATOR_LOG": "error",
}
MORE_MIB = 150  # per service: what processes for longer work, started by the attack, may keep


def settles(read: Callable[[], float], most: float, seconds: float = 40) -> float:
    """Waits until the value is no higher than that, or the time is up."""
    late = time.monotonic() + seconds
    while read() > most and time.monotonic() < late:
        time.sleep(0.2)
    return read()


def withstand(
    port: int, servers: Sequence[Server], names: list[str], seconds: float, *, strictly: bool, also: int = 200
) -> None:
    """`also` has the statuses with which something in front of the service may refuse."""
    processes = [server.process.pid for server in servers]
    first = under(ATTACKS["long_questions"], port, 0.5)  # this starts the processes and fills the caches
    assert not first.failed
    for name in names:
        attack = ATTACKS[name]
        files, memory = open_files(*processes), resident_mib(*processes)
        felt = under(attack, port, seconds)
        print(f"{name}: {felt}")
        assert not felt.failed, f"{name}: {felt.failed[:5]}"
        assert set(felt.attacker) <= {200, also} | attack.refusals, name
        if strictly:
            assert max(felt.health) < 1, f"{name}: {felt}"
            assert max(felt.judged) < 2, f"{name}: {felt}"
        assert settles(lambda: open_files(*processes), files + 40) <= files + 40, name
        most = memory + MORE_MIB * len(servers)
        assert settles(lambda: resident_mib(*processes), most) <= most, name
    assert [server.process.poll() for server in servers] == [None] * len(servers)


@in_turn(3)
def test_every_attack_is_withstood(tmp_path: Path) -> None:
    with serving(tmp_path, **LIMITS) as server:
        withstand(server.port, [server], sorted(ATTACKS), 1.0, strictly=False)


@in_turn(3)
@needs_a_site
def test_behind_nginx_every_attack_is_withstood(tmp_path: Path) -> None:
    """Its limit of connections per address answers 429."""
    with behind_nginx(tmp_path, **LIMITS) as site:
        withstand(site.port, site.processes, sorted(ATTACKS), 1.0, strictly=False, also=429)


@pytest.mark.nightly
def test_under_every_attack_health_within_a_second_and_questions_within_two(tmp_path: Path) -> None:
    with serving(tmp_path, **LIMITS) as server:
        withstand(server.port, [server], sorted(ATTACKS), 3 * SECONDS, strictly=True)


@pytest.mark.nightly
@needs_a_site
def test_behind_nginx_too(tmp_path: Path) -> None:
    with behind_nginx(tmp_path, **LIMITS) as site:
        withstand(site.port, site.processes, sorted(ATTACKS), 3 * SECONDS, strictly=True, also=429)


def test_made_up_tokens_are_stopped_by_the_allowance_of_their_address(tmp_path: Path) -> None:
    with serving(tmp_path, ADJUDICATOR_RATE_LIMIT="60 per hour") as server:
        felt = under(ATTACKS["made_up_tokens"], server.port, 1.5)
        assert felt.attacker.count(200) <= 60
        assert 429 in felt.attacker
        assert not felt.failed

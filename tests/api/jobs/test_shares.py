"""Turns in a pool: round robin over clients, a share for each, with no clock but the order of events."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from adjudicator_api.jobs.shares import Shares


def begun(shares: Shares[tuple[str, int]]) -> list[tuple[str, int]]:
    """All jobs that may begin now."""
    return list(iter(shares.next, None))


@pytest.mark.parametrize("places", [1, 2, 3, 8])
def test_a_neighbour_begins_after_at_most_one_job_of_each_place(places: int) -> None:
    """Eighteen analyses from one address, then a drawing for another."""
    shares: Shares[tuple[str, int]] = Shares(places, 16)
    for number in range(18):
        shares.enter("crowd", (f"analysis {number}", number))
        begun(shares)
    assert shares.under_way["crowd"] == max(1, places // 2)
    pushed_out = shares.enter("neighbour", ("drawing", 0))
    assert pushed_out is None or pushed_out[0].startswith("analysis")
    first = begun(shares)
    if places == 1:  # all places are taken: it is next
        assert first == []
        shares.leave("crowd")
        first = begun(shares)
    assert first == [("drawing", 0)]


def test_clients_take_turns() -> None:
    shares: Shares[tuple[str, int]] = Shares(1, 100)
    for client, number in (("a", 5), ("b", 2), ("c", 3)):
        for one in range(number):
            shares.enter(client, (client, one))
    order = []
    while item := shares.next():
        order.append(item)
        shares.leave(item[0])
    assert order == [
        ("a", 0),
        ("b", 0),
        ("c", 0),
        ("a", 1),
        ("b", 1),
        ("c", 1),
        ("a", 2),
        ("c", 2),
        ("a", 3),
        ("a", 4),
    ]


def test_one_client_alone_leaves_the_others_places_free() -> None:
    shares: Shares[tuple[str, int]] = Shares(4, 100)
    for number in range(10):
        shares.enter("a", ("a", number))
    assert len(begun(shares)) == 2
    for client in "bc":
        shares.enter(client, (client, 0))
    assert begun(shares) == [("b", 0), ("c", 0)]


def test_who_waits_for_most_gives_way_when_no_more_may_wait() -> None:
    shares: Shares[tuple[str, int]] = Shares(1, 3)
    assert [shares.enter("a", ("a", number)) for number in range(4)] == [None] * 4
    begun(shares)
    assert shares.enter("a", ("a", 4)) == ("a", 4)  # the newcomer itself is refused
    assert shares.enter("b", ("b", 0)) == ("a", 3)
    assert shares.enter("b", ("b", 1)) == ("b", 1)
    assert shares.enter("c", ("c", 0)) is not None
    assert shares.withdraw("b", ("b", 0))
    assert not shares.withdraw("b", ("b", 0))


def test_it_agrees_with_a_slow_twin() -> None:
    """The twin searches lists: places and shares hold, and the next client is the one with the least running,
    and then the longest wait.
    """
    chance = Random(7)
    shares: Shares[tuple[str, int]] = Shares(4, 30)
    running: list[tuple[str, int]] = []
    waiting: list[tuple[str, int]] = []
    served: list[str] = []  # in the order served
    for step in range(3000):
        if chance.random() < 0.55:
            item = (chance.choice("abcdef"), step)
            waiting.append(item)
            gone = shares.enter(item[0], item)
            if gone is not None:
                lengths = Counter(client for client, _ in waiting)
                assert lengths[gone[0]] == max(lengths.values())
                assert gone == [one for one in waiting if one[0] == gone[0]][-1]
                waiting.remove(gone)
        elif running:
            shares.leave(running.pop(chance.randrange(len(running)))[0])
        here = {client for client, _ in waiting + running}
        served = [client for client in served if client in here]
        while (began := shares.next()) is not None:
            busy = Counter(client for client, _ in running)
            able = {client for client, _ in waiting if busy[client] < 2}
            least = min(busy[client] for client in able)
            longest_ago = [client for client in served if client in able and busy[client] == least]
            new = {client for client in able if busy[client] == least and client not in served}
            assert began[0] in (new or longest_ago[:1])
            assert began == next(one for one in waiting if one[0] == began[0])
            waiting.remove(began)
            running.append(began)
            served = [client for client in served if client != began[0]] + [began[0]]
        assert len(running) <= 4
        assert max(Counter(client for client, _ in running).values(), default=0) <= 2
        assert shares.waiting == len(waiting) <= 30 + 4 - len(running)


def test_who_has_no_name_is_served_too() -> None:
    """Work without a request, such as that of bots, belongs to the client without a name."""
    shares: Shares[str] = Shares(1, 3)
    assert shares.enter("", "work") is None
    assert shares.next() == "work"

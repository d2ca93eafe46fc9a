"""Rounds of the loop: a few requests of each client in every round, however many one of them sends."""

from __future__ import annotations

import asyncio

from adjudicator_api.server.gate.rounds import Rounds


async def begin(rounds: Rounds, client: str, begun: list[str]) -> None:
    turn = rounds.turn(client)
    if turn is not None:
        await turn
    begun.append(client)


def test_clients_share_every_round() -> None:
    """Ten requests of one client, then five of another; two of each per round."""

    async def test() -> list[str]:
        rounds, begun = Rounds(asyncio.get_running_loop(), 2), list[str]()
        await asyncio.gather(*(begin(rounds, client, begun) for client in "a" * 10 + "b" * 5))
        assert not rounds._lines
        return begun

    assert "".join(asyncio.run(test())) == "aabb" + "aabb" + "aab" + "aaaa"


def test_a_client_alone_is_never_held_up_for_long_and_nobody_is_forgotten() -> None:
    async def test() -> None:
        loop = asyncio.get_running_loop()
        rounds, begun = Rounds(loop, 2), list[str]()
        assert [rounds.turn("a") for _ in range(2)] == [None, None]
        late = rounds.turn("a")
        assert late is not None
        late.cancel()  # its client has left
        await asyncio.gather(*(begin(rounds, "a", begun) for _ in range(7)))
        assert begun == ["a"] * 7
        for _ in range(3):
            await asyncio.sleep(0)
        assert not rounds._goes_on, "it rests when nobody asks"
        assert rounds.turn("a") is None

    asyncio.run(test())


def test_nobody_overtakes_an_earlier_request_of_the_same_client() -> None:
    """The last one that waits may start, and has not yet done so, when the next one arrives."""

    async def test() -> list[str]:
        loop = asyncio.get_running_loop()
        rounds, begun = Rounds(loop, 2), list[str]()

        async def request(name: str) -> None:
            turn = rounds.turn("a")
            if turn is not None:
                await turn
            begun.append(name)

        earlier = [asyncio.create_task(request(name)) for name in ("first", "second", "third")]
        await asyncio.sleep(0)
        await asyncio.gather(*earlier, request("fourth"))
        for _ in range(3):
            await asyncio.sleep(0)
        assert not rounds._lines
        assert not rounds._goes_on
        return begun

    assert asyncio.run(test()) == ["first", "second", "third", "fourth"]

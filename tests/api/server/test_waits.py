"""One timer for many bodies, none mistaken for another timeout; a few requests of each client in every round."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from adjudicator_api.server.gate.waits import STEPS, Deadline, Rounds

NEVER = 3600.0


class Clockwork(asyncio.SelectorEventLoop):
    """A loop whose clock stands still while anything can run, then jumps to the next timer."""

    now = 0.0

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self.now = max(self.now, self._scheduled[0].when())  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]


def by_clockwork(test: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=Clockwork) as runner:
        runner.run(test)


async def _answer(after: float) -> str:
    await asyncio.sleep(after)
    return "here"


def test_what_comes_in_time_is_given_and_the_rest_is_late_each_in_its_turn() -> None:
    async def test() -> None:
        deadline = Deadline(asyncio.get_running_loop(), 0.05)
        first = asyncio.create_task(deadline.within(_answer(NEVER)))
        await asyncio.sleep(0.02)
        later = [asyncio.create_task(deadline.within(_answer(after))) for after in (NEVER, 0, NEVER)]
        found = await asyncio.gather(first, *later, return_exceptions=True)
        assert [type(each) for each in found] == [TimeoutError, TimeoutError, str, TimeoutError]
        with pytest.raises(TimeoutError):  # also after a time in which nobody waited
            await deadline.within(_answer(NEVER))
        assert await deadline.within(_answer(0)) == "here"
        assert not deadline._ends  # nothing is kept

    by_clockwork(test())


def test_time_in_which_the_loop_stood_still_does_not_count() -> None:
    """The body had arrived, but the loop did not read it: that is not the sender's fault."""

    async def test() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Clockwork)
        deadline = Deadline(loop, 10)
        body: asyncio.Future[str] = loop.create_future()
        reading = asyncio.create_task(deadline.within(body))
        await asyncio.sleep(5)
        for _ in range(3):  # busy for an hour, however often
            loop.now += NEVER
            await asyncio.sleep(0)
        loop.now += NEVER
        loop.call_soon(body.set_result, "here")
        assert await reading == "here"
        began = loop.now
        with pytest.raises(TimeoutError):  # time in which the loop was running does count
            await deadline.within(_answer(NEVER))
        assert began + 10 <= loop.now <= began + 10 + 10 / STEPS

    by_clockwork(test())


def test_a_cancel_of_its_own_is_taken_back_whatever_comes_of_it_and_that_of_others_stays() -> None:
    async def stubborn(end: Exception | None) -> str:
        try:
            return await _answer(NEVER)
        except asyncio.CancelledError:
            if end is None:
                return "late"
            raise end from None

    async def test() -> None:
        deadline = Deadline(asyncio.get_running_loop(), 0.02)
        task = asyncio.current_task()
        assert task is not None
        assert await deadline.within(stubborn(None)) == "late"
        assert task.cancelling() == 0
        with pytest.raises(ConnectionError):
            await deadline.within(stubborn(ConnectionError()))
        assert task.cancelling() == 0
        both = asyncio.create_task(deadline.within(_answer(NEVER)))
        await asyncio.sleep(0)
        deadline._ends[both] = 0
        deadline._look()
        both.cancel()  # before it has noticed the first cancellation
        with pytest.raises(asyncio.CancelledError):
            await both
        assert not deadline._ends

    by_clockwork(test())


def test_who_is_cancelled_by_others_is_cancelled_and_errors_stay_what_they_are() -> None:
    async def broken() -> str:
        raise ConnectionError

    async def test() -> None:
        deadline = Deadline(asyncio.get_running_loop(), NEVER)
        waiting = asyncio.create_task(deadline.within(_answer(NEVER)))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        with pytest.raises(ConnectionError):
            await deadline.within(broken())

    by_clockwork(test())


# --- rounds -----------------------------------------------------------------------------------------------


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

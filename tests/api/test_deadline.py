"""One timer over many waits: each ends in its own time, and nobody else's end is taken for it."""

from __future__ import annotations

import asyncio

import pytest

from api.gate.deadline import Deadline

NEVER = 3600.0


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
        with pytest.raises(TimeoutError):  # also after nobody waited
            await deadline.within(_answer(NEVER))
        assert await deadline.within(_answer(0)) == "here"

    asyncio.run(test())


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

    asyncio.run(test())

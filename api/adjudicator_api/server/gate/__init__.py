"""The gate: an asynchronous front to Flask, so that a slow or silent client never holds a thread.

granian calls `Gate` on the loop's thread for every request. It reads the body under a limit and a deadline,
admits the request, and then answers *in place* (on the loop's thread) or hands it to a bounded *pool* of
threads; a few requests of each client in every round of the loop (`waits`). The same Flask application
answers under other servers (`adjudicator_api.wsgi`) and the test client, where there is no gate.

What a route says about itself, in `resource.operation(...)` or with `@on_terms(...)` on a plain view:

- `place=Place.POOL` (default): a thread of the pool. It may wait: database, files, locks, Redis.
- `place=Place.LOOP`: in place, for questions of well under a millisecond. No database, socket, Redis, lock,
  subprocess or log write of its own: while it waits, everyone waits. A handler that has more to do than
  that calls `move_on()`, which restarts the request in the pool. A test in
  tests/api/server/test_gate.py makes all of these raise on the loop's thread.
- `bare=True`: the middleware calls the handler without Flask; only the judge's question, which would cost
  twice as much with it.
- `max_body`: longer ones are 413. `cost`: what it takes from the client's allowance, in questions.

**Long work** (batches, drawings, bots, hints, analyses) goes from a thread of the pool to a killable process:
see `adjudicator_api.jobs.pool`.

**Streams.** A view answers as usual, in the pool, with what can be said at once, and ends with
`return streamed(response, topic, events)`. Under the gate the connection then stays open without a thread,
and the gate sends what the asynchronous generator `events(stream)` yields; elsewhere the response ends there.

    async def events(stream: Stream) -> AsyncIterator[bytes]:
        while not stream.ending:
            await stream.woken(15)                        # bus().wake(topic) in this process, or a heartbeat
            yield await stream.in_pool(look, game_id)     # the truth, from the database

The gate ends a stream whose client has left, or is so slow that it does not take an event in time.
"""

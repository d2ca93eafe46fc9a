/** The second worker of the pocket edition, by a clock of the tests. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { SecondWorker } from "../../api/adjudicator_api/pocket/web/second.mjs";

const PATIENCE = 1000;
const WHILE = 120_000; // that it stays without work

class FakeClock {
  now = 0;
  #timers = new Map();
  #number = 0;

  setTimeout = (work, ms) => {
    this.#timers.set(++this.#number, [this.now + ms, work]);
    return this.#number;
  };

  clearTimeout = (timer) => void this.#timers.delete(timer);

  async pass(ms) {
    this.now += ms;
    for (const [timer, [at, work]] of this.#timers) if (at <= this.now && this.#timers.delete(timer)) work();
    await settled();
  }

  get waiting() {
    return this.#timers.size;
  }
}

/** Lets everything happen that waits for nothing. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

class FakeWorker {
  asked = [];
  ended = false;
  postMessage = (asked) => void this.asked.push(asked);
  terminate = () => (this.ended = true);
  says = async (data) => {
    this.onmessage({ data });
    await settled();
  };
}

function second() {
  const [clock, started] = [new FakeClock(), []];
  const start = () => {
    started.push(new FakeWorker());
    return started.at(-1);
  };
  return { clock, started, worker: new SecondWorker(start, clock) };
}

test("starts with its first work and stays for the next", async () => {
  const { worker, started, clock } = second();
  assert.equal(started.length, 0);
  for (const choice of ["one", "two", null]) {
    const answer = worker.ask({ asked: choice }, PATIENCE);
    await settled();
    await started[0].says({ step: "python" });
    await started[0].says({ choice });
    assert.equal(await answer, choice);
    await clock.pass(WHILE - 1);
  }
  assert.equal(started.length, 1);
  assert.ok(!started[0].ended);
});

test("ends when there was no work for a while, and starts again when there is some", async () => {
  const { worker, started, clock } = second();
  const first = worker.ask({ asked: "one" }, PATIENCE);
  await settled();
  await started[0].says({ choice: "1" });
  assert.equal(await first, "1");
  await clock.pass(WHILE);
  assert.ok(started[0].ended);
  assert.equal(clock.waiting, 0);
  const next = worker.ask({ asked: "two" }, PATIENCE);
  await settled();
  assert.deepEqual(started[1].asked, [{ asked: "two" }]);
  await started[1].says({ choice: "2" });
  assert.equal(await next, "2");
});

test("never ends while it works, however long that takes, nor before the last of what waits is done", async () => {
  const { worker, started, clock } = second();
  const answers = [1, 2, 3].map((task) => worker.ask({ task }, 10 * WHILE));
  await settled();
  for (const done of [1, 2, 3]) {
    assert.deepEqual(started[0].asked.at(-1), { task: done }, "one at a time");
    await clock.pass(3 * WHILE);
    assert.ok(!started[0].ended);
    await started[0].says({ choice: done });
  }
  assert.deepEqual(await Promise.all(answers), [1, 2, 3]);
  assert.equal(started.length, 1);
});

test("is started anew after it failed or took too long, and what waits is still done", async () => {
  const fails = [
    ({ started }) => started[0].says({ failed: "dies" }),
    ({ started }) => started[0].onerror({ preventDefault: () => {}, message: "dies" }),
    ({ clock }) => clock.pass(PATIENCE / 2),
  ];
  for (const fail of fails) {
    const all = second();
    const [first, next] = ["one", "two"].map((asked) => all.worker.ask({ asked }, PATIENCE));
    const failed = assert.rejects(first);
    await settled();
    await all.clock.pass(PATIENCE / 2);
    await fail(all);
    await failed;
    await settled();
    assert.ok(all.started[0].ended);
    await all.clock.pass(PATIENCE - 1);
    assert.ok(!all.started[1].ended, "the time of the first does not count for the second");
    await all.started[1].says({ choice: "2" });
    assert.equal(await next, "2");
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf } from "../../api/adjudicator_api/pages/static/js/models/reaching.js";

const json = (body, status = 200) => new Response(JSON.stringify(body), { status });
const away = async () => {
  throw new TypeError("Failed to fetch");
};
const hung = async () => {
  throw new DOMException("", "TimeoutError");
};
const unknown = (code, status) => async () => json({ code }, status);

/** Asks, and returns who was asked and what was noted about the server. */
async function asked(
  { server = async () => json("server"), device = async () => json("device"), kept = true, reachable = true },
  patience,
) {
  const told = [];
  const judges = {
    server: (within) => (told.push(`server ${within}`), server()),
    device: () => (told.push("device"), device()),
    kept,
    reachable,
    note: (answered) => told.push(answered),
    probe: () => told.push("probe"),
  };
  const said = await answerOf(judges, patience).then(
    (answer) => answer.json(),
    (error) => error.name,
  );
  return [said, ...told];
}

test("a server that answers is the judge", async () => {
  assert.deepEqual(await asked({ kept: false }, 15000), ["server", "server 15000", true]);
  assert.deepEqual(await asked({ kept: true }, 15000), ["server", "server 5000", true]);
  assert.deepEqual(await asked({ kept: true }), ["server", "server 5000", true]);
});

test("the judge on this device takes over when the server is gone, hangs, or only its proxy is left", async () => {
  for (const server of [away, hung, async () => json("", 502), async () => json("", 504)]) {
    const [said, , ...told] = await asked({ server });
    assert.equal(said, "device");
    assert.ok(told.includes(false) && !told.includes(true));
    assert.deepEqual(
      told.filter((who) => who === "device"),
      ["device"],
    );
  }
});

test("while the server is away the device is asked at once, and the server whether it is back", async () => {
  assert.deepEqual(await asked({ reachable: false }), ["device", "probe", "device"]);
});

test("a device without a judge says so", async () => {
  assert.deepEqual(await asked({ server: away, kept: false }), ["TypeError", "server undefined", false]);
  assert.deepEqual(await asked({ server: hung, kept: false }), ["TimeoutError", "server undefined"]);
  assert.deepEqual(await asked({ server: async () => json("proxy", 502), kept: false }), [
    "proxy",
    "server undefined",
    false,
  ]);
});

test("a refusal of the server is an answer", async () => {
  assert.deepEqual((await asked({ server: async () => json("no", 422) }))[0], "no");
  assert.deepEqual((await asked({ server: async () => json("broken", 500) }))[0], "broken");
});

test("rulings and boxes of this device are fetched from this device", async () => {
  for (const server of [unknown("no_such_challenge", 404), unknown("edition_unknown", 422)]) {
    assert.equal((await asked({ server }))[0], "device");
    assert.notEqual((await asked({ server, kept: false }))[0], "device");
    for (const device of [away, unknown("edition_unknown", 404)]) assert.ok((await asked({ server, device }))[0].code);
  }
});

test("while the server is away, a missing entry on this device does not count as an answer", async () => {
  assert.equal((await asked({ server: away, device: unknown("edition_unknown", 422) }))[0], "Error");
  assert.equal((await asked({ reachable: false, device: unknown("no_such_challenge", 404) }))[0], "Error");
});

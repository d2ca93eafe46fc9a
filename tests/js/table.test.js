import assert from "node:assert/strict";
import { test } from "node:test";
import {
  kindsOf,
  ranking,
  secondsLeft,
  closedBy,
  stillAsked,
  waitedFor,
} from "../../api/adjudicator_api/pages/static/js/models/asked.js";
import { changed, emptyOf, fieldOf, plain, wordsIn } from "../../api/adjudicator_api/pages/static/js/models/form.js";
import {
  begunWith,
  botNames,
  editionsOf,
  peopleOf,
  presetOf,
  presetsOf,
  readCode,
  seatsFor,
  setUpFrom,
  wanted,
  withPeople,
} from "../../api/adjudicator_api/pages/static/js/models/lobby.js";
import { levelAbove } from "../../api/adjudicator_api/pages/static/js/models/levels.js";
import {
  answerBy,
  concerns,
  goodsText,
  handedTo,
  handing,
  isWhole,
  leftOf,
  nothing,
  offersBeside,
  offerToMe,
  some,
  termFor,
  toggled,
  withLapses,
  withoutHaggling,
  withoutPartner,
} from "../../api/adjudicator_api/pages/static/js/models/offers.js";
import {
  tablesFrom,
  whoLooks,
  withoutSeat,
  withTable,
} from "../../api/adjudicator_api/pages/static/js/models/seats.js";

const ask = (player, kinds, more = {}) => ({
  player,
  kinds,
  obliged: true,
  since: 1,
  about: "turn",
  by: null,
  ...more,
});
const kept = (id, seats, more = {}) => ({
  id,
  game: "ion",
  title: "Ion",
  seats,
  host: null,
  code: null,
  at: "",
  ...more,
});
const seat = (number, name = `P${number}`) => ({ seat: number, name, token: `t${number}` });

test("the bar follows from the asks: few complete actions are buttons, many are a choice, open ones a form", () => {
  const react = Array.from({ length: 5 }, (_, n) => ({ type: "react", target: String(n) }));
  const view = {
    you: 0,
    asks: [ask(0, ["draw", "react", "exchange", "trade_up"]), ask(1, ["block"])],
    actions: [...react, { type: "exchange", open: true }, { type: "draw", source: "deck" }],
  };
  assert.deepEqual(
    kindsOf(view).map(({ type, open, together }) => [type, open, together]),
    [
      ["draw", false, false],
      ["react", false, true],
      ["exchange", true, false],
    ],
  );
  assert.deepEqual(waitedFor(view), [0, 1]);
  assert.deepEqual(kindsOf({ ...view, asks: [ask(0, ["draw"], { about: "offers" })] }), []);
});

test("a hint stays valid while the viewer is asked the same, whatever others do", () => {
  const view = { id: "a", you: 0, version: 7, asks: [ask(0, ["pick"]), ask(1, ["pick"])] };
  assert.ok(
    stillAsked(view, {
      ...view,
      version: 8,
      asks: [ask(0, ["pick"], { by: "later" }), ask(1, ["pick"], { obliged: false })],
    }),
    "another has picked",
  );
  assert.ok(!stillAsked(view, { ...view, asks: [ask(0, ["pick"], { since: 2 })] }), "the next pick");
  assert.ok(!stillAsked(view, { ...view, asks: [ask(0, ["pick"], { obliged: false })] }), "done already");
  assert.ok(!stillAsked(view, { ...view, you: 1 }), "somebody else looks");
});

test("a clock never shows less than zero; ranks are shared", () => {
  assert.equal(secondsLeft("2026-01-01T00:00:10Z", Date.parse("2026-01-01T00:00:08.5Z")), 2);
  assert.equal(secondsLeft("2026-01-01T00:00:10Z", Date.parse("2026-01-01T01:00:00Z")), 0);
  assert.equal(secondsLeft(null, 0), null);
  assert.deepEqual(ranking({ ranks: [2, 1, 2] }), [
    { rank: 1, seats: [1] },
    { rank: 2, seats: [0, 2] },
  ]);
  assert.deepEqual(
    ranking({ ranks: [1, 2, 0] }),
    [
      { rank: 1, seats: [0] },
      { rank: 2, seats: [1] },
    ],
    "nobody sits on the third seat",
  );
});

test("a device keeps its seats, and shows the view of the player who is asked", () => {
  let tables = withTable([], kept("a", [seat(1)], { host: "h" }));
  tables = withTable(tables, kept("b", [seat(0)]));
  tables = withTable(tables, kept("a", [seat(0)]));
  assert.deepEqual(
    tables.map(({ id, host, seats }) => [id, host, seats.map((one) => one.seat)]),
    [
      ["a", "h", [0, 1]],
      ["b", null, [0]],
    ],
  );
  assert.deepEqual(
    withoutSeat(tables, "b", 0).map(({ id }) => id),
    ["a"],
  );
  assert.deepEqual(tablesFrom([{ id: "a", game: "ion", seats: [] }, null, { id: 3 }]).length, 1);
  const seats = [seat(0), seat(1)];
  assert.equal(whoLooks(seats, [ask(1, ["pick"])], 0), 1, "the other is asked");
  assert.equal(whoLooks(seats, [ask(0, ["pick"]), ask(1, ["pick"])], 1), 1, "both are: who looks goes on");
  assert.equal(whoLooks(seats, [ask(2, ["pick"])], 1), 1, "somebody elsewhere is asked");
  assert.equal(whoLooks(seats, [ask(1, ["challenge"], { obliged: false })], 0), 0, "a chance is no duty");
  assert.equal(whoLooks([], [ask(0, ["pick"])], null), null);
});

test("forms come from schemas", () => {
  const schema = {
    type: "object",
    properties: {
      type: { const: "place" },
      cards: { type: "array", items: { type: "string" } },
      name: { anyOf: [{ type: "string" }, { type: "null" }], default: null },
      how: { enum: ["a", "b"] },
      n: { type: "integer", minimum: 2 },
      pair: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }] },
    },
  };
  const field = fieldOf(schema);
  assert.deepEqual(emptyOf(field), { type: "place", cards: [], name: null, how: "a", n: 2, pair: ["", 0] });
  assert.deepEqual(
    field.parts.map(([, part]) => part.kind),
    ["fixed", "list", "maybe", "choice", "number", "group"],
  );
  const before = { cards: ["H", "O"] };
  assert.deepEqual(changed(before, ["cards", 1], "F"), { cards: ["H", "F"] });
  assert.deepEqual(before, { cards: ["H", "O"] });
  assert.deepEqual([...wordsIn({ hand: ["H", "Na"], bank: { Salt: 8, size: 3 } })], ["H", "Na", "Salt"]);
  assert.equal(plain("trade_up"), "Trade up");
});

test("setting up: presets, chairs, the request that is sent", () => {
  const schema = {
    presets: [
      { name: "2 players", players: 2, options: {} },
      { name: "Younger, 3", players: 3, options: { younger: true } },
    ],
    players: [2, 3, 4],
  };
  assert.deepEqual(
    presetsOf(schema, () => null).map(({ label }) => label),
    ["2 players", "Younger, 3"],
  );
  const [only] = presetsOf(schema, (slug) => (slug === "younger_3" ? "For children" : null));
  assert.deepEqual(only, {
    slug: "younger_3",
    label: "For children",
    players: 3,
    options: { younger: true },
    minutes: null,
  });
  assert.deepEqual(
    presetsOf(schema, () => null, [{ name: "Younger, 3", minutes: 15 }]).map(({ slug, minutes }) => [slug, minutes]),
    [
      ["younger_3", 15],
      ["2_players", null],
    ],
    "the foremost comes first, with its minutes",
  );
  const begun = setUpFrom(presetsOf(schema, () => null)[0], ["random", "greedy"], "Ann");
  assert.deepEqual(wanted("ion", begun).seats, [{ name: "Ann" }, { bot: "greedy", name: "Marie" }]);
  assert.deepEqual(wanted("ion", setUpFrom(only, ["greedy"], "")).seats[0], { name: "Player 1" });
  const next = { ...begun, ...begunWith(only, begun, ["random"]) };
  assert.deepEqual(wanted("ion", { ...next, clock: 30 }), {
    game: "ion",
    options: { younger: true },
    seats: [{ name: "Ann" }, { bot: "greedy", name: "Marie" }, { bot: "random", name: "Dmitri" }],
    hints: true,
    phrases: true,
    watch: "players",
    clock: { seconds: 30 },
  });
  assert.equal(seatsFor(1, begun.chairs, []).length, 1);
  assert.equal(setUpFrom(only, ["greedy"], "Ann").chairs.length, 3, "as many as it names");
});

test("bots have names, but nobody's who sits at the table", () => {
  const bot = { kind: "bot", name: "", bot: "greedy" };
  const chairs = [{ kind: "me", name: "marie ", bot: null }, bot, { kind: "friend", name: "", bot: null }, bot];
  assert.deepEqual(botNames(chairs), [null, "Dmitri", null, "Lise"]);
});

test("the next level is the one above the strongest of the bots, unless one is of no level", () => {
  assert.equal(levelAbove(["gentle"]), "greedy");
  assert.equal(levelAbove(["greedy", "random"]), "strong");
  assert.equal(levelAbove(["strong"]), null, "there is none above");
  assert.deepEqual([levelAbove([]), levelAbove(["gentle", null]), levelAbove(["ion:mine"])], [null, null, null]);
});

test("which preset is chosen follows from the options and the seats", () => {
  const preset = (slug, players, options = {}) => ({ slug, label: slug, players, options });
  const presets = [preset("two", 2), preset("four", 4), preset("younger", 3, { younger: true })];
  const usual = { younger: false, naming: false };
  const chosen = (count, options) => presetOf(presets, { options, chairs: Array(count).fill(null) }, usual);
  assert.deepEqual([chosen(2, {}), chosen(4, usual), chosen(3, {})], ["two", "four", null]);
  assert.equal(chosen(2, { younger: true }), "younger", "however many: no other has these options");
  assert.equal(chosen(2, { naming: true }), null);
});

test("a code is read however it was typed", () => {
  assert.equal(readCode(" abc-def "), "ABCDEF");
  assert.equal(readCode("ABC DE1"), null, "a 1 is in no code");
  assert.equal(readCode("ABCDE"), null);
});

test("another edition of a game can be chosen, unless this device uses its own box", () => {
  const schema = { editions: ["ion/reference-1 sha256:28b5", "ion/paired-1 sha256:d205"] };
  assert.deepEqual(editionsOf(schema), [
    { edition: null, name: "reference" },
    { edition: "ion/paired-1 sha256:d205", name: "paired" },
  ]);
  const chosen = setUpFrom({ slug: "two", label: "Two", players: 2, options: {} }, ["greedy"], "Ann");
  assert.ok(!("edition" in wanted("ion", chosen)));
  assert.equal(wanted("ion", { ...chosen, edition: "ion/paired-1 sha256:d205" }).edition, "ion/paired-1 sha256:d205");
  assert.equal(wanted("ion", { ...chosen, edition: "ion/paired-1 sha256:d205" }, "sha256:mine").edition, "sha256:mine");
});

test("offers are read from both sides", () => {
  const offer = {
    id: 3,
    by: 0,
    counters: null,
    accepted: [],
    declined: [],
    terms: [
      { partner: 2, gives: { pieces: ["H", "H", "O"], amounts: [["money", 5]] }, gets: { pieces: [], amounts: [] } },
    ],
  };
  assert.equal(
    goodsText(offer.terms[0].gives, (id) => id),
    "2 × H, O, 5 money",
  );
  assert.equal(termFor(offer, 2), offer.terms[0]);
  assert.deepEqual(toggled(["H", "O", "H"], "H", true), ["H", "O"]);
  assert.deepEqual(toggled([], "H", false), ["H"]);
});

test("a ring is one offer: a partner hands on to another, and nobody is left without a part", () => {
  const H = { pieces: ["H"], amounts: [] };
  const terms = [
    { partner: 1, gives: { pieces: ["O"], amounts: [] }, gets: nothing(), onward: [] },
    { partner: 2, gives: nothing(), gets: { pieces: ["C"], amounts: [] }, onward: [] },
  ];
  assert.ok(isWhole(terms));
  const ring = [handing(terms[0], 2, H), terms[1]];
  assert.deepEqual(ring[0].onward, [{ to: 2, goods: H }]);
  assert.equal(handedTo(ring[0], 2), H);
  assert.ok(!some(handedTo(ring[1], 1)));
  assert.deepEqual(handing(ring[0], 2, nothing()).onward, []);
  assert.deepEqual(withoutPartner(ring, 2), [{ ...terms[0], onward: [] }]);
  const reached = [handing({ ...terms[0], gives: nothing() }, 2, H), { ...terms[1], gets: nothing() }];
  assert.ok(isWhole(reached)); // a partner who only receives has a part
  assert.ok(!isWhole([{ ...terms[0], gives: nothing() }, terms[1]]));
});

test("what one partner is given is not available for another", () => {
  const pieces = [{ id: "H" }, { id: "H" }, { id: "O" }];
  assert.deepEqual(leftOf(pieces, ["H"]), [{ id: "H" }, { id: "O" }]);
  assert.deepEqual(leftOf(pieces, ["H", "H", "C"]), [{ id: "O" }]);
});

test("with whom: bots, friends or people here; between people hints are off unless somebody chooses them", () => {
  const alone = setUpFrom({ slug: "three", label: "Three", players: 3, options: {} }, ["greedy"], "Ann");
  const people = (kind) => withPeople(alone, kind, ["greedy"]);
  assert.deepEqual(
    people("friends").chairs.map(({ kind }) => kind),
    ["me", "friend", "friend"],
  );
  assert.deepEqual(
    wanted("ion", people("here")).seats.map(({ name }) => name),
    ["Ann", "Player 2", "Player 3"],
    "in English: the service says it in the language of whoever reads",
  );
  assert.deepEqual(
    ["bots", "friends", "here"].map((kind) => [peopleOf(people(kind)), people(kind).hints]),
    [
      ["bots", true],
      ["friends", false],
      ["here", false],
    ],
  );
  assert.equal(
    peopleOf({ ...alone, chairs: alone.chairs.with(1, { kind: "friend", name: "", bot: null }) }),
    null,
    "some of each",
  );
  assert.deepEqual(
    wanted("ion", people("bots")).seats.map(({ name }) => name),
    ["Ann", "Marie", "Dmitri"],
  );
});

test("an offer stands in one place: those that wait for me come to the bar in turn, the others stand beside", () => {
  const open = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const view = { offers: { open }, actions: [2, 3].map((offer) => ({ type: "accept_offer", offer })) };
  const ids = (later) => {
    const asked = offerToMe(view, later);
    return [asked?.id ?? null, offersBeside(view, asked, later).map(({ id }) => id)];
  };
  assert.deepEqual(ids(new Set()), [2, [1]]);
  assert.deepEqual(ids(new Set([2])), [3, [1, 2]]);
  assert.deepEqual(ids(new Set([2, 3])), [null, [1, 2, 3]]);
  assert.deepEqual(offersBeside(view, null, new Set()), open); // a spectator's bar asks nothing
});

test("an offer concerns who made it and who may answer it, in whatever is told of it", () => {
  const term = (/** @type {number | null} */ partner) => ({ partner, gives: nothing(), gets: nothing() });
  const made = { version: 1, type: "offer_made", player: 1, offer: 4, terms: [term(2)] };
  const declined = { version: 2, type: "offer_declined", player: 2, offer: 4 };
  const lapsed = { version: 3, type: "offer_voided", player: null, offer: 4 };
  const log = [made, declined, lapsed];
  for (const event of log)
    assert.deepEqual(
      [0, 1, 2].map((seat) => concerns(event, log, seat)),
      [false, true, true],
    );
  assert.ok(concerns({ ...made, terms: [term(null)] }, log, 0), "anybody may answer it");
});

test("what bots offer only each other is told when it is carried out, and only then", () => {
  const term = (/** @type {number | null} */ partner) => ({ partner, gives: nothing(), gets: nothing() });
  const made = (/** @type {number} */ offer, /** @type {number} */ player, /** @type {(number | null)[]} */ ...to) => ({
    version: offer,
    type: "offer_made",
    player,
    offer,
    terms: to.map(term),
  });
  const on = (/** @type {string} */ type, /** @type {number} */ offer) => ({ version: 9, type, player: 2, offer });
  const log = [
    made(1, 1, 2),
    on("offer_declined", 1),
    made(2, 2, 1),
    on("offer_accepted", 2),
    on("offer_carried_out", 2),
    made(3, 1, 0),
    on("offer_declined", 3),
    made(4, 1, 2, 0),
    made(5, 1, null),
    made(6, 0, 1),
    { version: 7, type: "rolled", player: 1 },
  ];
  const told = (/** @type {number[]} */ ...bots) =>
    withoutHaggling(log, new Set(bots)).map(({ type, offer }) => `${type} ${offer ?? ""}`);
  assert.deepEqual(told(1, 2), [
    "offer_carried_out 2",
    "offer_made 3",
    "offer_declined 3",
    "offer_made 4",
    "offer_made 5",
    "offer_made 6",
    "rolled ",
  ]);
  assert.equal(told(1).length, log.length, "people hear of all others");
});

test("an offer that no event closes and that is no longer on the table lapses, with a line of the log", () => {
  const made = (version, offer) => ({ version, type: "offer_made", player: 1, offer, text: `offers ${offer}` });
  const log = [
    made(3, 1),
    { version: 4, type: "offer_declined", player: 2, offer: 1, closed: true },
    made(5, 2),
    { version: 6, type: "offer_declined", player: 2, offer: 2, closed: false },
    made(7, 3),
    { version: 8, type: "offer_withdrawn", player: 1, offer: 3 },
    made(9, 4),
    { version: 10, type: "rolled", player: 0 },
    { version: 11, type: "turn_ended", player: 0 },
  ];
  const lapses = (open, stood) =>
    withLapses(log, open, new Map(stood), ({ offer }) => `offer ${offer} lapses`)
      .filter(({ type }) => type === "offer_lapsed")
      .map(({ text, version, player }) => [text, version, player]);
  const stood = [
    [2, 7],
    [4, 10],
  ];
  assert.deepEqual(lapses([{ id: 2 }, { id: 4 }], stood), []);
  assert.deepEqual(lapses([{ id: 4 }], stood), [["offer 2 lapses", 7.5, 1]]);
  assert.deepEqual(
    lapses([], stood).map(([text]) => text),
    ["offer 2 lapses", "offer 4 lapses"],
  );
  assert.deepEqual(
    lapses([{ id: 2 }], []),
    [["offer 4 lapses", 9.5, 1]],
    "a page that came later did not see it stand",
  );
});

test("a game from a file says so, and one that goes on from a decision looked at again says that", () => {
  assert.equal(closedBy({ disclosed: "imported" }), "deal_known");
  assert.equal(closedBy({ disclosed: "imported" }, true), "decided_again");
  assert.equal(closedBy({ disclosed: "lesson" }), null);
});

test("an offer says until when its partners may answer it, also where it was put off or made by me", () => {
  const asks = [
    { player: 0, about: "offers", by: null },
    { player: 1, about: "offers", by: "2026-11-19T12:00:08Z" },
    { player: 2, about: "offers", by: "2026-11-19T12:00:05Z" },
    { player: 1, about: "trading", by: "2026-11-19T12:00:01Z" },
  ];
  const to = (/** @type {(number | null)[]} */ partners, more = {}) =>
    answerBy({ by: 0, declined: [], terms: partners.map((partner) => ({ partner })), ...more }, { asks });
  assert.equal(to([1]), "2026-11-19T12:00:08Z");
  assert.equal(to([null]), "2026-11-19T12:00:05Z", "to anybody: the first who may no longer");
  assert.equal(to([null], { declined: [2] }), "2026-11-19T12:00:08Z");
  assert.equal(to([0], { by: 1 }), null);
});

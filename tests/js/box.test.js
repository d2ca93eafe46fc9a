import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../../rulesets/adjudicator_rulesets/compoundit/table/pasting.js";
import * as pieces from "../../rulesets/adjudicator_rulesets/compoundit/table/pieces.js";
import * as model from "../../api/adjudicator_api/pages/static/js/models/box.js";
import * as correcting from "../../api/adjudicator_api/pages/static/js/models/correcting.js";

const OXIDATION = { table: "tiles", field: "oxidation", several: true };
const VALENCE = { table: "elements", field: "valence", several: false };
const reference = {
  schema: 1,
  game: "compoundit",
  name: "reference-2",
  tiles: {
    source: "reconstruction",
    why: "ours",
    each: [
      { symbol: "N", count: 8, points: 2, oxidation: [-3, 5] },
      { symbol: "H", count: 20, points: 1, oxidation: [1] },
    ],
  },
  ions: {
    source: "reconstruction",
    each: [
      { name: "ammonium", formula: "NH4", charge: 1 },
      { name: "sulfate", formula: "SO4", charge: -2 },
    ],
  },
  diatomic: { source: "rulebook", elements: ["H", "N"] },
  polyatomic: { source: "rulebook", partners: ["ammonium"] },
  salts: {
    source: "public",
    each: [{ formula: "NH4HSO4", units: { ammonium: 1, H: 1, sulfate: 1 }, name: "x", cite: "y" }],
  },
  exceptions: [{ formula: "CO", sets: ["binary"], source: "rulebook" }],
};

test("changed values are marked as the owner's, the rest stays as it was", () => {
  const mine = correcting.corrected({ ...reference, name: "mine" }, OXIDATION, "N", 3, reference);
  const marked = correcting.marked(
    { ...mine, exceptions: [...reference.exceptions, { formula: "NO", sets: ["binary"], source: "" }] },
    reference,
  );
  assert.equal(marked.tiles.source, correcting.OWN);
  assert.match(marked.tiles.why, /reference-2/);
  assert.deepEqual(marked.ions, reference.ions);
  assert.deepEqual(
    marked.exceptions.map((/** @type {any} */ one) => one.source),
    ["rulebook", correcting.OWN],
  );
  const back = correcting.marked(correcting.corrected(marked, OXIDATION, "N", 3, reference), reference);
  assert.deepEqual(back.tiles, reference.tiles);
  const rows = {
    ...reference,
    elements: {
      source: "public",
      each: [
        { symbol: "K", source: "public" },
        { symbol: "Na", source: "public" },
      ],
    },
  };
  const other = {
    ...rows,
    elements: {
      ...rows.elements,
      each: [
        { symbol: "K", source: "public" },
        { symbol: "Na", count: 2, source: "public" },
      ],
    },
  };
  assert.deepEqual(
    correcting.marked(other, rows).elements.each.map((/** @type {any} */ row) => row.source),
    ["public", correcting.OWN],
  );
});

test("differences are listed by table, entry and field", () => {
  let mine = correcting.corrected(
    correcting.corrected(reference, OXIDATION, "N", 3, reference),
    OXIDATION,
    "N",
    5,
    reference,
  );
  mine = {
    ...mine,
    diatomic: { ...mine.diatomic, elements: ["H"] },
    ions: { ...mine.ions, each: mine.ions.each.slice(1) },
  };
  assert.deepEqual(model.differences(mine, reference), [
    { table: "tiles", entry: "N", field: "oxidation", was: [-3, 5], is: [-3, 3] },
    { table: "ions", entry: "ammonium", field: "", was: true, is: undefined },
    { table: "diatomic", entry: "", field: "elements", was: ["H", "N"], is: ["H"] },
  ]);
  assert.deepEqual(model.differences({ ...reference, name: "other" }, reference), []);
});

test("entries that depend on an ion or a tile go and come back with it", () => {
  const gone = pieces.withIon(reference, reference, reference.ions.each[0], false);
  assert.deepEqual([gone.ions.each.length, gone.polyatomic.partners, gone.salts.each], [1, [], []]);
  assert.deepEqual(pieces.withIon(gone, reference, reference.ions.each[0], true), reference);
  const without = pieces.withTile(reference, reference, "H", false);
  assert.deepEqual([without.tiles.each.length, without.diatomic.elements, without.salts.each], [1, ["N"], []]);
  const back = pieces.withTile(without, reference, "H", true);
  assert.deepEqual(
    [back.tiles.each.at(-1), back.diatomic.elements, back.salts.each.length],
    [reference.tiles.each[1], ["N", "H"], 1],
  );
  assert.deepEqual(pieces.withTile(reference, reference, "Xe", true).tiles.each.at(-1), {
    symbol: "Xe",
    count: 1,
    points: 1,
    oxidation: [],
  });
});

test("an empty box has no tiles, and fills again with what belongs to its tiles", () => {
  const empty = pieces.emptied(reference, reference);
  assert.deepEqual(
    [empty.tiles.each, empty.ions.each, empty.diatomic.elements, empty.salts.each, empty.exceptions],
    [[], reference.ions.each, [], [], reference.exceptions],
  );
  const filled = pieces.withTiles(empty, reference, [
    { symbol: "H", count: 3, points: 2, oxidation: [-1, 1] },
    { symbol: "Xe", count: 1, points: 9, oxidation: [2] },
  ]);
  assert.deepEqual(
    filled.tiles.each.map((/** @type {any} */ tile) => [tile.symbol, tile.count, tile.points, tile.oxidation]),
    [
      ["H", 3, 2, [-1, 1]],
      ["Xe", 1, 9, [2]],
    ],
  );
  assert.deepEqual(filled.diatomic.elements, ["H"]);
});

const elements = {
  H: ["hydrogen", "hydrogen"],
  Cl: ["chlorine", "halogen"],
  S: ["sulfur", "oxygen"],
  Xe: ["xenon", "noble"],
  Co: ["cobalt", "transition"],
};

test("tiles are read as a spreadsheet gives them", () => {
  const sheet =
    "Element\tcount\tpoints\tnumbers\r\nH\t20\t1\t+1\r\n\r\nS\t6\t3\t−2, +4, +6\r\n" +
    "chlorine;7;2;-1\r\nxe 3 9 2+ 4+\r\nCo,1,5,±2";
  assert.deepEqual(read(sheet, elements), {
    tiles: [
      { symbol: "H", count: 20, points: 1, oxidation: [1] },
      { symbol: "S", count: 6, points: 3, oxidation: [-2, 4, 6] },
      { symbol: "Cl", count: 7, points: 2, oxidation: [-1] },
      { symbol: "Xe", count: 3, points: 9, oxidation: [2, 4] },
      { symbol: "Co", count: 1, points: 5, oxidation: [-2, 2] },
    ],
    faults: [],
  });
});

test("unreadable input is reported by its line", () => {
  const { tiles, faults } = read("H 20 1 1\nQx 1 1 1\nS 6 3\nCl seven 2 -1\nH 1 1 1\nCO 1 1 1", elements);
  assert.deepEqual(
    tiles.map(({ symbol }) => symbol),
    ["H", "Co"],
  );
  assert.deepEqual(faults, [
    { line: 2, text: "Qx", code: "symbol" },
    { line: 3, text: "S 6 3", code: "few" },
    { line: 4, text: "seven", code: "number" },
    { line: 5, text: "H", code: "twice" },
  ]);
  assert.deepEqual(read("\n \n", elements), { tiles: [], faults: [] });
});

test("typed tile by tile, pasted and corrected, a box is the same", () => {
  const printed = {
    ...reference,
    tiles: {
      ...reference.tiles,
      each: [{ symbol: "C", count: 9, points: 2, oxidation: [4, -4] }, ...reference.tiles.each],
    },
  };
  const { tiles } = read("H 20 1 +1\nC 9 2 -4 +4\nXe 3 9 +2 +4", { ...elements, C: ["carbon", "nonmetal"] });
  const pasted = pieces.withTiles(pieces.emptied(printed, printed), printed, tiles);
  let typed = pieces.emptied(printed, printed);
  for (const { symbol, count, points, oxidation } of tiles) {
    typed = pieces.withTile(typed, printed, symbol, true);
    typed = {
      ...typed,
      tiles: {
        ...typed.tiles,
        each: typed.tiles.each.map((/** @type {any} */ tile) =>
          tile.symbol === symbol ? { ...tile, count, points } : tile,
        ),
      },
    };
    const now = () => typed.tiles.each.find((/** @type {any} */ tile) => tile.symbol === symbol).oxidation;
    for (const number of oxidation.filter((one) => !now().includes(one)))
      typed = correcting.corrected(typed, OXIDATION, symbol, number, printed);
  }
  assert.deepEqual(pasted, typed);
  assert.deepEqual(pasted.tiles.each[1].oxidation, [4, -4]); // as the reference prints it
  const there = correcting.corrected(printed, OXIDATION, "C", 2, printed);
  assert.deepEqual(there.tiles.each[0].oxidation, [-4, 2, 4]);
  assert.deepEqual(model.differences(correcting.corrected(there, OXIDATION, "C", 2, printed), printed), []);
});

test("tapping a number adds or removes it", () => {
  assert.deepEqual(correcting.toggled([-3, 5], 3), [-3, 3, 5]);
  assert.deepEqual(correcting.toggled([-3, 3, 5], 5), [-3, 3]);
});

test("one tap corrects a tile or a card", () => {
  const more = correcting.corrected(reference, OXIDATION, "N", 3, reference);
  assert.deepEqual(
    more.tiles.each.map((/** @type {any} */ tile) => tile.oxidation),
    [[-3, 3, 5], [1]],
  );
  const cards = {
    elements: {
      source: "public",
      each: [
        { symbol: "Ca", valence: 2 },
        { symbol: "K", valence: 1 },
      ],
    },
  };
  assert.deepEqual(correcting.corrected(cards, VALENCE, "Ca", 1, reference).elements.each, [
    { symbol: "Ca", valence: 1 },
    { symbol: "K", valence: 1 },
  ]);
});

test("every tap changes the kind of a square; the centre stays", () => {
  const board = {
    size: 5,
    centre: [3, 3],
    atoms: [
      [3, 3],
      [1, 1],
    ],
    bonuses: { "double-element": [[1, 2]] },
  };
  assert.deepEqual(
    [pieces.kindAt(board, 3, 3), pieces.kindAt(board, 1, 1), pieces.kindAt(board, 1, 2), pieces.kindAt(board, 5, 5)],
    ["centre", "atom", "double-element", null],
  );
  let now = board;
  const seen = [];
  for (let tap = 0; tap < 6; tap += 1) seen.push(pieces.kindAt((now = pieces.tapped(now, 1, 2)), 1, 2));
  assert.deepEqual(seen, ["triple-element", "double-compound", "triple-compound", "atom", null, "double-element"]);
  assert.equal(pieces.tapped(board, 3, 3), board);
  assert.deepEqual(pieces.resized(board, 3), {
    size: 3,
    centre: [2, 2],
    atoms: [
      [2, 2],
      [1, 1],
    ],
    bonuses: { "double-element": [[1, 2]] },
  });
});

test("faults are found by their place", () => {
  const faults = [
    { pointer: "/tiles/each/1/count", message: "a" },
    { pointer: "/tiles/each/10", message: "b" },
    { pointer: "/a~1b", message: "c" },
  ];
  assert.deepEqual(
    model.faultsAt(faults, ["tiles", "each", 1]).map((fault) => fault.message),
    ["a"],
  );
  assert.equal(model.faultsAt(faults, ["tiles"]).length, 2);
  assert.equal(model.faultsAt(faults, ["a/b"]).length, 1);
  assert.deepEqual(model.without({ a: [1, 2], b: { c: 1 } }, ["a", 0]), { a: [2], b: { c: 1 } });
  assert.deepEqual(model.without({ b: { c: 1 } }, ["b", "c"]), { b: {} });
});

test("games are summarised", () => {
  const one = { turns: 10, score: 100, passes: 1, wins: [1, 0], left: 4 };
  assert.deepEqual(model.figuresOf([one, { ...one, turns: 30, wins: [0.5, 0.5], left: 0 }]), {
    games: 2,
    turns: 20,
    perTurn: 5,
    passes: 0.05,
    wins: [0.75, 0.25],
    left: 2,
  });
  assert.equal(model.figuresOf([]), null);
});

test("a table that the reference lacks is the owner's, and disappears with its last entry", () => {
  const ours = { game: "valence-plus", name: "reference-1", play: { source: "rulebook", hand: 6 } };
  const mine = { ...ours, names: { each: [{ formula: "HF", names: ["etching acid"] }] } };
  const marked = correcting.marked(mine, ours);
  assert.equal(marked.names.source, correcting.OWN);
  assert.deepEqual(marked.names.each, mine.names.each);
  assert.equal(marked.play.source, "rulebook");
  assert.equal(model.differences(mine, ours).length, 1);
  assert.ok(!("names" in correcting.marked({ ...ours, names: { each: [] } }, ours)));
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../../api/adjudicator_api/pages/static/js/models/reading.js";

const EDITION = ["H", "O", "C", "N", "Cl", "S", "Na", "K", "Mg", "Ca", "F", "P", "Si", "I", "Al", "B", "Cu"];
const ELEMENTS = [...EDITION, "Co", "No", "Au", "Xe", "Mn", "Ac"];
const meant = (text) => read(text, EDITION, ELEMENTS).readings.map((one) => one.formula ?? one.tiles.join(" "));

test("tiles are read in any case", () => {
  for (const text of ["mgnoonoo", "MGNOONOO", "MgNOONOO", "Mg N O O N O O"])
    assert.deepEqual(meant(text), ["Mg N O O N O O"]);
  assert.deepEqual(meant("CO"), ["C O"]);
  assert.deepEqual(meant("co"), ["C O"]);
  assert.deepEqual(meant("NACL"), ["Na Cl"]);
});

test("formulas are read in any case, with or without spaces", () => {
  const cases = {
    h2o: "H2O",
    co2: "CO2",
    mgcl2: "MgCl2",
    MGCL2: "MgCl2",
    "mg(no2)2": "Mg(NO2)2",
    mgno2no2: "MgNO2NO2",
    "Mg (NO2)2": "Mg(NO2)2",
    "H₂O": "H2O",
    "cuso4·5h2o": "CuSO4·5H2O",
  };
  for (const [text, formula] of Object.entries(cases)) assert.deepEqual(meant(text), [formula]);
});

test("several readings are offered, but only the literal one where it is unambiguous", () => {
  assert.deepEqual(meant("si"), ["Si", "S I"]);
  assert.deepEqual(meant("si2o"), ["Si2O", "SI2O"]);
  assert.deepEqual(meant("Si"), ["Si"]);
  assert.deepEqual(meant("Co"), ["C O", "Co"]);
  assert.equal(meant("sisisisisi").length, 6);
});

test("the part that no reading covers is reported", () => {
  const blamed = (text) => read(text, EDITION, ELEMENTS).trouble;
  assert.deepEqual(blamed("hhx"), { code: "odd_letter", part: "x", at: 2 });
  assert.deepEqual(blamed("naq"), { code: "odd_letter", part: "q", at: 2 });
  assert.deepEqual(blamed("h2q"), { code: "odd_letter", part: "q", at: 2 });
  assert.deepEqual(blamed("Xq"), { code: "odd_letter", part: "X", at: 0 });
  assert.deepEqual(blamed("h ö"), { code: "odd_sign", part: "ö", at: 2 });
  assert.deepEqual(blamed("SO4^2-"), { code: "charge", part: "^", at: 3 });
  assert.deepEqual(blamed("Mg(OH"), { code: "bracket", part: "(", at: 2 });
  assert.deepEqual(blamed("MgOH)2"), { code: "bracket", part: ")", at: 4 });
  assert.deepEqual(blamed("H()O"), { code: "bracket", part: ")", at: 2 });
  assert.deepEqual(blamed("2H"), { code: "count", part: "2", at: 0 });
  assert.deepEqual(blamed("H0"), { code: "count", part: "0", at: 1 });
  assert.deepEqual(blamed("HO."), { code: "odd_sign", part: ".", at: 2 });
});

test("elements that the edition lacks are read and named", () => {
  assert.deepEqual(read("Au", EDITION, ELEMENTS).foreign, ["Au"]);
  assert.deepEqual(read("aucl", EDITION, ELEMENTS), {
    readings: [{ tiles: ["Au", "Cl"], formula: null }],
    foreign: ["Au"],
    trouble: null,
  });
  assert.deepEqual(read("hhxe", EDITION, ELEMENTS).foreign, ["Xe"]);
});

test("a run has at most sixty tiles, formulas counted out", () => {
  assert.equal(read("C20H40", EDITION, ELEMENTS).trouble, null);
  assert.equal(read("C20H41", EDITION, ELEMENTS).trouble.code, "too_many");
  assert.equal(read("(C(OH)4)7", EDITION, ELEMENTS).trouble.code, "too_many");
  assert.equal(read("H2O·30H2O", EDITION, ELEMENTS).trouble.code, "too_many");
  assert.equal(read("h".repeat(61), EDITION, ELEMENTS).trouble.code, "too_many");
});

test("nothing is read as nothing", () => {
  assert.deepEqual(read("  ", EDITION, ELEMENTS), { readings: [], foreign: [], trouble: null });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { excerpt, matches } from "../../api/adjudicator_api/pages/static/js/models/search.js";

test("every word counts, in any order, whatever the case", () => {
  assert.ok(matches("C-CONTIG The tiles of an ion lie side by side: NO2", "ION tiles"));
  assert.ok(matches("NO₂", "no2"));
  assert.ok(!matches("The tiles of an ion", "ion metal"));
  assert.ok(matches("anything", "  "));
});

test("an excerpt shows the first word and what is around it", () => {
  assert.equal(excerpt("one two three four five", "THREE one", 5), "…two three four…");
  assert.equal(excerpt("one two", "two"), "one two");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { excerpt, matches } from "../../api/adjudicator_api/pages/static/js/models/search.js";

test("every word counts, in any order, whatever the case", () => {
  assert.ok(matches("C-CONTIG The tiles of an ion lie side by side: NO2", "ION tiles"));
  assert.ok(matches("NO₂", "no2"));
  assert.ok(!matches("The tiles of an ion", "ion metal"));
  assert.ok(matches("anything", "  "));
});

test("German words find what is written in English", () => {
  assert.ok(matches("A challenge is settled by agreement", "Anfechtung"));
  assert.ok(matches("Print a box: tiles and cards", "Plättchen drucken"));
  assert.ok(matches("In a classroom", "Unterricht"));
  assert.ok(matches("Whoever practises names", "Übungen"));
  assert.ok(matches("Der Schiedsrichter urteilt", "Schiedsrichter")); // German texts as before
  assert.ok(!matches("Print a box", "Unterricht"));
  assert.ok(!matches("compounds of metals", "de")); // short words are taken as they are
  assert.equal(excerpt("one two ruling four", "Urteil", 4), "…two ruling fou…");
});

test("a German page is found however its letters are typed", () => {
  const page = "Säuren, Größe und Maße: Übungen für die Straße, Schwe\u00adfel";
  for (const words of [
    "säure",
    "saure",
    "SAEURE",
    "grösse",
    "groesse",
    "Größe",
    "masse",
    "MASSE",
    "uebung",
    "strasse übungen",
    "schwefel",
  ])
    assert.ok(matches(page, words), words);
  assert.ok(!matches(page, "basen"));
  assert.equal(excerpt("Maße und ½ Größen der Schachtel", "groessen", 6), "…und ½ Größen der S…");
});

test("an excerpt shows the first word and what is around it", () => {
  assert.equal(excerpt("one two three four five", "THREE one", 5), "…two three four…");
  assert.equal(excerpt("one two", "two"), "one two");
});

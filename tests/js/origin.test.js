import assert from "node:assert/strict";
import test from "node:test";
import { originForOthers } from "../../api/adjudicator_api/pages/static/js/origin.js";

test("links contain an address that phones can reach", () => {
  const lan = { publicUrl: "", lanUrl: "http://192.168.1.5:8000" };
  const club = { origin: "https://club.example", hostname: "club.example" };
  assert.equal(originForOthers(lan, club), "https://club.example");
  for (const hostname of ["127.0.0.1", "127.0.0.2", "localhost", "[::1]"]) {
    const here = { origin: `http://${hostname}:8000`, hostname };
    assert.equal(originForOthers({}, here), "");
    assert.equal(originForOthers(lan, here), "http://192.168.1.5:8000");
    assert.equal(originForOthers({ ...lan, publicUrl: "https://play.example" }, here), "https://play.example");
  }
  assert.equal(originForOthers({ publicUrl: "https://play.example" }, club), "https://play.example");
});

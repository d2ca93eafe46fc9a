/** What the server put into this page: games with their tiles, and the names of all elements. */

const source = document.getElementById("page-data");

export const data = source ? JSON.parse(source.textContent ?? "{}") : { games: [], elements: {} };

/** @returns {import("./tile.js").Tile} a tile of the game, or the bare element if the game has none */
export function tileOf(game, symbol) {
  const printed = game?.tiles.find((tile) => tile.symbol === symbol);
  if (printed) return printed;
  const [name, family] = data.elements[symbol] ?? [symbol, ""];
  return { symbol, name, family, points: null, numbers: null };
}

/** The game that a rule set such as "compoundit:standard" belongs to. */
export function gameOf(rules) {
  const [id] = rules.split(":");
  return data.games.find((game) => game.id === id) ?? data.games[0];
}

const TITLES = {
  diatomic: "Diatomic elements",
  binary: "Binary compounds",
  polyatomic: "Polyatomic ions",
  "simple-lewis": "Simple Lewis",
  organic: "Organic",
  "complex-lewis": "Complex Lewis",
  build: "Building",
};

export const setTitle = (set) => TITLES[set] ?? set;

/** "CompoundIt! · standard" */
export function rulesTitle(rules) {
  const [id, variant] = rules.split(":");
  const title = data.games.find((game) => game.id === id)?.title ?? id;
  return variant ? `${title} · ${variant.split("+").map((name) => name.replace("-", " ")).join(" + ")}` : title;
}

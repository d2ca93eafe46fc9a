/** A box being edited: an edition as data, and every change to it. The server finds its faults. */

/**
 * @typedef {Record<string, any>} Edition
 * @typedef {(string | number)[]} Path
 * @typedef {{pointer: string, message: string}} Fault
 */

export const OWN = "my own box";
const MARKS = ["source", "why"]; // what says where a table is from
// the fields that identify an entry, in order of preference
const KEYS = ["symbol", "card", "name", "square", "goal", "letter", "set", "formula", "text"];

/** @param {unknown} one @param {unknown} other */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** @param {Path} path */
export const pointerOf = (path) =>
  path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** Faults of a field, or of anything within. @param {readonly Fault[]} faults @param {Path} path */
export function faultsAt(faults, path) {
  const place = pointerOf(path);
  return faults.filter(({ pointer }) => pointer === place || pointer.startsWith(`${place}/`));
}

/** A value without one of its parts. @param {any} value @param {Path} path @returns {any} */
export function without(value, path) {
  const [first, ...rest] = path;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length) copy[first] = without(copy[first], rest);
  else if (Array.isArray(copy)) copy.splice(Number(first), 1);
  else delete copy[first];
  return copy;
}

// --- sources ------------------------------------------------------------------------------------------------------

/**
 * Marks tables that differ from the reference as the owner's.
 * @param {Edition} data
 * @param {Edition} reference
 * @returns {Edition}
 */
export function marked(data, reference) {
  const why = `From ${reference.name}, corrected by whoever owns the box.`;
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name, table]) => name in reference || !isEmptied(table))
      .map(([name, table]) => {
        const before = reference[name];
        if (Array.isArray(table))
          return [
            name,
            table.map((entry) =>
              before?.some((/** @type {any} */ one) => sameBut(one, entry)) ? entry : { ...entry, source: OWN },
            ),
          ];
        if (!isTable(table) || (before && !("source" in table))) return [name, table];
        if (sameBut(table, before)) return [name, before];
        return [
          name,
          {
            ...table,
            source: OWN,
            why,
            ...(Array.isArray(table.each)
              ? { each: table.each.map((/** @type {any} */ row) => markedRow(row, before?.each ?? [])) }
              : {}),
          },
        ];
      }),
  );
}

/** Whether a table has no entries left. @param {any} table */
const isEmptied = (table) => isTable(table) && Array.isArray(table.each) && table.each.length === 0;

/** Marks a changed entry that names a source as the owner's. @param {any} row @param {any[]} before */
function markedRow(row, before) {
  if (!isTable(row) || !("source" in row) || before.some((one) => same(one, row))) return row;
  return { ...row, source: OWN, ...("points_source" in row ? { points_source: OWN } : {}) };
}

/** @param {any} value */
const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Whether two values are equal apart from their source. @param {any} one @param {any} other */
function sameBut(one, other) {
  const bare = (/** @type {any} */ table) =>
    isTable(table) ? Object.fromEntries(Object.entries(table).filter(([name]) => !MARKS.includes(name))) : table;
  return same(bare(one), bare(other));
}

/**
 * The differences, readable: by table, entry and field.
 * @param {Edition} data
 * @param {Edition} reference
 * @returns {{table: string, entry: string, field: string, was: any, is: any}[]}
 */
export function differences(data, reference) {
  return Object.keys({ ...reference, ...data }).flatMap((table) => {
    const [one, other] = [reference[table], data[table]];
    if (!isTable(one ?? other) && !Array.isArray(one ?? other)) return [];
    if (sameBut(one, other)) return [];
    const [rows, others] = [
      one?.each ?? (Array.isArray(one) ? one : []),
      other?.each ?? (Array.isArray(other) ? other : []),
    ];
    const fields = Object.keys({ ...one, ...other }).filter(
      (field) => !Array.isArray(one) && ![...MARKS, "each"].includes(field),
    );
    return [
      ...entryDifferences(table, rows, others),
      ...fields
        .filter((field) => !same(one?.[field], other?.[field]))
        .map((field) => ({ table, entry: "", field, was: one?.[field], is: other?.[field] })),
    ];
  });
}

/** @param {string} table @param {any[]} rows @param {any[]} others */
function entryDifferences(table, rows, others) {
  const named = (/** @type {any[]} */ list) => new Map(list.map((row, at) => [entryName(row) || String(at + 1), row]));
  const [before, after] = [named(rows), named(others)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((entry) => {
    const [was, is] = [before.get(entry), after.get(entry)];
    if (!was || !is) return [{ table, entry, field: "", was: was && true, is: is && true }];
    return Object.keys({ ...was, ...is })
      .filter((field) => !/source$/.test(field) && !same(was[field], is[field]))
      .map((field) => ({ table, entry, field, was: was[field], is: is[field] }));
  });
}

/** What an entry is called: its symbol, name, letter … @param {any} row @returns {string} */
export function entryName(row) {
  const key = KEYS.find((name) => ["string", "number"].includes(typeof row?.[name]));
  return key === undefined ? "" : String(row[key]);
}

// --- corrections at the table ---------------------------------------------------------------------------------------

/**
 * The numbers with one removed, or inserted where it belongs.
 * @param {readonly number[]} numbers
 * @param {number} number
 */
export const toggled = (numbers, number) =>
  numbers.includes(number)
    ? numbers.filter((other) => other !== number)
    : [...numbers, number].toSorted((one, other) => one - other);

/**
 * The numbers of a piece in the reference's order, if they are the same ones: printing +4 −4 instead of −4 +4 is
 * no difference.
 * @param {readonly number[]} numbers
 * @param {Edition} reference
 * @param {{table: string, field: string}} where
 * @param {string} symbol
 * @returns {readonly number[]}
 */
export function asPrinted(numbers, reference, { table, field }, symbol) {
  const printed = reference[table].each.find((/** @type {any} */ piece) => piece.symbol === symbol)?.[field] ?? [];
  const ascending = (/** @type {readonly number[]} */ some) => some.toSorted((one, other) => one - other);
  return same(ascending(numbers), ascending(printed)) ? printed : numbers;
}

/**
 * One tap on a number: a piece with several numbers gains or loses it; a piece with one number gets this one.
 * @typedef {{table: string, field: string, several: boolean}} Numbers where an edition stores the numbers of a piece
 * @param {Edition} data
 * @param {Numbers} numbers
 * @param {string} symbol
 * @param {number} number
 * @param {Edition} reference
 * @returns {Edition}
 */
export function corrected(data, { table, field, several }, symbol, number, reference) {
  const fixed = (/** @type {any} */ piece) => ({
    ...piece,
    [field]: several ? asPrinted(toggled(piece[field], number), reference, { table, field }, symbol) : number,
  });
  const each = data[table].each.map((/** @type {any} */ piece) => (piece.symbol === symbol ? fixed(piece) : piece));
  return { ...data, [table]: { ...data[table], each } };
}

// --- trial games --------------------------------------------------------------------------------------------------

/**
 * @typedef {{turns: number, score: number, passes: number, wins: number[], left: number}} Played one game, with wins by
 *   seat
 * @typedef {{games: number, turns: number, perTurn: number, passes: number, wins: number[], left: number}} Figures
 */

/** @param {readonly Played[]} played @returns {Figures | null} */
export function figuresOf(played) {
  if (!played.length) return null;
  const sum = (/** @type {(one: Played) => number} */ of) => played.reduce((total, one) => total + of(one), 0);
  const turns = sum((one) => one.turns);
  return {
    games: played.length,
    turns: turns / played.length,
    perTurn: turns ? sum((one) => one.score) / turns : 0,
    passes: turns ? sum((one) => one.passes) / turns : 0,
    wins: played[0].wins.map((_, seat) => sum((one) => one.wins[seat]) / played.length),
    left: sum((one) => one.left) / played.length,
  };
}

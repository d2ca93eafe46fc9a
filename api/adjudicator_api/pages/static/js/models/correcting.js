/** Corrections of a box at the table: its numbers, and the marks that tell what is the owner's. */

/** @typedef {Record<string, any>} Edition */

export const OWN = "my own box";
export const MARKS = ["source", "why"]; // what says where a table is from

/** @param {unknown} one @param {unknown} other */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

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
export const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Whether two values are equal apart from their source. @param {any} one @param {any} other */
export function sameBut(one, other) {
  const bare = (/** @type {any} */ table) =>
    isTable(table) ? Object.fromEntries(Object.entries(table).filter(([name]) => !MARKS.includes(name))) : table;
  return same(bare(one), bare(other));
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

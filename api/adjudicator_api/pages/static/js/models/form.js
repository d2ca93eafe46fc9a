/**
 * Forms from a JSON Schema, for options and for actions that are not listed in full: their fields and the values they
 * give.
 */

/**
 * @typedef {Record<string, any>} Schema
 * @typedef {{kind: "choice" | "yes" | "number" | "text" | "list" | "group" | "maybe" | "fixed", schema: Schema,
 *   options?: any[], least?: number,
 *   most?: number, item?: Field, parts?: [string, Field][], value?: any}} Field
 */

/** @param {Schema} schema @returns {Field} */
export function fieldOf(schema) {
  if ("const" in schema) return { kind: "fixed", schema, value: schema.const };
  if (schema.enum) return { kind: "choice", schema, options: schema.enum };
  if (schema.anyOf) {
    const real = schema.anyOf.filter((/** @type {Schema} */ one) => one.type !== "null");
    const field = fieldOf(real[0] ?? {});
    return real.length < schema.anyOf.length ? { kind: "maybe", schema, item: field } : field;
  }
  if (schema.type === "boolean") return { kind: "yes", schema };
  if (schema.type === "integer" || schema.type === "number")
    return { kind: "number", schema, least: schema.minimum, most: schema.maximum };
  if (schema.type === "array" && schema.prefixItems) {
    return {
      kind: "group",
      schema,
      parts: schema.prefixItems.map((/** @type {Schema} */ one, /** @type {number} */ i) => [String(i), fieldOf(one)]),
    };
  }
  if (schema.type === "array") return { kind: "list", schema, item: fieldOf(schema.items ?? {}) };
  if (schema.type === "object") {
    return {
      kind: "group",
      schema,
      parts: Object.entries(schema.properties ?? {}).map(([name, one]) => [name, fieldOf(/** @type {Schema} */ (one))]),
    };
  }
  return { kind: "text", schema };
}

/** The initial value of a field. @param {Field} field @returns {any} */
export function emptyOf(field) {
  if ("default" in field.schema) return structuredClone(field.schema.default);
  switch (field.kind) {
    case "fixed":
      return field.value;
    case "choice":
      return field.options?.[0];
    case "yes":
      return false;
    case "number":
      return field.least ?? 0;
    case "list":
      return [];
    case "maybe":
      return null;
    case "group":
      return grouped(field, (part) => emptyOf(part));
    default:
      return "";
  }
}

/** @param {Field} field @param {(part: Field, name: string) => any} made */
function grouped(field, made) {
  const parts = (field.parts ?? []).map(([name, part]) => [name, made(part, name)]);
  return field.schema.type === "array" ? parts.map(([, value]) => value) : Object.fromEntries(parts);
}

/**
 * A value with the part at `path` replaced.
 * @param {any} value
 * @param {(string | number)[]} path
 * @param {any} to
 * @returns {any}
 */
export function changed(value, path, to) {
  if (!path.length) return to;
  const [first, ...rest] = path;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[first] = changed(copy[first], rest, to);
  return copy;
}

/**
 * Every short text on the table, as suggestions for text fields.
 * @param {any} value
 * @param {Set<string>} [found]
 * @returns {Set<string>}
 */
export function wordsIn(value, found = new Set()) {
  if (typeof value === "string") {
    if (value && value.length < 40) found.add(value);
  } else if (value && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) {
      // counted by name: {"Salt": 8}
      if (!Array.isArray(value) && typeof inner === "number" && /[A-Z ]/.test(key)) found.add(key);
      wordsIn(inner, found);
    }
  }
  return found;
}

/** "trade_up" as words: Trade up @param {string} name */
export function plain(name) {
  const words = name.replaceAll(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

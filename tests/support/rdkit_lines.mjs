// RDKit.js for the tests of the port: one question per line as JSON, [method, ...arguments], and one answer per line.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [, , folder, glue] = process.argv;
const { textsOf } = await import(pathToFileURL(glue).href);
const load = createRequire(import.meta.url)(`${folder}/dist/RDKit_minimal.js`);
const texts = textsOf(await load());
console.log(JSON.stringify(texts.version));
for await (const line of createInterface({ input: process.stdin })) {
  const [method, ...given] = JSON.parse(line);
  console.log(JSON.stringify(texts[method](...given) ?? null));
}

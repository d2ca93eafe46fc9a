/** Questions to the service, and what can come in the way of an answer. */

const PATIENCE = 15_000;

/** `kind`: offline, slow, refused (the question is at fault), busy, broken (the service is). */
export class AskError extends Error {
  constructor(kind, message, problem = null) {
    super(message);
    this.kind = kind;
    this.problem = problem;
  }
}

/** @param {string} path @param {object} [body] posted as JSON; without it the address is read */
export async function ask(path, body) {
  const options = body
    ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }
    : {};
  let answer;
  try {
    answer = await fetch(path, { ...options, signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    if (error.name === "TimeoutError") throw new AskError("slow", "The judge takes too long to answer.");
    throw new AskError("offline", "The judge cannot be reached.");
  }
  let content;
  try {
    content = await answer.json();
  } catch {
    throw new AskError("broken", "The judge gave an answer that cannot be read.");
  }
  if (answer.ok) return content;
  if (answer.status === 429) throw new AskError("busy", "Many questions at once. Wait a moment, then ask again.", content);
  if (answer.status >= 500) throw new AskError("broken", "Something went wrong on the judge's side.", content);
  throw new AskError("refused", content.detail ?? "The judge cannot read this question.", content);
}

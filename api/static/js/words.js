/** Numbers as people say and write them. */

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

export const spelled = (number) => NUMBERS[number] ?? String(number);

/** +2, −1, 0 */
export const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

/** plus two, minus one, zero */
export const spokenSigned = (number) =>
  number > 0 ? `plus ${spelled(number)}` : number < 0 ? `minus ${spelled(-number)}` : "zero";

export const plural = (number, word) => `${spelled(number)} ${word}${number === 1 ? "" : "s"}`;

/** a; a and b; a, b and c */
export const listed = (words, joint = "and") =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${joint} ${words.at(-1)}`;

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Kelvin to the degrees of the kitchen. */
export function celsius(kelvin) {
  const degrees = Math.round(kelvin - 273.15);
  return `${degrees < 0 ? "−" : ""}${Math.abs(degrees)} °C`;
}

/** @param {string} moment ISO 8601 */
export function when(moment) {
  const then = new Date(moment);
  const time = then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const today = new Date().toDateString() === then.toDateString();
  return today ? time : `${then.toLocaleDateString([], { day: "numeric", month: "short" })}, ${time}`;
}

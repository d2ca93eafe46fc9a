/** A question and its results, as projector, teacher and pupils see them. */

import { formula, icon, prose } from "../dom.js";
import { h } from "../patch.js";
import { boardView } from "../playboard.js";
import { spelled } from "../spelling.js";
import { tileView } from "../tile.js";
import { listed, t } from "../words.js";

/**
 * @typedef {{kind: string, prompt: string, answer: string, formula?: string, name?: string, tiles?: string[], rack?:
 * string[], equation?: {reactants: string[], products: string[]}, board?: import("../playboard.js").Board, points?:
 * import("../playboard.js").Points, scores?: string}} Question
 */

const source = document.getElementById("page-data");
/** @type {Record<string, [string, string]>} */
export const ELEMENTS = source ? (JSON.parse(source.textContent ?? "{}").elements ?? {}) : {};

/**
 * A tile, with its points where a score needs them.
 * @param {string} symbol
 * @param {import("../playboard.js").Points} [points]
 * @returns {import("../tile.js").Tile}
 */
export const tileFor = (symbol, points = {}) => ({
  symbol,
  name: ELEMENTS[symbol]?.[0] ?? symbol,
  family: ELEMENTS[symbol]?.[1] ?? "",
  points: points[symbol] ?? null,
  numbers: null,
});

/** @param {readonly string[]} symbols @param {28 | 48 | 72} size @param {import("../playboard.js").Points} [points] */
export const tileRow = (symbols, size, points = {}) =>
  h(
    "span",
    {
      class: "tile-row",
      role: "img",
      "aria-label": symbols.map((symbol) => [symbol, points[symbol]].join(" ").trim()).join(", "),
    },
    symbols.map((symbol) => tileView(tileFor(symbol, points), { size, hidden: true })),
  );

/**
 * The material of a question.
 * @param {Question} question
 * @param {28 | 48 | 72} [size]
 * @param {boolean} [answered] whether the answer is given on the board itself
 */
export function material(question, size = 48, answered = false) {
  const { equation, board } = question;
  return h(
    "div",
    { class: "material" },
    question.formula && h("p", { class: "material-text" }, formula(question.formula)),
    question.name && h("p", { class: "material-text" }, spelled(question.name)),
    question.tiles && tileRow(question.tiles, size),
    equation && h("p", { class: "material-text" }, sum(equation.reactants), " → ", sum(equation.products)),
    board && !answered && h("div", { class: "board-place" }, boardView(board, question.points)),
    question.rack &&
      !(board && answered) &&
      h(
        "p",
        { class: "rack-line" },
        h("span", { class: "soft small" }, t("class.rack")),
        tileRow(question.rack, size, question.points),
      ),
    question.scores && h("p", { class: "small scores" }, question.scores),
  );
}

/** @param {readonly string[]} parts */
const sum = (parts) => parts.map((part, i) => [i ? " + " : "", formula(part)]);

/** @type {Record<string, string>} */
export const RULINGS = { right: "valid", wrong: "invalid", unresolved: "unresolved" };

/** Right, wrong or undecided, as icon and colour. @param {"right" | "wrong" | "unresolved"} outcome */
export const markOf = (outcome) =>
  h(
    "span",
    { class: "mark", "data-ruling": RULINGS[outcome] },
    icon(RULINGS[outcome]),
    h("span", { class: "out-of-sight" }, t(`class.${outcome}`)),
  );

/** How the class answered. @param {any} closed @param {number} answered */
export function spread(closed, answered) {
  const most = Math.max(1, ...closed.spread.map((/** @type {any} */ one) => one.count));
  return h(
    "ul",
    { class: "spread", "aria-label": t("class.spread") },
    closed.spread.map((/** @type {any} */ one) =>
      h(
        "li",
        { key: `${one.outcome} ${one.answer}`, "data-ruling": RULINGS[one.outcome] },
        markOf(one.outcome),
        h("span", { class: "spread-answer" }, one.answer.trim() ? answerText(one.answer) : t("class.no_answer")),
        h("progress", { "aria-hidden": "true", value: one.count, max: most }),
        h("b", {}, one.count),
      ),
    ),
    closed.others > 0 &&
      h(
        "li",
        { key: "others" },
        h("span", { class: "spread-answer soft" }, t("class.others", { count: closed.others, n: closed.others })),
      ),
    !closed.spread.length && h("li", { key: "none", class: "soft" }, answered ? "" : t("class.nobody_answered")),
  );
}

/** An answer as text; yes and no in the language of the page. @param {string} answer */
export const answerText = (answer) =>
  answer === "yes" || answer === "no" ? t(`class.${answer}`) : prose(answer.replace(/^-(?=[0-9]+$)/, "−"));

/** The right answer and its reason. @param {any} solution */
export const solutionView = (solution) =>
  h(
    "p",
    { class: "solution note", "data-ruling": "valid" },
    icon("valid"),
    h("span", {}, h("b", {}, answerText(solution.answer)), " · ", prose(solution.text)),
  );

/** What is said of a wrong answer, unless the solution says it too. @param {string} reason @param {any} solution */
export const reasonView = (reason, solution) => (solution.text.includes(reason) ? "" : prose(reason));

/**
 * A wrong answer and its explanation.
 * @param {{answer: string, reason: string} | null} wrong
 * @param {any} solution
 */
export function wrongView(wrong, solution) {
  if (!wrong) return null;
  const reason = reasonView(wrong.reason, solution);
  const text = h("span", {}, h("b", {}, answerText(wrong.answer)), reason && [" · ", reason]);
  return h("p", { class: "note", "data-ruling": "invalid" }, icon("invalid"), text);
}

const NAMED = 4; // names to list for a shared rank; the others are counted

/**
 * One line per rank, shared or not, and how many answers it does not count because nobody decided them.
 * @param {readonly any[]} podium
 * @param {number} undecided
 */
export function podiumView(podium, undecided) {
  const ranks = [...new Set(podium.map((one) => one.rank))];
  const open = undecided
    ? h("p", { key: "undecided" }, t("class.not_counted", { count: undecided, n: undecided }))
    : null;
  const list = h(
    "ol",
    { key: "podium", class: "podium", "aria-label": t("class.podium") },
    ranks.map((rank) => {
      const sharing = podium.filter((one) => one.rank === rank);
      const names = sharing.flatMap((one) => one.nickname ?? []).slice(0, NAMED);
      const rest = sharing.length - names.length;
      const who = [
        ...names,
        ...(rest ? [t(names.length ? "class.more_of_them" : "class.so_many", { count: rest, n: rest })] : []),
      ];
      return h(
        "li",
        { key: rank, "data-rank": rank },
        h("b", {}, `${rank}.`),
        h("span", {}, listed(who)),
        h("span", { class: "soft" }, t("class.points", { count: sharing[0].score, n: sharing[0].score })),
      );
    }),
  );
  return [list, open];
}

/** @param {readonly any[]} hardest */
export const hardestView = (hardest) => [
  h("h2", {}, t("class.hardest")),
  hardest.length
    ? h(
        "ol",
        { class: "hardest" },
        hardest.map((one) =>
          h(
            "li",
            { key: one.number },
            material(one.question, 28),
            h(
              "p",
              {},
              h("span", { class: "soft" }, t("class.right_of", { right: one.right, of: one.of })),
              " · ",
              prose(one.solution.text),
            ),
          ),
        ),
      )
    : h("p", {}, t("class.all_right")),
];

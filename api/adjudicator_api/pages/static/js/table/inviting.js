/** How others join a table and how it starts before everybody is there. */

import { icon } from "../dom.js";
import { data } from "../data.js";
import { linkTo } from "../origin.js";
import { h } from "../patch.js";
import { t } from "../words.js";

/**
 * @typedef {import("./room.js").Room} Room
 * @typedef {import("../models/asked.js").View} View
 */

const table = () => /** @type {any} */ (data).table;

/** How others find this table. @param {View} view */
export function invitation(view) {
  const code = view.code ?? "";
  const { url, picture } = linkTo(`/join/${code}`);
  return h(
    "section",
    { key: "invitation", class: "invitation" },
    h(
      "div",
      { class: "stack" },
      h("p", { class: "label" }, t("table.code")),
      h("p", { class: "said-code" }, `${code.slice(0, 3)} ${code.slice(3)}`),
      h(
        "p",
        { class: "small soft" },
        t(picture ? "table.code_about" : "table.only_here", { address: `${new URL(url).host}/join` }),
      ),
      shareButton(url, view.title),
    ),
    picture && h("img", { class: "qr", src: picture, width: 160, height: 160, alt: t("table.qr") }),
  );
}

/** @param {string} url @param {string} title */
function shareButton(url, title) {
  return h(
    "button",
    {
      type: "button",
      class: "button",
      click: async (/** @type {any} */ event) => {
        const button = event.currentTarget;
        try {
          if ("share" in navigator && matchMedia("(pointer: coarse)").matches) await navigator.share({ title, url });
          else {
            await navigator.clipboard.writeText(url);
            button.textContent = t("share.copied");
          }
        } catch {
          button.textContent = url; // so that it can be copied by hand
        }
      },
    },
    icon("share"),
    t("table.share"),
  );
}

/** @param {Room} room @param {View} view */
export function startButtons(room, view) {
  const token = room.host;
  const open = view.players.filter((player) => player.kind === "open").length;
  if (!token || !open) return null;
  const start = (/** @type {object} */ body) => room.tell("/start", body, { token });
  return h(
    "div",
    { key: "start", class: "row" },
    h(
      "button",
      { type: "button", class: "button primary", click: () => start({ open: "bot", bot: strongest() }) },
      t("table.fill_with_bots"),
    ),
    view.players.length - open > 1 &&
      h("button", { type: "button", class: "button", click: () => start({ open: "close" }) }, t("table.start_without")),
  );
}

const strongest = () =>
  table().bots.find((/** @type {{name: string}} */ bot) => bot.name === "greedy")?.name ?? table().bots[0]?.name;

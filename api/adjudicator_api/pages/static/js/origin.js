/** Where others reach this service: what links and QR codes carry. */

import { inPocket } from "./address.js";

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The address that is set, else the one asked at, else that in the local network; "" if only this machine reaches it.
 * @param {{ publicUrl?: string, lanUrl?: string }} settings @param {{ origin: string, hostname: string }} here */
export function originForOthers(settings, here) {
  return settings.publicUrl || (THIS_MACHINE.test(here.hostname) ? (settings.lanUrl ?? "") : here.origin);
}

/** A link to this service, with its QR code if phones can reach it; other devices cannot reach the pocket edition.
 * @param {string} path @param {string} code where the service draws the picture */
export function linkTo(path, code = `${path}.svg`) {
  const origin = inPocket ? "" : originForOthers(document.documentElement.dataset, location);
  const secure = location.protocol === "https:" ? `${code.includes("?") ? "&" : "?"}https` : "";
  return { url: `${origin || location.origin}${path}`, picture: origin && code + secure };
}

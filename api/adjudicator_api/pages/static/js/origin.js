/** The address at which others reach this service, for links and QR codes. */

import { inPocket } from "./address.js";

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The configured address, else the one in use, else the one in the local network; "" if only this machine can reach it.
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

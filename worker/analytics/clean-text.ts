/** Cuts texts from browsers down to what is stored. */
import { InvalidInputError } from "#worker/lib/errors.ts";
import { hideToken } from "#worker/lib/http/hide-token.ts";
import { isWebAddress } from "#worker/lib/http/web-address.ts";
import { isAndroidApp } from "./detect-client.ts";

/**
 * The path of an address on this site. A query or a fragment may contain what the visitor typed, or a secret.
 * @throws {InvalidInputError} when it is of another site
 */
export function parsePath(address: string, { field, origins }: { field: string; origins: readonly string[] }): string {
  const url = URL.parse(address, origins[0]);
  // The origin of `blob:https://…` is that of the address it wraps, and its path is that whole address.
  if (!url || !isWebAddress(url) || !origins.includes(url.origin))
    throw new InvalidInputError({ [field]: ["A page of another site."] });
  return trimPath(hideToken(url.pathname));
}

/** A path as it is stored: without slashes at its end. */
export function trimPath(path: string): string {
  return path.length > 1 ? path.replace(/(?<!\/)\/+$/, "").slice(0, 256) || "/" : "/";
}

/** The address of a page before the site, without what a query or fragment may tell; "direct" for none. */
export function stripQuery(referrer: string): string {
  const url = URL.parse(referrer);
  if (url && isAndroidApp(url)) return clean(`${url.protocol}//${url.hostname}`, 256);
  return url && isWebAddress(url) ? clean(url.origin + hideToken(url.pathname), 256) : "direct";
}

/** A page's title, as text that may be stored for all: "" where the address has a query, which a title may repeat. */
export function cleanTitle(title: string, address: string): string {
  return /[?#]/.test(address) ? "" : hideContacts(clean(title, 200));
}

/** Without what looks like an e-mail address or a telephone number. */
export function hideContacts(text: string): string {
  return text.replaceAll(/(?<!\S)\S+@\S+/g, "…").replaceAll(/\+?\d[\d\s().-]{6,}\d/g, "…");
}

/** Without control characters, and cut. */
export function clean(text: string, length: number): string {
  return text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, length)
    .toWellFormed();
}

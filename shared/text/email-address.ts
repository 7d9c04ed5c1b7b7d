/**
 * E-mail addresses as people type them, for every form, import and command. What mail servers take is taken (RFC 5321), stored and
 * compared in one form: the domain in the letters of DNS, in lower case. worker/lib/text/show-address.ts turns it back.
 */
import { normalizeText } from "./normalize-text.ts";
import { z } from "zod";

/** Octets of an address, and of the part before its @ (RFC 5321 4.5.3.1). */
export const longestAddress = 254;
const longestMailbox = 64;
const longestDomain = 253;

const plainMailbox = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** A name in the letters of DNS, of two labels at least; the last is no number, as that of an IP address is. */
const hostName = /^(?:(?!-)[a-z\d-]{1,63}(?<!-)\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59}(?<!-))$/;
/** What the URL parser would take for the end of a name, or for another notation. */
const noName = /[\s/?#@:\\[\]<>^|%]/;

export type ReadAddress = { address: string; problem: null } | { address: null; problem: string };

/**
 * The stored form of what somebody typed or pasted: also of "Name <name@example.com>" and "mailto:name@example.com". The part before
 * the @ keeps its case. `problem` is a sentence.
 */
export function readAddress(typed: string, example = "name@example.com"): ReadAddress {
  const text = unwrap(typed);
  const at = text.lastIndexOf("@");
  if (at < 1) return refuse(`Enter an e-mail address like ${example}.`);
  const mailbox = readMailbox(text.slice(0, at));
  const domain = toAsciiDomain(text.slice(at + 1));
  if (/[^\0-\x7F]/.test(mailbox))
    return refuse("Enter an e-mail address with plain letters before the @: our mail reaches no others there.");
  if (!plainMailbox.test(mailbox))
    return refuse(`Enter an e-mail address without blanks and signs that none has before the @, such as ${example}.`);
  if (mailbox.length > longestMailbox) return refuse(`The part before the @ has at most ${longestMailbox} characters.`);
  if (domain === null)
    return refuse(`Enter an e-mail address with the name of a mail domain after the @, such as ${example}.`);
  const address = `${mailbox}@${domain}`;
  if (address.length > longestAddress) return refuse(`An e-mail address has at most ${longestAddress} characters.`);
  return { address, problem: null };
}

function refuse(problem: string): ReadAddress {
  return { address: null, problem };
}

/** Without what stands around an address where it was copied from, and with the @ and the dots of keyboards of East Asia. */
function unwrap(typed: string): string {
  const text = typed
    .slice(0, 4 * longestAddress)
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    // What nobody sees: marks of direction, joiners, a byte order mark.
    .replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g, "")
    .trim();
  const bracket = text.endsWith(">") ? text.lastIndexOf("<") : -1;
  const inside = (bracket === -1 ? text : text.slice(bracket + 1, -1)).trim();
  const bare = /^mailto:/i.test(inside) ? readLink(inside.slice("mailto:".length)) : inside;
  return bare.replace(/(?<![.,;])[.,;]+$/, "");
}

/** The first address of a link of mail (RFC 6068). */
function readLink(link: string): string {
  const [address = ""] = link.split("?", 1);
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Quotation marks around what needs none say nothing (RFC 5321 4.1.2). */
function readMailbox(text: string): string {
  const quoted = text.length > 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : null;
  return quoted !== null && plainMailbox.test(quoted) ? quoted : text;
}

/** A domain in the letters of DNS, in lower case; null for what is none. */
export function toAsciiDomain(typed: string): string | null {
  const name = normalizeText(typed, "NFC").replace(/[。．｡]/g, ".");
  if (name.length > longestDomain || noName.test(name)) return null;
  const plain = /[^\0-\x7F]/.test(name) ? URL.parse(`http://${name}`)?.hostname : name.toLowerCase();
  return plain !== undefined && plain.length <= longestDomain && hostName.test(plain) ? plain : null;
}

interface AddressWords {
  /** Where nothing was entered. */
  missing: string;
  example?: string;
}

/** The field of an address, as a schema: what passes is in its stored form. */
export function emailField({ missing, example }: AddressWords) {
  return z.string(missing).transform((typed, context) => {
    const { address, problem } = readAddress(typed, example);
    if (problem !== null) context.addIssue(typed.trim() === "" ? missing : problem);
    return address ?? "";
  });
}

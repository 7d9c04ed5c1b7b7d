import { toAsciiDomain } from "#shared/text/email-address.ts";
import { normalizeText } from "#shared/text/normalize-text.ts";

/**
 * An e-mail address as it is compared with others, so that the variants that reach one mailbox count as one: without
 * regard to case, dots and tags ("+news") before the @, quotes around that part, and the script of the domain.
 * Two people whose addresses differ by a dot alone count as one too: good enough for counting, not for writing to.
 */
export function foldAddress(address: string): string {
  const text = normalizeText(address.trim(), "NFKC").toLowerCase();
  const at = text.lastIndexOf("@");
  if (at === -1) return text;
  return `${foldMailbox(text.slice(0, at))}@${foldDomain(text.slice(at + 1))}`;
}

function foldMailbox(mailbox: string): string {
  const quoted = /^"(.*)"$/s.exec(mailbox)?.[1];
  const plain = quoted === undefined ? mailbox : quoted.replace(/\\(.)/gs, "$1");
  // An address can start with its plus sign; the result must not be empty.
  const [untagged = ""] = plain.split("+", 1);
  return (untagged.replaceAll(".", "") || plain).trim();
}

function foldDomain(domain: string): string {
  const name = domain.replace(/\.$/, "");
  const host = toAsciiDomain(name) ?? name;
  return host === "googlemail.com" ? "gmail.com" : host;
}

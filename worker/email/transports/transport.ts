import { Buffer } from "node:buffer";
import { toAsciiDomain } from "#shared/text/email-address.ts";
import type { MailFile, MailId } from "../../db/email-tables.ts";

/** A mail as a transport takes it: everything in it has been checked to be fit for a header. */
export interface OutgoingMail {
  /** Of its row in the outbox: the same for each try. */
  id: MailId;
  from: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  files: readonly MailFile[];
  /** Further headers, such as List-Unsubscribe. */
  headers: Readonly<Record<string, string>>;
}

/** A means to send mails. */
export interface Transport {
  /** @throws {MailError}, or whatever the mail binding throws, which is tried again */
  send(mail: OutgoingMail): Promise<void>;
  /** For how long after the first try the service knows a mail again, in milliseconds: until then a repeat is no second mail. */
  remembersFor: number;
}

/**
 * What became of a mail that was not confirmed: `later`, it was not taken, and may be tried again; `never`, it will not be taken;
 * `unknown`, nobody knows whether it was taken.
 */
export type MailFate = "later" | "never" | "unknown";

/** A mail that was not confirmed. Neither part holds a password or a key; `said` may name the recipient and belongs in no log. */
export class MailError extends Error {
  override name = "MailError";
  readonly fate: MailFate;
  /** What the other side said, in its words. */
  readonly said: string;
  /** How long it wants to be left alone, in milliseconds. */
  readonly waitMs: number;

  constructor(fate: MailFate, message: string, { said = "", waitMs = 0 }: { said?: string; waitMs?: number } = {}) {
    super(message);
    this.fate = fate;
    this.said = said;
    this.waitMs = waitMs;
  }
}

/** The header that names a mail, the same for each try: who has it already can tell. */
export function nameMessage({ id, from }: Pick<OutgoingMail, "id" | "from">): string {
  return `<${id}@${readAsciiDomain(from)}>`;
}

/** The domain of an address, in the letters that DNS has. */
export function readAsciiDomain(address: string): string {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return isAscii(domain) ? domain : (toAsciiDomain(domain) ?? domain);
}

/** An address with its domain in the letters of DNS, as long as its first part has no others either. */
export function toAsciiAddress(address: string): string {
  const local = address.slice(0, address.lastIndexOf("@"));
  return isAscii(local) ? `${local}@${readAsciiDomain(address)}` : address;
}

export function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  return /^[\u0000-\u007F]*$/.test(text);
}

/** `text` on one line, without control characters and without any of `secrets`, 300 characters at most. */
export function quoteAnswer(text: string, secrets: readonly string[]): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it removes
  let line = text.replace(/[\u0000-\u001F\u007F]+/g, " ").trim();
  for (const secret of secrets) if (secret) line = line.replaceAll(secret, "…");
  return line.slice(0, 300);
}

/** `text` in UTF-8 as base64. */
export function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}

export const encodeText = (text: string) => new TextEncoder().encode(text);

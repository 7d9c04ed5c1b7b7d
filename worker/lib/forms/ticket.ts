import { decodeBase64url } from "../text/base64url.ts";
import { now } from "../clock.ts";
import type { Secrets } from "../former-secret.ts";
import { newId } from "../ids.ts";
import { macText, verifyMac } from "../secrets.ts";

/** What a form carries to tell when it was rendered, and to make one submission the same however often it arrives. */
export interface Ticket {
  id: string;
  /** Epoch milliseconds. */
  issuedAt: number;
}

const purpose = "contact ticket";

/** A fresh ticket as text: `<uuid>.<epoch ms>.<signature>`. `issuedAt` is when the form was rendered. */
export async function issueTicket(secret: string, issuedAt = now()): Promise<string> {
  const body = `${newId()}.${issuedAt}`;
  return `${body}.${await macText(secret, purpose, body)}`;
}

/** The ticket that `text` holds, or null when this site did not issue it. */
export async function readTicket(secrets: Secrets, text: string): Promise<Ticket | null> {
  const match = /^([0-9a-f-]{36})\.(\d{13})\.([\w-]{43})$/.exec(text);
  if (!match) return null;
  const [, id = "", issuedAt = "", signature = ""] = match;
  const tag = decodeBase64url(signature);
  if (!tag || !(await verifyMac(secrets, purpose, `${id}.${issuedAt}`, tag))) return null;
  return { id, issuedAt: Number(issuedAt) };
}

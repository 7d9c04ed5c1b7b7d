import { randomBytes } from "node:crypto";
import { day } from "../../app/shared/durations.ts";

/** Days for which the former AUTH_SECRET is accepted: longer than the erasure of a visitor must be remembered. */
const acceptedFor = 60;

const assignment = (name: string, value: string) => `${name}="${value}"\n`;
const without = (text: string, name: string) => text.replaceAll(new RegExp(`^${name}=.*\\n?`, "gm"), "");

/** `secrets` (a file such as .secrets/production.env) with the next AUTH_SECRET, and the present one as the former. */
export function drawNext(secrets: string, present: string): string {
  const next = randomBytes(48).toString("base64url");
  const others = without(without(secrets, "AUTH_SECRET"), "AUTH_SECRET_PREVIOUS");
  return others + assignment("AUTH_SECRET", next) + assignment("AUTH_SECRET_PREVIOUS", present);
}

/** `secrets` without the former secret. */
export function forgetFormer(secrets: string): string {
  return without(secrets, "AUTH_SECRET_PREVIOUS");
}

/** The day until which the former secret is accepted, such as "2027-01-22". */
export function chooseEnd(now: number): string {
  return new Date(now + acceptedFor * day).toISOString().slice(0, 10);
}

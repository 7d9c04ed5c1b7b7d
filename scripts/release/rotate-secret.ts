import { randomBytes } from "node:crypto";
import { day } from "../../shared/dates/durations.ts";
import { deleteSecret, setSecret } from "../provision/secrets-text.ts";

/** Days for which the former AUTH_SECRET is accepted: longer than the erasure of a visitor must be remembered. */
const acceptedFor = 60;

/** `secrets` (a file such as .secrets/production.env) with the next AUTH_SECRET, and the present one as the former. @throws {Error} where that cannot be written */
export function drawNext(secrets: string, present: string): string {
  const next = randomBytes(48).toString("base64url");
  return setSecret(setSecret(secrets, "AUTH_SECRET", next), "AUTH_SECRET_PREVIOUS", present);
}

/** `secrets` without the former secret. */
export function forgetFormer(secrets: string): string {
  return deleteSecret(secrets, "AUTH_SECRET_PREVIOUS");
}

/** The day until which the former secret is accepted, such as "2027-01-22". */
export function chooseEnd(now: number): string {
  return new Date(now + acceptedFor * day).toISOString().slice(0, 10);
}

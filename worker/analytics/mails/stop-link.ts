import { type Rhythm, rhythms } from "#shared/analytics/report-rhythms.ts";
import { day, second } from "#shared/dates/durations.ts";
import type { AccountId } from "../../db/accounts-tables.ts";
import { decodeBase64url } from "#worker/lib/text/base64url.ts";
import { nowInSeconds } from "../../lib/clock.ts";
import type { Secrets } from "../../lib/former-secret.ts";
import { macText, verifyMac } from "../../lib/secrets.ts";

/** Seconds in which the link of a mail ends the mails: longer than two months, so that one of them always works. */
const stopLife = (100 * day) / second;

/** What the link of a mail ends. */
interface StopClaim {
  user: AccountId;
  rhythm: Rhythm;
}

/** The path of the page that ends the mails of this rhythm without a sign-in. It ends nothing else, and shows nothing. */
export async function makeStopPath(secret: string, { user, rhythm }: StopClaim): Promise<string> {
  const claim = `${user}.${rhythm}.${nowInSeconds() + stopLife}`;
  return `/auth/report/${claim}.${await macText(secret, "report by mail", claim)}`;
}

/** What `token` ends; null for a token that is not ours, or no longer good. */
export async function readStopToken(secrets: Secrets, token: string): Promise<StopClaim | null> {
  const [, user, named, expires, tag = ""] = /^([0-9a-f-]{36})\.([a-z]+)\.(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
  const rhythm = rhythms.find((each) => each === named);
  const bytes = decodeBase64url(tag);
  if (user === undefined || !rhythm || !bytes) return null;
  if (!(await verifyMac(secrets, "report by mail", `${user}.${rhythm}.${expires}`, bytes))) return null;
  return Number(expires) > nowInSeconds() ? { user: user as AccountId, rhythm } : null;
}

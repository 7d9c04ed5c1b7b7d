import { type RawBuilder, sql } from "kysely";
import { judgeWhen, type Unusual } from "#worker/audit/unusual.ts";
import type { SessionId, AccountId } from "#worker/db/accounts-tables.ts";
import { describeDevice } from "#worker/lib/text/detect-browser.ts";
import { isLocalSite } from "#worker/lib/local-site.ts";

/** Where somebody signs in from, in words for its owner and for colleagues. Never an address of the network. */
export interface SessionOrigin {
  /** Such as "Chrome on Windows". */
  device: string;
  /** Such as "Pune, India"; null where Cloudflare does not know, and on a developer's machine. */
  place: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

const longestPlace = 120;

/**
 * Reads the browser from its user agent, and the place from what Cloudflare knows of the network. On a developer's
 * machine the simulated network has a made-up place, which is left out.
 */
export function readSessionOrigin(request: Request, env: Pick<Env, "SITE_ORIGIN">): SessionOrigin {
  const known = isLocalSite(env) ? undefined : request.cf;
  const { city, country: code } = (known ?? {}) as { city?: unknown; country?: unknown };
  const country = typeof code === "string" && /^[A-Z]{2}$/.test(code) ? code : null;
  // "XX" is what Cloudflare says where it does not know.
  const name = country === null || country === "XX" ? null : nameCountry(country);
  const town = typeof city === "string" && city !== "" ? city : null;
  return {
    device: describeDevice(request.headers.get("User-Agent") ?? ""),
    place: name === null ? null : [town, name].filter(Boolean).join(", ").slice(0, longestPlace),
    country: name === null ? null : country,
  };
}

/** Null for a code that no country has. */
function nameCountry(code: string): string | null {
  return new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code) ?? null;
}

interface PlacedSession {
  user: AccountId;
  /** Null while there is no session yet. */
  sessionId: SessionId | null;
  country: string | null;
}

/** "new country" where the account has sessions from known countries, and none from this one. As SQL. */
export function judgeCountry({ user, sessionId, country }: PlacedSession): RawBuilder<Unusual | null> {
  if (country === null) return sql`null`;
  const earlier = sql`select 1 from sessions where account_id = ${user} and id is not ${sessionId} and country`;
  return judgeWhen(sql`exists (${earlier} is not null) and not exists (${earlier} = ${country})`, "new country");
}

import { apiScopeNames, scopePermissions } from "#shared/accounts/api-scopes.ts";
import { may } from "#shared/permissions.ts";
import type { SignedIn } from "#app/staff/guard.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import { readScopes, selectApiTokens } from "#worker/accounts/api-tokens.ts";
import { selectOpenSessions } from "#worker/accounts/sessions/end-sessions.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb, readRow, readRows, runBatch } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

export type AccountData = Awaited<ReturnType<typeof loadAccount>>;

/** What the page shows of the caller's account: three queries in one round trip. Dates become text here. */
export async function loadAccount(
  { user: { id, email }, sessionId, roles }: SignedIn,
  { locale, scope }: { locale: string; scope: RequestScope },
) {
  const db = openDb(scope.env.DB);
  const user = db
    .selectFrom("accounts")
    .select(["name", "time_zone", "picture_key"])
    .where("id", "=", id as AccountId);
  const open = selectOpenSessions(db, id as AccountId);
  const tokens = selectApiTokens(db, id as AccountId);
  const offered = apiScopeNames.filter((scope) => may(roles, scopePermissions[scope]));
  const results = await runBatch(db, [user, open, tokens]);
  const { name, time_zone: zone, picture_key: picture } = readRow(user, results[0]);
  return {
    email,
    name,
    zone,
    zones: listZones(zone),
    hasPicture: picture !== null,
    sessions: readRows(open, results[1]).map((session) => ({
      id: session.id,
      device: session.device ?? "Unknown device",
      place: session.place ?? "Unknown place",
      isNewCountry: Boolean(session.is_new_country),
      since: toInstant(session.created_at, locale),
      seen: toInstant(session.refreshed_at, locale),
      isThis: session.id === sessionId,
    })),
    /** Null for who may not use the API. */
    tokens:
      offered.length > 0
        ? readRows(tokens, results[2]).map((token) => ({
            id: token.id,
            name: token.name,
            scopes: readScopes(token.scopes),
            ending: token.ending,
            until: toInstant(token.expires_at, locale),
            used: token.used_at === null ? null : toInstant(token.used_at, locale),
          }))
        : null,
    /** Scopes that the caller may give a token. */
    offered,
  };
}

/** Cities that this machine still lists under a former name. It knows the present one, too. */
const renamed: Readonly<Record<string, string>> = {
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
};

/** Every time zone of this machine, with the one that is set. A browser may know others, so the list comes from here. */
function listZones(set: string | null): string[] {
  const listed = Intl.supportedValuesOf("timeZone").map((zone) => renamed[zone] ?? zone);
  return [...new Set(["UTC", ...listed, ...(set === null ? [] : [set])])].toSorted();
}

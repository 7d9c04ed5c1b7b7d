import type { SignedIn } from "#app/staff/guard.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import { selectOpenSessions } from "#worker/accounts/end-sessions.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb, readRow, readRows, runBatch } from "#worker/db/client.ts";
import type { RequestScope } from "#worker/lib/scope.ts";

export type AccountData = Awaited<ReturnType<typeof loadAccount>>;

/** What the page shows of the caller's account: two queries in one round trip. Dates become text here. */
export async function loadAccount(
  { user: { id, email }, sessionId }: SignedIn,
  { locale, scope }: { locale: string; scope: RequestScope },
) {
  const db = openDb(scope.env.DB);
  const user = db
    .selectFrom("users")
    .select(["name", "time_zone", "picture_key"])
    .where("id", "=", id as UserId);
  const open = selectOpenSessions(db, id as UserId);
  const results = await runBatch(db, [user, open]);
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

import { day, hour } from "#shared/dates/durations.ts";
import type { AuditDetail } from "../../worker/audit/record.ts";
import type { Unusual } from "../../worker/audit/unusual.ts";
import type { SessionId, AccountId } from "../../worker/db/accounts-tables.ts";
import { type Db, openDb, runBatch } from "../../worker/db/client.ts";
import type { AuditAction } from "../../worker/subjects.ts";
import { type DemoEntry, history, knownDesks, type Seat, seats } from "./audit-history.ts";
import { demoRequest, readDemoStaff } from "./past.ts";

/**
 * Stores what the demo company did, under ids of its own, so that seeding again adds nothing: the entries of
 * audit-history.ts, the sign-ins of the sessions that are open, and those of earlier office days. Nobody has the tokens of
 * these sessions.
 */
export async function seedAudit(database: D1Database): Promise<void> {
  const db = openDb(database);
  const known = await db.selectFrom("audit_log").select("id").where("id", "=", writeId("a", 0)).executeTakeFirst();
  const ids = await findIds(database);
  if (!known)
    await runBatch(
      db,
      seats.map((seat, index) => insertSession(db, { seat, index, ids })),
    );
  const signIns = await listSignIns(db);
  const entries = [...history, ...listOfficeDays(), ...signIns].map((entry, index) => toRow(entry, { index, ids }));
  if (!known)
    await runBatch(
      db,
      entries.map((entry) => db.insertInto("audit_log").values(entry)),
    );
  console.log(`Demo entries of the audit log: ${known ? "in order" : `${entries.length} made`}.`);
}

interface Placed {
  index: number;
  /** Ids of accounts and records, by the names that demo entries have for them. */
  ids: ReadonlyMap<string, string>;
}

function insertSession(db: Db, { seat, index, ids }: Placed & { seat: Seat }) {
  const { who, device, place, country, startedHoursAgo, usedHoursAgo } = seat;
  const startedAt = Math.round(Date.now() - startedHoursAgo * hour);
  return db.insertInto("sessions").values({
    id: writeId<SessionId>("c", index),
    account_id: ids.get(who) as AccountId,
    counter: 0,
    created_at: startedAt,
    auth_time: startedAt,
    refreshed_at: Math.round(Date.now() - usedHoursAgo * hour),
    idle_expires_at: Date.now() + 7 * day,
    absolute_expires_at: Date.now() + 7 * day,
    device,
    place,
    country,
  });
}

/** A sign-in for every open session of the demo staff. */
async function listSignIns(db: Db): Promise<DemoEntry[]> {
  const rows = await db
    .selectFrom("sessions")
    .innerJoin("accounts", "accounts.id", "sessions.account_id")
    .select(["sessions.id", "sessions.created_at", "device", "place", "country", "accounts.email"])
    .where("accounts.is_demo", "=", 1)
    .execute();
  return rows.map(({ id, created_at, device, place, country, email }) => ({
    hoursAgo: (Date.now() - created_at) / hour,
    who: email.replace("@demo.example", ""),
    action: "session.started",
    about: id,
    detail: { device, place, country, proofs: "password" },
    unusual: isFarFromDesk(place) ? "new country" : null,
  }));
}

/** Of the demo sessions, two were started abroad. */
function isFarFromDesk(place: string | null): boolean {
  return place === "Lisbon, Portugal" || place === "Warsaw, Poland";
}

/** Who signed in on earlier office days, a month back. */
function listOfficeDays(): DemoEntry[] {
  return [6, 7, 9, 13, 16, 20, 23, 27].flatMap((daysAgo, index) =>
    Object.entries(knownDesks)
      .filter((_, who) => (index + who) % 3 !== 0)
      .map(([who, desk], place) => ({
        hoursAgo: daysAgo * 24 + 2 + place / 3,
        who,
        action: "session.started" as const,
        detail: { ...desk, proofs: "password" },
      })),
  );
}

function toRow({ hoursAgo, who, action, about, detail, unusual = null }: DemoEntry, { index, ids }: Placed) {
  return {
    id: writeId("a", index),
    at: Math.round(Date.now() - hoursAgo * hour),
    actor_id: who === null ? null : ((ids.get(who) ?? null) as AccountId | null),
    action: action satisfies AuditAction,
    subject_id: about === undefined ? null : (ids.get(about) ?? about),
    request_id: demoRequest,
    detail: JSON.stringify((detail ?? {}) satisfies AuditDetail),
    unusual: unusual satisfies Unusual | null,
  };
}

/** Ids of the demo accounts and of something of each kind. */
async function findIds(database: D1Database): Promise<ReadonlyMap<string, string>> {
  const staff = await readDemoStaff(database);
  const { results } = await database
    .prepare(
      `SELECT 'enquiry' AS name, (SELECT min(id) FROM enquiries) AS id
       UNION ALL SELECT 'post', (SELECT max(id) FROM insights WHERE status = 'published' AND publish_at < ?1)
       UNION ALL SELECT 'job', (SELECT max(id) FROM openings WHERE status = 'published')
       UNION ALL SELECT email, id FROM invites`,
    )
    .bind(Date.now())
    .all<{ name: string; id: string }>();
  return new Map([...staff, ...results.map(({ name, id }) => [name, id] as const)]);
}

/** An id that is the same each time. */
function writeId<Id extends string>(kind: string, index: number): Id {
  return `0199d0de-${kind}000-7000-8000-${String(index).padStart(12, "0")}` as Id;
}

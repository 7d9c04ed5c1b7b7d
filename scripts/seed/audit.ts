import { day, hour } from "#app/shared/durations.ts";
import type { AuditDetail } from "../../worker/audit/record.ts";
import type { Unusual } from "../../worker/audit/unusual.ts";
import type { SessionId, UserId } from "../../worker/db/accounts-tables.ts";
import { openDb, runBatch } from "../../worker/db/client.ts";
import type { AuditAction } from "../../worker/subjects.ts";

type Who = "super" | "marketing" | "talent" | "hr";
type About = "enquiry" | "post" | "job" | Who;

interface DemoEntry {
  daysAgo: number;
  /** Of that day, UTC. */
  at: number;
  /** Null for nobody signed in. */
  who: Who | null;
  action: AuditAction;
  about?: About;
  detail?: AuditDetail;
  unusual?: Unusual | null;
}

const pune = { place: "Pune, India", country: "IN" };
const berlin = { place: "Berlin, Germany", country: "DE" };
const desks: Record<Who, AuditDetail> = {
  super: { device: "Chrome on Windows", ...pune, proofs: "password" },
  marketing: { device: "Firefox on macOS", ...berlin, proofs: "password" },
  talent: { device: "Edge on Windows", ...pune, proofs: "password" },
  hr: { device: "Safari on macOS", place: "Lyon, France", country: "FR", proofs: "password" },
};

/** Office days: who signed in, and when. */
const signIns: DemoEntry[] = [1, 2, 3, 6, 7, 9, 13, 16, 20, 23, 27].flatMap((daysAgo, index) => {
  const people = (["super", "marketing", "talent", "hr"] as const).filter((_, who) => (index + who) % 3 !== 0);
  return people.map((who, place): DemoEntry => {
    return { daysAgo, at: 7 + place / 3, who, action: "session.started", detail: desks[who] };
  });
});

const stranger = { device: "Chrome on Linux", place: "Amsterdam, Netherlands", country: "NL" };

const others: DemoEntry[] = [
  ...[0, 1, 2, 3, 4].map((index): DemoEntry => {
    return {
      daysAgo: 4,
      at: 2 + index / 60,
      who: null,
      action: "session.refused",
      about: "marketing",
      detail: stranger,
      unusual: index === 4 ? "many failures" : null,
    };
  }),
  { daysAgo: 12, at: 22, who: null, action: "session.refused", detail: stranger },
  {
    daysAgo: 2,
    at: 19,
    who: "super",
    action: "session.started",
    detail: { device: "Safari on iOS", place: "Lisbon, Portugal", country: "PT", proofs: "password" },
    unusual: "new country",
  },
  { daysAgo: 5, at: 8, who: null, action: "session.reuse_detected", about: "hr", unusual: "copied session" },
  { daysAgo: 5, at: 9, who: "hr", action: "sessions.ended", about: "hr", detail: { by: "owner" } },
  { daysAgo: 1, at: 9, who: "marketing", action: "enquiry.changed", about: "enquiry", detail: { status: "open" } },
  { daysAgo: 1, at: 10, who: "marketing", action: "enquiry.exported", detail: { folder: "inbox" } },
  { daysAgo: 1, at: 10.4, who: "marketing", action: "enquiry.exported", detail: { folder: "spam" } },
  {
    daysAgo: 1,
    at: 10.8,
    who: "marketing",
    action: "enquiry.exported",
    detail: { folder: "inbox" },
    unusual: "many exports",
  },
  { daysAgo: 3, at: 11, who: "marketing", action: "post.published", about: "post" },
  { daysAgo: 3, at: 10, who: "marketing", action: "post.saved", about: "post", detail: { version: 3 } },
  { daysAgo: 6, at: 13, who: "talent", action: "job.published", about: "job" },
  { daysAgo: 6, at: 12, who: "talent", action: "job.saved", about: "job", detail: { version: 2 } },
  { daysAgo: 7, at: 15, who: "super", action: "person.exported", detail: { rows: 4 } },
  { daysAgo: 8, at: 14, who: "super", action: "person.erased", detail: { rows: 4 } },
  { daysAgo: 9, at: 9, who: "talent", action: "account.changed", about: "talent" },
  { daysAgo: 10, at: 16, who: "marketing", action: "enquiry.marked_spam", about: "enquiry" },
  { daysAgo: 11, at: 16, who: "marketing", action: "enquiry.cleared_of_spam", about: "enquiry" },
  { daysAgo: 13, at: 17, who: "marketing", action: "mail.sent_again", about: "enquiry" },
  { daysAgo: 14, at: 12, who: "super", action: "dead_letter.deleted", detail: { queue: "fivewright-mail" } },
  { daysAgo: 16, at: 10, who: "hr", action: "account.picture_changed", about: "hr" },
  { daysAgo: 17, at: 10, who: "hr", action: "account.downloaded", detail: { rows: 31 } },
  { daysAgo: 18, at: 11, who: "talent", action: "job.closed", about: "job" },
  { daysAgo: 20, at: 18, who: "super", action: "session.ended" },
  { daysAgo: 23, at: 9, who: "super", action: "audit.exported", detail: { unusual: true } },
  { daysAgo: 28, at: 11, who: "marketing", action: "post.created", about: "post" },
];

const sessions: { who: Who; device: string; place: string; country: string; daysAgo: number; usedHoursAgo: number }[] =
  [
    { who: "super", device: "Chrome on Windows", ...pune, daysAgo: 1, usedHoursAgo: 3 },
    { who: "super", device: "Safari on iOS", place: "Lisbon, Portugal", country: "PT", daysAgo: 2, usedHoursAgo: 20 },
    { who: "marketing", device: "Firefox on macOS", ...berlin, daysAgo: 1, usedHoursAgo: 5 },
    { who: "talent", device: "Edge on Windows", ...pune, daysAgo: 2, usedHoursAgo: 9 },
  ];

/**
 * Stores demo entries of the audit log and demo sessions, under ids of their own, so that seeding again adds nothing.
 * Nobody has the tokens of these sessions.
 */
export async function seedAudit(database: D1Database): Promise<void> {
  const db = openDb(database);
  const ids = await findIds(database);
  const today = Math.floor(Date.now() / day) * day;
  const entries = [...signIns, ...others].map(({ daysAgo, at, who, action, about, detail, unusual }, index) => ({
    id: writeId("a", index),
    at: Math.round(today - daysAgo * day + at * hour),
    actor_id: who && (ids[who] as UserId),
    action,
    subject_id: about ? (ids[about] ?? null) : null,
    request_id: writeId("b", index),
    detail: JSON.stringify(detail ?? {}),
    unusual: unusual ?? null,
  }));
  const open = sessions.map(({ who, device, place, country, daysAgo, usedHoursAgo }, index) => {
    const startedAt = Date.now() - daysAgo * day;
    return {
      id: writeId<SessionId>("c", index),
      user_id: ids[who] as UserId,
      counter: 0,
      created_at: startedAt,
      auth_time: startedAt,
      refreshed_at: Date.now() - usedHoursAgo * hour,
      idle_expires_at: Date.now() + 7 * day,
      absolute_expires_at: Date.now() + 7 * day,
      device,
      place,
      country,
    };
  });
  const known = await db
    .selectFrom("audit_log")
    .select("id")
    .where(
      "id",
      "in",
      entries.slice(0, 50).map(({ id }) => id),
    )
    .executeTakeFirst();
  if (!known)
    await runBatch(db, [
      ...entries.map((entry) => db.insertInto("audit_log").values(entry)),
      ...open.map((session) => db.insertInto("sessions").values(session)),
    ]);
  console.log(`Demo entries of the audit log: ${known ? "in order" : `${entries.length} made`}.`);
}

/** Ids of the demo accounts and of something of each kind. */
async function findIds(database: D1Database): Promise<Partial<Record<About, string>>> {
  const { results } = await database
    .prepare(
      `SELECT replace(email, '@demo.example', '') AS name, id FROM users WHERE is_demo = 1
       UNION ALL SELECT 'enquiry', (SELECT min(id) FROM enquiries)
       UNION ALL SELECT 'post', (SELECT min(id) FROM posts WHERE status = 'published')
       UNION ALL SELECT 'job', (SELECT min(id) FROM jobs)`,
    )
    .all<{ name: About; id: string }>();
  return Object.fromEntries(results.map(({ name, id }) => [name, id]));
}

/** An id that is the same each time. */
function writeId<Id extends string>(kind: string, index: number): Id {
  return `0199d0de-${kind}000-7000-8000-${String(index).padStart(12, "0")}` as Id;
}

import { type RawBuilder, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import type { ListCursor } from "#shared/pages/list.ts";
import { readSettings, selectSettings } from "#worker/lib/saved-views.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import { type Db, readRow, readRows, runBatch } from "../db/client.ts";
import { countPage, type PageOrder, readPage, selectPage } from "../db/list-page.ts";
import { now } from "../lib/clock.ts";
import { foldPeople, hasPerson } from "#worker/lib/text/search-people.ts";

export const entriesPerPage = 25;

/** How many people the filter offers; others are found by words. */
const offeredPeople = 200;

/** Which entries are asked for. */
export interface AuditFilter {
  /** Who did it: an account, or nobody signed in. Null for anybody. */
  actor: AccountId | "nobody" | null;
  /** Null for every action. */
  actions: readonly string[] | null;
  /** From this instant on, in epoch milliseconds. */
  since: number | null;
  /** Before this one. */
  before: number | null;
  unusual: boolean;
  /** In the name or address of who did it; or a whole id: see `selectRelated`. "" for anything. */
  words: string;
}

interface AskedEntries {
  filter: AuditFilter;
  direction: "asc" | "desc";
  cursor: ListCursor | null;
  /** Who reads, and the list that their settings are about. */
  reader: AccountId;
  list: string;
}

/** One page of the log with its figures, the people to choose from, and what the reader keeps about the list. */
export async function listAudit(db: Db, { filter, direction, cursor, reader, list }: AskedEntries) {
  if (filter.words !== "") await foldPeople(db, "accounts");
  const order = orderEntries(direction, cursor);
  const entries = selectEntries(db, filter, order, entriesPerPage);
  const figures = countEntries(db, filter, order);
  const people = selectPeople(db);
  const settings = selectSettings(db, { user: reader, list });
  const results = await runBatch(db, [entries, figures, people, settings]);
  const { total, beyond, unusual } = readRow(figures, results[1]);
  const size = entriesPerPage;
  return {
    ...readPage(readRows(entries, results[0]), { total, beyond }, { cursor, size }),
    figures: { unusual },
    people: readRows(people, results[2]),
    settings: readSettings(readRow(settings, results[3])),
  };
}

export type ListedEntry = Awaited<ReturnType<typeof listAudit>>["rows"][number];

/** By time, from `cursor` on. */
export function orderEntries(direction: "asc" | "desc", cursor: ListCursor | null): PageOrder {
  return { column: { value: sql<number>`audit_log.at`, kind: "number" }, direction, id: "audit_log.id", cursor };
}

/**
 * The query of one page of entries, each with who did it and with what its subject is called today. A subject is of the
 * kind whose table has its id.
 */
export function selectEntries(db: Db, filter: AuditFilter, order: PageOrder, size: number) {
  const found = filterEntries(db, filter)
    .leftJoin("accounts as actor", "actor.id", "audit_log.actor_id")
    .leftJoin("sessions as session", (join) => join.on(isSubject("session.id")))
    .leftJoin("accounts as person", (join) =>
      join.on(sql<boolean>`person.id = coalesce(session.account_id, audit_log.subject_id)`),
    )
    .leftJoin("insights", (join) => join.on(isSubject("insights.id")))
    .leftJoin("openings", (join) => join.on(isSubject("openings.id")))
    .leftJoin("enquiries", (join) => join.on(isSubject("enquiries.id")))
    .leftJoin("invites", (join) => join.on(isSubject("invites.id")))
    .leftJoin("interviews", (join) => join.on(isSubject("interviews.id")))
    .leftJoin("scorecards", (join) => join.on(isSubject("scorecards.id")))
    .leftJoin("candidates", (join) => join.on(isSubject("candidates.id")))
    .leftJoin("applications", (join) => join.on(sql<boolean>`applications.id = ${subjectApplication}`))
    .leftJoin("openings as role", "role.id", "applications.opening_id")
    .leftJoin("mail_templates", (join) => join.on(isSubject("mail_templates.id")))
    .select([
      "audit_log.id",
      "audit_log.at",
      "audit_log.actor_id",
      "audit_log.action",
      "audit_log.subject_id",
      "audit_log.request_id",
      "audit_log.detail",
      "audit_log.unusual",
      "actor.name as actor_name",
      "actor.email as actor_email",
      "person.name as person_name",
      "person.email as person_email",
      "insights.title as post_title",
      "insights.slug as post_slug",
      "openings.title as job_title",
      "openings.slug as job_slug",
      "enquiries.id as enquiry_id",
      "invites.email as invite_email",
      "applications.id as application_id",
      // Nothing names who withdrew or was erased.
      sql<string | null>`iif(applications.sealed_at is null, applications.name, null)`.as("application_name"),
      "role.title as application_job",
      "candidates.id as candidate_id",
      "mail_templates.name as template_name",
    ]);
  return selectPage(found, order, size);
}

/** The application that an entry is about, itself or by one of its interviews or scorecards, or by its person. */
const subjectApplication = sql<string>`coalesce(interviews.application_id, scorecards.application_id,
  (select id from applications as latest where latest.candidate_id = candidates.id order by received_at desc limit 1),
  audit_log.subject_id)`;

/** The query of every number on the page. `unusual` counts the last seven days, whatever the filter. */
export function countEntries(db: Db, filter: AuditFilter, order: PageOrder) {
  return db
    .selectFrom(countPage(filterEntries(db, filter), order).as("counted"))
    .select(["counted.total", "counted.beyond", countUnusual(db).as("unusual")])
    .$narrowType<{ unusual: number }>();
}

function countUnusual(db: Db) {
  return db
    .selectFrom("audit_log")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("unusual", "is not", null)
    .where("at", ">", now() - 7 * day);
}

/** The people who hold a role, to choose from. */
export function selectPeople(db: Db) {
  return db
    .selectFrom("accounts")
    .select(["id", "name", "email"])
    .where("id", "in", (query) => query.selectFrom("account_roles").select("account_id"))
    .orderBy("email")
    .limit(offeredPeople);
}

function filterEntries(db: Db, { actor, actions, since, before, unusual, words }: AuditFilter) {
  return db
    .selectFrom("audit_log")
    .$if(actor === "nobody", (query) => query.where("audit_log.actor_id", "is", null))
    .$if(actor !== null && actor !== "nobody", (query) => query.where("audit_log.actor_id", "=", actor as AccountId))
    .$if(actions !== null, (query) => query.where("audit_log.action", "in", actions ?? []))
    .$if(since !== null, (query) => query.where("audit_log.at", ">=", since))
    .$if(before !== null, (query) => query.where("audit_log.at", "<", before))
    .$if(unusual, (query) => query.where("audit_log.unusual", "is not", null))
    .$if(words !== "", (query) => query.where(fitsWords(words)));
}

/** Ids are UUIDs, which nobody has as a name. */
function fitsWords(words: string): RawBuilder<boolean> {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(words))
    return sql<boolean>`audit_log.subject_id in (${selectRelated(words.toLowerCase())})`;
  return sql<boolean>`audit_log.actor_id in (select id from accounts where ${hasPerson("accounts", words)})`;
}

/**
 * The row with this id and, of an application, all others of the same person: their applications, the interviews and scorecards of
 * these, and the person. So one list answers who saw somebody's data.
 */
function selectRelated(id: string) {
  const person = sql`(select candidate_id from applications where id = ${id})`;
  const own = sql`select id from applications where candidate_id = ${person}`;
  return sql<string>`select ${id} union ${own} union select ${person}
    union select id from interviews where application_id in (${own})
    union select id from scorecards where application_id in (${own})`;
}

function isSubject(column: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = audit_log.subject_id`;
}

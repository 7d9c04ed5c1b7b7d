/** What a restored database must not bring back: sign-ins, mails that were sent, and people who were erased. */
import { sql } from "kysely";
import { eraseVisitorKeys } from "../../worker/analytics/erase-visitors.ts";
import { recordAudit } from "../../worker/audit/record.ts";
import type { Note } from "../../worker/backups/notes.ts";
import type { Manifest } from "../../worker/backups/types.ts";
import { type Db, runBatch } from "../../worker/db/client.ts";
import type { MailId } from "../../worker/db/email-tables.ts";
import { readErrorMessage } from "../../worker/lib/error-message.ts";
import { newId } from "../../worker/lib/ids.ts";
import type { Subject } from "../../worker/lib/subject.ts";
import { erasePerson } from "../../worker/privacy/erase.ts";
import { hashAddressWith } from "../../worker/privacy/proofs.ts";

interface After {
  manifest: Manifest;
  /** Everything that was noted, also before the backup. */
  notes: readonly Note[];
  /** Under which the persons among them were hashed. */
  keys: readonly string[];
  env: Env;
  subjects: readonly Subject[];
}

export interface AfterOutcome {
  sessions: number;
  /** Mails known to have been sent, and those of which nobody knows. */
  sent: number;
  unconfirmed: number;
  /** Notes of erasures and deletions that were applied again. */
  erased: number;
  /** What could not be applied again, and why. */
  troubles: string[];
}

/** May be repeated. */
export async function afterRestore(db: Db, { manifest, notes, keys, env, subjects }: After): Promise<AfterOutcome> {
  const since = manifest.startedAt;
  const due = notes.filter(({ at }) => at >= since);
  const requestId = crypto.randomUUID();
  const sessions = await endSignIns(db);
  const mails = await settleMails(db, { id: manifest.id, due });
  const troubles: string[] = [];
  let erased = 0;
  const attempt = async (about: string, work: () => Promise<void>) => {
    try {
      await work();
      erased += 1;
    } catch (error) {
      troubles.push(`${about}: ${readErrorMessage(error)}`);
    }
  };
  const of = (kind: string) => [...new Set(due.filter((note) => note.kind === kind).map(({ mark }) => mark))];
  for (const id of of("application")) await attempt(`application ${id}`, () => deleteApplication(db, id));
  for (const id of of("enquiry"))
    await attempt(`enquiry ${id}`, async () => void (await sql`delete from enquiries where id = ${id}`.execute(db)));
  for (const id of of("user"))
    await attempt(`account ${id}`, async () => void (await sql`delete from accounts where id = ${id}`.execute(db)));
  for (const id of of("sealed")) await attempt(`application ${id}`, () => sealApplication(db, id));
  const visitors = of("visitor");
  for (let from = 0; from < visitors.length; from += 100)
    await attempt("visitors", async () => {
      await runBatch(db, await eraseVisitorKeys(db, visitors.slice(from, from + 100), requestId));
    });
  for (const email of await findPersons(db, new Set(of("person")), keys))
    await attempt(
      "a person",
      async () => void (await erasePerson(db, { email, actor: null }, { env, requestId, subjects })),
    );
  await runBatch(db, [
    // Announcements to search engines and purges of caches from before are done, or come with the next change.
    db.deleteFrom("announcements").where("due_at", "<=", Date.now()),
    db.deleteFrom("backup_runs").where("id", "=", manifest.id),
    db.insertInto("backup_runs").values({
      id: manifest.id,
      kind: "restored",
      state: "done",
      started_at: manifest.startedAt,
      finished_at: Date.now(),
      error: null,
    }),
    recordAudit(db, {
      action: "backup.restored",
      actor: null,
      subject: null,
      requestId,
      detail: { backup: manifest.id },
    }),
  ]);
  return { sessions, ...mails, erased, troubles };
}

/**
 * Ends all open access: sessions, API tokens, links by mail, half sign-ins. New signing keys are made at the next sign-in, so
 * no access token of before is accepted either.
 */
async function endSignIns(db: Db): Promise<number> {
  const at = Date.now();
  const ended = db
    .updateTable("sessions")
    .set({ revoked_at: at, revoked_reason: "ended" })
    .where("revoked_at", "is", null)
    .returning("id");
  const results = await runBatch(db, [
    ended,
    db.updateTable("api_tokens").set({ revoked_at: at }).where("revoked_at", "is", null),
    db.deleteFrom("signing_keys"),
    db.deleteFrom("pending_sign_ins"),
    db.deleteFrom("webauthn_challenges"),
    db.deleteFrom("one_time_tokens"),
  ]);
  return results[0]?.results.length ?? 0;
}

/**
 * Mails that were sent since the backup count as sent; where the backup has no such mail, a row without content keeps it from being
 * planned again. What was due by now may have left in the last minutes, so a person decides.
 */
async function settleMails(db: Db, { id, due }: { id: string; due: readonly Note[] }) {
  const mails = due.filter(({ kind }) => kind === "mail");
  for (let from = 0; from < mails.length; from += 200) {
    const some = mails.slice(from, from + 200);
    await runBatch(
      db,
      some.map(({ mark, at }) =>
        db
          .insertInto("outbox")
          .values({
            id: newId<MailId>(),
            dedupe_key: mark,
            subject_id: null,
            kind: "restored" as never,
            recipient: "",
            reply_to: null,
            subject: "Sent before the site was restored",
            text: "",
            html: "",
            attachments: "[]",
            is_secret: 0,
            state: "sent",
            created_at: at,
            due_at: at,
            sent_at: at,
            purge_at: null,
            stop_url: null,
          })
          .onConflict((conflict) =>
            conflict.column("dedupe_key").doUpdateSet({ state: "sent", sent_at: at, last_error: null }),
          ),
      ),
    );
  }
  const unconfirmed = await db
    .updateTable("outbox")
    .set({ state: "unconfirmed", last_error: `Restored from the backup ${id}: it may have left before.` })
    .where("state", "in", ["waiting", "sending"])
    .where("due_at", "<=", Date.now())
    .returning("id")
    .execute();
  return { sent: mails.length, unconfirmed: unconfirmed.length };
}

/** A hold that the backup still has was released before the application was deleted. */
async function deleteApplication(db: Db, id: string): Promise<void> {
  const released = { released_at: Date.now(), email: null, release_reason: "Released after the backup was made." };
  const isOwn = sql<boolean>`released_at is null and (application_id = ${id}
    or email in (select email from applications where id = ${id}))`;
  const gone = sql`delete from applications where id = ${id}`;
  await runBatch(db, [db.updateTable("legal_holds").set(released).where(isOwn), { compile: () => gone.compile(db) }]);
}

/** Who hires sees it no longer, and it goes with its hold. */
async function sealApplication(db: Db, id: string): Promise<void> {
  const at = Date.now();
  await sql`update applications set sealed_at = ${at}, stage = 'withdrawn', stage_since = ${at}, ended_at = ${at}
    where id = ${id} and sealed_at is null`.execute(db);
}

/** Addresses of the database whose keyed hashes were noted. */
async function findPersons(db: Db, hashes: ReadonlySet<string>, keys: readonly string[]): Promise<string[]> {
  if (hashes.size === 0) return [];
  const { rows: columns } = await sql<{ table: string; name: string }>`
    select m.name as "table", x.name from sqlite_master as m, pragma_table_xinfo(m.name) as x
    where m.type = 'table' and m.name not glob '_cf_*' and m.name not glob 'sqlite_*' and x.hidden = 0 and x.type = 'TEXT'
      and (x.name glob '*email' or x.name in ('recipient', 'reply_to', 'held_for'))`.execute(db);
  const found = new Set<string>();
  for (const { table, name } of columns) {
    const { rows } = await sql<{ email: string }>`select distinct ${sql.ref(name)} as email from ${sql.table(table)}
      where ${sql.ref(name)} like '%@%'`.execute(db);
    for (const { email } of rows)
      for (const key of keys) if (hashes.has(await hashAddressWith(key, email))) found.add(email);
  }
  return [...found];
}

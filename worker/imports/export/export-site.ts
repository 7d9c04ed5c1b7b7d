import { makeZip } from "client-zip";
import { sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { type ExportPart, type ExportPlan, noTime } from "#shared/imports/export-parts.ts";
import { manifest, manifestName } from "#shared/imports/site-export.ts";
import { runRecorded } from "../../audit/run-versioned.ts";
import type { AccountId } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/client.ts";
import { now } from "../../lib/clock.ts";
import { BodyTooLargeError, ConflictError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { type Entry, writeJson } from "./entry.ts";
import { listArticles } from "./list-articles.ts";
import { listDrawings, listLibrary } from "./list-pictures.ts";
import { listTopicFiles, readTopics } from "./list-topic-files.ts";
import { fitsOneRequest, planExport } from "./plan-export.ts";
import { readNames } from "./read-names.ts";

type Scope = Pick<RequestScope, "env" | "log" | "requestId">;

/** An export that somebody has begun; its id is the subject of its entry in the audit log. */
export interface Export {
  id: string;
  actor: AccountId;
}

/** How long the parts of an export can be asked for: a browser waits for its network. */
const exportLife = day;
const audit = { action: "site.exported" } as const;

/** Its entry in the audit log. */
export function selectExport(db: Db, { id, actor }: Export) {
  return db
    .selectFrom("audit_log")
    .select("id")
    .where("subject_id", "=", id)
    .where("at", ">", now() - exportLife)
    .where("action", "=", audit.action)
    .where("actor_id", "=", actor);
}

/**
 * The parts of an export, which whoever gets them asks for one by one (`exportOne`). It is recorded as one export, however
 * often this is asked, and before any of its parts is there.
 */
export async function beginExport(
  db: Db,
  { id, actor, since }: Export & { since?: string },
  { requestId }: Pick<Scope, "requestId">,
): Promise<ExportPlan> {
  const plan = await planExport(db, since ? { since } : {});
  const rows = sql`(SELECT 1 WHERE NOT EXISTS ${selectExport(db, { id, actor })})`;
  const given = { rows, conflict: "This export is recorded already." };
  await runRecorded(db, { actor, requestId, subject: id, audit, given, queries: [] }).catch((error: unknown) => {
    if (!(error instanceof ConflictError)) throw error;
  });
  return plan;
}

/**
 * Everything as a ZIP: articles in every state as Markdown, authors and topics, and all pictures as they are stored. It is
 * read while it is sent; if it cannot be completed, or addresses have changed meanwhile, the download fails visibly. The
 * audit entry is written first.
 * @throws {BodyTooLargeError} for a site that one request cannot read as a whole
 */
export async function exportSite(db: Db, actor: AccountId, scope: Scope): Promise<ReadableStream<Uint8Array>> {
  const plan = await beginExport(db, { id: newId(), actor }, scope);
  if (!fitsOneRequest(plan)) throw new BodyTooLargeError();
  return zip(listAll(db, plan, scope), scope);
}

/**
 * One part of an export as a ZIP of its own, in which drawings.json and media.json name what is in this part, and the names of
 * the site when it was begun; `since` are those of the plan.
 * @throws {ConflictError} unless this person has begun this export within the last day, so that it is in the audit log
 */
export async function exportOne(
  db: Db,
  { part, since, ...begun }: Export & { part: ExportPart; since: string },
  scope: Scope,
): Promise<{ archive: ReadableStream<Uint8Array>; names: string }> {
  const entry = await selectExport(db, begun).executeTakeFirst();
  if (!entry) throw new ConflictError("This export is over. Begin it again.");
  const names = await readNames(db, since);
  return { archive: zip(listPart(db, part, scope), scope), names };
}

function zip(entries: AsyncIterable<Entry>, { log }: Scope): ReadableStream<Uint8Array> {
  return makeZip(listEntries());

  async function* listEntries() {
    try {
      for await (const entry of entries) yield { ...entry, lastModified: noTime };
    } catch (error) {
      log.error("export broke off", error);
      throw error;
    }
  }
}

async function* listAll(db: Db, { parts, names }: ExportPlan, scope: Scope): AsyncGenerator<Entry> {
  for (const part of parts) yield* listPart(db, part, scope);
  if ((await readNames(db, names)) !== names) throw new Error("Addresses have changed during the export");
}

async function* listPart(db: Db, { part, ...range }: ExportPart, { env }: Scope): AsyncGenerator<Entry> {
  if (part === "drawings") yield* listDrawings(db, range, env.MEDIA);
  else if (part === "media") yield* listLibrary(db, range, env.MEDIA);
  else {
    const topics = await readTopics(db);
    if (part === "articles") yield* listArticles(db, topics, range);
    else {
      yield { name: manifestName, input: writeJson({ ...manifest, origin: env.SITE_ORIGIN }) };
      yield* listTopicFiles(topics, env.MEDIA);
    }
  }
}

import { makeZip } from "client-zip";
import { type ExportPart, type ExportPlan, noTime } from "#app/shared/export-parts.ts";
import { manifest, manifestName } from "#app/shared/site-export.ts";
import { runRecorded } from "../../audit/run-versioned.ts";
import type { UserId } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/client.ts";
import { BodyTooLargeError } from "../../lib/errors.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { type Entry, writeJson } from "./entry.ts";
import { listArticles } from "./list-articles.ts";
import { listDrawings, listLibrary } from "./list-pictures.ts";
import { listTopicFiles, readTopics } from "./list-topic-files.ts";
import { fitsOneRequest, planExport } from "./plan-export.ts";

type Scope = Pick<RequestScope, "env" | "log" | "requestId">;

/** The parts of an export, which whoever gets them asks for one by one (`exportPart`). It is recorded as an export. */
export async function beginExport(db: Db, actor: UserId, { requestId }: Scope): Promise<ExportPlan> {
  const plan = await planExport(db);
  const audit = { action: "site.exported" } as const;
  await runRecorded(db, { actor, requestId, subject: null, audit, queries: [] });
  return plan;
}

/**
 * Everything as a ZIP: articles in every state as Markdown, authors and topics, and all pictures as they are stored. It is
 * read while it is sent; if it cannot be completed the download fails visibly. The audit entry is written first.
 * @throws {BodyTooLargeError} for a site that one request cannot read as a whole
 */
export async function exportSite(db: Db, actor: UserId, scope: Scope): Promise<ReadableStream<Uint8Array>> {
  const plan = await beginExport(db, actor, scope);
  if (!fitsOneRequest(plan)) throw new BodyTooLargeError();
  return zip(listAll(db, plan.parts, scope), scope);
}

/** One part of an export as a ZIP of its own, in which drawings.json and media.json name what is in this part. */
export function exportOne(db: Db, part: ExportPart, scope: Scope): ReadableStream<Uint8Array> {
  return zip(listPart(db, part, scope), scope);
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

async function* listAll(db: Db, parts: readonly ExportPart[], scope: Scope): AsyncGenerator<Entry> {
  for (const part of parts) yield* listPart(db, part, scope);
}

async function* listPart(db: Db, { part, ...range }: ExportPart, { env }: Scope): AsyncGenerator<Entry> {
  if (part === "drawings") yield* listDrawings(db, range, env.MEDIA);
  else if (part === "media") yield* listLibrary(db, range, env.MEDIA);
  else {
    const topics = await readTopics(db);
    if (part === "articles") yield* listArticles(db, topics, range);
    else {
      yield { name: manifestName, input: writeJson(manifest) };
      yield* listTopicFiles(topics, env.MEDIA);
    }
  }
}

import { makeZip } from "client-zip";
import { manifest, manifestName } from "#app/shared/site-export.ts";
import { runRecorded } from "../../audit/run-versioned.ts";
import type { UserId } from "../../db/accounts-tables.ts";
import type { Db } from "../../db/client.ts";
import type { RequestScope } from "../../lib/scope.ts";
import { type Entry, writeJson } from "./entry.ts";
import { listArticles } from "./list-articles.ts";
import { listDrawings, listLibrary } from "./list-pictures.ts";
import { listTopicFiles, readTopics } from "./list-topic-files.ts";

/** ZIP knows no time before it. Each file has this one: the same site makes the same bytes. */
const noTime = new Date(1980, 0, 1);

/**
 * Everything as a ZIP: articles in every state as Markdown, authors and topics, and all pictures as they are stored. It is
 * read while it is sent; if it cannot be completed the download fails visibly. The audit entry is written first.
 */
export async function exportSite(
  db: Db,
  { actor }: { actor: UserId },
  { env, log, requestId }: Pick<RequestScope, "env" | "log" | "requestId">,
): Promise<ReadableStream<Uint8Array>> {
  const audit = { action: "site.exported" } as const;
  await runRecorded(db, { actor, requestId, subject: null, audit, queries: [] });
  return makeZip(listEntries());

  async function* listEntries() {
    try {
      for await (const entry of listAll(db, env)) yield { ...entry, lastModified: noTime };
    } catch (error) {
      log.error("export broke off", error);
      throw error;
    }
  }
}

async function* listAll(db: Db, { MEDIA }: Pick<Env, "MEDIA">): AsyncGenerator<Entry> {
  yield { name: manifestName, input: writeJson(manifest) };
  const topics = await readTopics(db);
  yield* listTopicFiles(topics, MEDIA);
  yield* listArticles(db, topics);
  yield* listDrawings(db, MEDIA);
  yield* listLibrary(db, MEDIA);
}

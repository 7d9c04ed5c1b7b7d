import { sql } from "kysely";
import { type Db, runBatch } from "../db/client.ts";
import type { ImportedPageId, ImportId } from "../db/imports-tables.ts";
import { now } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import { tryInput } from "#worker/lib/forms/parse-input.ts";
import { readRunning, selectRunning } from "./begin-import.ts";
import { type CheckedPage, pageSchema } from "./import-schema.ts";
import { selectKnownPages } from "./look-up.ts";
import { nameSource } from "./name-source.ts";

/** What became of a page of the file. `kept`: it is here now, or as the file has it now. `known`: it was here. */
export interface PageOutcome {
  key: string;
  outcome: "kept" | "known" | "refused";
  why: string | null;
}

interface Batch {
  importId: ImportId;
  /** As they were sent: each is checked by itself. */
  pages: readonly Record<string, unknown>[];
}

/**
 * Keeps pages of another system: they are no articles, and no reader sees them. One that is here already becomes as the
 * file has it now.
 * @throws {NotFoundError}, {ConflictError} when there is no such import, or it was taken back
 */
export async function storePages(db: Db, { importId, pages }: Batch): Promise<PageOutcome[]> {
  const { kind, site } = await readRunning(db, importId);
  const checked = pages.map((page) => ({ key: String(page["key"]), ...tryInput(pageSchema, page) }));
  const valid = checked.flatMap(({ value }) => (value ? [value] : []));
  const known = await selectKnownPages(db, valid).execute();
  const isKnown = new Set(known.map(({ source_key }) => source_key));
  const news = valid.filter(({ key }) => !isKnown.has(key));
  const source = nameSource(kind, site);
  if (news.length > 0)
    await runBatch(
      db,
      news.map((page) => planPage(db, { page, source, importId })),
    );
  return checked.map(({ key, value, error }) => {
    if (!value) return { key, outcome: "refused", why: Object.values(error.fields).flat().join(" ") };
    return { key, outcome: isKnown.has(key) ? "known" : "kept", why: null };
  });
}

/** The page goes with the import that brought it last, as long as nobody has taken that back. */
function planPage(db: Db, { page, source, importId }: { page: CheckedPage; source: string; importId: ImportId }) {
  const { key, fingerprint, title, path, status, markdown, html, losses } = page;
  const running = selectRunning(db, importId);
  const query = sql`INSERT INTO imported_pages
    (id, source_key, source, import_id, title, path, status, markdown, html, losses, fingerprint, created_at)
    SELECT ${newId<ImportedPageId>()}, ${key}, ${source}, ${importId}, ${title}, ${path}, ${status}, ${markdown}, ${html},
      ${JSON.stringify(losses)}, ${fingerprint}, ${now()}
    WHERE EXISTS ${running}
    ON CONFLICT (source_key) DO UPDATE SET (import_id, title, path, status, markdown, html, losses, fingerprint, created_at, version) =
      (excluded.import_id, excluded.title, excluded.path, excluded.status, excluded.markdown, excluded.html, excluded.losses,
      excluded.fingerprint, excluded.created_at, version + 1)`;
  return { compile: () => query.compile(db) };
}

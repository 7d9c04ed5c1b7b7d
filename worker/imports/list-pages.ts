import { runRecorded } from "../audit/run-versioned.ts";
import type { AccountId } from "../db/accounts-tables.ts";
import type { Db } from "../db/client.ts";
import type { ImportedPageId } from "../db/imports-tables.ts";
import { NotFoundError } from "../lib/errors.ts";
import type { RequestScope } from "../lib/scope.ts";

/** Pages that one view lists. */
const perView = 100;

/** Pages that imports have brought, the newest first; `before` is the last one of the view before. One query. */
export async function listPages(db: Db, before?: { at: number; id: string }) {
  const rows = await selectPages(db, before).execute();
  const pages = rows.slice(0, perView);
  return { pages, hasMore: rows.length > perView };
}

export function selectPages(db: Db, before?: { at: number; id: string }) {
  return db
    .selectFrom("imported_pages")
    .select(["id", "title", "path", "source", "status", "created_at"])
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("created_at", "id"), "<", tuple(before?.at ?? 0, (before?.id ?? "") as ImportedPageId)),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(perView + 1);
}

export type ListedPage = Awaited<ReturnType<typeof listPages>>["pages"][number];

/** @throws {NotFoundError} when it is gone */
export async function readPage(db: Db, id: ImportedPageId) {
  const row = await db.selectFrom("imported_pages").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new NotFoundError("This page is no longer here.");
  return row;
}

/**
 * Deletes a page that an import has brought.
 * @throws {NotFoundError} when it is gone
 */
export async function deletePage(
  db: Db,
  { id, actor }: { id: ImportedPageId; actor: AccountId | null },
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<string> {
  const { title, source } = await readPage(db, id);
  await runRecorded(db, {
    actor,
    requestId,
    subject: id,
    audit: { action: "page.deleted", detail: { title, source } },
    queries: [db.deleteFrom("imported_pages").where("id", "=", id)],
  });
  return title;
}

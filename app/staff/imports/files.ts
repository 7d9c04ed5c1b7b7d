import { z } from "zod";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import type { ImportId } from "#worker/db/imports-tables.ts";
import type { AuthorId } from "#worker/db/insights-tables.ts";
import { limitImport, readRunning } from "#worker/imports/begin-import.ts";
import { fetchPicture } from "#worker/imports/fetch-picture.ts";
import { drawingSchema, largestDrawing, restoreDrawing } from "#worker/imports/restore-drawing.ts";
import { largestPhoto, setAuthorPhoto } from "#worker/insights/taxonomy/author-photo.ts";
import { NotAllowedError } from "#worker/lib/errors.ts";
import { parseForm } from "#worker/lib/forms/parse-form.ts";
import { requestScope, type RequestScope } from "#worker/lib/scope.ts";
import { answerJson } from "#worker/lib/http/answer-json.ts";
import { page } from "#app/staff/insights/page.ts";
import type { Route } from "./+types/files.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** There is nothing to read here. */
export const loader = () => new Response(null, { status: 404 });

const schema = z.discriminatedUnion("intent", [
  drawingSchema,
  z.object({
    intent: z.literal("photo"),
    import: z.uuid().transform((id) => id as ImportId),
    author: z.uuid().transform((id) => id as AuthorId),
    file: z.file().max(largestPhoto),
  }),
  z.object({
    intent: z.literal("fetch"),
    import: z.uuid().transform((id) => id as ImportId),
    address: z.string().max(2000),
  }),
]);

const limits = { bytes: Math.max(largestPhoto, largestDrawing) + 64 * 1024, fields: 10, hasFiles: true };

/**
 * Pictures of an import: `drawing` and `photo` take one out of an export, `fetch` answers the picture at an address of the
 * old site, which the page then sends to the library like any other.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const actor = context.get(staffContext).user.id as AccountId;
  const db = openDb(scope.env.DB);
  let picture: Uint8Array | null = null;
  const answer = await answerJson(async () => {
    const { value, error } = await parseForm(request, schema, limits);
    if (error) throw error;
    await limitImport(actor, "pictures", scope);
    if (value.intent === "drawing") await restoreDrawing(db, { ...value, actor }, scope);
    else if (value.intent === "photo") await restorePhoto(db, { ...value, actor }, scope);
    else {
      await requireTick(db, value.import);
      picture = await fetchPicture(value.address);
    }
    return {};
  }, scope);
  if (picture === null) return answer;
  return new Response(picture as BodyInit, {
    headers: { "Content-Type": "application/octet-stream", "X-Content-Type-Options": "nosniff" },
  });
}

/** The server asks no other site before the owner of the import has said so. */
async function requireTick(db: Db, id: ImportId): Promise<void> {
  const { settings } = await readRunning(db, id);
  if (!settings.fetches) throw new NotAllowedError("Pictures of this import are not fetched.");
}

/** The photograph of an author who has none. It is no change by somebody: the author goes with the import all the same. */
async function restorePhoto(
  db: Db,
  { import: importId, author, file, actor }: { import: ImportId; author: AuthorId; file: File; actor: AccountId },
  scope: RequestScope,
): Promise<void> {
  const row = await db.selectFrom("authors").select(["version", "photo"]).where("id", "=", author).executeTakeFirst();
  if (row?.photo !== null) return;
  const { version } = row;
  const note = db
    .updateTable("import_parts")
    .set({ version: version + 1 })
    .where("import_id", "=", importId)
    .where("kind", "=", "author")
    .where("part", "=", author)
    .where("version", "=", version);
  await setAuthorPhoto(db, { id: author, version, actor, file, queries: [note] }, scope);
}

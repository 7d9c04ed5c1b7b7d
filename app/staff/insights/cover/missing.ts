import { z } from "zod";
import { coverParts, largestCoverPart } from "#shared/insights/cover-sizes.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import { limitCovers } from "#worker/insights/covers/limit-covers.ts";
import { fillCover, selectMissingCovers } from "#worker/insights/covers/missing-covers.ts";
import { storeCover } from "#worker/insights/covers/store-cover.ts";
import { parseForm } from "#worker/lib/forms/parse-form.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { answerJson, answerMade } from "#worker/lib/http/answer-json.ts";
import type { Route } from "./+types/missing.ts";

export const middleware = [requirePermission("insights.edit")];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** Articles whose cover no browser has drawn yet. */
export async function loader({ context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  return answerJson(async () => ({ items: await selectMissingCovers(openDb(scope.env.DB)).execute() }), scope);
}

const schema = z.object({
  id: z.uuid().transform((id) => id as InsightId),
  cover: z.string().max(2000),
  title: z.string().max(200),
  wide: z.file(),
  card: z.file(),
  share: z.file(),
});

/** Three files, three short texts, and what multipart writes around them. */
const limits = { bytes: coverParts.length * largestCoverPart + 32 * 1024, fields: 6, hasFiles: true };

/** Takes the drawings of one of them. */
export async function action({ context, request }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const actor = context.get(staffContext).user.id as AccountId;
  const db = openDb(scope.env.DB);
  return answerMade(async () => {
    await limitCovers(actor, "background", scope);
    const { value, error } = await parseForm(request, schema, limits);
    if (error) throw error;
    const { id, cover, title, ...files } = value;
    const pictures = await storeCover(db, { actor, files }, scope);
    await fillCover(db, { id, cover, title, pictures, actor }, scope);
  }, scope);
}

import { z } from "zod";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { MediaItemId } from "#worker/db/media-tables.ts";
import { renderAgain } from "#worker/insights/render-again.ts";
import { parseForm } from "#worker/lib/forms/parse-form.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { addWidths, selectMissingWidths } from "#worker/media/library/missing-widths.ts";
import type { Route } from "./+types/widths.ts";
import { answerJson, answerMade } from "#worker/lib/http/answer-json.ts";
import { madeLimits, madeSchema, readMade } from "./made-pictures.ts";

export const middleware = [requirePermission("insights.edit")];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** Pictures whose further widths no browser has made yet. */
export async function loader({ context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  return answerJson(async () => ({ items: await selectMissingWidths(openDb(scope.env.DB)).execute() }), scope);
}

const schema = madeSchema.extend({
  id: z.uuid().transform((id) => id as MediaItemId),
  file: z.string().max(200),
});

/** Takes what the browser has made of one of them, and shows it in the articles. */
export async function action({ context, request }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const actor = context.get(staffContext).user.id as AccountId;
  const db = openDb(scope.env.DB);
  return answerMade(async () => {
    const { value, error } = await parseForm(request, schema, madeLimits);
    if (error) throw error;
    const { id, file: fileKey } = value;
    await addWidths(db, { id, fileKey, actor, ...(await readMade(value)) }, scope);
    await renderAgain(db, id, scope).catch((failed: unknown) => scope.log.error("not rendered", failed));
  }, scope);
}

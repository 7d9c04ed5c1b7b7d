import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { keepFile } from "#worker/imports/import-parts.ts";
import { pageForm, parseForm } from "#worker/lib/forms/parse-form.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { readSummary } from "#worker/media/library/read-item.ts";
import { findKnown } from "#worker/media/uploads/find-known.ts";
import { beginUpload, uploadSchema } from "#worker/media/uploads/upload.ts";
import type { Route } from "./+types/uploads.ts";
import { answerJson } from "#worker/lib/http/answer-json.ts";

export const middleware = [requirePermission("insights.edit")];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** There is nothing to read here. */
export const loader = () => new Response(null, { status: 404 });

/** Begins an upload: answers how it stands, or the item that has the same file already. */
export async function action({ context, request }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const user = context.get(staffContext).user.id as AccountId;
  const db = openDb(scope.env.DB);
  return answerJson(async () => {
    const { value, error } = await parseForm(request, uploadSchema, pageForm);
    if (error) throw error;
    const same = await findKnown(db, value, { actor: user, requestId: scope.requestId });
    const existing = same && (await readSummary(db, same));
    if (existing && !value.isImported) await keepFile(db, same);
    return existing ? { existing } : { upload: await beginUpload(db, scope.env, { ...value, user }) };
  }, scope);
}

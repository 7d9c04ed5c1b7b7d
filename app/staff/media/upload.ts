import { z } from "zod";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { ImportId } from "#worker/db/imports-tables.ts";
import type { MediaItemId } from "#worker/db/media-tables.ts";
import { keepFile, planFile } from "#worker/imports/import-parts.ts";
import { renderAgain } from "#worker/insights/render-again.ts";
import { InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import { parseForm } from "#worker/lib/forms/parse-form.ts";
import { requestScope, type RequestScope } from "#worker/lib/scope.ts";
import { readSummary } from "#worker/media/library/read-item.ts";
import { itemTextsSchema } from "#worker/media/library/change-item.ts";
import { finishUpload } from "#worker/media/uploads/finish.ts";
import { dropUpload, readUpload, takePart, type Upload } from "#worker/media/uploads/upload.ts";
import type { Route } from "./+types/upload.ts";
import { answerJson } from "#worker/lib/http/answer-json.ts";
import { madeLimits, madeSchema, readMade } from "./made-pictures.ts";

export const middleware = [requirePermission("insights.edit")];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** How the upload stands, for who goes on with it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const user = context.get(staffContext).user.id as AccountId;
  return answerJson(async () => {
    const { id, received, bytes } = await readUpload(openDb(scope.env.DB), { id: params.id, user });
    return { upload: { id, received, bytes } };
  }, scope);
}

const place = z
  .string()
  .regex(/^\d{1,8}$/)
  .transform(Number);

/** `?from=0` takes the part that begins there, as it is; `?do=finish` and `?do=cancel` end the upload. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const user = context.get(staffContext).user.id as AccountId;
  const db = openDb(scope.env.DB);
  return answerJson(async () => {
    const upload = await readUpload(db, { id: params.id, user });
    const todo = url.searchParams.get("do");
    if (todo === "finish") return finish(upload, { request, user, scope });
    if (todo === "cancel") {
      await dropUpload(db, scope.env, upload);
      return { upload: null };
    }
    const from = place.safeParse(url.searchParams.get("from") ?? "");
    if (!from.success || todo !== null) throw new InvalidInputError({ from: ["Say where the part begins."] });
    return { upload: await takePart(db, scope.env, { upload, request, from: from.data }) };
  }, scope);
}

/** Further fields of a file: of an import its id, of an export its description. */
const finishSchema = madeSchema.extend({
  import: z
    .uuid()
    .transform((id) => id as ImportId)
    .optional(),
  restored: itemTextsSchema
    .omit({ name: true })
    .extend({ key: z.string().max(200) })
    .optional(),
});

interface Finish {
  request: Request;
  user: AccountId;
  scope: RequestScope;
}

async function finish(upload: Upload, { request, user, scope }: Finish) {
  const db = openDb(scope.env.DB);
  const { value, error } = await parseForm(request, finishSchema, madeLimits);
  if (error) throw error;
  const { restored, import: importId } = value;
  const queriesFor = (item: MediaItemId) => (importId ? [planFile(db, { importId, item })] : []);
  const { id, isKnown, isReplacement } = await finishUpload(
    db,
    { upload, actor: user, ...(await readMade(value)), ...(restored && { restored }), queriesFor },
    scope,
  );
  if (!importId) await keepFile(db, id);
  if (isReplacement)
    await renderAgain(db, id, scope).catch((failed: unknown) => scope.log.error("not rendered", failed));
  const item = await readSummary(db, id);
  if (!item) throw new NotFoundError();
  return { item, isKnown };
}

import { z } from "zod";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import type { PostId } from "#worker/db/insights-tables.ts";
import { fillCover, selectMissingCovers } from "#worker/insights/covers/missing-covers.ts";
import { pageForm, parseForm } from "#worker/lib/parse-form.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { answerJson } from "../media/answer-json.ts";
import type { Route } from "./+types/missing.ts";

export const middleware = [requirePermission("posts.edit")];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** Articles whose cover no browser has drawn yet. */
export async function loader({ context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  return answerJson(async () => ({ items: await selectMissingCovers(openDb(scope.env.DB)).execute() }), scope);
}

const key = z.string().regex(/^[a-z0-9/._-]{3,200}$/);
const schema = z.object({
  id: z.uuid().transform((id) => id as PostId),
  cover: z.string().max(2000),
  title: z.string().max(200),
  pictures: z.object({ wide: key, card: key, share: key }),
});

/** Takes the drawings of one of them, which the browser has stored by the route for covers. */
export async function action({ context, request }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const actor = context.get(staffContext).user.id as UserId;
  return answerJson(async () => {
    const { value, error } = await parseForm(request, schema, pageForm);
    if (error) throw error;
    await fillCover(openDb(scope.env.DB), { ...value, actor }, scope);
    return {};
  }, scope);
}

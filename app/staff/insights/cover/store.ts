import { z } from "zod";
import { coverParts, largestCoverPart } from "#shared/insights/cover-sizes.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { limitCovers } from "#worker/insights/covers/limit-covers.ts";
import { storeCover } from "#worker/insights/covers/store-cover.ts";
import { parseForm } from "#worker/lib/forms/parse-form.ts";
import { answerJson } from "#worker/lib/http/answer-json.ts";
import { answerProblem, makeProblem } from "#worker/lib/http/problems.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/store.ts";

const schema = z.object({ wide: z.file(), card: z.file(), share: z.file() });

/** Three files and what multipart writes around them. */
const limits = { bytes: coverParts.length * largestCoverPart + 8 * 1024, fields: coverParts.length, hasFiles: true };

export const middleware = [requirePermission("insights.edit")];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** There is nothing to read here. */
export function loader() {
  return answerProblem(makeProblem(404));
}

/**
 * Stores a cover as the writer's browser drew it, and answers the keys of its pictures as JSON. `?background` counts it with
 * what is drawn beside somebody's work.
 */
export async function action({ context, request, url }: Route.ActionArgs) {
  const actor = context.get(staffContext).user.id as AccountId;
  const scope = context.get(requestScope);
  return answerJson(async () => {
    await limitCovers(actor, url.searchParams.has("background") ? "background" : "drawn", scope);
    const { value, error } = await parseForm(request, schema, limits);
    if (error) throw error;
    return storeCover(openDb(scope.env.DB), { actor, files: value }, scope);
  }, scope);
}

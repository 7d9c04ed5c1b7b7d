import { readListState } from "#shared/pages/list.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission } from "#app/staff/guard.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { findItems } from "#worker/media/library/list-items.ts";
import { toSummary } from "#worker/media/library/read-item.ts";
import type { Route } from "./+types/files.ts";
import { answerJson } from "#worker/lib/http/answer-json.ts";
import { mediaList } from "./media-list.ts";

export const middleware = [requirePermission("insights.edit")];

export const handle = { cache: "private" } satisfies RouteHandle;

/** The pictures of the library for the picker: those with the words of `q`, from `after` on. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const { words, page } = readListState(mediaList, url.searchParams);
  return answerJson(async () => {
    const { rows, next } = await findItems(openDb(scope.env.DB), { words, cursor: page });
    return { items: rows.map(toSummary), next: next && `${next.id}.${next.value}` };
  }, scope);
}

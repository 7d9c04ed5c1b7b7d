import { publicPages } from "#app/content/public-pages.server.ts";
import { cleanLine } from "#shared/text/clean-line.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { page } from "../page.ts";
import { requirePermission } from "#app/staff/guard.ts";
import { openDb } from "#worker/db/client.ts";
import { findStaffInsights } from "#worker/insights/list-for-staff.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { FoundPage } from "#app/writing-kit/editor/types.ts";
import type { Route } from "./+types/pages.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

const mostFound = 8;
const longestQuery = 100;

/** The pages of this site that hold all words of `q`, for links in articles: its own ones first, then articles. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { env } = context.get(requestScope);
  const query = cleanLine(url.searchParams.get("q") ?? "", longestQuery);
  const words = query.toLowerCase().split(" ").filter(Boolean);
  const fixed: FoundPage[] = publicPages
    .filter(({ path, name }) => words.every((word) => `${name} ${path}`.toLowerCase().includes(word)))
    .map(({ path, name }) => ({ path, title: name }));
  const articles =
    query.length > 1 ? await findStaffInsights(openDb(env.DB), { words: query, limit: mostFound, now: now() }) : [];
  const written = articles
    .filter(({ standing }) => standing !== "archived" && standing !== "trash")
    .map(({ slug, title }): FoundPage => ({ path: `/insights/${slug}`, title: title || "Untitled" }));
  return Response.json([...fixed, ...written].slice(0, mostFound), { headers: { "Cache-Control": "no-store" } });
}

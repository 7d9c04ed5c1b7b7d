import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { readOwnData } from "#worker/hiring/own/own-data.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/own-data.ts";

export const handle = { cache: "private" } satisfies RouteHandle;

/** What a candidate sent, as a file. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await readOwnData(openDb(context.get(requestScope).env.DB), params.token);
  if (!found) return new Response(null, { status: 404 });
  return new Response(`${JSON.stringify(found, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="application.json"',
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
}

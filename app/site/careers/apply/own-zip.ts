import type { RouteHandle } from "#app/shared/route-handle.ts";
import { listOwnFiles, readOwnData } from "#worker/applications/own-application.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { zipFiles } from "#worker/retention/export-zip.ts";
import type { Route } from "./+types/own-zip.ts";

export const handle = { cache: "private" } satisfies RouteHandle;

/** What a candidate sent, with the documents, as a ZIP. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const db = openDb(scope.env.DB);
  const found = await readOwnData(db, token);
  if (!found) return new Response(null, { status: 404 });
  const files = await listOwnFiles(db, token);
  return new Response(zipFiles({ data: `${JSON.stringify(found, null, 2)}\n`, files }, scope), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": 'attachment; filename="application.zip"',
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
}

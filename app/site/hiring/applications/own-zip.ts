import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { listOwnFiles, readOwnData } from "#worker/hiring/own/own-data.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { zipFiles } from "#worker/privacy/export-zip.ts";
import type { Route } from "./+types/own-zip.ts";

export const handle = { cache: "private" } satisfies RouteHandle;

const about = {
  title: "Your application",
  data: "What you sent us, interviews, our mails and questions. Any text editor opens it.",
};

/** What a candidate sent, with the documents, as a ZIP. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const db = openDb(scope.env.DB);
  const found = await readOwnData(db, token);
  if (!found) return new Response(null, { status: 404 });
  const files = await listOwnFiles(db, token);
  const data = `${JSON.stringify(found, null, 2)}\n`;
  return new Response(zipFiles({ data, files, about }, scope), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": 'attachment; filename="application.zip"',
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
}

import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { readPrivateFile } from "#worker/hiring/applications/files.ts";
import { readOwnFile } from "#worker/hiring/own/own-application.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { writeDisposition } from "#worker/media/library/file-names.ts";
import type { Route } from "./+types/own-file.ts";

export const handle = { cache: "private" } satisfies RouteHandle;

/** A file that a candidate sent, for who has the private link; always as a download. */
export async function loader({ context, params: { token, id } }: Route.LoaderArgs) {
  const { env } = context.get(requestScope);
  const file = await readOwnFile(openDb(env.DB), { token, id });
  const object = file && (await readPrivateFile(env, file.key));
  if (!object) return new Response(null, { status: 404 });
  return new Response(object.body, {
    headers: {
      "Content-Type": file.type,
      "Content-Length": String(object.size),
      "Content-Disposition": writeDisposition(file.name),
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
}

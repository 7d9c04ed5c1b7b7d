import { z } from "zod";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { type ExportPart, nameExport } from "#app/shared/export-parts.ts";
import { beginExport, exportOne, exportSite } from "#worker/imports/export/export-site.ts";
import { BodyTooLargeError } from "#worker/lib/errors.ts";
import { now } from "#worker/lib/clock.ts";
import { headContext, requestScope } from "#worker/lib/scope.ts";
import { page } from "../page.ts";
import type { Route } from "./+types/export.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

const key = z.string().max(200).default("");
const schema = z.object({
  part: z.enum(["topics", "articles", "drawings", "media"]),
  after: key,
  to: key,
}) satisfies z.ZodType<ExportPart>;

/**
 * All articles with their pictures as a ZIP. With `?plan`, the parts in which the page asks for it instead, and with
 * `?part=`, one of these. A HEAD request reads nothing and is not recorded in the audit log.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const actor = context.get(staffContext).user.id as UserId;
  const db = openDb(scope.env.DB);
  const { searchParams } = new URL(request.url);
  const part = searchParams.has("part") ? schema.safeParse(Object.fromEntries(searchParams)) : null;
  if (part && !part.success) return refuse("There is no such part.", 400);
  try {
    if (context.get(headContext)) return answer(null);
    if (part) return answer(exportOne(db, part.data, scope));
    if (searchParams.has("plan"))
      return Response.json(await beginExport(db, actor, scope), { headers: { "Cache-Control": "no-store" } });
    return answer(await exportSite(db, actor, scope));
  } catch (error) {
    if (error instanceof BodyTooLargeError)
      return refuse("There is too much for one download. With JavaScript the page fetches it in parts.", 413);
    scope.log.error("export not begun", error);
    return refuse("The articles could not be read just now. Please try again in a minute.", 503);
  }
}

function answer(archive: ReadableStream<Uint8Array> | null): Response {
  return new Response(archive, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${nameExport(now())}"`,
      "Cache-Control": "no-store",
    },
  });
}

function refuse(words: string, status: 400 | 413 | 503): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  return new Response(`${words}\n`, {
    status,
    headers: { ...headers, ...(status === 503 && { "Retry-After": "30" }) },
  });
}

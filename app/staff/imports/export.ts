import { z } from "zod";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { type ExportPart, nameExport, namesHeader } from "#shared/imports/export-parts.ts";
import { beginExport, exportOne, exportSite } from "#worker/imports/export/export-site.ts";
import { BodyTooLargeError, ConflictError } from "#worker/lib/errors.ts";
import { now } from "#worker/lib/clock.ts";
import { headContext, requestScope } from "#worker/lib/scope.ts";
import { page } from "#app/staff/insights/page.ts";
import type { Route } from "./+types/export.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

const key = z.string().max(200).default("");
const partSchema = z.object({
  part: z.enum(["topics", "articles", "drawings", "media"]),
  after: key,
  to: key,
}) satisfies z.ZodType<ExportPart>;

/** Which export it belongs to, by the id that the page has made for it, and what the names were in its plan. */
const begunSchema = z.object({ export: z.uuid(), names: z.string().max(200).default("") });

/**
 * All articles with their pictures as a ZIP. With `?plan`, the parts in which the page asks for it instead, and with
 * `?part=`, one of these, each with the `export` that it belongs to. A HEAD request reads nothing and is not recorded in the
 * audit log.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const actor = context.get(staffContext).user.id as AccountId;
  const db = openDb(scope.env.DB);
  const { searchParams } = new URL(request.url);
  const fields = Object.fromEntries(searchParams);
  const part = searchParams.has("part") ? partSchema.safeParse(fields) : null;
  const begun = part || searchParams.has("plan") ? begunSchema.safeParse(fields) : null;
  if (part?.success === false || begun?.success === false) return refuse("There is no such part.", 400);
  try {
    if (context.get(headContext)) return answer(null);
    if (!begun) return answer(await exportSite(db, actor, scope));
    const { export: id, names: since } = begun.data;
    if (!part) return Response.json(await beginExport(db, { id, actor, since }, scope), { headers: unkept });
    const { archive, names } = await exportOne(db, { id, actor, since, part: part.data }, scope);
    return answer(archive, { [namesHeader]: names });
  } catch (error) {
    if (error instanceof ConflictError) return refuse(error.message, 409);
    if (error instanceof BodyTooLargeError)
      return refuse("There is too much for one download. With JavaScript the page fetches it in parts.", 413);
    scope.log.error("export not begun", error);
    return refuse("The articles could not be read just now. Please try again in a minute.", 503);
  }
}

const unkept = { "Cache-Control": "no-store" };

function answer(archive: ReadableStream<Uint8Array> | null, more: Record<string, string> = {}): Response {
  return new Response(archive, {
    headers: {
      ...more,
      ...unkept,
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${nameExport(now())}"`,
    },
  });
}

function refuse(words: string, status: 400 | 409 | 413 | 503): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", ...unkept };
  return new Response(`${words}\n`, {
    status,
    headers: { ...headers, ...(status === 503 && { "Retry-After": "30" }) },
  });
}

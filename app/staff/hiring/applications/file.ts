import { may } from "#shared/permissions.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { readFile, recordFileRead } from "#worker/hiring/applications/open-application.ts";
import { isRowId } from "#worker/hiring/review/read-application.ts";
import { mayBeServed, readTextOf } from "#worker/hiring/applications/text/for-staff.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationFileId, ApplicationId } from "#worker/db/applications-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { headContext, requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/file.ts";
import { buildFrame } from "./file-frame.ts";

export const middleware = [requirePermission("applications.read")];

export const handle = { cache: "private" } satisfies RouteHandle;

/** Nothing of a file runs here: the browser has to save it, and if it shows it nevertheless, without an origin. */
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/**
 * A file of an application as a download, after the audit entry is stored. `?for=viewer`: for the page itself, which shows
 * it; `?for=text`: its text alone, as it was read; `?for=frame`: the document of the frame in which its pages are drawn, without the file.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { user, roles } = context.get(staffContext);
  const { env, requestId } = context.get(requestScope);
  const { id, fileId } = params;
  if (!isRowId<ApplicationId>(id) || !isRowId<ApplicationFileId>(fileId)) return missing();
  const db = openDb(env.DB);
  const file = await readFile(db, { id, fileId, mayHold: may(roles, "privacy.hold") });
  if (!file || !mayBeServed(file)) return missing();
  const use = url.searchParams.get("for");
  if (use === "frame") return buildFrame(url);
  const isHead = context.get(headContext);
  const record = async () => {
    const isDownload = use !== "viewer" && use !== "text";
    if (!isHead) await recordFileRead(db, { id, fileId, actor: user.id as AccountId, isDownload }, { requestId });
  };
  if (use === "text") {
    const text = await readTextOf(db, { id, fileId });
    if (text === undefined) return missing();
    await record();
    return new Response(isHead ? null : text, { headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" } });
  }
  const object = isHead ? await env.MEDIA.head(file.key) : await env.MEDIA.get(file.key);
  if (!object) return missing();
  await record();
  return new Response("body" in object ? (object as R2ObjectBody).body : null, {
    headers: {
      ...headers,
      "Content-Type": file.type,
      "Content-Length": String(object.size),
      "Content-Disposition": nameAttachment(file.name),
    },
  });
}

const headers = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": policy,
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};

function missing(): Response {
  return new Response(null, { status: 404, headers });
}

/** The name as ASCII for old programs, and as it is (RFC 6266, RFC 8187). */
function nameAttachment(name: string): string {
  const plain = name.replace(/[^\w. -]/g, "_");
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

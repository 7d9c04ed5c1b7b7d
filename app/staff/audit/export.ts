import { readListState, writeListQuery } from "#shared/pages/list.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { confirmDownload } from "#app/staff/confirm-download.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import { exportAudit } from "#worker/audit/export-audit.ts";
import type { ListedEntry } from "#worker/audit/list-audit.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { StaleSignInError } from "#worker/lib/errors.ts";
import { headContext, requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/export.ts";
import { auditList, toAuditFilter } from "./audit-list.ts";
import { formatEntry } from "./format-entry.ts";
import { page } from "./page.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

const heads = [
  "Time (UTC)",
  "Person",
  "E-mail",
  "What happened",
  "Action",
  "To what",
  "Id",
  "Device",
  "Place",
  "Unusual",
  "Request",
  "Detail",
];

/**
 * The list with its filters as a CSV file. Whoever signed in a while ago confirms first that it is them. A HEAD request
 * reads no rows and is not recorded.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const caller = context.get(staffContext);
  const scope = context.get(requestScope);
  const state = readListState(auditList, url.searchParams);
  const filter = toAuditFilter(state, { at: now(), timeZone: caller.timeZone });
  const asked = { filter, actor: caller.user.id as AccountId, heads, writeCells };
  const day = new Date(now()).toISOString().slice(0, 10);
  try {
    requireFreshSignIn(caller);
    const rows = context.get(headContext) ? null : await exportAudit(openDb(scope.env.DB), asked, scope);
    return new Response(rows, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": `attachment; filename="audit-log-${day}.csv"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    if (error instanceof StaleSignInError) return confirmDownload(page.path + writeListQuery(auditList, state), url);
    scope.log.error("export not begun", error);
    return new Response("The audit log could not be read just now. Please try again in a minute.\n", {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", "Retry-After": "30" },
    });
  }
}

function writeCells(entry: ListedEntry): string[] {
  const { person, what, unusual, subject, device, place, detail } = formatEntry(entry);
  return [
    new Date(entry.at).toISOString(),
    person,
    entry.actor_email ?? "",
    what,
    entry.action,
    subject?.name ?? "",
    entry.subject_id ?? "",
    device ?? "",
    place ?? "",
    unusual ?? "",
    entry.request_id ?? "",
    detail.map(({ name, value }) => `${name}: ${value}`).join("; "),
  ];
}

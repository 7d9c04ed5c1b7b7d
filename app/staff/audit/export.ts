import { readListState, writeListQuery } from "#shared/pages/list.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { answerCsv } from "#app/staff/answer-csv.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { exportAudit } from "#worker/audit/export-audit.ts";
import type { ListedEntry } from "#worker/audit/list-audit.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { now } from "#worker/lib/clock.ts";
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

/** The list with its filters. */
export function loader({ context, url }: Route.LoaderArgs) {
  const { user, timeZone } = context.get(staffContext);
  const state = readListState(auditList, url.searchParams);
  const filter = toAuditFilter(state, { at: now(), timeZone });
  const asked = { filter, actor: user.id as AccountId, heads, writeCells };
  return answerCsv(
    { context, url },
    {
      name: "audit-log",
      what: "The audit log",
      page: page.path + writeListQuery(auditList, state),
      write: (db, scope) => exportAudit(db, asked, scope),
    },
  );
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

import type { ReactNode } from "react";
import { Link } from "react-router";
import type { RowView } from "#app/staff-kit/list/list-table.tsx";
import { Tag } from "#app/staff-kit/tag.tsx";
import { LocalTime, toInstant } from "#app/ui/local-time.tsx";
import type { ListedEntry } from "#worker/audit/list-audit.ts";
import type { auditList } from "./audit-list.ts";
import { formatEntry } from "./format-entry.ts";

export type AuditRow = ReturnType<typeof toAuditRows>[number];

/** Entries as the reader sees them; dates become text on the server, as on every staff page. */
export function toAuditRows(entries: readonly ListedEntry[], locale: string) {
  return entries.map((entry) => ({
    id: entry.id,
    at: toInstant(entry.at, locale),
    action: entry.action as string,
    actorId: entry.actor_id as string | null,
    subjectId: entry.subject_id,
    requestId: entry.request_id,
    ...formatEntry(entry),
  }));
}

/** The cells of the list, by column. */
export const auditCells: Record<keyof typeof auditList.columns, (row: AuditRow) => ReactNode> = {
  at: ({ at }) => <LocalTime at={at} />,
  person: ({ person, actorId }) => (actorId === null ? <span className="list-second">{person}</span> : <b>{person}</b>),
  what: ({ id, what, unusual, isDemo }) => (
    <span className="audit-what: flex gap-8px items-center min-w-0">
      <button
        type="button"
        className="audit-open: min-w-0 overflow-hidden text-left text-ellipsis whitespace-nowrap"
        data-main=""
        command="show-modal"
        commandfor={nameDialog(id)}
        aria-haspopup="dialog"
      >
        {what}
      </button>
      {unusual !== null && (
        <Tag tone="warn" icon="warning">
          {unusual}
        </Tag>
      )}
      {isDemo && <Tag>Demo</Tag>}
    </span>
  ),
  subject: ({ subject }) => <SubjectLink subject={subject} />,
  where: ({ device, place }) => <span className="list-second">{[device, place].filter(Boolean).join(", ")}</span>,
};

/** What an entry is about, with a link to its page. Pages outside the staff area are loaded anew. */
export function SubjectLink({ subject }: Pick<AuditRow, "subject">) {
  if (subject === null) return null;
  if (subject.to === null) return subject.name;
  const isPublic = /^\/(insights|careers)\//.test(subject.to);
  return (
    <Link
      // Above the button of the row, which covers it.
      className="audit-subject: relative z-1 underline underline-offset-3px"
      to={subject.to}
      reloadDocument={isPublic}
    >
      {subject.name}
    </Link>
  );
}

/** A row; nothing can be done with an entry but to look at it. */
export function buildAuditView({ person, what, at }: AuditRow): RowView {
  return { name: `${person}: ${what}, ${at.name}` };
}

/** The id of the dialog about one entry. */
export function nameDialog(id: string): string {
  return `entry-${id}`;
}

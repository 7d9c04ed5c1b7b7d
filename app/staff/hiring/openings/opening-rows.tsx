import { buildPagePath } from "#app/staff/analytics/state.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { day } from "#shared/dates/durations.ts";
import { formatDayIn } from "#shared/dates/format-day.ts";
import { judgeStanding, openingStandingNames, openingStandingTones } from "#shared/hiring/opening-standing.ts";
import type { MenuEntry } from "#app/staff-kit/menu-item.tsx";
import { type BulkAction, rowForm } from "#app/staff-kit/list/list-strip.tsx";
import type { RowView } from "#app/staff-kit/list/list-table.tsx";
import { StatusChip } from "#app/staff-kit/tag.tsx";
import type { StaffOpening } from "#worker/hiring/openings/list-for-staff.ts";
import { openingList } from "./opening-list.ts";

export type OpeningRow = ReturnType<typeof toOpeningRow>;

interface Reader {
  locale: string;
  /** Epoch milliseconds. */
  now: number;
  /** True where they may read applications. */
  mayRead: boolean;
  /** May see what visitors do. */
  mayReadFigures: boolean;
}

/** A job as the list shows it; dates and numbers become text on the server, as on every staff page. */
export function toOpeningRow(job: Omit<StaffOpening, "sort_value">, { locale, now, mayRead, mayReadFigures }: Reader) {
  const standing = judgeStanding({ status: job.status, publishAt: job.publish_at, closesAt: job.closes_at }, now);
  const number = new Intl.NumberFormat(locale);
  const end = job.status === "closed" ? job.closed_at : job.closes_at;
  const opened = job.status === "draft" ? null : job.publish_at;
  const regions = new Intl.DisplayNames(locale, { type: "region", fallback: "code" });
  const remote = job.countries.map((code) => regions.of(code) ?? code);
  const towns = job.places.map(({ city }) => city);
  return {
    id: job.id as string,
    slug: job.slug,
    title: job.title,
    department: job.department,
    version: job.version,
    status: job.status,
    standing,
    hasChanges: job.has_changes === 1,
    places: job.workplace === "remote" ? `Remote: ${remote.join(", ") || "not said"}` : towns.join(", "),
    applications: number.format(job.applications),
    hasApplications: job.applications > 0,
    mayRead,
    mayReadFigures,
    daysOpen:
      opened === null || opened > now ? null : number.format(Math.floor((Math.min(now, end ?? now) - opened) / day)),
    closes: end === null || job.status === "draft" ? null : formatDayIn(end, locale),
  };
}

/** The cells of the list of jobs, by column. */
export const openingCells: Record<keyof typeof openingList.columns, (row: OpeningRow) => ReactNode> = {
  title: ({ id, title }) => (
    <Link className="job-title: font-600" data-main="" to={`${openingList.path}/${id}`}>
      {title}
    </Link>
  ),
  department: ({ department }) => department,
  status: ({ standing, hasChanges }) => (
    <span className="job-standing: inline-flex gap-6px items-center">
      <StatusChip tone={openingStandingTones[standing]}>{openingStandingNames[standing]}</StatusChip>
      {hasChanges && <span className="list-second">Changes</span>}
    </span>
  ),
  places: ({ places }) => places || <span className="list-second">–</span>,
  applications: ({ id, applications, hasApplications, mayRead }) =>
    mayRead && hasApplications ? (
      <Link to={`/job-applications?job=${id}&stage=any`}>{applications}</Link>
    ) : (
      applications
    ),
  open: ({ daysOpen }) => daysOpen ?? <span className="list-second">–</span>,
  closes: ({ closes }) => closes ?? <span className="list-second">–</span>,
};

/** A row with what can be done with it alone. */
export function buildOpeningView(row: OpeningRow): RowView {
  const tick = `${row.id}:${row.version}`;
  return { name: row.title, tick, actions: listRowActions(row, tick) };
}

function listRowActions({ id, slug, status, mayReadFigures }: OpeningRow, tick: string): MenuEntry[] {
  const submit = (what: string) => ({ form: rowForm, name: "do", value: `${what} ${tick}` });
  const isOpen = status === "published" || status === "internal";
  const isSeen = status === "published" || status === "closed";
  return [
    { name: "Open the job", icon: "arrow-right", to: `${openingList.path}/${id}` },
    ...(isSeen
      ? [
          { name: "See it on the site", icon: "desktop" as const, to: `/careers/${slug}` },
          ...(mayReadFigures
            ? [{ name: "Open its figures", icon: "table" as const, to: buildPagePath(`/careers/${slug}`) }]
            : []),
        ]
      : []),
    { name: "Duplicate", icon: "copy", submit: submit("duplicate") },
    ...(isOpen
      ? [
          { kind: "separator" as const },
          { name: "Extend by 30 days", icon: "calendar" as const, submit: submit("extend") },
          { name: "Close", icon: "prohibit" as const, submit: submit("close") },
        ]
      : []),
  ];
}

/** What can be done with several jobs; each can be taken back. */
export const openingBulkActions: BulkAction[] = [
  { name: "Extend by 30 days", icon: "calendar", value: "extend" },
  { name: "Close", icon: "prohibit", value: "close" },
];

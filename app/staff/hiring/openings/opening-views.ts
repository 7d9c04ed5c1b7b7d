import type { BuiltInView } from "#app/staff-kit/list/list-views.tsx";
import type { listOpeningsForStaff } from "#worker/hiring/openings/list-for-staff.ts";

type Figures = Awaited<ReturnType<typeof listOpeningsForStaff>>["figures"];

/** The views of the jobs that everybody has. */
export function listOpeningViews(figures: Figures | null, locale: string): BuiltInView[] {
  const number = new Intl.NumberFormat(locale);
  const count = (name: keyof Figures) => (figures ? number.format(figures[name]) : undefined);
  return [
    { name: "All", filters: {}, count: count("all") },
    { name: "Mine", filters: { team: "me" }, count: count("mine") },
    { name: "Open", filters: { status: "open" }, count: count("open") },
    { name: "Drafts", filters: { status: "draft" }, count: count("draft") },
    { name: "Changes not published", filters: { status: "changes" }, count: count("changes") },
    { name: "Internal", filters: { status: "internal" }, count: count("internal") },
    { name: "Expired", filters: { status: "expired" }, count: count("expired") },
    { name: "Closed", filters: { status: "closed" }, count: count("closed") },
  ];
}

/** What there is, in a sentence. */
export function formatOpeningFigures({ open, draft, expired }: Figures): string {
  return `${open} open, ${draft} in draft, ${expired} expired.`;
}

import type { BuiltInView } from "#app/staff-kit/list/list-views.tsx";
import type { listForStaff } from "#worker/insights/list-for-staff.ts";

type Figures = Awaited<ReturnType<typeof listForStaff>>["figures"];

/** The views of the articles that everybody has. */
export function listInsightViews(figures: Figures | null, locale: string): BuiltInView[] {
  const number = new Intl.NumberFormat(locale);
  const count = (name: keyof Figures) => (figures ? number.format(figures[name]) : undefined);
  return [
    { name: "All", filters: {}, count: count("all") },
    { name: "Mine", filters: { mine: "me" }, count: count("mine") },
    { name: "Drafts", filters: { status: "draft" }, count: count("draft") },
    { name: "Scheduled", filters: { status: "scheduled" }, count: count("scheduled") },
    { name: "Published", filters: { status: "published" }, count: count("published") },
    { name: "Changes not published", filters: { status: "changes" }, count: count("changes") },
    { name: "Ending", filters: { status: "ending" }, count: count("ending") },
    { name: "Archived", filters: { status: "archived" }, count: count("archived") },
    { name: "Trash", filters: { status: "trash" }, count: count("trash") },
  ];
}

/** What there is, in a sentence. */
export function formatInsightFigures({ published, draft, scheduled }: Figures): string {
  return `${published} published, ${draft} in draft, ${scheduled} scheduled.`;
}

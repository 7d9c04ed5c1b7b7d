import type { BuiltInView } from "#app/staff-kit/list/list-views.tsx";
import type { listEnquiries } from "#worker/enquiries/list-enquiries.ts";
import { nobody } from "./names.ts";

type Figures = Awaited<ReturnType<typeof listEnquiries>>["figures"];

/** The views of the inbox that everybody has. */
export function listEnquiryViews(figures: Figures | null, locale: string): BuiltInView[] {
  const number = new Intl.NumberFormat(locale);
  const count = (name: keyof Figures) => (figures ? number.format(figures[name]) : undefined);
  return [
    { name: "Inbox", filters: {}, count: count("inbox") },
    { name: "New", filters: { status: "new" }, count: count("fresh") },
    { name: "Mine", filters: { owner: "mine", status: "unfinished" }, count: count("mine") },
    { name: "Unassigned", filters: { owner: nobody, status: "unfinished" }, count: count("unassigned") },
    { name: "Mail failed", filters: { mail: "failed" }, count: count("unmailed") },
    { name: "Spam", filters: { folder: "spam" }, count: count("spam") },
  ];
}

/** What asks for work, in a sentence or two. Each number is that of a view. */
export function formatFigures({ fresh, fresh_spam, unmailed }: Figures): string {
  const left = unmailed === 0 ? "Every mail about an enquiry has left." : `${unmailed} with a mail that failed.`;
  return `${fresh} new, ${fresh_spam} new in spam. ${left}`;
}

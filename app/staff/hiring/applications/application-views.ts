import type { BuiltInView } from "#app/staff-kit/list/list-views.tsx";
import type { listApplications } from "#worker/hiring/applications/list-applications.ts";

type Figures = Awaited<ReturnType<typeof listApplications>>["figures"];

/** The views of the applications that everybody has. */
export function listApplicationViews(figures: Figures | null, locale: string): BuiltInView[] {
  const number = new Intl.NumberFormat(locale);
  const count = (name: "running" | "unopened" | "mine" | "mentioned") =>
    figures ? number.format(figures[name]) : undefined;
  return [
    { name: "Active", filters: {}, count: count("running") },
    { name: "Not opened", filters: { opened: "no" }, count: count("unopened") },
    { name: "Mine", filters: { assignee: "mine" }, count: count("mine") },
    { name: "Mentions", filters: { mentions: "mine", stage: "any" }, count: count("mentioned") },
    { name: "Hired", filters: { stage: "hired" } },
    { name: "Rejected and withdrawn", filters: { stage: "ended" } },
    { name: "Deleted soon", filters: { keeps: "ending" } },
  ];
}

/** What asks for work, in a sentence. */
export function formatFigures({ running, unopened, mentioned }: Figures, locale: string): string {
  const { format } = new Intl.NumberFormat(locale);
  const named = mentioned > 0 ? ` You are named in ${format(mentioned)} that you have not opened since.` : "";
  return `${format(running)} active, ${format(unopened)} that nobody has opened.${named}`;
}

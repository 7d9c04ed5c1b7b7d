import { superAdmin } from "#shared/permissions.ts";
import { countThings } from "#app/staff-kit/count.ts";
import type { BuiltInView } from "#app/staff-kit/list/list-views.tsx";
import type { listUsers } from "#worker/accounts/managing/list-accounts.ts";

type Figures = Awaited<ReturnType<typeof listUsers>>["figures"];

/** The views of the accounts that everybody has. */
export function listAccountViews(figures: Figures | null, invites: number, locale: string): BuiltInView[] {
  const number = new Intl.NumberFormat(locale);
  const count = (name: keyof Figures) => (figures ? number.format(figures[name]) : undefined);
  return [
    { name: "Everyone", filters: {}, count: count("everyone") },
    { name: "No second factor", filters: { factor: "none" }, count: count("unguarded") },
    { name: "Dormant 90 days", filters: { status: "dormant" }, count: count("dormant") },
    { name: "Without a role", filters: { status: "roleless" }, count: count("roleless") },
    { name: "Super admins", filters: { role: superAdmin }, count: count("supers") },
    { name: "Disabled", filters: { status: "disabled" }, count: count("disabled") },
    { name: "Pending invites", filters: {}, to: "#invites", count: figures ? number.format(invites) : undefined },
  ];
}

/** The numbers that matter, in a sentence. */
export function formatAccountFigures({ everyone, unguarded, sessions }: Figures): string {
  const accounts = countThings(everyone, "account");
  return `${accounts}, ${unguarded} without a second factor, ${countThings(sessions, "session")} open.`;
}

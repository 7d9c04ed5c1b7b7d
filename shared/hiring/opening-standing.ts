/** How a job stands for the staff. "changes": open, and its newest text is not shown yet. */
export const openingStandings = ["draft", "scheduled", "open", "changes", "internal", "expired", "closed"] as const;
export type OpeningStanding = (typeof openingStandings)[number];

export const openingStandingNames: Readonly<Record<OpeningStanding, string>> = {
  draft: "Draft",
  scheduled: "Scheduled",
  open: "Open",
  changes: "Changes not published",
  internal: "Internal",
  expired: "Expired",
  closed: "Closed",
};

export const openingStandingTones = {
  draft: "warn",
  scheduled: "info",
  open: "success",
  changes: "warn",
  internal: "info",
  expired: "plain",
  closed: "plain",
} as const satisfies Record<OpeningStanding, string>;

interface Standing {
  status: "draft" | "published" | "internal" | "closed";
  /** Epoch milliseconds. */
  publishAt: number | null;
  closesAt: number | null;
}

/** How a job stands at `now` by its status and times alone. */
export function judgeStanding({ status, publishAt, closesAt }: Standing, now: number): OpeningStanding {
  if (status === "draft" || status === "closed") return status;
  if (closesAt !== null && closesAt <= now) return "expired";
  if (status === "internal") return "internal";
  return publishAt !== null && publishAt > now ? "scheduled" : "open";
}

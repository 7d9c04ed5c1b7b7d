import type { AuditAction } from "#worker/subjects.ts";
import type { ActionWords } from "./action-words.ts";

/** What is done to the figures about visitors. */
export const figuresWords = {
  "analytics.exported": { text: "Exported figures about visitors", group: "exports" },
  "analytics.report-started": { text: "Asked for reports about visitors by mail", group: "upkeep" },
  "analytics.report-ended": { text: "Ended reports about visitors by mail", group: "upkeep", nobody: "The site" },
  "analytics.zone-changed": { text: "Changed the time zone of the visitor figures", group: "upkeep" },
  "annotation.added": { text: "Wrote an annotation into the chart of visitors", group: "upkeep" },
  "annotation.changed": { text: "Changed an annotation in the chart of visitors", group: "upkeep" },
  "annotation.deleted": { text: "Deleted an annotation in the chart of visitors", group: "upkeep" },
  "funnel.added": { text: "Wrote down a funnel of visitors", group: "upkeep" },
  "funnel.changed": { text: "Changed a funnel of visitors", group: "upkeep" },
  "funnel.deleted": { text: "Deleted a funnel of visitors", group: "upkeep" },
  "goal.added": { text: "Made a goal of visitors", group: "upkeep" },
  "goal.changed": { text: "Changed a goal of visitors", group: "upkeep" },
  "goal.deleted": { text: "Deleted a goal of visitors", group: "upkeep" },
} as const satisfies Partial<Record<AuditAction, ActionWords>>;

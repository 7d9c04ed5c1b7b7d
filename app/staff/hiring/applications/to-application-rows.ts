import type { FoundText } from "#shared/hiring/application-search.ts";
import { formatColleagueShort } from "#shared/accounts/format-colleague.ts";
import { isEnding } from "#shared/hiring/hiring-stages.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import type { ListedApplication } from "#worker/hiring/applications/list-applications.ts";
import { nameSource, nameStageOf } from "./applications-list.ts";
import { countDays, daysUntilLate } from "./days.ts";

export type ApplicationRow = ReturnType<typeof toApplicationRows>[number];

/** Rows of the list at the instant `at`. Dates become text on the server, as on every staff page. */
export function toApplicationRows(
  rows: readonly ListedApplication[],
  { locale, at, texts }: { locale: string; at: number; texts: ReadonlyMap<string, readonly FoundText[]> },
) {
  const { format } = new Intl.NumberFormat(locale);
  return rows.map((row) => {
    const days = countDays(row.stage_since, at);
    const hasEnded = isEnding(row.stage) || row.stage === "hired";
    return {
      id: row.id,
      version: row.version,
      name: row.name,
      job: row.job ?? "No role",
      stage: row.stage,
      stageName: nameStageOf(row.stages, row.stage),
      days: format(days),
      isLate: !hasEnded && days > daysUntilLate,
      received: toInstant(row.received_at, locale),
      source: nameSource(row.source),
      assigneeId: row.assignee_id as string | null,
      assignee: row.assignee === null ? null : formatColleagueShort({ name: row.assignee_name, email: row.assignee }),
      flags: JSON.parse(row.flags) as string[],
      tags: JSON.parse(row.tags) as string[],
      isFresh: row.opened_at === null,
      isDemo: row.is_demo === 1,
      texts: texts.get(row.id) ?? [],
    };
  });
}

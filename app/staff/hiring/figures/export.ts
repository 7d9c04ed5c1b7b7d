import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { answerCsv } from "#app/staff/answer-csv.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { exportFigures } from "#worker/hiring/applications/figures/read-figures.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { now } from "#worker/lib/clock.ts";
import { byteOrderMark, writeCsvRow } from "#worker/lib/text/csv.ts";
import { page } from "#app/staff/hiring/applications/page.ts";
import type { Route } from "./+types/export.ts";
import { figuresPath, readAsked, toCohort, writeAsked } from "./figures-asked.ts";
import { figureHeads, toFiguresView, writeFigureRows } from "./figures-view.ts";

export const middleware = [requirePermission(page.permission)];

export const handle = { cache: "private" } satisfies RouteHandle;

/** The figures of the page, without a name of anybody. */
export function loader({ context, url }: Route.LoaderArgs) {
  const actor = context.get(staffContext).user.id as AccountId;
  const asked = readAsked(url.searchParams);
  const at = now();
  return answerCsv(
    { context, url },
    {
      name: "hiring-figures",
      what: "The figures",
      page: figuresPath + writeAsked(asked),
      async write(db, scope) {
        const found = await exportFigures(db, { cohort: toCohort(asked, at), at, actor }, scope);
        const rows = writeFigureRows(toFiguresView(found, { asked, locale: null, at }));
        const filled = rows.map((cells) => figureHeads.map((_, place) => cells[place] ?? ""));
        return byteOrderMark + [figureHeads, ...filled].map(writeCsvRow).join("");
      },
    },
  );
}

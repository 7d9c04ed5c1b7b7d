/** Figures of visitor analytics for programs: the numbers of its page, for a token with the scope `analytics:read`. */
import type { z } from "@hono/zod-openapi";
import { type Filter, filterDimensions } from "../analytics/figures/types.ts";
import {
  type Asked,
  askFigures,
  askReport,
  programMetrics,
  type ProgramMetric,
} from "../analytics/programs/ask-figures.ts";
import { openDb } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { InvalidInputError } from "../lib/errors.ts";
import { createApi } from "./app.ts";
import { figuresQuery, figuresRoute } from "./figures-routes.ts";
import { readHolder } from "./programs.ts";

export const figuresApi = createApi().openapi(figuresRoute, async (c) => {
  refuseUnknown(new URL(c.req.url).searchParams);
  const asked = readAsked(c.req.valid("query"));
  const { scope } = c.env;
  const db = openDb(scope.env.DB);
  const asker = { user: readHolder(c.var).user.id, at: now(), fixedFunnels: await scope.readFixedFunnels() };
  const { report } = asked;
  return c.json(report ? await askReport(db, { ...asked, report }, asker) : await askFigures(db, asked, asker), 200);
});

/** As many as the page takes. */
const mostFilters = 10;

/** A slip in the name of a filter would otherwise answer with the figures of everybody. */
function refuseUnknown(query: URLSearchParams): void {
  const unknown = [...new Set(query.keys())].filter((name) => !Object.hasOwn(figuresQuery.shape, name));
  if (unknown.length === 0) return;
  throw new InvalidInputError(Object.fromEntries(unknown.map((name) => [name, ["There is no such parameter."]])));
}

/** @throws {InvalidInputError} where parameters do not go together */
function readAsked(query: z.output<typeof figuresQuery>): Asked {
  const {
    range,
    from,
    to,
    report = null,
    funnel = null,
    panels = [],
    properties_of: propertiesOf = null,
    goal_sources: goalSources = null,
    interval = null,
  } = query;
  const isChosen = from !== undefined || to !== undefined;
  const [first = "", last = ""] = [from ?? to, to ?? from];
  const faults = {
    ...(isChosen && range && { range: ["Name a range, or its days by from and to."] }),
    ...(first > last && { from: ["The first day is after the last."] }),
    ...(first !== "" && first < "2000-01-01" && { from: ["Days begin with 2000-01-01."] }),
    ...(report && panels.length > 0 && { panels: ["A report comes without panels."] }),
    ...(propertiesOf && !panels.includes("property") && { properties_of: ["It belongs to the panel `property`."] }),
    ...((report === "funnels") !== (funnel !== null) && {
      funnel: ["Name a funnel with report=funnels, and only there."],
    }),
    ...(report && goalSources && { goal_sources: ["A report comes without sources of a goal."] }),
  };
  const filters = readFilters(query);
  const excess = filters[mostFilters];
  if (excess) Object.assign(faults, { [excess.dimension]: [`At most ${mostFilters} filters.`] });
  if (Object.keys(faults).length > 0) throw new InvalidInputError(faults);
  return {
    range: isChosen ? "custom" : (range ?? "30"),
    from: first,
    to: last,
    compare: query.compare,
    interval,
    metrics: query.metrics ?? (Object.keys(programMetrics) as ProgramMetric[]),
    filters,
    panels: [...new Set(panels)],
    propertiesOf,
    report,
    funnel,
    goalSources,
    split: query.split,
    limit: query.limit,
    offset: query.offset,
  };
}

function readFilters(query: z.output<typeof figuresQuery>): Filter[] {
  return filterDimensions.flatMap((dimension) =>
    [true, false].flatMap((is): Filter[] => {
      const values = query[is ? dimension : (`not-${dimension}` as const)];
      return values ? [{ dimension, is, values: [...new Set(values)] }] : [];
    }),
  );
}

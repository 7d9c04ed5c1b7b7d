/** What the endpoint of figures takes and answers. */
import { createRoute, z } from "@hono/zod-openapi";
import { comparisons, ranges } from "../analytics/figures/periods.ts";
import {
  eventDimensions,
  filterDimensions,
  goals,
  goalSplits,
  reports,
  stepKinds,
  visitDimensions,
} from "../analytics/figures/types.ts";
import { type ProgramMetric, programMetrics } from "../analytics/programs/ask-figures.ts";
import { jsonResponse, problemResponses } from "./app.ts";
import { requireScope, tokenSecurity as security } from "./programs.ts";

/** Most rows that can be reached by pages, as in a file. */
const mostRows = 10_000;
const mostValues = 10;
const longestValue = 256;

const metricNames = Object.keys(programMetrics) as [ProgramMetric, ...ProgramMetric[]];
const dimensions = [...visitDimensions, ...eventDimensions] as const;
const intervals = ["hour", "day", "week", "month"] as const;

/** A parameter that may come several times, or with commas between its values. */
const listOf = <const Name extends string>(names: readonly [Name, ...Name[]], most: number) =>
  z
    .preprocess(
      (given) => (given === undefined ? undefined : [given].flat().flatMap((text) => String(text).split(","))),
      z.array(z.enum(names)).max(most).optional(),
    )
    .openapi({ type: "array", items: { type: "string", enum: [...names] } });

const values = (description: string) =>
  z
    .preprocess(
      (given) => (given === undefined ? undefined : [given].flat()),
      z.array(z.string().max(longestValue)).max(mostValues).optional(),
    )
    .openapi({ type: "array", items: { type: "string" }, description });

const goalValues = `${goals.join(", ")}, or the name or id of one of \`own_goals\``;
const filters = Object.fromEntries(
  filterDimensions.flatMap((dimension) => [
    [
      dimension,
      values(
        `Visits with this ${dimension}${dimension === "goal" ? ` (${goalValues})` : ""}; several are "or", "" is none.`,
      ),
    ],
    [`not-${dimension}`, values(`Visits without this ${dimension}.`)],
  ]),
) as Record<`${"" | "not-"}${(typeof filterDimensions)[number]}`, ReturnType<typeof values>>;

const date = z.iso.date("A day is written as 2026-11-22.").optional();
const named = ranges.filter((range) => range !== "custom");

export const figuresQuery = z.object({
  range: z
    .enum(named as [(typeof named)[number]])
    .optional()
    .describe("Days by name, in the site's zone; 30 unless others are asked for. The numbers are last days."),
  from: date.describe("First day of a chosen range, instead of `range`."),
  to: date.describe("Its last day, included."),
  compare: z.enum(comparisons).default("previous"),
  interval: z.enum(intervals).optional().describe("Of `series`; what suits the days unless given."),
  metrics: listOf(metricNames, metricNames.length).describe("All of them unless given."),
  panels: listOf(dimensions, 8).describe("Dimensions whose values are listed, the most visits first."),
  properties_of: z
    .string()
    .max(40)
    .optional()
    .describe("The one event whose properties the panel `property` lists; all of them unless given."),
  report: z.enum(reports).optional().describe("A report instead of totals, series, panels and goals."),
  funnel: z.string().max(100).optional().describe("Name or id of a funnel, for `report=funnels`."),
  goal_sources: z.enum(goals).optional().describe("A goal of which it is told where those came from who reached it."),
  split: z.enum(goalSplits).default("source").describe("By what `goal_sources` are told apart."),
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe("Rows of each panel or report."),
  offset: z.coerce.number().int().min(0).max(mostRows).default(0).describe("`next_offset` of the page before."),
  ...filters,
});

const metric = z.number().nullable().optional();
const numbers = z
  .object(Object.fromEntries(metricNames.map((name) => [name, metric])) as Record<ProgramMetric, typeof metric>)
  .openapi("FigureNumbers", { description: "Units are in `definitions`; null where there is nothing to divide by." });
const point = numbers.extend({ start: z.string() }).openapi("FigurePoint");
const coverage = z
  .object({ accepted: z.int(), rejected: z.int(), share: z.number().nullable() })
  .openapi("Coverage", { description: "Choices about cookies; accepted, of all of them." });
const period = z.object({ from: z.string(), to: z.string(), first_day: z.string(), last_day: z.string() });
const next = { next_offset: z.int().nullable().describe("`offset` of the next page; null on the last.") };
const text = z.string();
const count = z.int();
const title = text.nullable();
const looksFor = z.object({ kind: z.enum(stepKinds), values: z.array(text), about: text });

const frame = z.object({
  as_of: z.string().describe("What happened before this instant is counted."),
  visits_from: z
    .string()
    .nullable()
    .describe(
      "What is asked for is known from this instant on; visits from before are in the archive. Null where it is whole.",
    ),
  zone: z.string().describe("IANA name of the zone whose days are meant."),
  period: period.extend({ is_over: z.boolean() }),
  compared_with: period.nullable(),
  filters: z.array(z.object({ dimension: z.enum(filterDimensions), is: z.boolean(), values: z.array(text) })),
});

const figures = frame
  .extend({
    totals: numbers,
    totals_before: numbers.nullable(),
    coverage,
    coverage_before: coverage.nullable(),
    series: z.array(point),
    series_before: z.array(point).nullable(),
    panels: z
      .record(
        text,
        z.object({
          total: count,
          rows: z.array(z.object({ value: text, title, visits: count, hits: count, visits_before: count.nullable() })),
          ...next,
        }),
      )
      .describe("`hits` are events or views, `visits` those that had any."),
    goals: z
      .array(
        z.object({
          goal: z.enum(goals),
          done: count,
          known: count,
          rate: z.number().nullable(),
          done_before: count.nullable(),
        }),
      )
      .describe("`known` are those whose visitor accepted; `rate` is known per visit."),
    own_goals: z
      .array(
        z.object({
          id: text,
          name: text,
          looks_for: looksFor,
          done: count,
          rate: z.number().nullable(),
          done_before: count.nullable(),
        }),
      )
      .describe("Goals that staff have made: visits of visitors who accepted that reached them, once each."),
    goal_sources: z
      .object({
        split: z.enum(goalSplits),
        in_list_of_staff: count
          .nullable()
          .describe("Records of these days that staff have now; null where there is no list."),
        rows: z.array(z.object({ last: title, first: title, count })),
        ...next,
      })
      .nullable()
      .describe("By the visit in which it was done and by the visitor's first; null where no visit is known."),
    dropped: z.array(z.object({ reason: text, count })),
    happenings: z
      .array(z.object({ kind: z.enum(["note", "article", "opening", "campaign"]), at: text, text, path: title }))
      .describe("What may explain the numbers: annotations of staff, what was published, and campaigns that began."),
    definitions: z.record(text, z.object({ unit: text, definition: text })),
  })
  .openapi("Figures");

const reportRow = z.union([
  z.object({
    kind: z.literal("vital"),
    path: title,
    title,
    vital: text,
    measurements: count,
    p75: z.number(),
    good: count,
    poor: count,
  }),
  z.object({ kind: z.enum(["view", "before", "entry", "after", "exit"]), path: text, title, times: count }),
  z
    .object({
      kind: z.literal("read"),
      path: text,
      views: count,
      engaged_ms: z.number().nullable(),
      scroll: z.number().nullable(),
      to_end: count,
    })
    .describe(
      "Per view that tells it: active milliseconds, and how far down it was seen, in per cent; `to_end` is views.",
    ),
  z.object({
    kind: z.literal("step"),
    step: count,
    looks_for: looksFor,
    visits: count,
    visits_before: count.nullable(),
    median_ms: z.number().nullable(),
    median_ms_before: z.number().nullable(),
  }),
  z.object({ kind: z.literal("cohort"), week: text, visitors: count, returned: z.array(count) }),
  z.object({ kind: z.literal("missing"), path: text, from: text, times: count }),
  z.object({ kind: z.literal("search"), words: text, times: count, empty: count }),
]);

const report = frame
  .extend({ report: z.object({ name: z.enum(reports), page: title, rows: z.array(reportRow), ...next }) })
  .openapi("FiguresReport");

export const figuresRoute = createRoute({
  method: "get",
  path: "/analytics/query",
  tags: ["Figures"],
  summary: "Figures of visitor analytics, as its page shows them.",
  security,
  middleware: requireScope("analytics:read"),
  request: { query: figuresQuery },
  responses: {
    200: jsonResponse("The figures, or the report that was asked for.", z.union([figures, report])),
    ...problemResponses(400, 401, 403, 429, 503),
  },
});

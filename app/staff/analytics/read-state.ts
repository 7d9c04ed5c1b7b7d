/** Reads the address of the page. Only the server imports it, so that zod stays there. */
import { z } from "zod";
import { cleanLine } from "#app/shared/clean-line.ts";
import { comparisons, ranges } from "#worker/analytics/figures/periods.ts";
import {
  type Dimension,
  eventDimensions,
  type Filter,
  filterDimensions,
  goals,
  goalSplits,
  type Metric,
  metrics,
  visitDimensions,
} from "#worker/analytics/figures/types.ts";
import { type AnalyticsState, groupKeys, listTabs, type PanelGroup, type Shown, shownNames } from "./state.ts";

const dimensions: readonly Dimension[] = [...visitDimensions, ...eventDimensions];

/** More than anybody can read as chips. */
const mostFilters = 10;
const mostValues = 10;
const longestValue = 256;

const date = z.iso.date().refine((text) => text >= "2000-01-01");

const addressSchema = z.object({
  show: z.enum(Object.keys(shownNames) as [Shown]).catch("overview"),
  range: z.enum(ranges).catch("30"),
  from: date.catch(""),
  to: date.catch(""),
  compare: z.enum(comparisons).catch("previous"),
  by: z.enum(["hour", "day", "week", "month"]).nullable().catch(null),
  metric: z.enum(metrics as readonly [Metric, ...Metric[]]).catch("visitors"),
  panel: z.enum(dimensions).nullable().catch(null),
  report: z.enum(goals).nullable().catch(null),
  split: z.enum(goalSplits).catch("source"),
  edit: z
    .union([z.enum(["note", "zone", "reports"]), z.uuid()])
    .nullable()
    .catch(null),
});

/** What a form adds to the filters of the address. */
const addedSchema = z.object({
  add: z.enum(filterDimensions),
  how: z.enum(["is", "not"]).catch("is"),
  value: z.string().transform((text) => cleanLine(text, longestValue)),
});

/**
 * What an address asks for. A value that makes no sense counts as missing; without a range it is 30 days. `isNormal` is
 * false where a form has put its fields into the address that belong among the filters.
 */
export function readAnalyticsState(query: URLSearchParams): { state: AnalyticsState; isNormal: boolean } {
  const { from, to, by, ...asked } = addressSchema.parse({
    show: null,
    range: null,
    compare: null,
    by: null,
    panel: null,
    report: null,
    edit: null,
    ...Object.fromEntries(query),
  });
  const isChosen = from !== "" || to !== "";
  const days = isChosen ? { from: from || to, to: to || from } : { from: "", to: "" };
  const [first, last] = [days.from, days.to].toSorted();
  const added = addedSchema.safeParse(Object.fromEntries(query)).data;
  const filters = readFilters(query);
  const state: AnalyticsState = {
    ...asked,
    interval: by,
    range: isChosen ? "custom" : asked.range === "custom" ? "30" : asked.range,
    from: first ?? "",
    to: last ?? "",
    filters: added ? addFilter(filters, added) : filters,
    tabs: readTabs(query.getAll("tab")),
  };
  return { state, isNormal: !query.has("add") };
}

function readTabs(named: readonly string[]): AnalyticsState["tabs"] {
  const chosen = groupKeys.map((group): [PanelGroup, Dimension | undefined] => {
    const tabs = listTabs(group);
    return [group, tabs.find((tab) => named.includes(tab)) ?? tabs[0]];
  });
  return Object.fromEntries(chosen) as AnalyticsState["tabs"];
}

function readFilters(query: URLSearchParams): Filter[] {
  const filters = filterDimensions.flatMap((dimension) =>
    [true, false].map((is): Filter => {
      const texts = query.getAll(is ? dimension : `not-${dimension}`).filter((text) => text.length <= longestValue);
      return { dimension, is, values: [...new Set(texts)].slice(0, mostValues) };
    }),
  );
  return filters.filter(({ values }) => values.length > 0).slice(0, mostFilters);
}

function addFilter(filters: readonly Filter[], { add, how, value }: z.output<typeof addedSchema>): Filter[] {
  const is = how === "is";
  const same = filters.find((filter) => filter.dimension === add && filter.is === is);
  const values = [...new Set([...(same?.values ?? []), value])].slice(0, mostValues);
  return [...filters.filter((filter) => filter !== same), { dimension: add, is, values }].slice(0, mostFilters);
}

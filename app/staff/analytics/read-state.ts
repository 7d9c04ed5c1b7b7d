/** Reads the address of the page. Only the server imports it, so that zod stays there. */
import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
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
  mostSteps,
  stepKinds,
  visitDimensions,
} from "#worker/analytics/figures/types.ts";
import { exampleKeys } from "#app/content/example-funnels.ts";
import { readPick } from "./goals/choices.ts";
import { toPathPattern } from "./path-pattern.ts";
import {
  type AnalyticsState,
  type DraftStep,
  type FunnelDraft,
  groupKeys,
  listTabs,
  type PanelGroup,
  type Shown,
  shownNames,
} from "./state.ts";

const dimensions: readonly Dimension[] = [...visitDimensions, ...eventDimensions];

/** More than anybody can read as chips. */
const mostFilters = 10;
const mostValues = 10;
const longestValue = 256;
/** As the table holds it. */
const longestFunnelName = 60;
const mostStepValues = 20;

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
  properties: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .nullable()
    .catch(null),
  report: z.enum(goals).nullable().catch(null),
  split: z.enum(goalSplits).catch("source"),
  notes: z.enum(["all", "own"]).catch("all"),
  edit: z
    .union([z.enum(["note", "zone", "reports", "goal-new", "funnel-new", "funnel"]), z.uuid()])
    .nullable()
    .catch(null),
  funnel: z
    .union([z.enum(exampleKeys), z.uuid()])
    .nullable()
    .catch(null),
  version: z.coerce.number().int().min(1).nullable().catch(null),
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
  const { from, to, by, version, properties, ...asked } = addressSchema.parse({
    show: null,
    range: null,
    compare: null,
    by: null,
    panel: null,
    properties: null,
    report: null,
    edit: null,
    funnel: null,
    version: null,
    ...Object.fromEntries(query),
  });
  const isChosen = from !== "" || to !== "";
  const days = isChosen ? { from: from || to, to: to || from } : { from: "", to: "" };
  const [first, last] = [days.from, days.to].toSorted();
  const added = addedSchema.safeParse(Object.fromEntries(query)).data;
  const filters = readFilters(query);
  const up = readStepUp(query);
  const state: AnalyticsState = {
    ...asked,
    interval: by,
    propertiesOf: properties,
    range: isChosen ? "custom" : asked.range === "custom" ? "30" : asked.range,
    from: first ?? "",
    to: last ?? "",
    filters: added ? addFilter(filters, added) : filters,
    tabs: readTabs(query.getAll("tab")),
    version: asked.edit === "funnel" ? version : null,
    draft: asked.edit?.startsWith("funnel") ? readDraft(query, up) : null,
  };
  return { state, isNormal: !query.has("add") && up === null };
}

function readTabs(named: readonly string[]): AnalyticsState["tabs"] {
  const chosen = groupKeys.map((group): [PanelGroup, Dimension | undefined] => {
    const tabs = listTabs(group);
    return [group, tabs.find((tab) => named.includes(tab)) ?? tabs[0]];
  });
  return Object.fromEntries(chosen) as AnalyticsState["tabs"];
}

/** The step that a button of the form moves before the one above it, by its place among all rows; null for none. */
function readStepUp(query: URLSearchParams): number | null {
  const place = Number(query.get("step-up") ?? "");
  return Number.isInteger(place) && place > 0 && place < mostSteps ? place : null;
}

/** The fields of the form of a funnel. A written value counts before a picked one, and both stay. Rows without a value are left out; wrong steps stay, to be corrected. */
export function readDraft(
  query: Pick<URLSearchParams, "get" | "getAll">,
  up: number | null = null,
): FunnelDraft | null {
  const [kinds, texts, about] = ["kind", "of", "about"].map((name) => query.getAll(`step-${name}`));
  if (!kinds || !texts || texts.length === 0) return null;
  const picks = query.getAll("step-pick");
  const rows = texts.slice(0, mostSteps).map((text, place): DraftStep => {
    const pick = picks[place] ?? "";
    const picked = readPick(pick);
    if (picked && text.trim() === "") return picked;
    const kind = stepKinds.find((each) => each === kinds[place]) ?? "page";
    const words = text.split(",").map((value) => cleanLine(value, longestValue));
    const values = kind === "page" || kind === "section" ? words.map(toPathPattern) : words;
    return {
      kind,
      values: [...new Set(values.filter((value) => value.replace("!", "") !== ""))].slice(0, mostStepValues),
      about: kind === "event" ? cleanLine(about?.[place] ?? "", longestValue) : "",
      picked: picked ? pick : undefined,
    };
  });
  const [lower, upper] = up === null ? [] : [rows[up], rows[up - 1]];
  if (up !== null && lower && upper) rows.splice(up - 1, 2, lower, upper);
  return {
    name: cleanLine(query.get("name") ?? "", longestFunnelName),
    steps: rows.filter(({ values: named }) => named.length > 0),
  };
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

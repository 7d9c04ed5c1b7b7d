import type { Dimension, Panel } from "#worker/analytics/figures/types.ts";
import { nameProperty, nameValue } from "./names.ts";
import type { Writing } from "#worker/analytics/figures/writing.ts";

/** Rows of a panel beside others; the whole panel shows all. */
const shortRows = 7;

interface PanelRowView {
  value: string;
  name: string;
  /** The title of a page. */
  title: string | null;
  visits: string;
  /** How often it happened; null where that is the number of visits. */
  hits: string | null;
  change: string | null;
  /** Of its bar, in per cent of the widest. */
  width: number;
}

export interface PanelView {
  dimension: Dimension;
  rows: PanelRowView[];
  /** How many more values there are than rows shown; null for none. */
  more: string | null;
  /** Whether all rows that were read are shown. */
  isWhole: boolean;
}

/** The measures of a panel's rows, other than visits. */
export const hitNames: Partial<Record<Dimension, string>> = {
  page: "Views",
  section: "Views",
  event: "Times",
  property: "Times",
  outbound: "Clicks",
  download: "Times",
  search: "Times",
  missing: "Views",
};

interface PanelReader {
  locale: string;
  isWhole: boolean;
  /** Properties of one event, which each row need not name. */
  isOfOneEvent: boolean;
  writing: Writing;
}

/** A panel with the texts of its rows. */
export function toPanelView(
  dimension: Dimension,
  { rows, more }: Panel,
  { locale, isWhole, isOfOneEvent, writing }: PanelReader,
): PanelView {
  const shown = isWhole || rows.length === shortRows + 1 ? rows : rows.slice(0, shortRows);
  const widest = Math.max(1, ...rows.map(({ visits }) => visits));
  const left = more + rows.length - shown.length;
  return {
    dimension,
    rows: shown.map(({ value, label, visits, hits, before }) => ({
      value,
      name: isOfOneEvent ? nameProperty(value, { isShort: true }) : nameValue(dimension, value, locale),
      title: label,
      visits: writing.number(visits),
      hits: hitNames[dimension] ? writing.number(hits) : null,
      change: writeChange(visits, before, writing),
      width: Math.round((visits / widest) * 1000) / 10,
    })),
    more: left === 0 ? null : writing.number(left),
    isWhole,
  };
}

function writeChange(visits: number, before: number | null, writing: Writing): string | null {
  if (before === null) return null;
  return before === 0 ? "new" : writing.coarseChange(visits / before - 1);
}

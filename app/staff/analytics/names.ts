/** What dimensions, values and metrics are called. */
import { readOwn } from "#shared/text/read-own.ts";
import { decodePath } from "#shared/text/decode-path.ts";
import { directName, goalNames as goalWords, metricNames as metricWords } from "#shared/analytics/figure-words.ts";
import { aboutName, parseProperty } from "#shared/analytics/event-property.ts";
import type { FilterDimension, Goal, GoalSplit, Interval, Metric } from "#worker/analytics/figures/types.ts";

/** In chips, in the form that adds a filter, and over the rows of a panel. */
export const dimensionNames: Record<FilterDimension, string> = {
  page: "Page",
  section: "Section",
  entry: "Entry page",
  exit: "Exit page",
  source: "Source",
  channel: "Channel",
  campaign: "Campaign",
  medium: "Medium",
  term: "Term",
  content: "Content",
  referrer: "Site before",
  country: "Country",
  region: "Region",
  language: "Language",
  device: "Device",
  browser: "Browser",
  os: "System",
  screen: "Screen",
  event: "Event",
  property: "Event property",
  outbound: "Outbound link",
  download: "Download",
  search: "Search",
  missing: "Missing page",
  goal: "Goal",
};

export const goalNames: Record<Goal, string> = goalWords;

export const splitNames: Record<GoalSplit, string> = { source: "Source", channel: "Channel", campaign: "Campaign" };

export const metricNames: Record<Metric, string> = metricWords;

export const intervalNames: Record<Interval, string> = { hour: "Hour", day: "Day", week: "Week", month: "Month" };

/** What "none" is in a dimension; "None" where nothing else says it better. */
const noneNames: Partial<Record<FilterDimension, string>> = {
  source: directName,
  channel: directName,
  referrer: directName,
  campaign: "No campaign",
  medium: "No medium",
  term: "No term",
  content: "No content",
  country: "Unknown",
  region: "Unknown",
  language: "Unknown",
  device: "Unknown",
  browser: "Unknown",
  os: "Unknown",
  screen: "Unknown",
};

/** Values whose code makes no good name. */
const valueNames: Partial<Record<FilterDimension, Readonly<Record<string, string>>>> = {
  channel: { assistant: "AI assistant" },
  device: { tv: "TV" },
};

const paths: ReadonlySet<FilterDimension> = new Set(["page", "section", "entry", "exit", "missing", "download"]);
const direct: ReadonlySet<FilterDimension> = new Set(["source", "channel"]);
const written: ReadonlySet<FilterDimension> = new Set(["channel", "device", "screen", "event", "region"]);

/** Writes a value of a dimension for a reader of `locale`. */
export function nameValue(dimension: FilterDimension, value: string, locale: string): string {
  if (value === "" || (value === "direct" && direct.has(dimension))) return noneNames[dimension] ?? "None";
  const named = readOwn(valueNames[dimension] ?? {}, value);
  if (named !== undefined) return named;
  if (dimension === "country") return nameByIntl(value, locale, "region");
  if (dimension === "language") return nameByIntl(value, locale, "language");
  if (dimension === "goal") return readOwn(goalNames, value) ?? value;
  if (dimension === "property") return nameProperty(value);
  if (paths.has(dimension)) return decodePath(value);
  return written.has(dimension) ? writeCode(value) : value;
}

/** "Apply, team: Data" for `apply:team=Data`, and "Form sent: contact" for what an event is about. Short, without the event. */
export function nameProperty(text: string, { isShort = false } = {}): string {
  const property = parseProperty(text);
  if (!property) return text;
  const isAbout = property.name === aboutName;
  const value = property.value.startsWith("/") ? decodePath(property.value) : property.value;
  if (isShort) return isAbout ? value : `${writeCode(property.name)}: ${value}`;
  return `${writeCode(property.event)}${isAbout ? "" : `, ${property.name.replaceAll("-", " ")}`}: ${value}`;
}

function nameByIntl(value: string, locale: string, type: "region" | "language"): string {
  try {
    return new Intl.DisplayNames(locale, { type, fallback: "code" }).of(value) ?? value;
  } catch {
    // No code of a country or a language.
    return value;
  }
}

/** "Form sent" for `form-sent`. */
export function writeCode(code: string): string {
  const words = code.replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const dropNames: Record<string, string> = {
  bot: "Robots that say so",
  automated: "Robots by what they did",
  clock: "Clock more than a day out",
  invalid: "Not in the format",
  excess: "Past one network’s share of the day",
};

const dropNotes: Record<string, string> = {
  bot: "Crawlers and other programs that name themselves in their user agent.",
  automated:
    "Visits with 30 views within ten seconds, or a hundred without one active second: far beyond what people do.",
  clock: "The device’s clock differs from ours by more than 24 hours, so nothing in the record can be dated.",
  invalid: "What arrived is no record or visit of the tracker: fields are missing, too long, or name another site.",
  excess: "A network that had brought 2,000 views on that day already, which is more than an office does.",
};

/** What a reason means, in a sentence or two; null for one that needs no more than its name. */
export function describeDrop(reason: string): string | null {
  return dropNotes[reason] ?? null;
}

export function nameDrop(reason: string): string {
  return dropNames[reason] ?? writeCode(reason);
}

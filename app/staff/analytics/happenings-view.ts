import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import { campaignDays, campaignVisits, type Happening } from "#worker/analytics/figures/happenings.ts";
import type { Point } from "#worker/analytics/figures/types.ts";
import { nameLetter } from "./chart-view.ts";
import { type AnalyticsState, buildPath, filterBy } from "./state.ts";
import type { Writing } from "#worker/analytics/figures/writing.ts";

/** An annotation of staff, or all automatic ones of one hour, day, week or month. */
export interface HappeningView {
  /** Of an annotation: its own. */
  id: string;
  letter: string;
  /** False for what nobody has written. */
  isNote: boolean;
  text: string;
  date: string;
  day: string;
  /** What nobody has written any more, such as of who has left, belongs to everybody. */
  isOwn: boolean;
  /** Of automatic ones: what it was, with its figures. */
  items: { name: string; to: string }[];
  /** The point of the chart in which it is. */
  place: number;
}

interface Reader {
  state: AnalyticsState;
  zone: string;
  user: string;
  now: number;
  writing: Writing;
}

const words = {
  article: { alone: "Article", one: "article published", many: "articles published" },
  opening: { alone: "Opening", one: "opening published", many: "openings published" },
  campaign: { alone: "Campaign", one: "campaign began", many: "campaigns began" },
} as const;
const kinds = Object.keys(words) as (keyof typeof words)[];

export const happeningsNote = `A round letter was written by staff. A square one tells itself: articles and openings when they were published, and campaigns on the first day that brought ${campaignVisits} visits, if none of the ${campaignDays} days before brought as many; that is known once the day is over.`;

/** By time, with their letters. Automatic ones are one entry for each point of the chart. */
export function toHappenings(
  found: readonly Happening[],
  series: readonly Point[],
  { state, zone, user, now, writing }: Reader,
): HappeningView[] {
  const placed = found.map((each) => ({ ...each, place: series.findLastIndex(({ start }) => start <= each.at) }));
  const notes = placed.filter(({ kind }) => kind === "note").map((note) => [note]);
  const others = [
    ...Map.groupBy(
      placed.filter(({ kind }) => kind !== "note"),
      ({ place }) => place,
    ).values(),
  ];
  const link = ({ kind, text, path }: Happening) =>
    buildPath(state, {
      filters: kind === "campaign" ? filterBy(state, "campaign", text) : filterBy(state, "page", path),
    });
  return [...notes, ...others]
    .flatMap((same) => {
      const first = same.at(-1);
      return first ? [{ first, same: same.toReversed() }] : [];
    })
    .toSorted((one, other) => one.first.at - other.first.at)
    .map(({ first: { kind, id, at, text, author, place }, same }, index) => ({
      id: kind === "note" ? id : `auto-${place}`,
      letter: nameLetter(index),
      isNote: kind === "note",
      text: kind === "note" ? text : nameAll(same, writing),
      date: writeZonedTime(at, zone).slice(0, 10),
      day: writing.period({ from: at, to: at + 1 }, now),
      isOwn: kind === "note" && (author === null || author === user),
      items: kind === "note" ? [] : same.map((each) => ({ name: each.text, to: link(each) })),
      place,
    }));
}

/** "Article: Leaving a data centre"; "3 articles published, 1 campaign began". */
function nameAll(same: readonly Happening[], writing: Writing): string {
  const [only, second] = same;
  if (only && !second && only.kind !== "note") return `${words[only.kind].alone}: ${only.text}`;
  return kinds
    .map((kind) => ({ kind, count: same.filter((each) => each.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${writing.number(count)} ${count === 1 ? words[kind].one : words[kind].many}`)
    .join(", ");
}

import { day } from "#shared/dates/durations.ts";
import { hiredStage, type Stage } from "#shared/hiring/hiring-stages.ts";
import { buildDefaultListState, buildListPath } from "#shared/pages/list.ts";
import type { HiringFigures } from "#worker/hiring/applications/figures/read-figures.ts";
import {
  applicationsList,
  nameSource,
  nameStageOf,
  readOpenings,
} from "#app/staff/hiring/applications/applications-list.ts";
import { countDays } from "#app/staff/hiring/applications/days.ts";
import { type Asked, buildCountedPath, readScale } from "./figures-asked.ts";

export type FiguresView = ReturnType<typeof toFiguresView>;

interface Reader {
  asked: Asked;
  /** Null for a file. */
  locale: string | null;
  /** Epoch milliseconds. */
  at: number;
}

/** How numbers are written. */
interface Writing {
  number: (value: number) => string;
  /** 0 to 1. */
  share: (value: number) => string;
  days: (value: number) => string;
}

/** For the reader of the page. */
function writeFor(locale: string): Writing {
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const days = new Intl.NumberFormat(locale, {
    style: "unit",
    unit: "day",
    unitDisplay: "long",
    maximumFractionDigits: 1,
  });
  return { number: number.format, share: percent.format, days: days.format };
}

/** For programs that read a file: the same in every language. */
const forFiles: Writing = {
  number: String,
  share: (value) => String(Number(value.toFixed(4))),
  days: (value) => String(Number(value.toFixed(2))),
};

/** The figures as they are written for the reader, or for a file without a locale, each with the list of what it counts. */
export function toFiguresView(found: HiringFigures, { asked, locale, at }: Reader) {
  const writing = locale === null ? forFiles : writeFor(locale);
  const { title, stages } = readScale(found.beside.job);
  const count = (value: number, filters: Readonly<Record<string, string>>) => ({
    value: writing.number(value),
    to: value === 0 ? null : buildCountedPath(asked, filters),
  });
  const writeDays = (milliseconds: number) => writing.days(milliseconds / day);
  const share = (part: number, whole: number) => (whole === 0 ? null : writing.share(part / whole));
  const reached = countReached(found.progress, stages);
  const total = reached[0] ?? 0;
  const hired = reached.at(-1) ?? 0;
  const toHire = found.times.find(({ rank }) => rank === stages.length - 1);
  const timed = stages.slice(0, -1);
  const longest = Math.max(1, ...found.times.filter(({ rank }) => rank < timed.length).map(({ most }) => most));
  return {
    asked,
    title,
    jobs: readOpenings(found.beside.jobs).map((job) => ({ id: job.id, title: job.title })),
    isEmpty: total === 0,
    received: count(total, { stage: "any" }),
    going: count(found.going, {}),
    ended: count(found.ended, { stage: "ended" }),
    hired: count(hired, { stage: hiredStage }),
    toHire: toHire
      ? {
          median: writeDays(toHire.median),
          range: toHire.count === 1 ? null : `${writeDays(toHire.shortest)} to ${writeDays(toHire.longest)}`,
        }
      : null,
    stageNames: stages.map(({ name }) => name),
    funnel: stages.map(({ key, name }, rank) => ({
      key,
      name,
      ...count(reached[rank] ?? 0, filterReached(stages, rank)),
      /** Of all, in per cent of the width of a bar. */
      width: total === 0 ? 0 : ((reached[rank] ?? 0) / total) * 100,
      ofAll: share(reached[rank] ?? 0, total) ?? "–",
      ofBefore: rank === 0 ? null : share(reached[rank] ?? 0, reached[rank - 1] ?? 0),
    })),
    sources: listSources(found.progress).map(({ source, progress }) => {
      const counts = countReached(progress, stages);
      const filter = source === null ? null : { source: source === "" ? "direct" : source };
      return {
        key: source ?? "-",
        name: source === null ? "All others" : nameSource(source),
        counts: counts.map((value, rank) => ({
          key: stages[rank]?.key ?? "",
          ...(filter
            ? count(value, { ...filterReached(stages, rank), ...filter })
            : { value: writing.number(value), to: null }),
        })),
        hiredShare: share(counts.at(-1) ?? 0, counts[0] ?? 0) ?? "–",
      };
    }),
    times: timed.map(({ key, name }, rank) => {
      const past = found.times.find((each) => each.rank === rank);
      const now = found.standing.find((each) => each.rank === rank);
      return {
        key,
        name,
        left: count(past?.count ?? 0, { stage: "any", way: `left:${key}` }),
        median: past ? writeDays(past.median) : null,
        most: past ? writeDays(past.most) : null,
        medianWidth: past ? (past.median / longest) * 100 : 0,
        mostWidth: past ? (past.most / longest) * 100 : 0,
        now: count(now?.count ?? 0, { way: `in:${key}` }),
        longest: now ? writeDays(now.longest) : null,
      };
    }),
    referrers: found.referrers.map((each) => ({
      host: each.host,
      received: count(each.count, { stage: "any", referrer: each.host }),
      hired: count(each.hired, { stage: hiredStage, referrer: each.host }),
    })),
    waiting: {
      people: found.waiting.map((row) => ({
        id: row.id as string,
        name: row.name,
        to: `${applicationsList.path}/${row.id}${buildListPath(applicationsList, waitingState(asked)).slice(applicationsList.path.length)}`,
        stage: nameStageOf(row.stages, row.stage),
        job: row.job ?? "No role",
        days: writing.days(countDays(row.stage_since, at)),
      })),
      all: writing.number(found.beside.running ?? 0),
      to: buildListPath(applicationsList, waitingState(asked)),
    },
  };
}

/** All that have not ended, whenever they arrived, the longest in their stage first. */
function waitingState({ job }: Asked) {
  const state = buildDefaultListState(applicationsList);
  return { ...state, filters: { ...state.filters, job }, sort: { by: "days", direction: "desc" } } as typeof state;
}

/** The first stage is where all of them begin, the last one has those who are in it. */
function filterReached(stages: readonly Stage[], rank: number): Record<string, string> {
  if (rank === 0) return { stage: "any" };
  if (rank === stages.length - 1) return { stage: hiredStage };
  return { stage: "any", way: `reached:${stages[rank]?.key ?? ""}` };
}

/** How many came to each stage or further. */
function countReached(progress: HiringFigures["progress"], stages: readonly Stage[]): number[] {
  return stages.map((_, rank) => progress.reduce((sum, each) => sum + (each.rank >= rank ? each.count : 0), 0));
}

/** The sources, the most used first and those that are counted together last. */
function listSources(progress: HiringFigures["progress"]) {
  const sources = [...new Set(progress.map(({ source }) => source))].map((source) => {
    const own = progress.filter((each) => each.source === source);
    return { source, progress: own, total: own.reduce((sum, { count }) => sum + count, 0) };
  });
  return sources.toSorted((a, b) => Number(a.source === null) - Number(b.source === null) || b.total - a.total);
}

/** Heads and rows of the file: every number of the page that is about no person. */
export function writeFigureRows(view: FiguresView): string[][] {
  return [
    ["Received", "", "", view.received.value],
    ["Not ended", "", "", view.going.value],
    ["Rejected and withdrawn", "", "", view.ended.value],
    ...view.funnel.map(({ name, value, ofAll, ofBefore }) => ["Funnel", "", name, value, ofAll, ofBefore ?? ""]),
    ...view.sources.flatMap(({ name, counts }) =>
      counts.map(({ value }, rank) => ["Source", name, view.stageNames[rank] ?? "", value]),
    ),
    ...view.referrers.flatMap(({ host, received, hired }) => [
      ["Site before", host, "Received", received.value],
      ["Site before", host, "Hired", hired.value],
    ]),
    ...view.times.map(({ name, left, median, most, now, longest }) =>
      ["Time in stage", "", name, left.value, "", "", median, most, now.value, longest].map((cell) => cell ?? ""),
    ),
    ["Time to hire", view.toHire?.range ?? "", "", view.hired.value, "", "", view.toHire?.median ?? ""],
  ];
}

export const figureHeads = [
  "Part",
  "Name",
  "Stage",
  "Applications",
  "Of all",
  "Of the stage before",
  "Median, days",
  "Nine in ten within, days",
  "There now",
  "Longest of these, days",
];

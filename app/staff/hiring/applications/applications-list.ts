import { day } from "#shared/dates/durations.ts";
import { endingDays } from "#shared/hiring/ending.ts";
import { z } from "zod";
import { formatColleague } from "#shared/accounts/format-colleague.ts";
import { endingNames, nameStage, readStages, type Stage, usualStages } from "#shared/hiring/hiring-stages.ts";
import { readDayAround } from "#shared/dates/zoned-days.ts";
import { defineList, type ListState } from "#shared/pages/list.ts";
import { spanReceived } from "#app/staff/lists/day-filters.ts";
import { figureFilters, toStagePath } from "#app/staff/hiring/figures/figure-filters.ts";
import type { ApplicationFilter } from "#worker/hiring/applications/filter-applications.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { daysUntilLate } from "./days.ts";

/** The value for "no assignee" in forms and addresses. */
export const nobody = "nobody";

/** The applications: columns, filters and what an address may say. The board reads the same filters. */
export const applicationsList = defineList({
  id: "applications",
  path: "/job-applications",
  nouns: { one: "application", many: "applications" },
  columns: {
    name: { name: "Name", sort: "asc" },
    job: { name: "Job" },
    stage: { name: "Stage", sort: "asc" },
    days: { name: "In stage", sort: "desc", align: "end" },
    flags: { name: "Flags and tags", hides: 2 },
    source: { name: "Source", hides: 3 },
    assignee: { name: "Assignee", hides: 1 },
    received: { name: "Received", sort: "desc", align: "end" },
  },
  sort: { by: "received", direction: "desc" },
  filters: {
    job: { name: "Job", values: z.union([z.literal("none"), z.uuid()]) },
    stage: { name: "Stage", values: z.string().regex(/^[a-z0-9-]{1,40}$/) },
    source: { name: "Source", values: z.string().min(1).max(60) },
    assignee: { name: "Assignee", values: z.union([z.enum(["mine", nobody]), z.uuid()]) },
    flag: { name: "Flag", values: z.enum(["flagged"]) },
    tag: { name: "Tag", values: z.string().min(1).max(40) },
    opened: { name: "Opened", values: z.enum(["no"]) },
    mentions: { name: "Mentions", values: z.enum(["mine"]) },
    days: { name: "In stage", values: z.enum(["late"]) },
    files: { name: "Files", values: z.enum(["failed"]) },
    mail: { name: "Mail", values: z.enum(["failed"]) },
    interview: { name: "Interview", values: z.enum(["today", "mine", "waiting", "declined"]) },
    received: { name: "Received", values: z.enum(["7", "30", "90", "365"]) },
    keeps: { name: "Deleted", values: z.enum(["ending"]) },
    ...figureFilters,
  },
});

export type ApplicationsState = ListState<typeof applicationsList>;

/** The board: its filters are those of the list, but for the stage, which is a column there. */
export const boardList = defineList({
  ...applicationsList,
  id: "applications-board",
  path: "/job-applications/board",
});

/** What the database is asked for; `at` is now, in epoch milliseconds. Days are those of `timeZone`, or else of UTC. */
export function toApplicationFilter(
  { filters, words }: Pick<ApplicationsState, "filters" | "words">,
  { reader, at, timeZone }: { reader: AccountId; at: number; timeZone: string | null },
): ApplicationFilter {
  const { job, stage, source, assignee, flag, tag, opened, mentions, days, files, mail, interview, keeps } = filters;
  return {
    job: (job || null) as OpeningId | "none" | null,
    // Most of those that are deleted soon have ended.
    stage: stage === "any" || (stage === "" && keeps !== "") ? null : stage || "running",
    source: source || null,
    assignee: assignee === "mine" ? reader : ((assignee || null) as AccountId | typeof nobody | null),
    isFlagged: flag === "flagged",
    isUnopened: opened === "no",
    mentioned: mentions === "mine" ? reader : null,
    // An application is late once its whole days are more than these.
    inStageSince: days === "late" ? at - (daysUntilLate + 1) * day : null,
    hasFailedFile: files === "failed",
    isUnmailed: mail === "failed",
    tag: tag || null,
    ...spanReceived(filters, at),
    referrer: filters.referrer || null,
    path: toStagePath(filters.way),
    interview: toInterviewFilter(interview, { reader, at, timeZone }),
    isEnding: keeps === "ending",
    words,
  };
}

function toInterviewFilter(
  interview: ApplicationsState["filters"]["interview"],
  { reader, at, timeZone }: { reader: AccountId; at: number; timeZone: string | null },
): NonNullable<ApplicationFilter["interview"]> | null {
  if (interview === "today") return { of: reader, ...readDayAround(at, timeZone ?? "UTC") };
  return interview === "mine" ? { of: reader, ahead: at } : interview || null;
}

interface Offered {
  /** JSON: [id, title, stages]. */
  jobs: string;
  /** JSON: texts. */
  sources: string;
  tags: string;
}

export interface OfferedOpening {
  id: string;
  title: string;
  stages: readonly Stage[];
}

export function readOpenings(json: string): OfferedOpening[] {
  const rows = JSON.parse(json) as [id: string, title: string, stages: string | null][];
  return rows.map(([id, title, stages]) => ({ id, title, stages: readStages(stages) }));
}

/** What each filter can be set to. The stages are those of the job that is set, or the usual ones. */
export function listApplicationOptions(
  offered: Offered,
  { readers, reader, job }: { readers: readonly { id: string; name: string }[]; reader: string; job: string },
) {
  const jobs = readOpenings(offered.jobs);
  const stages = jobs.find(({ id }) => id === job)?.stages ?? usualStages;
  return {
    job: [{ value: "none", name: "Without a role" }, ...jobs.map(({ id, title }) => ({ value: id, name: title }))],
    stage: [
      { value: "any", name: "any, ended ones too" },
      ...stages.map(({ key, name }) => ({ value: key, name })),
      { value: "ended", name: "Rejected and withdrawn" },
      ...Object.entries(endingNames).map(([value, name]) => ({ value, name })),
    ],
    source: [{ value: "direct", name: "Careers page" }, ...readTexts(offered.sources)],
    assignee: [
      { value: "mine", name: "Me" },
      { value: nobody, name: "Nobody yet" },
      ...readers.filter(({ id }) => id !== reader).map(({ id, name }) => ({ value: id, name })),
    ],
    flag: [{ value: "flagged", name: "asks for a person" }],
    tag: readTexts(offered.tags),
    opened: [{ value: "no", name: "not yet" }],
    mentions: [{ value: "mine", name: "of me, unread" }],
    days: [{ value: "late", name: `over ${daysUntilLate} days` }],
    files: [{ value: "failed", name: "not read or not scanned" }],
    mail: [{ value: "failed", name: "failed or unconfirmed" }],
    interview: [
      { value: "today", name: "of mine today" },
      { value: "mine", name: "of mine, still to come" },
      { value: "waiting", name: "no time picked yet" },
      { value: "declined", name: "needs another time" },
    ],
    received: ["7", "30", "90", "365"].map((value) => ({ value, name: `last ${value} days` })),
    keeps: [{ value: "ending", name: `within ${endingDays} days` }],
  };
}

function readTexts(json: string) {
  return (JSON.parse(json) as string[]).map((value) => ({ value, name: value }));
}

/** Colleagues as pages name them. */
export function toColleagues(readers: readonly { id: AccountId; email: string; name: string | null }[]) {
  return readers.map((reader) => ({ id: reader.id as string, name: formatColleague(reader) }));
}

/** The name of an application's source, for staff. */
export function nameSource(source: string): string {
  return source === "" ? "Careers page" : source;
}

/** The name of `stage` in a job with these stages (JSON; null for the usual ones). */
export function nameStageOf(stages: string | null, stage: string): string {
  return nameStage(readStages(stages), stage);
}

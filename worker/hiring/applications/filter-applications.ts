import { type RawBuilder, sql } from "kysely";
import { day } from "#shared/dates/durations.ts";
import { endingDays } from "#shared/hiring/ending.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { SortColumn } from "#worker/db/list-page.ts";
import { selectTroubled } from "#worker/email/troubled.ts";
import { selectByPath, type StagePath } from "./figures/paths.ts";
import {
  type DaySpan,
  selectDeclinedPicks,
  selectMetAhead,
  selectMetWithin,
  selectWaitingPicks,
} from "./count-interviews.ts";
import { now } from "#worker/lib/clock.ts";
import { selectEnding } from "./keep/keep-question.ts";
import { isNotSealed } from "#worker/db/sealed-applications.ts";
import { foldTag } from "./tag-application.ts";
import { reportedScans } from "./text/reported-scans.ts";
import { matchWords } from "./text/search.ts";

/** Which applications are asked for. */
export interface ApplicationFilter {
  /** Null for any; "none" for those without a role. */
  job: OpeningId | "none" | null;
  /** A stage, "running" for all before an end and before being hired, "ended" for rejected and withdrawn; null for any. */
  stage: string | null;
  /** Null for any; "direct" for those without a tag in the address. */
  source: string | null;
  /** Null for any. */
  assignee: AccountId | "nobody" | null;
  /** Only those with an answer that a person should look at. */
  isFlagged: boolean;
  isUnopened: boolean;
  /** Only those in which this colleague was named and that they have not opened since; null for any. */
  mentioned: AccountId | null;
  /** Only running ones that are in their stage since then or longer (epoch milliseconds); absent or null for any. */
  inStageSince?: number | null;
  /** Only those with a file whose text could not be read, or that the scanner has not answered for. */
  hasFailedFile?: boolean;
  /** Only those with a mail that failed or may not have left. */
  isUnmailed?: boolean;
  /** Null for any. */
  tag: string | null;
  /** Only those that retention deletes within `endingDays`. */
  isEnding?: boolean;
  /** Received since then, in epoch milliseconds; null for any time. */
  since: number | null;
  /** Received before then; null or left out for any time. */
  before?: number | null;
  /** The host of the page before; null or left out for any. */
  referrer?: string | null;
  /** How far it has come, among those of the same job, time and source; null or left out for any. */
  path?: StagePath | null;
  /** Only those whose candidates meet a colleague within a time or are still to, have yet to pick one, or need other ones; null and undefined for any. */
  interview?: ({ of: AccountId } & DaySpan) | { of: AccountId; ahead: number } | "waiting" | "declined" | null;
  /** As staff type them (shared/hiring/application-search.ts); "" for any. Call `refreshForSearch` before. */
  words: string;
}

/** What lists of applications can be sorted by. */
export const applicationSorts = {
  name: { value: sql<string>`lower(applications.name)`, kind: "text" },
  stage: { value: sql<string>`applications.stage`, kind: "text" },
  days: { value: sql<number>`applications.stage_since`, kind: "number" },
  received: { value: sql<number>`applications.received_at`, kind: "number" },
} as const satisfies Record<string, SortColumn>;

/** The applications of `filter`, without order or columns. */
export function filterApplications(db: Db, filter: ApplicationFilter) {
  const conditions = listConditions(db, filter);
  return db.selectFrom("applications").where(sql<boolean>`(${sql.join(conditions, sql` and `)})`);
}

/** Further conditions on a row of `applications`; each filter that is set adds one. */
function listConditions(db: Db, filter: ApplicationFilter): RawBuilder<unknown>[] {
  const { job, stage, source, assignee, mentioned, inStageSince, tag, since, before, referrer, path, interview } =
    filter;
  const mentions = sql`select application_id from application_mentions where account_id = ${mentioned} and seen_at is null`;
  const conditions = [
    // Whoever withdraws ends it: no other stage has such rows.
    (stage === null || stage === "ended" || stage === "withdrawn") && isNotSealed,
    job === "none" && sql`applications.opening_id is null`,
    job !== null && job !== "none" && sql`applications.opening_id = ${job}`,
    stage === "running" && sql`applications.ended_at is null`,
    stage === "ended" && sql`applications.stage in ('rejected', 'withdrawn')`,
    stage !== null && !["running", "ended"].includes(stage) && sql`applications.stage = ${stage}`,
    source === "direct" && sql`applications.source in ('', 'direct')`,
    source !== null && source !== "direct" && sql`applications.source = ${source}`,
    assignee === "nobody" && sql`applications.assignee_id is null`,
    assignee !== null && assignee !== "nobody" && sql`applications.assignee_id = ${assignee}`,
    filter.isFlagged && sql`applications.flags <> '[]'`,
    filter.isUnopened && sql`applications.opened_at is null`,
    mentioned !== null && sql`applications.id in (${mentions})`,
    isSet(inStageSince) && sql`applications.ended_at is null and applications.stage_since <= ${inStageSince}`,
    filter.hasFailedFile && sql`applications.id in ${withFailedFiles}`,
    filter.isUnmailed && sql`applications.id in ${selectTroubled<ApplicationId>(db)}`,
    filter.isEnding && sql`applications.id in ${selectEnding(now() + endingDays * day)}`,
    tag !== null && sql`applications.id in (select application_id from application_tags where tag = ${foldTag(tag)})`,
    interview === "waiting" && sql`applications.id in ${selectWaitingPicks(db)}`,
    interview === "declined" && sql`applications.id in ${selectDeclinedPicks(db)}`,
    isSet(interview) &&
      typeof interview !== "string" &&
      sql`applications.id in ${"ahead" in interview ? selectMetAhead(db, interview.of, interview.ahead) : selectMetWithin(db, interview.of, interview)}`,
    since !== null && sql`applications.received_at >= ${since}`,
    isSet(before) && sql`applications.received_at < ${before}`,
    isSet(referrer) && sql`applications.referrer = ${referrer}`,
    isSet(path) && sql`applications.id in ${selectByPath(path, { job, since, before: before ?? null, source })}`,
    // What has no letter and no digit is in no text.
    filter.words !== "" && (matchWords(filter.words) ?? sql`0`),
  ];
  return conditions.filter((condition) => condition !== false && condition !== undefined);
}

function isSet<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}

/** Ids of the applications with a file whose text could not be read, or that the scanner has not answered for. */
const withFailedFiles = sql<ApplicationId>`(select application_id from application_texts where state = 'failed'
  union all select application_id from application_files
    where scan_state = 'failed' and scan_attempts >= ${sql.lit(reportedScans)})`;

/** What each list says of an application. Tags and flags are JSON arrays. */
export function selectListed<Query extends ReturnType<typeof filterApplications>>(query: Query) {
  return query
    .leftJoin("openings", "openings.id", "applications.opening_id")
    .leftJoin("accounts", "accounts.id", "applications.assignee_id")
    .select([
      "applications.id",
      "applications.version",
      "applications.name",
      "applications.place",
      "applications.opening_id",
      "openings.title as job",
      "openings.stages",
      "applications.stage",
      "applications.stage_since",
      "applications.received_at",
      "applications.source",
      "applications.flags",
      "applications.assignee_id",
      "accounts.email as assignee",
      "accounts.name as assignee_name",
      "applications.opened_at",
      "applications.is_demo",
      sql<string>`(select json_group_array(tag order by tag) from application_tags
        where application_id = applications.id)`.as("tags"),
    ]);
}

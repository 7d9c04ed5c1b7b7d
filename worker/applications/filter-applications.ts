import { sql } from "kysely";
import type { UserId } from "../db/accounts-tables.ts";
import type { JobId } from "../db/careers-tables.ts";
import type { ApplicationId } from "../db/applications-tables.ts";
import type { Db } from "../db/client.ts";
import type { SortColumn } from "../db/list-page.ts";
import { selectTroubled } from "../email/troubled.ts";
import { selectWay, type Way } from "./figures/paths.ts";
import { type DaySpan, selectMetWithin, selectWaitingPicks } from "../interviews/count-interviews.ts";
import { foldTag } from "./tag-application.ts";
import { reportedScans } from "./text/reported-scans.ts";
import { matchWords } from "./text/search.ts";

/** Which applications are asked for. */
export interface ApplicationFilter {
  /** Null for any; "none" for those without a role. */
  job: JobId | "none" | null;
  /** A stage, "running" for all before an end and before being hired, "ended" for rejected and withdrawn; null for any. */
  stage: string | null;
  /** Null for any; "direct" for those without a tag in the address. */
  source: string | null;
  /** Null for any. */
  assignee: UserId | "nobody" | null;
  /** Only those with an answer that a person should look at. */
  isFlagged: boolean;
  isUnopened: boolean;
  /** Only those in which this colleague was named and that they have not opened since; null for any. */
  mentioned: UserId | null;
  /** Only running ones that are in their stage since then or longer (epoch milliseconds); absent or null for any. */
  inStageSince?: number | null;
  /** Only those with a file whose text could not be read, or that the scanner has not answered for. */
  hasFailedFile?: boolean;
  /** Only those with a mail that failed or may not have left. */
  isUnmailed?: boolean;
  /** Null for any. */
  tag: string | null;
  /** Received since then, in epoch milliseconds; null for any time. */
  since: number | null;
  /** Received before then; null or left out for any time. */
  before?: number | null;
  /** The host of the page before; null or left out for any. */
  referrer?: string | null;
  /** How far it has come, among those of the same job, time and source; null or left out for any. */
  way?: Way | null;
  /** Only those whose candidates meet a colleague within a time, or have yet to pick one; null and undefined for any. */
  interview?: ({ of: UserId } & DaySpan) | "waiting" | null;
  /** As staff type them (app/shared/application-search.ts); "" for any. Call `refreshForSearch` before. */
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
  const { words, ...rest } = filter;
  const query = narrow(db, rest);
  // What has no letter and no digit is in no text.
  return words === "" ? query : query.where(matchWords(words) ?? sql<boolean>`0`);
}

function narrow(
  db: Db,
  {
    job,
    stage,
    source,
    assignee,
    isFlagged,
    isUnopened,
    mentioned,
    tag,
    since,
    before = null,
    referrer = null,
    way = null,
    interview = null,
    ...rest
  }: Omit<ApplicationFilter, "words">,
) {
  const { inStageSince = null, hasFailedFile = false, isUnmailed = false } = rest;
  const isOneStage = stage !== null && stage !== "running" && stage !== "ended";
  return db
    .selectFrom("applications")
    .$if(job === "none", (query) => query.where("applications.job_id", "is", null))
    .$if(job !== null && job !== "none", (query) => query.where("applications.job_id", "=", job as JobId))
    .$if(isOneStage, (query) => query.where("applications.stage", "=", stage ?? ""))
    .$if(stage === "running", (query) => query.where("applications.ended_at", "is", null))
    .$if(stage === "ended", (query) => query.where("applications.stage", "in", ["rejected", "withdrawn"]))
    .$if(source === "direct", (query) => query.where("applications.source", "in", ["", "direct"]))
    .$if(source !== null && source !== "direct", (query) => query.where("applications.source", "=", source ?? ""))
    .$if(assignee === "nobody", (query) => query.where("applications.assignee_id", "is", null))
    .$if(assignee !== null && assignee !== "nobody", (query) =>
      query.where("applications.assignee_id", "=", assignee as UserId),
    )
    .$if(isFlagged, (query) => query.where(sql<boolean>`applications.flags <> '[]'`))
    .$if(isUnopened, (query) => query.where("applications.opened_at", "is", null))
    .$if(mentioned !== null, (query) =>
      query.where(
        "applications.id",
        "in",
        db
          .selectFrom("application_mentions")
          .select("application_id")
          .where("user_id", "=", mentioned as UserId)
          .where("seen_at", "is", null),
      ),
    )
    .$if(inStageSince !== null, (query) =>
      query.where("applications.ended_at", "is", null).where("applications.stage_since", "<=", inStageSince ?? 0),
    )
    .$if(hasFailedFile, (query) => query.where("applications.id", "in", withFailedFiles))
    .$if(isUnmailed, (query) => query.where("applications.id", "in", selectTroubled<ApplicationId>(db)))
    .$if(tag !== null, (query) =>
      query.where(
        "applications.id",
        "in",
        db
          .selectFrom("application_tags")
          .select("application_id")
          .where("tag", "=", foldTag(tag ?? "")),
      ),
    )
    .$if(interview === "waiting", (query) => query.where("applications.id", "in", selectWaitingPicks(db)))
    .$if(typeof interview === "object" && interview !== null, (query) => {
      const { of, ...span } = interview as { of: UserId } & DaySpan;
      return query.where("applications.id", "in", selectMetWithin(db, of, span));
    })
    .$if(since !== null, (query) => query.where("applications.received_at", ">=", since ?? 0))
    .$if(before !== null, (query) => query.where("applications.received_at", "<", before ?? 0))
    .$if(referrer !== null, (query) => query.where("applications.referrer", "=", referrer ?? ""))
    .$if(way !== null, (query) =>
      query.where(sql<boolean>`applications.id in ${selectWay(way as Way, { job, since, before, source })}`),
    );
}

/** Ids of the applications with a file whose text could not be read, or that the scanner has not answered for. */
const withFailedFiles = sql<ApplicationId>`(select application_id from application_texts where state = 'failed'
  union all select application_id from application_files
    where scan_state = 'failed' and scan_attempts >= ${sql.lit(reportedScans)})`;

/** What each list says of an application. Tags and flags are JSON arrays. */
export function selectListed<Query extends ReturnType<typeof filterApplications>>(query: Query) {
  return query
    .leftJoin("jobs", "jobs.id", "applications.job_id")
    .leftJoin("users", "users.id", "applications.assignee_id")
    .select([
      "applications.id",
      "applications.version",
      "applications.name",
      "applications.place",
      "applications.job_id",
      "jobs.title as job",
      "jobs.stages",
      "applications.stage",
      "applications.stage_since",
      "applications.received_at",
      "applications.source",
      "applications.flags",
      "applications.assignee_id",
      "users.email as assignee",
      "users.name as assignee_name",
      "applications.opened_at",
      "applications.is_demo",
      sql<string>`(select json_group_array(tag order by tag) from application_tags
        where application_id = applications.id)`.as("tags"),
    ]);
}

import { sql } from "kysely";
import { day } from "#app/shared/durations.ts";
import { endingDays } from "#app/shared/ending.ts";
import type { UserId } from "../db/accounts-tables.ts";
import type { JobId } from "../db/careers-tables.ts";
import type { Db } from "../db/client.ts";
import type { SortColumn } from "../db/list-page.ts";
import { now } from "../lib/clock.ts";
import { selectEnding } from "./keep/keep-question.ts";
import { foldTag } from "./tag-application.ts";
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
  /** Null for any. */
  tag: string | null;
  /** Only those that retention deletes within `endingDays`. */
  isEnding?: boolean;
  /** Received since then, in epoch milliseconds; null for any time. */
  since: number | null;
  /** As staff type them (app/shared/application-search.ts); "" for any. Call `refreshForSearch` before. */
  words: string;
}

/**
 * A candidate has withdrawn the others, and only a legal hold keeps them. Every index has the rowid, so that counts need no
 * more than that.
 */
const isNotSealed = sql<boolean>`applications.rowid not in (select rowid from applications where sealed_at is not null)`;

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
    isEnding = false,
    since,
  }: Omit<ApplicationFilter, "words">,
) {
  const isOneStage = stage !== null && stage !== "running" && stage !== "ended";
  return db
    .selectFrom("applications")
    .where(isNotSealed)
    .$if(isEnding, (query) => query.where(sql<boolean>`applications.id in ${selectEnding(now() + endingDays * day)}`))
    .$if(job === "none", (query) => query.where("applications.job_id", "is", null))
    .$if(job !== null && job !== "none", (query) => query.where("applications.job_id", "=", job as JobId))
    .$if(isOneStage, (query) => query.where("applications.stage", "=", stage ?? ""))
    .$if(stage === "running", (query) => query.where("applications.ended_at", "is", null))
    .$if(stage === "ended", (query) => query.where("applications.stage", "in", ["rejected", "withdrawn"]))
    .$if(source !== null, (query) => query.where("applications.source", "=", source === "direct" ? "" : (source ?? "")))
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
    .$if(since !== null, (query) => query.where("applications.received_at", ">=", since ?? 0));
}

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

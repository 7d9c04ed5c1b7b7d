import { sql } from "kysely";
import { type NamedStage, readStages } from "#shared/hiring/hiring-stages.ts";
import { readCriteria } from "#shared/hiring/scorecard.ts";
import type { Place } from "#shared/hiring/opening.ts";
import { isNotSealed } from "#worker/db/sealed-applications.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { OpeningId, OpeningStatus } from "#worker/db/openings-tables.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import { beginOpening } from "./begin-opening.ts";
import { questionsAsJson, readQuestions } from "./questions.ts";
import { readWorking, type WorkingDraft } from "./working-draft.ts";

/** A job as the staff write it. Instants are epoch milliseconds. */
export interface WorkingOpening {
  id: OpeningId;
  /** Of the row; whoever saves names it. 0 while the job is not stored. */
  version: number;
  status: OpeningStatus;
  publishAt: number | null;
  /** When it ends, as its readers know it. */
  closesAt: number | null;
  closedAt: number | null;
  editedAt: number;
  /** Who saved the text last: their name for colleagues, or their address. Null for nobody who is still there. */
  editedBy: string | null;
  /** False while a job that has readers has changes that they do not see. */
  isShown: boolean;
  /** The address that the public knows. */
  shownSlug: string;
  /** How many applications there are. */
  applications: number;
  /** Keys of the stages in which applications are. */
  usedStages: readonly string[];
  draft: WorkingDraft;
}

/** A colleague who may hire. */
export interface Recruiter {
  id: AccountId;
  name: string;
}

/** A job as it was saved last; null when there is none. One query. */
export async function readWorkingOpening(db: Db, { id }: { id: OpeningId }): Promise<WorkingOpening | null> {
  const row = await selectWorkingOpening(db, id).executeTakeFirst();
  return row ? toWorkingOpening(row) : null;
}

/** Most departments and people that are offered. */
const mostOffered = 200;

/**
 * A job with who may hire for it and which departments there are: three queries in one trip. Where there is none it is the
 * one that `beginner` is to write; null without a beginner.
 */
export async function readOpeningEditor(
  db: Db,
  { id, beginner }: { id: OpeningId; beginner: AccountId | null },
): Promise<{ job: WorkingOpening; people: Recruiter[]; departments: string[] } | null> {
  const [selected, people, departments] = [selectWorkingOpening(db, id), selectRecruiters(db), selectDepartments(db)];
  const results = await runBatch(db, [selected, people, departments]);
  const [row] = readRows(selected, results[0]);
  const job = row ? toWorkingOpening(row) : beginner && beginOpening(id, beginner);
  if (!job) return null;
  return {
    job,
    people: readRows(people, results[1]),
    departments: readRows(departments, results[2]).map(({ department }) => department),
  };
}

/** Active accounts with a role. */
export function selectRecruiters(db: Db) {
  return db
    .selectFrom("accounts")
    .select(["accounts.id", sql<string>`coalesce(accounts.name, accounts.email)`.as("name")])
    .where("accounts.status", "=", "active")
    .where("accounts.id", "in", db.selectFrom("account_roles").select("account_id"))
    .orderBy("accounts.email")
    .limit(mostOffered);
}

/** Departments that jobs have, by name. */
export function selectDepartments(db: Db) {
  return db.selectFrom("openings").select("department").distinct().orderBy("department").limit(mostOffered);
}

export function selectWorkingOpening(db: Db, id: OpeningId) {
  return db
    .selectFrom("openings")
    .leftJoin("opening_drafts", "opening_drafts.opening_id", "openings.id")
    .where("openings.id", "=", id)
    .select([
      "openings.id",
      "version",
      "status",
      "publish_at",
      "closes_at",
      "closed_at",
      "updated_at",
      "slug",
      "requisition_id",
      "title",
      "department",
      "summary",
      "markdown",
      "workplace",
      "employment",
      "openings",
      "pay_min",
      "pay_max",
      "currency",
      "pay_period",
      "stages",
      "criteria",
      "content",
      "saved_at",
      "saved_by",
      "started_at",
      sql<string | null>`(SELECT coalesce(name, email) FROM accounts WHERE accounts.id = saved_by)`.as("editor"),
      sql<string>`(SELECT json_group_array(json_object('city', city, 'region', region, 'country', country) ORDER BY position)
        FROM opening_locations WHERE opening_id = openings.id)`.as("places"),
      sql<string>`(SELECT json_group_array(country ORDER BY country) FROM opening_remote_countries WHERE opening_id = openings.id)`.as(
        "remote_countries",
      ),
      questionsAsJson.as("questions"),
      sql<string>`(SELECT json_group_array(account_id ORDER BY position) FROM opening_team WHERE opening_id = openings.id)`.as(
        "team",
      ),
      sql<number>`(SELECT count(*) FROM applications WHERE opening_id = openings.id AND ${isNotSealed})`.as(
        "applications",
      ),
      sql<string>`(SELECT json_group_array(DISTINCT stage) FROM applications WHERE opening_id = openings.id)`.as(
        "used_stages",
      ),
    ]);
}

export type WorkingRow = Awaited<ReturnType<ReturnType<typeof selectWorkingOpening>["executeTakeFirstOrThrow"]>>;

export function toWorkingOpening(row: WorkingRow): WorkingOpening {
  const internal = readInternal(row);
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    publishAt: row.publish_at,
    closesAt: row.closes_at,
    closedAt: row.closed_at,
    editedAt: row.saved_at ?? row.updated_at,
    editedBy: row.editor,
    isShown: row.content === null || row.status === "draft",
    shownSlug: row.slug,
    applications: row.applications,
    usedStages: JSON.parse(row.used_stages) as string[],
    draft: row.content === null ? readShown(row) : { ...readWorking(row.content), ...internal },
  };
}

/** What is in force at once, whatever else is not shown yet. */
function readInternal({ stages, criteria, team }: Pick<WorkingRow, "stages" | "criteria" | "team">) {
  return {
    stages: readStages(stages).map(({ key, name }): NamedStage => ({ key, name })),
    criteria: [...readCriteria(criteria)],
    team: JSON.parse(team) as AccountId[],
  };
}

/** A job as its readers see it, in the shape of a draft. */
export function readShown(row: WorkingRow): WorkingDraft {
  return {
    slug: row.slug,
    requisitionId: row.requisition_id,
    title: row.title,
    department: row.department,
    summary: row.summary,
    markdown: row.markdown,
    workplace: row.workplace,
    employment: row.employment,
    openings: row.openings,
    pay: { min: row.pay_min, max: row.pay_max, currency: row.currency ?? "", period: row.pay_period ?? "year" },
    places: JSON.parse(row.places) as Place[],
    remoteCountries: JSON.parse(row.remote_countries) as string[],
    closesAt: row.closes_at,
    // Made anew from JSON, so nobody else holds its lists.
    questions: readQuestions(
      JSON.parse(row.questions) as Parameters<typeof readQuestions>[0],
    ) as WorkingDraft["questions"],
    ...readInternal(row),
  };
}

import { type Compilable, type RawBuilder, sql } from "kysely";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import type { ApplicationUploadId } from "#worker/db/application-uploads-tables.ts";
import { type Db, runBatch } from "#worker/db/client.ts";
import type { ErasedBy } from "#worker/db/privacy-tables.ts";
import { columns } from "#worker/db/tables.ts";
import { planProof } from "#worker/privacy/proofs.ts";
import { listPieces } from "./uploads/pieces.ts";

/** Tables that are derived from others, hold nothing about a person, or stay. */
const leftOut = new Set(["application_search", "application_mentions", "application_links", "legal_holds"]);

/** Every table whose rows belong to an application, whichever subject has it. */
const belonging = Object.entries(columns)
  .filter(([table, names]) => !leftOut.has(table) && (names as readonly string[]).includes("application_id"))
  .map(([table]) => table);

/** As `personData` names the same. */
const kinds: Record<string, string> = {
  applications: "Job applications",
  application_answers: "Answers in job applications",
  application_files: "Files of job applications",
  application_history: "History of job applications",
  application_notes: "Notes of staff about applications",
  application_tags: "Tags of job applications",
  application_uploads: "Uploads of job applications",
  application_texts: "Texts taken from files",
  application_mails: "Mails about job applications",
  keep_requests: "Questions whether we may keep an application",
  outbox: "Mails of this site",
};

function nameKind(table: string): string {
  return kinds[table] ?? (table.charAt(0).toUpperCase() + table.slice(1)).replaceAll("_", " ");
}

/** Columns of rows that have no application of their own: they are listed with the row that they belong to. */
const within: Record<string, string> = {
  interviews: `, (select json_group_array(starts_at order by starts_at) from interview_times
      where interview_id = interviews.id) as proposed,
    (select json_group_array(account_id order by account_id) from interview_people
      where interview_id = interviews.id) as people`,
};

/** What belongs to applications in `table`; texts that could not be read are not listed. */
function selectBelonging(table: string, list: RawBuilder<unknown>) {
  return sql<Row>`select *${sql.raw(within[table] ?? "")} from ${sql.table(table)}
    where application_id in ${list}${sql.raw(table === "application_texts" ? " and text <> ''" : "")}`;
}

type Row = Record<string, string | number | null>;

/** The proofs of applications that retention deletes. */
export function proveErased(db: Db, keys: readonly string[], env: Env): Promise<Compilable[]> {
  return planProofs(db, { ids: keys as readonly ApplicationId[], erasedBy: "retention", actor: null }, env);
}

interface Erased {
  ids: readonly ApplicationId[];
  erasedBy: ErasedBy;
  actor: AccountId | null;
}

/**
 * The queries that prove that applications went, for the batch that deletes them, after that. One that is still there then has
 * no proof. They are of the rows as they stand now.
 */
export async function planProofs(db: Db, { ids, erasedBy, actor }: Erased, env: Env): Promise<Compilable[]> {
  const list = sql`(select value from json_each(${JSON.stringify(ids)}))`;
  const selects = [
    sql<Row>`select * from applications where id in ${list}`,
    sql<Row>`select * from outbox where subject_id in ${list}`,
    ...belonging.map((table) => selectBelonging(table, list)),
  ].map((select) => ({ compile: () => select.compile(db) }));
  const [applications, mails, ...others] = await runBatch(db, selects);
  const queries: Compilable[] = [];
  for (const application of (applications?.results ?? []) as Row[]) {
    const id = String(application["id"]);
    const content: Record<string, Row[]> = { [nameKind("applications")]: [application] };
    content[nameKind("outbox")] = listOf(mails, "subject_id", id);
    for (const [place, table] of belonging.entries())
      content[nameKind(table)] = listOf(others[place], "application_id", id);
    const pieces = listOf(others[belonging.indexOf("application_uploads")], "application_id", id)
      .filter(({ received }) => Number(received) > 0)
      .flatMap((upload) => listPieces(upload["id"] as ApplicationUploadId, Number(upload["bytes"])));
    const files = listOf(others[belonging.indexOf("application_files")], "application_id", id).map(({ key }) =>
      String(key),
    );
    const given = sql<boolean>`not exists (select 1 from applications where id = ${id})`;
    const erased = { erasedBy, actor, email: String(application["email"]), content, keys: [...files, ...pieces] };
    queries.push(removePieces(db, pieces, given), ...(await planProof(db, erased, env, given)).queries);
  }
  return queries;
}

/** Pieces of files have no row of their own: the sweep deletes what it finds in this list. */
function removePieces(db: Db, keys: readonly string[], given: ReturnType<typeof sql<boolean>>) {
  const insert = sql`insert or ignore into removed_files (key, removed_at)
    select value, unixepoch() * 1000 from json_each(${JSON.stringify(keys)}) where ${given}`;
  return { compile: () => insert.compile(db) };
}

function listOf(result: D1Result | undefined, column: string, id: string): Row[] {
  return ((result?.results ?? []) as Row[]).filter((row) => row[column] === id);
}

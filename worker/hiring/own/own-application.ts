/** An application as the person sees it who sent it, by the private link. */
import { sql } from "kysely";
import { firstStage, hiredStage } from "#shared/hiring/hiring-stages.ts";
import { mostFiles } from "#shared/hiring/application-files.ts";
import { formatReference } from "#shared/enquiries/format-reference.ts";
import type { ApplicationFileId, ApplicationId } from "#worker/db/applications-tables.ts";
import { type Db, readRows, runBatch } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { InvalidInputError, NotFoundError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { insertHistory } from "#worker/hiring/applications/application-rows.ts";
import { type OwnInterview, selectOwnInterviews, toOwnInterview } from "#worker/hiring/interviews/read-own.ts";
import { hashLink, ownId } from "#worker/hiring/applications/own-links.ts";
import { hasFile, insertFiles, reserveKeys, storeFiles } from "#worker/hiring/applications/store-files.ts";
import { askForText } from "#worker/hiring/applications/text/queue.ts";
import { releasePieces, type Upload } from "#worker/hiring/applications/uploads/upload.ts";
import { type KeepQuestion, selectKeepQuestion } from "#worker/hiring/applications/keep/keep-question.ts";

/** The state that the candidate sees. A decision comes from a person, not from this page. */
export type Standing = "waiting" | "reading" | "in-progress" | "decided" | "hired" | "closed" | "held";

export interface OwnApplication {
  id: ApplicationId;
  reference: string;
  job: { title: string; slug: string } | null;
  receivedAt: number;
  keepUntil: number | null;
  standing: Standing;
  /** The open question of staff whether it may be stored for longer. */
  keepQuestion: KeepQuestion | null;
  isMailed: boolean;
  files: { id: ApplicationFileId; name: string; bytes: number; receivedAt: number }[];
  /** IANA name of the candidate's zone when they applied; "" where it is not known. */
  timeZone: string;
  interviews: OwnInterview[];
}

/** The application that `token` opens; null for a token that opens none. One trip. */
export async function readOwnApplication(db: Db, token: string): Promise<OwnApplication | null> {
  const hash = await hashLink(token);
  if (!hash) return null;
  const application = db
    .selectFrom("applications")
    .leftJoin("openings", "openings.id", "applications.opening_id")
    .select(["applications.id", "received_at", "keep_until", "stage", "opened_at", "confirmed_at", "title", "slug"])
    .select(["time_zone", "sealed_at", selectKeepQuestion.as("keep_question")])
    .where("applications.id", "=", ownId(hash));
  const files = db
    .selectFrom("application_files")
    .innerJoin("applications", "applications.id", "application_files.application_id")
    .select(["application_files.id", "application_files.name", "bytes", "application_files.received_at as receivedAt"])
    .where("applications.id", "=", ownId(hash))
    .orderBy("application_files.received_at");
  const interviews = selectOwnInterviews(db, hash);
  const [found, stored, met] = await runBatch(db, [application, files, interviews]);
  const [row] = readRows(application, found);
  if (!row) return null;
  return {
    id: row.id,
    reference: formatReference(row.id),
    job: row.title !== null && row.slug !== null ? { title: row.title, slug: row.slug } : null,
    receivedAt: row.received_at,
    keepUntil: row.keep_until,
    standing: judgeStanding(row),
    keepQuestion: row.keep_question === null ? null : (JSON.parse(row.keep_question) as KeepQuestion),
    isMailed: row.confirmed_at !== null,
    files: readRows(files, stored),
    timeZone: row.time_zone,
    interviews: readRows(interviews, met).map(toOwnInterview),
  };
}

/** The key, name and type of a file of the application that `token` opens. */
export async function readOwnFile(db: Db, { token, id }: { token: string; id: string }) {
  const hash = await hashLink(token);
  if (!hash) return undefined;
  return (
    db
      .selectFrom("application_files")
      .innerJoin("applications", "applications.id", "application_files.application_id")
      .select(["key", "application_files.name", "type"])
      .where("applications.id", "=", ownId(hash))
      .where("application_files.id", "=", id as ApplicationFileId)
      // What a scanner found something in is handed out to nobody.
      .where("scan_state", "<>", "infected")
      .executeTakeFirst()
  );
}

function judgeStanding(row: { stage: string; opened_at: number | null; sealed_at: number | null }): Standing {
  const { stage, opened_at, sealed_at } = row;
  if (sealed_at !== null) return "held";
  if (stage === "rejected") return "decided";
  if (stage === "withdrawn") return "closed";
  if (stage === hiredStage) return "hired";
  if (stage !== firstStage) return "in-progress";
  return opened_at === null ? "waiting" : "reading";
}

/**
 * Adds a document that was uploaded for this page's form; once, however often it is sent.
 * @throws {NotFoundError} when the application is gone
 * @throws {InvalidInputError} when it has too many already, or the file is gone
 */
export async function addDocument(
  db: Db,
  { token, upload }: { token: string; upload: Upload },
  { env, ctx, log }: RequestScope,
): Promise<void> {
  const own = await readOwnApplication(db, token);
  if (!own) throw new NotFoundError();
  if (upload.application_id !== null) return;
  const tooMany = new InvalidInputError({ document: ["There are as many files as we can take."] });
  if (own.files.length >= mostFiles) throw tooMany;
  const file = { id: newId<ApplicationFileId>(), purpose: "document" as const, upload, field: "document" };
  await reserveKeys(db, own.id, [file]);
  try {
    await storeFiles(env, own.id, [file]);
  } catch (error) {
    // The same form, sent twice, has taken its pieces away.
    if (await isTaken(db, upload)) return;
    throw error;
  }
  // Another form may have come since they were read; what it leaves in the bucket is swept.
  const mayAdd = sql<boolean>`exists (select 1 from application_uploads where id = ${upload.id} and application_id is null)
    and exists (select 1 from applications where id = ${own.id} and sealed_at is null) and (select count(*) from application_files where application_id = ${own.id}) < ${mostFiles}`;
  const isAdded = hasFile(file.id);
  const [added] = await runBatch(db, [
    ...insertFiles(db, own.id, [file], mayAdd),
    insertHistory(db, { id: own.id, kind: "document", detail: { name: upload.name, file: file.id } }, isAdded),
    db.updateTable("applications").set({ updated_at: now() }).where("id", "=", own.id).where(isAdded),
  ]);
  if (added?.meta.changes === 0) {
    if (await isTaken(db, upload)) return;
    throw (await readOwnApplication(db, token)) ? tooMany : new NotFoundError();
  }
  ctx.waitUntil(askForText(env, [file.id]));
  ctx.waitUntil(releasePieces(db, env, [upload]).catch((error: unknown) => log.error("pieces not deleted", error)));
}

/** True when an application has the file. */
async function isTaken(db: Db, { id }: Pick<Upload, "id">): Promise<boolean> {
  const taken = db.selectFrom("application_uploads").select("id").where("id", "=", id);
  return (await taken.where("application_id", "is not", null).executeTakeFirst()) !== undefined;
}

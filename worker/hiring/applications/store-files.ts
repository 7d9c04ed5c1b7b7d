import { sql } from "kysely";
import { hour } from "#shared/dates/durations.ts";
import type { ApplicationFileId, ApplicationId, FilePurpose } from "#worker/db/applications-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { InvalidInputError, refuseFile } from "#worker/lib/errors.ts";
import { nameFileKey, putFile } from "./files.ts";
import { openUpload } from "./uploads/pieces.ts";
import type { Upload } from "./uploads/upload.ts";

export interface NewFile {
  id: ApplicationFileId;
  purpose: FilePurpose;
  upload: Upload;
  /** The form's. */
  field: string;
}

/** Files whose row did not come within this time are deleted by the sweep. */
const reservedFor = hour;

/** Notes where files will lie before they do: what gets into the bucket and not into the database is swept by that. */
export async function reserveKeys(db: Db, application: ApplicationId, files: readonly NewFile[]): Promise<void> {
  const rows = files.map(({ id }) => ({ key: nameFileKey(application, id), removed_at: now() + reservedFor }));
  await db.insertInto("removed_files").values(rows).execute();
}

/**
 * Copies what was uploaded to where it stays, one file after the other.
 * @throws {InvalidInputError} for the field of a file that is no longer there, or no longer what was looked at
 */
export async function storeFiles(
  env: Pick<Env, "MEDIA">,
  application: ApplicationId,
  files: readonly NewFile[],
): Promise<void> {
  for (const { id, upload, field } of files) {
    const source = openUpload(env, { id: upload.id, size: upload.bytes, key: upload.key });
    try {
      const sha256 = await putFile(env, nameFileKey(application, id), source);
      // A piece that came late may have changed it since.
      if (sha256 !== upload.sha256) throw refuseFile("This file was changed on its way. Choose it again.");
    } catch (error) {
      if (error instanceof InvalidInputError) throw new InvalidInputError({ [field]: [error.message] });
      throw error;
    }
  }
}

/** True where the file `id` is an application's. */
export function hasFile(id: ApplicationFileId) {
  return sql<boolean>`exists (select 1 from application_files where id = ${id})`;
}

/**
 * The statements that give stored files to the application. They do nothing where this batch has not stored it, or where
 * `given` does not hold.
 */
export function insertFiles(db: Db, application: ApplicationId, files: readonly NewFile[], given = sql<boolean>`true`) {
  if (files.length === 0) return [];
  const isThere = sql<boolean>`exists (select 1 from applications where id = ${application}) and (${given})`;
  const rows = files.map(({ id, purpose, upload }) => {
    const { name, type, bytes, sha256, warnings } = upload;
    return { id, purpose, name, type, bytes, sha256, warnings, key: nameFileKey(application, id), upload: upload.id };
  });
  const list = sql`json_each(${JSON.stringify(rows)})`;
  const columns = ["id", "purpose", "name", "type", "bytes", "sha256", "key", "warnings"] as const;
  return [
    db
      .insertInto("application_files")
      .columns([...columns, "application_id", "received_at"])
      .expression(
        db
          .selectFrom(list.as("each"))
          .select([
            ...columns.map((column) => sql`each.value ->> ${sql.lit(column)}`.as(column)),
            sql.val(application).as("application_id"),
            sql.val(now()).as("received_at"),
          ])
          .where(isThere),
      ),
    db.deleteFrom("removed_files").where(
      "key",
      "in",
      db
        .selectFrom("application_files")
        .select("key")
        .where(
          "id",
          "in",
          rows.map(({ id }) => id),
        ),
    ),
    // The pieces go; what the upload is read from is the file itself, for a form that is sent once more with changes.
    ...rows.map(({ id, key, upload }) =>
      db
        .updateTable("application_uploads")
        .set({ application_id: application, key })
        .where("id", "=", upload)
        .where(hasFile(id)),
    ),
  ];
}

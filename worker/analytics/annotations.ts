import { sql } from "kysely";
import { deleteVersioned, type Doer, runRecorded, runVersioned } from "../audit/run-versioned.ts";
import type { Db } from "../db/client.ts";
import { now } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";

/** What happened at an instant (epoch milliseconds), in up to 80 characters. */
export interface AnnotationInput {
  at: number;
  text: string;
}

interface Known {
  id: string;
  version: number;
}

const conflict = "Somebody else wrote this annotation, or it has changed since you opened it.";

/** Adds an annotation. Returns its id. */
export async function addAnnotation(db: Db, { at, text }: AnnotationInput, doer: Doer): Promise<string> {
  const id = newId();
  await runRecorded(db, {
    ...doer,
    subject: id,
    audit: { action: "annotation.added" },
    queries: [db.insertInto("annotations").values({ id, at, text, created_by: doer.actor, created_at: now() })],
  });
  return id;
}

/**
 * Changes an annotation that the actor wrote, or whose author is gone. Returns its new version.
 * @throws {ConflictError} when it has changed since, or is somebody else's
 * @throws {NotFoundError} when it is gone
 */
export async function changeAnnotation(
  db: Db,
  { id, version, at, text }: AnnotationInput & Known,
  doer: Doer,
): Promise<number> {
  return runVersioned(db, {
    ...doer,
    table: "annotations",
    id,
    version,
    where: isOwn(doer),
    set: { at, text },
    audit: { action: "annotation.changed" },
    conflict,
  });
}

/** Deletes an annotation; errors as `changeAnnotation`. */
export async function deleteAnnotation(db: Db, known: Known, doer: Doer): Promise<void> {
  const audit = { action: "annotation.deleted" } as const;
  await deleteVersioned(db, { ...doer, ...known, table: "annotations", where: isOwn(doer), audit, conflict });
}

function isOwn({ actor }: Doer) {
  return sql<boolean>`created_by is null or created_by = ${actor}`;
}

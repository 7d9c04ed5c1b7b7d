import { sql } from "kysely";
import { type MailTemplateInput, type MailTemplateKind, mailTemplateSchema } from "#shared/hiring/mail-template.ts";
import { type Doer, runRecorded, runVersioned } from "#worker/audit/run-versioned.ts";
import type { MailTemplateId } from "#worker/db/hiring-mails-tables.ts";
import type { Db } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import { readLength, terms } from "#worker/lib/terms.ts";

/** How long a deleted template can be brought back, in milliseconds; retention deletes it then. */
const deletedFor = readLength(terms.deletedTemplates);
/** More than anybody can choose from. */
const mostTemplates = 200;

const changedMeanwhile = "Somebody else has changed this template since you opened it.";

/** All templates, by name. */
export function selectTemplates(db: Db) {
  return db
    .selectFrom("mail_templates")
    .select(["id", "name", "kind", "subject", "body", "version", "updated_at"])
    .where("deleted_at", "is", null)
    .orderBy("name")
    .limit(mostTemplates);
}

/** One template; undefined when it is gone or deleted. */
export function readTemplate(db: Db, id: MailTemplateId) {
  return selectTemplates(db).where("id", "=", id).executeTakeFirst();
}

/** The first template of a kind, by name; undefined when there is none. */
export function readTemplateOfKind(db: Db, kind: MailTemplateKind) {
  return selectTemplates(db).where("kind", "=", kind).limit(1).executeTakeFirst();
}

/**
 * SQL of all templates as JSON, `{ id, name, kind, subject, body }`; the texts only of `kind`, of the others they are null.
 */
export function selectTemplateChoices(kind: string | null) {
  const isAsked = sql`kind = ${kind}`;
  return sql<string>`(select json_group_array(json_object('id', id, 'name', name, 'kind', kind,
      'subject', iif(${isAsked}, subject, null), 'body', iif(${isAsked}, body, null)) order by name)
    from (select * from mail_templates where deleted_at is null order by name limit ${mostTemplates}))`;
}

type Requester = Omit<Doer, "actor"> & { actor: NonNullable<Doer["actor"]> };
type Known = { id: MailTemplateId; version: number };

/**
 * Stores a new template. Returns its id.
 * @throws {InvalidInputError} by field
 * @throws {ConflictError} when another one has the name
 */
export async function createTemplate(
  db: Db,
  input: MailTemplateInput,
  { actor, requestId }: Requester,
): Promise<MailTemplateId> {
  const fields = parseInput(mailTemplateSchema, input);
  const id = newId<MailTemplateId>();
  await runRecorded(db, {
    actor,
    requestId,
    subject: id,
    audit: { action: "mail_template.created", detail: { name: fields.name } },
    queries: [db.insertInto("mail_templates").values({ id, ...fields, updated_at: now() })],
  }).catch(refuseTaken);
  return id;
}

/**
 * Changes a template. Returns its new version.
 * @throws {InvalidInputError} by field
 * @throws {ConflictError} when somebody has changed it since, or another one has the name
 * @throws {NotFoundError} when it is gone
 */
export async function changeTemplate(
  db: Db,
  { id, version, ...input }: MailTemplateInput & Known,
  { actor, requestId }: Requester,
): Promise<number> {
  const fields = parseInput(mailTemplateSchema, input);
  return runVersioned(db, {
    actor,
    requestId,
    table: "mail_templates",
    id,
    version,
    where: sql<boolean>`deleted_at is null`,
    set: { ...fields, updated_at: now() },
    audit: { action: "mail_template.changed", detail: { name: fields.name } },
    conflict: `${changedMeanwhile} Save again to replace their text with yours.`,
  }).catch(refuseTaken);
}

/**
 * Deletes a template; for a month it can be brought back. Returns the new version.
 * @throws {ConflictError} when somebody has changed it since, {NotFoundError} when it is gone
 */
export async function deleteTemplate(db: Db, { id, version }: Known, { actor, requestId }: Requester): Promise<number> {
  return runVersioned(db, {
    actor,
    requestId,
    table: "mail_templates",
    id,
    version,
    where: sql<boolean>`deleted_at is null`,
    set: { deleted_at: now() },
    audit: { action: "mail_template.deleted" },
    conflict: changedMeanwhile,
  });
}

/**
 * Brings a deleted template back. Returns the new version.
 * @throws {ConflictError} when it is back already, was deleted longer than `deletedFor` ago, or another one has its name now
 * @throws {NotFoundError} when it is gone
 */
export async function restoreTemplate(
  db: Db,
  { id, version }: Known,
  { actor, requestId }: Requester,
): Promise<number> {
  return runVersioned(db, {
    actor,
    requestId,
    table: "mail_templates",
    id,
    version,
    where: sql<boolean>`deleted_at > ${now() - deletedFor}`,
    set: { deleted_at: null },
    audit: { action: "mail_template.restored" },
    conflict: changedMeanwhile,
  }).catch(refuseTaken);
}

function refuseTaken(error: unknown): never {
  if (/UNIQUE constraint failed: mail_templates\.name/.test(String(error)))
    throw new ConflictError("There is a template with this name already.", { cause: error });
  throw error;
}

/** Candidates, applications and their files, as rows. */
import { env } from "cloudflare:workers";
import type { Insertable } from "kysely";
import { openDb } from "#worker/db/client.ts";
import type { ApplicationFileId, ApplicationId, CandidateId } from "#worker/db/applications-tables.ts";
import type { Database } from "#worker/db/tables.ts";
import { newId } from "#worker/lib/ids.ts";

const db = openDb(env.DB);

export type NewApplication = Partial<Insertable<Database["applications"]>>;

function randomHash(): string {
  return (crypto.randomUUID() + crypto.randomUUID()).replaceAll("-", "");
}

/** A stored candidate, under an address of their own by default. */
export async function makeCandidate(overrides: Partial<Insertable<Database["candidates"]>> = {}) {
  const id = newId<CandidateId>();
  const at = Date.now();
  const row = {
    id,
    email: `c-${id}@client.example`,
    name: "Ada Example",
    created_at: at,
    updated_at: at,
    ...overrides,
  };
  await db.insertInto("candidates").values(row).execute();
  return row;
}

/** The values of one application of a candidate, just received and without a role by default. */
function fillApplication(
  candidate: { id: CandidateId; email: string; name: string },
  overrides: NewApplication = {},
): Insertable<Database["applications"]> {
  const at = Date.now();
  return {
    id: newId<ApplicationId>(),
    candidate_id: candidate.id,
    opening_id: null,
    submission_hash: randomHash(),
    link_hash: randomHash(),
    name: candidate.name,
    email: candidate.email,
    phone: "",
    place: "Leeds",
    stage: "new",
    stage_since: at,
    consented_at: at,
    received_at: at,
    updated_at: at,
    ...overrides,
  };
}

/** A stored application with its candidate, who is a new one unless `candidate_id` and `email` are given. */
export async function makeApplication(overrides: NewApplication = {}) {
  const candidate =
    overrides.candidate_id === undefined
      ? await makeCandidate({
          ...(overrides.name !== undefined && { name: overrides.name }),
          ...(overrides.email !== undefined && { email: overrides.email }),
        })
      : { id: overrides.candidate_id, email: overrides.email ?? "", name: overrides.name ?? "Ada Example" };
  const row = fillApplication(candidate, overrides);
  await db.insertInto("applications").values(row).execute();
  return { ...row, version: row.version ?? 1 };
}

/** A stored file of an application, with its object. */
export async function makeFile(
  id: ApplicationId,
  {
    name = "resume.pdf",
    type = "application/pdf",
    text = "%PDF-1.4\n",
    purpose = "resume" as const,
    warnings = "[]",
  } = {},
) {
  const fileId = newId<ApplicationFileId>();
  const key = `private/applications/${id}/${fileId}`;
  const bytes = new TextEncoder().encode(text);
  await env.MEDIA.put(key, bytes, { httpMetadata: { contentType: type } });
  const row = { id: fileId, application_id: id, purpose, name, type, bytes: bytes.length, sha256: randomHash(), key };
  await db
    .insertInto("application_files")
    .values({ ...row, warnings, received_at: Date.now() })
    .execute();
  return row;
}

export async function readRow(id: ApplicationId) {
  return db.selectFrom("applications").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** Candidates and applications for tests, and the pages about them as somebody of the staff uses them. */
import { waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Insertable } from "kysely";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import { action as actOnApplication, loader as loadApplication } from "#app/staff/hiring/applications/application.tsx";
import { action as actOnBoard, loader as loadBoard } from "#app/staff/hiring/applications/board.tsx";
import { action as actOnList, loader as loadList } from "#app/staff/hiring/applications/applications.tsx";
import { openDb } from "#worker/db/client.ts";
import type { ApplicationFileId, ApplicationId, CandidateId } from "#worker/db/applications-tables.ts";
import type { Database } from "#worker/db/tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeArgs, type Visit } from "../enquiries/enquiries-staff-make.ts";
import { makeAccount } from "../make.ts";

const db = openDb(env.DB);

export type NewApplication = Partial<Insertable<Database["applications"]>>;

function randomHash(): string {
  return (crypto.randomUUID() + crypto.randomUUID()).replaceAll("-", "");
}

/** A stored candidate, under an address of their own unless told otherwise. */
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

/** The values of one application of a candidate, just received and without a role unless told otherwise. */
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

/** Somebody of HR, and a visit of theirs. */
export async function makeRecruiter(name = "Hana Recruit") {
  const user = await makeAccount({ name, roles: ["HR"] });
  const visit: Visit = { user: user.id, roles: ["HR"] };
  return { user, visit };
}

/** What the list shows. */
export async function openList(search: string, visit: Visit) {
  const { args } = makeArgs(`/job-applications${search}`, visit);
  return (await loadList(args as never)).data;
}

/** What the board shows. */
export async function openBoard(search: string, visit: Visit) {
  const { args } = makeArgs(`/job-applications/board${search}`, visit);
  const { data } = await loadBoard(args as never);
  return data;
}

/** Posts a form of the list or the board: what came of it. */
export async function postToApplications(form: [string, string][], visit: Visit, on: "list" | "board" = "list") {
  const path = on === "list" ? "/job-applications" : "/job-applications/board";
  const { args, scope } = makeArgs(path, visit, { form });
  const answer = await (on === "list" ? actOnList : actOnBoard)(args as never);
  await waitOnExecutionContext(scope.ctx);
  if (answer instanceof Response) throw new Error("The form was answered with a redirect.");
  const { outcome } = answer.data as { outcome: ListOutcomeWords | null };
  return { status: answer.init?.status ?? 200, outcome };
}

/** The fields that take back what `outcome` tells of. */
export function undoOf(outcome: ListOutcomeWords | null): [string, string][] {
  return [["do", "undo"], ...(outcome?.undo ?? []).map((value): [string, string] => ["undo", value])];
}

/** What the page of one application shows. */
export async function openApplicationPage(id: string, visit: Visit, search = "") {
  const { args, scope } = makeArgs(`/job-applications/${id}${search}`, visit, { params: { id } });
  const answer = await loadApplication(args as never);
  await waitOnExecutionContext(scope.ctx);
  return { ...answer.data, status: answer.init?.status ?? 200 };
}

/** Posts a form of the page of one application: where it leads, or why it was refused. */
export async function postToApplication(id: string, form: [string, string][], visit: Visit) {
  const { args, scope } = makeArgs(`/job-applications/${id}`, visit, { params: { id }, form });
  const answer = await actOnApplication(args as never);
  await waitOnExecutionContext(scope.ctx);
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get("Location"), refused: null };
  return { status: answer.init?.status ?? 200, to: null, refused: answer.data };
}

export async function readRow(id: ApplicationId) {
  return db.selectFrom("applications").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** What the audit log says of applications and candidates, the oldest first. */
export async function readApplicationAudit(): Promise<string[]> {
  const rows = await db.selectFrom("audit_log").select("action").orderBy("id").execute();
  return rows.map(({ action }) => action).filter((action) => /^(application|candidate)\./.test(action));
}

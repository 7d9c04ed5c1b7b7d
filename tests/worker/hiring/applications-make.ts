/** The pages about applications as somebody of the staff uses them, for tests. */
import { waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import { action as actOnApplication, loader as loadApplication } from "#app/staff/hiring/applications/application.tsx";
import { action as actOnBoard, loader as loadBoard } from "#app/staff/hiring/applications/board.tsx";
import { action as actOnList, loader as loadList } from "#app/staff/hiring/applications/applications.tsx";
import { openDb } from "#worker/db/client.ts";
import { makeArgs, type Visit } from "../visit-staff.ts";
import { makeAccount } from "../make.ts";

const db = openDb(env.DB);

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

/** What the audit log says of applications and candidates, the oldest first. */
export async function readApplicationAudit(): Promise<string[]> {
  const rows = await db.selectFrom("audit_log").select("action").orderBy("id").execute();
  return rows.map(({ action }) => action).filter((action) => /^(application|candidate)\./.test(action));
}

/** Accounts as somebody who manages them meets them, for tests. */
import { waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { RouterContextProvider } from "react-router";
import type { Role } from "#shared/permissions.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import { staffContext } from "#app/staff/guard.ts";
import type { Manager } from "#worker/accounts/managing/manage.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { makeAccount } from "../make.ts";
import { makeScope, siteOrigin } from "../make-scope.ts";

const db = openDb(env.DB);

/** An account that manages others, signed in `ago` seconds ago. */
export async function makeManager(roles: Role[] = ["super_admin"], { ago = 0 } = {}): Promise<Manager> {
  const { id, email } = await makeAccount({ name: "Mona Manager", roles });
  return { id, email, name: "Mona Manager", roles, authTime: Math.floor(Date.now() / 1000) - ago };
}

export function readAccountRow(id: AccountId) {
  return db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function readRolesOf(id: AccountId): Promise<Role[]> {
  const rows = await db
    .selectFrom("account_roles")
    .select("role")
    .where("account_id", "=", id)
    .orderBy("role")
    .execute();
  return rows.map(({ role }) => role);
}

/** The actions in the audit log about `subject`, the oldest first. */
export async function listActions(subject: string): Promise<string[]> {
  const rows = await db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_id", "=", subject)
    .orderBy("id")
    .execute();
  return rows.map(({ action }) => action);
}

type Route = (args: never) => unknown;
type Fields = Record<string, string> | [string, string][];

interface Posted {
  params?: object;
  form?: Fields | FormData;
  env?: Partial<Env>;
}

/** Calls a loader or an action of a staff route as `manager`, and says what it answers. */
export async function askRoute(route: Route, path: string, manager: Manager, { params = {}, form, env }: Posted = {}) {
  const url = new URL(path, siteOrigin);
  const context = new RouterContextProvider();
  const scope = makeScope(env);
  context.set(requestScope, scope);
  const { id, email, name, roles, authTime } = manager;
  const user = { id, email };
  context.set(staffContext, {
    kind: "signed-in",
    user,
    name,
    pictureKey: null,
    timeZone: null,
    roles: [...roles],
    sessionId: "s1",
    expiresAt: 2e9,
    authTime,
    needsFactor: false,
    lacksFactor: false,
  });
  const body = form instanceof FormData ? form : form && new URLSearchParams(form);
  const headers = { "Accept-Language": "en-GB", "Sec-Fetch-Site": "same-origin" };
  const request = new Request(url, { headers, ...(body && { method: "POST", body }) });
  const answer = (await route({ context, request, url, params, pattern: "" } as never)) as
    | Response
    | { data: unknown; init?: ResponseInit | null };
  await waitOnExecutionContext(scope.ctx);
  if (answer instanceof Response)
    return { status: answer.status, to: answer.headers.get("Location"), data: null, response: answer };
  const answered = "data" in answer ? answer : { data: answer, init: null };
  return { status: answered.init?.status ?? 200, to: null, data: answered.data, response: null };
}

/** What a form of the list answers. */
export interface ListAnswer {
  outcome: ListOutcomeWords | null;
  refused: Refusal | null;
}

/** The list of articles as somebody of the staff uses it, for tests. */
import { waitOnExecutionContext } from "cloudflare:test";
import { action, loader } from "#app/staff/insights/insights.tsx";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import { makeArgs, type Visit } from "../visit-staff.ts";

const path = "/blog-management";

/** What the list shows. */
export async function openDesk(search = "", visit: Visit = {}) {
  const { args } = makeArgs(path + search, visit);
  const { data, init } = await loader(args as unknown as Parameters<typeof loader>[0]);
  return { ...data, status: init?.status ?? 200 };
}

/** The titles that the list shows, in its order. */
export async function listTitles(search = "", visit: Visit = {}) {
  const { page } = await openDesk(search, visit);
  return page?.rows.map(({ title }) => title);
}

/** Posts a form of the list: where it leads, or what came of it. */
export async function postToDesk(form: [string, string][], visit: Visit = {}) {
  const { args, scope } = makeArgs(path, visit, { form });
  const answer = await action(args as unknown as Parameters<typeof action>[0]);
  await waitOnExecutionContext(scope.ctx);
  if (answer instanceof Response)
    return { status: answer.status, to: answer.headers.get("Location"), outcome: null as ListOutcomeWords | null };
  const { outcome } = answer.data as { outcome: ListOutcomeWords | null };
  return { status: answer.init?.status ?? 200, to: null, outcome };
}

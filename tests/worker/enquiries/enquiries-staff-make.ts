/** The inbox as somebody of the staff uses it, for tests. */
import { waitOnExecutionContext } from "cloudflare:test";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import { action, loader as loadEnquiry } from "#app/staff/enquiries/enquiry.tsx";
import { loader as loadExport } from "#app/staff/enquiries/export.ts";
import { action as actOnEnquiries, loader as loadEnquiries } from "#app/staff/enquiries/enquiries.tsx";
import { makeAccount } from "../make.ts";
import { makeArgs, type Visit } from "../visit-staff.ts";

/** What the list shows. */
export async function openEnquiries(search = "", visit: Visit = {}) {
  const { args } = makeArgs(`/marketing-admin/inbox${search}`, visit);
  const { data, init } = await loadEnquiries(args as unknown as Parameters<typeof loadEnquiries>[0]);
  return { ...data, status: init?.status ?? 200 };
}

/** Posts a form of the list: where it leads, or what came of it. */
export async function postToEnquiries(form: [string, string][], visit: Visit = {}, search = "") {
  const { args, scope } = makeArgs(`/marketing-admin/inbox${search}`, visit, { form });
  const answer = await actOnEnquiries(args as unknown as Parameters<typeof actOnEnquiries>[0]);
  await waitOnExecutionContext(scope.ctx);
  if (answer instanceof Response)
    return { status: answer.status, to: answer.headers.get("Location"), outcome: null, refusedView: null };
  const { outcome, refusedView } = answer.data as { outcome: ListOutcomeWords | null; refusedView: string | null };
  return { status: answer.init?.status ?? 200, to: null, outcome, refusedView };
}

/** What the page of one enquiry shows; null when there is none. */
export async function openEnquiry(id: string, visit: Visit = {}) {
  const { args } = makeArgs(`/marketing-admin/inbox/${id}`, visit, { params: { id } });
  const { data } = await loadEnquiry(args as unknown as Parameters<typeof loadEnquiry>[0]);
  return data.view;
}

/** Posts a form of the page of one enquiry: where it leads, or why it was refused. */
export async function postChange(id: string, form: Record<string, string>, visit: Visit = {}) {
  const { args, scope } = makeArgs(`/marketing-admin/inbox/${id}`, visit, { params: { id }, form });
  const answer = await action(args as unknown as Parameters<typeof action>[0]);
  await waitOnExecutionContext(scope.ctx);
  if (answer instanceof Response) return { status: answer.status, to: answer.headers.get("Location"), refused: null };
  return { status: answer.init?.status ?? 200, to: null, refused: answer.data };
}

/** The file of the list. */
export async function downloadEnquiries(search = "", visit: Visit = {}): Promise<Response> {
  const { args } = makeArgs(`/marketing-admin/inbox.csv${search}`, visit);
  return loadExport(args as unknown as Parameters<typeof loadExport>[0]);
}

/** A marketing admin, and a visit of theirs. */
export async function makeReader() {
  const user = await makeAccount({ name: "Ines Moreau", roles: ["marketing_admin"] });
  return { user: user.id, visit: { user: user.id } };
}

export async function listSubjects(search: string, visit = {}): Promise<string[]> {
  const { page } = await openEnquiries(search, visit);
  return page?.rows.map(({ subject }) => subject).toSorted() ?? [];
}

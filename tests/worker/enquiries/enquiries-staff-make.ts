/** Enquiries, and the inbox as somebody of the staff uses it, for tests. */
import { waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Insertable } from "kysely";
import { RouterContextProvider } from "react-router";
import type { Role } from "#shared/permissions.ts";
import { staffContext } from "#app/staff/guard.ts";
import type { ListOutcomeWords } from "#app/staff-kit/list/list-outcome.tsx";
import { action, loader as loadEnquiry } from "#app/staff/enquiries/enquiry.tsx";
import { loader as loadExport } from "#app/staff/enquiries/export.ts";
import { action as actOnEnquiries, loader as loadEnquiries } from "#app/staff/enquiries/enquiries.tsx";
import { openDb } from "#worker/db/client.ts";
import type { EnquiryId } from "#worker/db/enquiries-tables.ts";
import type { MailId, MailState } from "#worker/db/email-tables.ts";
import type { Database } from "#worker/db/tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { makeScope, makeAccount, siteOrigin } from "../make.ts";

const db = openDb(env.DB);

export type NewEnquiry = Partial<Insertable<Database["enquiries"]>>;

/** The values of one enquiry, in the inbox unless told otherwise. */
export function fillEnquiry(overrides: NewEnquiry = {}): Insertable<Database["enquiries"]> {
  const at = Date.now();
  return {
    id: newId<EnquiryId>(),
    submission_hash: randomHash(),
    words_hash: randomHash(),
    request_id: crypto.randomUUID(),
    received_at: at,
    name: "Ada Example",
    email: "ada@client.example",
    company: "Client Works",
    topic: "project",
    subject: "A platform for our plant",
    message: "We want to know what a platform would cost.\n\nTwo plants, one team.",
    opening: null,
    consented_at: at,
    folder: "inbox",
    owner_id: null,
    updated_at: at,
    ...overrides,
  };
}

function randomHash(): string {
  return (crypto.randomUUID() + crypto.randomUUID()).replaceAll("-", "");
}

/** A stored enquiry. */
export async function makeEnquiry(overrides: NewEnquiry = {}) {
  const row = fillEnquiry(overrides);
  await db.insertInto("enquiries").values(row).execute();
  return row;
}

/** A stored mail about the enquiry. */
export async function makeMail(
  enquiryId: EnquiryId,
  state: MailState,
  overrides: { subject?: string; html?: string } = {},
) {
  const id = newId<MailId>();
  const mail = {
    id,
    dedupe_key: `test:${id}`,
    subject_id: enquiryId,
    kind: "enquiry-owner",
    recipient: "sales@site.example",
  };
  const content = {
    reply_to: null,
    subject: "Enquiry",
    text: "Text",
    html: "<p>Text</p>",
    sent_at: null,
    last_error: null,
  };
  await db
    .insertInto("outbox")
    .values({ ...mail, ...content, ...overrides, state, attempts: 8, created_at: Date.now(), due_at: Date.now() + 1e6 })
    .execute();
  return id;
}

export interface Visit {
  roles?: Role[];
  user?: string;
  env?: Partial<Env>;
}

const nobody = "00000000-0000-7000-8000-000000000000";

function makeContext(url: URL, { roles = ["marketing_admin"], user = nobody, env: overrides = {} }: Visit) {
  const context = new RouterContextProvider();
  const scope = makeScope(overrides);
  context.set(requestScope, scope);
  const who = { id: user, email: "someone@demo.example" };
  const identity = {
    kind: "signed-in",
    user: who,
    name: null,
    pictureKey: null,
    timeZone: null,
    roles,
    sessionId: "s1",
    expiresAt: 2e9,
    authTime: 1.9e9,
    needsFactor: false,
    lacksFactor: false,
  } as const;
  context.set(staffContext, identity);
  return { context, scope };
}

export function makeArgs(
  path: string,
  visit: Visit,
  { params = {}, form }: { params?: object; form?: Record<string, string> | [string, string][] } = {},
) {
  const url = new URL(path, siteOrigin);
  const { context, scope } = makeContext(url, visit);
  const body = form && { method: "POST", body: new URLSearchParams(form) };
  const headers = { "Accept-Language": "en-GB", "Sec-Fetch-Site": form ? "same-origin" : "none" };
  const request = new Request(url, { headers, ...body });
  return { args: { context, request, url, params, pattern: "" }, scope };
}

/** What a route's loader gives its page. */
export async function visitRoute(
  loader: (args: never) => unknown,
  path: string,
  visit: Visit = {},
  options: { params?: object } = {},
): Promise<unknown> {
  const { args } = makeArgs(path, visit, options);
  const answer = await loader(args as never);
  return answer instanceof Object && "data" in answer ? answer.data : answer;
}

/** What the list shows. */
export async function openEnquiries(search = "", visit: Visit = {}) {
  const { args } = makeArgs(`/marketing-admin/inbox${search}`, visit);
  const { data, init } = await loadEnquiries(args as unknown as Parameters<typeof loadEnquiries>[0]);
  return { ...data, status: init?.status ?? 200 };
}

/** Where a page beside the one shown begins, as its address says it. */
export function pageSearch(page: { side: string; id: string; value: string } | null | undefined): string {
  return page ? `?${new URLSearchParams({ [page.side]: `${page.id}.${page.value}` })}` : "";
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

export async function countRows(table: "enquiries" | "enquiry_notes" | "outbox" | "audit_log"): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export function readRow(id: EnquiryId) {
  return db.selectFrom("enquiries").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Many enquiries in few statements. */
export async function makeMany(count: number, fill: (index: number) => NewEnquiry): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => fillEnquiry(fill(index)));
  for (let from = 0; from < rows.length; from += 500) {
    const inserts = rows.slice(from, from + 500).map((row) => db.insertInto("enquiries").values(row).compile());
    await env.DB.batch(inserts.map(({ sql, parameters }) => env.DB.prepare(sql).bind(...parameters)));
  }
}

export async function listSubjects(search: string, visit = {}): Promise<string[]> {
  const { page } = await openEnquiries(search, visit);
  return page?.rows.map(({ subject }) => subject).toSorted() ?? [];
}

/** Applications as candidates send them: through the pages of the built Worker. */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { openDb } from "#worker/db/client.ts";
import { pieceSize, type ApplicationUpload } from "#shared/hiring/application-files.ts";
import type { QuestionKind } from "#shared/hiring/screening.ts";
import type { QuestionId } from "#worker/db/applications-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { schedules } from "#worker/lib/schedules.ts";
import { worker } from "../built-worker.ts";
import { makeTicket, patient } from "../enquiries/ticket-make.ts";
import { makeAddress } from "../make-scope.ts";

export const db = openDb(env.DB);

export interface Sent {
  path?: string;
  fields?: Record<string, string | string[]>;
  files?: Record<string, { name: string; bytes: Uint8Array }>;
  env?: Partial<Env>;
  address?: string;
}

let senders = 0;

/** Fields of a form that a person filled in; no two are alike. */
export async function fillIn(changes: Record<string, string | string[]> = {}) {
  senders += 1;
  return {
    ticket: await makeTicket(),
    name: "Ada Example",
    email: `ada-${senders}@example.com`,
    resumeText: "Ten years of Rust.",
    consent: "on",
    ...changes,
  } as Record<string, string | string[]> & { ticket: string };
}

/** Asks the built Worker as a page of this site does, and waits for what it leaves running. */
export async function ask(path: string, init: RequestInit = {}, overrides: Partial<Env> = {}, address = makeAddress()) {
  const over = new AbortController();
  const headers = new Headers({ "CF-Connecting-IP": address, "Sec-Fetch-Site": "same-origin" });
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  const request = new Request(new URL(path, env.SITE_ORIGIN), {
    redirect: "manual",
    ...init,
    headers,
    signal: over.signal,
  });
  const ctx = createExecutionContext();
  const bindings = { ...env, CONTACT_LIMIT: patient, API_LIMIT: patient, ...overrides };
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], bindings, ctx);
  const body = await response.arrayBuffer();
  await waitOnExecutionContext(ctx);
  over.abort();
  const text = new TextDecoder().decode(body);
  return { status: response.status, headers: response.headers, location: response.headers.get("Location") ?? "", text };
}

/** Sends a form as a browser without script does. */
export async function send({ path = "/careers/apply", fields, files = {}, env: overrides, address }: Sent = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? (await fillIn())))
    for (const each of [value].flat()) form.append(name, each);
  for (const [name, { name: fileName, bytes }] of Object.entries(files))
    form.append(name, new File([bytes as BlobPart], fileName));
  return ask(path, { method: "POST", body: form }, overrides, address);
}

/** Sends a file ahead of its form, as the page's script does: the last answer, and its status. */
export async function upload(
  ticket: string,
  { name, bytes }: { name: string; bytes: Uint8Array },
  overrides: Partial<Env> = {},
): Promise<{ status: number; upload: ApplicationUpload | null; text: string }> {
  const headers = { "X-Ticket": ticket };
  const begin = new URLSearchParams({ name, bytes: String(bytes.length) });
  let answer = await ask("/careers/apply/uploads?do=begin", { method: "POST", body: begin, headers }, overrides);
  let state = read(answer.text);
  while (state && !state.isDone) {
    const from = Math.min(state.received, Math.floor((bytes.length - 1) / pieceSize) * pieceSize);
    const body = bytes.slice(from, from + pieceSize);
    answer = await ask(
      `/careers/apply/uploads?upload=${state.id}&from=${from}`,
      { method: "POST", body, headers },
      overrides,
    );
    state = answer.status === 200 ? read(answer.text) : null;
  }
  return { status: answer.status, upload: state, text: answer.text };
}

function read(text: string): ApplicationUpload | null {
  return (JSON.parse(text) as { upload?: ApplicationUpload }).upload ?? null;
}

const tables = [
  "candidates",
  "applications",
  "application_answers",
  "application_files",
  "application_history",
  "application_uploads",
  "removed_files",
] as const;

/** How many rows and objects there are of applications. */
export async function countAll() {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (count > 0) counts[table] = count;
  }
  const mails = await db.selectFrom("outbox").select("id").where("kind", "like", "application-%").execute();
  if (mails.length > 0) counts["mails"] = mails.length;
  const { objects } = await env.MEDIA.list({ prefix: "private/" });
  if (objects.length > 0) counts["objects"] = objects.length;
  return counts;
}

/** A question of each kind, required but for one; returns the names of their fields. */
export async function makeQuestions(openingId: OpeningId) {
  const kinds: [kind: QuestionKind, label: string, options?: string, knockOut?: string][] = [
    ["yes-no", "May you work in the UK?", "[]", '{"answer":"no"}'],
    ["one", "Notice?", '["None","A month"]'],
    ["several", "Languages?", '["Rust","Go"]'],
    ["number", "Years?", "[]", '{"below":2}'],
    ["text", "Why?"],
    ["file", "A sample?"],
  ];
  const rows = kinds.map(([kind, label, options = "[]", knock_out = null], position) => ({
    id: newId<QuestionId>(),
    opening_id: openingId,
    position,
    kind,
    label,
    options,
    knock_out,
    is_required: kind === "several" ? (0 as const) : (1 as const),
    removed_at: null,
  }));
  await db.insertInto("opening_questions").values(rows).execute();
  return rows.map(({ id }) => `q-${id}`);
}

/** Runs the jobs of the hour, whether or not one of them fails. */
export async function runHourly(overrides: Partial<Env> = {}): Promise<void> {
  const ctx = createExecutionContext();
  try {
    await worker.scheduled(createScheduledController({ cron: schedules.hourly }), { ...env, ...overrides }, ctx);
  } catch {
    // The platform shows it, and the next hour tries again.
  }
  await waitOnExecutionContext(ctx);
}

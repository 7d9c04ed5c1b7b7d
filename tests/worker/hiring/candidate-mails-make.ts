/** Mails to candidates as somebody of HR writes them on the page of an application, for tests. */
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { ApplicationMailAnswer } from "#app/staff/hiring/mails/mail-answer.ts";
import { createTemplate } from "#worker/hiring/mails/templates.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { columns } from "#worker/db/tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { makeApplication } from "./application-rows.ts";
import { makeRecruiter, postToApplication } from "./applications-make.ts";
import type { Visit } from "../visit-staff.ts";

const db = openDb(env.DB);
export const queue = { sendBatch: vi.fn(async () => {}) };

export async function prepare(overrides: Parameters<typeof makeApplication>[0] = {}, name?: string) {
  const { visit, user } = await makeRecruiter(name);
  const hana: Visit = { ...visit, env: { MAIL_QUEUE: queue as never } };
  return { application: await makeApplication({ name: "Ada {private link} Example", ...overrides }), hana, user };
}

export interface Typed {
  id?: string;
  seen?: number;
  subject?: string;
  body?: string;
  used?: string;
  template?: string;
  move?: string;
  version?: number;
  do?: string;
}

/** Posts the form of a mail as the page has it. */
export async function write(id: ApplicationId, visit: Visit, typed: Typed = {}) {
  const form = {
    do: "mail-send",
    id: newId(),
    seen: 0,
    version: 1,
    subject: "Hello",
    body: "Dear {candidate}",
    ...typed,
  };
  return post(
    id,
    Object.entries(form).map(([name, value]) => [name, String(value)]),
    visit,
  );
}

export async function post(id: ApplicationId, form: [string, string][], visit: Visit) {
  const { status, refused } = await postToApplication(id, form, visit);
  return { status, ...(refused as unknown as ApplicationMailAnswer) };
}

export const readThread = (id: ApplicationId) =>
  db.selectFrom("application_mails").selectAll().where("application_id", "=", id).orderBy("position").execute();
export const makeDue = () => db.updateTable("outbox").set({ due_at: 1 }).execute();

/** Stores a template of each of two kinds; returns their ids. */
export async function makeTemplates(actor: AccountId) {
  const doer = { actor, requestId: "r" };
  const rejected = { name: "No", kind: "rejection", subject: "Your application for {job}", body: "Sorry." } as const;
  const invited = { name: "Yes", kind: "invitation", subject: "Meet us", body: "Dear {candidate}" } as const;
  return { rejection: await createTemplate(db, rejected, doer), invitation: await createTemplate(db, invited, doer) };
}

/** Every text of every table, as one. */
export async function readAll(): Promise<string> {
  const rows = [];
  for (const table of Object.keys(columns)) rows.push((await env.DB.prepare(`SELECT * FROM ${table}`).all()).results);
  return JSON.stringify(rows);
}

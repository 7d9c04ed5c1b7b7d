/** Interviews and scorecards through the built Worker: as HR, as others of the staff, and as the candidate. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { hour } from "#shared/dates/durations.ts";
import type { Role } from "#shared/permissions.ts";
import { writeZonedTime } from "#shared/dates/zoned-time.ts";
import { makeOwnLink } from "#worker/hiring/applications/own-links.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import type { MailFile } from "#worker/db/email-tables.ts";
import { ask, send } from "./apply-make.ts";
import { makeApplication, type NewApplication } from "./application-rows.ts";
import { worker } from "../built-worker.ts";
import { makeSession, makeAccount, writeCookies } from "../make.ts";
import { makeAddress, siteOrigin } from "../make-scope.ts";

export const db = openDb(env.DB);

export interface Staff {
  id: AccountId;
  email: string;
  /** Asks for a page, or posts `form` to it. */
  ask: (path: string, form?: [string, string][], bindings?: Partial<Env>) => Promise<{ status: number; text: string }>;
}

/** Somebody of the staff, signed in. */
export async function makeStaff(role: Role = "HR", name = "Hana Recruit"): Promise<Staff> {
  const user = await makeAccount({ name, roles: [role] });
  const cookies = writeCookies(await makeSession(user.id));
  return {
    id: user.id,
    email: user.email,
    ask: async (path, form, bindings = {}) => {
      const headers = new Headers({ "CF-Connecting-IP": makeAddress(), "Sec-Fetch-Site": "same-origin" });
      headers.set("Cookie", cookies);
      const body = form && { method: "POST", body: new URLSearchParams(form) };
      const request = new Request(new URL(path, siteOrigin), { headers, redirect: "manual", ...body });
      const ctx = createExecutionContext();
      const all = { ...env, ...bindings };
      const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], all, ctx);
      const text = await response.text();
      await waitOnExecutionContext(ctx);
      return { status: response.status, text };
    },
  };
}

/** An application with the path of its candidate's own page. */
export async function makeOwned(overrides: NewApplication = {}) {
  const application = await makeApplication(overrides);
  const { token, query } = await makeOwnLink(db, application.id);
  await runBatch(db, [query]);
  return { ...application, own: `/careers/application/${token}` };
}

/** A whole hour, `hours` from now. */
export const inHours = (hours: number) => Math.floor(Date.now() / hour + hours) * hour;

interface Proposed {
  times: readonly number[];
  interviewers: readonly string[];
  isBooked?: boolean;
  /** `id:version` of the interview that is changed. */
  interview?: string;
  fields?: Record<string, string>;
}

/** The fields of the form that proposes an interview. */
export function fillProposal({ times, interviewers, isBooked = false, interview, fields = {} }: Proposed) {
  const same = { kind: "video", place: "https://meet.example/x", minutes: "60", message: "Bring tea.", ...fields };
  return [
    ["do", interview === undefined ? "interview:propose" : "interview:change"],
    ...(interview === undefined ? [] : [["interview", interview]]),
    ...Object.entries(same),
    ...times.flatMap((at) => [
      ["time", writeZonedTime(at, "Europe/Berlin")],
      ["time-zone", "Europe/Berlin"],
    ]),
    ...interviewers.map((id) => ["interviewer", id]),
    ...(isBooked ? [["booked", "on"]] : []),
  ] as [string, string][];
}

/** The interviews of an application, the oldest first. */
export async function readInterviews(id: ApplicationId) {
  return db.selectFrom("interviews").selectAll().where("application_id", "=", id).orderBy("created_at").execute();
}

/** Mails about the application, in order: kind, recipient, title, and the texts of their files. */
export async function readMails(id: ApplicationId) {
  const rows = await db
    .selectFrom("outbox")
    .select(["kind", "recipient", "subject", "text", "attachments"])
    .where("subject_id", "=", id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ kind, recipient, subject, text, attachments }) => {
    const files = (JSON.parse(attachments) as MailFile[]).map(({ content }) => content);
    return { kind, recipient, subject, text, files };
  });
}

/** The candidate's form: picks `time`, or says that none suits. */
export function answerAsCandidate(own: string, interview: string, answer: { time: number } | { answer: string }) {
  const fields =
    "time" in answer
      ? { do: "pick", interview, time: String(answer.time) }
      : { do: "decline", interview, answer: answer.answer };
  return send({ path: own, fields });
}

export { ask };

/** What visitors, candidates and programs without an account send. */
import { env } from "cloudflare:workers";
import { openDb } from "#worker/db/client.ts";
import { askToKeep } from "#worker/hiring/applications/keep/ask-to-keep.ts";
import { makeRecord } from "../../analytics/analytics-make.ts";
import { makePdf } from "../../hiring/apply-files-make.ts";
import { ask, fillIn, upload } from "../../hiring/apply-make.ts";
import { makeOpening } from "../../hiring/openings-make.ts";
import { makeFields, makeMailer } from "../../enquiries/enquiries-make.ts";
import { makeTicket } from "../../enquiries/ticket-make.ts";
import { inHours, makeOwned } from "../../hiring/interviews-make.ts";
import { call } from "../../ask-api.ts";
import { makeAccount } from "../../make.ts";
import { makeAddress, makeScope } from "../../make-scope.ts";
import { proposeInterview } from "#worker/hiring/interviews/propose-interview.ts";
import type { FaultCase } from "./case.ts";

const db = openDb(env.DB);
const swept = {
  of: ["objects", "removed_files", "application_uploads"],
  why: "files of no application go within three days",
};

async function fillForm(more: Record<string, string> = {}): Promise<FormData> {
  const form = new FormData();
  const own = { name: "Grace Faultless", email: "grace@client.example", resumeText: "" };
  const fields = await fillIn({ ...own, ...more });
  for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) form.append(name, each);
  form.append("resume", new File([makePdf() as BlobPart], "cv.pdf"));
  return form;
}

/** A form of a candidate's own page. */
function own(
  what: string,
  make: (id: Awaited<ReturnType<typeof makeOwned>>) => Promise<FormFields>,
  more: Partial<FaultCase> = {},
): FaultCase {
  return {
    door: "site/hiring/applications/application",
    what,
    async prepare() {
      const owned = await makeOwned();
      return { path: owned.own, form: await make(owned) };
    },
    ...more,
  };
}
type FormFields = Record<string, string> | FormData;

async function proposeTo(applicationId: Awaited<ReturnType<typeof makeOwned>>["id"]) {
  const reader = await makeAccount({ roles: ["HR"] });
  const input = { kind: "video", place: "", minutes: 45, message: "", zone: "UTC", isBooked: false };
  const times = [inHours(48), inHours(72)];
  const given = { applicationId, actor: reader.id, input: { ...input, times, interviewers: [reader.id] } };
  return { interview: await proposeInterview(db, given, makeScope()), time: String(times[0]) };
}

export const ofVisitors: readonly FaultCase[] = [
  {
    door: "site/enquiries/contact",
    typed: ["Ada Faultless", "Our forecast"],
    prepare: async () => ({ path: "/contact", form: await makeFields({ name: "Ada Faultless" }) }),
  },
  {
    door: "site/test-email/test-email",
    bindings: () => ({ EMAIL: makeMailer().binding }),
    prepare: async () => ({ path: "/test-email", form: {} }),
  },
  {
    door: "careers/apply",
    typed: ["Grace Faultless"],
    remainders: swept,
    prepare: async () => ({ path: "/careers/apply", form: await fillForm() }),
  },
  {
    door: "site/hiring/applications/apply",
    typed: ["Grace Faultless"],
    remainders: swept,
    async prepare() {
      const { slug } = await makeOpening();
      return { path: `/careers/${slug}/apply`, form: await fillForm() };
    },
  },
  {
    door: "site/hiring/applications/uploads",
    what: "begin",
    repeats: "what nobody goes on with is swept",
    async prepare() {
      const headers = { "X-Ticket": await makeTicket() };
      return { path: "/careers/apply/uploads?do=begin", form: { name: "cv.pdf", bytes: "2000" }, headers };
    },
  },
  {
    door: "site/hiring/applications/uploads",
    what: "piece",
    remainders: swept,
    async prepare() {
      const ticket = await makeTicket();
      const bytes = makePdf();
      const form = new URLSearchParams({ name: "cv.pdf", bytes: String(bytes.length) });
      const headers = { "X-Ticket": ticket };
      const begun = await ask("/careers/apply/uploads?do=begin", { method: "POST", body: form, headers });
      const { id } = (JSON.parse(begun.text) as { upload: { id: string } }).upload;
      return { path: `/careers/apply/uploads?upload=${id}&from=0`, body: bytes, headers };
    },
  },
  own("withdraw", async () => ({ do: "withdraw", sure: "on" }), {
    leaves: ["application.withdrawn"],
    remainders: swept,
  }),
  own(
    "keep",
    async ({ id }) => {
      await askToKeep(db, { id, actor: (await makeAccount()).id }, makeScope());
      return { do: "keep", answer: "yes" };
    },
    { leaves: ["application.keep_answered"] },
  ),
  own(
    "document",
    async () => {
      const ticket = await makeTicket();
      const sent = await upload(ticket, { name: "more.txt", bytes: new TextEncoder().encode("More.") });
      return { ticket, do: "document", "document-upload": sent.upload?.id ?? "" };
    },
    { remainders: swept },
  ),
  own("pick", async ({ id }) => ({ do: "pick", ...(await proposeTo(id)) }), { leaves: ["interview.picked"] }),
  own(
    "decline",
    async ({ id }) => ({ do: "decline", interview: (await proposeTo(id)).interview, answer: "I travel." }),
    {
      leaves: ["interview.declined"],
    },
  ),
  {
    door: "post /api/store-visitor-analytics",
    prepare: async () => ({ path: "/api/store-visitor-analytics", json: makeRecord() }),
    bindings: withoutQueue,
    remainders: { of: ["network_keys", "dimension_values"], why: "the key of the day, and words, are stored ahead" },
  },
  {
    door: "post /api/erase-visitor-data",
    leaves: ["visitors.erased"],
    repeats: "each erasure has its entry",
    bindings: withoutQueue,
    partly: "the number is barred first; what is left goes by the retry",
    remainders: { of: ["network_keys", "dimension_values"], why: "the key of the day, and words, are stored ahead" },
    async prepare() {
      const record = makeRecord();
      await postTo("/api/store-visitor-analytics", record);
      return { path: "/api/erase-visitor-data", json: { visitor_id: record.visitor_id } };
    },
  },
  {
    door: "post /api/export-visitor-data",
    async prepare() {
      const record = makeRecord();
      await postTo("/api/store-visitor-analytics", record);
      return { path: "/api/export-visitor-data", json: { visitor_id: record.visitor_id } };
    },
  },
];

/** What the queue would take is stored at once. */
function withoutQueue(): Partial<Env> {
  return { VISITOR_QUEUE: undefined } as unknown as Partial<Env>;
}

async function postTo(path: string, json: object): Promise<void> {
  const answer = await call(path, { json, env: withoutQueue(), headers: { "CF-Connecting-IP": makeAddress() } });
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status}`);
}

/** Bindings that do not answer: each call ends, and a person or a program gets the same answer everywhere. */
import { createExecutionContext, createMessageBatch, createScheduledController, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { drawBytes } from "#tests/draw.ts";
import { schedules } from "#worker/lib/schedules.ts";
import { limitBindings, patience } from "#worker/lib/limits/limit-bindings.ts";
import types from "#worker/env.d.ts?raw";
import { ask, fillIn, send } from "../hiring/apply-make.ts";
import { makePdf } from "../hiring/documents-make.ts";
import { worker } from "../built-worker.ts";
import { makeFields } from "../enquiries/enquiries-make.ts";
import { breakBinding, breakBindings } from "../faulty-bindings.ts";
import { makeProgram } from "../api/program-make.ts";
import { muteConsole } from "../make.ts";

muteConsole("warn", "error");

const silent = { kind: "silent", at: "all" } as const;
const file = { resume: { name: "cv.pdf", bytes: makePdf("Ten years of Rust") } };

/** No test waits for what never ends. */
const soon = 20_000;

test("every binding that the Worker may have is waited for no longer than is written down", () => {
  const kinds =
    /^\s+(\w+|\[database: `VISITS_.*)\??: .*(D1Database|R2Bucket|Queue<|RateLimit|SendEmail|Ai;|Vectorize|ImagesBinding)/gm;
  const names = Array.from(types.matchAll(kinds), ([, name = ""]) => name.replace(/\[.*/, "VISITS_2026"));
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) expect([name, patience.filter(([names]) => names.test(name)).length]).toEqual([name, 1]);
});

const calls: Record<string, (bindings: Env) => Promise<unknown>> = {
  "DB.all": ({ DB }) => DB.prepare("select 1").bind().all(),
  "DB.first": ({ DB }) => DB.withSession("first-primary").prepare("select 1").first(),
  "DB.batch": ({ DB }) => DB.batch([DB.prepare("select 1")]),
  "SEARCH_DB.exec": ({ SEARCH_DB }) => SEARCH_DB.exec("select 1"),
  "VISITS_2026.run": ({ VISITS_2026 }) => VISITS_2026!.prepare("select 1").run(),
  "MEDIA.put": ({ MEDIA }) => MEDIA.put("a", "b"),
  "MEDIA.list": ({ MEDIA }) => MEDIA.list(),
  "MEDIA.createMultipartUpload": ({ MEDIA }) => MEDIA.createMultipartUpload("a"),
  "MEDIA.uploadPart": ({ MEDIA }) => MEDIA.resumeMultipartUpload("a", "b").uploadPart(1, "c"),
  "MAIL_QUEUE.send": ({ MAIL_QUEUE }) => MAIL_QUEUE!.send({}),
  "API_LIMIT.limit": ({ API_LIMIT }) => API_LIMIT.limit({ key: "a" }),
  "EMAIL.send": ({ EMAIL }) => EMAIL!.send({ from: "a@b.example", to: "c@d.example", subject: "e", text: "f" }),
};

test.for(Object.entries(calls))("%s ends where nothing answers", async ([name, run], { expect }) => {
  const bindings = limitBindings(breakBindings(silent).env);
  await expect(run(bindings)).rejects.toThrow(`${name} did not answer within`);
});

test("what a bucket stops sending midway ends, and so does a file that never ends on its way into it", async () => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(3)),
  });
  const stuck = { get: async () => ({ body, size: 10 }) } as unknown as R2Bucket;
  const object = await limitBindings({ ...env, MEDIA: stuck }).MEDIA.get("a");
  const reader = object!.body.getReader();
  hurry();
  expect((await reader.read()).value).toHaveLength(3);
  await expect(reader.read()).rejects.toThrow("MEDIA.read did not answer within");
  const { readable } = new FixedLengthStream(10);
  const bindings = limitBindings({ ...env });
  await expect(bindings.MEDIA.put("a", readable)).rejects.toThrow("MEDIA.put did not answer within");
});

/** What is waited for takes a fiftieth of a second at most. */
function hurry() {
  const set = globalThis.setTimeout;
  const run = (work: () => void, milliseconds = 0) => set(work, Math.min(milliseconds, 20));
  vi.spyOn(globalThis, "setTimeout").mockImplementation(run as typeof setTimeout);
}

test("what comes through is as it was: bytes, lengths, parts, statements and their errors", async () => {
  const bindings = limitBindings({ ...env });
  const bytes = drawBytes(60_000, "an object");
  const all = new Uint8Array([...bytes, ...bytes, ...bytes]);
  await bindings.MEDIA.put("whole", all);
  const object = await bindings.MEDIA.get("whole");
  expect(new Uint8Array(await new Response(object!.body).arrayBuffer())).toEqual(all);
  const part = await bindings.MEDIA.get("whole", { range: { offset: 5, length: 7 } });
  expect(new Uint8Array(await part!.arrayBuffer())).toEqual(all.slice(5, 12));
  const ranged = await bindings.MEDIA.get("whole", { range: { offset: 5, length: 7 } });
  expect(new Uint8Array(await new Response(ranged!.body).arrayBuffer())).toEqual(all.slice(5, 12));
  const [one, two] = await bindings.DB.batch([
    bindings.DB.prepare("select ? as n").bind(1),
    bindings.DB.prepare("select 2 as n"),
  ]);
  expect([one?.results, two?.results]).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  await expect(bindings.DB.prepare("select * from nowhere").all()).rejects.toThrow("no such table");
  expect(await bindings.MEDIA.get("nowhere")).toBeNull();
  expect(limitBindings(bindings).MEDIA).toBeDefined();
});

test("a picture is sent with its length", { timeout: soon }, async () => {
  const bytes = drawBytes(60_000, "an object");
  await env.MEDIA.put("art/some-0123456789abcdef.webp", bytes, { httpMetadata: { contentType: "image/webp" } });
  const answer = await ask("/media/art/some-0123456789abcdef.webp");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Length")).toBe("60000");
});

test("a file that cannot be stored is told beside its field, and the form comes back", { timeout: soon }, async () => {
  const fields = await fillIn({ name: "Ada Silent", resumeText: "" });
  const answer = await send({ fields, files: file, env: breakBinding("MEDIA", silent) });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain("This file could not be stored just now");
  expect(answer.text).toContain("Ada Silent");
});

test(
  "an application whose file cannot be moved is told to come again, with everything it said",
  { timeout: soon },
  async () => {
    const fields = await fillIn({ name: "Ada Silent", resumeText: "" });
    const isMove = {
      ...silent,
      hits: (call: string) => call === "MEDIA.createMultipartUpload" || call === "MEDIA.put",
    };
    const refused = await send({ fields: { ...fields, name: "" }, files: file });
    expect(refused.status).toBe(400);
    const [id] = await readUploads();
    const answer = await send({
      fields: { ...fields, "resume-upload": id ?? "", "resume-about": "cv.pdf|9" },
      env: breakBinding("MEDIA", isMove),
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Retry-After")).toBe("30");
    expect(answer.text).toContain("Ada Silent");
  },
);

/** D1 that fails with words of which this site knows nothing. */
const refuse = async () => {
  throw new Error("internal error; reference = 0123");
};
const statement = { bind: () => statement, all: refuse, first: refuse, run: refuse, raw: refuse };
const strange = { prepare: () => statement, batch: refuse, withSession: () => strange } as unknown as D1Database;

async function readUploads(): Promise<string[]> {
  const { results } = await env.DB.prepare("select id from application_uploads").all<{ id: string }>();
  return results.map(({ id }) => id);
}

test.for([
  ["nothing answers", silent],
  ["what fails says nothing of an outage", { kind: "before", at: "all" }],
] as const)("a program is told to come again when %s", { timeout: soon }, async ([, fault], { expect }) => {
  const { token } = await makeProgram();
  const json = JSON.stringify({ title: "Release", markdown: "New." });
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const overrides = fault.kind === "before" ? { DB: strange } : breakBinding("DB", fault);
  const answer = await ask("/api/posts", { method: "POST", body: json, headers }, overrides);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("Retry-After")).toBe("2");
  expect(JSON.parse(answer.text)).toMatchObject({ status: 503, retry_after: 2 });
});

test.for(["/insights", "/careers/apply", "/media/art/some-0123456789abcdef.webp", "/search?q=cloud"])(
  "%s says when to come again",
  { timeout: soon },
  async (path, { expect }) => {
    const answer = await ask(path, {}, { ...breakBinding("DB", silent), ...breakBinding("MEDIA", silent) });
    if (answer.status === 200) return expect(path).toBe("/careers/apply");
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  },
);

test("an enquiry comes back with all that was said, and nothing is stored", { timeout: soon }, async () => {
  const form = new URLSearchParams(await makeFields({ name: "Ada Silent" }));
  const answer = await ask("/contact", { method: "POST", body: form }, breakBinding("DB", silent));
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(answer.text).toContain("Ada Silent");
  expect(await env.DB.prepare("select count(*) as count from enquiries").first("count")).toBe(0);
});

test("messages come again, and a schedule shows that it has failed", { timeout: soon }, async () => {
  const bindings = breakBindings(silent).env;
  const batch = createMessageBatch("fivewright-mail", [
    { id: "1", timestamp: new Date(), attempts: 1, body: { mailId: crypto.randomUUID() } },
  ]);
  const ctx = createExecutionContext();
  await worker.queue(batch, bindings, ctx);
  expect((await getQueueResult(batch, ctx)).retryMessages).toHaveLength(1);
  const controller = createScheduledController({ cron: schedules.hourly });
  await expect(worker.scheduled(controller, bindings, createExecutionContext())).rejects.toThrow();
});

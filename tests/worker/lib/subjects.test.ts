/** What the subjects declare, held against each other, the configuration and the database. */
import { createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, expectTypeOf, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { planMail } from "#worker/email/outbox.ts";
import { columns } from "#worker/db/tables.ts";
import { schedules } from "#worker/lib/schedules.ts";
import type { Subject } from "#worker/lib/subject.ts";
import { formatSeconds, formatTerm, readLength, terms } from "#worker/lib/terms.ts";
import { deadSuffix } from "#worker/failed-messages/store.ts";
import { consumeBatch, listConsumers } from "#worker/queues.ts";
import { planPruning } from "#worker/privacy/prune-rows.ts";
import { type AuditAction, type MailKind, subjects as declared } from "#worker/subjects.ts";
import { makeWholeScope } from "../whole-scope.ts";
import configuration from "../../../wrangler.toml?raw";

const subjects: readonly Subject[] = declared;
/** worker/lib/subject.ts is the type of them all. */
const folders = Object.keys(import.meta.glob(["../../../worker/**/subject.ts", "!../../../worker/lib/*"]));

function expectEachOnce(names: readonly string[]) {
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
}

test("every subject folder is on the list", () => {
  expect(folders.length).toBeGreaterThan(7);
  expect(subjects).toHaveLength(folders.length);
});

test("no two subjects claim the same queue, job, cookie, storage key, mail or audit action", () => {
  expectEachOnce(subjects.flatMap(({ consumers = {} }) => Object.keys(consumers)));
  expectEachOnce(subjects.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name)));
  expectEachOnce(subjects.flatMap(({ cookies }) => cookies?.(env).map(({ name }) => name) ?? []));
  expectEachOnce(subjects.flatMap(({ storage = [] }) => storage.flatMap(({ keys }) => keys)));
  expectEachOnce(subjects.flatMap(({ mails = [] }) => mails));
  expectEachOnce(subjects.flatMap(({ auditActions = [] }) => auditActions));
});

test("each table of the database belongs to exactly one subject, which alone has rules for it", () => {
  const claimed = subjects.flatMap(({ tables = [] }) => tables);
  expectEachOnce(claimed);
  expect(claimed.toSorted()).toEqual(Object.keys(columns).toSorted());
  for (const { tables = [], retention = [] } of subjects)
    for (const { table } of retention) expect(tables).toContain(table);
});

test("the audit log takes the actions of the subjects and no others", () => {
  expectTypeOf<"enquiry.erased">().toExtend<AuditAction>();
  expectTypeOf<"enquiry.guessed">().not.toExtend<AuditAction>();
});

test("the outbox takes the mails of the subjects and no others", () => {
  expectTypeOf<"enquiry-digest">().toExtend<MailKind>();
  expectTypeOf<"enquiry-guess">().not.toExtend<MailKind>();
  expectTypeOf<Parameters<typeof planMail>[1]["kind"]>().toEqualTypeOf<MailKind>();
});

/** Values of `name = "…"` in the tables of wrangler.toml that are headed `[[head]]`. */
function readTables(head: string, name: string): (string | undefined)[] {
  return configuration
    .split(/^(?=\[)/m)
    .filter((table) => table.startsWith(`[[${head}]]`))
    .map((table) => new RegExp(`^${name} = "(.*)"$`, "m").exec(table)?.[1]);
}

test("the queues of wrangler.toml are those that the subjects read, each with its dead letters", () => {
  const queues = readTables("queues.consumers", "queue");
  expect(queues.toSorted()).toEqual([...listConsumers(subjects).keys()].toSorted());
  const own = queues.filter((queue) => !queue?.endsWith(deadSuffix));
  expect(own.toSorted()).toEqual(readTables("queues.producers", "queue").toSorted());
  const dead = readTables("queues.consumers", "dead_letter_queue").filter((queue) => queue !== undefined);
  expect(dead).toEqual(own.map((queue) => `${queue}${deadSuffix}`));
});

test("the schedules of wrangler.toml are those of the jobs", () => {
  const crons = JSON.parse(/^crons = (\[.*\])$/m.exec(configuration)?.[1] ?? "[]") as string[];
  expect(crons.toSorted()).toEqual(Object.values<string>(schedules).toSorted());
  const used = new Set(subjects.flatMap(({ jobs = [] }) => jobs.map(({ schedule }) => schedule)));
  expect([...used].toSorted()).toEqual(crons.toSorted());
});

test("a batch of a queue that nobody reads is an error, so that the platform brings it again", async () => {
  const batch = createMessageBatch("another-queue", [{ id: "1", timestamp: new Date(), attempts: 1, body: {} }]);
  const scope = makeWholeScope();
  await expect(consumeBatch(batch, scope)).rejects.toThrow('No subject reads the queue "another-queue"');
  expect((await getQueueResult(batch, scope.ctx)).explicitAcks).toEqual([]);
});

const rules = subjects.flatMap(({ retention = [] }) => retention);

test.each(rules.map((rule) => [`${rule.table}, ${rule.keeps}`, rule] as const))(
  "rows past their term are found by an index: %s",
  async (_, rule) => {
    const { sql, parameters } = planPruning(openDb(env.DB), rule).compile();
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...parameters)
      .all<{ detail: string }>();
    const steps = results.map(({ detail }) => detail);
    expect(steps.filter((step) => step.startsWith("SEARCH ")).length).toBeGreaterThanOrEqual(2);
    expect(steps.filter((step) => /^SCAN |TEMP B-TREE/.test(step))).toEqual([]);
  },
);

test("no term is shorter than what the database holds its rows for", async () => {
  expect(readLength(terms.consentProofs)).toBeGreaterThanOrEqual(3 * 365 * 86_400_000);
  expect(readLength(terms.auditLog)).toBeGreaterThanOrEqual(400 * 86_400_000);
});

test("terms and lives are told in words, one or many", () => {
  expect([formatTerm({ months: 25 }), formatTerm({ days: 1 }), formatTerm({ years: 3 })]).toEqual([
    "25 months",
    "1 day",
    "3 years",
  ]);
  expect([60, 300, 28_800, 86_400, 31_536_000, 90].map(formatSeconds)).toEqual([
    "1 minute",
    "5 minutes",
    "8 hours",
    "1 day",
    "365 days",
    "90 seconds",
  ]);
});

test("health tells how each part does, and how many messages have failed, and nothing else", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { call } = await import("../ask-api.ts");
  const checks = [
    "signing keys",
    "former secret",
    "company sign-in",
    "roles in REQUIRE_SECOND_FACTOR",
    "archive of visits",
    "files of applications",
    "texts of documents",
    "document scanner",
    "backups",
    "dead letters",
    "outbox",
    "purges",
    "announcements",
    "jobs",
    "alerts",
    "search index",
  ].map((name) => ({ name, status: "ok" }));
  expect(await (await call("/api/health")).json()).toMatchObject({ status: "ok", dead_letters: 0, checks });
  const body = { mailId: "nobody@client.example" };
  const batch = createMessageBatch("fivewright-mail-dead", [{ id: "1", timestamp: new Date(), attempts: 1, body }]);
  await consumeBatch(batch, makeWholeScope());
  const response = await call("/api/health");
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({
    status: "degraded",
    dead_letters: 1,
    checks: checks.map(({ name, status }) => ({ name, status: name === "dead letters" ? "failing" : status })),
  });
  expect(text).not.toContain("nobody@");
});

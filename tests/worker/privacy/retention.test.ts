/** What is past its term goes, through `scheduled()` of the built Worker; what somebody asks to have erased goes at once. */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { isDeep } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import type { EnquiryId } from "#worker/db/enquiries-tables.ts";
import { newId } from "#worker/lib/ids.ts";
import { schedules } from "#worker/lib/schedules.ts";
import type { RetentionRule, Subject } from "#worker/lib/subject.ts";
import { readLength } from "#worker/lib/terms.ts";
import { planPruning, pruneRows, rowsPerStatement } from "#worker/privacy/prune-rows.ts";
import { subjects as declared } from "#worker/subjects.ts";
import { publishing } from "../../../lab/bench/subjects/publishing.ts";
import { worker } from "../built-worker.ts";
import { makeEnquiry, makeMail } from "../enquiries/enquiry-rows.ts";
import { makeInsight } from "../insights/insights-make.ts";
import { makeAccount } from "../make.ts";
import { makeScope } from "../make-scope.ts";
import { insert, makers } from "./retention-make.ts";

const db = openDb(env.DB);

const subjects: readonly Subject[] = declared;

const rules = subjects.flatMap(({ retention = [] }) => retention);

let lines: { event: string; outcome?: { pruned: unknown[] } }[] = [];

beforeEach(() => {
  lines = [];
  vi.spyOn(console, "log").mockImplementation((line: unknown) => void lines.push(JSON.parse(String(line))));
});

async function runHourly(): Promise<void> {
  const ctx = createExecutionContext();
  await worker.scheduled(createScheduledController({ cron: schedules.hourly }), env, ctx);
  await waitOnExecutionContext(ctx);
}

/** How many rows the rule still has something to do with. */
async function countStored({ table, blank }: RetentionRule): Promise<number> {
  const [column] = Object.keys(blank ?? {});
  const condition = column === undefined ? "1" : `coalesce(${column}, '') <> ''`;
  const row = await env.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE ${condition}`).first<{
    count: number;
  }>();
  return row?.count ?? 0;
}

test("there is a test row for each retention rule, and a rule for each kind of row", () => {
  expect(rules.map(({ keeps }) => keeps).toSorted()).toEqual(Object.keys(makers).toSorted());
});

test.each(rules.map((rule) => [rule.keeps, rule] as const))(
  "what is past its term is taken, and what is not is left: %s",
  async (keeps, rule) => {
    const make = makers[keeps];
    const term = readLength(rule.term);
    await make?.(Date.now() - term - 3_600_000);
    await make?.(Date.now() - term + 3_600_000);
    const before = await countStored(rule);
    // With the other rules of its subject; with all rules in the deep tests.
    const own = subjects.filter(({ retention = [] }) => isDeep || retention.includes(rule));
    const { pruned } = await pruneRows(db, makeScope({}, own));
    expect(before - (await countStored(rule))).toBe(1);
    expect(pruned).toContainEqual({ table: rule.table, keeps, rows: 1, more: false });
  },
);

test("an enquiry takes its notes and mails along; who wrote and owned them stays", async () => {
  const owner = await makeAccount({ roles: ["marketing_admin"] });
  const { id } = await makeEnquiry({ updated_at: 1, owner_id: owner.id });
  await insert("enquiry_notes", { id: newId(), enquiry_id: id, author_id: owner.id, written_at: 1, note: "Called." });
  await makeMail(id as EnquiryId, "waiting");
  await runHourly();
  for (const table of ["enquiries", "enquiry_notes", "outbox"] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  expect(await db.selectFrom("accounts").select("id").execute()).toEqual([{ id: owner.id }]);
});

test("an account with a role stays however long ago it was used, and mail that waits keeps its text", async () => {
  const staff = await makeAccount({ roles: ["super_admin"] });
  await db.updateTable("accounts").set({ created_at: 1, signed_in_at: 1 }).execute();
  const mail = await makeMail((await makeEnquiry()).id as EnquiryId, "waiting");
  await db.updateTable("outbox").set({ due_at: 1 }).execute();
  await runHourly();
  expect(await db.selectFrom("accounts").select("id").execute()).toEqual([{ id: staff.id }]);
  expect(await db.selectFrom("outbox").select(["id", "html"]).execute()).toEqual([{ id: mail, html: "<p>Text</p>" }]);
});

test("more rows than one statement takes go in the same run", async () => {
  const count = rowsPerStatement * 2 + 1;
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO visits (started_at, visit_no, visitor) SELECT i, 1, 1 FROM n`,
  )
    .bind(count)
    .run();
  await runHourly();
  expect(await db.selectFrom("visits").selectAll().execute()).toEqual([]);
  const done = lines.find(({ outcome }) => outcome?.pruned);
  expect(done?.outcome?.pruned).toContainEqual(expect.objectContaining({ table: "visits", rows: count }));
});

test("articles of the trash go in small parts of one run, as much else goes with each", async () => {
  await makeInsight({ slug: "leaving-a-data-centre" });
  for (const statement of publishing.growth?.fill(1, 45) ?? []) await env.DB.prepare(statement).run();
  await env.DB.prepare("UPDATE insights SET status = 'archived', trashed_at = 1 WHERE slug LIKE 'desk-%'").run();
  const rule = rules.find(({ table }) => table === "insights") as RetentionRule;
  expect((await db.executeQuery(planPruning(db, rule).compile())).rows).toHaveLength(20);
  await runHourly();
  expect(await db.selectFrom("insights").select("slug").execute()).toEqual([{ slug: "leaving-a-data-centre" }]);
});

test("a rule that fails stops no other, is logged, and the run counts as failed", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  await makers["Visits: where they came from, with what, and how they ended"]?.(1);
  const broken = { ...rules[0], since: "no_such_column", keeps: "Broken" } as RetentionRule;
  const scope = { ...makeScope(), subjects: [{ retention: [broken] }, ...subjects] };
  await expect(pruneRows(db, scope)).rejects.toThrow("Retention rules failed");
  expect(await db.selectFrom("visits").selectAll().execute()).toEqual([]);
  expect(errors.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([{ keeps: "Broken" }]);
});

test("proofs of consent and the audit log stay append-only until their term is over", async () => {
  const soon = 2 * 86_400_000;
  for (const rule of rules.filter(({ table }) => table === "consent_records" || table === "audit_log")) {
    const make = makers[rule.keeps];
    await make?.(Date.now() - readLength(rule.term) + soon);
    await expect(env.DB.prepare(`DELETE FROM ${rule.table}`).run()).rejects.toThrow("append-only");
  }
});

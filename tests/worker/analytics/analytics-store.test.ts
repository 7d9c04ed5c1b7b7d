import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { consumeVisitorRecords } from "#worker/analytics/consume.ts";
import { prepareRecord } from "#worker/analytics/prepare-record.ts";
import { writeMessages } from "#worker/analytics/write-messages.ts";
import { openDb } from "#worker/db/client.ts";
import {
  brokenDb,
  closedQueue,
  countRows,
  makeBatch,
  makeFacts,
  makeQueue,
  makeRecord,
  silenceErrors,
} from "./analytics-make.ts";
import { call } from "../ask-api.ts";
import { makeWholeScope } from "../whole-scope.ts";

test("the proof of a choice can be neither changed nor deleted nor replaced", async () => {
  await writeMessages(openDb(env.DB), [await prepareRecord(makeRecord(), makeFacts())], makeWholeScope());
  const db = openDb(env.DB);
  const proof = await db.selectFrom("consent_records").selectAll().executeTakeFirstOrThrow();
  const other = { ...proof, status: "rejected" as const };
  await expect(db.updateTable("consent_records").set({ status: "rejected" }).execute()).rejects.toThrow("append-only");
  await expect(db.deleteFrom("consent_records").execute()).rejects.toThrow("append-only");
  await expect(db.replaceInto("consent_records").values(other).execute()).rejects.toThrow("append-only");
  await expect(
    db
      .insertInto("consent_records")
      .values(other)
      .onConflict((conflict) => conflict.column("choice_id").doUpdateSet({ status: "rejected" }))
      .execute(),
  ).rejects.toThrow("append-only");
  expect(await db.selectFrom("consent_records").selectAll().execute()).toEqual([proof]);
});

test("of a choice that comes twice the first stays, within one batch and from one to the next", async () => {
  const record = makeRecord({ choice_id: crypto.randomUUID() });
  const [first, second] = await Promise.all(
    ["CH", "NO"].map((country) => prepareRecord(record, makeFacts({ country }))),
  );
  if (!first || !second) throw new Error("two messages");
  await writeMessages(openDb(env.DB), [first, second, first], makeWholeScope());
  await writeMessages(openDb(env.DB), [second], makeWholeScope());
  const rows = await openDb(env.DB).selectFrom("consent_records").select("country").execute();
  expect(rows).toEqual([{ country: "CH" }]);
});

test("a delivery that comes twice, and twice in one batch, is stored once", async () => {
  const message = await prepareRecord(makeRecord(), makeFacts());
  const dropped = { kind: "dropped", drop_id: crypto.randomUUID(), dropped_at: Date.now(), reason: "bot" } as const;
  for (let delivery = 0; delivery < 2; delivery += 1) {
    const { batch, outcomes } = makeBatch([message, message, dropped, dropped]);
    await consumeVisitorRecords(batch, makeWholeScope());
    expect(outcomes()).toEqual(["ack", "ack", "ack", "ack"]);
  }
  expect(await countRows()).toEqual({
    consent_records: 1,
    visitors: 1,
    visits: 1,
    visit_events: 1,
    dropped_records: 1,
  });
});

test("while D1 is away everything goes back and nothing is lost", async () => {
  silenceErrors();
  const messages = await Promise.all([makeRecord(), makeRecord()].map((record) => prepareRecord(record, makeFacts())));
  const first = makeBatch(messages);
  await consumeVisitorRecords(first.batch, makeWholeScope({ DB: brokenDb }));
  expect(first.outcomes()).toEqual(["retry", "retry"]);
  const second = makeBatch(messages);
  await consumeVisitorRecords(second.batch, makeWholeScope());
  expect(second.outcomes()).toEqual(["ack", "ack"]);
  expect(await countRows()).toEqual({ consent_records: 2, visitors: 2, visits: 2, visit_events: 2 });
});

test("of a batch a message that cannot be read is set aside, one that cannot be stored goes back, the rest is stored", async () => {
  silenceErrors();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const good = await Promise.all(Array.from({ length: 9 }, () => prepareRecord(makeRecord(), makeFacts())));
  const refused = { kind: "dropped", drop_id: "too short", dropped_at: 1, reason: "bot" } as const;
  const { batch, outcomes } = makeBatch([...good.slice(0, 4), refused, { kind: "nonsense" }, ...good.slice(4)]);
  await consumeVisitorRecords(batch, makeWholeScope());
  expect(outcomes().map((outcome) => outcome === "ack")).toEqual([
    true,
    true,
    true,
    true,
    false,
    true,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(outcomes().filter((outcome) => outcome === "retry")).toHaveLength(1);
  expect(await countRows()).toEqual({ consent_records: 9, visitors: 9, visits: 9, visit_events: 9 });
  const letters = await openDb(env.DB).selectFrom("failed_messages").select(["queue", "body", "attempts"]).execute();
  expect(letters).toEqual([{ queue: "visitors", body: '{"kind":"nonsense"}', attempts: 1 }]);
});

test("a batch of a hundred full records is one D1 batch", async () => {
  const views = Array.from({ length: 100 }, (_, index) => ({
    url: `/page-${index}`,
    timestamp: new Date(Date.now() - index).toISOString(),
    title: "x".repeat(60),
  }));
  const messages = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      prepareRecord(makeRecord({ page_views: views }), makeFacts({ network: `${index}` })),
    ),
  );
  const calls = vi.spyOn(env.DB, "batch");
  const { batch, outcomes } = makeBatch(messages);
  await consumeVisitorRecords(batch, makeWholeScope());
  expect(new Set(outcomes())).toEqual(new Set(["ack"]));
  expect(calls).toHaveBeenCalledTimes(1);
  expect(await countRows()).toEqual({ consent_records: 100, visitors: 100, visits: 100, visit_events: 10_000 });
});

test("an erased visitor is gone, their proof stays, and a record still on its way is too late", async () => {
  silenceErrors();
  const [gone, stays] = [makeRecord(), makeRecord()];
  const late = await prepareRecord(gone, makeFacts({ receivedAt: Date.now() - 1000 }));
  await writeMessages(openDb(env.DB), [late, await prepareRecord(stays, makeFacts())], makeWholeScope());
  const response = await call("/api/erase-visitor-data", {
    json: { visitor_id: gone.visitor_id },
    env: { VISITOR_QUEUE: closedQueue },
  });
  expect(response.status).toBe(204);
  expect(await countRows()).toEqual({
    consent_records: 2,
    visitors: 1,
    visits: 1,
    visit_events: 1,
    erased_visitors: 1,
  });
  await writeMessages(openDb(env.DB), [late], makeWholeScope());
  expect(await countRows()).toEqual({
    consent_records: 2,
    visitors: 1,
    visits: 1,
    visit_events: 1,
    erased_visitors: 1,
  });
  expect(JSON.stringify(await openDb(env.DB).selectFrom("erased_visitors").selectAll().execute())).not.toContain(
    gone.visitor_id,
  );
});

test("an erasure that overtakes its record in the queue still holds", async () => {
  const record = makeRecord();
  const message = await prepareRecord(record, makeFacts({ receivedAt: Date.now() - 1000 }));
  const erasure = { kind: "erasure", visitor_id: record.visitor_id, erased_at: Date.now() } as const;
  await writeMessages(openDb(env.DB), [erasure], makeWholeScope());
  await writeMessages(openDb(env.DB), [message], makeWholeScope());
  expect(await countRows()).toEqual({ consent_records: 1, erased_visitors: 1 });
});

test("a repeated erasure extends the first, and an older one changes nothing", async () => {
  const record = makeRecord();
  const start = Date.now() - 10_000;
  const receive = (offset: number) => prepareRecord(record, makeFacts({ receivedAt: start + offset }));
  const readTime = () => openDb(env.DB).selectFrom("erased_visitors").select("erased_at").executeTakeFirst();
  const erase = (offset: number) =>
    ({ kind: "erasure", visitor_id: record.visitor_id, erased_at: start + offset }) as const;
  await writeMessages(openDb(env.DB), [erase(0)], makeWholeScope());
  // Twice in one batch, and the older one after the newer.
  await writeMessages(openDb(env.DB), [erase(2000), erase(500)], makeWholeScope());
  await writeMessages(openDb(env.DB), [erase(0)], makeWholeScope());
  expect(await readTime()).toEqual({ erased_at: start + 2000 });
  await writeMessages(openDb(env.DB), [await receive(1000), await receive(3000)], makeWholeScope());
  expect(await countRows()).toEqual({ consent_records: 1, erased_visitors: 1 });
});

test("erasing an unknown visitor is answered alike", async () => {
  const { queue } = makeQueue();
  const response = await call("/api/erase-visitor-data", {
    json: { visitor_id: crypto.randomUUID() },
    env: { VISITOR_QUEUE: queue },
  });
  expect(response.status).toBe(204);
  expect((await call("/api/erase-visitor-data", { json: {}, env: { VISITOR_QUEUE: queue } })).status).toBe(400);
});

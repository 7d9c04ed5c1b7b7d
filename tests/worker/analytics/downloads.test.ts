/** Files that are handed out, counted by the Worker and named by the visits that tell of them. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { minute } from "#shared/dates/durations.ts";
import { loader } from "#app/staff/analytics/visitor-analytics.tsx";
import type { VisitorMessage } from "#worker/analytics/messages.ts";
import { prepareVisit } from "#worker/analytics/prepare-visit.ts";
import { writeMessages } from "#worker/analytics/write-messages.ts";
import { openDb } from "#worker/db/client.ts";
import { createLogger } from "#worker/lib/log.ts";
import { serveMedia } from "#worker/media/serve-media.ts";
import { brokenDb, makeFacts, silenceErrors } from "./analytics-make.ts";
import { makeArgs } from "../visit-staff.ts";
import { makeScope } from "../make-scope.ts";
import { makeVisit, openQueue } from "./visits-make.ts";

const db = openDb(env.DB);
const path = "/media/demo/guide.pdf";

beforeEach(async () => {
  await env.MEDIA.put("demo/guide.pdf", "%PDF-", {
    httpMetadata: { contentType: "application/pdf", contentDisposition: 'attachment; filename="guide.pdf"' },
  });
  await env.MEDIA.put("demo/picture.svg", "<svg/>", { httpMetadata: { contentType: "image/svg+xml" } });
});

/** Fetches a file as a browser does; `changes` are headers, and "" takes one away. Returns the answer's status. */
async function fetchFile(
  {
    queue,
    at = path,
    method = "GET",
    DB = env.DB,
    COLLECT_LIMIT = env.COLLECT_LIMIT,
  }: { queue?: Env["VISITOR_QUEUE"]; at?: string; method?: string; DB?: D1Database; COLLECT_LIMIT?: RateLimit },
  changes: Record<string, string> = {},
) {
  const ctx = createExecutionContext();
  const headers = { "User-Agent": "Mozilla/5.0 (X11; Linux x64) Chrome/140.0 Safari/537.36", ...changes };
  const request = new Request(`http://localhost${at}`, { method, headers });
  const scope = {
    env: { ...env, DB, COLLECT_LIMIT, VISITOR_QUEUE: queue },
    ctx,
    requestId: "test",
    log: createLogger("test"),
  };
  const response = await serveMedia(request, scope as never);
  await response.arrayBuffer();
  await waitOnExecutionContext(ctx);
  return response;
}

async function readGoal() {
  const { view } = (await loader(makeArgs("/visitor-analytics?range=7&report=download", {}).args as never)).data;
  const found = view?.goals.find(({ goal }) => goal === "download");
  return {
    counted: [found?.done, found?.known],
    rows: view?.report?.rows.map(({ name, last, first }) => [name, last, first]),
    others: [view?.report?.staff, view?.report?.steps],
  };
}

test("a file that a person asked for counts once, and never waits for the count", async () => {
  const { sent, queue } = openQueue();
  const first = await fetchFile({ queue });
  expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
  expect((await fetchFile({ queue }, { "If-None-Match": first.headers.get("ETag") ?? "" })).status).toBe(304);
  await fetchFile({ queue }, { Range: "bytes=0-" });
  expect(sent).toHaveLength(3);
  for (const headers of [
    { Range: "bytes=1000-" },
    { Range: "bytes=0-1" },
    { "Sec-Purpose": "prefetch;prerender" },
    { Purpose: "prefetch" },
    { Cookie: "theme=dark; signed-in=1" },
    { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
  ])
    await fetchFile({ queue }, headers as Record<string, string>);
  await fetchFile({ queue, method: "HEAD" });
  const asked: string[] = [];
  const COLLECT_LIMIT = {
    limit: async ({ key = "" }) => ({ success: asked.push(key) < 0 }),
  } as RateLimit;
  expect((await fetchFile({ queue, COLLECT_LIMIT }, { "CF-Connecting-IP": "192.0.2.7" })).status).toBe(200);
  expect(asked).toEqual(["download 192.0.2.7"]);
  await fetchFile({ queue, at: "/media/demo/picture.svg" });
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map((each) => (each as { id?: number }).id)).size).toBe(3);
  // Without a queue it is written at once; where D1 is away too, the file comes all the same.
  await fetchFile({});
  expect((await readGoal()).counted).toEqual(["1", "0"]);
  silenceErrors();
  expect((await fetchFile({ DB: brokenDb })).status).toBe(200);
});

test("the visit that tells of a download gives it its source; replays and others change nothing", async () => {
  const { sent, queue } = openQueue();
  for (let asked = 0; asked < 4; asked += 1) await fetchFile({ queue });
  const file = { seq: 2, at: minute / 2, path: "/gcc", name: "download" as const, data: path };
  const view = { seq: 1, at: 0, path: "/gcc", title: "GCC" };
  const elsewhere = { ...file, seq: 3, data: "/files/other.pdf" };
  const visit = makeVisit({ events: [view, file, elsewhere, { ...file, seq: 4 }] });
  const message: VisitorMessage = prepareVisit(visit, makeFacts({ network: null }));
  // The event before the file, as the queue may have it, all of it twice.
  await writeMessages(db, [message, ...sent, ...sent], makeScope());
  await writeMessages(db, [...sent, message], makeScope());
  const late = prepareVisit(
    makeVisit({ events: [view, { ...file, data: "/files/other.pdf" }] }),
    makeFacts({ network: null }),
  );
  await writeMessages(db, [late], makeScope());
  expect(await readGoal()).toEqual({
    counted: ["4", "2"],
    rows: [
      ["Google", "2", "2"],
      ["Not known", "2", "2"],
    ],
    others: [null, null],
  });
});

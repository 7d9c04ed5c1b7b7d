/** The deployment that colleagues alone see, as the built Worker answers there; and how a deployment empties the edge's cache. */
import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { worker } from "../built-worker.ts";
import { makeAddress } from "../make-scope.ts";
import { muteConsole } from "../make.ts";

const staging = { ...env, SITE_STAGE: "staging" };

muteConsole("warn");

function ask(
  path: string,
  { bindings = staging as Env, origin = env.SITE_ORIGIN, cache = undefined as unknown, ...init } = {},
) {
  const headers = { "CF-Connecting-IP": makeAddress(), ...(init as RequestInit).headers };
  const request = new Request(origin + path, { redirect: "manual", ...init, headers });
  const ctx = Object.assign(createExecutionContext(), cache ? { cache } : {});
  return worker.fetch(request as Parameters<typeof worker.fetch>[0], bindings, ctx);
}

test("every answer of staging asks not to be listed, also those from memory; no answer of the site does", async () => {
  const paths = ["/", "/", "/", "/contact", "/insights", "/api/health", "/api/auth/session", "/api/auth/session"];
  for (const path of [...paths, "/no-such-page", "/user-management", "/media/none", "/sitemap.xml", "/llms.txt"]) {
    const [there, here] = [await ask(path), await ask(path, { bindings: env })];
    expect([path, there.status, there.headers.get("X-Robots-Tag")]).toEqual([path, here.status, "noindex, nofollow"]);
    expect(here.headers.get("X-Robots-Tag"), path).not.toBe("noindex, nofollow");
  }
  for (const origin of ["https://elsewhere.example", env.SITE_ORIGIN.replace("http:", "https:")]) {
    const moved = await ask("/", { origin });
    expect([moved.status, moved.headers.get("X-Robots-Tag")]).toEqual([308, "noindex, nofollow"]);
  }
  expect(await (await ask("/robots.txt")).text()).toBe("User-agent: *\nDisallow: /\n");
  expect(await (await ask("/robots.txt", { bindings: env })).text()).toContain("Sitemap: ");
});

test("a version of a branch answers on its own address alone, and takes what its own pages post", async () => {
  const origin = "https://menus-fivewright-site-staging.acme.workers.dev";
  const bindings = { ...staging, SITE_ORIGIN: origin };
  const page = await ask("/gcc", { bindings, origin });
  expect([page.status, (await page.text()).includes(`<link rel="canonical" href="${origin}/gcc"`)]).toEqual([
    200,
    true,
  ]);
  for (const other of [
    "https://0123abcd-fivewright-site-staging.acme.workers.dev",
    "https://fivewright-site-staging.acme.workers.dev",
    "https://menus-fivewright-site-staging.acme.workers.dev.evil.example",
    env.SITE_ORIGIN,
  ]) {
    const moved = await ask("/gcc", { bindings, origin: other });
    expect([moved.status, moved.headers.get("Location")]).toEqual([308, `${origin}/gcc`]);
    const posted = await ask("/api/auth/sign-out", { bindings, origin: other, method: "POST" } as object);
    expect(posted.status).toBe(421);
  }
  const post = (from: string) => ({ bindings, origin, method: "POST", headers: { Origin: from } }) as object;
  expect((await ask("/api/auth/sign-out", post(origin))).status).toBe(204);
  expect((await ask("/api/auth/sign-out", post(env.SITE_ORIGIN))).status).toBe(403);
});

test("queues of staging are read as those of the site, and their dead letters can be sent again", async () => {
  const batch = createMessageBatch("fivewright-staging-mail-dead", [
    { id: "1", timestamp: new Date(), attempts: 1, body: { mailId: "x" } },
  ]);
  const ctx = createExecutionContext();
  await worker.queue(batch as Parameters<typeof worker.queue>[0], staging, ctx);
  expect((await getQueueResult(batch, ctx)).explicitAcks).toEqual(["1"]);
  const letters = await openDb(env.DB).selectFrom("failed_messages").select("queue").execute();
  expect(letters).toEqual([{ queue: "fivewright-mail" }]);
  await expect(worker.queue(batch as Parameters<typeof worker.queue>[0], env, ctx)).rejects.toThrow("No subject reads");
});

test("who knows the id of the version that answers empties its cache, and nobody else does", async () => {
  const bindings = { ...env, VERSION: { id: "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0", tag: "", timestamp: "" } };
  const purged: object[] = [];
  const answer = { success: true, errors: [] as object[] };
  const cache = { purge: (options: object) => (purged.push(options), Promise.resolve(answer)) };
  const post = (id: string, rest: object = {}) =>
    ask("/api/purge", {
      bindings,
      method: "POST",
      headers: { Authorization: `Bearer ${id}` },
      cache,
      ...rest,
    } as object);
  for (const id of ["", "0f1e2d3c", "undefined", bindings.VERSION.id.toUpperCase()]) {
    const refused = await post(id);
    expect([id, refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([id, 401, "Bearer"]);
  }
  expect((await post("undefined", { bindings: { ...env, VERSION: undefined } })).status).toBe(401);
  expect(purged).toEqual([]);
  expect(await (await post(bindings.VERSION.id)).json()).toEqual({ purged: true });
  expect(purged).toEqual([{ purgeEverything: true }]);
  expect(await (await post(bindings.VERSION.id, { cache: undefined })).json()).toEqual({ purged: false });
  answer.success = false;
  expect((await post(bindings.VERSION.id)).status).toBe(503);
  const statuses = [];
  for (let at = 0; at < 12; at += 1) statuses.push((await post(bindings.VERSION.id)).status);
  expect(statuses.at(-1)).toBe(429);
});

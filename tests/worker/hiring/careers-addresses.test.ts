/** The addresses of an opening, old and new. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { day } from "#shared/dates/durations.ts";
import { closeJob, publishJob } from "#worker/hiring/openings/publish-job.ts";
import { readJob } from "#worker/hiring/openings/read-job.ts";
import { saveJob } from "#worker/hiring/openings/save-job.ts";
import type { JobId } from "#worker/db/openings-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { makeDraft, makeJob, makeJobScope } from "./careers-make.ts";

const db = openDb(env.DB);

const scope = makeJobScope();

/** What stands at /careers/`slug`: "page", "missing", or where it leads. */
async function look(slug: string): Promise<string> {
  const found = await readJob(openDb(env.DB), { slug, now: Date.now() });
  return found.kind === "moved" ? found.to : found.kind === "job" ? "page" : found.kind;
}

test("a job that the public has seen leads from each of its old addresses to its present one, in one step", async () => {
  const first = await makeJob({ slug: "first" });
  const rename = (known: { id: JobId; version: number }, slug: string) =>
    saveJob(openDb(env.DB), { actor: null, draft: { ...makeDraft(), slug, closesAt: Date.now() + day }, known }, scope);
  const second = await rename(first, "second");
  const third = await rename(second, "third");
  expect([await look("first"), await look("second"), await look("third")]).toEqual([
    "/careers/third",
    "/careers/third",
    "page",
  ]);
  // Closed it may be renamed too, and back to an address it had.
  const back = await rename(await closeJob(openDb(env.DB), { actor: null, known: third }, scope), "first");
  expect([await look("first"), await look("second"), await look("third")]).toEqual([
    "page",
    "/careers/first",
    "/careers/first",
  ]);
  // A save from a state that has passed moves nothing.
  await expect(rename(third, "fourth")).rejects.toMatchObject({ name: "ConflictError" });
  await rename(back, "first");
  expect(await look("third")).toBe("/careers/first");
  expect(await look("fourth")).toBe("missing");
});

test("an address that another job takes over is that job's, once the public may see it", async () => {
  const first = await makeJob({ slug: "engineer" });
  const draft = (slug: string) => ({ ...makeDraft(), slug, closesAt: Date.now() + day });
  await saveJob(openDb(env.DB), { actor: null, draft: draft("engineer-leeds"), known: first }, scope);
  const other = await saveJob(openDb(env.DB), { actor: null, draft: draft("engineer") }, scope);
  expect(await look("engineer")).toBe("/careers/engineer-leeds");
  const published = await publishJob(openDb(env.DB), { actor: null, known: other }, scope);
  expect(await look("engineer")).toBe("page");
  await saveJob(openDb(env.DB), { actor: null, draft: draft("engineer-oslo"), known: published }, scope);
  expect(await look("engineer")).toBe("/careers/engineer-oslo");
});

test("an address that nobody has seen leads nowhere, nor does one to a job that nobody may see", async () => {
  const draft = (slug: string) => ({ ...makeDraft(), slug, closesAt: Date.now() + 9 * day });
  await saveJob(
    openDb(env.DB),
    { actor: null, draft: draft("renamed-draft"), known: await makeJob({ slug: "draft" }, null) },
    scope,
  );
  await saveJob(
    openDb(env.DB),
    { actor: null, draft: draft("renamed-to-come"), known: await makeJob({ slug: "to-come" }, Date.now() + day) },
    scope,
  );
  expect(await db.selectFrom("redirects").selectAll().execute()).toEqual([]);
  const internal = await saveJob(
    openDb(env.DB),
    { actor: null, draft: draft("internal-now"), known: await makeJob({ slug: "seen" }) },
    scope,
  );
  await env.DB.prepare("UPDATE jobs SET status = 'internal' WHERE id = ?").bind(internal.id).run();
  expect(await look("seen")).toBe("missing");
});

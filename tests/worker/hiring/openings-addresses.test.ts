/** The addresses of an opening, old and new. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { day } from "#shared/dates/durations.ts";
import { closeOpening, publishOpening } from "#worker/hiring/openings/publish-opening.ts";
import { readOpening } from "#worker/hiring/openings/read-opening.ts";
import { saveOpening } from "#worker/hiring/openings/save-opening.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { makeDraft, makeOpening, makeJobScope } from "./openings-make.ts";

const db = openDb(env.DB);

const scope = makeJobScope();

/** What stands at /careers/`slug`: "page", "missing", or where it leads. */
async function look(slug: string): Promise<string> {
  const found = await readOpening(openDb(env.DB), { slug, now: Date.now() });
  return found.kind === "moved" ? found.to : found.kind === "job" ? "page" : found.kind;
}

test("a job that the public has seen leads from each of its old addresses to its present one, in one step", async () => {
  const first = await makeOpening({ slug: "first" });
  const rename = (known: { id: OpeningId; version: number }, slug: string) =>
    saveOpening(
      openDb(env.DB),
      { actor: null, draft: { ...makeDraft(), slug, closesAt: Date.now() + day }, known },
      scope,
    );
  const second = await rename(first, "second");
  const third = await rename(second, "third");
  expect([await look("first"), await look("second"), await look("third")]).toEqual([
    "/careers/third",
    "/careers/third",
    "page",
  ]);
  // Closed it may be renamed too, and back to an address it had.
  const back = await rename(await closeOpening(openDb(env.DB), { actor: null, known: third }, scope), "first");
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
  const first = await makeOpening({ slug: "engineer" });
  const draft = (slug: string) => ({ ...makeDraft(), slug, closesAt: Date.now() + day });
  await saveOpening(openDb(env.DB), { actor: null, draft: draft("engineer-leeds"), known: first }, scope);
  const other = await saveOpening(openDb(env.DB), { actor: null, draft: draft("engineer") }, scope);
  expect(await look("engineer")).toBe("/careers/engineer-leeds");
  const published = await publishOpening(openDb(env.DB), { actor: null, known: other }, scope);
  expect(await look("engineer")).toBe("page");
  await saveOpening(openDb(env.DB), { actor: null, draft: draft("engineer-oslo"), known: published }, scope);
  expect(await look("engineer")).toBe("/careers/engineer-oslo");
});

test("an address that nobody has seen leads nowhere, nor does one to a job that nobody may see", async () => {
  const draft = (slug: string) => ({ ...makeDraft(), slug, closesAt: Date.now() + 9 * day });
  await saveOpening(
    openDb(env.DB),
    { actor: null, draft: draft("renamed-draft"), known: await makeOpening({ slug: "draft" }, null) },
    scope,
  );
  await saveOpening(
    openDb(env.DB),
    { actor: null, draft: draft("renamed-to-come"), known: await makeOpening({ slug: "to-come" }, Date.now() + day) },
    scope,
  );
  expect(await db.selectFrom("redirects").selectAll().execute()).toEqual([]);
  const internal = await saveOpening(
    openDb(env.DB),
    { actor: null, draft: draft("internal-now"), known: await makeOpening({ slug: "seen" }) },
    scope,
  );
  await env.DB.prepare("UPDATE openings SET status = 'internal' WHERE id = ?").bind(internal.id).run();
  expect(await look("seen")).toBe("missing");
});

/** The media library read and filled by programs. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { largestFile } from "#shared/media/media-library.ts";
import { openDb } from "#worker/db/client.ts";
import type { MediaItemId } from "#worker/db/media-tables.ts";
import { selectFoundItems } from "#worker/media/library/find-items.ts";
import { askWorker } from "../pages/edge-make.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeAuthor, makeCategory } from "../insights/insights-make.ts";
import { listKeys, makeGif, makeJpeg, makePdf, makePng, readUses, secret, toBytes, toText } from "./media-make.ts";
import { makeProgram } from "../api/program-make.ts";
import { findLiveMarkup, xssVectors } from "../xss-vectors.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);

muteConsole("error");

test("a program adds a picture without what the camera says, and an article shows it", async () => {
  const { ask, send, user } = await makeProgram();
  const made = await send(
    "/api/media?name=plant.jpg&alt=A%20plant",
    makeJpeg({ width: 800, height: 600 }),
    "image/jpeg",
  );
  const id = String(made.body["id"]);
  expect(made).toMatchObject({
    status: 201,
    etag: '"1"',
    location: `/api/media/${id}`,
    body: { name: "plant.jpg", alt: "A plant", width: 800, height: 600, type: "image/jpeg", has_widths: false },
  });
  const path = String(made.body["path"]);
  expect(path).toMatch(/^\/media\/library\/.*\/plant\.jpg$/);
  const file = await env.MEDIA.get((await listKeys("library/"))[0] ?? "");
  expect(toText(new Uint8Array((await file?.arrayBuffer()) ?? []))).not.toContain(secret);
  await makeCategory({ slug: "cloud" });
  await makeAuthor({ slug: "desk" });
  const post = await ask("POST", "/api/posts", {
    title: "Release",
    markdown: `![A plant](${path})`,
    category: "cloud",
    authors: ["desk"],
  });
  expect(post.status).toBe(201);
  expect(await readUses(id)).toEqual([`${post.body["id"]} newest`, `${post.body["id"]} shown`]);
  await ask("POST", `${post.location}/publish`, {}, 1);
  const { body } = await askWorker("/insights/release");
  expect(body).toMatch(/<img [^>]*width="800" height="600"/);
  const entry = await db
    .selectFrom("audit_log")
    .select(["actor_id", "detail"])
    .where("action", "=", "media.added")
    .executeTakeFirst();
  expect(entry).toEqual({ actor_id: user.id, detail: expect.stringContaining('"via":"Robot"') as string });
  expect(await db.selectFrom("media_uploads").select("id").execute()).toEqual([]);
});

test("the same file is taken once, and what the library refuses is refused here, too, and leaves nothing behind", async () => {
  const { send } = await makeProgram();
  const picture = makePng();
  const first = await send("/api/media?name=a.png", picture);
  const again = await send("/api/media?name=b.png&alt=Other", picture);
  expect(again).toMatchObject({ status: 200, body: { id: first.body["id"], name: "a.png" } });
  const before = await listKeys();
  for (const [bytes, words] of [
    [toBytes("<svg xmlns='http://www.w3.org/2000/svg'/>"), "SVG"],
    [makePng({ width: 9000, height: 9000 }), "megapixels"],
    [makeJpeg().subarray(0, 60), "broken"],
    [new Uint8Array(), "This is no"],
  ] as const) {
    const refused = await send("/api/media?name=c.png", bytes, "image/png");
    expect(refused).toMatchObject({ status: 400, body: { errors: { file: [expect.stringContaining(words)] } } });
  }
  expect((await send("/api/media?name=c.png", new Uint8Array(largestFile + 1))).status).toBe(413);
  expect((await send("/api/media?name=c.png", picture, "application/x-www-form-urlencoded")).status).toBe(415);
  expect((await send("/api/media?name=c.png", picture, "multipart/form-data; boundary=x")).status).toBe(415);
  expect((await send("/api/media", picture)).status).toBe(400);
  expect(await listKeys()).toEqual(before);
  expect(await db.selectFrom("media_uploads").select("id").execute()).toEqual([]);
});

test("a change names the version that it was made to, and leaves what it does not name", async () => {
  const { ask, send } = await makeProgram();
  const { location } = await send("/api/media?name=a.gif&caption=First", makeGif());
  const path = location ?? "";
  expect((await ask("PATCH", path, { alt: "x" })).status).toBe(428);
  const changed = await ask("PATCH", path, { alt: "  A\nwave ", focus: { x: 0.1, y: 1 } }, 1);
  expect(changed).toMatchObject({
    status: 200,
    etag: '"2"',
    body: { alt: "A wave", caption: "First", focus: { x: 0.1, y: 1 }, has_widths: true },
  });
  expect((await ask("PATCH", path, { alt: "y" }, 1)).status).toBe(412);
  expect((await ask("PATCH", path, { alt: "x".repeat(301) }, 2)).status).toBe(400);
  expect(await ask("GET", path)).toMatchObject({ status: 200, etag: '"2"', body: { alt: "A wave" } });
  await db.updateTable("media_items").set({ deleted_at: 1 }).execute();
  for (const method of ["GET", "PATCH"])
    expect((await ask(method, path, method === "PATCH" ? {} : undefined, 2)).status).toBe(404);
});

test("files are found by their words and listed page by page, the newest first, each once", async () => {
  const { ask, send } = await makeProgram();
  const ids: string[] = [];
  for (const words of ["Blue whale", "Red whale", "Blue bird"])
    ids.unshift(String((await send(`/api/media?name=a.png&alt=${encodeURIComponent(words)}`, makePng())).body["id"]));
  const list = async (query: string) => {
    const { body } = await ask("GET", `/api/media?${query}`);
    return body as unknown as { items: { id: string }[]; next: string | null };
  };
  const first = await list("limit=2");
  const second = await list(`limit=2&after=${first.next}`);
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
  expect(second.next).toBeNull();
  expect((await list("q=blue%20wha")).items.map(({ id }) => id)).toEqual([ids[2]]);
  for (const words of ["", "blue whale"])
    await expectIndexed(selectFoundItems(db, { words, after: ids[0] as MediaItemId, limit: 3 }));
});

test("each endpoint needs its scope", async () => {
  const reader = await makeProgram(["posts:read", "posts:write", "posts:publish"]);
  expect((await reader.send("/api/media?name=a.pdf", makePdf())).status).toBe(403);
  const writer = await makeProgram(["media:write"]);
  const { location } = await writer.send("/api/media?name=a.pdf", makePdf());
  expect((await writer.ask("GET", "/api/media")).status).toBe(403);
  expect((await writer.ask("GET", location ?? "")).status).toBe(403);
  expect((await reader.ask("GET", location ?? "")).status).toBe(200);
  expect((await reader.ask("PATCH", location ?? "", { alt: "x" }, 1)).status).toBe(403);
});

test("hostile names and texts are inert in the page of an article", async () => {
  const { ask, send } = await makeProgram();
  await makeCategory({ slug: "cloud" });
  await makeAuthor({ slug: "desk" });
  const pictures: string[] = [];
  for (const vector of xssVectors.slice(0, 12)) {
    const query = new URLSearchParams({ name: `${vector.slice(0, 180)}.png`, alt: vector.slice(0, 300) });
    const { status, body } = await send(`/api/media?${query}`, makePng());
    expect(status, vector).toBe(201);
    pictures.push(`![${String(body["alt"])}](${String(body["path"])})`);
  }
  const post = await ask("POST", "/api/posts", {
    title: "Release",
    markdown: pictures.join("\n\n"),
    category: "cloud",
    authors: ["desk"],
  });
  await ask("POST", `${post.location}/publish`, {}, 1);
  const row = await db.selectFrom("insights").select("html").executeTakeFirstOrThrow();
  expect(findLiveMarkup(row.html)).toEqual([]);
});

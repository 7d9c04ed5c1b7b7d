/** Where posts come from, who imports them at one time, and pages, through the built Worker. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import type { Begun } from "#worker/imports/begin-import.ts";
import type { PageOutcome } from "#worker/imports/store-pages.ts";
import { makeImporter, makeSentPost, settings, toHash } from "./import-make.ts";

const db = openDb(env.DB);

const listInsights = () => db.selectFrom("insights").select(["slug", "markdown"]).orderBy("slug").execute();
const listItems = () => db.selectFrom("import_items").select(["source_key", "source"]).orderBy("source_key").execute();

test("a second site whose posts have the same number and text never gets at the articles of the first", async () => {
  const importer = await makeImporter();
  const first = await importer.begin({ site: "one.example" });
  await importer.sendPosts(first, [await makeSentPost("shared")]);
  await importer.send({ intent: "finish", import: first });
  const second = await importer.begin({
    site: "two.example",
    fileHash: toHash("g"),
    settings: { ...settings, updates: true },
  });
  const same = { ...(await makeSentPost("shared", { draft: { slug: "shared-2" } })), key: toHash("two") };
  const outcomes = await importer.sendPosts(second, [same]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["added"]);
  expect((await listInsights()).map(({ slug }) => slug)).toEqual(["shared", "shared-2"]);
  expect((await listItems()).map(({ source }) => source)).toEqual(["wordpress one.example", "wordpress two.example"]);
});

test("two items of one file with the same text are two articles", async () => {
  const importer = await makeImporter();
  const id = await importer.begin({ site: "one.example" });
  const one = await makeSentPost("twin");
  const other = { ...(await makeSentPost("twin", { draft: { slug: "twin-2" } })), key: toHash("other") };
  expect((await importer.sendPosts(id, [one])).map(({ outcome }) => outcome)).toEqual(["added"]);
  expect((await importer.sendPosts(id, [one, other])).map(({ outcome }) => outcome)).toEqual(["known", "added"]);
  expect(await listInsights()).toHaveLength(2);
});

test("of ten who begin a file at once one begins, and the others are told by whom and led to it", async () => {
  const importers = await Promise.all(Array.from({ length: 10 }, () => makeImporter()));
  const asked = {
    intent: "begin",
    file: "blog.xml",
    fileHash: toHash("race"),
    kind: "wordpress",
    site: "one.example",
    runner: "tab",
    posts: 40,
    settings,
  };
  const begun = await Promise.all(importers.map(({ send }) => send<Begun>(asked)));
  const rows = await db.selectFrom("imports").select("id").execute();
  expect(rows).toHaveLength(1);
  expect(begun.map(({ status, answer }) => [status, answer.id])).toEqual(begun.map(() => [200, rows[0]?.id]));
  const busy = begun.flatMap(({ answer }) => answer.busy ?? []);
  expect(busy).toHaveLength(9);
  expect(busy[0]).toEqual({ name: "Ines", isSelf: false, articles: 0, posts: 40 });
  const winner = begun.findIndex(({ answer }) => answer.busy === null);
  const other = importers[winner === 0 ? 1 : 0];
  const still = { intent: "still", import: rows[0]?.id, runner: "tab" };
  expect((await importers[winner]?.send(still))?.status).toBe(200);
  expect((await other?.send(still))?.status).toBe(409);
  // The same tab goes on at once; another one when this is silent for a minute.
  expect((await importers[winner]?.send<Begun>(asked))?.answer.busy).toBeNull();
  await env.DB.prepare("UPDATE imports SET seen_at = seen_at - 61000").run();
  expect((await other?.send<Begun>(asked))?.answer.busy).toBeNull();
  expect((await importers[winner]?.send(still))?.status).toBe(409);
});

test("old addresses that lead elsewhere stay as they are, and the answer names them", async () => {
  const importer = await makeImporter();
  const id = await importer.begin({ site: "one.example" });
  await importer.sendPosts(id, [await makeSentPost("first", { oldPaths: ["/2019/same", "/only"] })]);
  const [second] = await importer.sendPosts(id, [
    await makeSentPost("second", { oldPaths: ["/2019/same", "/insights/first", "/own"] }),
  ]);
  expect(second).toMatchObject({ outcome: "added", takenPaths: ["/2019/same", "/insights/first"] });
  const led = await db.selectFrom("redirects").select(["from_path", "to_path"]).orderBy("from_path").execute();
  expect(led).toContainEqual({ from_path: "/2019/same", to_path: "/insights/first" });
  expect(led).toContainEqual({ from_path: "/own", to_path: "/insights/second" });
});

test.each([
  "javascript:alert(1)",
  "mailto:a@b.example",
  "no path",
  "data:text/html,x",
  "https://old.example",
  "ftp://a/b",
])("the old address %s is refused as no path", async (path) => {
  const importer = await makeImporter();
  const id = await importer.begin();
  const [outcome] = await importer.sendPosts(id, [await makeSentPost("odd", { oldPaths: [path] })]);
  expect(outcome).toMatchObject({ outcome: "refused", why: "oldPaths[0]: This is no path of a site." });
});

test("pages are kept apart, are known again, change with the file, are read and deleted by staff, and go with the import", async () => {
  const importer = await makeImporter();
  const id = await importer.begin({ site: "one.example" });
  const page = {
    key: toHash("about"),
    fingerprint: toHash("v1"),
    title: "About <us>",
    path: "/about",
    status: "published",
    markdown: "We are.",
    html: "<p onclick=x>We are.</p><script>bad()</script>",
    losses: [{ kind: "scripts", count: 1 }],
  };
  const send = async (pages: object[]) =>
    (await importer.send<{ pages: PageOutcome[] }>({ intent: "pages", import: id, pages })).answer.pages;
  const team = { ...page, key: toHash("team"), title: "Team", path: "" };
  expect(
    (await send([page, team, { ...page, key: toHash("bad"), status: "odd" }])).map(({ outcome }) => outcome),
  ).toEqual(["kept", "kept", "refused"]);
  expect(
    (await send([page, { ...team, fingerprint: toHash("v2"), markdown: "Four." }])).map(({ outcome }) => outcome),
  ).toEqual(["known", "kept"]);
  expect(await listInsights()).toEqual([]);
  const list = await (await importer.ask("/blog-management/imported-pages")).text();
  expect(list).toContain("About &lt;us&gt;");
  const row = await db
    .selectFrom("imported_pages")
    .select(["id", "markdown"])
    .where("title", "=", "Team")
    .executeTakeFirstOrThrow();
  expect(row.markdown).toBe("Four.");
  const about = await db
    .selectFrom("imported_pages")
    .select("id")
    .where("path", "=", "/about")
    .executeTakeFirstOrThrow();
  const shown = await (await importer.ask(`/blog-management/imported-pages/${about.id}`)).text();
  expect(shown).toContain("&lt;script&gt;bad()&lt;/script&gt;");
  expect(shown).not.toContain("<script>bad()");
  const form = { method: "POST", body: new URLSearchParams({ id: row.id }) };
  const deleted = await importer.ask("/blog-management/imported-pages", form);
  expect(await deleted.text()).toContain("“Team” is deleted.");
  expect((await importer.ask(`/blog-management/imported-pages/${row.id}`)).status).toBe(404);
  const reader = await makeImporter({ roles: ["HR"] });
  expect((await reader.ask("/blog-management/imported-pages")).status).toBe(403);
  const { version } = await db.selectFrom("imports").select("version").executeTakeFirstOrThrow();
  const undo = new URLSearchParams({ do: "undo", id, version: String(version) });
  await importer.ask("/blog-management/import", { method: "POST", body: undo });
  expect(await db.selectFrom("imported_pages").select("id").execute()).toEqual([]);
});

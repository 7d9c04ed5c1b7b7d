/** Everything as a file, and that file read into an empty site, by the page's own code through the built Worker. */
import { BlobReader, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { day } from "#shared/dates/durations.ts";
import { type ExportPlan, namePart, namePlan } from "#shared/imports/export-parts.ts";
import { fetchExport } from "#app/staff/imports/own-format/fetch-export.ts";
import { joinExport } from "#app/staff/imports/own-format/join-export.ts";
import { isDeep } from "#tests/runs.ts";
import { makePlan } from "#app/staff/imports/flow/make-plan.ts";
import { runImport } from "#app/staff/imports/flow/run-import.ts";
import { openDb } from "#worker/db/client.ts";
import type { AuthorId, InsightId } from "#worker/db/insights-tables.ts";
import { beginExport, exportOne } from "#worker/imports/export/export-site.ts";
import { planExport } from "#worker/imports/export/plan-export.ts";
import { tidyUndone } from "#worker/imports/tidy-undone.ts";
import { undoImport } from "#worker/imports/undo-import.ts";
import { archivePost, publishInsight } from "#worker/insights/publish-insight.ts";
import { createInsight, saveDraft, saveInsight } from "#worker/insights/save-insight.ts";
import { setAuthorPhoto } from "#worker/insights/taxonomy/author-photo.ts";
import { createAuthor } from "#worker/insights/taxonomy/authors.ts";
import { changeTopic } from "#worker/insights/taxonomy/save-topic.ts";
import { trashInsight } from "#worker/insights/trash-insight.ts";
import { emptySite, makeImporter, settings } from "./import-make.ts";
import { makeCategory, makeDraft, makeTag } from "../insights/insights-make.ts";
import { makeScope } from "../make-scope.ts";
import {
  askMedia,
  makeAvif,
  makeEditor,
  makeGif,
  makeItem,
  makeJpeg,
  makePdf,
  makePng,
  makeWebp,
} from "../media/media-make.ts";

const db = openDb(env.DB);
type Importer = Awaited<ReturnType<typeof makeImporter>>;

async function download(importer: Importer): Promise<Uint8Array> {
  const response = await importer.ask("/blog-management/export");
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
  return new Uint8Array(await response.arrayBuffer());
}

async function hash(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as BufferSource));
  return `${bytes.length} bytes, ${Array.from(digest, (byte) => byte.toString(16)).join("")}`;
}

const cover = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="520" viewBox="0 0 1440 520"><rect x="0" y="0" width="10" height="10" fill="#ffffff"/></svg>`;
const diagram = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" viewBox="0 0 9 9"><defs><path id="g500-65" d="M0 0L1 1"/></defs><g fill="#000000" transform="translate(0 4)"><use href="#g500-65" x="1"/></g></svg>`;

async function putDrawing(key: string, text: string, { width, height }: { width: number; height: number }) {
  await env.MEDIA.put(key, text, { httpMetadata: { contentType: "image/svg+xml" } });
  const row = { key, type: "image/svg+xml" as const, bytes: text.length, width, height, created_at: 1 };
  await db.insertInto("media").values(row).execute();
}

/** Articles in every state, with all that belongs to them. */
async function fillSite(importer: Importer) {
  const scope = makeScope();
  const actor = importer.id;
  const editor = await makeEditor();
  const ada = await createAuthor(
    db,
    { name: "Ada Löw", role: "Lead", bio: "Writes.", links: [{ name: "Site", url: "https://ada.example/" }], actor },
    scope,
  );
  await changeTopic(
    db,
    "author",
    { id: ada.id, version: 1, actor, name: "Ada Löw", slug: "ada", role: "", bio: "", links: [] },
    scope,
  );
  const file = new File([makePng() as BlobPart], "ada.png");
  await setAuthorPhoto(db, { id: ada.id as AuthorId, version: 2, actor, file }, scope);
  const shared = {
    authorIds: [ada.id as AuthorId],
    categoryId: await makeCategory(),
    tagIds: [await makeTag({ slug: "zeta", name: "Zeta" }), await makeTag({ slug: "alpha", name: "Alpha" })],
  };
  const jpeg = await makeItem(editor, {
    bytes: makeJpeg({ width: 700, height: 400, turn: 6 }),
    name: "My plant.jpg",
    variants: [makeWebp({ width: 400, height: 700 })],
    placeholder: "",
  });
  for (const bytes of [makeAvif(), makeGif(), makePdf(), makePng(), makeWebp()]) await makeItem(editor, { bytes });
  for (const part of ["wide", "card", "share"])
    await putDrawing(`covers/${part}-0123456789abcdef.svg`, cover, { width: 1440, height: 520 });
  await putDrawing("demo/plant.svg", diagram, { width: 9, height: 9 });
  const markdown = `\uFEFFText with “quotes” \\* and\r\n\r\n---\n\n![A plant](${jpeg.src} "Green")\n\n![](/media/demo/plant.svg)\n\n`;
  const make = async (slug: string, more: Parameters<typeof makeDraft>[0] = {}): Promise<InsightId> => {
    const draft = await makeDraft({ slug, ...shared, markdown, ...more });
    return createInsight(db, { draft, actor, at: Date.UTC(2020, 1, 3) }, scope);
  };
  const full = {
    title: 'A "title": with --- and\u2028more',
    featured: true,
    cover: { picture: jpeg.src.slice("/media/".length), focus: { x: 0.25, y: 0.75 } },
    pictures: {
      wide: "covers/wide-0123456789abcdef.svg",
      card: "covers/card-0123456789abcdef.svg",
      share: "covers/share-0123456789abcdef.svg",
      title: "A former title",
    },
    coverAlt: "",
    seoTitle: "Else",
    canonicalUrl: "https://elsewhere.example/a",
    noindex: true,
  };
  const change = async (id: InsightId, version = 1) => ({ id, version, actor });
  await make("draft");
  const past = Date.UTC(2021, 5, 1, 12, 30, 0, 7);
  const published = await make("published", full);
  await publishInsight(db, { ...(await change(published)), publishAt: past }, scope);
  const moved = await makeDraft({ slug: "moved", ...shared, ...full });
  await saveInsight(db, { ...(await change(published, 2)), draft: moved }, scope);
  await saveDraft(db, { ...(await change(published, 3)), draft: { ...moved, title: "Not yet", tagIds: [] } }, scope);
  const scheduled = await make("scheduled");
  const ahead = Date.UTC(2099, 0, 1);
  await publishInsight(db, { ...(await change(scheduled)), publishAt: ahead, unpublishAt: ahead + 5000 }, scope);
  const archived = await make("archived");
  await publishInsight(db, { ...(await change(archived)), publishAt: past }, scope);
  await archivePost(db, await change(archived, 2), scope);
  await trashInsight(db, await change(await make("thrown-away")), scope);
  const gone = await make("gone");
  await publishInsight(db, { ...(await change(gone)), publishAt: past }, scope);
  await trashInsight(db, await change(gone, 2), scope);
}

/** What the page does with a file: reads it, and imports it. */
function importFile({ asPage }: Awaited<ReturnType<typeof makeImporter>>, file: File) {
  return asPage(async () => {
    const { signal } = new AbortController();
    const plan = await makePlan(file, { asking: { signal, wait: () => {} }, report: () => {} });
    const progress = await runImport({ plan, settings, signal, goOn: () => Promise.resolve(), report: () => {} });
    return { plan, progress };
  });
}

test("an export that is read into an empty site makes the same export, to the byte", async () => {
  const importer = await makeImporter();
  await fillSite(importer);
  const before = await download(importer);
  expect(await hash(await download(importer))).toBe(await hash(before));
  await emptySite();
  const file = new File([before as BlobPart], "articles.zip");
  const { plan, progress } = await importFile(importer, file);
  expect(plan.posts.map(({ slug, status }) => `${slug} ${status}`)).toEqual([
    "archived archived",
    "draft draft",
    "gone trash",
    "moved published",
    "scheduled scheduled",
    "thrown-away trash",
  ]);
  expect([progress.refused, progress.missing, progress.added]).toEqual([[], [], 6]);
  const after = await download(importer);
  expect(await hash(after)).toBe(await hash(before));
  expect((await importer.ask("/insights/moved")).status).toBe(200);
  expect((await importer.ask("/insights/published")).headers.get("Location")).toBe("/insights/moved");

  // Read once more, it adds nothing.
  const again = await importFile(importer, file);
  expect([again.progress.added, again.progress.ofInsights, again.progress.missing]).toEqual([0, 0, []]);
  expect(await hash(await download(importer))).toBe(await hash(before));
});

test("an import of an export that is taken back leaves no file, no author and no photograph, once the trash is empty", async () => {
  const importer = await makeImporter();
  await fillSite(importer);
  const before = await download(importer);
  await emptySite();
  await importFile(importer, new File([before as BlobPart], "articles.zip"));
  const { id, version } = await db.selectFrom("imports").select(["id", "version"]).executeTakeFirstOrThrow();
  const undone = await undoImport(db, { id, version, actor: importer.id }, makeScope());
  // The picture that articles of the trash show; what none shows went at once.
  expect([undone.edited.count, undone.inUse.files]).toEqual([0, 1]);
  await db.deleteFrom("insights").execute();
  await tidyUndone(db, makeScope());
  expect(await db.selectFrom("media_items").select("name").where("deleted_at", "is", null).execute()).toEqual([]);
  expect(await db.selectFrom("authors").select("name").execute()).toEqual([]);
  expect((await env.MEDIA.list({ prefix: "authors/" })).objects).toEqual([]);
});

test("a file that was here before an import stays when the import is taken back", async () => {
  const importer = await makeImporter();
  await fillSite(importer);
  const before = await download(importer);
  await db.deleteFrom("insights").execute();
  await importFile(importer, new File([before as BlobPart], "articles.zip"));
  const { id, version } = await db.selectFrom("imports").select(["id", "version"]).executeTakeFirstOrThrow();
  await undoImport(db, { id, version, actor: importer.id }, makeScope());
  await db.deleteFrom("insights").execute();
  await tidyUndone(db, makeScope());
  const items = await db.selectFrom("media_items").select("deleted_at").execute();
  expect(items.length).toBeGreaterThan(5);
  expect(items.filter(({ deleted_at }) => deleted_at !== null)).toEqual([]);
  expect(await db.selectFrom("authors").select("slug").where("slug", "=", "ada").execute()).toHaveLength(1);
});

test("the export of a site that is read into that very site adds nothing", async () => {
  const importer = await makeImporter();
  await fillSite(importer);
  const before = await download(importer);
  const { plan, progress } = await importFile(importer, new File([before as BlobPart], "articles.zip"));
  expect(plan.posts.every(({ standing }) => standing === "known")).toBe(true);
  expect([progress.ofInsights, progress.missing]).toEqual([0, []]);
  expect(await hash(await download(importer))).toBe(await hash(before));
});

test("a HEAD request of the export reads nothing and is not recorded", async () => {
  const importer = await makeImporter();
  const response = await importer.ask("/blog-management/export", { method: "HEAD" });
  expect(response.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="articles-\d{4}-\d{2}-\d{2}\.zip"$/,
  );
  const recorded = () => db.selectFrom("audit_log").select("action").where("action", "=", "site.exported").execute();
  expect(await recorded()).toEqual([]);
  await download(importer);
  expect(await recorded()).toHaveLength(1);
});

test.each([
  ["a script", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`],
  ["an event", `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>`],
  ["a link", `<svg xmlns="http://www.w3.org/2000/svg"><a href="javascript:alert(1)"></a></svg>`],
  ["a page in it", `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject/></svg>`],
  ["a picture elsewhere", `<svg xmlns="http://www.w3.org/2000/svg"><use href="https://x.example/a.svg#b"/></svg>`],
  [
    "an address in a colour",
    `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0" fill="url(https://x.example)"/></svg>`,
  ],
  ["an entity", `<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>`],
  ["text", `<svg xmlns="http://www.w3.org/2000/svg">hello</svg>`],
])("a drawing with %s is not taken out of an export", async (_, text) => {
  const importer = await makeImporter();
  const form = new FormData();
  const fields = { intent: "drawing", key: "demo/bad.svg", width: "9", height: "9" };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new File([text], "bad.svg"));
  expect((await askMedia("/import-files", importer, { form })).status).toBe(400);
  expect(await env.MEDIA.head("demo/bad.svg")).toBeNull();
});

test("a drawing takes the place of no other file", async () => {
  const importer = await makeImporter();
  for (const key of ["private/uploads/x.svg", "library/x/y.svg", "authors/x.svg"]) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: "drawing", key, width: "9", height: "9" }))
      form.set(name, value);
    form.set("file", new File([diagram], "a.svg"));
    expect([key, (await askMedia("/import-files", importer, { form })).status]).toEqual([key, 400]);
  }
});

const read = (stream: ReadableStream<Uint8Array>) => new Response(stream).blob();
const toBytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

test("an export that is asked for in parts and joined is the same, to the byte, however small the parts are", async () => {
  const importer = await makeImporter();
  await fillSite(importer);
  const whole = await hash(await download(importer));
  const scope = makeScope();
  const begun = { id: crypto.randomUUID(), actor: importer.id };
  await beginExport(db, begun, scope);
  for (const size of isDeep ? [1, 2, 3, 100] : [1, 100]) {
    const most = { articles: size, drawings: size, files: size, bytes: size * 1000 };
    const { parts, names } = await planExport(db, { most });
    expect(parts.length).toBeGreaterThan(size === 1 ? 15 : 3);
    const joined = joinExport(parts, async (part) =>
      read((await exportOne(db, { ...begun, part, since: names }, scope)).archive),
    );
    expect([size, await hash(await toBytes(await read(joined)))]).toEqual([size, whole]);
  }
  // As the page does it.
  const fetched = await importer.asPage(() =>
    fetchExport({ asking: { signal: undefined, wait: () => {} }, report: () => {} }),
  );
  expect([fetched.fits, await hash(await toBytes(fetched.archive))]).toEqual([true, whole]);
  expect((await importer.ask("/blog-management/export?part=else")).status).toBe(400);
});

test("an empty site is exported in parts, too", async () => {
  const importer = await makeImporter();
  await emptySite();
  const fetched = await importer.asPage(() =>
    fetchExport({ asking: { signal: undefined, wait: () => {} }, report: () => {} }),
  );
  expect(await hash(await toBytes(fetched.archive))).toBe(await hash(await download(importer)));
});

test("an export in parts is in the audit log once, and no part is handed out without that entry", async () => {
  const importer = await makeImporter();
  const [id, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const listEntries = async (subject: string) => {
    const entries = await db.selectFrom("audit_log").selectAll().where("subject_id", "=", subject).execute();
    return entries.map(({ action, actor_id }) => `${action} ${actor_id}`);
  };
  const askFor = async ({ by = importer, export: begun = id } = {}) => {
    const response = await by.ask(namePart(begun, { part: "topics", after: "", to: "" }, ""));
    return response.status;
  };
  expect(await askFor()).toBe(409);
  // A lost answer, and two requests at once.
  for (let turn = 0; turn < 3; turn += 1) await Promise.all([importer.ask(namePlan(id)), importer.ask(namePlan(id))]);
  expect(await listEntries(id)).toEqual([`site.exported ${importer.id}`]);
  expect(await askFor()).toBe(200);
  // Nor with the entry of somebody else, or another export.
  expect(await askFor({ by: await makeImporter() })).toBe(409);
  expect(await askFor({ export: other })).toBe(409);
  const late = { id, actor: importer.id, part: { part: "topics", after: "", to: "" }, since: "" } as const;
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + day);
  await expect(exportOne(db, late, makeScope())).rejects.toThrow("over");
  vi.mocked(Date.now).mockRestore();
});

test("an export begins again when addresses change under it, and says so when they do not come to rest @ci", async () => {
  const importer = await makeImporter();
  await fillSite(importer);
  const move = (from: string, to: string) =>
    env.DB.prepare("UPDATE insights SET slug = ? WHERE slug = ?").bind(to, from).run();
  /** Fetches an export; `act` runs once a part has come, `at` counts them over all beginnings. */
  const fetchWhile = (act: (at: number) => Promise<unknown>) => {
    let acting: Promise<unknown> = Promise.resolve();
    let at = 0;
    return importer.asPage(async () => {
      const ask = globalThis.fetch;
      vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
        await acting;
        return ask(path, init);
      });
      const report = (come: number) => {
        if (come > 0) acting = act((at += 1));
      };
      return fetchExport({ asking: { signal: undefined, wait: () => {} }, report });
    });
  };
  const { length: last } = (await planExport(db)).parts;
  for (const turn of [1, 2, last]) {
    const fetched = await fetchWhile(async (at) => at === turn && move("draft", "a-draft"));
    expect([turn, fetched.fits]).toEqual([turn, true]);
    expect(await hash(await toBytes(fetched.archive))).toBe(await hash(await download(importer)));
    await move("a-draft", "draft");
  }
  // A new article is no reason.
  const draft = await makeDraft({ slug: "later" });
  let come = 0;
  const grown = await fetchWhile(async (at) => {
    come = at;
    if (at === 1) await createInsight(db, { draft, actor: null }, makeScope());
  });
  expect([grown.fits, come]).toEqual([true, last]);
  const restless = await fetchWhile((at) => move(at % 2 ? "draft" : "a-draft", at % 2 ? "a-draft" : "draft"));
  expect(restless.fits).toBe(false);
  // Five in parts and three as a whole.
  const exported = db.selectFrom("audit_log").select("id").where("action", "=", "site.exported");
  expect(await exported.where("actor_id", "=", importer.id).execute()).toHaveLength(8);
});

test("however large the site is, no request of an export asks the database and the bucket a thousand times", async () => {
  const importer = await makeImporter();
  await fillSite(importer);
  // 10,000 articles and 5,000 files in five sizes in the deep tests.
  const share = isDeep ? 1 : 20;
  await multiply("insights", { slug: "'copy-' || value" }, "slug = 'draft'", 10_000 / share);
  await env.DB.prepare(
    `INSERT INTO insight_revisions (insight_id, version, saved_at, started_at, content)
    SELECT insights.id, 1, 1, 1, content FROM insights JOIN insight_revisions
      ON insight_id = (SELECT id FROM insights WHERE slug = 'draft') WHERE slug LIKE 'copy-%'`,
  ).run();
  const keys = "'library/' || printf('%08x-0000-4000-8000-000000000000', value) || '/a.jpg'";
  await multiply("media_items", { key: keys, file_key: keys }, "name = 'My plant.jpg'", 5000 / share);
  for (const width of [1, 2, 3, 4])
    await env.DB.prepare(
      `INSERT INTO media_variants (item_id, sha256, type, width, height, key, bytes)
      SELECT id, sha256, 'image/webp', ${width}, 1, key || ${width}, 1 FROM media_items WHERE file_key LIKE '%/a.jpg'`,
    ).run();

  const response = await importer.ask("/blog-management/export");
  expect([response.status, await response.text()]).toEqual([413, expect.stringContaining("in parts")]);
  const begun = { id: crypto.randomUUID(), actor: importer.id };
  const { parts, names: since } = await (await importer.ask(namePlan(begun.id))).json<ExportPlan>();
  let articles = 0;
  for (const part of parts) {
    const counted = countRequests();
    const scope = { ...makeScope(), env: counted.env };
    const { archive: sent } = await exportOne(counted.db, { ...begun, part, since }, scope);
    const archive = await read(sent);
    const names = await new ZipReader(new BlobReader(archive)).getEntries();
    articles += names.filter(({ filename }) => filename.startsWith("posts/copy-")).length;
    expect(counted.requests(), JSON.stringify(part)).toBeLessThan(450);
  }
  expect(articles).toBe(Math.floor(10_000 / share));
});

/** Makes copies of the row of `table` that `where` finds, each with an id of its own. */
async function multiply(table: string, changed: Record<string, string>, where: string, count: number) {
  const { results } = await env.DB.prepare(`SELECT name FROM pragma_table_info('${table}')`).all<{ name: string }>();
  const id = { id: "printf('%08x-0000-4000-8000-000000000000', value)" };
  const values = results.map(({ name }) => ({ ...id, ...changed })[name] ?? name);
  await env.DB.prepare(
    `WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ?)
    INSERT INTO ${table} (${results.map(({ name }) => name).join(", ")})
    SELECT ${values.join(", ")} FROM ${table} CROSS JOIN numbers WHERE ${where}`,
  )
    .bind(Math.floor(count))
    .run();
}

/** The database and the bucket, which count how often they are asked. */
function countRequests() {
  let requests = 0;
  const count = <Given extends object>(given: Given, names: readonly string[]): Given =>
    new Proxy(given, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (names.includes(String(name))) requests += 1;
          return (value as (...all: unknown[]) => unknown).apply(target, args);
        };
      },
    });
  // A statement is prepared for each time that it runs.
  const DB = count(env.DB, ["prepare"]);
  return { db: openDb(DB), env: { ...env, DB, MEDIA: count(env.MEDIA, ["get"]) }, requests: () => requests };
}

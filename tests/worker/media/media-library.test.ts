/** The files of the media library: where they are used, what shows them, and what replaces and deletes them. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { countRuns } from "#tests/runs.ts";
import { openDb, openReads } from "#worker/db/client.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import type { MediaItemId } from "#worker/db/media-tables.ts";
import { publishInsight } from "#worker/insights/publish-insight.ts";
import { readArticle } from "#worker/insights/read-article.ts";
import { renderStale } from "#worker/insights/render-again.ts";
import { createInsight, saveDraft, saveInsight } from "#worker/insights/save-insight.ts";
import { newId } from "#worker/lib/ids.ts";
import { deleteItem } from "#worker/media/library/change-item.ts";
import { listItemIds } from "#worker/media/library/file-names.ts";
import { sweepLibrary } from "#worker/media/library/sweep.ts";
import { serveMedia } from "#worker/media/serve-media.ts";
import { worker } from "../built-worker.ts";
import { makeDraft, makeInsight } from "../insights/insights-make.ts";
import { makeScope, siteOrigin } from "../make-scope.ts";
import {
  askMedia,
  listKeys,
  makeEditor,
  makeGif,
  makeItem,
  makePdf,
  makePng,
  makeWebp,
  readUses,
  send,
  toText,
} from "./media-make.ts";
import { findLiveMarkup, xssVectors } from "../xss-vectors.ts";

const db = openDb(env.DB);

const show = (...items: { src: string }[]) => items.map(({ src }) => `![A plant](${src} "Our plant")`).join("\n\n");

async function readShown(slug: string): Promise<string> {
  const found = await readArticle(openReads(env), { slug, now: Date.now() });
  return found.kind === "article" ? found.article.html : found.kind;
}

const wide = {
  bytes: () => makePng({ width: 1000, height: 500 }),
  variants: () => [480, 960].map((width) => makeWebp({ width, height: width / 2 })),
};
const makeWide = async (caller: Awaited<ReturnType<typeof makeEditor>>) =>
  makeItem(caller, {
    bytes: wide.bytes(),
    variants: wide.variants(),
    placeholder: btoa(toText(makeWebp({ width: 16, height: 8 }))),
  });

test("an article shows a picture at its widths, with its size and upon its placeholder, and its readers need no script", async () => {
  const item = await makeWide(await makeEditor());
  const { draft } = await makeInsight({ markdown: show(item) });
  const html = await readShown(draft.slug);
  const folder = `/media/library/${item.id}/plant`;
  expect(html).toMatch(
    new RegExp(`srcset="${folder}-480-[0-9a-f]{16}\\.webp 480w, ${folder}-960-[0-9a-f]{16}\\.webp 960w" sizes="`),
  );
  expect(html).toMatch(
    /<img src="data:image\/webp;base64,[A-Za-z0-9+/=]+" alt="" width="1000" height="500"><img src="\/media/,
  );
  expect(html).toContain('alt="A plant"');
  expect(html).not.toContain("style=");
  const page = await worker.fetch(new Request(`${siteOrigin}/insights/rss.xml`) as never, env, makeScope().ctx);
  const feed = await page.text();
  expect(feed).toContain(`${siteOrigin}/media/library/${item.id}/plant-960`);
  expect(feed).not.toContain("data:image");
  expect(feed).not.toMatch(/, \/media/);
});

test("every kind of save keeps where a file is used", async () => {
  const caller = await makeEditor();
  const [one, two, three] = [await makeItem(caller), await makeItem(caller), await makeItem(caller)];
  const draft = await makeDraft({ markdown: show(one) });
  const id = await createInsight(db, { actor: null, draft }, makeScope());
  expect(await readUses(one.id)).toEqual([`${id} newest`, `${id} shown`]);
  await saveDraft(db, { id, version: 1, actor: null, draft: { ...draft, markdown: show(two, two) } }, makeScope());
  expect([await readUses(one.id), await readUses(two.id)]).toEqual([[], [`${id} newest`, `${id} shown`]]);
  await publishInsight(db, { id, version: 2, actor: null, publishAt: 1 }, makeScope());
  await saveDraft(db, { id, version: 3, actor: null, draft: { ...draft, markdown: show(three) } }, makeScope());
  expect([await readUses(two.id), await readUses(three.id)]).toEqual([[`${id} shown`], [`${id} newest`]]);
  await publishInsight(db, { id, version: 4, actor: null, publishAt: 1 }, makeScope());
  expect([await readUses(two.id), await readUses(three.id)]).toEqual([[], [`${id} newest`, `${id} shown`]]);
  const cover = { picture: one.src.slice("/media/".length), focus: { x: 0.5, y: 0.5 } };
  await saveInsight(db, { id, version: 5, actor: null, draft: { ...draft, cover } }, makeScope());
  expect(await readUses(one.id)).toEqual([`${id} newest`, `${id} shown`]);
});

test("after any saves the uses are what a recount finds", async () => {
  const caller = await makeEditor();
  const items = await Promise.all(Array.from({ length: 3 }, () => makeItem(caller)));
  const save = fc.record({
    how: fc.constantFrom("draft", "save", "publish"),
    post: fc.nat(1),
    items: fc.subarray(items),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(save, { minLength: 1, maxLength: 5 }), async (saves) => {
      const drafts = [await makeDraft(), await makeDraft()];
      const posts = await Promise.all(
        drafts.map(async (draft) => ({
          draft,
          version: 1,
          id: await createInsight(db, { actor: null, draft }, makeScope()),
        })),
      );
      for (const { how, post: at, items: used } of saves) {
        const post = posts[at] as (typeof posts)[number];
        const known = { id: post.id, version: post.version, actor: null };
        const change = { ...known, draft: { ...post.draft, markdown: show(...used) } };
        if (how === "draft") post.version = await saveDraft(db, change, makeScope());
        else if (how === "save") post.version = await saveInsight(db, change, makeScope());
        else post.version = await publishInsight(db, { ...known, publishAt: 1 }, makeScope());
      }
      for (const { id } of posts) expect(await readStoredUses(id)).toEqual(await recount(id));
    }),
    { numRuns: Math.ceil(countRuns(1000) / 20) },
  );
});

async function readStoredUses(id: InsightId): Promise<string[]> {
  const rows = await db.selectFrom("media_uses").select(["item_id", "place"]).where("insight_id", "=", id).execute();
  return rows.map(({ item_id, place }) => `${item_id} ${place}`).toSorted();
}

async function recount(id: InsightId): Promise<string[]> {
  const rows = await db
    .selectFrom("insights")
    .innerJoin("insight_revisions", "insight_id", "insights.id")
    .select(["content", "markdown", "edited_version", "insight_revisions.version"])
    .where("insights.id", "=", id)
    .execute();
  const newest = rows.find(({ version, edited_version }) => version === edited_version);
  return [
    ...listItemIds(newest?.markdown ?? "").map((item) => `${item} shown`),
    ...listItemIds(newest?.content ?? "").map((item) => `${item} newest`),
  ].toSorted();
}

test("a replaced file keeps its address, is shown wherever it is used, and can be taken back", async () => {
  const caller = await makeEditor();
  const item = await makeWide(caller);
  const { draft } = await makeInsight({ markdown: show(item) });
  const before = await readShown(draft.slug);
  const bytes = makePng({ width: 300, height: 300 });
  const replaced = await send(caller, { bytes, replaces: { id: item.id, version: 1 } });
  expect(replaced.item, replaced.trouble).toMatchObject({ id: item.id, src: item.src, width: 300, version: 2 });
  const after = await readShown(draft.slug);
  expect([after.includes("srcset"), after.includes('width="300"')]).toEqual([false, true]);
  const stale = await send(caller, { bytes: makePng(), replaces: { id: item.id, version: 1 } });
  expect([stale.status, stale.trouble]).toEqual([409, "Somebody else has changed this file since you opened it."]);
  const pdf = await send(caller, { bytes: makePdf(), replaces: { id: item.id, version: 2 } });
  expect([pdf.status, pdf.trouble]).toEqual([400, "A picture can be replaced by a picture, and a PDF by a PDF."]);
  const former = await db.selectFrom("media_former").select("id").executeTakeFirstOrThrow();
  const answer = await askMedia(`/media/${item.id}`, caller, {
    form: new URLSearchParams({ intent: "restore", version: "2", former: former.id }),
  });
  expect(answer.status).toBe(303);
  expect(await readShown(draft.slug)).toBe(before);
  const actions = await db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_id", "=", item.id)
    .orderBy("id")
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(["media.added", "media.replaced", "media.replaced"]);
});

test("articles that could not be rendered with a replacement are rendered by the job, and former files go after 30 days", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const caller = await makeEditor();
  const item = await makeWide(caller);
  const { draft } = await makeInsight({ markdown: show(item) });
  await send(caller, { bytes: makePng({ width: 300, height: 300 }), replaces: { id: item.id, version: 1 } });
  await db.updateTable("insights").set({ html: "former" }).where("slug", "=", draft.slug).execute();
  await db.updateTable("media_items").set({ stale: 1 }).execute();
  vi.setSystemTime(Date.now() + 31 * 24 * 3_600_000);
  expect(await sweepLibrary(db, makeScope())).toMatchObject({ former: 0 });
  expect(await renderStale(db, makeScope())).toEqual({ rendered: 1, more: false });
  expect(await readShown(draft.slug)).toContain('width="300"');
  expect(await sweepLibrary(db, makeScope())).toMatchObject({ former: 1 });
  expect(await listKeys("library/")).toHaveLength(1);
});

async function insightList(caller: Awaited<ReturnType<typeof makeEditor>>, fields: [string, string][]) {
  const answer = await askMedia("/media", caller, { form: new URLSearchParams(fields) });
  return { status: answer.status, page: await answer.text() };
}

test("a file is deleted only while nothing uses it, comes back, and its bytes go after 30 days", async () => {
  const caller = await makeEditor();
  const [used, unused] = [await makeItem(caller, { name: "used.png" }), await makeItem(caller, { name: "unused.png" })];
  const { draft } = await makeInsight({ markdown: show(used) });
  const ticks = [used, unused].map(({ id }): [string, string] => ["row", `${id}:1`]);
  const { status, page } = await insightList(caller, [["do", "delete"], ...ticks]);
  expect(status).toBe(200);
  expect(page).toContain("An article uses it.");
  expect(page).toContain("“unused.png” is deleted.");
  expect(await readDeleted()).toEqual({ "unused.png": true, "used.png": false });
  await insightList(caller, [
    ["do", "undo"],
    ["undo", `${unused.id}:2`],
  ]);
  expect(await readDeleted()).toEqual({ "unused.png": false, "used.png": false });
  await insightList(caller, [
    ["do", "delete"],
    ["row", `${unused.id}:3`],
  ]);
  vi.setSystemTime(Date.now() + 31 * 24 * 3_600_000);
  expect(await sweepLibrary(db, makeScope())).toMatchObject({ deleted: 1 });
  expect((await listKeys("library/")).every((key) => key.includes(used.id))).toBe(true);
  expect(await readShown(draft.slug)).toContain("used-");
});

async function readDeleted() {
  const rows = await db.selectFrom("media_items").select(["name", "deleted_at"]).orderBy("name").execute();
  return Object.fromEntries(rows.map(({ name, deleted_at }) => [name, deleted_at !== null]));
}

test("a deleted file that an article uses again is there again", async () => {
  const caller = await makeEditor();
  const item = await makeItem(caller, { name: "plant.png" });
  await insightList(caller, [
    ["do", "delete"],
    ["row", `${item.id}:1`],
  ]);
  await makeInsight({ markdown: show(item) });
  expect(await readDeleted()).toEqual({ "plant.png": false });
});

test("the address of a file serves what it shows now; a PDF is a download that can do nothing", async () => {
  const caller = await makeEditor();
  const pdf = await makeItem(caller, { bytes: makePdf(), name: "Rapport annuel – été.pdf" });
  const get = (src: string) => serveMedia(new Request(siteOrigin + src), makeScope());
  const answer = await get(pdf.src);
  await answer.arrayBuffer();
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/pdf",
    "cache-control": "private, no-cache",
    "cache-tag": `media:${pdf.id}`,
    "content-disposition": `attachment; filename="Rapport annuel _ _t_.pdf"; filename*=UTF-8''Rapport%20annuel%20%E2%80%93%20%C3%A9t%C3%A9.pdf`,
    "content-security-policy": expect.stringContaining("sandbox"),
  });
  const gif = await makeItem(caller, { bytes: makeGif() });
  const { file_key: key } = await db
    .selectFrom("media_items")
    .select("file_key")
    .where("id", "=", gif.id as MediaItemId)
    .executeTakeFirstOrThrow();
  const lasting = await get(`/media/${key}`);
  await lasting.arrayBuffer();
  expect([lasting.headers.get("Content-Type"), lasting.headers.get("Cache-Control")]).toEqual([
    "image/gif",
    "public, max-age=31536000, immutable",
  ]);
  expect((await get(`/media/library/${newId()}/gone.png`)).status).toBe(404);
  expect((await get("/media/private/uploads/x")).status).toBe(404);
});

test("markup in names, alternative texts and captions is text in the list, the panel and the article", async () => {
  const caller = await makeEditor();
  const item = await makeItem(caller);
  const paths = ["/media?as=list", `/media/${item.id}`];
  const read = async (path: string) => {
    const page = await (await askMedia(path, caller)).text();
    return findLiveMarkup(page.slice(page.indexOf("<main"), page.indexOf("</main>")).replaceAll(/:\d+"/g, '"'));
  };
  const plain = await Promise.all(paths.map(read));
  const texts = ["'\"><img src=x onerror=pwn()>", ...xssVectors.filter((_, index) => index % 12 === 0)];
  for (const [index, vector] of texts.entries()) {
    const written = { name: vector.slice(0, 190), alt: vector.slice(0, 290), caption: vector.slice(0, 290) };
    const form = { intent: "save", version: String(index + 1), ...written, "focus.x": "0.2", "focus.y": "0.8" };
    const saved = await askMedia(`/media/${item.id}`, caller, { form });
    expect(saved.status, vector).toBe(303);
    expect(await Promise.all(paths.map(read)), vector).toEqual(plain);
  }
  const stored = await db.selectFrom("media_items").select(["focus_x", "focus_y"]).executeTakeFirstOrThrow();
  expect(stored).toEqual({ focus_x: 0.2, focus_y: 0.8 });
});

test("of ten who delete a file at once one does, and the audit log tells of that one", async () => {
  const caller = await makeEditor();
  const { id } = await makeItem(caller);
  const item = { id: id as MediaItemId, version: 1, actor: caller.user.id, requestId: crypto.randomUUID() };
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => deleteItem(db, item)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason.name).toBe("ConflictError");
  const entries = await db.selectFrom("audit_log").select("id").where("action", "=", "media.deleted").execute();
  expect(entries).toHaveLength(1);
});

/** Covers and widths that wait for a browser of the staff: what it is told, and what becomes of what it makes. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { drawScene } from "#app/art/draw-scene.ts";
import { buildArticleCover, coverMotifs } from "#app/art/recipes/covers.ts";
import { coverMotifNames, pickCover } from "#app/shared/cover-motifs.ts";
import { coverSizes } from "#app/shared/cover-sizes.ts";
import { day } from "#app/shared/durations.ts";
import { openDb } from "#worker/db/client.ts";
import { selectMissingCovers } from "#worker/insights/covers/missing-covers.ts";
import { selectUnusedCovers } from "#worker/insights/covers/sweep-covers.ts";
import type { PostDraft } from "#worker/insights/post-draft.ts";
import { savePost } from "#worker/insights/save-post.ts";
import { runJobs } from "#worker/jobs.ts";
import { schedules } from "#worker/lib/schedules.ts";
import { selectMissingWidths } from "#worker/media/library/missing-widths.ts";
import { openDesk } from "./desk-make.ts";
import { askWorker } from "./edge-make.ts";
import { expectIndexed } from "./expect-indexed.ts";
import { makeAuthor, makeCategory, makePost } from "./insights-make.ts";
import { makeScope } from "./make.ts";
import { askMedia, listKeys, makeEditor, makeItem, makePng, makeWebp, type MediaCaller } from "./media-make.ts";
import { makeProgram } from "./program-make.ts";

const db = openDb(env.DB);

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
});

const cover = { motif: "gcc", seed: "a", lead: null, density: 1 } as const;

/** Stores drawings of `seed` as a browser does, and returns their keys. */
async function storeDrawings(caller: MediaCaller, seed = "a") {
  const form = new FormData();
  for (const part of ["wide", "card"] as const) {
    const svg = drawScene(buildArticleCover({ ...cover, seed }, coverSizes[part]));
    form.set(part, new File([svg], "cover.svg"));
  }
  form.set("share", new File([makePng(coverSizes.share) as BlobPart], "cover.png"));
  const answer = await askMedia("/covers", caller, { form });
  return (await answer.json()) as NonNullable<PostDraft["pictures"]>;
}

interface MissingCover {
  id: string;
  title: string;
  cover: string;
}

async function listMissing(caller: MediaCaller) {
  const answer = await askMedia("/missing-covers", caller);
  return ((await answer.json()) as { items: MissingCover[] }).items;
}

async function fill(caller: MediaCaller, missing: MissingCover, pictures: NonNullable<PostDraft["pictures"]>) {
  const { id, title, cover: drawn } = missing;
  const named = Object.fromEntries(Object.entries(pictures).map(([part, key]) => [`pictures.${part}`, key]));
  return (await askMedia("/missing-covers", caller, { form: { id, title, cover: drawn, ...named } })).status;
}

test("the names of motifs are those that are drawn, and a cover nobody chose is the same each time", () => {
  expect(coverMotifNames.toSorted()).toEqual(Object.keys(coverMotifs).toSorted());
  expect(pickCover("release-4-2")).toEqual(pickCover("release-4-2"));
});

test("an article of a program waits for its cover: pages show none, the list says so, and a browser draws it", async () => {
  const caller = await makeEditor();
  const { ask } = await makeProgram();
  await makeCategory({ slug: "cloud" });
  await makeAuthor({ slug: "desk" });
  const article = { title: "Release", markdown: "New.", category: "cloud", authors: ["desk"] };
  const made = await ask("POST", "/api/posts", article);
  expect(made.body).toMatchObject({ has_cover: true, cover_drawn: false });
  await ask("POST", `${made.location}/publish`, {}, 1);
  const before = await askWorker("/insights/release");
  expect(before.body).not.toContain("article-cover");
  expect(before.body).toMatch(/<meta property="og:image" content="[^"]+\/share\//);
  expect((await askWorker("/insights")).body).not.toMatch(/<div class="post-cover"><img/);
  const shown = async () => {
    const { undrawn, page } = await openDesk();
    return [undrawn, page?.rows.map(({ isUndrawn }) => isUndrawn)];
  };
  expect(await shown()).toEqual([1, [true]]);
  const [missing] = await listMissing(caller);
  if (!missing) throw new Error("Nothing is missing");
  expect(JSON.parse(missing.cover)).toEqual(pickCover("release"));
  const pictures = await storeDrawings(caller);
  expect(await fill(caller, missing, pictures)).toBe(200);
  expect(await shown()).toEqual([0, [false]]);
  const after = await askWorker("/insights/release");
  expect(after.body).toContain(`/media/${pictures.wide}`);
  expect(after.body).toContain(`/media/${pictures.share}`);
  expect((await askWorker("/insights")).body).toContain(`/media/${pictures.card}`);
  // Its version stays, its newest text has the drawings, and a second browser comes too late.
  expect((await ask("GET", made.location ?? "")).body).toMatchObject({ version: 2, cover_drawn: true });
  expect(await fill(caller, missing, pictures)).toBe(409);
  expect(await listMissing(caller)).toEqual([]);
});

test("drawings of another cover or title, of nothing stored, and from strangers are refused", async () => {
  const caller = await makeEditor();
  const { id } = await makePost({ slug: "one", title: "One", cover, coverAlt: "Art" });
  const pictures = await storeDrawings(caller);
  const missing = { id: id as string, title: "One", cover: JSON.stringify(cover) };
  expect(await fill(caller, { ...missing, title: "Two" }, pictures)).toBe(409);
  expect(await fill(caller, { ...missing, cover: JSON.stringify({ ...cover, seed: "b" }) }, pictures)).toBe(409);
  expect(await fill(caller, missing, { ...pictures, card: "covers/card-0000000000000000.svg" })).toBe(400);
  expect(await fill(caller, { ...missing, id: "x" }, pictures)).toBe(400);
  expect((await askMedia("/missing-covers", { Cookie: "" })).status).not.toBe(200);
  expect(await fill(caller, missing, pictures)).toBe(200);
});

test("the drawings of what readers see leave changes that are not published as they are", async () => {
  const caller = await makeEditor();
  const { ask } = await makeProgram();
  const { id } = await makePost({ slug: "one", title: "One", cover, coverAlt: "Art" });
  await ask("PATCH", `/api/posts/${id}`, { cover: { motif: "partners", seed: "b" } }, 2);
  const [missing] = await listMissing(caller);
  if (!missing) throw new Error("Nothing is missing");
  const pictures = await storeDrawings(caller);
  expect(await fill(caller, missing, pictures)).toBe(200);
  const revisions = await db
    .selectFrom("post_revisions")
    .select(["version", "content"])
    .where("post_id", "=", id)
    .orderBy("version")
    .execute();
  const drawn = revisions.map(({ content }) => (JSON.parse(content) as PostDraft).pictures);
  expect(drawn.at(-1)).toBeNull();
  expect(drawn.filter((each) => each !== null)).toEqual([pictures]);
});

test("pictures that came without widths get them from the next browser, and articles show them", async () => {
  const caller = await makeEditor();
  const { send } = await makeProgram();
  const { body } = await send("/api/media?name=a.png&alt=A", makePng({ width: 1000, height: 500 }));
  await send("/api/media?name=a.gif", new Uint8Array());
  const id = String(body["id"]);
  const post = await makePost({ slug: "one", markdown: `![A](${String(body["path"])})` });
  expect((await askWorker("/insights/one")).body).not.toContain('srcset="/media/library');
  const list = async () => {
    const answer = await askMedia("/media-widths", caller);
    return ((await answer.json()) as { items: { id: string; file_key: string }[] }).items;
  };
  const [missing] = await list();
  expect(missing?.id).toBe(id);
  const widths = [480, 960, 1000].map((width) => makeWebp({ width, height: width / 2 }));
  const give = async (variants: readonly Uint8Array[], file = missing?.file_key ?? "") => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ id, file, placeholder: "" })) form.set(name, value);
    for (const variant of variants) form.append("variant", new File([variant as BlobPart], "variant.webp"));
    return (await askMedia("/media-widths", caller, { form })).status;
  };
  expect(await give([])).toBe(400);
  expect(await give([makeWebp({ width: 480, height: 480 })])).toBe(400);
  expect(await give(widths, "library/other.png")).toBe(409);
  expect(await give(widths)).toBe(200);
  expect(await give(widths)).toBe(409);
  expect(await list()).toEqual([]);
  expect((await askWorker("/insights/one")).body).toMatch(/480w.*960w.*1000w/);
  const row = await db.selectFrom("posts").select("version").where("id", "=", post.id).executeTakeFirst();
  expect(row?.version).toBe(2);
  const stale = await db.selectFrom("media_items").select("stale").where("stale", "=", 1).execute();
  expect(stale).toEqual([]);
});

test("a picture that a browser has sent lacks nothing, and neither do GIFs; a file that is shown again keeps its widths", async () => {
  const caller = await makeEditor();
  const variants = [makeWebp({ width: 64, height: 48 })];
  await makeItem(caller, { variants });
  await makeItem(caller, { bytes: makePng() });
  const rows = await db.selectFrom("media_items").select("lacks_widths").orderBy("created_at").execute();
  expect(rows.map(({ lacks_widths }) => lacks_widths)).toEqual([0, 1]);
});

test("drawings that no article and no revision names go after their term, and no others", async () => {
  const caller = await makeEditor();
  const pictures = await storeDrawings(caller, "named");
  const former = await storeDrawings(caller, "former");
  const unused = await storeDrawings(caller, "unused");
  const young = await storeDrawings(caller, "young");
  const draft = { cover, coverAlt: "Art" };
  const { id, draft: whole } = await makePost({ ...draft, pictures: former });
  await savePost(db, { id, version: 2, actor: null, draft: { ...whole, pictures } }, makeScope());
  await db
    .updateTable("media")
    .set({ created_at: Date.now() - 31 * day })
    .where("key", "not in", [young.wide, young.card])
    .execute();
  await runJobs(schedules.hourly, makeScope());
  const left = await listKeys();
  expect(left).toEqual(expect.arrayContaining([...Object.values(pictures), former.wide, former.card, young.wide]));
  expect(left).not.toContain(unused.wide);
  expect(left).not.toContain(unused.card);
  expect((await db.selectFrom("media").select("key").execute()).map(({ key }) => key).toSorted()).toEqual(
    left.toSorted(),
  );
  // Stored again, a drawing is young again.
  await db.updateTable("media").set({ created_at: 1 }).where("key", "=", young.wide).execute();
  await storeDrawings(caller, "young");
  await runJobs(schedules.hourly, makeScope());
  expect(await listKeys()).toContain(young.wide);
});

test("what is missing and what is unused is read from an index", async () => {
  await expectIndexed(selectMissingCovers(db));
  await expectIndexed(selectMissingWidths(db));
  await expectIndexed(selectUnusedCovers(db, Date.now()));
});

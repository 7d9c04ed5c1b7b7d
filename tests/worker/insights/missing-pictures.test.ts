/** Covers and widths that wait for a browser of the staff: what it gets, and what becomes of what it makes. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { drawScene } from "#app/art/draw-scene.ts";
import { buildArticleCover, coverMotifs } from "#app/art/recipes/covers.ts";
import { coverMotifNames, pickCover } from "#shared/insights/cover-motifs.ts";
import { type CoverPart, coverSizes } from "#shared/insights/cover-sizes.ts";
import { day } from "#shared/dates/durations.ts";
import { openDb } from "#worker/db/client.ts";
import { fillCover, selectMissingCovers } from "#worker/insights/covers/missing-covers.ts";
import { selectUnusedCovers } from "#worker/insights/covers/sweep-covers.ts";
import type { InsightDraft } from "#worker/insights/insight-draft.ts";
import { createInsight, saveInsight } from "#worker/insights/save-insight.ts";
import { runJobs } from "#worker/jobs.ts";
import { schedules } from "#worker/lib/schedules.ts";
import { selectMissingWidths } from "#worker/media/library/missing-widths.ts";
import { makeCaller } from "../accounts/account-make.ts";
import { makeWriter } from "./article-make.ts";
import { openDesk } from "./desk-make.ts";
import { askWorker } from "../pages/edge-make.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeAuthor, makeCategory, makeDraft, makeInsight } from "./insights-make.ts";
import { makeScope } from "../make-scope.ts";
import { makeWholeScope } from "../whole-scope.ts";
import { askMedia, listKeys, makeEditor, makeItem, makePng, makeWebp, type MediaCaller } from "../media/media-make.ts";
import { makeProgram } from "../api/program-make.ts";
import { muteConsole } from "../make.ts";

const db = openDb(env.DB);

muteConsole("error");

const cover = { motif: "gcc", seed: "a", lead: null, density: 1 } as const;

/** Another one each time that it is made. */
const sharePicture = makePng(coverSizes.share);

const drawings = new Map<string, string>();

/** To draw one takes long. */
function drawOnce(seed: string, part: "wide" | "card"): string {
  const key = `${seed} ${part}`;
  const svg = drawings.get(key) ?? drawScene(buildArticleCover({ ...cover, seed }, coverSizes[part]));
  drawings.set(key, svg);
  return svg;
}

/** Drawings of `seed`, as a browser sends them. */
function drawFiles(seed = "a"): FormData {
  const form = new FormData();
  for (const part of ["wide", "card"] as const) {
    form.set(part, new File([drawOnce(seed, part)], "cover.svg"));
  }
  form.set("share", new File([sharePicture as BlobPart], "cover.png"));
  return form;
}

/** Stores drawings of `seed` as the page of an article does, and returns their keys. */
async function storeDrawings(caller: MediaCaller, seed = "a") {
  const answer = await askMedia("/covers", caller, { form: drawFiles(seed) });
  return (await answer.json()) as Record<CoverPart, string>;
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

/** What became of something that a browser has made, or the status with which it was refused. */
async function readMade(answer: Response): Promise<"done" | "late" | number> {
  if (!answer.ok) return answer.status;
  return ((await answer.json()) as { isLate: boolean }).isLate ? "late" : "done";
}

async function fill(caller: MediaCaller, { id, title, cover: drawn }: MissingCover) {
  const form = drawFiles();
  for (const [name, value] of Object.entries({ id, title, cover: drawn })) form.set(name, value);
  return readMade(await askMedia("/missing-covers", caller, { form }));
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
  expect(await fill(caller, missing)).toBe("done");
  const pictures = await storeDrawings(caller);
  expect(await shown()).toEqual([0, [false]]);
  const after = await askWorker("/insights/release");
  expect(after.body).toContain(`/media/${pictures.wide}`);
  expect(after.body).toContain(`/media/${pictures.share}`);
  expect((await askWorker("/insights")).body).toContain(`/media/${pictures.card}`);
  // Its version stays, its newest text has the drawings, and a second browser comes too late.
  expect((await ask("GET", made.location ?? "")).body).toMatchObject({ version: 2, cover_drawn: true });
  expect(await fill(caller, missing)).toBe("late");
  expect(await listMissing(caller)).toEqual([]);
});

test("drawings of another cover or title, and from strangers, are refused", async () => {
  const caller = await makeEditor();
  const { id } = await makeInsight({ slug: "one", title: "One", cover, coverAlt: "Art" });
  const missing = { id: id as string, title: "One", cover: JSON.stringify(cover) };
  expect(await fill(caller, { ...missing, title: "Two" })).toBe("late");
  expect(await fill(caller, { ...missing, cover: JSON.stringify({ ...cover, seed: "b" }) })).toBe("late");
  expect(await fill(caller, { ...missing, id: "x" })).toBe(400);
  expect((await askMedia("/missing-covers", { Cookie: "" })).status).not.toBe(200);
  expect(await fill(caller, missing)).toBe("done");
});

test("the picture of shared links is never one with an older title, however the title was changed", async () => {
  const caller = await makeEditor();
  const { ask } = await makeProgram();
  const keys = await storeDrawings(caller);
  const pictures = { ...keys, title: "One" };
  const { id } = await makeInsight({ slug: "one", title: "One", cover, pictures, coverAlt: "" });
  const path = `/api/posts/${id}`;
  const readPage = async () => (await askWorker("/insights/one")).body;
  expect(await readPage()).toContain(`/media/${keys.share}`);
  expect((await ask("PATCH", path, { title: "Two" }, 2)).body).toMatchObject({ cover_drawn: false });
  expect(await readPage()).toContain(`/media/${keys.share}`);
  await ask("POST", `${path}/publish`, {}, 3);
  // The drawings without a title stay.
  expect(await readPage()).toContain(`/media/${keys.wide}`);
  expect(await readPage()).not.toContain(`/media/${keys.share}`);
  expect((await openDesk()).undrawn).toBe(1);
  const [missing] = await listMissing(caller);
  expect(missing).toMatchObject({ id, title: "Two" });
  if (missing) expect(await fill(caller, missing)).toBe("done");
  expect(await readPage()).toContain(`/media/${keys.share}`);
  expect((await ask("GET", path)).body).toMatchObject({ version: 4, cover_drawn: true });
  expect(await listMissing(caller)).toEqual([]);
  const plain = { intent: "save-and-publish", version: "4", title: "Three", dek: "D", slug: "one", markdown: "Text." };
  const answer = await askMedia(`/${id}`, caller, { form: new URLSearchParams(plain) });
  expect(answer.status).toBe(303);
  expect(await readPage()).not.toContain(`/media/${keys.share}`);
  // With the former title the former picture is right again.
  await ask("PATCH", path, { title: "Two" }, 6);
  await ask("POST", `${path}/publish`, {}, 7);
  expect(await readPage()).toContain(`/media/${keys.share}`);
});

test("a cover that is drawn in the background makes caches forget the pages with its article, and no others", async () => {
  const caller = await makeEditor();
  const { user } = await makeCaller();
  const pictures = await storeDrawings(caller);
  await makeInsight({ slug: "one", cover, coverAlt: "Art" });
  await createInsight(db, { actor: null, draft: await makeDraft({ cover, coverAlt: "Art" }) }, makeScope());
  const purged: string[][] = [];
  const scope = makeScope();
  const purge = async ({ tags }: { tags: string[] }) => purged.push(tags);
  Object.defineProperty(scope.ctx, "cache", { value: { purge } });
  const missing = await selectMissingCovers(db).execute();
  for (const each of missing) await fillCover(db, { ...each, pictures, actor: user.id }, scope);
  expect([missing.length, purged]).toEqual([2, [["post:one"]]]);
});

test("what is drawn in the background takes nothing from what a writer draws", async () => {
  const caller = await makeEditor();
  await makeInsight({ slug: "one", title: "One", cover, coverAlt: "Art" });
  const counts = new Map<string, number>();
  const limiter = {
    limit: async ({ key }: { key: string }) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return { success: (counts.get(key) ?? 0) <= 2 };
    },
  } as RateLimit;
  const busy = { ...caller, env: { SEARCH_LIMIT: limiter } };
  const missing = { id: crypto.randomUUID() as string, title: "x", cover: "{}" };
  const statuses = [];
  for (let turn = 0; turn < 3; turn += 1) statuses.push(await fill(busy, missing));
  expect(statuses).toEqual(["late", "late", 429]);
  expect((await askMedia("/covers?background", busy, { form: drawFiles() })).status).toBe(429);
  expect(await storeDrawings(busy)).toHaveProperty("wide");
});

test("a draft whose cover was swept meanwhile is refused by name, and taken without it", async () => {
  const caller = await makeEditor();
  const { id, draft } = await makeInsight({ slug: "one", title: "One" });
  const keys = await storeDrawings(caller);
  await db.deleteFrom("media").execute();
  const writer = await makeWriter();
  const save = (pictures: InsightDraft["pictures"]) =>
    writer.change(id, { intent: "save", version: 2, draft: { ...draft, cover, coverAlt: "", pictures } });
  expect(await save({ ...keys, title: "One" })).toEqual({
    status: 400,
    answer: { kind: "invalid", faults: { pictures: "This cover is no longer stored. Draw it again." } },
  });
  expect(await save(null)).toMatchObject({ status: 200, answer: { kind: "done" } });
});

test("the drawings of what readers see leave changes that are not published as they are", async () => {
  const caller = await makeEditor();
  const { ask } = await makeProgram();
  const { id } = await makeInsight({ slug: "one", title: "One", cover, coverAlt: "Art" });
  await ask("PATCH", `/api/posts/${id}`, { cover: { motif: "partners", seed: "b" } }, 2);
  const [missing] = await listMissing(caller);
  if (!missing) throw new Error("Nothing is missing");
  expect(await fill(caller, missing)).toBe("done");
  const pictures = { ...(await storeDrawings(caller)), title: "One" };
  const revisions = await db
    .selectFrom("insight_revisions")
    .select(["version", "content"])
    .where("insight_id", "=", id)
    .orderBy("version")
    .execute();
  const drawn = revisions.map(({ content }) => (JSON.parse(content) as InsightDraft).pictures);
  expect(drawn.at(-1)).toBeNull();
  expect(drawn.filter((each) => each !== null)).toEqual([pictures]);
});

test("pictures that came without widths get them from the next browser, and articles show them", async () => {
  const caller = await makeEditor();
  const { send } = await makeProgram();
  const { body } = await send("/api/media?name=a.png&alt=A", makePng({ width: 1000, height: 500 }));
  await send("/api/media?name=a.gif", new Uint8Array());
  const id = String(body["id"]);
  const post = await makeInsight({ slug: "one", markdown: `![A](${String(body["path"])})` });
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
    return readMade(await askMedia("/media-widths", caller, { form }));
  };
  expect(await give([])).toBe(400);
  expect(await give([makeWebp({ width: 480, height: 480 })])).toBe(400);
  expect(await give(widths, "library/other.png")).toBe("late");
  expect(await give(widths)).toBe("done");
  expect(await give(widths)).toBe("late");
  expect(await list()).toEqual([]);
  expect((await askWorker("/insights/one")).body).toMatch(/480w.*960w.*1000w/);
  const row = await db.selectFrom("insights").select("version").where("id", "=", post.id).executeTakeFirst();
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
  const { id, draft: whole } = await makeInsight({ ...draft, pictures: { ...former, title: "" } });
  const named = { ...whole, pictures: { ...pictures, title: "" } };
  await saveInsight(db, { id, version: 2, actor: null, draft: named }, makeScope());
  await db
    .updateTable("media")
    .set({ created_at: Date.now() - 31 * day })
    .where("key", "not in", [young.wide, young.card])
    .execute();
  await runJobs(schedules.hourly, makeWholeScope());
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
  await runJobs(schedules.hourly, makeWholeScope());
  expect(await listKeys()).toContain(young.wide);
});

test("a drawing that is stored while its former copy is swept has its bytes, or is refused until then", async () => {
  const caller = await makeEditor();
  const { wide } = await storeDrawings(caller);
  await db.updateTable("media").set({ created_at: 1 }).execute();
  const during: string[] = [];
  const deletes = vi.spyOn(env.MEDIA, "delete").mockImplementationOnce(async (keys) => {
    during.push(JSON.stringify(await storeDrawings(caller)));
    deletes.mockRestore();
    await env.MEDIA.delete(keys);
  });
  await runJobs(schedules.hourly, makeWholeScope());
  expect(during).toEqual([expect.stringContaining("just being deleted")]);
  const listRows = async () =>
    (await db.selectFrom("media").select("key").orderBy("key").execute()).map(({ key }) => key);
  expect(await listRows()).toEqual(await listKeys());
  expect(await storeDrawings(caller)).toMatchObject({ wide });
  expect(await listKeys()).toContain(wide);
  expect(await listRows()).toEqual(await listKeys());
});

test("bytes of drawings that could not be deleted are deleted by the next run", async () => {
  const caller = await makeEditor();
  await storeDrawings(caller);
  await db.updateTable("media").set({ created_at: 1 }).execute();
  vi.spyOn(env.MEDIA, "delete").mockRejectedValueOnce(new Error("R2 is away"));
  await expect(runJobs(schedules.hourly, makeWholeScope())).rejects.toThrow();
  expect(await listKeys()).toHaveLength(3);
  await runJobs(schedules.hourly, makeWholeScope());
  expect(await listKeys()).toEqual([]);
});

test("what is missing and what is unused is read from an index", async () => {
  await expectIndexed(selectMissingCovers(db));
  await expectIndexed(selectMissingWidths(db));
  await expectIndexed(selectUnusedCovers(db, Date.now()));
});

/** The list of the media library: what it finds, and what that costs. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { selectSettings } from "#worker/lib/saved-views.ts";
import { openDb, readRows, runBatch } from "#worker/db/client.ts";
import type { MediaItemId } from "#worker/db/media-tables.ts";
import type { InsightId } from "#worker/db/insights-tables.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { selectStale } from "#worker/insights/render-again.ts";
import { newId } from "#worker/lib/ids.ts";
import {
  countItems,
  type ItemFilter,
  itemSorts,
  listItems,
  orderItems,
  selectItems,
} from "#worker/media/library/list-items.ts";
import { selectUses } from "#worker/media/library/read-item.ts";
import { selectDeleted, selectFormer, selectOver } from "#worker/media/library/sweep.ts";
import { breakBinding } from "../faulty-bindings.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeInsight } from "../insights/insights-make.ts";
import { askJson, askMedia, makeEditor, makeGif, makeItem, makePdf, makePng } from "./media-make.ts";

const db = openDb(env.DB);
const all: ItemFilter = { words: "", kind: null, isUnused: false, lacksAlt: false };

async function find(filter: Partial<ItemFilter>): Promise<string[]> {
  const order = orderItems({ by: "name", direction: "asc" }, null);
  const query = selectItems(db, { filter: { ...all, ...filter }, order });
  const [result] = await runBatch(db, [query]);
  return readRows(query, result).map(({ name }) => name);
}

test("files are found by the beginnings of words, by type, by use and by what they lack", async () => {
  const caller = await makeEditor();
  const plant = await makeItem(caller, { bytes: makePng(), name: "Plant in Görlitz.png" });
  await makeItem(caller, { bytes: makeGif(), name: "turbine.gif" });
  await makeItem(caller, { bytes: makePdf(), name: "paper.pdf" });
  await makeInsight({ markdown: `![](${plant.src})` });
  const form = {
    intent: "save",
    version: "1",
    name: plant.name,
    alt: "Two lines",
    caption: "",
    "focus.x": "0.5",
    "focus.y": "0.5",
  };
  expect((await askMedia(`/media/${plant.id}`, caller, { form })).status).toBe(303);
  expect(await find({ words: "gorl pla" })).toEqual(["Plant in Görlitz.png"]);
  expect(await find({ words: "lines" })).toEqual(["Plant in Görlitz.png"]);
  expect(await find({ words: "plant paper" })).toEqual([]);
  expect(await find({ kind: "moving" })).toEqual(["turbine.gif"]);
  expect(await find({ kind: "document" })).toEqual(["paper.pdf"]);
  expect(await find({ isUnused: true })).toEqual(["paper.pdf", "turbine.gif"]);
  expect(await find({ lacksAlt: true })).toEqual(["turbine.gif"]);
  const picked = await askMedia("/media-files?q=", caller);
  const { items } = (await picked.json()) as { items: { name: string }[] };
  expect(items.map(({ name }) => name)).toEqual(["turbine.gif", "Plant in Görlitz.png"]);
});

async function makeMany(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = newId<MediaItemId>();
    return [
      id,
      `library/${id}/a.png`,
      `file ${index}.png`,
      `library/${id}/a-0.png`,
      index,
      index.toString(16).padStart(64, "0"),
    ];
  });
  await env.DB.prepare(
    `INSERT INTO media_items (id, key, name, file_key, type, bytes, width, height, sha256, created_at, updated_at)
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, 'image/png', 1 + (value ->> 4), 10, 10, value ->> 5, value ->> 4, 1 FROM json_each(?)`,
  )
    .bind(JSON.stringify(rows))
    .run();
  await env.DB.prepare("INSERT INTO media_terms (term, item_id) SELECT 'file', id FROM media_items").run();
}

test("with 10,000 files every query of the library uses an index, and a page takes four", async () => {
  await makeMany(10_000);
  const cursor = { side: "after", id: newId(), value: "5000" } as const;
  for (const by of Object.keys(itemSorts) as (keyof typeof itemSorts)[])
    for (const [words, kind] of [
      ["", null],
      ["file", "picture"],
      ["fil 1", null],
    ] as const)
      for (const isNarrow of [true, false])
        for (const place of [null, cursor]) {
          const filter = { words, kind, isUnused: isNarrow, lacksAlt: isNarrow };
          const order = orderItems({ by, direction: "desc" }, place);
          await expectIndexed(selectItems(db, { filter, order }));
          await expectIndexed(countItems(db, { filter, order }));
        }
  const item = newId<MediaItemId>();
  for (const query of [
    selectUses(db, item),
    selectStale(db),
    selectDeleted(db, 1),
    selectFormer(db, 1),
    selectOver(db, 1),
  ])
    await expectIndexed(query);
  await expectIndexed(db.selectFrom("media_uses").select("item_id").where("insight_id", "=", newId<InsightId>()));
  await expectIndexed(selectSettings(db, { user: newId<AccountId>(), list: "media" }));
  const prepared = vi.spyOn(env.DB, "prepare");
  const asked = {
    filter: all,
    sort: { by: "added", direction: "desc" },
    cursor: null,
    reader: newId<AccountId>(),
    list: "media",
  } as const;
  const { rows, counts } = await listItems(db, asked);
  expect([prepared.mock.calls.length, rows.length, counts.total]).toEqual([4, 48, 10_000]);
});

test("while the database does not answer the page says so with 503, and the picker too", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const caller = await makeEditor();
  const { DB } = breakBinding("DB", { hits: (call) => call === "DB.batch" });
  const out = { ...caller, env: { DB } };
  const page = await askMedia("/media", out);
  expect([page.status, (await page.text()).includes("could not be read just now")]).toEqual([503, true]);
  expect((await askJson("/media-files", out)).status).toBe(503);
  const panel = await askMedia(`/media/${newId()}`, out);
  expect([panel.status, (await panel.text()).includes("The file could not be read just now")]).toEqual([503, true]);
  expect((await askMedia(`/media/${newId()}`, caller)).status).toBe(404);
});

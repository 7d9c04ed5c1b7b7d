/** Files and covers of articles. */
import { env } from "cloudflare:workers";
import { drawScene } from "#app/art/draw-scene.ts";
import { buildArticleCover } from "#app/art/recipes/covers.ts";
import { coverSizes } from "#shared/insights/cover-sizes.ts";
import { openDb } from "#worker/db/client.ts";
import { createInsight } from "#worker/insights/save-insight.ts";
import { selectMissingCovers } from "#worker/insights/covers/missing-covers.ts";
import { makeDraft } from "../../insights/insights-make.ts";
import { makeScope } from "../../make-scope.ts";
import {
  begin,
  hash,
  makeEditor,
  makeItem,
  makeJpeg,
  makePng,
  makeWebp,
  askMedia,
  send,
} from "../../media/media-make.ts";
import { type Ask, type FaultCase, ofProgram } from "./case.ts";

const db = openDb(env.DB);
type More = Partial<FaultCase>;
type Editor = Awaited<ReturnType<typeof makeEditor>>;
const swept = { of: ["objects", "media_uploads", "media"], why: "files of nobody are swept by an hourly job" };
const picture = makePng();
const share = makePng(coverSizes.share);
const wideWebp = (width: number) => makeWebp({ width, height: width / 2 });

export function toForm(fields: Record<string, string | Uint8Array>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === "string" ? value : new File([value as BlobPart], `${name}.png`));
  return form;
}

/** Asks for a path below /blog-management, as somebody who may write articles. */
export function editor(
  door: string,
  what: string,
  make: (caller: Editor) => Promise<{ path: string } & Partial<Extract<Ask, { path: string }>>>,
  more: More = {},
): FaultCase {
  return {
    door,
    what,
    remainders: swept,
    async prepare() {
      const caller = await makeEditor();
      const { path, headers, ...asked } = await make(caller);
      return { path: `/blog-management${path}`, headers: { Cookie: caller.Cookie, ...headers }, ...asked };
    },
    ...more,
  };
}

export const svg = (part: "wide" | "card") =>
  new TextEncoder().encode(
    drawScene(buildArticleCover({ motif: "gcc", seed: "a", lead: null, density: 1 }, coverSizes[part])),
  );
const drawings = () => ({ wide: svg("wide"), card: svg("card"), share });

async function beginUpload(caller: Editor, bytes = picture): Promise<string> {
  const { upload } = await begin(caller, { bytes });
  return upload?.id ?? "";
}

async function sendParts(caller: Editor): Promise<string> {
  const id = await beginUpload(caller);
  const headers = { "Content-Type": "application/octet-stream" };
  await askMedia(`/media-uploads/${id}?from=0`, caller, { body: picture, headers });
  return id;
}

const bytes = { "Content-Type": "application/octet-stream" };
const placed = { alt: "A plant", caption: "", "focus.x": "0.5", "focus.y": "0.5" };
const item = (caller: Editor) => makeItem(caller, { bytes: picture });

export const files: readonly FaultCase[] = [
  editor(
    "staff/media/uploads",
    "begin",
    async () => ({
      path: "/media-uploads",
      form: { name: "plant.png", bytes: String(picture.length), sha256: await hash(picture) },
    }),
    { repeats: "an upload that nobody goes on with is swept" },
  ),
  editor("staff/media/upload", "part", async (caller) => ({
    path: `/media-uploads/${await beginUpload(caller)}?from=0`,
    body: picture,
    headers: bytes,
  })),
  editor(
    "staff/media/upload",
    "finish",
    async (caller) => ({
      path: `/media-uploads/${await sendParts(caller)}?do=finish`,
      form: toForm({ placeholder: "" }),
    }),
    { leaves: ["media.added"] },
  ),
  editor("staff/media/upload", "cancel", async (caller) => ({
    path: `/media-uploads/${await beginUpload(caller)}?do=cancel`,
    form: { x: "" },
  })),
  editor("staff/media/media", "add", async () => ({ path: "/media", form: toForm({ file: picture }) }), {
    leaves: ["media.added"],
  }),
  editor(
    "staff/media/media",
    "delete",
    async (caller) => ({
      path: "/media",
      form: { do: `delete ${(await item(caller)).id}:1` },
    }),
    { leaves: ["media.deleted"] },
  ),
  editor(
    "staff/media/media",
    "undo",
    async (caller) => {
      const { id } = await item(caller);
      await askMedia("/media", caller, { form: { do: `delete ${id}:1` } });
      return { path: "/media", form: { do: "undo", undo: `${id}:2` } };
    },
    { leaves: ["media.restored"] },
  ),
  editor(
    "staff/media/item",
    "save",
    async (caller) => ({
      path: `/media/${(await item(caller)).id}`,
      form: { intent: "save", version: "1", name: "plant-of-ours.png", ...placed },
    }),
    { leaves: ["media.described"], typed: ["plant-of-ours.png"] },
  ),
  editor(
    "staff/media/item",
    "replace",
    async (caller) => ({
      path: `/media/${(await item(caller)).id}`,
      form: toForm({ intent: "replace", version: "1", file: makePng({ width: 80 }) }),
    }),
    { leaves: ["media.replaced"] },
  ),
  editor(
    "staff/media/item",
    "restore",
    async (caller) => {
      const { id } = await item(caller);
      await send(caller, { bytes: makePng({ width: 90 }), replaces: { id, version: 1 } });
      const former = await db.selectFrom("media_former").select("id").executeTakeFirstOrThrow();
      return { path: `/media/${id}`, form: { intent: "restore", version: "2", former: former.id } };
    },
    { leaves: ["media.replaced"] },
  ),
  editor(
    "staff/media/widths",
    "made",
    async (caller) => {
      const { id } = await makeItem(caller, { bytes: makeJpeg({ width: 1000, height: 500 }) });
      const row = await db
        .selectFrom("media_items")
        .select("file_key")
        .where("id", "=", id as never)
        .executeTakeFirstOrThrow();
      const form = toForm({ id, file: row.file_key, placeholder: "" });
      for (const width of [480, 960, 1000])
        form.append("variant", new File([wideWebp(width) as BlobPart], "variant.webp"));
      return { path: "/media-widths", form };
    },
    { leaves: ["media.widths_made"] },
  ),
  editor("staff/insights/cover/store", "drawn", async () => ({ path: "/covers", form: toForm(drawings()) }), {
    leaves: ["post.cover_stored"],
    repeats: "its row is stored before its bytes, and an attempt for the bytes has an entry, too",
  }),
  editor(
    "staff/insights/cover/missing",
    "drawn",
    async () => {
      const cover = { motif: "gcc", seed: "a", lead: null, density: 1 } as const;
      await createInsight(db, { actor: null, draft: await makeDraft({ cover, coverAlt: "" }) }, makeScope());
      const [missing] = await selectMissingCovers(db).execute();
      const { id = "", title = "", cover: drawn = "" } = (missing ?? {}) as Record<string, string>;
      return { path: "/missing-covers", form: toForm({ id, title, cover: drawn, ...drawings() }) };
    },
    {
      leaves: ["post.cover_drawn"],
      partly: "drawings are stored before the article shows them",
      repeats: "an attempt for the same drawings has an entry, too",
    },
  ),
  ofProgram(
    "post /api/media",
    ["media.added"],
    async () => ({ path: "/api/media?name=plant.png", body: picture, headers: bytes }),
    { remainders: swept },
  ),
  ofProgram("patch /api/media/{id}", ["media.described"], async () => ({
    path: `/api/media/${(await item(await makeEditor())).id}`,
    method: "PATCH",
    json: { alt: "A plant" },
    headers: { "If-Match": '"1"' },
  })),
];

/** Uploads to the media library, through the built Worker. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { largestFile, partSize } from "#shared/media/media-library.ts";
import { openDb } from "#worker/db/client.ts";
import type { MediaItemId } from "#worker/db/media-tables.ts";
import { sweepLibrary } from "#worker/media/library/sweep.ts";
import { breakBinding } from "../faulty-bindings.ts";
import { makeCaller } from "../accounts/account-make.ts";
import { makeScope } from "../make-scope.ts";
import {
  askJson,
  askMedia,
  begin,
  finish,
  hash,
  listKeys,
  makeAvif,
  makeEditor,
  makeGif,
  makeItem,
  makeJpeg,
  makePdf,
  makePng,
  makeWebp,
  secret,
  send,
  toBytes,
  toText,
} from "./media-make.ts";

const db = openDb(env.DB);

async function readFile(src: string): Promise<Uint8Array> {
  const { file_key: key } = await db
    .selectFrom("media_items")
    .select("file_key")
    .where("key", "=", src.slice("/media/".length))
    .executeTakeFirstOrThrow();
  return new Uint8Array((await (await env.MEDIA.get(key))?.arrayBuffer()) ?? new ArrayBuffer());
}

test("each kind of file is taken by its content, measured, and loses where it was taken", async () => {
  const caller = await makeEditor();
  const files = {
    "image/jpeg": makeJpeg(),
    "image/png": makePng(),
    "image/webp": makeWebp(),
    "image/avif": makeAvif(),
    "image/gif": makeGif(),
  };
  for (const [type, bytes] of Object.entries(files)) {
    expect(toText(bytes)).toContain(secret);
    const { item, trouble } = await send(caller, { bytes, name: "photo.bin" });
    expect(item, trouble).toMatchObject({ type, width: 64, height: 48, name: "photo.bin" });
    expect(toText(await readFile(item?.src ?? "")), type).not.toContain(secret);
  }
  const pdf = await send(caller, { bytes: makePdf(), name: "paper.pdf" });
  expect(pdf.item).toMatchObject({ type: "application/pdf", width: 0, height: 0, preview: null });
  const actions = await db
    .selectFrom("audit_log")
    .select(["action", "actor_id"])
    .where("action", "=", "media.added")
    .execute();
  expect(actions).toEqual(Array.from({ length: 6 }, () => ({ action: "media.added", actor_id: caller.user.id })));
});

test("a JPEG keeps how it is turned and what its colours mean, and nothing else that its camera adds", async () => {
  const caller = await makeEditor();
  const { item } = await send(caller, { bytes: makeJpeg({ turn: 6 }) });
  expect(item).toMatchObject({ width: 48, height: 64 });
  const stored = toText(await readFile(item?.src ?? ""));
  expect([stored.includes("Exif\0\0MM"), stored.includes("ICC_PROFILE"), stored.includes("<script>")]).toEqual([
    true,
    true,
    false,
  ]);
  const turned = await send(caller, { bytes: makeAvif({ isTurned: true }) });
  expect(turned.item).toMatchObject({ width: 48, height: 64 });
});

const jpeg = makeJpeg();
test.each([
  ["a renamed program", toBytes(`MZ${"\0".repeat(60)}`), "a program, whatever its name says"],
  ["a renamed program of Linux", toBytes(`\x7fELF${"\0".repeat(60)}`), "a program"],
  ["an SVG", toBytes('<?xml version="1.0"?><svg onload="alert(1)"/>'), "SVG drawing, which can hold scripts"],
  ["HTML", toBytes("<html><script>alert(1)</script>"), "no JPEG, PNG"],
  ["HTML behind the start of a GIF", toBytes("GIF89a<script>alert(1)</script>"), "GIF is broken"],
  ["a PDF that begins later", toBytes(`<script></script>${toText(makePdf())}`), "no JPEG, PNG"],
  ["a cut JPEG", jpeg.subarray(0, 80), "JPEG is broken, or not all of it is there"],
  ["a cut PNG", makePng().subarray(0, 60), "PNG is broken"],
  ["a cut AVIF", makeAvif().subarray(0, 120), "AVIF is broken"],
  ["a cut PDF", toBytes("%PDF-1.7\n1 0 obj"), "PDF is broken"],
  ["a WebP that moves", makeWebp({ isMoving: true }), "This WebP moves"],
  ["a photograph of an iPhone", toBytes("\0\0\0\x18ftypheic\0\0\0\0heicmif1"), "HEIC"],
  ["a PNG of 50,000 by 50,000", makePng({ width: 50_000, height: 50_000 }), "2500 megapixels. At most 40"],
  ["a JPEG of 65,000 by 65,000", makeJpeg({ width: 65_000, height: 65_000 }), "At most 40"],
  ["an AVIF of 100,000 by 1,000", makeAvif({ width: 100_000, height: 1000 }), "At most 40"],
  ["a WebP of 16,000 by 16,000", makeWebp({ width: 16_000, height: 16_000 }), "At most 40"],
  ["a GIF with a frame larger than itself", makeGif({ frame: { width: 60_000, height: 60_000 } }), "GIF is broken"],
  ["a picture without a size", makeJpeg({ width: 0 }), "does not say how large it is"],
])("%s is refused with words, and nothing of it stays", async (_name, bytes, words) => {
  const caller = await makeEditor();
  const { status, trouble, item } = await send(caller, { bytes, name: "innocent.jpg" });
  expect([status, item]).toEqual([400, undefined]);
  expect(trouble).toContain(words);
  vi.setSystemTime(Date.now() + 3 * 3_600_000);
  await sweepLibrary(db, makeScope());
  expect(await listKeys()).toEqual([]);
  expect(await db.selectFrom("media_uploads").select("id").execute()).toEqual([]);
});

test("a file of several parts goes on where it broke off, also when it is begun again", async () => {
  const caller = await makeEditor();
  const bytes = makeJpeg({ filler: 2 * partSize });
  const { upload } = await begin(caller, { bytes });
  const own = `/media-uploads/${upload?.id}`;
  const part = (from: number) =>
    askJson(`${own}?from=${from}`, caller, { body: bytes.subarray(from, from + partSize) });
  expect((await part(0)).upload?.received).toBe(partSize);
  // The answer was lost: the part comes once more. One that is not due is refused.
  expect((await part(0)).upload?.received).toBe(partSize);
  expect((await part(2 * partSize)).status).toBe(409);
  expect((await finish(caller, upload?.id ?? "")).status).toBe(409);
  const again = await begin(caller, { bytes });
  expect(again.upload).toEqual({ id: upload?.id, received: partSize, bytes: bytes.length });
  expect((await askJson(own, caller)).upload).toEqual(again.upload);
  await part(partSize);
  await part(2 * partSize);
  const { item } = await finish(caller, upload?.id ?? "");
  expect(item).toMatchObject({ type: "image/jpeg", bytes: expect.any(Number) });
  // The answer was lost: the page asks again.
  expect((await finish(caller, upload?.id ?? "")).item?.id).toBe(item?.id);
  expect(await listKeys("private/")).toEqual([]);
});

test("two files at once, and two of one person's tabs with the same file, do not disturb each other", async () => {
  const caller = await makeEditor();
  const [first, second] = await Promise.all([
    send(caller, { bytes: makePng(), name: "a.png" }),
    send(caller, { bytes: makePng(), name: "b.png" }),
  ]);
  expect([first.item?.name, second.item?.name]).toEqual(["a.png", "b.png"]);
});

test("more bytes than were announced are refused while they come, and so are too many or none", async () => {
  const caller = await makeEditor();
  const bytes = makePng();
  const { upload } = await begin(caller, { bytes });
  const long = await askJson(`/media-uploads/${upload?.id}?from=0`, caller, { body: new Uint8Array(3 * 1024 * 1024) });
  expect(long.status).toBe(413);
  const short = await askJson(`/media-uploads/${upload?.id}?from=0`, caller, { body: bytes.subarray(0, 20) });
  expect([short.status, short.trouble]).toEqual([400, "This part of the file is not whole."]);
  for (const [announced, words] of [
    [String(largestFile + 1), "more than 25 MB"],
    ["0", "empty"],
  ] as const) {
    const refused = await askJson("/media-uploads", caller, { form: { name: "a", bytes: announced, sha256: "" } });
    expect([refused.status, refused.trouble?.includes(words)]).toEqual([400, true]);
  }
  for (const from of ["-1", "x", ""])
    expect((await askJson(`/media-uploads/${upload?.id}?from=${from}`, caller, { body: bytes })).status).toBe(400);
  // All of it, and then nothing behind its end.
  for (const from of [0, bytes.length])
    await askJson(`/media-uploads/${upload?.id}?from=${from}`, caller, { body: bytes.subarray(from) });
  expect((await finish(caller, upload?.id ?? "")).item).toMatchObject({ type: "image/png" });
});

test("a file that is there already is offered, whoever sends it", async () => {
  const bytes = makePng();
  const first = await makeItem(await makeEditor(), { bytes, name: "first.png" });
  const other = await makeEditor();
  expect((await begin(other, { bytes, name: "second.png" })).existing?.id).toBe(first.id);
  // A browser that says nothing of the content finds out at the end.
  const { upload } = await askJson("/media-uploads", other, {
    form: { name: "third.png", bytes: String(bytes.length), sha256: "" },
  });
  await askJson(`/media-uploads/${upload?.id}?from=0`, other, { body: bytes });
  expect(await finish(other, upload?.id ?? "")).toMatchObject({ isKnown: true, item: { id: first.id } });
  expect(await db.selectFrom("media_items").select("id").execute()).toHaveLength(1);
});

test("nobody without the permission sends a file, and nobody reaches the upload of somebody else", async () => {
  const caller = await makeEditor();
  const bytes = makePng();
  const { upload } = await begin(caller, { bytes });
  const stranger = { ...(await makeCaller({ roles: ["HR"] })), env: {} };
  expect((await begin(stranger, { bytes })).status).toBe(403);
  const colleague = await makeEditor();
  const paths = [
    `/media-uploads/${upload?.id}?from=0`,
    `/media-uploads/${upload?.id}?do=finish`,
    `/media-uploads/${upload?.id}?do=cancel`,
  ];
  for (const path of paths) expect((await askJson(path, colleague, { body: bytes })).status).toBe(404);
  const signedOut = await askMedia("/media-uploads", { Cookie: "" }, { form: { name: "a" } });
  expect([signedOut.status, signedOut.headers.get("Location")?.startsWith("/auth")]).toEqual([302, true]);
  const elsewhere = await askMedia("/media-uploads", caller, {
    form: { name: "a" },
    headers: { "Sec-Fetch-Site": "cross-site" },
  });
  expect(elsewhere.status).toBe(403);
});

test("a cancelled upload leaves nothing", async () => {
  const caller = await makeEditor();
  const bytes = makeJpeg({ filler: partSize });
  const { upload } = await begin(caller, { bytes });
  await askJson(`/media-uploads/${upload?.id}?from=0`, caller, { body: bytes.subarray(0, partSize) });
  await askJson(`/media-uploads/${upload?.id}?do=cancel`, caller, { form: {} });
  expect([await listKeys(), await db.selectFrom("media_uploads").select("id").execute()]).toEqual([[], []]);
});

test("what lies in the bucket because the database failed is swept, and an upload that never ended too", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const caller = await makeEditor();
  const bytes = makePng();
  const { upload } = await begin(caller, { bytes });
  await askJson(`/media-uploads/${upload?.id}?from=0`, caller, { body: bytes });
  const { DB } = breakBinding("DB", { hits: (call) => call === "DB.batch" });
  expect((await finish({ ...caller, env: { DB } }, upload?.id ?? "")).status).toBe(503);
  expect((await listKeys()).length).toBe(2);
  const item = await makeItem(caller);
  await sweepLibrary(db, makeScope());
  expect((await listKeys()).length).toBe(3);
  vi.setSystemTime(Date.now() + 50 * 3_600_000);
  expect(await sweepLibrary(db, makeScope())).toMatchObject({ uploads: 2 });
  expect(await listKeys()).toEqual([await readKey(item.id)]);
});

async function readKey(id: string) {
  const row = await db
    .selectFrom("media_items")
    .select("file_key")
    .where("id", "=", id as MediaItemId)
    .executeTakeFirst();
  return row?.file_key;
}

test("further widths are kept when they fit the picture, and refused otherwise", async () => {
  const caller = await makeEditor();
  const bytes = makePng({ width: 1000, height: 500 });
  const good = [480, 960, 1000].map((width) => makeWebp({ width, height: width / 2 }));
  const tiny = makeWebp({ width: 16, height: 8 });
  const placeholder = btoa(toText(tiny));
  const { item } = await send(caller, { bytes, variants: good, placeholder });
  const rows = await db.selectFrom("media_variants").select(["width", "height", "key"]).orderBy("width").execute();
  expect(rows.map(({ width, height }) => [width, height])).toEqual([
    [480, 240],
    [960, 480],
    [1000, 500],
  ]);
  expect(rows[0]?.key).toMatch(/^library\/[0-9a-f-]{36}\/plant-480-[0-9a-f]{16}\.webp$/);
  expect(item?.preview).toBe(`/media/${rows[0]?.key}`);
  const stored = await db.selectFrom("media_items").select("placeholder").executeTakeFirstOrThrow();
  expect(toText(Uint8Array.from(atob(stored.placeholder), (sign) => sign.charCodeAt(0)))).not.toContain(secret);
  for (const variant of [
    makeWebp({ width: 480, height: 300 }),
    makeWebp({ width: 500, height: 250 }),
    makePng({ width: 480, height: 240 }),
    toBytes("<svg/>"),
  ]) {
    const refused = await send(caller, { bytes: makePng({ width: 1000, height: 500 }), variants: [variant] });
    expect([refused.status, refused.trouble?.includes("Send the picture again")]).toEqual([400, true]);
  }
  const odd = await send(caller, { bytes: makePng({ width: 1000, height: 500 }), placeholder: '"><script>' });
  expect(odd.item).toBeDefined();
  const placeholders = await db.selectFrom("media_items").select("placeholder").execute();
  expect(placeholders.map((row) => row.placeholder)).toContain("");
});

test("where the Images binding is bound, it makes the widths that a browser without script did not", async () => {
  const caller = await makeEditor();
  const asked: number[] = [];
  const IMAGES = {
    input: () => ({
      transform: ({ width }: { width: number }) => ({
        output: async () => {
          asked.push(width);
          return { response: () => new Response(makeWebp({ width, height: width / 2 }) as BodyInit) };
        },
      }),
    }),
  } as unknown as ImagesBinding;
  await send({ ...caller, env: { IMAGES } }, { bytes: makePng({ width: 1000, height: 500 }) });
  expect(asked).toEqual([480, 960, 1000]);
  expect(await db.selectFrom("media_variants").select("key").execute()).toHaveLength(3);
});

test("a form without script adds small files, and says of each why it does not", async () => {
  const caller = await makeEditor();
  const form = new FormData();
  form.append("file", new File([makePng() as BlobPart], "one.png"));
  form.append("file", new File([toBytes("MZ") as BlobPart], "two.png"));
  const answer = await askMedia("/media", caller, { form });
  const page = await answer.text();
  expect([answer.status, page.includes("one.png"), page.includes("This is a program")]).toEqual([200, true, true]);
  expect(await db.selectFrom("media_items").select("name").execute()).toEqual([{ name: "one.png" }]);
});

test("names of files become keys and headers that harm nobody", async () => {
  const caller = await makeEditor();
  const names = [
    "../../etc/passwd",
    "a\0b.pdf",
    "a\r\nSet-Cookie: x=1.pdf",
    "\u202egpj.exe",
    "x".repeat(1024),
    "",
    "..",
    '"; filename="x',
    "été 文字 '(1)'.pdf",
    "photo-0123456789abcdef.pdf",
  ];
  for (const [index, name] of names.entries()) {
    const { item, trouble } = await send(caller, { bytes: makePdf(String(index)), name });
    expect(item, trouble).toBeDefined();
    expect(item?.src).toMatch(/^\/media\/library\/[0-9a-f-]{36}\/[a-z0-9-]{1,70}\.pdf$/);
    expect(item?.name).not.toMatch(/[\u0000-\u001f\u202e/\\]/);
    const { file_key: key } = await db
      .selectFrom("media_items")
      .select("file_key")
      .where("id", "=", item?.id as MediaItemId)
      .executeTakeFirstOrThrow();
    const { httpMetadata } = (await env.MEDIA.head(key)) ?? {};
    expect(httpMetadata?.contentDisposition).toMatch(
      /^attachment; filename="[^"\\%\r\n]*"; filename\*=UTF-8''[A-Za-z0-9%!#$&+.^_`|~-]*$/,
    );
  }
  expect(await hash(makePdf("0"))).toMatch(/^[0-9a-f]{64}$/);
});

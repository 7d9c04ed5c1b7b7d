/** Pictures of accounts: read by content, without what a camera adds, for their owner and who manages accounts. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { countRuns } from "#tests/runs.ts";
import { cleanPicture } from "#worker/accounts/own/clean-picture.ts";
import { sweepPictures } from "#worker/accounts/own/picture.ts";
import { openDb } from "#worker/db/client.ts";
import { ask, makeCaller } from "./account-make.ts";

const db = openDb(env.DB);
const secret = "GPS 52.5200N 13.4050E";
const text = (words: string) => new TextEncoder().encode(words);
const join = (...parts: (readonly number[] | Uint8Array)[]) =>
  new Uint8Array(parts.flatMap((part) => Array.from(part)));

function jpegPart(kind: number, body: Uint8Array): Uint8Array {
  const length = body.length + 2;
  return join([0xff, kind, length >> 8, length & 255], body);
}

const scan = join(jpegPart(0xda, new Uint8Array(10)), [1, 2, 0xff, 0, 3, 0xff, 0xd0, 4]);

const jpeg = join(
  [0xff, 0xd8],
  jpegPart(0xe1, text(`Exif ${secret}`)),
  jpegPart(0xfe, text(secret)),
  jpegPart(0xdb, new Uint8Array(65)),
  scan,
  jpegPart(0xfe, text(secret)),
  scan,
  [0xff, 0xd9],
  text(secret),
);

function pngPart(name: string, body: Uint8Array): Uint8Array {
  return join([0, 0, body.length >> 8, body.length & 255], text(name), body, [0, 0, 0, 0]);
}

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const png = join(
  pngStart,
  pngPart("IHDR", new Uint8Array(13)),
  pngPart("eXIf", text(secret)),
  pngPart("tEXt", text(secret)),
  pngPart("IDAT", new Uint8Array(40)),
  pngPart("IEND", new Uint8Array()),
  text(secret),
);

function webpPart(name: string, body: Uint8Array): Uint8Array {
  return join(text(name), [body.length & 255, body.length >> 8, 0, 0], body, body.length % 2 ? [0] : []);
}

const chunks = join(
  webpPart("VP8X", join([0x3c], new Uint8Array(9))),
  webpPart("VP8 ", new Uint8Array(31)),
  webpPart("EXIF", text(secret)),
  webpPart("XMP ", text(secret)),
);
const webp = join(text("RIFF"), [chunks.length + 4, 0, 0, 0], text("WEBP"), chunks);

const pictures = { "image/jpeg": jpeg, "image/png": png, "image/webp": webp };
const read = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

test.each(Object.entries(pictures))("of a %s only the picture stays", (type, bytes) => {
  const cleaned = cleanPicture(bytes);
  expect(cleaned?.type).toBe(type);
  expect(read(bytes)).toContain(secret);
  expect(read(cleaned?.bytes ?? new Uint8Array())).not.toContain(secret);
  // It is whole: what was cleaned once has nothing more to lose.
  expect(cleanPicture(cleaned?.bytes ?? new Uint8Array())).toEqual(cleaned);
});

test("a WebP without its extras does not announce them any longer", () => {
  const cleaned = cleanPicture(webp)?.bytes ?? new Uint8Array();
  expect(cleaned[20]).toBe(0x10);
  expect(new DataView(cleaned.buffer).getUint32(4, true)).toBe(cleaned.length - 8);
});

test.each([
  ["nothing", new Uint8Array()],
  ["a page", text("<!doctype html><script>alert(1)</script>")],
  ["a drawing", text("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")],
  ["a GIF", text("GIF89a")],
  ["a JPEG that breaks off", jpeg.slice(0, 60)],
  ["a JPEG without a scan", join([0xff, 0xd8, 0xff, 0xd9])],
  ["a PNG that breaks off", png.slice(0, -30)],
  ["a PNG without a picture", join(pngStart, pngPart("IHDR", new Uint8Array(13)), pngPart("IEND", new Uint8Array()))],
  ["a WebP that breaks off", webp.slice(0, 40)],
])("%s is no picture", (_, bytes) => {
  expect(cleanPicture(bytes)).toBeNull();
});

test("whatever bytes arrive, they are refused or have no more than the picture", () => {
  const start = fc.constantFrom(new Uint8Array(), jpeg.slice(0, 2), jpeg, new Uint8Array(pngStart), png, webp);
  const edit = fc.record({ at: fc.nat(400), byte: fc.nat(255) });
  fc.assert(
    fc.property(start, fc.array(edit, { maxLength: 6 }), fc.uint8Array({ maxLength: 80 }), (begun, edits, rest) => {
      const bytes = join(begun, rest);
      for (const { at, byte } of edits) if (at < bytes.length) bytes[at] = byte;
      const cleaned = cleanPicture(bytes);
      if (!cleaned) return;
      expect(cleaned.bytes.length).toBeLessThanOrEqual(bytes.length);
      expect(cleanPicture(cleaned.bytes)).toEqual(cleaned);
    }),
    { numRuns: countRuns(20_000) },
  );
});

function sendPicture(caller: { Cookie: string }, bytes: Uint8Array, name = "me.txt", overrides: Partial<Env> = {}) {
  const form = new FormData();
  form.set("picture", new File([bytes as BlobPart], name, { type: "text/html" }));
  return ask("/account?form=picture", { Cookie: caller.Cookie, form, env: overrides });
}

const readKey = async (id: string) =>
  (
    await db
      .selectFrom("accounts")
      .select("picture_key")
      .where("id", "=", id as never)
      .executeTakeFirst()
  )?.picture_key;

test("a picture is stored, shown to its owner and to who reads accounts, replaced, and removed", async () => {
  const [caller, other] = [await makeCaller(), await makeCaller({ roles: ["HR"] })];
  const manager = await makeCaller({ roles: ["talent_admin"] });
  const sent = await sendPicture(caller, png);
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/account?done=picture"]);
  const key = (await readKey(caller.user.id)) ?? "";
  const path = `/account/picture/${key.split("/").at(-1)}`;
  expect(await (await ask("/account", caller)).text()).toContain(path);
  const shown = await ask(path, caller);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    "content-type": "image/png",
    "cache-control": "private, max-age=3600",
    "x-content-type-options": "nosniff",
  });
  expect(shown.headers.get("Content-Security-Policy")).toMatch(/default-src 'none'.*sandbox/);
  expect(read(new Uint8Array(await shown.arrayBuffer()))).not.toContain(secret);
  expect((await ask(path, manager)).status).toBe(200);
  expect(await (await ask("/user-management", manager)).text()).toContain(`src="${path}"`);
  const refused = await ask(path, other);
  expect([refused.status, refused.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
  expect((await ask(`/media/${key}`, caller)).status).toBe(404);
  await sendPicture(caller, webp);
  expect((await env.MEDIA.list()).objects).toHaveLength(1);
  await ask("/account?form=picture-remove", { ...caller, form: {} });
  expect(await readKey(caller.user.id)).toBeNull();
  expect((await env.MEDIA.list()).objects).toHaveLength(0);
  const actions = await db.selectFrom("audit_log").select("action").orderBy("id").execute();
  expect(actions.map(({ action }) => action)).toEqual([
    "account.picture_changed",
    "account.picture_changed",
    "account.picture_removed",
  ]);
});

test("what is no picture, too large, or not there is refused with a reason, and nothing is stored", async () => {
  const caller = await makeCaller();
  const large = new Uint8Array(2 * 1024 * 1024 + 10);
  for (const [bytes, status, words] of [
    [text("<svg/>"), 400, "no JPEG, PNG or WebP"],
    [new Uint8Array(), 400, "Choose a picture first."],
    [large, 400, "at most 2 MB"],
    [new Uint8Array(3 * 1024 * 1024), 413, "at most 2 MB"],
  ] as const) {
    const answer = await sendPicture(caller, bytes, "me.png");
    expect([answer.status, (await answer.text()).includes(words)]).toEqual([status, true]);
  }
  expect((await env.MEDIA.list()).objects).toHaveLength(0);
  expect(await readKey(caller.user.id)).toBeNull();
});

test("pictures that no account has any longer are swept after an hour, others stay", async () => {
  const [caller, leaving] = [await makeCaller(), await makeCaller()];
  await sendPicture(caller, png);
  await sendPicture(leaving, png);
  await db.deleteFrom("accounts").where("id", "=", leaving.user.id).execute();
  expect(await sweepPictures(db, env)).toBe(0);
  vi.setSystemTime(Date.now() + 2 * 3_600_000);
  expect(await sweepPictures(db, env)).toBe(1);
  expect((await env.MEDIA.list()).objects.map(({ key }) => key)).toEqual([await readKey(caller.user.id)]);
});

/** Files, and the media library as a browser uses it, for tests. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { MediaSummary, UploadState } from "#shared/media/media-library.ts";
import { partSize } from "#shared/media/media-library.ts";
import { drawBytes, makeMark } from "#tests/draw.ts";
import { openDb } from "#worker/db/client.ts";
import type { MediaItemId } from "#worker/db/media-tables.ts";
import { worker } from "../built-worker.ts";
import { makeCaller } from "../accounts/account-make.ts";
import { makeAddress } from "../make-scope.ts";

export const secret = "GPS 52.5200N 13.4050E";
export const toBytes = (words: string) => Uint8Array.from(words, (character) => character.charCodeAt(0));
export const toText = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);
function join(...parts: (readonly number[] | Uint8Array)[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const big = (value: number, length: number) =>
  Array.from({ length }, (_, index) => Math.floor(value / 256 ** (length - 1 - index)) % 256);
const small = (value: number, length: number) => big(value, length).toReversed();

function jpegPart(kind: number, body: Uint8Array): Uint8Array {
  return join([0xff, kind], big(body.length + 2, 2), body);
}

interface Size {
  width?: number;
  height?: number;
}

/** EXIF in Intel's order: how the camera was held, and where. */
function makeExif(turn: number): Uint8Array {
  const entry = [...small(0x0112, 2), ...small(3, 2), ...small(1, 4), ...small(turn, 2), 0, 0];
  return join(toBytes("Exif\0\0II"), small(42, 2), small(8, 4), small(1, 2), entry, [0, 0, 0, 0], toBytes(secret));
}

/** A JPEG as a camera makes it, with what must not stay of it. No decoder would draw it. */
export function makeJpeg({
  width = 64,
  height = 48,
  turn = 1,
  filler = 0,
}: Size & { turn?: number; filler?: number } = {}) {
  const scan = new Uint8Array(filler + 8).fill(7);
  return join(
    [0xff, 0xd8],
    jpegPart(0xe1, makeExif(turn)),
    jpegPart(0xe1, toBytes(`http://ns.adobe.com/xap/1.0/\0${secret}`)),
    jpegPart(0xe2, toBytes("ICC_PROFILE\0colours")),
    jpegPart(0xfe, toBytes(secret)),
    jpegPart(0xc0, join([8], big(height, 2), big(width, 2), [1, 1, 17, 0])),
    jpegPart(0xda, new Uint8Array(6)),
    scan,
    [0xff, 0xd9],
    toBytes(`<script>${secret}</script>`),
  );
}

function pngPart(name: string, body: Uint8Array): Uint8Array {
  return join(big(body.length, 4), toBytes(name), body, [0, 0, 0, 0]);
}

export function makePng({ width = 64, height = 48 }: Size = {}) {
  return join(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    pngPart("IHDR", join(big(width, 4), big(height, 4), [8, 2, 0, 0, 0])),
    pngPart("eXIf", toBytes(secret)),
    pngPart("tEXt", toBytes(secret)),
    pngPart("IDAT", drawBytes(40, makeMark())),
    pngPart("IEND", new Uint8Array()),
  );
}

function webpPart(name: string, body: Uint8Array): Uint8Array {
  return join(toBytes(name), small(body.length, 4), body, body.length % 2 ? [0] : []);
}

export function makeWebp({ width = 64, height = 48, isMoving = false }: Size & { isMoving?: boolean } = {}) {
  const flags = isMoving ? 0x02 : 0x2c;
  const chunks = join(
    webpPart("VP8X", join([flags, 0, 0, 0], small(width - 1, 3), small(height - 1, 3))),
    isMoving
      ? webpPart("ANMF", new Uint8Array(24))
      : webpPart("VP8 ", join(new Uint8Array(6), small(width, 2), small(height, 2), new Uint8Array(9))),
    webpPart("EXIF", toBytes(secret)),
    webpPart("XMP ", toBytes(secret)),
  );
  return join(toBytes("RIFF"), small(chunks.length + 4, 4), toBytes("WEBP"), chunks);
}

export function makeGif({ width = 64, height = 48, frame = {} as Size } = {}) {
  const block = (words: Uint8Array) => join([words.length], words);
  return join(
    toBytes("GIF89a"),
    small(width, 2),
    small(height, 2),
    [0, 0, 0],
    [0x21, 0xff],
    block(toBytes("NETSCAPE2.0")),
    [3, 1, 0, 0, 0],
    [0x21, 0xff],
    block(toBytes("XMP DataXMP")),
    block(toBytes(secret)),
    [0],
    [0x21, 0xfe],
    block(toBytes(secret)),
    [0],
    [0x2c, 0, 0, 0, 0],
    small(frame.width ?? width, 2),
    small(frame.height ?? height, 2),
    [0, 2],
    block(new Uint8Array(9)),
    [0, 0x3b],
    toBytes(secret),
  );
}

function box(name: string, ...parts: (readonly number[] | Uint8Array)[]): Uint8Array {
  const body = join(...parts);
  return join(big(body.length + 8, 4), toBytes(name), body);
}

/** An AVIF with a picture of 12 bytes and EXIF behind it. */
export function makeAvif({ width = 64, height = 48, isTurned = false }: Size & { isTurned?: boolean } = {}) {
  const start = box("ftyp", toBytes("avif"), [0, 0, 0, 0], toBytes("avifmif1"));
  const entry = (id: number, kind: string) => box("infe", [2, 0, 0, 0], big(id, 2), [0, 0], toBytes(kind), [0]);
  const makeMeta = (at: number) =>
    box(
      "meta",
      [0, 0, 0, 0],
      box("iinf", [0, 0, 0, 0], big(2, 2), entry(1, "av01"), entry(2, "Exif")),
      box(
        "iloc",
        [0, 0, 0, 0, 0x44, 0],
        big(2, 2),
        ...[
          { id: 1, from: at, length: 12 },
          { id: 2, from: at + 12, length: secret.length },
        ].map(({ id, from, length }) => join(big(id, 2), [0, 0], big(1, 2), big(from, 4), big(length, 4))),
      ),
      box(
        "iprp",
        box("ipco", box("ispe", [0, 0, 0, 0], big(width, 4), big(height, 4)), isTurned ? box("irot", [1]) : []),
      ),
    );
  const at = start.length + makeMeta(0).length + 8;
  return join(
    start,
    makeMeta(at),
    box("mdat", new Uint8Array(12).fill(9), toBytes(secret)),
    box("uuid", toBytes(secret)),
  );
}

export function makePdf(words = "") {
  return toBytes(`%PDF-1.7\n1 0 obj\n<<>>\nendobj\n${words}\n%%EOF\n`);
}

export type MediaCaller = Awaited<ReturnType<typeof makeEditor>>;

/** Somebody who may write articles, with a session. */
export async function makeEditor() {
  const caller = await makeCaller({ roles: ["marketing_admin"] });
  return { ...caller, env: {} as Partial<Env> };
}

interface Sender {
  Cookie: string;
  env?: Partial<Env>;
}

interface Sent {
  form?: Record<string, string> | URLSearchParams | FormData;
  body?: Uint8Array;
  headers?: Record<string, string>;
}

/** Asks the built Worker for a path below /blog-management. */
export async function askMedia(path: string, caller: Sender, { form, body, headers }: Sent = {}) {
  const payload = body ?? (form && (form instanceof FormData ? form : new URLSearchParams(form)));
  const request = new Request(`${env.SITE_ORIGIN}/blog-management${path}`, {
    method: payload ? "POST" : "GET",
    redirect: "manual",
    headers: {
      "CF-Connecting-IP": makeAddress(),
      "Sec-Fetch-Site": "same-origin",
      Cookie: caller.Cookie,
      ...(body && { "Content-Type": "application/octet-stream" }),
      ...headers,
    },
    ...(payload && { body: payload as BodyInit }),
  });
  const ctx = createExecutionContext();
  const answer = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...caller.env }, ctx);
  await waitOnExecutionContext(ctx);
  return answer;
}

interface Answer {
  status: number;
  /** Why it was refused, in words for the sender. */
  trouble: string | undefined;
  upload: UploadState | null | undefined;
  existing: MediaSummary | undefined;
  item: MediaSummary | undefined;
  isKnown: boolean | undefined;
}

export async function askJson(path: string, caller: Sender, sent: Sent = {}): Promise<Answer> {
  const answer = await askMedia(path, caller, sent);
  const json = (await answer.json().catch(() => ({}))) as Partial<Answer> & {
    detail?: string;
    errors?: Record<string, string[]>;
  };
  const trouble = Object.values(json.errors ?? {}).flat()[0] ?? json.detail;
  const { upload, existing, item, isKnown } = json;
  return { status: answer.status, trouble, upload, existing, item, isKnown };
}

export async function hash(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as BufferSource));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface SentFile {
  bytes: Uint8Array;
  name?: string;
  variants?: readonly Uint8Array[];
  placeholder?: string;
  replaces?: { id: string; version: number };
  /** The import that brings it. */
  importId?: string;
}

export async function begin(caller: Sender, { bytes, name = "plant.jpg", replaces, importId }: SentFile) {
  const asked = { name, bytes: String(bytes.length), sha256: await hash(bytes) };
  const replaced = replaces && { "replaces.id": replaces.id, "replaces.version": String(replaces.version) };
  return askJson("/media-uploads", caller, {
    form: { ...asked, ...replaced, ...(importId && { isImported: "true" }) },
  });
}

export function finish(
  caller: Sender,
  id: string,
  { variants = [], placeholder = "", importId }: Partial<SentFile> = {},
) {
  const form = new FormData();
  form.set("placeholder", placeholder);
  if (importId) form.set("import", importId);
  for (const variant of variants) form.append("variant", new File([variant as BlobPart], "variant.webp"));
  return askJson(`/media-uploads/${id}?do=finish`, caller, { form });
}

/** Sends a file as the page does. Returns the first answer that is a refusal, or the last one. */
export async function send(caller: Sender, file: SentFile): Promise<Answer> {
  const begun = await begin(caller, file);
  const { upload } = begun;
  if (!upload) return begun;
  for (let from = upload.received; from < file.bytes.length; from += partSize) {
    const body = file.bytes.subarray(from, from + partSize);
    const answer = await askJson(`/media-uploads/${upload.id}?from=${from}`, caller, { body });
    if (answer.status !== 200) return answer;
  }
  return finish(caller, upload.id, file);
}

/** An item of the library. */
export async function makeItem(caller: Sender, file: Partial<SentFile> = {}): Promise<MediaSummary> {
  const { item, trouble } = await send(caller, { bytes: makePng(), ...file });
  if (!item) throw new Error(trouble ?? "No item");
  return item;
}

export async function listKeys(prefix = ""): Promise<string[]> {
  return (await env.MEDIA.list({ prefix })).objects.map(({ key }) => key);
}

/** What the database says that articles use, as pairs of item and article with the place. */
export async function readUses(id: string) {
  const rows = await openDb(env.DB)
    .selectFrom("media_uses")
    .select(["insight_id", "place"])
    .where("item_id", "=", id as MediaItemId)
    .orderBy("insight_id")
    .orderBy("place")
    .execute();
  return rows.map(({ insight_id, place }) => `${insight_id} ${place}`);
}

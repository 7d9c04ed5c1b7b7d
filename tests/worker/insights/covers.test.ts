/** Covers that a writer's browser has drawn: taken by content and size, named by hash, from those who may edit articles. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { drawScene } from "#app/art/draw-scene.ts";
import { buildArticleCover } from "#app/art/recipes/covers.ts";
import { coverSizes } from "#shared/insights/cover-sizes.ts";
import { countRuns } from "#tests/runs.ts";
import { openDb } from "#worker/db/client.ts";
import { checkDrawing } from "#worker/insights/covers/check-drawing.ts";
import { readPictureSize } from "#worker/insights/covers/read-picture-size.ts";
import { ask, makeCaller } from "../accounts/account-make.ts";
import { xssVectors } from "../xss-vectors.ts";

const cover = { motif: "gcc", seed: "a", lead: "leaf" } as const;
const wide = drawScene(buildArticleCover(cover, coverSizes.wide));
const card = drawScene(buildArticleCover(cover, coverSizes.card));

const text = (words: string) => new TextEncoder().encode(words);

/** A PNG of one part, as much as is read of it here. */
function makePng(width: number, height: number, extra = new Uint8Array()): Uint8Array<ArrayBuffer> {
  const part = (name: string, body: Uint8Array) => {
    const bytes = new Uint8Array(12 + body.length);
    new DataView(bytes.buffer).setUint32(0, body.length);
    bytes.set(text(name), 4);
    bytes.set(body, 8);
    return [...bytes];
  };
  const head = new Uint8Array(13);
  new DataView(head.buffer).setUint32(0, width);
  new DataView(head.buffer).setUint32(4, height);
  const start = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const parts = [...part("IHDR", head), ...part("tEXt", text("GPS 52.52N")), ...part("IDAT", extra)];
  return new Uint8Array([...start, ...parts, ...part("IEND", new Uint8Array())]);
}

type Parts = Partial<Record<"wide" | "card" | "share", BlobPart>>;

const whole: Parts = { wide, card, share: makePng(1200, 630) };

async function send(caller: { Cookie: string }, parts: Parts, overrides: Partial<Env> = {}) {
  const form = new FormData();
  for (const [part, body] of Object.entries(parts))
    form.set(part, new File([body], "<img src=x onerror=alert(1)>.svg"));
  const answer = await ask("/blog-management/covers", { ...caller, form, env: overrides });
  const isJson = answer.headers.get("Content-Type")?.includes("json");
  return { status: answer.status, body: isJson ? ((await answer.json()) as Record<string, unknown>) : {} };
}

const makeWriter = () => makeCaller({ roles: ["marketing_admin"] });
const listStored = async () => (await env.MEDIA.list()).objects.map(({ key }) => key).toSorted();

test("a drawn cover is stored under names with its hash, with its sizes, and in the log; once, however often it is sent", async () => {
  const writer = await makeWriter();
  const { status, body } = await send(writer, whole);
  expect(status).toBe(200);
  expect(body).toEqual({
    wide: expect.stringMatching(/^covers\/wide-[0-9a-f]{16}\.svg$/) as string,
    card: expect.stringMatching(/^covers\/card-[0-9a-f]{16}\.svg$/) as string,
    share: expect.stringMatching(/^share\/cover-[0-9a-f]{16}\.png$/) as string,
  });
  expect(await send(writer, whole)).toEqual({ status, body });
  expect(await listStored()).toEqual(Object.values(body).toSorted());
  const db = openDb(env.DB);
  const rows = await db.selectFrom("media").select(["key", "type", "width", "height"]).orderBy("width").execute();
  expect(rows).toEqual([
    { key: body["card"], type: "image/svg+xml", width: 640, height: 480 },
    { key: body["share"], type: "image/png", width: 1200, height: 630 },
    { key: body["wide"], type: "image/svg+xml", width: 1440, height: 520 },
  ]);
  const log = await db.selectFrom("audit_log").select(["action", "actor_id"]).execute();
  expect(log[0]).toEqual({ action: "post.cover_stored", actor_id: writer.user.id });
  const shown = await ask(`/media/${String(body["wide"])}`, { Cookie: "" });
  expect(shown.headers.get("Content-Security-Policy")).toMatch(/default-src 'none'.*sandbox/);
  expect(await shown.text()).toBe(wide);
  const other = await send(writer, {
    ...whole,
    card: drawScene(buildArticleCover({ ...cover, seed: "b" }, coverSizes.card)),
  });
  expect(other.body["card"]).not.toBe(body["card"]);
  expect(other.body["wide"]).toBe(body["wide"]);
});

test("a picture is taken for any part, by its content and without what a camera adds", async () => {
  const writer = await makeWriter();
  const { body } = await send(writer, { wide: makePng(1440, 520), card: makePng(640, 480), share: makePng(1200, 630) });
  expect(body["wide"]).toMatch(/\.png$/);
  const stored = await env.MEDIA.get(String(body["wide"]));
  expect(await stored?.text()).not.toContain("GPS");
  expect(stored?.httpMetadata?.contentType).toBe("image/png");
});

test.for<[string, Parts, number, string]>([
  ["too few parts", { wide, card }, 400, "share"],
  ["another size", { ...whole, wide: card }, 400, "1440 × 520"],
  ["another size in a picture", { ...whole, share: makePng(1201, 630) }, 400, "1200 × 630"],
  ["a drawing for shared links", { ...whole, share: wide }, 400, "no picture"],
  ["a page", { ...whole, card: "<!doctype html><script>alert(1)</script>" }, 400, "no picture"],
  ["a picture that ends early", { ...whole, card: makePng(640, 480).slice(0, 40) }, 400, "no picture"],
  ["nothing", { ...whole, card: "" }, 400, "no picture"],
  ["more than a megabyte", { ...whole, share: makePng(1200, 630, new Uint8Array(1024 * 1024)) }, 400, "at most 1 MB"],
  ["far too much", { ...whole, share: new Uint8Array(4 * 1024 * 1024) }, 413, "too large"],
])("%s is refused with a reason, and nothing is stored", async ([, parts, status, words]) => {
  const answer = await send(await makeWriter(), parts);
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(words);
  expect(await listStored()).toEqual([]);
});

test("strangers, other roles and other sites store nothing; many covers in a minute have to wait", async () => {
  expect((await send({ Cookie: "" }, whole)).status).toBe(302);
  expect((await send(await makeCaller({ roles: ["talent_admin"] }), whole)).status).toBe(403);
  const writer = await makeWriter();
  const busy = { limit: async () => ({ success: false }) } as RateLimit;
  expect((await send(writer, whole, { SEARCH_LIMIT: busy })).status).toBe(429);
  expect((await ask("/blog-management/covers", writer)).status).toBe(404);
  expect(await listStored()).toEqual([]);
});

test("no drawing but the generator's own is taken: nothing that runs, links, loads or says something", async () => {
  const [head = ""] = /^<svg[^>]*>/.exec(card) ?? [];
  const inside = [
    ...xssVectors,
    "<script>alert(1)</script>",
    '<path onload="alert(1)" d="M0 0"/>',
    '<path d="M0 0" fill="url(#x)"/>',
    '<path style="x" d="M0 0"/>',
    '<image href="https://x.example/y"/>',
    '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
    "<foreignObject><p>text</p></foreignObject>",
    "<!-- -->",
    "<text>words</text>",
    '<path d="M0 0&quot; onload=&quot;x"/>',
    '<use href="#x"/>',
  ];
  for (const one of inside) {
    expect(checkDrawing(`${head}${one}</svg>`), one).toBeNull();
    expect(checkDrawing(`${head}<path d="M0 0"/>${one}<path d="M0 0"/></svg>`), one).toBeNull();
    expect(checkDrawing(`${one}${card}`), one).toBeNull();
    expect(checkDrawing(`${card}${one}`), one).toBeNull();
    expect(checkDrawing(card.replace("<svg ", `<svg ${one} `)), one).toBeNull();
  }
  expect(checkDrawing(card)).toEqual(coverSizes.card);
  expect(checkDrawing(`${head}</svg>`)).toEqual(coverSizes.card);
});

test("whatever a file holds, to read its size never fails", () => {
  const start = fc.constantFrom<readonly number[]>(
    [0xff, 0xd8, 0xff, 0xc0],
    [...text("RIFF0000WEBPVP8X")],
    [...text("RIFF0000WEBPVP8L")],
  );
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 60 }), (head, rest) => {
      const bytes = new Uint8Array([...head, ...rest]);
      for (const type of ["image/jpeg", "image/png", "image/webp"] as const) {
        const size = readPictureSize(type, bytes);
        if (size) expect(Number.isInteger(size.width + size.height)).toBe(true);
      }
    }),
    { numRuns: countRuns(5000) },
  );
});

test.for([
  ["image/jpeg", [0xff, 0xd8, 0xff, 0xdb, 0, 3, 0, 0xff, 0xc0, 0, 17, 8, 0x02, 0x76, 0x04, 0xb0, 3]],
  ["image/webp", [...text("RIFF0000WEBPVP8 0000"), 0, 0, 0, 0x9d, 0x01, 0x2a, 0xb0, 0x04, 0x76, 0x02]],
  ["image/webp", [...text("RIFF0000WEBPVP8L0000"), 0x2f, 0xaf, 0x44, 0x9d, 0x00]],
  ["image/webp", [...text("RIFF0000WEBPVP8X0000"), 0, 0, 0, 0, 0xaf, 0x04, 0, 0x75, 0x02, 0, 0]],
] as const)("the size of a %s is read where it stands", ([type, bytes]) => {
  expect(readPictureSize(type, new Uint8Array(bytes))).toEqual({ width: 1200, height: 630 });
});

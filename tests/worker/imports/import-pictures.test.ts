/** Pictures that the server fetches from the site that posts come from. */
import { afterEach, expect, test, vi } from "vitest";
import { makeImporter, settings } from "./import-make.ts";
import { askMedia, makeJpeg, secret, toText } from "../media/media-make.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

async function askFor(address: string, { fetches = true } = {}) {
  const importer = await makeImporter();
  const id = await importer.begin({ settings: { ...settings, fetches } });
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: "fetch", import: id, address })) form.set(name, value);
  return askMedia("/import-files", importer, { form });
}

/** Lets the old site answer, and returns what was asked of it. */
function answerWith(answers: Record<string, () => Response>) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return answers[url]?.() ?? new Response("", { status: 404 });
  });
  return asked;
}

const jpeg = () => new Response(makeJpeg() as BodyInit);

test("a picture of the old site is fetched, without what a camera adds, once the owner has said so", async () => {
  const asked = answerWith({ "https://old.example.com/a.jpg": jpeg });
  expect((await askFor("https://old.example.com/a.jpg", { fetches: false })).status).toBe(403);
  expect(asked).toEqual([]);
  const answer = await askFor("https://old.example.com/a.jpg");
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/octet-stream"]);
  expect(toText(new Uint8Array(await answer.arrayBuffer()))).not.toContain(secret);
});

test.each([
  "http://localhost/a.jpg",
  "http://127.0.0.1/a.jpg",
  "http://0x7f.1/a.jpg",
  "http://2130706433/a.jpg",
  "http://10.0.0.1/a.jpg",
  "http://169.254.169.254/latest/meta-data/",
  "http://192.168.1.1./a.jpg",
  "http://[::1]/a.jpg",
  "http://[::ffff:127.0.0.1]/a.jpg",
  "http://[fd00::1]/a.jpg",
  "http://printer.local/a.jpg",
  "http://metadata.google.internal/a.jpg",
  "http://app.localhost/a.jpg",
  "http://LOCALHOST./a.jpg",
  "http://intranet/a.jpg",
  "https://old.example.com:8443/a.jpg",
  "https://user:word@old.example.com/a.jpg",
  "ftp://old.example.com/a.jpg",
  "file:///etc/passwd",
  "data:image/png;base64,AAAA",
  "javascript:alert(1)",
  "//old.example.com/a.jpg",
  "",
])("%s is not asked", async (address) => {
  const asked = answerWith({});
  expect((await askFor(address)).status).toBe(400);
  expect(asked).toEqual([]);
});

const leadTo = (to: string) => () => new Response(null, { status: 302, headers: { Location: to } });

test("a redirect is followed to a public host alone, and not for ever", async () => {
  const start = "https://old.example.com/a.jpg";
  const asked = answerWith({
    [start]: leadTo("/b.jpg"),
    "https://old.example.com/b.jpg": leadTo("http://cdn.example.net/c.jpg"),
    "http://cdn.example.net/c.jpg": jpeg,
  });
  expect((await askFor(start)).status).toBe(200);
  expect(asked).toHaveLength(3);
  answerWith({ [start]: leadTo("http://127.0.0.1/a.jpg") });
  expect((await askFor(start)).status).toBe(400);
  const loop = answerWith({ [start]: leadTo(start) });
  expect((await askFor(start)).status).toBe(400);
  expect(loop.length).toBeLessThan(10);
});

test.each([
  [
    "a page",
    () => new Response("<!doctype html><script>alert(1)</script>", { headers: { "Content-Type": "image/png" } }),
  ],
  ["an SVG", () => new Response("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ["nothing", () => new Response("")],
  ["a refusal", () => new Response("", { status: 403 })],
  ["more than 25 MB", () => new Response(new Uint8Array(26 * 1024 * 1024).fill(0xff))],
])("what answers with %s is no picture", async (_, answer) => {
  answerWith({ "https://old.example.com/a.jpg": answer });
  const refused = await askFor("https://old.example.com/a.jpg");
  expect(refused.status).toBe(400);
  expect(((await refused.json()) as { errors?: object }).errors).toBeDefined();
});

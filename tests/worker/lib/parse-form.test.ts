import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { countRuns } from "#tests/runs.ts";
import { type FormLimits, parseForm, readForm } from "#worker/lib/forms/parse-form.ts";
import { lookUpError } from "#worker/lib/http/refusals.ts";
import { siteOrigin } from "../make-scope.ts";

const limits: FormLimits = { bytes: 20_000, fields: 50, hasFiles: true };

function post(body: BodyInit, type?: string): Request {
  return new Request(siteOrigin, { method: "POST", body, headers: type === undefined ? {} : { "Content-Type": type } });
}

const urlencoded = "application/x-www-form-urlencoded";
const parse = (text: string) => readForm(post(text, urlencoded), limits);

test("names make lists and nested lists, in order and without gaps", async () => {
  const { tree, answers } = await parse(
    "title=A&tags[]=x&twice=1&twice=2&questions[4].label=Second&questions[0].label=First&questions[0].options[]=Yes&questions[0].options[]=No&pay.min=5",
  );
  expect(tree).toEqual({
    title: "A",
    tags: ["x"],
    twice: ["1", "2"],
    questions: [{ label: "First", options: ["Yes", "No"] }, { label: "Second" }],
    pay: { min: "5" },
  });
  expect(answers).toEqual({
    title: "A",
    "tags[]": ["x"],
    twice: ["1", "2"],
    "questions[0].label": "First",
    "questions[0].options[]": ["Yes", "No"],
    "questions[1].label": "Second",
    "pay.min": "5",
  });
});

test.each(["a[", "a]", "[0]", ".a", "a..b", "a.", "a[0]b", "a[1000]", "a[-1]", "a b", "a.b.c.d.e.f.g", ""])(
  "the name %j stands for itself",
  async (name) => {
    const { tree } = await parse(new URLSearchParams([[name, "x"]]).toString());
    expect(Object.entries(tree)).toEqual([[name, "x"]]);
  },
);

test("a field called like a part of every object is a field like any other", async () => {
  const { tree, answers } = await parse(
    "__proto__=a&constructor.prototype.polluted=b&toString=c&x.__proto__.polluted=d",
  );
  expect(Object.hasOwn(tree, "__proto__")).toBe(true);
  expect(tree["toString"]).toBe("c");
  expect(Object.getPrototypeOf(tree)).toBe(Object.prototype);
  expect(Object.hasOwn(answers, "__proto__")).toBe(true);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test("files come as files, are not kept, and need a form that has some", async () => {
  const form = new FormData();
  form.set("name", "Ada");
  form.set("resume", new File(["%PDF"], "cv.pdf", { type: "application/pdf" }));
  const schema = z.object({ name: z.string(), resume: z.instanceof(File) });
  const { value, answers } = await parseForm(post(form), schema, limits);
  expect([value?.resume.name, await value?.resume.text()]).toEqual(["cv.pdf", "%PDF"]);
  expect(answers).toEqual({ name: "Ada" });
  await expect(parseForm(post(form), schema, { bytes: 20_000 })).rejects.toMatchObject({
    name: "UnsupportedBodyError",
  });
});

test("what does not pass is told by the field's name in the form, with every answer but passwords", async () => {
  const schema = z.object({
    questions: z.array(z.object({ label: z.string().min(3, "Ask more.") })),
    password: z.string(),
    account: z.object({ new_password: z.string() }),
  });
  const text = "questions[0].label=Why&questions[1].label=A&password=hush&account.new_password=hush&extra=kept";
  const { value, error, answers } = await parseForm(post(text, urlencoded), schema, limits);
  expect([value, error?.fields]).toEqual([null, { "questions[1].label": ["Ask more."] }]);
  expect(answers).toEqual({ "questions[0].label": "Why", "questions[1].label": "A", extra: "kept" });
});

test("a body that is too long, has too many fields, or is no form is refused by name", async () => {
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(4096).fill(97));
    },
  });
  for (const [body, type, name] of [
    ["x".repeat(20_001), urlencoded, "BodyTooLargeError"],
    [endless, urlencoded, "BodyTooLargeError"],
    ["a&".repeat(60), urlencoded, "BodyTooLargeError"],
    [new Uint8Array([0x61, 0x3d, 0xff]), urlencoded, "UnreadableBodyError"],
    ["--x", "multipart/form-data", "UnreadableBodyError"],
    ["{}", "application/json", "UnsupportedBodyError"],
    ["a=b", undefined, "UnsupportedBodyError"],
  ] as const)
    await expect(readForm(post(body, type), limits), name).rejects.toMatchObject({ name });
});

const part = fc.oneof(
  fc.constantFrom(
    "a",
    "__proto__",
    "constructor",
    "toString",
    "[0]",
    "[999]",
    "[99999999]",
    "[]",
    ".",
    "[",
    "]",
    "a.b",
  ),
  fc.string({ maxLength: 4 }),
);
const name = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(""));
const entries = fc.array(fc.tuple(name, fc.string({ unit: "binary", maxLength: 20 })), { maxLength: 80 });
const form = entries.map((pairs) => new URLSearchParams(pairs).toString());
const multipart = fc
  .tuple(entries, fc.constantFrom("x", "", "--", "a b", '"'), fc.nat(400))
  .map(([pairs, boundary, cut]) => {
    const parts = pairs.map(
      ([key, value]) => `--x\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
    );
    const text = `${parts.join("")}--x--\r\n`;
    return { body: text.slice(0, text.length - cut), type: `multipart/form-data; boundary=${boundary}` };
  });
const posted = fc.oneof(
  form.map((body) => ({ body: body as BodyInit, type: urlencoded })),
  multipart as fc.Arbitrary<{ body: BodyInit; type: string }>,
  fc.uint8Array({ maxLength: 500 }).map((body) => ({ body: body as BodyInit, type: urlencoded })),
  fc.nat(300_000).map((length) => ({ body: "a=&".repeat(length / 3) as BodyInit, type: urlencoded })),
  fc
    .nat(300)
    .map((depth) => ({ body: `a${".a".repeat(depth)}=1&b${"[0]".repeat(depth)}=1` as BodyInit, type: urlencoded })),
);

test("whatever is posted is read or refused below 500, and what is read is no larger than what came", async () => {
  const schema = z.object({ a: z.string(), list: z.array(z.object({ b: z.string() })).optional() });
  await fc.assert(
    fc.asyncProperty(posted, async ({ body, type }) => {
      const outcome = await parseForm(post(body, type), schema, limits).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(lookUpError(outcome).status).toBeLessThan(500);
      else {
        const { answers } = outcome as { answers: object };
        expect(Object.keys(answers).length).toBeLessThanOrEqual(50);
        expect(JSON.stringify(answers).length).toBeLessThan(7 * 20_000);
      }
      expect(Object.keys(Object.prototype)).toEqual([]);
    }),
    { numRuns: countRuns(3000) },
  );
});

/** Files by their content: what is taken, what is marked, what is refused; and whatever else somebody may send. */
import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { largestFile, pieceSize } from "#shared/hiring/application-files.ts";
import { countRuns, isDeep } from "#tests/runs.ts";
import { pixel, makeArchive } from "#tests/import-files/make-archive.ts";
import { inspectDocument, nameDocument } from "#worker/hiring/applications/documents/inspect.ts";
import { inflate } from "#worker/hiring/applications/documents/inflate.ts";
import { listEntries, readEntry } from "#worker/hiring/applications/documents/zip.ts";
import { extractText } from "#worker/hiring/applications/text/extract.ts";
import { InvalidInputError } from "#worker/lib/errors.ts";
import { ask, countAll, fillIn, send, upload } from "./apply-make.ts";
import { makeTicket } from "../enquiries/ticket-make.ts";
import { makeDocx, makeOdt, makePdf, toBytes } from "./apply-files-make.ts";
import { joinBytes, makePdf as makeReadablePdf } from "./documents-make.ts";
import { muteConsole } from "../make.ts";

muteConsole("warn", "error");

/** A file in chunks that cut words in two. */
function toSource(bytes: Uint8Array, chunk = 7919) {
  return {
    size: bytes.length,
    read: async (from: number, length: number) => bytes.slice(from, from + length),
    async *stream() {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.slice(at, at + chunk);
    },
  };
}

async function judge(bytes: Uint8Array, chunk?: number): Promise<string> {
  try {
    const { type, warnings } = await inspectDocument(toSource(bytes, chunk));
    return [type.split(/[/.]/).at(-1), ...warnings.toSorted()].join(" ");
  } catch (error) {
    if (error instanceof InvalidInputError) return error.message;
    throw error;
  }
}

async function deflate(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  return Buffer.from(await new Response(stream).arrayBuffer()).toString("latin1");
}

const outside = `<Relationships><Relationship Id="a" Type="http://x/attachedTemplate" Target="https://x.example/t.dotm" TargetMode="External"/></Relationships>`;

test("documents are known by their content, and marked for what they can do", async () => {
  const list = `5 0 obj\n<</Type/ObjStm/Filter/FlateDecode>>\nstream\n${await deflate("1 0 <</S/JavaScript/JS(app.alert)>>")}\nendstream\n`;
  const cases: [Uint8Array, string][] = [
    [makePdf(), "pdf"],
    // What readers of PDF take, too.
    [toBytes(`\xef\xbb\xbf\r\nHTTP/1.1 200 OK\r\n\r\n${new TextDecoder("latin1").decode(makePdf())}\n<br>`), "pdf"],
    [await makeArchive({ "[Content_Types].xml": "<Types/>", "word/document2.xml": "<w:t>Ada</w:t>" }), "document"],
    [makePdf({ extra: "/OpenAction<</S/J#61vaScript/JS(x)>>" }), "pdf active"],
    [makePdf({ extra: "/Encrypt 3 0 R" }), "pdf encrypted"],
    [makePdf({ extra: "/Names<</EmbeddedFiles 2 0 R>>" }), "pdf active"],
    [toBytes(`%PDF-1.5\n${list}startxref\n%%EOF`), "pdf active"],
    [await makeDocx(), "document"],
    [await makeDocx({ "word/vbaProject.bin": "x" }), "document macros"],
    [await makeDocx({ "word/embeddings/oleObject1.bin": "x" }), "document active"],
    [await makeDocx({ "word/_rels/settings.xml.rels": outside }), "document active"],
    [await makeOdt(), "text"],
    [await makeOdt({ "Basic/Standard/Module1.xml": "x" }), "text macros"],
    [await makeOdt({ "META-INF/manifest.xml": "<manifest:encryption-data/>" }), "text encrypted"],
    [
      toBytes(
        "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0".padStart(2000, "\0"),
      ),
      "document encrypted",
    ],
    [toBytes("{\\rtf1\\ansi Ada}"), "rtf"],
    [toBytes("{\\rtf1{\\object{\\*\\objdata 0105}}}"), "rtf active"],
    [toBytes("Ada Example\r\nTen years\tof Rust \xe9"), "plain"],
    [new Uint8Array([0xff, 0xfe, 0x41, 0, 0x42, 0]), "plain"],
  ];
  for (const [bytes, expected] of cases)
    for (const chunk of [64, 7919]) expect(await judge(bytes, chunk), expected).toContain(expected);
  expect(nameDocument("../../cv.exe", "application/pdf")).toBe("cv.exe.pdf");
  expect(nameDocument("CV.PDF", "application/pdf")).toBe("CV.PDF");
});

test("lists that unpack to much are looked into as far as a document goes", async () => {
  const list = `5 0 obj\n<</Type/ObjStm/Filter/FlateDecode>>\nstream\n${await deflate("#41".repeat(350_000))}\nendstream\n`;
  const source = toSource(toBytes(`%PDF-1.5\n${list.repeat(50)}startxref\n%%EOF`));
  const read = vi.spyOn(source, "read");
  expect((await inspectDocument(source)).warnings).toEqual([]);
  expect(read.mock.calls.length).toBeLessThan(12);
});

test("a list that many name is unpacked once, and lists that hold nothing cost what they take in", async () => {
  const makeList = (packed: string, names = "/ObjStm ") =>
    `5 0 obj\n<</Type${names}/Filter/FlateDecode>>\nstream\n${packed}\nendstream\n`;
  const shared = makeList(await deflate("a".repeat(1_050_000)), "/ObjStm ".repeat(10));
  const script = makeList(await deflate("1 0 <</S/JavaScript/JS(app.alert)>>"));
  expect(await judge(toBytes(`%PDF-1.5\n${shared}${script}startxref\n%%EOF`))).toBe("pdf active");
  const nothing = makeList(`\x78\x9c${"\0\0\0\xff\xff".repeat(40_000)}`);
  const source = toSource(toBytes(`%PDF-1.5\n${nothing.repeat(50)}startxref\n%%EOF`));
  const read = vi.spyOn(source, "read");
  expect((await inspectDocument(source)).warnings).toEqual([]);
  expect(read.mock.calls.length).toBeLessThan(15);
});

/** Two blocks of 92 bits, each with codes of its own and nothing else. */
function makeEmptyBlocks(): Uint8Array {
  const lengths = Array.from({ length: 18 }, (_, index) => ({ 2: "100", 3: "010", 17: "010" })[index] ?? "000");
  // The code of 18, twice, with how many zeros there are; those of 1 and of 0; the end.
  const block = ["0", "01", "00000", "00000", "0111", ...lengths, "01111111", "01101011", "11", "10", "0"].join("");
  const bits = `${block}${block}`;
  return Uint8Array.from({ length: bits.length / 8 }, (_, at) =>
    Number.parseInt(
      Array.from(bits.slice(8 * at, 8 * at + 8))
        .toReversed()
        .join(""),
      2,
    ),
  );
}

test("blocks that hold nothing keep nobody from what stands behind them, and what breaks ends where it breaks", async () => {
  const block = makeEmptyBlocks();
  const last = [1, 1, 0, 0xfe, 0xff, 0x41];
  const packed = Uint8Array.from([...Array.from({ length: 40_000 }, () => [...block]).flat(), ...last]);
  expect(await inflate(packed, "raw", 9)).toEqual(Uint8Array.of(0x41));
  const whole = toBytes(await deflate("words ".repeat(100)));
  expect((await inflate(Uint8Array.from([...whole, 10, 10]), "zlib", 9999)).length).toBe(600);
  expect((await inflate(whole.slice(0, -5), "zlib", 9999)).length).toBeGreaterThan(0);
});

test("of an entry as much is unpacked as is asked for, and all entries of an archive have one budget", async () => {
  const most = { packed: 256 * 1024, unpacked: 256 * 1024 };
  const source = toSource(await makeDocx({ "word/media/zeros.bin": new Uint8Array(8_000_000) }));
  const entry = (await listEntries(source))?.find(({ name }) => name.endsWith("zeros.bin"));
  expect(entry && (await readEntry(source, entry, most)).length).toBe(most.unpacked);
  const brackets = Array.from({ length: 20 }, (_, at) => [`word/_rels/a${at}.rels`, "<".repeat(most.unpacked)]);
  expect(await judge(await makeDocx(Object.fromEntries(brackets) as Record<string, string>))).toContain(
    "too much work to look into",
  );
});

test("what is no document is refused in words", async () => {
  const zip = await makeArchive({ "a.txt": "x" });
  const cases: [Uint8Array, RegExp][] = [
    [new Uint8Array(), /empty/],
    [pixel, /picture/],
    [toBytes("MZ\x90\0program"), /program/],
    [toBytes("<!doctype html><script>alert(1)</script>%PDF-1.4 %%EOF"), /web page/],
    [toBytes("\xef\xbb\xbf<!doctype html><script>alert(1)</script>"), /web page/],
    [toBytes('<?xml-stylesheet type="text/xsl" href="x"?><html><script>alert(1)</script>'), /web page/],
    [toBytes("<!DOCTYPE\nhtml><script>alert(1)</script>"), /web page/],
    [toBytes("<!-- a --> <!-- b -->\n<body onload=alert(1)>"), /web page/],
    [toBytes(`\xff\xfe${[..."<html><script>"].join("\0")}\0`), /web page/],
    [toBytes("MZ\x90\0program %PDF-1.4 %%EOF"), /program/],
    [toBytes("\x7fELF\x02\x01\x01\0\0"), /program/],
    [toBytes("\xca\xfe\xba\xbe\0\0\0\x34"), /program/],
    [toBytes(`BM\x36\x10\x0e\0${"\0".repeat(4)}\x36\0\0\0`), /picture/],
    [toBytes("GIF89a\x01\0\x01\0"), /picture/],
    [toBytes("\0\0\0\x18ftypheic"), /picture/],
    [toBytes("Rar!\x1a\x07\0"), /packed/],
    [toBytes("BZh91AY&SY"), /packed/],
    [toBytes("PK\x05\x06"), /broken/],
    [toBytes("<svg onload=alert(1)>"), /drawing/],
    [zip, /archive/],
    [await makeArchive({ "[Content_Types].xml": "x", "xl/workbook.xml": "x" }), /archive|another kind/],
    [(await makeDocx()).slice(0, -30), /broken/],
    [makePdf().slice(0, 40), /not all of it/],
    [toBytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 former Word"), /former format/],
    [toBytes("\x1f\x8b\x08packed"), /archive/],
    [toBytes("text\0with nothing"), /cannot read/],
  ];
  for (const [bytes, words] of cases) expect(await judge(bytes)).toMatch(words);
});

test("a text that begins with the letters of another kind is a text, where it comes in and where it is read", async () => {
  const texts = [
    "PKW-Führerschein Klasse B\nStapler",
    "PK",
    "BMW Group, München\n2015 bis 2021",
    "MZ Druckerei, Mainz",
    "GIF8 und andere Formate",
    "Rar!mont Consulting",
    "BZh. Nr. 12",
    "abcdftypheif",
    "<scripting> since 2010",
    "7z and tar",
    "Пъню, София",
  ];
  for (const text of texts)
    for (const mark of ["", "\ufeff"]) {
      const bytes = new TextEncoder().encode(`${mark}${text}`);
      expect(await judge(bytes), text).toBe("plain");
      expect(await extractText(bytes), text).toBe(text);
    }
  // As a Bulgarian writes it in the code of their country: the letters of a program.
  expect(await judge(Uint8Array.from([0xcf, 0xfa, 0xed, 0xfe, 0x2c, 0x20]))).toBe("plain");
  const page = joinBytes(toBytes("<html></html>\n"), makeReadablePdf("Ada Example"));
  expect(await judge(page)).toMatch(/web page/);
  await expect(extractText(page)).rejects.toThrow("It is a web page or a drawing.");
});

test("an archive that says it unpacks to gigabytes is refused without unpacking it", async () => {
  const bomb = await makeDocx();
  const bytes = Buffer.from(bomb);
  const at = bytes.lastIndexOf(Buffer.from("PK\x01\x02", "latin1"));
  bytes.writeUInt32LE(0xfffffff0, at + 24);
  expect(await judge(new Uint8Array(bytes))).toContain("unpacks to far more");
  const zeros = await makeDocx({ "word/media/zeros.bin": new Uint8Array(8_000_000) });
  expect(zeros.length).toBeLessThan(100_000);
  expect(await judge(zeros)).toBe("document");
});

test("10 MB are taken and one byte more is not, by script and without; nothing is left of it", async () => {
  const ticket = await makeTicket();
  const large = makePdf({ bytes: largestFile });
  expect((await upload(ticket, { name: "cv.pdf", bytes: large })).upload).toMatchObject({
    isDone: true,
    bytes: largestFile,
  });
  const over = new Uint8Array(largestFile + 1);
  over.set(large.slice(0, largestFile));
  expect((await upload(ticket, { name: "cv.pdf", bytes: over })).status).toBe(400);
  const fields = await fillIn({ resumeText: "" });
  const { status, text } = await send({ fields, files: { resume: { name: "cv.pdf", bytes: over } } });
  expect([status, /more than 10 MB/.test(text)]).toEqual([400, true]);
  expect((await send({ fields, files: { resume: { name: "cv.pdf", bytes: large } } })).status).toBe(303);
  expect((await send({ files: { resume: { name: "empty.pdf", bytes: new Uint8Array() } } })).text).toContain(
    "This file is empty",
  );
  expect(await countAll()).toMatchObject({ application_uploads: 2, application_files: 1 });
});

test("whatever is sent as a file gets an answer, never an error of ours", async () => {
  const seeds = [
    makePdf(),
    await makeDocx(),
    await makeOdt(),
    toBytes("{\\rtf1 x}"),
    toBytes("words"),
    pixel,
    toBytes("MZ"),
  ];
  const mutated = fc
    .tuple(
      fc.constantFrom(...seeds),
      fc.constantFrom(...seeds),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 12 }),
      fc.constantFrom("cut", "join", "as it is"),
      fc.nat(),
    )
    .map(([first, second, changes, how, place]) => {
      const bytes = how === "join" ? Uint8Array.from([...first, ...second]) : Uint8Array.from(first);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      return how === "cut" ? bytes.slice(0, place % (bytes.length + 1)) : bytes;
    });
  const raw = fc.uint8Array({ maxLength: 300 });
  const ticket = await makeTicket();
  await fc.assert(
    fc.asyncProperty(fc.oneof(mutated, mutated, raw), async (bytes) => {
      expect(await judge(bytes, 61)).toMatch(/^(?:pdf|document|text|rtf|plain)\b|[.]$/);
    }),
    { numRuns: countRuns(20_000) },
  );
  await fc.assert(
    // A form cannot be written with a name that ends so.
    fc.asyncProperty(
      fc.oneof(mutated, raw),
      fc.string().filter((name) => !name.endsWith("\\")),
      async (bytes, name) => {
        const { status } = await send({
          fields: { ticket, resumeText: "x" },
          files: { resume: { name: name || "x", bytes } },
        });
        expect(status).toBe(400);
      },
    ),
    { numRuns: Math.min(40, countRuns(400)) },
  );
});

test("whatever is posted as a body gets an answer, never an error of ours", async () => {
  const type = "multipart/form-data; boundary=b";
  const part = fc.constantFrom(
    "--b\r\n",
    "--b",
    "--b--\r\n",
    'Content-Disposition: form-data; name="ticket"\r\n\r\n',
    'Content-Disposition: form-data; name="resume"; filename="cv.pdf"\r\n\r\n',
    "Content-Disposition: form-data\r\n\r\n",
    "\r\n",
    "\r\n\r\n",
    "x".repeat(9000),
    "words\0",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 12 }),
      fc.constantFrom(type, "multipart/form-data", "text/plain"),
      async (parts, kind) => {
        const { status } = await ask("/careers/apply", {
          method: "POST",
          body: parts.join(""),
          headers: { "Content-Type": kind },
        });
        expect([400, 413, 415]).toContain(status);
      },
    ),
    { numRuns: Math.min(60, countRuns(1000)) },
  );
});

/** Bytes of files at one time in the Worker: of all requests together. */
function count() {
  return {
    now: 0,
    most: 0,
    add(bytes: number) {
      this.now += bytes;
      this.most = Math.max(this.most, this.now);
    },
  };
}

/** A bucket that counts what is read from it while it is read, and what is handed to it: `comes` where that is not counted yet. */
function watchBucket(held: ReturnType<typeof count>, comes: "counted" | "anew") {
  async function hold<Result>(bytes: number, run: () => Promise<Result>, isNew = true): Promise<Result> {
    if (isNew) held.add(bytes);
    return run().finally(() => held.add(-bytes));
  }
  return new Proxy(env.MEDIA, {
    get(bucket, name) {
      if (name === "put")
        return (key: string, value: Uint8Array | ReadableStream, options?: R2PutOptions) => {
          const bytes = value instanceof ReadableStream ? 0 : value.byteLength;
          expect(bytes).toBeLessThanOrEqual(pieceSize);
          return hold(bytes, () => bucket.put(key, value, options), comes === "anew");
        };
      if (name === "get")
        return async (key: string, options?: R2GetOptions) => {
          const object = await bucket.get(key, options);
          const read = object?.arrayBuffer.bind(object);
          const range = (options?.range ?? {}) as { length?: number };
          if (object && read) object.arrayBuffer = () => hold(range.length ?? object.size, read);
          return object;
        };
      const value: unknown = Reflect.get(bucket, name);
      return typeof value === "function" ? (value.bind(bucket) as unknown) : value;
    },
  });
}

/** A form with a file as it comes over a network: its bytes count from when the Worker asks for them. */
async function streamForm(file: Uint8Array, held: ReturnType<typeof count>): Promise<RequestInit> {
  const fields = Object.entries(await fillIn()).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  );
  const head = `${fields.join("")}--b\r\nContent-Disposition: form-data; name="resume"; filename="cv.pdf"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from("\r\n--b--\r\n")]);
  let at = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = new Uint8Array(body.subarray(at, (at += 64 * 1024)));
        held.add(chunk.length);
        controller.enqueue(chunk);
        if (at >= body.length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { method: "POST", body: stream, headers: { "Content-Type": "multipart/form-data; boundary=b" } };
}

test("of files of 10 MB that come at once the Worker holds two pieces of each, sent ahead or with their forms @ci", async () => {
  const large = makePdf({ bytes: largestFile });
  const files = isDeep ? 10 : 3;
  const times = <Result>(run: (number: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: files }, (_, number) => run(number)));
  const ahead = count();
  const sent = await times(async (number) =>
    upload(await makeTicket(), { name: `cv-${number}.pdf`, bytes: large }, { MEDIA: watchBucket(ahead, "anew") }),
  );
  for (const { upload: done } of sent) expect(done).toMatchObject({ isDone: true });
  const inForms = count();
  const answers = await times(async () =>
    ask("/careers/apply", await streamForm(large, inForms), { MEDIA: watchBucket(inForms, "counted") }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: files }, () => 303));
  for (const { most } of [ahead, inForms]) {
    expect(most).toBeGreaterThan(pieceSize);
    expect(most).toBeLessThanOrEqual(2 * files * pieceSize);
  }
  // What is left are the other fields.
  expect([ahead.now, inForms.now < files * 4096]).toEqual([0, true]);
});

/** Documents of applications: their texts, as the queue reads them, and what a scanner says of them. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { makeArchive } from "#tests/import-files/make-archive.ts";
import { subject as applications } from "#worker/hiring/applications/subject.ts";
import { limits } from "#worker/hiring/applications/text/limits.ts";
import {
  askForTextAgain,
  describeScan,
  mayBeServed,
  selectTextCounts,
  readTextOf,
} from "#worker/hiring/applications/text/for-staff.ts";
import { extractText } from "#worker/hiring/applications/text/extract.ts";
import { askForText } from "#worker/hiring/applications/text/queue.ts";
import { mostAttempts, readFileText } from "#worker/hiring/applications/text/read-file.ts";
import { searchApplications } from "#worker/hiring/applications/text/search.ts";
import { selectFailedScan, selectOverdueText, sweepTexts } from "#worker/hiring/applications/text/sweep.ts";
import type { ApplicationFileId } from "#worker/db/applications-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import { runJobs } from "#worker/jobs.ts";
import { schedules } from "#worker/lib/schedules.ts";
import {
  deflate,
  joinBytes,
  makeApplicationRow,
  makeDocx,
  makeFile,
  makeOdt,
  makePdf,
  makePdfOf,
  makeStream,
  paragraph,
  readFiles,
  readTextRow,
} from "./documents-make.ts";
import { expectIndexed } from "../search/expect-indexed.ts";
import { makeAccount, muteConsole } from "../make.ts";
import { makeScope } from "../make-scope.ts";

const db = openDb(env.DB);
const encode = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) =>
  Uint8Array.from([
    0xff,
    0xfe,
    ...Array.from(text).flatMap((letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]),
  ]);

muteConsole("warn", "error");

/** Draws a drawing that holds the text, as some writers of PDF do, with letters by numbers of two bytes. */
const drawn = makePdfOf([
  "<< /Type /Catalog /Pages 2 0 R >>",
  "<< /Type /Pages /Count 1 /Kids [3 0 R] /Resources << /XObject << /X1 5 0 R >> >> >>",
  "<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>",
  makeStream(encode("q /X1 Do Q")),
  makeStream(
    deflate("BT /F0 10 Tf 10 10 Td [<00010002> -600 <0003>] TJ ET"),
    "/Type /XObject /Subtype /Form /Filter /FlateDecode /Matrix [1 0 0 1 0 0] /Resources << /Font << /F0 6 0 R >> >>",
  ),
  "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [7 0 R] /ToUnicode 8 0 R >>",
  "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /DW 500 >>",
  makeStream(encode("beginbfrange <0001> <0002> <5C65> <0003> <0003> [<00660069>] endbfrange")),
]);

const readable: [kind: string, bytes: Uint8Array | Promise<Uint8Array>, text: string][] = [
  [
    "PDF of two pages",
    makePdf("Zo\u{eb} M\u{fc}ller\n(Kubernetes) \\ C++", "Second page"),
    "Zoë Müller\n(Kubernetes) \\ C++\nSecond page",
  ],
  ["PDF with a drawing in it", drawn, "履屦 fi"],
  [
    "DOCX",
    makeDocx(
      `${paragraph("R&amp;D &#x2013; <w:t>lead</w:t>")}<w:p><w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r></w:p>` +
        `<mc:AlternateContent><mc:Choice>${paragraph("box")}</mc:Choice><mc:Fallback>${paragraph("box")}</mc:Fallback></mc:AlternateContent>` +
        `<w:p><w:instrText>HYPERLINK</w:instrText><w:delText>gone</w:delText></w:p>`,
      paragraph("zoe@example.com"),
    ),
    "zoe@example.com\n\nR&D – lead\none two\nthree\nbox",
  ],
  [
    "ODT",
    makeOdt("<text:h>Zoë</text:h><text:p>data<text:s text:c='2'/>engineer<text:line-break/>Berlin</text:p>"),
    "Zoë\ndata engineer\nBerlin",
  ],
  [
    "RTF",
    encode(
      String.raw`{\rtf1\ansi\ansicpg1250{\fonttbl{\f0 Arial;}}{\*\generator x;}\uc1 Zo\'eb \u321?ukasz\par {\b data}\tab engineer\line R\'26D\bin3 \}x{}}`,
    ),
    "Zoë Łukasz\ndata engineer\nR&D",
  ],
  ["text", encode("Zoë\r\nMüller\t C#\u{0}".replace("\u{0}", "")), "Zoë\nMüller C#"],
  ["text in UTF-16", utf16("Zoë"), "Zoë"],
  ["text in Windows-1252", Uint8Array.from([0x5a, 0x6f, 0xeb, 0x80]), "Zoë€"],
];

test("the queue takes the text of each kind of document, and a search finds it", async () => {
  const id = await makeApplicationRow();
  for (const [kind, bytes, text] of readable) {
    const file = await makeFile(id, bytes);
    const { explicitAcks } = await readFiles([file]);
    expect(explicitAcks, kind).toEqual(["document-0"]);
    expect(await readTextRow(file), kind).toMatchObject({ state: "done", text, attempts: 1, last_error: null });
  }
  const { rows } = await searchApplications(db, { words: 'resume:"second page"', limit: 5 });
  expect(rows).toMatchObject([
    { id, texts: [{ field: "resume", parts: expect.arrayContaining([{ text: "Second page", isMatch: true }]) }] },
  ]);
});

/** A zip whose directory lies about how much a part unpacks to. */
function lieAboutSize(zip: Uint8Array): Uint8Array {
  const bytes = zip.slice();
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length - 46; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1000, true);
  return bytes;
}

const million = "0 ".repeat(500_000);
const unreadable: [kind: string, bytes: Uint8Array | Promise<Uint8Array>, state: string][] = [
  ["nothing", new Uint8Array(), "none"],
  ["PDF without text", makePdf(""), "none"],
  ["PDF of one line", encode("%PDF-1.7"), "failed"],
  ["PDF whose pages go round", makePdfOf(["<< /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R 2 0 R] >>"]), "failed"],
  [
    "PDF that unpacks to gigabytes",
    makePdfOf([
      "<< /Pages 2 0 R >>",
      "<< /Kids [3 0 R] >>",
      "<< /Type /Page /Contents [4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R] >>",
      makeStream(deflate(deflate("0 ".repeat(16_000_000))), "/Filter [/FlateDecode /FlateDecode]"),
    ]),
    "failed",
  ],
  [
    "PDF with rows of no bytes",
    makePdfOf([
      "<< /Pages 2 0 R >>",
      "<< /Kids [3 0 R] >>",
      "<< /Type /Page /Contents 4 0 R >>",
      makeStream(deflate("x"), "/Filter /FlateDecode /DecodeParms << /Predictor 2 /Columns 0 >>"),
    ]),
    "none",
  ],
  [
    "PDF whose drawings hold themselves",
    makePdfOf([
      "<< /Pages 2 0 R >>",
      "<< /Kids [3 0 R] >>",
      "<< /Type /Page /Contents 4 0 R /Resources << /XObject << /X 4 0 R >> >> >>",
      makeStream(deflate("/X Do ".repeat(1000)), "/Subtype /Form /Filter /FlateDecode"),
    ]),
    "failed",
  ],
  [
    "PDF with a map of all numbers",
    makePdfOf([
      "<< /Pages 2 0 R >>",
      "<< /Kids [3 0 R] >>",
      "<< /Type /Page /Contents 4 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type0 /ToUnicode 5 0 R >> >> >> >>",
      makeStream(encode("BT /F 9 Tf (abab) Tj ET")),
      makeStream(
        encode(`beginbfrange ${"<00000000> <00FFFFFF> <0041>\n".repeat(20_000)} ${"beginbfrange ".repeat(20_000)}`),
      ),
    ]),
    "none",
  ],
  ["archive", makeArchive({ "a.txt": "a" }), "failed"],
  ["DOCX with macros alone", makeArchive({ "word/vbaProject.bin": "x" }), "failed"],
  ["DOCX that unpacks to too much", makeDocx(`<w:t>${million.repeat(12)}</w:t>`), "failed"],
  ["DOCX that lies about its size", lieAboutSize(await makeDocx(`<w:t>${million}</w:t>`)), "any"],
  ["DOCX of brackets", makeDocx(`${"<".repeat(300_000)}${'<a "'.repeat(100_000)}${"<a '".repeat(100_000)}`), "none"],
  ["DOCX of entities", makeDocx("<w:p>&a;&#0;&#99999999;</w:p>"), "none"],
  ["DOCX that is cut off", (await makeDocx(paragraph("a"))).subarray(0, 200), "failed"],
  ["old Word", Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), "failed"],
  ["RTF of groups", encode(`{\\rtf1${"{".repeat(2_000_000)}`), "failed"],
  ["picture", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), "failed"],
];

test("hostile and broken documents end with a reason, and no message is put back", async () => {
  const id = await makeApplicationRow();
  for (const [kind, bytes, state] of unreadable) {
    const file = await makeFile(id, bytes);
    const { explicitAcks, retryMessages } = await readFiles([file]);
    expect([explicitAcks.length, retryMessages.length], kind).toEqual([1, 0]);
    const row = await readTextRow(file);
    if (state !== "any") expect(row.state, `${kind}: ${row.last_error}`).toBe(state);
    if (row.state !== "done") expect(row.last_error, kind).toBeTruthy();
    expect(row.text.length, kind).toBeLessThanOrEqual(limits.characters);
  }
});

test("a document with a password, and one of too many letters", async () => {
  const id = await makeApplicationRow();
  const long = await makeFile(id, makePdf(...Array.from({ length: 120 }, () => `${"word ".repeat(15)}\n`.repeat(45))));
  await readFiles([long]);
  const { state, text } = await readTextRow(long);
  expect([state, text.length > 100_000, text.length <= limits.characters]).toEqual(["done", true, true]);
  const locked = joinBytes(makePdf("secret"));
  const source = new TextDecoder("latin1")
    .decode(locked)
    .replace(
      "/Root 1 0 R",
      `/Root 1 0 R /ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${"11".repeat(32)}> /U <${"22".repeat(32)}> >>`,
    );
  const file = await makeFile(
    id,
    Uint8Array.from(source, (letter) => letter.charCodeAt(0)),
  );
  await readFiles([file]);
  expect(await readTextRow(file)).toMatchObject({ state: "failed", last_error: "It opens only with a password." });
});

test("ten messages about one file read it once; a message that cannot be read is given up; a deleted file is no fault", async () => {
  const id = await makeApplicationRow();
  const file = await makeFile(id, makePdf("once"));
  const get = vi.spyOn(env.MEDIA, "get");
  await Promise.all(Array.from({ length: 10 }, () => readFiles([file])));
  expect(get).toHaveBeenCalledTimes(1);
  await db.deleteFrom("application_files").where("id", "=", file).execute();
  const { explicitAcks } = await readFiles([file, "no id", crypto.randomUUID()]);
  expect(explicitAcks).toHaveLength(3);
  expect(await db.selectFrom("failed_messages").select("queue").execute()).toEqual([{ queue: "fivewright-documents" }]);
});

test("a bucket that does not answer is asked again, later each time, and staff are told in the end; they may ask anew", async () => {
  const id = await makeApplicationRow();
  const file = await makeFile(id, makePdf("patience"));
  const away = { get: () => Promise.reject(new Error("R2 is away")) } as unknown as R2Bucket;
  const dues: number[] = [];
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const { retryMessages } = await readFiles([file], { MEDIA: away });
    expect(retryMessages).toHaveLength(attempt < mostAttempts ? 1 : 0);
    dues.push((await readTextRow(file)).due_at - Date.now());
    await db.updateTable("application_texts").set({ due_at: 0 }).execute();
  }
  expect(dues.slice(0, -1)).toEqual(dues.slice(0, -1).toSorted((one, other) => one - other));
  expect(await readTextRow(file)).toMatchObject({ state: "failed", last_error: "R2 is away", attempts: mostAttempts });
  expect(await selectTextCounts(db).executeTakeFirst()).toEqual({ waiting: 0, failed: 1, infected: 0 });

  const { id: actor } = await makeAccount({ roles: ["HR"] });
  await askForTextAgain(db, { fileId: file, actor }, makeScope({ DOCUMENT_QUEUE: undefined as never }));
  await expect(askForTextAgain(db, { fileId: file, actor }, makeScope())).rejects.toThrow(ConflictError);
  expect(await db.selectFrom("audit_log").select(["action", "subject_id", "actor_id"]).execute()).toEqual([
    { action: "application.text_asked", subject_id: file, actor_id: actor },
  ]);
  await readFiles([file]);
  expect(await readTextOf(db, { id, fileId: file })).toBe("patience");
});

/** The database of these tests, but for the statements for which there is another answer. */
function openBut(answer: (sql: string) => Promise<never> | null) {
  const prepare = (sql: string) => {
    const other = answer(sql);
    return other ? { bind: () => ({ all: () => other }) } : env.DB.prepare(sql);
  };
  return openDb({ prepare } as unknown as D1Database);
}

/** A try that never comes to its end, as one whose program was ended. */
async function endProgram(fileId: ApplicationFileId, words: string): Promise<void> {
  const dying = openBut((sql) => (stores.test(sql) ? new Promise<never>(() => {}) : null));
  void readFileText(dying, fileId, makeScope());
  await vi.waitFor(async () => expect((await readTextRow(fileId)).last_error).toContain(words));
}

/** What stores a result, and what puts a file back. */
const stores = /^update "application_texts" set "state"/;
const putsBack = /^update "application_texts" set "last_error" = \?, "due_at"/;

test("a file that ends the program is tried once more, then marked; no other file waits for it", async () => {
  const id = await makeApplicationRow();
  const [deadly, other] = [await makeFile(id, makePdf("deadly")), await makeFile(id, makePdf("other"))];
  await endProgram(deadly, "being read");
  // Nobody else takes it up meanwhile, and the others are read.
  await readFiles([deadly, other]);
  expect([(await readTextRow(deadly)).attempts, (await readTextRow(other)).text]).toEqual([1, "other"]);
  const makeDue = () => db.updateTable("application_texts").set({ due_at: 0, at: 0 }).execute();
  await makeDue();
  const asked: unknown[] = [];
  const queue = { sendBatch: async (batch: Iterable<unknown>) => asked.push(...batch) } as unknown as Queue;
  // The job reads nothing where the queue does: it would end with the file.
  await sweepTexts(db, makeScope({ DOCUMENT_QUEUE: queue }));
  expect([asked, (await readTextRow(deadly)).attempts]).toEqual([[{ body: { fileId: deadly } }], 1]);
  await endProgram(deadly, "read once more");
  await makeDue();
  await readFiles([deadly]);
  expect(await readTextRow(deadly)).toMatchObject({
    state: "failed",
    last_error: "It could not be read: twice, the program ended over it.",
  });
});

test("one that ended the program once and is read then is as any other", async () => {
  const file = await makeFile(await makeApplicationRow(), makePdf("unlucky"));
  await endProgram(file, "being read");
  await db.updateTable("application_texts").set({ due_at: 0 }).execute();
  await readFiles([file]);
  expect(await readTextRow(file)).toMatchObject({ state: "done", text: "unlucky", attempts: 2, last_error: null });
});

test("a bucket or a database that is away ends no program, however often", async () => {
  vi.spyOn(scheduler, "wait").mockResolvedValue();
  const away = () => Promise.reject(new Error("It is away"));
  const id = await makeApplicationRow();
  const [unread, unwritten] = [await makeFile(id, makePdf("unread")), await makeFile(id, makePdf("unwritten"))];
  const deaf = openBut((sql) => (stores.test(sql) || putsBack.test(sql) ? away() : null));
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await expect(readFileText(deaf, unread, makeScope({ MEDIA: { get: away } as never }))).rejects.toThrow("away");
    expect((await readTextRow(unread)).last_error).toBeNull();
    // It is back after the second statement that it did not take.
    let failed = 0;
    const shortly = openBut((sql) => ((stores.test(sql) || putsBack.test(sql)) && (failed += 1) <= 2 ? away() : null));
    expect(await readFileText(shortly, unwritten, makeScope())).toBe("retry");
    expect(await readTextRow(unwritten)).toMatchObject({ state: "waiting", last_error: "It is away" });
    await db.updateTable("application_texts").set({ due_at: 0 }).execute();
  }
  await readFiles([unread, unwritten]);
  expect([(await readTextRow(unread)).text, (await readTextRow(unwritten)).text]).toEqual(["unread", "unwritten"]);
});

test("without a queue, or with one that refuses, the job reads what waits; health tells of what waits for an hour", async () => {
  const id = await makeApplicationRow();
  const file = await makeFile(id, makePdf("by the job"));
  const refusing = { sendBatch: () => Promise.reject(new Error("full")) } as unknown as Queue;
  await askForText({ ...env, DOCUMENT_QUEUE: refusing }, [file]);
  const sent: unknown[] = [];
  await askForText(
    { ...env, DOCUMENT_QUEUE: { sendBatch: async (batch: Iterable<unknown>) => sent.push(...batch) } as never },
    [file],
  );
  expect(sent).toEqual([{ body: { fileId: file } }]);
  // The queue has its time.
  await sweepTexts(db, makeScope());
  expect((await readTextRow(file)).state).toBe("waiting");
  await db
    .updateTable("application_texts")
    .set({ at: Date.now() - 3_700_000 })
    .execute();
  expect(await selectOverdueText(db).execute()).toHaveLength(1);
  await runJobs(schedules.everyFiveMinutes, makeScope({ DOCUMENT_QUEUE: undefined as never }, [applications]));
  expect(await readTextRow(file)).toMatchObject({ state: "done", text: "by the job" });
  expect(await selectOverdueText(db).execute()).toHaveLength(0);
});

test("what is deleted leaves no text, no word and no row of the index", async () => {
  const id = await makeApplicationRow({ coverNote: "kept together" });
  const file = await makeFile(id, makePdf("Kubernetes"));
  await readFiles([file]);
  expect((await searchApplications(db, { words: "kubernetes", limit: 5 })).rows).toHaveLength(1);
  await db.deleteFrom("application_files").where("id", "=", file).execute();
  expect((await searchApplications(db, { words: "kubernetes", limit: 5 })).rows).toHaveLength(0);
  expect((await searchApplications(db, { words: "together", limit: 5 })).rows).toHaveLength(1);
  await db.deleteFrom("applications").where("id", "=", id).execute();
  for (const table of ["application_texts", "application_search", "application_terms"] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
});

test("a scanner sees each file: infected ones lose their text, are not served, and are said to be so", async () => {
  const configured = { DOCUMENT_SCAN_URL: "https://scanner.example/scan", DOCUMENT_SCAN_SECRET: "s" };
  const answers = new Map<string, () => Response>();
  vi.stubGlobal("fetch", async (_url: URL, { body }: { body: Uint8Array }) => {
    const text = new TextDecoder().decode(body);
    return answers.get(text)?.() ?? new Response("away", { status: 503 });
  });
  answers.set("good", () => Response.json({ status: "clean" }));
  answers.set("bad", () => Response.json({ status: "infected", found: "Eicar" }));
  const id = await makeApplicationRow();
  const [good, bad, unknown, early] = [
    await makeFile(id, encode("good")),
    await makeFile(id, encode("bad")),
    await makeFile(id, encode("unknown")),
    await makeFile(id, encode("early")),
  ];
  const read = (fileId: typeof good) =>
    db
      .selectFrom("application_files")
      .select(["scan_state", "scan_found"])
      .where("id", "=", fileId)
      .executeTakeFirstOrThrow();
  await readFiles([early]);
  expect(describeScan(await read(early), { hasScanner: false })).toBe("Not scanned: this site has no scanner");
  await readFiles([good, bad, unknown], configured);
  expect([await read(good), await read(bad), await read(unknown)]).toEqual([
    { scan_state: "clean", scan_found: "" },
    { scan_state: "infected", scan_found: "Eicar" },
    { scan_state: "failed", scan_found: "" },
  ]);
  expect([mayBeServed(await read(good)), mayBeServed(await read(bad)), mayBeServed(await read(unknown))]).toEqual([
    true,
    false,
    true,
  ]);
  expect(describeScan(await read(bad), { hasScanner: true })).toContain("Infected: Eicar");
  expect(await readTextRow(bad)).toMatchObject({ state: "none", text: "", last_error: "It is infected." });
  // The scanner being away keeps nobody from the text.
  expect(await readTextRow(unknown)).toMatchObject({ state: "done", text: "unknown" });

  // Later it answers, also for the file from before there was a scanner.
  const scope = makeScope(configured);
  expect(await selectFailedScan(db, scope.env)?.execute()).toEqual([]);
  await db
    .updateTable("application_files")
    .set({ scan_due_at: 0, scan_attempts: 3 })
    .where("id", "=", unknown)
    .execute();
  expect(await selectFailedScan(db, scope.env)?.execute()).toHaveLength(1);
  expect(selectFailedScan(db, env)).toBeNull();
  answers.set("unknown", () => Response.json({ status: "infected", found: "Late" }));
  answers.set("early", () => Response.json({ status: "clean" }));
  await sweepTexts(db, scope);
  expect([await read(unknown), await read(early)]).toEqual([
    { scan_state: "infected", scan_found: "Late" },
    { scan_state: "clean", scan_found: "" },
  ]);
  expect(await readTextRow(unknown)).toMatchObject({ state: "none", text: "" });

  // One whose object is lost takes nobody's turn.
  const lost = await makeFile(id, encode("lost"));
  await db.updateTable("application_texts").set({ state: "done" }).where("file_id", "=", lost).execute();
  const { key } = await db
    .selectFrom("application_files")
    .select("key")
    .where("id", "=", lost)
    .executeTakeFirstOrThrow();
  await env.MEDIA.delete(key);
  expect([await sweepTexts(db, scope), await sweepTexts(db, scope)]).toMatchObject([{ scanned: 1 }, { scanned: 0 }]);
});

test("a text that is cut in the middle of a letter is still UTF-8", async () => {
  const text = `a${"é".repeat(2 * limits.characters + 7)}`;
  expect(await extractText(encode(text))).toBe(text.slice(0, limits.characters));
});

test("what is looked for in the rows of texts is found by an index", async () => {
  await expectIndexed(selectOverdueText(db));
  const failed = selectFailedScan(db, { ...env, DOCUMENT_SCAN_URL: "https://scanner.example/" });
  if (failed) await expectIndexed(failed);
});

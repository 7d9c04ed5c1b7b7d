/** Generated documents, broken at random: each ends with a state, and none ends the consumer. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { makeArchive } from "#tests/import-files/make-archive.ts";
import { countRuns } from "#tests/runs.ts";
import { limits } from "#worker/hiring/applications/text/limits.ts";
import { openDb } from "#worker/db/client.ts";
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
} from "./documents-make.ts";

const db = openDb(env.DB);
const encode = (text: string) => new TextEncoder().encode(text);

const whole = [
  makePdf("Zoe Mueller\nKubernetes", "page two"),
  await makeDocx(paragraph("data engineer"), paragraph("zoe@example.com")),
  await makeOdt("<text:p>data<text:tab/>engineer</text:p>"),
  encode(String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}Zo\'eb \u321?ukasz\par}`),
  encode("Zoë Müller"),
];

/** Objects of a PDF that name each other at random, also in circles. */
const name = fc.constantFrom(
  "Type",
  "Kids",
  "Pages",
  "Contents",
  "Resources",
  "Font",
  "F1",
  "XObject",
  "Filter",
  "ToUnicode",
  "Length",
  "W",
  "DescendantFonts",
  "Encoding",
  "Differences",
  "Parent",
  "DecodeParms",
  "Columns",
  "Predictor",
);
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.integer({ min: -9, max: 99_999_999 }).map(String),
    fc.integer({ min: 1, max: 9 }).map((id) => `${id} 0 R`),
    name.map((each) => `/${each}`),
    fc.constantFrom("(text)", "<4142>", "null", "true", "/FlateDecode", "/Form", "/Type0", "/Page", "[[[[", "<<", ">>"),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(" ")}]`),
    fc
      .array(fc.tuple(name, tie("value")), { maxLength: 5 })
      .map((pairs) => `<< ${pairs.map(([key, each]) => `/${key} ${each}`).join(" ")} >>`),
  ),
}));
const operators = fc.array(
  fc.constantFrom(
    "BT",
    "ET",
    "/F1 9 Tf",
    "(ab) Tj",
    "[(a) -9 <00>] TJ",
    "/F1 Do",
    "q",
    "Q",
    "BI ID",
    "EI",
    "1 0 0 1 9 9 cm",
    "(",
    "<",
    "[",
    "'",
  ),
  { maxLength: 30 },
);
const pdf = fc
  .tuple(fc.array(value, { minLength: 2, maxLength: 7 }), operators, fc.boolean(), value)
  .map(([objects, drawn, isPacked, entries]) =>
    makePdfOf([
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R 4 0 R] >>",
      `<< /Type /Page /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /F1 4 0 R >> >> >>`,
      makeStream(
        isPacked ? deflate(drawn.join(" ")) : encode(drawn.join(" ")),
        isPacked ? "/Filter /FlateDecode /Subtype /Form" : `/Subtype /Form /DecodeParms ${entries}`,
      ),
      ...objects,
    ]),
  );

const tags = fc.constantFrom(
  "<w:p>",
  "</w:p>",
  "<w:t>",
  "</w:t>",
  "<w:t/>",
  "text",
  "&amp;",
  "&#x41;",
  "&bomb;",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<!DOCTYPE x [<!ENTITY bomb 'x'>]>",
  "<",
  '"',
  "'",
  "<mc:Fallback>",
  "\u{0}",
);
const docx = fc.array(tags, { maxLength: 60 }).map((parts) => makeDocx(parts.join("")));
const nested = fc.integer({ min: 1, max: 4 }).map(async (depth) => {
  let inner = await makeDocx(paragraph("inside"));
  for (let level = 0; level < depth; level += 1)
    inner = await makeArchive({ "word/document.xml": inner, "content.xml": inner });
  return inner;
});
const rtf = fc
  .array(
    fc.constantFrom(
      "{",
      "}",
      "\\par",
      "\\u-1?",
      "\\u8364",
      "\\uc9",
      "\\bin99999999",
      "\\'e4",
      "\\'zz",
      "\\*",
      "\\pict",
      "\\ansicpg99",
      "\\",
      "text",
    ),
    { maxLength: 80 },
  )
  .map((parts) => encode(`{\\rtf1 ${parts.join(" ")}`));

/** A whole document, cut off, with other bytes, with a part repeated or of two kinds at once. */
const broken = fc
  .tuple(
    fc.constantFrom(...whole),
    fc.constantFrom(...whole),
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), { maxLength: 12 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(4),
  )
  .map(([document, other, changes, place, kind]) => {
    const at = Math.floor(place * document.length);
    if (kind === 0) return document.subarray(0, at);
    if (kind === 1) return joinBytes(document, other);
    if (kind === 2) return joinBytes(document.subarray(0, at), document);
    if (kind === 3) return joinBytes(other.subarray(0, 8), document.subarray(at));
    const bytes = document.slice();
    for (const [where, byte] of changes) bytes[Math.floor(where * (bytes.length - 1))] = byte;
    return bytes;
  });

const groupSize = 20;
const documents = fc.array(fc.oneof(broken, pdf, docx, rtf, nested, fc.uint8Array({ maxLength: 300 })), {
  minLength: groupSize,
  maxLength: groupSize,
});

test("whatever a file holds, the queue takes it and its row says how it ended", async () => {
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
  await fc.assert(
    fc.asyncProperty(documents, async (files) => {
      const id = await makeApplicationRow();
      const ids = [];
      for (const bytes of files) ids.push(await makeFile(id, bytes));
      const { explicitAcks, retryMessages } = await readFiles(ids);
      expect([explicitAcks.length, retryMessages.length]).toEqual([files.length, 0]);
      const rows = await db.selectFrom("application_texts").selectAll().where("application_id", "=", id).execute();
      for (const { state, text, last_error } of rows) {
        expect(["done", "failed", "none"]).toContain(state);
        expect(text.length).toBeLessThanOrEqual(limits.characters);
        expect(state === "done" ? last_error === null && text !== "" : text === "" && last_error !== null).toBe(true);
        expect(text).not.toMatch(/[\u{0}-\u{8}\u{fffe}]/u);
      }
    }),
    { numRuns: countRuns(5000) / groupSize, endOnFailure: true },
  );
});

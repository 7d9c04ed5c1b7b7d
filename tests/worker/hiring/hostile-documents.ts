/** Documents that are made to cost much, in any size: each is twice as much work when it is twice as long, and no more. */
import { deflate, joinBytes, makeDocx, makeOdt, makePdfOf, makeStream } from "./documents-make.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** A PDF of one page that draws `drawn`; `objects` begin with number 5. */
export function makePage(
  drawn: string,
  {
    resources = "",
    objects = [],
    page = "",
  }: { resources?: string; objects?: (string | Uint8Array)[]; page?: string } = {},
): Uint8Array<ArrayBuffer> {
  return makePdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 595 842] >>",
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << ${resources} >> ${page} >>`,
    makeStream(deflate(drawn), "/Filter /FlateDecode"),
    ...objects,
  ]);
}

export const helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";
const withFont = { resources: "/Font << /F 5 0 R >>", objects: [helvetica] };

/** A PDF whose list of objects is a stream with these entries and bytes. */
export function makeListed(entries: string, bytes = "", objects = ""): Uint8Array {
  const head = `%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n${objects}`;
  return encode(
    `${head}9 0 obj\n<< /Type /XRef /Root 1 0 R ${entries} /Length ${bytes.length} >>\nstream\n${bytes}\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`,
  );
}

function makeToUnicode(lines: string) {
  const map = `begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange ${lines} endcmap`;
  const font =
    "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>";
  const objects = [font, "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A >>", makeStream(encode(map))];
  return makePage("BT /F 9 Tf <00010002> Tj ET", { resources: "/Font << /F 5 0 R >>", objects });
}

type Make = (size: number) => Uint8Array | Promise<Uint8Array>;

/** By name: what is made of a size, and the size that is tried first. */
export const hostile: readonly [name: string, make: Make, size: number][] = [
  ["DOCX that ends in a name", (size) => makeDocx(`<${"a".repeat(size)}`), 10_000],
  ["DOCX of brackets", (size) => makeDocx("<".repeat(size)), 10_000],
  ["DOCX of open quotes", (size) => makeDocx('<a "'.repeat(size)), 8000],
  ["DOCX of comments that do not end", (size) => makeDocx("<!--".repeat(size)), 8000],
  ["DOCX of parts that do not end", (size) => makeDocx("<![CDATA[".repeat(size)), 8000],
  ["DOCX of entities", (size) => makeDocx("<w:t>&amp;&#x;&".repeat(size)), 10_000],
  ["DOCX of attributes", (size) => makeDocx(`<w:t ${"a='b' ".repeat(size)}>`), 8000],
  ["ODT of depth", (size) => makeOdt("<text:p>".repeat(size)), 8000],
  ["ODT of fields", (size) => makeOdt('<form:text form:current-value="'.repeat(size)), 10_000],
  ["RTF of brackets", (size) => encode(`{\\rtf1${"{".repeat(size)}`), 8000],
  ["RTF of words", (size) => encode(`{\\rtf1${"\\u-1?".repeat(size)}`), 8000],
  ["RTF of bytes", (size) => encode(`{\\rtf1${String.raw`\'e4`.repeat(size)}`), 8000],
  ["RTF of backslashes", (size) => encode(`{\\rtf1${"\\".repeat(size)}`), 8000],
  ["PDF of blanks", (size) => makePage(" ".repeat(size)), 8000],
  ["PDF of brackets", (size) => makePage("[".repeat(size)), 8000],
  ["PDF of lists", (size) => makePage(`${"<<".repeat(size)}${">>".repeat(size)}`), 10_000],
  ["PDF of open strings", (size) => makePage(`BT ${"(".repeat(size)}`), 50_000],
  ["PDF of letters", (size) => makePage(`BT /F 9 Tf (${"a".repeat(size)}) Tj ET`, withFont), 8000],
  ["PDF of pieces", (size) => makePage(`BT /F 9 Tf ${"(a) Tj 1 0 Td ".repeat(size)} ET`, withFont), 2000],
  [
    "PDF of a long line",
    (size) => makePage(`BT /F 9 Tf 9 9 Td ${"(word) Tj 0 0 Td ".repeat(size)} ET`, withFont),
    2000,
  ],
  [
    "PDF of lines",
    (size) => makePage(`BT /F 9 Tf 9 800 Td ${"(word) Tj 0 -0.01 Td ".repeat(size)} ET`, withFont),
    2000,
  ],
  ["PDF of kerned letters", (size) => makePage(`BT /F 9 Tf [${"(a) -900 ".repeat(size)}] TJ ET`, withFont), 4000],
  ["PDF of fonts", (size) => makePage(`BT ${"/F 9 Tf ".repeat(size)} ET`, withFont), 4000],
  ["PDF of saved states", (size) => makePage("q ".repeat(size)), 10_000],
  ["PDF of pictures that do not end", (size) => makePage("BI ID ".repeat(size)), 4000],
  ["PDF of marks", (size) => makePage("/A BMC ".repeat(size)), 10_000],
  ["PDF of names", (size) => makePage(Array.from({ length: size }, (_, at) => `/N${at} gs`).join(" ")), 4000],
  [
    "PDF of drawings of blanks",
    (size) =>
      makePage("/X Do ".repeat(4), {
        resources: "/XObject << /X 5 0 R >>",
        objects: [makeStream(deflate(" ".repeat(size)), "/Type /XObject /Subtype /Form /Filter /FlateDecode")],
      }),
    100_000,
  ],
  [
    "PDF of drawings in drawings",
    (size) =>
      makePage("/X Do ".repeat(size), {
        resources: "/XObject << /X 5 0 R >>",
        objects: [
          makeStream(encode("/Y Do /Y Do "), "/Type /XObject /Subtype /Form /Resources << /XObject << /Y 6 0 R >> >>"),
          makeStream(encode("q Q".repeat(9)), "/Type /XObject /Subtype /Form"),
        ],
      }),
    200,
  ],
  [
    "PDF of a map of ranges",
    (size) => makeToUnicode(`${size} beginbfrange ${"<0001> <0100> <0041>\n".repeat(size)} endbfrange`),
    200,
  ],
  [
    "PDF of a map of letters",
    (size) => makeToUnicode(`${size} beginbfchar ${"<0001> <0041>\n".repeat(size)} endbfchar`),
    2000,
  ],
  [
    "PDF of widths",
    (size) =>
      makePage("BT /F 9 Tf <0001> Tj ET", {
        resources: "/Font << /F 5 0 R >>",
        objects: [
          "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [6 0 R] >>",
          `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /W [${"0 900 500 ".repeat(size)}] >>`,
        ],
      }),
    200,
  ],
  [
    "PDF of notes",
    (size) =>
      makePage("q", { page: `/Annots [${"5 0 R ".repeat(size)}]`, objects: ["<< /Subtype /Text /Contents (word) >>"] }),
    200,
  ],
  ["PDF of objects without a list", (size) => encode(`%PDF-1.5\n${"1 0 obj\n<< >>\nendobj\n".repeat(size)}`), 2000],
  ["PDF of beginnings", (size) => encode(`%PDF-1.5\n${"1 0 obj ".repeat(size)}`), 4000],
  ["PDF of trailers", (size) => encode(`%PDF-1.5\n${"trailer << ".repeat(size)}`), 2000],
  [
    "PDF of streams that do not end",
    (size) => encode(`%PDF-1.5\n${"1 0 obj << /Length 5 >> stream\n".repeat(size)}`),
    1000,
  ],
  ["PDF of lists of objects", (size) => makeListed("/Size 9 /W [1 1 1]", "", "xref\n0 1\n".repeat(size)), 2000],
  [
    "PDF of a packed list",
    (size) => makeListed(`/Size ${size} /W [1 2 1] /Index [0 ${size}]`, "\u{1}\0\u{9}\0".repeat(size)),
    10_000,
  ],
  [
    "PDF of hex",
    (size) =>
      makePdfOf([
        "<< /Pages 2 0 R >>",
        "<< /Kids [3 0 R] >>",
        "<< /Type /Page /Contents 4 0 R >>",
        makeStream(encode("20".repeat(size)), "/Filter /ASCIIHexDecode"),
      ]),
    50_000,
  ],
  [
    "PDF of repeated bytes",
    (size) =>
      makePdfOf([
        "<< /Pages 2 0 R >>",
        "<< /Kids [3 0 R] >>",
        "<< /Type /Page /Contents 4 0 R >>",
        makeStream(
          joinBytes(...Array.from({ length: size }, () => Uint8Array.of(129, 32))),
          "/Filter /RunLengthDecode",
        ),
      ]),
    500,
  ],
];

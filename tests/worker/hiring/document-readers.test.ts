/** What the readers of documents find, and what hostile documents cost them. */
import { expect, test, vi } from "vitest";
import { makeArchive } from "#tests/import-files/make-archive.ts";
import { isDeep, takeSome } from "#tests/runs.ts";
import { toLatin } from "#worker/hiring/applications/documents/source.ts";
import { extractText } from "#worker/hiring/applications/text/extract.ts";
import { Budget, limits } from "#worker/hiring/applications/text/limits.ts";
import {
  deflate,
  joinBytes,
  latin1,
  makeDocx,
  makeOdt,
  makePdf,
  makePdfOf,
  makeStream,
  paragraph,
} from "./documents-make.ts";
import { helvetica, hostile, makeListed, makePage } from "./hostile-documents.ts";
import { makeDamaged, makeLying, makeShared } from "./lying-archives.ts";
import { protectPdf } from "./protect-pdf.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** What it says, or why it cannot be read; and its work. */
async function read(
  bytes: Uint8Array | Promise<Uint8Array>,
): Promise<{ said: string; steps: number; unpacked: number }> {
  const budget = new Budget();
  const said = await extractText(await bytes, budget).catch((error: Error) => error.message);
  return { said, steps: budget.steps, unpacked: budget.unpacked };
}

const say = async (bytes: Uint8Array | Promise<Uint8Array>) => (await read(bytes)).said;

test("a document of twice the length is twice the work, and never above the budget", async () => {
  const scale = isDeep ? 20 : 0.15;
  for (const [name, make, size] of hostile) {
    const [one, two] = [await read(make(size * scale)), await read(make(2 * size * scale))];
    expect(one.steps, name).toBeGreaterThan(0);
    expect(two.steps / one.steps, name).toBeLessThan(2.2);
    // Work is counted before it is known how much there is: a piece is at most as long as a part.
    expect(two.steps, name).toBeLessThan(limits.steps + limits.unpackedPart);
  }
});

/** PDFs in which `users` notes or fonts share one list or text of `length` parts. */
const shared: readonly [name: string, make: (users: number, length: number) => Uint8Array][] = [
  [
    "choices",
    (users, length) =>
      withShared(users, "/Subtype /Widget /FT /Ch /V (x) /Opt 6 0 R", `[${"[(a) (b)]".repeat(length)}]`),
  ],
  ["values", (users, length) => withShared(users, "/Subtype /Widget /FT /Tx /V 6 0 R", `(${escapes(length)})`)],
  ["texts", (users, length) => withShared(users, "/Subtype /Text /Contents 6 0 R", `(${escapes(length)})`)],
  ["boxes", (users, length) => withShared(users, "/Subtype /Text /Contents (x) /Rect 6 0 R", manyNumbers(length))],
  [
    "boxes of pages",
    (users, length) => withShared(1, "", manyNumbers(length), { pages: users, page: "/CropBox 6 0 R" }),
  ],
  ["widths", (users, length) => withFonts(users, "/Widths 4 0 R", manyNumbers(length))],
  [
    "widths of a described font",
    (users, length) => withFonts(users, "/Widths 4 0 R /FontDescriptor << /FontName /A >>", manyNumbers(length)),
  ],
  [
    "names of letters",
    (users, length) => withFonts(users, "/Encoding << /Differences 4 0 R >>", `[0 ${"/a ".repeat(length)}]`),
  ],
];
/** A text that says nothing: it goes on from one language to another. */
const escapes = (length: number) => "\u{1b}".repeat(length);
const manyNumbers = (length: number) => `[${"5 ".repeat(length)}]`;

function withShared(notes: number, note: string, list: string, { pages = 1, page = "" } = {}): Uint8Array {
  const kids = Array.from({ length: pages }, (_, index) => `${7 + index} 0 R`).join(" ");
  return makePdfOf([
    "<< /Pages 2 0 R >>",
    `<< /Kids [${kids}] >>`,
    "null",
    `<< ${note} >>`,
    `[${"4 0 R ".repeat(notes)}]`,
    list,
    ...Array.from({ length: pages }, () => `<< /Type /Page /Annots 5 0 R ${page} >>`),
  ]);
}

function withFonts(fonts: number, entries: string, list: string): Uint8Array {
  const each = Array.from({ length: fonts }, (_, index) => index);
  const named = each.map((index) => `/F${index} ${6 + index} 0 R`).join(" ");
  return makePdfOf([
    "<< /Pages 2 0 R >>",
    "<< /Kids [3 0 R] >>",
    `<< /Type /Page /Contents 5 0 R /Resources << /Font << ${named} >> >> >>`,
    list,
    makeStream(encode(`BT ${each.map((index) => `/F${index} 9 Tf `).join("")}(x) Tj ET`)),
    ...each.map(() => `<< /Type /Font /Subtype /TrueType /BaseFont /A ${entries} >>`),
  ]);
}

test("what many notes, pages or fonts share is counted for each of them, and ends with the budget", async () => {
  const length = 1000;
  for (const [at, [name, make]] of shared.entries()) {
    const [one, two] = [await read(make(20, length)), await read(make(40, length))];
    expect(two.steps - one.steps, name).toBeGreaterThan(20 * length);
    expect(two.steps / one.steps, name).toBeLessThan(2.2);
    // The whole budget of two kinds; of each in the deep tests.
    if (!isDeep && at % 4 !== 0) continue;
    const users = name === "boxes of pages" ? 80 : 400;
    expect((await say(make(users, 130_000))).slice(0, 40), name).toBe("It takes too much work to read.");
  }
});

test("a note costs work even if it says nothing, and others are served between notes", async () => {
  const { steps } = await read(withShared(400, "/Subtype /Text", "null"));
  expect(steps).toBeGreaterThan(400 * 200);
  const budget = new Budget();
  const pause = vi.spyOn(budget, "pause");
  await extractText(withShared(400, "/Subtype /Text /Contents (x) /Rect 6 0 R", manyNumbers(10_000)), budget);
  expect(pause.mock.calls.length).toBeGreaterThan(budget.steps / (2 * limits.stepsAtOnce));
});

test("what a note says and what it draws are compared within the budget", async () => {
  const [half, drawn] = ["a".repeat(50_000), "a".repeat(190_000)];
  const note = `<< /Subtype /FreeText /Contents (${half}b${half}) /AP << /N 7 0 R >> >>`;
  const look = makeStream(encode(`BT /F 1 Tf (${drawn}) Tj ET`), "/Subtype /Form");
  const page = { resources: fonts, page: "/Annots [6 0 R]", objects: [helvetica, note, look] };
  expect((await say(makePage("q", page))).slice(0, 40)).toBe("It takes too much work to read.");
});

/** Counts how often the end of a budget is met; nobody meets it so often and goes on. */
class EndedBudget extends Budget {
  ends = 0;

  override step(count = 1): void {
    try {
      super.step(count);
    } catch (error) {
      this.ends += 1;
      // Else whoever tries again and again would never end.
      if (this.ends > 1000) this.steps = 0;
      throw error;
    }
  }
}

test("whoever meets the end of the budget stops, wherever that is", async () => {
  for (const [name, make, size] of hostile) {
    const file = await make(size * (isDeep ? 0.3 : 0.15));
    const { steps } = await read(file);
    for (const part of takeSome([0.5, 0.01, 0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9, 0.99])) {
      const budget = new EndedBudget();
      budget.steps = limits.steps - Math.floor(part * steps);
      await expect(extractText(file, budget), name).rejects.toThrow("too much work");
      expect(budget.ends, name).toBeLessThan(100);
    }
  }
});

test("a list of objects that says it is long costs what it holds", async () => {
  const short = await read(makeListed("/Size 2147483647 /W [1 1 1] /Index [0 2147483647]", "\u{1}\0\0"));
  expect(short.steps).toBeLessThan(200_000);
  const zeros = await read(makeListed("/Size 2147483647 /W [0 0 0] /Index [0 2147483647]"));
  expect(zeros.steps).toBeLessThan(limits.steps + limits.unpackedPart);
  for (const index of ["[-5 9]", "[9 -5]", "[0 1e99]", "[2147483647 2147483647 2147483647]", "7 0 R"])
    expect((await read(makeListed(`/Size 9 /W [1 1 1] /Index ${index}`))).steps).toBeLessThan(200_000);
});

test("a drawing that draws itself costs a part of the budget, however many blanks it has", async () => {
  const drawing = (entries: string) => makeStream(deflate(`${" ".repeat(500_000)}${"/X Do ".repeat(500)}`), entries);
  const form = "/Type /XObject /Subtype /Form /Filter /FlateDecode /Resources << /XObject << /X 5 0 R >> >>";
  const { steps } = await read(
    makePage("/X Do ".repeat(50), { resources: "/XObject << /X 5 0 R >>", objects: [drawing(form)] }),
  );
  expect(steps).toBeLessThan(limits.steps + limits.unpackedPart);
});

test("an archive unpacks to no more than it says, and says no more than there is left", async () => {
  const body = paragraph("word ".repeat(300_000));
  const lying = await read(makeLying(body, 12));
  expect(lying.said).toBe("It unpacks to more than it says.");
  expect(lying.unpacked).toBeLessThan(limits.unpackedPart);
  // Twenty entries that share one beginning.
  expect(await read(makeShared(body, 20))).toMatchObject({ said: expect.stringContaining("broken"), unpacked: 0 });
  expect(await say(makeDocx(`${paragraph("a")}${" ".repeat(limits.unpackedPart)}`))).toContain("unpacks to more");
});

const hello = "BT /F 12 Tf 50 700 Td (Hello there) Tj ET";
const fonts = "/Font << /F 5 0 R >>";
/** A font of the numbers of glyphs of a collection. */
const cidFont = (ordering: string, encoding: string) => [
  `<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
  `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> >>`,
];
const written = (ordering: string, encoding: string, hex: string) =>
  makePage(`BT /F 12 Tf 50 700 Td <${hex}> Tj ET`, { resources: fonts, objects: cidFont(ordering, encoding) });

const collections = [
  ["Shift JIS", "Japan1", "90ms-RKSJ-H", "97 9a 97 f0 8f 91 41 b1", "履歴書Aｱ"],
  ["JIS", "Japan1", "H", "4d7a 4e72 3d71", "履歴書"],
  ["EUC of Japan", "Japan1", "EUC-H", "cdfa cef2 bdf1", "履歴書"],
  ["UTF-16 of Japan", "Japan1", "UniJIS-UTF16-H", "5c65 6b74 66f8", "履歴書"],
  ["glyphs of Japan", "Japan1", "Identity-H", "0f64 0fba 097b 0022 0029", "履歴書AH"],
  ["simple Chinese", "GB1", "GBK-EUC-H", "bcf2 c0fa 41", "简历A"],
  ["GB 18030", "GB1", "GBK2K-H", "bcf2 c0fa 8130 8130", "简历\u{80}"],
  ["traditional Chinese", "CNS1", "ETen-B5-H", "bc69 befa", "履歷"],
  ["Korean", "Korea1", "KSCms-UHC-H", "c0cc b7c2 bcad", "이력서"],
  ["glyphs of China", "GB1", "Identity-H", "0865 09e5 0022", "简历A"],
  ["glyphs of Taiwan", "CNS1", "Identity-H", "1135 12dd 0022", "履歷A"],
  ["glyphs of Korea", "Korea1", "Identity-V", "0a49 06f1 08b2", "이력서"],
] as const;

test("fonts without a map are read by their collection", async () => {
  for (const [name, ordering, encoding, hex, text] of collections)
    expect(await say(written(ordering, encoding, hex.replaceAll(" ", ""))), name).toBe(text.replace("\u{80}", ""));
});

test("a font that says which glyph each code has is read by its map of letters", async () => {
  const font =
    "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 8 0 R >>";
  const glyphs =
    "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /FontDescriptor << /FontName /A >> /CIDToGIDMap 7 0 R >>";
  const map =
    "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0001> <0009> <0041> endbfrange";
  const objects = [font, glyphs, makeStream(Uint8Array.of(0, 0, 0, 1, 0, 2)), makeStream(encode(map))];
  expect(await say(makePage("BT /F 9 Tf <00010002> Tj ET", { resources: fonts, objects }))).toBe("AB");
});

test("fonts whose letters nobody can tell are said to be so; scanned pages are no such thing", async () => {
  expect(await say(written("Identity", "Identity-H", "00010002"))).toBe("Its fonts cannot be read.");
  expect(await say(makePage("q 1 0 0 1 0 0 cm Q"))).toBe("");
});

const field = (entries: string, rect = "[150 690 400 715]") => `<< /Subtype /Widget /Rect ${rect} ${entries} >>`;
const withNotes = (drawn: string, ...notes: string[]) =>
  makePage(drawn, {
    resources: fonts,
    page: `/Annots [${notes.map((_, index) => `${6 + index} 0 R`).join(" ")}]`,
    objects: [helvetica, ...notes],
  });

test("what was typed into a form, chosen or noted is text, where it stands", async () => {
  const label = "BT /F 12 Tf 50 700 Td (First name:) Tj 0 -100 Td (Below) Tj ET";
  expect(await say(withNotes(label, field("/FT /Tx /V (Amara)")))).toBe("First name: Amara\nBelow");
  expect(await say(withNotes(label, field("/FT /Ch /V (b) /Opt [[(a) (Anna)] [(b) (Berta)]]")))).toContain(
    "First name: Berta",
  );
  expect(await say(withNotes(label, field("/FT /Ch /V [(x) (y)]")))).toContain("x\ny");
  // A value that the group of a field has, in UTF-16.
  expect(await say(withNotes(label, field("/Parent << /FT /Tx /V <FEFF0141> >>")))).toContain("First name: Ł");
  const [hidden, password, note] = [
    field("/FT /Tx /V (hidden) /F 2"),
    field("/FT /Tx /Ff 8192 /V (secret)"),
    "<< /Subtype /FreeText /Contents (a stamp) /Rect [0 0 9 9] >>",
  ];
  expect(await say(withNotes(label, hidden, password, note))).toBe("First name:\nBelow\na stamp");
});

test("words that are read from the right are in the order of reading, however they are drawn", async () => {
  const map = (letters: readonly string[]) =>
    makeStream(
      encode(
        `begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${letters.length} beginbfchar ${letters
          .map(
            (letter, at) =>
              `<${String(at + 1).padStart(2, "0")}> <${letter.charCodeAt(0).toString(16).padStart(4, "0")}>`,
          )
          .join(" ")} endbfchar endcmap`,
      ),
    );
  const font =
    "<< /Type /Font /Subtype /Type1 /BaseFont /A /FirstChar 1 /LastChar 9 /Widths [600 600 600 600 600 600 600 600 600] /ToUnicode 6 0 R >>";
  const make = (drawn: string, letters: string) =>
    makePage(`BT /F 10 Tf 200 700 Td ${drawn} ET`, { resources: fonts, objects: [font, map(Array.from(letters))] });
  expect(await say(make("<04030201> Tj", "שלום"))).toBe("שלום");
  // Two words, the first of which is drawn first, further right.
  expect(await say(make("<0201> Tj -40 0 Td <0403> Tj", "אבגד"))).toMatch(/^אב ?גד$/);
  expect(await say(make("<04030201> Tj", "سلام"))).toBe("سلام");
  // No space is drawn, but there is room for one.
  expect(await say(make("<0201> Tj -28 0 Td <0403> Tj", "אבגד"))).toBe("אב גד");

  // Words of other letters stand in their own order in it, in whatever fonts and order they are drawn.
  const bold = helvetica.replace("Helvetica", "Helvetica-Bold");
  const draw = (...pieces: [font: string, left: number, text: string][]) =>
    makePage(
      `BT ${pieces.map(([named, left, text]) => `/${named} 10 Tf 1 0 0 1 ${left} 700 Tm ${text} Tj`).join(" ")} ET`,
      { resources: "/Font << /F 5 0 R /A 7 0 R /B 8 0 R >>", objects: [font, map([..."אבגד"]), helvetica, bold] },
    );
  const right: [string, number, string] = ["F", 400, "<0403020104030201>"];
  const left: [string, number, string] = ["F", 90, "<0403020104030201>"];
  const mixed: [drawn: [font: string, left: number, text: string][], said: string][] = [
    [
      [
        ["A", 200, "(Google )"],
        ["B", 240, "(Cloud)"],
      ],
      "Google Cloud",
    ],
    [
      [
        ["B", 240, "(Cloud)"],
        ["A", 200, "(Google )"],
      ],
      "Google Cloud",
    ],
    [
      [
        ["A", 200, "(C++)"],
        ["B", 222, "( und )"],
        ["A", 260, "(Java)"],
      ],
      "C++ und Java",
    ],
    [
      [
        ["A", 200, "(Java)"],
        ["B", 230, "(11)"],
        ["A", 150, "(,)"],
      ],
      "Java 11 ,",
    ],
    // A number is one word; of several, the first stands furthest to the right.
    [
      [
        ["A", 200, "(2019)"],
        ["B", 222.2, "(-)"],
        ["A", 225.6, "(2021)"],
      ],
      "2019-2021",
    ],
    [
      [
        ["A", 200, "(2021)"],
        ["B", 230, "(-)"],
        ["A", 240, "(2019)"],
      ],
      "2019 - 2021",
    ],
  ];
  for (const [drawn, said] of mixed)
    expect(await say(draw(right, ...drawn, left)), said).toBe(`אבגדאבגד ${said} אבגדאבגד`);
});

test("what is drawn left of the piece before it on a line is a word for itself", async () => {
  const objects = [helvetica];
  const draw = (drawn: string) => say(makePage(`BT /F 12 Tf 300 700 Td ${drawn} ET`, { resources: fonts, objects }));
  expect(await draw("(right) Tj -200 0 Td (left) Tj")).toBe("right left");
  expect(await draw("(right) Tj -200 0 Td (left) Tj 80 0 Td (middle) Tj")).toBe("right left middle");
  // Drawn twice to be bold.
  expect(await draw("(bold) Tj -0.4 0 Td (bold) Tj")).toBe("boldbold");
  // A line that stands on its head goes on to the left.
  const turned = "-1 0 0 -1 300 700 Tm (up) Tj -1 0 0 -1 270 700 Tm /G 12 Tf (side) Tj";
  const both = {
    resources: "/Font << /F 5 0 R /G 6 0 R >>",
    objects: [helvetica, helvetica.replace("ica", "ica-Bold")],
  };
  expect(await say(makePage(`BT /F 12 Tf ${turned} ET`, both))).toBe("up side");
});

test("a stray operator, a number too many or junk before and behind costs nothing but itself", async () => {
  const objects = [helvetica];
  for (const stray of [
    "foo",
    "1 ".repeat(60),
    "] >> }",
    "/A /B /C gs",
    "BX bar EX",
    "(open \\) ) Tj",
    "Q Q Q",
    "ET ET",
    "/None Do",
  ])
    expect(await say(makePage(`${stray} ${hello}`, { resources: fonts, objects })), stray).toContain("Hello there");
  const whole = makePdf("Hello there");
  for (const junk of ["\n\n", "HTTP/1.1 200 OK\r\n\r\n", "\u{ef}\u{bb}\u{bf}", "x".repeat(900), "\u{1b}%-12345X@PJL\n"])
    expect(await say(joinBytes(latin1(junk), whole)), junk).toBe("Hello there");
  expect(await say(joinBytes(whole, latin1("\n<html>").slice(0), new Uint8Array(500)))).toBe("Hello there");
  // Whose list of objects is elsewhere than it says.
  const end = new TextDecoder("latin1").decode(whole).lastIndexOf("startxref");
  expect(await say(joinBytes(whole.subarray(0, end), latin1("startxref\n7\n%%EOF\n")))).toBe("Hello there");
});

test("accents that are drawn on letters are theirs; a word over two lines is one", async () => {
  const objects = [helvetica];
  const tex = String.raw`BT /F 12 Tf 50 700 Td [(f)-1(\250)500(ur M)(\250)500(uller, voil)(\140)500(a)] TJ ET`;
  expect(await say(makePage(tex, { resources: fonts, objects }))).toBe("für Müller, voilà");
  // As somebody types who has no apostrophe.
  expect(await say(makePdf("Mike\u{b4}s geht\u{b4}s"))).toBe("Mike´s geht´s");
  expect(await say(makePdf("a devel-\noper since May-\nJune, A-\nb"))).toBe("a developer since May-\nJune, A-\nb");
  // A hyphen that stands for the rest of a word.
  const shared =
    "Planung der Vor-\nund Nachbereitung, Klein-\noder Mittelbetrieb, full-\nand part-time, Vor-\nbzw. Nachteil";
  expect(await say(makePdf(shared))).toBe(shared);
  expect(await say(makePdf("Ver-\nunden, a Seni-\nor Developer in Ams-\nterdam"))).toBe(
    "Verunden, a Senior Developer in Amsterdam",
  );
});

/** A font in Compact Font Format with two letters at codes of its own: "oslash", which every font may name, and "Ohorn". */
function makeCompactFont(): Uint8Array {
  const index = (...parts: (readonly number[])[]) => {
    let end = 1;
    const ends = parts.map((part) => (end += part.length));
    return [0, parts.length, ...(parts.length > 0 ? [1, 1, ...ends] : []), ...parts.flat()];
  };
  const bytesOf = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
  const name = index(bytesOf("A"));
  const strings = index(bytesOf("Ohorn"));
  const number = (value: number) => [28, value >> 8, value & 0xff];
  const topLength = 12;
  const start = 4 + name.length + (5 + topLength) + strings.length + 2;
  const charset = [0, 0, 147, 1, 135];
  const encoding = [0, 2, 65, 200];
  const glyphs = index([14], [14], [14]);
  const top = [...number(start), 15, ...number(start + 5), 16, ...number(start + 9), 17];
  return Uint8Array.from([
    1,
    0,
    4,
    1,
    ...name,
    ...index(top),
    ...strings,
    ...index(),
    ...charset,
    ...encoding,
    ...glyphs,
  ]);
}

test("an embedded font that names its letters itself is read by these names; a broken one costs nothing but itself", async () => {
  const whole = makeCompactFont();
  const make = (bytes: Uint8Array) =>
    makePage("BT /F 12 Tf 50 700 Td (A\\310) Tj ET", {
      resources: fonts,
      objects: [
        "<< /Type /Font /Subtype /Type1 /BaseFont /A /FirstChar 65 /LastChar 65 /Widths [600] /FontDescriptor 6 0 R >>",
        "<< /Type /FontDescriptor /FontName /A /Flags 4 /FontFile3 7 0 R >>",
        makeStream(bytes, "/Subtype /Type1C"),
      ],
    });
  expect(await say(make(whole))).toBe("øƠ");
  for (let length = 0; length < whole.length; length += 1)
    expect(await say(make(whole.subarray(0, length)))).not.toContain("Its");
});

test("letters that TeX has drawn are read by their codes", async () => {
  const font = (names: string) =>
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 12 /LastChar 111 /Widths [${"9 ".repeat(100)}] /CharProcs << >> /Encoding << /Differences [${names}] >> >>`;
  const draw = (names: string) =>
    makePage("BT /F 10 Tf 50 700 Td (O\\014ce) Tj ET", { resources: fonts, objects: [font(names)] });
  expect(await say(draw("12 /a12 79 /a79 99 /a99 101 /a101"))).toBe("Ofice");
});

test("what is longer than is kept is kept as far as it goes, and a broken page costs nothing but itself", async () => {
  const line = "(word word word word word word word) Tj 0 0 Td ";
  const long = await say(
    makePage(`BT /F 9 Tf 50 700 Td ${line.repeat(9000)} ET`, { resources: fonts, objects: [helvetica] }),
  );
  expect([long.length > 0.9 * limits.characters, long.length <= limits.characters]).toEqual([true, true]);
  const page = (contents: number) =>
    `<< /Type /Page /Parent 2 0 R /Contents ${contents} 0 R /Resources << ${fonts} >> >>`;
  const broken = makePdfOf([
    "<< /Pages 2 0 R >>",
    "<< /Kids [3 0 R 4 0 R 6 0 R] /MediaBox [0 0 595 842] >>",
    page(7),
    page(8),
    helvetica,
    page(9),
    makeStream(encode(hello)),
    makeStream(Uint8Array.of(1, 2, 3, 4, 5), "/Filter /FlateDecode"),
    makeStream(encode(hello.replace("there", "again"))),
  ]).slice();
  // The font is number 5 in both.
  expect(await say(broken)).toBe("Hello there\nHello again");
});

test("what protects a file from changes keeps nobody from reading it", async () => {
  for (const kind of ["aes", "rc4"] as const) expect(await say(protectPdf(hello, kind)), kind).toBe("Hello there");
});

test("a Word document's notes, boxes and fields are read once each, and what was deleted is not", async () => {
  const run = (text: string, before = "") => `<w:r><w:rPr>${before}</w:rPr><w:t>${text}</w:t></w:r>`;
  const body = `<w:p>${run("kept")}${run("hidden", "<w:vanish/>")}${run("shown", '<w:vanish w:val="0"/>')}<w:del>${run("gone")}</w:del><w:moveFrom>${run("moved")}</w:moveFrom></w:p><w:sdt><w:sdtContent>${paragraph("chosen")}</w:sdtContent></w:sdt>`;
  expect(await say(makeDocx(body))).toBe("keptshown\nchosen");
  expect(await say(makeOdt('<form:text form:current-value="typed &amp; kept"/><text:p>end</text:p>'))).toBe(
    "typed & kept\nend",
  );
});

test("hyphens that keep a word together are there; a box or a note stands apart from the words beside it", async () => {
  const word = (inner: string) => `<w:p><w:r>${inner}</w:r></w:p>`;
  const hyphens = "<w:t>E</w:t><w:noBreakHyphen/><w:t>Mail 0171</w:t><w:noBreakHyphen/><w:t>123</w:t>";
  expect(await say(makeDocx(word(hyphens)))).toBe("E-Mail 0171-123");
  expect(await say(makeDocx(word(`<w:rPr><w:vanish/></w:rPr>${hyphens}`)))).toBe("");
  const box = `<w:pict><w:txbxContent>${paragraph("Box")}${paragraph("two")}</w:txbxContent></w:pict>`;
  expect(await say(makeDocx(`${paragraph("one")}${word(`<w:t>x</w:t>${box}<w:t>y</w:t>`)}`))).toBe(
    "one\nx\nBox\ntwo\ny",
  );
  expect(await say(makeDocx(`${paragraph("one")}${word(`${box}<w:t>y</w:t>`)}`))).toBe("one\nBox\ntwo\ny");
  const note =
    "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Note</text:p></text:note-body></text:note>";
  expect(await say(makeOdt(`<text:p>Heidelberge${note} next</text:p>`))).toBe("Heidelberge\nNote\nnext");
  expect(await say(makeOdt("<text:p>vorne<draw:text-box><text:p>Box</text:p></draw:text-box></text:p>"))).toBe(
    "vorne\nBox",
  );
});

test("Rich Text's notes, boxes, blanks and letters that are not seen", async () => {
  const cases = [
    [String.raw`a{\footnote Note}Text{\shp{\*\shpinst{\shptxt Box}}}end`, "a\nNote\nText\nBox\nend"],
    [String.raw`a\nestcell b\nestcell\nestrow c\emspace d\column e\softline f\enspace g`, "a b\nc d\ne\nf g"],
    [String.raw`a\lbr0 b\qmspace c\softpage d`, "a\nb c\nd"],
    [String.raw`{\v geheim\plain sichtbar}`, "sichtbar"],
    [String.raw`{\v a{b}\v0 c}{\deleted d\v e\deleted0 f\v0 g}h`, "cgh"],
    [String.raw`{\*\generator a\plain b{\footnote c}}d{\*\annotation e}`, "d\ne"],
    [String.raw`\u228{x}\u228 y`, "äxä"],
  ] as const;
  for (const [inner, text] of cases) expect(await say(encode(String.raw`{\rtf1 ${inner}}`)), inner).toBe(text);
});

test("objects that stand for each other, or for nothing, cost nothing but themselves", async () => {
  const loop = makePdfOf([
    "<< /Pages 2 0 R >>",
    "<< /Kids [3 0 R 2 0 R 9 0 R 7 0 R] >>",
    `<< /Contents [4 0 R 9 0 R 7 0 R] /Resources << ${fonts} >> /MediaBox 7 0 R >>`,
    makeStream(encode(hello)),
    helvetica,
    "null",
    "7 0 R",
  ]);
  expect(await say(loop)).toBe("Hello there");
});

test("a broken reference in a note, a field or a page costs nothing but itself", async () => {
  const drawn = (entries: string) => makeStream(encode(hello), `/Subtype /Form ${entries}`);
  const cases: [where: string, page: string, note: string, drawing?: Uint8Array][] = [
    ["flags of a note", "", "/Subtype /FreeText /Contents (lost) /F 9 0 R"],
    ["looks of a note", "", "/Subtype /FreeText /Contents (lost) /AP 9 0 R"],
    ["value of a field", "", "/Subtype /Widget /FT /Tx /V 9 0 R"],
    ["matrix of a drawing", "", "/Subtype /Stamp /AP << /N 8 0 R >>", drawn("/Matrix 9 0 R")],
    ["resources of a drawing", "", "/Subtype /Stamp /AP << /N 8 0 R >>", drawn("/Resources 9 0 R")],
    ["box of a page", "/CropBox 9 0 R", ""],
    ["box of a page, in part", "/MediaBox [0 0 9 0 R 842]", ""],
    ["children of a page", "/Kids 9 0 R", ""],
  ];
  for (const [where, page, note, drawing = "null"] of cases) {
    const notes = [`<< ${note} >>`, "<< /Subtype /FreeText /Contents (a stamp) >>", drawing, "null"];
    const whole = makePage(hello, {
      resources: fonts,
      page: `/Annots [6 0 R 7 0 R] ${page}`,
      objects: [helvetica, ...notes],
    });
    // Where the list says that there is number 9, there is another one.
    const broken = latin1(toLatin(whole).replace("\n9 0 obj", "\n7 0 obj"));
    const said = await say(broken);
    expect([where, said]).toEqual([where, expect.stringContaining("Hello there")]);
    expect([where, said]).toEqual([where, expect.stringContaining("a stamp")]);
  }
  const list = makePage(hello, { resources: fonts, page: "/Annots 6 0 R", objects: [helvetica, "null"] });
  expect(await say(latin1(toLatin(list).replace("\n6 0 obj", "\n5 0 obj")))).toBe("Hello there");
});

test("a document of many headers keeps its body, behind them", async () => {
  const headers = Array.from({ length: 45 }, (_, at) => [`word/header${at}.xml`, paragraph(`head ${at}`)]);
  const said = await say(makeArchive({ ...Object.fromEntries(headers), "word/document.xml": paragraph("the body") }));
  expect(said).toMatch(/head 38\n+the body$/);
});

test("a document that cannot be unpacked, or not to its end, is broken and not empty", async () => {
  const body = Array.from({ length: 500 }, (_, at) => `word ${at * at}`).join(" ");
  for (const [document, last] of [
    [await makeDocx(paragraph(body)), "document.xml"],
    [await makeOdt(`<text:p>${body}</text:p>`), "content.xml"],
  ] as const) {
    expect(await say(document), last).toBe(body);
    for (const how of ["start", "middle"] as const)
      expect(await say(makeDamaged(document, how)), `${last}, ${how}`).toBe("It is broken: it cannot be unpacked.");
  }
});

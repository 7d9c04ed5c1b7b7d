import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { cleanLine } from "#shared/text/clean-line.ts";
import { countRuns } from "#tests/runs.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { disarmCell, writeCsvRow } from "#worker/lib/text/csv.ts";
import { newId } from "#worker/lib/ids.ts";
import { breakDatabase } from "../faulty-bindings.ts";
import { downloadEnquiries } from "./enquiries-staff-make.ts";
import { fillEnquiry, makeEnquiry } from "./enquiry-rows.ts";
import { makeAccount } from "../make.ts";
import { xssVectors } from "../xss-vectors.ts";

const db = openDb(env.DB);

/** RFC 4180, read strictly: throws on anything else. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /"((?:[^"]|"")*)"(,|\r\n)|([^",\r\n]*)(,|\r\n)/gy;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) throw new Error("Not RFC 4180");
    row.push(match[1] === undefined ? (match[3] ?? "") : match[1].replaceAll('""', '"'));
    if ((match[2] ?? match[4]) === "\r\n") {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

test("whatever is written into a row is read back from it, and no cell is a formula", () => {
  const cell = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom("=", "+", "-", "@", "\t", "\r", "\n", '"', ",", ";", "'", " ", "a", "＝") }),
  );
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { maxLength: 5 }), (rows) => {
      const read = parseCsv(rows.map(writeCsvRow).join(""));
      expect(read).toEqual(rows.map((row) => row.map(disarmCell)));
      for (const text of read.flat()) expect(text).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
      for (const text of read.flat()) expect(text).not.toMatch(/[;\t\r\n][=+\-@＝＋－＠]/);
      for (const text of rows.flat()) expect(disarmCell(text).replaceAll("'", "")).toBe(text.replaceAll("'", ""));
    }),
    { numRuns: countRuns(5000) },
  );
});

/**
 * The cells of `text` for a program that separates by `separator`. Of quotes it makes what the programs make of them that
 * read a file which is not theirs: "leading" opens a cell that begins with one and takes what follows the closing one
 * along; "anywhere" takes each for a switch; "nowhere" drops them all.
 */
function readLoosely(text: string, separator: string, quotes: "leading" | "anywhere" | "nowhere"): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let isFresh = true;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    const isQuote = letter === '"';
    if (isQuote && isQuoted && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (isQuote && quotes === "anywhere") isQuoted = !isQuoted;
    else if (isQuote && quotes === "leading" && (isQuoted || isFresh)) isQuoted = !isQuoted;
    else if (isQuote && quotes === "nowhere") continue;
    else if (!isQuoted && [separator, "\r", "\n"].includes(letter)) {
      cells.push(cell);
      cell = "";
      isFresh = true;
      continue;
    } else cell += letter;
    isFresh = false;
  }
  return [...cells, cell];
}

const separators = { comma: ",", semicolon: ";", tab: "\t" };
const readings = ["leading", "anywhere", "nowhere"] as const;

test.each(Object.entries(separators))(
  "a program that separates by %s finds no formula, whatever it makes of quotes",
  (...given) => {
    const [, separator] = given;
    const signs = ["=", "+", "-", "@", "\t", "\r\n", '"', '"', ",", ";", "'", " ", "a", "＝"];
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom(...signs) }),
      fc.constantFrom('x;"=1+1;', 'x\t"=1+1\t', 'x,"=1+1,', '"=1+1', ' "" @x', '";"=1'),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }), (rows) => {
        const file = rows.map(writeCsvRow).join("");
        for (const quotes of readings)
          for (const text of readLoosely(file, separator, quotes)) expect(text).not.toMatch(/^[\s"]*[=+\-@＝]/);
      }),
      { numRuns: 200, examples: [[[['x;"=1+1;']]], [[["a", 'x\t"=1+1\t']]]] },
    );
  },
);

test("an enquiry cannot smuggle a formula into the file", async () => {
  for (const start of ["=", "+", "-", "@", "\t=", "\r="])
    await makeEnquiry({
      name: `${start}HYPERLINK("https://evil.example","x")`,
      subject: `${start}1+1`,
      company: start,
    });
  const [, ...rows] = parseCsv(await (await downloadEnquiries()).text());
  expect(rows).toHaveLength(6);
  for (const text of rows.flat()) expect(text).not.toMatch(/^[=+\-@\t\r]/);
});

test("a spreadsheet that separates by semicolons finds no formula either", () => {
  expect(disarmCell("Hello;=cmd|' /C calc'!A0;")).toBe("Hello;'=cmd|' /C calc'!A0;");
  expect(disarmCell("One\n=1+1\t@SUM(1)")).toBe("One\n'=1+1\t'@SUM(1)");
  expect(disarmCell("A well-known sum: 1+1=2; nothing else")).toBe("A well-known sum: 1+1=2; nothing else");
});

test("hostile text stays in its cell, whole, and is no formula", async () => {
  const lines = xssVectors.map((vector) => cleanLine(vector, 100));
  for (const [index, vector] of xssVectors.entries()) {
    const line = lines[index] ?? "";
    await makeEnquiry({ received_at: 1000 - index, name: line, company: line, subject: line, message: vector });
  }
  const [, ...rows] = parseCsv(await (await downloadEnquiries()).text());
  expect(rows).toHaveLength(xssVectors.length);
  for (const [index, row] of rows.entries()) {
    expect(row).toHaveLength(16);
    const line = disarmCell(lines[index] ?? "");
    expect(row.slice(6, 11)).toEqual([line, "ada@client.example", line, line, disarmCell(xssVectors[index] ?? "")]);
    for (const text of row) expect(text).not.toMatch(/(^|[;\t\r\n])[=+\-@]/);
  }
});

test("a file that breaks off in the middle is broken for its reader too, not a shorter file", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  for (let count = 0; count < 501; count += 100)
    await Promise.all(Array.from({ length: 100 }, () => makeEnquiry({ message: "m" })));
  const response = await downloadEnquiries("", { env: { DB: breakDatabase(2) } });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow("Network connection lost");
});

test("the file has the filters of the list, says how it wants to be kept, and is recorded", async () => {
  const me = await makeAccount({ roles: ["marketing_admin"] });
  await makeEnquiry({ subject: 'First, with "quotes"\nand lines', status: "open" });
  await makeEnquiry({ subject: "Second" });
  await makeEnquiry({ subject: "Third", folder: "spam", spam_reasons: '["trap","repeated"]' });
  const response = await downloadEnquiries("?status=open", { user: me.id });
  expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8; header=present");
  expect(response.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="enquiries-inbox-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const rows = parseCsv(new TextDecoder().decode(bytes));
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain("Subject");
  expect(rows[1]).toContain('First, with "quotes"\nand lines');
  const spam = parseCsv(await (await downloadEnquiries("?folder=spam", { user: me.id })).text());
  expect(spam[1]).toContain("trap, repeated");
  const log = await db.selectFrom("audit_log").select(["action", "actor_id"]).execute();
  expect(log).toEqual([
    { action: "enquiry.exported", actor_id: me.id },
    { action: "enquiry.exported", actor_id: me.id },
  ]);
});

test("the file names owners, and holds the notes with who wrote them, the oldest first", async () => {
  const ines = await makeAccount({ email: "ines@example.com", name: "Ines Moreau", roles: ["marketing_admin"] });
  const { id } = await makeEnquiry({ owner_id: ines.id });
  const write = (note: string, at: number, author: AccountId | null) =>
    db
      .insertInto("enquiry_notes")
      .values({ id: newId(), enquiry_id: id, author_id: author, written_at: at, note })
      .execute();
  await write('=Called; "she" waits', Date.UTC(2026, 10, 21, 9), ines.id);
  await write("First look", Date.UTC(2026, 10, 20, 9), null);
  const [heads = [], row = []] = parseCsv((await (await downloadEnquiries()).text()).replace(/^\uFEFF/, ""));
  expect(row[heads.indexOf("Owner")]).toBe("Ines Moreau (ines@example.com)");
  expect(row[heads.indexOf("Notes")]).toBe(
    "2026-11-20T09:00:00.000Z Former colleague:\nFirst look\n\n" +
      `2026-11-21T09:00:00.000Z Ines Moreau (ines@example.com):\n'=Called; "she" waits`,
  );
});

test("a file of many pages holds every enquiry once, and at most 10,000", async () => {
  const at = Date.now();
  const total = 10_040;
  for (let from = 0; from < total; from += 1000) {
    const inserts = Array.from({ length: Math.min(1000, total - from) }, (_, index) => {
      const { sql, parameters } = db
        .insertInto("enquiries")
        .values(
          fillEnquiry({ received_at: at - Math.floor((from + index) / 7), subject: `s${from + index}`, message: "m" }),
        )
        .compile();
      return env.DB.prepare(sql).bind(...parameters);
    });
    await env.DB.batch(inserts);
  }
  const rows = parseCsv(await (await downloadEnquiries()).text()).slice(1);
  expect(rows).toHaveLength(10_000);
  expect(new Set(rows.map((row) => row[9])).size).toBe(10_000);
});

test("a file that cannot be begun is an answer, not half a file", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("D1_ERROR: down"));
  const response = await downloadEnquiries();
  expect(response.status).toBe(503);
  expect(response.headers.get("Content-Disposition")).toBeNull();
});

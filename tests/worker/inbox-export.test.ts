import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { cleanLine } from "#app/shared/enquiry.ts";
import { openDb } from "#worker/db/client.ts";
import { disarmCell, writeCsvRow } from "#worker/lib/csv.ts";
import { breakDatabase } from "./contact-make.ts";
import { downloadInbox, fillEnquiry, makeEnquiry } from "./inbox-make.ts";
import { makeUser } from "./make.ts";
import { xssVectors } from "./xss-vectors.ts";

const db = openDb(env.DB);

afterEach(() => {
  vi.restoreAllMocks();
});

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
    { numRuns: 5000 },
  );
});

test("an enquiry cannot smuggle a formula into the file", async () => {
  for (const start of ["=", "+", "-", "@", "\t=", "\r="])
    await makeEnquiry({
      name: `${start}HYPERLINK("https://evil.example","x")`,
      subject: `${start}1+1`,
      company: start,
    });
  const [, ...rows] = parseCsv(await (await downloadInbox()).text());
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
  const [, ...rows] = parseCsv(await (await downloadInbox()).text());
  expect(rows).toHaveLength(xssVectors.length);
  for (const [index, row] of rows.entries()) {
    expect(row).toHaveLength(14);
    const line = disarmCell(lines[index] ?? "");
    expect(row.slice(6, 11)).toEqual([line, "ada@client.example", line, line, disarmCell(xssVectors[index] ?? "")]);
    for (const text of row) expect(text).not.toMatch(/(^|[;\t\r\n])[=+\-@]/);
  }
});

test("a file that breaks off in the middle is broken for its reader too, not a shorter file", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  for (let count = 0; count < 501; count += 100)
    await Promise.all(Array.from({ length: 100 }, () => makeEnquiry({ message: "m" })));
  const response = await downloadInbox("", { env: { DB: breakDatabase(2) } });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow("the database is away");
});

test("the file has the filters of the list, says how it wants to be kept, and is recorded", async () => {
  const me = await makeUser({ roles: ["marketing_admin"] });
  await makeEnquiry({ subject: 'First, with "quotes"\nand lines', status: "open" });
  await makeEnquiry({ subject: "Second" });
  await makeEnquiry({ subject: "Third", folder: "spam", spam_reasons: '["trap","repeated"]' });
  const response = await downloadInbox("?status=open", { user: me.id });
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
  const spam = parseCsv(await (await downloadInbox("?folder=spam", { user: me.id })).text());
  expect(spam[1]).toContain("trap, repeated");
  const log = await db.selectFrom("audit_log").select(["action", "actor_id"]).execute();
  expect(log).toEqual([
    { action: "enquiry.exported", actor_id: me.id },
    { action: "enquiry.exported", actor_id: me.id },
  ]);
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
  const rows = parseCsv(await (await downloadInbox()).text()).slice(1);
  expect(rows).toHaveLength(10_000);
  expect(new Set(rows.map((row) => row[9])).size).toBe(10_000);
});

test("a file that cannot be begun is an answer, not half a file", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(env.DB, "batch").mockRejectedValue(new Error("D1_ERROR: down"));
  const response = await downloadInbox();
  expect(response.status).toBe(503);
  expect(response.headers.get("Content-Disposition")).toBeNull();
});

test("somebody without the role gets no file", async () => {
  for (const roles of [["talent_admin"], ["HR"], []] as const)
    await expect(downloadInbox("", { roles: [...roles] })).rejects.toMatchObject({ init: { status: 403 } });
});

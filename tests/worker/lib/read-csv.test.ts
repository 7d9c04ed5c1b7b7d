import fc from "fast-check";
import { expect, test } from "vitest";
import { readInviteLines } from "#worker/accounts/managing/read-invite-lines.ts";
import { writeCsvRow } from "#worker/lib/text/csv.ts";
import { readCsv } from "#worker/lib/text/read-csv.ts";
import { countRuns } from "../../runs.ts";

const cells = (text: string) => readCsv(text).records.map((record) => record.cells);

test("a file is read with any of the separators and line ends that spreadsheets write", () => {
  for (const separator of [",", ";", "\t"])
    for (const end of ["\n", "\r\n", "\r"])
      expect(cells(`a${separator}b${end}c${separator}d${end}`)).toEqual([
        ["a", "b"],
        ["c", "d"],
      ]);
});

test("quotation marks hold separators, line ends and doubled quotation marks", () => {
  expect(cells('"a,b","c ""d""","e\r\nf"\n')).toEqual([["a,b", 'c "d"', "e\r\nf"]]);
  expect(readCsv('a,"b\nc"\nd,e').records.map(({ line }) => line)).toEqual([1, 3]);
});

test("a byte order mark, empty lines and cells at the end are no trouble", () => {
  expect(cells("\uFEFFa,b,\n\n\r\n,,\nc,")).toEqual([
    ["a", "b", ""],
    ["c", ""],
  ]);
  expect(cells("")).toEqual([]);
});

test("a quotation mark that nothing ends is told with its line", () => {
  expect(readCsv('a,b\nc,"d\ne').openQuote).toBe(2);
  expect(readInviteLines('a@x.example,HR\nb@x.example,"HR').problem).toBe(
    "Line 2 has a quotation mark that nothing ends.",
  );
});

const plainCell = fc.string({
  unit: fc.constantFrom("a", "é", " ", ",", ";", "\t", '"', "\n", "\r\n", "’"),
  maxLength: 12,
});
const table = fc.array(fc.array(plainCell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });

test("what is written with quotation marks is read as it was, whatever stands in it", () => {
  fc.assert(
    fc.property(table, fc.constantFrom(",", ";", "\t"), fc.constantFrom("\n", "\r\n"), (rows, separator, end) => {
      // The first line says which separator it is: cells in quotation marks do not count for that.
      const head = ["x", "y"];
      const text = [head, ...rows]
        .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
        .join(end);
      const filled = rows.filter((row) => row.some((cell) => cell !== ""));
      expect(cells(text)).toEqual([head, ...filled]);
    }),
    { numRuns: countRuns(10_000) },
  );
});

test("the files that this site writes are read by it", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z ,;"]{1,9}$/), { minLength: 1, maxLength: 4 }), (row) => {
      expect(cells(writeCsvRow(row))).toEqual([row]);
    }),
    { numRuns: countRuns(10_000) },
  );
});

test("any text at all is read without an error, and each line tells what is wrong or whom it asks for", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const { lines, problem } = readInviteLines(text);
      expect(problem === null || lines.length === 0).toBe(true);
      for (const { asked, problem: wrong } of lines) expect(asked === null).toBe(wrong !== null);
    }),
    { numRuns: countRuns(10_000) },
  );
});

test("people are read with and without a head, in the order of the head, with roles in any words", () => {
  const people = readInviteLines(
    "Note,Roles,E-mail\nHello,Marketing admin | hr,Ada@X.example\n,SUPER_ADMIN,bob@x.example\n",
  );
  expect(people.lines.map(({ asked }) => asked)).toEqual([
    { email: "ada@x.example", roles: ["marketing_admin", "HR"], note: "Hello" },
    { email: "bob@x.example", roles: ["super_admin"], note: "" },
  ]);
  expect(readInviteLines("ada@x.example;talent admin,HR;Hi").lines[0]?.asked).toEqual({
    email: "ada@x.example",
    roles: ["talent_admin", "HR"],
    note: "Hi",
  });
});

test("each line names its own problem", () => {
  const lines = [
    "email,roles,note",
    ",HR,",
    "no-address,HR,",
    "a@x.example,Boss,",
    "b@x.example,,",
    `c@x.example,HR,${"n".repeat(501)}`,
    "d@x.example,HR,",
    "D@x.example,HR,",
  ];
  expect(readInviteLines(lines.join("\n")).lines.map(({ line, problem }) => [line, problem])).toEqual([
    [2, "There is no e-mail address."],
    [3, "This is no e-mail address."],
    [4, "There is no role “Boss”."],
    [5, "There is no role."],
    [6, "The note is longer than 500 characters."],
    [7, null],
    [8, "The same address as in line 7."],
  ]);
  expect(readInviteLines("email,roles\n").problem).toBe("There is nobody in this file.");
  const many = Array.from({ length: 501 }, (_, at) => `u${at}@x.example,HR`).join("\n");
  expect(readInviteLines(many).problem).toBe("A file may have 500 lines at most.");
});

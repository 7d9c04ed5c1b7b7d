/** The search over applications: what finds what, what it shows, and what it costs. */
import { env } from "cloudflare:workers";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { hour } from "#shared/dates/durations.ts";
import { searchFieldNames, searchFields, searchHint } from "#shared/hiring/application-search.ts";
import { countRuns } from "#tests/runs.ts";
import { parseSearch } from "#worker/hiring/applications/text/parse-search.ts";
import { indexApplication, refreshIndex } from "#worker/hiring/applications/text/search-index.ts";
import { matchWords, searchApplications, selectFound } from "#worker/hiring/applications/text/search.ts";
import { markText } from "#worker/hiring/applications/text/highlight.ts";
import { sweepTexts } from "#worker/hiring/applications/text/sweep.ts";
import { foldWords } from "#worker/hiring/applications/text/words.ts";
import { openDb, runBatch } from "#worker/db/client.ts";
import fc from "fast-check";
import { makeApplicationRow, makeFile, makePdf, readFiles } from "./documents-make.ts";
import { makeScope } from "../make-scope.ts";
import { listScans } from "../watch-queries.ts";
import { xssVectors } from "../xss-vectors.ts";

const db = openDb(env.DB);

const find = async (words: string, filters = {}) =>
  (await searchApplications(db, { words, filters, limit: 50 })).rows.map(({ id }) => id);

test("words, phrases, fields, beginnings and other alphabets find who has them, whatever accents are typed", async () => {
  const zoe = await makeApplicationRow({
    name: "Zoë Müller-Łukasz",
    email: "zoe.mueller@example.com",
    phone: "+49 30 1234-567",
    place: "Straße 5, Zürich",
    coverNote: "I lead data engineering with C++ and Kubernetes.",
    answers: ["I may work in Norway", ["React", "Vue"], 12, true],
  });
  const jan = await makeApplicationRow({
    name: "Jan Data",
    resumeText: "Engineering data; Java, not C. 日本語の履歴書",
  });
  const file = await makeFile(jan, makePdf("Certified in JavaScript"));
  await readFiles([file]);

  const found: [words: string, who: string[]][] = [
    ["müller", [zoe]],
    ["MULLER lukasz", [zoe]],
    ["zo", [zoe]],
    ['"zo"', []],
    ['"zo*"', [zoe]],
    ["zoe.mueller@example.com", [zoe]],
    ["email:zoe", [zoe]],
    ["email:jan", []],
    ["+49 30 1234", [zoe]],
    ["phone:49301234567", [zoe]],
    ["strasse", [zoe]],
    ["zurich", [zoe]],
    ["data engineering", [jan, zoe]],
    ['"data engineering"', [zoe]],
    ['"data eng*"', [zoe]],
    ['"data eng"', []],
    ["name:data", [jan]],
    ["cover:data", [zoe]],
    ["c++", [zoe]],
    ['"java"', [jan]],
    ["resume:java", [jan]],
    ['resume:"certified in javascript"', [jan]],
    ["answer:norway", [zoe]],
    ['answer:"react vue"', []],
    ["answer:12 answer:vue", [zoe]],
    ["履歴書", [jan]],
    ["歴履", []],
    ["nobody", []],
    ["note:data", []],
    ['"', []],
    ["", []],
    ["%_' OR 1=1 --", []],
  ];
  for (const [words, who] of found) expect((await find(words)).toSorted(), words).toEqual(who.toSorted());
  // Who has the word in the name comes first, though the other is as new.
  expect(await find("data")).toEqual([jan, zoe]);
});

test("what the search box says of fields is so", () => {
  expect(Object.keys(searchFieldNames)).toEqual([...searchFields]);
  for (const [, field = ""] of searchHint.matchAll(/(\w+):(?= |$)/g)) {
    if (field === "fields") continue;
    expect(parseSearch(`${field}:word`)).toEqual([{ field, words: ["word"], isBeginning: true }]);
  }
});

test("filters narrow a search, and one row more than the limit is told", async () => {
  const ids = [];
  for (const [index, stage] of ["new", "interview", "rejected"].entries())
    ids.push(await makeApplicationRow({ name: "Ada Common", stage, receivedAt: 1000 + index }));
  expect(await find("common", { stages: ["new", "rejected"] })).toEqual([ids[2], ids[0]]);
  expect(await find("common", { since: 1001 })).toEqual([ids[2], ids[1]]);
  expect(await find("common", { openingId: null, assigneeId: null })).toHaveLength(3);
  const { rows, hasMore } = await searchApplications(db, { words: "common", limit: 2 });
  expect([rows.length, hasMore]).toEqual([2, true]);
  const condition = matchWords("ada common");
  const listed = condition && (await db.selectFrom("applications").select("id").where(condition).execute());
  expect(listed).toHaveLength(3);
  expect(matchWords(" ")).toBeNull();
});

test("a change is found by the next search, and what changes while it is indexed is indexed again", async () => {
  const id = await makeApplicationRow({ name: "Former Name" });
  expect(await find("former")).toEqual([id]);
  await db.updateTable("applications").set({ name: "Later Name" }).where("id", "=", id).execute();
  expect([await find("former"), await find("later")]).toEqual([[], [id]]);
  // Notes are in a table of their own, whose changes are reported by the code that makes them.
  const hasNotes = await sql`select 1 from sqlite_master where name = 'application_notes'`.execute(db);
  if (hasNotes.rows.length > 0) return;
  await env.DB.exec("create table application_notes (application_id text, note text)");
  await sql`insert into application_notes values (${id}, 'speaks Frisian')`.execute(db);
  expect(await find("note:frisian")).toEqual([]);
  await runBatch(db, indexApplication(db, id));
  await Promise.all([refreshIndex(db), refreshIndex(db), find("frisian")]);
  expect(await find('note:"speaks frisian"')).toEqual([id]);
});

test("documents of any length are searched, and an application that cannot be indexed holds up no other @ci", async () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = await makeApplicationRow({ name: "Broken Person" });
  await env.DB.exec(
    `create trigger broken before update of indexed on application_search
    when new.application_id = '${broken}' begin select raise(abort, 'broken on purpose'); end`.replaceAll("\n", " "),
  );
  const long = await makeApplicationRow({ name: "Long Person" });
  for (let file = 0; file < 25; file += 1) await makeFile(long, new Uint8Array(1));
  // As long as a text may be, in letters of three bytes: 15 MB in all.
  const text = `Certified ${"語".repeat(199_990)}`;
  await db.updateTable("application_texts").set({ state: "done", text }).where("application_id", "=", long).execute();
  const last = await makeApplicationRow({ name: "Last Person" });
  expect((await find("person")).toSorted()).toEqual([long, last].toSorted());
  expect(await find("resume:certified")).toEqual([long]);
  expect(errors.mock.calls.map(String).filter((line) => line.includes(broken))).toHaveLength(1);

  const later = await makeApplicationRow({ name: "Later Person" });
  expect(await sweepTexts(db, makeScope())).toMatchObject({ indexed: 1 });
  expect(errors).toHaveBeenCalledTimes(1);
  await env.DB.exec("drop trigger broken");
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 2 * hour);
  expect((await find("person")).toSorted()).toEqual([broken, long, last, later].toSorted());
  vi.mocked(Date.now).mockRestore();
});

test("what was found is shown as text around the match, never as markup", async () => {
  const vector = xssVectors[0] ?? "<script>alert(1)</script>";
  await makeApplicationRow({ coverNote: `${"before ".repeat(40)}${vector} Kubernetes after ${"after ".repeat(80)}` });
  const { rows } = await searchApplications(db, { words: "kuber", limit: 5 });
  const [text] = rows[0]?.texts ?? [];
  expect(text?.field).toBe("cover");
  expect(text?.parts.filter(({ isMatch }) => isMatch)).toEqual([{ text: "Kubernetes", isMatch: true }]);
  const line = text?.parts.map(({ text: part }) => part).join("") ?? "";
  expect(line.startsWith("…") && line.endsWith("…")).toBe(true);
  expect(line.length).toBeLessThan(330);
  expect(markText("a b a b c", parseSearch('"a b c"'))).toEqual([
    { text: "a b ", isMatch: false },
    { text: "a b c", isMatch: true },
  ]);
});

test("whatever is typed and whatever is written: nothing throws, and what is typed from a text finds it", () => {
  const unicode = fc.string({ unit: "grapheme", maxLength: 200 });
  fc.assert(
    fc.property(unicode, unicode, (text, typed) => {
      const clauses = parseSearch(typed);
      expect(clauses.flatMap(({ words }) => words).length).toBeLessThanOrEqual(20);
      const parts = markText(text, clauses);
      if (parts) expect(parts.some(({ isMatch }) => isMatch)).toBe(true);
      const [first] = foldWords(text);
      if (first) expect(markText(text, [{ field: null, words: [first], isBeginning: false }])).not.toBeNull();
      // Folded words stay as they are when folded again.
      const words = foldWords(text);
      expect(foldWords(words.join(" "))).toEqual(words);
    }),
    { numRuns: countRuns(5000) },
  );
});

test("ten thousand applications: each search reads them by the index, and no table from end to end", async () => {
  const count = 10_000;
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`;
  const id = sql`printf('%08x-0000-7000-8000-%012x', i, i)`;
  const fill = sql`${numbers} insert into candidates (id, email, name, created_at, updated_at)
    select ${id}, 'c' || i || '@example.com', 'Person ' || i, i, i from n`;
  const apply = sql`${numbers} insert into applications (id, candidate_id, submission_hash, link_hash, name, email,
      stage_since, consented_at, received_at, updated_at)
    select ${id}, ${id}, printf('%064x', i), printf('%064x', i), 'Person ' || i, 'c' || i || '@example.com', i, i, i, i from n`;
  const terms = sql`insert into application_terms (term, document, fields)
    select 'person', id, 1 from application_search
    union all select 'c' || substr(name, 8), id, 2 from application_search
    union all select 'common', id, 128 from application_search where id % 10 = 0`;
  const words = sql`update application_search set indexed = changes, name = ' person ' || id || ' | '`;
  for (const each of [fill, apply, words, terms]) await each.execute(db);
  const tables = new Set(["applications", "application_search", "application_terms", "candidates"]);
  for (const typed of ["person", 'common "person 4*"', "name:person email:c77", "zzz"]) {
    const query = selectFound(db, parseSearch(typed)).limit(51).compile();
    expect(await listScans(query.sql, query.parameters, tables), typed).toEqual([]);
    const { meta, results } = await env.DB.prepare(query.sql)
      .bind(...query.parameters)
      .all();
    expect(results.length, typed).toBeLessThanOrEqual(51);
    if (typed === "zzz") expect(meta.rows_read).toBeLessThan(20);
  }
  const stale = db
    .selectFrom("application_search")
    .select("id")
    .whereRef("changes", "<>", "indexed")
    .where("retry_at", "<=", 1)
    .orderBy("id")
    .compile();
  expect(await listScans(stale.sql, stale.parameters, tables)).toEqual([]);
});

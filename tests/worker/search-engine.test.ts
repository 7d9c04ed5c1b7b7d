/** The search over a handful of documents, in the real full-text tables. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { countRuns } from "#tests/runs.ts";
import { cutSections } from "#worker/search/engine/cut-text.ts";
import { parseQuery } from "#worker/search/engine/parse-query.ts";
import { type Indexed, putDocuments, removeDocuments } from "#worker/search/engine/put-documents.ts";
import { rankDocuments } from "#worker/search/engine/rank-documents.ts";
import { openSearchDb } from "#worker/search/engine/search-db.ts";
import { searchLexical } from "#worker/search/engine/search-lexical.ts";
import { type SynonymGroup, understand } from "#worker/search/engine/understand.ts";
import { writeMatch } from "#worker/search/engine/write-match.ts";

const db = openSearchDb(env.SEARCH_DB);

const texts: Record<string, [title: string, text: string]> = {
  cloud: ["Cloud migration", "We move your data centre to the cloud step by step. Databases are migrated last."],
  security: ["Security audits", "Penetration testing and audits for banks, and a plan for incidents."],
  careers: ["Open positions", "We look for engineers who know databases. Résumés in any format."],
  backup: ["Backups", "A backoffice needs a copy of its data that nobody can change."],
};

function makeDocument(key: string, title: string, text: string): Indexed {
  const sections = [{ anchor: "", trail: [], text }];
  return { key, kind: "page", path: `/${key}`, title, summary: "", changedAt: 1, sections };
}

beforeEach(async () => {
  const { results } = await env.SEARCH_DB.prepare("select key from documents").all<{ key: string }>();
  await removeDocuments(
    db,
    results.map(({ key }) => key),
  );
  await putDocuments(
    db,
    Object.entries(texts).map(([key, text]) => makeDocument(key, ...text)),
    1,
  );
});

/** Keys of what is found, the best first, and what was sought in place of what. */
async function search(typed: string, options?: { isTyping: boolean }, synonyms: readonly SynonymGroup[] = []) {
  const parsed = parseQuery(typed, options);
  const { alternatives, corrected } = await understand(db, parsed, synonyms);
  const match = writeMatch(parsed.terms, alternatives);
  const ranked = match === null ? [] : rankDocuments(await searchLexical(db, match));
  const rows = await db.selectFrom("documents").select(["id", "key"]).execute();
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  return { keys: ranked.map(({ document }) => keys.get(document)), corrected: corrected.map(({ meant }) => meant) };
}

test.each([
  ["a stem", "migrating", ["cloud"], []],
  ["accents", "resumes", ["careers"], []],
  ["small words", "what is in the cloud", ["cloud"], []],
  ["two letters swapped", "secuirty", ["security"], ["security"]],
  ["a letter too many, and one too few", "penetrration testng", ["security"], ["penetration", "testing"]],
  ["words written as one", "cloudmigration", ["cloud"], ["cloud migration"]],
  ["words joined as in German", "incidentsplan", ["security"], ["incidents plan"]],
  ["one word written as two", "back office", ["backup"], []],
  ["words beside each other", "“data centre”", ["cloud"], []],
  ["words that are not beside each other", "“centre data”", [], []],
  ["nothing that anybody wrote", "zzzzzz", [], []],
])("%s: “%s”", async (_, typed, keys, corrected) => {
  const found = await search(typed);
  expect(found.keys.slice(0, 1)).toEqual(keys);
  expect(found.corrected).toEqual(corrected);
});

test("a word that is still typed finds words that begin with it", async () => {
  expect((await search("pene", { isTyping: true })).keys).toEqual(["security"]);
  expect((await search("pene ", { isTyping: true })).keys).toEqual([]);
  // There is no other word, and it may become a longer one.
  expect((await search("the", { isTyping: true })).keys).toEqual(["cloud"]);
});

test("what staff say means the same is found, one word for several, either way or one way alone", async () => {
  const group = (texts: string[], oneWay: boolean) => [{ texts, oneWay }];
  const provider = ["hosting provider", "cloud"];
  expect((await search("hosting provider", undefined, group(provider, false))).keys).toEqual(["cloud"]);
  expect((await search("hosting provider", undefined, group(provider, true))).keys).toEqual(["cloud"]);
  expect((await search("hosting provider", undefined, group(provider.toReversed(), true))).keys).toEqual([]);
});

test("a document is replaced as a whole, and gone when it is removed; others stay", async () => {
  await putDocuments(db, [makeDocument("cloud", "Hosting", "Machines of our own.")], 2);
  expect((await search("migration")).keys).toEqual([]);
  expect((await search("machine")).keys).toEqual(["cloud"]);
  await removeDocuments(db, ["cloud", "nobody"]);
  expect((await search("machine")).keys).toEqual([]);
  expect((await search("machin")).corrected).toEqual([]);
  expect((await search("audit")).keys).toEqual(["security"]);
  const counts = await env.SEARCH_DB.prepare(
    `select (select count(*) from chunks) as chunks, (select count(*) from chunk_index) as stems,
      (select count(*) from chunk_words) as words`,
  ).first();
  expect(counts).toEqual({ chunks: 3, stems: 3, words: 3 });
});

test("any text can be asked", async () => {
  const syntax = fc.constantFrom(
    '"',
    "*",
    "NEAR(",
    "AND",
    "OR",
    "NOT",
    "^",
    ":",
    "-",
    "(",
    ")",
    "{title}",
    "'",
    ";--",
    "<b>",
    "\0",
    "𝔘",
    "ß",
    "…",
  );
  const typed = fc.array(fc.oneof(syntax, fc.string({ unit: "grapheme", maxLength: 20 })), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(typed, fc.boolean(), async (parts, isTyping) => {
      const { keys } = await search(parts.join(" "), { isTyping });
      expect(keys.length).toBeLessThanOrEqual(4);
    }),
    { numRuns: Math.min(60, countRuns(2000)) },
  );
  expect((await search("cloud ".repeat(20_000))).keys[0]).toBe("cloud");
});

test("a long section is cut between sentences, and nothing of it is lost", () => {
  fc.assert(
    fc.property(fc.array(fc.lorem({ mode: "sentences", maxCount: 9 }), { maxLength: 30 }), (sentences) => {
      const text = sentences.join(" ");
      const parts = cutSections([{ anchor: "a", trail: ["A"], text }]);
      expect(parts.map((part) => part.text).join(" ")).toBe(text);
      for (const { text: part, anchor } of parts) expect([part.length <= 1500, anchor]).toEqual([true, "a"]);
    }),
    { numRuns: countRuns(2000) },
  );
  const unbroken = cutSections([{ anchor: "", trail: [], text: "x".repeat(5000) }]);
  expect(unbroken.map(({ text }) => text).join("")).toBe("x".repeat(5000));
});

test("an unusual word that one text has is not taken for a frequent one", async () => {
  await putDocuments(db, [makeDocument("rare", "Odd names", "The clowd kernel is spelled so.")], 1);
  expect(await search("clowd")).toEqual({ keys: ["rare"], corrected: [] });
  expect((await search("clowds kernels")).corrected).toEqual([]);
});

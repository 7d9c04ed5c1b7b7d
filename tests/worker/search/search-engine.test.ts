/** The search over a handful of documents, in the real full-text tables. */
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { createRandom } from "#app/art/random.ts";
import { countRuns } from "#tests/runs.ts";
import { averageMeasures, measureRanking } from "../../../lab/eval/measure-ranking.ts";
import { indexPlainly } from "../../../lab/eval/plain-bm25.ts";
import { cutSections } from "#worker/search/engine/cut-text.ts";
import { parseQuery } from "#worker/search/engine/parse-query.ts";
import { type Indexed, putDocuments, removeDocuments } from "#worker/search/engine/put-documents.ts";
import { rankDocuments } from "#worker/search/engine/rank-documents.ts";
import { openSearchDb } from "#worker/search/engine/search-db.ts";
import { chooseRanking, searchLexical } from "#worker/search/engine/search-lexical.ts";
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

/** Puts these documents in the place of all others. */
async function fillWith(documents: Indexed[]): Promise<void> {
  const { results } = await env.SEARCH_DB.prepare("select key from documents").all<{ key: string }>();
  await removeDocuments(
    db,
    results.map(({ key }) => key),
  );
  await putDocuments(db, documents, 1);
}

beforeEach(() => fillWith(Object.entries(texts).map(([key, text]) => makeDocument(key, ...text))));

/** Keys of what is found, the best first, and what was sought in place of what. */
async function search(typed: string, options?: { isTyping: boolean }, synonyms: readonly SynonymGroup[] = []) {
  const parsed = parseQuery(typed, options);
  const { alternatives, corrected } = await understand(db, parsed, synonyms);
  const match = writeMatch(parsed.terms, alternatives);
  const ranked =
    match === null ? [] : rankDocuments(await searchLexical(db, match, chooseRanking(parsed.terms.length)));
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

test("what has only a title, or only a summary, is found by it", async () => {
  const bare = makeDocument("bare", "Sorting algorithms for tapes", "");
  await putDocuments(
    db,
    [bare, { ...bare, key: "told", title: "Untitled", summary: "About magnetic drums", sections: [] }],
    1,
  );
  expect((await search("sorting tapes")).keys).toEqual(["bare"]);
  expect((await search("magnetic drums")).keys).toEqual(["told"]);
});

test("what a query says several times counts as often", async () => {
  await putDocuments(
    db,
    [
      makeDocument("fuel", "Plain", "Fuel valve pump hose tank mentioned beside turbine."),
      makeDocument("both", "Plain", "Turbine blade rotor shaft seal mentioned beside valve."),
    ],
    1,
  );
  const asked = "valve pump hose turbine blade rotor";
  expect((await search(`${asked} fuel fuel fuel fuel`)).keys[0]).toBe("fuel");
  expect((await search(`${asked} fuel shaft shaft shaft shaft`)).keys[0]).toBe("both");
});

/** Documents half of which have a title alone, and sentences that say some of their words again and again. */
function makeCollection() {
  const draw = createRandom("titles");
  const pick = <Each>(list: readonly Each[]) => list[Math.floor(draw() * list.length)] as Each;
  const common = Array.from(
    { length: 120 },
    (_, index) => `plain${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}ox`,
  );
  const subjects = Array.from({ length: 12 }, (_, subject) =>
    Array.from({ length: 8 }, (__, word) => `subject${String.fromCharCode(97 + subject, 97 + word)}ux`),
  );
  const say = (subject: number, count: number, share: number) =>
    Array.from({ length: count }, () => (draw() < share ? pick(subjects[subject] ?? []) : pick(common))).join(" ");
  const documents = Array.from({ length: 240 }, (_, index) => ({
    id: `d${index}`,
    title: say(index % 12, 6, 0.4),
    text: index % 2 === 0 ? "" : say(index % 12, 70, 0.15),
  }));
  const queries = Array.from({ length: 36 }, (_, index) => {
    const subject = subjects[index % 12] ?? [];
    const said = [subject[0], subject[1], subject[0], subject[2], subject[0]].join(" ");
    return {
      text: `${say(index % 12, 12, 0.2)} ${said}`,
      grades: new Map(documents.flatMap(({ id }, place) => (place % 12 === index % 12 ? [[id, 1] as const] : []))),
    };
  });
  return { documents, queries };
}

test("words alone are as good as plain BM25 where titles stand without text and long queries repeat their words", async () => {
  const { documents, queries } = makeCollection();
  await fillWith(documents.map(({ id, title, text }) => makeDocument(id, title, text)));
  const rank = indexPlainly(documents.map(({ title, text }) => `${title} ${text}`));
  const figures = { plain: [] as (typeof none)[], words: [] as (typeof none)[] };
  const none = { ndcg: 0, recall: 0, mrr: 0 };
  for (const { text, grades } of queries) {
    const { keys } = await search(text);
    figures.words.push(measureRanking(keys.map(String), grades) ?? none);
    figures.plain.push(
      measureRanking(
        rank(text).map(({ document }) => documents[document]?.id ?? ""),
        grades,
      ) ?? none,
    );
  }
  expect(averageMeasures(figures.words).ndcg).toBeGreaterThanOrEqual(averageMeasures(figures.plain).ndcg - 0.002);
  expect(averageMeasures(figures.plain).ndcg).toBeGreaterThan(0.3);
});

/** Ranks a test collection by each leg, with the code that ranks the site. */
import { createRandom } from "../../app/art/random.ts";
import type { Scored } from "../../worker/search/engine/fuse.ts";
import { parseQuery } from "../../worker/search/engine/parse-query.ts";
import { putDocuments } from "../../worker/search/engine/put-documents.ts";
import { rankDocuments } from "../../worker/search/engine/rank-documents.ts";
import { openSearchDb, type SearchDb } from "../../worker/search/engine/search-db.ts";
import { chooseRanking, searchLexical } from "../../worker/search/engine/search-lexical.ts";
import { stemText } from "../../worker/search/engine/stem-words.ts";
import { understand } from "../../worker/search/engine/understand.ts";
import { writeMatch } from "../../worker/search/engine/write-match.ts";
import { computeCosine, embedStems } from "../../worker/search/lsa/embed.ts";
import { type LsaModel, trainLsa } from "../../worker/search/lsa/train.ts";
import { mostNear } from "../../worker/search/versions/vector-leg.ts";
import { applyMigrations } from "../../scripts/lib/migrate.ts";
import { indexPlainly } from "./plain-bm25.ts";
import type { CollectionDocument, JudgedQuery } from "./read-collection.ts";

const documentsAtOnce = 50;
/** Queries of collections may be paragraphs; the site reads 300 characters and 24 words. */
const wholeQuery = { longest: 5000, most: 80 };
const longestTitle = 300;
/** Documents of the reference that are measured, or written to a run. */
const mostPlain = 200;

/** A query with what each leg has found for it, the best first. */
export interface RankedQuery extends JudgedQuery {
  /** The reference: BM25 and nothing else. */
  plain: readonly Scored[];
  lexical: readonly Scored[];
  vector: readonly Scored[];
}

export interface RankedCollection {
  queries: RankedQuery[];
  /** Keys of documents by their numbers. */
  keys: ReadonlyMap<number, string>;
  chunks: number;
  model: LsaModel;
  /** Milliseconds: until all was indexed, until the model was learnt, and for one query on average. */
  times: { index: number; learn: number; query: number };
}

/** Indexes a collection in an empty database, learns its model, and asks all queries. */
export async function rankCollection(
  database: D1Database,
  documents: readonly CollectionDocument[],
  queries: readonly JudgedQuery[],
): Promise<RankedCollection> {
  await applyMigrations(database, "migrations-search");
  const db = openSearchDb(database);
  const begun = performance.now();
  await putCollection(db, documents);
  const rows = await db
    .selectFrom("chunks")
    .innerJoin("documents", "documents.id", "chunks.document")
    .select(["documents.id as document", "documents.key", "documents.title", "chunks.id", "chunks.text"])
    .orderBy("chunks.id")
    .execute();
  const indexed = performance.now();
  const stems = rows.map(({ title, text }) => stemText(`${title} ${text}`));
  const model = trainLsa(stems, { draw: createRandom("lsa") });
  const vectors = rows.map(({ id, document }, place) => ({
    id,
    document,
    vector: embedStems(model, stems[place] ?? []),
  }));
  const learnt = performance.now();
  const rankPlainly = indexPlainly(documents.map(({ title, text }) => `${title} ${text}`));
  const numbers = new Map(rows.map(({ document, key }) => [key, document]));
  const ranked: RankedQuery[] = [];
  for (const query of queries) {
    const parsed = parseQuery(query.text, wholeQuery);
    const { alternatives } = await understand(db, parsed);
    const match = writeMatch(parsed.terms, alternatives);
    const lexical =
      match === null ? [] : rankDocuments(await searchLexical(db, match, chooseRanking(parsed.terms.length)));
    const sought = embedStems(model, stemText([query.text, ...new Set([...alternatives.values()].flat(2))].join(" ")));
    const near = vectors
      .map(({ id, document, vector }) => ({ id, document, score: computeCosine(sought, vector) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, mostNear);
    const plain = rankPlainly(query.text)
      .slice(0, mostPlain)
      .map(({ document: place, score }) => ({ document: numbers.get(documents[place]?.id ?? "") ?? -1, score }));
    ranked.push({ ...query, plain, lexical, vector: rankDocuments(near) });
  }
  const asked = performance.now();
  return {
    queries: ranked,
    keys: new Map(rows.map(({ document, key }) => [document, key])),
    chunks: rows.length,
    model,
    times: { index: indexed - begun, learn: learnt - indexed, query: (asked - learnt) / Math.max(1, queries.length) },
  };
}

async function putCollection(db: SearchDb, documents: readonly CollectionDocument[]): Promise<void> {
  for (let index = 0; index < documents.length; index += documentsAtOnce) {
    const some = documents.slice(index, index + documentsAtOnce).map(({ id, title, text }) => {
      const [short, rest] = cutTitle(title);
      return {
        key: id,
        kind: "document",
        path: `/${id}`.slice(0, 300),
        title: short,
        summary: "",
        changedAt: 0,
        sections: [{ anchor: "", trail: [], text: rest === "" ? text : `${rest} ${text}` }],
      };
    });
    await putDocuments(db, some, 0);
  }
}

/** Between words where the title is longer than the index takes; the rest of it belongs to the text. */
function cutTitle(title: string): [title: string, rest: string] {
  if (title.length <= longestTitle) return [title, ""];
  const space = title.lastIndexOf(" ", longestTitle);
  const end = space > 0 ? space : longestTitle;
  return [title.slice(0, end), title.slice(end).trim()];
}

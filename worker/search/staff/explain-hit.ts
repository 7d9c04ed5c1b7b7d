import { sql } from "kysely";
import { parseQuery } from "../engine/parse-query.ts";
import { chooseRanking, writeRank } from "../engine/search-lexical.ts";
import { understand } from "../engine/understand.ts";
import { writeMatch } from "../engine/write-match.ts";
import { readSearchContext } from "../find/search-context.ts";
import type { Hit, SearchAnswer, SearchScope } from "../find/types.ts";

type Field = "title" | "trail" | "body";

interface ExplainedWord {
  phrase: string;
  /** False for what is sought in place of it: a correction, a part, a synonym. */
  isTyped: boolean;
  inFields: Field[];
  /** How many chunks have it, and what that makes of it: BM25's inverse document frequency. */
  chunks: number;
  rarity: number;
  /** What it adds to the score of the document's best chunk. */
  adds: number;
}

export interface Explanation {
  /** The chunk with the best score by words, with that score; null where the words are not in the document. */
  chunk: { id: number; trail: string[]; score: number } | null;
  /** What the document as a whole adds to it. */
  whole: number;
  words: ExplainedWord[];
  /** How many chunks there are. */
  all: number;
  fieldWeights: Record<Field, number>;
  /** What the score of the best chunk adds to that of its document. */
  passageShare: number;
  weights: { lexical: number; vector: number; flattening: number };
}

interface ExplainedRow {
  all: number;
  id: number | null;
  score: number | null;
  whole: number | null;
  trail: string | null;
  words: string | null;
}

interface Asked {
  text: string;
  hit: Pick<Hit, "key">;
  answer: Pick<SearchAnswer, "version" | "left">;
  now: number;
}

/** Why a document was found: what each word adds to its best chunk. Three queries of the search's database at most. */
export async function explainHit(
  { db, searchDb }: SearchScope,
  { text, hit, answer, now }: Asked,
): Promise<Explanation> {
  const parsed = parseQuery(text);
  const context = await readSearchContext(db, now);
  const { alternatives } = await understand(searchDb, parsed, context.synonyms);
  const terms = parsed.terms.filter(({ words }) => !answer.left.includes(words.join(" ")));
  const phrases = terms.flatMap((term) => [
    { phrase: term.words.join(" "), isTyped: true },
    ...(alternatives.get(term) ?? []).map((words) => ({ phrase: words.join(" "), isTyped: false })),
  ]);
  const unique = [...new Map(phrases.toReversed().map((each) => [each.phrase, each])).values()].toReversed();
  const weights = answer.version?.weights ?? { lexical: 1, vector: 0, flattening: 60 };
  const match = writeMatch(terms, alternatives);
  const { passage, document, passageShare } = chooseRanking(parsed.terms.length);
  if (match === null) return { chunk: null, whole: 0, words: [], all: 0, fieldWeights: passage, passageShare, weights };
  const rank = sql.lit(writeRank(passage));
  const entries = JSON.stringify(unique.map(({ phrase }) => `"${phrase}"`));
  const inField = (field: Field) => sql`exists (select 1 from chunk_index
    where chunk_index match ${sql.lit(`${field} : `)} || entry.value and rowid = best.id)`;
  const { rows } = await sql<ExplainedRow>`
    with best as materialized (
      select rowid as id, -rank as score from chunk_index where chunk_index match ${match} and rank match ${rank}
        and rowid in (select id from chunks where document = (select id from documents where key = ${hit.key}))
      order by rank limit 1)
    select (select count(*) from chunks) as "all", (select id from best) as id, (select score from best) as score,
      (select -rank from document_index where document_index match ${match} and rank match ${sql.lit(writeRank(document))}
        and rowid = (select id from documents where key = ${hit.key})) as whole,
      (select trail from chunks where id = (select id from best)) as trail,
      (select json_group_array(json_object('place', entry.key,
        'chunks', (select count(*) from chunk_index where chunk_index match entry.value),
        'adds', (select -rank from chunk_index where chunk_index match entry.value and rank match ${rank} and rowid = best.id),
        'title', ${inField("title")}, 'trail', ${inField("trail")}, 'body', ${inField("body")}))
        from json_each(${entries}) as entry join best) as words`.execute(searchDb);
  const [row] = rows;
  const found = JSON.parse(row?.words ?? "[]") as ({ place: number; chunks: number; adds: number | null } & Record<
    Field,
    0 | 1
  >)[];
  const all = row?.all ?? 0;
  return {
    chunk:
      row?.id == null ? null : { id: row.id, trail: JSON.parse(row.trail ?? "[]") as string[], score: row.score ?? 0 },
    whole: row?.whole ?? 0,
    all,
    fieldWeights: passage,
    passageShare,
    weights,
    words: found.flatMap(({ place, chunks, adds, ...fields }) => {
      const sought = unique[place];
      if (!sought) return [];
      const inFields = (["title", "trail", "body"] as const).filter((field) => fields[field] === 1);
      // As SQLite's bm25() has it, which never goes below this.
      const rarity = Math.max(1e-6, Math.log((all - chunks + 0.5) / (chunks + 0.5)));
      return [{ ...sought, inFields, chunks, rarity, adds: adds ?? 0 }];
    }),
  };
}

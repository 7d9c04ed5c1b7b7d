import { sql } from "kysely";
import type { ParsedQuery } from "../engine/parse-query.ts";
import type { SearchDb } from "../engine/search-db.ts";
import { askWords, type SynonymGroup, type Understood } from "../engine/understand.ts";
import { splitWords } from "../engine/words.ts";
import type { VersionInUse } from "./types.ts";

/** What the index says of a query before it is searched for. */
interface IndexAnswer {
  understand(synonyms: readonly SynonymGroup[]): Understood;
  /** Null where nothing is live, or no such version is. */
  version: VersionInUse | null;
  /** Another number means that what is indexed has changed. */
  generation: number;
  /** In how many chunks each word of the query stands; words that are in none are left out. */
  frequencies: Readonly<Record<string, number>>;
  /** About how many chunks there are. */
  chunks: number;
}

interface Row {
  words: string | null;
  version: string | null;
  generation: number;
  frequencies: string;
  chunks: number | null;
}

/** Asks once. `wanted` is a version other than the live one. */
export async function askIndex(db: SearchDb, parsed: ParsedQuery, wanted?: number): Promise<IndexAnswer> {
  const { select, read } = askWords(parsed);
  const chosen = wanted === undefined ? sql`versions.state = 'live'` : sql`versions.id = ${wanted}`;
  const { rows } = await sql<Row>`
    with chosen as (select * from versions where ${chosen})
    select ${select ?? sql`null`} as words,
      (select json_object('id', id, 'provider', provider, 'model', model, 'dimensions', dimensions, 'pooling', pooling,
        'inVectorize', in_vectorize, 'learnt', concat(created_at, '/', learnt_from), 'generation', (select generation from state), 'weights',
        json_object('lexical', lexical_weight, 'vector', vector_weight, 'flattening', flattening)) from chosen) as version,
      (select generation from state) as generation,
      (select json_group_object(vocabulary.term, vocabulary.doc) from json_each(${JSON.stringify(splitWords(parsed.text))}) as entry
        cross join chunk_vocabulary as vocabulary where vocabulary.term = entry.value) as frequencies,
      (select max(id) from chunks) as chunks`.execute(db);
  const [row] = rows;
  return {
    understand: (synonyms) => read(row?.words ?? null, synonyms),
    version: row?.version ? (JSON.parse(row.version) as VersionInUse) : null,
    generation: row?.generation ?? 0,
    frequencies: JSON.parse(row?.frequencies ?? "{}") as Record<string, number>,
    chunks: row?.chunks ?? 0,
  };
}

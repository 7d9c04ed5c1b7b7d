import { sql } from "kysely";
import type { ParsedQuery } from "../engine/parse-query.ts";
import type { SearchDb } from "../engine/search-db.ts";
import { listSpellings } from "../engine/spell-word.ts";
import { stemText } from "../engine/stem-words.ts";
import { askWords, type SynonymGroup, type Understood } from "../engine/understand.ts";
import { splitWords } from "../engine/words.ts";
import type { StemRow } from "../versions/lsa-provider.ts";
import type { AskedStems, VersionInUse } from "./types.ts";

/** What the index says of a query before it is searched for. */
interface IndexAnswer {
  understand(synonyms: readonly SynonymGroup[]): Understood;
  /** Null where nothing is live, or no such version is. */
  version: VersionInUse | null;
  stems: AskedStems;
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
  stems: string;
  generation: number;
  frequencies: string;
  chunks: number | null;
}

/** Asks once. `wanted` is a version other than the live one. */
export async function askIndex(db: SearchDb, parsed: ParsedQuery, wanted?: number): Promise<IndexAnswer> {
  const { select, read } = askWords(parsed);
  const chosen = wanted === undefined ? sql`versions.state = 'live'` : sql`versions.id = ${wanted}`;
  const stems = listStems(parsed);
  const { rows } = await sql<Row>`
    with chosen as (select * from versions where ${chosen})
    select ${select ?? sql`null`} as words,
      (select json_object('id', id, 'provider', provider, 'model', model, 'dimensions', dimensions, 'pooling', pooling,
        'inVectorize', in_vectorize, 'learnt', concat(created_at, '/', learnt_from), 'generation', (select generation from state), 'weights',
        json_object('lexical', lexical_weight, 'vector', vector_weight, 'flattening', flattening)) from chosen) as version,
      (select json_group_array(json_object('stem', stem, 'weight', weight, 'scale', scale, 'data', data)) from stems
        where stems.version = (select id from chosen) and stems.stem in (select value from json_each(${JSON.stringify([...stems])}))) as stems,
      (select generation from state) as generation,
      (select json_group_object(vocabulary.term, vocabulary.doc) from json_each(${JSON.stringify(splitWords(parsed.text))}) as entry
        cross join chunk_vocabulary as vocabulary where vocabulary.term = entry.value) as frequencies,
      (select max(id) from chunks) as chunks`.execute(db);
  const [row] = rows;
  return {
    understand: (synonyms) => read(row?.words ?? null, synonyms),
    version: row?.version ? (JSON.parse(row.version) as VersionInUse) : null,
    stems: { asked: stems, rows: JSON.parse(row?.stems ?? "[]") as StemRow[] },
    generation: row?.generation ?? 0,
    frequencies: JSON.parse(row?.frequencies ?? "{}") as Record<string, number>,
    chunks: row?.chunks ?? 0,
  };
}

/** The stems of a query and of its words in their other spellings: all that is known of its meaning before the index has answered. */
function listStems({ text, terms }: ParsedQuery): ReadonlySet<string> {
  const spellings = terms.flatMap(({ words }) => words.flatMap(listSpellings));
  return new Set(stemText([text, ...spellings].join(" ")));
}

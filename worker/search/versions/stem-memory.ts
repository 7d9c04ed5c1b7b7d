import type { SearchDb } from "../engine/search-db.ts";
import type { VersionInUse } from "../find/types.ts";
import type { StemRow } from "./lsa-provider.ts";
import { onNewIsolate } from "../../lib/isolate-memory.ts";

/** What a version has learnt of words, in the memory of this isolate. It stays as it is once it was learnt. */
interface StemMemory {
  learnt: string;
  stems: ReadonlyMap<string, StemRow>;
}

/** Rows of a query: about a megabyte. */
const stemsAtOnce = 2500;
/** Versions in memory: the one that serves, and one that it is compared with. */
const mostVersions = 2;

/** Holds values and never promises: a request that is cancelled would leave the others waiting. */
const memories = new Map<number, StemMemory>();
onNewIsolate(() => memories.clear());

/** Every stem that a version knows: from memory, or by a query for each megabyte. */
export async function readStems(
  db: SearchDb,
  { id, learnt }: Pick<VersionInUse, "id" | "learnt">,
): Promise<ReadonlyMap<string, StemRow>> {
  const known = memories.get(id);
  if (known?.learnt === learnt) return known.stems;
  const stems = new Map<string, StemRow>();
  let last = "";
  for (;;) {
    const rows = await db
      .selectFrom("stems")
      .select(["stem", "weight", "data", "scale"])
      .where("version", "=", id)
      .where("stem", ">", last)
      .orderBy("stem")
      .limit(stemsAtOnce)
      .execute();
    for (const row of rows) stems.set(row.stem, row);
    last = rows.at(-1)?.stem ?? last;
    if (rows.length < stemsAtOnce) break;
  }
  memories.delete(id);
  memories.set(id, { learnt, stems });
  for (const [oldest] of memories) {
    if (memories.size <= mostVersions) break;
    memories.delete(oldest);
  }
  return stems;
}

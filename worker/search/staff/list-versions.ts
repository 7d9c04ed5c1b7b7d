import type { SearchDb } from "../engine/search-db.ts";

/** What a version is, in words: a model that was learnt here is named as that. */
export function nameVersion({
  id,
  provider,
  model,
  dimensions,
}: {
  id: number;
  provider: "lsa" | "workers-ai";
  model: string;
  dimensions: number;
}): string {
  return `v${id}: ${provider === "lsa" ? "LSA, learnt from this site" : model}, ${dimensions} dimensions`;
}

/** The versions that can be searched with, the newest first. Asks once. */
export async function listVersionNames(db: SearchDb): Promise<{ id: number; name: string }[]> {
  const rows = await db
    .selectFrom("versions")
    .select(["id", "provider", "model", "dimensions"])
    .where("state", "<>", "building")
    .orderBy("id", "desc")
    .limit(10)
    .execute();
  return rows.map((row) => ({ id: row.id, name: nameVersion(row) }));
}

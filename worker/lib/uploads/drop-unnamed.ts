import { now } from "../clock.ts";

/** Deletes the objects that no row names, and returns how many. One that is younger than `age` may get its row in a moment. */
export async function dropUnnamed(
  bucket: R2Bucket,
  objects: readonly R2Object[],
  { age, listNamed }: { age: number; listNamed: (keys: string[]) => Promise<{ key: string | null }[]> },
): Promise<number> {
  const old = objects.filter(({ uploaded }) => uploaded.getTime() < now() - age).map(({ key }) => key);
  if (old.length === 0) return 0;
  const named = new Set((await listNamed(old)).map(({ key }) => key));
  const unnamed = [...new Set(old)].filter((key) => !named.has(key));
  if (unnamed.length > 0) await bucket.delete(unnamed);
  return unnamed.length;
}

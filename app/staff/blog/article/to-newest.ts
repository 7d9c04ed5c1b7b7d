import type { Editing } from "#worker/insights/read-editing.ts";
import type { Newest } from "../saving/answers.ts";

/** An article as the page keeps it. */
export function toNewest({ id: _, ...newest }: Editing): Newest {
  return newest;
}

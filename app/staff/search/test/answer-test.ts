import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
import type { Grade } from "#worker/search/judge/judged-query.ts";
import { setGrade } from "#worker/search/staff/judgements.ts";
import { buildPartPath } from "../parts.ts";
import type { Changing } from "../read-part.ts";

export const judgeSchema = z.object({
  do: z.literal("judge"),
  q: z
    .string()
    .max(300)
    .transform((text) => cleanLine(text, 300))
    .pipe(z.string().min(1)),
  key: z.string().min(1).max(300),
  grade: z.union([
    z.literal("").transform(() => null),
    z.enum(["0", "1", "2", "3"]).transform((text) => Number(text) as Grade),
  ]),
});

/** Stores the grade of a result, and leads back to the rankings. */
export async function judge(
  { q, key, grade }: z.output<typeof judgeSchema>,
  { search, doer, query }: Changing,
): Promise<string> {
  await setGrade(search.db, { text: q, key, grade }, doer);
  return buildPartPath("test", { q, v: query.get("v") ?? "", explain: query.get("explain") ?? "", done: "judged" });
}

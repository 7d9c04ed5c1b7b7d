/** What the forms of synonyms, pins and exclusions hold. Only the server imports it, so that zod stays there. */
import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
import { readTexts } from "#worker/search/staff/synonyms.ts";

const known = { id: z.uuid(), version: z.coerce.number().int().min(1) };
/** Of a new row both are "". */
const maybeKnown = {
  id: z.union([z.uuid(), z.literal("")]).default(""),
  version: z.union([z.coerce.number().int().min(1), z.literal("")]).default(""),
};
const check = z.string().max(2000).default("");
const line = z
  .string()
  .max(300)
  .transform((text) => cleanLine(text, 300));

const rule = {
  kind: z.enum(["pin", "exclusion"]),
  query: line,
  place: z.coerce.number().int().min(1).max(10).catch(1),
};

export const wordsSchema = z.discriminatedUnion("do", [
  z.object({
    do: z.enum(["synonyms-save", "synonyms-preview"]),
    ...maybeKnown,
    texts: z.string().max(2000),
    "one-way": z.enum(["yes", "no"]).catch("no"),
    check,
  }),
  z.object({ do: z.enum(["rule-save", "rule-preview"]), ...maybeKnown, ...rule, page: line, check }),
  z.object({ do: z.enum(["synonyms-delete", "rule-delete"]), ...known }),
  z.object({ do: z.literal("undo"), undo: z.string().max(5000) }),
]);

export type WordsForm = z.output<typeof wordsSchema>;

/** What was deleted, as the message that offers to take it back holds it. */
export const deletedSchema = z.discriminatedUnion("of", [
  z.object({
    of: z.literal("synonyms"),
    id: known.id,
    texts: z.array(z.string().max(300)).refine((texts) => readTexts(texts).problem === null),
    oneWay: z.boolean(),
  }),
  z.object({ of: z.literal("rule"), id: known.id, ...rule, key: z.string().min(1).max(300) }),
]);

/** Texts of a form: one on each line, or with commas between them. */
export function splitTexts(typed: string): string[] {
  return typed.split(/[\n,;]/).map((text) => cleanLine(text, 300));
}

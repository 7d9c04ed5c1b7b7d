import { data } from "react-router";
import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
import { answerOutcome } from "#app/staff/lists/list-outcome.ts";
import { ConflictError, NotFoundError } from "#worker/lib/errors.ts";
import type { Grade } from "#worker/search/judge/judged-query.ts";
import { addQuery, changeQuery, deleteQuery, importQueries } from "#worker/search/staff/judgements.ts";
import { findQuery } from "#worker/search/staff/judged-queries.ts";
import { evaluateNow } from "#worker/search/staff/evaluate-now.ts";
import { readFiles } from "#worker/search/staff/read-files.ts";
import { buildPartPath } from "../parts.ts";
import { type Changing, limitWork } from "../read-part.ts";

const maybe = {
  id: z.union([z.uuid(), z.literal("")]).default(""),
  version: z.union([z.coerce.number().int().min(1), z.literal("")]).default(""),
};
const text = z
  .string()
  .max(300)
  .transform((typed) => cleanLine(typed, 300))
  .pipe(z.string().min(1));
/** In characters. */
const longestFile = 400_000;
/** A file that was chosen stands for what was pasted; "" where none was. */
const file = z.string().default("");

export const evaluationSchema = z.discriminatedUnion("do", [
  z.object({ do: z.literal("query-save"), ...maybe, text, kind: z.string().max(20) }),
  z.object({ do: z.literal("query-delete"), id: z.uuid(), version: z.coerce.number().int().min(1) }),
  z.object({ do: z.literal("undo"), undo: z.string().max(50_000) }),
  z.object({
    do: z.literal("evaluate"),
    version: z.union([z.coerce.number().int().min(1), z.literal("")]).default(""),
  }),
  z.object({
    do: z.enum(["import-try", "import"]),
    queries: file,
    qrels: file,
    "queries-file": file,
    "qrels-file": file,
  }),
]);

/** Room for both files, percent-encoded. */
export const evaluationLimits = { bytes: 2_000_000, fields: 400, hasFiles: true };

const grade = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
const deletedSchema = z.object({
  id: z.uuid(),
  text,
  kind: z.string().max(20),
  grades: z.record(z.string().max(300), grade),
});

/** Answers the forms of the part. A path leads back to it. */
export async function answerEvaluation(
  form: z.output<typeof evaluationSchema>,
  changing: Changing,
  fields: URLSearchParams,
) {
  const { search, doer } = changing;
  switch (form.do) {
    case "query-save": {
      const query = { text: form.text, kind: form.kind, grades: readGrades(fields) };
      if (form.id === "") {
        const id = await addQuery(search.db, query, doer);
        return `${buildPartPath("evaluation", { open: id, done: "saved" })}#query-form`;
      }
      await changeQuery(search.db, { id: form.id, version: Number(form.version), ...query }, doer);
      return buildPartPath("evaluation", { done: "saved" });
    }
    case "query-delete": {
      const query = await findQuery(search.db, { id: form.id });
      if (!query) throw new NotFoundError("Somebody has deleted this query already.");
      await deleteQuery(search.db, form, doer);
      const { id, text: words, kind, grades } = query;
      const undo = JSON.stringify({ id, text: words, kind, grades });
      return answerOutcome({ done: "The judged query is deleted.", refused: [], undo: [undo] });
    }
    case "undo": {
      const deleted = deletedSchema.safeParse(readJson(form.undo)).data;
      if (!deleted) throw new ConflictError("This cannot be taken back.");
      await addQuery(search.db, deleted, doer);
      return answerOutcome({ done: "It is back.", refused: [], undo: [] });
    }
    case "evaluate":
      await limitWork(changing);
      await evaluateNow(search, { now: changing.at, ...(form.version !== "" && { version: form.version }) }, doer);
      return buildPartPath("evaluation", { done: "evaluated" });
    default:
      return importFiles(form, changing);
  }
}

function readGrades(fields: URLSearchParams): Record<string, Grade> {
  const grades = fields.getAll("grade");
  const rows = fields.getAll("key").flatMap((key, place): [string, Grade][] => {
    const value = grades[place] ?? "";
    return key.length <= 300 && /^[0-3]$/.test(value) ? [[key, Number(value) as Grade]] : [];
  });
  return Object.fromEntries(rows);
}

type Imported = Extract<z.output<typeof evaluationSchema>, { queries: string }>;

async function importFiles(form: Imported, { search, doer }: Changing) {
  const files = { queries: form["queries-file"] || form.queries, qrels: form["qrels-file"] || form.qrels };
  const long = Object.values(files).some(({ length }) => length > longestFile);
  const read = long
    ? { queries: [], judgements: 0, problems: ["Queries and grades have at most 400,000 characters each."] }
    : await readFiles(search.searchDb, files);
  if (form.do === "import" && read.problems.length === 0) {
    await importQueries(search.db, read.queries, doer);
    return buildPartPath("evaluation", { done: "imported" });
  }
  const tried = {
    ...(long ? { queries: "", qrels: "" } : files),
    problems: read.problems.slice(0, 30),
    more: Math.max(0, read.problems.length - 30),
    summary: `${read.queries.length} queries with ${read.judgements} grades.`,
  };
  return data({ outcome: null, refusedView: null, tried }, { status: read.problems.length > 0 ? 400 : 200 });
}

function readJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

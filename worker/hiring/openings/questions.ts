import { type Compilable, type OperandValueExpressionOrList, sql } from "kysely";
import type { KnockOut, QuestionKind, ScreeningQuestion } from "#shared/hiring/screening.ts";
import type { QuestionId } from "#worker/db/applications-tables.ts";
import type { OpeningId } from "#worker/db/openings-tables.ts";
import type { Db } from "#worker/db/client.ts";
import type { Database } from "#worker/db/tables.ts";

/** The query of what a job asks its candidates now, in order; the job by its id or by a query of it. One index. */
export function selectQuestions(
  db: Db,
  openingId: OperandValueExpressionOrList<Database, "opening_questions", "opening_id">,
) {
  return db
    .selectFrom("opening_questions")
    .select(["id", "kind", "label", "hint", "is_required", "options", "knock_out"])
    .where("opening_id", "=", openingId)
    .where("removed_at", "is", null)
    .orderBy("position");
}

interface QuestionRow {
  id: string;
  kind: QuestionKind;
  label: string;
  hint: string;
  is_required: 0 | 1;
  options: string;
  knock_out: string | null;
}

/** Rows of `selectQuestions`, or of the same columns as JSON. */
export function readQuestions(rows: readonly QuestionRow[]): ScreeningQuestion[] {
  return rows.map(({ id, kind, label, hint, is_required, options, knock_out }) => ({
    id,
    kind,
    label,
    hint,
    isRequired: is_required === 1,
    options: JSON.parse(options) as string[],
    knockOut: knock_out === null ? null : (JSON.parse(knock_out) as KnockOut),
  }));
}

/** Options that the question no longer has flag nothing. */
function writeKnockOut(knockOut: KnockOut | null, options: readonly string[]): string | null {
  if (knockOut === null) return null;
  if (!("options" in knockOut)) return JSON.stringify(knockOut);
  const flagged = knockOut.options.filter((option) => options.includes(option));
  return flagged.length > 0 ? JSON.stringify({ options: flagged }) : null;
}

/** The rows of `selectQuestions` as JSON, for a query of their job. */
export const questionsAsJson = sql<string>`(SELECT json_group_array(json_object('id', id, 'kind', kind, 'label', label,
    'hint', hint, 'is_required', is_required, 'options', options, 'knock_out', knock_out) ORDER BY position)
  FROM opening_questions WHERE opening_id = openings.id AND removed_at IS NULL)`;

/**
 * The queries that make `questions` what the job asks. One that was answered is only marked as removed, so that its answers
 * keep it; an id of another job's question changes nothing.
 */
export function planQuestions(
  db: Db,
  { openingId, questions, at }: { openingId: OpeningId; questions: readonly ScreeningQuestion[]; at: number },
): Compilable[] {
  const ids = JSON.stringify(questions.map(({ id }) => id));
  const isGone = sql<boolean>`id NOT IN (SELECT value FROM json_each(${ids}))`;
  const isAnswered = sql<boolean>`EXISTS (SELECT 1 FROM application_answers WHERE question_id = opening_questions.id)`;
  return [
    db
      .deleteFrom("opening_questions")
      .where("opening_id", "=", openingId)
      .where(isGone)
      .where(sql<boolean>`NOT ${isAnswered}`),
    db
      .updateTable("opening_questions")
      .set({ removed_at: at })
      .where("opening_id", "=", openingId)
      .where(isGone)
      .where("removed_at", "is", null),
    ...questions.map(({ id, kind, label, hint, isRequired, options, knockOut }, position) => {
      const row = {
        position,
        kind,
        label,
        hint,
        is_required: isRequired ? (1 as const) : (0 as const),
        options: JSON.stringify(kind === "one" || kind === "several" ? options : []),
        knock_out: writeKnockOut(knockOut, options),
        removed_at: null,
      };
      return db
        .insertInto("opening_questions")
        .values({ id: id as QuestionId, opening_id: openingId, ...row })
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet(row).where("opening_questions.opening_id", "=", openingId),
        );
    }),
  ];
}

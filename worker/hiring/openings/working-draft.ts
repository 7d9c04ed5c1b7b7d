import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
import { firstStage, hiredStage, isEnding, mostStages } from "#shared/hiring/hiring-stages.ts";
import { employments, payPeriods, reservedSlugs, workplaces } from "#shared/hiring/opening.ts";
import { longestCriterion, mostCriteria, usualCriteria } from "#shared/hiring/scorecard.ts";
import { mostOptions, mostQuestions, questionKinds } from "#shared/hiring/screening.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { parseInput } from "#worker/lib/forms/parse-input.ts";
import { type OpeningDraft, openingDraft } from "./opening-draft.ts";

/** One line of text, which may be empty while somebody writes. */
const line = (longest: number) =>
  z
    .string()
    .transform((text) => cleanLine(text.toWellFormed()))
    .pipe(z.string().max(longest));

const country = z.string().regex(/^([A-Z]{2})?$/, "A country is two capital letters, such as DE.");

const limit = z.number().min(-1e12).max(1e12);
const options = z
  .array(z.string().max(400))
  .max(mostOptions * 4)
  .transform((texts) => [...new Set(texts.map((text) => cleanLine(text.toWellFormed())).filter(Boolean))])
  .pipe(z.array(z.string().max(200)).max(mostOptions, `A question has ${mostOptions} options at most.`));

const question = z.object({
  id: z.uuid(),
  kind: z.enum(questionKinds),
  label: line(300),
  hint: line(300).default(""),
  isRequired: z.boolean(),
  options: options.default([]),
  knockOut: z
    .union([
      z.object({ answer: z.enum(["yes", "no"]) }),
      z.object({ options }),
      z.object({ below: limit.exactOptional(), above: limit.exactOptional() }),
    ])
    .nullable()
    .default(null),
});

const stages = z
  .array(
    z.object({ key: z.string().regex(/^[a-z0-9-]{1,40}$/), name: line(60).pipe(z.string().min(1, "Name the stage.")) }),
  )
  .max(mostStages, `A job has ${mostStages} stages at most.`)
  .refine(
    (all) => all.length >= 2 && all[0]?.key === firstStage && all.at(-1)?.key === hiredStage,
    "The first and the last stage stay where they are.",
  )
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, "Two stages are the same.")
  .refine((all) => !all.some(({ key }) => isEnding(key)), "Every job has that ending.")
  .refine(
    (all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length,
    "Two stages have the same name.",
  );

/** What interviewers score. None at all are the usual ones. */
const criteria = z
  .array(z.string().max(longestCriterion * 4))
  .max(mostCriteria * 4)
  .default([])
  .transform((texts) => [...new Set(texts.map((text) => cleanLine(text.toWellFormed())).filter(Boolean))])
  .pipe(
    z
      .array(z.string().max(longestCriterion, `A criterion has ${longestCriterion} characters at most.`))
      .max(mostCriteria, `A job has ${mostCriteria} criteria at most.`),
  )
  .transform((all) => (all.length === 0 ? [...usualCriteria] : all));

/**
 * What an editor of the staff area saves of a job. It may lack what publishing asks for (`toOpeningDraft`, and the checks of
 * shared/hiring/opening-checks.ts).
 */
export const workingDraft = z.object({
  slug: z
    .string()
    .max(80)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Small letters, digits and single hyphens.")
    .refine((slug) => !reservedSlugs.includes(slug), "The site needs this address itself."),
  requisitionId: line(40).pipe(z.string().min(1, "Give it a number of its own.")),
  title: line(120),
  department: line(60),
  summary: line(300),
  markdown: z
    .string()
    .max(20_000, "A job's text has 20,000 characters at most.")
    // oxlint-disable-next-line no-control-regex -- no text needs them.
    .transform((text) => text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")),
  workplace: z.enum(workplaces),
  employment: z.enum(employments),
  openings: z.number().int("A whole number.").min(1, "One at least.").max(999, "999 at most."),
  pay: z.object({
    min: z.number().positive("More than nothing.").max(1e12).nullable(),
    max: z.number().positive("More than nothing.").max(1e12).nullable(),
    currency: z.string().regex(/^([A-Z]{3})?$/, "A currency is three capital letters, such as EUR."),
    period: z.enum(payPeriods),
  }),
  places: z
    .array(
      z.object({
        city: line(80),
        region: line(80)
          .nullable()
          .transform((text) => text || null),
        country,
      }),
    )
    .max(20, "20 places at most."),
  remoteCountries: z
    .array(z.string().regex(/^[A-Z]{2}$/, "A country is two capital letters, such as DE."))
    .max(60)
    .transform((all) => [...new Set(all)]),
  /** Epoch milliseconds; null while nobody has said. */
  closesAt: z.number().int().min(0).max(8.64e15).nullable(),
  questions: z
    .array(question)
    .max(mostQuestions, `A job has ${mostQuestions} questions at most.`)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, "Two questions are the same."),
  /** Those of the applications too, at once: nobody outside sees them. So are the criteria and the team. */
  stages,
  criteria,
  team: z
    .array(z.uuid().transform((id) => id as AccountId))
    .max(20, "20 people at most.")
    .transform((ids) => [...new Set(ids)]),
});

export type WorkingDraft = z.output<typeof workingDraft>;
export type WorkingInput = z.input<typeof workingDraft>;

/** What a row of `opening_drafts` holds. */
export function readWorking(content: string): WorkingDraft {
  return workingDraft.parse(JSON.parse(content));
}

/**
 * `draft` as an opening says it.
 * @throws {InvalidInputError} by field, for what it lacks
 */
export function toOpeningDraft(draft: WorkingDraft): OpeningDraft {
  const { questions: _questions, stages: _stages, criteria: _criteria, team: _team, pay, ...same } = draft;
  return parseInput(openingDraft, { ...same, pay: readPay(pay) });
}

/** The pay where all of it is said and in order; else null. */
export function readPay({ min, max, currency, period }: WorkingDraft["pay"]): OpeningDraft["pay"] {
  return min === null || max === null || currency === "" || min > max ? null : { min, max, currency, period };
}

import { z } from "zod";
import { employments, payPeriods, workplaces } from "#shared/hiring/opening.ts";
import { makeSlug } from "#shared/text/make-slug.ts";
import { questionKinds } from "#shared/hiring/screening.ts";
import type { WorkingInput } from "#worker/hiring/openings/working-draft.ts";
import { readClosingDay } from "./closing-day.ts";
import { writtenOn } from "./make-opening-change.ts";
import type { Draft } from "./newest-opening.ts";

const text = z.string().default("");
/** What a form sends once for every chosen value: one text, or a list. */
const several = z
  .union([z.array(z.string()), z.string()])
  .default([])
  .transform((values) => (Array.isArray(values) ? values : [values]).filter((value) => value !== ""));
const number = z
  .string()
  .default("")
  // What is no number is NaN, which the draft refuses by its field, with all that was written beside it.
  .transform((value) => (value.trim() === "" ? null : Number(value.replaceAll(/[\s,]/g, ""))));

const question = z.object({
  id: z.string(),
  kind: z.enum(questionKinds),
  label: text,
  hint: text,
  isRequired: z.string().optional(),
  options: text,
  /** Of yes-no. */
  flag: text,
  /** Of a choice: the options that flag. */
  flagged: several,
  below: number,
  above: number,
});

/** What the page's form has without script: everything of a job. */
export const plainFields = z.object({
  version: writtenOn,
  title: text,
  summary: text,
  slug: text,
  requisitionId: text,
  department: text,
  markdown: text.transform((value) => value.replaceAll("\r\n", "\n")),
  workplace: z.enum(workplaces),
  employment: z.enum(employments),
  openings: number.transform((value) => value ?? 1),
  pay: z.object({ min: number, max: number, currency: text, period: z.enum(payPeriods) }),
  places: z.array(z.object({ city: text, region: text, country: text })).default([]),
  remoteCountries: several,
  closesOn: text,
  questions: z.array(question).default([]),
  stages: z.array(z.object({ key: z.string(), name: text })).default([]),
  /** One a line. */
  criteria: text,
  team: several,
});

export type PlainFields = z.output<typeof plainFields>;

/** The draft that a form without script describes; `before` is what it was made of. */
export function toDraft(fields: PlainFields, before: Draft): WorkingInput {
  const { version: _, closesOn, questions, places, slug, criteria, ...same } = fields;
  const made = slug.startsWith("untitled-") ? makeSlug(same.title) : "";
  return {
    ...same,
    // Nobody has named it yet.
    slug: made || slug.trim(),
    places: places.map(toPlace),
    criteria: criteria.split("\n"),
    closesAt: readClosingDay(closesOn, before.closesAt),
    questions: questions.map((question) => toQuestion(question, before)),
  };
}

function toPlace({ city, region, country }: PlainFields["places"][number]): WorkingInput["places"][number] {
  return { city, region: region.trim() || null, country };
}

function toQuestion(
  { id, kind, label, hint, options, isRequired, ...flags }: PlainFields["questions"][number],
  before: Draft,
): WorkingInput["questions"][number] {
  const hadKind = before.questions.some((had) => had.id === id && had.kind === kind);
  return {
    id,
    kind,
    label,
    hint,
    isRequired: isRequired !== undefined,
    options: options.split("\n"),
    // What flags belongs to its kind.
    knockOut: hadKind ? readKnockOut(kind, flags) : null,
  };
}

type Flags = Pick<PlainFields["questions"][number], "flag" | "flagged" | "below" | "above">;

function readKnockOut(kind: Draft["questions"][number]["kind"], { flag, flagged, below, above }: Flags) {
  if (kind === "yes-no") return flag === "yes" || flag === "no" ? ({ answer: flag } as const) : null;
  if (kind === "one" || kind === "several") return flagged.length > 0 ? { options: flagged } : null;
  if (kind !== "number" || (below === null && above === null)) return null;
  return { ...(below !== null && { below }), ...(above !== null && { above }) };
}

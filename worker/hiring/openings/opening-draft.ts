import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
import { employments, workplaces } from "#shared/hiring/opening.ts";

const country = z.string().regex(/^[A-Z]{2}$/, "A country is two capital letters, such as DE.");

/** Text of one line, between 1 and `longest` characters once it is cleaned. */
const line = (longest: number) =>
  z
    .string()
    .transform((text) => cleanLine(text.toWellFormed(), longest + 1))
    .pipe(z.string().min(1).max(longest));

const place = z.object({
  city: line(80),
  region: line(80).nullable(),
  country,
});

const pay = z
  .object({
    min: z.number().positive(),
    max: z.number().positive(),
    currency: z.string().regex(/^[A-Z]{3}$/, "A currency is three capital letters, such as EUR."),
    period: z.enum(["year", "month", "hour"]),
  })
  .refine(({ min, max }) => min <= max, { error: "The range begins with its lower end.", path: ["max"] });

/** What an editor writes of a job. `pay` may wait until it is published. */
export const openingDraft = z.object({
  slug: z
    .string()
    .max(80)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "An address has small letters, digits and hyphens."),
  requisitionId: line(40),
  title: line(120),
  department: line(60),
  summary: line(300),
  // A NUL would end the text for the database.
  markdown: z
    .string()
    .transform((text) => text.toWellFormed().replaceAll("\u0000", "").trim())
    .pipe(z.string().min(1).max(20_000)),
  workplace: z.enum(workplaces),
  employment: z.enum(employments),
  openings: z.number().int().min(1).max(999),
  pay: pay.nullable(),
  places: z.array(place).max(20),
  /** From where a remote job may be done. */
  remoteCountries: z.array(country).max(60),
  /** Epoch milliseconds. A draft may leave it open: publishing then sets it (complete-job.ts). */
  closesAt: z.number().int().nullable(),
});

export type OpeningDraft = z.input<typeof openingDraft>;

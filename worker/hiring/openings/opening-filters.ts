import { z } from "zod";
import { cleanLine } from "#shared/text/clean-line.ts";
import { parsePage } from "#shared/pages/pagination.ts";
import { type Employment, employments, type Workplace, workplaces } from "#shared/hiring/opening.ts";

/** Which openings are asked for; null does not restrict. */
export interface OpeningFilters {
  department: string | null;
  /** ISO 3166-1 alpha-2: a place of work, or one from where a remote job may be done. */
  country: string | null;
  workplace: Workplace | null;
  employment: Employment | null;
  /** Words that the title has, as they were typed. */
  q: string | null;
  /** From 1. */
  page: number;
}

const text = z
  .string()
  .transform((value) => cleanLine(value.toWellFormed(), 61))
  .pipe(z.string().min(1).max(60));

/** In the order of the form, which is that of addresses. */
const schema = z.object({
  q: text.nullable().catch(null),
  department: text.nullable().catch(null),
  country: z
    .string()
    .max(8)
    .transform((value) => value.trim().toUpperCase())
    .pipe(z.string().regex(/^[A-Z]{2}$/))
    .nullable()
    .catch(null),
  workplace: z.enum(workplaces).nullable().catch(null),
  employment: z.enum(employments).nullable().catch(null),
  page: z.number(),
});

/** The filters in an address. An invalid value is ignored, so that no address fails. */
export function parseOpeningFilters(search: URLSearchParams): OpeningFilters {
  const names = ["department", "country", "workplace", "employment", "q"] as const;
  const given = Object.fromEntries(names.map((name) => [name, search.get(name)]));
  return schema.parse({ ...given, page: parsePage(search.get("page")) });
}

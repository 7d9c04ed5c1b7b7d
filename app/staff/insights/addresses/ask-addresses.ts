import type { Lack } from "#shared/insights/article-checks/check-link.ts";
import { ask, type Asking } from "#app/staff/ask-until-answered.ts";

/** The site is asked about so many addresses at once. */
export const mostAddresses = 200;

interface Question {
  addresses?: readonly string[];
  slug?: string;
}

export interface SiteAnswer {
  /** What is missing, by address. */
  lacks: Record<string, Lack>;
  /** The slug that was asked about, or the next one that is free. */
  freeSlug: string;
}

/**
 * Asks the site from the page of the article `id`; a lost network is waited for.
 * @throws {Error} with words for the writer; AbortError
 */
export function askAddresses(id: string, question: Question, asking: Asking): Promise<SiteAnswer> {
  return ask(`/blog-management/${id}/addresses`, JSON.stringify(question), asking);
}

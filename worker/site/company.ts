// oxlint-disable-next-line no-restricted-imports -- the one place where the Worker learns who the company is
import { brand } from "#app/content/brand.ts";
// oxlint-disable-next-line no-restricted-imports -- as above
import { companyWords } from "#app/content/new-password.ts";
import type { Company } from "#worker/lib/scope.ts";

/** For the Worker's subjects, which do not see the site's copy. */
export const company: Company = { name: brand.name, words: companyWords, careersEmail: brand.careersEmail };

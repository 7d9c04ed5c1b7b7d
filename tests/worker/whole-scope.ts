import type { RequestScope } from "#worker/lib/scope.ts";
import { company } from "#worker/site/company.ts";
import { fixedFunnels } from "#worker/site/fixed-funnels.ts";
import { sitePaths } from "#worker/site/site-paths.ts";
import { subjects } from "#worker/subjects.ts";
import { makeScope } from "./make-scope.ts";

const readSitePaths = async () => sitePaths;
const readFixedFunnels = async () => fixedFunnels;

/** The scope that each request has in the Worker: who imports this reads all subjects. */
export function makeWholeScope(overrides: Partial<Env> = {}): RequestScope {
  return { ...makeScope(overrides, subjects), company, readSitePaths, readFixedFunnels };
}

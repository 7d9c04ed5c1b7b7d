/** Scopes of requests for tests. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { limitBindings } from "#worker/lib/limits/limit-bindings.ts";
import { createLogger } from "#worker/lib/log.ts";
import type { Company, RequestScope } from "#worker/lib/scope.ts";
import type { Subject } from "#worker/lib/subject.ts";

export const siteOrigin = env.SITE_ORIGIN;

let addresses = 0;

/** An IPv4 address that no other request of this run has. */
export function makeAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 8) % 256}.${addresses % 256}.1`;
}

const missing = new Error("This scope knows neither the subjects nor the site: that of whole-scope.ts does.");
const unknown = new Proxy<Subject[]>([], {
  get() {
    throw missing;
  },
});
const refuse = () => Promise.reject(missing);
/** Pages are in the built Worker alone. */
const openSitePages = async () => ({ build: "none", pages: [], readHtml: () => Promise.reject(new Error("No page.")) });

/** No owner's: tests hold whatever the company is called. */
export const company: Company = {
  name: "Example Consulting",
  words: ["Example Consulting", "Plain plans", "kept on time"],
  careersEmail: "careers@example.org",
};

/** The scope of a request that concerns no other subjects than these. */
export function makeScope(overrides: Partial<Env> = {}, subjects: readonly Subject[] = unknown): RequestScope {
  const requestId = crypto.randomUUID();
  const log = createLogger(requestId);
  // As they enter the Worker.
  const bindings = limitBindings({ ...env, ...overrides });
  return {
    env: bindings,
    ctx: createExecutionContext(),
    requestId,
    log,
    subjects,
    company,
    readSitePaths: refuse,
    readFixedFunnels: refuse,
    openSitePages,
  };
}

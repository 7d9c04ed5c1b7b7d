import { createContext } from "react-router";
import type { Logger } from "./log.ts";
import type { Subject } from "./subject.ts";

/** What every request has. */
export interface RequestBasics {
  env: Env;
  ctx: ExecutionContext;
  /** UUID, also sent as `x-request-id`. */
  requestId: string;
  log: Logger;
  /**
   * Set by what answers: whom the answer at this address, without a query, is the same for until the next version of the
   * Worker. See worker/pages/cached-answers.ts.
   */
  keepFor?: "everybody" | "signed-out";
  /** Set where a page failed only because a binding did: whole seconds after which it may be asked for again. */
  retryAfter?: number | undefined;
}

/** What belongs to one request; made in worker/index.ts, handed to Hono and to React Router alike. */
export interface RequestScope extends RequestBasics {
  /** The declarations of all subjects: jobs, retention, erasure, health. */
  subjects: readonly Subject[];
  company: Company;
  /** Paths of the public pages that are in no table, which the Worker's subjects do not see. */
  readSitePaths(): Promise<readonly string[]>;
  /** What those pages say. */
  openSitePages(): Promise<SitePages>;
  /** The funnels that nobody has to make: they follow the site's pages. */
  readFixedFunnels(): Promise<readonly FixedFunnel[]>;
}

/** The public pages that are in no table. */
export interface SitePages {
  /** Another one with each build whose pages differ. */
  build: string;
  pages: readonly SitePage[];
  /**
   * The document at the path of one of them.
   * @throws {Error} when it cannot be rendered now
   */
  readHtml(path: string): Promise<string>;
}

export interface SitePage {
  path: string;
  kind: "page" | "service" | "industry";
  name: string;
  description: string;
  /** When its copy last changed, epoch milliseconds. */
  changedAt: number;
}

/** A funnel of visitor analytics, whose steps worker/analytics/figures/types.ts describes. */
export interface FixedFunnel {
  id: string;
  name: string;
  steps: readonly { kind: "page" | "section" | "event" | "goal"; values: readonly string[]; about: string }[];
}

/** The company whose site this is. worker/site/company.ts takes it from the site's copy. */
export interface Company {
  name: string;
  /** What a guesser would try first in its passwords: its name and the words of its tagline. */
  words: readonly string[];
  /** The hiring team's mailbox. */
  careersEmail: string;
}

/** React Router loaders, actions and middleware read the scope with `context.get(requestScope)`. */
export const requestScope = createContext<RequestScope>();

/**
 * Called with the pattern of the route that a request matches, such as "/insights/:slug", before anything of it runs.
 * Returns an answer where the route does not take such a request.
 */
export const enterContext = createContext<(pattern: string) => Response | undefined>();

/** True for a HEAD request: loaders see a GET then, and a few would do too much work. */
export const headContext = createContext(false);

/** False when no shared cache keeps the answer: the address has a parameter that its page does not read. */
export const sharedContext = createContext(true);

/** What app/entry.server.tsx has to know to render a document. */
export const documentContext = createContext<{
  /** Of the scripts of this render. */
  nonce: string;
  /** True when the page is the same for everybody. */
  isPublic(): boolean;
  /** True when the Worker has the page with exactly this data in memory, so that nothing has to be rendered. */
  isCached(data: string): boolean;
}>();

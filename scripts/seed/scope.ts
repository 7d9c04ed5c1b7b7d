import { createLogger, type Logger } from "../../worker/lib/log.ts";
import { type Local, openLocal } from "../lib/open-local.ts";
import { demoRequest } from "./past.ts";

/** The embedded database and bucket, and what the site's own functions want beside them. */
export interface SeedScope {
  env: Pick<Env, "DB" | "SEARCH_DB" | "MEDIA" | "SITE_ORIGIN">;
  ctx: ExecutionContext;
  log: Logger;
  requestId: string;
  workOnSearch: Local["workOnSearch"];
}

/** Runs `seed` with the embedded databases and bucket in the folder `state`; with a build also with its Worker. */
export async function withLocalScope(
  state: string,
  seed: (scope: SeedScope) => Promise<void>,
  { build }: { build?: string } = {},
): Promise<void> {
  const { db, searchDb, bucket, variables, workOnSearch, close } = await openLocal(state, { ...(build && { build }) });
  const env = { DB: db, SEARCH_DB: searchDb, MEDIA: bucket, SITE_ORIGIN: variables["SITE_ORIGIN"] ?? "" };
  const later: Promise<unknown>[] = [];
  const ctx = { waitUntil: (work: Promise<unknown>) => later.push(work), passThroughOnException() {}, props: {} };
  try {
    const log = createLogger("seed");
    await seed({ env, ctx: ctx as unknown as ExecutionContext, log, requestId: demoRequest, workOnSearch });
    await Promise.all(later);
  } finally {
    await close();
  }
}

import { createLogger, type Logger } from "../../worker/lib/log.ts";
import { openLocal } from "../lib/open-local.ts";
import { demoRequest } from "./past.ts";

/** The embedded database and bucket, and what the site's own functions want beside them. */
export interface SeedScope {
  env: Pick<Env, "DB" | "MEDIA" | "SITE_ORIGIN">;
  ctx: ExecutionContext;
  log: Logger;
  requestId: string;
}

/** Runs `seed` with the embedded database and bucket in the folder `state`. */
export async function withLocalScope(state: string, seed: (scope: SeedScope) => Promise<void>): Promise<void> {
  const { db, bucket, variables, close } = await openLocal(state);
  const env = { DB: db, MEDIA: bucket, SITE_ORIGIN: variables["SITE_ORIGIN"] ?? "" };
  const later: Promise<unknown>[] = [];
  const ctx = { waitUntil: (work: Promise<unknown>) => later.push(work), passThroughOnException() {}, props: {} };
  try {
    await seed({ env, ctx: ctx as unknown as ExecutionContext, log: createLogger("seed"), requestId: demoRequest });
    await Promise.all(later);
  } finally {
    await close();
  }
}

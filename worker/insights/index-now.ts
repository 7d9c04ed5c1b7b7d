/** IndexNow: an open protocol by which a site tells search engines that the content of an address has changed. */
import { isLocalSite } from "../lib/local-site.ts";
import type { RequestScope } from "../lib/scope.ts";

/** It hands what it hears to all search engines that take part. */
const endpoint = "https://api.indexnow.org/indexnow";
const patience = 10_000;

/** Tells search engines of addresses of this site; rejects when that failed. */
type Announce = (urls: readonly string[]) => Promise<void>;

type KeyEnv = Pick<Env, "INDEXNOW_KEY" | "SITE_ORIGIN">;

/** How this deployment announces addresses; null where no key is configured. On a developer's machine the log hears them. */
export function openIndexNow({ env, log }: { env: KeyEnv } & Pick<RequestScope, "log">): Announce | null {
  const key = env.INDEXNOW_KEY;
  if (!key) return null;
  if (isLocalSite(env)) return async (urls) => log.info("addresses announced", { urls });
  return (urls) => insightAddresses(env.SITE_ORIGIN, key, urls);
}

async function insightAddresses(origin: string, key: string, urls: readonly string[]): Promise<void> {
  if (!/^[a-zA-Z0-9-]{8,128}$/.test(key)) throw new Error("INDEXNOW_KEY must be 8 to 128 letters, digits and hyphens.");
  const answer = await fetch(endpoint, {
    method: "POST",
    headers: { "Content-Type": "application/json; charset=utf-8" },
    body: JSON.stringify({
      host: new URL(origin).host,
      key,
      keyLocation: `${origin}${nameKeyFile(key)}`,
      urlList: urls,
    }),
    signal: AbortSignal.timeout(patience),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`IndexNow answered ${answer.status}`);
}

function nameKeyFile(key: string): string {
  return `/${key}.txt`;
}

/** The file by which IndexNow knows that this site has sent what names its key; null for any other path. */
export function answerKeyFile({ method, url }: Request, { INDEXNOW_KEY: key }: KeyEnv): Response | null {
  if (!key || !["GET", "HEAD"].includes(method) || new URL(url).pathname !== nameKeyFile(key)) return null;
  return new Response(method === "HEAD" ? null : key, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}

import { readClientKey } from "#worker/lib/http/client-address.ts";
import { now } from "#worker/lib/clock.ts";
import type { RequestBasics } from "#worker/lib/scope.ts";
import { quarter } from "./conversions.ts";
import { deliver } from "./deliver.ts";
import { isCrawler } from "./detect-client.ts";
import { isWithinLimit } from "#worker/lib/limits/within-limit.ts";

/**
 * Counts a file that is handed out, once: no parts of one that is fetched in parts, not what a browser fetches ahead, no
 * programs, and from one address as many a minute as messages of visits. Whoever is signed in is of the company. Called
 * beside the answer, which never waits for it.
 */
export async function countDownload(request: Request, { env, log, requestId }: RequestBasics): Promise<void> {
  const { headers } = request;
  if (!isAskedFor(headers) || isCrawler(headers.get("User-Agent") ?? "")) return;
  // A key of its own: who downloads much loses no views.
  const success = await isWithinLimit(env.COLLECT_LIMIT, `download ${readClientKey(request)}`);
  if (!success) return;
  const at = now();
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  const id = (high % 2 ** 20) * 2 ** 32 + low;
  // Nobody is erased by this message, so no subject is asked.
  await deliver({ kind: "download", at: at - (at % quarter), id }, { env, log, requestId, subjects: [] });
}

function isAskedFor(headers: Headers): boolean {
  const isAhead = ["Sec-Purpose", "Purpose", "X-Moz"].some((name) => headers.get(name)?.includes("prefetch"));
  // The whole file, as browsers ask for it. Some programs first ask for a few bytes of the beginning.
  const isPart = (headers.get("Range") ?? "bytes=0-") !== "bytes=0-";
  // The cookie of app/client/session-client.ts.
  const isStaff = /(?:^|; )signed-in=1(?:;|$)/.test(headers.get("Cookie") ?? "");
  return !isAhead && !isPart && !isStaff;
}

import { data, redirect } from "react-router";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { openReads } from "#worker/db/client.ts";
import { readOldPath } from "#worker/insights/read-old-path.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope, sharedContext } from "#worker/lib/scope.ts";
import type { Route } from "./+types/not-found.ts";
import { NotFound } from "./not-found-notice.tsx";
import { buildMissingMeta } from "./parts/page-meta.ts";

export const handle = { cache: "public", tags: [] } satisfies RouteHandle;

/** Leads on from an address of a site whose articles came here; else sets the status, which would be 200 without it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { env, log } = context.get(requestScope);
  const db = openReads(env, { isShared: context.get(sharedContext) });
  const to = await readOldPath(db, url, now()).catch((error: unknown) => {
    log.error("old address not looked up", error);
    return null;
  });
  if (to !== null) throw redirect(to, 301);
  return data(null, { status: 404 });
}

export function meta() {
  return buildMissingMeta();
}

export default function NotFoundPage() {
  return <NotFound />;
}

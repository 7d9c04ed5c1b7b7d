import { data } from "react-router";
import type { RequestScope } from "#worker/lib/scope.ts";

/**
 * What the page of a link shows: what `read` finds, that the link is over (400), or that it could not be looked up (503).
 * To open it changes nothing: mail scanners do that, too.
 */
export async function loadLink<Found extends object>({ log }: RequestScope, read: () => Promise<Found | null>) {
  try {
    const link = await read();
    return link ? data({ state: "open", link } as const) : data({ state: "over" } as const, { status: 400 });
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error("link not read", error);
    return data({ state: "failed" } as const, { status: 503 });
  }
}

import { data } from "react-router";
import type { RequestScope } from "#worker/lib/scope.ts";

/**
 * Answers the loader of one record, which `what` names in the log: what `show` makes of what `read` has found. Null is
 * answered with 404, and a failure with 503 and `isUnread`; RecordMissing shows both.
 */
export async function loadRecord<Found, Shown extends { view: object }>(
  what: string,
  { log }: Pick<RequestScope, "log">,
  { read, show }: { read: () => Promise<Found | null>; show: (found: Found) => Shown | Promise<Shown> },
) {
  let found: Found | null;
  try {
    found = await read();
  } catch (error) {
    log.error(`${what} not read`, error);
    return data({ view: null, isUnread: true }, { status: 503 });
  }
  if (found === null) return data({ view: null, isUnread: false }, { status: 404 });
  return data({ ...(await show(found)), isUnread: false });
}

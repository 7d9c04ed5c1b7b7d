import type { RouterContextProvider } from "react-router";
import { requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { StaleSignInError } from "#worker/lib/errors.ts";
import { headContext, type RequestScope, requestScope } from "#worker/lib/scope.ts";
import { confirmDownload } from "./confirm-download.ts";
import { staffContext } from "./guard.ts";

interface CsvFile {
  /** The day comes after it. */
  name: string;
  /** What is in it, in words. */
  what: string;
  /** Where a link leads back to from the page that asks who it is. */
  page: string;
  write: (db: Db, scope: RequestScope) => Promise<BodyInit>;
}

/** A CSV file. Whoever signed in a while ago confirms first that it is them. A HEAD request writes nothing and is not recorded. */
export async function answerCsv(
  { context, url }: { context: Readonly<RouterContextProvider>; url: URL },
  { name, what, page, write }: CsvFile,
): Promise<Response> {
  const scope = context.get(requestScope);
  const day = new Date(now()).toISOString().slice(0, 10);
  try {
    requireFreshSignIn(context.get(staffContext));
    return new Response(context.get(headContext) ? null : await write(openDb(scope.env.DB), scope), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8; header=present",
        "Content-Disposition": `attachment; filename="${name}-${day}.csv"`,
        "Cache-Control": "no-store",
      },
    });
  } catch (error) {
    if (error instanceof StaleSignInError) return confirmDownload(page, url);
    scope.log.error("export not begun", error);
    return new Response(`${what} could not be read just now. Please try again in a minute.\n`, {
      status: 503,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", "Retry-After": "30" },
    });
  }
}

import { redirect } from "react-router";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { confirmDownload } from "#app/staff/confirm-download.ts";
import { requireSignedIn, staffContext } from "#app/staff/guard.ts";
import { requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { NotAllowedError, StaleSignInError } from "#worker/lib/errors.ts";
import { buildRefusal, type RefusalWords } from "#worker/lib/http/refusals.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { exportPerson } from "#worker/privacy/export-person.ts";
import type { Route } from "./+types/download.ts";
import { accountPath } from "./account-forms.ts";

export const middleware = [requireSignedIn()];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

const undone = { message: "Nothing was downloaded. Please try again in a minute." };
const words: RefusalWords = { 500: undone, 503: undone };

/** Only the page's form asks for the file. */
export function loader() {
  return redirect(accountPath);
}

/**
 * All that is stored about the caller, as a JSON file. What is stored is found by its address, so the address must be
 * proven: anybody can sign up with that of another.
 */
export async function action({ context }: Route.ActionArgs) {
  const caller = context.get(staffContext);
  const scope = context.get(requestScope);
  const headers = { "Cache-Control": "no-store" };
  try {
    requireFreshSignIn(caller);
    const db = openDb(scope.env.DB);
    const id = caller.user.id as AccountId;
    const row = await db.selectFrom("accounts").select("verified_at").where("id", "=", id).executeTakeFirst();
    if (!row?.verified_at) throw new NotAllowedError("Verify your e-mail address first.");
    const asked = { email: caller.user.email, actor: id, action: "account.downloaded" } as const;
    const json = await exportPerson(db, asked, scope);
    const day = new Date(now()).toISOString().slice(0, 10);
    return new Response(json, {
      headers: {
        ...headers,
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": `attachment; filename="your-data-${day}.json"`,
      },
    });
  } catch (error) {
    if (error instanceof StaleSignInError) return confirmDownload(accountPath);
    const { status, problems } = buildRefusal(error, { words });
    if (status >= 500) scope.log.error("own data not exported", error);
    return new Response(`${problems.map(({ message }) => message).join(" ")} Go back to the page before.\n`, {
      status,
      headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
    });
  }
}

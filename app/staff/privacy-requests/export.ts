import { redirect } from "react-router";
import { z } from "zod";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { confirmDownload } from "#app/staff/confirm-download.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import type { UserId } from "#worker/db/accounts-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { requireFreshSignIn } from "#worker/accounts/fresh-sign-in.ts";
import { StaleSignInError } from "#worker/lib/errors.ts";
import { now } from "#worker/lib/clock.ts";
import { parseForm } from "#worker/lib/parse-form.ts";
import { buildRefusal, type RefusalWords } from "#worker/lib/refusals.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { exportPerson } from "#worker/retention/export-person.ts";
import type { Route } from "./+types/export.ts";
import { emailSchema } from "./answer-request.ts";
import { page } from "./page.ts";

export const middleware = [requirePermission("people.erase")];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

const undone = { message: "Nothing was exported. Please try again in a minute." };
const words: RefusalWords = { 500: undone, 503: undone };

/** Only the page's form asks for a file. */
export function loader() {
  return redirect("/privacy-requests");
}

/** What is held under the posted address, as a JSON file for the person. */
export async function action({ context, request }: Route.ActionArgs) {
  const caller = context.get(staffContext);
  const { user } = caller;
  const scope = context.get(requestScope);
  const headers = { "Cache-Control": "no-store" };
  try {
    requireFreshSignIn(caller);
    const { value, error } = await parseForm(request, z.object({ email: emailSchema }));
    if (error) throw error;
    const asked = { email: value.email, actor: user.id as UserId };
    const json = await exportPerson(openDb(scope.env.DB), asked, scope);
    const day = new Date(now()).toISOString().slice(0, 10);
    return new Response(json, {
      headers: {
        ...headers,
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": `attachment; filename="personal-data-${day}.json"`,
      },
    });
  } catch (error) {
    if (error instanceof StaleSignInError) return confirmDownload(page.path);
    const { status, problems } = buildRefusal(error, { words });
    if (status >= 500) scope.log.error("personal data not exported", error);
    return new Response(`${problems.map(({ message }) => message).join(" ")} Go back to the page before.\n`, {
      status,
      headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
    });
  }
}

import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { confirmDownload } from "#app/staff/confirm-download.ts";
import { staffContext } from "#app/staff/guard.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { requireFreshSignIn } from "#worker/accounts/sessions/fresh-sign-in.ts";
import { StaleSignInError } from "#worker/lib/errors.ts";
import { now } from "#worker/lib/clock.ts";
import { parseForm } from "#worker/lib/forms/parse-form.ts";
import { buildRefusal, type RefusalWords } from "#worker/lib/http/refusals.ts";
import { requestScope, type RequestScope } from "#worker/lib/scope.ts";
import type { PersonRequest } from "#worker/privacy/erase.ts";
import { emailSchema } from "./answer-request.ts";
import { page } from "./page.ts";

interface ExportForm {
  context: Readonly<RouterContextProvider>;
  request: Request;
  /** Makes the file; its audit entry is stored then. */
  make: (db: Db, asked: PersonRequest, scope: RequestScope) => Promise<BodyInit>;
  type: string;
  /** Of the file's name. */
  ending: "json" | "zip";
}

const undone = { message: "Nothing was exported. Please try again in a minute." };
const words: RefusalWords = { 500: undone, 503: undone };

/** What is held under the posted address, as a file for the person. */
export async function answerExport({ context, request, make, type, ending }: ExportForm): Promise<Response> {
  const caller = context.get(staffContext);
  const scope = context.get(requestScope);
  const headers = { "Cache-Control": "no-store" };
  try {
    requireFreshSignIn(caller);
    const { value, error } = await parseForm(request, z.object({ email: emailSchema }));
    if (error) throw error;
    const asked = { email: value.email, actor: caller.user.id as AccountId };
    const file = await make(openDb(scope.env.DB), asked, scope);
    const day = new Date(now()).toISOString().slice(0, 10);
    return new Response(file, {
      headers: {
        ...headers,
        "Content-Type": type,
        "Content-Disposition": `attachment; filename="personal-data-${day}.${ending}"`,
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

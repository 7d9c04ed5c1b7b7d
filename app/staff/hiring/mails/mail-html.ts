import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { readListForm } from "#app/staff/lists/answer-view-form.ts";
import { writeOwnPath } from "#worker/hiring/applications/plan-mails.ts";
import { isRowId } from "#worker/hiring/review/read-application.ts";
import { composeMail, readMailFacts } from "#worker/hiring/mails/compose.ts";
import { writeCandidateMail } from "#worker/hiring/mails/write-mail.ts";
import type { AccountId } from "#worker/db/accounts-tables.ts";
import type { ApplicationId } from "#worker/db/applications-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { nameSite } from "#worker/email/layout.ts";
import { lookUpError } from "#worker/lib/http/refusals.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { mailFramePolicy } from "#worker/lib/http/security-headers.ts";
import type { Route } from "./+types/mail-html.ts";

export const middleware = [requirePermission("applications.change")];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** There is nothing to read here. */
export const loader = () => new Response(null, { status: 404 });

/** The HTML of a mail (fields `subject` and `body`) as it would leave, but for the private link; for a frame of the page. */
export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const actor = context.get(staffContext).user.id as AccountId;
  const fields = await readListForm(request);
  if (!isRowId<ApplicationId>(id)) return say("There is nothing here.", 404);
  try {
    const facts = await readMailFacts(openDb(scope.env.DB), { applicationId: id, actor });
    if (!facts) return say("There is nothing here.", 404);
    const typed = { subject: fields.get("subject") ?? "", body: fields.get("body") ?? "" };
    const site = nameSite(scope);
    const link = site.origin + writeOwnPath("…");
    return new Response(writeCandidateMail({ site, ...composeMail(facts, typed, scope.company), link }).html, {
      headers: { ...headers, "Content-Type": "text/html; charset=utf-8" },
    });
  } catch (error) {
    const { status } = lookUpError(error);
    if (status >= 500) scope.log.error("mail not shown", error);
    return say(status >= 500 ? "The mail could not be read just now." : "Correct the mail first.", status);
  }
}

const headers = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": mailFramePolicy,
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
};

function say(words: string, status: number): Response {
  return new Response(words, { status, headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" } });
}

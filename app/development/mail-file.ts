import type { RouteHandle } from "#shared/pages/route-handle.ts";
import type { MailFile } from "#worker/db/email-tables.ts";
import { openDb } from "#worker/db/client.ts";
import { readMail } from "#worker/email/read-outbox.ts";
import { isLocalVisit } from "#worker/lib/local-site.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { writeDisposition } from "#worker/media/library/file-names.ts";
import type { Route } from "./+types/mail-file.ts";

export const handle = { cache: "private" } satisfies RouteHandle;

/** A file of a mail in the development mailbox, as it would be sent. */
export async function loader({ context, params: { id, at }, request }: Route.LoaderArgs) {
  const { env } = context.get(requestScope);
  const mail = isLocalVisit(request, env) ? await readMail(openDb(env.DB), id) : undefined;
  const file = mail && (JSON.parse(mail.attachments) as MailFile[])[Number(at)];
  if (!file) return new Response("Not Found\n", { status: 404, headers: { "Content-Type": "text/plain" } });
  return new Response(file.content, {
    headers: {
      "Content-Type": file.type,
      "Content-Disposition": writeDisposition(file.name),
      "X-Robots-Tag": "noindex",
    },
  });
}

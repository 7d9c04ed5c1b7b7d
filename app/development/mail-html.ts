import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { openDb } from "#worker/db/client.ts";
import { readMail } from "#worker/email/read-outbox.ts";
import { isLocalVisit } from "#worker/lib/local-site.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/mail-html.ts";

export const handle = { cache: "private" } satisfies RouteHandle;

/** The HTML part of a mail as it would be sent, under a policy that lets it run and load nothing. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { env } = context.get(requestScope);
  const mail = isLocalVisit(request, env) ? await readMail(openDb(env.DB), params.id) : undefined;
  if (!mail) return new Response("Not Found\n", { status: 404, headers: { "Content-Type": "text/plain" } });
  return new Response(mail.html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      "X-Robots-Tag": "noindex",
    },
  });
}

import { data, Link } from "react-router";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { openDb } from "#worker/db/client.ts";
import type { MailFile } from "#worker/db/email-tables.ts";
import { readMail } from "#worker/email/read-outbox.ts";
import { writeStopHeaders } from "#worker/email/send-mail.ts";
import { isLocalVisit } from "#worker/lib/local-site.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/mail.ts";
import "./recipes.ts";
import "./mailbox.css";

export const handle = { cache: "private" } satisfies RouteHandle;

/** One mail in the development mailbox, with everything that would be sent. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { env } = context.get(requestScope);
  const mail = isLocalVisit(request, env) ? await readMail(openDb(env.DB), params.id) : undefined;
  if (!mail) throw data(null, { status: 404, statusText: "Not Found" });
  const { id, subject, recipient, reply_to, state, attempts, last_error, text, dedupe_key, stop_url } = mail;
  const files = (JSON.parse(mail.attachments) as MailFile[]).map(({ name }) => name);
  return {
    id,
    files,
    subject,
    recipient,
    replyTo: reply_to,
    state,
    attempts,
    error: last_error,
    text,
    dedupeKey: dedupe_key,
    headers: stop_url === null ? [] : Object.entries(writeStopHeaders(stop_url)),
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.subject ?? "Mail" }, { name: "robots", content: "noindex" }];
}

export default function Mail({ loaderData: mail }: Route.ComponentProps) {
  const facts = [
    ["To", mail.recipient],
    ["Reply to", mail.replyTo ?? "The sending address"],
    ["State", mail.state],
    ["Tries", String(mail.attempts)],
    ["Dedupe key", mail.dedupeKey],
    ...mail.headers,
    ...(mail.error === null ? [] : [["Last error", mail.error] as const]),
  ] as const;
  return (
    <main className="wrap mailbox">
      <p>
        <Link to="/mailbox">Development mailbox</Link>
      </p>
      <h1 className="d3">{mail.subject}</h1>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {mail.files.length > 0 && (
        <>
          <h2 className="h4">Files</h2>
          <ul>
            {mail.files.map((name, at) => (
              <li key={name}>
                <a href={`/mailbox/${mail.id}/files/${at}`} download={name}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2 className="h4">As text</h2>
      <pre>{mail.text}</pre>
      <p>
        <a href={`/mailbox/${mail.id}/html`}>Open the HTML part</a>, in a document that can run and load nothing.
      </p>
    </main>
  );
}

import { data, Link } from "react-router";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { openDb } from "#worker/db/client.ts";
import { listedMails, listMails } from "#worker/email/read-outbox.ts";
import { isLocalVisit } from "#worker/lib/local-site.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { Table } from "#app/ui/table.tsx";
import type { Route } from "./+types/mailbox.ts";
import "./recipes.ts";
import "./mailbox.css";

export const handle = { cache: "private" } satisfies RouteHandle;

/** The mails that the site would send, for developers. Available only on localhost, so without sign-in. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { env } = context.get(requestScope);
  if (!isLocalVisit(request, env)) throw data(null, { status: 404, statusText: "Not Found" });
  const mails = await listMails(openDb(env.DB));
  return {
    listedMails,
    mails: mails.map(({ id, subject, recipient, state, created_at }) => ({
      id,
      subject,
      recipient,
      state,
      written: new Date(created_at).toISOString(),
    })),
  };
}

export function meta() {
  return [{ title: "Development mailbox" }, { name: "robots", content: "noindex" }];
}

export default function Mailbox({ loaderData: { mails, listedMails } }: Route.ComponentProps) {
  return (
    <main className="wrap mailbox">
      <h1 className="d3">Development mailbox</h1>
      <p className="lead">
        Every mail that the site has written, sent or not; the newest {listedMails}. This page exists on localhost
        alone.
      </p>
      {mails.length === 0 ? (
        <p>No mail has been written yet. Send the contact form, and two appear here.</p>
      ) : (
        <Table
          caption="The outbox, the newest first, times in UTC"
          showCaption
          columns={["Subject", "To", "State", "Written"]}
          rows={mails.map((mail) => [
            <Link key="subject" to={`/mailbox/${mail.id}`}>
              {mail.subject}
            </Link>,
            mail.recipient,
            mail.state,
            <time key="written" dateTime={mail.written}>
              {mail.written.slice(0, 16).replace("T", " ")}
            </time>,
          ])}
        />
      )}
    </main>
  );
}

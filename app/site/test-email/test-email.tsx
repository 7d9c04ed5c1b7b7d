import { Form, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { brand } from "#app/content/brand.ts";
import type { Refusal } from "#app/shared/refusal.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { openDb } from "#worker/db/client.ts";
import { readMailSetup, sendTestMail } from "#worker/email/test-mail.ts";
import { answerForm } from "#worker/lib/answer-form.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import type { RefusalWords } from "#worker/lib/refusals.ts";
import { requestScope } from "#worker/lib/scope.ts";
import { Table } from "#app/ui/table.tsx";
import { Breadcrumb } from "../parts/breadcrumb.tsx";
import type { Route } from "./+types/test-email.ts";

export const handle = { cache: "fresh", posts: true } satisfies RouteHandle;

/** Public. Shows which settings exist, never their values. */
export function loader({ context, url }: Route.LoaderArgs) {
  return { setup: readMailSetup(context.get(requestScope).env), isSent: url.searchParams.has("sent") };
}

const words: RefusalWords = {
  409: { message: "Mail is not configured, so nothing was sent." },
  503: { message: "The database did not take the mail just now. Try again in a moment." },
};

function refine(refusal: Refusal): Refusal {
  if (refusal.status !== 429) return refusal;
  const message = `One test mail a minute and five an hour, for everybody together. Wait ${refusal.retryAfter} seconds.`;
  return { ...refusal, problems: [{ message }] };
}

export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const site = { name: brand.name, origin: scope.env.SITE_ORIGIN };
  return answerForm(
    { request, schema: z.object({}), words, refine },
    async () => {
      const isWritten = await sendTestMail(openDb(scope.env.DB), { site }, scope);
      if (!isWritten) throw new ConflictError();
      return redirect("/test-email?sent", 303);
    },
    scope,
  );
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}

export function meta() {
  return [{ title: `Test of outgoing mail | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

const parts = [
  { key: "transport", name: "Way out for mails", missing: "Set MAIL_TRANSPORT and what it needs." },
  { key: "sender", name: "Sender address", missing: "Set MAIL_FROM." },
  { key: "recipient", name: "Recipient of the test", missing: "Set MAIL_TEST_TO." },
  {
    key: "queue",
    name: "Mail queue",
    missing: "Add a queue named MAIL_QUEUE; without it mail leaves every five minutes.",
  },
] as const;

export default function TestEmail({ loaderData: { setup, isSent }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === "submitting";
  const canSend = setup.transport && setup.sender && setup.recipient;
  return (
    <div className="wrap page-head">
      <Breadcrumb trail={[{ to: "/", name: "Home" }]} here="Test of outgoing mail" />
      <h1 className="d2">Test of outgoing mail</h1>
      <p className="muted">
        For operators. The button sends one fixed mail to the configured address, and to no other.
      </p>
      <div className="plain">
        <div role="status">
          {actionData && !busy && <p>{actionData.problems[0]?.message}</p>}
          {isSent && !actionData && !busy && <p>The mail is stored and on its way. Look into the mailbox.</p>}
        </div>
        <Table
          caption="Configuration"
          columns={["Part", "State", "What to do"]}
          rows={parts.map(({ key, name, missing }) => [
            name,
            setup[key] ? "Set" : "Not set",
            setup[key] ? "Nothing" : missing,
          ])}
        />
        <Form method="post" action="/test-email">
          <button type="submit" className="btn btn-primary" disabled={!canSend} aria-busy={busy}>
            {busy ? "Sending" : "Send the test mail"}
          </button>
        </Form>
      </div>
    </div>
  );
}

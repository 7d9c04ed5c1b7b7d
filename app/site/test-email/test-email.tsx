import { Form, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { brand } from "#app/content/brand.ts";
import { labels } from "#app/content/labels.ts";
import { testEmail } from "#app/content/pages/test-email.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { openDb } from "#worker/db/client.ts";
import { readMailSetup, sendTestMail } from "#worker/email/test-mail.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { ConflictError } from "#worker/lib/errors.ts";
import type { RefusalWords } from "#worker/lib/http/refusals.ts";
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
  409: { message: testEmail.refused.unset },
  503: { message: testEmail.refused.unavailable },
};

function refine(refusal: Refusal): Refusal {
  if (refusal.status !== 429) return refusal;
  const message = testEmail.refused.limited(refusal.retryAfter);
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
  return [{ title: `${testEmail.name} | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

export default function TestEmail({ loaderData: { setup, isSent }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === "submitting";
  const canSend = setup.transport && setup.sender && setup.recipient;
  return (
    <div className="wrap page-head">
      <Breadcrumb trail={[{ to: "/", name: labels.home }]} here={testEmail.name} />
      <h1 className="d2">{testEmail.name}</h1>
      <p className="muted">{testEmail.lead}</p>
      <div className="plain">
        <div role="status">
          {actionData && !busy && <p>{actionData.problems[0]?.message}</p>}
          {isSent && !actionData && !busy && <p>{testEmail.sent}</p>}
        </div>
        <Table
          caption={testEmail.table.caption}
          columns={testEmail.table.columns}
          rows={testEmail.parts.map(({ key, name, missing }) => [
            name,
            setup[key] ? testEmail.set : testEmail.unset,
            setup[key] ? testEmail.nothing : missing,
          ])}
        />
        <Form method="post" action="/test-email">
          <button type="submit" className="btn btn-primary" disabled={!canSend} aria-busy={busy}>
            {busy ? testEmail.sending : testEmail.send}
          </button>
        </Form>
      </div>
    </div>
  );
}

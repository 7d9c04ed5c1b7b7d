import { data, Form, Link, useNavigation } from "react-router";
import { inviteSchema } from "#shared/accounts/invite.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { loadCached } from "#app/client/query-client.client.ts";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { orOffline } from "#app/staff/lists/answer-offline.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { openDb } from "#worker/db/client.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/invite.ts";
import { invitePeople } from "./invite-people.ts";
import { InviteFields, useInviteForm } from "./invite-fields.tsx";
import { InviteResults } from "./invite-results.tsx";
import { page } from "./page.ts";
import { listRoleOptions } from "./role-options.ts";
import { toManager } from "./to-manager.ts";
import "./recipes.ts";
import "./accounts.css";

export const middleware = [requirePermission(page.permission, { write: "accounts.invite" })];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader({ context }: Route.LoaderArgs) {
  return { options: listRoleOptions(context.get(staffContext).roles) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const manager = toManager(context.get(staffContext));
  const scope = context.get(requestScope);
  const title = "Nobody has been invited yet.";
  const words = { 400: { title }, 403: { title }, 503: { title } };
  return answerForm(
    { request, schema: inviteSchema, words },
    async (asked) => data(await invitePeople(openDb(scope.env.DB), { asked, manager }, scope)),
    scope,
  );
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadCached(request.url, serverLoader);
}

/** Without a network the form stays, with everything that was typed. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const title = "The site could not be reached. Nobody has been invited; please try again.";
  return orOffline(serverAction, (): Refusal => ({ status: 0, title, problems: [] }));
}

export const meta = () => buildPageMeta({ name: "Invite people" });

/** Invites people on a page of its own: where no script opens the dialog's answer. */
export default function Invite({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && "problems" in actionData ? actionData : null;
  const result = actionData && "sent" in actionData ? actionData : null;
  const state = useInviteForm(refused?.answers);
  const isBusy = useNavigation().state === "submitting";
  return (
    <>
      <PageHead
        title="Invite people"
        actions={
          <Link className={nameButton()} to={page.path}>
            Back to the accounts
          </Link>
        }
      >
        Everybody gets a mail with a link of their own.
      </PageHead>
      {result && <InviteResults result={result} />}
      <Form
        key={result ? "sent" : "open"}
        className="user-invite-form user-invite-page"
        method="post"
        action={`${page.path}/invite`}
        noValidate
        onSubmit={(event) => isBusy && event.preventDefault()}
      >
        {refused && !isBusy && <FormSummary title={refused.title} problems={refused.problems} />}
        <InviteFields state={state} options={loaderData.options} refused={refused} />
        <div className="kit-row">
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {state.verb}
          </Button>
          <p className="kit-hint">{state.summary}</p>
        </div>
      </Form>
    </>
  );
}

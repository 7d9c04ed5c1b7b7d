import { Link, redirect } from "react-router";
import { newPasswordSchema } from "#shared/accounts/link-schemas.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { readReset, resetPassword } from "#worker/accounts/passwords/reset-password.ts";
import { openDb } from "#worker/db/client.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/reset.ts";
import { AccountField } from "./account-field.tsx";
import { AuthShell } from "./auth-shell.tsx";
import { buildLinkMeta, ClosedLink } from "./closed-link.tsx";
import { NewPassword } from "./new-password.tsx";
import { keepLinkPrivate } from "./keep-link-private.ts";
import { LinkForm } from "./link-form.tsx";
import { loadLink } from "./load-link.ts";
import { readLinkToken } from "./read-link-token.ts";
import { refusalWords } from "./refusal-words.ts";
import { keepAnswers } from "./refusals.ts";

export const middleware: Route.MiddlewareFunction[] = [keepLinkPrivate];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader({ context, url }: Route.LoaderArgs) {
  const token = readLinkToken(url);
  const scope = context.get(requestScope);
  return loadLink(scope, async () => {
    const found = await readReset(openDb(scope.env.DB), { token }, scope);
    return found && { email: found.email };
  });
}

/** Nobody is signed in by it: what else the account asks for is asked for as ever. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const token = readLinkToken(url);
  const scope = context.get(requestScope);
  return answerForm(
    { request, schema: newPasswordSchema, words: refusalWords },
    async ({ password }) => {
      await resetPassword(openDb(scope.env.DB), { token, password, request }, scope);
      return redirect("/auth?reset=1", 303);
    },
    scope,
  );
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepAnswers(serverAction);

export function meta({ loaderData }: Route.MetaArgs) {
  return buildLinkMeta("New password", loaderData?.state);
}

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state !== "open")
    return (
      <ClosedLink state={loaderData.state} hint="Your password is as it was. You can have a new link sent.">
        <Link className="btn btn-accent" to="/auth/forgot">
          Send a new link
        </Link>
      </ClosedLink>
    );
  return (
    <AuthShell
      title="New password"
      lead="It replaces the old one and ends every session of your account. Then you sign in with it."
    >
      <LinkForm refusal={actionData} submit="Save the password" busy="Saving">
        <AccountField email={loaderData.link.email} />
        <NewPassword label="New password" autoComplete="new-password" refusal={actionData} />
      </LinkForm>
    </AuthShell>
  );
}

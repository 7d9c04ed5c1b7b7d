import { Link, redirect } from "react-router";
import { newPasswordSchema } from "#shared/accounts/link-schemas.ts";
import { parseNextPath } from "#shared/accounts/next-path.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { readVerification, verifyEmail } from "#worker/accounts/links/verify-email.ts";
import { openDb } from "#worker/db/client.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/verify.ts";
import { AccountField } from "./account-field.tsx";
import { AuthShell } from "./auth-shell.tsx";
import { buildLinkMeta, ClosedLink } from "./closed-link.tsx";
import { keepLinkPrivate } from "./keep-link-private.ts";
import { LinkForm } from "./link-form.tsx";
import { loadLink } from "./load-link.ts";
import { NewPassword } from "./new-password.tsx";
import { readLinkToken } from "./read-link-token.ts";
import { refusalWords } from "./refusal-words.ts";
import { keepAnswers } from "./refusals.ts";

export const middleware: Route.MiddlewareFunction[] = [keepLinkPrivate];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader({ context, url }: Route.LoaderArgs) {
  const token = readLinkToken(url);
  const scope = context.get(requestScope);
  return loadLink(scope, async () => {
    const found = await readVerification(openDb(scope.env.DB), { token });
    return found && { email: found.email };
  });
}

/** Asks for a password, so that whoever signed up with a stranger's address knows none that opens the account. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const token = readLinkToken(url);
  const scope = context.get(requestScope);
  return answerForm(
    { request, schema: newPasswordSchema, words: refusalWords },
    async ({ password }) => {
      await verifyEmail(openDb(scope.env.DB), { token, password, request }, scope);
      return redirect(parseNextPath(url.searchParams.get("next"), "/auth?verified=1"), 303);
    },
    scope,
  );
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepAnswers(serverAction);

export function meta({ loaderData }: Route.MetaArgs) {
  return buildLinkMeta("Confirm your address", loaderData?.state);
}

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state !== "open")
    return (
      <ClosedLink
        state={loaderData.state}
        hint="If you have confirmed the address already, sign in. Otherwise you can have a new link sent."
      >
        <Link className="btn btn-accent" to="/auth">
          Sign in
        </Link>
        <Link className="btn btn-outline" to="/auth/forgot">
          Send a new link
        </Link>
      </ClosedLink>
    );
  return (
    <AuthShell title="Confirm your address" lead="One more step, and your account is open.">
      <LinkForm refusal={actionData} submit="Confirm the address" busy="Confirming">
        <p>
          Enter the password that you chose when you signed up. If you did not choose one, somebody else used your
          address: enter a new one, and theirs is gone.
        </p>
        <AccountField email={loaderData.link.email} />
        <NewPassword label="Password" autoComplete="current-password" refusal={actionData} />
      </LinkForm>
    </AuthShell>
  );
}

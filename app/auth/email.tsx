import { Link, redirect, redirectDocument, type ShouldRevalidateFunctionArgs } from "react-router";
import { z } from "zod";
import type { Refusal } from "#shared/pages/refusal.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { buildSetUpPath, buildSignInPath } from "#shared/accounts/sign-in-path.ts";
import { callerContext, identifyCaller } from "#worker/accounts/sessions/caller.ts";
import { confirmEmailChange, readEmailChange } from "#worker/accounts/links/change-email.ts";
import { openDb } from "#worker/db/client.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/email.ts";
import { AuthShell } from "./auth-shell.tsx";
import { buildLinkMeta, ClosedLink } from "./closed-link.tsx";
import { keepLinkPrivate } from "./keep-link-private.ts";
import { LinkForm } from "./link-form.tsx";
import { loadLink } from "./load-link.ts";
import { readLinkToken } from "./read-link-token.ts";
import { refusalWords } from "./refusal-words.ts";
import { keepAnswers } from "./refusals.ts";
import "./recipes.ts";

export const middleware: Route.MiddlewareFunction[] = [keepLinkPrivate, identifyCaller];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader({ context, url }: Route.LoaderArgs) {
  const token = readLinkToken(url);
  const scope = context.get(requestScope);
  const { identity } = context.get(callerContext);
  return loadLink(scope, async () => {
    const found = await readEmailChange(openDb(scope.env.DB), { token });
    if (!found) return null;
    // Whoever reads the mail may be a stranger, where the new address was mistyped: they learn no address.
    const signInPath = buildSignInPath(url);
    if (identity.kind === "signed-out") return { reader: "nobody", signInPath } as const;
    const { user, lacksFactor } = identity;
    if (user.id !== found.id) return { reader: "somebody else", email: user.email, signInPath } as const;
    if (lacksFactor) throw redirect(buildSetUpPath(url));
    return { reader: "owner", email: found.email, newEmail: found.newEmail } as const;
  });
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const token = readLinkToken(url);
  const scope = context.get(requestScope);
  return answerForm(
    { request, schema: z.object({}), words: refusalWords },
    async () => {
      const { identity } = context.get(callerContext);
      await confirmEmailChange(openDb(scope.env.DB), { token, identity, request }, scope);
      // As a new document: what this tab keeps of the session has the old address.
      return redirectDocument("/account?done=moved", 303);
    },
    scope,
  );
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepAnswers(serverAction);

/** Whoever was refused for their session reads what to do instead. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || [401, 403].includes((actionResult as Partial<Refusal> | undefined)?.status ?? 0);

export function meta({ loaderData }: Route.MetaArgs) {
  return buildLinkMeta("New e-mail address", loaderData?.state);
}

export default function Email({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state !== "open")
    return (
      <ClosedLink
        state={loaderData.state}
        hint="If you have confirmed the address already, sign in with it. Otherwise start the change again in your account."
      >
        <Link className="btn btn-accent" to="/auth">
          Sign in
        </Link>
      </ClosedLink>
    );
  const { link } = loaderData;
  if (link.reader === "nobody")
    return (
      <AuthShell title="New e-mail address" lead="One more step: show that the account is yours.">
        <p>Sign in with the address that your account has until now, not with the new one. Then you are back here.</p>
        <div className="auth-ways">
          <Link className="btn btn-accent" to={link.signInPath}>
            Sign in
          </Link>
        </div>
        <p>If you know of no such change, close this page. Nothing happens without the account’s owner.</p>
      </AuthShell>
    );
  if (link.reader === "somebody else")
    return (
      <AuthShell title="New e-mail address" lead="This link is for another account. Nothing has changed.">
        <p>
          You are signed in as {link.email}. Sign out, then sign in to the account that the change was started in, with
          the address that it has until now.
        </p>
        <form
          className="auth-ways"
          method="post"
          action={`/api/auth/sign-out?${new URLSearchParams({ next: link.signInPath })}`}
        >
          <button type="submit" className="btn btn-accent">
            Sign out and go on
          </button>
        </form>
      </AuthShell>
    );
  const { email, newEmail } = link;
  return (
    <AuthShell title="New e-mail address" lead="From then on you sign in with it. Your password stays the same.">
      <dl className="auth-facts">
        <div>
          <dt>Until now</dt>
          <dd>{email}</dd>
        </div>
        <div>
          <dt>From now on</dt>
          <dd>{newEmail}</dd>
        </div>
      </dl>
      <LinkForm refusal={actionData} submit="Use the new address" busy="Changing" />
      <p>Other sessions of the account end, and both addresses get a mail about it.</p>
    </AuthShell>
  );
}

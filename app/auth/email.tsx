import { Link, redirect } from "react-router";
import { z } from "zod";
import { brand } from "#app/content/brand.ts";
import type { RouteHandle } from "#app/shared/route-handle.ts";
import { confirmEmailChange, readEmailChange } from "#worker/accounts/change-email.ts";
import { openDb } from "#worker/db/client.ts";
import { answerForm } from "#worker/lib/answer-form.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/email.ts";
import { AuthShell } from "./auth-shell.tsx";
import { ClosedLink, titleOf } from "./closed-link.tsx";
import { keepLinkPrivate } from "./keep-link-private.ts";
import { LinkForm } from "./link-form.tsx";
import { loadLink } from "./load-link.ts";
import { refusalWords } from "./refusal-words.ts";
import { keepAnswers } from "./refusals.ts";

export const middleware: Route.MiddlewareFunction[] = [keepLinkPrivate];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader({ context, params: { token } }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  return loadLink(scope, async () => {
    const found = await readEmailChange(openDb(scope.env.DB), { token });
    return found && { email: found.email, newEmail: found.newEmail };
  });
}

export async function action({ request, context, params: { token } }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  return answerForm(
    { request, schema: z.object({}), words: refusalWords },
    async () => {
      await confirmEmailChange(openDb(scope.env.DB), { token, request }, scope);
      return redirect("/auth?moved=1", 303);
    },
    scope,
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepAnswers(serverAction);
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = titleOf("New e-mail address", loaderData?.state);
  return [{ title: `${title} | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

export default function Email({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state !== "open")
    return (
      <ClosedLink
        state={loaderData.state}
        wayOn="If you have confirmed the address already, sign in with it. Otherwise start the change again in your account."
      >
        <Link className="btn btn-accent" to="/auth">
          Sign in
        </Link>
      </ClosedLink>
    );
  const { email, newEmail } = loaderData.link;
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

import { Link, redirect } from "react-router";
import { z } from "zod";
import { newColleagueSchema } from "#shared/accounts/link-schemas.ts";
import { formatRole } from "#shared/accounts/format-role.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { Field } from "#app/ui/field.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { acceptInvite, readInvite } from "#worker/accounts/links/accept-invite.ts";
import { openDb } from "#worker/db/client.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/invite.ts";
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
import "./recipes.ts";

export const middleware: Route.MiddlewareFunction[] = [keepLinkPrivate];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

/** The form for an account that exists has neither name nor password; a new colleague's has both. */
const acceptanceSchema = z.discriminatedUnion("account", [
  z.object({ account: z.literal("known") }),
  newColleagueSchema.extend({ account: z.literal("new") }),
]);

export function loader({ context, url }: Route.LoaderArgs) {
  const token = readLinkToken(url);
  const scope = context.get(requestScope);
  return loadLink(scope, async () => {
    const invite = await readInvite(openDb(scope.env.DB), { token });
    if (!invite) return null;
    const { email, inviter, roles, note, account } = invite;
    return { email, inviter, roles, note, isKnown: account !== null };
  });
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const token = readLinkToken(url);
  const scope = context.get(requestScope);
  return answerForm(
    { request, schema: acceptanceSchema, words: refusalWords },
    async (answers) => {
      const given = answers.account === "known" ? null : answers;
      await acceptInvite(openDb(scope.env.DB), { token, given, request }, scope);
      return redirect("/auth?accepted=1", 303);
    },
    scope,
  );
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepAnswers(serverAction);

export function meta({ loaderData }: Route.MetaArgs) {
  return buildLinkMeta("Your invitation", loaderData?.state);
}

export default function Invite({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state !== "open")
    return (
      <ClosedLink
        state={loaderData.state}
        hint="If you have accepted the invitation already, sign in. Otherwise ask who invited you to send it again."
      >
        <Link className="btn btn-accent" to="/auth">
          Sign in
        </Link>
      </ClosedLink>
    );
  const { email, inviter, roles, note, isKnown } = loaderData.link;
  const fill = fillFields(actionData, actionData?.answers ?? {});
  return (
    <AuthShell
      title="Your invitation"
      lead={
        isKnown
          ? "You have an account already. Accept, and it gets these roles; your password stays the same."
          : "Tell us your name and choose a password, and your account is ready."
      }
    >
      <dl className="auth-facts">
        <div>
          <dt>Invited by</dt>
          <dd>{inviter}</dd>
        </div>
        <div>
          <dt>{roles.length === 1 ? "Role" : "Roles"}</dt>
          <dd>{roles.map(formatRole).join(", ")}</dd>
        </div>
      </dl>
      {note !== "" && (
        <blockquote className="auth-quote: p-[16px_20px] bg-surface border-l-3px-accent wrap-anywhere">
          {note}
        </blockquote>
      )}
      <LinkForm refusal={actionData} submit="Accept the invitation" busy="Accepting">
        <AccountField email={email} />
        <input type="hidden" name="account" value={isKnown ? "known" : "new"} />
        {!isKnown && (
          <>
            <Field label="Your name" {...fill("name")} autoComplete="name" maxLength={120} />
            <NewPassword label="Password" autoComplete="new-password" refusal={actionData} />
          </>
        )}
      </LinkForm>
    </AuthShell>
  );
}

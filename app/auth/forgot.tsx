import { Link, redirect } from "react-router";
import { brand } from "#app/content/brand.ts";
import { addressSchema } from "#shared/accounts/link-schemas.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { Field } from "#app/ui/field.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { limitAttempts } from "#worker/accounts/sign-in/rate-limit.ts";
import { requestPasswordReset } from "#worker/accounts/passwords/request-reset.ts";
import { openDb } from "#worker/db/client.ts";
import { answerForm } from "#worker/lib/http/answer-form.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/forgot.ts";
import { AuthShell } from "./auth-shell.tsx";
import { LinkForm } from "./link-form.tsx";
import { refusalWords } from "./refusal-words.ts";
import { keepAnswers } from "./refusals.ts";

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader({ url }: Route.LoaderArgs) {
  return { sent: url.searchParams.has("sent") };
}

/** Every address is answered alike, with an account or without. */
export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const admit = () => limitAttempts(request, "link", scope);
  return answerForm(
    { request, schema: addressSchema, admit, words: refusalWords },
    async ({ email }) => {
      await requestPasswordReset(openDb(scope.env.DB), { email, request }, scope);
      return redirect("/auth/forgot?sent=1", 303);
    },
    scope,
  );
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepAnswers(serverAction);

export function meta() {
  return [{ title: `Forgotten password | ${brand.name}` }, { name: "robots", content: "noindex" }];
}

export default function Forgot({ loaderData: { sent }, actionData }: Route.ComponentProps) {
  if (sent && !actionData)
    return (
      <AuthShell title="Look at your mail" lead="If an account has this address, a link is on its way to it.">
        <p>
          The link works once: for 30 minutes to choose a new password, or for a day to confirm an address that is new
          here. Nothing came? Look in the spam folder. At most three mails go to an address in an hour.
        </p>
        <p>
          <Link to="/auth/forgot">Try another address</Link>
        </p>
        <p>
          <Link to="/auth">Back to signing in</Link>
        </p>
      </AuthShell>
    );
  const fill = fillFields(actionData, actionData?.answers ?? {});
  return (
    <AuthShell title="Forgotten password" lead="Tell us your address, and we mail you a link for a new password.">
      <LinkForm refusal={actionData} submit="Send the link" busy="Sending">
        <Field
          label="E-mail"
          {...fill("email")}
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </LinkForm>
      <p>
        <Link to="/auth">Back to signing in</Link>
      </p>
    </AuthShell>
  );
}

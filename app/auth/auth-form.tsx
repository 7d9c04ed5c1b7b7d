import { type FormEvent, useRef, useState } from "react";
import { Form } from "react-router";
import { announceSignIn } from "#app/client/session-client.ts";
import { companyWords, newPasswordHint } from "#app/content/new-password.ts";
import { readAnswer, type Refusal } from "#shared/pages/refusal.ts";
import { buildSecondStepPath } from "#shared/accounts/sign-in-path.ts";
import { Field } from "#app/ui/field.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { StarSpinner } from "#app/ui/star-spinner.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { type Mode, sendCredentials } from "./credentials.ts";
import "./recipes.ts";

interface AuthFormProps {
  mode: Mode;
  /** Path of this page. A refused form post without script redirects to it. */
  from: string;
  /** Where to go after signing in; null for the home path of the roles. */
  next: string | null;
  refusal: Refusal | null;
  /** Where the confirmation of a new account's address leads: on this site, with its origin. */
  nextUrl: string;
  onSignedUp: () => void;
}

const words = {
  "sign-in": {
    submit: "Sign in",
    busy: "Signing in",
    // The browser also offers passkeys here.
    username: "username webauthn",
    autoComplete: "current-password",
  },
  "sign-up": { submit: "Create account", busy: "Creating", username: "username", autoComplete: "new-password" },
} as const;

/**
 * The form for e-mail and password. With script it sends JSON without leaving the page, and keeps the answers when the
 * user switches between signing in and signing up. Without script it is an ordinary form post.
 */
export function AuthForm({ mode, from, next, refusal: posted, nextUrl, onSignedUp }: AuthFormProps) {
  const [refused, setRefused] = useState({ mode, refusal: posted, email: readAnswer(posted?.answers, "email") ?? "" });
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const hydrated = useHydrated();
  const { submit, busy: busyWord, username, autoComplete } = words[mode];

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A second Enter before React has rendered the busy button must not send twice.
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    const answers = new FormData(event.currentTarget);
    const email = String(answers.get("email"));
    setRefused({ mode, refusal: null, email });
    const outcome = await sendCredentials(mode, answers);
    // Signed in: the page is left as soon as it hears of the session, and stays busy until then.
    if (outcome.kind === "signed-in") return announceSignIn(outcome.session);
    // The form stays busy until the next page is there.
    if (outcome.kind === "refused" && outcome.refusal.reason === "proof-missing")
      return location.assign(buildSecondStepPath(next));
    sending.current = false;
    setBusy(false);
    if (outcome.kind === "refused") setRefused({ mode, refusal: outcome.refusal, email });
    else onSignedUp();
  }

  // Errors of signing up do not apply to signing in.
  const refusal = refused.mode === mode ? refused.refusal : null;

  const fill = fillFields(refusal, posted?.answers ?? {});
  const target = new URLSearchParams({ from, ...(next !== null && { next }) });

  return (
    <>
      <form
        className="auth-form"
        method="post"
        action={`/api/auth/${mode}?${target}`}
        noValidate={hydrated}
        onSubmit={(event) => void send(event)}
      >
        {refusal && <FormSummary {...refusal} />}
        <Field
          label="E-mail"
          {...fill("email")}
          inputMode="email"
          autoComplete={username}
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete={autoComplete}
          hint={mode === "sign-up" ? newPasswordHint : undefined}
          own={mode === "sign-up" ? companyWords : undefined}
          error={fill("password").error}
        />
        {mode === "sign-up" && <input type="hidden" name="email_redirect_to" value={nextUrl} />}
        <button type="submit" className="btn btn-accent auth-submit" aria-busy={busy} aria-disabled={busy}>
          {busy && <StarSpinner />}
          {busy ? busyWord : submit}
        </button>
      </form>
      {mode === "sign-in" && refusal?.reason === "address-unconfirmed" && (
        <Form method="post" action="/auth/forgot">
          <input type="hidden" name="email" value={refused.email} />
          <button type="submit" className="btn btn-outline">
            Send a new link
          </button>
        </Form>
      )}
    </>
  );
}

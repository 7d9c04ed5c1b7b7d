import { type FormEvent, useRef, useState } from "react";
import { announceSignIn } from "#app/client/session-client.ts";
import type { Refusal } from "#app/shared/refusal.ts";
import { buildSecondStepPath } from "#app/shared/sign-in-path.ts";
import { Field } from "#app/ui/field.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { StarSpinner } from "#app/ui/star-spinner.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { type Mode, sendCredentials } from "./credentials.ts";

interface AuthFormProps {
  mode: Mode;
  /** Path of this page. A refused form post without script redirects to it. */
  from: string;
  /** Where to go after signing in; null for the home path of the roles. */
  next: string | null;
  refusal: Refusal | null;
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
export function AuthForm({ mode, from, next, refusal: posted, onSignedUp }: AuthFormProps) {
  const [refused, setRefused] = useState({ mode, refusal: posted });
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
    setRefused({ mode, refusal: null });
    const outcome = await sendCredentials(mode, new FormData(event.currentTarget));
    // Signed in: the page is left as soon as it hears of the session, and stays busy until then.
    if (outcome.kind === "signed-in") return announceSignIn(outcome.session);
    // The form stays busy until the next page is there.
    if (outcome.kind === "refused" && outcome.refusal.reason === "proof-missing")
      return location.assign(buildSecondStepPath(next));
    sending.current = false;
    setBusy(false);
    if (outcome.kind === "refused") setRefused({ mode, refusal: outcome.refusal });
    else onSignedUp();
  }

  // Errors of signing up do not apply to signing in.
  const refusal = refused.mode === mode ? refused.refusal : null;

  const fill = fillFields(refusal, posted?.answers ?? {});
  const target = new URLSearchParams({ from, ...(next !== null && { next }) });

  return (
    <form
      className="auth-form"
      method="post"
      action={`/api/auth/${mode}?${target}`}
      noValidate={hydrated}
      onSubmit={(event) => void send(event)}
    >
      {refusal && <FormSummary {...refusal} />}
      <Field label="E-mail" {...fill("email")} type="email" autoComplete={username} spellCheck={false} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete={autoComplete}
        hint={mode === "sign-up" ? "At least 15 characters. A sentence you can remember works well." : undefined}
        error={fill("password").error}
      />
      <button type="submit" className="btn btn-accent auth-submit" aria-busy={busy} aria-disabled={busy}>
        {busy && <StarSpinner />}
        {busy ? busyWord : submit}
      </button>
    </form>
  );
}

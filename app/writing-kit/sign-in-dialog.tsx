import { type FormEvent, useState } from "react";
import { announceSignIn, type Session } from "#app/client/session-client.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import { buildSignInPath } from "#shared/accounts/sign-in-path.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { Dialog } from "#app/staff-kit/dialog.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { sendJson } from "#app/ui/send-json.ts";

interface SignInDialogProps {
  account: { id: string; email: string };
  isOpen: boolean;
  onClose: () => void;
  onSignedIn: () => void;
}

/**
 * Signs in again on the spot, where a session has ended under somebody's hands. What a password alone does not open goes
 * through the page for it in another tab; this page learns of it by itself.
 */
export function SignInDialog({ account, isOpen, onClose, onSignedIn }: SignInDialogProps) {
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const password = new FormData(event.currentTarget).get("password");
    setBusy(true);
    const sent = await sendJson<Session>("/api/auth/sign-in", { email: account.email, password });
    setBusy(false);
    if (sent.kind === "refused") return setRefused(sent.refusal);
    setRefused(null);
    announceSignIn(sent.body);
    onSignedIn();
    onClose();
  }

  const needsMore = refused?.reason === "proof-missing";
  return (
    <Dialog
      id="article-sign-in"
      title="Sign in to save"
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Button kind="primary" type="submit" form="article-sign-in-form" isBusy={isBusy}>
          Sign in and save
        </Button>
      }
    >
      <p>Your session has ended. What you wrote is still here, and this device keeps it.</p>
      <form
        id="article-sign-in-form"
        className="article-sign-in: grid gap-14px"
        method="post"
        action="/api/auth/sign-in"
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        {refused && (
          <FormSummary
            title="You are not signed in yet"
            problems={
              needsMore
                ? [{ message: "Your account asks for one more proof: sign in in a new tab." }]
                : refused.problems
            }
          />
        )}
        <p>
          <b>{account.email}</b>
        </p>
        <input type="hidden" name="email" autoComplete="username" value={account.email} readOnly />
        <PasswordField label="Password" name="password" id="article-password" autoComplete="current-password" />
      </form>
      <p>
        With a passkey, a code or the company's sign-in:{" "}
        <a
          className="link"
          href={buildSignInPath({ pathname: "/account", search: "" })}
          target="_blank"
          rel="noreferrer"
        >
          sign in in a new tab
        </a>
        , then come back here.
      </p>
    </Dialog>
  );
}

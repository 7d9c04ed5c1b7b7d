// Bundle: confirm
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { Refusal } from "#shared/pages/refusal.ts";
import { Field } from "./field.tsx";
import { fillFields } from "./fill-fields.ts";
import { FormSummary } from "./form-summary.tsx";
import { PasswordField } from "./password-field.tsx";
import { hasPasskeys, askForPasskey } from "./passkeys.ts";
import { sendJson, type Sent } from "./send-json.ts";
import { StarSpinner } from "./star-spinner.tsx";
import { useHydrated } from "./use-hydrated.ts";
import "./confirm-form.css";

interface ConfirmFormProps {
  /** Where it posts to without script. */
  action: string;
  /** Whose password it is; password managers look for it. Unknown while a dialog is loading. */
  email: string;
  /** The second factors that the account has. */
  kinds: readonly string[];
  /** Why the form was refused that was posted without script. */
  posted?: Refusal | null;
  submitClass: string;
  passkeyClass: string;
  onConfirmed: () => void;
  /** Other means to confirm. */
  children?: ReactNode;
}

const path = "/api/auth/confirm";

/** Proves again who is signed in: by the password, with a code where the account has a second factor, or by a passkey. */
export function ConfirmForm({ action, email, kinds, posted = null, onConfirmed, children, ...look }: ConfirmFormProps) {
  const [refused, setRefused] = useState(posted);
  const [busy, setBusy] = useState<"password" | "passkey" | null>(null);
  const sending = useRef(false);
  const hydrated = useHydrated();

  async function prove(by: "password" | "passkey", send: () => Promise<Sent<null>>) {
    if (sending.current) return;
    sending.current = true;
    setBusy(by);
    setRefused(null);
    const sent = await send();
    sending.current = false;
    setBusy(null);
    if (sent.kind === "done") onConfirmed();
    else if (sent.refusal.problems.length > 0) setRefused(sent.refusal);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const answers = Object.fromEntries(new FormData(event.currentTarget));
    void prove("password", () => sendJson<null>(path, answers));
  }

  const fill = fillFields(refused, {});
  const asksForCode = kinds.includes("totp") || kinds.includes("recovery_code");
  return (
    <form
      className="confirm-form: grid gap-20px justify-items-start"
      method="post"
      action={action}
      noValidate={hydrated}
      onSubmit={submit}
    >
      {refused && <FormSummary title="Not confirmed yet" problems={refused.problems} />}
      {children}
      {kinds.includes("passkey") && hydrated && hasPasskeys() && (
        <button
          type="button"
          className={look.passkeyClass}
          aria-busy={busy === "passkey"}
          onClick={() => void prove("passkey", () => askForPasskey<null>(path, (passkey) => ({ passkey })))}
        >
          {busy === "passkey" && <StarSpinner />}
          {busy === "passkey" ? "Waiting for your passkey" : "Use a passkey"}
        </button>
      )}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField label="Password" {...fill("password")} autoComplete="current-password" />
      {asksForCode && (
        <Field
          label="Code"
          {...fill("code")}
          hint={
            kinds.includes("totp")
              ? "Of your authenticator app, or a recovery code."
              : "A recovery code, if you have no passkey at hand."
          }
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
      )}
      <button type="submit" className={look.submitClass} aria-busy={busy === "password"}>
        {busy === "password" && <StarSpinner />}
        {busy === "password" ? "Confirming" : "Confirm"}
      </button>
    </form>
  );
}

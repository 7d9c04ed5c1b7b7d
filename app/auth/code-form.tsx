import { type FormEvent, useRef, useState } from "react";
import { announceSignIn, type Session } from "#app/client/session-client.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import { Field } from "#app/ui/field.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { sendJson } from "#app/ui/send-json.ts";
import { StarSpinner } from "#app/ui/star-spinner.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { rephraseRefusal } from "./credentials.ts";
import "./recipes.ts";

interface CodeFormProps {
  asked: "totp" | "recovery_code";
  next: string | null;
  /** Of the form as it was posted without script. */
  refusal: Refusal | null;
}

const fields = {
  totp: {
    label: "Code of your authenticator app",
    hint: "Six digits. A code works once, so wait for the next one if you have just used it.",
    inputMode: "numeric",
    autoComplete: "one-time-code",
  },
  recovery_code: {
    label: "Recovery code",
    hint: "One of the ten codes that you kept, such as 0a1b2-c3d4e. Each works once.",
    inputMode: "text",
    autoComplete: "off",
  },
} as const;

/** The code of the second step. Without script it is an ordinary form post. */
export function CodeForm({ asked, next, refusal: posted }: CodeFormProps) {
  const [refused, setRefused] = useState(posted);
  const [isBusy, setBusy] = useState(false);
  const sending = useRef(false);
  const hydrated = useHydrated();

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefused(null);
    const code = new FormData(event.currentTarget).get("code");
    const sent = await sendJson<Session>("/api/auth/second-step", { code });
    if (sent.kind === "done") return announceSignIn(sent.body);
    sending.current = false;
    setBusy(false);
    setRefused(sent.refusal);
  }

  const refusal = refused && rephraseRefusal("sign-in", refused);
  const target = new URLSearchParams({ from: "/auth/second-step", ...(next !== null && { next }) });
  return (
    <form
      className="auth-form"
      method="post"
      action={`/api/auth/second-step?${target}`}
      noValidate={hydrated}
      onSubmit={(event) => void send(event)}
    >
      {refusal && <FormSummary {...refusal} />}
      <Field
        {...fields[asked]}
        {...fillFields(refusal, {})("code")}
        maxLength={40}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button type="submit" className="btn btn-accent auth-submit" aria-busy={isBusy} aria-disabled={isBusy}>
        {isBusy && <StarSpinner />}
        {isBusy ? "Signing in" : "Continue"}
      </button>
    </form>
  );
}

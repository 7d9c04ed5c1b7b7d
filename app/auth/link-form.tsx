import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { Refusal } from "#shared/pages/refusal.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { StarSpinner } from "#app/ui/star-spinner.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import "./recipes.ts";

interface LinkFormProps {
  refusal: Refusal | undefined;
  /** The button, and what it says while the form is being sent. */
  submit: string;
  busy: string;
  children?: ReactNode;
}

/** A form of /auth that posts to its own page: without script as any form, with script without leaving it. */
export function LinkForm({ refusal, submit, busy: busyWord, children }: LinkFormProps) {
  const { state } = useNavigation();
  const hydrated = useHydrated();
  const busy = state === "submitting";
  return (
    <Form
      className="auth-form"
      method="post"
      noValidate={hydrated}
      onSubmit={(event) => busy && event.preventDefault()}
    >
      {refusal && !busy && <FormSummary {...refusal} />}
      {children}
      <button type="submit" className="btn btn-accent auth-submit" aria-busy={busy} aria-disabled={busy}>
        {busy && <StarSpinner />}
        {busy ? busyWord : submit}
      </button>
    </Form>
  );
}

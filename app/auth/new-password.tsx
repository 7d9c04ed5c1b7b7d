import { companyWords, newPasswordHint } from "#app/content/new-password.ts";
import type { Refusal } from "#shared/pages/refusal.ts";
import { fillFields } from "#app/ui/fill-fields.ts";
import { PasswordField } from "#app/ui/password-field.tsx";

interface NewPasswordProps {
  label: string;
  /** "current-password" where the one chosen before is expected, so that a password manager offers it. */
  autoComplete: "current-password" | "new-password";
  refusal: Refusal | undefined;
}

/** The field for the password that an account gets. */
export function NewPassword({ label, autoComplete, refusal }: NewPasswordProps) {
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete={autoComplete}
      hint={newPasswordHint}
      own={companyWords}
      error={fillFields(refusal, {})("password").error}
    />
  );
}

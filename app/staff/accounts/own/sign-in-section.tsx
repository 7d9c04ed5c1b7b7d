import { Form } from "react-router";
import { companyWords, newPasswordHint } from "#app/content/new-password.ts";
import { Button } from "#app/staff-kit/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { PasswordField } from "#app/ui/password-field.tsx";
import { Section, type SectionProps, useFormState } from "./section.tsx";
import "./recipes.ts";

/** Password and e-mail address. */
export function SignInSection({ account, answer }: SectionProps) {
  return (
    <>
      <PasswordForm {...{ account, answer }} />
      <EmailForm {...{ account, answer }} />
    </>
  );
}

function PasswordForm({ account, answer }: SectionProps) {
  const { action, isBusy, refusal, notice, key } = useFormState("password", answer);
  const fill = fillFields(refusal, {});
  return (
    <Section id="password" title="Password" note="A new one ends all your other sessions.">
      <Form key={key} className="account-form" method="post" action={action} preventScrollReset noValidate>
        {notice}
        {/* Password managers keep the new password under it. */}
        <input type="email" name="account" autoComplete="username" defaultValue={account.email} readOnly hidden />
        <PasswordField label="Present password" {...fill("currentPassword")} autoComplete="current-password" />
        <PasswordField
          label="New password"
          {...fill("newPassword")}
          autoComplete="new-password"
          hint={newPasswordHint}
          own={[...companyWords, account.email, account.name ?? ""]}
        />
        <Button type="submit" isBusy={isBusy}>
          Change the password
        </Button>
      </Form>
    </Section>
  );
}

function EmailForm({ account, answer }: SectionProps) {
  const { action, isBusy, refusal, notice, key } = useFormState("email", answer);
  const fill = fillFields(refusal, refusal?.answers ?? { newEmail: "" });
  return (
    <Section id="email" title="E-mail address" note={`Now ${account.email}. Both addresses get a mail about a change.`}>
      <Form key={key} className="account-form" method="post" action={action} preventScrollReset noValidate>
        {notice}
        <Field
          label="New e-mail address"
          {...fill("newEmail")}
          type="email"
          autoComplete="email"
          maxLength={254}
          hint="It changes once you open the link that we send there."
        />
        <Button type="submit" isBusy={isBusy}>
          Send the link
        </Button>
      </Form>
    </Section>
  );
}

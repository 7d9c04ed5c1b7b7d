import { Field } from "#app/ui/field.tsx";

/** The address of the account that a link is for: shown, not to be changed, and read by password managers. */
export function AccountField({ email }: { email: string }) {
  return <Field label="E-mail" name="email" type="email" autoComplete="username" defaultValue={email} readOnly />;
}

/** A colleague's name with the e-mail address, or the address if no name is known. */
export function formatColleague({ name, email }: { name: string | null; email: string }): string {
  return name === null ? email : `${name} (${email})`;
}

/** A colleague as staff read it: the name with the address, or the address alone where no name is known. */
export function formatColleague({ name, email }: { name: string | null; email: string }): string {
  return name === null ? email : `${name} (${email})`;
}

/** Stands for the name of an account that was removed; what it wrote stays. */
const formerColleague = "Former colleague";

/** A colleague's name with the e-mail address, or the address if no name is known. Without an address: it is gone. */
export function formatColleague({ name, email }: { name: string | null; email: string | null }): string {
  if (email === null) return formerColleague;
  return name === null ? email : `${name} (${email})`;
}

/** As `formatColleague`, in a place with little room: the name alone. */
export function formatColleagueShort({ name, email }: { name: string | null; email: string | null }): string {
  return name ?? email ?? formerColleague;
}

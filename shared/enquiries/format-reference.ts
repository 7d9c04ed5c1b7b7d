/** The reference of an enquiry that people quote: the last eight digits of its id, such as "4F0A-91C2". */
export function formatReference(id: string): string {
  const digits = id.replaceAll("-", "").slice(-8).toUpperCase();
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/** When a UUIDv7 was made, in epoch milliseconds. Null when `text` is not one. */
export function readIdTime(text: string): number | null {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.exec(text);
  return match ? Number.parseInt(`${match[1]}${match[2]}`, 16) : null;
}

/** Keys of visits. D1 gives numbers as doubles, so what has 63 bits is text outside the database. */

/** A visit's row: when it began, and 52 bits of its number. */
export interface VisitKey {
  started_at: number;
  visit_no: number;
}

/** The key of a UUIDv7. Its last 52 bits are random. */
export function readVisitId(visitId: string): VisitKey {
  const hex = visitId.replaceAll("-", "");
  return { started_at: Number.parseInt(hex.slice(0, 12), 16), visit_no: Number.parseInt(hex.slice(-13), 16) };
}

/** 63 bits of the SHA-256 of `text`, in decimals. */
export async function hashToNumber(text: string): Promise<string> {
  return String((await digest(text)) >> 1n);
}

/** 52 bits of the SHA-256 of `text`. */
export async function hashToVisitNo(text: string): Promise<number> {
  return Number((await digest(text)) >> 12n);
}

async function digest(text: string): Promise<bigint> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new DataView(bytes).getBigUint64(0);
}

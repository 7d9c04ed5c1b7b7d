import { type RawBuilder, sql } from "kysely";

/** An address of this site and when what it shows last changed, epoch milliseconds. */
export interface DatedAddress {
  path: string;
  changedAt: number;
}

/** How many addresses a part of the sitemap holds at most, give or take a tenth. */
const perPart = 2000;
/** No part lists more than this, also where ids are not spread evenly. */
export const mostPerPart = 5000;

const digits = [..."0123456789abcdef"];

/**
 * The parts that `total` records make in the sitemap. A part is named by how the last three digits of its records' ids
 * begin: these are hexadecimal and evenly spread, so that a record stays in its part and all parts are of one size. A
 * single part has the name "".
 */
export function listParts(total: number): string[] {
  if (total === 0) return [];
  let parts = [""];
  while (parts.length * perPart < total && parts.length < 16 ** 3)
    parts = parts.flatMap((part) => digits.map((digit) => part + digit));
  return parts;
}

/** True of the records of `part`. The indexes of the sitemap begin with the same expression. */
export function isInPart(id: "insights.id" | "opening_lists.opening_id", part: string): RawBuilder<boolean> {
  const end = sql`substr(${sql.ref(id)}, -3)`;
  return sql`(${end} >= ${part} AND ${end} < ${`${part}g`})`;
}

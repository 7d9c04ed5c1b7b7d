import { type Expression, sql } from "kysely";

/**
 * What stands before an address, and what after it. A character that an address may hold (see shared/text/email-address.ts) would make
 * it a part of another one. A quotation mark and a full stop are such characters, but may also be those of the sentence.
 */
const before = ["[^a-z0-9_'+.&#-]", "[^a-z0-9_'+.&#-]'"];
const after = ["[^a-z0-9.-]", ".[^a-z0-9]"];

/** Stands for the address in the patterns, because D1 takes none of more than 50 bytes. */
const mark = "\u0001";

/** True of texts that name the address `email`, in any case, and not only a longer address which it is a part of. */
export function namesAddress(text: Expression<unknown>, email: string) {
  const marked = sql`('  ' || replace(lower(${text}), lower(${email}), ${mark}) || '  ')`;
  const patterns = before.flatMap((left) => after.map((right) => `*${left}${mark}${right}*`));
  return sql<boolean>`(${sql.join(
    patterns.map((pattern) => sql`${marked} glob ${pattern}`),
    sql` or `,
  )})`;
}

import { sql } from "kysely";

/**
 * A candidate has withdrawn the others, and only a legal hold keeps them. Every index has the rowid, so that counts need no
 * more than that.
 */
export const isNotSealed = sql<boolean>`applications.rowid not in (select rowid from applications where sealed_at is not null)`;

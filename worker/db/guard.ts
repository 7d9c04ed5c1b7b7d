import { type Compilable, type RawBuilder, sql } from "kysely";
import type { Db } from "./client.ts";

/** A query that ends its batch, which then has no effect, unless `holds` is true at that point; `isGuardError` knows the error. */
export function planGuard(db: Db, holds: RawBuilder<boolean>): Compilable {
  // What is no JSON is an error, which rolls the whole batch back.
  const guard = sql`select case when ${holds} then 1 else json('refused') end`;
  return { compile: () => guard.compile(db) };
}

/** True for the error of a batch that a guard has ended. */
export function isGuardError(error: unknown): boolean {
  return /malformed JSON/.test(String(error));
}

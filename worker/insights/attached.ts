import { type Compilable, type RawBuilder, sql } from "kysely";

/** What belongs to a change of an article and happens in the same transaction, such as the note of an import. */
export interface Attached {
  /** A further condition; else nothing changes, as after a change of somebody else. */
  given: RawBuilder<boolean>;
  queries: readonly Compilable[];
}

/** `where` and what `attached` asks for. */
export function alsoGiven(where: RawBuilder<boolean>, attached: Attached | undefined): RawBuilder<boolean> {
  return attached ? sql<boolean>`(${where}) and (${attached.given})` : where;
}

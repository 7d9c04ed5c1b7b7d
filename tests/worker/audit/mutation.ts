/** What audited-changes.test.ts knows of a function by which staff change something. */
import type { AccountId } from "#worker/db/accounts-tables.ts";
import { newId } from "#worker/lib/ids.ts";

export interface Mutation {
  action: string;
  /** Makes what is changed, and returns the change; each call of that is one attempt on the same state. */
  prepare: (actor: AccountId) => Promise<() => Promise<unknown>>;
  /** The same change of something that is not there. */
  missing?: (actor: AccountId) => Promise<unknown>;
}

interface Known<Id> {
  id: Id;
  version: number;
}

/** Describes changes of the kind of row that `make` makes, which are also tried on a row that is not there. */
export function changesOf<Id extends string>(make: () => Promise<Known<Id>>) {
  return (action: string, change: (known: Known<Id>, actor: AccountId) => Promise<unknown>): Mutation => ({
    action,
    prepare: async (actor) => {
      const { id, version } = await make();
      return () => change({ id, version }, actor);
    },
    missing: (actor) => change({ id: newId<Id>(), version: 1 }, actor),
  });
}

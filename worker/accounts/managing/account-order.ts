/** What the list of accounts can be sorted by. */
import { type RawBuilder, sql } from "kysely";
import type { ListCursor } from "#shared/pages/list.ts";
import type { PageOrder, SortColumn } from "#worker/db/list-page.ts";
import { countOpenSessions, factor, rankRoles, selectStanding, type StandingTerms } from "./account-columns.ts";

/** Who has no name stands under the address. */
const name = sql<string>`coalesce(accounts.name, accounts.email)`;

/** Who was never seen comes first. Where many accounts have one value, they stand by name. */
function buildSorts(terms: StandingTerms) {
  return {
    name: { value: sql<string>`${name} collate nocase`, kind: "text" },
    email: { value: sql<string>`accounts.email`, kind: "text" },
    roles: { value: thenName(rankRoles), kind: "text" },
    factor: { value: thenName(factor), kind: "text" },
    seen: { value: sql<number>`coalesce(accounts.seen_at, 0)`, kind: "number" },
    sessions: { value: countOpenSessions(terms.at), kind: "number" },
    status: { value: thenName(selectStanding(terms)), kind: "text" },
  } as const satisfies Record<string, SortColumn>;
}

function thenName(value: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${value} || ' ' || ${name}) collate nocase`;
}

export interface AccountSort {
  by: keyof ReturnType<typeof buildSorts>;
  direction: "asc" | "desc";
}

/** The order `sort` of accounts, from `cursor` on. */
export function orderAccounts(
  { by, direction }: AccountSort,
  { terms, cursor }: { terms: StandingTerms; cursor: ListCursor | null },
): PageOrder {
  return { column: buildSorts(terms)[by], direction, id: "accounts.id", cursor };
}

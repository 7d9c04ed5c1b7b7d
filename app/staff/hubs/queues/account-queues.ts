import { page } from "#app/staff/accounts/page.ts";
import { toAccountFilter, accountList } from "#app/staff/accounts/account-list.ts";
import { filterAccounts } from "#worker/accounts/managing/list-accounts.ts";
import { readRolesInNeed } from "#worker/accounts/managing/roles-in-need.ts";
import { orderAccounts } from "#worker/accounts/managing/account-order.ts";
import { selectPage } from "#worker/db/list-page.ts";
import { buildQueueState, type HubSource, planQueue, shownItems, tellAge } from "./queue.ts";

/** Accounts that wait for a role. */
export const accountQueues: HubSource = {
  id: accountList.id,
  needs: { read: page.permission, write: "accounts.change" },
  plan: (db, reader) => {
    const { state, query, to } = buildQueueState(accountList, { status: "roleless" }, { by: "name", direction: "asc" });
    const terms = { at: reader.at, needFactor: readRolesInNeed(reader.env) };
    const found = filterAccounts(db, toAccountFilter(state), terms);
    const first = selectPage(
      found.select("accounts.id"),
      orderAccounts(state.sort, { terms, cursor: null }),
      shownItems,
    );
    const items = db
      .selectFrom(first.as("first"))
      .innerJoin("accounts", "accounts.id", "first.id")
      .orderBy("first.sort_value")
      .orderBy("accounts.id", "desc")
      .select(["accounts.id", "accounts.name", "accounts.email", "accounts.created_at"]);
    return [
      planQueue(db, {
        key: "roleless",
        title: "Accounts without a role",
        to,
        count: found.select(({ fn }) => fn.countAll<number>().as("count")),
        items,
        columns: ["id", "name", "email", "created_at"],
        show: (row) => ({
          id: row.id,
          title: row.name ?? row.email,
          to: `${accountList.path}/${row.id}${query}`,
          who: row.name === null ? null : row.email,
          time: tellAge(row.created_at, reader),
          actions: [],
        }),
      }),
    ];
  },
};

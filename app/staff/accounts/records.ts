import { buildDefaultListState, writeListQuery } from "#shared/pages/list.ts";
import { foundAtMost, type RecordSource } from "#app/staff/palette/record-source.ts";
import { findAccounts } from "#worker/accounts/managing/list-accounts.ts";
import { page } from "./page.ts";
import { accountList } from "./account-list.ts";

export const recordSource = {
  name: "Accounts",
  order: 5,
  permission: page.permission,
  // The list around the account is narrowed down to it, so that it is on the page that opens.
  find: async (db, words) =>
    (await findAccounts(db, { words, limit: foundAtMost })).map(({ id, email, name }) => ({
      to: `${page.path}/${id}${writeListQuery(accountList, { ...buildDefaultListState(accountList), words: email })}`,
      name: name ?? email,
      note: name === null ? undefined : email,
    })),
} satisfies RecordSource;

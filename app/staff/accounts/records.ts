import { buildDefaultListState, writeListQuery } from "#shared/pages/list.ts";
import { foundAtMost, type RecordSource } from "#app/staff/palette/record-source.ts";
import { findUsers } from "#worker/accounts/managing/list-users.ts";
import { page } from "./page.ts";
import { userList } from "./user-list.ts";

export const recordSource = {
  name: "Accounts",
  order: 5,
  permission: page.permission,
  // The list around the account is narrowed down to it, so that it is on the page that opens.
  find: async (db, words) =>
    (await findUsers(db, { words, limit: foundAtMost })).map(({ id, email, name }) => ({
      to: `${page.path}/${id}${writeListQuery(userList, { ...buildDefaultListState(userList), words: email })}`,
      name: name ?? email,
      note: name === null ? undefined : email,
    })),
} satisfies RecordSource;

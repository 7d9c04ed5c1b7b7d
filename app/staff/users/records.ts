import { buildDefaultListState, writeListQuery } from "#app/shared/list.ts";
import { foundAtMost, type RecordSource } from "#app/staff/search/record-source.ts";
import { findUsers } from "#worker/accounts/list-users.ts";
import { page } from "./page.ts";
import { userList } from "./user-list.ts";

export const recordSource = {
  name: "Accounts",
  permission: page.permission,
  find: async (db, words) =>
    (await findUsers(db, { words, limit: foundAtMost })).map(({ email, name }) => ({
      to: page.path + writeListQuery(userList, { ...buildDefaultListState(userList), words: email }),
      name: name ?? email,
      note: name === null ? undefined : email,
    })),
} satisfies RecordSource;

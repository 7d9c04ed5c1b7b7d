import { may } from "#shared/permissions.ts";
import { toInstant } from "#app/ui/local-time.tsx";
import type { Manager } from "#worker/accounts/managing/manage.ts";
import type { ReadAccount } from "#worker/accounts/managing/read-account.ts";
import { listRoleOptions } from "./role-options.ts";
import { toAccountRow } from "./account-rows.tsx";

export type AccountView = ReturnType<typeof toAccountView>;

/** The data of one account, for a manager. Dates become text on the server, as on every staff page. */
export function toAccountView(found: ReadAccount, { manager, locale }: { manager: Manager; locale: string }) {
  const { open, enquiries, ...user } = found;
  return {
    ...toAccountRow(user, { manager, locale }),
    open: open.map((session) => ({
      id: session.id as string,
      device: session.device ?? "Unknown device",
      isPhone: /iphone|android|mobile/i.test(session.device ?? ""),
      place: session.place ?? "Unknown place",
      isNewCountry: Boolean(session.is_new_country),
      since: toInstant(session.created_at, locale),
      last: toInstant(session.refreshed_at, locale),
    })),
    enquiries,
    isOwn: user.id === manager.id,
    mayRemove: may(manager.roles, "accounts.remove"),
    roleOptions: listRoleOptions(manager.roles),
  };
}

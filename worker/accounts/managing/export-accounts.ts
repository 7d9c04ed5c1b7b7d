import { formatColleagueShort } from "#shared/accounts/format-colleague.ts";
import { formatRole } from "#shared/accounts/format-role.ts";
import { runRecorded } from "#worker/audit/run-versioned.ts";
import { type Db, readRows } from "#worker/db/client.ts";
import { byteOrderMark, writeCsvRow } from "#worker/lib/text/csv.ts";
import type { RequestScope } from "#worker/lib/scope.ts";
import { requireFreshSignIn } from "../sessions/fresh-sign-in.ts";
import { readRoles, selectAccounts, type AccountFilter } from "./list-accounts.ts";
import type { Manager } from "./manage.ts";
import type { StandingTerms } from "./account-columns.ts";
import { orderAccounts } from "./account-order.ts";

/** Accounts that one file holds, by address. */
const exportedAtMost = 10_000;

const heads = [
  "E-mail",
  "Name",
  "Roles",
  "Status",
  "Second factor",
  "Last seen (UTC)",
  "Open sessions",
  "Invited by",
  "Made (UTC)",
];

interface Export {
  filter: AccountFilter;
  terms: StandingTerms;
  manager: Manager;
}

/**
 * The accounts of `filter` as the text of a CSV file. That it was made is recorded, in one transaction with its reading.
 * @throws {StaleSignInError} unless the manager has signed in just now
 */
export async function exportAccounts(
  db: Db,
  { filter, terms, manager }: Export,
  { requestId }: Pick<RequestScope, "requestId">,
): Promise<string> {
  requireFreshSignIn(manager);
  const { words, ...rest } = filter;
  const order = orderAccounts({ by: "email", direction: "asc" }, { terms, cursor: null });
  const accounts = selectAccounts(db, { filter, order, terms, size: exportedAtMost });
  const [found] = await runRecorded(db, {
    actor: manager.id,
    requestId,
    subject: null,
    audit: { action: "user.exported", detail: { ...rest, words: words !== "" } },
    queries: [accounts],
  });
  return byteOrderMark + [heads, ...readRows(accounts, found).map(toCells)].map(writeCsvRow).join("");
}

function toCells(row: Awaited<ReturnType<ReturnType<typeof selectAccounts>["execute"]>>[number]): string[] {
  const isInvited = row.inviter_email !== null || row.inviter_gone === 1;
  return [
    row.email,
    row.name ?? "",
    readRoles(row.roles).map(formatRole).join(", "),
    row.standing,
    row.factor,
    row.seen_at === null ? "" : new Date(row.seen_at).toISOString(),
    String(row.sessions),
    isInvited ? formatColleagueShort({ name: row.inviter_name, email: row.inviter_email }) : "",
    new Date(row.created_at).toISOString(),
  ];
}

import { Link, useOutlet } from "react-router";
import { writeListQuery } from "#shared/pages/list.ts";
import { may } from "#shared/permissions.ts";
import type { RouteHandle } from "#shared/pages/route-handle.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { DialogTrigger } from "#app/staff-kit/dialog.tsx";
import { DataList } from "#app/staff-kit/list/data-list.tsx";
import { ListOutcome } from "#app/staff-kit/list/list-outcome.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { DoneNotice } from "#app/staff-kit/done-notice.tsx";
import { requirePermission, staffContext } from "#app/staff/guard.ts";
import { answerList } from "#app/staff/lists/answer-list.ts";
import { readOrder } from "#app/staff/lists/define-bulk.ts";
import { answerOffline, reloadsWhenReached } from "#app/staff/lists/answer-offline.ts";
import { loadList } from "#app/staff/lists/load-list.ts";
import { loadListCached } from "#app/staff/lists/load-list-cached.ts";
import { PageHead } from "#app/staff/page-head.tsx";
import { buildPageMeta } from "#app/staff/staff-pages.ts";
import { listUsers } from "#worker/accounts/managing/list-accounts.ts";
import { readRolesInNeed } from "#worker/accounts/managing/roles-in-need.ts";
import { openDb } from "#worker/db/client.ts";
import { now } from "#worker/lib/clock.ts";
import { requestScope } from "#worker/lib/scope.ts";
import type { Route } from "./+types/accounts.ts";
import { answerBulk } from "./answer-bulk.ts";
import { answerPending } from "./answer-pending.ts";
import { ExportLink } from "./export-link.tsx";
import { inviteDialog, InviteDialog } from "./invite-dialog.tsx";
import { page as accountsPage } from "./page.ts";
import { PendingInvites, toInviteRows } from "./pending-invites.tsx";
import { listRoleOptions } from "./role-options.ts";
import { toManager } from "./to-manager.ts";
import { toAccountFilter, accountList, accountOptions } from "./account-list.ts";
import { buildAccountCells, buildAccountView, listBulkActions, toAccountRow } from "./account-rows.tsx";
import { formatAccountFigures, listAccountViews } from "./account-views.ts";
import "./recipes.ts";
import "./accounts.css";

export const middleware = [requirePermission(accountsPage.permission, { write: "accounts.change" })];

export const handle = { cache: "private", posts: true } satisfies RouteHandle;

export function loader(args: Route.LoaderArgs) {
  const manager = toManager(args.context.get(staffContext));
  const { env } = args.context.get(requestScope);
  const shared = {
    reader: manager.id as string,
    roleOptions: listRoleOptions(manager.roles),
    isRemoved: args.url.searchParams.get("done") === "removed",
    mayExport: may(manager.roles, "accounts.export"),
    mayAudit: may(manager.roles, "audit.read"),
  };
  return loadList(
    accountList,
    args,
    async ({ state, asked, locale }) => {
      const at = now();
      const terms = { at, needFactor: readRolesInNeed(env) };
      const found = await listUsers(openDb(env.DB), { ...asked, filter: toAccountFilter(state), terms });
      const rows = found.rows.map((row) => toAccountRow(row, { manager, locale }));
      const invites = toInviteRows(found.invites, { manager, locale, at });
      const views = listAccountViews(found.figures, invites.everything, locale);
      return { found, rows, extra: { ...shared, figures: found.figures, views, invites } };
    },
    ({ locale }) => ({ ...shared, figures: null, views: listAccountViews(null, 0, locale), invites: null }),
  );
}

/** Changes of several accounts and of invitations, of the reader's saved views, and of how the list looks to them. */
export function action(args: Route.ActionArgs) {
  return answerList(accountList, args, async (fields, target) =>
    ["resend", "withdraw"].includes(readOrder(fields).name)
      ? answerPending(fields, target)
      : answerBulk(fields, target),
  );
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadListCached(accountList, args);
}
clientLoader.hydrate = true as const;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => answerOffline(serverAction);

export const shouldRevalidate = reloadsWhenReached;

export const meta = () => buildPageMeta(accountsPage);

export default function AccountManagement({ loaderData, actionData, params }: Route.ComponentProps) {
  const { state, page, figures, reader, roleOptions, invites } = loaderData;
  const query = writeListQuery(accountList, state);
  const open = (params as { id?: string }).id;
  const isListed = page?.rows.some(({ id }) => id === open) ?? false;
  const detail = useOutlet({ state });
  const reading = { reader, query, open };
  return (
    <>
      <PageHead
        title="User management"
        actions={
          <>
            {loaderData.mayAudit && (
              <Link className={nameButton()} to="/audit-log">
                <Icon name="list-checks" />
                Audit log
              </Link>
            )}
            <ExportLink state={state} mayExport={loaderData.mayExport} />
            <Link className={nameButton()} to={`${accountList.path}/import`}>
              <Icon name="upload" />
              Invite from a file
            </Link>
            <DialogTrigger dialog={inviteDialog} kind="primary" icon="user-plus">
              Invite
            </DialogTrigger>
          </>
        }
      >
        {figures && formatAccountFigures(figures)}
      </PageHead>
      <DataList
        list={accountList}
        loaded={loaderData}
        cells={buildAccountCells(reading)}
        buildView={(row) => buildAccountView(row, reading, detail)}
        canOpen
        views={loaderData.views}
        filters={accountOptions}
        search={{ label: "Name or e-mail" }}
        bulk={listBulkActions(roleOptions)}
        empty={<p>There is no account.</p>}
        outcome={
          <>
            <DoneNotice
              text={loaderData.isRemoved ? "The account is removed. What it wrote stays, without its name." : null}
            />
            <ListOutcome outcome={actionData?.outcome ?? null} path={accountList.path} />
            {!isListed && detail}
          </>
        }
        after={invites && <PendingInvites invites={invites} />}
        refusedView={actionData?.refusedView ?? null}
      />
      <InviteDialog options={roleOptions} />
    </>
  );
}

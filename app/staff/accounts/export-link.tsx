import { writeListQuery } from "#shared/pages/list.ts";
import { Button, nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { accountList, type AccountListState } from "./account-list.ts";

/**
 * Leads to the accounts of the list as a file; for those who may not have it, says who may. Without the attribute `download`:
 * a browser would save the page that asks for a fresh sign-in as the file.
 */
export function ExportLink({ state, mayExport }: { state: AccountListState; mayExport: boolean }) {
  if (!mayExport)
    return (
      <Button icon="download" unavailable="Only a super admin exports accounts.">
        Export
      </Button>
    );
  const file = `${accountList.path}.csv${writeListQuery(accountList, { ...state, page: null, view: null, sort: accountList.sort })}`;
  return (
    <a className={nameButton()} href={file}>
      <Icon name="download" />
      Export
    </a>
  );
}

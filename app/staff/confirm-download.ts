import { redirect } from "react-router";
import { buildConfirmPath } from "#shared/accounts/sign-in-path.ts";

/**
 * The answer to a download that needs a fresher sign-in: to the page that asks who it is. There `file`, the address of the
 * download, is downloaded by itself, and a link leads back to `page`. Without `file`, where a form brings it, `page` has the button.
 */
export function confirmDownload(page: string, file?: URL): Response {
  return redirect(buildConfirmPath(page, file && file.pathname + file.search), 303);
}

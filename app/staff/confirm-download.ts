import { redirect } from "react-router";
import { buildConfirmPath } from "#app/shared/sign-in-path.ts";

/**
 * The answer to a download that needs a fresher sign-in: to the page that asks who it is, and from there back to `page`,
 * which has the button. The browser asks for files by itself, so no dialog can ask, and a file gives no page to be on.
 */
export function confirmDownload(page: string): Response {
  return redirect(buildConfirmPath(page), 303);
}

import { readSession } from "#app/client/session-client.ts";
import { chooseHomePath } from "#shared/accounts/home-path.ts";

/**
 * After signing in here or in another tab, loads the next page as a new document, so that no state of this page
 * remains.
 */
export function leaveOnceSignedIn(next: string | null): void {
  const session = readSession();
  if (session) location.replace(next ?? chooseHomePath(session.roles));
}

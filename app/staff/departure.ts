import { queryClient } from "#app/client/query-client.ts";
import { findSignInPath } from "#app/shared/sign-in-path.ts";

const afterSigningOut = "/auth?signed-out=1";
let chosen: string | undefined;

/** Says that the next loss of the session is the reader's own doing, so that signing in again starts afresh. */
export function expectSignOut(): void {
  chosen = afterSigningOut;
}

/** Leaves the staff area with everything that was loaded: to sign in, and back here afterwards. */
export function leaveStaffArea(): void {
  queryClient.clear();
  location.replace(chosen ?? findSignInPath(location));
}

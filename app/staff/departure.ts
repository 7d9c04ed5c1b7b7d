import { queryClient } from "#app/client/query-client.client.ts";
import { buildSignInPath } from "#app/shared/sign-in-path.ts";

const afterSigningOut = "/auth?signed-out=1";
let chosen: string | undefined;

/** Marks the next end of the session as a sign-out by the user, so that the sign-in page does not lead back here. */
export function expectSignOut(): void {
  chosen = afterSigningOut;
}

/** Leaves the staff area and drops all loaded data. The sign-in page leads back here afterwards. */
export function leaveStaffArea(): void {
  queryClient.clear();
  location.replace(chosen ?? buildSignInPath(location));
}

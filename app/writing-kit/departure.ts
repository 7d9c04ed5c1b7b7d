// Bundle: staff
import { queryClient } from "#app/client/query-client.client.ts";
import { buildSignInPath } from "#shared/accounts/sign-in-path.ts";

const afterSigningOut = "/auth?signed-out=1";
let chosen: string | undefined;

/** Work on the page that is not saved. */
interface Work {
  /** Called when the session has ended. True where the page stays and says so itself. */
  end: () => boolean;
  isUnsaved: () => boolean;
  /** Tries to save it. Never rejects. */
  save: () => Promise<void>;
}

let work: Work | null = null;

/** Lets a page stay where leaving it would lose something. Returns a function that ends that. */
export function holdPage(end: Work["end"], isUnsaved: Work["isUnsaved"], save: Work["save"]): () => void {
  const held: Work = { end, isUnsaved, save };
  work = held;
  return () => {
    if (work === held) work = null;
  };
}

/** True when the page has work that cannot be saved now. What can be saved is saved first. */
export async function hasUnsavedWork(): Promise<boolean> {
  await work?.save();
  return work?.isUnsaved() ?? false;
}

/** Marks the next end of the session as a sign-out by the user, so that the sign-in page does not lead back here. */
export function expectSignOut(): void {
  chosen = afterSigningOut;
}

/** Leaves the staff area and drops all loaded data. The sign-in page leads back here afterwards. */
export function leaveStaffArea(): void {
  if (chosen === undefined && work?.end()) return;
  queryClient.clear();
  location.replace(chosen ?? buildSignInPath(location));
}

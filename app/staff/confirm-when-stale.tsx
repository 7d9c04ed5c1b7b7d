import { useEffect } from "react";
import { staleSignIn } from "#app/client/page-data.ts";
import { askToConfirm } from "#app/staff-kit/ask-to-confirm.ts";
import { ConfirmIdentity } from "#app/staff-kit/confirm-identity.tsx";

/** While it is on a page, posts that need a fresh sign-in ask for it, and are then sent again by themselves. */
export function ConfirmWhenStale({ email }: { email: string }) {
  useEffect(() => {
    staleSignIn.confirm = askToConfirm;
    return () => {
      staleSignIn.confirm = null;
    };
  }, []);
  return <ConfirmIdentity email={email} />;
}

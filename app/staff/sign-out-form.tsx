import { type FormEvent, useState } from "react";
import { signOut } from "#app/client/session-client.ts";
import { expectSignOut } from "./departure.ts";

/** The form leads to the sign-in page, which says that the reader is signed out. */
const signOutPath = `/api/auth/sign-out?${new URLSearchParams({ next: "/auth?signed-out=1" })}`;

/** Signs out in every tab at once. Without script the form signs out this browser. */
export function SignOutForm() {
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    setBusy(true);
    expectSignOut();
    // When the server cannot be reached, the plain form post shows the error.
    await signOut().catch(() => form.submit());
  }
  return (
    <form method="post" action={signOutPath} onSubmit={(event) => void submit(event)}>
      <button className="btn btn-outline btn-small" aria-disabled={busy}>
        <span className="staff-icon-sign-out" aria-hidden="true" />
        <span>Logout</span>
      </button>
    </form>
  );
}

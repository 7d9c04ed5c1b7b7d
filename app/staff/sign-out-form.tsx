import { type FormEvent, useState } from "react";
import { signOut } from "#app/client/session-client.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
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
      <button
        className={nameButton({ kind: "ghost", isIconOnly: true })}
        aria-disabled={busy || undefined}
        aria-label="Logout"
        title="Logout"
      >
        <Icon name="sign-out" />
      </button>
    </form>
  );
}

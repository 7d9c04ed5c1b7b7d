import { type FormEvent, useState } from "react";
import { signOut } from "#app/client/session-client.ts";
import { nameButton } from "#app/staff-kit/button.tsx";
import { Icon } from "#app/staff-kit/icon.tsx";
import { expectSignOut } from "./departure.ts";

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
    <form method="post" action="/api/auth/sign-out" onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="next" value="/auth?signed-out=1" />
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
